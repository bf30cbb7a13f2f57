//! The hash chains over journals and transfers.
//!
//! Each hash covers the previous hash and every field of its own row, so a row that is changed, moved, added or removed
//! breaks the chain from that point on. A journal's chain begins with its owner's setup.

use std::cell::RefCell;

use aws_lc_rs::digest::{SHA256, digest};

use super::types::{OwnerKind, TableId};

/// Length of a hash in bytes.
pub const HASH_BYTES: usize = 32;

/// A hash of a chain.
pub type Hash = [u8; HASH_BYTES];

/// The hash at the end of an empty chain.
pub(super) const GENESIS: Hash = [0; HASH_BYTES];

/// The start of a journal's chain: a hash of its owner's kind, number and setup.
pub(super) fn setup_hash(kind: OwnerKind, id: TableId, config: &str) -> Hash {
    let purpose: &[u8] = match kind {
        OwnerKind::Table => b"poker/table/1",
        OwnerKind::Tournament => b"poker/tournament/1",
    };
    Hasher::new(purpose).number(id.0).bytes(config.as_bytes()).finish()
}

/// The fields of a step that its hash covers.
pub(super) struct RowFields<'a> {
    /// The program that wrote the step.
    pub(super) program: &'a str,
    pub(super) table: TableId,
    pub(super) step: u64,
    pub(super) epoch: u64,
    pub(super) format: u16,
    pub(super) first_seq: u64,
    pub(super) hand_no: Option<u64>,
    pub(super) kind: &'a str,
    pub(super) command: &'a [u8],
    pub(super) events: &'a [u8],
    pub(super) sealed: Option<&'a [u8]>,
}

pub(super) fn row_hash(prev: &Hash, row: &RowFields<'_>) -> Hash {
    Hasher::new(b"poker/journal/2")
        .bytes(row.program.as_bytes())
        .bytes(prev)
        .number(row.table.0)
        .number(row.step)
        .number(row.epoch)
        .number(row.format.into())
        .number(row.first_seq)
        .optional(row.hand_no.map(u64::to_be_bytes).as_ref().map(<[u8; 8]>::as_slice))
        .bytes(row.kind.as_bytes())
        .bytes(row.command)
        .bytes(row.events)
        .optional(row.sealed)
        .finish()
}

/// The fields of a transfer that its hash covers.
pub(super) struct TransferFields<'a> {
    pub(super) id: i64,
    pub(super) debit: &'a str,
    pub(super) credit: &'a str,
    pub(super) amount: i64,
    pub(super) reason: &'a str,
    pub(super) table: Option<i64>,
    pub(super) step: Option<i64>,
    pub(super) hand_no: Option<i64>,
    pub(super) request_id: Option<&'a str>,
    pub(super) made_at: i64,
}

pub(super) fn transfer_hash(prev: &Hash, transfer: &TransferFields<'_>) -> Hash {
    let mut hasher = Hasher::new(b"poker/transfer/1")
        .bytes(prev)
        .number(transfer.id.cast_unsigned())
        .bytes(transfer.debit.as_bytes())
        .bytes(transfer.credit.as_bytes())
        .number(transfer.amount.cast_unsigned())
        .bytes(transfer.reason.as_bytes());
    for number in [transfer.table, transfer.step, transfer.hand_no] {
        hasher = hasher.optional(number.map(i64::to_be_bytes).as_ref().map(<[u8; 8]>::as_slice));
    }
    hasher
        .optional(transfer.request_id.map(str::as_bytes))
        .number(transfer.made_at.cast_unsigned())
        .finish()
}

/// Hashes the named fields of a row that belongs to no chain: each has a name, a kind and bytes.
pub(super) fn fields_hash(table: &str, fields: &[(&str, u8, Vec<u8>)]) -> Hash {
    let mut hasher = Hasher::new(b"poker/row/1").bytes(table.as_bytes());
    for (name, kind, bytes) in fields {
        hasher = hasher.bytes(name.as_bytes()).number((*kind).into()).bytes(bytes);
    }
    hasher.finish()
}

thread_local! {
    /// A buffer in which fields are laid out before they are hashed in one go.
    static SCRATCH: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Hashes fields unambiguously: each is preceded by its length, so no two lists of fields have the same bytes.
struct Hasher(Vec<u8>);

impl Hasher {
    fn new(purpose: &[u8]) -> Self {
        let mut fields = SCRATCH.take();
        fields.clear();
        Self(fields).bytes(purpose)
    }

    fn number(mut self, number: u64) -> Self {
        self.0.extend_from_slice(&number.to_be_bytes());
        self
    }

    fn bytes(self, bytes: &[u8]) -> Self {
        let mut hasher = self.number(bytes.len() as u64);
        hasher.0.extend_from_slice(bytes);
        hasher
    }

    /// Distinguishes an absent field from an empty one: its length is written as `u64::MAX`.
    fn optional(self, bytes: Option<&[u8]>) -> Self {
        match bytes {
            Some(bytes) => self.bytes(bytes),
            None => self.number(u64::MAX),
        }
    }

    fn finish(self) -> Hash {
        let hash = digest(&SHA256, &self.0);
        SCRATCH.set(self.0);
        hash.as_ref().try_into().expect("SHA-256 gives 32 bytes")
    }
}
