//! `poker keys`: export, import, rotation and renewal of a data folder's keys.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use jiff::Timestamp;
use poker_people::auth::ACCESS_TTL;
use poker_program::PROGRAM;
use poker_store::{self as store, Before, DataFolder, KeyFile, KeyRing, SecretKey, StoreError, StoreOptions};
use poker_table::state::command::FORMAT;

use super::backup::{Failure, SEAL_KEY, copy_key, private_folder, told};

/// Manage the keys of a data folder. Without the one that seals cards, neither the folder nor a copy of it opens; whoever has that key
/// and the folder can read every card.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Copy all keys into a new folder: keep it apart from the backups
    Export {
        /// The new folder.
        to: PathBuf,
        /// Folder with the database.
        #[arg(long, env = "POKER_DATA", default_value = "data")]
        data: PathBuf,
        /// File with the key that seals cards, if it is not in the data folder.
        #[arg(long, env = "POKER_SEAL_KEY")]
        seal_key: Option<PathBuf>,
    },
    /// Put back the keys that a data folder lacks; the server must be stopped
    ///
    /// Existing keys stay. If one of the keys is not the folder's, nothing is put back.
    Import {
        /// Folder with the keys, as export wrote it.
        from: PathBuf,
        /// Folder with the database.
        #[arg(long, env = "POKER_DATA", default_value = "data")]
        data: PathBuf,
    },
    /// Replace a key, and keep the old one as long as something needs it; the server must be stopped
    ///
    /// The old key stays in the same file: for `token`, until the last access token it signed ends, in a quarter of an hour;
    /// for `push`, for the subscriptions made with it; for `seal`, for the cards it sealed, permanently. Players notice
    /// nothing. An earlier export of the keys lacks the new one: make another.
    Rotate {
        /// The key to replace.
        key: Rotated,
        /// Keep none of the old keys: stolen `token` and `push` keys are worthless from the next start on, with the same
        /// consequences as `renew`.
        #[arg(long)]
        at_once: bool,
        /// Folder with the database.
        #[arg(long, env = "POKER_DATA", default_value = "data")]
        data: PathBuf,
        /// File with the key that seals cards, if it is not in the data folder.
        #[arg(long, env = "POKER_SEAL_KEY")]
        seal_key: Option<PathBuf>,
    },
    /// Create a new key in place of a lost one; the server must be stopped
    ///
    /// A new `token` key voids every access token, a new `push` key every subscription to Web Push. The key that
    /// seals cards cannot be renewed. Exits with 1 if the key exists.
    Renew {
        /// The key to create.
        key: KeyFile,
        /// Folder with the database.
        #[arg(long, env = "POKER_DATA", default_value = "data")]
        data: PathBuf,
    },
}

/// A key that can be replaced.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
enum Rotated {
    /// The key that signs access tokens.
    Token,
    /// The key that seals cards.
    Seal,
    /// The key that signs Web Push.
    Push,
}

impl Rotated {
    const fn file(self) -> Option<KeyFile> {
        match self {
            Self::Token => Some(KeyFile::Token),
            Self::Push => Some(KeyFile::Push),
            Self::Seal => None,
        }
    }

    /// Generates a replacement.
    fn generate(self) -> io::Result<SecretKey> {
        loop {
            let key = SecretKey::generate()?;
            // One secret in four billion is off the curve.
            if self != Self::Push || poker_push::Identity::new(&key, None).is_some() {
                return Ok(key);
            }
        }
    }
}

pub(super) fn run(args: &Args, out: impl Write) -> io::Result<ExitCode> {
    match &args.command {
        Command::Export { to, data, seal_key } => {
            let elsewhere = seal_key.as_deref().filter(|path| !path.as_os_str().is_empty());
            told("keys export", export(to, data, elsewhere), out, |names, mut out| {
                let (names, to) = (names.join(", "), to.display());
                writeln!(
                    out,
                    "{to}: {names}. Whoever has them and the folder can read every card"
                )
            })
        }
        Command::Import { from, data } => told("keys import", import(from, data), out, |names, mut out| {
            let names = if names.is_empty() {
                "nothing: each is there".to_owned()
            } else {
                names.join(", ")
            };
            writeln!(out, "put back: {names}")
        }),
        Command::Rotate {
            key,
            at_once,
            data,
            seal_key,
        } => {
            let elsewhere = seal_key.as_deref().filter(|path| !path.as_os_str().is_empty());
            let rotated = rotate(*key, *at_once, data, elsewhere);
            told("keys rotate", rotated, out, |(path, until), mut out| {
                let path = path.display();
                match (key, until) {
                    (Rotated::Seal, _) => writeln!(
                        out,
                        "{path}: a new key seals cards from now on, and the old ones open theirs"
                    ),
                    (_, _) if *at_once => {
                        let price = key.file().map_or("", KeyFile::price);
                        writeln!(
                            out,
                            "{path}: a new key signs from now on, and the old one is gone: {price}"
                        )
                    }
                    (Rotated::Token, until) => {
                        writeln!(
                            out,
                            "{path}: a new key signs from now on, and access tokens of the old one are good until {until}"
                        )
                    }
                    (Rotated::Push, _) => writeln!(
                        out,
                        "{path}: new subscriptions are for a new key, and those from before hear the old one until their page is \
                         opened again"
                    ),
                }?;
                writeln!(out, "make a new `poker keys export`: one from before lacks this key")
            })
        }
        Command::Renew { key, data } => renewed(*key, data, out),
    }
}

