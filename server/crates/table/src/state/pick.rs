//! The game of the next hand: whose turn it is in a rotation, or what the dealer picks.

use poker_engine::table::{ChoiceError, HandPlan, TableEvent};
use poker_engine::{Chips, SeatIx, SeatSet};
use poker_protocol::v1::choice::DecisionKind;
use poker_protocol::v1::event::PrivateEvent;
use poker_protocol::v1::{Card, Choice, PublicEvent};
use poker_store::AccountId;
use poker_wire as wire;

use super::applied::{Applied, Refusal};
use super::command::PickedGame;
use super::law::Law;
use super::play::OpenDecision;
use super::players::account_of;
use super::table::Table;

/// The plan of a new hand, the events of its beginning, and the cards that decided the dealer, if any were dealt for
/// it.
type Started = (HandPlan, Vec<TableEvent>, Option<PublicEvent>);

/// The numbers of the decisions in which dealers pick the game of the next hand.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct PickTurns {
    /// Number of the event that opened the pick, 0 if none is open.
    seq: u64,
    /// Number of times that a dealer was asked for the game of the next hand.
    asked: u32,
}

impl PickTurns {
    /// The numbers from a snapshot, which is taken while no pick is open.
    pub(super) const fn restored(asked: u32) -> Self {
        Self { seq: 0, asked }
    }

    /// Number of times that a dealer was asked for the game of the next hand.
    pub(super) const fn asked(self) -> u32 {
        self.asked
    }

    /// Number of the last pick before the next hand. The first pick has number 0, and the decisions of a hand count from 1.
    pub(super) const fn turn(self) -> u32 {
        self.asked.saturating_sub(1)
    }

    /// Opens a pick by this event.
    const fn open(&mut self, seq: u64) {
        self.seq = seq;
        self.asked += 1;
    }

    /// Closes the open pick.
    const fn close(&mut self) {
        self.seq = 0;
    }

    /// Begins anew, after the hand that was picked for has begun.
    pub(super) const fn hand_began(&mut self) {
        self.asked = 0;
    }

    /// The pick, if it was opened by event `first_seq` or later, was opened by `opened` instead.
    pub(super) const fn renumber(&mut self, first_seq: u64, opened: u64) {
        if self.seq >= first_seq {
            self.seq = opened;
        }
    }
}

impl Table {
    /// The open decision: of the running hand, or the dealer's pick before the next.
    pub fn asked(&self) -> Option<OpenDecision> {
        match self.running() {
            Some(play) => play.asked(),
            None => self.asked_dealer(),
        }
    }

    /// The dealer's pick, if it is open.
    pub(crate) fn asked_dealer(&self) -> Option<OpenDecision> {
        let asked = self.mix.asked()?;
        Some(OpenDecision {
            hand: self.hand_no + 1,
            turn: self.picks.turn(),
            seq: self.picks.seq,
            seats: SeatSet::only(asked.dealer),
            decision: DecisionKind::PickGame,
        })
    }

    /// The seat at which an account makes decisions: the one it was dealt in at, or the one it has if no hand is
    /// running.
    pub(crate) fn deciding_seat(&self, account: AccountId) -> Option<SeatIx> {
        match self.running() {
            Some(play) => play.seat_of(account),
            None => self.seat_of(account),
        }
    }

    /// The account that makes the decisions of a seat.
    pub fn decider(&self, seat: SeatIx) -> Option<AccountId> {
        match self.running() {
            Some(play) => Some(play.participant(seat)?.account),
            None => Some(account_of(self.law.seat(seat)?.player)),
        }
    }

    /// The private part that puts a decision to a seat; `None` if it is not to act.
    pub(crate) fn choices(&self, seat: SeatIx) -> Option<PrivateEvent> {
        if let Some(play) = self.running() {
            return play.choices(seat);
        }
        let asked = self.asked_dealer().filter(|asked| asked.seats.contains(seat))?;
        Some(PrivateEvent::Choices {
            seq: asked.seq,
            hand: asked.hand,
            turn: asked.turn,
            choices: self.offered(seat),
            cards: Vec::new(),
            face_up: Vec::new(),
            board: Vec::new(),
            board_down: 0,
            second_board: Vec::new(),
            pot: wire::chips(self.law.carried()),
            to_call: wire::chips(Chips::ZERO),
            stack: wire::chips(self.law.seat(seat)?.stack),
        })
    }

