//! The data folder and its lock: its contents are surveyed before anything is touched, to decide whether it is a data folder at all.
//!
//! Only an empty or missing folder is new. A folder with other contents but no database has lost its database, and a
//! start there would bury what is left under an empty club.

use std::collections::BTreeSet;
use std::fs::{self, DirBuilder, File, OpenOptions, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, Write};
use std::path::{Path, PathBuf};

use super::StoreError;

/// File name of the database.
pub(super) const DATABASE: &str = "poker.db";

/// File name of the lock, held by the process that uses the folder. It names the process, and contains `new` until the
/// first start is complete.
pub(super) const LOCK: &str = "server.lock";

/// The word after the process in the lock of a folder whose first start is not complete.
const NEW: &str = "new";

/// The first bytes of every SQLite database.
const MAGIC: &[u8; 16] = b"SQLite format 3\0";

poker_engine::coded! {
    /// A key of a data folder that can be replaced, at a price.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
    pub enum KeyFile: ALL, name {
        /// Signs access tokens, in `token.key`.
        Token = "token.key",
        /// Signs Web Push messages, in `push.key`.
        Push = "push.key",
    }
}

impl KeyFile {
    /// The consequence of making a new one.
    pub const fn price(self) -> &'static str {
        match self {
            Self::Token => {
                "every access token ends: pages and programs renew theirs or sign in again, and a guest who has kept nothing \
                 else has lost the account"
            }
            Self::Push => {
                "every subscription to Web Push ends: players who want notifications must press the switch again"
            }
        }
    }

    const fn command(self) -> &'static str {
        match self {
            Self::Token => "poker keys renew token",
            Self::Push => "poker keys renew push",
        }
    }

    /// The database column with the key's fingerprint.
    pub(super) const fn column(self) -> &'static str {
        match self {
            Self::Token => "token_key",
            Self::Push => "push_key",
        }
    }

    /// The error for a folder whose key is not the one it was used with.
    pub(super) fn other(self, folder: &Path) -> StoreError {
        StoreError::Lost(format!(
            "{folder}: {name} is another key than the one this folder was used with. Put that back from a copy of the folder; \
             or move this one away, and `{command} --data {folder}` makes a new one, and then {price}. Nothing was changed",
            folder = folder.display(),
            name = self.name(),
            command = self.command(),
            price = self.price(),
        ))
    }

    /// The error for a folder whose key file does not contain a key.
    pub(super) fn damaged(self, folder: &Path, fault: &io::Error) -> StoreError {
        StoreError::Lost(format!(
            "{folder}: {fault}. Put {name} back from a copy of the folder; or move this file away, and `{command} --data \
             {folder}` makes a new key, and then {price}. Nothing was changed",
            folder = folder.display(),
            name = self.name(),
            command = self.command(),
            price = self.price(),
        ))
    }

    /// The error for a folder without the key.
    pub(super) fn lost(self, folder: &Path) -> StoreError {
        StoreError::Lost(format!(
            "{folder}: there is no {name} beside the database. Put it back from a copy of the folder. `{command} --data \
             {folder}` makes a new one, and then {price}. Nothing was changed",
            folder = folder.display(),
            name = self.name(),
            command = self.command(),
            price = self.price(),
        ))
    }
}

/// The state of a folder, as seen from outside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Standing {
    /// It is empty or missing, or its first start was interrupted before anyone was served.
    New,
    /// It has a database.
    Written,
}

/// The files of a data folder beside the database.
const FILES: [&str; 9] = [
    LOCK,
    "poker.db-wal",
    "poker.db-shm",
    "poker.head",
    "seal.key",
    "token.key",
    "push.key",
    "admin.token",
    "admin.address",
];