/// Returns the names of all key files.
fn names() -> impl Iterator<Item = &'static str> {
    std::iter::once(SEAL_KEY).chain(KeyFile::ALL.map(KeyFile::name))
}

/// Copies all keys, and returns their names.
fn export(to: &Path, data: &Path, seal_key: Option<&Path>) -> Result<Vec<&'static str>, Failure> {
    let there = names()
        .map(|name| to.join(name))
        .find(|path| fs::symlink_metadata(path).is_ok());
    if let Some(there) = there {
        return Err(Failure::There(there));
    }
    private_folder(to)?;
    for name in names() {
        let from = match seal_key {
            Some(named) if name == SEAL_KEY => named.to_owned(),
            _ => data.join(name),
        };
        copy_key(&from, &to.join(name))?;
    }
    Ok(names().collect())
}

/// Puts back missing keys, and returns their names.
fn import(from: &Path, data: &Path) -> Result<Vec<&'static str>, Failure> {
    let folder = DataFolder::existing(data)?;
    let missing = |name: &&str| !folder.path().join(name).exists() && from.join(name).exists();
    let put: Vec<&str> = names().filter(missing).collect();
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(Failure::at(data))?;
    for name in &put {
        let key = KeyFile::ALL.into_iter().find(|key| key.name() == *name);
        runtime.block_on(store::refuse_other_key(folder.path(), key, &from.join(name)))?;
    }
    for name in &put {
        copy_key(&from.join(name), &folder.path().join(name))?;
    }
    Ok(put)
}

/// Puts a new key into use. Returns its file, and the time until which access tokens of the old one are valid.
///
/// The file is replaced immediately. Until the next start the database names the previous key, which the file also has: the folder
/// opens even if the process ends halfway.
fn rotate(key: Rotated, at_once: bool, data: &Path, seal_key: Option<&Path>) -> Result<(PathBuf, Timestamp), Failure> {
    if at_once && key == Rotated::Seal {
        let message =
            "without the old key no card that it has sealed could be read again: --at-once is for token and push";
        return Err(Failure::Wrong(message.to_owned()));
    }
    let folder = DataFolder::existing(data)?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(Failure::at(data))?;
    let options = StoreOptions {
        format: FORMAT,
        seal_key: seal_key.map(Path::to_owned),
        ..StoreOptions::of(PROGRAM)
    };
    // A key that does not belong to the folder stays as it is: the start names it.
    runtime.block_on(store::refuse_unfit(folder.path(), &options))?;
    let path = match (key.file(), seal_key) {
        (Some(file), _) => folder.path().join(file.name()),
        (None, Some(elsewhere)) => elsewhere.to_owned(),
        (None, None) => folder.path().join(SEAL_KEY),
    };
    let wrong = |error: io::Error| Failure::Wrong(error.to_string());
    let ring = KeyRing::load(&path).map_err(wrong)?;
    let mut ring =
        ring.ok_or_else(|| Failure::Wrong(format!("there is no {}: the next start creates it", path.display())))?;
    let now = Timestamp::now();
    let until = now + ACCESS_TTL;
    ring.drop_ended(now);
    let before = match key {
        _ if at_once => Before::Dropped,
        Rotated::Token => Before::Until(until),
        Rotated::Push => Before::Kept,
        Rotated::Seal => Before::Needed,
    };
    let new = key.generate().map_err(Failure::at(&path))?;
    ring.rotate(new, now, before).map_err(Failure::at(&path))?;
    if let (true, Some(file)) = (at_once, key.file()) {
        // This comes first: a folder that names no key accepts the one it finds, old or new.
        runtime.block_on(store::forget_key(folder.path(), file))?;
    }
    ring.replace(&path).map_err(wrong)?;
    Ok((path, until))
}

fn renewed(key: KeyFile, data: &Path, mut out: impl Write) -> io::Result<ExitCode> {
    match renew(key, data) {
        Ok(true) => {
            writeln!(out, "{} is new: {}", key.name(), key.price())?;
            Ok(ExitCode::SUCCESS)
        }
        Ok(false) => {
            let path = data.join(key.name());
            let path = path.display();
            writeln!(io::stderr(), "poker keys renew: {path} is there: move it away first")?;
            Ok(ExitCode::from(1))
        }
        Err(error) => {
            writeln!(io::stderr(), "poker keys renew: {error}")?;
            Ok(ExitCode::from(2))
        }
    }
}

/// Creates the key; `false` if it exists.
fn renew(key: KeyFile, data: &Path) -> Result<bool, StoreError> {
    let folder = DataFolder::existing(data)?;
    let path = folder.path().join(key.name());
    if path.exists() {
        return Ok(false);
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| StoreError::Folder(error.to_string()))?;
    runtime.block_on(store::forget_key(folder.path(), key))?;
    KeyRing::load_or_create(&path).map_err(|error| StoreError::Folder(error.to_string()))?;
    Ok(true)
}
