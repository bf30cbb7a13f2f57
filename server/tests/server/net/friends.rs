//! Friends over HTTP: the information each side gets about the other, and the refusals.

use serde_json::{Value, json};

use crate::net::caller::Caller;
use crate::net::raw::request;
use crate::net::server::{Client, Server, Tables, start};

const LIST: &str = "/api/v1/friends";

/// Connects a guest.
async fn connected(server: &Server, name: &str) -> (Caller, Client) {
    let caller = Caller::guest(server, name).await;
    let mut client = server.connect().await;
    client.hello(json!({"token": caller.token})).await;
    (caller, client)
}

/// Returns the number of open requests in the next message about friends.
async fn questions(client: &mut Client) -> u64 {
    loop {
        let message = client.next().await;
        if message["type"] == "friends" {
            return message["questions"].as_u64().unwrap();
        }
    }
}

async fn asks(of: &Caller, player: &str) -> (u16, Value) {
    of.ask("PUT", &format!("{LIST}/{player}"), None).await
}

async fn befriend(one: &Caller, other: &Caller) {
    assert_eq!(asks(one, &other.id).await, (200, json!({"state": "asked"})));
    let accept = format!("{LIST}/{}/accept", one.id);
    assert_eq!(
        other.ask("POST", &accept, None).await,
        (200, json!({"state": "friends"}))
    );
}

fn names(list: &Value) -> Vec<&str> {
    let entries = list.as_array().unwrap().iter();
    entries.map(|entry| entry["player"]["name"].as_str().unwrap()).collect()
}

#[tokio::test]
async fn a_question_is_asked_accepted_and_ended() {
    let server = start(|_| {}).await;
    let (ann, mut ann_hears) = connected(&server, "Ann").await;
    let (bob, mut bob_hears) = connected(&server, "Bob").await;
    assert_eq!(asks(&ann, &bob.id).await, (200, json!({"state": "asked"})));
    assert_eq!(questions(&mut bob_hears).await, 1);
    assert_eq!(questions(&mut ann_hears).await, 0);
    let (of_ann, of_bob) = (ann.get(LIST).await, bob.get(LIST).await);
    assert_eq!(names(&of_ann["you_asked"]), ["Bob"]);
    assert_eq!(names(&of_bob["asked_you"]), ["Ann"]);
    // Accounts with an open request between them learn nothing of each other.
    assert_eq!((&of_ann["friends"], &of_bob["friends"]), (&json!([]), &json!([])));
    assert_eq!(asks(&ann, &bob.id).await, (200, json!({"state": "asked"})));
    // A request to an account that has sent one accepts it.
    assert_eq!(asks(&bob, &ann.id).await, (200, json!({"state": "friends"})));
    assert_eq!(
        (questions(&mut bob_hears).await, questions(&mut ann_hears).await),
        (0, 0)
    );
    let of_ann = ann.get(LIST).await;
    assert_eq!(
        (names(&of_ann["friends"]), &of_ann["you_asked"]),
        (vec!["Bob"], &json!([]))
    );
    assert_eq!(of_ann["friends"][0]["online"], true);
    let accept = format!("{LIST}/{}/accept", ann.id);
    assert_eq!(bob.ask("POST", &accept, None).await, (200, json!({"state": "friends"})));
    assert_eq!(asks(&ann, &bob.id).await, (200, json!({"state": "friends"})));
    for _ in 0..2 {
        assert_eq!(bob.ask("DELETE", &format!("{LIST}/{}", ann.id), None).await.0, 204);
    }
    assert_eq!(questions(&mut ann_hears).await, 0);
    assert_eq!(ann.get(LIST).await["friends"], json!([]));
    assert_eq!(bob.get(LIST).await["friends"], json!([]));
}

#[tokio::test]
async fn friends_see_where_one_plays_as_far_as_all_may_watch() {
    let server = start(|_| {}).await;
    let (ann, mut ann_plays) = connected(&server, "Ann").await;
    let (bob, bob_hears) = connected(&server, "Bob").await;
    befriend(&ann, &bob).await;
    let seen = async || bob.get(LIST).await["friends"][0].clone();
    assert!(seen().await["tables"].is_null());

    let open = ann_plays.create_table(Tables::Public).await;
    ann_plays.sit(&open).await;
    let table = loop {
        let friend = seen().await;
        if let Some(table) = friend["tables"].get(0) {
            assert!(friend["private"].is_null(), "{friend}");
            break table.clone();
        }
    };
    assert_eq!(table["table"], *open);
    assert!(
        table["game"]["fr"].is_string() && table["tournament"].is_null(),
        "{table}"
    );

    let config = json!({"name": "Ours alone", "game": "no-limit-holdem", "seats": 2, "private": true});
    let made = ann_plays.ask(json!({"type": "create_table", "config": config})).await;
    let private = made["table"]["table"].as_str().unwrap().to_owned();
    ann_plays.sit(&private).await;
    let friend = loop {
        let friend = seen().await;
        if friend["private"] == true {
            break friend;
        }
    };
    assert_eq!(friend["tables"], json!([table]));
    let invitation = private.split_once('-').unwrap().1;
    let told = friend.to_string();
    assert!(!told.contains(invitation) && !told.contains("Ours alone"), "{told}");

    // A hidden friend looks like one who is away.
    let choice = "/api/v1/me/presence";
    let hidden = json!({"shown": false});
    assert_eq!(ann.ask("PUT", choice, Some(hidden.clone())).await, (200, hidden));
    let friend = seen().await;
    for field in ["online", "tables", "private"] {
        assert!(friend[field].is_null(), "{friend}");
    }
    assert_eq!(ann.get(LIST).await["shown"], false);
    assert_eq!(ann.ask("PUT", choice, Some(json!({"shown": true}))).await.0, 200);
    assert_eq!(seen().await["online"], true);
    drop(bob_hears);
    drop(ann_plays);
    while seen().await["online"] == true {
        tokio::task::yield_now().await;
    }
}

