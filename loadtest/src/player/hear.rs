//! Messages to a player, and their consequences.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use poker_protocol::v1::Choice;
use poker_protocol::v1::event::PrivateEvent;
use poker_protocol::v1::server::{Private, Snapshot};
use poker_protocol::v1::table::SeatStatus;

use super::{Decision, End, Exit, LEAVE_TIMEOUT, Pending, PendingRequest, Player, Request};
use crate::check::{Law, Mark, excerpt};
use crate::policy::decide;
use crate::stats::{Count, Metric};
use crate::wire;

/// Number of hands for which a repeated action is sure to get its first answer; later it may be refused because its decision is long over.
const HANDS_ANSWERED: u64 = 200;

/// Returns the size of a WebSocket frame's header for a payload of this size; the server's frames carry no mask.
fn header_bytes(payload: usize) -> usize {
    match payload {
        0..=125 => 2,
        126..=65_535 => 4,
        _ => 10,
    }
}

impl Player {
    /// Handles a message.
    pub(super) fn receive(&mut self, message: &str) {
        let now = Instant::now();
        self.shared.recorder.with(self.place.number, |tally| {
            tally.add(Count::Messages, 1);
            tally.add(Count::Bytes, (message.len() + header_bytes(message.len())) as u64);
        });
        match wire::kind(message) {
            Some("events") => self.events(message, now),
            Some("private") => self.private(message, now),
            Some("ok") => self.answered(message, now, true),
            Some("error") => self.answered(message, now, false),
            Some("snapshot") => self.snapshot(message, now),
            Some(_) => self.check(|check, viewer| check.other(viewer, message)),
            None => self.violated(Law::Protocol, excerpt(message).to_owned()),
        }
        if self.leaving.is_none() && self.seated && self.place.leave.load(Ordering::Relaxed) {
            self.leaving = Some(now + LEAVE_TIMEOUT);
            self.ask(Request::Leave, wire::leave);
        }
    }

    /// Handles events.
    fn events(&mut self, message: &str, now: Instant) {
        let mut viewer = self.viewer;
        let (frame, news) = self.check(|check, _| (check.events(&mut viewer, message), check.take_news()));
        self.viewer = viewer;
        let Some(frame) = frame else { return };
        let seat = self.place.seat;
        let caught_up = self.resyncing.is_none();
        self.shared.recorder.with(self.place.number, |tally| {
            tally.add(Count::Deliveries, frame.actions);
            tally.add(Count::Hands, news.hands);
            tally.add(Count::Voided, news.voided);
            tally.add(Count::Timeouts, news.timeouts);
            if let Some((actor, intended)) = frame.cause
                && actor != seat
                && caught_up
            {
                tally.record(Metric::ActionSeen, now.saturating_duration_since(intended));
            }
        });
        for mark in &frame.marks {
            self.follow(*mark, message);
        }
    }

    fn follow(&mut self, mark: Mark, message: &str) {
        let me = self.place.seat;
        match mark {
            Mark::Acted { seat, .. } if seat == me => self.decision = None,
            // No other decision can be open at that time.
            Mark::PickOver => self.decision = None,
            Mark::Turn { hand, turn } => {
                if let Some(pending) = &self.pending
                    && pending.here
                    // After a repetition, the effect of the first attempt may arrive before its answer.
                    && !pending.repeated
                    && (hand, turn) > (pending.hand, pending.turn)
                {
                    let evidence = format!(
                        "hand {hand} turn {turn} is open and the action of hand {} turn {} has no answer: {}",
                        pending.hand,
                        pending.turn,
                        excerpt(message)
                    );
                    self.violated(Law::AckBeforeNextTurn, evidence);
                    self.pending = None;
                }
            }
            Mark::Status { seat, status } if seat == me && self.leaving.is_none() => self.status(status),
            Mark::Left { seat } if seat == me => {
                let end = if self.leaving.is_some() { End::Left } else { End::Failed };
                self.exit = Some(Exit::Done(end));
            }
            _ => {}
        }
    }

