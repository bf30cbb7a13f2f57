//! Words that the operator keeps out of names and of the chat.

use serde_json::{Value, json};

use crate::net::deals::THREE;
use crate::net::process::Process;
use crate::net::raw::request;
use crate::net::server::Client;

const LIST: &str = "# not here\ndunce\n*twerp\n";

/// Starts a server with a list of words.
fn start(folder: tempfile::TempDir, list: &[u8]) -> Result<Process, crate::net::process::Refused> {
    let path = folder.path().join("words.txt");
    std::fs::write(&path, list).unwrap();
    let option = format!("--blocked-words={}", path.display());
    Process::start_in(folder, &[&option, "--api-requests-per-second=1000"])
}

#[tokio::test(flavor = "multi_thread")]
async fn blocked_words_are_kept_out_of_names_and_of_the_chat() {
    let server = Process::start(&[]);
    let mut old = Client::connect(server.address, "/ws").await;
    let token = old.hello(json!({"nickname": "Old Dunce"})).await["token"].clone();
    let server = start(server.kill(), LIST.as_bytes()).unwrap_or_else(|refused| panic!("{}", refused.log));
    let json_header = "content-type: application/json\r\n";
    let post = async |path: &str, token: Option<&Value>, body: Value| {
        let bearer = token.and_then(Value::as_str);
        let bearer = bearer.map_or_else(String::new, |token| format!("authorization: Bearer {token}\r\n"));
        let answer = request(
            server.address,
            "POST",
            path,
            &format!("{json_header}{bearer}"),
            &body.to_string(),
        )
        .await;
        (answer.status, answer.json())
    };
    let code = |(status, body): (u16, Value)| (status, body["code"].as_str().unwrap_or("ok").to_owned());
    let blocked = (400, "name.blocked".to_owned());

    // Guests, accounts and bots.
    let guest = |name: &str| json!({"nickname": name});
    assert_eq!(code(post("/api/v1/guest", None, guest("A Dunce")).await), blocked);
    assert_eq!(code(post("/api/v1/guest", None, guest("xTw3rpx")).await), blocked);
    assert_eq!(
        code(post("/api/v1/guest", None, guest("Duncen")).await),
        (201, "ok".to_owned())
    );
    let account = |name: &str| json!({"name": name, "password": "a long pass phrase"});
    assert_eq!(
        code(post("/api/v1/register", None, account("D.u.n.c.e")).await),
        blocked
    );
    let (status, ada) = post("/api/v1/register", None, account("Ada")).await;
    assert_eq!(status, 201, "{ada}");
    let ada = &ada["access_token"];
    let bot = json!({"name": "dunce9"});
    assert_eq!(code(post("/api/v1/bot-tokens", Some(ada), bot).await), blocked);
    let mut client = Client::connect(server.address, "/ws").await;
    let refused = client
        .ask(json!({"type": "hello", "versions": ["poker.v1"], "nickname": "Dunce"}))
        .await;
    assert_eq!(refused["code"], "name.blocked");
    assert!(!refused.to_string().to_lowercase().contains("dunce"), "{refused}");

    // A player who has a name keeps it, as an account too.
    let mut old = Client::connect(server.address, "/ws").await;
    assert_eq!(old.hello(json!({"token": token})).await["you"]["name"], "Old Dunce");
    let kept = post("/api/v1/register", Some(&token), account("Old Dunce")).await;
    assert_eq!(code(kept), (201, "ok".to_owned()));

    // Tables and tournaments.
    let mut ann = server.guest("Ann").await;
    let table = |name: &str| {
        json!({
            "type": "create_table",
            "config": {"name": name, "game": "no-limit-holdem", "seats": 2},
        })
    };
    assert_eq!(ann.ask(table("Dunces\u{e9} dun-ce")).await["code"], "name.blocked");
    let tables = ann.ask(json!({"type": "list_tables"})).await["tables"].clone();
    assert!(!tables.to_string().contains("dun-ce"), "{tables}");
    let opened = ann.ask(table("Dunces welcome")).await;
    let event = |name: &str, definition: &str| json!({"name": name, "definition": definition});
    let path = "/api/v1/tournaments";
    assert_eq!(code(post(path, Some(ada), event("Dunce Open", THREE)).await), blocked);
    let named = THREE.replace("Trois", "Twerps");
    assert_eq!(code(post(path, Some(ada), event("Three", &named)).await), blocked);
    let (status, made) = post(path, Some(ada), json!({"definition": THREE, "private": true})).await;
    assert_eq!(status, 201, "{made}");
    let floor = format!("{path}/{}/floor", made["tournament"].as_str().unwrap());
    for edit in [
        json!({"kind": "edit", "name": "Dunce"}),
        json!({"kind": "edit", "definition": named}),
        json!({"kind": "enter", "name": "Dunce"}),
    ] {
        let body = json!({"id": "edit-1", "reason": "why", "action": edit});
        assert_eq!(code(post(&floor, Some(ada), body).await), blocked, "{edit}");
    }

    // The chat, but not its ready-made phrases.
    let table = &opened["table"]["table"];
    let watched = ann.ask(json!({"type": "watch", "table": table})).await;
    assert_eq!(watched["type"], "ok", "{opened}");
    let mut say = async |said: Value| {
        let mut chat = json!({"type": "chat", "table": table});
        chat.as_object_mut().unwrap().extend(said.as_object().unwrap().clone());
        let answer = ann.ask(chat).await;
        answer["code"].as_str().unwrap_or("ok").to_owned()
    };
    assert_eq!(say(json!({"text": "you d u n c e"})).await, "chat.blocked");
    assert_eq!(say(json!({"text": "TW\u{c9}RPS"})).await, "chat.blocked");
    assert_eq!(say(json!({"text": "no dunces here"})).await, "ok");
    assert_eq!(say(json!({"text": "", "phrase": "well_played"})).await, "ok");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_that_cannot_be_read_keeps_the_server_from_starting() {
    let folder = || tempfile::tempdir().unwrap();
    for (list, words) in [
        (b"good\nno good\n".to_vec(), "line 2"),
        (vec![b'x'; (64 << 10) + 1], "65536 bytes at most"),
        (vec![0xff], "not UTF-8 text"),
    ] {
        let refused = start(folder(), &list).err().expect("no server");
        assert_eq!(refused.status.code(), Some(2), "{}", refused.log);
        assert!(refused.log.contains("--blocked-words"), "{}", refused.log);
        assert!(refused.log.contains(words), "{}", refused.log);
    }
    let missing = ["--blocked-words=/no/such/list"];
    let refused = Process::start_in(folder(), &missing).err().expect("no server");
    assert_eq!(refused.status.code(), Some(2), "{}", refused.log);
    assert!(refused.log.contains("/no/such/list"), "{}", refused.log);
}
