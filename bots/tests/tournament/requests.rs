//! Tests that the SDK has a method for every message that clients may send.

use std::collections::BTreeSet;

use poker_bots::{Client, Credentials};
use poker_protocol::v1::client::{BankStart, Entry};
use poker_protocol::v1::host::HostAction;
use poker_protocol::v1::tournament::{DealAnswer, DealKind, Statement};
use poker_protocol::v1::{Action, Chips, ClientMsg, Emote, TableId, TournamentId};
use serde_json::json;

use super::golden;
use super::server::Door;

/// Messages without a method: sent by the connection itself, or of no use to it.
const WITHOUT_METHOD: [&str; 4] = [
    // Sent on connecting.
    "hello",
    // Sent by a connection that restores itself.
    "resume",
    "resume_tournament",
    // For clients that cannot send WebSocket pings: the server's pings keep this connection alive.
    "ping",
];

#[tokio::test]
async fn every_message_has_a_method() {
    let door = Door::open().await;
    let server = async {
        let mut guest = door.guest(&[]).await;
        let mut sent = BTreeSet::new();
        while let Some(request) = guest.next().await {
            // Fields with which some requests are answered; the others ignore them.
            let mut answer = json!({"type": "ok", "id": request["id"], "games": [], "tables": [], "tournaments": []});
            answer["hint"] = golden("server/ok.hint")["hint"].clone();
            answer["table"] = golden("server/ok.table")["table"].clone();
            guest.say(answer).await;
            sent.insert(request["type"].as_str().unwrap().to_owned());
        }
        sent
    };
    let (sent, ()) = tokio::join!(server, async {
        let nickname = "hal".to_owned();
        let client = Client::connect(&door.url, Credentials::Guest { nickname })
            .await
            .unwrap();
        ask_of_the_lobby(&client).await;
        ask_at_a_table(&client).await;
        ask_of_a_tournament(&client).await;
        client.close().await;
    });
    let all: BTreeSet<String> = ClientMsg::TYPES.map(str::to_owned).into();
    let expected: BTreeSet<String> = all
        .into_iter()
        .filter(|kind| !WITHOUT_METHOD.contains(&kind.as_str()))
        .collect();
    assert_eq!(sent, expected);
}

async fn ask_of_the_lobby(client: &Client) {
    let config = serde_json::from_value(golden("client/create_table")["config"].clone()).unwrap();
    client.list_games().await.unwrap();
    client.list_tables().await.unwrap();
    client.watch_lobby().await.unwrap();
    client.unwatch_lobby().await.unwrap();
    client.watch_club(3, None).await.unwrap();
    client.unwatch_club(3).await.unwrap();
    client.visible(false).await.unwrap();
    client.create_table(config).await.unwrap();
    client.list_tournaments().await.unwrap();
}

async fn ask_at_a_table(client: &Client) {
    let table = &TableId("7".to_owned());
    client.watch(table).await.unwrap();
    client.unwatch(table).await.unwrap();
    client.sit(table, None, Chips::default(), Entry::Post).await.unwrap();
    client.leave(table).await.unwrap();
    client.sit_out(table).await.unwrap();
    client.rebuy(table, Chips::default()).await.unwrap();
    client.wait_list(table, true).await.unwrap();
    client.act(table, 1, 1, Action::Check {}).await.unwrap();
    client.show(table, 1, Vec::new()).await.unwrap();
    client.hint(table).await.unwrap();
    client.time_bank(table, BankStart::Button).await.unwrap();
    client.straddle(table, true).await.unwrap();
    client.rabbit_hunt(table).await.unwrap();
    client.chat(table, "hello").await.unwrap();
    client.emote(table, Emote::Wave).await.unwrap();
    client.mute(table, "somebody", true).await.unwrap();
    client.remove(table, "somebody").await.unwrap();
    client.host(table, HostAction::Pause { minutes: None }).await.unwrap();
    client.ask_seat(table, true).await.unwrap();
    client.consent(table, 1, true).await.unwrap();
    let words = Statement::new("Is this hand live?").unwrap();
    client.call_time(table).await.unwrap();
    client.request_ruling(table, words.clone()).await.unwrap();
    client.report(table, "somebody", words).await.unwrap();
}

async fn ask_of_a_tournament(client: &Client) {
    let tournament = &TournamentId("12".to_owned());
    client.watch_tournament(tournament).await.unwrap();
    client.unwatch_tournament(tournament).await.unwrap();
    client.register(tournament, 1).await.unwrap();
    client.unregister(tournament).await.unwrap();
    client.re_enter(tournament).await.unwrap();
    client.tournament_rebuy(tournament, true).await.unwrap();
    client.add_on(tournament).await.unwrap();
    client.withdraw(tournament, true).await.unwrap();
    client.tournament_presence(tournament, true).await.unwrap();
    let none = Chips::default();
    client.propose_deal(tournament, DealKind::Icm, none).await.unwrap();
    client.answer_deal(tournament, DealAnswer::Agree).await.unwrap();
}
