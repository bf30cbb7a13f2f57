//! Throwing cards: draws with their refill of the deck, and discards without replacement.

use super::choosing::{Throwing, check_pick};
use super::{Hand, Phase, tell};
use crate::action::{Choice, Pick, RuleError};
use crate::deck::To;
use crate::event::{Event, PublicEvent, Secret};
use crate::game::{Burn, Face, LastCard, OpenersCheck};
use crate::list::Cards;
use crate::{Card, CardSet, SeatIx};

impl Hand {
    /// The down-cards of a seat in the order of the deal.
    pub(super) fn down_cards(&self, seat: SeatIx) -> impl Iterator<Item = Card> {
        self.facing(seat, Face::Down)
    }

    /// How many cards the seat may throw: no more than can be replaced, what others still have to get and the card to be
    /// burned set aside. Rule: variants D2.
    pub(super) fn draw_limit(&self, seat: SeatIx, max: u8) -> u8 {
        let owed: usize = match &self.phase {
            Phase::Drawing { owed, .. } => owed.iter().map(|(_, count)| usize::from(*count)).sum(),
            _ => 0,
        };
        let burned = usize::from(self.burns());
        let deliverable = self.usable_stub() + self.returnable(seat, burned).len();
        let deliverable = deliverable.saturating_sub(owed + burned);
        max.min(u8::try_from(deliverable).unwrap_or(u8::MAX))
    }

    /// Cards of the stub that may be dealt before it is refilled. Rule: variants D1.
    fn usable_stub(&self) -> usize {
        match self.game.last_card {
            LastCard::Forbid => self.deck.left().saturating_sub(1),
            LastCard::Allow => self.deck.left(),
        }
    }

    /// The cards that come back when the deck is refilled while `drawer` draws: folded hands with all they threw, and
    /// what those have thrown who have already drawn. What openers threw is kept as proof, unless nothing else is
    /// left once so many cards of the stub are `burned`. Rules: variants D1, D2.
    fn returnable(&self, drawer: SeatIx, burned: usize) -> CardSet {
        let Phase::Drawing { waiting, .. } = &self.phase else {
            return CardSet::EMPTY;
        };
        let proving = self.openings.proving();
        let (mut cards, mut kept) = (CardSet::EMPTY, CardSet::EMPTY);
        for seat in self.dealt.iter() {
            let player = &self.players[seat];
            if !self.live.contains(seat) {
                cards = cards.union(player.card_set()).union(player.thrown);
            } else if seat != drawer && !waiting.contains(seat) {
                let to = if proving.contains(seat) { &mut kept } else { &mut cards };
                *to = to.union(player.thrown);
            }
        }
        let no_proof_needed = self.game.openers_check == OpenersCheck::Enforce;
        if cards.is_empty() && self.usable_stub() <= burned && no_proof_needed {
            kept
        } else {
            cards
        }
    }

    fn refill(&mut self, drawer: SeatIx, events: &mut Vec<Event>) {
        let mut returned = self.returnable(drawer, 0);
        if returned.is_empty() {
            // Others may have been offered what this seat threw, and taken the cards that were left for it.
            returned = self.players[drawer].thrown;
        }
        for seat in self.dealt.iter() {
            let player = &mut self.players[seat];
            player.thrown = player.thrown.difference(returned);
            self.take_away(seat, returned);
        }
        self.deck.refill(returned);
        let count = u8::try_from(returned.len()).expect("a deck is short");
        tell(events, || PublicEvent::DeckRefilled { count });
    }

    /// The seat throws cards and receives as many; what exceeds the number of one pass comes when all others have been
    /// served.
    pub(super) fn draw(&mut self, seat: SeatIx, thrown: CardSet, events: &mut Vec<Event>) -> Result<(), RuleError> {
        let Phase::Drawing { max, per_pass, .. } = self.phase else {
            return Err(RuleError::WrongKind);
        };
        let held = self.players[seat].card_set();
        let count = check_throw(thrown, held, 0, self.draw_limit(seat, max))?;
        let up = self.up_cards(seat).intersection(thrown);
        self.put_away(seat, thrown);
        let later = count.saturating_sub(per_pass);
        let count = count - later;
        // Which up-cards are replaced at once must not depend on the cards that lie face down.
        let in_order = up.iter().chain(thrown.difference(up).iter());
        let last: CardSet = in_order.skip(usize::from(count)).collect();
        if later > 0 {
            events.push(Event {
                public: PublicEvent::CardsDiscarded {
                    seat,
                    count: later,
                    up: up.intersection(last).iter().collect(),
                },
                secrets: vec![Secret::new(seat, last.iter().collect())],
            });
        }
        if self.burns() && count > 0 {
            let card = self.next_card(seat, To::Burn, events);
            self.burned.extend(card);
        }
        let mut received = Cards::EMPTY;
        for _ in 0..count {
            received.extend(self.replace(seat, events));
        }
        events.push(Event {
            public: PublicEvent::CardsDrawn {
                seat,
                count,
                up: up.difference(last).iter().collect(),
            },
            secrets: vec![Secret::new(seat, received)],
        });
        let next = self
            .live
            .clockwise_from(self.button)
            .find(|next| self.waits_to_draw(*next));
        let Phase::Drawing {
            to_act, waiting, owed, ..
        } = &mut self.phase
        else {
            unreachable!("dealing does not end a draw");
        };
        owed[seat] = later;
        if let Some(next) = next {
            *to_act = next;
            waiting.remove(next);
            self.start_turn(events);
        } else {
            self.serve_the_rest(events);
            self.leave_phase(events);
        }
        Ok(())
    }

