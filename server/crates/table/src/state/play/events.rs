//! Effects of a hand's events beyond the engine's hand, and the viewers who get each part.

use poker_engine::event::{DealtCard, PublicEvent as HandEvent};
use poker_engine::{BySeat, Card, CardSet, Chips, Event, SeatIx, SeatSet};
use poker_protocol::v1::event::PrivateEvent;
use poker_wire::{self as wire, Context, MadeAt, Mirror, OwnMade};

use super::{Decided, HandInPlay, Last};
use crate::state::event_log::EventLog;

impl HandInPlay {
    pub(super) fn tell(
        &mut self,
        events: &[Event],
        decided: Decided,
        discarded: Option<CardSet>,
        teller: &mut EventLog<'_>,
    ) {
        let context = Context {
            hand: self.no,
            turns_before: self.turns_before,
            auto: decided == Decided::ByServer,
            dark: self.hand.dark_offer(),
            draw: self.hand.draw_round(),
        };
        let mut made: BySeat<Option<u64>> = BySeat::default();
        for event in events {
            let public = wire::public_event(&event.public, context);
            let seq = self.say(&public, teller);
            self.note(&event.public, seq);
            for secret in &event.secrets {
                let (seat, cards) = (secret.seat(), secret.reveal_to_owner());
                let (gone, new) = match event.public {
                    HandEvent::CardsArranged { .. } => {
                        self.arrange(seat, cards);
                        self.orders[seat].push(cards.to_vec());
                        if let Some(own) = self.own_hand(seat) {
                            own.expect_order(cards.to_vec());
                        }
                        (None, &[][..])
                    }
                    HandEvent::CardSwapped { card, .. } => (Some(CardSet::from_iter([card])), cards),
                    HandEvent::CardsDiscarded { .. } => (Some(cards.iter().copied().collect()), &[][..]),
                    HandEvent::CardsDrawn { .. } => (discarded, cards),
                    _ => (None, cards),
                };
                self.take_cards(seat, gone, new);
                if let Some(own) = self.own_hand(seat) {
                    own.expect_cards(new);
                }
                if let Some(who) = self.participant(seat) {
                    let private = PrivateEvent::Cards {
                        seq,
                        cards: wire::cards(new.iter().copied()),
                        hand: wire::cards(self.held[seat].iter().copied()),
                    };
                    teller.tell_account(seq, who.account, &private);
                }
            }
            self.make(&public, seq, &mut made);
        }
        self.tell_made(&made, teller);
    }

    /// Updates the hands that the cards make after an event, in the record too.
    fn make(&mut self, event: &poker_protocol::v1::PublicEvent, seq: u64, made: &mut BySeat<Option<u64>>) {
        for (own, who) in self.own.iter_mut().zip(&self.participants) {
            if own.take(event).is_none() || own.has_folded() {
                continue;
            }
            let seat = who.seat;
            self.makes[seat] = own.made(self.hand.game());
            if self.makes[seat] != OwnMade::default() {
                self.made_at[seat].push(MadeAt {
                    seq: self.told,
                    made: self.makes[seat].clone(),
                });
            }
            made[seat] = Some(seq);
        }
    }

    /// Updates a seat's own cards as its private parts describe them: `discarded` leave the hand, `new` enter it.
    fn take_cards(&mut self, seat: SeatIx, discarded: Option<CardSet>, new: &[Card]) {
        if let Some(discarded) = discarded {
            self.held[seat].retain(|card| !discarded.contains(*card));
        }
        self.held[seat].extend(new);
        self.received[seat].extend(new);
        self.lay_out(seat);
    }

    fn lay_out(&mut self, seat: SeatIx) {
        let up = &self.turned_up[seat];
        let place = |card: &Card| up.iter().position(|turned| turned == card).map_or(0, |at| at + 1);
        self.held[seat].sort_by_key(place);
    }

    /// Puts the named cards of a seat into this order, within the positions that they have.
    fn arrange(&mut self, seat: SeatIx, order: &[Card]) {
        let mut next = order.iter();
        for held in self.held[seat].iter_mut().filter(|held| order.contains(held)) {
            *held = *next.next().expect("as many places as cards");
        }
    }

