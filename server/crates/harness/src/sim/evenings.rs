//! What must hold of a class, of players' own pauses and of the waiting list of an event, judged from the rows on disk alone.

use std::collections::{BTreeMap, BTreeSet};

use poker_protocol::v1::tournament::YourTournament;
use poker_store::TableId;
use serde_json::Value;

/// How late a table may end a pause, in milliseconds.
const LATE_MS: i64 = 1_000;

/// Events of a hand that goes on: there is none while it is stopped.
const PLAY: [&str; 7] = [
    "action_taken",
    "turn_started",
    "board_dealt",
    "cards_drawn",
    "pot_awarded",
    "hand_shown",
    "hand_completed",
];

/// A table: who sits where, who holds cards, the stop of the running hand, and the pauses.
#[derive(Debug, Default)]
pub(super) struct Evening {
    /// The accounts at their seats.
    seated: BTreeMap<u64, String>,
    /// The accounts that hold cards, by seat.
    holders: BTreeMap<u64, String>,
    stop: Option<Stop>,
    /// The announced ends of the players' own pauses, by seat, in milliseconds since 1970.
    pauses: BTreeMap<u64, i64>,
    /// The announced end of the host's pause, with which a stopped hand goes on.
    held: Option<i64>,
    /// Stopped hands whose cards were laid open.
    pub(super) opened: u64,
    /// Pauses that ended when their time was up.
    pub(super) over: u64,
}

/// A stopped hand.
#[derive(Debug, Default)]
struct Stop {
    is_asked: bool,
    /// The accounts that have agreed.
    agreed: BTreeSet<String>,
}

impl Evening {
    /// A row of the table is on disk.
    pub(super) fn follow(&mut self, id: TableId, row: &Value, events: &[Value]) {
        let command = &row["do"];
        let kind = text(&command["kind"]);
        if self.stop.is_some() {
            assert!(
                !matches!(kind, "act" | "time_out"),
                "I18: {command} in a stopped hand of table {id}"
            );
        }
        if kind == "consent" {
            self.answer(id, command);
        }
        if kind == "expire_own_pause" {
            let seat = self.seated.iter().find(|(_, who)| **who == text(&command["account"]));
            let until = seat.and_then(|(seat, _)| self.pauses.get(seat));
            let at = row["at"].as_i64().unwrap_or_default();
            self.over += 1;
            assert!(
                until.is_some_and(|until| at >= *until),
                "I19: a pause at table {id} that was to last until {until:?} is over at {at}"
            );
        }
        for event in events {
            self.happen(id, kind, event);
        }
        if kind == "sit_in" {
            let account = text(&command["account"]);
            let seat = self.seated.iter().find(|(_, who)| *who == account);
            let until = seat.and_then(|(seat, _)| self.pauses.get(seat));
            assert!(
                until.is_none(),
                "I19: {account} is back at table {id}, in a pause until {until:?}"
            );
        }
    }

    fn answer(&mut self, id: TableId, command: &Value) {
        let account = text(&command["account"]).to_owned();
        let stop = self.stop.as_mut().filter(|stop| stop.is_asked);
        let stop = stop.unwrap_or_else(|| panic!("I18: {account} was not asked at table {id}"));
        assert!(
            self.holders.values().any(|who| *who == account),
            "I18: {account} holds no cards at table {id}"
        );
        if command["agree"] == true {
            stop.agreed.insert(account);
        } else {
            stop.agreed.remove(&account);
        }
    }

