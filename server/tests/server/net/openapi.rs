//! The HTTP interface against its own description.

mod policy;

use std::collections::{BTreeSet, HashMap};
use std::net::SocketAddr;

use jsonschema::Validator;
use serde_json::{Value, json};
use tokio::net::TcpStream;

use crate::net::raw::{Answer, Frames, request};
use crate::net::server::{Client, Server, start};

const JSON: &str = "content-type: application/json\r\n";

/// A client that checks every answer against the description.
struct Described {
    address: SocketAddr,
    document: Value,
    /// Operations carried out.
    done: BTreeSet<(String, String)>,
    /// Validators of values, by the text of their schema.
    validators: HashMap<String, Validator>,
}

impl Described {
    async fn of(server: &Server) -> Self {
        let document = request(server.address, "GET", "/api/v1/openapi.json", "", "").await;
        let mut described = Self {
            address: server.address,
            document: document.json(),
            done: BTreeSet::new(),
            validators: HashMap::new(),
        };
        described.hold("get", "/api/v1/openapi.json", &document, None);
        described
    }

    /// Sends a request, checks that the description covers the answer, and returns the answer.
    async fn ask(&mut self, method: &str, path: &str, headers: &str, body: Option<&Value>) -> Answer {
        let text = body.map(Value::to_string).unwrap_or_default();
        let kind = if body.is_some() { JSON } else { "" };
        let upper = method.to_uppercase();
        let answer = request(self.address, &upper, path, &format!("{kind}{headers}"), &text).await;
        self.hold(method, path, &answer, body);
        answer
    }

    fn hold(&mut self, method: &str, path: &str, answer: &Answer, body: Option<&Value>) {
        let about = format!("{method} {path}: {answer:?}");
        let template = self.template(path).unwrap_or_else(|| panic!("no path for {about}"));
        let operation = self.document["paths"][&template][method].clone();
        assert!(operation.is_object(), "{about}");
        let mut response = &operation["responses"][answer.status.to_string()];
        if let Some(reference) = response["$ref"].as_str() {
            response = self.document.pointer(reference.trim_start_matches('#')).unwrap();
        }
        let response = response.clone();
        assert!(response.is_object(), "this status is not described: {about}");
        match &response["content"] {
            Value::Null => assert!(answer.body.is_empty(), "{about}"),
            content => {
                let kind = answer.header("content-type").unwrap_or_else(|| panic!("{about}"));
                let kind = kind.split(';').next().unwrap();
                assert!(content[kind].is_object(), "{kind} is not described: {about}");
                let value = if kind == "application/json" {
                    answer.json()
                } else {
                    json!(String::from_utf8(answer.body.clone()).unwrap())
                };
                self.fits(&content[kind]["schema"], &value, &about);
            }
        }
        if answer.status >= 400 {
            return;
        }
        if let Some(body) = body {
            let schema = &operation["requestBody"]["content"]["application/json"]["schema"];
            self.fits(schema, body, &about);
        }
        self.done.insert((method.to_owned(), template));
    }

    fn fits(&mut self, schema: &Value, value: &Value, about: &str) {
        let components = &self.document["components"];
        let validator = self.validators.entry(schema.to_string()).or_insert_with(|| {
            let whole = json!({
                "$schema": "https://json-schema.org/draft/2020-12/schema",
                "allOf": [schema],
                "components": components,
            });
            jsonschema::validator_for(&whole).unwrap()
        });
        if let Err(wrong) = validator.validate(value) {
            panic!("{wrong} at {}: {about}", wrong.instance_path());
        }
    }

    /// Returns the described path that matches a path; of several, the one with the most fixed parts.
    fn template(&self, path: &str) -> Option<String> {
        let path: Vec<&str> = path.split('?').next()?.split('/').collect();
        let paths = self.document["paths"].as_object()?.keys();
        let matching = paths.filter(|template| {
            let parts: Vec<&str> = template.split('/').collect();
            let same = |(part, word): (&&str, &&str)| part == word || part.starts_with('{');
            parts.len() == path.len() && parts.iter().zip(&path).all(same)
        });
        matching.min_by_key(|template| template.matches('{').count()).cloned()
    }

