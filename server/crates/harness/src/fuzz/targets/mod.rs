//! The parsers of data from outside, as fuzz targets.

use std::hash::{DefaultHasher, Hasher};

use rand::SeedableRng;
use rand::rngs::ChaCha8Rng;

pub(super) mod auth;
pub(super) mod cards;
pub(super) mod config;
pub(super) mod formats;
pub(super) mod group;
pub(super) mod http;
pub(super) mod session;
pub(super) mod socket;
pub(super) mod table;

/// Returns random numbers determined by an input.
fn numbers_of(input: &[u8]) -> ChaCha8Rng {
    let mut hasher = DefaultHasher::new();
    hasher.write(input);
    ChaCha8Rng::seed_from_u64(hasher.finish())
}
