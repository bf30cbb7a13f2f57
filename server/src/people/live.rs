//! The running server's view of operators' acts, and their immediate effects.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use dashmap::DashMap;
use jiff::Timestamp;
use poker_protocol::v1::server::Notice;
use poker_protocol::v1::{CloseCode, ErrorMsg, LocalName, ServerMsg, UnixMs};
use poker_store::{
    AccountId, Ban, ChatSearch, Deed, Done, NoticeLine, Said, SessionId, Store, StoreError, TableDeed, TableId,
};
use poker_table::{House, Mail, OperatorWish, Remark};
use tokio::sync::mpsc;
use tokio::time::sleep;

use super::{Desk, refused};
use crate::app::App;

/// Remarks that may wait to be written. All tables together may produce a few hundred between two writes; any excess is not stored.
const CHAT_QUEUE: usize = 1024;

/// Interval between writes of the chat, each of many lines.
const CHAT_EVERY: Duration = Duration::from_secs(2);

/// The mutes, announcements and chat record of a running server.
pub(crate) struct Live {
    mutes: DashMap<AccountId, Ban>,
    notices: Mutex<Vec<NoticeLine>>,
    said: mpsc::Sender<Said>,
    to_keep: tokio::sync::Mutex<mpsc::Receiver<Said>>,
}

/// The handle through which tables record the chat.
#[derive(Clone, Debug)]
pub(crate) struct Record(mpsc::Sender<Said>);

impl Record {
    /// Notes a remark. This never waits: if the queue is full, the remark is not stored.
    pub(crate) fn note(&self, table: TableId, remark: Remark) {
        let Remark { account, text } = remark;
        let said = Said {
            at: Timestamp::now(),
            table,
            account,
            text,
        };
        if self.0.try_send(said).is_err() {
            tracing::debug!(%table, "a remark is not kept: more is said than is written");
        }
    }
}

impl Live {
    /// Loads the state when a server starts.
    pub(crate) async fn new(store: &dyn Store) -> Result<Self, StoreError> {
        let (said, to_keep) = mpsc::channel(CHAT_QUEUE);
        Ok(Self {
            mutes: store.chat_mutes().await?.into_iter().collect(),
            notices: Mutex::new(store.notices().await?),
            said,
            to_keep: tokio::sync::Mutex::new(to_keep),
        })
    }

    /// Returns the handle through which tables record the chat.
    pub(crate) fn record(&self) -> Record {
        Record(self.said.clone())
    }

    /// Returns `true` while the operator mutes an account.
    pub(crate) fn is_muted(&self, account: AccountId, now: Timestamp) -> bool {
        self.mutes.get(&account).is_some_and(|ban| ban.holds(now))
    }

    /// The announcements that are currently shown to every client.
    pub(crate) fn notices(&self, now: Timestamp) -> Vec<Notice> {
        let mut notices = self.notices.lock().unwrap_or_else(PoisonError::into_inner);
        notices.retain(|notice| now < notice.until);
        notices.iter().filter_map(told).collect()
    }

    fn add(&self, notice: NoticeLine) {
        let mut notices = self.notices.lock().unwrap_or_else(PoisonError::into_inner);
        notices.push(notice);
    }
}

fn told(notice: &NoticeLine) -> Option<Notice> {
    let until = u64::try_from(notice.until.as_millisecond()).ok();
    Some(Notice {
        no: notice.no,
        text: LocalName {
            en: notice.en.clone(),
            fr: notice.fr.clone(),
        },
        until: until.and_then(UnixMs::new)?,
    })
}

/// Writes the chat periodically.
pub(crate) async fn keep_chat(app: Arc<App>) {
    let mut to_keep = app.people.to_keep.lock().await;
    let mut said = Vec::new();
    while to_keep.recv_many(&mut said, CHAT_QUEUE).await > 0 {
        if let Err(fault) = app.store.keep_chat(std::mem::take(&mut said)).await {
            tracing::warn!(%fault, "what was said is not kept");
        }
        sleep(CHAT_EVERY).await;
    }
}

/// Facts collected before an act, because the act removes them.
pub(super) struct Before {
    sessions: Vec<SessionId>,
}

impl Before {
    pub(super) async fn of(desk: &Desk<'_>, deed: &Deed) -> Result<Self, ErrorMsg> {
        let whom = match deed {
            Deed::ResetPassword { whom, .. } | Deed::Delete { whom } if desk.app.is_some() => whom,
            _ => return Ok(Self { sessions: Vec::new() }),
        };
        let sessions = async {
            let Some(line) = desk.store.account_line(whom.clone()).await? else {
                return Ok(Vec::new());
            };
            let mut accounts = vec![line.account.id];
            accounts.extend(desk.store.bots_of(line.account.id).await?.iter().map(|bot| bot.id));
            sessions_of(desk.store, &accounts).await
        };
        let sessions = sessions.await.map_err(|fault: StoreError| refused(&fault))?;
        Ok(Self { sessions })
    }
}