    /// Choices of a seat; none if it is not to act.
    pub fn offered(&self, seat: SeatIx) -> Vec<Choice> {
        if let Some(play) = self.running() {
            return play.offered(seat);
        }
        let Some(asked) = self.mix.asked().filter(|asked| asked.dealer == seat) else {
            return Vec::new();
        };
        let games = asked.offered.iter();
        let games =
            crate::setup::mix::offered(games.map(|game| (self.setup.played(*game), self.setup.limit_kind(*game))));
        vec![Choice::PickGame { games }]
    }

    /// Asks the dealer of the next hand for its game.
    pub(super) fn ask(&mut self, draw: u16) -> Result<Applied, Refusal> {
        let asked = self.mix.ask(self.law.cash_mut()?, |seats| drawn(draw, seats))?;
        let event = PublicEvent::TurnStarted {
            turn: self.picks.asked,
            seats: vec![asked.dealer.number()],
            decision: DecisionKind::PickGame,
            hand: Some(self.hand_no + 1),
            dark: None,
            draw: None,
        };
        let applied = self.tell_one(&event);
        self.picks.open(self.seq);
        Ok(applied)
    }

    /// Picks a game for the dealer: `picked`, or the table's default if time ran out.
    pub(super) fn pick(&mut self, seat: u8, picked: Option<&PickedGame>) -> Result<Applied, Refusal> {
        let seat = SeatIx::from_number(seat).ok_or(ChoiceError::NobodyAsked)?;
        let game = match picked {
            Some(picked) => self.place_of(picked).ok_or(ChoiceError::NotOnTheMenu)?,
            None => self.mix.timed_out().ok_or(ChoiceError::NobodyAsked)?,
        };
        let events = self.mix.pick(self.law.cash_mut()?, seat, game)?;
        self.picks.close();
        let changed = PublicEvent::GameChanged {
            game: self.setup.at_hand(game, &self.law.structure()),
            seat: Some(seat.number()),
            auto: picked.is_none(),
        };
        let mut applied = self.tell_one(&changed);
        let follow = self.follow(events);
        applied.extend(follow);
        Ok(applied)
    }

    /// Position of a game in the program; without a limit, its first entry.
    fn place_of(&self, picked: &PickedGame) -> Option<u16> {
        let fits = |index: &u16| {
            let kind = self.setup.limit_kind(*index);
            self.setup.played(*index).game.id == picked.game
                && picked
                    .limit
                    .as_deref()
                    .is_none_or(|limit| kind.is_some_and(|kind| kind.code() == limit))
        };
        (0..).take(self.setup.games.len()).find(fits)
    }

    /// Withdraws the open pick if players came or went in a way that changes the dealer or the games on offer.
    pub(super) fn keep_pick(&mut self, applied: &mut Applied) {
        let Law::Cash(law) = &self.law else { return };
        if self.mix.withdraw_if_changed(law) {
            self.picks.close();
            applied.extend(self.tell_one(&PublicEvent::PickWithdrawn {}));
        }
    }

    /// Begins a hand by table law.
    pub(super) fn start_hand(&mut self, draw: u16, cards: &[Card]) -> Result<Started, Refusal> {
        let dealer = self.mix.drawn_dealer();
        let rule = self.setup.first_dealer(self.mix.game(), cards);
        let mut told = None;
        let first = |seats: SeatSet| {
            let picked = dealer.filter(|dealer| seats.contains(*dealer));
            picked.unwrap_or_else(|| {
                let deck = cards.iter().map(|card| wire::card_in(*card));
                let found = rule.draw(seats, deck, draw.into());
                told = found.as_ref().filter(|found| !found.cards.is_empty()).cloned();
                found.map_or_else(|| drawn(draw, seats), |found| found.dealer)
            })
        };
        let (plan, events) = self.law.cash_mut()?.start_hand(first)?;
        Ok((plan, events, told.map(|told| wire::dealer_drawn(rule, &told))))
    }

    /// Ends the running hand by table law. Returns the resulting events, and those of a change of game if another one
    /// comes next. `kitty` is the part of the pots that goes to the kitty.
    pub(super) fn finish_hand(
        &mut self,
        stacks: &[(SeatIx, Chips)],
        kitty: Chips,
    ) -> Result<(Vec<TableEvent>, Option<Vec<TableEvent>>), Refusal> {
        let law = self.law.cash_mut()?;
        let dealt = law.hand().map_or(0, |hand| hand.dealt.len());
        let events = law.finish_hand(stacks, kitty)?;
        let changed = self.mix.after_hand(law, dealt)?;
        Ok((events, changed))
    }
}

/// The seat drawn by a number below [`DRAW_RANGE`](super::command::DRAW_RANGE).
fn drawn(draw: u16, seats: SeatSet) -> SeatIx {
    let index = usize::from(draw) % seats.len().max(1);
    seats.iter().nth(index).unwrap_or(SeatIx::new(0))
}
