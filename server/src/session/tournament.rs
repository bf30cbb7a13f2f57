//! What clients ask of tournaments.

use poker_protocol::v1::server::OkMsg;
use poker_protocol::v1::{ClientMsg, ErrorCode};

use super::Desk;

/// Answers a request about a tournament or about a table of one. The server holds none.
pub(super) fn answer(desk: &Desk<'_>, message: &ClientMsg) {
    let id = message.id().to_owned();
    match message {
        ClientMsg::ListTournaments(_) => desk.ok(OkMsg {
            id,
            tournaments: Some(Vec::new()),
            ..OkMsg::default()
        }),
        ClientMsg::CallTime(_) | ClientMsg::RequestRuling(_) | ClientMsg::Report(_) => {
            desk.error(id, ErrorCode::TableNotFound, "no tournament has such a table");
        }
        _ => desk.error(id, ErrorCode::TournamentUnknown, "there is no such tournament"),
    }
}
