//! An account that has been everywhere is deleted: neither the database nor any answer has its name any more.

use std::net::SocketAddr;
use std::path::Path;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};
use sqlx::sqlite::SqliteConnectOptions;
use sqlx::{AssertSqlSafe, Column as _, ConnectOptions as _, Row as _};

use crate::net::caller::Caller;
use crate::net::home_game::{Guest, play};
use crate::net::process::{Process, poker};
use crate::net::raw::request;
use crate::net::waitlist::{definition, register, unregister};

/// A part of both names that the account had, in lower case.
const NAME: &str = "zebu";

/// Tables that a chain or a seal covers: names are taken out as they are read.
const SEALED: [&str; 4] = ["journal", "hand", "hand_list", "result_log"];

fn has_name(bytes: &[u8]) -> bool {
    let bytes = bytes.to_ascii_lowercase();
    bytes.windows(NAME.len()).any(|part| part == NAME.as_bytes())
}

async fn done(who: &Caller, method: &str, path: &str, body: Value) -> Value {
    let (status, told) = who.ask(method, path, Some(body).filter(|body| !body.is_null())).await;
    assert!((200..300).contains(&status), "{method} {path}: {told}");
    told
}

/// The rows of the database that have the name, each as its table and column.
async fn rows_with_name(data: &Path) -> Vec<String> {
    let open = SqliteConnectOptions::new()
        .filename(data.join("poker.db"))
        .read_only(true);
    let mut conn = open.connect().await.unwrap();
    let names = "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'";
    let names: Vec<String> = sqlx::query_scalar(names).fetch_all(&mut conn).await.unwrap();
    assert!(SEALED.iter().all(|sealed| names.iter().any(|name| name == sealed)));
    let mut found = Vec::new();
    for name in names.iter().filter(|name| !SEALED.contains(&name.as_str())) {
        let rows = sqlx::query(AssertSqlSafe(format!("SELECT * FROM {name}")));
        for row in rows.fetch_all(&mut conn).await.unwrap() {
            for column in row.columns() {
                let value: Option<Vec<u8>> = row.try_get_unchecked(column.ordinal()).unwrap_or_default();
                if value.is_some_and(|value| has_name(&value)) {
                    found.push(format!("{name}.{}", column.name()));
                }
            }
        }
    }
    found
}

/// A club, its members and a season with a result of this player.
async fn club(owner: &Caller, member: &Caller, player: &str) -> (String, String) {
    let club = done(owner, "POST", "/api/v1/clubs", json!({"name": "Thursday"})).await;
    let path = format!("/api/v1/clubs/{}", club["club"]);
    let invitation = format!("/api/v1/club-invitations/{}", club["invitation"].as_str().unwrap());
    done(member, "POST", &invitation, Value::Null).await;
    let rules = json!({"name": "Summer", "formula": "entrants - place + 1"});
    let season = done(owner, "POST", &format!("{path}/seasons"), rules).await;
    let season = format!("{path}/seasons/{}", season["season"]);
    let night = json!({"name": "One", "at": 1_782_900_000_000_u64, "results": [{"name": player, "place": 1}]});
    done(owner, "POST", &format!("{season}/events"), night).await;
    for who in [owner, member] {
        done(who, "POST", &format!("{path}/chat"), json!({"text": "hello"})).await;
    }
    (path, season)
}

/// A home game of two in which both have played a hand; the second has left with a corrected ledger.
async fn home_game(host: &mut Guest, guest: &mut Guest) -> String {
    let config = json!({
        "name": "Friday", "game": "no-limit-holdem", "seats": 6, "private": true, "buy_in_min": 200, "buy_in_max": 400,
        "action_ms": 5000, "time_bank_ms": 0, "session": {"own_chips": true},
    });
    let answer = host.client.ask(json!({"type": "create_table", "config": config})).await;
    let table = answer["table"]["table"].as_str().unwrap().to_owned();
    host.sit(&table, 300).await;
    guest.sit(&table, 300).await;
    guest.at(&table, json!({"type": "chat", "text": "good evening"})).await;
    play(&mut [&mut *host, &mut *guest], &table, 1).await;
    let (player, paid_by) = (&host.id, &guest.id);
    let correct = json!({"kind": "correct", "player": player, "paid_by": paid_by, "amount": 50, "reason": "it was so"});
    host.at(&table, json!({"type": "host", "action": correct})).await;
    host.at(&table, json!({"type": "host", "action": {"kind": "pause"}}))
        .await;
    guest.at(&table, json!({"type": "leave"})).await;
    table
}

async fn announced(host: &Caller) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis();
    let starts_at = u64::try_from(now).unwrap() + 3_600_000;
    let config = json!({"structure": "", "definition": definition(1), "starts_at": starts_at});
    let made = done(host, "POST", "/api/v1/tournaments", config).await;
    made["tournament"].as_str().unwrap().to_owned()
}

async fn text(address: SocketAddr, who: &Caller, path: &str) -> String {
    let bearer = format!("authorization: Bearer {}\r\n", who.token);
    let answer = request(address, "GET", path, &bearer, "").await;
    assert_eq!(answer.status, 200, "{path}");
    String::from_utf8_lossy(&answer.body).into_owned()
}

