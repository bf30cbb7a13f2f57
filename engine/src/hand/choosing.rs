//! Decisions about the player's own cards and sides: rolls, arranging the down cards, declarations. Simultaneous choices are revealed when
//! all players have chosen. Rules: variants 8, V11, V33, V35, V54, V57.

use super::{Hand, Phase, emit};
use crate::action::{Choice, Choices, Declaration, Declarations, RuleError};
use crate::event::{Event, PublicEvent, Rolled, Secret};
use crate::game::{DeclareOrder, Face, Rolls};
use crate::list::Cards;
use crate::{CardSet, SeatIx, SeatSet};

/// A roll in which players choose cards.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Rolling {
    /// Seats that have not chosen.
    pub(super) pending: SeatSet,
    count: u8,
    announce: Declarations,
    /// Choices made so far.
    chosen: Vec<(SeatIx, CardSet, Option<Declaration>)>,
}

/// A declaration of the sides played for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Declaring {
    /// Seats to declare now.
    pub(super) asked: SeatSet,
    /// Seats that declare later.
    waiting: SeatSet,
    choices: Declarations,
    order: DeclareOrder,
}

impl Declaring {
    pub(super) const fn choice(&self) -> Choice {
        Choice::Declare { options: self.choices }
    }

    /// Returns `true` if declarations stay secret until all seats have declared.
    pub(super) fn hides(&self) -> bool {
        self.order != DeclareOrder::InTurn
    }
}

/// A discard of down and up cards, or of down cards alone.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Discarding {
    /// Seats that have not chosen.
    pub(super) pending: SeatSet,
    pub(super) down: u8,
    pub(super) up: u8,
    /// Choices made so far, if up cards are discarded.
    pub(super) chosen: Vec<(SeatIx, CardSet)>,
}

impl Hand {
    /// Opens a roll. If no player has anything to choose, turns the cards up and returns `false`.
    pub(super) fn open_roll(&mut self, which: Rolls, announce: Declarations, events: &mut Vec<Event>) -> bool {
        let count = match which {
            Rolls::Near => 1,
            Rolls::All => u8::MAX,
            Rolls::Chosen(count) => count,
        };
        let chooses = matches!(which, Rolls::Chosen(_));
        let mut rolling = Rolling {
            pending: SeatSet::EMPTY,
            count,
            announce,
            chosen: Vec::with_capacity(self.live().len()),
        };
        for seat in self.live().clockwise_from(self.terms.button) {
            let down: Cards = self.down_cards(seat).collect();
            if chooses && !down.is_empty() && (down.len() > usize::from(count) || !announce.is_empty()) {
                rolling.pending.insert(seat);
            } else if !down.is_empty() {
                let cards = down.iter().copied().take(usize::from(count)).collect();
                rolling.chosen.push((seat, cards, None));
            }
        }
        if rolling.pending.is_empty() {
            self.turn_up(rolling.chosen, events);
            return false;
        }
        self.phase = Phase::Rolling(Box::new(rolling));
        true
    }

    pub(super) fn roll_choice(&self, rolling: &Rolling, seat: SeatIx) -> Choice {
        let cards: Cards = self.down_cards(seat).collect();
        let count = rolling.count.min(u8::try_from(cards.len()).unwrap_or(u8::MAX));
        Choice::Roll {
            min: count,
            max: count,
            cards,
            announce: rolling.announce,
        }
    }

    pub(super) fn roll(
        &mut self,
        mut rolling: Rolling,
        seat: SeatIx,
        (cards, announce): (CardSet, Option<Declaration>),
        events: &mut Vec<Event>,
    ) -> Result<(), RuleError> {
        let down: CardSet = self.down_cards(seat).collect();
        let count = rolling.count.min(u8::try_from(down.len()).unwrap_or(u8::MAX));
        check_pick(cards, down, count)?;
        match announce {
            None if !rolling.announce.is_empty() => return Err(RuleError::AnnouncementMissing),
            Some(announce) if !rolling.announce.contains(&announce) => return Err(RuleError::DeclarationNotOffered),
            _ => {}
        }
        rolling.pending.remove(seat);
        rolling.chosen.push((seat, cards, announce));
        emit(events, || PublicEvent::ChoiceMade { seat });
        if rolling.pending.is_empty() {
            self.turn_up(rolling.chosen, events);
            self.leave_phase(events);
        } else {
            self.phase = Phase::Rolling(Box::new(rolling));
        }
        Ok(())
    }

    /// Turns down cards up; they then lie after their owner's other up cards.
    fn turn_up(&mut self, chosen: Vec<(SeatIx, CardSet, Option<Declaration>)>, events: &mut Vec<Event>) {
        let mut rolls = Vec::with_capacity(chosen.len());
        for (seat, cards, announced) in chosen {
            let turned = self.holdings.turn_up(seat, cards);
            self.declared.announce(seat, announced);
            rolls.push(Rolled {
                seat,
                cards: turned,
                announced,
            });
        }
        // The order of the choices stays secret.
        rolls.sort_by_key(|roll| self.distance(roll.seat));
        if !rolls.is_empty() {
            emit(events, || PublicEvent::CardsRolled { rolls });
        }
    }

