//! Compression of stored hands: their JSON shrinks to less than a third.
//!
//! Only the public record is compressed. The compressed length depends on the content, and for sealed texts not even
//! the length may reveal anything about it.

use std::io::Read;

use flate2::read::DeflateDecoder;
use flate2::{Compress, Compression, FlushCompress, Status};
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use super::refused;
use crate::StoreError;

/// The first byte of a packed text: the method.
const DEFLATE: u8 = 1;

/// The compression level. Every hand is packed once, on the threads that play. The next level takes twice as long and
/// saves a fifth of the space.
const LEVEL: u32 = 1;

/// Additional capacity for a text that does not shrink.
const PACKED_MORE: usize = 64;

/// Upper bound on an unpacked hand, so that a damaged one cannot fill the memory.
const UNPACKED_MAX: u64 = 16 << 20;

/// Packs hands, reusing its working memory of some 300 KB.
pub struct Packer(Compress);

impl Default for Packer {
    fn default() -> Self {
        Self::new()
    }
}

impl Packer {
    /// A packer, which is reused from text to text.
    pub fn new() -> Self {
        Self(Compress::new(Compression::new(LEVEL), false))
    }

    /// Packs a text.
    pub fn pack(&mut self, text: &str) -> Vec<u8> {
        let compress = &mut self.0;
        compress.reset();
        let mut packed = Vec::with_capacity(text.len() / 3 + PACKED_MORE);
        packed.push(DEFLATE);
        loop {
            // Packs as much as fits in one call; the count of bytes read starts at the reset.
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

/// Unpacks a text; `None` if the bytes are not a packed text.
pub fn unpack(packed: &[u8]) -> Option<String> {
    let (&DEFLATE, packed) = packed.split_first()? else {
        return None;
    };
    let mut text = String::new();
    let mut decoder = DeflateDecoder::new(packed).take(UNPACKED_MAX);
    decoder.read_to_string(&mut text).ok()?;
    Some(text)
}

/// The public record of a hand, from its row.
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
