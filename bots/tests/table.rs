//! Tests that a table's state built from events equals the state in a snapshot.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

use std::fs;
use std::path::Path;

use poker_bots::house::Sharp;
use poker_bots::protocol::v1::event::{PrivateEvent, PublicEvent};
use poker_bots::protocol::v1::server::Snapshot;
use poker_bots::protocol::v1::table::SeatStatus;
use poker_bots::protocol::v1::tournament::EventStatus;
use poker_bots::protocol::v1::{Action, Card, Chips, ServerMsg};
use poker_bots::{Ask, Bot, TableModel};
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

const HAL: &str = "0190c5a2-9d30-7e5f-b132-5c7d8e9fa0b1";

fn golden<T: DeserializeOwned>(path: &str) -> T {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../protocol/golden/v1");
    let text = fs::read_to_string(folder.join(format!("{path}.json"))).unwrap();
    serde_json::from_str(&text).unwrap()
}

fn event(value: Value) -> PublicEvent {
    serde_json::from_value(value).unwrap()
}

fn private(value: Value) -> PrivateEvent {
    serde_json::from_value(value).unwrap()
}

fn snapshot(path: &str) -> Snapshot {
    match golden(path) {
        ServerMsg::Snapshot(snapshot) => snapshot,
        other => panic!("not a snapshot: {other:?}"),
    }
}

/// The golden table before its hand 42, as seen by hal.
fn before_the_hand() -> TableModel {
    let mut before = snapshot("server/snapshot");
    before.seq = 1199;
    before.state.hand = None;
    for seat in &mut before.state.seats {
        seat.play = None;
    }
    let you = before.state.you.as_mut().unwrap();
    you.cards.clear();
    you.choices.clear();
    you.to_call = Chips::default();
    you.made = None;
    TableModel::new(HAL, before)
}

fn fold(seat: u8) -> Value {
    json!({"kind": "action_taken", "seat": seat, "action": "fold", "added": 0, "to": 0, "all_in": false, "auto": false})
}

fn bet(seat: u8, action: &str, added: u64, to: u64) -> Value {
    json!({"kind": "action_taken", "seat": seat, "action": action, "added": added, "to": to, "all_in": false,
        "auto": false})
}

fn turn(turn: u32, seat: u8) -> Value {
    json!({"kind": "turn_started", "turn": turn, "seats": [seat], "decision": "bet"})
}

#[test]
fn a_hand_played_from_its_events_looks_like_its_snapshot() {
    let mut table = before_the_hand();
    let started: PublicEvent = golden("event/hand_started");
    table.apply(1200, &started);
    table.apply(
        1201,
        &event(json!({"kind": "posted", "seat": 4, "amount": 5, "post": "small_blind", "all_in": false})),
    );
    table.apply(1202, &golden("event/posted"));
    assert_eq!(table.hand().unwrap().bet.get(), 10);
    table.apply(1203, &golden("event/hole_cards_dealt"));
    table.apply_private(&golden("private/cards"));
    let steps = [
        turn(1, 3),
        bet(3, "raise", 25, 25),
        turn(2, 4),
        bet(4, "call", 20, 25),
        turn(3, 1),
        bet(1, "call", 15, 25),
        json!({"kind": "pots_formed", "pots": [{"amount": 75, "seats": [1, 3, 4]}]}),
        json!({"kind": "board_dealt", "cards": ["Ad", "9d", "Kh"]}),
        turn(4, 4),
        bet(4, "check", 0, 0),
        turn(5, 1),
        bet(1, "bet", 40, 40),
        turn(6, 3),
        fold(3),
        turn(7, 4),
    ];
    let mut seq = 1203;
    for step in steps {
        seq += 1;
        table.apply(seq, &event(step));
    }
    table.apply_private(&golden("private/made"));
    let mut choices: PrivateEvent = golden("private/choices");
    if let PrivateEvent::Choices { seq: number, .. } = &mut choices {
        *number = seq;
    }
    table.apply_private(&choices);

    let expected = snapshot("server/snapshot");
    table.set_clock(&expected.state.hand.as_ref().unwrap().turn.as_ref().unwrap().clock);
    assert_eq!(json!(table.state()), json!(expected.state));
    assert_eq!(Ask::from_table(&table), Ask::from_private(table.id(), &choices));
}

