//! Requests of a host, about a table of one's own.

use poker_protocol::v1::client::{Mute, Remove};
use poker_protocol::v1::host::{Host, HostAction};
use poker_protocol::v1::server::OkMsg;
use poker_protocol::v1::{ClientMsg, TableId};

use super::Client;
use crate::error::ClientError;

impl Client {
    /// Bars an account from chatting at a table of one's own, or lets it chat again; `player` is its `id`.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn mute(&self, table: &TableId, player: &str, muted: bool) -> Result<OkMsg, ClientError> {
        let request = Mute {
            id: self.new_id(),
            table: table.clone(),
            player: player.to_owned(),
            muted,
        };
        self.request(ClientMsg::Mute(request)).await
    }

    /// Sends an account away from a table of one's own for good; `player` is its `id`.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn remove(&self, table: &TableId, player: &str) -> Result<OkMsg, ClientError> {
        let request = Remove {
            id: self.new_id(),
            table: table.clone(),
            player: player.to_owned(),
        };
        self.request(ClientMsg::Remove(request)).await
    }

    /// Carries out a host's decision at a table of one's own. [`HostAction::AddChips`] repeated under the same `id` gets the
    /// first answer again.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn host(&self, table: &TableId, action: HostAction) -> Result<OkMsg, ClientError> {
        let request = Host {
            id: self.new_id(),
            table: table.clone(),
            action,
        };
        self.request(ClientMsg::Host(request)).await
    }
}
