//! Space reserved for last writes: a file without content that is deleted when the disk is full, so that players who
//! leave still get their chips and the server can shut down in order.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};

use rustix::fs::{FallocateFlags, fallocate};

use crate::folder::{free_bytes, private_file};

/// File name in the data folder.
const FILE: &str = "poker.ballast";

/// Reserved bytes: enough for several thousand last writes and the log of a last checkpoint.
const BYTES: u64 = 8 << 20;

/// Free space required to create the file: with less, the file itself would fill the disk.
const FREE: u64 = 16 * BYTES;

/// The state of the file.
#[derive(Debug)]
pub(super) struct Ballast {
    path: PathBuf,
    is_there: bool,
}

impl Ballast {
    /// The ballast of a folder, created if there is room.
    pub(super) fn of(folder: &Path) -> Self {
        let path = folder.join(FILE);
        let is_there = fs::metadata(&path).is_ok_and(|about| about.len() == BYTES);
        let mut ballast = Self { path, is_there };
        ballast.renew();
        ballast
    }

    /// Creates the file again if there is room.
    pub(super) fn renew(&mut self) {
        let folder = self.path.parent().unwrap_or(&self.path);
        if self.is_there || free_bytes(folder).is_none_or(|free| free < FREE) {
            return;
        }
        let made = || -> io::Result<()> {
            let file = private_file(&self.path)?;
            fallocate(&file, FallocateFlags::empty(), 0, BYTES)?;
            file.sync_all()
        };
        match made() {
            Ok(()) => self.is_there = true,
            // A file system that cannot guarantee the space reserves none.
            Err(error) => {
                tracing::debug!(%error, "no disk space is held in reserve for the final writes");
                let _ = fs::remove_file(&self.path);
            }
        }
    }

    /// Deletes the file; `true` if it existed.
    pub(super) fn free(&mut self) -> bool {
        let was_there = std::mem::take(&mut self.is_there);
        if was_there {
            tracing::warn!(
                bytes = BYTES,
                "the disk is full: the space held in reserve for the final writes is used"
            );
            if let Err(error) = fs::remove_file(&self.path) {
                tracing::error!(%error, "the reserved space could not be freed");
            }
        }
        was_there
    }
}
