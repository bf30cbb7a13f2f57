//! Dealing: streets, the board, and the effects of up cards as they are dealt. Rules: variants 5, 8, D3.

use super::{Hand, Phase, emit};
use crate::action::{Action, Choice, RuleError, TurnKind};
use crate::deck::To;
use crate::event::{DealtCard, DealtCards, Event, PublicEvent, Secret};
use crate::game::{Face, Step, UpCardRule};
use crate::list::{Cards, SeatList};
use crate::{Card, CardSet, Chips, SeatIx, SeatSet};

/// Progress of a deal.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Progress {
    /// Cards of the pattern that every player has received.
    turn: usize,
    /// Last seat to have received the current card.
    after: Option<SeatIx>,
}

/// An up card that its owner has to decide about before the deal continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Offer {
    pub(super) seat: SeatIx,
    pub(super) card: Card,
    pub(super) kind: OfferKind,
    /// Continuation of the deal.
    resume: Resume,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum OfferKind {
    /// Pay the price, or fold.
    Buy { price: Chips, to: Seller },
    /// Exchange the card for one face down.
    Swap,
}

/// Recipient of the price of an up card. Rule: variants A22.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Seller {
    /// Each pot that its owner contends for gets as much as it contains.
    EachPot,
    /// The main pot gets a fixed amount.
    MainPot,
}

impl Offer {
    pub(super) fn turn_kind(&self) -> TurnKind {
        match self.kind {
            OfferKind::Buy { .. } => TurnKind::Buy,
            OfferKind::Swap => TurnKind::Swap,
        }
    }

    pub(super) fn choices(&self) -> [Choice; 2] {
        match self.kind {
            OfferKind::Buy { price, .. } => [Choice::Buy { price }, Choice::Pass],
            OfferKind::Swap => [Choice::Swap, Choice::Keep],
        }
    }
}

/// Deal that an up card interrupted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Resume {
    /// A deal to all players.
    Street(Progress),
    /// One card for each player who has decided on the optional roll; this seat received it.
    OptionalRoll(SeatIx),
}

/// Dealt cards not yet reported in an event.
#[derive(Default)]
struct Unsent(Vec<(SeatIx, DealtCards, Cards)>);

impl Unsent {
    fn push(&mut self, seat: SeatIx, card: Card, face: Face) {
        let index = self.0.iter().position(|(s, ..)| *s == seat).unwrap_or_else(|| {
            self.0.push((seat, DealtCards::EMPTY, Cards::EMPTY));
            self.0.len() - 1
        });
        let (_, visible, cards) = &mut self.0[index];
        visible.push(DealtCard::new(card, face));
        cards.push(card);
    }

    fn emit(&mut self, hand: &Hand, events: &mut Vec<Event>) {
        if self.0.is_empty() {
            return;
        }
        let secrets = self
            .0
            .iter()
            .filter(|(seat, ..)| hand.contenders.live().contains(*seat));
        let secrets = secrets.map(|(seat, _, cards)| Secret::new(*seat, *cards)).collect();
        let hands = self.0.drain(..).map(|(seat, visible, _)| (seat, visible)).collect();
        let public = PublicEvent::HoleCardsDealt { hands };
        events.push(Event { public, secrets });
    }
}

impl Hand {
    /// Deals one card per turn to each player, clockwise from the left of the button. Returns `false` if an up card has to be decided about
    /// first.
    pub(super) fn deal_street(&mut self, faces: &[Face], from: Progress, events: &mut Vec<Event>) -> bool {
        let whole = from == Progress::default()
            && self.game.triggers.is_empty()
            && self.deck.left() >= faces.len() * self.terms.dealt.len();
        if whole {
            self.deal_at_once(faces, events);
            return true;
        }
        let mut unsent = Unsent::default();
        let mut after = from.after;
        for (turn, &face) in faces.iter().enumerate().skip(from.turn) {
            let begins = after.is_none();
            let receiving = self.receiving();
            if begins && self.deck.left() < receiving.len() {
                unsent.emit(self, events);
                self.deal_communal(events);
                continue;
            }
            let order: Vec<SeatIx> = receiving.clockwise_from(self.terms.button).collect();
            let done = |seat: SeatIx| after.is_some_and(|last| self.distance(seat) <= self.distance(last));
            let waiting: Vec<SeatIx> = order.into_iter().filter(|seat| !done(*seat)).collect();
            for (index, &seat) in waiting.iter().enumerate() {
                let Some(card) = self.deck.deal(To::Seat(seat)) else {
                    continue;
                };
                let face = self.face_for(seat, face);
                self.holdings.receive(seat, card, face);
                unsent.push(seat, card, face);
                let progress = Progress {
                    turn,
                    after: Some(seat),
                };
                let still_to_serve = waiting.len() - index - 1;
                if self.land(
                    (seat, card, face),
                    still_to_serve,
                    Resume::Street(progress),
                    &mut unsent,
                    events,
                ) {
                    return false;
                }
            }
            after = None;
        }
        unsent.emit(self, events);
        true
    }

