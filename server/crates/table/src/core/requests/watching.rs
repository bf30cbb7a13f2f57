//! Connections that begin to watch, and the one of them that holds the account's seat.

use poker_owner::{Caller, Now, encode, to_json};
use poker_protocol::v1::event::PrivateEvent;
use poker_protocol::v1::{ErrorCode, ErrorMsg};
use poker_store::AccountId;
use poker_wire as wire;

use super::super::TableCore;
use super::super::parked::{Effect, Watcher};
use super::super::status;
use super::super::viewers::Part;
use super::plain_ok;

/// Milliseconds that a seat stays on a device before it may go to another.
const MOVE_MS: u32 = 1_000;

/// The seat of a connection that begins to watch, if its account has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Claim {
    /// The connection holds the seat from now on.
    Take,
    /// It does unless one of another device holds it.
    IfFree,
    /// It watches as a spectator would, unless it holds the seat already.
    No,
}

impl TableCore {
    /// Makes a connection watch, with the events after `after` if it names one and they are still there, else with a
    /// snapshot.
    pub(super) fn watch(&mut self, caller: &Caller, id: &str, after: Option<u64>, claim: Claim, now: Now) {
        let part = self.part_of(caller, claim);
        let moves = part == Part::Plays && self.is_on_other_device(caller);
        if moves {
            let next = self.next_move.get(&caller.account).filter(|next| **next > now.play);
            if let Some(next) = next {
                let wait_ms = now.play.until(*next).max(1);
                let message = "the seat has just moved to another device";
                let error = ErrorMsg::new(Some(id.to_owned()), ErrorCode::RateLimited, message);
                return self.refuse(caller, id, error.with("retry_after_ms", wait_ms));
            }
            self.next_move.retain(|_, next| *next > now.play);
            self.next_move.insert(caller.account, now.play.after(MOVE_MS));
        }
        match after {
            // A device that did not hold the seat knows nothing of the private parts so far.
            Some(after) if !moves => self.resume(caller, part, id, after, now),
            _ => self.greet(caller, part, Some(id), now),
        }
    }

    /// The part of a connection that begins to watch.
    pub(super) fn part_of(&self, caller: &Caller, claim: Claim) -> Part {
        let holds = || {
            let holder = self.fan_out.will_hold(caller.account);
            holder.is_some_and(|holder| holder.id() == caller.outbox.id())
        };
        match claim {
            // The windows of a browser share a connection: one of them may be a wall.
            Claim::No if holds() => Part::Plays,
            Claim::No => Part::Declines,
            Claim::IfFree if self.is_on_other_device(caller) => Part::Aside,
            Claim::Take | Claim::IfFree => Part::Plays,
        }
    }

    /// `true` if a connection of another device holds the caller's seat.
    fn is_on_other_device(&self, caller: &Caller) -> bool {
        let holder = self.fan_out.will_hold(caller.account);
        self.table.seat_of(caller.account).is_some()
            && holder.is_some_and(|holder| !holder.is_same_device(&caller.outbox))
    }

    /// `true` if another connection holds the caller's seat.
    pub(super) fn plays_elsewhere(&self, caller: &Caller) -> bool {
        let holder = self.fan_out.will_hold(caller.account);
        self.table.seat_of(caller.account).is_some() && holder.is_some_and(|holder| holder.id() != caller.outbox.id())
    }

    /// Makes a connection watch, beginning with a snapshot; `id` is the request to be answered, if there is one.
    pub(in super::super) fn greet(&mut self, caller: &Caller, part: Part, id: Option<&str>, now: Now) {
        #[cfg(test)]
        crate::tests::fail_point::pass_place(&self.table.setup.name, crate::tests::fail_point::Place::Snapshot);
        let mut watcher = self.newly_watching(caller, part, now);
        if let Some(id) = id {
            watcher.frames.insert(0, encode(&plain_ok(id)));
        }
        self.park(Effect::Watch(Box::new(watcher)));
    }

    /// Answers a caller in this process with a snapshot.
    pub(super) fn look(&mut self, caller: &Caller, now: Now) {
        let view = self.view(now);
        let snapshot = if self.sees_late(caller.account) {
            let picture = self.fan_out.late_picture();
            let picture = picture.and_then(|frame| serde_json::from_str(frame).ok());
            picture.unwrap_or_else(|| view.felt())
        } else {
            view.snapshot(Some(caller.account))
        };
        self.park(Effect::Look(caller.outbox.clone(), Box::new(snapshot)));
    }

