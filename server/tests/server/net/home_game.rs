//! A home game from the first buy-in to who pays whom, over the socket: rebuys, one late, one leaves early, and the server is killed
//! in the middle. The sums are those of a reader of the journal that shares nothing with the table.

use std::collections::BTreeMap;
use std::net::SocketAddr;

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::net::process::{Process, poker};
use crate::net::raw::request;
use crate::net::server::Client;

/// A guest who can come back after a crash.
pub(super) struct Guest {
    pub(super) token: String,
    pub(super) id: String,
    pub(super) client: Client,
    /// Number of requests: an account uses no identifier twice, whatever becomes of its connections.
    requests: u32,
}

impl Guest {
    pub(super) async fn new(address: SocketAddr, name: &str) -> Self {
        let body = json!({"nickname": name}).to_string();
        let guest = request(
            address,
            "POST",
            "/api/v1/guest",
            "content-type: application/json\r\n",
            &body,
        )
        .await;
        Self::of(address, &guest.json()).await
    }

    /// Connects with the session of an account.
    pub(super) async fn of(address: SocketAddr, session: &Value) -> Self {
        let mut one = Self {
            token: session["access_token"].as_str().unwrap().to_owned(),
            id: session["you"]["id"].as_str().unwrap().to_owned(),
            client: Client::connect(address, "/ws").await,
            requests: 0,
        };
        one.client.hello(json!({"token": one.token})).await;
        one
    }

    pub(super) async fn back(&mut self, address: SocketAddr, table: &str) {
        self.client = Client::connect(address, "/ws").await;
        self.client.hello(json!({"token": self.token})).await;
        self.at(table, json!({"type": "watch"})).await;
    }

    /// Makes a request at the table, which is carried out.
    pub(super) async fn at(&mut self, table: &str, request: Value) {
        let answer = self.ask(table, request).await;
        assert_eq!(answer["type"], "ok", "{answer}");
    }

    pub(super) async fn ask(&mut self, table: &str, mut request: Value) -> Value {
        self.requests += 1;
        (request["table"], request["id"]) = (json!(table), json!(format!("request {}", self.requests)));
        self.client.ask_as(request).await
    }

    pub(super) async fn sit(&mut self, table: &str, buy_in: u64) {
        self.at(table, json!({"type": "watch"})).await;
        self.at(table, json!({"type": "sit", "buy_in": buy_in, "entry": "post"}))
            .await;
    }

    /// Plays until `is_done` says so of an event, or the table is gone. The decision that is open comes with a snapshot.
    async fn play_until(&mut self, table: &str, mut is_done: impl FnMut(&Value) -> bool) {
        let watch = json!({"type": "watch", "id": "go on", "table": table});
        self.client.send_text(&watch.to_string()).await;
        loop {
            let message = self.client.next().await;
            if message["id"] == "go on" && message["type"] == "error" {
                return;
            }
            let state = &message["state"];
            if state["you"]["choices"]
                .as_array()
                .is_some_and(|choices| !choices.is_empty())
            {
                let (hand, turn) = (&state["hand"]["hand"], &state["hand"]["turn"]["turn"]);
                let asked = json!({"choices": state["you"]["choices"], "hand": hand, "turn": turn});
                self.client.answer(table, &asked).await;
            }
            for event in message["events"].as_array().into_iter().flatten() {
                if is_done(&event["event"]) {
                    return;
                }
                if event["choices"].is_array() {
                    self.client.answer(table, event).await;
                }
            }
        }
    }

    pub(super) async fn http(&self, address: SocketAddr, method: &str, path: &str) -> (u16, Value) {
        let bearer = format!("authorization: Bearer {}\r\n", self.token);
        let answer = request(address, method, path, &bearer, "").await;
        (answer.status, answer.json())
    }
}

