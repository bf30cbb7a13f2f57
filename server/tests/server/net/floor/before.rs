//! Acts of officials before the start, and the accounts that are officials.

use serde_json::{Value, json};

use super::{Floor, JSON, Person};
use crate::net::process::Process;
use crate::net::raw::request;

#[tokio::test(flavor = "multi_thread")]
#[expect(clippy::too_many_lines, reason = "one event, in the order of its life")]
async fn before_the_start_the_host_edits_and_names_officials_and_strangers_do_nothing() {
    let server = Process::start(&["--api-requests-per-second=1000"]);
    let host = Person::new(server.address, "Host").await;
    let flo = Person::new(server.address, "Flo").await;
    let eve = Person::new(server.address, "Eve").await;
    let mut floor = Floor::open(server, &host).await;

    for action in [
        json!({"kind": "edit", "name": "Mine"}),
        json!({"kind": "announce"}),
        json!({"kind": "cancel"}),
        json!({"kind": "pause"}),
        json!({"kind": "grant", "account": "Eve", "role": "floor"}),
    ] {
        floor.refused(&eve, action, "tournament.not_allowed").await;
    }
    assert_eq!(floor.act(&eve, json!({"kind": "pause"})).await.status, 403);
    let unknown = request(
        floor.address(),
        "POST",
        "/api/v1/tournaments/999/floor",
        &format!("{JSON}{}", host.bearer),
        &json!({"id": "1", "reason": "why", "action": {"kind": "pause"}}).to_string(),
    )
    .await;
    assert_eq!(
        (unknown.status, &unknown.json()["code"]),
        (404, &json!("tournament.unknown"))
    );

    // Without a valid reason nothing is done.
    let announce = json!({"kind": "announce"});
    for reason in [json!(""), json!(" \n"), json!("a\u{0}b"), json!("x".repeat(501))] {
        let body = json!({"id": "reasonless", "reason": reason, "action": announce});
        let answer = floor.act_as(&host, &body).await;
        assert_eq!(
            (answer.status, &answer.json()["code"]),
            (400, &json!("tournament.no_reason"))
        );
    }
    let answer = floor
        .act_as(&host, &json!({"id": "reasonless", "action": announce}))
        .await;
    assert_eq!(answer.json()["code"], "tournament.no_reason");
    for body in [
        json!({"id": "", "reason": "why", "action": announce}),
        json!({"id": "1", "reason": "why", "action": {"kind": "flog", "player": 1}}),
        json!({"id": "1", "reason": "why", "action": {"kind": "pause", "tabel": 1}}),
        json!({"id": "1", "reason": "why", "action": {"kind": "disqualify", "player": -1}}),
    ] {
        let answer = floor.act_as(&host, &body).await;
        assert_eq!(
            (answer.status, &answer.json()["code"]),
            (400, &json!("protocol.invalid_field")),
            "{body}"
        );
    }
    assert!(floor.trail().await.is_empty());

    // The announcement can be edited, and watchers see it.
    let mut watcher = eve.connect(floor.address()).await;
    watcher
        .ask(json!({"type": "watch_tournament", "tournament": floor.name()}))
        .await;
    floor.done(&host, json!({"kind": "edit", "name": "Friday game"})).await;
    let snapshot = loop {
        let message = watcher.next().await;
        let name = &message["state"]["summary"]["name"]["en"];
        if message["type"] == "tournament_snapshot" && name == "Friday game" {
            break message;
        }
    };
    assert_eq!(snapshot["state"]["structure"]["id"], "club");
    let listed = |state: &Value| state["summary"]["languages"].clone();
    assert_eq!(
        listed(&floor.get("", None).await.json()),
        Value::Null,
        "none is declared"
    );
    for wrong in [json!(["french"]), json!(["fr", "FR"]), json!(["e1"]), json!([""])] {
        let answer = floor.act(&host, json!({"kind": "edit", "languages": wrong})).await;
        let error = answer.json();
        assert_eq!(
            (answer.status, &error["code"], &error["params"]["field"]),
            (400, &json!("protocol.invalid_field"), &json!("action.languages")),
            "{wrong}: {error}"
        );
    }
    let entry = floor
        .done(&host, json!({"kind": "edit", "languages": ["fr-ca", "EN"]}))
        .await;
    assert_eq!(entry["action"]["languages"], json!(["fr-ca", "EN"]));
    assert_eq!(listed(&floor.get("", None).await.json()), json!(["fr-CA", "en"]));
    let (code, entry) = floor.on_the_line(&host.token, &["edit", "languages=de, fr", "reason=who is there"]);
    assert_eq!((code, &entry["action"]["languages"]), (Some(0), &json!(["de", "fr"])));
    let long = "n".repeat(41);
    for wrong in [
        json!({"kind": "edit", "name": long}),
        json!({"kind": "edit", "name": "\u{202e}"}),
        json!({"kind": "edit", "starts_at": 1}),
        json!({"kind": "edit", "structure": "no-such"}),
        json!({"kind": "edit", "structure": "satellite"}),
        json!({"kind": "edit", "definition": "id = 1"}),
    ] {
        floor.refused(&host, wrong, "tournament.bad_structure").await;
    }
    floor
        .refused(&host, json!({"kind": "edit"}), "tournament.no_change")
        .await;
    floor.done(&host, json!({"kind": "edit", "structure": "turbo"})).await;
    let state = floor.get("", None).await.json();
    assert_eq!(
        (&state["structure"]["id"], &state["summary"]["name"]["fr"]),
        (&json!("turbo"), &json!("Friday game"))
    );
    assert_eq!(listed(&state), json!(["de", "fr"]), "they are no part of the structure");

    // Only directors name officials, and only for the floor.
    floor
        .refused(
            &host,
            json!({"kind": "grant", "account": "Nobody", "role": "floor"}),
            "tournament.no_such_player",
        )
        .await;
    floor
        .refused(
            &host,
            json!({"kind": "grant", "account": "Flo", "role": "director"}),
            "tournament.not_allowed",
        )
        .await;
    let granted = floor
        .done(&host, json!({"kind": "grant", "account": "Flo", "role": "floor"}))
        .await;
    assert_eq!(
        (&granted["role"], &granted["result"]),
        (&json!("director"), &json!("done"))
    );
    floor
        .refused(
            &host,
            json!({"kind": "grant", "account": flo.id, "role": "floor"}),
            "tournament.no_change",
        )
        .await;
    let read = floor.get("/floor", Some(&flo)).await.json();
    assert_eq!(read["role"], "floor");
    let officials: Vec<&Value> = read["officials"]
        .as_array()
        .unwrap()
        .iter()
        .map(|official| &official["who"]["name"])
        .collect();
    assert_eq!(officials, ["Host", "Flo"]);
    for action in [
        json!({"kind": "edit", "name": "Mine"}),
        json!({"kind": "start"}),
        json!({"kind": "cancel"}),
        json!({"kind": "revoke", "account": "Flo"}),
    ] {
        floor.refused(&flo, action, "tournament.not_allowed").await;
    }
    floor
        .refused(&flo, json!({"kind": "pause"}), "tournament.wrong_phase")
        .await;
    floor
        .refused(&host, json!({"kind": "start"}), "tournament.too_few_players")
        .await;
    floor.done(&host, json!({"kind": "revoke", "account": "Flo"})).await;
    floor
        .refused(&flo, json!({"kind": "rule", "rule": "1.1"}), "tournament.not_allowed")
        .await;

    // Once a player has entered, the structure stands; and it may go into the list.
    let mut client = flo.connect(floor.address()).await;
    client
        .ask(json!({"type": "register", "tournament": floor.name(), "rules": 1}))
        .await;
    floor
        .refused(
            &host,
            json!({"kind": "edit", "structure": "deep"}),
            "tournament.wrong_phase",
        )
        .await;
    floor.done(&host, json!({"kind": "announce"})).await;
    floor
        .refused(&host, json!({"kind": "announce"}), "tournament.no_change")
        .await;
    let listed = client.ask(json!({"type": "list_tournaments"})).await;
    assert_eq!(listed["tournaments"][0]["tournament"], floor.name());
    let numbers: Vec<u64> = floor
        .trail()
        .await
        .iter()
        .map(|entry| entry["no"].as_u64().unwrap())
        .collect();
    assert_eq!(numbers, [1, 2, 3, 4, 5, 6, 7]);
    assert_eq!(
        floor.events("ruling_issued").await.len(),
        7,
        "the log tells each of them"
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn the_operator_names_officials_of_all_tournaments_and_a_public_host_is_none_in_play() {
    let server = Process::start(&["--api-requests-per-second=1000"]);
    let host = Person::new(server.address, "Host").await;
    let flo = Person::new(server.address, "Flo").await;
    let mut floor = Floor::announce(server, &host, false).await;
    assert_eq!(floor.officials(&["list", "--json"]), (Some(0), String::new()));
    assert_eq!(floor.officials(&["grant", "Nobody", "floor"]).0, Some(1));
    assert_eq!(floor.officials(&["grant", "Flo", "judge"]).0, Some(2));
    assert_eq!(
        floor.officials(&["grant", "flo", "floor"]),
        (Some(0), "Flo is floor of all tournaments\n".to_owned())
    );
    let listed: Value = serde_json::from_str(&floor.officials(&["list", "--json"]).1).unwrap();
    assert_eq!(listed, json!({"account": flo.id, "name": "Flo", "role": "floor"}));

    let _players = floor.begin(&host).await;
    floor
        .refused(&host, json!({"kind": "pause"}), "tournament.not_allowed")
        .await;
    floor.done(&flo, json!({"kind": "pause"})).await;
    floor
        .refused(&flo, json!({"kind": "remove", "player": 1}), "tournament.not_allowed")
        .await;
    floor.officials(&["grant", "Flo", "director"]);
    let removed = floor.done(&flo, json!({"kind": "remove", "player": 1})).await;
    assert_eq!(
        (&removed["role"], &removed["rule"]),
        (&json!("director"), &json!("1.9"))
    );
    let withdrew = floor.events("player_withdrew").await;
    assert_eq!(
        (&withdrew[0]["player"], &withdrew[0]["by"]),
        (&json!(1), &json!("director"))
    );
    assert_eq!(
        floor.officials(&["revoke", "Flo"]),
        (Some(0), "Flo is director no longer\n".to_owned())
    );
    floor
        .refused(&flo, json!({"kind": "resume"}), "tournament.not_allowed")
        .await;
}
