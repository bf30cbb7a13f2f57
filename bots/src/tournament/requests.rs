//! Requests about tournaments.

use poker_protocol::v1::client::{OneTable, Plain};
use poker_protocol::v1::server::OkMsg;
use poker_protocol::v1::tournament::{
    AnswerDeal, DealAnswer, DealKind, OneTournament, ProposeDeal, Register, Report, RequestRuling, Statement,
    TournamentPresence, TournamentPurchase, TournamentRebuy, TournamentSummary, Withdraw,
};
use poker_protocol::v1::{Chips, ClientMsg, TableId, TournamentId};

use crate::{Client, ClientError};

/// Requests about tournaments. Like tables, tournaments are resumed automatically after a lost connection.
impl Client {
    /// Lists the tournaments in the lobby.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn list_tournaments(&self) -> Result<Vec<TournamentSummary>, ClientError> {
        let id = self.new_id();
        let answer = self.request(ClientMsg::ListTournaments(Plain { id })).await?;
        answer.tournaments.ok_or(ClientError::Lacking("tournaments"))
    }

    /// Watches a tournament: a snapshot arrives, followed by its events. Its tables are watched separately.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn watch_tournament(&self, tournament: &TournamentId) -> Result<OkMsg, ClientError> {
        self.request(ClientMsg::WatchTournament(self.about(tournament))).await
    }

    /// Stops watching a tournament.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn unwatch_tournament(&self, tournament: &TournamentId) -> Result<OkMsg, ClientError> {
        self.request(ClientMsg::UnwatchTournament(self.about(tournament))).await
    }

    /// Enters a tournament under this version of its rules, as stated in its state.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn register(&self, tournament: &TournamentId, rules: u32) -> Result<OkMsg, ClientError> {
        self.enter(tournament, rules, false).await
    }

    /// Enters a tournament, or goes on its waiting list if all places are taken.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn register_or_wait(&self, tournament: &TournamentId, rules: u32) -> Result<OkMsg, ClientError> {
        self.enter(tournament, rules, true).await
    }

    async fn enter(&self, tournament: &TournamentId, rules: u32, wait: bool) -> Result<OkMsg, ClientError> {
        let OneTournament { id, tournament } = self.about(tournament);
        let request = Register {
            id,
            tournament,
            rules,
            wait,
        };
        self.request(ClientMsg::Register(request)).await
    }

    /// Cancels the entry before the start, or leaves the waiting list.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn unregister(&self, tournament: &TournamentId) -> Result<OkMsg, ClientError> {
        self.request(ClientMsg::Unregister(self.about(tournament))).await
    }

    /// Re-enters after an elimination.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn re_enter(&self, tournament: &TournamentId) -> Result<OkMsg, ClientError> {
        self.request(ClientMsg::ReEnter(self.purchase(tournament))).await
    }

    /// Takes a rebuy, or declines one after the last chip is lost.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn tournament_rebuy(&self, tournament: &TournamentId, take: bool) -> Result<OkMsg, ClientError> {
        let OneTournament { id, tournament } = self.about(tournament);
        let request = TournamentRebuy { id, tournament, take };
        self.request(ClientMsg::TournamentRebuy(request)).await
    }

    /// Takes the add-on.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn add_on(&self, tournament: &TournamentId) -> Result<OkMsg, ClientError> {
        self.request(ClientMsg::AddOn(self.purchase(tournament))).await
    }

    /// Leaves a tournament for good. Without `confirm` the server refuses and states the cost.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn withdraw(&self, tournament: &TournamentId, confirm: bool) -> Result<OkMsg, ClientError> {
        let OneTournament { id, tournament } = self.about(tournament);
        let request = Withdraw {
            id,
            tournament,
            confirm,
        };
        self.request(ClientMsg::Withdraw(request)).await
    }

    /// Becomes absent from the next hand on, or comes back.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn tournament_presence(&self, tournament: &TournamentId, absent: bool) -> Result<OkMsg, ClientError> {
        let OneTournament { id, tournament } = self.about(tournament);
        let request = TournamentPresence { id, tournament, absent };
        self.request(ClientMsg::TournamentPresence(request)).await
    }

    /// Calls Time on the player to act.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn call_time(&self, table: &TableId) -> Result<OkMsg, ClientError> {
        let request = OneTable {
            id: self.new_id(),
            table: table.clone(),
        };
        self.request(ClientMsg::CallTime(request)).await
    }

    /// Calls an official to a table.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn request_ruling(&self, table: &TableId, text: Statement) -> Result<OkMsg, ClientError> {
        let request = RequestRuling {
            id: self.new_id(),
            table: table.clone(),
            text,
        };
        self.request(ClientMsg::RequestRuling(request)).await
    }

    /// Reports a player at a table to the officials; `player` is the `id` of the account.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn report(&self, table: &TableId, player: &str, text: Statement) -> Result<OkMsg, ClientError> {
        let request = Report {
            id: self.new_id(),
            table: table.clone(),
            player: player.to_owned(),
            text,
        };
        self.request(ClientMsg::Report(request)).await
    }

    /// Proposes a deal to the players still in, by `chop` or `icm`; `keep` chips are held back for first place. The deal is
    /// offered to all of them once no hand is running, and the proposer has to answer as well.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn propose_deal(
        &self,
        tournament: &TournamentId,
        kind: DealKind,
        keep: Chips,
    ) -> Result<OkMsg, ClientError> {
        let OneTournament { id, tournament } = self.about(tournament);
        let request = ProposeDeal {
            id,
            tournament,
            kind,
            keep,
            shares: Vec::new(),
        };
        self.request(ClientMsg::ProposeDeal(request)).await
    }

    /// Answers the deal on offer.
    ///
    /// # Errors
    /// The errors of [`Client::request`].
    pub async fn answer_deal(&self, tournament: &TournamentId, answer: DealAnswer) -> Result<OkMsg, ClientError> {
        let OneTournament { id, tournament } = self.about(tournament);
        let request = AnswerDeal { id, tournament, answer };
        self.request(ClientMsg::Deal(request)).await
    }

    fn about(&self, tournament: &TournamentId) -> OneTournament {
        OneTournament {
            id: self.new_id(),
            tournament: tournament.clone(),
        }
    }

    fn purchase(&self, tournament: &TournamentId) -> TournamentPurchase {
        let OneTournament { id, tournament } = self.about(tournament);
        TournamentPurchase { id, tournament }
    }
}
