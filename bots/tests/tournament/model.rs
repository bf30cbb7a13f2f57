//! Tests that the state of a tournament follows its events.

use poker_bots::TournamentModel;
use poker_bots::protocol::v1::tournament::{PlayerPresence, TournamentEvents, TournamentPhase, TournamentSnapshot};
use poker_bots::protocol::v1::{Chips, ServerMsg};
use serde_json::{Value, json};

use crate::golden;

fn snapshot(path: &str) -> TournamentSnapshot {
    match serde_json::from_value(golden(path)).unwrap() {
        ServerMsg::TournamentSnapshot(snapshot) => snapshot,
        other => panic!("not a snapshot: {other:?}"),
    }
}

fn model() -> TournamentModel {
    TournamentModel::new(snapshot("server/tournament_snapshot"))
}

/// Applies events that directly follow the model's last one.
fn happen(model: &mut TournamentModel, events: &Value) {
    let first_seq = model.seq() + 1;
    let message = json!({"tournament": "12", "first_seq": first_seq, "events": events});
    let events: TournamentEvents = serde_json::from_value(message).unwrap();
    model.apply(&events, &[]);
}

fn player(name: &str) -> Value {
    json!({"id": format!("0190c5a2-7b1e-7c3d-9f10-{name:0>12}"), "name": name, "kind": "bot"})
}

/// An empty tournament for three players, with two tables of two seats.
fn announced() -> TournamentModel {
    let mut snapshot = snapshot("server/tournament_snapshot");
    let state = &mut snapshot.state;
    snapshot.seq = 0;
    state.summary.phase = TournamentPhase::Registering;
    (state.summary.entries, state.summary.alive) = (0, 0);
    state.summary.entries_open = true;
    (state.summary.pool, state.bounty_pool) = (Chips::default(), Chips::default());
    state.summary.level = None;
    (state.clock, state.level) = (None, None);
    state.places.clear();
    state.tables.clear();
    state.table_count = 0;
    state.break_order.clear();
    state.entrants.clear();
    state.average_stack = Chips::default();
    state.you = serde_json::from_value(json!({"registered": false})).unwrap();
    TournamentModel::new(snapshot)
}

/// The same tournament after its start, with two players at the first table and one at the second.
fn started() -> TournamentModel {
    let mut model = announced();
    let entered = |number: u32, name: &str| {
        json!({"event": "player_registered", "player": number, "entry": number, "paid": 500, "bounty": 200,
            "stack": 10000, "who": player(name)})
    };
    let seated = |number: u32, table: u32, seat: u8| {
        json!({"event": "seat_assigned", "player": number, "entry": number, "table": table, "seat": seat,
            "stack": 10000, "why": "start"})
    };
    let entries = json!([
        entered(1, "ada"),
        entered(2, "ben"),
        entered(3, "cy"),
        entered(4, "dee")
    ]);
    happen(&mut model, &entries);
    happen(
        &mut model,
        &json!([{"event": "player_unregistered", "player": 4, "entry": 4, "refund": 700}]),
    );
    happen(
        &mut model,
        &json!([{"event": "table_opened", "table": 1, "seats": 2}, {"event": "table_opened", "table": 2, "seats": 2},
            seated(1, 1, 1), seated(2, 1, 2), seated(3, 2, 1), {"event": "break_order_published", "order": [2, 1]},
            {"event": "level_started", "level": 1, "game": "no-limit-holdem", "small_blind": 25, "big_blind": 50,
                "ante": 0, "unit": 25, "duration": 720, "rule": "2.12"}]),
    );
    model
}

#[test]
fn a_level_that_no_structure_lists_is_known_from_the_event_of_the_one_before() {
    let mut model = started();
    let last = json!({"event": "level_started", "level": 40, "game": "no-limit-holdem", "small_blind": 250, "big_blind": 500,
        "ante": 0, "unit": 25, "duration": 720, "next": {"level": 41, "game": "no-limit-holdem", "small_blind": 375,
        "big_blind": 750, "ante": 0, "unit": 25, "duration": 720}});
    happen(&mut model, &json!([last]));
    let next = model.state().next_level.as_ref().unwrap();
    assert_eq!((next.level, next.big_blind.get()), (41, 750));
    // An earlier version does not tell it.
    let earlier = json!({"event": "level_started", "level": 41, "game": "no-limit-holdem", "small_blind": 375,
        "big_blind": 750, "ante": 0, "unit": 25, "duration": 720});
    happen(&mut model, &json!([earlier]));
    assert_eq!(model.state().next_level, None);
}

