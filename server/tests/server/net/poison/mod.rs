//! Extreme values in every field of every request, REST body and query, by strangers, viewers and players, while others play:
//! no hand is cancelled, no table ends, nothing is a fault of the server, each message gets its answer, and the other players
//! notice nothing.
//!
//! The messages are made from the types of the protocol. `POKER_POISON=N` makes N rounds, in which every message comes
//! from every role and reaches every table sooner or later.

pub(crate) mod players;
mod rest;
pub(crate) mod schema;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use poker_protocol::v1::ClientMsg;
use poker_protocol::v1::tournament::RULES_VERSION;
use serde_json::json;
use tokio::task::JoinSet;

use self::players::{Watched, play};
use self::schema::targets;
use crate::net::raw;
use crate::net::server::{Client, Server, start};

/// Tables, each of a different family of games.
const TABLES: usize = 6;

/// Messages sent before their answers are read.
const BATCH: usize = 16;

/// A connection is closed after 30 messages that cannot be read; fewer than that are sent on each.
const BROKEN_MAX: usize = 24;

/// Of the messages that can be read, one in this many is sent per round.
const READABLE_SHARE: usize = 2;

/// Of those that cannot be read, and never get to a table, one in this many.
const BROKEN_SHARE: usize = 80;

/// Codes the server must not answer with.
const FAULTS: [&str; 2] = ["server.internal", "server.request_failed"];

/// The attacker's role.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    Stranger,
    Viewer,
    Player,
}

impl Role {
    const ALL: [Self; 3] = [Self::Stranger, Self::Viewer, Self::Player];
}

fn rounds() -> usize {
    std::env::var("POKER_POISON").map_or(1, |rounds| rounds.parse().expect("POKER_POISON is a number"))
}

async fn server() -> Server {
    start(|config| {
        config.messages_per_second = 1_000_000;
        config.message_burst = 1_000_000;
        config.guests_per_minute = 1_000_000;
        config.tables_per_minute = 1_000_000;
        config.outbox_bytes = 1 << 24;
    })
    .await
}

/// Returns games of different families for two to six players, with their default stakes.
async fn games(client: &mut Client) -> Vec<String> {
    let answer = client.ask(json!({"type": "list_games"})).await;
    let mut families = BTreeSet::new();
    let games = answer["games"].as_array().unwrap().iter();
    let games = games.filter(|game| game["seats_min"].as_u64() <= Some(2) && game["seats_max"].as_u64() >= Some(6));
    let games = games.filter(|game| families.insert(game["family"].to_string()));
    let games: Vec<String> = games.map(|game| game["id"].as_str().unwrap().to_owned()).collect();
    assert!(games.len() >= TABLES, "{games:?}");
    games[..TABLES].to_vec()
}

/// A table where two play and others have room.
struct Played {
    table: String,
    watched: Arc<Watched>,
}

async fn tables(server: &Server, playing: &mut JoinSet<()>) -> Vec<Played> {
    let mut host = server.guest("Host").await;
    let mut tables = Vec::new();
    for (index, game) in games(&mut host).await.into_iter().enumerate() {
        let config = json!({
            "name": game, "game": game, "seats": 6, "action_ms": 1000, "time_bank_ms": 0,
            "buy_in_min": 100, "buy_in_max": 1000, "private": index % 2 == 1,
        });
        let answer = host.ask(json!({"type": "create_table", "config": config})).await;
        let table = answer["table"]["table"]
            .as_str()
            .unwrap_or_else(|| panic!("{answer}"))
            .to_owned();
        let watched = Arc::new(Watched::default());
        for seat in 1..=2 {
            let mut player = server.guest(&format!("Player {index}-{seat}")).await;
            player.sit(&table).await;
            playing.spawn(play(player, table.clone(), seat, Arc::clone(&watched)));
        }
        tables.push(Played { table, watched });
    }
    tables
}

/// Announces a tournament that takes entries, and one played by two who are away.
async fn tournaments(server: &Server) -> [String; 2] {
    let headers = signed_in(server).await;
    let in_an_hour = SystemTime::now().duration_since(UNIX_EPOCH).unwrap() + Duration::from_hours(1);
    let starts_at = u64::try_from(in_an_hour.as_millis()).unwrap();
    let mut announced = Vec::new();
    for config in [
        json!({"structure": "late", "starts_at": starts_at}),
        json!({"structure": "heads-up"}),
    ] {
        let path = "/api/v1/tournaments";
        let answer = raw::request(server.address, "POST", path, &headers, &config.to_string()).await;
        announced.push(answer.json()["tournament"].as_str().unwrap().to_owned());
    }
    for name in ["Away 1", "Away 2"] {
        let mut player = server.guest(name).await;
        let register = json!({"type": "register", "tournament": announced[1], "rules": RULES_VERSION});
        let answer = player.ask(register).await;
        assert_eq!(answer["type"], "ok", "{answer}");
    }
    announced.try_into().unwrap()
}