/// All play until this many hands are over.
pub(super) async fn play(guests: &mut [&mut Guest], table: &str, hands: usize) {
    let playing = guests.iter_mut().map(|guest| {
        let mut over = 0;
        guest.play_until(table, move |event| {
            over += usize::from(event["kind"] == "hand_completed");
            over == hands
        })
    });
    join_all(playing).await;
}

/// What each account bought and took, by the events of the journal alone.
fn read_journal(events: &[Value]) -> BTreeMap<String, (i64, i64)> {
    let mut seats: BTreeMap<u64, String> = BTreeMap::new();
    let mut read: BTreeMap<String, (i64, i64)> = BTreeMap::new();
    for event in events.iter().map(|line| &line["event"]) {
        let chips = |name: &str| event[name].as_i64().unwrap();
        let seat = event["seat"].as_u64().unwrap_or_default();
        match event["kind"].as_str().unwrap_or_default() {
            "player_sat" => {
                let id = event["player"]["id"].as_str().unwrap().to_owned();
                read.entry(id.clone()).or_default().0 += chips("stack");
                seats.insert(seat, id);
            }
            // The first stack, chosen anew.
            "stack_set" => read.get_mut(&seats[&seat]).unwrap().0 = chips("stack"),
            "chips_added" => read.get_mut(&seats[&seat]).unwrap().0 += chips("amount"),
            "player_left" => read.get_mut(&seats.remove(&seat).unwrap()).unwrap().1 += chips("stack"),
            "ledger_changed" if event["correction"]["paid_by"].is_object() => {
                let correction = &event["correction"];
                let amount = correction["amount"].as_i64().unwrap();
                let of = |who: &str| correction[who]["id"].as_str().unwrap();
                read.get_mut(of("paid_by")).unwrap().0 += amount;
                read.get_mut(of("player")).unwrap().0 -= amount;
            }
            _ => {}
        }
    }
    read
}

