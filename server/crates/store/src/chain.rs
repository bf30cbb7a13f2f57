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

thread_local! {
    /// A buffer in which fields are laid out before they are hashed in one go.
    static SCRATCH: RefCell<Vec<u8>> = const { RefCell::new(Vec::new()) };
}

/// Hashes fields unambiguously: each is preceded by its length, so no two lists of fields have the same bytes.
pub(super) struct Hasher(Vec<u8>);

impl Hasher {
    /// Begins a hash; hashes of different purposes never agree.
    pub(super) fn new(purpose: &[u8]) -> Self {
        let mut fields = SCRATCH.take();
        fields.clear();
        Self(fields).bytes(purpose)
    }

    pub(super) fn number(mut self, number: u64) -> Self {
        self.0.extend_from_slice(&number.to_be_bytes());
        self
    }

    pub(super) fn bytes(self, bytes: &[u8]) -> Self {
        let mut hasher = self.number(bytes.len() as u64);
        hasher.0.extend_from_slice(bytes);
        hasher
    }

    /// Distinguishes an absent field from an empty one: its length is written as `u64::MAX`.
    pub(super) fn optional(self, bytes: Option<&[u8]>) -> Self {
        match bytes {
            Some(bytes) => self.bytes(bytes),
            None => self.number(u64::MAX),
        }
    }

    pub(super) fn optional_number(self, number: Option<u64>) -> Self {
        self.optional(number.map(u64::to_be_bytes).as_ref().map(<[u8; 8]>::as_slice))
    }

    pub(super) fn finish(self) -> Hash {
        let hash = digest(&SHA256, &self.0);
        SCRATCH.set(self.0);
        hash.as_ref().try_into().expect("SHA-256 gives 32 bytes")
    }
}