/// Returns the headers of a request with a body, by a new guest.
async fn signed_in(server: &Server) -> String {
    let json_type = "content-type: application/json\r\n";
    let guest = r#"{"nickname":"Grace"}"#;
    let session = raw::request(server.address, "POST", "/api/v1/guest", json_type, guest).await;
    let session = session.json();
    let token = session["access_token"].as_str().unwrap();
    format!("{json_type}authorization: Bearer {token}\r\n")
}

/// A client that sends messages no client should.
struct Attacker<'a> {
    server: &'a Server,
    role: Role,
    table: String,
    tournament: String,
    token: String,
    client: Client,
    /// Unreadable messages sent on this connection.
    broken: usize,
    sent: u64,
    /// The open decision, as far as the attacker knows: the numbers of the hand and the decision.
    open: (u64, u64),
    /// Answers by code.
    codes: BTreeMap<String, u64>,
}

impl<'a> Attacker<'a> {
    async fn new(server: &'a Server, name: &str, role: Role, table: &str, tournament: &str) -> Self {
        let mut client = server.connect().await;
        let welcome = client.hello(json!({"nickname": name})).await;
        Self {
            server,
            role,
            table: table.to_owned(),
            tournament: tournament.to_owned(),
            token: welcome["token"].as_str().unwrap().to_owned(),
            client,
            broken: 0,
            sent: 0,
            open: (1, 1),
            codes: BTreeMap::new(),
        }
    }

    /// Reconnects the same account.
    async fn come_back(&mut self) {
        self.client = self.server.connect().await;
        self.client.hello(json!({"token": self.token})).await;
        self.broken = 0;
    }

    /// Takes the role's place: none at all, as a spectator of table and tournament, or in a seat with an entry.
    async fn take_place(&mut self) {
        let (table, tournament) = (json!("@table"), json!("@tournament"));
        let place = match self.role {
            Role::Stranger => vec![
                json!({"type": "leave", "table": table}),
                json!({"type": "unwatch", "table": table}),
                json!({"type": "unwatch_tournament", "tournament": tournament}),
            ],
            Role::Viewer => vec![
                json!({"type": "leave", "table": table}),
                json!({"type": "watch", "table": table}),
                json!({"type": "watch_tournament", "tournament": tournament}),
            ],
            Role::Player => vec![
                json!({"type": "watch", "table": table}),
                json!({"type": "sit", "table": table, "buy_in": 1000, "entry": "post"}),
                json!({"type": "sit_out", "table": table, "out": false, "entry": "post"}),
                json!({"type": "register", "tournament": tournament, "rules": RULES_VERSION}),
            ],
        };
        let texts = place.into_iter().map(|mut request| {
            request["id"] = json!("@id");
            request.to_string()
        });
        self.send_all(&texts.collect::<Vec<_>>()).await;
    }

