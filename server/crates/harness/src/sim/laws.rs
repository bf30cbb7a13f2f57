//! The invariants that must hold after each step, by their numbers.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use poker_event::setup::EventTableRow;
use poker_protocol::v1::tournament::YourTournament;
use poker_store::{AccountId, LedgerAccount, Step, TableId};
use poker_table::TableSetup;
use poker_table::core::TableCore;
use poker_table::state::recover::recover;
use serde_json::Value;

use super::evenings::{Evening, Lines};
use super::player::Player;
use super::store::{Model, Owner};
use super::tally::Tally;

/// Steps that a table may be ahead of the disk: the table's own bound, and a snapshot before a deal.
const AHEAD: usize = 66;

/// Length of a level in the simulation's tournaments, in milliseconds.
const LEVEL_MS: u64 = 60_000;

/// How late an event whose disk fails may take note of a level, in milliseconds.
const LATE_MS: u64 = 10_000;

/// Grace for answers on their way, in milliseconds.
const GRACE_MS: i64 = 500;

/// The clock of an open decision, as players were told.
#[derive(Debug)]
struct Clock {
    /// The hand and the decision.
    of: (u64, u64),
    /// Start of the time banks, in milliseconds since 1970.
    end: i64,
    /// The time bank of each seat, in milliseconds.
    banks: BTreeMap<u64, i64>,
}

/// A table as its frames and rows show it.
#[derive(Debug, Default)]
struct Known {
    /// The greatest number sent to any client.
    shown: u64,
    clock: Option<Clock>,
    /// Rows that were looked at.
    rows: usize,
    /// The seats that the open decision asks.
    asked: BTreeSet<u64>,
    /// Requests that had an effect.
    done: BTreeSet<(AccountId, String)>,
    /// The level that a tournament plays and its earliest start, in milliseconds of the tournament; no start if the clock was put on.
    level: Option<(u64, Option<u64>)>,
    /// The table's class and its players' own pauses.
    evening: Evening,
    /// The event's waiting list.
    lines: Lines,
    /// Requests that have come, and how often.
    requests: BTreeMap<(AccountId, String), u32>,
}

/// Looks at everything, and panics where something is wrong.
#[derive(Debug, Default)]
pub(super) struct Laws {
    tables: BTreeMap<TableId, Known>,
}

impl Laws {
    fn of(&mut self, table: TableId) -> &mut Known {
        self.tables.entry(table).or_default()
    }

    /// A request has come to the server.
    pub(super) fn asked(&mut self, table: TableId, account: AccountId, id: &str) {
        *self.of(table).requests.entry((account, id.to_owned())).or_default() += 1;
    }

    /// `true` if a request has come before.
    pub(super) fn is_repeated(&self, table: TableId, account: AccountId, id: &str) -> bool {
        let known = self.tables.get(&table);
        known
            .and_then(|known| known.requests.get(&(account, id.to_owned())))
            .is_some_and(|times| *times > 1)
    }

    /// I10: what is sent is on disk.
    pub(super) fn sent(&mut self, table: TableId, text: &str, durable: u64, (hand, wall): (u64, i64)) {
        let kinds = [
            "{\"type\":\"events\"",
            "{\"type\":\"snapshot\"",
            "{\"type\":\"ok\"",
            "{\"type\":\"tournament_events\"",
            "{\"type\":\"tournament_snapshot\"",
        ];
        if !kinds.iter().any(|kind| text.starts_with(kind)) {
            return;
        }
        let message: Value = serde_json::from_str(text).expect("a message is JSON");
        let events = message["events"].as_array();
        let last = events.and_then(|events| events.last());
        let seq = match message["first_seq"].as_u64() {
            Some(first) if last.is_some_and(|event| event["seq"].is_null()) => {
                first + events.map_or(0, |events| events.len() as u64) - 1
            }
            _ => last
                .map_or(&message["seq"], |event| &event["seq"])
                .as_u64()
                .unwrap_or_default(),
        };
        assert!(
            seq <= durable,
            "I10: event {seq} of table {table} is sent, and event {durable} is the last one on disk: {text}"
        );
        let known = self.of(table);
        known.shown = known.shown.max(seq);
        if text.contains("\"kind\":\"hand_went_on\"") {
            // A stop costs nobody time: the clock begins with what was left.
            known.clock = None;
        }
        if let Some(turn) = message["clock"]["turn"].as_u64() {
            let clock = &message["clock"];
            let number = |value: &Value| value.as_i64().unwrap_or_default();
            let banks = clock["banks"].as_array().into_iter().flatten();
            let of = (hand, turn);
            if known.clock.as_ref().is_some_and(|clock| clock.of == of) {
                return;
            }
            known.clock = Some(Clock {
                of,
                end: wall + number(&clock["left_ms"]),
                banks: banks
                    .map(|bank| (bank["seat"].as_u64().unwrap_or_default(), number(&bank["left_ms"])))
                    .collect(),
            });
        }
    }