    fn happen(&mut self, id: TableId, command: &str, event: &Value) {
        let kind = text(&event["kind"]);
        assert!(
            self.stop.is_none() || !PLAY.contains(&kind),
            "I18: {event} in a stopped hand of table {id}"
        );
        let seat = event["seat"].as_u64().unwrap_or_default();
        match kind {
            "player_sat" => {
                self.seated.insert(seat, text(&event["player"]["id"]).to_owned());
            }
            "player_left" => {
                self.seated.remove(&seat);
                self.pauses.remove(&seat);
            }
            "player_moved" => self.move_players(std::slice::from_ref(event)),
            "seats_drawn" => self.move_players(list(&event["moves"])),
            "own_pause_set" => {
                match event["until"].as_i64() {
                    Some(until) => self.pauses.insert(seat, until),
                    None => self.pauses.remove(&seat),
                };
            }
            "hand_started" => {
                let dead: Vec<u64> = list(&event["dead"]).iter().filter_map(Value::as_u64).collect();
                let dealt = list(&event["seats"]).iter().filter_map(|dealt| dealt["seat"].as_u64());
                let live = dealt.filter(|seat| !dead.contains(seat));
                let held = live.filter_map(|seat| Some((seat, self.seated.get(&seat)?.clone())));
                self.holders = held.collect();
                self.stop = None;
            }
            "action_taken" if event["action"] == "fold" => {
                self.holders.remove(&seat);
            }
            "hand_stopped" => self.stopped(id, &event["stop"]),
            "host_ruled" => self.held = event["rules"]["paused_until"].as_i64(),
            "hand_went_on" => self.stop = None,
            "hand_completed" | "hand_voided" => {
                self.stop = None;
                self.holders.clear();
            }
            "hands_opened" => {
                self.opened += 1;
                let agreed = self.stop.as_ref().filter(|stop| stop.is_asked).map(|stop| &stop.agreed);
                let missing = self
                    .holders
                    .values()
                    .find(|who| !agreed.is_some_and(|all| all.contains(*who)));
                assert!(
                    missing.is_none() && command == "consent",
                    "I18: the cards at table {id} lie open with {command}, and {missing:?} has not agreed"
                );
                let shown: Vec<u64> = list(&event["hands"])
                    .iter()
                    .filter_map(|hand| hand["seat"].as_u64())
                    .collect();
                assert!(
                    shown.len() == self.holders.len() && shown.iter().all(|seat| self.holders.contains_key(seat)),
                    "I18: {shown:?} lie open at table {id}, and {:?} hold cards",
                    self.holders
                );
            }
            _ => {}
        }
    }

    fn stopped(&mut self, id: TableId, told: &Value) {
        let stop = self.stop.get_or_insert_default();
        stop.is_asked = told["asked"] == true;
        if !stop.is_asked {
            stop.agreed.clear();
        }
        let number = |value: &Value| usize::try_from(value.as_u64().unwrap_or_default()).unwrap_or_default();
        assert_eq!(
            (number(&told["agreed"]), number(&told["holders"])),
            (stop.agreed.len(), self.holders.len()),
            "I18: those who have agreed at table {id}, and those who hold cards"
        );
    }

    fn move_players(&mut self, moves: &[Value]) {
        let (seated, pauses) = (self.seated.clone(), self.pauses.clone());
        let ways = moves
            .iter()
            .filter_map(|way| Some((way["from"].as_u64()?, way["to"].as_u64()?)));
        let ways: Vec<(u64, u64)> = ways.collect();
        for (from, _) in &ways {
            self.seated.remove(from);
            self.pauses.remove(from);
        }
        for (from, to) in ways {
            self.seated.extend(seated.get(&from).map(|who| (to, who.clone())));
            self.pauses.extend(pauses.get(&from).map(|until| (to, *until)));
        }
    }

    /// I18, I19: a table that plays has ended every pause whose time is up, and no hand is stopped without the host's pause.
    pub(super) fn check_pauses(&self, id: TableId, wall: i64) {
        assert!(
            self.stop.is_none() || self.held.is_some(),
            "I18: a hand of table {id} is stopped, and its host has ended the pause"
        );
        // A hand is played to its end in a pause, unless it is stopped.
        let is_still = self.stop.is_some() || self.holders.is_empty();
        if let Some(until) = self.held.filter(|_| is_still) {
            assert!(
                wall < until + LATE_MS,
                "I19: the pause of the host of table {id} was to end {} ms ago",
                wall - until
            );
        }
        for (seat, until) in &self.pauses {
            assert!(
                wall < until + LATE_MS,
                "I19: the pause of seat {seat} at table {id} was to end {} ms ago",
                wall - until
            );
        }
    }
}

