//! The HTTP interface against its own description.

mod clubs;
mod described;
mod policy;
mod tournaments;

use serde_json::{Value, json};
use tokio::net::TcpStream;

use crate::net::raw::Frames;
use crate::net::server::{Client, start};
use clubs::ask_of_clubs;
use described::Described;
use tournaments::ask_of_tournaments;

const JSON: &str = "content-type: application/json\r\n";

fn bearer(token: &Value) -> String {
    format!("authorization: Bearer {}\r\n", token.as_str().unwrap())
}

/// Uses every operation on accounts; returns the session of the remaining guest.
async fn use_accounts(api: &mut Described) -> Value {
    let ada = api.guest("Ada").await;
    let token = bearer(&ada["access_token"]);
    let again = json!({"nickname": "Ada"});
    assert_eq!(api.ask("post", "/api/v1/guest", "", Some(&again)).await.status, 409);
    let eve = json!({"name": "Eve", "password": "correct horse battery"});
    assert_eq!(api.ask("post", "/api/v1/register", "", Some(&eve)).await.status, 201);
    let weak = json!({"name": "Mallory", "password": "1"});
    assert_eq!(api.ask("post", "/api/v1/register", "", Some(&weak)).await.status, 400);
    let wrong = json!({"name": "Eve", "password": "not that one"});
    assert_eq!(api.ask("post", "/api/v1/login", "", Some(&wrong)).await.status, 401);
    let session = api.ask("post", "/api/v1/login", "", Some(&eve)).await.json();
    let refresh = json!({"refresh_token": session["refresh_token"]});
    let session = api.ask("post", "/api/v1/refresh", "", Some(&refresh)).await.json();
    assert_eq!(api.ask("post", "/api/v1/refresh", "", None).await.status, 401);
    let leaving = bearer(&session["access_token"]);
    assert_eq!(api.ask("post", "/api/v1/logout", &leaving, None).await.status, 204);
    assert_eq!(api.ask("get", "/api/v1/me", &leaving, None).await.status, 401);
    assert_eq!(api.ask("get", "/api/v1/me", &token, None).await.status, 200);
    let some = json!({"id": "1", "amount": 10});
    assert_eq!(api.ask("post", "/api/v1/top-up", &token, Some(&some)).await.status, 200);
    let much = json!({"amount": 9_000_000});
    assert_eq!(api.ask("post", "/api/v1/top-up", &token, Some(&much)).await.status, 429);
    let named = json!({"name": "Hal", "label": "laptop"});
    let bot = api.ask("post", "/api/v1/bot-tokens", &token, Some(&named)).await.json();
    assert_eq!(api.ask("get", "/api/v1/bot-tokens", &token, None).await.status, 200);
    let ended = format!("/api/v1/bot-tokens/{}", bot["id"].as_str().unwrap());
    assert_eq!(api.ask("delete", &ended, &token, None).await.status, 204);
    ada
}

