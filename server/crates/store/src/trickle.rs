//! Large files that reach the disk in small pieces.

use std::fs::File;
use std::io;
use std::thread;
use std::time::{Duration, Instant};

/// Bytes that are synced at a time.
pub const PIECE: u64 = 1 << 19;

/// Share of the disk's time that is left to others: this many times as long as a piece took.
const REST: u32 = 4;

/// Shortest and longest rest after a piece.
const REST_MIN: Duration = Duration::from_millis(2);
const REST_MAX: Duration = Duration::from_millis(50);

/// A growing file that is synced piece by piece, with rests.
///
/// A commit waits until all new data of its file system is on the disk, that of other programs included. While a copy of 80 MiB gathers
/// in memory, one commit of the server in a hundred takes 50 ms.
pub struct Trickle {
    file: File,
    synced: u64,
}

impl Trickle {
    /// Follows a file, which grows by other hands.
    pub fn of(file: File) -> Self {
        Self { file, synced: 0 }
    }

    /// Syncs what the file has gained, if it is a piece or more, and rests.
    pub fn ease(&mut self) -> io::Result<()> {
        let length = self.file.metadata()?.len();
        if length < self.synced + PIECE {
            return Ok(());
        }
        let began = Instant::now();
        self.file.sync_data()?;
        self.synced = length;
        thread::sleep((began.elapsed() * REST).clamp(REST_MIN, REST_MAX));
        Ok(())
    }
}
