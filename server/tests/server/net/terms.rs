//! Terms of a tournament in addition to its structure: the languages of its chat, and its age limit.

use std::process::Command;

use serde_json::{Value, json};

use crate::net::deals::THREE;
use crate::net::process::{Process, program};
use crate::net::raw::{Answer, request};
use crate::net::server::Client;

/// Announces a sit & go of three under these terms.
async fn announce(server: &Process, token: &Value, terms: &Value) -> Answer {
    let bearer = format!("authorization: Bearer {}\r\n", token.as_str().unwrap());
    let headers = format!("{bearer}content-type: application/json\r\n");
    let mut config = json!({});
    if terms["structure"].is_null() {
        config["definition"] = json!(THREE);
    }
    let terms = terms.as_object().unwrap().clone();
    config.as_object_mut().unwrap().extend(terms);
    let path = "/api/v1/tournaments";
    request(server.address, "POST", path, &headers, &config.to_string()).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_languages_of_a_tournament_are_declared_with_it_and_told_to_all() {
    let server = Process::start(&["--api-requests-per-second=1000"]);
    let mut ana = Client::connect(server.address, "/ws").await;
    let token = ana.hello(json!({"nickname": "Ana"})).await["token"].clone();
    let nine: Vec<String> = ('a'..='i').map(|letter| format!("a{letter}")).collect();
    for wrong in [json!(nine), json!(["en", "EN"]), json!(["english"]), json!(["en\n"])] {
        let answer = announce(&server, &token, &json!({"languages": wrong})).await;
        let error = answer.json();
        assert_eq!(
            (answer.status, &error["code"], &error["params"]["field"]),
            (400, &json!("protocol.invalid_field"), &json!("languages")),
            "{wrong}: {error}"
        );
    }
    let listed = request(server.address, "GET", "/api/v1/tournaments", "", "").await;
    assert_eq!(listed.json()["tournaments"], json!([]), "a refusal announces nothing");
    let made = announce(&server, &token, &json!({"languages": ["fr-ca", "EN"]})).await;
    assert_eq!((made.status, &made.json()["languages"]), (201, &json!(["fr-CA", "en"])));
    let plain = announce(&server, &token, &json!({})).await.json();
    assert_eq!(plain["languages"], Value::Null, "none is declared");
    let path = format!("/api/v1/tournaments/{}", made.json()["tournament"].as_str().unwrap());

    let server = Process::start_in(server.kill(), &[]).unwrap();
    let listed = request(server.address, "GET", "/api/v1/tournaments", "", "")
        .await
        .json();
    let languages = |line: &Value| line["languages"].clone();
    let told: Vec<Value> = listed["tournaments"]
        .as_array()
        .unwrap()
        .iter()
        .map(languages)
        .collect();
    assert_eq!(told, [json!(["fr-CA", "en"]), Value::Null]);
    let state = request(server.address, "GET", &path, "", "").await.json();
    assert_eq!(languages(&state["summary"]), json!(["fr-CA", "en"]));
}

/// Runs `poker adults` next to the server; returns its exit code and its words.
fn adults(server: &Process, arguments: &[&str]) -> (Option<i32>, String) {
    let mut command = Command::new(program());
    let command = command.arg("adults").args(arguments);
    let done = command.arg("--data").arg(server.data()).output().unwrap();
    (done.status.code(), String::from_utf8(done.stdout).unwrap())
}

// Rule: tournament 1.4.
#[tokio::test(flavor = "multi_thread")]
async fn a_tournament_for_adults_takes_those_whose_age_is_verified_and_nobodys_chips_before() {
    let server = Process::start(&["--api-requests-per-second=1000"]);
    let mut ana = Client::connect(server.address, "/ws").await;
    let welcome = ana.hello(json!({"nickname": "Ana"})).await;
    let token = &welcome["token"];
    let bots = announce(&server, token, &json!({"adults_only": true, "bots": 2})).await;
    assert_eq!(bots.json()["code"], "tournament.bad_structure");
    let unseen = announce(&server, token, &json!({"private": true, "bots": 2})).await;
    assert_eq!(unseen.json()["code"], "tournament.bad_structure");
    let made = announce(&server, token, &json!({"adults_only": true})).await.json();
    assert_eq!(made["adults_only"], true);
    let plain = announce(&server, token, &json!({})).await.json();
    assert_eq!(plain["adults_only"], Value::Null);

    let me = async || {
        let bearer = format!("authorization: Bearer {}\r\n", token.as_str().unwrap());
        request(server.address, "GET", "/api/v1/me", &bearer, "").await.json()
    };
    let register = |line: &Value| json!({"type": "register", "tournament": line["tournament"], "rules": 1});
    let before = me().await;
    assert_eq!(before["adult"], Value::Null);
    let mut first = register(&made);
    first["id"] = json!("entry-1");
    assert_eq!(ana.ask_as(first.clone()).await["code"], "tournament.adults_only");
    assert_eq!(me().await["balance"], before["balance"], "nothing was paid");

    assert_eq!(adults(&server, &["list"]), (Some(0), String::new()));
    assert_eq!(adults(&server, &["grant", "Nobody"]).0, Some(1));
    let granted = "Ana is a verified adult\n".to_owned();
    assert_eq!(adults(&server, &["grant", "ana"]), (Some(0), granted));
    let listed: Value = serde_json::from_str(&adults(&server, &["list", "--json"]).1).unwrap();
    assert_eq!(listed, json!({"account": welcome["you"]["id"], "name": "Ana"}));
    assert_eq!(me().await["adult"], true);
    let entered = ana.ask_as(first.clone()).await;
    assert_eq!(entered["tournament"]["entries"], 1, "{entered}");
    let price = before["balance"].as_u64().unwrap() - me().await["balance"].as_u64().unwrap();
    assert_eq!(price, 100);

    // A player who is in stays in, and the same request gets its answer again.
    assert_eq!(adults(&server, &["revoke", "Ana"]).0, Some(0));
    assert_eq!(ana.ask_as(first).await, entered);
    assert_eq!(ana.ask(register(&plain)).await["type"], "ok", "that one is for all");

    // Its satellites are for adults, too.
    let soon = jiff::Timestamp::now().as_millisecond() + 3_600_000;
    let deep = json!({"structure": "deep", "starts_at": soon, "adults_only": true});
    let deep = announce(&server, token, &deep).await.json();
    let feeder = json!({"structure": "satellite", "starts_at": soon, "target": deep["tournament"]});
    assert_eq!(announce(&server, token, &feeder).await.json()["adults_only"], true);

    // A program has no age.
    let mut bot = Client::connect(server.address, "/ws").await;
    bot.hello(json!({"nickname": "Bot", "bot": true})).await;
    assert_eq!(bot.ask(register(&made)).await["code"], "tournament.adults_only");
    assert_eq!(adults(&server, &["grant", "Bot"]).0, Some(1));

    // It is stored, and read again after a kill.
    assert_eq!(adults(&server, &["grant", "Ana"]).0, Some(0));
    let server = Process::start_in(server.kill(), &[]).unwrap();
    let mut ben = server.guest("Ben").await;
    assert_eq!(ben.ask(register(&made)).await["code"], "tournament.adults_only");
    assert!(adults(&server, &["list"]).1.ends_with("  Ana\n"));
}
