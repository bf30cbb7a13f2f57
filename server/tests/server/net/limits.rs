//! Limits that players set for themselves: who has reached one gets no seat, no chips and no entry until it ends.

use std::path::Path;
use std::time::Duration;

use poker_base::idle::IdleSignal;
use poker_program::PROGRAM;
use poker_store::{DataFolder, SqliteStore, Store, StoreOptions, WallClock};
use poker_table::state::command::FORMAT;
use serde_json::{Value, json};
use tokio::time::timeout;

use crate::net::caller::Caller;
use crate::net::process::Process;
use crate::net::raw::request;
use crate::net::server::{Client, Server, Tables, at_both_kinds, start, start_in};

const PATH: &str = "/api/v1/me/limits";

/// Sets limits, which must be accepted.
async fn set(caller: &Caller, limits: Value) -> Value {
    let (status, answer) = caller.ask("PUT", PATH, Some(limits)).await;
    assert_eq!(status, 200, "{answer}");
    answer
}

async fn connect(server: &Server, caller: &Caller) -> Client {
    let mut client = server.connect().await;
    client.hello(json!({"token": caller.token})).await;
    client
}

async fn next_of(client: &mut Client, kind: &str) -> Value {
    loop {
        let message = client.next().await;
        if message["type"] == kind {
            return message;
        }
    }
}

/// Returns the next public event of a kind.
async fn next_event(client: &mut Client, kind: &str) -> Value {
    loop {
        let message = next_of(client, "events").await;
        let events = message["events"].as_array().unwrap();
        if let Some(event) = events.iter().find(|event| event["event"]["kind"] == kind) {
            return event["event"].clone();
        }
    }
}

fn sit(table: &str) -> Value {
    json!({"type": "sit", "table": table, "buy_in": 1000, "entry": "post"})
}

at_both_kinds!(a_break_closes_every_door_but_practice_and_survives_a_restart);

async fn a_break_closes_every_door_but_practice_and_survives_a_restart(kind: Tables) {
    let server = start(|_| {}).await;
    let ada = Caller::guest(&server, "Ada").await;
    let mut client = connect(&server, &ada).await;
    let table = client.create_table(kind).await;
    client.sit(&table).await;
    let set_to = set(&ada, json!({"break_hours": 720})).await;
    let until = set_to["break_until"].as_u64().unwrap();
    assert_eq!(set_to["reached"], json!({"limit": "break", "until": until}));
    // No hand is running: the seat is left at once, with a word why.
    let told = next_of(&mut client, "limit_reached").await;
    assert_eq!((&told["limit"], &told["until"]), (&json!("break"), &json!(until)));
    assert_eq!(next_event(&mut client, "player_left").await["seat"], 1);

    let event = "1";
    for door in [
        sit(&table),
        json!({"type": "wait_list", "table": table, "join": true}),
        json!({"type": "ask_seat", "table": table, "ask": true}),
        json!({"type": "sit_out", "table": table, "out": false}),
        json!({"type": "rebuy", "table": table, "amount": 10}),
        json!({"type": "register", "tournament": event, "rules": 1}),
        json!({"type": "re_enter", "tournament": event}),
        json!({"type": "add_on", "tournament": event}),
        json!({"type": "tournament_rebuy", "tournament": event, "take": true}),
    ] {
        let refused = client.ask(door.clone()).await;
        assert_eq!(refused["code"], "limit.break", "{door}: {refused}");
        assert_eq!(refused["params"]["until"], until, "{door}");
    }
    let (status, practice) = ada
        .ask(
            "POST",
            "/api/v1/practice",
            Some(json!({"game": "no-limit-holdem", "bots": 1})),
        )
        .await;
    assert_eq!(status, 201, "{practice}");
    let free = json!({
        "type": "sit", "table": practice["table"], "buy_in": practice["buy_in_max"], "entry": "post"
    });
    let seated = client.ask(free).await;
    assert_eq!(seated["type"], "ok", "practice is free: {seated}");

    let mut server = server;
    server.ask_to_stop();
    let data = server.stopped().await;
    let server = start_in(data, |_| {}).await;
    let ada = ada.at(&server);
    assert_eq!(ada.get(PATH).await["break_until"], until);
    let mut client = connect(&server, &ada).await;
    assert_eq!(client.ask(sit(&table)).await["code"], "limit.break");
    // Taken back, it lasts to the end of the day at least.
    let shorter = set(&ada, json!({"break_hours": 0})).await;
    assert_eq!(shorter["break_until"], shorter["tomorrow_at"]);
    assert_eq!(client.ask(sit(&table)).await["code"], "limit.break");
}

