//! Time banks travel with players who change tables, and both they and the tables are told that they moved. Rule: tournament 9.3.

use poker_engine::{SeatIx, SeatSet};
use poker_table::core::direct::{Direct, Stage, TimeBank};
use poker_table::state::event::Arranged;

use super::refusals::account;
use super::*;
use crate::core::Report;

/// Two tables of nine, whose final table has as many seats, or with `seats` of them tables of another size.
fn two_tables(seats: u8) -> Bench {
    let definition = HALF_HOUR.replace("late_levels = 2", &format!("late_levels = 0\nseats = {seats}"));
    let mut bench = Bench::new(&Announced {
        starts_at: Some(START),
        ..Announced::of_house(&definition)
    });
    for number in 1..=u128::from(2 * seats) {
        bench.register(number, PlayerKind::Account);
    }
    bench.wait_until(START);
    assert_eq!(bench.phase(), Phase::Running);
    bench.open_tables();
    bench
}

/// Milliseconds that a test leaves in the bank of each account.
fn bank(account: AccountId) -> u32 {
    10_000 + u32::try_from(account.0.as_u128()).unwrap()
}

fn account_of(one: &Arranged) -> AccountId {
    one.player.id.parse().unwrap()
}

impl Bench {
    fn report(&mut self, no: u32, hand: u64, stage: Stage) {
        let accounts: Vec<AccountId> = self.core.accounts_at(TableNo(no)).collect();
        let bank = |account| TimeBank {
            left_ms: bank(account),
            level: 1,
        };
        let banks = accounts.into_iter().map(|account| (account, bank(account))).collect();
        self.report_with(no, hand, stage, banks);
    }

    /// The first report of a new table, which knows nobody yet.
    fn report_empty(&mut self, no: u32) {
        self.report_with(no, 0, Stage::Idle, Vec::new());
    }

    fn report_with(&mut self, no: u32, hand: u64, stage: Stage, banks: Vec<(AccountId, TimeBank)>) {
        let opened = self.core.tournament.tables[&TableNo(no)];
        let report = Report {
            loaded: hand == 0,
            hand,
            stage,
            ready: true,
            contenders: SeatSet::EMPTY,
            online: SeatSet::EMPTY,
            absent: SeatSet::EMPTY,
            banks,
            paces: Vec::new(),
            nuts: None,
        };
        self.input(Input::Report {
            no: TableNo(no),
            generation: opened.generation,
            report: Box::new(report),
        });
    }

    /// Plays the running hand of a table so that this many players stay in.
    fn cut_down(&mut self, no: u32, stay: usize) {
        let director = &self.core.tournament.director;
        let hand = u64::from(director.running_deal(TableNo(no)).unwrap().hand);
        let plan = director.table(TableNo(no)).unwrap().hand().unwrap();
        let mut stacks: Vec<(SeatIx, Chips)> = plan.setup.players.iter().map(|one| (one.seat, one.stack)).collect();
        let lost: u64 = stacks[stay..].iter().map(|(_, stack)| stack.get()).sum();
        stacks[0].1 = Chips::new(stacks[0].1.get() + lost);
        for (_, stack) in &mut stacks[stay..] {
            *stack = Chips::ZERO;
        }
        let pots = vec![poker_engine::tournament::director::PotResult {
            eligible: stacks.iter().map(|(seat, _)| *seat).collect(),
            winners: SeatSet::only(stacks[0].0),
        }];
        let done = Stage::Done {
            stacks,
            pots,
            split: false,
            killed: Vec::new(),
        };
        self.report(no, hand, done);
    }

    /// The seating that a table was last told.
    fn arranged(&self, no: u32) -> Vec<Arranged> {
        self.last_arrangement(no).0
    }

    /// The seats that a table was last told to have moved elsewhere.
    fn moved_on(&self, no: u32) -> Vec<u8> {
        self.last_arrangement(no).1
    }

    fn last_arrangement(&self, no: u32) -> (Vec<Arranged>, Vec<u8>) {
        let told = self.directs.iter().rev().find_map(|(to, direct)| match direct {
            Direct::Arrange { seats, moved } if to.0 == no => Some((seats.clone(), moved.clone())),
            _ => None,
        });
        told.unwrap_or_default()
    }

    /// The accounts of the final table, which brought their banks and were told that they moved.
    fn check_final(&self, what: &str) {
        let seats = self.arranged(1);
        assert_eq!(seats.len(), 6, "{what}: {seats:?}");
        for one in &seats {
            let account = account_of(one);
            assert_eq!((one.bank_ms, one.moved), (Some(bank(account)), true), "{what}: {one:?}");
        }
    }
}

/// Plays a hand at both tables, after which six players are left for the final table.
fn at_final(seats: u8) -> Bench {
    let mut bench = two_tables(seats);
    for no in [1, 2] {
        bench.report_empty(no);
        assert!(
            bench
                .arranged(no)
                .iter()
                .all(|one| (one.bank_ms, one.moved) == (None, false))
        );
    }
    bench.cut_down(1, 3);
    bench.directs.clear();
    bench.accounts.clear();
    bench.cut_down(2, 3);
    assert!(
        bench.told().contains("\"event\":\"final_table_formed\""),
        "{}",
        bench.told()
    );
    bench
}

