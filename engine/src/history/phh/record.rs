//! What a file is written from.

use crate::action::Action;
use crate::card::Card;
use crate::event::PublicEvent;
use crate::game::GameDef;
use crate::setup::Setup;
use crate::{BySeat, CardSet, SeatIx, SeatSet, Viewer};

/// What is known of a hand that is to be written.
#[derive(Clone, Debug)]
pub struct Record<'a> {
    /// The game.
    pub game: &'a GameDef,
    /// What the hand started from.
    pub setup: &'a Setup,
    /// The public events of the hand, in order.
    pub events: Vec<&'a PublicEvent>,
    /// The hidden cards that each seat received, in order, where the file may show them.
    pub received: BySeat<Option<Vec<Card>>>,
    /// What each seat discarded, in order, where the file may show it.
    pub discarded: BySeat<Option<Vec<CardSet>>>,
    /// The burned cards, where they matter and the file may show them.
    pub burned: Vec<Card>,
    /// Further fields, as lines of the format.
    pub fields: Vec<String>,
}

impl<'a> Record<'a> {
    /// Whether seven-deuce won and was paid for.
    pub(super) fn pays_seven_deuce(&self) -> bool {
        let is_paid = |event: &&PublicEvent| matches!(event, PublicEvent::SevenDeucePaid { .. });
        self.events.iter().any(is_paid)
    }

    /// A hand of which everything is known.
    pub fn of_played(played: &'a crate::simulate::Played) -> Self {
        let mut received: BySeat<Option<Vec<Card>>> = BySeat::from_fn(|_| Some(Vec::new()));
        let mut discarded: BySeat<Option<Vec<CardSet>>> = BySeat::from_fn(|_| Some(Vec::new()));
        for event in &played.events {
            // The secrets of a discard for good and of an order hold no card that was received.
            if matches!(
                event.public,
                PublicEvent::CardsDiscarded { .. } | PublicEvent::CardsArranged { .. }
            ) {
                continue;
            }
            for secret in &event.secrets {
                received[secret.seat()]
                    .get_or_insert_default()
                    .extend(secret.reveal_to_owner());
            }
        }
        for (seat, action) in &played.actions {
            if let Action::Discard(cards) = action {
                discarded[*seat].get_or_insert_default().push(*cards);
            }
        }
        Self {
            game: played.hand.game(),
            setup: &played.setup,
            events: played.events.iter().map(|event| &event.public).collect(),
            received,
            discarded,
            burned: played.hand.burned().to_vec(),
            fields: Vec::new(),
        }
    }

    /// The same as a viewer saw it: the hidden cards of others stay unknown.
    #[must_use]
    pub fn seen_by(mut self, viewer: Viewer) -> Self {
        let own = |seat: SeatIx| viewer == Viewer::Seat(seat);
        for (seat, received) in self.received.iter_mut() {
            *received = received.take().filter(|_| own(seat));
        }
        for (seat, discarded) in self.discarded.iter_mut() {
            *discarded = discarded.take().filter(|_| own(seat));
        }
        self.burned.clear();
        self
    }

    /// The players in the order of the file: the button comes last.
    pub(super) fn order(&self) -> Vec<SeatIx> {
        let dealt: SeatSet = self.setup.players.iter().map(|player| player.seat).collect();
        dealt.clockwise_from(self.setup.button).collect()
    }
}

/// The number of a player in the file.
pub(super) fn number(order: &[SeatIx], seat: SeatIx) -> usize {
    order.iter().position(|s| *s == seat).map_or(0, |index| index + 1)
}