#[test]
fn an_answer_ends_the_question_and_the_hand_ends_with_its_stacks() {
    let mut table = TableModel::new(HAL, snapshot("server/snapshot"));
    assert_eq!(table.to_act(), [4]);
    table.apply(1215, &golden("event/action_taken"));
    assert_eq!(table.to_act(), [0; 0]);
    assert_eq!(Ask::from_table(&table), None);
    let (own, hand) = (table.own_seat().unwrap(), table.hand().unwrap());
    assert_eq!((own.stack.get(), hand.pot.get(), hand.bet.get()), (1060, 235, 120));

    table.apply(1216, &event(fold(1)));
    table.apply(1217, &golden("event/uncalled_returned"));
    let contenders: Vec<u8> = table.contenders().map(|seat| seat.seat).collect();
    assert_eq!(contenders, [4]);
    assert_eq!(
        (table.own_seat().unwrap().stack.get(), table.hand().unwrap().pot.get()),
        (1140, 155)
    );
    table.apply(
        1218,
        &event(json!({"kind": "pot_awarded", "pot": 0, "side": "whole", "amount": 155,
            "shares": [{"seat": 4, "amount": 155}]})),
    );
    assert_eq!(
        (table.own_seat().unwrap().stack.get(), table.hand().unwrap().pot.get()),
        (1295, 0)
    );
    table.apply(1219, &golden("event/hand_completed"));
    assert_eq!(table.hand(), None);
    assert!(table.own_seat().unwrap().play.is_none());
    assert_eq!((table.own_seat().unwrap().stack.get(), table.state().hands), (1375, 42));
}

#[test]
fn the_sharp_bot_reads_the_definition_of_a_game_that_is_the_hosts_own() {
    let holdem = poker_engine::game::catalogue::source("no-limit-holdem").unwrap();
    let own = holdem.replace("\"no-limit-holdem\"", "\"house-holdem\"");
    assert_ne!(own, holdem);
    let mut told = snapshot("server/snapshot");
    told.state.hand.as_mut().unwrap().game = "house-holdem".to_owned();
    let answers = |told: &Snapshot| -> Vec<Action> {
        let table = TableModel::new(HAL, told.clone());
        let ask = Ask::from_table(&table).unwrap();
        (0..40).map(|seed| Sharp::new(seed).act(&ask, &table)).collect()
    };
    let blind = answers(&told);
    assert!(
        blind.iter().all(|action| *action == Action::Fold {}),
        "no player knows the game: {blind:?}"
    );
    let mut game = golden::<Value>("rest/games_response")["games"][0].take();
    game["definition"] = json!(own);
    told.state.game = serde_json::from_value(game).unwrap();
    let knowing = answers(&told);
    assert!(knowing.iter().any(|action| *action != Action::Fold {}), "{knowing:?}");
}

#[test]
fn seats_come_and_go() {
    let mut table = TableModel::new(HAL, snapshot("server/snapshot.idle"));
    assert_eq!(table.you(), None, "a spectator");
    table.apply(1231, &golden("event/player_left"));
    assert_eq!(table.seat(3), None);
    table.apply(1232, &event(json!({"kind": "player_left", "seat": 4, "stack": 1180})));
    table.apply(1233, &golden("event/player_sat"));
    let own = table.own_seat().unwrap();
    assert_eq!((own.seat, own.stack.get(), own.status), (4, 1000, SeatStatus::Waiting));
    assert_eq!(table.you().unwrap().time_bank_ms, table.info().time_bank_ms);
    table.apply(
        1234,
        &event(json!({"kind": "seat_status_changed", "seat": 4, "status": "busted"})),
    );
    table.apply(
        1235,
        &event(json!({"kind": "chips_added", "seat": 4, "amount": 600, "stack": 600})),
    );
    assert_eq!(table.own_seat().unwrap().stack.get(), 600);
    table.apply(1236, &event(json!({"kind": "player_left", "seat": 4, "stack": 600})));
    assert_eq!((table.you(), table.seq()), (None, 1236));
}

