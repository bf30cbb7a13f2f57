//! Requests about games and tables as a whole.

use poker_protocol::v1::ClientMsg;
use poker_protocol::v1::client::{CreateTable, Plain, Visible};
use poker_protocol::v1::server::OkMsg;
use poker_protocol::v1::table::{GameInfo, TableConfig, TableInfo, TableSummary};

use super::Client;
use crate::error::ClientError;

impl Client {
    /// Lists the games the server offers.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn list_games(&self) -> Result<Vec<GameInfo>, ClientError> {
        let id = self.new_id();
        let answer = self.request(ClientMsg::ListGames(Plain { id })).await?;
        answer.games.ok_or(ClientError::Lacking("games"))
    }

    /// Lists the tables in the lobby.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn list_tables(&self) -> Result<Vec<TableSummary>, ClientError> {
        let id = self.new_id();
        let answer = self.request(ClientMsg::ListTables(Plain { id })).await?;
        answer.tables.ok_or(ClientError::Lacking("tables"))
    }

    /// Lists the tables in the lobby and subscribes to changes, which arrive as `lobby` messages. These have no numbers, so a
    /// client that has lost its connection should call this again after [`Notice::Reconnected`](crate::Notice::Reconnected).
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn watch_lobby(&self) -> Result<Vec<TableSummary>, ClientError> {
        let id = self.new_id();
        let answer = self.request(ClientMsg::WatchLobby(Plain { id })).await?;
        answer.tables.ok_or(ClientError::Lacking("tables"))
    }

    /// Ends the `lobby` messages.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn unwatch_lobby(&self) -> Result<OkMsg, ClientError> {
        let id = self.new_id();
        self.request(ClientMsg::UnwatchLobby(Plain { id })).await
    }

    /// Reports whether a page of the account is visible to its user. While none is, the server notifies the user by Web Push if
    /// the account has subscribed. The report does not survive a lost connection.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn visible(&self, visible: bool) -> Result<OkMsg, ClientError> {
        let id = self.new_id();
        self.request(ClientMsg::Visible(Visible { id, visible })).await
    }

    /// Opens a table.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn create_table(&self, config: TableConfig) -> Result<TableInfo, ClientError> {
        let id = self.new_id();
        let answer = self
            .request(ClientMsg::CreateTable(Box::new(CreateTable { id, config })))
            .await?;
        answer
            .table
            .map(|table| *table)
            .ok_or(ClientError::Lacking("the table"))
    }
}
