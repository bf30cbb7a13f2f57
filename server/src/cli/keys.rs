//! `poker keys`: the keys of a data folder, copied apart, put back, and made anew.

use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use super::backup::{Failure, SEAL_KEY, copy_key, private_folder, told};
use crate::store::{self, DataFolder, KeyFile, SecretKey, StoreError};

/// The keys of a data folder: without the one that seals cards no folder and no copy of it opens, and who has it and the folder can
/// read every card.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, clap::Subcommand)]
enum Command {
    /// Copies all keys into a folder, which is made: keep it apart from the backups
    Export {
        /// The folder.
        to: PathBuf,
        /// Folder with the database.
        #[arg(long, env = "POKER_DATA", default_value = "data")]
        data: PathBuf,
        /// File with the key that seals cards, if it is not in the data folder.
        #[arg(long, env = "POKER_SEAL_KEY")]
        seal_key: Option<PathBuf>,
    },
    /// Puts back the keys that a data folder lacks; the server must be stopped
    ///
    /// Keys that are there stay. One that is not the folder's is found at the next start, which says so.
    Import {
        /// Folder with the keys, as export wrote it.
        from: PathBuf,
        /// Folder with the database.
        #[arg(long, env = "POKER_DATA", default_value = "data")]
        data: PathBuf,
    },
    /// Makes a key anew, where it is lost; the server must be stopped
    ///
    /// After a new `token` key every access token is void, after a new `push` key every subscription to Web Push. The key that
    /// seals cards cannot be replaced. Exits with 1 if the key is there.
    Renew {
        /// Which.
        key: KeyFile,
        /// Folder with the database.
        #[arg(long, env = "POKER_DATA", default_value = "data")]
        data: PathBuf,
    },
}

pub(super) fn run(args: &Args, out: impl Write) -> io::Result<ExitCode> {
    match &args.command {
        Command::Export { to, data, seal_key } => {
            let elsewhere = seal_key.as_deref().filter(|path| !path.as_os_str().is_empty());
            told("keys export", export(to, data, elsewhere), out, |names, mut out| {
                let (names, to) = (names.join(", "), to.display());
                writeln!(out, "{to}: {names}. Who has them and the folder can read every card")
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
        Command::Renew { key, data } => renewed(*key, data, out),
    }
}

/// The names of all key files.
fn names() -> impl Iterator<Item = &'static str> {
    std::iter::once(SEAL_KEY).chain(KeyFile::ALL.map(KeyFile::name))
}

/// Copies all keys, and tells which.
fn export(to: &Path, data: &Path, seal_key: Option<&Path>) -> Result<Vec<&'static str>, Failure> {
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

/// Puts back what is missing, and tells what that was.
fn import(from: &Path, data: &Path) -> Result<Vec<&'static str>, Failure> {
    let folder = DataFolder::existing(data)?;
    let mut put = Vec::new();
    for name in names() {
        let (kept, own) = (from.join(name), folder.path().join(name));
        if !own.exists() && kept.exists() {
            copy_key(&kept, &own)?;
            put.push(name);
        }
    }
    Ok(put)
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

/// Makes the key; `false` if it is there.
fn renew(key: KeyFile, data: &Path) -> Result<bool, StoreError> {
    let folder = DataFolder::existing(data)?;
    let path = folder.path().join(key.name());
    if path.exists() {
        return Ok(false);
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| StoreError::Folder(error.to_string()))?;
    runtime.block_on(store::forget_key(folder.path(), key))?;
    SecretKey::load_or_create(&path).map_err(|error| StoreError::Folder(error.to_string()))?;
    Ok(true)
}
