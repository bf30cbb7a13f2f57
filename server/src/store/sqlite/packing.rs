//! Hands as they are kept: their JSON shrinks to less than a third.
//!
//! Only what everybody saw is packed. How far a text shrinks depends on what it says, and of what is sealed not even the length
//! may tell that.

use std::borrow::Cow;
use std::io::{Read, Write};

use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;
use sqlx::Row;
use sqlx::sqlite::SqliteRow;

use super::refused;
use crate::store::StoreError;

/// The first byte of what is packed: how.
const DEFLATE: u8 = 1;

/// Every hand is packed once, between those that play: twice the time would save a twentieth.
const LEVEL: u32 = 3;

/// No hand takes more, so that a damaged one does not fill the memory.
const UNPACKED_MAX: u64 = 16 << 20;

/// Packs a text.
pub(super) fn pack(text: &str) -> Vec<u8> {
    let mut packed = Vec::with_capacity(text.len() / 3);
    packed.push(DEFLATE);
    let mut encoder = DeflateEncoder::new(packed, Compression::new(LEVEL));
    encoder
        .write_all(text.as_bytes())
        .and_then(|()| encoder.finish())
        .expect("a vector takes everything")
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
pub(super) fn public_of(row: &SqliteRow) -> Result<Cow<'_, str>, StoreError> {
    let packed: Option<&[u8]> = row.try_get("packed").map_err(refused)?;
    match packed {
        Some(packed) => unpack(packed)
            .map(Cow::from)
            .ok_or_else(|| StoreError::Corrupt("a hand cannot be unpacked".to_owned())),
        None => Ok(Cow::from(row.try_get::<&str, _>("public").map_err(refused)?)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_come_back() {
        for text in ["", "{}", &"{\"kind\":\"action_taken\"}".repeat(500), "é♠"] {
            assert_eq!(unpack(&pack(text)).as_deref(), Some(text));
        }
        assert!(pack(&"{\"kind\":\"action_taken\"}".repeat(500)).len() < 500);
        for damaged in [&[][..], &[0], &[DEFLATE, 0xff, 0xff], b"\x02text"] {
            assert_eq!(unpack(damaged), None);
        }
    }
}