    /// Records what a snapshot has to show beyond the engine's view.
    fn note(&mut self, event: &HandEvent, seq: u64) {
        self.telling.note(event);
        self.gist.note(event);
        match event {
            HandEvent::ActionTaken { seat, action, .. } => {
                self.last[*seat] = Last::Acted(action.to_wire());
            }
            HandEvent::Posted { seat, kind, .. } => self.last[*seat] = Last::Posted(kind.to_wire()),
            HandEvent::CardsDrawn { seat, count, up } => {
                self.last[*seat] = Last::Drew(*count);
                self.turned_up[*seat].retain(|card| !up.contains(card));
            }
            // A refill may deal the same card again, face down.
            HandEvent::CardsDiscarded { seat, up, .. } => self.turned_up[*seat].retain(|card| !up.contains(card)),
            HandEvent::CardSwapped { seat, card } => self.turned_up[*seat].retain(|up| up != card),
            HandEvent::BoardDealt { cards } | HandEvent::BoardTurned { cards } => {
                self.board.extend(cards);
                self.last = BySeat::default();
            }
            HandEvent::SecondRunStarted { kept } => self.board.truncate(usize::from(*kept)),
            HandEvent::CommunalDealt { card } => {
                self.board.push(*card);
                self.last = BySeat::default();
            }
            HandEvent::HoleCardsDealt { hands } => {
                for (seat, cards) in hands {
                    let up = cards.iter().filter_map(|card| match card {
                        DealtCard::Up(card) => Some(*card),
                        DealtCard::Down => None,
                    });
                    self.turned_up[*seat].extend(up);
                }
                self.last = BySeat::default();
            }
            HandEvent::PotsFormed { .. } => self.last = BySeat::default(),
            HandEvent::TurnStarted(turn) => {
                self.turn_seq = seq;
                if turn.kind != poker_engine::TurnKind::Bet {
                    self.end_betting_round();
                }
            }
            HandEvent::HandShown { seat, cards, .. }
            | HandEvent::KilledShown { seat, cards }
            | HandEvent::SevenDeucePaid { seat, cards, .. } => {
                self.seen[*seat] = cards.iter().copied().collect();
            }
            HandEvent::HandsTabled { hands } => {
                for (seat, cards) in hands {
                    self.seen[*seat] = cards.iter().copied().collect();
                }
            }
            HandEvent::HandsOpened { hands } => {
                for (seat, cards) in hands {
                    self.seen[*seat] = self.seen[*seat].union(cards.iter().copied().collect());
                }
            }
            HandEvent::OpenersShown { seat, cards } => {
                self.seen[*seat] = self.seen[*seat].union(cards.iter().copied().collect());
            }
            HandEvent::CardsRolled { rolls } => {
                // Where the cards lie in order, they are turned up without a decision that would end the round.
                if rolls.len() > 1 {
                    self.last = BySeat::default();
                }
                for roll in rolls {
                    self.seen[roll.seat] = self.seen[roll.seat].union(roll.cards.iter().copied().collect());
                    self.turned_up[roll.seat].extend(roll.cards);
                    self.lay_out(roll.seat);
                }
            }
            HandEvent::PotAwarded {
                pot, amount, shares, ..
            } => self.award(usize::from(*pot), *amount, shares),
            HandEvent::DarkDeclared { .. }
            | HandEvent::ExcessForfeited { .. }
            | HandEvent::SecondBoardDealt { .. }
            | HandEvent::BoardDealtDown { .. }
            | HandEvent::ExtraCardDealt { .. }
            | HandEvent::StraddleDeclined { .. }
            | HandEvent::ChoiceMade { .. }
            | HandEvent::CardKept { .. }
            | HandEvent::CardsArranged { .. }
            | HandEvent::CardBought { .. }
            | HandEvent::BuyPassed { .. }
            | HandEvent::Declared { .. }
            | HandEvent::PassedOut
            | HandEvent::PotCarried { .. }
            | HandEvent::KittyTaken { .. }
            | HandEvent::DeckRefilled { .. }
            | HandEvent::UncalledReturned { .. }
            | HandEvent::RunsDecided { .. }
            | HandEvent::HandMucked { .. }
            | HandEvent::HandCompleted { .. } => {}
        }
    }

    fn award(&mut self, pot: usize, amount: Chips, shares: &[(SeatIx, Chips)]) {
        self.paid_out += amount.get();
        if self.winners.len() <= pot {
            self.winners.resize(pot + 1, SeatSet::EMPTY);
        }
        let won = shares.iter().filter(|(_, share)| !share.is_zero());
        self.winners[pot] = self.winners[pot].union(won.map(|(seat, _)| *seat).collect());
        if self.seen.iter().any(|(_, seen)| !seen.is_empty()) {
            self.pots_shown_down = self.pots_shown_down.max(pot + 1);
        }
    }

    /// Resets betting actions. A round that is checked through has no closing event; only the next event shows that it
    /// is over.
    fn end_betting_round(&mut self) {
        for (_, last) in self.last.iter_mut() {
            if matches!(last, Last::Acted(_)) {
                *last = Last::Nothing;
            }
        }
    }

    /// Sends each contending seat the hand that its cards make, once per step, under the number of the last event that
    /// changed it.
    fn tell_made(&self, made: &BySeat<Option<u64>>, teller: &mut EventLog<'_>) {
        for who in self.participants.iter().filter(|who| self.contends(who.seat)) {
            let Some(seq) = made[who.seat] else { continue };
            if let Some(part) = self.makes[who.seat].clone().part(seq) {
                teller.tell_account(seq, who.account, &part);
            }
        }
    }
}