/// Surveys a folder without touching anything.
///
/// # Errors
/// [`StoreError::Lost`] when it is neither new nor has a database, [`StoreError::Folder`] when it cannot be read.
pub(super) fn survey(path: &Path) -> Result<Standing, StoreError> {
    let unusable = |error| unusable(path, &error);
    let mut names = BTreeSet::new();
    match fs::read_dir(path) {
        Ok(entries) => {
            for entry in entries {
                names.insert(entry.map_err(unusable)?.file_name().to_string_lossy().into_owned());
            }
        }
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Standing::New),
        Err(error) => return Err(unusable(error)),
    }
    let lock = match plain_file(&path.join(LOCK)) {
        Ok(file) => {
            let mut text = String::new();
            // A lock whose text is not ours does not mark a first start either.
            let _ = file.take(64).read_to_string(&mut text);
            Some(text)
        }
        Err(_) => None,
    };
    if lock
        .as_deref()
        .is_some_and(|text| text.split_whitespace().nth(1) == Some(NEW))
    {
        return Ok(Standing::New);
    }
    if names.contains(DATABASE) {
        return check_database(path).map(|()| Standing::Written);
    }
    // A new file system is not quite empty, and a start may be interrupted before it has signed the lock.
    names.remove("lost+found");
    if lock.is_some_and(|text| text.is_empty()) {
        names.remove(LOCK);
    }
    if names.is_empty() {
        return Ok(Standing::New);
    }
    let found: Vec<&str> = names.iter().map(String::as_str).take(12).collect();
    Err(lost(
        path,
        &format!("there is no {DATABASE}, but there is {}", found.join(", ")),
    ))
}

/// Returns the path of a folder's database, which must exist.
///
/// # Errors
/// [`StoreError::Folder`] when there is none, or the folder is closed to this user.
pub(super) fn database_in(folder: &Path) -> Result<PathBuf, StoreError> {
    let path = folder.join(DATABASE);
    match fs::metadata(&path) {
        Ok(about) if about.is_file() => Ok(path),
        Err(error) if error.kind() == ErrorKind::PermissionDenied => Err(unusable(folder, &error)),
        _ => Err(no_database(folder)),
    }
}

fn no_database(folder: &Path) -> StoreError {
    StoreError::Folder(format!("there is no database in {}", folder.display()))
}

/// Refuses a file whose first bytes show that it cannot be a database of ours, and a folder that has anything else in the
/// place of one of its files: a pipe would be waited for.
pub(super) fn check_database(folder: &Path) -> Result<(), StoreError> {
    let is_other = |name: &&&str| fs::metadata(folder.join(name)).is_ok_and(|about| !about.is_file());
    if let Some(name) = FILES.iter().find(is_other) {
        return Err(StoreError::Lost(format!(
            "{folder}: {name} is not a file. Move it away, and put the file back from a copy of the folder. Nothing was changed",
            folder = folder.display(),
        )));
    }
    let path = folder.join(DATABASE);
    let read = || -> io::Result<Option<&str>> {
        let about = match fs::metadata(&path) {
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Some("is a link to nothing")),
            about => about?,
        };
        if !about.is_file() {
            return Ok(Some("is not a file"));
        }
        if about.len() == 0 {
            return Ok(Some("is empty"));
        }
        let mut first = Vec::with_capacity(MAGIC.len());
        File::open(&path)?.take(16).read_to_end(&mut first)?;
        Ok((first != MAGIC).then_some("is not a database"))
    };
    let fault = read().map_err(|error| unusable(&path, &error))?;
    fault.map_or(Ok(()), |fault| Err(lost(folder, &format!("{DATABASE} {fault}"))))
}

fn unusable(path: &Path, error: &io::Error) -> StoreError {
    let path = path.display();
    StoreError::Folder(match error.kind() {
        ErrorKind::PermissionDenied => {
            format!("cannot use {path}: permission denied: run this as the user who owns it (`sudo -u poker`)")
        }
        _ => format!("cannot use {path}: {error}"),
    })
}

/// The error for a folder without its database, with a remedy.
pub(super) fn lost(folder: &Path, what: &str) -> StoreError {
    StoreError::Lost(format!(
        "{folder}: {what}. Only an empty or missing folder becomes a new one. If players were here, put the whole folder \
         back from a copy: database, -wal and keys belong together. For a new club name an empty folder with --data. Nothing \
         was changed",
        folder = folder.display(),
    ))
}

