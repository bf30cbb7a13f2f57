//! The tables of an event: opened, reopened, closed.

use std::collections::BTreeMap;
use std::sync::Arc;

use poker_engine::tournament::TableNo;
use poker_owner::now;
use poker_store::{AccountId, OwnerKind, StepKind, StoreError, StoredTable, TableId};
use poker_table::core::direct::Direct;
use poker_table::core::mail::Mail as TableMail;
use poker_table::state::command::TableOrder;
use poker_table::{FromTable, TableHandle};
use tokio::time::sleep;

use super::{Actor, RELOAD};
use crate::core::{Input, Outputs};
use crate::setup::EventTableRow;
use crate::state::Opened;

/// A table of the event.
#[derive(Debug)]
pub(super) struct Seated {
    pub(super) no: TableNo,
    pub(super) generation: u32,
    pub(super) handle: TableHandle,
}

/// Returns the time of a table's last write, in milliseconds since 1970.
pub(super) fn wrote_at(table: &StoredTable) -> Option<i64> {
    let row = table.tail.iter().rev().find(|row| row.kind != StepKind::Snapshot)?;
    TableOrder::decode_open(&row.command).ok().map(|order| order.at)
}

impl Actor {
    /// Opens the tables that were open when the server stopped and those that are missing, and closes those no longer needed.
    pub(super) async fn take_tables(&mut self, stored: Vec<(EventTableRow, StoredTable)>) {
        let mut wanted: BTreeMap<TableNo, Opened> = self.core.wanted_tables().collect();
        for (row, table) in stored {
            let no = TableNo(row.no);
            let fits = |opened: &Opened| opened.generation == row.generation;
            if wanted.get(&no).is_some_and(fits) {
                wanted.remove(&no);
                let id = table.id;
                self.open_table(no, row.generation, row.seats, table);
                self.tell_opened(no, row.generation, id).await;
            } else {
                let id = table.id;
                self.open_table(no, row.generation, row.seats, table);
                self.close_table(id).await;
            }
        }
        self.create_tables(wanted.into_iter().collect()).await;
    }

    fn open_table(&mut self, no: TableNo, generation: u32, seats: u8, stored: StoredTable) {
        let id = stored.id;
        let setup = self.core.tournament().table_setup(no, seats);
        let handle = self.deps.house.open_table(stored, setup, self.reporter.clone());
        self.numbers.insert(no, id);
        self.tables.insert(id, Seated { no, generation, handle });
    }

    /// Creates tables in the store and opens them. The event waits until that succeeds.
    pub(super) async fn create_tables(&mut self, opens: Vec<(TableNo, Opened)>) {
        if opens.is_empty() {
            return;
        }
        let rows: Vec<String> = opens
            .iter()
            .map(|(no, opened)| {
                let row = self.setup.table_row(*no, opened.generation, opened.seats);
                serde_json::to_string(&row).expect("a row has string keys and no fallible parts")
            })
            .collect();
        let stored = loop {
            match self.deps.store.create(OwnerKind::Table, rows.clone()).await {
                Ok(stored) => break stored,
                Err(StoreError::Stopped(_)) => return,
                Err(error) => {
                    tracing::error!(tournament = %self.setup.id, %error, "tables cannot be created");
                    sleep(RELOAD).await;
                }
            }
        };
        for ((no, opened), stored) in opens.into_iter().zip(stored) {
            let table = stored.id;
            self.open_table(no, opened.generation, opened.seats, stored);
            Box::pin(self.tell_opened(no, opened.generation, table)).await;
        }
    }

    /// Notifies the players at a table of its address.
    pub(super) async fn tell_opened(&mut self, no: TableNo, generation: u32, table: TableId) {
        let opened = Input::Opened { no, generation, table };
        let mut out = Outputs::default();
        self.core
            .step(opened, now(&self.deps.clock), &mut self.entropy, &mut out);
        self.carry_out(out).await;
    }

    /// Reopens a table that was out of play, as the store has it.
    pub(super) async fn reopen_table(&mut self, no: TableNo) {
        let known = self.numbers.get(&no).copied();
        let known = known.and_then(|id| Some((id, self.tables.get(&id)?.generation)));
        let opened = self.core.wanted_tables().find(|(wanted, _)| *wanted == no);
        let (Some((id, generation)), Some((_, Opened { seats, .. }))) = (known, opened) else {
            return;
        };
        match self.deps.store.claim_table(id).await {
            Ok(stored) => {
                self.lost.remove(&id);
                if let Err(error) = self.deps.store.quarantine(id, None).await {
                    tracing::warn!(table = %id, %error, "a table plays on and is still noted as quarantined");
                }
                self.open_table(no, generation, seats, stored);
                Box::pin(self.tell_opened(no, generation, id)).await;
                let players: Vec<AccountId> = self.core.accounts_at(no).collect();
                for account in players {
                    self.show_table(no, account);
                }
            }
            Err(error) => {
                let told = FromTable::OutOfPlay(error.to_string());
                // This very task reads it.
                let _ = self.reporter.send((id, told));
            }
        }
    }

    pub(super) async fn close_table(&mut self, id: TableId) {
        if let Some(seated) = self.tables.remove(&id) {
            if self.numbers.get(&seated.no) == Some(&id) {
                self.numbers.remove(&seated.no);
            }
            if self.lost.remove(&id).is_some() {
                if let Err(error) = self.deps.store.release_table(id, Vec::new(), None).await {
                    tracing::error!(table = %id, %error, "a table that is out of play cannot be closed");
                }
                return;
            }
            let (seats, moved) = (Vec::new(), Vec::new());
            seated
                .handle
                .deliver(TableMail::Direct(Direct::Arrange { seats, moved }))
                .await;
            seated.handle.deliver(TableMail::Close).await;
        }
    }

    /// Makes a player seated at a table watch it from now on, without a request.
    pub(super) fn show_table(&self, no: TableNo, account: AccountId) {
        let tournament = self.core.tournament();
        let seated = self.numbers.get(&no).and_then(|table| self.tables.get(table));
        let entrant = tournament
            .number_of(account)
            .and_then(|number| tournament.entrant(number));
        let (Some(seated), Some(entrant)) = (seated, entrant) else {
            return;
        };
        let info = Arc::new(entrant.info.clone());
        self.deps.house.follow(account, &seated.handle, info);
    }
}