/// Reads the games and their rules, and checks a game of the caller's own.
async fn ask_of_games(api: &mut Described, token: &str) {
    let games = api.ask("get", "/api/v1/games", "", None).await.json();
    let ids = games["games"]
        .as_array()
        .unwrap()
        .iter()
        .chain(games["mixes"].as_array().unwrap());
    let ids: Vec<&str> = ids.map(|game| game["id"].as_str().unwrap()).collect();
    assert!(ids.contains(&"horse") && ids.contains(&"dealers-choice"));
    for id in ids {
        let path = format!("/api/v1/games/{id}/rules?lang=fr");
        let rules = api.ask("get", &path, "", None).await;
        assert_eq!(rules.status, 200, "{id}");
        let rules = rules.json();
        let of = rules["mix"]["id"].as_str().or(rules["game"]["id"].as_str());
        assert_eq!((of, &rules["lang"]), (Some(id), &json!("fr")));
        assert!(!rules["sections"].as_array().unwrap().is_empty(), "{id}");
    }
    assert_eq!(api.ask("get", "/api/v1/games/snap/rules", "", None).await.status, 404);
    let check = json!({"definition": "id = 1"});
    assert_eq!(
        api.ask("post", "/api/v1/games/check", token, Some(&check)).await.status,
        200
    );
    assert_eq!(
        api.ask("post", "/api/v1/games/check", "", Some(&check)).await.status,
        401
    );
    let odds = json!({"game": "no-limit-holdem", "hands": [{"down": ["As", "Ah"]}, {"down": ["Kd", "Kc"]}]});
    let odds = api.ask("post", "/api/v1/odds", "", Some(&odds)).await;
    assert_eq!(odds.status, 200);
    assert!(odds.json()["shares"][0].as_u64().unwrap() > 750);
    for (game, down, status) in [("snap", "Ah", 404), ("no-limit-holdem", "As", 400)] {
        let wrong = json!({"game": game, "hands": [{"down": ["As", "Ah"]}, {"down": [down, "Kc"]}]});
        assert_eq!(api.ask("post", "/api/v1/odds", "", Some(&wrong)).await.status, status);
    }
    let wrong = api.ask("post", "/api/v1/games/deal", token, Some(&check)).await;
    assert_eq!(wrong.status, 200);
    for _ in 0..5 {
        api.ask("post", "/api/v1/games/deal", token, Some(&check)).await;
    }
    assert_eq!(
        api.ask("post", "/api/v1/games/deal", token, Some(&check)).await.status,
        429
    );
}

#[tokio::test]
async fn every_answer_is_as_it_is_described() {
    let server = start(|config| config.tables_per_minute = 100).await;
    let mut api = Described::of(&server).await;

    let ada = use_accounts(&mut api).await;
    let token = bearer(&ada["access_token"]);
    ask_of_games(&mut api, &token).await;
    let config = json!({"name": "Open", "game": "no-limit-holdem", "seats": 2});
    let table = api.ask("post", "/api/v1/tables", &token, Some(&config)).await.json();
    let id = table["table"].as_str().unwrap().to_owned();
    let practice = json!({"game": "no-limit-holdem", "bots": 1});
    let practice = api.ask("post", "/api/v1/practice", &token, Some(&practice)).await;
    assert_eq!(practice.status, 201);
    while api.ask("get", "/api/v1/practice/hands", "", None).await.status != 200 {}
    assert_eq!(api.ask("get", "/api/v1/tables", "", None).await.status, 200);
    let path = format!("/api/v1/tables/{id}");
    assert_eq!(api.ask("get", &path, "", None).await.json()["info"], table);
    assert_eq!(api.ask("get", &format!("{path}/rules"), "", None).await.status, 200);
    for card in ["card?lang=fr", "card.png"] {
        assert_eq!(api.ask("get", &format!("{path}/{card}"), "", None).await.status, 200);
    }
    let state = api.ask("get", &format!("{path}/state"), "", None).await;
    assert_eq!(state.json()["state"]["info"], table);
    for nowhere in [
        "/api/v1/tables/0",
        "/api/v1/tables/x",
        "/api/v1/tables/x/rules",
        "/api/v1/tables/x/state",
    ] {
        assert_eq!(api.ask("get", nowhere, "", None).await.status, 404);
    }

    ask_of_tournaments(&mut api, &token).await;
    let mut first = Client::connect(server.address, "/ws").await;
    first.hello(json!({"token": ada["access_token"]})).await;
    first.sit(&id).await;
    let mut second = server.guest("Bea").await;
    second.sit(&id).await;
    tokio::join!(first.play(&id, 1, |_| {}), second.play(&id, 1, |_| {}));
    let hands = loop {
        let hands = api.ask("get", "/api/v1/hands?limit=1", &token, None).await.json();
        if hands["hands"][0].is_object() {
            break hands;
        }
    };
    let hand = format!("/api/v1/hands/{id}/{}", hands["hands"][0]["hand"]);
    for (format, kind) in [
        ("", "application/json"),
        ("?format=phh", "application/toml"),
        ("?format=json", "application/json"),
        ("?format=ohh", "application/json"),
        ("?format=text", "text/plain; charset=utf-8"),
    ] {
        let file = api.ask("get", &format!("{hand}{format}"), &token, None).await;
        assert_eq!(
            (file.status, file.header("content-type")),
            (200, Some(kind)),
            "{format}"
        );
    }
    assert_eq!(
        api.ask("get", &format!("{hand}?format=pdf"), &token, None).await.status,
        400
    );
    for nowhere in ["/api/v1/hands/1/99", "/api/v1/hands/x/1", "/api/v1/hands/1/x"] {
        assert_eq!(api.ask("get", nowhere, &token, None).await.status, 404);
    }
    for (format, kind) in [
        ("", "application/x-ndjson"),
        ("?format=phh", "application/toml"),
        ("?format=json", "application/x-ndjson"),
        ("?format=ohh", "text/plain; charset=utf-8"),
        ("?format=text", "text/plain; charset=utf-8"),
    ] {
        let file = api
            .ask("get", &format!("/api/v1/hands/file{format}"), &token, None)
            .await;
        let answered = (file.status, file.header("content-type"), file.header("x-hands"));
        assert_eq!(answered, (200, Some(kind), Some("1")), "{format}");
    }
    ask_of_shares(&mut api, &hand, &token).await;
    ask_of_results(&mut api, &token).await;
    ask_of_friends(&mut api, &token).await;
    ask_of_clubs(&mut api, &token).await;
    ask_of_evenings(&mut api, &token, &mut first).await;
    ask_of_push(&mut api, &token).await;

    for path in ["/version", "/healthz", "/readyz"] {
        assert_eq!(api.ask("get", path, "", None).await.status, 200, "{path}");
    }
    assert_eq!(api.ask("get", "/ws", "", None).await.status, 426);
    let _: Frames<TcpStream> = Frames::connect(server.address, "/ws").await;
    api.done.insert(("get".to_owned(), "/ws".to_owned()));

    let paths = api.document["paths"].as_object().unwrap();
    let all = paths.iter().flat_map(|(path, methods)| {
        let methods = methods.as_object().unwrap().keys();
        methods.map(move |method| (method.clone(), path.clone()))
    });
    let missed: Vec<_> = all.filter(|operation| !api.done.contains(operation)).collect();
    assert!(missed.is_empty(), "{missed:?}");
}

