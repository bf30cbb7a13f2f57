//! What a betting round leaves behind for later rounds, the showdown and the kitty. Rules: tournament 2.4, 9.7; variants
//! 2.8, 4.1, 4.2, 4.6.

use crate::event::BetAction;
use crate::post::PostKind;
use crate::{Chips, SeatIx};

/// The course of the betting so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Course {
    /// The bet that the posts set, until the first betting round starts from it.
    posted: Chips,
    last_poster: Option<SeatIx>,
    /// Blind raises after the blinds.
    straddles: u8,
    brought_in: Option<SeatIx>,
    opener: Option<SeatIx>,
    aggressor: Option<SeatIx>,
    raiser: Option<SeatIx>,
    /// Full raises in all rounds.
    raises: u8,
}

impl Course {
    /// Before anything is posted, with the seat after which the first round begins.
    pub(super) const fn new(big_blind: Option<SeatIx>) -> Self {
        Self {
            posted: Chips::ZERO,
            last_poster: big_blind,
            straddles: 0,
            brought_in: None,
            opener: None,
            aggressor: None,
            raiser: None,
            raises: 0,
        }
    }

    /// A forced payment, by its nominal amount: whatever of it is paid, it sets the bet to match and the first speaker.
    /// Rules: tournament 2.4, 9.7.
    pub(super) fn post(&mut self, seat: SeatIx, amount: Chips, kind: PostKind) {
        if kind.sets_bet() {
            self.posted = self.posted.max(amount);
        }
        if matches!(kind, PostKind::Credit | PostKind::Straddle) {
            self.last_poster = Some(seat);
        }
    }

    /// The seat that has to bring in.
    pub(super) fn bring_in(&mut self, seat: SeatIx) {
        self.brought_in = Some(seat);
    }

    /// A player raised blind: the limits of some games double with it. Rule: variants V23.
    pub(super) fn straddle(&mut self) {
        self.straddles += 1;
    }

    /// A betting round has begun: it has taken over the bet of the posts, and the last bets and raises were those of
    /// another round.
    pub(super) fn begin_round(&mut self) {
        self.posted = Chips::ZERO;
        (self.aggressor, self.raiser) = (None, None);
    }

    /// A player bet or raised.
    pub(super) fn bet(&mut self, seat: SeatIx, action: BetAction) {
        self.aggressor = Some(seat);
        if action == BetAction::Raise {
            self.raiser = Some(seat);
        }
        self.opener = self.opener.or(Some(seat));
    }

    /// The raise was a full one. Rule: variants 4.6.
    pub(super) fn count_raise(&mut self) {
        self.raises = self.raises.saturating_add(1);
    }

    /// The bet that the posts set, before the first betting round.
    pub(super) const fn posted(&self) -> Chips {
        self.posted
    }

    /// The last of those to post after whom the first betting round begins.
    pub(super) const fn last_poster(&self) -> Option<SeatIx> {
        self.last_poster
    }

    pub(super) const fn straddles(&self) -> u8 {
        self.straddles
    }

    /// The seat that brought in.
    pub(super) const fn brought_in(&self) -> Option<SeatIx> {
        self.brought_in
    }

    /// The seat that made the first voluntary bet of the hand.
    pub(super) const fn opener(&self) -> Option<SeatIx> {
        self.opener
    }

    /// The seat that bet or raised last in the latest round.
    pub(super) const fn aggressor(&self) -> Option<SeatIx> {
        self.aggressor
    }

    /// The seat that raised last in the latest round.
    pub(super) const fn raiser(&self) -> Option<SeatIx> {
        self.raiser
    }

    /// Whether there was more than one full raise in the hand, so that the kitty gets its part. The opening bet, blinds,
    /// straddles, the completion of a bring-in and short all-ins are none. Rules: variants 4.2, 4.6.
    pub(super) const fn feeds_kitty(&self) -> bool {
        self.raises >= 2
    }
}
