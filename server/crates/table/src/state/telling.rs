//! The time a page takes to show the end of a hand. It turns the cards of a run-out and the hands of a showdown one by
//! one and pays the pots one after another; the pause before the next hand begins when it is done. The waits are those
//! of `server/web/pace.js`, and a unit test of the page compares the two.

use poker_engine::event::PublicEvent as HandEvent;

/// Before hands are tabled because no player can bet any more, in milliseconds.
const TABLED_MS: u32 = 500;
/// Before the next cards of a run-out, in milliseconds.
const CARDS_MS: u32 = 900;
/// Before the first hand of a showdown, in milliseconds.
const FIRST_SHOWN_MS: u32 = 600;
/// Before each further hand of a showdown, in milliseconds.
const SHOWN_MS: u32 = 400;
/// Before a pot, or one side of it, is paid, in milliseconds.
const AWARD_MS: u32 = 700;
/// Maximum for all cards and hands together, in milliseconds: a page shortens their waits to fit.
const CARDS_LIMIT_MS: u32 = 4_500;
/// The same for all pots.
const AWARDS_LIMIT_MS: u32 = 7_000;

/// The waits of a page since the last decision of the hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Telling {
    cards_ms: u32,
    awards_ms: u32,
    has_cards: bool,
    has_tabled: bool,
    has_shown: bool,
}

impl Telling {
    /// Adds the wait before an event.
    pub(super) fn note(&mut self, event: &HandEvent) {
        match event {
            // The table waits for a player: a page shows everything up to here without delay.
            HandEvent::TurnStarted(_) => *self = Self::default(),
            HandEvent::HandsTabled { .. } => {
                self.has_tabled = true;
                self.add_cards(TABLED_MS);
            }
            HandEvent::HoleCardsDealt { .. }
            | HandEvent::BoardDealt { .. }
            | HandEvent::BoardTurned { .. }
            | HandEvent::CommunalDealt { .. } => {
                // The first cards after the last bet come without delay; those after them are the run-out.
                if self.has_tabled || self.has_cards {
                    self.add_cards(CARDS_MS);
                }
                self.has_cards = true;
            }
            HandEvent::HandShown { .. } => {
                self.add_cards(if self.has_shown { SHOWN_MS } else { FIRST_SHOWN_MS });
                self.has_shown = true;
            }
            HandEvent::SevenDeucePaid { .. } => self.awards_ms = self.awards_ms.saturating_add(AWARD_MS),
            HandEvent::PotAwarded { .. } if self.has_shown || self.has_tabled => {
                self.awards_ms = self.awards_ms.saturating_add(AWARD_MS);
            }
            _ => {}
        }
    }

    const fn add_cards(&mut self, ms: u32) {
        self.cards_ms = self.cards_ms.saturating_add(ms);
    }

    /// Milliseconds from the last decision, or the deal, until the last pot is paid.
    pub(super) fn ms(self) -> u32 {
        self.cards_ms.min(CARDS_LIMIT_MS) + self.awards_ms.min(AWARDS_LIMIT_MS)
    }
}
