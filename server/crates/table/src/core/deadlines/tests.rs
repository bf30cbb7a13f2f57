use std::sync::Arc;

use poker_engine::tournament::TableNo;
use poker_engine::tournament::structure::shipped;
use poker_protocol::v1::client::Entry;
use poker_protocol::v1::{Chips, PlayerInfo, PlayerKind};

use super::*;
use crate::setup::config::TableSetup;
use crate::setup::event::EventSetup;
use crate::state::command::TableOrder;
use crate::state::event::Arranged;
use crate::state::players::player_id;
use crate::tests::world::{Chance, TABLE, config, setup};

fn account(number: u128) -> AccountId {
    AccountId(uuid::Uuid::from_u128(number))
}

fn apply(table: &mut Table, command: Command) {
    let order = TableOrder {
        at: 0,
        by: None,
        command,
    };
    table.apply(&order).unwrap();
}

fn with_players() -> Table {
    let mut table = Table::new(TABLE, setup(&config("no-limit-holdem")));
    for number in 1..=2 {
        let player = PlayerInfo {
            id: account(number).to_string(),
            name: format!("Player {number}"),
            kind: PlayerKind::Guest,
        };
        apply(
            &mut table,
            Command::Sit {
                player,
                seat: None,
                buy_in: Chips::new(500).unwrap(),
                entry: Entry::Post,
                set_aside: false,
            },
        );
    }
    table
}

fn in_a_hand() -> Table {
    let mut table = with_players();
    let deal = shuffle::next_deal(&table, &mut Chance::of(1)).unwrap();
    apply(&mut table, deal);
    table
}

fn at(ms: u32) -> Now {
    Now {
        play: PlayTime(ms.into()),
        wall: 0,
    }
}

fn moment<'a>(table: &'a Table, viewers: &'a Viewers, now: Now) -> Moment<'a> {
    Moment {
        table,
        viewers,
        turn: table.asked(),
        ending: Ending::default(),
        now,
    }
}

#[test]
fn a_player_whose_bank_is_empty_is_timed_out_once() {
    let (table, viewers) = (in_a_hand(), Viewers::default());
    let timing = &table.setup.timing;
    let asked = table.asked().unwrap();
    let player = table.decider(asked.seats.iter().next().unwrap()).unwrap();
    let mut deadlines = Deadlines::default();
    deadlines.start_clock(asked, &table, at(0));
    let end = timing.action_ms + timing.bank_ms + timing.grace_ms;
    assert_eq!(deadlines.due(timing), Some(at(end).play));
    let early = moment(&table, &viewers, at(end - 1));
    assert_eq!(deadlines.take_due(&early, &mut Chance::of(1)), Due::Nothing);
    let lost = moment(&table, &viewers, at(end));
    let due = deadlines.take_due(&lost, &mut Chance::of(1));
    assert!(matches!(due, Due::Command(Command::ExtendTime { .. })), "{due:?}");
    assert_eq!(deadlines.take_due(&lost, &mut Chance::of(1)), Due::Nothing);
    let late = moment(&table, &viewers, at(end + timing.lost_ms));
    let due = deadlines.take_due(&late, &mut Chance::of(1));
    assert!(
        matches!(due, Due::Command(Command::TimeOut { absent: true, .. })),
        "{due:?}"
    );
    assert_eq!(deadlines.bank_left(player, timing), 0);
    assert_eq!(deadlines.take_due(&late, &mut Chance::of(1)), Due::Nothing);
}

#[test]
fn an_answer_takes_from_the_bank_what_it_took_beyond_the_action_time() {
    let table = in_a_hand();
    let timing = &table.setup.timing;
    let asked = table.asked().unwrap();
    let seat = asked.seats.iter().next().unwrap();
    let player = table.decider(seat).unwrap();
    let mut deadlines = Deadlines::default();
    assert_eq!(deadlines.bank_left(player, timing), timing.bank_ms);
    deadlines.start_clock(asked, &table, at(0));
    // The clock is started only once, however often events are shown.
    deadlines.start_clock(asked, &table, at(5_000));
    let late = at(timing.action_ms + 7_000);
    deadlines.answered(seat, player, timing, late);
    assert_eq!(deadlines.bank_left(player, timing), timing.bank_ms - 7_000);
    assert_eq!(deadlines.due(timing), None, "no seat is asked any more");
}

