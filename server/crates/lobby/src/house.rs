//! The rest of the server, as a tournament sees it.

use std::sync::Arc;

use futures_util::FutureExt as _;
use futures_util::future::BoxFuture;
use poker_event::actor::Deps;
use poker_event::{House, TournamentHandle};
use poker_owner::Caller;
use poker_protocol::v1::PlayerInfo;
use poker_protocol::v1::tournament::TournamentSummary;
use poker_store::{AccountId, OwnerKind, StoreError, StoredTable, TableId, Whom};
use poker_table::{EventSetup, House as _, Mail, Reports, TableHandle};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::hall::Events;
use crate::tables::{self, Unplayable};

struct Rest(Arc<Events>);

/// What tournaments need of this server.
pub(super) fn deps(events: &Arc<Events>) -> Deps {
    Deps {
        store: Arc::clone(&events.tables.store),
        journal: events.tables.journal.clone(),
        house: Arc::new(Rest(Arc::clone(events))),
        clock: Arc::clone(&events.tables.clock),
        pool: Arc::clone(&events.tables.pool),
        stop: events.tables.stop.clone(),
        tasks: events.tasks.clone(),
        shown_for: events.shown_for,
    }
}

impl House for Rest {
    fn changed(&self) {
        self.0.tournaments.changed();
    }

    fn note_player(&self, account: AccountId, tournament: TableId, plays: Option<bool>) {
        self.0.tournaments.note_player(account, tournament, plays);
    }

    fn tournament(&self, id: TableId) -> Option<TournamentHandle> {
        self.0.tournaments.get(id)
    }

    fn ended(&self, tournament: TableId) {
        self.0.tournaments.forget(tournament);
    }

    fn send(&self, account: AccountId, frame: Utf8Bytes) {
        self.0.tables.sessions.send_frame(account, &frame);
    }

    fn chips_moved(&self, account: AccountId) {
        self.0.tables.lobby.chips_moved(account);
    }

    fn keeps_out(&self, account: AccountId) -> BoxFuture<'_, Result<bool, StoreError>> {
        async move {
            let line = self.0.tables.store.account_line(Whom::Id(account)).await?;
            let is_gone = line.is_none_or(|line| line.ban.is_some() || line.retired_at.is_some());
            Ok(is_gone || self.0.restraints.keeps_out(account).await?.is_some())
        }
        .boxed()
    }

    fn place_given(&self, account: AccountId, tournament: &TournamentSummary) {
        self.0.tables.lobby.call_to_place(account, tournament);
    }

    fn open_table(&self, stored: StoredTable, setup: EventSetup, reports: Reports) -> TableHandle {
        tables::open_event(&self.0.tables, stored, setup, reports)
    }

    fn follow(&self, account: AccountId, table: &TableHandle, info: Arc<PlayerInfo>) {
        let is_open = |table| self.0.tables.lobby.table(table).is_some();
        self.0.tables.sessions.follow(account, table.id(), is_open, |outbox| {
            let caller = Caller {
                account,
                info,
                network: None,
                outbox,
            };
            // If the table is too busy, the client asks for it later.
            let _ = table.post(Mail::Follow(caller));
        });
    }

    fn quarantine(&self, tournament: TableId, why: String) -> BoxFuture<'_, ()> {
        let unplayable = Unplayable {
            kind: OwnerKind::Tournament,
            id: tournament,
            why,
        };
        tables::quarantine(&self.0.tables, vec![unplayable]).boxed()
    }
}
