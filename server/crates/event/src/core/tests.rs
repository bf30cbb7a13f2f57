//! The tournament without a disk, a socket or a clock.

mod ages;
mod deals;
mod floor;
mod given_up;
mod levels;
mod lost;
mod money;
mod officials;
mod pushed;
mod reach;
mod refusals;
mod starts;
mod tentative;
mod travel;
mod undo;
mod waitlist;

use std::sync::Arc;

use poker_engine::Chips;
use poker_engine::tournament::director::{Phase, PlayerNo, Refusal};
use poker_owner::NoEntropy;
use poker_protocol::v1::tournament::{FloorAction, FloorRole, HaltReason, TournamentPhase};
use poker_protocol::v1::{PlayerInfo, PlayerKind};
use poker_store::Step;
use poker_store::{JournalRow, LedgerAccount, OwnerKind, StepError, StoredTable, TableId};
use poker_table::state::command::FORMAT;

use super::*;
use crate::command::RulingRow;
use crate::results::Results;
use crate::setup::{Announced, HALF_HOUR, TournamentSetup};
use crate::state::Damage;
use crate::state::Refused;

/// Time at which the tournaments of these tests begin, in milliseconds since 1970.
const START: i64 = 1_800_000_000_000;

const MINUTE: i64 = 60_000;

/// Randomness that is the same every time.
struct Seeds(u8);

impl Entropy for Seeds {
    fn seed(&mut self) -> Result<[u8; 32], NoEntropy> {
        self.0 = self.0.wrapping_add(1);
        Ok([self.0; 32])
    }
}

/// An official of all tournaments.
const fn flo() -> AccountId {
    AccountId(uuid::Uuid::nil())
}

/// An action by Flo.
fn by_flo(action: FloorAction) -> Command {
    Command::Floor {
        line: None,
        who: PlayerInfo {
            id: flo().to_string(),
            name: "Flo".to_owned(),
            kind: PlayerKind::Account,
        },
        role: FloorRole::Floor,
        reason: "because".to_owned(),
        action,
        structure: None,
        sheet: None,
        account: None,
        begins_at: None,
    }
}

/// A tournament whose disk is as fast as it is.
struct Bench {
    setup: Arc<TournamentSetup>,
    rows: Vec<JournalRow>,
    /// Chips paid in, minus chips paid out.
    pool: i128,
    core: Core,
    entropy: Seeds,
    /// Milliseconds since 1970.
    wall: i64,
    /// Tables to be opened, by number and generation.
    opened: Vec<(u32, u32)>,
    reopened: Vec<u32>,
    closed: Vec<u32>,
    /// Accounts that watch.
    followers: Vec<pushed::Follower>,
    /// The first in line, about whom was asked last.
    applicant: Option<Applicant>,
    /// Orders to tables.
    directs: Vec<(TableNo, Direct)>,
    /// What accounts were told.
    accounts: Vec<(AccountId, Utf8Bytes)>,
}

impl Bench {
    fn new(announced: &Announced) -> Self {
        let setup = TournamentSetup::new(TableId(1), announced).unwrap();
        let setup = Arc::new(setup);
        let recovered = Recovered {
            tournament: Tournament::new(Arc::clone(&setup)),
            log: Vec::new(),
            wrote_at: 0,
        };
        let wall = START - 10 * MINUTE;
        Self {
            setup,
            rows: Vec::new(),
            pool: 0,
            core: Core::new(recovered, (1, 0), 0, Self::at(wall)),
            entropy: Seeds(0),
            wall,
            opened: Vec::new(),
            reopened: Vec::new(),
            closed: Vec::new(),
            followers: Vec::new(),
            applicant: None,
            directs: Vec::new(),
            accounts: Vec::new(),
        }
    }

    fn at(wall: i64) -> Now {
        let play = PlayTime((wall - START + 3_600_000).unsigned_abs());
        Now { play, wall }
    }

    fn now(&self) -> Now {
        Self::at(self.wall)
    }

    /// Stores what a step leaves on disk.
    fn keep(&mut self, step: &Step) {
        self.rows.push(JournalRow::of(step, poker_program::PROGRAM));
        for transfer in &step.transfers {
            let amount = i128::from(transfer.amount.get());
            let is_in = transfer.credit == LedgerAccount::Tournament(self.setup.id);
            self.pool += if is_in { amount } else { -amount };
        }
    }

    /// Takes outputs whose steps are on disk.
    fn written(&mut self, out: &Outputs) {
        assert!(out.failed.is_none());
        self.applicant = out.applicant.or(self.applicant.take());
        let opened = out.opens.iter().map(|(no, opened)| (no.0, opened.generation));
        self.opened.extend(opened);
        self.reopened.extend(out.reopens.iter().map(|no| no.0));
        self.directs.extend(out.directs.iter().cloned());
        self.accounts.extend(out.accounts.iter().cloned());
        self.closed.extend(out.closes.iter().map(|no| no.0));
        for follower in &mut self.followers {
            follower.read(out);
        }
        for step in &out.steps {
            self.keep(step);
            let notice = DurableNotice::Durable { step: step.step };
            let mut after = Outputs::default();
            let now = self.now();
            self.core
                .step(Input::Notice(notice), now, &mut self.entropy, &mut after);
            self.written(&after);
        }
    }

