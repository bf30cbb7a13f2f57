//! Answers to a decision: named, in turn, legal, and once.

use poker_engine::odds::{Sight, is_unbeatable};
use poker_engine::{RuleError, SeatIx};
use poker_owner::{Caller, Now};
use poker_protocol::v1::choice::DecisionKind;
use poker_protocol::v1::{Action, ErrorCode, ErrorMsg, ServerMsg};
use poker_store::{AccountId, RefusedAnswer};
use poker_wire::id_reused;

use super::super::parked::{Effect, Reply};
use super::super::{Outputs, TableCore};
use super::{Answer, in_short, other_device, refusal};
use crate::state::answers::Content;
use crate::state::applied::Refusal;
use crate::state::command::{Command, PickedGame};
use crate::state::play::OpenDecision;

impl TableCore {
    pub(super) fn act(
        &mut self,
        caller: &Caller,
        id: &str,
        (hand, turn): (u64, u32),
        action: &Action,
        now: Now,
        out: &mut Outputs,
    ) {
        if self.answer_again(caller, id, Some(Content::Act { hand, turn, action }.mark())) {
            return;
        }
        if self.plays_elsewhere(caller) {
            return self.refuse(caller, id, other_device(id));
        }
        let is_dark = matches!(action, Action::CheckDark {} | Action::BetDark { .. });
        let named = if is_dark {
            self.check_named(caller, id, hand, turn)
        } else {
            self.check_turn(caller, id, hand, turn)
        };
        let answer = Answer { hand, turn, action };
        let (seat, asked) = match named {
            Ok(seat) => seat,
            Err(error) => {
                self.note_refused(caller, &answer, error.code, now, out);
                return self.refuse(caller, id, *error);
            }
        };
        let number = seat.number();
        let back = self.table.may_return(seat);
        if is_dark {
            let (seat, action) = (number, action.clone());
            return self.command(Command::Act { seat, action, back }, caller, id, now, out);
        }
        let command = match (asked.decision, action) {
            (DecisionKind::PickGame, Action::PickGame { game, limit }) => Ok(Command::Pick {
                seat: number,
                game: Some(PickedGame {
                    game: game.clone(),
                    limit: limit.clone(),
                }),
                absent: false,
            }),
            (DecisionKind::PickGame, _) => Err(Refusal::Rule(RuleError::WrongKind)),
            _ => Ok(Command::Act {
                seat: number,
                action: action.clone(),
                back,
            }),
        };
        let taken = self.deadlines.taken_ms(asked, &self.table, now);
        let sight = self.last_sight(seat, action);
        let done = command.and_then(|command| self.commit(command, Some((caller, id)), now, out));
        match done {
            Ok(()) => {
                self.note_pace(caller.account, action, taken);
                self.note_nuts(caller.account, sight);
                let timing = &self.table.setup.timing;
                self.deadlines.answered(seat, caller.account, timing, now);
            }
            Err(why) => {
                let mut error = refusal(id, &why);
                error.turn = Some(asked.turn);
                error.legal = self.legal(seat);
                self.note_refused(caller, &answer, error.code, now, out);
                self.refuse(caller, id, error);
            }
        }
    }

    /// Records that the nuts were checked, if the check ended the hand.
    fn note_nuts(&mut self, account: AccountId, sight: Option<Sight>) {
        let play = self.table.play().filter(|_| self.table.running().is_none());
        if let Some((play, sight)) = play.zip(sight)
            && is_unbeatable(play.hand().game(), &sight)
        {
            self.nuts = Some((play.no, account));
        }
    }

    /// The view of a player who is about to check with every card dealt.
    fn last_sight(&self, seat: SeatIx, action: &Action) -> Option<Sight> {
        self.table.law.event()?;
        let play = self.table.running().filter(|_| matches!(action, Action::Check {}))?;
        play.hand().sight(seat).filter(|sight| sight.ahead.is_empty())
    }

    /// Records how many milliseconds a player took for a decision.
    fn note_pace(&mut self, account: AccountId, action: &Action, taken: Option<u32>) {
        let (Some(taken), Action::Fold { .. } | Action::Check { .. }) = (taken, action) else {
            return;
        };
        if self.table.law.event().is_none() {
            return;
        }
        let pace = self.paces.entry(account).or_default();
        pace.decisions = pace.decisions.saturating_add(1);
        let slow = taken.saturating_mul(2) >= self.table.setup.timing.action_ms;
        pace.slow = pace.slow.saturating_add(u32::from(slow));
    }

