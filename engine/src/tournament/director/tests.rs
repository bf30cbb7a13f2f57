//! Refusals of the director, and the effects of leaving, voiding and cancelling.

mod by_hand;

use std::sync::Arc;

use super::*;
use crate::hand::Kill;
use crate::tournament::law::Rung;
use crate::tournament::structure::shipped;
use crate::{SeatIx, SeatSetup};

/// A tournament whose clock the test controls.
struct Floor {
    director: Director,
    at: Millis,
    out: Outcome,
}

impl Floor {
    fn new(id: &str) -> Self {
        let structure = shipped::find(id).expect("it comes with the engine");
        Self {
            director: Director::new(Arc::clone(structure), structure.seat_value()),
            at: 1_000,
            out: Outcome::default(),
        }
    }

    /// Returns a tournament with this many players, after the start.
    fn started(id: &str, players: u32) -> Self {
        let mut floor = Self::new(id);
        for _ in 0..players {
            floor.give(Command::Register).expect("entries are open");
        }
        if floor.director.phase() == Phase::Registering {
            floor.give(Command::Start).expect("there are enough");
        }
        floor
    }

    fn give(&mut self, command: Command) -> Result<(), Refusal> {
        self.out.clear();
        self.director.apply(self.at, Seed([7; 32]), command, &mut self.out)
    }

    /// Expects a refusal that changes nothing.
    fn refused(&mut self, command: Command, refusal: Refusal) {
        let before = self.director.clone();
        assert_eq!(self.give(command), Err(refusal));
        assert_eq!(self.director, before, "a refusal changes nothing");
        assert_eq!(self.out, Outcome::default());
        assert!(refusal.code().starts_with("tournament."));
    }

    fn deal(&mut self, table: u32) -> Deal {
        self.give(Command::Deal(TableNo(table))).expect("the table is ready");
        self.out.deals.remove(0)
    }

    /// Ends a hand in which the first of its seats won every chip of the losers.
    fn win_from(&mut self, deal: &Deal, losers: &[usize]) {
        self.win_condemned(deal, losers, Vec::new());
    }

    /// As [`Self::win_from`], with the winnings of killed hands.
    fn win_condemned(&mut self, deal: &Deal, losers: &[usize], forfeits: Vec<(SeatIx, Chips)>) {
        let mut stacks: Vec<_> = deal
            .plan
            .setup
            .players
            .iter()
            .map(|player| (player.seat, player.stack))
            .collect();
        for loser in losers {
            let lost = std::mem::take(&mut stacks[*loser].1);
            stacks[0].1 += lost;
        }
        let pot = PotResult {
            eligible: deal.plan.dealt,
            winners: crate::SeatSet::only(stacks[0].0),
        };
        let table = deal.table;
        let done = Command::HandDone {
            table,
            stacks,
            pots: vec![pot],
            forfeits,
        };
        self.give(done).expect("the stacks add up");
    }
}

fn ruling(by: Official) -> Ruling {
    Ruling {
        by,
        reason: "because".to_owned(),
    }
}