at_both_kinds!(who_has_lost_enough_plays_the_hand_out_and_leaves);

async fn who_has_lost_enough_plays_the_hand_out_and_leaves(kind: Tables) {
    let server = start(|_| {}).await;
    let (ada, bea) = (Caller::guest(&server, "Ada").await, Caller::guest(&server, "Bea").await);
    let mut players = [connect(&server, &ada).await, connect(&server, &bea).await];
    set(&ada, json!({"daily_loss": 1})).await;
    let table = players[0].create_table(kind).await;
    for player in &mut players {
        player.sit(&table).await;
    }
    // Ada folds to everything, and Bea raises: Ada loses every hand, and leaves once the running one is over.
    let mut told: Option<(usize, Value)> = None;
    let mut left = Vec::new();
    while told.as_ref().is_none_or(|(loser, _)| !left.contains(&(loser + 1))) {
        for (at, player) in players.iter_mut().enumerate() {
            while let Ok(message) = timeout(Duration::from_millis(100), player.next()).await {
                if message["type"] == "limit_reached" && told.is_none() {
                    told = Some((at, message.clone()));
                }
                for part in message["events"].as_array().into_iter().flatten() {
                    if part["event"]["kind"] == "player_left" {
                        left.push(usize::try_from(part["event"]["seat"].as_u64().unwrap()).unwrap());
                    }
                    if part["kind"] == "choices" {
                        let choices = part["choices"].as_array().unwrap();
                        let raise = choices.iter().find(|choice| at == 1 && choice["kind"] == "raise");
                        let action = raise.map_or_else(
                            || json!({"kind": "fold"}),
                            |raise| json!({"kind": "raise", "to": raise["min"]}),
                        );
                        let act = json!({
                            "type": "act", "id": format!("{at}-{}-{}", part["hand"], part["turn"]), "table": table,
                            "hand": part["hand"], "turn": part["turn"], "action": action
                        });
                        player.send_text(&act.to_string()).await;
                    }
                }
            }
        }
    }
    let (loser, told) = told.unwrap();
    assert_eq!(told["limit"], "loss", "{told}");
    let caller = [&ada, &bea][loser];
    let shown = caller.get(PATH).await;
    assert!(shown["won"].as_i64().unwrap() < 0, "{shown}");
    assert_eq!(
        shown["reached"],
        json!({"limit": "loss", "until": shown["tomorrow_at"]})
    );
    assert_eq!(told["until"], shown["tomorrow_at"]);
    let refused = players[loser].ask(sit(&table)).await;
    assert_eq!(refused["code"], "limit.loss", "{refused}");
    assert_eq!(refused["params"]["until"], shown["tomorrow_at"]);
    // A looser limit is for tomorrow.
    let relaxed = set(caller, json!({"daily_loss": 0})).await;
    assert_eq!(
        (&relaxed["today"]["loss"], &relaxed["tomorrow"]["loss"]),
        (&json!(1), &Value::Null)
    );
    assert_eq!(players[loser].ask(sit(&table)).await["code"], "limit.loss");
}