#[tokio::test(flavor = "multi_thread")]
#[expect(clippy::too_many_lines, reason = "one evening")]
async fn an_evening_adds_up_across_a_crash() {
    let server = Process::start(&[]);
    let address = server.address;
    let mut mia = Guest::new(address, "Mia").await;
    let mut tom = Guest::new(address, "Tom").await;
    let mut ada = Guest::new(address, "Ada").await;
    let mut late = Guest::new(address, "Late").await;
    let balance = async |address, guest: &Guest| guest.http(address, "GET", "/api/v1/me").await.1["balance"].clone();
    let before = balance(address, &mia).await;

    let config = json!({
        "name": "Friday", "game": "no-limit-holdem", "seats": 6, "private": true, "buy_in_min": 200, "buy_in_max": 400,
        "session": {"own_chips": true, "rebuys": "approval", "rebuys_max": 3, "chip_value": 5, "currency": "euro"},
    });
    let answer = mia.client.ask(json!({"type": "create_table", "config": config})).await;
    let table = answer["table"]["table"]
        .as_str()
        .unwrap_or_else(|| panic!("{answer}"))
        .to_owned();
    let mut too_much = config.clone();
    too_much["buy_in_max"] = json!(1_u64 << 53);
    let refused = mia
        .client
        .ask(json!({"type": "create_table", "config": too_much}))
        .await;
    assert_eq!(refused["code"], "protocol.invalid_field", "{refused}");

    // Alone, she is dealt no hand, and chooses another first stack.
    let choose = |amount: u64| json!({"type": "rebuy", "amount": amount, "whole": true});
    mia.sit(&table, 200).await;
    mia.at(&table, choose(400)).await;
    mia.at(&table, choose(300)).await;
    for (stack, code) in [
        (199, "table.buy_in_range"),
        (401, "table.buy_in_range"),
        (0, "table.buy_in_range"),
        ((1 << 53) - 1, "table.buy_in_range"),
        (1 << 53, "protocol.invalid_field"),
        (300, "table.no_change"),
    ] {
        let refused = mia.ask(&table, choose(stack)).await;
        assert_eq!(refused["code"], code, "{stack}: {refused}");
    }
    assert_eq!(tom.ask(&table, choose(300)).await["code"], "table.not_seated");
    for guest in [&mut tom, &mut ada] {
        guest.sit(&table, 300).await;
    }
    assert_eq!(balance(address, &mia).await, before, "no account pays");
    play(&mut [&mut mia, &mut tom, &mut ada], &table, 3).await;
    assert_eq!(mia.ask(&table, choose(400)).await["code"], "table.first_hand");
    // A rebuy that the host grants, one that the host makes, and a request that is open when the server dies.
    tom.at(&table, json!({"type": "rebuy", "amount": 50})).await;
    mia.at(
        &table,
        json!({"type": "host", "action": {"kind": "accept_rebuy", "player": tom.id, "amount": 50}}),
    )
    .await;
    mia.at(&table, json!({"type": "rebuy", "amount": 20})).await;
    ada.at(&table, json!({"type": "rebuy", "amount": 30})).await;

    let folder = server.kill();
    let server = Process::start_in(folder, &[]).unwrap();
    let address = server.address;
    for guest in [&mut mia, &mut tom, &mut ada] {
        guest.back(address, &table).await;
    }
    mia.at(
        &table,
        json!({"type": "host", "action": {"kind": "accept_rebuy", "player": ada.id, "amount": 30}}),
    )
    .await;
    late.client = Client::connect(address, "/ws").await;
    late.client.hello(json!({"token": late.token})).await;
    late.sit(&table, 400).await;
    play(&mut [&mut mia, &mut tom, &mut ada, &mut late], &table, 3).await;

    // Bad corrections change nothing; a good one counts once.
    let correct = |player: &str, paid_by: &str, amount: u64, reason: &str| {
        json!({"type": "host", "action": {
            "kind": "correct", "player": player, "paid_by": paid_by, "amount": amount, "reason": reason,
        }})
    };
    let stranger = Guest::new(address, "Stranger").await;
    for (wish, code) in [
        (correct(&tom.id, &ada.id, 100_000, "too much"), "ledger.below_zero"),
        (correct(&stranger.id, &ada.id, 10, "who?"), "ledger.stranger"),
        (correct(&tom.id, &stranger.id, 10, "who?"), "ledger.stranger"),
        (correct(&tom.id, &ada.id, 10, " "), "protocol.invalid_field"),
        (correct(&tom.id, &ada.id, 0, "nothing"), "protocol.invalid_field"),
        (
            correct(&tom.id, &ada.id, 1 << 53, "more than there is"),
            "protocol.invalid_field",
        ),
        (correct(&tom.id, "nobody", 10, "who?"), "protocol.invalid_field"),
    ] {
        let refused = mia.ask(&table, wish.clone()).await;
        assert_eq!(refused["code"], code, "{wish}: {refused}");
    }
    let refused = tom.ask(&table, correct(&tom.id, &ada.id, 10, "I say so")).await;
    assert_eq!(refused["code"], "table.not_host");
    let mut paid = correct(&tom.id, &ada.id, 100, "Ada paid for Tom");
    (paid["id"], paid["table"]) = (json!("paid"), json!(table));
    for _ in 0..2 {
        assert_eq!(mia.client.ask_as(paid.clone()).await["type"], "ok");
    }
    paid["action"]["amount"] = json!(50);
    assert_eq!(mia.client.ask_as(paid.clone()).await["code"], "protocol.id_reused");

    // One leaves early, and the rest is closed by the host.
    tom.at(&table, json!({"type": "leave"})).await;
    mia.at(&table, json!({"type": "host", "action": {"kind": "close"}}))
        .await;
    let playing = [&mut mia, &mut tom, &mut ada, &mut late];
    join_all(playing.map(|guest| guest.play_until(&table, |event| event["kind"] == "table_closed"))).await;

    // The evening is kept for all who were there, and for nobody else.
    let number = table.split('-').next().unwrap().to_owned();
    let path = format!("/api/v1/evenings/{number}");
    let evening = loop {
        // The table is closed before its evening is stored.
        let (status, evening) = tom.http(address, "GET", &path).await;
        if status == 200 {
            break evening;
        }
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    };
    assert_eq!(
        stranger.http(address, "GET", &path).await.1["code"],
        "ledger.no_evening"
    );
    assert_eq!(
        stranger.http(address, "GET", "/api/v1/evenings").await.1["evenings"],
        json!([])
    );
    paid["id"] = json!("after");
    // The table is known for a moment more.
    let late = mia.client.ask_as(paid).await;
    assert!(
        late["code"] == "table.not_found" || late["code"] == "table.closed",
        "{late}"
    );
    let lines = poker(&server.data(), &["audit", "--json", "--events"]).lines();
    let report = lines.last().unwrap();
    assert_eq!(
        (&report["sound"], &report["ledger_sum"]),
        (&json!(true), &json!(0)),
        "{report}"
    );
    let events: Vec<Value> = lines
        .into_iter()
        .filter(|line| line["table"] == *number && line["event"].is_object())
        .collect();
    let read = read_journal(&events);
    let mut net: BTreeMap<&str, i64> = BTreeMap::new();
    for line in evening["ledger"]["players"].as_array().unwrap() {
        let id = line["player"]["id"].as_str().unwrap();
        let (bought, taken) = (line["bought"].as_i64().unwrap(), line["taken"].as_i64().unwrap());
        assert_eq!((bought, taken), read[id], "{}", line["player"]["name"]);
        net.insert(id, taken - bought);
    }
    assert_eq!((net.len(), read.len(), net.values().sum::<i64>()), (4, 4, 0));
    for payment in evening["payments"].as_array().unwrap() {
        let amount = payment["amount"].as_i64().unwrap();
        *net.get_mut(payment["from"]["id"].as_str().unwrap()).unwrap() += amount;
        *net.get_mut(payment["to"]["id"].as_str().unwrap()).unwrap() -= amount;
    }
    assert!(net.values().all(|left| *left == 0), "{evening}");
    let corrections = evening["ledger"]["corrections"].as_array().unwrap();
    assert_eq!(
        (corrections.len(), &corrections[0]["reason"]),
        (1, &json!("Ada paid for Tom"))
    );
    assert_eq!(balance(address, &mia).await, before, "no account gets anything");

    // It is readable after another crash, and leads to the next table once.
    let server = Process::start_in(server.kill(), &[]).unwrap();
    let address = server.address;
    assert_eq!(ada.http(address, "GET", &path).await.1, evening);
    let again = format!("{path}/again");
    assert_eq!(tom.http(address, "POST", &again).await.1["code"], "table.not_host");
    let pressed = join_all((0..20).map(|_| mia.http(address, "POST", &again))).await;
    let (opened, busy): (Vec<_>, Vec<_>) = pressed.into_iter().partition(|(status, _)| *status == 200);
    assert!(busy.iter().all(|(_, error)| error["code"] == "table.busy"), "{busy:?}");
    let following = &opened[0].1;
    assert!(
        opened.iter().all(|(_, other)| other["table"] == following["table"]),
        "twenty presses open one table: {opened:?}"
    );
    assert_eq!(
        (&following["session"], &following["buy_in_max"]),
        (&config["session"], &json!(400))
    );
    assert_ne!(following["table"], *table);
    let same = loop {
        let (status, same) = mia.http(address, "POST", &again).await;
        if status == 200 {
            break same;
        }
        // The table has yet to say what is played there.
        assert_eq!(same["code"], "table.busy", "{same}");
        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
    };
    assert_eq!(same["table"], following["table"], "once");
    let listed = tom.http(address, "GET", "/api/v1/evenings").await.1;
    assert_eq!(
        (&listed["evenings"][0]["next"], &listed["more"]),
        (&following["table"], &json!(false))
    );
}
