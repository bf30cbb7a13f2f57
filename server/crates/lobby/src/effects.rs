//! The immediate effects of operators' acts on the running server.

use std::sync::Arc;

use futures_util::FutureExt;
use futures_util::future::BoxFuture;
use jiff::Timestamp;
use poker_event::Mail as EventMail;
use poker_people::auth::Auth;
use poker_people::operators::{ConnectionLog, Live, Running, sessions_of};
use poker_protocol::v1::{CloseCode, ServerMsg};
use poker_store::{
    AccountId, ChatSearch, Deed, Done, NoticeLine, Rulings, Said, SessionId, Store, StoreError, TableDeed, TableId,
};
use poker_table::{House, Mail, OperatorWish, TableHandle};

use crate::{Hall, Lobby, Restraints, Sessions, SetAsides};

/// What operators' acts have an effect on.
pub struct Effects {
    /// The store of accounts and sessions.
    pub store: Arc<dyn Store>,
    /// Accounts, sessions and tokens.
    pub auth: Arc<Auth>,
    /// Open tables.
    pub lobby: Arc<Lobby>,
    /// Open connections.
    pub sessions: Arc<Sessions>,
    /// Tables out of play after a fault.
    pub set_aside: Arc<SetAsides>,
    /// Tournaments that are not closed.
    pub tournaments: Arc<Hall>,
    /// Mutes and announcements.
    pub people: Arc<Live>,
    /// Limits that players have set for themselves.
    pub restraints: Arc<Restraints>,
    /// Record of connections.
    pub connection_log: Arc<ConnectionLog>,
}

impl Effects {
    /// Makes all tables and tournaments follow what operators have decided about people: after a start, because an act may have been
    /// cut off between its line in the trail and its effects.
    ///
    /// # Errors
    /// If the store fails.
    pub async fn catch_up_all(&self) -> Result<(), StoreError> {
        let rulings = self.store.rulings().await?;
        if !rulings.is_empty() {
            self.tell(Arc::new(rulings), self.lobby.handles()).await;
        }
        Ok(())
    }

    /// The same for the tables and tournaments where these accounts may be.
    async fn catch_up(&self, accounts: &[AccountId]) {
        match self.store.rulings().await {
            Ok(rulings) => self.tell(Arc::new(rulings), self.lobby.tables_with(accounts)).await,
            Err(fault) => tracing::error!(%fault, "tables follow an act of the operator at the next start"),
        }
    }

    async fn tell(&self, rulings: Arc<Rulings>, tables: Vec<TableHandle>) {
        for table in tables {
            let wish = OperatorWish::CatchUp(Arc::clone(&rulings));
            table.deliver(Mail::Operator(wish)).await;
        }
        for event in self.tournaments.with_waitlist() {
            event.deliver(EventMail::CatchUp(Arc::clone(&rulings))).await;
        }
    }
}

impl Running for Effects {
    fn is_open(&self, table: TableId) -> bool {
        self.lobby.table(table).is_some()
    }

    fn is_of_event(&self, table: TableId) -> bool {
        self.lobby.is_of_event(table)
    }

    fn places_of(&self, accounts: &[AccountId]) -> Vec<String> {
        places_of(self, accounts)
    }

    fn writes_connections(&self) -> BoxFuture<'_, bool> {
        async { self.connection_log.flush(&*self.store).await.is_ok() }.boxed()
    }

    fn follow<'a>(&'a self, deed: &'a Deed, done: &'a Done, ended: Vec<SessionId>) -> BoxFuture<'a, ()> {
        follow(self, deed, done, ended).boxed()
    }
}

/// The tables and tournaments in which accounts are seated or entered.
fn places_of(on: &Effects, accounts: &[AccountId]) -> Vec<String> {
    let mut places = Vec::new();
    for account in accounts {
        let seats = on.lobby.seats_of(*account);
        places.extend(
            seats
                .iter()
                .filter(|table| !on.lobby.is_of_event(**table))
                .map(|table| format!("table {table}")),
        );
        let set_aside = on.set_aside.of(*account);
        places.extend(
            set_aside
                .iter()
                .map(|aside| format!("table {} (out of play)", aside.table.0)),
        );
        let entered = on.tournaments.entered_by(*account);
        places.extend(entered.iter().map(|event| format!("tournament {}", event.0)));
    }
    places
}

