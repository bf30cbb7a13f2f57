//! Discarding cards: draws with their refill of the deck, and discards without replacement.

use super::choosing::{Discarding, check_pick};
use super::{Hand, Phase, emit};
use crate::action::{Choice, DrawRound, Pick, RuleError};
use crate::deck::To;
use crate::event::{Event, PublicEvent, Secret};
use crate::game::{Burn, Face, LastCard, OpenersCheck, Step};
use crate::list::Cards;
use crate::{BySeat, Card, CardSet, SeatIx, SeatSet};

/// A round of draws.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Drawing {
    to_act: SeatIx,
    /// Who draws after that, in this round.
    waiting: SeatSet,
    max: u8,
    /// How many cards are replaced before the others draw.
    per_pass: u8,
    /// What each seat gets when all others have been served.
    owed: BySeat<u8>,
}

impl Drawing {
    pub(super) const fn to_act(self) -> SeatIx {
        self.to_act
    }
}

impl Hand {
    /// Opens a round of draws; `false` if no hand is live.
    pub(super) fn open_draw(&mut self, max: u8, per_pass: u8) -> bool {
        let Some(to_act) = self.live.next_after(self.button) else {
            return false;
        };
        self.phase = Phase::Drawing(Drawing {
            to_act,
            waiting: self.live.difference(SeatSet::only(to_act)),
            max,
            per_pass,
            owed: BySeat::default(),
        });
        self.draws = self.draws.saturating_add(1);
        true
    }

    /// The round of draws that was opened last; `None` before the first.
    pub fn draw_round(&self) -> Option<DrawRound> {
        let number = self.draws;
        // Where all check, a script may go on elsewhere: the draws that it passes over are no draws of this hand.
        let ahead = self.game.steps.get(self.step..).unwrap_or_default();
        let ahead = ahead.iter().take_while(|step| !matches!(step, Step::Show(_)));
        let ahead = ahead.filter(|step| matches!(step, Step::Draw { .. })).count();
        let of = u8::try_from(ahead).map_or(u8::MAX, |ahead| number.saturating_add(ahead));
        (number > 0).then_some(DrawRound { number, of })
    }

    pub(super) fn draw_choice(&self, drawing: &Drawing) -> Choice {
        Choice::Discard {
            min: 0,
            max: self.draw_limit(drawing),
            cards: self.players[drawing.to_act].cards,
            replaced: true,
            up: Pick::NONE,
        }
    }

    /// The down-cards of a seat in the order of the deal.
    pub(super) fn down_cards(&self, seat: SeatIx) -> impl Iterator<Item = Card> {
        self.facing(seat, Face::Down)
    }

    /// How many cards the seat to act may discard: no more than can be replaced, what others still have to get and the card
    /// to be burned set aside. Rule: variants D2.
    fn draw_limit(&self, drawing: &Drawing) -> u8 {
        let owed: usize = drawing.owed.iter().map(|(_, count)| usize::from(*count)).sum();
        let burned = usize::from(self.burns());
        let deliverable = self.usable_stub() + self.returnable(drawing, drawing.to_act, burned).len();
        let deliverable = deliverable.saturating_sub(owed + burned);
        drawing.max.min(u8::try_from(deliverable).unwrap_or(u8::MAX))
    }

    /// Cards of the stub that may be dealt before it is refilled. Rule: variants D1.
    fn usable_stub(&self) -> usize {
        match self.game.last_card {
            LastCard::Forbid => self.deck.left().saturating_sub(1),
            LastCard::Allow => self.deck.left(),
        }
    }

    /// The cards that come back when the deck is refilled while `drawer` draws: folded hands with all they discarded, and
    /// what those have discarded who have already drawn. What openers discarded is kept as proof, unless nothing else is
    /// left once so many cards of the stub are `burned`. Rules: variants D1, D2.
    fn returnable(&self, drawing: &Drawing, drawer: SeatIx, burned: usize) -> CardSet {
        let proving = self.openings.proving();
        let (mut cards, mut kept) = (CardSet::EMPTY, CardSet::EMPTY);
        for seat in self.dealt.iter() {
            let player = &self.players[seat];
            if !self.live.contains(seat) {
                cards = cards.union(player.card_set()).union(player.discarded);
            } else if seat != drawer && !drawing.waiting.contains(seat) {
                let to = if proving.contains(seat) { &mut kept } else { &mut cards };
                *to = to.union(player.discarded);
            }
        }
        let no_proof_needed = self.game.openers_check == OpenersCheck::Enforce;
        if cards.is_empty() && self.usable_stub() <= burned && no_proof_needed {
            kept
        } else {
            cards
        }
    }

    fn refill(&mut self, drawing: &Drawing, drawer: SeatIx, events: &mut Vec<Event>) {
        let mut returned = self.returnable(drawing, drawer, 0);
        if returned.is_empty() {
            // Others may have been offered what this seat discarded, and taken the cards that were left for it.
            returned = self.players[drawer].discarded;
        }
        self.keep_condemned();
        for seat in self.dealt.iter() {
            let player = &mut self.players[seat];
            player.discarded = player.discarded.difference(returned);
            self.take_away(seat, returned);
        }
        self.deck.refill(returned);
        let count = u8::try_from(returned.len()).expect("a deck is short");
        emit(events, || PublicEvent::DeckRefilled { count });
    }

