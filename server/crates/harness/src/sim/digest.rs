//! The hash of everything that happens, by which two runs of a seed are compared.

use std::fmt;

use aws_lc_rs::digest::{Context, SHA256};
use poker_owner::ConnId;
use poker_store::{JournalRow, LedgerAccount, TableId};

/// Hashes every frame, every row and every balance, in the order in which they occur.
pub(super) struct Digest(Context);

impl Digest {
    pub(super) fn new(seed: u64) -> Self {
        let mut context = Context::new(&SHA256);
        context.update(&seed.to_be_bytes());
        Self(context)
    }

    fn part(&mut self, kind: u8, number: u64, bytes: &[u8]) {
        self.0.update(&[kind]);
        self.0.update(&number.to_be_bytes());
        self.0.update(&(bytes.len() as u64).to_be_bytes());
        self.0.update(bytes);
    }

    /// The time of what follows.
    pub(super) fn time(&mut self, time: u64) {
        self.part(0, time, &[]);
    }

    /// A frame to a connection.
    pub(super) fn frame(&mut self, conn: ConnId, text: &str) {
        self.part(1, conn.0, text.as_bytes());
    }

    /// A row of a journal.
    pub(super) fn row(&mut self, owner: TableId, row: &JournalRow) {
        self.part(2, owner.0, &row.command);
        self.part(3, row.first_seq, &row.events);
        self.part(4, row.step, row.secret.as_deref().unwrap_or_default());
    }

    /// A balance.
    pub(super) fn balance(&mut self, account: LedgerAccount, amount: i128) {
        self.part(5, 0, format!("{account} {amount}").as_bytes());
    }

    pub(super) fn finish(self) -> Hash {
        let hash = self.0.finish();
        Hash(hash.as_ref().iter().fold(0, |all, byte| all << 8 | u128::from(*byte)))
    }
}

/// The hash of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hash(u128);

impl fmt::Display for Hash {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:032x}", self.0)
    }
}