    /// Signs a guest in, and returns its tokens.
    async fn guest(&mut self, nickname: &str) -> Value {
        let session = self
            .ask("post", "/api/v1/guest", "", Some(&json!({"nickname": nickname})))
            .await;
        assert_eq!(session.status, 201);
        session.json()
    }
}

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

/// Checks structures: one of the server's, and faulty ones made from it.
async fn check_structures(api: &mut Described, token: &str, definition: &str) {
    let path = "/api/v1/structures/check";
    let body = |definition: &str| json!({"definition": definition});
    assert_eq!(api.ask("post", path, "", Some(&body(definition))).await.status, 401);
    let good = api.ask("post", path, token, Some(&body(definition))).await;
    assert_eq!(
        (good.status, &good.json()["structure"]["id"]),
        (200, &json!("freezeout"))
    );
    let line = definition.lines().count() + 1;
    for (wrong, key, words) in [
        ("stack = 0", "stack", "whole number"),
        ("guarantee = 500", "guarantee", "only the house"),
    ] {
        let text = format!("{}\n{wrong}\n", definition.trim_end());
        let refused = api.ask("post", path, token, Some(&body(&text))).await;
        let found = refused.json();
        assert_eq!((refused.status, &found["structure"]), (200, &json!(null)), "{wrong}");
        assert_eq!((&found["line"], &found["key"]), (&json!(line), &json!(key)), "{found}");
        assert!(found["error"].as_str().unwrap().contains(words), "{found}");
    }
}

/// Announces a tournament, and reads everything there is to read of it.
async fn ask_of_tournaments(api: &mut Described, token: &str) {
    assert_eq!(api.ask("get", "/api/v1/structures", "", None).await.status, 200);
    let file = api.ask("get", "/api/v1/structures/freezeout", "", None).await;
    assert_eq!(
        (file.status, &file.json()["structure"]["id"]),
        (200, &json!("freezeout"))
    );
    assert_eq!(api.ask("get", "/api/v1/structures/snap", "", None).await.status, 404);
    check_structures(api, token, file.json()["definition"].as_str().unwrap()).await;
    let soon = jiff::Timestamp::now().as_millisecond() + 3_600_000;
    let config = json!({"structure": "freezeout", "name": "Soon", "starts_at": soon});
    let path = "/api/v1/tournaments";
    assert_eq!(api.ask("post", path, "", Some(&config)).await.status, 401);
    for wrong in [
        json!({"structure": "freezeout"}),
        json!({"structure": "freezeout", "starts_at": soon, "definition": "id = 1"}),
        json!({"structure": "satellite", "starts_at": soon}),
        json!({"definition": "id = 1", "starts_at": soon}),
        json!({"structure": "sit-and-go", "starts_at": soon}),
        json!({"structure": "sit-and-go", "name": " "}),
    ] {
        let refused = api.ask("post", path, token, Some(&wrong)).await;
        assert_eq!(
            (refused.status, &refused.json()["code"]),
            (400, &json!("tournament.bad_structure")),
            "{wrong}"
        );
    }
    let announced = api.ask("post", path, token, Some(&config)).await;
    assert_eq!(announced.status, 201);
    let own = format!("{path}/{}", announced.json()["tournament"].as_str().unwrap());
    assert_eq!(api.ask("get", path, "", None).await.status, 200);
    for part in ["", "/entrants", "/tables", "/results", "/log", "/log?after=99"] {
        assert_eq!(
            api.ask("get", &format!("{own}{part}"), "", None).await.status,
            200,
            "{part}"
        );
        let nowhere = format!("{path}/999{part}");
        assert_eq!(api.ask("get", &nowhere, "", None).await.status, 404, "{part}");
    }
    for wrong in ["log?after=-1", "results/file", "results/file?x=1"] {
        let asked = api.ask("get", &format!("{own}/{wrong}"), "", None).await;
        assert_eq!(asked.status, 400, "{wrong}");
    }
    ask_of_the_floor(api, &own, token).await;
}

