//! Client requests about tournaments.

use poker_event::Asker;
use poker_event::core::{Called, Request, TournamentRequest};
use poker_event::{Mail, PostError, TournamentHandle};
use poker_protocol::v1::client::ClientMsg;
use poker_protocol::v1::server::OkMsg;
use poker_protocol::v1::tournament::{DealAnswer, Statement, TournamentId};
use poker_protocol::v1::{ErrorCode, TableId as WireTableId};
use poker_store::{AccountId, TableId};
use poker_table::core::speech::Standing;
use poker_table::{EventSetup, TableHandle, TableSetup};

use super::Session;

/// Tournaments that one connection may follow at a time.
const TOURNAMENTS: usize = 64;

impl Session<'_> {
    /// Answers a message about tournaments or passes it on.
    pub(super) fn ask_hall(&mut self, message: ClientMsg) {
        let desk = self.desk;
        let (id, tournament, asked) = match message {
            ClientMsg::ListTournaments(request) => {
                return desk.ok(OkMsg {
                    id: request.id,
                    tournaments: Some(desk.reception.tournaments.list()),
                    ..OkMsg::default()
                });
            }
            ClientMsg::WatchTournament(request) => (request.id, request.tournament, TournamentRequest::Watch),
            ClientMsg::UnwatchTournament(request) => (request.id, request.tournament, TournamentRequest::Unwatch),
            ClientMsg::ResumeTournament(request) => {
                let after = request.after.get();
                (request.id, request.tournament, TournamentRequest::Resume { after })
            }
            ClientMsg::Register(request) => {
                let (rules, wait) = (request.rules, request.wait);
                let asked = TournamentRequest::Register { rules, age: None, wait };
                (request.id, request.tournament, asked)
            }
            ClientMsg::Unregister(request) => (request.id, request.tournament, TournamentRequest::Unregister),
            ClientMsg::ReEnter(request) => (request.id, request.tournament, TournamentRequest::ReEnter { age: None }),
            ClientMsg::TournamentRebuy(request) => {
                let take = request.take;
                (request.id, request.tournament, TournamentRequest::Rebuy { take })
            }
            ClientMsg::AddOn(request) => (request.id, request.tournament, TournamentRequest::AddOn),
            ClientMsg::Withdraw(request) => {
                let confirm = request.confirm;
                (request.id, request.tournament, TournamentRequest::Withdraw { confirm })
            }
            ClientMsg::TournamentPresence(request) => {
                let absent = request.absent;
                (request.id, request.tournament, TournamentRequest::Presence { absent })
            }
            ClientMsg::ProposeDeal(request) => {
                let (kind, keep) = (request.kind, request.keep.get());
                let shares = request.shares.iter().map(|(player, share)| (*player, share.get()));
                let shares = shares.collect();
                let asked = TournamentRequest::ProposeDeal { kind, keep, shares };
                (request.id, request.tournament, asked)
            }
            ClientMsg::Deal(request) => {
                let agrees = request.answer == DealAnswer::Agree;
                (request.id, request.tournament, TournamentRequest::AnswerDeal { agrees })
            }
            ClientMsg::CallTime(request) => {
                let call = |table| TournamentRequest::CallTime { table };
                return self.ask_event(request.id, &request.table, call);
            }
            ClientMsg::RequestRuling(request) => {
                return self.call_official(request.id, &request.table, None, request.text);
            }
            ClientMsg::Report(request) => {
                if let Some(about) = desk.account(&request.id, &request.player) {
                    self.call_official(request.id, &request.table, Some(about), request.text);
                }
                return;
            }
            _ => return,
        };
        self.ask_tournament(id, &tournament, asked);
    }

    /// Passes a ruling request, or a report of an account, to the tournament of a table.
    fn call_official(&mut self, id: String, table: &WireTableId, about: Option<AccountId>, text: Statement) {
        let text = text.into();
        self.ask_event(id, table, |table| {
            TournamentRequest::Call(Box::new(Called { table, about, text }))
        });
    }

    /// The caller, as tournaments need to know it.
    fn asker(&self) -> Asker {
        Asker {
            account: Some(self.caller.account),
            is_official: self.is_official,
        }
    }

    /// `true` if the caller may name a table by its number alone: its host, and those who know of its event.
    pub(super) fn knows(&self, setup: &TableSetup) -> bool {
        let is_in = |event: &EventSetup| self.desk.reception.tournaments.knows(event.tournament, self.asker());
        setup.host == Some(self.caller.account) || setup.event.as_deref().is_some_and(is_in)
    }

    /// The name of a table or tournament as far as it counts for the caller.
    fn name_for<'b>(&self, name: &'b str) -> &'b str {
        self.desk.reception.clubs.name_for(name, Some(self.caller.account))
    }

    /// The named table, if the caller may enter.
    pub(super) fn table(&self, table: &WireTableId) -> Option<TableHandle> {
        let lobby = &self.desk.reception.lobby;
        lobby.find(self.name_for(&table.0), |setup| self.knows(setup))
    }

    /// The standing of the caller, including other accounts of the same person, in the event of a table. Neutral at any
    /// other table.
    pub(super) fn standing_at(&self, table: &WireTableId, family: &[AccountId]) -> Standing {
        let reception = self.desk.reception;
        let event = reception
            .lobby
            .event_of(self.name_for(&table.0), |setup| self.knows(setup));
        event.map_or_else(Standing::default, |(tournament, _)| {
            reception.tournaments.standing(tournament, self.asker(), family)
        })
    }

    /// Passes a request to the tournament of a table.
    fn ask_event(&mut self, id: String, table: &WireTableId, request: impl FnOnce(TableId) -> TournamentRequest) {
        let reception = self.desk.reception;
        let event = reception
            .lobby
            .event_of(self.name_for(&table.0), |setup| self.knows(setup));
        let found =
            event.and_then(|(tournament, table)| Some((tournament, reception.tournaments.get(tournament)?, table)));
        match found {
            Some((tournament, handle, table)) => self.pass_on(id, tournament, &handle, request(table)),
            None => self
                .desk
                .error(id, ErrorCode::TournamentNoSuchTable, "no tournament has this table"),
        }
    }

    /// Passes a request to the named tournament.
    fn ask_tournament(&mut self, id: String, name: &TournamentId, request: TournamentRequest) {
        match self
            .desk
            .reception
            .tournaments
            .find(self.name_for(&name.0), self.asker())
        {
            Some((tournament, handle)) => self.pass_on(id, tournament, &handle, request),
            None => self
                .desk
                .error(id, ErrorCode::TournamentUnknown, "there is no such tournament"),
        }
    }

    /// Passes a request to a tournament, which answers it.
    fn pass_on(&mut self, id: String, tournament: TableId, handle: &TournamentHandle, request: TournamentRequest) {
        let desk = self.desk;
        let follows = matches!(request, TournamentRequest::Watch | TournamentRequest::Resume { .. });
        if follows && !self.follow(tournament) {
            let message = "this connection follows too many tournaments";
            return desk.error(id, ErrorCode::ServerFull, message);
        }
        if request == TournamentRequest::Unwatch {
            self.tournaments.retain(|followed| *followed != tournament);
        }
        if matches!(
            request,
            TournamentRequest::Register { .. } | TournamentRequest::ReEnter { .. }
        ) {
            desk.outbox.set_plays();
        }
        let caller = self.caller.clone();
        let mail = Mail::Request(Box::new(Request {
            caller,
            id: id.clone(),
            asked: request,
        }));
        match handle.post(mail) {
            Ok(()) => {}
            Err(PostError::Busy) => desk.error(id, ErrorCode::TournamentBusy, "the tournament has too much to do"),
            Err(PostError::Gone) => desk.error(id, ErrorCode::TournamentUnknown, "the tournament is over"),
        }
    }

    /// Records that a tournament knows the connection. Returns `false` if there are too many.
    fn follow(&mut self, tournament: TableId) -> bool {
        if self.tournaments.contains(&tournament) {
            return true;
        }
        if self.tournaments.len() >= TOURNAMENTS {
            // Tournaments end without notifying former followers.
            let hall = &self.desk.reception.tournaments;
            self.tournaments.retain(|followed| hall.get(*followed).is_some());
        }
        if self.tournaments.len() >= TOURNAMENTS {
            return false;
        }
        self.tournaments.push(tournament);
        true
    }

    /// Notifies the tournaments that know the connection that it is gone.
    pub(super) async fn leave_tournaments(&self) {
        for tournament in &self.tournaments {
            if let Some(handle) = self.desk.reception.tournaments.get(*tournament) {
                handle.deliver(Mail::Disconnected(self.desk.outbox.id())).await;
            }
        }
    }
}
