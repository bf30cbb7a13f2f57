//! Deals that players of a tournament propose.

use futures_util::future::join_all;
use serde_json::{Value, json};

use crate::net::process::Process;
use crate::net::raw::request;
use crate::net::server::Client;

/// A sit & go of three, all of whom are paid.
pub(crate) const THREE: &str = r#"
id = "three"
name = { en = "Three", fr = "Trois" }
games = ["no-limit-holdem"]
start = "full"
entries = [3, 3]
seats = 3
price = 100
stack = 1000
pays = [50, 30, 20]
levels = ["30m 10/20"]
action = "5s"
bank = "5s"
"#;

/// Announces a tournament, and returns its number.
pub(crate) async fn announce(server: &Process, token: &Value, definition: &str) -> String {
    let bearer = format!("authorization: Bearer {}\r\n", token.as_str().unwrap());
    let headers = format!("{bearer}content-type: application/json\r\n");
    let config = json!({"structure": "", "definition": definition}).to_string();
    let answer = request(server.address, "POST", "/api/v1/tournaments", &headers, &config).await;
    assert_eq!(answer.status, 201, "{}", String::from_utf8_lossy(&answer.body));
    answer.json()["tournament"].as_str().unwrap().to_owned()
}

/// A player of the tournament.
pub(crate) struct Player {
    pub(crate) client: Client,
    pub(crate) token: Value,
    table: String,
}

impl Player {
    pub(crate) async fn new(server: &Process, nickname: &str) -> Self {
        let mut client = Client::connect(server.address, "/ws").await;
        let token = client.hello(json!({"nickname": nickname})).await["token"].clone();
        let table = String::new();
        Self { client, token, table }
    }

    /// Connects with an access token.
    pub(crate) async fn with(server: &Process, token: Value) -> Self {
        let mut client = Client::connect(server.address, "/ws").await;
        client.hello(json!({"token": token})).await;
        let table = String::new();
        Self { client, token, table }
    }

    /// Connects the same account to a restarted server.
    pub(crate) async fn again(self, server: &Process) -> Self {
        let again = Self::with(server, self.token).await;
        Self {
            table: self.table,
            ..again
        }
    }

    /// Checks or folds whenever to act, until `found` returns a result for a message.
    pub(crate) async fn until<T>(&mut self, mut found: impl FnMut(&Value) -> Option<T>) -> T {
        loop {
            let message = self.client.next().await;
            if let Some(found) = found(&message) {
                return found;
            }
            for event in message["events"].as_array().into_iter().flatten() {
                self.answer(&message["table"], &event["hand"], &event["turn"], &event["choices"])
                    .await;
            }
            // A player who comes in the middle of a hand gets the decision from the snapshot.
            let (hand, own) = (&message["state"]["hand"], &message["state"]["you"]);
            self.answer(&message["table"], &hand["hand"], &hand["turn"]["turn"], &own["choices"])
                .await;
        }
    }

    async fn answer(&mut self, table: &Value, hand: &Value, turn: &Value, choices: &Value) {
        let Some(choices) = choices.as_array().filter(|choices| !choices.is_empty()) else {
            return;
        };
        let checks = choices.iter().any(|choice| choice["kind"] == "check");
        let kind = if checks { "check" } else { "fold" };
        let act = json!({
            "type": "act", "id": format!("{}-{hand}-{turn}", table.as_str().unwrap()), "table": table,
            "hand": hand, "turn": turn, "action": {"kind": kind},
        });
        self.client.send_text(&act.to_string()).await;
    }

    /// Plays on until the tournament emits an event of this name.
    pub(crate) async fn event(&mut self, name: &str) -> Value {
        self.until(|message| {
            let events = message["events"].as_array()?;
            events.iter().find(|event| event["event"] == name).cloned()
        })
        .await
    }

    /// Sends a request, and returns the code of the refusal, `ok` if there is none.
    pub(crate) async fn code(&mut self, request: Value) -> String {
        let answer = self.client.ask(request).await;
        answer["code"].as_str().unwrap_or("ok").to_owned()
    }

    /// Watches the tournament, and returns its state.
    pub(crate) async fn watch(&mut self, tournament: &str) -> Value {
        let watch = json!({"type": "watch_tournament", "tournament": tournament});
        assert_eq!(self.code(watch).await, "ok");
        let state = |message: &Value| (message["type"] == "tournament_snapshot").then(|| message["state"].clone());
        let state = self.until(state).await;
        if let Some(table) = state["you"]["seat"]["table"].as_str() {
            table.clone_into(&mut self.table);
        }
        state
    }

    /// Enters, and watches.
    pub(crate) async fn enter(&mut self, tournament: &str) {
        let register = json!({"type": "register", "tournament": tournament, "rules": 1});
        assert_eq!(self.code(register).await, "ok");
        self.watch(tournament).await;
    }

