//! Officials, with tables that may fail and hands that look suspicious.

use poker_engine::SeatSet;
use poker_protocol::v1::tournament::{FlagKind, FloorResult, PlayerPresence};
use poker_table::core::direct::Stage;

use super::*;
use crate::command::PaceRow;

fn report(loaded: bool, hand: u64, stage: Stage) -> Input {
    report_of(loaded, hand, stage, SeatSet::EMPTY)
}

/// A report in which these seats contend.
pub(super) fn report_of(loaded: bool, hand: u64, stage: Stage, contenders: SeatSet) -> Input {
    let report = Report {
        loaded,
        hand,
        stage,
        ready: false,
        contenders,
        online: SeatSet::EMPTY,
        absent: SeatSet::EMPTY,
        banks: Vec::new(),
        paces: Vec::new(),
        nuts: None,
    };
    Input::Report {
        no: TableNo(1),
        generation: 1,
        report: Box::new(report),
    }
}

// Rule: tournament 11.4.
#[test]
fn a_table_is_told_at_once_and_the_trail_keeps_what() {
    let mut bench = begun();
    let tell = |table, text: &str| {
        by_flo(FloorAction::TellTable {
            table,
            text: text.to_owned(),
        })
    };
    let nowhere = bench.command(tell(99, "Two kings"));
    assert_eq!(nowhere, Err(Refused::Director(Refusal::NoSuchTable)));
    for nothing in ["", " ", "a\u{7}b"] {
        assert_eq!(
            bench.command(tell(1, nothing)),
            Err(Refused::Director(Refusal::NoReason))
        );
    }
    bench.command(tell(1, "Seat 2 told seat 1 of two kings.")).unwrap();
    let told = bench.told();
    let told = told.lines().last().unwrap();
    let wanted = [
        r#""event":"table_told""#,
        r#""table":1"#,
        "Seat 2 told seat 1 of two kings.",
        r#""rule":"11.4""#,
    ];
    assert!(wanted.iter().all(|part| told.contains(part)), "{told}");
    let recovered = bench.recovered(&bench.rows).unwrap();
    let trail = recovered.tournament.book.trail();
    let line = trail.last().unwrap();
    assert_eq!((line.rule.as_deref(), line.result), (Some("11.4"), FloorResult::Done));
    assert!(matches!(&line.action, FloorAction::TellTable { table: 1, .. }));
}

#[test]
fn what_is_wished_of_a_hand_outlives_a_crash_and_comes_once() {
    for (action, wish, stage, result) in [
        (
            FloorAction::VoidHand { table: 1 },
            Direct::Recall(1),
            Stage::Voided,
            FloorResult::Done,
        ),
        (
            FloorAction::SplitHand { table: 1 },
            Direct::Split(1),
            done(true),
            FloorResult::Done,
        ),
        (
            FloorAction::SplitHand { table: 1 },
            Direct::Split(1),
            done(false),
            FloorResult::Stands,
        ),
    ] {
        let mut bench = begun();
        bench.command(by_flo(action.clone())).unwrap();
        let again = bench.command(by_flo(action.clone()));
        assert_eq!(again, Err(Refused::Director(Refusal::NoChange)), "{action:?}");
        let recovered = bench.recovered(&bench.rows).unwrap();
        let last = u64::try_from(bench.rows.len()).unwrap();
        bench.core = Core::new(recovered, (2, last), 0, bench.now());
        let trail = |bench: &Bench| bench.core.tournament.book.trail()[0].clone();
        assert_eq!(trail(&bench).result, FloorResult::Pending);
        let told = |bench: &mut Bench, input: Input| {
            let (now, mut out) = (bench.now(), Outputs::default());
            bench.core.step(input, now, &mut bench.entropy, &mut out);
            bench.written(&out);
            out.directs
        };
        let directs = told(&mut bench, report(true, 1, Stage::Running));
        assert!(directs.contains(&(TableNo(1), wish)), "{directs:?}");
        told(&mut bench, report(false, 1, stage));
        assert_eq!(trail(&bench).result, result, "{action:?}");
        let recovered = bench.recovered(&bench.rows).unwrap();
        assert_eq!(recovered.tournament.book, bench.core.tournament.book);
    }
}

