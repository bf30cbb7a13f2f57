//! Tables of several games, played over sockets: games in turn, and dealer's choice.

use std::collections::BTreeSet;
use std::time::Duration;

use poker_bots::protocol::v1::client::Entry;
use poker_bots::protocol::v1::table::{PickState, TableConfig, TableInfo};
use poker_bots::protocol::v1::{Action, PublicEvent, ServerMsg, TableId};
use poker_bots::{Client, Credentials, Notice};
use serde_json::{Value, json};

use crate::bots::host::{Host, guest};
use crate::bots::model::compare_at;
use crate::bots::play::bots_at;

fn config(mix: &Value) -> TableConfig {
    let config = json!({"name": "Mixed", "game": "", "mix": mix, "seats": 6});
    serde_json::from_value(config).unwrap()
}

/// Returns a name that no player has.
fn somebody() -> String {
    format!("guest {:x}", rand::random::<u32>())
}

async fn open(host: &Host, mix: &Value) -> TableInfo {
    let client = host.guest(&somebody()).await;
    let info = client.create_table(config(mix)).await.unwrap();
    client.close().await;
    info
}

/// Returns the next relevant message of a table.
async fn next(client: &mut Client) -> ServerMsg {
    loop {
        let notice = tokio::time::timeout(Duration::from_mins(1), client.next()).await;
        if let Notice::Message(message, _) = notice.unwrap().unwrap() {
            return *message;
        }
    }
}

/// Watches this many hands; returns the game of each, which was announced before it began.
async fn games_of(mut client: Client, hands: usize) -> Vec<String> {
    let mut at_hand = String::new();
    let mut games = Vec::new();
    while games.len() < hands {
        match next(&mut client).await {
            ServerMsg::Snapshot(snapshot) => at_hand = snapshot.state.info.game,
            ServerMsg::Events(events) => {
                for event in events.events {
                    match event.event {
                        PublicEvent::GameChanged { game, .. } => at_hand = game.game,
                        PublicEvent::HandStarted { game, .. } => {
                            assert_eq!(game, at_hand);
                            games.push(game);
                        }
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }
    games
}

/// Has bots play this many hands, with none of their answers refused.
async fn played(host: &Host, mix: &Value, hands: usize) -> Vec<String> {
    let table = open(host, mix).await.table;
    let count = u64::try_from(hands).unwrap();
    let watcher = host.guest(&somebody()).await;
    watcher.watch(&table).await.unwrap();
    let (games, reports) = tokio::join!(games_of(watcher, hands), bots_at(host, table.clone(), count));
    assert!(reports.iter().all(|report| report.refused == 0), "{reports:?}");
    assert!(reports.iter().any(|report| report.hands >= count), "{reports:?}");
    games
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_play_rotations_to_their_end() {
    let host = Host::start();
    let horse = played(&host, &json!({"kind": "rotation", "rotation": "horse", "hands": 2}), 8).await;
    let two = ["limit-holdem", "omaha-8", "razz", "seven-card-stud"].map(|game| [game; 2]);
    assert_eq!(horse, two.as_flattened());
    let eight = played(
        &host,
        &json!({"kind": "rotation", "rotation": "eight-game", "hands": 1}),
        9,
    )
    .await;
    assert_eq!(eight[..8].iter().collect::<BTreeSet<_>>().len(), 8);
    assert_eq!(eight[0], eight[8]);
}

#[tokio::test(flavor = "multi_thread")]
async fn bots_pick_among_all_games() {
    let host = Host::start();
    let games = played(&host, &json!({"kind": "dealers_choice"}), 12).await;
    let different: BTreeSet<&String> = games.iter().collect();
    assert!(different.len() >= 3, "{games:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_model_follows_the_games() {
    let host = Host::start();
    let menu = ["five-card-draw", "omaha", "razz", "crazy-pineapple"].map(|game| json!({"game": game}));
    for (what, mix) in [
        ("horse", json!({"kind": "rotation", "rotation": "horse", "hands": 1})),
        ("choice", json!({"kind": "dealers_choice", "games": menu})),
    ] {
        let table = open(&host, &mix).await.table;
        compare_at(&host, &table, 3, what).await;
    }
}

/// Starts watching a table and returns its open pick, if a dealer is to choose a game.
async fn pick_of(client: &mut Client, table: &TableId) -> Option<PickState> {
    client.watch(table).await.unwrap();
    loop {
        if let ServerMsg::Snapshot(snapshot) = next(client).await {
            return snapshot.state.pick;
        }
    }
}

/// The server is killed while a dealer thinks; afterwards the same dealer is to choose, and the choice is played.
#[tokio::test(flavor = "multi_thread")]
async fn a_pick_outlives_the_server() {
    let host = Host::start();
    let info = open(&host, &json!({"kind": "dealers_choice"})).await;
    let table = info.table;
    let mut clients = [host.guest("ada").await, host.guest("bea").await];
    let mut tokens = Vec::new();
    for client in &clients {
        client.watch(&table).await.unwrap();
        client.sit(&table, None, info.buy_in_max, Entry::Post).await.unwrap();
        tokens.push(client.welcome().token.clone().unwrap());
    }
    let dealer = loop {
        if let ServerMsg::Events(events) = next(&mut clients[0]).await
            && let Some(seats) = events.events.iter().find_map(|event| match &event.event {
                PublicEvent::TurnStarted {
                    seats, hand: Some(1), ..
                } => Some(seats.clone()),
                _ => None,
            })
        {
            break seats[0];
        }
    };
    let host = host.restart();
    let at = usize::from(dealer - 1);
    let mut client = Client::connect(&host.url, Credentials::Token(tokens[at].clone()))
        .await
        .unwrap();
    let pick = pick_of(&mut client, &table).await.unwrap();
    assert_eq!((pick.hand, &pick.turn.seats[..]), (1, &[dealer][..]));
    let action = Action::PickGame {
        game: "razz".to_owned(),
        limit: None,
    };
    client.act(&table, pick.hand, pick.turn.turn, action).await.unwrap();
    let host = host.restart();
    let mut client = Client::connect(&host.url, guest(&somebody())).await.unwrap();
    client.watch(&table).await.unwrap();
    let mut begun = None;
    while begun.is_none() {
        match next(&mut client).await {
            ServerMsg::Snapshot(snapshot) => begun = snapshot.state.hand.map(|hand| hand.game),
            ServerMsg::Events(events) => {
                begun = events.events.into_iter().find_map(|event| match event.event {
                    PublicEvent::HandStarted { game, .. } => Some(game),
                    _ => None,
                });
            }
            _ => {}
        }
    }
    assert_eq!(begun.as_deref(), Some("razz"));
}