    /// A table is loaded anew: its clocks begin anew, and all that was shown is there.
    pub(super) fn loaded(&mut self, table: TableId, last_seq: u64) {
        let known = self.of(table);
        known.clock = None;
        let shown = known.shown;
        assert!(
            shown <= last_seq,
            "P1: event {shown} of table {table} was shown, and the store has {last_seq} events"
        );
    }

    /// I14: a player who is there has the time that all were told.
    pub(super) fn check_time_out(&self, table: TableId, step: &Step, wall: i64) {
        let Some(clock) = self.tables.get(&table).and_then(|known| known.clock.as_ref()) else {
            return;
        };
        let row: Value = serde_json::from_slice(&step.command).unwrap_or_default();
        let seat = row["do"]["seat"].as_u64().unwrap_or_default();
        if row["do"]["kind"] != "time_out" {
            return;
        }
        let Some(bank) = clock.banks.get(&seat) else { return };
        let due = clock.end + bank + GRACE_MS;
        assert!(
            wall >= due,
            "I14: the time of seat {seat} at table {table} is up {} ms too early, in decision {}",
            due - wall,
            clock.of.1
        );
    }

    /// An answer to an action that was offered is no refusal by the rules of the game.
    pub(super) fn check_answers(player: &Player, table: TableId) {
        let Some(follower) = player.follows.get(&table) else {
            return;
        };
        for id in &player.offered {
            if let Some(error) = follower.errors.get(id) {
                let code = error.code.code();
                assert!(
                    !code.starts_with("rule.") && code != "server.request_failed",
                    "an action that was offered is refused: {error:?}"
                );
            }
        }
    }

    /// I1, I2, I5, I8, I11, I16, I18, I19, I20 of what is on disk.
    pub(super) fn check_store(&mut self, store: &Model) {
        let sum: i128 = store.balances().values().sum();
        assert_eq!(sum, 0, "I1: the balances of all accounts add up to nothing");
        for (account, amount) in store.balances() {
            assert!(*amount >= 0 || account.may_owe(), "I2: {account} has {amount} chips");
        }
        for (id, owner) in &store.owners {
            loop {
                let known = self.tables.entry(*id).or_default();
                known.rows = known.rows.min(owner.rows.len());
                let Some(row) = owner.rows.get(known.rows) else { break };
                let before = known.rows.checked_sub(1).map(|before| &owner.rows[before]);
                known.rows += 1;
                if let Some(before) = before {
                    assert!(
                        before.epoch <= row.epoch,
                        "I16: step {} of {id} has an older owner than the one before",
                        row.step
                    );
                    assert_eq!(before.step + 1, row.step, "I8: steps of {id} have no gaps");
                }
                assert_eq!(
                    row.epoch, owner.epoch,
                    "I16: step {} of {id} is not its owner's",
                    row.step
                );
                known.follow(*id, &row.command, &row.events);
                if let Some((event, no, level)) = level_of(owner, &row.command) {
                    // A hand that the director was about to deal keeps its level.
                    let now = self
                        .tables
                        .get(&event)
                        .and_then(|event| event.level)
                        .map_or(0, |(level, _)| level);
                    assert!(
                        level <= now && now <= level + 1,
                        "table {no} of tournament {event} plays level {level}, and its director level {now}"
                    );
                }
            }
        }
    }

