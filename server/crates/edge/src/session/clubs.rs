//! Client requests about clubs.

use poker_lobby::clubs::WatchError;
use poker_people::store_error;
use poker_protocol::v1::clubs::WatchClub;
use poker_protocol::v1::{ErrorCode, ErrorMsg};

use super::Session;

impl Session<'_> {
    /// Lets a member watch a club.
    pub(super) async fn watch_club(&self, request: WatchClub) {
        let (desk, id) = (self.desk, request.id.clone());
        let watched = desk
            .reception
            .club_watches
            .watch(self.caller.account, desk.outbox, request);
        match watched.await {
            Ok(()) => {}
            Err(full @ WatchError::TooMany) => desk.error(id, ErrorCode::ServerFull, &full.to_string()),
            Err(WatchError::Store(fault)) => {
                let error = store_error(&fault, "a club cannot be read");
                let id = Some(id);
                desk.refuse(ErrorMsg { id, ..error });
            }
        }
    }
}