    /// Offers the next player the optional roll, after `last` has received a card. Rule: variants V33.
    pub(super) fn next_optional_roll(&mut self, last: Option<SeatIx>, events: &mut Vec<Event>) {
        let mut waiting = self.live().clockwise_from(self.terms.button);
        let next = match last {
            None => waiting.next(),
            Some(last) => waiting.find(|seat| self.distance(*seat) > self.distance(last)),
        };
        if let Some(seat) = next {
            self.phase = Phase::OptionalRoll(seat);
            return self.start_turn(events);
        }
        self.leave_phase(events);
    }

    pub(super) fn optional_roll_choices(&self, seat: SeatIx) -> Choices {
        let flip = self.down_cards(seat).next().map(|_| Choice::Flip);
        flip.into_iter().chain([Choice::Keep]).collect()
    }

    /// Turns the seat's hole card up and deals its next card face down.
    pub(super) fn flip(&mut self, seat: SeatIx, events: &mut Vec<Event>) -> Result<(), RuleError> {
        let hole = self.down_cards(seat).next().ok_or(RuleError::WrongKind)?;
        self.turn_up(vec![(seat, CardSet::only(hole), None)], events);
        self.deal_after_roll(seat, Face::Down, events);
        Ok(())
    }

    /// Leaves the seat's hole card as it lies and deals its next card face up.
    pub(super) fn keep_hole_card(&mut self, seat: SeatIx, events: &mut Vec<Event>) {
        emit(events, || PublicEvent::CardKept { seat });
        self.deal_after_roll(seat, Face::Up, events);
    }

    fn deal_after_roll(&mut self, seat: SeatIx, face: Face, events: &mut Vec<Event>) {
        let mine = self
            .live()
            .clockwise_from(self.terms.button)
            .position(|s| s == seat)
            .unwrap_or(0);
        let still_to_serve = self.live().len() - mine - 1;
        if self.deal_one(seat, face, still_to_serve, events) {
            self.start_turn(events);
        } else {
            self.next_optional_roll(Some(seat), events);
        }
    }

    /// Arranges the seat's down cards in this order. Others learn only that it did.
    pub(super) fn arrange(
        &mut self,
        mut pending: SeatSet,
        seat: SeatIx,
        order: Cards,
        events: &mut Vec<Event>,
    ) -> Result<(), RuleError> {
        let down: CardSet = self.down_cards(seat).collect();
        let named: CardSet = order.iter().copied().collect();
        if named != down || order.len() != down.len() {
            return Err(RuleError::BadOrder);
        }
        pending.remove(seat);
        self.holdings.arrange(seat, order);
        events.push(Event {
            public: PublicEvent::CardsArranged { seat },
            secrets: vec![Secret::new(seat, order)],
        });
        if pending.is_empty() {
            self.leave_phase(events);
        } else {
            self.phase = Phase::Arranging(pending);
        }
        Ok(())
    }

    pub(super) fn open_declaration(&mut self, choices: Declarations, order: DeclareOrder) {
        let mut asked = self.live();
        let mut waiting = SeatSet::EMPTY;
        if order == DeclareOrder::InTurn {
            let first = self.course.aggressor().filter(|seat| self.live().contains(*seat));
            let first = first.or_else(|| self.live().next_after(self.terms.button));
            asked = first.map_or(self.live(), SeatSet::only);
            waiting = self.live().difference(asked);
        }
        self.phase = Phase::Declaring(Declaring {
            asked,
            waiting,
            choices,
            order,
        });
    }

    pub(super) fn declare(
        &mut self,
        mut declaring: Declaring,
        seat: SeatIx,
        declaration: Declaration,
        events: &mut Vec<Event>,
    ) -> Result<(), RuleError> {
        if !declaring.choices.contains(&declaration) {
            return Err(RuleError::DeclarationNotOffered);
        }
        declaring.asked.remove(seat);
        self.declared.declare(seat, declaration);
        emit(events, || PublicEvent::ChoiceMade { seat });
        if !declaring.asked.is_empty() {
            self.phase = Phase::Declaring(declaring);
            return Ok(());
        }
        // In turn, each declaration is revealed as it is made.
        if let Some(next) = declaring.waiting.next_after(seat) {
            declaring.waiting.remove(next);
            declaring.asked = SeatSet::only(next);
            self.phase = Phase::Declaring(declaring);
            emit(events, || PublicEvent::Declared {
                declarations: vec![(seat, declaration)],
            });
            self.start_turn(events);
            return Ok(());
        }
        let told = match declaring.order {
            DeclareOrder::InTurn => SeatSet::only(seat),
            DeclareOrder::AtOnce => self.live(),
        };
        let declarations = told.clockwise_from(self.terms.button);
        let declarations = declarations
            .filter_map(|seat| Some((seat, self.declared.of(seat)?)))
            .collect();
        emit(events, || PublicEvent::Declared { declarations });
        self.leave_phase(events);
        Ok(())
    }
}

/// Checks that the player named exactly `count` of the cards to choose from.
pub(super) fn check_pick(named: CardSet, of: CardSet, count: u8) -> Result<(), RuleError> {
    let chosen = u8::try_from(named.len()).unwrap_or(u8::MAX);
    if !of.is_superset(named) {
        return Err(RuleError::CardNotHeld);
    }
    if chosen < count {
        return Err(RuleError::TooFewCards {
            count: chosen,
            min: count,
        });
    }
    if chosen > count {
        return Err(RuleError::TooManyCards {
            count: chosen,
            max: count,
        });
    }
    Ok(())
}