/// Reads results, notes and the leaderboard, for a player who has played a hand.
async fn ask_of_results(api: &mut Described, token: &str) {
    let eve = json!({"name": "Eve", "password": "correct horse battery"});
    let eve = api.ask("post", "/api/v1/login", "", Some(&eve)).await.json();
    let named = bearer(&eve["access_token"]);
    for path in [
        "/api/v1/me/results",
        "/api/v1/me/sessions",
        "/api/v1/me/tournaments",
        "/api/v1/notes",
    ] {
        for (token, status) in [(token, 200), (&named, 200), ("", 401)] {
            assert_eq!(api.ask("get", path, token, None).await.status, status, "{path}");
        }
    }
    let results = api.ask("get", "/api/v1/me/results?by=time", token, None).await.json();
    assert_eq!(results["points"].as_array().unwrap().len(), 1, "{results}");
    assert_eq!(
        api.ask("get", "/api/v1/me/results?by=week", token, None).await.status,
        400
    );
    let note = format!("/api/v1/notes/{}", eve["you"]["id"].as_str().unwrap());
    let kept = json!({"text": "waits", "colour": "sand"});
    assert_eq!(api.ask("get", &note, token, None).await.status, 404);
    assert_eq!(api.ask("put", &note, token, Some(&kept)).await.status, 200);
    assert_eq!(api.ask("put", &note, &named, Some(&kept)).await.status, 400);
    assert_eq!(api.ask("get", &note, token, None).await.status, 200);
    assert_eq!(api.ask("get", "/api/v1/notes", token, None).await.status, 200);
    assert_eq!(api.ask("delete", &note, token, None).await.status, 204);
    let own = "/api/v1/me/limits";
    assert_eq!(api.ask("get", own, token, None).await.status, 200);
    let wanted = json!({"daily_minutes": 60, "daily_loss": 1_000_000});
    assert_eq!(api.ask("put", own, token, Some(&wanted)).await.status, 200);
    assert_eq!(
        api.ask("put", own, token, Some(&json!({"break_hours": 721})))
            .await
            .status,
        400
    );
    let shown = json!({"shown": true});
    let choice = "/api/v1/me/leaderboard";
    assert_eq!(api.ask("put", choice, token, Some(&shown)).await.status, 403);
    assert_eq!(api.ask("put", choice, &named, Some(&shown)).await.status, 200);
    for (query, status) in [
        ("", 200),
        ("?game=omaha", 200),
        ("?week=2026-W01", 200),
        ("?week=now", 400),
        ("?game=snap", 404),
    ] {
        let path = format!("/api/v1/leaderboard{query}");
        assert_eq!(api.ask("get", &path, &named, None).await.status, status, "{query}");
        assert_eq!(api.ask("get", &path, "", None).await.status, status, "{query}");
    }
}

