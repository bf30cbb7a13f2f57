//! Handles on tournaments: their mail, and the facts that can be read without messaging them.

use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard};

use futures_util::future::BoxFuture;
use poker_owner::{ConnId, Now};
use poker_protocol::v1::PlayerInfo;
use poker_protocol::v1::tournament::TournamentSummary;
use poker_store::{AccountId, Rulings, StoreError, StoredTable, TableId};
use poker_table::{EventSetup, Invitation, Reports, TableHandle};
use tokio::sync::{mpsc, oneshot};
use tokio_tungstenite::tungstenite::Utf8Bytes;

use crate::core::{Core, Read, Request};
#[cfg(feature = "suite")]
use crate::setup::TournamentSetup;
use crate::state::Tournament;

/// Capacity of a tournament's mailbox. A request that finds it full is refused immediately.
pub(crate) const MAILBOX: usize = 1_024;

/// A message to a tournament.
#[derive(Debug)]
pub enum Mail {
    /// A request, answered exactly once under its `id`.
    Request(Box<Request>),
    /// A connection has closed.
    Disconnected(ConnId),
    /// A read of the tournament's state.
    Read(Read),
    /// Operators' decisions about people: whoever was banned, deleted or renamed goes off the waiting list.
    CatchUp(Arc<Rulings>),
    /// Cancels the tournament if it has not begun, or is live, and has no more than `entries` entries.
    GiveUp {
        /// The most entries with which it is still cancelled.
        entries: usize,
        /// The reason given to the players.
        reason: String,
    },
}

/// A message that could not be posted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PostError {
    /// The mailbox is full: the same request may succeed later.
    Busy,
    /// The tournament has ended its task.
    Gone,
}

/// The sender of a request for a tournament or one of its tables.
#[derive(Clone, Copy, Debug)]
pub struct Asker {
    /// The account, if the request is authenticated.
    pub account: Option<AccountId>,
    /// `true` if the operator has granted it a role.
    pub is_official: bool,
}

/// A handle on a tournament: its mailbox, and the facts that can be read without messaging it. Cheap to clone.
#[derive(Clone, Debug)]
pub struct TournamentHandle {
    pub(crate) mailbox: mpsc::Sender<Mail>,
    pub(crate) invitation: Option<Arc<Invitation>>,
    pub(crate) shown: Arc<RwLock<Shown>>,
}

/// The facts of a tournament that can be read without messaging it.
#[derive(Debug)]
pub(crate) struct Shown {
    /// Its entry in the lobby.
    summary: TournamentSummary,
    /// Officials named by its director.
    officials: Vec<AccountId>,
    /// Lines of its audit trail.
    acts: usize,
}

impl Shown {
    pub(crate) fn of(tournament: &Tournament) -> Self {
        let named = tournament.named_officials();
        Self {
            summary: tournament.summary(),
            officials: named.filter_map(|named| named.who.id.parse().ok()).collect(),
            acts: tournament.book.trail().len(),
        }
    }
}

impl TournamentHandle {
    /// Returns a handle on a tournament without a task, and its mailbox.
    #[cfg(feature = "suite")]
    pub fn alone(setup: TournamentSetup) -> (Self, mpsc::Receiver<Mail>) {
        let (mailbox, mail) = mpsc::channel(MAILBOX);
        let handle = Self {
            mailbox,
            invitation: None,
            shown: Arc::new(RwLock::new(Shown::of(&Tournament::new(Arc::new(setup))))),
        };
        (handle, mail)
    }

    /// Changes the lobby entry.
    #[cfg(feature = "suite")]
    pub fn show(&self, change: impl FnOnce(&mut TournamentSummary)) {
        change(&mut self.shown.write().unwrap_or_else(PoisonError::into_inner).summary);
    }

