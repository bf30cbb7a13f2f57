//! Decisions: the seat to act and its deadline, the answer, and what the server did instead.

use std::fmt::Write as _;

use poker_protocol::v1::choice::DecisionKind;
use poker_wire::Cause;
use serde_json::json;

use super::{
    ABSENT_DEALT, CALLING_TIME, CLOCK, DISCONNECTED, FREE_CHECK, HAND_FOR_HAND, OTHER_TIME_OUT, Open, RULING, Story,
    VOID, seconds,
};
use crate::operators::explain::presence::{Stretch, instant};

impl Story<'_> {
    pub(super) fn caused(&mut self, at: Option<i64>, cause: Cause, seat: Option<u8>, absent: bool) {
        let who = seat.map(|seat| self.who(seat)).unwrap_or_default();
        let lost = self.course.clock.map_or(0, |clock| i64::from(clock.lost));
        match cause {
            // The effect is described with the event that follows.
            Cause::TimeOut | Cause::Killed => self.causes.extend(seat.map(|seat| (seat, (cause, absent)))),
            Cause::KilledByRuling => {
                self.causes.extend(seat.map(|seat| (seat, (cause, absent))));
                let text = format!("an official has the hand of {who} folded at its next turn");
                self.say(at, "killed", seat, text).rule = Some(RULING);
            }
            Cause::Extended => {
                if let (Some(open), Some(seat)) = (&mut self.open, seat) {
                    open.extended.insert(seat);
                }
                let text = format!(
                    "{who}: the connection is down, so {} more are given, once in a while",
                    seconds(lost)
                );
                self.say(at, "time_extended", seat, text).rule = Some(CLOCK);
            }
            Cause::TimeCalled | Cause::TimeCalledByHouse => {
                let by = if cause == Cause::TimeCalled {
                    "a player"
                } else {
                    "the house"
                };
                if let Some(open) = &mut self.open {
                    open.called_at = at;
                }
                self.say(
                    at,
                    "time_called",
                    None,
                    format!("{by} calls Time: half a minute is left"),
                )
                .rule = Some(CALLING_TIME);
            }
            Cause::Paused => {
                if let Some(open) = &mut self.open {
                    open.stands_since = at;
                }
                self.say(at, "paused", None, "play is paused, clocks stand still".to_owned())
                    .rule = Some(CLOCK);
            }
            Cause::Resumed => {
                if let Some(open) = &mut self.open
                    && let Some((since, at)) = open.stands_since.take().zip(at)
                {
                    open.stood_ms += at - since;
                }
                self.say(at, "resumed", None, "play goes on".to_owned());
            }
            Cause::Released => {
                self.say(
                    at,
                    "released",
                    None,
                    "no other table has anything to decide: the hand goes on".to_owned(),
                )
                .rule = Some(HAND_FOR_HAND);
            }
            Cause::Split => {
                self.say(
                    at,
                    "split",
                    None,
                    "an official has each pot shared by its live hands".to_owned(),
                )
                .rule = Some(VOID);
            }
        }
    }

    pub(super) fn asked(&mut self, at: Option<i64>, turn: u32, seats: &[u8], decision: DecisionKind) {
        self.open = Some(Open {
            turn,
            asked_at: at,
            seats: seats.iter().copied().collect(),
            is_bet: decision == DecisionKind::Bet,
            ..Open::default()
        });
        let names = self.names(seats);
        let (many, kind) = (seats.len() > 1, serde_json::to_value(decision).unwrap_or_default());
        let mut text = format!("{names} {} asked", if many { "are" } else { "is" });
        if decision != DecisionKind::Bet {
            let _ = write!(text, " ({})", kind.as_str().unwrap_or_default().replace('_', " "));
        }
        let clock = self.course.clock;
        let mut until = None;
        match clock {
            Some(clock) if clock.calls => text.push_str(": no clock runs until Time is called"),
            Some(clock) => {
                let bank = if clock.bank {
                    ", then what the time bank has"
                } else {
                    ""
                };
                let _ = write!(text, ": {}{bank}", seconds(clock.action.into()));
                until = at.map(|at| instant(at + i64::from(clock.action)).to_string());
            }
            None => {}
        }
        let seat = seats.first().copied().filter(|_| !many);
        let line = self.say(at, "asked", seat, text);
        line.more = json!({"turn": turn, "decision": kind, "seats": seats, "until": until});
    }

    /// Handles an answer, given by the seat itself or by the server for it.
    pub(super) fn answered(&mut self, at: Option<i64>, kind: &'static str, seat: u8, done: &str, auto: bool) {
        let open = self.open.as_mut().filter(|open| open.seats.contains(&seat));
        let Some(open) = open else {
            // The action was declared in advance, or the hand was dead: no question was put to the seat.
            let (how, rule) = match self.causes.remove(&seat).map(|(cause, _)| cause) {
                Some(Cause::KilledByRuling) => (": an official had the hand killed", Some(RULING)),
                Some(Cause::Killed) => (": the hand was killed, as the player is gone", Some(ABSENT_DEALT)),
                _ if auto => (", by the server", None),
                _ => ("", None),
            };
            let text = format!("{} {done}{how}", self.who(seat));
            let line = self.say(at, kind, Some(seat), text);
            (line.rule, line.more) = (rule, json!({"auto": auto}));
            return;
        };
        open.seats.remove(&seat);
        let (turn, is_bet, asked_at) = (open.turn, open.is_bet, open.asked_at);
        let (taken, extended, called) = (
            open.taken_ms(at),
            open.extended.contains(&seat),
            open.called_at.is_some(),
        );
        let clock = self.course.clock;
        let bank = clock.filter(|clock| !clock.calls).zip(taken).map(|(clock, taken)| {
            let more = if extended { i64::from(clock.lost) } else { 0 };
            let grace = if auto { i64::from(clock.grace) } else { 0 };
            (taken - i64::from(clock.action) - more - grace).max(0)
        });
        let more = json!({"turn": turn, "auto": auto, "taken_ms": taken, "bank_ms": bank});
        if !auto {
            let mut text = format!("{} {done}", self.who(seat));
            if let Some(taken) = taken {
                let _ = write!(text, " after {}", seconds(taken));
            }
            if let Some(bank) = bank.filter(|bank| *bank > 0) {
                let _ = write!(text, ", {} of them from the time bank", seconds(bank));
            }
            let line = self.say(at, kind, Some(seat), text);
            line.rule = bank.filter(|bank| *bank > 0).map(|_| CLOCK);
            line.more = more;
            return;
        }
        if let Some(at) = at {
            self.timed_out.insert((turn, seat), at);
        }
        let (cause, absent) = self.causes.remove(&seat).unwrap_or((Cause::TimeOut, false));
        let is_check = done.starts_with("check");
        let (why, rule) = match cause {
            Cause::KilledByRuling => ("an official had the hand killed".to_owned(), RULING),
            Cause::Killed if called => ("the time that was called is up".to_owned(), CALLING_TIME),
            Cause::Killed => ("the player has left".to_owned(), ABSENT_DEALT),
            _ => {
                let mut why = "the time is up".to_owned();
                if let Some(taken) = taken {
                    let _ = write!(why, " after {}", seconds(taken));
                }
                if let Some(bank) = bank.filter(|bank| *bank > 0) {
                    let _ = write!(why, ", {} of them from the time bank", seconds(bank));
                }
                let rule = match (is_bet, is_check) {
                    (true, true) => FREE_CHECK,
                    (true, false) => CLOCK,
                    (false, _) => OTHER_TIME_OUT,
                };
                (why, rule)
            }
        };
        let text = format!("{}: {why}; the server {done} for the seat", self.who(seat));
        let line = self.say(at, "time_out", Some(seat), text);
        (line.rule, line.more) = (Some(rule), more);
        self.connection_meanwhile(at, asked_at, seat, is_bet && !is_check);
        if absent {
            let text = format!("{} sits out from the next hand on", self.who(seat));
            self.say(at, "sits_out", Some(seat), text).rule = Some(CLOCK);
        }
    }

    /// Describes the connection of a seat whose time ran out.
    fn connection_meanwhile(&mut self, at: Option<i64>, asked_at: Option<i64>, seat: u8, folds: bool) {
        let Some((asked, end)) = asked_at.zip(at) else { return };
        let stretch = self
            .presences
            .get(&seat)
            .map_or(Stretch::Unknown, |presence| presence.between(asked, end));
        let before = |at: i64| seconds(end - at);
        let back = |back: Option<i64>| match back {
            Some(back) => format!("and back {} before the clock ended", before(back)),
            None => "and not back before".to_owned(),
        };
        let (text, is_lost) = match stretch {
            Stretch::There => (
                "the connection was there all the time, and no answer counted".to_owned(),
                false,
            ),
            Stretch::GoneBefore { since, back: came } => {
                let since = match since {
                    Some(since) => format!("was lost {} before the question came", seconds(asked - since)),
                    None => "was not there when the question came".to_owned(),
                };
                (format!("the connection {since}, {}", back(came)), true)
            }
            Stretch::Lost { at, back: came } => (
                format!(
                    "the connection was lost {} before the clock ended, {}",
                    before(at),
                    back(came)
                ),
                true,
            ),
            Stretch::Unknown => ("nothing is on record of the connection then".to_owned(), false),
        };
        let (lost_at, back_at) = match stretch {
            Stretch::Lost { at, back } => (Some(at), back),
            Stretch::GoneBefore { since, back } => (since, back),
            Stretch::There | Stretch::Unknown => (None, None),
        };
        let text = if is_lost && folds {
            format!("{text}. There is no all-in protection: the hand folds, and what was put in stays in the pot")
        } else {
            text
        };
        let text = format!("{}: {text}", self.who(seat));
        let line = self.say(at, "connection_meanwhile", Some(seat), text);
        line.rule = is_lost.then_some(DISCONNECTED);
        let told = |at: Option<i64>| at.map(|at| instant(at).to_string());
        line.more = json!({"lost_at": told(lost_at), "back_at": told(back_at), "known": stretch != Stretch::Unknown});
    }
}
