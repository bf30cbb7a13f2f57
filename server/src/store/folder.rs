//! The data folder and its lock.

use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use super::StoreError;

/// A data folder that this process alone uses, as long as the value lives.
#[derive(Debug)]
pub struct DataFolder {
    path: PathBuf,
    /// The operating system drops the lock with the file, however the process ends.
    lock: File,
}

impl DataFolder {
    /// Makes the folder if need be and locks it.
    ///
    /// # Errors
    /// [`StoreError::Locked`] when another server uses it, [`StoreError::Folder`] when it cannot be used at all.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let refused = |error: io::Error| StoreError::Folder(format!("cannot use {}: {error}", path.display()));
        let mut builder = DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(path).map_err(refused)?;
        let path = fs::canonicalize(path).map_err(refused)?;

        let lock_path = path.join("server.lock");
        let mut lock = private_file(&lock_path).map_err(refused)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut owner = String::new();
                let known = lock.read_to_string(&mut owner).is_ok() && !owner.trim().is_empty();
                return Err(StoreError::Locked(known.then(|| owner.trim().to_owned())));
            }
            Err(TryLockError::Error(error)) => return Err(refused(error)),
        }
        lock.set_len(0).map_err(refused)?;
        writeln!(lock, "{}", std::process::id()).map_err(refused)?;
        Ok(Self { path, lock })
    }

    /// Where it is.
    pub fn path(&self) -> &Path {
        &self.path
    }
}

impl Drop for DataFolder {
    /// Lets go of the lock, which outlives the file where a program that is just being started still has a copy of it.
    fn drop(&mut self) {
        // A file that cannot be unlocked is closed next, which is what unlocks it otherwise.
        let _ = self.lock.unlock();
    }
}

/// Bytes that can still be written on the disk of a folder; `None` if the system does not say.
pub(crate) fn free_bytes(folder: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize))
}

/// Opens a file for reading and writing, made for its owner alone if it is not there.
pub(super) fn private_file(path: &Path) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.read(true).write(true).create(true).truncate(false);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    options.open(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What a program inherits between its birth and its first instruction is no reason to call the folder in use.
    #[test]
    fn a_folder_is_free_at_once_although_its_file_was_inherited() {
        let place = tempfile::tempdir().unwrap();
        let folder = DataFolder::open(place.path()).unwrap();
        let inherited = folder.lock.try_clone().unwrap();
        assert!(matches!(DataFolder::open(place.path()), Err(StoreError::Locked(_))));
        drop(folder);
        assert!(DataFolder::open(place.path()).is_ok());
        drop(inherited);
    }
}