#[tokio::test]
async fn limits_are_in_range_and_the_account_s_own() {
    let server = start(|_| {}).await;
    let ada = Caller::guest(&server, "Ada").await;
    let before = ada.get(PATH).await;
    assert_eq!((&before["today"], &before["tomorrow"]), (&json!({}), &json!({})));
    for (limits, field) in [
        (json!({"daily_minutes": 1441}), "daily_minutes"),
        (json!({"daily_minutes": -1}), "daily_minutes"),
        (json!({"daily_minutes": "60"}), "daily_minutes"),
        (json!({"daily_loss": 18_446_744_073_709_551_615_u64}), "daily_loss"),
        (json!({"break_hours": 721}), "break_hours"),
        (json!({"break_hours": 60, "forever": true}), "forever"),
    ] {
        let (status, refused) = ada.ask("PUT", PATH, Some(limits.clone())).await;
        assert_eq!(
            (status, &refused["code"]),
            (400, &json!("protocol.invalid_field")),
            "{limits}: {refused}"
        );
        assert!(refused.to_string().contains(field), "{refused}");
    }
    let stranger = request(server.address, "GET", PATH, "", "").await;
    assert_eq!(stranger.status, 401);
    let mut after = ada.get(PATH).await;
    assert_eq!(after["today"], json!({}), "nothing was changed");

    // Stricter at once, looser tomorrow, ten times over.
    for minutes in (60..70).rev() {
        after = set(&ada, json!({"daily_minutes": minutes})).await;
        assert_eq!(after["today"], json!({"minutes": minutes}));
    }
    after = set(&ada, json!({"daily_minutes": 90, "daily_loss": 500})).await;
    assert_eq!(after["today"], json!({"minutes": 60, "loss": 500}));
    assert_eq!(after["tomorrow"], json!({"minutes": 90, "loss": 500}));
    assert!(after.get("reached").is_none(), "{after}");
    // Another account has its own.
    let bea = Caller::guest(&server, "Bea").await;
    assert_eq!(bea.get(PATH).await["today"], json!({}));
}

/// Sets the time that an account has played today, in the folder of a server that has stopped.
async fn played(data: &Path, account: &str, ms: u64) {
    let options = StoreOptions {
        format: FORMAT,
        ..StoreOptions::of(PROGRAM)
    };
    let folder = DataFolder::open(data).unwrap();
    let store = SqliteStore::open(folder, WallClock::system(), IdleSignal::always(), options);
    let store: Box<dyn Store> = Box::new(store.await.unwrap());
    let mut limit = store.own_limit(account.parse().unwrap()).await.unwrap().unwrap();
    limit.day = jiff::Timestamp::now().as_second() / 86_400;
    limit.played_ms = ms;
    store.keep_own_limit(limit).await.unwrap();
    store.close().await;
}

/// Watches a table, and answers what it asks already.
async fn look(client: &mut Client, table: &str) {
    let watch = json!({"type": "watch", "id": format!("look-{table}"), "table": table});
    client.send_text(&watch.to_string()).await;
    let state = next_of(client, "snapshot").await["state"].clone();
    // Once the hand is over, cards may be shown, which nobody waits for.
    let is_bet = |choice: &Value| ["check", "call", "fold"].iter().any(|kind| choice["kind"] == *kind);
    if state["you"]["choices"]
        .as_array()
        .is_some_and(|choices| choices.iter().any(is_bet))
    {
        let (hand, turn) = (&state["hand"]["hand"], &state["hand"]["turn"]["turn"]);
        let asked = json!({"hand": hand, "turn": turn, "choices": state["you"]["choices"]});
        client.answer(table, &asked).await;
    }
}

async fn balance(caller: &Caller) -> i64 {
    caller.get("/api/v1/me").await["balance"].as_i64().unwrap()
}