#[test]
fn commands_out_of_time_are_refused() {
    let mut floor = Floor::new("freezeout");
    floor.refused(Command::Start, Refusal::TooFewPlayers);
    floor.refused(Command::Unregister(PlayerNo(1)), Refusal::NoSuchPlayer);
    floor.refused(Command::Deal(TableNo(1)), Refusal::WrongPhase);
    for _ in 0..3 {
        floor.give(Command::Register).expect("entries are open");
    }
    floor.give(Command::Start).expect("there are enough");
    floor.refused(Command::Start, Refusal::WrongPhase);
    floor.refused(Command::Unregister(PlayerNo(1)), Refusal::WrongPhase);
    floor.refused(Command::Deal(TableNo(2)), Refusal::NoSuchTable);
    floor.refused(Command::Rebuy(PlayerNo(1)), Refusal::NotOffered);
    floor.refused(Command::DeclineRebuy(PlayerNo(1)), Refusal::NotOffered);
    floor.refused(Command::AddOn(PlayerNo(1)), Refusal::NotOffered);
    floor.refused(Command::ReEnter(PlayerNo(1)), Refusal::NotOffered);
    floor.refused(Command::Resume(ruling(Official::Floor)), Refusal::NoChange);
    let nothing = Ruling {
        by: Official::Director,
        reason: " ".to_owned(),
    };
    floor.refused(Command::Pause(nothing), Refusal::NoReason);
    let disqualify = Command::Disqualify(PlayerNo(1), ruling(Official::Floor));
    floor.refused(disqualify, Refusal::NotAllowed);
    floor.refused(Command::Cancel(ruling(Official::Director)), Refusal::WrongPhase);
    let deal = floor.deal(1);
    floor.refused(Command::Deal(TableNo(1)), Refusal::NotReady);
    floor.refused(Command::HandHeld(TableNo(1)), Refusal::NoHand);
    let table = deal.table;
    let done = Command::HandDone {
        table,
        stacks: Vec::new(),
        pots: Vec::new(),
        forfeits: Vec::new(),
    };
    floor.refused(done, Refusal::BadResult);
    floor.at = 0;
    floor.refused(Command::Register, Refusal::TimeReversed);
    floor.at = 100_000_000;
    floor.refused(Command::Register, Refusal::ClockDue);
    floor.give(Command::Tick).expect("time goes on");
    floor.refused(Command::Register, Refusal::EntriesClosed);
}

#[test]
fn a_player_who_leaves_in_a_hand_is_placed_at_once_and_the_chips_go_when_it_is_over() {
    let mut floor = Floor::started("sit-and-go", 6);
    let deal = floor.deal(1);
    let gone = deal.seats[2];
    floor.give(Command::Withdraw(gone.player)).expect("anybody may leave");
    assert_eq!(floor.out.kills, [(TableNo(1), gone.seat, Kill::Absence)]);
    let placed = Event::PlaceAssigned {
        player: gone.player,
        best: 6,
        worst: 6,
    };
    assert!(floor.out.events.contains(&placed), "{:?}", floor.out.events);
    floor.win_from(&deal, &[]);
    let removed = Event::ChipsRemoved {
        player: gone.player,
        amount: gone.stack,
    };
    assert!(floor.out.events.contains(&removed), "{:?}", floor.out.events);
    assert_eq!(floor.director.in_play(), Chips::new(5 * 1_500));
    floor.refused(Command::Withdraw(gone.player), Refusal::NoSuchPlayer);
}

// Rule: tournament 11.4.
#[test]
fn what_was_told_to_a_rival_is_told_to_all_while_the_hand_runs() {
    let mut floor = Floor::started("sit-and-go", 6);
    floor.deal(1);
    let tell = |table, text: &str, reason: &str| Command::TellTable {
        table: TableNo(table),
        text: text.to_owned(),
        ruling: Ruling {
            by: Official::Floor,
            reason: reason.to_owned(),
        },
    };
    floor.refused(tell(2, "Two kings", "Heard"), Refusal::NoSuchTable);
    floor.refused(tell(1, " ", "Heard"), Refusal::NoReason);
    floor.refused(tell(1, "Two kings", ""), Refusal::NoReason);
    floor.give(tell(1, "Two kings", "Heard")).expect("a table in play");
    let told =
        matches!(&floor.out.events[..], [Event::TableTold { table: TableNo(1), text, .. }] if text == "Two kings");
    assert!(told, "{:?}", floor.out.events);
}

