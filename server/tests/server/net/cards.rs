//! Cards of links: in the page for messengers, as pictures, and in words for guests.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::net::raw::{Answer, request};
use crate::net::server::{Client, Server, start};

const JSON: &str = "content-type: application/json\r\n";

async fn get(server: &Server, path: &str, headers: &str) -> Answer {
    request(server.address, "GET", path, headers, "").await
}

/// Registers a guest; returns the session.
async fn guest(server: &Server, name: &str) -> Value {
    let body = json!({"nickname": name}).to_string();
    request(server.address, "POST", "/api/v1/guest", JSON, &body)
        .await
        .json()
}

/// Opens something as an account.
async fn open(server: &Server, host: &Value, path: &str, config: &Value) -> Value {
    let token = host["access_token"].as_str().unwrap();
    let headers = format!("{JSON}authorization: Bearer {token}\r\n");
    let opened = request(server.address, "POST", path, &headers, &config.to_string()).await;
    assert_eq!(opened.status, 201, "{}", opened.text());
    opened.json()
}

/// The fields for messengers at an address of the page, by name.
async fn fields(server: &Server, path: &str, headers: &str) -> BTreeMap<String, String> {
    let page = get(server, path, headers).await;
    assert_eq!(
        (page.status, page.header("content-type")),
        (200, Some("text/html; charset=utf-8"))
    );
    let text = page.text();
    assert!(text.contains("<div id=\"app\">") && text.matches("<title>").count() == 1);
    let lines = text.lines().filter_map(|line| line.strip_prefix("<meta "));
    let read = |line: &str| {
        let mut parts = line.split('"');
        let (_, name, _, value) = (parts.next()?, parts.next()?, parts.next()?, parts.next()?);
        Some((name.to_owned(), value.to_owned()))
    };
    lines.filter_map(read).collect()
}

