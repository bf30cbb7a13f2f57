//! Hands of real tables in the formats that support them: `poker replay` plays each to the result its players saw.

use std::collections::BTreeMap;
use std::fs;
use std::net::SocketAddr;
use std::process::Command;
use std::time::Duration;

use futures_util::future::join_all;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::net::deals::Player;
use crate::net::process::{Process, program};
use crate::net::raw::{Answer, request};
use crate::net::server::Client;

/// The formats that are read back, with the endings of their files.
const FORMATS: [(&str, &str); 3] = [("phh", "phh"), ("ohh", "ohh"), ("text", "txt")];

/// The final stacks of a table's hands, by hand, in seat order.
pub(crate) type Ends = BTreeMap<u64, Vec<u64>>;

/// Records how a hand ended, if the event is its end.
pub(crate) fn note(ends: &mut Ends, event: &Value) {
    let event = event.get("event").unwrap_or(event);
    if event["kind"] == "hand_completed" {
        let stacks = event["stacks"].as_array().unwrap().iter();
        let by_seat: BTreeMap<u64, u64> = stacks
            .map(|stack| (stack["seat"].as_u64().unwrap(), stack["amount"].as_u64().unwrap()))
            .collect();
        ends.insert(event["hand"].as_u64().unwrap(), by_seat.into_values().collect());
    }
}

/// Exports hands of a table in every format as each of these tokens sees them, and replays the files: they end as the players saw.
pub(crate) async fn end_alike(server: SocketAddr, table: &str, tokens: &[&str], ends: &Ends) {
    let folder = TempDir::new().unwrap();
    let (mut files, mut expected) = (Vec::new(), Vec::new());
    for (hand, stacks) in ends {
        let before = files.len();
        for (reader, token) in tokens.iter().enumerate() {
            for (format, ending) in FORMATS {
                let path = format!("/api/v1/hands/{table}/{hand}?format={format}");
                let bearer = format!("authorization: Bearer {token}\r\n");
                let answer = request(server, "GET", &path, &bearer, "").await;
                // A player who is out has no hand any more.
                if answer.status == 404 {
                    continue;
                }
                assert_eq!(answer.status, 200, "{path}: {answer:?}");
                let file = folder.path().join(format!("{hand}-{reader}.{ending}"));
                fs::write(&file, &answer.body).unwrap();
                files.push(file);
                expected.push((stacks, String::from_utf8(answer.body).unwrap()));
            }
        }
        assert!(files.len() > before, "hand {hand} is not a player's");
    }
    let replayed = Command::new(program())
        .args(["replay", "--json"])
        .args(&files)
        .output()
        .unwrap();
    let lines = String::from_utf8(replayed.stdout).unwrap();
    let lines: Vec<Value> = lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    assert_eq!(
        lines.len(),
        files.len(),
        "{}",
        String::from_utf8_lossy(&replayed.stderr)
    );
    for (line, (stacks, text)) in lines.iter().zip(expected) {
        assert_eq!(
            (&line["error"], &line["complete"]),
            (&Value::Null, &json!(true)),
            "{line}\n{text}"
        );
        // A file begins with the player to the left of the button.
        let told: Vec<u64> = serde_json::from_value(line["finishing_stacks"].clone()).unwrap();
        let turned = (0..stacks.len()).map(|by| [&stacks[by..], &stacks[..by]].concat());
        assert!(
            turned.into_iter().any(|stacks| stacks == told),
            "{line} {stacks:?}\n{text}"
        );
    }
    assert_eq!(replayed.status.code(), Some(0));
}

/// A table of four, each with a bounty on the head.
const SHORT: &str = r#"
id = "short"
name = { en = "Short", fr = "Court" }
games = ["no-limit-holdem"]
start = "full"
entries = [4, 4]
seats = 4
price = 100
bounty = { price = 20, kind = "flat" }
stack = 300
levels = ["30m 10/20"]
hand_for_hand = []
action = "60s"
bank = "0s"
"#;

/// The style of a player's answers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Style {
    /// Checks or calls.
    Modest,
    /// Goes all-in.
    Bold,
}

/// Returns the decisions in a message of a table, with their choices. A snapshot has the open one.
fn asked(message: &Value) -> Vec<Value> {
    if message["type"] == "snapshot" {
        let (hand, own) = (&message["state"]["hand"], &message["state"]["you"]);
        return vec![json!({"hand": hand["hand"], "turn": hand["turn"]["turn"], "choices": own["choices"]})];
    }
    message["events"].as_array().cloned().unwrap_or_default()
}

/// Returns the answer to a decision, if it is one.
fn answer(table: &str, asked: &Value, style: Style) -> Option<Value> {
    let choices = asked["choices"].as_array()?;
    let of_kind = |kind: &str| choices.iter().find(|choice| choice["kind"] == kind);
    let raise = ["raise", "bet"].into_iter().find_map(of_kind);
    let action = if let Some(raise) = raise.filter(|_| style == Style::Bold) {
        json!({"kind": raise["kind"], "to": raise["max"]})
    } else {
        let kinds = ["check", "call", "fold"];
        let kind = kinds.into_iter().find(|kind| of_kind(kind).is_some())?;
        json!({"kind": kind})
    };
    Some(json!({
        "type": "act", "id": format!("{}-{}", asked["hand"], asked["turn"]), "table": table,
        "hand": asked["hand"], "turn": asked["turn"], "action": action,
    }))
}