// Rules: tournament 11.4, D-36.
#[test]
fn what_a_killed_hand_wins_leaves_play() {
    let mut floor = Floor::started("sit-and-go", 6);
    let kill = |player| Command::KillHand(player, ruling(Official::Floor));
    floor.refused(kill(PlayerNo(1)), Refusal::NoHand);
    let deal = floor.deal(1);
    let one = deal.seats[0];
    floor.refused(kill(PlayerNo(9)), Refusal::NoSuchPlayer);
    let silent = Ruling {
        by: Official::Floor,
        reason: String::new(),
    };
    floor.refused(Command::KillHand(one.player, silent), Refusal::NoReason);
    floor.give(kill(one.player)).expect("a hand that runs");
    assert_eq!(floor.out.kills, [(TableNo(1), one.seat, Kill::Ruling)]);
    assert!(floor.director.kills(TableNo(1)).eq([(one.seat, Kill::Ruling)]));
    assert_eq!(floor.out.events, [], "who heard of it could bet into a dead hand");
    floor.refused(kill(one.player), Refusal::NoChange);

    // It was all-in against one opponent, and won.
    let stacks = |first: u64| {
        let of = |(index, player): (usize, &SeatSetup)| match index {
            0 => (player.seat, Chips::new(first)),
            1 => (player.seat, Chips::new(3_000 - first)),
            _ => (player.seat, player.stack),
        };
        deal.plan.setup.players.iter().enumerate().map(of).collect::<Vec<_>>()
    };
    let done = |forfeits: &[(SeatIx, u64)]| Command::HandDone {
        table: deal.table,
        stacks: stacks(3_000),
        pots: Vec::new(),
        forfeits: forfeits.iter().map(|(seat, won)| (*seat, Chips::new(*won))).collect(),
    };
    floor.refused(done(&[(one.seat, 3_001)]), Refusal::BadResult);
    floor.refused(done(&[(one.seat, 1), (one.seat, 1)]), Refusal::BadResult);
    floor.refused(done(&[(deal.seats[2].seat, 100)]), Refusal::BadResult);
    floor.give(done(&[(one.seat, 3_000)])).expect("what it has won");
    let removed = Event::ChipsRemoved {
        player: one.player,
        amount: Chips::new(3_000),
    };
    assert!(floor.out.events.contains(&removed), "{:?}", floor.out.events);
    let assigned = floor.out.events.iter().filter_map(|event| match event {
        Event::PlaceAssigned { player, best, worst } => Some((*player, *best, *worst)),
        _ => None,
    });
    let places: Vec<_> = assigned.collect();
    let both = [one.player, deal.seats[1].player];
    assert!(
        places.len() == 2 && places.iter().all(|(player, ..)| both.contains(player)),
        "{places:?}"
    );
    assert_eq!(floor.director.in_play(), Chips::new(4 * 1_500));
    floor.refused(kill(one.player), Refusal::NoSuchPlayer);
}

#[test]
fn a_killed_hand_that_wins_all_chips_of_a_table_keeps_them_and_a_void_hand_frees_it() {
    let mut floor = Floor::started("freezeout", 3);
    let deal = floor.deal(1);
    let one = deal.seats[0];
    floor
        .give(Command::KillHand(one.player, ruling(Official::Floor)))
        .expect("a hand that runs");
    floor
        .give(Command::VoidHand(TableNo(1), ruling(Official::Server)))
        .expect("it runs");
    assert_eq!(floor.director.kills(TableNo(1)).count(), 0, "it is dealt again");
    let deal = floor.out.deals[0].clone();
    floor
        .give(Command::KillHand(one.player, ruling(Official::Floor)))
        .expect("a hand that runs");
    floor.win_condemned(&deal, &[1, 2], vec![(one.seat, floor.director.in_play())]);
    assert!(
        !floor
            .out
            .events
            .iter()
            .any(|event| matches!(event, Event::ChipsRemoved { .. }))
    );
    assert_eq!(floor.director.in_play(), Chips::new(3 * deal.seats[0].stack.get()));
}

#[test]
fn a_void_hand_is_dealt_again_and_two_in_a_row_stop_the_table() {
    let mut floor = Floor::started("sit-and-go", 6);
    let first = floor.deal(1);
    floor
        .give(Command::VoidHand(TableNo(1), ruling(Official::Server)))
        .expect("a hand is running");
    let again = floor.out.deals.remove(0);
    assert_eq!((again.hand, again.level), (2, first.level));
    assert_eq!(again.plan.positions, first.plan.positions);
    floor
        .give(Command::VoidHand(TableNo(1), ruling(Official::Server)))
        .expect("a hand is running");
    assert!(floor.out.deals.is_empty() && floor.out.ready.is_empty());
    floor.refused(Command::Deal(TableNo(1)), Refusal::NotReady);
    floor
        .give(Command::ResumeTable(TableNo(1), ruling(Official::Floor)))
        .expect("it was stopped");
    assert_eq!(floor.out.ready, [TableNo(1)]);
}