    /// Handles a change of the player's own status.
    fn status(&mut self, status: SeatStatus) {
        if self.shared.habits.pace.is_none() {
            return;
        }
        match status {
            SeatStatus::Busted => {
                let amount = self.place.table.buy_in;
                self.count(Count::Rebuys);
                self.ask(Request::Rebuy, |id, table| wire::rebuy(id, table, amount));
            }
            SeatStatus::SittingOut => self.ask(Request::SitOut, wire::come_back),
            SeatStatus::Active | SeatStatus::Waiting | SeatStatus::Leaving => {}
        }
    }

    /// Handles private data.
    fn private(&mut self, message: &str, now: Instant) {
        let private: Private = match serde_json::from_str(message) {
            Ok(private) => private,
            Err(error) => return self.violated(Law::Protocol, format!("{error}: {}", excerpt(message))),
        };
        self.check(|check, viewer| check.private(viewer, &private, message));
        for event in private.events {
            if let PrivateEvent::Choices {
                hand, turn, choices, ..
            } = event
            {
                self.asked_to_act(hand, turn, &choices, now);
            }
        }
    }

    /// Handles a snapshot.
    fn snapshot(&mut self, message: &str, now: Instant) {
        let snapshot: Snapshot = match serde_json::from_str(message) {
            Ok(snapshot) => snapshot,
            Err(error) => return self.violated(Law::Protocol, format!("{error}: {}", excerpt(message))),
        };
        let mut viewer = self.viewer;
        self.check(|check, _| check.snapshot(&mut viewer, &snapshot, message));
        self.viewer = viewer;
        self.decision = None;
        let state = *snapshot.state;
        let mine = state.seats.iter().find(|seat| seat.seat == self.place.seat);
        if let Some(mine) = mine.filter(|_| self.seated) {
            self.status(mine.status);
        }
        if let (Some(you), Some(hand)) = (state.you, state.hand)
            && let Some(turn) = hand.turn
            && !you.choices.is_empty()
        {
            self.asked_to_act(hand.hand, turn.turn, &you.choices, now);
        }
    }

    /// Notes that this player is to act.
    fn asked_to_act(&mut self, hand: u64, turn: u32, choices: &[Choice], now: Instant) {
        if self
            .pending
            .as_ref()
            .is_some_and(|pending| (pending.hand, pending.turn) >= (hand, turn))
        {
            return;
        }
        let habits = self.shared.habits;
        let Some(pace) = habits.pace else { return };
        let Some(action) = decide(habits.profile, choices, &mut self.rng) else {
            return self.violated(Law::Protocol, format!("hand {hand} turn {turn}: no choice at all"));
        };
        let action = serde_json::to_string(&action).expect("an action is always JSON");
        let gap = Duration::from_nanos(self.shared.gap_ns.load(Ordering::Relaxed));
        let intended = self.place.table.lock().intended(pace, gap, now, &mut self.rng);
        let decision = Decision {
            hand,
            turn,
            action,
            intended,
        };
        if intended > now || self.repeats() {
            self.decision = Some(decision);
        } else {
            if intended < now {
                self.count(Count::LateSends);
            }
            self.act(decision);
        }
    }