// Rule: tournament 11.4.
#[test]
fn a_hand_is_killed_at_its_table_even_after_a_crash_and_only_while_it_is_live() {
    let seat = |number| poker_engine::SeatIx::from_number(number).unwrap();
    let ended = |killed: Vec<(poker_engine::SeatIx, Chips)>| match done(false) {
        Stage::Done {
            stacks, pots, split, ..
        } => Stage::Done {
            stacks,
            pots,
            split,
            killed,
        },
        other => other,
    };
    for (stage, result, in_play) in [
        (ended(vec![(seat(1), Chips::new(40))]), FloorResult::Done, 2_960),
        (ended(Vec::new()), FloorResult::Stands, 3_000),
        (Stage::Voided, FloorResult::Stands, 3_000),
    ] {
        let mut bench = begun();
        let told = |bench: &mut Bench, input: Input| {
            let (now, mut out) = (bench.now(), Outputs::default());
            bench.core.step(input, now, &mut bench.entropy, &mut out);
            bench.written(&out);
            out.directs
        };
        let player = {
            let law = bench.core.tournament.director.table(TableNo(1)).unwrap();
            u32::try_from(law.seat(seat(1)).unwrap().player.0).unwrap()
        };
        let action = FloorAction::KillHand { player };
        bench.command(by_flo(action.clone())).unwrap();
        let again = bench.command(by_flo(action.clone()));
        assert_eq!(again, Err(Refused::Director(Refusal::NoChange)));
        let nobody = bench.command(by_flo(FloorAction::KillHand { player: 99 }));
        assert_eq!(nobody, Err(Refused::Director(Refusal::NoSuchPlayer)));
        let recovered = bench.recovered(&bench.rows).unwrap();
        let last = u64::try_from(bench.rows.len()).unwrap();
        bench.core = Core::new(recovered, (2, last), 0, bench.now());
        let trail = |bench: &Bench| bench.core.tournament.book.trail()[0].clone();
        assert_eq!(
            (trail(&bench).result, trail(&bench).rule.as_deref()),
            (FloorResult::Pending, Some("11.4"))
        );
        let directs = told(&mut bench, report(true, 1, Stage::Running));
        let kill = Direct::Kill(1, 1, poker_engine::hand::Kill::Ruling);
        assert!(directs.contains(&(TableNo(1), kill)), "{directs:?}");
        told(&mut bench, report(false, 1, stage));
        assert_eq!(trail(&bench).result, result);
        assert_eq!(bench.core.tournament.director.in_play(), Chips::new(in_play));
        let recovered = bench.recovered(&bench.rows).unwrap();
        assert_eq!(recovered.tournament.book, bench.core.tournament.book);
        assert_eq!(recovered.tournament.director, bench.core.tournament.director);
    }
}

/// The end of a hand that moved ten chips.
fn done(split: bool) -> Stage {
    let seat = |number| poker_engine::SeatIx::from_number(number).unwrap();
    let stacks = [(1, 1_010), (2, 990), (3, 1_000)];
    Stage::Done {
        stacks: stacks.map(|(number, stack)| (seat(number), Chips::new(stack))).into(),
        pots: Vec::new(),
        split,
        killed: Vec::new(),
    }
}

#[test]
fn large_stacks_that_go_one_way_raise_a_flag_for_officials_alone() {
    let mut bench = begun();
    for (hand, (from, to)) in (1..).zip([(500, 1_500), (250, 1_750), (125, 1_875)]) {
        if hand > 1 {
            bench.command(Command::Deal { table: 1 }).unwrap();
        }
        let done = Command::HandDone {
            table: 1,
            stacks: vec![(1, to), (2, from), (3, 1_000)],
            pots: vec![(vec![1, 2], vec![1])],
            split: None,
            paces: None,
            nuts: None,
            killed: Vec::new(),
            banks: Vec::new(),
        };
        bench.command(done).unwrap();
        let desk = bench
            .core
            .floor(0, Some(flo()), &[flo()], Some(FloorRole::Floor), None, bench.now())
            .desk;
        assert_eq!(desk.unwrap().flags.len(), usize::from(hand == 3), "hand {hand}");
    }
    assert_eq!(
        bench.core.floor(0, Some(flo()), &[flo()], None, None, bench.now()).desk,
        None
    );
    let desk = bench
        .core
        .floor(0, Some(flo()), &[flo()], Some(FloorRole::Floor), None, bench.now())
        .desk;
    let [flag] = &desk.unwrap().flags[..] else {
        panic!("one flag is raised");
    };
    let player = |seat: u8| {
        let law = bench.core.tournament.director.table(TableNo(1)).unwrap();
        let seat = poker_engine::SeatIx::from_number(seat).unwrap();
        u32::try_from(law.seat(seat).unwrap().player.0).unwrap()
    };
    assert_eq!((flag.kind, flag.times, flag.last), (FlagKind::Dumping, 3, (1, 3)));
    assert_eq!(flag.players, [player(2), player(1)]);
}