#[test]
fn penalties_climb_the_ladder_and_are_served_hand_by_hand() {
    let mut floor = Floor::started("sit-and-go", 6);
    let player = PlayerNo(3);
    let penalty = |rung, count| Command::Penalise {
        player,
        fault: "slow play".to_owned(),
        rung,
        count,
        ruling: ruling(Official::Floor),
    };
    assert_eq!(floor.director.proposed_rung(player, "slow play"), Some(Rung::Warning));
    floor.refused(penalty(Rung::Hands, 5), Refusal::BadPenalty);
    floor.give(penalty(Rung::Warning, 1)).expect("it is proposed");
    assert_eq!(floor.director.proposed_rung(player, "slow play"), Some(Rung::Hands));
    floor.give(penalty(Rung::Orbits, 1)).expect("rungs may be skipped");
    // A warning of one hand, and an orbit of six players.
    assert_eq!(floor.director.player(player).map(|player| player.missed), Some(7));
    let deal = floor.deal(1);
    let seat = deal
        .seats
        .iter()
        .find(|dealt| dealt.player == player)
        .expect("it is dealt in");
    assert_eq!(seat.status, HandStatus::Penalised);
    assert!(
        deal.plan
            .setup
            .players
            .iter()
            .any(|player| player.seat == seat.seat && player.dead)
    );
    floor.win_from(&deal, &[]);
    assert!(floor.out.events.contains(&Event::PenaltyProgress { player, left: 6 }));
}

#[test]
fn one_hand_ends_a_sit_and_go_by_stacks_and_pays_it() {
    let mut floor = Floor::started("sit-and-go", 6);
    let deal = floor.deal(1);
    floor.win_from(&deal, &[1, 2, 3, 4, 5]);
    assert_eq!(floor.director.phase(), Phase::Completed);
    let prizes: Vec<u64> = floor
        .out
        .events
        .iter()
        .filter_map(|event| match event {
            Event::PrizeAwarded { amount, .. } => Some(amount.get()),
            _ => None,
        })
        .collect();
    // Five equal stacks share the second prize with no odd chip: 105 of 300.
    assert_eq!(prizes, [21, 21, 21, 21, 21, 195]);
}

#[test]
fn a_cancelled_tournament_gives_everything_back_before_its_start() {
    let mut floor = Floor::new("bounty");
    for _ in 0..4 {
        floor.give(Command::Register).expect("entries are open");
    }
    floor.give(Command::Unregister(PlayerNo(2))).expect("it has not begun");
    floor
        .give(Command::Cancel(ruling(Official::Director)))
        .expect("it has not begun");
    let refunds: Vec<u64> = floor
        .out
        .events
        .iter()
        .filter_map(|event| match event {
            Event::PlayerUnregistered { refund, .. } => Some(refund.get()),
            _ => None,
        })
        .collect();
    assert_eq!(refunds, [500; 3]);
    assert_eq!(floor.director.phase(), Phase::Cancelled);
}

#[test]
fn a_large_field_may_share_by_icm_too() {
    let mut floor = Floor::started("turbo", 150);
    floor.at += 3_600_000;
    floor.give(Command::Tick).expect("time passes");
    let terms = |terms| Command::MakeDeal {
        terms,
        keep: Chips::ZERO,
        ruling: ruling(Official::Director),
    };
    floor.give(Command::Pause(ruling(Official::Director))).expect("it runs");
    let shared = |terms| -> Chips {
        let shares = floor.director.deal_shares(&terms, Chips::ZERO).expect("any number");
        shares.iter().map(|(_, share)| *share).sum()
    };
    assert_eq!(shared(DealTerms::Icm), shared(DealTerms::Chop));
    // Shares known ahead of time change nothing.
    let (keep, other) = (Chips::new(7), Chips::new(8));
    let worked_out = floor.director.deal_shares(&DealTerms::Icm, keep);
    let unknown = floor.director.unknown_icm(keep).expect("nothing is known yet");
    let without = floor.director.clone();
    floor.director.know_icm(unknown.work_out());
    assert_eq!(floor.director.deal_shares(&DealTerms::Icm, keep), worked_out);
    assert_eq!(
        floor.director.deal_shares(&DealTerms::Icm, other),
        without.deal_shares(&DealTerms::Icm, other)
    );
    assert_eq!(floor.director.unknown_icm(keep), None);
    assert!(floor.director.unknown_icm(other).is_some());
    assert_eq!(floor.director, without);
    floor.give(terms(DealTerms::Icm)).expect("any number");
}

