//! Compression in the encodings of browsers.

use std::io::Write;

use flate2::Compression;
use flate2::write::GzEncoder;

/// The window of `br`, as a power of two: larger than any of our files.
const WINDOW: u32 = 20;

/// Effort spent on compression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effort {
    /// For pages compressed while a client waits for them.
    Quick,
    /// For pages compressed once, when the server is built.
    Full,
}

/// Compresses with `gzip`.
///
/// # Panics
///
/// Never: memory takes all that is written.
pub fn gzip(body: &[u8], effort: Effort) -> Vec<u8> {
    let level = match effort {
        Effort::Quick => Compression::fast(),
        Effort::Full => Compression::best(),
    };
    let mut encoder = GzEncoder::new(Vec::new(), level);
    let packed = encoder.write_all(body).and_then(|()| encoder.finish());
    packed.expect("memory takes all that is written")
}

/// Compresses with `br`.
///
/// # Panics
///
/// Never: memory takes all that is written.
pub fn brotli(body: &[u8], effort: Effort) -> Vec<u8> {
    let quality = match effort {
        // Close to what a release is packed to, so that a visit of a debug build weighs about the same.
        Effort::Quick => 9,
        Effort::Full => 11,
    };
    let mut packed = Vec::new();
    let mut encoder = brotli::CompressorWriter::new(&mut packed, 4096, quality, WINDOW);
    encoder.write_all(body).expect("memory takes all that is written");
    drop(encoder);
    packed
}