#[test]
fn a_player_who_checks_the_unbeatable_hand_last_is_flagged_alone() {
    let mut bench = begun();
    let done = Command::HandDone {
        table: 1,
        stacks: vec![(1, 1_020), (2, 990), (3, 990)],
        pots: vec![(vec![1, 2], vec![1])],
        split: None,
        paces: None,
        nuts: Some(2),
        killed: Vec::new(),
        banks: Vec::new(),
    };
    bench.command(done).unwrap();
    let recovered = bench.recovered(&bench.rows).unwrap();
    for core in [&bench.core, &Core::new(recovered, (2, 0), 0, bench.now())] {
        let desk = core
            .floor(0, Some(flo()), &[flo()], Some(FloorRole::Floor), None, bench.now())
            .desk
            .unwrap();
        let [flag] = &desk.flags[..] else {
            panic!("once is enough: {:?}", desk.flags);
        };
        assert_eq!(
            (flag.kind, &flag.players[..], flag.times, flag.last),
            (FlagKind::Nuts, &[2][..], 1, (1, 1))
        );
    }
}

#[test]
fn a_player_who_stalls_is_flagged_after_a_restart_too() {
    let mut bench = begun();
    let done = Command::HandDone {
        table: 1,
        stacks: vec![(1, 1_000), (2, 1_000), (3, 1_000)],
        pots: vec![(vec![1], vec![1])],
        split: None,
        paces: Some(PaceRow {
            hand: 1,
            players: vec![(1, 12, 6), (2, 12, 5), (3, 9, 9)],
        }),
        nuts: None,
        killed: Vec::new(),
        banks: Vec::new(),
    };
    bench.command(done).unwrap();
    let now = bench.now();
    let flags = |core: &Core| {
        let desk = core
            .floor(0, Some(flo()), &[flo()], Some(FloorRole::Floor), None, now)
            .desk;
        desk.unwrap().flags
    };
    let [flag] = &flags(&bench.core)[..] else {
        panic!("half of the decisions of one player were slow, of ten or more");
    };
    assert_eq!(
        (flag.kind, &flag.players[..], flag.times, flag.last),
        (FlagKind::Stalling, &[1][..], 6, (1, 1))
    );
    let recovered = bench.recovered(&bench.rows).unwrap();
    let core = Core::new(recovered, (2, 0), 0, bench.now());
    assert_eq!(flags(&core), flags(&bench.core));
}

