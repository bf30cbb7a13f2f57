//! Requests about clubs of the account.

use poker_protocol::v1::ClientMsg;
use poker_protocol::v1::clubs::{OneClub, WatchClub};
use poker_protocol::v1::server::OkMsg;

use crate::{Client, ClientError};

impl Client {
    /// Watches a club of the account: what happens there arrives as `club` messages, beginning with the remarks after a number. After
    /// [`Notice::Reconnected`](crate::Notice::Reconnected) a client should call this again with the last number it has.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn watch_club(&self, club: u64, after: Option<u64>) -> Result<OkMsg, ClientError> {
        let id = self.new_id();
        self.request(ClientMsg::WatchClub(WatchClub { id, club, after })).await
    }

    /// Stops watching a club.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn unwatch_club(&self, club: u64) -> Result<OkMsg, ClientError> {
        let id = self.new_id();
        self.request(ClientMsg::UnwatchClub(OneClub { id, club })).await
    }
}