    /// I3, I15, I17 of a table that plays.
    pub(super) fn check_table(id: TableId, core: &TableCore, in_flight: &[&Step], store: &Model) {
        let table = core.table();
        let (mut taken, mut brought) = (0, 0);
        let moved = in_flight.iter().flat_map(|step| &step.transfers);
        for transfer in moved.filter(|moved| [moved.debit, moved.credit].contains(&LedgerAccount::Table(id))) {
            let amount = i128::from(transfer.amount.get());
            if transfer.debit == LedgerAccount::Table(id) {
                taken += amount;
            } else {
                brought += amount;
            }
        }
        let escrow = store.balances()[&LedgerAccount::Table(id)];
        let chips = i128::from(table.chips().get());
        assert_eq!(
            chips + taken,
            escrow + brought,
            "I3: the chips at table {id} are those of its escrow"
        );
        assert!(
            in_flight.len() <= AHEAD,
            "I15: table {id} is {} steps ahead of the disk",
            in_flight.len()
        );
        let mut seated = core.status().seated;
        let count = seated.len();
        seated.sort_unstable();
        seated.dedup();
        assert_eq!(seated.len(), count, "I17: an account has two seats at table {id}");
    }

    /// Counts hands that were laid open, pauses that are over and places that were given.
    pub(super) fn count_evenings(&self, tally: &mut Tally) {
        for known in self.tables.values() {
            tally.opened += known.evening.opened;
            tally.pauses += known.evening.over;
            tally.places += known.lines.given;
        }
    }

    /// I19 of a table that plays, with everything on disk.
    pub(super) fn check_pauses(&self, id: TableId, wall: i64) {
        if let Some(known) = self.tables.get(&id) {
            known.evening.check_pauses(id, wall);
        }
    }

    /// I20 of an event that plays, with everything on disk.
    pub(super) fn check_wait(&self, id: TableId, account: &str, you: &YourTournament) {
        if let Some(known) = self.tables.get(&id) {
            known.lines.check(id, account, you);
        }
    }

    /// I9: the journal gives the table as it is.
    pub(super) fn check_recovery(id: TableId, core: &TableCore, setup: &Arc<TableSetup>, store: &Model) {
        match recover(&store.stored(id), setup) {
            Ok(recovered) => {
                assert!(
                    !recovered.must_void,
                    "I9: the running hand of table {id} cannot be replayed"
                );
                assert!(
                    recovered.table == *core.table(),
                    "I9: the journal of table {id} gives another table"
                );
            }
            Err(damage) => panic!("I9: the journal of table {id} is damaged: {damage}"),
        }
    }
}

impl Known {
    /// A row that is on disk.
    fn follow(&mut self, id: TableId, command: &[u8], events: &[u8]) {
        let row: Value = serde_json::from_slice(command).unwrap_or_default();
        let by = &row["by"];
        if let (Some(account), Some(request)) = (by["account"].as_str(), by["id"].as_str()) {
            let account: AccountId = account.parse().expect("an account");
            let key = (account, request.to_owned());
            assert!(
                self.requests.contains_key(&key),
                "I11: {account} never asked table {id} for {request}"
            );
            assert!(
                self.done.insert(key),
                "I11: {request} of {account} acts twice at table {id}"
            );
        }
        let kind = row["do"]["kind"].as_str().unwrap_or_default();
        let events: Vec<Value> = serde_json::from_slice(events).expect("events are a list");
        self.evening.follow(id, &row, &events);
        self.lines.follow(id, &row, &events);
        if kind == "act" {
            let seat = row["do"]["seat"].as_u64().unwrap_or_default();
            let is_dark = row["do"]["action"]["kind"]
                .as_str()
                .is_some_and(|kind| kind.ends_with("_dark"));
            assert!(
                is_dark || self.asked.contains(&seat),
                "I5: seat {seat} of table {id} acts, and {:?} are asked",
                self.asked
            );
            self.asked.remove(&seat);
        }
        // In hand-for-hand the clock is put on, over levels if need be.
        let is_advanced = events.iter().any(|event| event["event"] == "clock_advanced");
        if is_advanced {
            self.level = self.level.map(|(level, _)| (level, None));
        }
        for event in &events {
            if event["event"] == "level_started" {
                let level = event["level"].as_u64().unwrap_or_default();
                self.begin_level(id, level, row["t"].as_u64().filter(|_| !is_advanced));
            }
            match event["kind"].as_str().unwrap_or_default() {
                "turn_started" => {
                    let seats = event["seats"].as_array().into_iter().flatten();
                    self.asked = seats.filter_map(Value::as_u64).collect();
                }
                "hand_completed" | "hand_voided" => self.asked.clear(),
                _ => {}
            }
        }
    }