/// Waits until the account has no seat.
async fn stood_up(data: &Path, name: &str) {
    loop {
        let shown = poker(data, &["accounts", "show", name, "--json"]).json();
        if shown["places"] == json!([]) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
}

#[tokio::test(flavor = "multi_thread")]
#[expect(clippy::too_many_lines, reason = "one life")]
async fn an_account_that_has_been_everywhere_leaves_no_name() {
    let server = Process::start(&["--passwords-per-minute=1000"]);
    let (address, data) = (server.address, server.data());
    let ann = Caller::account_at(address, "Ann").await;
    let gone = Caller::account_at(address, "Zebulon").await;
    let act = |arguments: &[&str]| {
        let told = poker(&data, &[arguments, &["--reason", "asked for it"]].concat());
        assert_eq!(told.code, 0, "{told:?}");
    };
    act(&["accounts", "rename", "Zebulon", "Zebus"]);
    act(&["chat", "mute", "Zebus"]);
    act(&["chat", "unmute", "Zebus"]);
    let mut paths: Vec<String> = [
        "friends",
        "hands",
        "evenings",
        "notes",
        "templates",
        "leaderboard",
        "clubs",
    ]
    .map(|list| format!("/api/v1/{list}"))
    .into();

    // Clubs: one that it leaves with a result, one where it stays, one of its own.
    let (left, season) = club(&ann, &gone, "Zebus").await;
    let people = ann.get(&left).await["people"].clone();
    let own = people
        .as_array()
        .unwrap()
        .iter()
        .find(|person| person["name"] == "Zebus");
    let own = format!("{left}/people/{}", own.unwrap()["person"]);
    assert_eq!(gone.ask("DELETE", &own, None).await.0, 204);
    let (stays, _) = club(&ann, &gone, "Zebus").await;
    let (owns, _) = club(&gone, &ann, "Zebus").await;
    for club in [left, stays, owns] {
        let parts = ["", "/chat", "/file", "/people/file"];
        paths.extend(parts.map(|part| format!("{club}{part}")));
    }
    paths.extend([season.clone(), format!("{season}/file")]);

    // A friend, templates and an event that recurs.
    done(&gone, "PUT", &format!("/api/v1/friends/{}", ann.id), Value::Null).await;
    done(
        &ann,
        "POST",
        &format!("/api/v1/friends/{}/accept", gone.id),
        Value::Null,
    )
    .await;
    let night =
        json!({"name": "Zebus", "content": {"kind": "event", "config": {"structure": "home", "name": "Zebus"}}});
    done(&gone, "POST", "/api/v1/templates", night).await;

    // Home games: one is over, one is in play; it hosted the first and has left the second.
    let session = |who: &Caller| json!({"access_token": who.token, "you": {"id": who.id}});
    let mut plays = Guest::of(address, &session(&ann)).await;
    let mut zeb = Guest::of(address, &session(&gone)).await;
    let over = home_game(&mut zeb, &mut plays).await;
    zeb.at(&over, json!({"type": "host", "action": {"kind": "close"}}))
        .await;
    let in_play = home_game(&mut plays, &mut zeb).await;
    stood_up(&data, "Zebus").await;
    for table in [&over, &in_play] {
        let number = table.split('-').next().unwrap();
        paths.push(format!("/api/v1/hands/{number}/1"));
    }
    let evening = format!("/api/v1/evenings/{}", over.split('-').next().unwrap());
    while ann.ask("GET", &evening, None).await.0 != 200 {
        // The table is closed before its evening is stored.
        tokio::time::sleep(Duration::from_millis(20)).await;
    }
    paths.push(evening);
    paths.push(format!("/api/v1/tables/{in_play}/state"));

    // A tournament, entered and left.
    let tournament = announced(&ann).await;
    for wish in [register(&tournament, false), unregister(&tournament)] {
        let answer = zeb.client.ask(wish).await;
        assert_eq!(answer["type"], "ok", "{answer}");
    }
    let parts = ["", "/entrants", "/log", "/floor"];
    paths.extend(parts.map(|part| format!("/api/v1/tournaments/{tournament}{part}")));

    let mut told = Vec::new();
    for path in &paths {
        if has_name(text(address, &ann, path).await.as_bytes()) {
            told.push(path);
        }
    }
    assert!(told.len() > 12, "the name is everywhere: {told:?}");
    assert!(rows_with_name(&data).await.len() > 6);

    act(&["accounts", "delete", "Zebus"]);
    let mut still = Vec::new();
    for path in &paths {
        let text = text(address, &ann, path).await;
        if has_name(text.as_bytes()) {
            still.push(format!("{path}: {text}"));
        }
    }
    for asked in [&["accounts", "find", ""][..], &["trail"], &["chat", "show"]] {
        let told = poker(&data, asked);
        if has_name(told.out.as_bytes()) {
            still.push(told.out);
        }
    }
    assert_eq!(still, Vec::<String>::new());
    assert_eq!(rows_with_name(&data).await, Vec::<String>::new());
    let audit = poker(&data, &["audit"]);
    assert_eq!(audit.code, 0, "{audit:?}");

    // The sums stay, and the next start changes nothing of that.
    let state = format!("/api/v1/tables/{in_play}/state");
    let before = ann.get(&state).await["state"]["ledger"].clone();
    assert_eq!(before["players"].as_array().unwrap().len(), 2, "{before}");
    let server = Process::start_in(server.kill(), &[]).unwrap();
    let ann = ann.moved(server.address);
    assert_eq!(ann.get(&state).await["state"]["ledger"], before);
}
