//! The name under which the server writes journals.

/// The name of this program, as in `0.1.0+1f2e3d4c`: its version, and a digest of its sources.
pub const PROGRAM: &str = env!("POKER_PROGRAM");
