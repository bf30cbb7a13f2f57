//! Requests about tournaments.

use poker_protocol::v1::client::{OneTable, Plain};
use poker_protocol::v1::server::OkMsg;
use poker_protocol::v1::tournament::{
    AnswerDeal, DealAnswer, DealKind, OneTournament, ProposeDeal, Register, Report, RequestRuling, Statement,
    TournamentPresence, TournamentPurchase, TournamentRebuy, TournamentSummary, Withdraw,
};
use poker_protocol::v1::{Chips, ClientMsg, TableId, TournamentId};

use crate::{Client, ClientError};

/// Tournaments. Like tables they are resumed by themselves after a lost connection.
impl Client {
    /// The tournaments of the lobby.
    ///
    /// # Errors
    /// As [`Client::request`].
    pub async fn list_tournaments(&self) -> Result<Vec<TournamentSummary>, ClientError> {
        let id = self.new_id();
        let answer = self.request(ClientMsg::ListTournaments(Plain { id })).await?;
        answer.tournaments.ok_or(ClientError::Lacking("tournaments"))
    }

    /// Watches a tournament: a snapshot comes, then its events. Its tables are watched apart.
    ///
    /// # Errors
    /// As [`Client::request`].
    pub async fn watch_tournament(&self, tournament: &TournamentId) -> Result<OkMsg, ClientError> {
        self.request(ClientMsg::WatchTournament(self.about(tournament))).await
    }

    /// Watches a tournament no more.
    ///
    /// # Errors
    /// As [`Client::request`].
    pub async fn unwatch_tournament(&self, tournament: &TournamentId) -> Result<OkMsg, ClientError> {
        self.request(ClientMsg::UnwatchTournament(self.about(tournament))).await
    }

    /// Enters a tournament by this version of its rules, which its state names.
    ///
    /// # Errors
    /// As [`Client::request`].
    pub async fn register(&self, tournament: &TournamentId, rules: u32) -> Result<OkMsg, ClientError> {
        let OneTournament { id, tournament } = self.about(tournament);
        let request = Register { id, tournament, rules };
        self.request(ClientMsg::Register(request)).await
    }

    /// Takes the entry back before the start.
    ///
    /// # Errors
    /// As [`Client::request`].
    pub async fn unregister(&self, tournament: &TournamentId) -> Result<OkMsg, ClientError> {
        self.request(ClientMsg::Unregister(self.about(tournament))).await
    }

    /// Enters again after an elimination.
    ///
    /// # Errors
    /// As [`Client::request`].
    pub async fn re_enter(&self, tournament: &TournamentId) -> Result<OkMsg, ClientError> {
        self.request(ClientMsg::ReEnter(self.purchase(tournament))).await
    }

    /// Takes a rebuy, or does without one after the last chip is lost.
    ///
    /// # Errors
    /// As [`Client::request`].
    pub async fn tournament_rebuy(&self, tournament: &TournamentId, take: bool) -> Result<OkMsg, ClientError> {
        let OneTournament { id, tournament } = self.about(tournament);
        let request = TournamentRebuy { id, tournament, take };
        self.request(ClientMsg::TournamentRebuy(request)).await
    }

    /// Takes the add-on.
    ///
    /// # Errors
    /// As [`Client::request`].
    pub async fn add_on(&self, tournament: &TournamentId) -> Result<OkMsg, ClientError> {
        self.request(ClientMsg::AddOn(self.purchase(tournament))).await
    }

    /// Leaves a tournament for good. Without `confirm` the server refuses and tells what it would cost.
    ///
    /// # Errors
    /// As [`Client::request`].
    pub async fn withdraw(&self, tournament: &TournamentId, confirm: bool) -> Result<OkMsg, ClientError> {
        let OneTournament { id, tournament } = self.about(tournament);
        let request = Withdraw {
            id,
            tournament,
            confirm,
        };
        self.request(ClientMsg::Withdraw(request)).await
    }

    /// Is away from the next hand on, or comes back.
    ///
    /// # Errors
    /// As [`Client::request`].
    pub async fn tournament_presence(&self, tournament: &TournamentId, absent: bool) -> Result<OkMsg, ClientError> {
        let OneTournament { id, tournament } = self.about(tournament);
        let request = TournamentPresence { id, tournament, absent };
        self.request(ClientMsg::TournamentPresence(request)).await
    }

    /// Calls Time on the player who thinks.
    ///
    /// # Errors
    /// As [`Client::request`].
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
    /// As [`Client::request`].
    pub async fn request_ruling(&self, table: &TableId, text: Statement) -> Result<OkMsg, ClientError> {
        let request = RequestRuling {
            id: self.new_id(),
            table: table.clone(),
            text,
        };
        self.request(ClientMsg::RequestRuling(request)).await
    }

    /// Tells the officials of a player at a table; `player` is the `id` of the account.
    ///
    /// # Errors
    /// As [`Client::request`].
    pub async fn report(&self, table: &TableId, player: &str, text: Statement) -> Result<OkMsg, ClientError> {
        let request = Report {
            id: self.new_id(),
            table: table.clone(),
            player: player.to_owned(),
            text,
        };
        self.request(ClientMsg::Report(request)).await
    }

    /// Proposes a deal to the players still in, by `chop` or `icm`; `keep` chips stay for the first place. All are offered it once no
    /// hand is running, and the proposer answers as the others do.
    ///
    /// # Errors
    /// As [`Client::request`].
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

    /// Answers the deal that is offered.
    ///
    /// # Errors
    /// As [`Client::request`].
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
