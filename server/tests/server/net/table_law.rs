//! The law of the table in an event: unlimited raises, a declaration in the dark, a card shown without a
//! showdown, a folded hand that stays folded, a penalty that leaves the hand live, forbidden words. Rules: tournament 1.3, 8.4,
//! 9.14, 9.16, 10.1, 11.5.

use serde_json::{Value, json};

use crate::net::deals::Player;
use crate::net::process::Process;
use crate::net::raw::request;

const TWO: &str = r#"
id = "two"
name = { en = "Two", fr = "Deux" }
games = ["no-limit-holdem"]
start = "full"
entries = [2, 2]
seats = 2
price = 10
stack = 100000
levels = ["30m 10/20"]
action = "60s"
dark_bets = "on"
"#;

/// An open decision.
#[derive(Debug)]
struct Asked {
    /// The player to act, by the order of the players.
    at: usize,
    event: Value,
}

impl Asked {
    fn has(&self, kind: &str) -> bool {
        let choices = self.event["choices"].as_array().unwrap();
        choices.iter().any(|choice| choice["kind"] == kind)
    }

    /// Returns the minimum total of a raise.
    fn least(&self) -> u64 {
        let choices = self.event["choices"].as_array().unwrap();
        let raise = choices.iter().find(|choice| choice["kind"] == "raise").unwrap();
        raise["min"].as_u64().unwrap()
    }
}

/// Two players at the table of an event, and the events of the first of them.
struct Evening {
    players: [Player; 2],
    table: String,
    told: Vec<Value>,
    /// The cards of each, as of the last decision.
    cards: [Value; 2],
    /// The decision not yet taken out.
    open: Option<Asked>,
}

impl Evening {
    /// Returns the next message of either, with its recipient.
    async fn next(&mut self) -> (usize, Value) {
        let [one, other] = &mut self.players;
        let (at, message) = tokio::select! {
            message = one.client.next() => (0, message),
            message = other.client.next() => (1, message),
        };
        if at == 0 {
            let events = message["events"].as_array().into_iter().flatten();
            self.told.extend(events.map(|event| event["event"].clone()));
        }
        let events = message["events"].as_array().into_iter().flatten();
        for event in events.filter(|event| event["choices"].is_array()) {
            self.cards[at] = event["cards"].clone();
            let event = event.clone();
            self.open = Some(Asked { at, event });
        }
        // A player who comes in the middle of a hand gets the decision from the table's state.
        let (hand, you) = (&message["state"]["hand"], &message["state"]["you"]);
        if message["type"] == "snapshot" && you["choices"].as_array().is_some_and(|choices| !choices.is_empty()) {
            self.cards[at] = you["cards"].clone();
            let event = json!({"hand": hand["hand"], "turn": hand["turn"]["turn"], "choices": you["choices"]});
            self.open = Some(Asked { at, event });
        }
        (at, message)
    }

    async fn asked(&mut self) -> Asked {
        loop {
            if let Some(asked) = self.open.take() {
                return asked;
            }
            self.next().await;
        }
    }

    /// Waits until the first player gets an event of this kind.
    async fn told(&mut self, kind: &str) -> Value {
        loop {
            if let Some(at) = self.told.iter().position(|event| event["kind"] == kind) {
                return self.told.remove(at);
            }
            self.next().await;
        }
    }

    /// Sends a request as one of them, and returns the answer. Earlier messages are taken in.
    async fn ask(&mut self, at: usize, mut request: Value) -> Value {
        let id = format!("{}-{}", self.told.len(), request);
        let id: String = id.chars().filter(char::is_ascii_alphanumeric).take(60).collect();
        request["id"] = json!(id);
        self.players[at].client.send_text(&request.to_string()).await;
        loop {
            let (of, message) = self.next().await;
            if of == at && message["id"] == json!(id) {
                return message;
            }
        }
    }

    async fn act(&mut self, asked: &Asked, action: Value) -> Value {
        let act = json!({
            "type": "act", "table": self.table, "hand": asked.event["hand"], "turn": asked.event["turn"], "action": action,
        });
        self.ask(asked.at, act).await
    }
}

