//! Writes that are not steps.

use futures_util::future::BoxFuture;
use sqlx::sqlite::SqliteConnection;
use tokio::sync::oneshot;

use super::batch::Batch;
use super::faucet::Faucet;
use super::fault::Fault;
use crate::StoreError;
use crate::clock::WallClock;
use crate::faucet::FaucetLimits;
use crate::types::TableId;
use poker_base::network::Network;

/// A transaction, as tasks see it.
pub(super) struct WriteTx<'a> {
    pub(super) conn: &'a mut SqliteConnection,
    pub(super) clock: &'a WallClock,
    pub(super) limits: &'a FaucetLimits,
    /// Appends steps, and caches the ends of journals.
    pub(super) batch: &'a mut Batch,
    /// Set by a transaction that changes owners.
    pub(super) owners: Owners,
}

/// The journals whose owner has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Owners {
    Same,
    One(TableId),
    All,
}

impl<'a> WriteTx<'a> {
    /// Changes the owner of one journal, or of all: their ends are recorded, and looked up by the next append.
    pub(super) async fn change_owners(&mut self, owners: Owners) -> Result<(), Fault> {
        self.owners = owners;
        self.batch.settle(self.conn).await
    }

    /// The faucet for requests from a network.
    pub(super) fn faucet(&self, network: Option<Network>) -> Faucet<'a> {
        Faucet {
            limits: self.limits,
            network,
            now: self.clock.now(),
        }
    }
}

pub(super) trait Task: Send + Sync {
    /// Does its work within a transaction. It may be called again after the transaction was undone.
    fn run<'a>(&'a mut self, tx: &'a mut WriteTx<'_>) -> BoxFuture<'a, Result<(), Fault>>;

    /// Sends the caller the result of the last run, unless the transaction failed.
    fn finish(self: Box<Self>, committed: Result<(), Fault>);
}

/// A task that answers with a `T`.
pub(super) struct TypedTask<T, F> {
    work: F,
    result: Option<T>,
    reply: oneshot::Sender<Result<T, StoreError>>,
}

impl<T, F> TypedTask<T, F>
where
    F: for<'a> FnMut(&'a mut WriteTx<'_>) -> BoxFuture<'a, Result<T, Fault>>,
{
    pub(super) fn new(work: F, reply: oneshot::Sender<Result<T, StoreError>>) -> Self {
        Self {
            work,
            result: None,
            reply,
        }
    }
}

impl<T, F> Task for TypedTask<T, F>
where
    T: Send + Sync,
    F: for<'a> FnMut(&'a mut WriteTx<'_>) -> BoxFuture<'a, Result<T, Fault>> + Send + Sync,
{
    fn run<'a>(&'a mut self, tx: &'a mut WriteTx<'_>) -> BoxFuture<'a, Result<(), Fault>> {
        Box::pin(async move {
            self.result = None;
            self.result = Some((self.work)(tx).await?);
            Ok(())
        })
    }

    fn finish(self: Box<Self>, committed: Result<(), Fault>) {
        let result = match (committed, self.result) {
            (Ok(()), Some(result)) => Ok(result),
            (Ok(()), None) => Err(StoreError::Database("the task was not run".to_owned())),
            (Err(fault), _) => Err(fault.into()),
        };
        // The caller may have gone away; what was written stays.
        let _ = self.reply.send(result);
    }
}