/// Checks that the player leaves at the end of the hand that runs, with all chips on the account, and comes back by no door.
async fn leaves_with_all_chips(players: &mut [Client; 2], (ada_is, had): (&Caller, i64), table: &str, code: &str) {
    let [ada, bea] = players;
    let back = json!({"type": "sit_out", "table": table, "out": false});
    let refused = ada.ask(back.clone()).await;
    assert_eq!(refused["code"], code, "a departure is not taken back: {refused}");
    // The hand is played out: whoever is asked answers.
    for client in [&mut *ada, &mut *bea] {
        look(client, table).await;
    }
    let mut is_out = false;
    while !is_out {
        for client in [&mut *ada, &mut *bea] {
            while let Ok(message) = timeout(Duration::from_millis(100), client.next()).await {
                for part in message["events"].as_array().into_iter().flatten() {
                    if part["kind"] == "choices" {
                        client.answer(table, part).await;
                    }
                    is_out |= part["event"]["kind"] == "player_left" && part["event"]["seat"] == 1;
                }
            }
        }
    }
    let won = ada_is.get(PATH).await["won"].as_i64().unwrap();
    assert_eq!(balance(ada_is).await, had + won, "all chips are on the account");
    for door in [
        sit(table),
        back,
        json!({"type": "wait_list", "table": table, "join": true}),
    ] {
        let refused = ada.ask(door.clone()).await;
        assert_eq!(refused["code"], code, "{door}: {refused}");
    }
    // The other player keeps the seat.
    let there = bea.ask(json!({"type": "sit_out", "table": table, "out": true})).await;
    assert_eq!(there["type"], "ok", "{there}");
}

at_both_kinds!(who_has_played_long_enough_is_told_before_and_leaves_after_the_hand);

async fn who_has_played_long_enough_is_told_before_and_leaves_after_the_hand(kind: Tables) {
    let server = start(|_| {}).await;
    let (ada, bea) = (Caller::guest(&server, "Ada").await, Caller::guest(&server, "Bea").await);
    let had = balance(&ada).await;
    let mut host = connect(&server, &ada).await;
    let table = host.create_table(kind).await;
    host.sit(&table).await;
    set(&ada, json!({"daily_minutes": 1})).await;
    let mut server = server;
    server.ask_to_stop();
    let data = server.stopped().await;
    played(data.path(), &ada.id, 51_000).await;

    let server = start_in(data, |_| {}).await;
    let (ada, bea) = (ada.at(&server), bea.at(&server));
    let mut players = [connect(&server, &ada).await, connect(&server, &bea).await];
    let mut phone = server.connect().await;
    phone.hello(json!({"token": ada.token, "device": "phone"})).await;
    players[0].ask(json!({"type": "watch", "table": table})).await;
    let near = next_of(&mut players[0], "limit_near").await;
    assert_eq!(near["limit"], "time");
    assert!((1..=9_000).contains(&near["left_ms"].as_u64().unwrap()), "{near}");
    next_of(&mut phone, "limit_near").await;
    players[1].sit(&table).await;
    // In the hand: one of the two is asked, and the clock of the day runs out.
    let reached = next_of(&mut players[0], "limit_reached").await;
    assert_eq!(reached["limit"], "time");
    next_of(&mut phone, "limit_reached").await;
    leaves_with_all_chips(&mut players, (&ada, had), &table, "limit.time").await;
    assert_eq!(phone.ask(sit(&table)).await["code"], "limit.time", "on no device");
}

#[tokio::test]
async fn a_break_in_a_hand_outlives_a_kill_and_costs_no_chip() {
    let server = Process::start(&["--hand-pause-percent=0"]);
    let ada = Caller::account_at(server.address, "Ada").await;
    let bea = Caller::account_at(server.address, "Bea").await;
    let at = |address, caller: &Caller| {
        let token = caller.token.clone();
        async move {
            let mut client = Client::connect(address, "/ws").await;
            client.hello(json!({"token": token})).await;
            client
        }
    };
    let mut players = [at(server.address, &ada).await, at(server.address, &bea).await];
    let had = balance(&ada).await;
    let table = players[0].create_table(Tables::Private).await;
    for player in &mut players {
        player.sit(&table).await;
    }
    next_event(&mut players[0], "hand_started").await;
    set(&ada, json!({"break_hours": 1})).await;
    next_of(&mut players[0], "limit_reached").await;

    let server = Process::start_in(server.kill(), &["--hand-pause-percent=0"]).unwrap();
    let (ada, bea) = (ada.moved(server.address), bea.moved(server.address));
    let mut players = [at(server.address, &ada).await, at(server.address, &bea).await];
    leaves_with_all_chips(&mut players, (&ada, had), &table, "limit.break").await;
}