#[test]
fn a_deal_shares_what_is_left_and_may_keep_a_part() {
    let mut floor = Floor::started("sit-and-go", 6);
    let terms = |terms, keep| Command::MakeDeal {
        terms,
        keep: Chips::new(keep),
        ruling: ruling(Official::Director),
    };
    floor.refused(terms(DealTerms::Chop, 0), Refusal::WrongPhase);
    floor.give(Command::Pause(ruling(Official::Director))).expect("it runs");
    floor.refused(terms(DealTerms::Chop, 301), Refusal::BadDeal);
    let unfair = DealTerms::Other(vec![(PlayerNo(1), Chips::new(300))]);
    floor.refused(terms(unfair, 0), Refusal::BadDeal);
    floor.give(terms(DealTerms::Chop, 60)).expect("all is shared");
    assert_eq!(floor.director.phase(), Phase::Running);
    floor
        .give(Command::Resume(ruling(Official::Director)))
        .expect("it was paused");
    let deal = floor.deal(1);
    floor.win_from(&deal, &[1, 2, 3, 4, 5]);
    let won: Vec<u64> = (1..=6)
        .filter_map(|player| floor.director.player(PlayerNo(player)))
        .map(|player| player.won.get())
        .collect();
    assert_eq!(won.iter().sum::<u64>(), 300);
    assert_eq!(won.iter().filter(|won| **won == 40).count(), 5);
}

#[test]
fn an_award_is_corrected_before_the_next_hand_and_never_after() {
    let mut floor = Floor::started("sit-and-go", 6);
    let deal = floor.deal(1);
    floor.win_from(&deal, &[1]);
    let player = |index: usize| deal.seats[index].player;
    let correct = |hand, stacks: &[(PlayerNo, u64)]| Command::CorrectAward {
        table: TableNo(1),
        hand,
        stacks: stacks
            .iter()
            .map(|(player, stack)| (*player, Chips::new(*stack)))
            .collect(),
        ruling: ruling(Official::Floor),
    };
    let stack = |floor: &Floor, index: usize| {
        let seat = deal.seats[index].seat;
        floor
            .director
            .table(TableNo(1))
            .and_then(|law| law.seat(seat))
            .map(|taken| taken.stack.get())
    };
    assert_eq!(stack(&floor, 0), Some(3_000));
    let right = correct(1, &[(player(0), 1_400), (player(2), 3_100)]);
    floor.refused(
        correct(1, &[(player(0), 1_400), (player(2), 3_000)]),
        Refusal::BadResult,
    );
    floor.refused(correct(1, &[(player(0), 0), (player(2), 4_500)]), Refusal::BadResult);
    floor.refused(
        correct(1, &[(player(0), 2_000), (player(0), 1_000)]),
        Refusal::BadResult,
    );
    floor.refused(correct(1, &[(player(0), 3_000)]), Refusal::NoChange);
    floor.refused(
        correct(1, &[(player(1), 1_500), (player(0), 1_500)]),
        Refusal::NoSuchPlayer,
    );
    floor.refused(correct(2, &[(player(0), 1_400), (player(2), 3_100)]), Refusal::TooLate);
    floor.give(right.clone()).expect("the next hand has not begun");
    assert_eq!((stack(&floor, 0), stack(&floor, 2)), (Some(1_400), Some(3_100)));
    assert_eq!(floor.director.in_play(), Chips::new(6 * 1_500));
    let next = floor.deal(1);
    floor.refused(right.clone(), Refusal::TooLate);
    floor.win_from(&next, &[]);
    floor.refused(right, Refusal::TooLate);
}