    /// I14: a level follows the one before it, and that has lasted as long as it lasts. Without a time, the clock was put on. An event
    /// takes note of a level a moment late, and the level counts from when it was due: after a pause, a break or a clock that was put
    /// on, that is up to this moment earlier.
    fn begin_level(&mut self, id: TableId, level: u64, at: Option<u64>) {
        let (before, began) = self.level.take().unwrap_or_default();
        assert_eq!(level, before + 1, "a level of tournament {id} was left out");
        let due = began.map(|began| began + LEVEL_MS);
        if let Some((at, due)) = at.zip(due) {
            assert!(
                at >= due,
                "I14: level {before} of tournament {id} was {} ms too short",
                due - at
            );
        }
        let earliest = at.map(|at| at.saturating_sub(LATE_MS).max(due.unwrap_or_default()));
        self.level = Some((level, earliest));
    }
}

/// The level of a hand that a table of a tournament deals, with the tournament and the table's number there.
fn level_of(owner: &Owner, command: &[u8]) -> Option<(TableId, u64, u64)> {
    let config = EventTableRow::read(&owner.config)?;
    let row: Value = serde_json::from_slice(command).ok()?;
    if row["do"]["kind"] != "deal_event" {
        return None;
    }
    let level = row["do"]["deal"]["level"].as_u64()?;
    Some((TableId(config.event), config.no.into(), level))
}

#[cfg(test)]
mod tests {
    use super::*;

    const EVENT: TableId = TableId(3);

    /// Levels that begin at these milliseconds; without a number the clock is put on.
    fn play(began: &[Option<u64>]) {
        let mut known = Known::default();
        for (level, at) in (1..).zip(began) {
            known.begin_level(EVENT, level, *at);
        }
    }

    #[test]
    fn a_level_noted_late_counts_from_when_it_was_due() {
        play(&[Some(0), Some(LEVEL_MS), Some(2 * LEVEL_MS + 1_898), Some(3 * LEVEL_MS)]);
        // After a clock that was put on, and after a break of a minute.
        play(&[Some(0), None, Some(70_000 + 1_898), Some(70_000 + LEVEL_MS)]);
        play(&[Some(0), Some(2 * LEVEL_MS + 1_898), Some(3 * LEVEL_MS)]);
    }

    #[test]
    fn a_level_that_is_too_short_is_found() {
        let is_found = |began: &[Option<u64>]| std::panic::catch_unwind(|| play(began)).is_err();
        assert!(is_found(&[Some(0), Some(LEVEL_MS), Some(2 * LEVEL_MS - 1)]));
        // After a break as well.
        assert!(is_found(&[
            Some(0),
            Some(2 * LEVEL_MS),
            Some(3 * LEVEL_MS - LATE_MS - 1)
        ]));
        assert!(is_found(&[
            Some(0),
            None,
            Some(70_000),
            Some(70_000 + LEVEL_MS - LATE_MS - 1)
        ]));
    }
}
