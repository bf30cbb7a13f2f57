//! Hands as texts: the notation of test vectors, and the formats of the world.

pub mod notation;
pub mod phh;