#[test]
fn entries_seats_and_the_first_level() {
    let model = started();
    let state = model.state();
    assert_eq!(model.seq(), 12);
    assert_eq!((state.summary.entries, state.summary.alive), (3, 3));
    assert_eq!((state.summary.pool.get(), state.bounty_pool.get()), (1500, 600));
    assert_eq!(
        (state.summary.phase, state.summary.level),
        (TournamentPhase::Running, Some(1))
    );
    assert_eq!(state.next_level.as_ref().map(|level| level.big_blind.get()), Some(100));
    assert_eq!(state.clock.map(|clock| clock.left_ms), Some(720_000));
    assert_eq!((state.table_count, state.average_stack.get()), (2, 10000));
    assert_eq!(state.break_order, [2, 1]);
    let players: Vec<u32> = state.entrants.iter().map(|entrant| entrant.player).collect();
    assert_eq!(players, [1, 2, 3]);
    let ada = model.entrant(1).unwrap();
    assert_eq!(
        (ada.stack.map(Chips::get), ada.bounty.map(Chips::get)),
        (Some(10000), Some(200))
    );
    let seats: Vec<(u8, u32)> = model
        .table(1)
        .unwrap()
        .seats
        .iter()
        .map(|(seat, who, _)| (*seat, *who))
        .collect();
    assert_eq!(seats, [(1, 1), (2, 2)]);
}

#[test]
fn moves_halts_and_broken_tables() {
    let mut model = started();
    happen(
        &mut model,
        &json!([{"event": "table_halted", "table": 2, "why": "short", "rule": "2.3"}]),
    );
    assert!(model.table(2).unwrap().halted.is_some());
    happen(
        &mut model,
        &json!([{"event": "table_resumed", "table": 2, "why": "short", "rule": "2.3"},
            {"event": "player_moved", "player": 2, "from": [1, 2], "to": [2, 2], "why": "balance", "rule": "2.3"}]),
    );
    assert_eq!(model.table(2).unwrap().halted, None);
    assert_eq!(
        model
            .table(2)
            .unwrap()
            .seats
            .last()
            .map(|(seat, who, stack)| (*seat, *who, stack.get())),
        Some((2, 2, 10000))
    );
    assert_eq!(model.table(1).unwrap().seats.len(), 1);
    happen(
        &mut model,
        &json!([{"event": "player_moved", "player": 1, "from": [1, 1], "to": [2, 1], "why": "break"},
            {"event": "table_broken", "table": 1}]),
    );
    assert_eq!((model.table(1), model.state().table_count), (None, 1));
    assert_eq!(model.state().break_order, [2]);
    happen(
        &mut model,
        &json!([{"event": "final_table_formed", "table": 1, "seats": 3, "from": [2], "rule": "2.6"},
            {"event": "seat_assigned", "player": 3, "entry": 3, "table": 1, "seat": 3, "stack": 10000, "why": "final"}]),
    );
    let tables: Vec<u32> = model.state().tables.iter().map(|table| table.no).collect();
    assert_eq!((tables, model.state().table_count), (vec![1], 1));
    assert_eq!(model.state().average_stack.get(), 10000, "no chip came into play by it");
}