    /// Returns the clockwise distance of a seat from the button; the button itself comes last.
    pub(super) fn distance(&self, seat: SeatIx) -> u8 {
        self.terms.button.clockwise_to(seat, self.terms.seat_count)
    }

    /// Returns the seats that receive the street being dealt; the first street also goes to dead hands. Rule: tournament 0.
    fn receiving(&self) -> SeatSet {
        let before = self.place.before_last(&self.game.steps);
        let is_first = !before.iter().any(|step| matches!(step, Step::Deal(_)));
        if is_first {
            self.live().union(self.contenders.absent())
        } else {
            self.live()
        }
    }

    /// Returns the side on which a card for this seat lies: cards of a dead hand are never shown. Rule: tournament 0.
    fn face_for(&self, seat: SeatIx, face: Face) -> Face {
        if self.contenders.absent().contains(seat) {
            Face::Down
        } else {
            face
        }
    }

    fn deal_at_once(&mut self, faces: &[Face], events: &mut Vec<Event>) {
        let order: SeatList = self.receiving().clockwise_from(self.terms.button).collect();
        // The lists are filled in place: moving finished ones would write each of them card by card, and stall when they are next read as a
        // whole.
        let mut hands: Vec<_> = order.iter().map(|seat| (*seat, DealtCards::EMPTY)).collect();
        let mut secrets: Vec<_> = order.iter().map(|seat| Secret::new(*seat, Cards::EMPTY)).collect();
        for &face in faces {
            self.deck.deal_round(&order);
            for (index, ((seat, visible), secret)) in hands.iter_mut().zip(&mut secrets).enumerate() {
                let card = self.deck.dealt(order.len())[index];
                let face = self.face_for(*seat, face);
                self.holdings.receive(*seat, card, face);
                visible.push(DealtCard::new(card, face));
                secret.push(card);
            }
        }
        secrets.retain(|secret| self.live().contains(secret.seat()));
        let public = PublicEvent::HoleCardsDealt { hands };
        events.push(Event { public, secrets });
    }

    /// Triggers the action of an up card that has just been dealt; returns `true` if its owner has to decide about it.
    fn land(
        &mut self,
        (seat, card, face): (SeatIx, Card, Face),
        still_to_serve: usize,
        resume: Resume,
        unsent: &mut Unsent,
        events: &mut Vec<Event>,
    ) -> bool {
        if face == Face::Down {
            return false;
        }
        let Some(rule) = self.game.trigger(card.rank()) else {
            return false;
        };
        let stack = self.stacks.of(seat);
        let spare = self.deck.left() > still_to_serve;
        let buy = |price: Chips, to| OfferKind::Buy {
            price: price.min(stack),
            to,
        };
        // A player without chips keeps the card for free, and a price of zero needs no decision.
        let kind = match rule {
            UpCardRule::BuyPot => buy(self.pot_contended_for(seat), Seller::EachPot),
            UpCardRule::Buy(price) => buy(price, Seller::MainPot),
            UpCardRule::Swap if spare => OfferKind::Swap,
            UpCardRule::Extra if spare => {
                unsent.emit(self, events);
                self.give_down_card(seat, PublicEvent::ExtraCardDealt { seat }, events);
                return false;
            }
            UpCardRule::Swap | UpCardRule::Extra => return false,
        };
        if matches!(kind, OfferKind::Buy { price: Chips::ZERO, .. }) {
            return false;
        }
        unsent.emit(self, events);
        self.phase = Phase::Offered(Box::new(Offer {
            seat,
            card,
            kind,
            resume,
        }));
        true
    }

    /// Deals a seat one card face down.
    fn give_down_card(&mut self, seat: SeatIx, public: PublicEvent, events: &mut Vec<Event>) {
        let mut cards = Cards::EMPTY;
        if let Some(card) = self.deck.deal(To::Seat(seat)) {
            self.holdings.receive(seat, card, Face::Down);
            cards.push(card);
        }
        let secrets = vec![Secret::new(seat, cards)];
        events.push(Event { public, secrets });
    }