    /// The seat discards cards and receives as many; what exceeds the number of one pass comes when all others have been
    /// served.
    pub(super) fn draw(
        &mut self,
        mut drawing: Drawing,
        discarded: CardSet,
        events: &mut Vec<Event>,
    ) -> Result<(), RuleError> {
        let seat = drawing.to_act;
        let held = self.players[seat].card_set();
        let count = check_discard(discarded, held, 0, self.draw_limit(&drawing))?;
        let up = self.up_cards(seat).intersection(discarded);
        self.put_away(seat, discarded);
        let later = count.saturating_sub(drawing.per_pass);
        let count = count - later;
        // Which up-cards are replaced at once must not depend on the cards that lie face down.
        let in_order = up.iter().chain(discarded.difference(up).iter());
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
            let card = self.next_card(&drawing, seat, To::Burn, events);
            self.burned.extend(card);
        }
        let mut received = Cards::EMPTY;
        for _ in 0..count {
            received.extend(self.replace(&drawing, seat, events));
        }
        events.push(Event {
            public: PublicEvent::CardsDrawn {
                seat,
                count,
                up: up.difference(last).iter().collect(),
            },
            secrets: vec![Secret::new(seat, received)],
        });
        drawing.owed[seat] = later;
        if let Some(next) = self.live.intersection(drawing.waiting).next_after(self.button) {
            drawing.to_act = next;
            drawing.waiting.remove(next);
            self.phase = Phase::Drawing(drawing);
            self.start_turn(events);
        } else {
            self.serve_the_rest(&drawing, events);
            self.leave_phase(events);
        }
        Ok(())
    }

    /// The second pass of a draw: everybody gets what is owed.
    fn serve_the_rest(&mut self, drawing: &Drawing, events: &mut Vec<Event>) {
        let order: Vec<SeatIx> = self.live.clockwise_from(self.button).collect();
        for seat in order {
            for _ in 0..drawing.owed[seat] {
                let card = self.replace(drawing, seat, events);
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
    fn replace(&mut self, drawing: &Drawing, seat: SeatIx, events: &mut Vec<Event>) -> Option<Card> {
        let card = self.next_card(drawing, seat, To::Seat(seat), events)?;
        self.receive(seat, card, Face::Down);
        Some(card)
    }

    /// The next card of the deck, which is refilled if need be. Rule: variants D1.
    fn next_card(&mut self, drawing: &Drawing, drawer: SeatIx, to: To, events: &mut Vec<Event>) -> Option<Card> {
        if self.usable_stub() == 0 {
            self.refill(drawing, drawer, events);
        }
        self.deck.deal(to)
    }

    /// The seat discards cards for good. Others may still be choosing: which up-cards go is told when all have chosen; of
    /// down-cards nothing is given away, as their number is known beforehand.
    pub(super) fn discard(
        &mut self,
        mut discarding: Discarding,
        seat: SeatIx,
        discarded: CardSet,
        events: &mut Vec<Event>,
    ) -> Result<(), RuleError> {
        let (down, up) = (self.down_cards(seat).collect::<CardSet>(), self.up_cards(seat));
        check_pick(discarded.difference(up), down, at_most(discarding.down, down.len()))?;
        check_pick(discarded.intersection(up), up, at_most(discarding.up, up.len()))?;
        discarding.pending.remove(seat);
        let last = discarding.pending.is_empty();
        if discarding.up == 0 {
            self.carry_out_discard(seat, discarded, events);
        } else {
            discarding.chosen.push((seat, discarded));
            emit(events, || PublicEvent::ChoiceMade { seat });
            if last {
                discarding.chosen.sort_by_key(|(seat, _)| self.distance(*seat));
                for (seat, discarded) in std::mem::take(&mut discarding.chosen) {
                    self.carry_out_discard(seat, discarded, events);
                }
            }
        }
        if last {
            self.leave_phase(events);
        } else {
            self.phase = Phase::Discarding(discarding);
        }
        Ok(())
    }

    pub(super) fn discard_choice(&self, discarding: &Discarding, seat: SeatIx) -> Choice {
        let pick = |count: u8, cards: Cards| {
            let count = at_most(count, cards.len());
            Pick {
                min: count,
                max: count,
                cards,
            }
        };
        let down = pick(discarding.down, self.down_cards(seat).collect());
        Choice::Discard {
            min: down.min,
            max: down.max,
            cards: down.cards,
            replaced: false,
            up: if discarding.up == 0 {
                Pick::NONE
            } else {
                pick(discarding.up, self.facing(seat, Face::Up).collect())
            },
        }
    }

    fn carry_out_discard(&mut self, seat: SeatIx, discarded: CardSet, events: &mut Vec<Event>) {
        let up = self.up_cards(seat).intersection(discarded).iter().collect();
        self.put_away(seat, discarded);
        let count = u8::try_from(discarded.len()).unwrap_or(u8::MAX);
        events.push(Event {
            public: PublicEvent::CardsDiscarded { seat, count, up },
            secrets: vec![Secret::new(seat, discarded.iter().collect())],
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

/// How many cards are discarded, if they may be.
fn check_discard(discarded: CardSet, held: CardSet, min: u8, max: u8) -> Result<u8, RuleError> {
    let count = u8::try_from(discarded.len()).unwrap_or(u8::MAX);
    if !held.is_superset(discarded) {
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