#[test]
fn a_player_is_away_until_an_announced_time() {
    let mut table = TableModel::new(HAL, snapshot("server/snapshot.idle"));
    table.apply(1231, &golden("event/own_pause_set"));
    let back_at = table.seat(3).unwrap().back_at.map(poker_protocol::v1::UnixMs::get);
    assert_eq!(back_at, Some(1_767_226_020_000));
    table.apply(1232, &golden("event/own_pause_set.over"));
    assert_eq!(table.seat(3).unwrap().back_at, None);
}

#[test]
fn cards_that_are_discarded_and_drawn() {
    let mut table = before_the_hand();
    table.apply(1200, &golden("event/hand_started"));
    let down = |seat: u8| json!({"seat": seat, "cards": [null, null, null, null, null]});
    table.apply(
        1201,
        &event(json!({"kind": "hole_cards_dealt", "hands": [down(4), down(1), down(3)]})),
    );
    let hand = json!(["Jc", "Js", "2c", "7d", "4h"]);
    table.apply_private(&private(
        json!({"kind": "cards", "seq": 1201, "cards": hand, "hand": hand}),
    ));
    table.apply(
        1202,
        &event(json!({"kind": "turn_started", "turn": 1, "seats": [1, 3, 4], "decision": "draw"})),
    );
    table.apply(
        1203,
        &event(json!({"kind": "cards_discarded", "seat": 1, "count": 2, "auto": false})),
    );
    table.apply(
        1204,
        &event(json!({"kind": "cards_drawn", "seat": 4, "count": 2, "auto": false})),
    );
    assert_eq!(table.to_act(), [3]);
    table.apply_private(&golden("private/cards.drawn"));
    let cards = |seat| table.seat(seat).unwrap().play.as_ref().unwrap().cards.len();
    assert_eq!((cards(1), cards(3), cards(4)), (3, 5, 5));
    let you: Vec<&str> = table.you().unwrap().cards.iter().map(Card::as_str).collect();
    assert_eq!(you, ["Jc", "Js", "8s", "Jd", "4h"]);
    assert_eq!(table.own_seat().unwrap().play.as_ref().unwrap().drew, Some(2));
}

#[test]
fn a_draw_replaces_up_cards_by_cards_that_lie_face_down() {
    let mut table = before_the_hand();
    table.apply(1200, &golden("event/hand_started"));
    table.apply(1201, &golden("event/hole_cards_dealt.stud"));
    table.apply(
        1202,
        &event(json!({"kind": "turn_started", "turn": 1, "seats": [1], "decision": "draw"})),
    );
    table.apply(
        1203,
        &event(json!({"kind": "cards_drawn", "seat": 1, "count": 2, "up": ["Qs"], "auto": false})),
    );
    let play = |seat: u8| table.seat(seat).unwrap().play.as_ref().unwrap();
    assert_eq!(play(1).cards, [None, None, None]);
    assert!(!play(1).face_up.contains(&true));
    assert_eq!(play(4).cards.last().unwrap().as_ref().map(Card::as_str), Some("7h"));
}

/// Without a bet between them, the last card and a card turned up come in one burst, followed by the private parts of both.
#[test]
fn a_card_that_was_turned_up_since_lies_behind_the_down_cards() {
    let mut table = before_the_hand();
    let own = table.you().unwrap().seat;
    table.apply(1200, &golden("event/hand_started"));
    let dealt = json!({"kind": "hole_cards_dealt", "hands": [{"seat": own, "cards": [null, null, "9d", "Kc"]}]});
    table.apply(1201, &event(dealt));
    let rolled = json!({"kind": "cards_rolled", "rolls": [{"seat": own, "cards": ["7h"]}]});
    table.apply(1202, &event(rolled));
    let hand = json!(["7h", "3c", "9d", "Kc"]);
    table.apply_private(&private(
        json!({"kind": "cards", "seq": 1201, "cards": hand, "hand": hand}),
    ));
    let play = table.own_seat().unwrap().play.as_ref().unwrap();
    assert_eq!(json!(play.cards), json!(["3c", "9d", "Kc", "7h"]));
    assert_eq!(play.face_up, [false, true, true, true]);
    assert_eq!(json!(table.you().unwrap().cards), json!(["3c", "9d", "Kc", "7h"]));
}