    /// Returns the chips in the pots that the seat contends for.
    fn pot_contended_for(&self, seat: SeatIx) -> Chips {
        let pots = self.pots();
        let own = pots.iter().filter(|pot| pot.eligible.contains(seat));
        own.map(|pot| pot.amount).sum()
    }

    /// Carries out the owner's decision about an up card.
    pub(super) fn answer_offer(
        &mut self,
        offer: Offer,
        action: Action,
        events: &mut Vec<Event>,
    ) -> Result<(), RuleError> {
        let (seat, card) = (offer.seat, offer.card);
        match (offer.kind, action) {
            (OfferKind::Buy { price, to }, Action::Buy) => self.buy(seat, price, to, events),
            (OfferKind::Buy { .. }, Action::Pass) => {
                self.contenders.fold(seat);
                emit(events, || PublicEvent::BuyPassed { seat });
            }
            (OfferKind::Swap, Action::Swap) => {
                self.holdings.discard(seat, CardSet::only(card));
                self.give_down_card(seat, PublicEvent::CardSwapped { seat, card }, events);
            }
            (OfferKind::Swap, Action::Keep) => emit(events, || PublicEvent::CardKept { seat }),
            _ => return Err(RuleError::WrongKind),
        }
        self.phase = Phase::Over;
        self.go_on(offer.resume, events);
        Ok(())
    }

    /// Takes the seat's payment for its up card. Rules: variants 0, A22.
    fn buy(&mut self, seat: SeatIx, price: Chips, to: Seller, events: &mut Vec<Event>) {
        match to {
            Seller::EachPot => self.wagers.match_pots(seat, price, self.live()),
            Seller::MainPot => self.wagers.add_dead(price),
        }
        let all_in = self.stacks.pay(seat, price);
        let amount = price;
        emit(events, || PublicEvent::CardBought { seat, amount, all_in });
        self.tell_pots(events);
    }

    fn go_on(&mut self, resume: Resume, events: &mut Vec<Event>) {
        if self.live().is_several() {
            match resume {
                Resume::Street(progress) => {
                    if let Some(&Step::Deal(faces)) = self.place.last(&self.game.steps)
                        && !self.deal_street(&faces, progress, events)
                    {
                        return self.start_turn(events);
                    }
                }
                Resume::OptionalRoll(seat) => return self.next_optional_roll(Some(seat), events),
            }
        }
        self.advance(events);
    }

    /// Deals the card after the optional roll; returns `true` if its owner has to decide about it.
    pub(super) fn deal_one(
        &mut self,
        seat: SeatIx,
        face: Face,
        still_to_serve: usize,
        events: &mut Vec<Event>,
    ) -> bool {
        let Some(card) = self.deck.deal(To::Seat(seat)) else {
            return false;
        };
        self.holdings.receive(seat, card, face);
        let mut unsent = Unsent::default();
        unsent.push(seat, card, face);
        let decides = self.land(
            (seat, card, face),
            still_to_serve,
            Resume::OptionalRoll(seat),
            &mut unsent,
            events,
        );
        unsent.emit(self, events);
        decides
    }

    /// Deals one card for all in place of a street for which the deck is too short, or none if the deck is empty. Rule: variants D3.
    pub(super) fn deal_communal(&mut self, events: &mut Vec<Event>) {
        if let Some(card) = self.deck.deal(To::Board) {
            self.boards.lay(&[card], Face::Up);
            emit(events, || PublicEvent::CommunalDealt { card });
        }
    }

    pub(super) fn deal_board(&mut self, count: u8, face: Face, events: &mut Vec<Event>) {
        let cards: Cards = (0..count).filter_map(|_| self.deck.deal(To::Board)).collect();
        self.boards.lay(&cards, face);
        match face {
            Face::Up => emit(events, || PublicEvent::BoardDealt { cards }),
            Face::Down => emit(events, || PublicEvent::BoardDealtDown { count }),
        }
        if self.boards.are_double() {
            let cards: Cards = (0..count).filter_map(|_| self.deck.deal(To::Board)).collect();
            self.boards.lay_second(&cards);
            emit(events, || PublicEvent::SecondBoardDealt { cards });
        }
    }

    pub(super) fn turn_board(&mut self, count: u8, events: &mut Vec<Event>) {
        let cards = self.boards.turn(count);
        emit(events, || PublicEvent::BoardTurned { cards });
    }
}