    /// The highest number of an event that an account may hear of: those who see the table late would learn how fast a hand
    /// goes from the present one.
    pub(in super::super) fn known_to(&self, account: AccountId) -> u64 {
        let late = self.fan_out.late_seq().filter(|_| self.sees_late(account));
        late.unwrap_or(u64::MAX)
    }

    /// `true` if an account sees the table late, because it has no seat.
    pub(in super::super) fn sees_late(&self, account: AccountId) -> bool {
        self.fan_out.is_delayed() && self.table.seat_of(account).is_none()
    }

    /// A connection that begins to watch with a snapshot.
    pub(in super::super) fn newly_watching(&self, caller: &Caller, part: Part, now: Now) -> Watcher {
        if self.sees_late(caller.account) {
            return Watcher {
                caller: caller.clone(),
                part,
                frames: Vec::new(),
                presence: Vec::new(),
                felt: Some(encode(&self.view(now).felt())),
            };
        }
        let account = Some(caller.account).filter(|_| part == Part::Plays);
        let viewers = self.fan_out.viewers();
        let told = |who| Some(Some(who) == account || viewers.is_online(who));
        if part == Part::Plays {
            self.expect_answer(caller);
        }
        Watcher {
            caller: caller.clone(),
            part,
            frames: vec![encode(&self.view(now).snapshot(account))],
            presence: status::people(&self.table)
                .into_iter()
                .map(|(seat, who)| (seat, who, told(who)))
                .collect(),
            felt: None,
        }
    }

    /// Exempts the caller's next answer from the rate limit if the caller has a decision to make.
    fn expect_answer(&self, caller: &Caller) {
        let seat = self.table.deciding_seat(caller.account);
        if let Some(asked) = self
            .table
            .asked()
            .filter(|asked| seat.is_some_and(|seat| asked.seats.contains(seat)))
        {
            caller.outbox.ask(asked.named(self.table.id));
        }
    }

    /// Sends the events after `after`, or a snapshot if they are no longer available.
    fn resume(&mut self, caller: &Caller, part: Part, id: &str, after: u64, now: Now) {
        if self.sees_late(caller.account) {
            return self.greet(caller, part, Some(id), now);
        }
        let clock = self.view(now).clock();
        let Some(missed) = self.fan_out.behind(after, self.table.seq(), clock.as_ref()) else {
            self.greet(caller, part, Some(id), now);
            return;
        };
        let mut frames = vec![encode(&plain_ok(id))];
        frames.extend(missed);
        if part == Part::Plays {
            self.expect_answer(caller);
            // The last burst may have been cut short when the connection was lost, so its private parts are sent again.
            let own = self.own_parts(caller.account);
            frames.extend(self.fan_out.private_behind(caller.account, after, &own));
        }
        let people = status::people(&self.table).into_iter();
        let watcher = Watcher {
            caller: caller.clone(),
            part,
            frames,
            presence: people.map(|(seat, who)| (seat, who, None)).collect(),
            felt: None,
        };
        self.park(Effect::Watch(Box::new(watcher)));
    }

    /// The private parts that an account needs to go on with the running hand, or to pick the next game.
    fn own_parts(&self, account: AccountId) -> Vec<Box<str>> {
        let mut parts = self.choosing_parts(account);
        let running = self.table.running();
        let dealt_in = running.and_then(|play| Some((play, play.seat_of(account)?)));
        if let Some((play, seat)) = dealt_in {
            let seq = self.table.seq();
            let made = play.contends(seat).then(|| play.made(seat).clone());
            parts.extend(made.and_then(|made| made.part(seq)).as_ref().map(to_json));
            let consent = play.consent(seat);
            parts.extend(consent.map(|agreed| to_json(&PrivateEvent::Consent { seq, agreed })));
        }
        parts
    }

    /// The private parts that an account needs for its decision.
    fn choosing_parts(&self, account: AccountId) -> Vec<Box<str>> {
        let Some(seat) = self.table.deciding_seat(account) else {
            return Vec::new();
        };
        let cards = self.table.running().map(|play| PrivateEvent::Cards {
            seq: self.table.seq(),
            cards: Vec::new(),
            hand: wire::cards(play.own_cards(seat).iter().copied()),
        });
        let choices = self.table.choices(seat);
        let parts = cards.iter().chain(&choices);
        parts.map(to_json).collect()
    }
}