#[tokio::test]
async fn a_declined_question_looks_open_and_is_not_heard_again() {
    let server = start(|_| {}).await;
    let (ann, mut ann_hears) = connected(&server, "Ann").await;
    let (bob, mut bob_hears) = connected(&server, "Bob").await;
    asks(&ann, &bob.id).await;
    assert_eq!(
        (questions(&mut bob_hears).await, questions(&mut ann_hears).await),
        (1, 0)
    );
    assert_eq!(bob.ask("DELETE", &format!("{LIST}/{}", ann.id), None).await.0, 204);
    assert_eq!(questions(&mut bob_hears).await, 0);
    assert_eq!(names(&ann.get(LIST).await["you_asked"]), ["Bob"]);
    assert_eq!(bob.get(LIST).await["asked_you"], json!([]));
    assert_eq!(asks(&ann, &bob.id).await, (200, json!({"state": "asked"})));
    // Withdrawn and sent again, the request looks the same.
    assert_eq!(ann.ask("DELETE", &format!("{LIST}/{}", bob.id), None).await.0, 204);
    assert_eq!(questions(&mut ann_hears).await, 0);
    assert_eq!(ann.get(LIST).await["you_asked"], json!([]));
    assert_eq!(asks(&ann, &bob.id).await, (200, json!({"state": "asked"})));
    assert_eq!(names(&ann.get(LIST).await["you_asked"]), ["Bob"]);
    assert_eq!(bob.get(LIST).await["asked_you"], json!([]));
    let accept = format!("{LIST}/{}/accept", ann.id);
    let (status, refused) = bob.ask("POST", &accept, None).await;
    assert_eq!((status, &refused["code"]), (404, &json!("friend.no_question")));
    // The account that declined may still send a request.
    assert_eq!(asks(&bob, &ann.id).await, (200, json!({"state": "asked"})));
    assert_eq!(questions(&mut ann_hears).await, 1);
}

#[tokio::test]
async fn what_cannot_be_is_refused_and_changes_nothing() {
    let server = start(|_| {}).await;
    let ann = Caller::guest(&server, "Ann").await;
    let named = json!({"name": "Ann's program"});
    let (status, program) = ann.ask("POST", "/api/v1/bot-tokens", Some(named)).await;
    assert_eq!(status, 201, "{program}");
    let mut robot = server.connect().await;
    let welcome = robot.hello(json!({"nickname": "Robot", "bot": true})).await;
    let robot = welcome["you"]["id"].as_str().unwrap();
    let most = u64::MAX.to_string();
    for (player, status, code) in [
        (ann.id.as_str(), 400, "protocol.invalid_field"),
        (robot, 403, "friend.program"),
        ("0198c7a2-5b1e-7c3d-9f00-3b2a1c0d4e5f", 404, "player.unknown"),
        (&most, 404, "player.unknown"),
        ("-1", 404, "player.unknown"),
        ("%00", 404, "player.unknown"),
    ] {
        let (got, refused) = asks(&ann, player).await;
        assert_eq!((got, &refused["code"]), (status, &json!(code)), "{player}");
        let (got, refused) = ann.ask("POST", &format!("{LIST}/{player}/accept"), None).await;
        assert_eq!(got, 404, "{player}: {refused}");
        assert_eq!(ann.ask("DELETE", &format!("{LIST}/{player}"), None).await.0, 204);
    }
    for body in [json!({}), json!({"shown": 1}), json!({"shown": true, "to": "all"})] {
        let (got, refused) = ann.ask("PUT", "/api/v1/me/presence", Some(body)).await;
        assert_eq!((got, &refused["code"]), (400, &json!("protocol.invalid_field")));
    }
    for (method, path) in [
        ("GET", LIST.to_owned()),
        ("PUT", format!("{LIST}/{robot}")),
        ("DELETE", format!("{LIST}/{robot}")),
        ("POST", format!("{LIST}/{robot}/accept")),
    ] {
        let refused = request(server.address, method, &path, "", "").await;
        assert_eq!(refused.status, 401, "{method} {path}");
    }
    let nothing = json!({"friends": [], "asked_you": [], "you_asked": [], "shown": true});
    assert_eq!(ann.get(LIST).await, nothing);
}
