//! A game that its host brings: played at a private table, kept over a restart, exported and replayed.

use poker_bots::protocol::v1::table::TableConfig;
use poker_bots::protocol::v1::{ErrorCode, ServerMsg};
use poker_bots::{ClientError, Notice};
use poker_engine::game::catalogue;
use serde_json::json;

use crate::bots::host::Host;
use crate::bots::play::table_of_bots;

/// Four cards, deuces wild, up to two exchanged; the best three count.
const DEFINITION: &str = r#"
id = "house-threes"
number = "H1"
name = { en = "House threes", fr = "Trois de la maison" }
family = "short"
seats = [2, 6]
limits = ["nl:2"]
wild = "rank:2"
script = """
  post(left,1); post(left2,2); deal(dddd);
  bet(first=left3,check=yes,tier=1); draw(max=2);
  bet(first=left,check=yes,tier=1);
  show(high=three)
"""
"#;

fn config(definition: &str, private: bool) -> TableConfig {
    let config = json!({"name": "House", "game": "", "definition": definition, "seats": 4, "private": private});
    serde_json::from_value(config).unwrap()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_game_of_the_host_is_played_kept_exported_and_replayed() {
    assert!(catalogue::find("house-threes").is_none());
    let host = Host::start();
    let mut client = host.guest("the host").await;
    let info = client.create_table(config(DEFINITION, true)).await.unwrap();
    assert!(info.own_game && info.game == "house-threes");
    client.watch(&info.table).await.unwrap();
    let told = loop {
        if let Notice::Message(message, _) = client.next().await.unwrap()
            && let ServerMsg::Snapshot(snapshot) = *message
        {
            break snapshot.state.game.unwrap();
        }
    };
    assert!(told.wild && told.deal == "dddd-x-");
    let listed = client.list_tables().await.unwrap();
    assert!(listed.iter().all(|line| line.info.table != info.table), "private");
    client.close().await;

    let first = table_of_bots(&host, info.table.clone()).await;
    let host = host.restart();
    let second = table_of_bots(&host, info.table.clone()).await;
    for reports in [&first, &second] {
        assert!(
            reports.iter().all(|report| report.refused == 0 && report.hands > 0),
            "{reports:?}"
        );
        assert_eq!(reports.iter().map(|report| report.won).sum::<i64>(), 0);
    }

    let line = host.export_and_replay(&format!("{}/1", info.table), "phh");
    assert_eq!(
        (&line["complete"], &line["variant"]),
        (&json!(true), &json!("X:house-threes"))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_definition_that_cannot_be_played_is_refused_with_its_line() {
    let host = Host::start();
    let client = host.guest("the host").await;
    let mut refused = Vec::new();
    let holdem = catalogue::source("no-limit-holdem").unwrap();
    for config in [
        config(&DEFINITION.replace("draw(max=2)", "drew(max=2)"), true),
        config(DEFINITION, false),
        config(holdem, true),
    ] {
        let Err(ClientError::Refused(error)) = client.create_table(config).await else {
            panic!("such a table is opened");
        };
        refused.push((error.code, error.params.and_then(|params| params.get("line").cloned())));
    }
    let expected = [
        (ErrorCode::GameDefinition, Some(json!(11))),
        (ErrorCode::TableConfigInvalid, None),
        (ErrorCode::TableConfigInvalid, None),
    ];
    assert_eq!(refused, expected);
}
