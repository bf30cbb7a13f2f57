//! A tournament from its journal.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use poker_engine::Chips;
use poker_owner::rows::{BadRow, from_json};
use poker_store::{JournalRow, StoredTable};
use poker_table::state::command::FORMAT;
use poker_table::state::older;
use serde_json::value::RawValue;

use super::{Refused, Tournament, array};
use crate::command::EventOrder;
use crate::setup::TournamentSetup;

/// A tournament recovered from its journal.
#[derive(Debug)]
pub struct Recovered {
    /// Its state after the last step.
    pub tournament: Tournament,
    /// All its events as JSON, one text each.
    pub log: Vec<Box<str>>,
    /// Time of its last write, in milliseconds since 1970; 0 if there was none.
    pub wrote_at: i64,
}

/// The reasons a tournament cannot be recovered.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    /// A step cannot be read.
    #[error("step {0}: {1}")]
    Row(u64, BadRow),
    /// A command that was once accepted is refused.
    #[error("step {0} is refused now: {1}")]
    Refused(u64, Refused),
    /// A step yields other events than it did originally.
    #[error("step {0} gives different events than before")]
    Diverged(u64),
    /// A step was written in a format unknown to this version.
    #[error("step {0} has format {1}")]
    Format(u64, u16),
    /// A step makes the tournament panic.
    #[error("step {0} cannot be carried out")]
    Panicked(u64),
    /// The pool does not match what the tournament has to pay.
    #[error("the pool holds {holds} chips and owes {owes}")]
    Pool {
        /// Chips in the ledger's pool.
        holds: Chips,
        /// Chips the tournament has to pay.
        owes: Chips,
    },
}

impl Tournament {
    /// Recovers a tournament from its journal, with all its events and the time of its last write, in milliseconds since 1970.
    ///
    /// # Errors
    /// If a step cannot be read, or does not do what it did originally.
    pub fn recover(stored: &StoredTable, setup: Arc<TournamentSetup>) -> Result<Recovered, Damage> {
        let mut tournament = Self::new(setup);
        tournament.is_replaying = true;
        let mut log = Vec::new();
        let (mut wrote_at, mut pool) = (0, 0_u128);
        for row in &stored.tail {
            if row.format > FORMAT {
                return Err(Damage::Format(row.step, row.format));
            }
            let order = EventOrder::decode(&row.command, row.secret.as_deref());
            let order = order.map_err(|error| Damage::Row(row.step, error))?;
            let applied = catch_unwind(AssertUnwindSafe(|| tournament.apply(&order)));
            let applied = applied.map_err(|_| Damage::Panicked(row.step))?;
            let applied = applied.map_err(|refused| Damage::Refused(row.step, refused))?;
            log.extend(tournament.as_told(row, applied.told)?);
            let pool_account = poker_store::LedgerAccount::Tournament(tournament.setup.id);
            for transfer in &applied.transfers {
                let amount = u128::from(transfer.amount.get());
                pool = if transfer.credit == pool_account {
                    pool + amount
                } else {
                    pool.saturating_sub(amount)
                };
            }
            wrote_at = order.at;
        }
        let owes = u64::try_from(pool).ok().and_then(Chips::try_new).unwrap_or(Chips::MAX);
        if owes != stored.escrow {
            let holds = stored.escrow;
            return Err(Damage::Pool { holds, owes });
        }
        tournament.is_replaying = false;
        Ok(Recovered {
            tournament,
            log,
            wrote_at,
        })
    }

    /// Returns the events of a step as originally emitted. What this very program has written must come out byte for byte. Another
    /// version, such as an older one, may have emitted fewer events, or fewer fields in one; those stand, under their numbers.
    fn as_told(&mut self, row: &JournalRow, told: Vec<Box<str>>) -> Result<Vec<Box<str>>, Damage> {
        if array(&told) == row.events {
            return Ok(told);
        }
        let recorded: Vec<Box<RawValue>> = from_json(&row.events).map_err(|error| Damage::Row(row.step, error))?;
        let now = told.iter().map(|event| &**event);
        if older::is_own(row) || !older::agrees_by("event", &recorded, now) {
            return Err(Damage::Diverged(row.step));
        }
        self.seq = row.first_seq.saturating_sub(1) + u64::try_from(recorded.len()).unwrap_or_default();
        Ok(recorded.into_iter().map(|event| event.get().into()).collect())
    }
}
