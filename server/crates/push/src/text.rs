//! Base64 for URLs, without padding.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;

/// Encodes bytes as text.
pub(crate) fn write(bytes: &[u8]) -> String {
    URL_SAFE_NO_PAD.encode(bytes)
}

/// Decodes a text; `None` if it is not valid.
pub(crate) fn read(text: &str) -> Option<Vec<u8>> {
    // Some browsers add padding.
    URL_SAFE_NO_PAD.decode(text.trim_end_matches('=')).ok()
}