/// Plays at a table until `is_last` accepts an event. Records how hands end.
pub(crate) async fn play(
    client: &mut Client,
    table: &str,
    style: Style,
    ends: &mut Ends,
    is_last: impl Fn(&Ends, &Value) -> bool,
) {
    // A decision that is open already comes with the snapshot.
    let watch = json!({"type": "watch", "id": "once more", "table": table});
    client.send_text(&watch.to_string()).await;
    loop {
        let message = client.next().await;
        let mut is_over = false;
        for event in message["events"].as_array().into_iter().flatten() {
            note(ends, event);
            is_over |= is_last(ends, event);
        }
        for asked in asked(&message) {
            if let Some(act) = answer(table, &asked, style) {
                client.send_text(&act.to_string()).await;
            }
        }
        if is_over {
            return;
        }
    }
}

/// Has all players play in this style until each has seen an event that `is_last` accepts.
async fn all_play(players: &mut [Player], style: Style, ends: &mut [Ends], is_last: impl Fn(&Ends, &Value) -> bool) {
    let is_last = &is_last;
    let play = players.iter_mut().zip(ends).map(|(player, ends)| async move {
        let table = player.seat_at().to_owned();
        play(&mut player.client, &table, style, ends, is_last).await;
    });
    join_all(play).await;
}

/// Returns the file of results. While an event is being closed there is none for a moment.
async fn results(server: SocketAddr, file: &str, bearer: &str) -> Answer {
    loop {
        let answer = request(server, "GET", file, bearer, "").await;
        if answer.status != 404 {
            assert_eq!(answer.status, 200, "{answer:?}");
            return answer;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn hands_of_an_event_with_absent_and_penalised_players_end_alike() {
    let server = Process::start(&["--tournament-shown-s=1"]);
    let bearer = |token: &Value| format!("authorization: Bearer {}\r\n", token.as_str().unwrap());
    let host = Player::new(&server, "Host").await;
    let headers = format!("{}content-type: application/json\r\n", bearer(&host.token));
    // The host of a private event is its director.
    let config = json!({"definition": SHORT, "private": true}).to_string();
    let made = request(server.address, "POST", "/api/v1/tournaments", &headers, &config).await;
    let name = made.json()["tournament"].as_str().unwrap().to_owned();
    let mut players = Vec::new();
    for nickname in ["Ana", "Ben", "Cid", "Dee"] {
        let mut player = Player::new(&server, nickname).await;
        player.enter(&name).await;
        players.push(player);
    }
    join_all(players.iter_mut().map(Player::go_to_table)).await;
    let table = players[0].seat_at().to_owned();
    // Dee is away, and Cid sits out for two hands.
    let absent = |absent: bool| json!({"type": "tournament_presence", "tournament": name, "absent": absent});
    assert_eq!(players[3].code(absent(true)).await, "ok");
    let penalty = json!({"id": "p", "reason": "a phone", "action":
        {"kind": "penalise", "player": 3, "fault": "phone", "rung": "hands", "count": 2}});
    let path = format!("/api/v1/tournaments/{name}");
    let done = request(
        server.address,
        "POST",
        &format!("{path}/floor"),
        &headers,
        &penalty.to_string(),
    )
    .await;
    assert_eq!(done.status, 200, "{done:?}");
    let mut ends = vec![Ends::new(); 4];
    all_play(&mut players, Style::Modest, &mut ends, |ends, _| ends.len() >= 5).await;
    assert_eq!(players[3].code(absent(false)).await, "ok");
    let is_completed = |_: &Ends, event: &Value| event["event"] == "tournament_completed";
    all_play(&mut players, Style::Bold, &mut ends, is_completed).await;

    let tokens: Vec<&str> = players.iter().map(|player| player.token.as_str().unwrap()).collect();
    let ends = ends.into_iter().max_by_key(Ends::len).unwrap();
    end_alike(server.address, &table, &tokens, &ends).await;
    let dead = async |hand: u64| {
        let path = format!("/api/v1/hands/{table}/{hand}?format=phh");
        let phh = request(server.address, "GET", &path, &bearer(&players[0].token), "").await;
        phh.text().lines().any(|line| line.starts_with("_dead"))
    };
    assert!(dead(3).await, "nobody was left out");

    // A player's own copy of the results has the bounties the player won.
    let file = format!("{path}/results/file");
    let log = request(server.address, "GET", &format!("{path}/log"), "", "").await;
    let mut won: BTreeMap<u64, u64> = BTreeMap::new();
    for line in log.text().lines() {
        let event: Value = serde_json::from_str(line).unwrap();
        if event["event"] == "bounty_awarded" {
            *won.entry(event["player"].as_u64().unwrap()).or_default() += event["cash"].as_u64().unwrap();
        }
    }
    assert_eq!(won.values().sum::<u64>(), 80, "{won:?}");
    for closed in [false, true] {
        while closed
            && request(server.address, "GET", &format!("{path}/tables"), "", "")
                .await
                .json()
                != json!({"tables": []})
        {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        let public = results(server.address, &file, "").await;
        assert!(
            public
                .text()
                .contains("\nBuy-In: 100/20/0\n4 players\nTotal Prize Pool: 400\n"),
            "{public:?}"
        );
        assert!(!public.text().contains("bounties"), "{public:?}");
        for (number, player) in (1..).zip(&players) {
            let own = results(server.address, &file, &bearer(&player.token)).await;
            let told = own.text().lines().find(|line| line.contains("bounties"));
            let right = won.get(&number).map(|won| format!("You received {won} in bounties."));
            assert_eq!(told, right.as_deref(), "{closed} {number}: {own:?}");
        }
    }
}