/// Ada sends Eve a friend request; Eve accepts, and ends the friendship.
async fn ask_of_friends(api: &mut Described, token: &str) {
    let eve = json!({"name": "Eve", "password": "correct horse battery"});
    let eve = api.ask("post", "/api/v1/login", "", Some(&eve)).await.json();
    let named = bearer(&eve["access_token"]);
    let me = api.ask("get", "/api/v1/me", token, None).await.json();
    let path = |of: &Value| format!("/api/v1/friends/{}", of["you"]["id"].as_str().unwrap());
    let (to_eve, to_ada) = (path(&eve), path(&me));
    let accept = format!("{to_ada}/accept");
    for (method, path, token, status) in [
        ("post", &*accept, &*named, 404),
        ("put", &to_eve, "", 401),
        ("put", &to_eve, &named, 400),
        ("put", "/api/v1/friends/x", token, 404),
        ("put", &to_eve, token, 200),
        ("get", "/api/v1/friends", &named, 200),
        ("post", &accept, "", 401),
        ("post", &accept, &named, 200),
        ("get", "/api/v1/friends", token, 200),
        ("get", "/api/v1/friends", "", 401),
        ("delete", &to_eve, "", 401),
        ("delete", &to_eve, token, 204),
    ] {
        assert_eq!(
            api.ask(method, path, token, None).await.status,
            status,
            "{method} {path}"
        );
    }
    let choice = "/api/v1/me/presence";
    let shown = json!({"shown": false});
    assert_eq!(api.ask("put", choice, token, Some(&shown)).await.status, 200);
    assert_eq!(
        api.ask("put", choice, token, Some(&json!({"shown": 1}))).await.status,
        400
    );
    assert_eq!(api.ask("put", choice, "", Some(&shown)).await.status, 401);
}

/// Closes a table with chips of its own, and asks for its evening.
async fn ask_of_evenings(api: &mut Described, token: &str, host: &mut Client) {
    let config =
        json!({"name": "Home", "game": "no-limit-holdem", "seats": 2, "private": true, "session": {"own_chips": true}});
    let table = api.ask("post", "/api/v1/tables", token, Some(&config)).await.json();
    let id = table["table"].as_str().unwrap();
    host.sit(id).await;
    let close = json!({"type": "host", "id": "close", "table": id, "action": {"kind": "close"}});
    assert_eq!(host.ask_as(close).await["type"], "ok");
    let evenings = "/api/v1/evenings";
    let listed = loop {
        let listed = api.ask("get", evenings, token, None).await.json();
        if listed["evenings"][0].is_object() {
            break listed;
        }
    };
    let own = format!("{evenings}/{}", listed["evenings"][0]["table"].as_str().unwrap());
    let (none, again) = (format!("{evenings}/1"), format!("{own}/again"));
    for (method, path, token, status) in [
        ("get", evenings, "", 401),
        ("get", "/api/v1/evenings?before=x", token, 400),
        ("get", &none, "", 401),
        ("get", &none, token, 404),
        ("get", &own, token, 200),
        ("post", &again, "", 401),
        ("post", &again, token, 200),
        ("post", &again, token, 200),
    ] {
        assert_eq!(
            api.ask(method, path, token, None).await.status,
            status,
            "{method} {path}"
        );
    }
}