/// Makes connections and tables act on what was done.
async fn follow(on: &Effects, deed: &Deed, done: &Done, ended: Vec<SessionId>) {
    match deed {
        Deed::Ban { ban, .. } => {
            let left = ban
                .until
                .map(|until| until.duration_since(Timestamp::now()).unsigned_abs());
            match sessions_of(&*on.store, &done.accounts).await {
                Ok(sessions) => sessions
                    .iter()
                    .for_each(|session| on.sessions.shut(*session, CloseCode::Banned, left)),
                Err(fault) => tracing::error!(%fault, "the sessions of a banned account could not be read"),
            }
            for account in &done.accounts {
                on.sessions.close(*account, CloseCode::Banned);
            }
            on.catch_up(&done.accounts).await;
        }
        Deed::Unban { .. } => match sessions_of(&*on.store, &done.accounts).await {
            Ok(sessions) => sessions.iter().for_each(|session| on.sessions.readmit(*session)),
            Err(fault) => tracing::error!(%fault, "the sessions of an account could not be read"),
        },
        Deed::ResetPassword { .. } | Deed::Delete { .. } => {
            for session in ended {
                on.auth.tell_revoked(session);
            }
            for account in &done.accounts {
                on.sessions.close(*account, CloseCode::Revoked);
                if matches!(deed, Deed::Delete { .. }) {
                    on.people.unmute(*account);
                    on.restraints.forget(*account);
                }
            }
            if matches!(deed, Deed::Delete { .. }) {
                on.catch_up(&done.accounts).await;
            }
        }
        // The next hello is answered with the new name. A line for a seat would go on with the old one.
        Deed::Rename { .. } => {
            for account in &done.accounts {
                on.sessions.close(*account, CloseCode::Restart);
            }
            on.catch_up(&done.accounts).await;
        }
        Deed::Chips { .. } => done.accounts.iter().for_each(|account| on.lobby.chips_moved(*account)),
        Deed::Mute { ban, .. } => done.accounts.iter().for_each(|account| {
            on.people.mute(*account, *ban);
        }),
        Deed::Unmute { .. } => done.accounts.iter().for_each(|account| {
            on.people.unmute(*account);
        }),
        Deed::RemoveChat { line } => unsay(on, *line).await,
        Deed::Say { en, fr, until } => {
            let notice = NoticeLine {
                no: done.line.no,
                en: en.clone(),
                fr: fr.clone(),
                until: *until,
            };
            // A client that says hello in between gets the announcement twice rather than never.
            if let Some(message) = on.people.announce(notice) {
                on.sessions.tell_all(&ServerMsg::Notice(message));
            }
        }
        Deed::Table { table, deed } => {
            if let Some(handle) = on.lobby.table(*table) {
                let mail = match deed {
                    TableDeed::Close => Mail::Operator(OperatorWish::Close),
                    TableDeed::Pause => Mail::Pause(true),
                    TableDeed::Resume => Mail::Pause(false),
                };
                handle.deliver(mail).await;
            }
        }
        Deed::Export { .. } => {}
    }
}

/// Makes the viewers of a table hide a remark.
async fn unsay(on: &Effects, line: u64) {
    let search = ChatSearch {
        before: line.checked_add(1),
        limit: 1,
        ..ChatSearch::default()
    };
    let found = match on.store.chat(search).await {
        Ok(found) => found,
        Err(fault) => return tracing::error!(%fault, "a remark could not be read"),
    };
    for found in found.into_iter().filter(|found| found.no == line) {
        let Said {
            table, account, text, ..
        } = found.said;
        if let Some(handle) = on.lobby.table(table) {
            let wish = OperatorWish::Unsay { player: account, text };
            handle.deliver(Mail::Operator(wish)).await;
        }
    }
}