    fn command(&mut self, command: Command) -> Result<(), Refused> {
        let (now, mut out) = (self.now(), Outputs::default());
        let done = self.core.commit(command, None, now, &mut self.entropy, &mut out);
        self.written(&out);
        done
    }

    /// Has an official start it before the announced time.
    fn start_at_once(&mut self) {
        let mut start = by_flo(FloorAction::Start {});
        if let Command::Floor { action, begins_at, .. } = &mut start {
            *begins_at = self.core.tournament.begins_at(action, self.wall);
        }
        self.command(start).unwrap();
    }

    /// Moves the wall clock on to `wall`.
    fn wait_until(&mut self, wall: i64) {
        self.wall = wall;
        let mut out = Outputs::default();
        let now = self.now();
        self.core.step(Input::Tick, now, &mut self.entropy, &mut out);
        self.written(&out);
    }

    /// Feeds an input.
    fn input(&mut self, input: Input) {
        let (now, mut out) = (self.now(), Outputs::default());
        self.core.step(input, now, &mut self.entropy, &mut out);
        self.written(&out);
    }

    fn register(&mut self, number: u128, kind: PlayerKind) {
        let player = PlayerInfo {
            id: AccountId(uuid::Uuid::from_u128(number)).to_string(),
            name: format!("Player {number}"),
            kind,
        };
        self.command(Command::Register { player }).unwrap();
    }

    /// Recovers the tournament of these rows.
    fn recovered(&self, rows: &[JournalRow]) -> Result<Recovered, Damage> {
        let stored = StoredTable {
            id: self.setup.id,
            kind: OwnerKind::Tournament,
            config: String::new(),
            epoch: 2,
            last_step: u64::try_from(rows.len()).unwrap(),
            escrow: Chips::new(u64::try_from(self.pool).unwrap()),
            tail: rows.to_vec(),
        };
        Tournament::recover(&stored, Arc::clone(&self.setup))
    }

    fn phase(&self) -> Phase {
        self.core.tournament.director.phase()
    }

    fn told(&self) -> String {
        self.core.log.join("\n")
    }
}

/// A freezeout every half hour.
fn half_hourly() -> Announced {
    Announced {
        starts_at: Some(START),
        every_ms: Some(30 * MINUTE),
        fill: 18,
        ..Announced::of_house(HALF_HOUR)
    }
}

/// Where no hand is played, as in a break, the clock is still written to disk: a restart sets it back by five seconds at most.
#[test]
fn a_clock_that_runs_by_itself_is_written_down() {
    let mut bench = begun();
    let rows = bench.rows.len();
    let from = bench.wall;
    for second in 1..=42 {
        bench.wait_until(from + second * 1_000);
    }
    assert!(
        (8..=10).contains(&(bench.rows.len() - rows)),
        "{}",
        bench.rows.len() - rows
    );
    let after = bench.recovered(&bench.rows).unwrap().tournament;
    let lost = bench.core.time(bench.now()) - after.t;
    assert!(lost <= 5_000, "{lost} ms are lost");
}

/// A sit & go of three whose first hand is running.
fn begun() -> Bench {
    let three = r#"
id = "three"
name = { en = "Three", fr = "Trois" }
games = ["no-limit-holdem"]
start = "full"
entries = [3, 3]
seats = 3
price = 100
stack = 1000
levels = ["30m 10/20"]
"#;
    let mut bench = Bench::new(&Announced::of_house(three));
    for number in 1..=3 {
        bench.register(number, PlayerKind::Guest);
    }
    bench.command(Command::Deal { table: 1 }).unwrap();
    bench
}

#[test]
fn a_table_that_met_faults_says_so() {
    let mut bench = begun();
    let halted = |bench: &Bench| bench.core.tables(0, 9)[0].halted;
    let ruling = RulingRow::of_server("the table met a fault");
    let void = Command::VoidHand { table: 1, ruling };
    bench.command(void.clone()).unwrap();
    assert_eq!(halted(&bench), None, "it is dealt again");
    bench.command(void).unwrap();
    assert_eq!(halted(&bench), Some(HaltReason::Fault));
    let again = bench.recovered(&bench.rows).unwrap();
    assert_eq!(again.log, bench.core.log);
}

