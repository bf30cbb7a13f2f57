//! Lines of the operator to players, and the chat of players.

use std::time::Duration;

use serde_json::json;
use tokio::time::{Instant, sleep};

use super::{act, hello, next, register, sound};
use crate::net::process::{Process, poker};
use crate::net::server::{NEVER, Tables};

#[tokio::test(flavor = "multi_thread")]
async fn a_line_for_everybody_reaches_pages_within_its_time() {
    let server = Process::start(&[]);
    let (address, data) = (server.address, server.data());
    let mut early = server.guest("Early").await;
    let say = [
        "say",
        "--en",
        "We close at ten.",
        "--fr",
        "On ferme à dix heures.",
        "--for",
        "5s",
    ];
    let told = act(&data, &say).json();
    let notice = next(&mut early, "notice").await;
    assert_eq!(
        notice["text"],
        json!({"en": "We close at ten.", "fr": "On ferme à dix heures."})
    );
    assert_eq!(notice["no"], told["no"]);
    let mut late = server.guest("Late").await;
    assert_eq!(next(&mut late, "notice").await, notice);
    sleep(Duration::from_secs(5)).await;
    let mut later = server.guest("Later").await;
    later.send_text(&json!({"type": "ping", "id": "p"}).to_string()).await;
    assert_eq!(later.next().await["type"], "pong", "nothing comes before it");
    // A message posted without a server reaches those who come when it runs.
    let folder = server.kill();
    assert_eq!(
        act(
            &folder.path().join("data"),
            &["say", "--en", "Back soon.", "--fr", "À bientôt."]
        )
        .code,
        0
    );
    let server = Process::start_in(folder, &[]).unwrap_or_else(|refused| panic!("{refused:?}"));
    assert_ne!(server.address, address);
    let mut page = server.guest("Page").await;
    assert_eq!(next(&mut page, "notice").await["text"]["en"], "Back soon.");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_chat_is_kept_for_a_while_and_can_be_taken_back() {
    let server = Process::start(&["--passwords-per-minute=1000"]);
    let (address, data) = (server.address, server.data());
    let ada = register(address, "Ada").await;
    let (mut page, _) = hello(address, &ada["access_token"]).await;
    let mut other = server.guest("Bob").await;
    let table = page.create_table(Tables::Private).await;
    for client in [&mut page, &mut other] {
        assert_eq!(client.ask(json!({"type": "watch", "table": table})).await["type"], "ok");
    }
    let chat = |text: &str| json!({"type": "chat", "table": table, "text": text});
    assert_eq!(page.ask(chat("rude words")).await["type"], "ok");
    assert_eq!(
        page.ask(json!({"type": "chat", "table": table, "text": "", "phrase": "good_luck"}))
            .await["type"],
        "ok"
    );
    assert_eq!(next(&mut other, "chat").await["text"], "rude words");
    let deadline = Instant::now() + NEVER;
    let shown = loop {
        let shown = poker(&data, &["chat", "show", "--table", &table, "--since", "1h", "--json"]).lines();
        if !shown.is_empty() || Instant::now() > deadline {
            break shown;
        }
        sleep(Duration::from_millis(200)).await;
    };
    assert_eq!(shown.len(), 1, "phrases are nobody's own words: {shown:?}");
    assert_eq!(
        (&shown[0]["name"], &shown[0]["text"]),
        (&json!("Ada"), &json!("rude words"))
    );
    let line = shown[0]["no"].to_string();
    let told = act(&data, &["chat", "remove", &line]).json();
    assert!(!told.to_string().contains("rude words"), "{told}");
    let removed = next(&mut other, "chat_removed").await;
    assert_eq!(
        (&removed["text"], &removed["table"]),
        (&json!("rude words"), &json!(table))
    );
    assert_eq!(
        poker(&data, &["chat", "show", "--account", "ada", "--json"]).lines()[0]["removed"],
        true
    );
    act(&data, &["chat", "remove", "4711"]).refused("people.no_line");

    act(&data, &["chat", "mute", "Ada", "--for", "1h"]).json();
    assert_eq!(page.ask(chat("more of it")).await["code"], "chat.muted");
    let emote = json!({"type": "chat", "table": table, "text": "", "emote": "applause"});
    assert_eq!(page.ask(emote).await["code"], "chat.muted");
    assert_eq!(other.ask(chat("me not")).await["type"], "ok");
    act(&data, &["chat", "unmute", "Ada"]).json();
    assert_eq!(page.ask(chat("sorry")).await["type"], "ok");
    // A mute outlasts the server.
    let folder = server.kill();
    let data = folder.path().join("data");
    act(&data, &["chat", "mute", "Ada"]).json();
    let server = Process::start_in(folder, &[]).unwrap_or_else(|refused| panic!("{refused:?}"));
    let (mut page, _) = hello(server.address, &ada["access_token"]).await;
    assert_eq!(page.ask(json!({"type": "watch", "table": table})).await["type"], "ok");
    assert_eq!(page.ask(chat("and now")).await["code"], "chat.muted");
    sound(&server.data());
}