/// Uses every operation of officials on a tournament that the caller hosts.
async fn ask_of_the_floor(api: &mut Described, own: &str, token: &str) {
    let path = format!("{own}/floor");
    let edit = json!({"id": "edit-1", "reason": "a typo", "action": {"kind": "edit", "name": "Sooner"}});
    assert_eq!(api.ask("post", &path, "", Some(&edit)).await.status, 401);
    assert_eq!(api.ask("post", &path, token, Some(&edit)).await.status, 200);
    let wrong = json!({"id": "edit-2", "reason": "", "action": {"kind": "announce"}});
    assert_eq!(api.ask("post", &path, token, Some(&wrong)).await.status, 400);
    for (path, token, status) in [
        (path.clone(), "", 200),
        (path.clone(), token, 200),
        (format!("{path}?after=1"), token, 200),
        (format!("{path}?after=x"), token, 400),
        (format!("{path}/hands/1/1"), "", 401),
        (format!("{path}/hands/1/1"), token, 400),
        (format!("{path}/hands/1/x"), token, 404),
        ("/api/v1/tournaments/999/floor".to_owned(), "", 404),
    ] {
        assert_eq!(api.ask("get", &path, token, None).await.status, status, "{path}");
    }
    see_a_hand(api, token).await;
}

/// Opens an event for two, ends its first hand, looks at the cards, and ends it.
async fn see_a_hand(api: &mut Described, token: &str) {
    let definition = "id = \"duel\"\nname = { en = \"Duel\", fr = \"Duel\" }\ngames = [\"no-limit-holdem\"]\n\
                      entries = [2, 2]\nseats = 2\nprice = 10\nstack = 1000\nlevels = [\"30m 5/10\"]\nlate_levels = 0\n";
    let soon = jiff::Timestamp::now().as_millisecond() + 3_600_000;
    let config = json!({"definition": definition, "starts_at": soon, "private": true});
    let announced = api.ask("post", "/api/v1/tournaments", token, Some(&config)).await;
    assert_eq!(announced.status, 201, "{announced:?}");
    let name = announced.json()["tournament"].clone();
    let mut players = Vec::new();
    for nickname in ["Duellist", "Rival"] {
        let mut player = Client::connect(api.address, "/ws").await;
        player.hello(json!({"nickname": nickname})).await;
        let entered = player
            .ask(json!({"type": "register", "tournament": name, "rules": 1}))
            .await;
        assert_eq!(entered["type"], "ok", "{entered}");
        players.push(player);
    }
    let path = format!("/api/v1/tournaments/{}/floor", name.as_str().unwrap());
    let act = |number: u32, action: Value| json!({"id": format!("see-{number}"), "reason": "a look", "action": action});
    let start = act(0, json!({"kind": "start"}));
    assert_eq!(api.ask("post", &path, token, Some(&start)).await.status, 200);
    let table = loop {
        let message = players[0].next().await;
        if let Some(table) = message["you"]["seat"]["table"].as_str() {
            break table.to_owned();
        }
    };
    let mut number = 0;
    for action in [
        json!({"kind": "kill_hand", "player": 1}),
        json!({"kind": "split_hand", "table": 1}),
        json!({"kind": "see_hand", "table": table, "hand": 1}),
        json!({"kind": "disqualify", "player": 1}),
    ] {
        // The table may still be about to deal, or about to file its hand.
        while {
            number += 1;
            api.ask("post", &path, token, Some(&act(number, action.clone())))
                .await
                .status
                != 200
        } {
            tokio::time::sleep(std::time::Duration::from_millis(50)).await;
        }
    }
    let seen = api.ask("get", &format!("{path}/hands/{table}/1"), token, None).await;
    assert_eq!(seen.status, 200);
    let file = path.replace("/floor", "/results/file");
    while api.ask("get", &file, token, None).await.status != 200 {
        tokio::time::sleep(std::time::Duration::from_millis(50)).await;
    }
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
