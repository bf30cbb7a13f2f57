//! Events of several games, from level to level.

use std::net::SocketAddr;

use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::{Floor, JSON, Person};
use crate::net::poison::players::{answer, decision};
use crate::net::process::Process;
use crate::net::raw::request;
use crate::net::server::{Client, NEVER};

/// Games in turn, at stakes too low for anyone to lose a stack.
fn definition(games: &[&str]) -> String {
    let levels = vec!["\"30m 50/100 ante 10\""; 2 * games.len() + 1].join(", ");
    let games: Vec<String> = games.iter().map(|game| format!("{game:?}")).collect();
    format!(
        r#"
id = "several"
name = {{ en = "Several", fr = "Plusieurs" }}
games = [{}]
entries = [3, 3]
seats = 3
price = 100
stack = 1000000
ante = "classic"
levels = [{levels}]
late_levels = 0
action = "20s"
"#,
        games.join(", ")
    )
}

/// Has each player play at the table until the server is gone.
fn play_all(address: SocketAddr, players: &[Person], table: &str) -> JoinSet<()> {
    let mut playing = JoinSet::new();
    for player in players {
        let (token, table) = (player.token.clone(), table.to_owned());
        playing.spawn(async move {
            let mut client = Client::connect(address, "/ws").await;
            client.hello(json!({"token": token})).await;
            let watched = client.ask(json!({"type": "watch", "table": table})).await;
            assert_eq!(watched["type"], "ok", "{watched}");
            let mut answered = 0;
            loop {
                let message = client.next().await;
                let asked = decision(&message).or_else(|| {
                    let you = &message["state"]["you"];
                    let asked = json!({"events": [{
                        "kind": "choices", "choices": you["choices"], "hand": message["state"]["hand"]["hand"],
                        "turn": message["state"]["hand"]["turn"]["turn"],
                    }]});
                    you["choices"].is_array().then(|| decision(&asked)).flatten()
                });
                let Some((hand, turn, choices)) = asked else { continue };
                answered += 1;
                // A player whose snapshot offers nothing is not to act.
                let Some(action) = answer(&choices, answered) else {
                    continue;
                };
                let act = json!({
                    "type": "act", "id": format!("{hand}-{turn}"), "table": table, "hand": hand, "turn": turn,
                    "action": action,
                });
                client.send_text(&act.to_string()).await;
            }
        });
    }
    playing
}

/// Watches until a hand has begun at a level; returns the game and the betting structure that the table announced for it.
async fn until_level(client: &mut Client, level: u64) -> (String, String) {
    let mut told = None;
    let end = tokio::time::Instant::now() + 3 * NEVER;
    loop {
        let message = tokio::time::timeout_at(end, client.next()).await;
        let message = message.unwrap_or_else(|_| panic!("no hand begins at level {level}"));
        for event in message["events"].as_array().into_iter().flatten() {
            let event = &event["event"];
            match event["kind"].as_str() {
                Some("level_changed") if event["level"] == level => {
                    let word = |key: &str| event["game"][key].as_str().unwrap().to_owned();
                    told = Some((word("game"), word("limit")));
                }
                Some("hand_started") => {
                    if let Some(told) = told {
                        return told;
                    }
                }
                _ => {}
            }
        }
    }
}

/// Plays a hand at each published level of an event and at one past them; the server is killed now and then.
async fn play_levels(games: &[&str]) {
    let options = ["--messages-per-second=1000", "--message-burst=1000"];
    let server = Process::start(&options);
    let host = Person::new(server.address, "Host").await;
    let headers = format!("{JSON}{}", host.bearer);
    let soon = jiff::Timestamp::now().as_millisecond() + 3_600_000;
    let config = json!({"definition": definition(games), "starts_at": soon, "private": true});
    let path = "/api/v1/tournaments";
    let made = request(server.address, "POST", path, &headers, &config.to_string()).await;
    assert_eq!(made.status, 201, "{made:?}");
    let mut floor = Floor {
        path: format!("{path}/{}", made.json()["tournament"].as_str().unwrap()),
        server,
        requests: 0,
    };
    let mut players = Vec::new();
    for name in ["Ana", "Ben", "Cid"] {
        let player = Person::new(floor.address(), name).await;
        let mut client = player.connect(floor.address()).await;
        let register = json!({"type": "register", "tournament": floor.name(), "rules": 1});
        assert_eq!(client.ask(register).await["type"], "ok");
        players.push(player);
    }
    floor.done(&host, json!({"kind": "start"})).await;
    let table = loop {
        let shown = floor.get("/tables", None).await.json();
        if let Some(table) = shown["tables"][0]["table"].as_str() {
            break table.to_owned();
        }
    };
    let mut playing = play_all(floor.address(), &players, &table);
    let mut looks_on = host.connect(floor.address()).await;
    looks_on.ask(json!({"type": "watch", "table": table})).await;
    let last = 2 * games.len() + 2;
    for level in 2..=last {
        let set = json!({"kind": "set_level", "level": level});
        floor.done(&host, set).await;
        let (game, limit) = until_level(&mut looks_on, level as u64).await;
        let wanted = games[(level - 1) % games.len()];
        let (id, kind) = wanted.split_once(':').unwrap_or((wanted, ""));
        assert_eq!(game, id, "level {level} of {games:?}");
        assert!(kind.is_empty() || limit == kind, "level {level} of {games:?}: {limit}");
        if level == 2 || level == games.len() + 1 {
            playing.shutdown().await;
            floor.server = Process::start_in(floor.server.kill(), &options).unwrap();
            playing = play_all(floor.address(), &players, &table);
            looks_on = host.connect(floor.address()).await;
            let watched = looks_on.ask(json!({"type": "watch", "table": table})).await;
            assert_eq!(watched["type"], "ok", "{watched}");
        }
    }
    let shown: Value = floor.get("", None).await.json();
    assert_eq!(shown["clock"]["level"], json!(last), "{shown}");
    assert_eq!(shown["tables"][0]["halted"], Value::Null, "{shown}");
    playing.shutdown().await;
}

#[tokio::test(flavor = "multi_thread")]
async fn the_same_game_twice_is_played_at_every_level() {
    play_levels(&["no-limit-holdem", "no-limit-holdem"]).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn games_of_all_kinds_are_played_at_every_level() {
    play_levels(&[
        "limit-holdem",
        "razz",
        "omaha:pot",
        "deuce-to-seven-triple-draw",
        "badugi",
    ])
    .await;
}

#[tokio::test(flavor = "multi_thread")]
async fn one_game_in_two_betting_structures_is_played_at_every_level() {
    play_levels(&["eight-card-stud:fixed", "eight-card-stud:spread", "omaha"]).await;
}
