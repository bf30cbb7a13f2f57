//! `poker renew-key`: a new key in the place of a lost one.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use crate::store::{self, DataFolder, KeyFile, SecretKey, StoreError};

/// Makes a key of a data folder anew, where it is lost. The server must be stopped.
///
/// After a new `token` key every access token is void, after a new `push` key every subscription to Web Push. The key that seals
/// cards cannot be replaced. Exits with 1 if the key is there.
#[derive(Debug, clap::Args)]
pub(super) struct Args {
    /// Which.
    key: KeyFile,
    /// Folder with the database.
    #[arg(long, env = "POKER_DATA", default_value = "data")]
    data: PathBuf,
}

pub(super) fn run(args: &Args, mut out: impl Write) -> io::Result<ExitCode> {
    match renew(args) {
        Ok(true) => {
            writeln!(out, "{} is new: {}", args.key.name(), args.key.price())?;
            Ok(ExitCode::SUCCESS)
        }
        Ok(false) => {
            let path = args.data.join(args.key.name());
            let path = path.display();
            writeln!(io::stderr(), "poker renew-key: {path} is there: move it away first")?;
            Ok(ExitCode::from(1))
        }
        Err(error) => {
            writeln!(io::stderr(), "poker renew-key: {error}")?;
            Ok(ExitCode::from(2))
        }
    }
}

/// Makes the key; `false` if it is there.
fn renew(args: &Args) -> Result<bool, StoreError> {
    let folder = DataFolder::existing(&args.data)?;
    let path = folder.path().join(args.key.name());
    if path.exists() {
        return Ok(false);
    }
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build();
    let runtime = runtime.map_err(|error| StoreError::Folder(error.to_string()))?;
    runtime.block_on(store::forget_key(folder.path(), args.key))?;
    SecretKey::load_or_create(&path).map_err(|error| StoreError::Folder(error.to_string()))?;
    Ok(true)
}