#[test]
fn players_bring_their_time_banks_to_a_final_table_that_opens_afresh() {
    let mut bench = at_final(6);
    assert_eq!(bench.opened, [(1, 2)], "the final table has another number of seats");
    assert_eq!(bench.moved_on(2).len(), 3);
    bench.accounts.clear();
    bench.open_tables();
    let moved = |(account, frame): &(AccountId, Utf8Bytes)| {
        let frame: serde_json::Value = serde_json::from_str(frame).unwrap();
        (*account, frame["you"]["moved"] == true)
    };
    let told: BTreeMap<AccountId, bool> = bench.accounts.iter().map(moved).collect();
    assert_eq!(told.len(), 6);
    assert!(told.values().all(|moved| *moved), "{told:?}");
    bench.report_empty(1);
    bench.check_final("live");
}

#[test]
fn a_crash_before_the_final_table_is_seated_loses_no_time_bank() {
    let mut bench = at_final(6);
    let recovered = bench.recovered(&bench.rows).unwrap();
    let last = u64::try_from(bench.rows.len()).unwrap();
    bench.core = Core::new(recovered, (2, last), 0, bench.now());
    bench.directs.clear();
    bench.opened = vec![(1, 2)];
    bench.open_tables();
    bench.report_empty(1);
    bench.check_final("recovered");
    // Nor does one after it: the order is repeated.
    bench.directs.clear();
    bench.report_empty(1);
    bench.check_final("repeated");
}

#[test]
fn a_redraw_at_a_table_that_stays_keeps_the_time_banks_too() {
    let mut bench = at_final(9);
    assert_eq!(bench.opened, [], "the table of the same size stays open");
    bench.check_final("same table");
    assert_eq!((bench.moved_on(1).len(), bench.moved_on(2).len()), (3, 3));
    // Once a hand was played there, the players are as any others.
    bench.report(1, 1, Stage::Idle);
    bench.directs.clear();
    bench.cut_down(1, 5);
    assert!(
        bench.arranged(1).iter().all(|one| !one.moved),
        "{:?}",
        bench.arranged(1)
    );
}

#[test]
fn a_moved_player_brings_the_levels_that_the_time_bank_has_had() {
    let mut bench = two_tables(6);
    for no in [1, 2] {
        bench.report_empty(no);
    }
    bench.wait_until(START + 6 * MINUTE);
    assert_eq!(bench.arranged(1)[0].bank_level, 1);
    bench.cut_down(1, 3);
    bench.cut_down(2, 3);
    bench.open_tables();
    bench.report_empty(1);
    // The hands were dealt at the first level, and the final table begins with the second.
    assert!(bench.arranged(1).iter().all(|one| one.bank_level == 1));
}

#[test]
fn a_bank_that_gained_with_a_level_at_a_table_brings_that_level_to_the_next() {
    let mut bench = at_final(6);
    bench.open_tables();
    bench.report_empty(1);
    let seats = bench.arranged(1);
    // A hand of the second level is dealt at the final table. One player waits, and gains with the level as the others do.
    let gained: Vec<(AccountId, TimeBank)> = seats
        .iter()
        .map(|one| {
            let account = account_of(one);
            let left_ms = bank(account) + 30_000;
            (account, TimeBank { left_ms, level: 2 })
        })
        .collect();
    bench.report_with(1, 0, Stage::Idle, gained.clone());
    bench.directs.clear();
    bench.report_with(1, 0, Stage::Idle, gained.clone());
    for (one, (account, bank)) in bench.arranged(1).iter().zip(&gained) {
        assert_eq!(
            (account_of(one), one.bank_ms, one.bank_level),
            (*account, Some(bank.left_ms), bank.level)
        );
    }
}

#[test]
fn a_hand_notes_its_level_for_those_who_only_sat_there() {
    let mut bench = two_tables(6);
    for no in [1, 2] {
        bench.report_empty(no);
    }
    bench.wait_until(START + 6 * MINUTE);
    bench.cut_down(1, 6);
    let director = &bench.core.tournament.director;
    assert_eq!(director.running_deal(TableNo(1)).unwrap().level, 2);
    let plan = director.table(TableNo(1)).unwrap().hand().unwrap();
    let stacks: Vec<(u8, u64)> = plan
        .setup
        .players
        .iter()
        .map(|one| (one.seat.number(), one.stack.get()))
        .collect();
    let seats: Vec<u8> = stacks.iter().map(|(seat, _)| *seat).collect();
    let (_, waits) = director.table(TableNo(2)).unwrap().seats().next().unwrap();
    let waits = PlayerNo(u32::try_from(waits.player.0).unwrap());
    let done = Command::HandDone {
        table: 1,
        pots: vec![(seats.clone(), vec![seats[0]])],
        stacks,
        split: None,
        paces: None,
        nuts: None,
        killed: Vec::new(),
        banks: vec![(waits.0, 90_000)],
    };
    bench.command(done).unwrap();
    let brought = bench.core.tournament.brought(waits).unwrap();
    assert_eq!((brought.bank_ms, brought.level), (Some(90_000), 2));
}

#[test]
fn no_bank_of_an_earlier_entry_comes_back() {
    let structure = super::refusals::EVERYTHING;
    let without_rebuys: Vec<&str> = structure.lines().filter(|line| !line.starts_with("rebuy")).collect();
    let mut bench = Bench::playing(&without_rebuys.join("\n"));
    let player = account(2);
    let old = |left_ms| TimeBank { left_ms, level: 1 };
    bench.core.banks.insert(player, old(1_234));
    bench.bust(2);
    // The table has not freed the seat yet.
    bench.report_with(1, 1, Stage::Idle, vec![(player, old(777))]);
    assert_eq!(bench.core.banks[&player].left_ms, 1_234, "the player has no seat there");
    bench.command(Command::ReEnter { account: player }).unwrap();
    assert!(!bench.core.banks.contains_key(&player), "a new entry has a full bank");
}
