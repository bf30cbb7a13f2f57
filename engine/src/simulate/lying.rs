//! The law that the events alone show any viewer which cards lie where.

use std::sync::Arc;

use super::{Broken, Played, broken};
use crate::card::Card;
use crate::event::{BetAction, DealtCard, Event, PublicEvent};
use crate::hand::{CardView, Hand, Viewer};
use crate::{BySeat, SeatIx};

/// The cards of a seat according to the events.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct Lying {
    /// Number of cards face down.
    down: usize,
    /// Cards face up, in the order in which they were turned up.
    up: Vec<Card>,
}

impl Lying {
    /// Removes cards, some of which lay face up.
    fn lose(&mut self, count: usize, up: &[Card]) {
        self.up.retain(|card| !up.contains(card));
        self.down = self.down.saturating_sub(count - up.len());
    }
}

impl Played {
    /// Checks that the public events show how many cards of each live hand lie face down, and which lie face up.
    ///
    /// # Errors
    /// Gives the seat for which the events disagree with the view.
    pub fn events_tell_cards(&self) -> Result<(), Broken> {
        let dealt = Hand::deal(Arc::clone(self.hand.game()), self.setup.clone(), self.deck.clone());
        let (mut hand, events) = dealt.or_else(|error| broken("events tell cards", error.to_string()))?;
        let mut lying: BySeat<Lying> = BySeat::from_fn(|_| Lying::default());
        follow(&mut lying, &events);
        as_seen(&hand, &lying)?;
        for &(seat, action) in &self.actions {
            let events = hand.apply(seat, action);
            let events = events.or_else(|error| broken("events tell cards", error.to_string()))?;
            follow(&mut lying, &events);
            as_seen(&hand, &lying)?;
        }
        Ok(())
    }
}

fn follow(lying: &mut BySeat<Lying>, events: &[Event]) {
    for event in events {
        match &event.public {
            PublicEvent::HoleCardsDealt { hands } => {
                for (seat, cards) in hands {
                    for card in cards {
                        match card {
                            DealtCard::Down => lying[*seat].down += 1,
                            DealtCard::Up(card) => lying[*seat].up.push(*card),
                        }
                    }
                }
            }
            PublicEvent::ExtraCardDealt { seat } => lying[*seat].down += 1,
            PublicEvent::CardsDiscarded { seat, count, up } => lying[*seat].lose(usize::from(*count), up),
            PublicEvent::CardsDrawn { seat, count, up } => {
                lying[*seat].lose(usize::from(*count), up);
                lying[*seat].down += usize::from(*count);
            }
            PublicEvent::CardSwapped { seat, card } => {
                lying[*seat].lose(1, &[*card]);
                lying[*seat].down += 1;
            }
            PublicEvent::CardsRolled { rolls } => {
                for roll in rolls {
                    lying[roll.seat].down -= roll.cards.len();
                    lying[roll.seat].up.extend(roll.cards);
                }
            }
            PublicEvent::ActionTaken {
                seat,
                action: BetAction::Fold,
                ..
            }
            | PublicEvent::BuyPassed { seat } => lying[*seat] = Lying::default(),
            _ => {}
        }
    }
}

fn as_seen(hand: &Hand, lying: &BySeat<Lying>) -> Result<(), Broken> {
    for play in hand.view(Viewer::Spectator).seats.into_iter().filter(|play| play.live) {
        let up = play.cards.iter().filter_map(|card| match card {
            CardView::Up(card) => Some(*card),
            CardView::Hidden | CardView::Down(_) => None,
        });
        let up: Vec<Card> = up.collect();
        let down = play.cards.len() - up.len();
        let (seen, told) = (Lying { down, up }, &lying[play.seat]);
        if seen != *told {
            return differs(play.seat, told, &seen);
        }
    }
    Ok(())
}

fn differs(seat: SeatIx, told: &Lying, seen: &Lying) -> Result<(), Broken> {
    broken(
        "events tell cards",
        format!("{seat}: {told:?} is told, {seen:?} is seen"),
    )
}