/// The waiting list of an event.
#[derive(Debug, Default)]
pub(super) struct Lines {
    /// Numbers and accounts, first in line first.
    waiting: Vec<(u64, String)>,
    last: u64,
    /// The ends of waits that gave no place.
    ended: BTreeMap<String, String>,
    /// Places that were given.
    pub(super) given: u64,
}

impl Lines {
    /// A row of the event is on disk.
    pub(super) fn follow(&mut self, id: TableId, row: &Value, events: &[Value]) {
        let command = &row["do"];
        let no = command["waiting"].as_u64().unwrap_or_default();
        let kind = text(&command["kind"]);
        match kind {
            "wait" => {
                let account = text(&command["player"]["id"]).to_owned();
                assert!(
                    self.place(&account).is_none(),
                    "I20: {account} waits twice for event {id}"
                );
                self.last += 1;
                self.ended.remove(&account);
                self.waiting.push((self.last, account));
            }
            "leave_waitlist" => {
                let account = text(&command["account"]);
                let place = self.place(account);
                self.waiting
                    .remove(place.unwrap_or_else(|| panic!("I20: {account} leaves a list without a line")));
            }
            "admit" | "pass_over" => {
                assert_eq!(
                    self.waiting.first().map(|(first, _)| *first),
                    Some(no),
                    "I20: the first in line for event {id} is next"
                );
                let (_, account) = self.waiting.remove(0);
                if kind == "admit" {
                    self.given += 1;
                    let enters = |event: &Value| event["waited"] == true && event.to_string().contains(&account);
                    assert!(events.iter().any(enters), "I20: {account} has a place in event {id}");
                } else {
                    self.ended.insert(account, text(&command["why"]).to_owned());
                }
            }
            "floor" => self.rule(&command["action"]),
            _ => {}
        }
        for event in events.iter().filter(|event| event["event"] == "waitlist_changed") {
            if event["waiting"] == 0 && !matches!(kind, "wait" | "leave_waitlist" | "admit" | "pass_over") {
                let closed = std::mem::take(&mut self.waiting).into_iter();
                self.ended
                    .extend(closed.map(|(_, account)| (account, "closed".to_owned())));
            }
            assert_eq!(
                event["waiting"].as_u64(),
                Some(self.waiting.len() as u64),
                "I20: so many wait for event {id} after {command}"
            );
        }
    }

    fn rule(&mut self, action: &Value) {
        let no = action["waiting"].as_u64();
        let Some(at) = self.waiting.iter().position(|(line, _)| Some(*line) == no) else {
            return;
        };
        match text(&action["kind"]) {
            "move_up" => self.waiting[..=at].rotate_right(1),
            "stop_waiting" => {
                let (_, account) = self.waiting.remove(at);
                self.ended.insert(account, "removed".to_owned());
            }
            _ => {}
        }
    }

    fn place(&self, account: &str) -> Option<usize> {
        self.waiting.iter().position(|(_, who)| who == account)
    }

    /// I20: whoever waits stands in the list at the right place, has a place in the event, or knows why not.
    pub(super) fn check(&self, id: TableId, account: &str, you: &YourTournament) {
        let yours = you.waitlist.unwrap_or_default();
        let place = self.place(account).and_then(|at| u32::try_from(at + 1).ok());
        assert_eq!(yours.place, place, "I20: the place of {account} in line for event {id}");
        if place.is_none() && you.player.is_none() {
            let why = yours.ended.map(|why| serde_json::to_value(why).expect("a reason"));
            let why = why.as_ref().map(text);
            assert_eq!(
                why,
                self.ended.get(account).map(String::as_str),
                "I20: the end of the wait of {account} for event {id}"
            );
        }
    }
}

fn text(value: &Value) -> &str {
    value.as_str().unwrap_or_default()
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}