    /// Returns the table where the player has a seat.
    pub(crate) fn seat_at(&self) -> &str {
        &self.table
    }

    /// Waits for a seat at a table.
    pub(crate) async fn find_table(&mut self) {
        let seat = |message: &Value| message["you"]["seat"]["table"].as_str().map(str::to_owned);
        if self.table.is_empty() {
            self.table = self.until(seat).await;
        }
    }

    /// Watches the table where the player has a seat.
    pub(crate) async fn go_to_table(&mut self) {
        self.find_table().await;
        let watch = json!({"type": "watch", "table": self.table});
        assert_eq!(self.code(watch).await, "ok");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_table_of_a_player_who_asks_for_nothing_comes_with_the_seat() {
    let server = Process::start(&[]);
    let mut players = Vec::new();
    for nickname in ["Ana", "Ben", "Cid"] {
        players.push(Player::new(&server, nickname).await);
    }
    let name = announce(&server, &players[0].token, THREE).await;
    for player in &mut players {
        let register = json!({"type": "register", "tournament": name, "rules": 1});
        assert_eq!(player.code(register).await, "ok");
    }
    for player in &mut players {
        let shown = |message: &Value| (message["type"] == "snapshot").then(|| message.clone());
        let shown = player.until(shown).await;
        let (table, state) = (&shown["table"], &shown["state"]);
        assert_eq!(state["info"]["tournament"]["tournament"], json!(name));
        assert!(state["you"]["seat"].is_u64(), "{state}");
        let began = |message: &Value| {
            let events = message["events"].as_array()?;
            let of_table = message["table"] == *table;
            events
                .iter()
                .find(|event| of_table && event["event"]["kind"] == "hand_started")
                .cloned()
        };
        player.until(began).await;
    }
    // None of its tables watches for a connection that is gone.
    drop(players.remove(0));
    let away = |message: &Value| (message["type"] == "presence" && message["connected"] == false).then_some(());
    players[0].until(away).await;
}

/// Has every player play on until the tournament emits an event of this name.
async fn all_hear(players: &mut [Player], name: &str) -> Value {
    let heard = join_all(players.iter_mut().map(|player| player.event(name))).await;
    assert!(heard.iter().all(|event| *event == heard[0]), "{heard:?}");
    heard[0].clone()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deal_of_players_is_refused_made_in_part_and_made_across_a_kill() {
    let mut server = Process::start(&[]);
    let mut players = Vec::new();
    for nickname in ["Ana", "Ben", "Cid"] {
        players.push(Player::new(&server, nickname).await);
    }
    let name = announce(&server, &players[0].token, THREE).await;
    let propose =
        |kind: &str, keep: u64| json!({"type": "propose_deal", "tournament": name, "kind": kind, "keep": keep});
    let own = |shares: &[(u32, u64)], keep: u64| json!({"type": "propose_deal", "tournament": name, "kind": "other", "keep": keep, "shares": shares});
    let answer = |answer: &str| json!({"type": "deal", "tournament": name, "answer": answer});
    assert_eq!(players[0].code(propose("icm", 0)).await, "tournament.not_registered");
    players[0].enter(&name).await;
    assert_eq!(players[0].code(propose("icm", 0)).await, "tournament.wrong_phase");
    assert_eq!(players[0].code(answer("agree")).await, "tournament.no_deal");
    players[1].enter(&name).await;
    players[2].enter(&name).await;
    join_all(players.iter_mut().map(Player::go_to_table)).await;
    let mut stranger = Player::new(&server, "Dot").await;

    // Impossible requests leave play as it is.
    for (request, expected) in [
        (answer("agree"), "tournament.no_deal"),
        (propose("other", 0), "tournament.bad_deal"),
        (own(&[(1, 200), (2, 50), (3, 49)], 0), "tournament.bad_deal"),
        (own(&[(1, 200), (2, 100)], 0), "tournament.bad_deal"),
        (own(&[(1, 200), (2, 50), (2, 50)], 0), "tournament.bad_deal"),
        (propose("icm", 151), "tournament.bad_deal"),
        (propose("icm", 9_007_199_254_740_991), "tournament.bad_deal"),
    ] {
        assert_eq!(players[0].code(request.clone()).await, expected, "{request}");
    }
    assert_eq!(stranger.code(propose("icm", 0)).await, "tournament.not_registered");
    assert_eq!(players[0].watch(&name).await["summary"]["phase"], "running");

    // A refusal ends it, and play goes on.
    assert_eq!(players[0].code(propose("icm", 0)).await, "ok");
    assert_eq!(players[1].code(propose("icm", 0)).await, "tournament.wrong_phase");
    let offered = all_hear(&mut players, "deal_offered").await;
    let shares: u64 = offered["shares"]
        .as_array()
        .unwrap()
        .iter()
        .map(|share| share[1].as_u64().unwrap())
        .sum();
    assert_eq!(
        (shares, &offered["keep"], &offered["left_ms"]),
        (300, &json!(0), &json!(60_000))
    );
    assert_eq!(stranger.code(answer("refuse")).await, "tournament.not_registered");
    assert_eq!(players[2].code(answer("refuse")).await, "ok");
    assert_eq!(players[1].code(answer("agree")).await, "tournament.no_deal");
    assert_eq!(players[1].watch(&name).await["summary"]["phase"], "running");
    assert_eq!(players[0].code(propose("chop", 0)).await, "tournament.none_left");

    // A deal that leaves something for first place, with a kill between two answers.
    assert_eq!(players[1].code(propose("chop", 60)).await, "ok");
    let offered = all_hear(&mut players, "deal_offered").await;
    assert_eq!(players[0].code(answer("agree")).await, "ok");
    server = Process::start_in(server.kill(), &[]).unwrap();
    let mut back = Vec::new();
    for player in players {
        back.push(player.again(&server).await);
    }
    let mut players = back;
    let state = players[0].watch(&name).await;
    assert_eq!(state["deal"]["shares"], offered["shares"]);
    assert_eq!(
        (&state["deal"]["agreed"], &state["summary"]["phase"]),
        (&json!([1]), &json!("paused"))
    );
    assert_eq!(players[0].code(answer("agree")).await, "tournament.no_deal");
    for player in &mut players[1..] {
        player.watch(&name).await;
        assert_eq!(player.code(answer("agree")).await, "ok");
    }
    let state = players[0].watch(&name).await;
    assert_eq!(
        (&state["prizes"], &state["summary"]["phase"]),
        (&json!([60, 0, 0]), &json!("running"))
    );

    // The rest is shared, too: that is the end.
    for player in &mut players {
        let table = player.table.clone();
        assert_eq!(player.code(json!({"type": "watch", "table": table})).await, "ok");
    }
    assert_eq!(players[2].code(own(&[(1, 40), (2, 15), (3, 5)], 0)).await, "ok");
    let last = all_hear(&mut players, "deal_offered").await;
    assert_eq!((&last["kind"], share_of(&last, 1)), (&json!("other"), 40));
    for player in &mut players {
        assert_eq!(player.code(answer("agree")).await, "ok");
    }
    let state = players[1].watch(&name).await;
    assert_eq!(state["summary"]["phase"], "completed");
    let won = |player| share_of(&offered, player) + share_of(&last, player);
    assert_eq!(state["you"]["prize"].as_u64().unwrap(), won(2));

    // Every result has the amount paid, not what the place would have been worth.
    let path = format!("/api/v1/tournaments/{name}/results");
    let results = request(server.address, "GET", &path, "", "").await.json();
    for places in [&state["places"], &results["places"]] {
        let places = places.as_array().unwrap();
        let paid: Vec<(u64, u64)> = places
            .iter()
            .map(|place| (num(&place["player"]), num(&place["prize"])))
            .collect();
        let mut due: Vec<(u64, u64)> = (1..=3).map(|player| (u64::from(player), won(player))).collect();
        due.sort_by_key(|due| paid.iter().position(|paid| paid.0 == due.0));
        assert_eq!(paid, due, "{places:?}");
    }
}

fn num(value: &Value) -> u64 {
    value.as_u64().unwrap()
}

/// Returns a player's share of a deal.
fn share_of(offer: &Value, player: u32) -> u64 {
    let shares = offer["shares"].as_array().unwrap();
    let own = shares.iter().find(|share| share[0] == player).unwrap();
    own[1].as_u64().unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_of_the_house_agree_to_the_deal_of_a_person() {
    let server = Process::start(&["--demo-tables=true", "--house-bots=12"]);
    let mut ana = Player::new(&server, "Ana").await;
    let name = loop {
        let listed = ana.client.ask(json!({"type": "list_tournaments"})).await;
        let lines = listed["tournaments"].as_array().unwrap();
        let open = lines.iter().find(|line| line["starts_at"].is_null());
        if let Some(open) = open {
            break open["tournament"].as_str().unwrap().to_owned();
        }
    };
    ana.enter(&name).await;
    ana.go_to_table().await;
    let propose = json!({"type": "propose_deal", "tournament": name, "kind": "icm"});
    assert_eq!(ana.code(propose).await, "ok");
    ana.event("deal_offered").await;
    let agree = json!({"type": "deal", "tournament": name, "answer": "agree"});
    assert_eq!(ana.code(agree).await, "ok");
    ana.event("deal_made").await;
}