#[test]
fn the_clock_is_set_to_a_level_and_tables_follow_with_their_next_hand() {
    let mut floor = Floor::started("freezeout", 9);
    let set = |level, left| Command::SetLevel {
        level,
        left,
        ruling: ruling(Official::Floor),
    };
    let deal = floor.deal(1);
    for (level, left) in [(0, None), (1, Some(0)), (1, Some(10_000)), (u16::MAX, None)] {
        floor.refused(set(level, left), Refusal::BadLevel);
    }
    floor.give(set(5, Some(60))).expect("it is published");
    assert!(floor.director.is_closed(), "entries close with their last level");
    let clock = floor.director.shown_clock(floor.at).expect("it runs");
    assert_eq!((clock.level, clock.length - clock.elapsed), (5, 60_000));
    floor.win_from(&deal, &[]);
    assert_eq!(floor.deal(1).level, 5);
    floor.at += 60_000;
    floor.give(Command::Tick).expect("the level is over");
    assert_eq!(floor.director.shown_clock(floor.at).map(|clock| clock.level), Some(6));
    floor.give(Command::Pause(ruling(Official::Floor))).expect("it runs");
    floor.give(set(2, None)).expect("also back, and in a pause");
    assert_eq!(floor.director.due(), None, "a pause goes on");
    floor
        .give(Command::Resume(ruling(Official::Floor)))
        .expect("it is paused");
    assert_eq!(floor.director.shown_clock(floor.at).map(|clock| clock.level), Some(2));
}

#[test]
fn an_official_says_which_table_breaks_next() {
    let mut floor = Floor::started("freezeout", 24);
    let break_table = |table| Command::BreakTable(TableNo(table), ruling(Official::Floor));
    let next = floor.director.break_order()[0].0;
    let other = 5 - next;
    floor.refused(break_table(1), Refusal::BadOrder);
    floor.refused(break_table(9), Refusal::NoSuchTable);
    floor.refused(break_table(next), Refusal::NoChange);
    floor.give(break_table(other)).expect("it is another one");
    assert_eq!(floor.director.break_order(), [other, next, 1].map(TableNo));
    let deal = floor.deal(1);
    let running = floor.deal(other);
    floor.win_from(&deal, &[1, 2, 3, 4, 5, 6]);
    let broken = Event::TableBroken { table: TableNo(other) };
    assert!(!floor.out.events.contains(&broken), "its hand is played first");
    floor.win_from(&running, &[]);
    assert!(floor.out.events.contains(&broken), "{:?}", floor.out.events);
    assert_eq!(floor.director.alive(), 18);
    floor.refused(break_table(next), Refusal::NoChange);
}

#[test]
fn a_player_who_is_gone_is_removed_by_the_director_alone() {
    let mut floor = Floor::started("sit-and-go", 6);
    let remove = |by| Command::Remove(PlayerNo(4), ruling(by));
    floor.refused(remove(Official::Floor), Refusal::NotAllowed);
    floor.give(remove(Official::Director)).expect("the director may");
    let placed = Event::PlaceAssigned {
        player: PlayerNo(4),
        best: 6,
        worst: 6,
    };
    assert!(floor.out.events.contains(&placed), "{:?}", floor.out.events);
    assert_eq!(floor.director.in_play(), Chips::new(5 * 1_500));
    floor.refused(remove(Official::Director), Refusal::NoSuchPlayer);
}

/// Reads a structure with tables of four.
fn of_four(more: &str) -> Structure {
    let head = "id = \"four\"\nname = { en = \"Four\", fr = \"Quatre\" }\ngames = [\"no-limit-holdem\"]\nseats = 4\n";
    Structure::parse(&format!("{head}{more}")).expect("a structure")
}

fn played(structure: Structure, players: u32) -> Floor {
    let value = structure.seat_value();
    let mut floor = Floor {
        director: Director::new(Arc::new(structure), value),
        at: 1_000,
        out: Outcome::default(),
    };
    for _ in 0..players {
        floor.give(Command::Register).expect("entries are open");
    }
    floor.give(Command::Start).expect("there are enough");
    floor
}