    /// The second pass of a draw: everybody gets what is owed.
    fn serve_the_rest(&mut self, events: &mut Vec<Event>) {
        let Phase::Drawing { owed, .. } = &self.phase else {
            return;
        };
        let owed = *owed;
        let order: Vec<SeatIx> = self.live.clockwise_from(self.button).collect();
        for seat in order {
            for _ in 0..owed[seat] {
                let card = self.replace(seat, events);
                events.push(Event {
                    public: PublicEvent::ExtraCardDealt { seat },
                    secrets: vec![Secret::new(seat, card.into_iter().collect())],
                });
            }
        }
    }

    fn burns(&self) -> bool {
        self.game.burn == Burn::Draw
    }

    /// One card for a seat that draws.
    fn replace(&mut self, seat: SeatIx, events: &mut Vec<Event>) -> Option<Card> {
        let card = self.next_card(seat, To::Seat(seat), events)?;
        let face = Face::Down;
        self.receive(seat, card, face);
        Some(card)
    }

    /// The next card of the deck, which is refilled if need be. Rule: variants D1.
    fn next_card(&mut self, drawer: SeatIx, to: To, events: &mut Vec<Event>) -> Option<Card> {
        if self.usable_stub() == 0 {
            self.refill(drawer, events);
        }
        self.deck.deal(to)
    }

    fn waits_to_draw(&self, seat: SeatIx) -> bool {
        matches!(&self.phase, Phase::Drawing { waiting, .. } if waiting.contains(seat))
    }

    /// The seat throws cards for good. Others may still be choosing: which up-cards go is told when all have chosen; of
    /// down-cards nothing is given away, as their number is known beforehand.
    pub(super) fn discard(&mut self, seat: SeatIx, thrown: CardSet, events: &mut Vec<Event>) -> Result<(), RuleError> {
        let (down, up) = (self.down_cards(seat).collect::<CardSet>(), self.up_cards(seat));
        let Phase::Discarding(throwing) = &mut self.phase else {
            return Err(RuleError::WrongKind);
        };
        check_pick(thrown.difference(up), down, at_most(throwing.down, down.len()))?;
        check_pick(thrown.intersection(up), up, at_most(throwing.up, up.len()))?;
        throwing.pending.remove(seat);
        let last = throwing.pending.is_empty();
        if throwing.up == 0 {
            self.throw(seat, thrown, events);
        } else {
            throwing.chosen.push((seat, thrown));
            let complete = last.then(|| std::mem::take(&mut throwing.chosen));
            tell(events, || PublicEvent::ChoiceMade { seat });
            let mut chosen = complete.unwrap_or_default();
            chosen.sort_by_key(|(seat, _)| self.distance(*seat));
            for (seat, thrown) in chosen {
                self.throw(seat, thrown, events);
            }
        }
        if last {
            self.leave_phase(events);
        }
        Ok(())
    }

    pub(super) fn discard_choice(&self, throwing: &Throwing, seat: SeatIx) -> Choice {
        let pick = |count: u8, cards: Cards| {
            let count = at_most(count, cards.len());
            Pick {
                min: count,
                max: count,
                cards,
            }
        };
        let down = pick(throwing.down, self.down_cards(seat).collect());
        Choice::Discard {
            min: down.min,
            max: down.max,
            cards: down.cards,
            replaced: false,
            up: if throwing.up == 0 {
                Pick::NONE
            } else {
                pick(throwing.up, self.facing(seat, Face::Up).collect())
            },
        }
    }

    fn throw(&mut self, seat: SeatIx, thrown: CardSet, events: &mut Vec<Event>) {
        let up = self.up_cards(seat).intersection(thrown).iter().collect();
        self.put_away(seat, thrown);
        let count = u8::try_from(thrown.len()).unwrap_or(u8::MAX);
        events.push(Event {
            public: PublicEvent::CardsDiscarded { seat, count, up },
            secrets: vec![Secret::new(seat, thrown.iter().collect())],
        });
    }

    pub(super) fn up_cards(&self, seat: SeatIx) -> CardSet {
        self.facing(seat, Face::Up).collect()
    }

    pub(super) fn leave_phase(&mut self, events: &mut Vec<Event>) {
        self.phase = Phase::Over;
        self.advance(events);
    }
}

fn at_most(count: u8, held: usize) -> u8 {
    count.min(u8::try_from(held).unwrap_or(u8::MAX))
}

/// How many cards are thrown, if they may be.
fn check_throw(thrown: CardSet, held: CardSet, min: u8, max: u8) -> Result<u8, RuleError> {
    let count = u8::try_from(thrown.len()).unwrap_or(u8::MAX);
    if !held.is_superset(thrown) {
        return Err(RuleError::CardNotHeld);
    }
    if count < min {
        return Err(RuleError::TooFewCards { count, min });
    }
    if count > max {
        return Err(RuleError::TooManyCards { count, max });
    }
    Ok(count)
}