/// Makes and ends a subscription to Web Push.
async fn ask_of_push(api: &mut Described, token: &str) {
    let path = "/api/v1/push";
    let known = api.ask("get", path, "", None).await;
    assert_eq!(known.status, 200);
    let endpoint = "https://updates.push.services.mozilla.com/wpush/v2/g";
    let keys = json!({"p256dh": known.json()["key"], "auth": "BTBZMqHH6r4Tts7J_aSIgg"});
    let good = json!({"endpoint": endpoint, "keys": keys});
    let address = json!({"endpoint": endpoint});
    let elsewhere = json!({"endpoint": "https://example.org", "keys": keys});
    for (method, token, body, status) in [
        ("put", "", &good, 401),
        ("put", token, &elsewhere, 400),
        ("put", token, &address, 400),
        ("put", token, &good, 204),
        ("delete", "", &address, 401),
        ("delete", token, &good, 400),
        ("delete", token, &address, 204),
    ] {
        assert_eq!(
            api.ask(method, path, token, Some(body)).await.status,
            status,
            "{method} {body}"
        );
    }
}

/// Links to a hand of Ada and Bea: the same request gives the same link, which is gone once it is withdrawn.
async fn ask_of_shares(api: &mut Described, hand: &str, token: &str) {
    let share = format!("{hand}/share");
    let plain = json!({"own_cards": false, "hide_names": true});
    let ticked = json!({"own_cards": true, "hide_names": false});
    let link = api.ask("post", &share, token, Some(&plain)).await.json();
    assert_eq!(api.ask("post", &share, token, Some(&plain)).await.json(), link);
    let other = api.ask("post", &share, token, Some(&ticked)).await.json();
    assert_ne!(other["token"], link["token"]);
    let path = |link: &Value| format!("/api/v1/shared/{}", link["token"].as_str().unwrap());
    let seen = api.ask("get", &path(&link), "", None).await;
    assert_eq!(seen.status, 200);
    let record = seen.json();
    assert!(record["own"].is_null() && record["parts"].is_null(), "{record}");
    let card = api.ask("get", &format!("{}/card", path(&link)), "", None).await.json();
    assert_eq!(card["head"], "A poker hand");
    assert!(card["line"].as_str().unwrap().ends_with(", 2 players"), "{card}");
    let picture = format!("{}/card.png", path(&link));
    assert_eq!(api.ask("get", &picture, "", None).await.status, 200);
    let text = record.to_string();
    assert!(
        !text.contains("Ada") && !text.contains("Bea") && text.contains("Player 2"),
        "{text}"
    );
    let record = api.ask("get", &path(&other), "", None).await.json();
    assert!(record["own"]["cards"][0].is_string() && record.to_string().contains("Ada"));
    let stranger = api.guest("Zoe").await;
    let stranger = bearer(&stranger["access_token"]);
    let refused = api.ask("post", &share, &stranger, Some(&plain)).await;
    assert_eq!(refused.status, 404);
    // A caller without links withdraws none.
    assert_eq!(api.ask("delete", &share, &stranger, None).await.status, 204);
    assert_eq!(api.ask("get", &path(&link), "", None).await.status, 200);
    assert_eq!(api.ask("delete", &share, token, None).await.status, 204);
    for gone in [path(&link), path(&other), "/api/v1/shared/x".to_owned()] {
        assert_eq!(api.ask("get", &gone, "", None).await.status, 404);
    }
}