async fn sessions_of(store: &dyn Store, accounts: &[AccountId]) -> Result<Vec<SessionId>, StoreError> {
    let mut sessions = Vec::new();
    for account in accounts {
        sessions.extend(store.sessions_of(*account).await?.iter().map(|session| session.id));
    }
    Ok(sessions)
}

/// The tables and tournaments in which accounts are seated or entered.
pub(super) fn places_of(app: &App, accounts: &[AccountId]) -> Vec<String> {
    let mut places = Vec::new();
    for account in accounts {
        let seats = app.lobby.seats_of(*account);
        places.extend(
            seats
                .iter()
                .filter(|table| !app.lobby.is_of_event(**table))
                .map(|table| format!("table {table}")),
        );
        let set_aside = app.set_aside.of(*account);
        places.extend(
            set_aside
                .iter()
                .map(|aside| format!("table {} (out of play)", aside.table.0)),
        );
        let entered = app.tournaments.entered_by(*account);
        places.extend(entered.iter().map(|event| format!("tournament {}", event.0)));
    }
    places
}

/// Makes connections and tables act on what was done.
pub(super) async fn follow(app: &App, deed: &Deed, done: &Done, before: Before) {
    match deed {
        Deed::Ban { ban, .. } => {
            let left = ban
                .until
                .map(|until| until.duration_since(Timestamp::now()).unsigned_abs());
            match sessions_of(&*app.store, &done.accounts).await {
                Ok(sessions) => sessions
                    .iter()
                    .for_each(|session| app.sessions.shut(*session, CloseCode::Banned, left)),
                Err(fault) => tracing::error!(%fault, "sessions of a banned account were not looked up"),
            }
            for account in &done.accounts {
                app.sessions.close(*account, CloseCode::Banned);
                stand_up(app, *account).await;
            }
        }
        Deed::Unban { .. } => match sessions_of(&*app.store, &done.accounts).await {
            Ok(sessions) => sessions.iter().for_each(|session| app.sessions.readmit(*session)),
            Err(fault) => tracing::error!(%fault, "sessions of an account were not looked up"),
        },
        Deed::ResetPassword { .. } | Deed::Delete { .. } => {
            for session in before.sessions {
                app.auth.tell_revoked(session);
            }
            for account in &done.accounts {
                app.sessions.close(*account, CloseCode::Revoked);
                if matches!(deed, Deed::Delete { .. }) {
                    app.limits.forget(*account);
                }
                app.people
                    .mutes
                    .remove_if(account, |_, _| matches!(deed, Deed::Delete { .. }));
            }
        }
        // The next hello is answered with the new name.
        Deed::Rename { .. } => done
            .accounts
            .iter()
            .for_each(|account| app.sessions.close(*account, CloseCode::Restart)),
        Deed::Chips { .. } => done.accounts.iter().for_each(|account| app.lobby.chips_moved(*account)),
        Deed::Mute { ban, .. } => done.accounts.iter().for_each(|account| {
            app.people.mutes.insert(*account, *ban);
        }),
        Deed::Unmute { .. } => done.accounts.iter().for_each(|account| {
            app.people.mutes.remove(account);
        }),
        Deed::RemoveChat { line } => unsay(app, *line).await,
        Deed::Say { en, fr, until } => {
            let notice = NoticeLine {
                no: done.line.no,
                en: en.clone(),
                fr: fr.clone(),
                until: *until,
            };
            let message = told(&notice);
            // A client that says hello in between gets the announcement twice rather than never.
            app.people.add(notice);
            if let Some(message) = message {
                app.sessions.tell_all(&ServerMsg::Notice(message));
            }
        }
        Deed::Table { table, deed } => {
            if let Some(handle) = app.lobby.table(*table) {
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

/// Makes an account leave its cash tables.
async fn stand_up(app: &App, account: AccountId) {
    for table in app.lobby.seats_of(account) {
        if let Some(handle) = app.lobby.table(table) {
            handle.deliver(Mail::Operator(OperatorWish::StandUp(account))).await;
        }
    }
}

/// Makes the viewers of a table hide a remark.
async fn unsay(app: &App, line: u64) {
    let search = ChatSearch {
        before: line.checked_add(1),
        limit: 1,
        ..ChatSearch::default()
    };
    let found = match app.store.chat(search).await {
        Ok(found) => found,
        Err(fault) => return tracing::error!(%fault, "a remark was not looked up"),
    };
    for found in found.into_iter().filter(|found| found.no == line) {
        let Said {
            table, account, text, ..
        } = found.said;
        if let Some(handle) = app.lobby.table(table) {
            let wish = OperatorWish::Unsay { player: account, text };
            handle.deliver(Mail::Operator(wish)).await;
        }
    }
}