/// Rows as another program would have written them, with the events that program emitted for each step.
fn of_another(rows: &[JournalRow], tell: impl Fn(&mut Vec<serde_json::Value>)) -> Vec<JournalRow> {
    let mut seq = 1;
    let rewritten = rows.iter().map(|row| {
        let mut events: Vec<serde_json::Value> = serde_json::from_slice(&row.events).unwrap();
        tell(&mut events);
        let first_seq = seq;
        seq += u64::try_from(events.len()).unwrap();
        JournalRow {
            program: "0.0.1+00000000".into(),
            first_seq,
            events: serde_json::to_vec(&events).unwrap(),
            ..row.clone()
        }
    });
    rewritten.collect()
}

#[test]
fn what_an_older_program_told_stands_as_long_as_nothing_contradicts_it() {
    let bench = begun();
    let whole = bench.recovered(&bench.rows).unwrap();
    assert_eq!(whole.log, bench.core.log);

    // It had neither this event nor this field.
    let fewer = of_another(&bench.rows, |events| {
        events.retain(|event| event["event"] != "break_order_published");
        for event in events {
            event.as_object_mut().unwrap().remove("rule");
        }
    });
    let older = bench.recovered(&fewer).unwrap();
    assert_eq!(older.log.len(), bench.core.log.len() - 1);
    assert_eq!(older.tournament.seq(), u64::try_from(older.log.len()).unwrap());
    assert_eq!(older.tournament.director, whole.tournament.director);

    // It decided otherwise.
    let other = of_another(&bench.rows, |events| {
        for event in events {
            if event["event"] == "seat_assigned" {
                event["stack"] = 999.into();
            }
        }
    });
    assert!(matches!(bench.recovered(&other), Err(Damage::Diverged(_))));

    // Rows written by this very program have to replay identically.
    let mut own = fewer;
    for (row, mine) in own.iter_mut().zip(&bench.rows) {
        row.program.clone_from(&mine.program);
    }
    assert!(matches!(bench.recovered(&own), Err(Damage::Diverged(_))));
    let mut newer = bench.rows.clone();
    newer[0].format = FORMAT + 1;
    assert_eq!(bench.recovered(&newer).unwrap_err(), Damage::Format(1, FORMAT + 1));
}

/// The first player wins a hand of three, which leaves these stacks.
fn hand_done(stacks: [u64; 3]) -> Command {
    Command::HandDone {
        table: 1,
        stacks: (1..).zip(stacks).collect(),
        pots: vec![(vec![1, 2, 3], vec![1])],
        split: None,
        paces: None,
        nuts: None,
        killed: Vec::new(),
        banks: Vec::new(),
    }
}

#[test]
fn players_who_go_out_in_one_hand_are_listed_best_first() {
    for stacks in [[1000, 1200, 800], [1000, 800, 1200]] {
        let mut bench = begun();
        bench.command(hand_done(stacks)).unwrap();
        bench.command(Command::Deal { table: 1 }).unwrap();
        bench.command(hand_done([3000, 0, 0])).unwrap();
        let listed = bench.core.results(0, 9).places;
        let places: Vec<u32> = listed.iter().map(|place| place.best).collect();
        assert_eq!(places, [1, 2, 3], "{stacks:?}");
    }
}

#[test]
fn results_are_kept_whole_and_told_in_pages() {
    let mut bench = begun();
    let ruling = by_flo(FloorAction::Rule { rule: "1.1".to_owned() });
    bench.command(ruling).unwrap();
    bench.command(hand_done([3000, 0, 0])).unwrap();
    assert_eq!(bench.phase(), Phase::Completed);
    let kept = Results::of(&bench.core, bench.now());
    let read: Results = serde_json::from_str(&serde_json::to_string(&kept).unwrap()).unwrap();
    assert_eq!(read, kept);
    assert_eq!(read.state.summary.phase, TournamentPhase::Completed);
    assert_eq!(read.places(0, 9), bench.core.results(0, 9));
    assert_eq!(
        read.floor(0, &[], None, None),
        bench.core.floor(0, None, &[], None, None, bench.now())
    );
    assert_eq!(
        (
            read.floor(0, &[], None, None).entries.len(),
            read.floor(1, &[], None, None).entries.len()
        ),
        (1, 0)
    );
    for number in 1..=4 {
        let account = refusals::account(number);
        let open = bench.core.state_for(Some(account), bench.now());
        let won = open.you.prize.unwrap_or_default();
        assert_eq!(open.you.place.is_some(), number < 4);
        assert_eq!(read.clone().state_for(account, won), open, "player {number}");
    }
    let first = read.places(0, 1);
    assert_eq!((first.places[0].best, first.after), (1, Some(1)));
    assert_eq!(read.places(3, 1).places, []);
    assert_eq!(read.places(usize::MAX, 1).after, None);
    let numbers = |after| -> Vec<u32> { read.entrants(after, 2).iter().map(|entrant| entrant.player).collect() };
    assert_eq!((numbers(0), numbers(2)), (vec![1, 2], vec![3]));
}