// Rule: tournament 2.18.
#[test]
fn officials_are_alerted_once_every_player_who_is_left_was_away_for_ten_minutes() {
    let mut bench = begun();
    let alerts = |bench: &Bench, core: &Core| {
        let desk = core
            .floor(0, Some(flo()), &[flo()], Some(FloorRole::Floor), None, bench.now())
            .desk;
        let flags = desk.unwrap().flags.into_iter();
        let mut alerts = flags.filter(|flag| flag.kind == FlagKind::AllAbsent);
        let first = alerts.next().map(|flag| (flag.players, flag.times, flag.last));
        assert!(alerts.next().is_none(), "it is raised once");
        first
    };
    let is = |bench: &mut Bench, player: u32, presence: PlayerPresence| {
        bench.command(Command::SetPresence { player, presence }).unwrap();
    };
    let (here, away) = (PlayerPresence::Active, PlayerPresence::Absent);
    is(&mut bench, 1, away);
    is(&mut bench, 2, away);
    bench.wall += 30 * MINUTE;
    assert_eq!(alerts(&bench, &bench.core), None, "someone is there");
    is(&mut bench, 3, PlayerPresence::Disconnected);
    bench.wall += 10 * MINUTE - 1;
    assert_eq!(alerts(&bench, &bench.core), None);
    bench.wall += 1;
    let once = Some((Vec::new(), 1, (1, 1)));
    assert_eq!(alerts(&bench, &bench.core), once);
    bench.wall += 30 * MINUTE;
    assert_eq!(alerts(&bench, &bench.core), once, "it is the same absence");
    is(&mut bench, 2, here);
    bench.wall += 30 * MINUTE;
    assert_eq!(alerts(&bench, &bench.core), once, "it is over, and on record");
    is(&mut bench, 2, away);
    bench.wall += 9 * MINUTE;
    assert_eq!(alerts(&bench, &bench.core), once);
    bench.wall += MINUTE;
    assert_eq!(alerts(&bench, &bench.core).map(|(_, times, _)| times), Some(2));
    // A restart loses none of it.
    let recovered = bench.recovered(&bench.rows).unwrap();
    assert_eq!(recovered.tournament.away, bench.core.tournament.away);
}

// Rule: tournament 2.18.
#[test]
fn an_event_that_nobody_plays_stops_after_ten_minutes_until_somebody_is_back() {
    let (here, gone) = (PlayerPresence::Active, PlayerPresence::Disconnected);
    let is = |bench: &mut Bench, player: u32, presence: PlayerPresence| {
        bench.command(Command::SetPresence { player, presence }).unwrap();
    };
    let paused = |bench: &Bench| bench.core.tournament.director.is_paused();
    let mut bench = begun();
    for player in 1..=3 {
        is(&mut bench, player, PlayerPresence::Absent);
    }
    let begin = bench.wall;
    let due = bench.core.due(bench.now()).unwrap();
    assert!(due.0 <= Bench::at(begin + 10 * MINUTE).play.0);
    bench.wait_until(begin + 10 * MINUTE - 1);
    assert!(!paused(&bench));
    bench.wait_until(begin + 10 * MINUTE);
    assert!(paused(&bench) && bench.told().contains("away for ten minutes"));
    let view = bench.core.tournament.paused.clone().unwrap();
    assert!(view.contains("as soon as one is back"), "{view}");
    let told = bench.told();
    bench.wait_until(begin + 300 * MINUTE);
    assert_eq!(bench.told(), told, "nothing is dealt, and no level begins");
    // A restart loses none of it.
    let recovered = bench.recovered(&bench.rows).unwrap();
    assert_eq!(recovered.tournament.away, bench.core.tournament.away);

    is(&mut bench, 3, here);
    assert!(!paused(&bench) && bench.told().contains("a player is back"));

    // A player who reconnects is back, even if no hand is dealt to notice it.
    is(&mut bench, 3, gone);
    bench.wait_until(begin + 310 * MINUTE);
    assert!(paused(&bench));
    let seat = bench
        .core
        .tournament
        .director
        .player(PlayerNo(3))
        .unwrap()
        .place
        .unwrap()
        .1;
    let mut online = report_of(true, 0, Stage::Idle, SeatSet::EMPTY);
    if let Input::Report { report, .. } = &mut online {
        report.online.insert(seat);
    }
    let (now, mut out) = (bench.now(), Outputs::default());
    bench.core.step(online, now, &mut bench.entropy, &mut out);
    bench.written(&out);
    assert!(!paused(&bench));

    // Officials may resume it for another ten minutes; a pause of theirs, they alone can end.
    is(&mut bench, 3, gone);
    bench.wait_until(begin + 330 * MINUTE);
    bench.command(by_flo(FloorAction::Resume {})).unwrap();
    bench.wait_until(begin + 340 * MINUTE - 1);
    assert!(!paused(&bench));
    bench.wait_until(begin + 340 * MINUTE);
    assert!(paused(&bench));
    bench.command(by_flo(FloorAction::Resume {})).unwrap();
    bench.command(by_flo(FloorAction::Pause {})).unwrap();
    is(&mut bench, 1, here);
    bench.wait_until(begin + 400 * MINUTE);
    assert!(paused(&bench));
}
