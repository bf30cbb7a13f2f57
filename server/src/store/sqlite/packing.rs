//! Hands as they are kept: their JSON shrinks to less than a third.
//!
//! Only what everybody saw is packed. How far a text shrinks depends on what it says, and of what is sealed not even the length
//! may tell that.

use std::io::Read;

use flate2::read::DeflateDecoder;
use flate2::{Compress, Compression, FlushCompress, Status};
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use super::refused;
use crate::store::StoreError;

/// The first byte of what is packed: how.
const DEFLATE: u8 = 1;

/// Every hand is packed once, between those that play. The next level takes twice the time and saves a fifth of the space.
const LEVEL: u32 = 1;

/// Room for what does not shrink.
const PACKED_MORE: usize = 64;

/// No hand takes more, so that a damaged one does not fill the memory.
const UNPACKED_MAX: u64 = 16 << 20;

/// Packs one hand after the other. What it works with takes some 300 KB, which are not asked for anew for each.
pub(super) struct Packer(Compress);

impl Packer {
    pub(super) fn new() -> Self {
        Self(Compress::new(Compression::new(LEVEL), false))
    }

    /// Packs a text.
    pub(super) fn pack(&mut self, text: &str) -> Vec<u8> {
        let compress = &mut self.0;
        compress.reset();
        let mut packed = Vec::with_capacity(text.len() / 3 + PACKED_MORE);
        packed.push(DEFLATE);
        loop {
            // As much as fits in one call: what was read before is counted from the reset on.
            let read = usize::try_from(compress.total_in()).expect("no more was read than the text has");
            let status = compress
                .compress_vec(&text.as_bytes()[read..], &mut packed, FlushCompress::Finish)
                .expect("a stream that was reset takes everything");
            if status == Status::StreamEnd {
                return packed;
            }
            packed.reserve(packed.len() + PACKED_MORE);
        }
    }
}

/// The text; `None` if the bytes are none that were packed.
pub(super) fn unpack(packed: &[u8]) -> Option<String> {
    let (&DEFLATE, packed) = packed.split_first()? else {
        return None;
    };
    let mut text = String::new();
    let mut decoder = DeflateDecoder::new(packed).take(UNPACKED_MAX);
    decoder.read_to_string(&mut text).ok()?;
    Some(text)
}

/// What everybody saw of a hand, from its row.
pub(super) fn public_of(row: &SqliteRow) -> Result<String, StoreError> {
    let packed: &[u8] = row.try_get("packed").map_err(refused)?;
    unpack(packed).ok_or_else(|| StoreError::Corrupt("a hand cannot be unpacked".to_owned()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back() {
        let mut packer = Packer::new();
        let long = "{\"kind\":\"action_taken\"}".repeat(500);
        let noise: String = (0..20_000_u32)
            .map(|n| char::from(b' ' + (n.wrapping_mul(2_654_435_761) >> 25) as u8 % 90))
            .collect();
        for text in ["", "{}", &long, "é♠", &noise, "{}"] {
            assert_eq!(unpack(&packer.pack(text)).as_deref(), Some(text));
        }
        assert!(packer.pack(&long).len() < 500);
        for damaged in [&[][..], &[0], &[DEFLATE, 0xff, 0xff], b"\x02text"] {
            assert_eq!(unpack(damaged), None);
        }
    }
}