/// Width and height of a PNG file.
fn size(picture: &Answer) -> (u32, u32) {
    assert_eq!(
        (picture.status, picture.header("content-type")),
        (200, Some("image/png"))
    );
    assert_eq!(&picture.body[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(picture.body[at..at + 4].try_into().unwrap());
    (number(16), number(20))
}

#[tokio::test]
async fn an_open_table_has_a_card_in_both_languages() {
    let server = start(|config| config.demo_tables = false).await;
    let host = guest(&server, "Maëlle").await;
    let config = json!({"name": "Friday", "game": "", "mix": {"kind": "dealers_choice"}, "seats": 6, "multiplier": 1});
    let table = open(&server, &host, "/api/v1/tables", &config).await;
    let id = table["table"].as_str().unwrap();
    let mut plays = Client::connect(server.address, "/ws").await;
    plays.hello(json!({"token": host["access_token"]})).await;
    plays.sit(id).await;
    let words = format!("/api/v1/tables/{id}/card");
    while !get(&server, &words, "").await.text().contains("1 of 6") {}
    let path = format!("/table/{id}");
    let told = fields(&server, &path, "accept-language: en\r\n").await;
    let title = told["og:title"].as_str();
    assert!(
        title.starts_with("Maëlle invites you: Dealer's choice") && title.ends_with(", 1 of 6 seated"),
        "{title}"
    );
    assert_eq!(told["twitter:card"], "summary_large_image");
    assert_eq!(told["og:url"], format!("http://{}{path}", server.address));
    let french = fields(&server, &path, "accept-language: fr-CA, en\r\n").await;
    assert!(
        french["og:title"].starts_with("Maëlle vous invite\u{a0}: "),
        "{french:?}"
    );
    let by_query = fields(&server, &format!("{path}?lang=fr"), "accept-language: en\r\n").await;
    assert_eq!(by_query["og:title"], french["og:title"]);

    let picture = told["og:image"]
        .strip_prefix(&format!("http://{}", server.address))
        .unwrap();
    let drawn = get(&server, picture, "").await;
    assert_eq!(size(&drawn), (1200, 630));
    let tag = drawn.header("etag").unwrap();
    let again = get(&server, picture, &format!("if-none-match: {tag}\r\n")).await;
    assert_eq!((again.status, again.body.len()), (304, 0));
    let other = get(&server, &picture.replace("lang=en", "lang=fr"), "").await;
    assert_ne!(other.body, drawn.body);
    // A guest reads the same words.
    let guest = get(&server, &words, "").await.json();
    let read = format!(
        "{}: {}",
        guest["head"].as_str().unwrap(),
        guest["line"].as_str().unwrap()
    );
    assert_eq!((guest["state"].as_str(), read.as_str()), (Some("open"), title));
    assert_eq!(guest["text"].as_str(), Some(told["og:description"].as_str()));
    for query in ["?lang=de", "?size=9"] {
        let wrong = get(&server, &format!("{words}{query}"), "").await;
        assert_eq!(wrong.status, 400, "{query}");
    }
}

#[tokio::test]
async fn the_card_names_the_rules_that_make_the_evening() {
    let server = start(|config| config.demo_tables = false).await;
    let host = guest(&server, "Maëlle").await;
    let session = json!({"bomb_pot": {"every": 10, "ante": 5}, "seven_deuce": 1});
    let config = json!({"name": "Friday", "game": "no-limit-holdem", "seats": 6, "session": session});
    let table = open(&server, &host, "/api/v1/tables", &config).await;
    let words = format!("/api/v1/tables/{}/card", table["table"].as_str().unwrap());
    for (lang, line) in [
        ("en", "No-limit hold'em 5/10, 0 of 6 seated, bomb pots, seven-deuce"),
        (
            "fr",
            "Hold’em sans limite 5/10, 0 sur 6 à table, bomb pots, prime au sept-deux",
        ),
    ] {
        assert_eq!(
            get(&server, &format!("{words}?lang={lang}"), "").await.json()["line"],
            line
        );
    }
}

#[tokio::test]
async fn a_private_link_tells_a_messenger_nothing_and_its_guest_all() {
    let server = start(|_| {}).await;
    let host = guest(&server, "Bonnie Secret").await;
    let config = json!({"name": "Hidden home", "game": "no-limit-holdem", "seats": 5, "private": true});
    let table = open(&server, &host, "/api/v1/tables", &config).await;
    let config = json!({"structure": "heads-up", "name": "Hidden cup", "private": true});
    let event = open(&server, &host, "/api/v1/tournaments", &config).await;
    let mut pictures = Vec::new();
    for (kind, view, id, own) in [
        ("tables", "table", &table["table"], "hold'em 5/10, 0 of 5 seated"),
        ("tournaments", "tournament", &event["tournament"], "Hidden cup"),
    ] {
        let id = id.as_str().unwrap();
        for lang in ["en", "fr"] {
            let told = fields(&server, &format!("/{view}/{id}?lang={lang}"), "").await;
            let said = format!(
                "{} {} {}",
                told["og:title"], told["og:description"], told["og:image:alt"]
            );
            for secret in ["Bonnie", "Hidden", "Hold", "5", "10"] {
                assert!(!said.contains(secret), "{said}");
            }
            assert!(said.contains(if lang == "en" { "private" } else { "privé" }), "{said}");
            assert_eq!(told["robots"], "noindex");
        }
        let guest = get(&server, &format!("/api/v1/{kind}/{id}/card"), "").await.json();
        assert_eq!(guest["head"], "Bonnie Secret invites you");
        assert!(guest["line"].as_str().unwrap().contains(own), "{guest}");
        let picture = get(&server, &format!("/api/v1/{kind}/{id}/card.png"), "").await;
        size(&picture);
        pictures.push(picture.body);
    }
    // Every private table has the same picture.
    let config = json!({"name": "Another", "game": "omaha", "seats": 2, "private": true});
    let other = open(&server, &host, "/api/v1/tables", &config).await;
    let id = other["table"].as_str().unwrap();
    let picture = get(&server, &format!("/api/v1/tables/{id}/card.png"), "").await;
    assert!(picture.body == pictures[0] && pictures[0] != pictures[1]);
}

#[tokio::test]
async fn a_link_that_opens_nothing_says_why() {
    let server = start(|_| {}).await;
    let host = guest(&server, "Ann").await;
    let mut plays = Client::connect(server.address, "/ws").await;
    plays.hello(json!({"token": host["access_token"]})).await;
    let mut ids = Vec::new();
    for private in [true, false] {
        let config = json!({"name": "Gone", "game": "no-limit-holdem", "seats": 5, "private": private});
        let table = open(&server, &host, "/api/v1/tables", &config).await;
        ids.push(table["table"].as_str().unwrap().to_owned());
    }
    let state = async |kind: &str, name: &str| {
        let answer = get(&server, &format!("/api/v1/{kind}/{name}/card"), "").await;
        assert_eq!(answer.status, 200, "{name}");
        answer.json()["state"].as_str().unwrap().to_owned()
    };
    let (private, public) = (&ids[0], &ids[1]);
    let (number, invitation) = private.split_once('-').unwrap();
    let cut = &private[..private.len() - 3];
    let other = format!("{number}-{}", "0".repeat(invitation.len()));
    for (name, told) in [
        (private.as_str(), "open"),
        (public, "open"),
        (cut, "cut"),
        (&other, "wrong"),
        (number, "wrong"),
    ] {
        assert_eq!(state("tables", name).await, told, "{name}");
    }
    for table in &ids {
        let closed = plays
            .ask(json!({"type": "host", "table": table, "action": {"kind": "close"}}))
            .await;
        assert_ne!(closed["type"], "error", "{closed}");
    }
    while state("tables", private).await == "open" || state("tables", public).await == "open" {}
    for (name, told) in [
        (private.as_str(), "closed"),
        (public, "closed"),
        (cut, "cut"),
        (&other, "wrong"),
        (number, "wrong"),
    ] {
        assert_eq!(state("tables", name).await, told, "{name}");
    }
    for (name, told) in [
        ("999", "wrong"),
        ("7-abc", "cut"),
        ("seven", "wrong"),
        ("%3Cb%3E", "wrong"),
    ] {
        assert_eq!(state("tables", name).await, told, "{name}");
        assert_eq!(state("tournaments", name).await, told, "{name}");
        assert_eq!(state("shared", name).await, "wrong", "{name}");
        let page = fields(&server, &format!("/table/{name}"), "").await;
        assert!(page["og:title"].starts_with("This link "), "{page:?}");
    }
    let closed = fields(&server, &format!("/table/{private}?lang=fr"), "").await;
    assert_eq!(closed["og:title"], "Cette table est fermée");
}

/// One client asks for a picture until its budget is gone: it is refused then, others are not, and the page still opens.
#[tokio::test]
async fn pictures_have_a_price() {
    let server = start(|config| {
        config.trusted_proxy = vec!["127.0.0.1".parse().unwrap()];
        config.api_requests_per_second = 4;
        config.max_connections_per_ip = 10_000;
    })
    .await;
    let greedy = "x-forwarded-for: 192.0.2.1\r\n";
    let path = "/api/v1/tables/1/card.png?lang=en";
    let mut answers = Vec::new();
    for _ in 0..200 {
        answers.push(get(&server, path, greedy).await);
    }
    let refused = answers.iter().filter(|answer| answer.status == 429).count();
    assert!(refused > 100, "{refused}");
    let last = answers.iter().rfind(|answer| answer.status == 429).unwrap();
    assert_eq!(last.json()["code"], "rate.limited");
    let page = get(&server, "/table/1", greedy).await;
    assert!(
        page.status == 200 && !page.text().contains("og:image"),
        "the page itself is not refused"
    );
    let other = "x-forwarded-for: 198.51.100.7\r\n";
    size(&get(&server, path, other).await);
}
