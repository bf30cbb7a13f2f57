//! Randomness for cores, which have none of their own.

use rand::TryRng as _;
use rand::rngs::SysRng;

/// A source of randomness.
pub trait Entropy: Send {
    /// Returns 32 unpredictable bytes.
    ///
    /// # Errors
    /// If the source fails; no hand is dealt then.
    fn seed(&mut self) -> Result<[u8; 32], NoEntropy>;
}

/// The source of entropy failed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the source of entropy failed")]
pub struct NoEntropy;

/// Entropy from the operating system.
#[derive(Debug, Default)]
pub struct OsEntropy;

impl Entropy for OsEntropy {
    fn seed(&mut self) -> Result<[u8; 32], NoEntropy> {
        let mut seed = [0; 32];
        SysRng.try_fill_bytes(&mut seed).map_err(|_| NoEntropy)?;
        Ok(seed)
    }
}
