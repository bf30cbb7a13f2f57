//! Tournaments: the model against its snapshots, and a bot on its way through a tournament.
#![expect(clippy::unwrap_used, reason = "a test fails by panicking")]

mod follow;
mod model;
mod moments;
mod requests;
mod run;
mod server;

use std::fs;
use std::path::Path;

use serde_json::Value;

/// Reads a golden file of the protocol.
fn golden(path: &str) -> Value {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../protocol/golden/v1");
    let text = fs::read_to_string(folder.join(format!("{path}.json"))).unwrap();
    serde_json::from_str(&text).unwrap()
}
