//! What is declared of a tournament besides its structure: the languages of its chat.

use serde_json::{Value, json};

use crate::net::deals::THREE;
use crate::net::process::Process;
use crate::net::raw::{Answer, request};
use crate::net::server::Client;

/// Somebody announces a sit & go of three under these terms.
async fn announce(server: &Process, token: &Value, terms: &Value) -> Answer {
    let bearer = format!("authorization: Bearer {}\r\n", token.as_str().unwrap());
    let headers = format!("{bearer}content-type: application/json\r\n");
    let mut config = json!({"definition": THREE});
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