#[test]
fn rebuys_races_and_withdrawals_change_the_chips_in_play() {
    let mut model = started();
    happen(
        &mut model,
        &json!([{"event": "rebuy_taken", "player": 1, "entry": 1, "paid": 500, "chips": 9000}]),
    );
    assert_eq!(model.state().average_stack.get(), 13000);
    assert_eq!(model.entrant(1).unwrap().stack.map(Chips::get), Some(19000));
    assert_eq!(model.state().summary.pool.get(), 2000);
    let stacks = |one: u64, two: u64| json!([[1, one], [2, two]]);
    happen(
        &mut model,
        &json!([{"event": "chip_race_completed", "table": 1, "from": 25, "to": 100, "before": stacks(19025, 9950),
            "cards": ["9c", "2d"], "after": stacks(19100, 9900), "winners": [1], "courtesy": [], "delta": 30}]),
    );
    assert_eq!(model.entrant(2).unwrap().stack.map(Chips::get), Some(9900));
    assert_eq!(model.state().average_stack.get(), 13010);
    happen(
        &mut model,
        &json!([{"event": "chips_removed", "player": 2, "amount": 900}]),
    );
    assert_eq!(model.entrant(2).unwrap().stack.map(Chips::get), Some(9000));
    assert_eq!(model.table(1).unwrap().seats.len(), 2, "who is still in keeps the seat");
    assert_eq!(model.state().average_stack.get(), 12710);
    happen(
        &mut model,
        &json!([{"event": "player_withdrew", "player": 1, "entry": 1, "by": "player", "reason": "withdrawal"},
            {"event": "chips_removed", "player": 1, "amount": 19100}]),
    );
    assert_eq!(
        (model.state().summary.alive, model.state().average_stack.get()),
        (2, 9515)
    );
    let order: Vec<u32> = model.state().entrants.iter().map(|entrant| entrant.player).collect();
    assert_eq!(order, [2, 3, 1], "those still in come first");
    assert_eq!(model.table(1).unwrap().seats.len(), 1);
}

#[test]
fn eliminations_bounties_places_and_prizes() {
    let mut model = started();
    happen(
        &mut model,
        &json!([{"event": "player_eliminated", "player": 2, "entry": 2, "table": 1, "hand": 9, "stack": 10000},
            {"event": "bounty_awarded", "victim": 2, "player": 1, "cash": 100, "head": 100},
            {"event": "re_entered", "player": 2, "entry": 4, "paid": 500, "bounty": 200, "stack": 10000}]),
    );
    let (ada, ben) = (model.entrant(1).unwrap(), model.entrant(2).unwrap());
    assert_eq!(ada.bounty.map(Chips::get), Some(300));
    assert_eq!((ben.out, ben.entry, ben.bounty.map(Chips::get)), (false, 4, Some(200)));
    assert_eq!((model.state().summary.alive, model.state().summary.entries), (3, 4));
    happen(
        &mut model,
        &json!([{"event": "registration_closed", "entries": 4, "players": 3, "alive": 3, "pool": 2500, "overlay": 500,
                "bounty_pool": 800, "prizes": [1700, 800]},
            {"event": "player_eliminated", "player": 3, "entry": 3, "table": 2, "hand": 4, "stack": 10000},
            {"event": "place_assigned", "player": 3, "best": 3, "worst": 3},
            {"event": "player_eliminated", "player": 2, "entry": 4, "table": 1, "hand": 12, "stack": 10000},
            {"event": "place_assigned", "player": 2, "best": 2, "worst": 2},
            {"event": "prize_awarded", "player": 2, "amount": 800, "why": "place"},
            {"event": "place_assigned", "player": 1, "best": 1, "worst": 1},
            {"event": "prize_awarded", "player": 1, "amount": 1700, "why": "place"},
            {"event": "tournament_completed", "players": [1]}]),
    );
    assert!(model.is_over());
    let places: Vec<(u32, u32, u64)> = model
        .state()
        .places
        .iter()
        .map(|finished| (finished.player, finished.best, finished.prize.get()))
        .collect();
    assert_eq!(places, [(1, 1, 1700), (2, 2, 800), (3, 3, 0)]);
    assert_eq!((model.state().clock, model.state().table_count), (None, 0));
}