#[tokio::test(flavor = "multi_thread")]
#[expect(clippy::too_many_lines, reason = "one evening, hand after hand")]
async fn an_event_shows_the_law_of_the_table() {
    let folder = tempfile::tempdir().unwrap();
    let words = folder.path().join("words.txt");
    std::fs::write(&words, "dunce\n").unwrap();
    let option = format!("--blocked-words={}", words.display());
    // There is time to show a card and to say something before the next hand, on a busy machine too.
    let server = Process::start(&[&option, "--hand-pause-percent=400"]);
    let host = Player::new(&server, "Host").await;
    let bearer = format!(
        "authorization: Bearer {}\r\ncontent-type: application/json\r\n",
        host.token.as_str().unwrap()
    );
    let post = async |path: &str, body: Value| {
        let answer = request(server.address, "POST", path, &bearer, &body.to_string()).await;
        assert!(answer.status < 300, "{}", String::from_utf8_lossy(&answer.body));
        answer.json()
    };
    let made = post("/api/v1/tournaments", json!({"definition": TWO, "private": true})).await;
    let event = made["tournament"].as_str().unwrap().to_owned();
    let mut players = [Player::new(&server, "Ana").await, Player::new(&server, "Ben").await];
    for player in &mut players {
        player.enter(&event).await;
    }
    for player in &mut players {
        player.find_table().await;
    }
    let table = players[0].seat_at().to_owned();
    let mut evening = Evening {
        players,
        table,
        told: Vec::new(),
        cards: [Value::Null, Value::Null],
        open: None,
    };

    for at in 0..2 {
        let watch = json!({"type": "watch", "table": evening.table});
        assert_eq!(evening.ask(at, watch).await["type"], "ok");
    }

    // 9.14: no number of raises is too many.
    let mut asked = evening.asked().await;
    for _ in 0..20 {
        let to = asked.least();
        let answer = evening.act(&asked, json!({"kind": "raise", "to": to})).await;
        assert_eq!(answer["type"], "ok", "{answer}");
        asked = evening.asked().await;
    }
    assert!(asked.has("raise"), "{asked:?}");

    // 8.4: a folded hand stays folded.
    assert_eq!(evening.act(&asked, json!({"kind": "fold"})).await["type"], "ok");
    let late = evening.act(&asked, json!({"kind": "call"})).await;
    assert_eq!(late["type"], "error", "{late}");

    // 10.1: the winner without a showdown shows one card, to all.
    let winner = 1 - asked.at;
    let hand = asked.event["hand"].clone();
    evening.told("pot_awarded").await;
    let card = evening.cards[winner][0].clone();
    let show = json!({"type": "show", "table": evening.table, "hand": hand, "cards": [card]});
    let shown = evening.ask(winner, show).await;
    assert_eq!(shown["type"], "ok", "{shown}");
    let told = evening.told("hand_shown").await;
    assert_eq!(told["cards"], json!([card]), "{told}");

    // 1.3: words that the house forbids.
    let remark = json!({"type": "chat", "table": evening.table, "text": "you dunce"});
    let refused = evening.ask(winner, remark).await;
    assert_eq!(refused["code"], "chat.blocked", "{refused}");

    // 9.16: the first to act on the flop checks in the dark, before it is dealt.
    let asked = evening.asked().await;
    let first = 1 - asked.at;
    let dark = Asked {
        at: first,
        event: asked.event.clone(),
    };
    let declared = evening.act(&dark, json!({"kind": "check_dark"})).await;
    assert_eq!(declared["type"], "ok", "{declared}");
    assert_eq!(evening.act(&asked, json!({"kind": "call"})).await["type"], "ok");
    let option = evening.asked().await;
    assert_eq!(evening.act(&option, json!({"kind": "check"})).await["type"], "ok");
    evening.told("board_dealt").await;
    let button = evening.asked().await;
    assert_eq!(button.at, asked.at, "the first has checked already");
    let checked = evening.told.iter().any(|event| event["dark"] == true);
    assert!(checked, "{:?}", evening.told);

    // 11.5: the hand of a player who shows cards to the table stays live; the penalty begins with the next.
    let fault =
        json!({"kind": "penalise", "player": 1, "fault": "cards shown to the table", "rung": "warning", "count": 1});
    let body = json!({"id": "1", "reason": "seen by all", "action": fault});
    assert_eq!(
        post(&format!("/api/v1/tournaments/{event}/floor"), body).await["result"],
        "done"
    );
    let mut asked = button;
    let number = asked.event["hand"].clone();
    while asked.event["hand"] == number {
        let kind = if asked.has("check") { "check" } else { "call" };
        assert_eq!(evening.act(&asked, json!({"kind": kind})).await["type"], "ok");
        if evening
            .told
            .iter()
            .any(|event| event["kind"] == "hand_completed" && event["hand"] == number)
        {
            break;
        }
        asked = evening.asked().await;
    }
    let stacks = evening.told("hand_completed").await;
    assert_eq!(
        stacks["stacks"].as_array().unwrap().len(),
        2,
        "both played it to its end: {stacks}"
    );
}