#[test]
fn a_frozen_clock_loses_no_time() {
    let mut table = in_a_hand();
    let timing = table.setup.timing;
    let asked = table.asked().unwrap();
    let mut deadlines = Deadlines::default();
    deadlines.start_clock(asked, &table, at(0));
    table.paused = true;
    deadlines.keep_still(&table, at(3_000));
    assert_eq!(deadlines.due(&timing), None);
    let left = deadlines.clock_of(asked, at(60_000)).unwrap().left_ms;
    assert_eq!(left, timing.action_ms - 3_000);
    table.paused = false;
    deadlines.keep_still(&table, at(60_000));
    let left = deadlines.clock_of(asked, at(61_000)).unwrap().left_ms;
    assert_eq!(left, timing.action_ms - 4_000);
}

#[test]
fn the_next_hand_waits_until_the_end_of_the_last_one_was_seen() {
    let (table, viewers) = (with_players(), Viewers::default());
    let timing = &table.setup.timing;
    let mut deadlines = Deadlines::default();
    deadlines.hand_over();
    deadlines.plan(&moment(&table, &viewers, at(0)));
    assert_eq!(deadlines.due(timing), None);
    deadlines.hand_seen(&table, at(10_000));
    deadlines.plan(&moment(&table, &viewers, at(10_000)));
    let deal = at(10_000 + timing.pause_ms(0));
    assert_eq!(deadlines.due(timing), Some(deal.play));
    let due = deadlines.take_due(&moment(&table, &viewers, deal), &mut Chance::of(1));
    assert!(matches!(due, Due::Command(Command::Deal { .. })), "{due:?}");
    let due = deadlines.take_due(&moment(&table, &viewers, deal), &mut Chance::of(1));
    assert_eq!(due, Due::Nothing, "it is dealt once");
}

#[test]
fn a_seat_whose_player_is_not_there_is_given_up() {
    let (table, viewers) = (with_players(), Viewers::default());
    let timing = &table.setup.timing;
    let mut deadlines = Deadlines::default();
    deadlines.people_changed();
    let ending = Ending {
        draining: true,
        closing: false,
    };
    let moment = |now| Moment {
        ending,
        ..moment(&table, &viewers, now)
    };
    deadlines.plan(&moment(at(0)));
    assert_eq!(deadlines.due(timing), Some(at(timing.away_ms).play));
    let due = deadlines.take_due(&moment(at(timing.away_ms)), &mut Chance::of(1));
    assert_eq!(due, Due::Command(Command::Leave { account: account(1) }));
}

/// A tournament's table at which the first player has this seat, by the director's order.
fn seated_by_the_director(table: &mut Table, seat: u8, bank: (Option<u32>, u16)) {
    let player = PlayerInfo {
        id: account(1).to_string(),
        name: "Player 1".to_owned(),
        kind: PlayerKind::Account,
    };
    let seats = vec![Arranged {
        seat,
        player,
        stack: 1_500,
        bank_ms: bank.0,
        bank_level: bank.1,
        bounty: 0,
        moved: bank.0.is_some(),
    }];
    let moved = Vec::new();
    apply(table, Command::Arrange { seats, moved });
}

#[test]
fn a_player_who_enters_again_has_no_bank_of_an_earlier_seat() {
    let structure = shipped::find("sit-and-go").unwrap();
    let event = EventSetup {
        watch_delay: None,
        tournament: TABLE,
        name: poker_wire::local_name(&structure.name),
        no: TableNo(1),
        seats: 6,
        started_at: None,
        structure: Arc::clone(structure),
        private: false,
        invitation: None,
    };
    let setup = Arc::new(TableSetup::of_event(event, Timing::default()));
    let mut table = Table::new(TABLE, setup);
    let mut deadlines = Deadlines::default();
    seated_by_the_director(&mut table, 1, (Some(5_000), 3));
    deadlines.restore_banks(&table, at(0));
    let timing = table.setup.timing;
    assert_eq!(deadlines.bank_left(account(1), &timing), 5_000);
    assert_eq!(
        table.law.event().unwrap().bank_level(player_id(account(1))),
        3,
        "it brings its level"
    );
    // One order frees the seat and gives another.
    seated_by_the_director(&mut table, 2, (None, 4));
    deadlines.restore_banks(&table, at(0));
    assert_eq!(deadlines.bank_left(account(1), &timing), timing.bank_ms, "full");
}
