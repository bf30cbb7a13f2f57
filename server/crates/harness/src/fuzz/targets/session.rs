//! Client messages as text.

use poker_protocol::v1::client::{ClientMsg, is_request_id};
use poker_store::AccountId;
use poker_table::{TableName, TableSetup, Timing};

use crate::fuzz::{Seen, repository};

/// Parses a message and the parts that a session parses. An accepted message can be written and read back.
pub(in crate::fuzz) fn message(input: &[u8], seen: &mut Seen) {
    let Ok(text) = str::from_utf8(input) else { return };
    let message = match ClientMsg::parse(text) {
        Ok(message) => message,
        Err(broken) => {
            assert!(broken.id.as_ref().is_none_or(|id| is_request_id(id)));
            seen.note((
                format!("{:?}", broken.code),
                broken.field.is_some(),
                broken.id.is_some(),
            ));
            return seen.refused(&broken);
        }
    };
    let again = serde_json::to_string(&message).expect("messages have string keys");
    assert_eq!(ClientMsg::parse(&again).as_ref(), Ok(&message), "a message reads back");
    let kind = again.split('"').nth(3).map(str::to_owned);
    match &message {
        ClientMsg::CreateTable(request) => {
            let setup = TableSetup::new(&request.config, Timing::default());
            seen.outcome(setup.map_err(|error| error.answer(Some(request.id.clone())).message));
        }
        ClientMsg::Act(request) => {
            let action = serde_json::to_value(&request.action).expect("actions have string keys");
            seen.note((
                "act",
                action["kind"].to_string(),
                TableName::parse(&request.table.0).is_some(),
            ));
        }
        ClientMsg::Mute(request) => seen.note(("mute", request.player.parse::<AccountId>().is_ok())),
        ClientMsg::Remove(request) => seen.note(("remove", request.player.parse::<AccountId>().is_ok())),
        ClientMsg::Report(request) => seen.note(("report", request.player.parse::<AccountId>().is_ok())),
        ClientMsg::Host(request) => {
            let action = serde_json::to_value(&request.action).expect("actions have string keys");
            let player = action["player"]
                .as_str()
                .map(|player| player.parse::<AccountId>().is_ok());
            seen.note(("host", action["kind"].to_string(), player));
        }
        _ => {}
    }
    seen.note(kind);
}

/// Messages from the protocol's examples.
pub(in crate::fuzz) fn message_seeds() -> Vec<Vec<u8>> {
    repository("protocol/golden/v1/client", ".json")
}
