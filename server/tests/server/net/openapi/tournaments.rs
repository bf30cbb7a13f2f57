//! The operations on structures and tournaments.

use serde_json::{Value, json};

use super::described::Described;
use crate::net::server::Client;

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
pub(super) async fn ask_of_tournaments(api: &mut Described, token: &str) {
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
    for card in ["card", "card.png?lang=fr"] {
        assert_eq!(api.ask("get", &format!("{own}/{card}"), "", None).await.status, 200);
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
