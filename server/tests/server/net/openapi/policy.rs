//! The policy of the whole HTTP interface: the form of refusals, and the facts it does not reveal.

use serde_json::json;

use super::described::Described;
use super::{JSON, bearer};
use crate::net::raw::request;
use crate::net::server::start;

#[tokio::test]
async fn every_refusal_is_json_with_a_code() {
    let server = start(|_| {}).await;
    let address = server.address;
    let long = format!(r#"{{"nickname":"{}"}}"#, "x".repeat(20_000));
    for (method, path, headers, body, status, code) in [
        ("GET", "/api/v1/nothing", "", "", 404, "http.not_found"),
        ("POST", "/api/v1/nothing", "", "", 404, "http.not_found"),
        ("GET", "/nothing.js", "", "", 404, "http.not_found"),
        ("PUT", "/api/v1/tables", "", "", 405, "http.method_not_allowed"),
        ("DELETE", "/api/v1/me", "", "", 405, "http.method_not_allowed"),
        ("POST", "/ws", "", "", 405, "http.method_not_allowed"),
        ("DELETE", "/", "", "", 405, "http.method_not_allowed"),
        ("GET", "/ws", "", "", 426, "http.upgrade_required"),
        (
            "POST",
            "/api/v1/guest",
            "",
            r#"{"nickname":"Ada"}"#,
            415,
            "http.unsupported_media_type",
        ),
        (
            "POST",
            "/api/v1/guest",
            "content-type: text/plain\r\n",
            "{}",
            415,
            "http.unsupported_media_type",
        ),
        ("POST", "/api/v1/guest", JSON, &long, 413, "http.too_large"),
        ("POST", "/api/v1/guest", JSON, "{", 400, "protocol.malformed"),
        ("POST", "/api/v1/guest", JSON, "5", 400, "protocol.malformed"),
        ("POST", "/api/v1/guest", JSON, r#"["Ada"]"#, 400, "protocol.malformed"),
        ("GET", "/api/v1/tables/%ff", "", "", 400, "protocol.malformed"),
        (
            "POST",
            "/api/v1/guest",
            JSON,
            r#"{"nickname":"Ada","bot":true}"#,
            400,
            "protocol.invalid_field",
        ),
        (
            "GET",
            "/api/v1/games/omaha/rules?lang=tlh",
            "",
            "",
            400,
            "protocol.invalid_field",
        ),
        ("GET", "/api/v1/games?surprise", "", "", 400, "protocol.invalid_field"),
        (
            "GET",
            "/api/v1/games/omaha/rules?language=fr",
            "",
            "",
            400,
            "protocol.invalid_field",
        ),
    ] {
        let answer = request(address, method, path, headers, body).await;
        let about = format!("{method} {path}: {answer:?}");
        assert_eq!(
            (answer.status, &answer.json()["code"]),
            (status, &json!(code)),
            "{about}"
        );
        assert_eq!(answer.header("content-type"), Some("application/json"), "{about}");
        assert!(answer.json()["message"].is_string() && answer.json()["retryable"].is_boolean());
        assert_eq!(answer.header("allow").is_some(), status == 405, "{about}");
    }
}

#[tokio::test]
async fn bounds_are_named_and_deletes_tell_nothing() {
    let server = start(|_| {}).await;
    let mut api = Described::of(&server).await;
    let (ada, bob) = (api.guest("Ada").await, api.guest("Bob").await);
    let (ada, bob) = (bearer(&ada["access_token"]), bearer(&bob["access_token"]));
    for (limit, status) in [
        ("0", 400),
        ("1", 200),
        ("50", 200),
        ("51", 400),
        ("1000", 400),
        ("-1", 400),
    ] {
        let hands = api
            .ask("get", &format!("/api/v1/hands?limit={limit}"), &ada, None)
            .await;
        assert_eq!(hands.status, status, "{limit}");
        if status == 400 && limit != "-1" {
            let refused = hands.json();
            assert_eq!(refused["params"], json!({"field": "limit", "min": 1, "max": 50}));
            assert!(refused["message"].as_str().unwrap().contains("50"), "{refused}");
        }
    }
    let long = format!("text={}", "x".repeat(61));
    for (query, status) in [
        ("limt=5", 400),
        ("format=phh", 400),
        (
            "game=razz&result=won&all_in=true&showdown=false&pot_min=1&pot_max=9007199254740991",
            200,
        ),
        (
            "from=2026-11-01T00:00:00Z&to=2026-12-01T00:00:00Z&opponent=bob&table=7&text=as%20kd",
            200,
        ),
        ("result=even", 400),
        ("all_in=yes", 400),
        ("pot_min=-1", 400),
        ("pot_max=9007199254740992", 400),
        ("shown_min=0&shown_max=18446744073709551615", 200),
        ("shown_min=-1", 400),
        ("shown_max=2.5", 400),
        ("from=yesterday", 400),
        ("opponent=", 400),
        ("text=%20", 400),
        ("table=x", 400),
        (&long, 400),
    ] {
        let hands = api.ask("get", &format!("/api/v1/hands?{query}"), &ada, None).await;
        assert_eq!(hands.status, status, "{query}");
    }

    let named = json!({"name": "Hal"});
    let bot = api.ask("post", "/api/v1/bot-tokens", &ada, Some(&named)).await.json();
    let own = format!("/api/v1/bot-tokens/{}", bot["id"].as_str().unwrap());
    let of_bot = bearer(&bot["token"]);
    let gone = "/api/v1/bot-tokens/00000000-0000-4000-8000-000000000000";
    for (path, caller) in [(own.as_str(), &bob), (gone, &ada), ("/api/v1/bot-tokens/x", &ada)] {
        let answer = api.ask("delete", path, caller, None).await;
        assert_eq!((answer.status, answer.body.len()), (204, 0), "{path}");
    }
    assert_eq!(
        api.ask("get", "/api/v1/me", &of_bot, None).await.status,
        200,
        "it is not Bob's to end"
    );
    for _ in 0..2 {
        assert_eq!(api.ask("delete", &own, &ada, None).await.status, 204);
    }
    assert_eq!(api.ask("get", "/api/v1/me", &of_bot, None).await.status, 401);
}

#[tokio::test]
async fn a_misspelt_wish_opens_no_table() {
    let server = start(|_| {}).await;
    let mut api = Described::of(&server).await;
    let ada = api.guest("Ada").await;
    let mut client = server.guest("Bea").await;
    for wrong in [
        json!({"name": "x", "game": "omaha", "seats": 6, "privat": true}),
        json!({"name": "x", "game": "omaha", "seats": 6, "session": {"run_twise": true}}),
        json!({"name": "x", "game": "", "seats": 6, "mix": {"kind": "rotation", "rotation": "horse", "hand": 3}}),
        json!({"name": "x", "game": "", "seats": 6, "mix": {"kind": "rotation", "games": [
            {"game": "omaha"}, {"game": "razz", "multiplyer": 2},
        ]}}),
    ] {
        let refused = api
            .ask("post", "/api/v1/tables", &bearer(&ada["access_token"]), Some(&wrong))
            .await;
        assert_eq!(
            (refused.status, &refused.json()["code"]),
            (400, &json!("protocol.invalid_field"))
        );
        let refused = client.ask(json!({"type": "create_table", "config": wrong})).await;
        assert_eq!(refused["code"], "protocol.invalid_field", "{wrong}");
    }
    let right = json!({"name": "x", "game": "omaha", "seats": 6});
    let refused = client
        .ask(json!({"type": "create_table", "private": true, "config": right}))
        .await;
    assert_eq!(refused["code"], "protocol.invalid_field");
    let tables = api.ask("get", "/api/v1/tables", "", None).await.json();
    assert_eq!(tables, json!({"tables": []}));
}

#[tokio::test]
async fn a_private_table_is_not_shown_by_its_number() {
    let server = start(|_| {}).await;
    let mut api = Described::of(&server).await;
    let ada = api.guest("Ada").await;
    let config = json!({"name": "Hidden", "game": "omaha", "seats": 6, "private": true});
    let table = api
        .ask("post", "/api/v1/tables", &bearer(&ada["access_token"]), Some(&config))
        .await
        .json();
    let path = format!("/api/v1/tables/{}", table["table"].as_str().unwrap());
    let hidden = api.ask("get", &path, "", None).await;
    assert_eq!(
        (hidden.status, &hidden.json()["code"]),
        (404, &json!("table.not_found"))
    );
}