#[test]
fn a_table_of_a_tournament_follows_its_levels_stacks_and_dead_hands() {
    let mut table = TableModel::new(HAL, snapshot("server/snapshot.tournament"));
    let stacks = json!([{"seat": 1, "amount": 975}, {"seat": 3, "amount": 985}, {"seat": 4, "amount": 1180}]);
    table.apply(
        1215,
        &event(json!({"kind": "hand_completed", "hand": 42, "stacks": stacks})),
    );
    table.apply(1216, &golden("event/stack_set"));
    table.apply(1217, &golden("event/bounty_set"));
    let own = table.own_seat().unwrap();
    assert_eq!((own.stack.get(), own.bounty.map(Chips::get)), (11300, Some(250)));
    table.apply(1218, &golden("event/level_changed"));
    let level = |table: &TableModel| table.info().tournament.as_ref().map(|event| event.level);
    assert_eq!((level(&table), table.info().big_blind.get()), (Some(8), 300));
    table.apply(1219, &golden("event/hand_started.level"));
    assert_eq!(
        level(&table),
        Some(7),
        "the hand says itself at which level it is played"
    );
    table.apply(
        1220,
        &event(json!({"kind": "posted", "seat": 1, "amount": 10000, "post": "big_blind", "all_in": true})),
    );
    let hands = json!([{"seat": 4, "cards": [null, null]}, {"seat": 1, "cards": [null, null]}]);
    table.apply(1221, &event(json!({"kind": "hole_cards_dealt", "hands": hands})));
    let dead = table.seat(1).unwrap().play.as_ref().unwrap();
    assert!(dead.folded && !dead.all_in && dead.cards.is_empty(), "{dead:?}");
    assert_eq!(dead.bet.get(), 10000, "its post counts");
    assert_eq!(table.contenders().map(|seat| seat.seat).collect::<Vec<_>>(), [3, 4]);
    table.apply(1222, &golden("event/hand_held"));
    assert!(table.hand().unwrap().held);
    table.apply(1223, &golden("event/hand_released"));
    assert!(!table.hand().unwrap().held);
}

#[test]
fn players_of_a_tournament_come_and_go_with_status_and_bounty() {
    let mut table = TableModel::new(HAL, snapshot("server/snapshot.tournament"));
    table.apply(1215, &golden("event/player_left.moved"));
    assert_eq!((table.seat(4), table.you()), (None, None));
    table.apply(1216, &golden("event/player_sat.moved"));
    table.apply(1217, &golden("event/seat_status_changed.event"));
    let own = table.own_seat().unwrap();
    assert_eq!(own.event_status, Some(EventStatus::Absent));
    assert_eq!(own.bounty.map(Chips::get), Some(150));
    table.apply(
        1218,
        &event(json!({"kind": "seat_status_changed", "seat": 4, "status": "active"})),
    );
    assert_eq!(
        table.own_seat().unwrap().event_status,
        Some(EventStatus::Absent),
        "not told anew"
    );
}

#[test]
fn the_hands_of_a_stopped_hand_are_laid_open() {
    let mut table = TableModel::new(HAL, snapshot("server/snapshot"));
    table.apply(1215, &golden("event/hand_stopped"));
    let stop = table.hand().unwrap().stop.unwrap();
    assert_eq!((stop.asked, stop.agreed, stop.holders, stop.open), (true, 2, 3, false));
    let hand = table.hand().unwrap().hand;
    assert_eq!(table.asked_to_show(), Some((hand, 1215)));
    table.apply_private(&PrivateEvent::Consent {
        seq: 1215,
        agreed: true,
    });
    assert!(table.you().unwrap().agreed && table.asked_to_show().is_none());
    table.apply_private(&PrivateEvent::Consent {
        seq: 1214,
        agreed: false,
    });
    assert!(
        table.you().unwrap().agreed,
        "that was the answer to an earlier question"
    );
    table.apply(1216, &golden("event/hands_opened"));
    table.apply(1217, &golden("event/hand_stopped.open"));
    assert!(!table.you().unwrap().agreed, "the question is over");
    let other = table.seat(1).unwrap().play.as_ref().unwrap();
    assert!(
        other.cards.iter().all(Option::is_some) && other.face_up.is_empty(),
        "{other:?}"
    );
    assert!(table.hand().unwrap().stop.unwrap().open);
    table.apply(1218, &golden("event/hand_went_on"));
    assert_eq!(table.hand().unwrap().stop, None);
}