/// A data folder that this process uses exclusively, as long as the value lives.
#[derive(Debug)]
pub struct DataFolder {
    path: PathBuf,
    standing: Standing,
    /// The operating system drops the lock with the file, however the process ends.
    lock: File,
}

impl DataFolder {
    /// Locks the folder, and creates it if it does not exist.
    ///
    /// # Errors
    /// [`StoreError::Lost`] when it has no database and is not empty, in which case nothing is touched.
    /// [`StoreError::Locked`] when another server uses it, [`StoreError::Folder`] when it cannot be used at all.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        survey(path)?;
        let refused = |error| unusable(path, &error);
        let mut builder = DirBuilder::new();
        builder.recursive(true);
        #[cfg(unix)]
        std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
        builder.create(path).map_err(refused)?;
        let path = fs::canonicalize(path).map_err(refused)?;

        let mut lock = private_file(&path.join(LOCK)).map_err(refused)?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                let mut owner = String::new();
                let known = lock.read_to_string(&mut owner).is_ok();
                let process = owner.split_whitespace().next().filter(|_| known);
                return Err(StoreError::Locked(process.map(str::to_owned)));
            }
            Err(TryLockError::Error(error)) => return Err(refused(error)),
        }
        // Another process may have created the database in the meantime.
        let standing = survey(&path)?;
        let mut folder = Self { path, standing, lock };
        folder.sign().map_err(|error| unusable(&folder.path, &error))?;
        Ok(folder)
    }

    /// Locks a folder that already has a database; never creates one.
    ///
    /// # Errors
    /// As those of [`DataFolder::open`]; also when there is no database.
    pub fn existing(path: &Path) -> Result<Self, StoreError> {
        match survey(path)? {
            Standing::Written => Self::open(path),
            Standing::New => Err(no_database(path)),
        }
    }

    /// The path of the folder.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// `true` until the folder's first start is complete.
    pub fn is_new(&self) -> bool {
        self.standing == Standing::New
    }

    /// Records that database and keys exist: from now on, a missing file counts as lost.
    pub(super) fn finish(&mut self) -> Result<(), StoreError> {
        if self.is_new() {
            self.standing = Standing::Written;
            self.sign().map_err(|error| unusable(&self.path, &error))?;
        }
        Ok(())
    }

    fn sign(&mut self) -> io::Result<()> {
        self.lock.set_len(0)?;
        self.lock.rewind()?;
        let process = std::process::id();
        match self.standing {
            Standing::New => writeln!(self.lock, "{process} {NEW}")?,
            Standing::Written => writeln!(self.lock, "{process}")?,
        }
        self.lock.sync_all()
    }
}

impl Drop for DataFolder {
    /// Releases the lock explicitly: it can outlive this file, because a program that is just being started may still
    /// have a copy of the descriptor.
    fn drop(&mut self) {
        // If unlocking fails, the file is closed next, which unlocks it as well.
        let _ = self.lock.unlock();
    }
}

/// Free bytes on the disk of a folder; `None` if the system does not say.
pub fn free_bytes(folder: &Path) -> Option<u64> {
    let disk = rustix::fs::statvfs(folder).ok()?;
    Some(disk.f_bavail.saturating_mul(disk.f_frsize))
}

/// Opens a file for reading. Anything else under its name is refused as damage: opening a pipe would wait for its other end
/// for ever, and a folder has the permissions of a folder.
pub(super) fn plain_file(path: &Path) -> io::Result<File> {
    if fs::metadata(path)?.is_file() {
        File::open(path)
    } else {
        Err(io::Error::new(ErrorKind::InvalidData, "it is not a file"))
    }
}

/// Opens a file for reading and writing; creates it, accessible to its owner alone, if it does not exist.
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

    /// A descriptor that a new process inherits before its first instruction must not make the folder look used.
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