    /// Records a player's refused answer, in case an operator has to find out what happened.
    fn note_refused(&self, caller: &Caller, answer: &Answer<'_>, code: ErrorCode, now: Now, out: &mut Outputs) {
        let account = caller.account;
        let wall = u64::try_from(now.wall).unwrap_or_default();
        if self.table.seat_of(account).is_none() || !caller.outbox.notes_refusal(wall) {
            return;
        }
        out.refused.push(RefusedAnswer {
            at: jiff::Timestamp::from_millisecond(now.wall).unwrap_or_default(),
            account,
            table: self.table.id,
            hand_no: answer.hand,
            turn: answer.turn,
            action: in_short(answer.action),
            code: code.code().to_owned(),
        });
    }

    /// Checks that the decision named by an action is open and the caller's.
    fn check_turn(
        &self,
        caller: &Caller,
        id: &str,
        hand: u64,
        turn: u32,
    ) -> Result<(SeatIx, OpenDecision), Box<ErrorMsg>> {
        let (seat, asked) = self.check_named(caller, id, hand, turn)?;
        if !asked.seats.contains(seat) {
            let message = "the decision is another player's, or was answered";
            let mut error = ErrorMsg::new(Some(id.to_owned()), ErrorCode::TurnNotYours, message);
            error.turn = Some(asked.turn);
            return Err(Box::new(error));
        }
        Ok((seat, asked))
    }

    /// Returns the seat of a caller who was dealt in, and the open decision if it is the one named by an action.
    fn check_named(
        &self,
        caller: &Caller,
        id: &str,
        hand: u64,
        turn: u32,
    ) -> Result<(SeatIx, OpenDecision), Box<ErrorMsg>> {
        let error = |code, message: &str| Box::new(ErrorMsg::new(Some(id.to_owned()), code, message));
        let dealt_in = self.table.deciding_seat(caller.account);
        // A caller without a seat may be watching with a delay: the refusal must not depend on the hand.
        if dealt_in.is_none() && self.table.seat_of(caller.account).is_none() {
            let message = "the account has no seat at this table";
            return Err(error(ErrorCode::TableNotSeated, message));
        }
        if self.table.running().is_none() && self.table.asked_dealer().is_none() {
            return Err(error(ErrorCode::TurnNoHand, "no hand is running"));
        }
        let Some(seat) = dealt_in else {
            return Err(error(ErrorCode::TurnNotYours, "the seat was not dealt in"));
        };
        if self.table.paused || self.table.is_stopped() {
            return Err(error(ErrorCode::TablePaused, "play is paused"));
        }
        let Some(asked) = self.table.asked() else {
            return Err(error(ErrorCode::TurnNoHand, "no decision is open"));
        };
        let yours = asked.seats.contains(seat);
        if (asked.hand, asked.turn) != (hand, turn) {
            let mut stale = error(
                ErrorCode::TurnStale,
                "the action names another decision than the open one",
            );
            stale.turn = Some(asked.turn);
            stale.legal = if yours { self.legal(seat) } else { None };
            return Err(Box::new(stale.with("hand", asked.hand)));
        }
        Ok((seat, asked))
    }

    /// Legal choices of a seat that is to act.
    fn legal(&self, seat: SeatIx) -> Option<Vec<poker_protocol::v1::Choice>> {
        let choices = self.table.offered(seat);
        (!choices.is_empty()).then_some(choices)
    }

    /// Repeats the first answer if a request is repeated; `what` is its mark. A different request under the same `id`
    /// is a client bug, and the client must not mistake that answer for its own.
    pub(super) fn answer_again(&mut self, caller: &Caller, id: &str, what: Option<u32>) -> bool {
        let Some(answered) = self.table.answers.find(caller.account, id) else {
            return false;
        };
        if !answered.is_of(what) {
            self.refuse(caller, id, id_reused(id));
            return true;
        }
        let mut answer = answered.message();
        answer.seq = answer.seq.map(|seq| seq.min(self.known_to(caller.account)));
        let again = Reply::new(caller.clone(), id.to_owned(), &ServerMsg::Ok(answer));
        self.park(Effect::Send(again));
        true
    }
}
