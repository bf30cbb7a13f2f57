//! Discarding cards: draws, which may refill the deck, and discards without replacement.

use super::choosing::{Discarding, check_pick};
use super::{Hand, Phase, emit};
use crate::action::{Choice, DrawRound, Pick, RuleError};
use crate::deck::To;
use crate::event::{Event, PublicEvent, Secret};
use crate::game::{Burn, Face, LastCard, OpenersCheck, Step};
use crate::list::Cards;
use crate::{BySeat, Card, CardSet, SeatIx, SeatSet};

/// A draw round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Drawing {
    to_act: SeatIx,
    /// Seats still to draw in this round.
    waiting: SeatSet,
    max: u8,
    /// Cards replaced before the other players draw.
    per_pass: u8,
    /// Cards owed to each seat after all others have been served.
    owed: BySeat<u8>,
}

impl Drawing {
    pub(super) const fn to_act(self) -> SeatIx {
        self.to_act
    }
}

impl Hand {
    /// Opens a draw round; returns `false` if no hand is live.
    pub(super) fn open_draw(&mut self, max: u8, per_pass: u8) -> bool {
        let Some(to_act) = self.live().next_after(self.terms.button) else {
            return false;
        };
        self.phase = Phase::Drawing(Drawing {
            to_act,
            waiting: self.live().difference(SeatSet::only(to_act)),
            max,
            per_pass,
            owed: BySeat::default(),
        });
        self.place.count_draw();
        true
    }

    /// Returns the latest draw round, or `None` before the first.
    pub fn draw_round(&self) -> Option<DrawRound> {
        let number = self.place.draws();
        // When all players check, a script may jump ahead: the draws it skips do not count for this hand.
        let ahead = self
            .place
            .ahead(&self.game.steps)
            .iter()
            .take_while(|step| !matches!(step, Step::Show(_)));
        let ahead = ahead.filter(|step| matches!(step, Step::Draw { .. })).count();
        let of = u8::try_from(ahead).map_or(u8::MAX, |ahead| number.saturating_add(ahead));
        (number > 0).then_some(DrawRound { number, of })
    }

    pub(super) fn draw_choice(&self, drawing: &Drawing) -> Choice {
        Choice::Discard {
            min: 0,
            max: self.draw_limit(drawing),
            cards: *self.holdings.held(drawing.to_act),
            replaced: true,
            up: Pick::NONE,
        }
    }

    /// Iterates over the down cards of a seat in the order of the deal.
    pub(super) fn down_cards(&self, seat: SeatIx) -> impl Iterator<Item = Card> {
        self.facing(seat, Face::Down)
    }

    /// Returns the most cards the seat to act may discard: only as many as can be replaced, after setting aside the cards owed to others
    /// and the burn card. Rule: variants D2.
    fn draw_limit(&self, drawing: &Drawing) -> u8 {
        let owed: usize = drawing.owed.iter().map(|(_, count)| usize::from(*count)).sum();
        let burned = usize::from(self.burns());
        let deliverable = self.usable_stub() + self.returnable(drawing, drawing.to_act, burned).len();
        let deliverable = deliverable.saturating_sub(owed + burned);
        drawing.max.min(u8::try_from(deliverable).unwrap_or(u8::MAX))
    }

    /// Returns the number of cards in the stub that may be dealt before it is refilled. Rule: variants D1.
    fn usable_stub(&self) -> usize {
        match self.game.last_card {
            LastCard::Forbid => self.deck.left().saturating_sub(1),
            LastCard::Allow => self.deck.left(),
        }
    }

    /// Returns the cards that come back when the deck is refilled while `drawer` draws: folded hands with all their discards, and the
    /// discards of players who have already drawn. Discards of the opener are kept as proof, unless nothing else is left once `burned`
    /// cards of the stub are burned. Rules: variants D1, D2.
    fn returnable(&self, drawing: &Drawing, drawer: SeatIx, burned: usize) -> CardSet {
        let proving = self.openings.proving();
        let (mut cards, mut kept) = (CardSet::EMPTY, CardSet::EMPTY);
        for seat in self.terms.dealt.iter() {
            let discarded = self.holdings.discarded(seat);
            if !self.live().contains(seat) {
                cards = cards.union(self.holdings.card_set(seat)).union(discarded);
            } else if seat != drawer && !drawing.waiting.contains(seat) {
                let to = if proving.contains(seat) { &mut kept } else { &mut cards };
                *to = to.union(discarded);
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
            // Other players may have been offered this seat's discards and taken the cards set aside for it.
            returned = self.holdings.discarded(drawer);
        }
        self.contenders
            .keep_cards(|seat| self.holdings.laid_out(seat).collect());
        for seat in self.terms.dealt.iter() {
            self.holdings.give_back(seat, returned);
        }
        self.deck.refill(returned);
        let count = u8::try_from(returned.len()).expect("a deck is short");
        emit(events, || PublicEvent::DeckRefilled { count });
    }

    /// Discards the seat's cards and deals it as many; those beyond one pass follow when all others have been served.
    pub(super) fn draw(
        &mut self,
        mut drawing: Drawing,
        discarded: CardSet,
        events: &mut Vec<Event>,
    ) -> Result<(), RuleError> {
        let seat = drawing.to_act;
        let held = self.holdings.card_set(seat);
        let count = check_discard(discarded, held, 0, self.draw_limit(&drawing))?;
        let up = self.up_cards(seat).intersection(discarded);
        self.holdings.discard(seat, discarded);
        let later = count.saturating_sub(drawing.per_pass);
        let count = count - later;
        // The choice of the up cards replaced in the first pass must not depend on the face-down cards.
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
            self.holdings.burn(card);
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
        if let Some(next) = self.live().intersection(drawing.waiting).next_after(self.terms.button) {
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

    /// Runs the second pass of a draw: every seat receives the cards it is owed.
    fn serve_the_rest(&mut self, drawing: &Drawing, events: &mut Vec<Event>) {
        let order: Vec<SeatIx> = self.live().clockwise_from(self.terms.button).collect();
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

    /// Deals one replacement card to a seat.
    fn replace(&mut self, drawing: &Drawing, seat: SeatIx, events: &mut Vec<Event>) -> Option<Card> {
        let card = self.next_card(drawing, seat, To::Seat(seat), events)?;
        self.holdings.receive(seat, card, Face::Down);
        Some(card)
    }

    /// Deals the next card of the deck, refilling it if necessary. Rule: variants D1.
    fn next_card(&mut self, drawing: &Drawing, drawer: SeatIx, to: To, events: &mut Vec<Event>) -> Option<Card> {
        if self.usable_stub() == 0 {
            self.refill(drawing, drawer, events);
        }
        self.deck.deal(to)
    }

    /// Discards the seat's cards without replacement. While others are still choosing, the discarded up cards stay secret; down cards
    /// reveal nothing, as their number is fixed in advance.
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
        self.holdings.discard(seat, discarded);
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

/// Checks a discard and returns its number of cards.
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