    /// Posts a message.
    pub fn post(&self, mail: Mail) -> Result<(), PostError> {
        self.mailbox.try_send(mail).map_err(|failure| match failure {
            mpsc::error::TrySendError::Full(_) => PostError::Busy,
            mpsc::error::TrySendError::Closed(_) => PostError::Gone,
        })
    }

    /// Posts a message that must arrive, waiting for room.
    pub async fn deliver(&self, mail: Mail) {
        let _ = self.mailbox.send(mail).await;
    }

    /// Reads from the tournament. The answer comes once everything it shows is on disk; `None` if the tournament is gone or too busy.
    pub async fn ask<T: Send + Sync + 'static>(
        &self,
        read: impl FnOnce(&Core, Now) -> T + Send + Sync + 'static,
    ) -> Option<T> {
        let (sender, answer) = oneshot::channel();
        let read = Read(Box::new(move |core, now| {
            let read = read(core, now);
            Box::new(move || {
                // The asker may have gone.
                let _ = sender.send(read);
            })
        }));
        self.post(Mail::Read(read)).ok()?;
        answer.await.ok()
    }

    /// Returns a copy of the lobby entry.
    pub fn summary(&self) -> TournamentSummary {
        self.glance(Clone::clone)
    }

    /// Reads from the lobby entry without copying it.
    pub fn glance<T>(&self, look: impl FnOnce(&TournamentSummary) -> T) -> T {
        look(&self.shown().summary)
    }

    /// Returns the number of acts of its officials so far.
    pub fn acts(&self) -> usize {
        self.shown().acts
    }

    /// Returns the invitation that opens it, if it was announced as private.
    pub fn invitation(&self) -> Option<&Invitation> {
        self.invitation.as_deref()
    }

    /// `true` if everyone may see it.
    pub fn is_public(&self) -> bool {
        !self.shown().summary.private
    }

    /// `true` if an account may run it: a named official, or the host of a private or live tournament, who directs it throughout.
    pub fn is_run_by(&self, account: AccountId) -> bool {
        let shown = self.shown();
        let TournamentSummary {
            host, private, live, ..
        } = &shown.summary;
        let hosts = (*private || *live) && host.as_deref() == Some(account.to_string().as_str());
        hosts || shown.officials.contains(&account)
    }

    fn shown(&self) -> RwLockReadGuard<'_, Shown> {
        self.shown.read().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The rest of the server, as a tournament sees it.
pub trait House: Send + Sync + 'static {
    /// A lobby entry has changed.
    fn changed(&self);

    /// An account has entered a tournament, with `true` while it is still in play; `None` removes the entry.
    fn note_player(&self, account: AccountId, tournament: TableId, plays: Option<bool>);

    /// A tournament of this server, by its number.
    fn tournament(&self, id: TableId) -> Option<TournamentHandle>;

    /// The task of a tournament has ended.
    fn ended(&self, tournament: TableId);

    /// Sends a message to an account, if it is connected.
    fn send(&self, account: AccountId, frame: Utf8Bytes);

    /// Chips moved between the tournament and an account, and the move is durable.
    fn chips_moved(&self, account: AccountId);

    /// `true` if an account may take no seat and no entry now: the operator has banned or deleted it, or it has reached a limit of its
    /// own.
    fn keeps_out(&self, account: AccountId) -> BoxFuture<'_, Result<bool, StoreError>>;

    /// An account that waited has been given a place in a tournament, and the entry is durable.
    fn place_given(&self, account: AccountId, tournament: &TournamentSummary);

    /// Opens a table of the event, which sends its reports there.
    fn open_table(&self, stored: StoredTable, setup: EventSetup, reports: Reports) -> TableHandle;

    /// Lets a player who is connected watch a table without a request.
    fn follow(&self, account: AccountId, table: &TableHandle, info: Arc<PlayerInfo>);

    /// Records that a tournament can no longer be played.
    fn quarantine(&self, tournament: TableId, why: String) -> BoxFuture<'_, ()>;
}