    /// Handles the answer to a request: carried out or refused.
    fn answered(&mut self, message: &str, now: Instant, accepted: bool) {
        self.check(|check, viewer| check.other(viewer, message));
        let answer: wire::Answer<'_> = match serde_json::from_str(message) {
            Ok(answer) => answer,
            Err(error) => return self.violated(Law::Protocol, format!("{error}: {}", excerpt(message))),
        };
        let code = if accepted { None } else { answer.code.as_deref() };
        let Some(id) = answer.id.as_deref().and_then(|id| id.parse::<u64>().ok()) else {
            return self.violated(Law::Protocol, format!("an answer to nothing: {}", excerpt(message)));
        };
        if let Some(pending) = self.pending.take_if(|pending| pending.id == id) {
            if let Some(decision) = self.decision.as_mut().filter(|_| pending.repeated) {
                // It could not be answered earlier: the harness is not late.
                decision.intended = decision.intended.max(now);
            }
            return self.act_answered(&pending, code, message, now);
        }
        let Some(index) = self.asked.iter().position(|asked| asked.id == id) else {
            return self.violated(
                Law::Protocol,
                format!("a second answer, or to nothing: {}", excerpt(message)),
            );
        };
        let asked = self.asked.swap_remove(index);
        match code {
            None => self.granted(&asked),
            Some(code) => self.refused(&asked, code, message),
        }
    }

    fn act_answered(&mut self, pending: &Pending, code: Option<&str>, message: &str, now: Instant) {
        match code {
            None => self.shared.recorder.with(self.place.number, |tally| {
                tally.add(Count::Actions, 1);
                tally.record(Metric::ActionAck, now.saturating_duration_since(pending.intended));
            }),
            Some(code) => {
                self.error(code);
                let recent = self.place.table.lock().check.hand() <= pending.hand + HANDS_ANSWERED;
                if pending.repeated && recent && code.starts_with("turn.") {
                    let evidence = format!("{} -> {}", pending.text, excerpt(message));
                    self.violated(Law::FirstAnswer, evidence);
                }
                // Every action is one of the legal ones, sent once: a refusal needs an external reason.
                let outside = ["turn.", "rate.", "server.", "table.busy", "table.paused"];
                if !outside.iter().any(|prefix| code.starts_with(prefix)) {
                    let evidence = format!(
                        "an offered choice was refused: {} -> {}",
                        pending.text,
                        excerpt(message)
                    );
                    self.violated(Law::Protocol, evidence);
                } else if code == "table.busy" || code == "rate.limited" {
                    let retry = Pending {
                        here: true,
                        text: pending.text.clone(),
                        ..*pending
                    };
                    self.outgoing.push_back(retry.text.clone());
                    self.pending = Some(retry);
                }
            }
        }
    }

    fn granted(&mut self, asked: &PendingRequest) {
        match asked.what {
            Request::Sit => {
                self.seated = true;
                let others = self.shared.seated.fetch_add(1, Ordering::Relaxed);
                self.shared.seated_peak.fetch_max(others + 1, Ordering::Relaxed);
                self.record(Metric::Sit, asked.at);
                if self.shared.habits.pace.is_none() {
                    self.ask(Request::SitOut, wire::sit_out);
                }
            }
            Request::Resume => {
                if let Some(since) = self.resyncing.take() {
                    self.record(Metric::Resync, since);
                }
                self.ask_again();
                if let Some(pending) = self.pending.as_mut().filter(|pending| !pending.here) {
                    // The same id again: it is carried out now, or answered as the first time.
                    pending.here = true;
                    pending.repeated = true;
                    self.outgoing.push_back(pending.text.clone());
                }
            }
            Request::Watch | Request::SitOut | Request::Rebuy | Request::Leave => {}
        }
    }

    fn refused(&mut self, asked: &PendingRequest, code: &str, message: &str) {
        if code == "table.no_change" {
            return;
        }
        if asked.what == Request::Rebuy && code == "ledger.insufficient_funds" {
            // A new player takes the seat: this one has lost all its chips.
            self.renew();
            return;
        }
        self.error(code);
        match asked.what {
            Request::Sit | Request::Watch | Request::Resume => {
                eprintln!("player {} cannot go on: {}", self.place.number, excerpt(message));
                self.exit = Some(Exit::Done(End::Failed));
            }
            Request::SitOut | Request::Rebuy | Request::Leave => {}
        }
    }

    /// Gives the seat up and becomes a new player.
    fn renew(&mut self) {
        self.ask(Request::Leave, wire::leave);
        self.leaving = Some(Instant::now() + LEAVE_TIMEOUT);
    }
}
