//! Tests that a followed source is not lost when a resume is refused for a moment, or when the connection breaks while the
//! client is starting over.

use std::time::Duration;

use poker_bots::protocol::v1::{ServerMsg, TableId, TournamentId};
use poker_bots::{Client, ClientOptions, Credentials, Notice};
use serde_json::json;
use tokio::time::timeout;

use crate::golden;
use crate::server::{Door, Guest};

/// Number of messages that a client keeps for a program that does not read.
const NOTICES: usize = 1024;

/// Returns a client that follows tournament 12, and the server's side of its connection.
async fn follow(door: &Door) -> (Client, Guest) {
    let (client, mut guest) = watching(door).await;
    guest.say(golden("server/tournament_snapshot")).await;
    (client, guest)
}

/// Returns the same client before the snapshot arrives.
async fn watching(door: &Door) -> (Client, Guest) {
    let who = Credentials::Guest {
        nickname: "hal".to_owned(),
    };
    let options = ClientOptions {
        retry_after: Duration::from_millis(1),
        ..ClientOptions::default()
    };
    let connecting = tokio::spawn({
        let url = door.url.clone();
        async move { Client::connect_with(&url, who, options).await.unwrap() }
    });
    let mut guest = door.guest(&[]).await;
    let client = connecting.await.unwrap();
    let twelve = TournamentId("12".to_owned());
    let (watched, ()) = tokio::join!(client.watch_tournament(&twelve), async {
        guest.grant("watch_tournament").await;
    });
    watched.unwrap();
    (client, guest)
}

/// Reads up to the next message of a kind.
async fn read_to(client: &mut Client, is_wanted: impl Fn(&ServerMsg) -> bool) {
    let reading = async {
        loop {
            match client.next().await.unwrap() {
                Notice::Message(message, _) if is_wanted(&message) => return,
                _ => {}
            }
        }
    };
    timeout(Duration::from_secs(20), reading).await.unwrap();
}

async fn next_snapshot(client: &mut Client) {
    read_to(client, |message| matches!(message, ServerMsg::TournamentSnapshot(_))).await;
}

/// Reconnects the client, which asks for the tournament's snapshot, gets it and passes it on.
async fn come_back(door: &Door, client: &mut Client) {
    let mut guest = door.guest(&[]).await;
    guest.grant("watch_tournament").await;
    guest.say(golden("server/tournament_snapshot")).await;
    next_snapshot(client).await;
}

/// Returns a client that has lost its connection after the snapshot, and the server's side of the next one.
async fn lose(door: &Door) -> (Client, Guest) {
    let (mut client, guest) = follow(door).await;
    next_snapshot(&mut client).await;
    drop(guest);
    (client, door.guest(&[]).await)
}

#[tokio::test]
async fn a_snapshot_that_a_broken_connection_swallows_is_asked_for_again() {
    let door = Door::open().await;
    let (mut client, mut guest) = follow(&door).await;
    next_snapshot(&mut client).await;
    for _ in 0..=NOTICES {
        guest.say(json!({"type": "balance", "balance": 5})).await;
    }
    // The answer comes after all of them.
    let none = TableId("1".to_owned());
    let (left, _) = tokio::join!(client.unwatch(&none), guest.grant("unwatch"));
    left.unwrap();
    // The client reads on, starts over, and loses the connection before the snapshot.
    for _ in 0..NOTICES {
        client.next().await.unwrap();
    }
    guest.expect("watch_tournament").await;
    drop(guest);
    come_back(&door, &mut client).await;
}

#[tokio::test]
async fn a_snapshot_that_does_not_come_behind_its_answer_is_asked_for_again() {
    let door = Door::open().await;
    let (mut client, guest) = watching(&door).await;
    drop(guest);
    come_back(&door, &mut client).await;
}

#[tokio::test]
async fn a_resume_that_is_refused_for_the_moment_is_asked_for_again() {
    let door = Door::open().await;
    let (mut client, mut guest) = lose(&door).await;
    for _ in 0..2 {
        let resume = guest.expect("resume_tournament").await;
        let refusal = json!({"type": "error", "id": resume["id"], "code": "tournament.busy", "message": "busy",
            "retryable": true, "params": {"retry_after_ms": 1}});
        guest.say(refusal).await;
    }
    guest.grant("resume_tournament").await;
    guest.say(golden("server/tournament_snapshot")).await;
    next_snapshot(&mut client).await;
}

#[tokio::test]
async fn a_resume_that_is_refused_for_good_is_told() {
    let door = Door::open().await;
    let (mut client, mut guest) = lose(&door).await;
    guest.refuse("resume_tournament", "tournament.unknown").await;
    read_to(&mut client, |message| matches!(message, ServerMsg::Error(_))).await;
}
