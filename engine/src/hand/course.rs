//! Facts about the betting that later rounds, the showdown and the kitty depend on. Rules: tournament 2.4, 9.7; variants 2.8, 4.1, 4.2,
//! 4.6.

use crate::event::BetAction;
use crate::post::PostKind;
use crate::{Chips, SeatIx};

/// The course of the betting so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Course {
    /// Bet set by the posts, until the first betting round starts from it.
    posted: Chips,
    last_poster: Option<SeatIx>,
    /// Straddles after the blinds.
    straddles: u8,
    brought_in: Option<SeatIx>,
    opener: Option<SeatIx>,
    aggressor: Option<SeatIx>,
    raiser: Option<SeatIx>,
    /// Full raises in all rounds.
    raises: u8,
}

impl Course {
    /// Returns the state before any post, with the seat after which the first round begins.
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

    /// Notes a forced payment by its nominal amount: however much of it is paid, it sets the bet to match and the first to act.
    /// Rules: tournament 2.4, 9.7.
    pub(super) fn post(&mut self, seat: SeatIx, amount: Chips, kind: PostKind) {
        if kind.sets_bet() {
            self.posted = self.posted.max(amount);
        }
        if matches!(kind, PostKind::Credit | PostKind::Straddle) {
            self.last_poster = Some(seat);
        }
    }

    /// Notes the seat that has to bring in.
    pub(super) fn bring_in(&mut self, seat: SeatIx) {
        self.brought_in = Some(seat);
    }

    /// Notes a straddle: the limits of some games double with it. Rule: variants V23.
    pub(super) fn straddle(&mut self) {
        self.straddles += 1;
    }

    /// Begins a betting round: it takes over the bet set by the posts, and earlier bets and raises now belong to a previous round.
    pub(super) fn begin_round(&mut self) {
        self.posted = Chips::ZERO;
        (self.aggressor, self.raiser) = (None, None);
    }

    /// Notes a bet or raise.
    pub(super) fn bet(&mut self, seat: SeatIx, action: BetAction) {
        self.aggressor = Some(seat);
        if action == BetAction::Raise {
            self.raiser = Some(seat);
        }
        self.opener = self.opener.or(Some(seat));
    }

    /// Counts a full raise. Rule: variants 4.6.
    pub(super) fn count_raise(&mut self) {
        self.raises = self.raises.saturating_add(1);
    }

    /// Returns the bet set by the posts, before the first betting round.
    pub(super) const fn posted(&self) -> Chips {
        self.posted
    }

    /// Returns the last poster after whose seat the first betting round begins.
    pub(super) const fn last_poster(&self) -> Option<SeatIx> {
        self.last_poster
    }

    pub(super) const fn straddles(&self) -> u8 {
        self.straddles
    }

    /// Returns the seat that brought in.
    pub(super) const fn brought_in(&self) -> Option<SeatIx> {
        self.brought_in
    }

    /// Returns the seat that made the first voluntary bet of the hand.
    pub(super) const fn opener(&self) -> Option<SeatIx> {
        self.opener
    }

    /// Returns the last seat to bet or raise in the latest round.
    pub(super) const fn aggressor(&self) -> Option<SeatIx> {
        self.aggressor
    }

    /// Returns the last seat to raise in the latest round.
    pub(super) const fn raiser(&self) -> Option<SeatIx> {
        self.raiser
    }

    /// Returns `true` if the hand saw more than one full raise, so that the kitty gets its share. The opening bet, blinds, straddles, the
    /// completion of a bring-in and short all-ins do not count. Rules: variants 4.2, 4.6.
    pub(super) const fn feeds_kitty(&self) -> bool {
        self.raises >= 2
    }
}
