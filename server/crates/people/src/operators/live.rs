//! The running server's view of operators' acts: mutes, announcements, the record of the chat.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use dashmap::DashMap;
use jiff::Timestamp;
use poker_protocol::v1::server::Notice;
use poker_protocol::v1::{LocalName, UnixMs};
use poker_store::{AccountId, Ban, NoticeLine, Said, Store, StoreError, TableId};
use poker_table::Remark;
use tokio::sync::mpsc;
use tokio::time::sleep;

/// Remarks that may wait to be written. All tables together may produce a few hundred between two writes; any excess is not stored.
const CHAT_QUEUE: usize = 1024;

/// Interval between writes of the chat, each of many lines.
const CHAT_EVERY: Duration = Duration::from_secs(2);

/// The mutes, announcements and chat record of a running server.
pub struct Live {
    mutes: DashMap<AccountId, Ban>,
    notices: Mutex<Vec<NoticeLine>>,
    said: mpsc::Sender<Said>,
    to_keep: tokio::sync::Mutex<mpsc::Receiver<Said>>,
}

/// The handle through which tables record the chat.
#[derive(Clone, Debug)]
pub struct Record(mpsc::Sender<Said>);

impl Record {
    /// Notes a remark. This never waits: if the queue is full, the remark is not stored.
    pub fn note(&self, table: TableId, remark: Remark) {
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
    pub async fn new(store: &dyn Store) -> Result<Self, StoreError> {
        let (said, to_keep) = mpsc::channel(CHAT_QUEUE);
        Ok(Self {
            mutes: store.chat_mutes().await?.into_iter().collect(),
            notices: Mutex::new(store.notices().await?),
            said,
            to_keep: tokio::sync::Mutex::new(to_keep),
        })
    }

    /// Returns the handle through which tables record the chat.
    pub fn record(&self) -> Record {
        Record(self.said.clone())
    }

    /// Returns `true` while the operator mutes an account.
    pub fn is_muted(&self, account: AccountId, now: Timestamp) -> bool {
        self.mutes.get(&account).is_some_and(|ban| ban.holds(now))
    }

    /// The announcements that are currently shown to every client.
    pub fn notices(&self, now: Timestamp) -> Vec<Notice> {
        let mut notices = self.notices.lock().unwrap_or_else(PoisonError::into_inner);
        notices.retain(|notice| now < notice.until);
        notices.iter().filter_map(told).collect()
    }

    /// Shows an announcement to every client from now on, and returns it as clients get it.
    pub fn announce(&self, notice: NoticeLine) -> Option<Notice> {
        let message = told(&notice);
        let mut notices = self.notices.lock().unwrap_or_else(PoisonError::into_inner);
        notices.push(notice);
        message
    }

    /// Mutes an account.
    pub fn mute(&self, account: AccountId, ban: Ban) {
        self.mutes.insert(account, ban);
    }

    /// Lifts the mute of an account, if there is one.
    pub fn unmute(&self, account: AccountId) {
        self.mutes.remove(&account);
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
pub async fn keep_chat(live: Arc<Live>, store: Arc<dyn Store>) {
    let mut to_keep = live.to_keep.lock().await;
    let mut said = Vec::new();
    while to_keep.recv_many(&mut said, CHAT_QUEUE).await > 0 {
        if let Err(fault) = store.keep_chat(std::mem::take(&mut said)).await {
            tracing::warn!(%fault, "what was said is not kept");
        }
        sleep(CHAT_EVERY).await;
    }
}