#[test]
fn the_clock_stops_moves_and_starts() {
    let mut model = model();
    happen(
        &mut model,
        &json!([{"event": "clock_stopped", "level": 7, "elapsed": 431}]),
    );
    let clock = model.state().clock.unwrap();
    assert_eq!(
        (clock.elapsed_ms, clock.left_ms, clock.running),
        (431_000, 289_000, false)
    );
    happen(
        &mut model,
        &json!([{"event": "hand_for_hand_announced", "why": "money", "alive": 8},
            {"event": "hand_for_hand_round_started", "round": 1, "tables": [1]},
            {"event": "clock_advanced", "level": 7, "elapsed": 551}]),
    );
    assert_eq!(model.state().hand_for_hand.map(|state| state.round), Some(1));
    assert_eq!(model.state().clock.map(|clock| clock.elapsed_ms), Some(551_000));
    happen(
        &mut model,
        &json!([{"event": "hand_for_hand_ended"}, {"event": "clock_started", "level": 7, "elapsed": 551}]),
    );
    assert!(model.state().clock.unwrap().running);
    happen(&mut model, &json!([{"event": "break_started", "duration": 300}]));
    let clock = model.state().clock.unwrap();
    assert_eq!((clock.on_break, clock.left_ms), (true, 300_000));
    let told = json!({"tournament": "12", "first_seq": model.seq() + 1, "events": [{"event": "break_ended"}],
        "clock": {"level": 8, "elapsed_ms": 40, "left_ms": 719_960, "running": true}});
    model.apply(&serde_json::from_value(told).unwrap(), &[]);
    assert_eq!(
        model.state().clock.map(|clock| clock.elapsed_ms),
        Some(40),
        "events come first"
    );
}

#[test]
fn pauses_deals_penalties_and_presence() {
    let mut model = model();
    happen(
        &mut model,
        &json!([{"event": "tournament_paused", "by": "director", "reason": "a deal"},
            {"event": "deal_offered", "kind": "icm", "keep": 100, "shares": [[3, 5000], [9, 4000]]},
            {"event": "deal_answered", "player": 3, "agrees": true},
            {"event": "deal_answered", "player": 9, "agrees": true}]),
    );
    assert_eq!(model.state().summary.phase, TournamentPhase::Paused);
    assert_eq!(
        model.state().deal.as_ref().map(|deal| deal.agreed.clone()),
        Some(vec![3, 9])
    );
    for ends in [
        json!({"event": "deal_answered", "player": 9, "agrees": false}),
        json!({"event": "deal_ended", "why": "time"}),
    ] {
        let mut ended = model.clone();
        happen(&mut ended, &json!([ends]));
        assert_eq!(ended.state().deal, None);
    }
    happen(
        &mut model,
        &json!([{"event": "tournament_resumed", "by": "director", "reason": "no deal"},
            {"event": "penalty_issued", "player": 3, "fault": "f", "rung": "hands", "hands": 3, "by": "floor", "reason": "r"},
            {"event": "penalty_progress", "player": 3, "left": 2},
            {"event": "penalty_progress", "player": 9, "left": 0},
            {"event": "status_changed", "player": 3, "status": "absent"}]),
    );
    assert_eq!(
        (model.state().deal.as_ref(), model.state().paused.as_ref()),
        (None, None)
    );
    let hal = model.entrant(3).unwrap();
    assert_eq!((hal.penalty, hal.status), (Some(2), PlayerPresence::Absent));
    assert_eq!(model.entrant(9).unwrap().penalty, None);
}

#[test]
fn unknown_events_count_and_the_own_table_is_told() {
    let mut model = started();
    let told = json!({"tournament": "12", "first_seq": 13, "events": [{"event": "break_ended"}]});
    model.apply(&serde_json::from_value(told).unwrap(), &[13, 15]);
    assert_eq!(model.seq(), 15);
    assert_eq!(model.table(2).unwrap().table, None);
    let you = json!({"registered": true, "player": 3, "seat": {"table": "31", "table_no": 2, "seat": 1}});
    model.set_you(serde_json::from_value(you).unwrap());
    let table = model.table(2).unwrap().table.as_ref();
    assert_eq!(table.map(|table| table.0.as_str()), Some("31"));
    assert_eq!(model.you().player, Some(3));
}

#[test]
fn lists_keep_the_bounds_of_a_snapshot() {
    let mut model = announced();
    for number in 1..=150 {
        let entered = json!({"event": "player_registered", "player": number, "entry": number, "paid": 500, "bounty": 200,
            "stack": 10000, "who": player("x")});
        let opened = json!({"event": "table_opened", "table": number, "seats": 2});
        happen(&mut model, &json!([entered, opened]));
    }
    let state = model.state();
    assert_eq!((state.entrants.len(), state.tables.len()), (100, 50));
    assert_eq!((state.summary.entries, state.table_count), (150, 150));
    happen(
        &mut model,
        &json!([{"event": "table_broken", "table": 120}, {"event": "table_broken", "table": 3}]),
    );
    assert_eq!((model.state().tables.len(), model.state().table_count), (49, 148));
}