#[test]
fn a_place_that_pays_nothing_is_not_paid() {
    let prizes = |more: &str, players: u32| {
        let floor = played(of_four(&format!("entries = [3, 200]\n{more}")), players);
        floor
            .director
            .prizes()
            .iter()
            .map(|prize| prize.get())
            .collect::<Vec<_>>()
    };
    assert_eq!(prizes("price = 0\nguarantee = 10\n", 100), [8, 1, 1]);
    assert_eq!(prizes("price = 0\n", 100), [0]);
    assert_eq!(prizes("price = 7\npays = [50, 30, 20]\npays_unit = 5\n", 3), [16, 5]);
    assert_eq!(prizes("price = 20\npays = [50, 30, 20]\npays_unit = 1000\n", 3), [60]);
    for price in 0..40 {
        let list = prizes(&format!("price = {price}\npays_unit = 25\n"), 90);
        assert_eq!(list.iter().sum::<u64>(), price * 90);
        assert!(list.len() == 1 || list.iter().all(|prize| *prize > 0), "{list:?}");
        assert!(list[1..].iter().all(|prize| prize % 25 == 0), "{list:?}");
    }
}

#[test]
fn tables_merge_without_a_draw_until_entries_are_closed() {
    let mut floor = played(
        of_four("entries = [3, 20]\nlate_levels = 1\nlevels = [\"10m 25/50\"]\n"),
        5,
    );
    let mut finals = 0;
    let mut count = |floor: &Floor| {
        let formed = |event: &&Event| matches!(event, Event::FinalTableFormed { .. });
        finals += floor.out.events.iter().filter(formed).count();
        finals
    };
    let deal = floor.deal(1);
    floor.win_from(&deal, &[1]);
    assert_eq!(count(&floor), 0, "more players may come");
    let other = TableNo(2);
    if floor.director.may_deal_at(other) {
        let deal = floor.deal(2);
        floor.win_from(&deal, &[]);
    }
    assert_eq!((floor.director.open_tables().count(), count(&floor)), (1, 0));
    floor.at += 600_000;
    floor.give(Command::Tick).expect("time goes on");
    let table = floor.director.open_tables().next().expect("one table").0;
    for _ in 0..2 {
        let deal = floor.deal(table);
        floor.win_from(&deal, &[]);
        assert_eq!(
            count(&floor),
            1,
            "the final table is drawn once, after entries have closed"
        );
    }
}

#[test]
fn a_tournament_ends_once_nothing_can_change() {
    // It is full, and no player may enter again: the last one does not wait for the end of late entries.
    let mut full = played(of_four("entries = [3, 3]\nlate_levels = 2\n"), 3);
    let deal = full.deal(1);
    full.win_from(&deal, &[1, 2]);
    assert_eq!(full.director.phase(), Phase::Completed);
    // One more player may enter.
    let mut open = played(of_four("entries = [3, 4]\nlate_levels = 2\n"), 3);
    let deal = open.deal(1);
    open.win_from(&deal, &[1, 2]);
    assert_eq!(
        (open.director.phase(), open.director.waits_for_entries()),
        (Phase::Running, true)
    );
    open.refused(Command::Deal(TableNo(1)), Refusal::NotReady);
    open.give(Command::Register).expect("entries are open");
    assert!(!open.director.waits_for_entries() && open.out.ready == [TableNo(1)]);
    let deal = open.deal(1);
    open.win_from(&deal, &[1]);
    assert_eq!(open.director.phase(), Phase::Completed, "now it is full");
}

#[test]
fn no_seat_of_a_satellite_is_played_for_twice() {
    let source = "entries = [3, 8]\nprice = 100\nlate_levels = 1\npays = { seats = 2, of = \"deep\" }\n";
    let mut floor = played(of_four(source), 3);
    let deal = floor.deal(1);
    floor.win_from(&deal, &[1]);
    assert!(
        floor.director.waits_for_entries(),
        "both who are left have a seat as things stand"
    );
    floor.refused(Command::Deal(TableNo(1)), Refusal::NotReady);
    while floor.director.phase() == Phase::Running {
        floor.at = floor.director.due().expect("the clock runs");
        floor.give(Command::Tick).expect("time goes on");
    }
    assert_eq!(floor.director.alive(), 2);
}
