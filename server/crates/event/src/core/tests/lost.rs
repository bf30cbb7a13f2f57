//! Tables that are out of play.

use poker_protocol::v1::tournament::TableOutOfPlay;

use super::*;

const WHY: &str = "its journal brings it down";

/// A report that the table of this generation is out of play.
fn lost(generation: u32) -> Input {
    Input::OutOfPlay {
        no: TableNo(1),
        generation,
        why: WHY.to_owned(),
    }
}

/// A sit & go of three whose table was lost during the first hand.
fn stopped() -> Bench {
    let mut bench = begun();
    bench.input(lost(1));
    bench
}

fn desk(bench: &Bench) -> Vec<TableOutOfPlay> {
    let floor = bench
        .core
        .floor(0, Some(flo()), &[flo()], Some(FloorRole::Director), None, bench.now());
    floor.desk.unwrap().out_of_play
}

fn by_director(action: FloorAction) -> Command {
    match by_flo(action) {
        Command::Floor {
            who,
            reason,
            action,
            structure,
            account,
            begins_at,
            line,
            sheet,
            ..
        } => Command::Floor {
            who,
            role: FloorRole::Director,
            reason,
            action,
            structure,
            account,
            begins_at,
            line,
            sheet,
        },
        other => other,
    }
}

fn runs(bench: &Bench) -> bool {
    bench.core.tournament.director.running_deal(TableNo(1)).is_some()
}

#[test]
fn officials_alone_learn_what_is_wrong_with_a_table_and_the_others_that_it_stands() {
    let bench = stopped();
    let table = &bench.core.tables(0, 9)[0];
    assert_eq!((table.halted, runs(&bench)), (Some(HaltReason::Fault), false));
    assert_eq!(table.seats.iter().map(|seat| seat.2.get()).sum::<u64>(), 3_000);
    let line = TableOutOfPlay {
        table_no: 1,
        why: WHY.to_owned(),
    };
    assert_eq!(desk(&bench), [line]);
    assert!(!bench.told().contains(WHY), "{}", bench.told());
    assert_eq!(bench.core.floor(0, None, &[], None, None, bench.now()).desk, None);
    let again = bench.recovered(&bench.rows).unwrap();
    assert_eq!(again.log, bench.core.log);
}

#[test]
fn an_event_whose_table_is_out_of_play_can_be_cancelled() {
    let mut bench = stopped();
    bench.command(by_flo(FloorAction::Pause {})).unwrap();
    bench.command(by_director(FloorAction::Cancel {})).unwrap();
    assert_eq!((bench.phase(), bench.pool), (Phase::Cancelled, 0));
    assert_eq!(bench.closed, [1]);
    assert_eq!(desk(&bench), []);
}

#[test]
fn a_table_out_of_play_is_opened_again_and_may_be_lost_again() {
    let mut bench = stopped();
    for times in 1..=3 {
        bench.command(by_flo(FloorAction::ResumeTable { table: 1 })).unwrap();
        assert_eq!((bench.reopened.len(), desk(&bench).len()), (times, 0));
        assert_eq!(bench.core.tables(0, 9)[0].halted, None);
        bench.input(lost(1));
        assert_eq!(desk(&bench).len(), 1, "it stands between two hands");
    }
    let again = bench.recovered(&bench.rows).unwrap();
    assert_eq!(again.log, bench.core.log);
}

#[test]
fn its_players_go_on_at_a_new_table_where_they_sat_with_what_they_had() {
    let mut bench = stopped();
    let seats = bench.core.tables(0, 9)[0].seats.clone();
    bench.command(by_flo(FloorAction::ReplaceTable { table: 1 })).unwrap();
    assert_eq!((&*bench.closed, &*bench.opened), (&[1][..], &[(1, 1), (1, 2)][..]));
    assert_eq!(bench.reopened, [0; 0]);
    assert_eq!(
        (bench.core.tables(0, 9)[0].seats.clone(), desk(&bench)),
        (seats, vec![])
    );
    // The old table may still report.
    bench.input(lost(1));
    assert_eq!(bench.core.tables(0, 9)[0].halted, None);
    bench.command(Command::Deal { table: 1 }).unwrap();
    assert!(runs(&bench));
    // After a crash the new one is the table of the event.
    let again = bench.recovered(&bench.rows).unwrap();
    assert_eq!(again.log, bench.core.log);
    assert_eq!(again.tournament.tables[&TableNo(1)].generation, 2);
}

#[test]
fn no_table_is_replaced_that_stands_for_no_fault() {
    let mut bench = begun();
    let replace = || by_flo(FloorAction::ReplaceTable { table: 1 });
    assert_eq!(bench.command(replace()), Err(Refused::Director(Refusal::NoChange)));
    let nowhere = by_flo(FloorAction::ReplaceTable { table: 9 });
    assert_eq!(bench.command(nowhere), Err(Refused::Director(Refusal::NoSuchTable)));
    let ruling = RulingRow::of_server("the table met a fault");
    for _ in 0..2 {
        let ruling = ruling.clone();
        bench.command(Command::VoidHand { table: 1, ruling }).unwrap();
    }
    assert_eq!(desk(&bench), [], "the table is there, and deals no hand");
    bench.command(replace()).unwrap();
    assert_eq!(bench.opened.last(), Some(&(1, 2)));
}

/// Two players remain in the hand, and one of them has left for good when the table is lost.
#[test]
fn an_event_is_over_if_the_hand_that_is_void_leaves_one_player() {
    let mut bench = begun();
    for number in [1, 2] {
        let account = AccountId(uuid::Uuid::from_u128(number));
        bench.command(Command::Withdraw { account }).unwrap();
    }
    assert_eq!(bench.phase(), Phase::Running, "the hand goes on");
    bench.input(lost(1));
    assert_eq!((bench.phase(), bench.pool), (Phase::Completed, 0));
}
