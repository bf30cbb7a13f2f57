//! Refusals of the director, and the effects of leaving, voiding and cancelling.

mod by_hand;
mod days;
mod evening;
mod kills;
mod prizes;

use std::sync::Arc;

use super::*;
use crate::SeatIx;
use crate::hand::Kill;
use crate::tournament::law::Rung;
use crate::tournament::structure::shipped;

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
fn a_sit_and_go_starts_early_with_its_least_number_of_players_alone() {
    let mut full = Floor::new("sit-and-go");
    for _ in 0..5 {
        full.give(Command::Register).expect("entries are open");
    }
    full.refused(Command::Start, Refusal::TooFewPlayers);

    let mut friends = Floor::new("friends");
    friends.give(Command::Register).expect("entries are open");
    friends.refused(Command::Start, Refusal::TooFewPlayers);
    friends.give(Command::Register).expect("entries are open");
    friends.give(Command::Start).expect("two play heads-up");
    friends.refused(Command::Register, Refusal::EntriesClosed);
    let deal = friends.deal(1);
    assert_eq!(deal.plan.setup.players.len(), 2);
    friends.win_from(&deal, &[1]);
    assert_eq!(friends.director.phase(), Phase::Completed);

    let mut six = Floor::new("friends");
    for _ in 0..6 {
        six.give(Command::Register).expect("entries are open");
    }
    assert_eq!(six.director.phase(), Phase::Running, "the sixth starts it");
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
    floor.refused(Command::resume(ruling(Official::Floor)), Refusal::NoChange);
    let nothing = Ruling {
        by: Official::Director,
        reason: " ".to_owned(),
    };
    floor.refused(Command::pause(nothing), Refusal::NoReason);
    let disqualify = Command::disqualify(PlayerNo(1), ruling(Official::Floor));
    floor.refused(disqualify, Refusal::NotAllowed);
    floor.refused(Command::cancel(ruling(Official::Director)), Refusal::WrongPhase);
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
    floor.give(Command::Withdraw(gone.player)).expect("anyone may leave");
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
    let tell = |table, text: &str, reason: &str| {
        Command::tell_table(
            TableNo(table),
            text.to_owned(),
            Ruling {
                by: Official::Floor,
                reason: reason.to_owned(),
            },
        )
    };
    floor.refused(tell(2, "Two kings", "Heard"), Refusal::NoSuchTable);
    floor.refused(tell(1, " ", "Heard"), Refusal::NoReason);
    floor.refused(tell(1, "Two kings", ""), Refusal::NoReason);
    floor.give(tell(1, "Two kings", "Heard")).expect("a table in play");
    let told =
        matches!(&floor.out.events[..], [Event::TableTold { table: TableNo(1), text, .. }] if text == "Two kings");
    assert!(told, "{:?}", floor.out.events);
}

#[test]
fn penalties_climb_the_ladder_and_are_served_hand_by_hand() {
    let mut floor = Floor::started("sit-and-go", 6);
    let player = PlayerNo(3);
    let penalty = |rung, count| Command::penalise(player, "slow play".to_owned(), rung, count, ruling(Official::Floor));
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
fn the_clock_is_set_to_a_level_and_tables_follow_with_their_next_hand() {
    let mut floor = Floor::started("freezeout", 9);
    let set = |level, left| Command::set_level(level, left, ruling(Official::Floor));
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
    floor.give(Command::pause(ruling(Official::Floor))).expect("it runs");
    floor.give(set(2, None)).expect("also back, and in a pause");
    assert_eq!(floor.director.due(), None, "a pause goes on");
    floor
        .give(Command::resume(ruling(Official::Floor)))
        .expect("it is paused");
    assert_eq!(floor.director.shown_clock(floor.at).map(|clock| clock.level), Some(2));
}

#[test]
fn an_official_says_which_table_breaks_next() {
    let mut floor = Floor::started("freezeout", 24);
    let break_table = |table| Command::break_table(TableNo(table), ruling(Official::Floor));
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
    let remove = |by| Command::remove(PlayerNo(4), ruling(by));
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
fn a_decision_tells_its_name_and_its_arguments() {
    let closed = format!("{:?}", Command::close_entries(ruling(Official::Director)));
    assert!(closed.starts_with("Decide(close_entries((), "), "{closed}");
    let missed = format!("{:?}", Command::no_show(PlayerNo(3), ruling(Official::Director)));
    assert!(missed.starts_with("Decide(no_show(PlayerNo(3), "), "{missed}");
}