    /// Sends the texts and waits until each has its answer.
    async fn send_all(&mut self, texts: &[String]) {
        for text in texts {
            self.sent += 1;
            let text = text
                .replace(r#""@table""#, &json!(self.table).to_string())
                .replace(r#""@tournament""#, &json!(self.tournament).to_string())
                .replace(r#""@hand""#, &self.open.0.to_string())
                .replace(r#""@turn""#, &self.open.1.to_string())
                .replace("@id", &format!("p{}", self.sent));
            self.client.send_text(&text).await;
        }
        let mut answers = 0;
        while answers < texts.len() {
            let message = match self.client.next_or_close().await {
                Ok(message) => message,
                Err(close) => panic!("closed with {close:?} after one of {texts:#?}"),
            };
            if let Some((hand, turn, _)) = players::decision(&message) {
                self.open = (hand, turn);
            }
            match message["type"].as_str().unwrap() {
                "ok" | "pong" | "welcome" => answers += 1,
                "error" => {
                    answers += 1;
                    let code = message["code"].as_str().unwrap();
                    assert!(!FAULTS.contains(&code), "{message} to one of {texts:#?}");
                    *self.codes.entry(code.to_owned()).or_default() += 1;
                }
                _ => {}
            }
        }
    }

    /// Sends the readable messages, and some of the unreadable ones.
    async fn attack(&mut self, readable: &[String], broken: &[String]) {
        for texts in readable.chunks(BATCH) {
            self.take_place().await;
            self.send_all(texts).await;
        }
        for texts in broken.chunks(BROKEN_MAX) {
            self.come_back().await;
            self.take_place().await;
            self.send_all(texts).await;
        }
    }
}

/// Returns the texts to send: those that are messages, and those that are not.
fn texts() -> (Vec<String>, Vec<String>) {
    let targets = targets::<ClientMsg>();
    let texts = targets
        .iter()
        .flat_map(|target| target.attacks().map(|with| target.attacked(with)));
    let texts = texts.filter(|text| text.len() <= poker_protocol::MAX_CLIENT_MESSAGE_BYTES);
    // An empty text is not a valid message, but it is a message.
    let unique: BTreeSet<String> = texts.collect();
    unique.into_iter().partition(|text| {
        let filled = text
            .replace(r#""@table""#, r#""1""#)
            .replace(r#""@hand""#, "1")
            .replace(r#""@turn""#, "1");
        ClientMsg::parse(&filled).is_ok()
    })
}

#[tokio::test(flavor = "multi_thread")]
async fn no_message_costs_a_hand() {
    let server = server().await;
    let mut playing = JoinSet::new();
    let tables = tables(&server, &mut playing).await;
    let tournaments = tournaments(&server).await;
    let (readable, broken) = texts();
    assert!(
        readable.len() > 1000 && broken.len() > 1000,
        "{} {}",
        readable.len(),
        broken.len()
    );
    for round in 0..rounds() {
        // Each message goes to one table from one role, and to the next ones in the next rounds.
        let shares = TABLES * Role::ALL.len();
        let attacks = (0..shares).map(|share| {
            let (server, tables, tournaments) = (&server, &tables, &tournaments);
            let mine = |texts: &[String], one_in: usize| -> Vec<String> {
                let at = |index: usize| {
                    index % one_in == round % one_in && (index / one_in + round / one_in) % shares == share
                };
                let texts = texts.iter().enumerate().filter(|(index, _)| at(*index));
                texts.map(|(_, text)| text.clone()).collect()
            };
            let (readable, broken) = (mine(&readable, READABLE_SHARE), mine(&broken, BROKEN_SHARE));
            async move {
                let (role, table) = (Role::ALL[share % 3], &tables[share / 3].table);
                let tournament = &tournaments[(share / 3 + round) % tournaments.len()];
                let name = format!("Eve {round}-{share}");
                let mut attacker = Attacker::new(server, &name, role, table, tournament).await;
                attacker.attack(&readable, &broken).await;
                attacker.codes
            }
        });
        let mut codes: BTreeMap<String, u64> = BTreeMap::new();
        for answered in futures_util::future::join_all(attacks).await {
            for (code, count) in answered {
                *codes.entry(code).or_default() += count;
            }
        }
        assert!(codes.len() > 10, "{codes:?}");
        assert!(codes.contains_key("tournament.already_registered"), "{codes:?}");
    }
    still_playing(&server, &tables).await;
    still_held(&server, &tournaments).await;
    for table in &tables {
        table.watched.stop.store(true, Ordering::Relaxed);
    }
    while let Some(done) = playing.join_next().await {
        done.unwrap();
    }
}

/// Checks that another hand is completed at every table, and that no table has failed.
async fn still_playing(server: &Server, tables: &[Played]) {
    let mut witness = server.guest("Witness").await;
    for Played { table, watched } in tables {
        let before = watched.hands.load(Ordering::Relaxed);
        let answer = witness.ask(json!({"type": "watch", "table": table})).await;
        assert_eq!(answer["type"], "ok", "{answer}");
        while watched.hands.load(Ordering::Relaxed) == before {
            witness.next().await;
        }
        let answer = witness.ask(json!({"type": "unwatch", "table": table})).await;
        assert_eq!(answer["type"], "ok", "{answer}");
    }
    let metrics = raw::operator(server.data(), "GET", "/metrics").await;
    let metrics = String::from_utf8(metrics.body).unwrap();
    for failures in [
        "poker_table_restarts_total",
        "poker_tournament_restarts_total",
        "poker_hands_voided_total",
    ] {
        let count = metrics.lines().find_map(|line| line.strip_prefix(failures));
        assert!(count.is_none_or(|count| count.trim() == "0"), "{failures} {count:?}");
    }
}

/// Checks that entries are open where they were, and that the two who are away are still blinded off.
async fn still_held(server: &Server, tournaments: &[String; 2]) {
    let mut witness = server.guest("Clerk").await;
    let answer = witness.ask(json!({"type": "list_tournaments"})).await;
    let listed = answer["tournaments"].as_array().unwrap();
    let phases = tournaments.each_ref().map(|tournament| {
        let found = listed.iter().find(|listed| listed["tournament"] == **tournament);
        found.unwrap_or_else(|| panic!("{tournament} of {answer}"))["phase"].clone()
    });
    assert_eq!(phases, [json!("registering"), json!("running")]);
}
