//! `poker restore`: a folder from a copy.

use std::fs::{self, File};
use std::io::{self, ErrorKind, Write};
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use jiff::Timestamp;
use poker_program::PROGRAM;
use poker_store::{self as store, KeyFile, Restored, StoreOptions};
use poker_table::state::command::FORMAT;
use serde_json::json;

use super::super::audit::audit_in;
use super::{
    DATABASE, Failure, HEAD, MANIFEST, Manifest, SEAL_KEY, copy_gently, copy_key, digest_of, private_folder,
    refuse_used, told,
};

/// Restore a data folder from a copy. The folder must be empty or missing; nothing is ever overwritten.
///
/// Sessions of accounts with a password end, and so do bots' tokens, since some of them may have been ended after the copy was made:
/// their owners sign in again and make new tokens. Guests, who have nothing else, stay signed in.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct RestoreArgs {
    /// The copy, a folder or a file.
    from: PathBuf,
    /// The folder to make.
    #[arg(long, env = "POKER_DATA", default_value = "data")]
    pub(super) data: PathBuf,
    /// Folder with the keys, as `poker keys export` wrote it, if they are not in the copy.
    #[arg(long, value_name = "FOLDER")]
    pub(super) keys: Option<PathBuf>,
    /// File with the key that seals cards, if it is kept elsewhere and stays there.
    #[arg(long, env = "POKER_SEAL_KEY")]
    pub(super) seal_key: Option<PathBuf>,
    /// Restore even if an audit finds something wrong in the copy, such as one made with that option.
    #[arg(long)]
    pub(super) accept_faults: bool,
    /// Print JSON.
    #[arg(long)]
    pub(super) json: bool,
}

pub(in crate::cli) fn restore(args: &RestoreArgs, out: impl Write) -> io::Result<ExitCode> {
    told("restore", restore_to(args), out, |restored, mut out| {
        let Restored {
            contents,
            sessions,
            new_keys,
        } = &restored;
        let behind = Timestamp::now().duration_since(contents.latest).as_secs().max(0);
        let new_keys: Vec<&str> = new_keys.iter().map(|key| key.name()).collect();
        if args.json {
            let told = json!({
                "data": args.data,
                "contents": contents,
                "seconds_behind": behind,
                "sessions_ended": sessions,
                "new_keys": new_keys,
            });
            return writeln!(out, "{told}");
        }
        writeln!(
            out,
            "{}: {} accounts, {} hands. Its latest entry is of {}, {} ago: later data is not in it",
            args.data.display(),
            contents.accounts,
            contents.hands,
            contents.latest,
            ago(behind)
        )?;
        writeln!(
            out,
            "{sessions} sessions of accounts and bots have ended; guests stay signed in"
        )?;
        if !new_keys.is_empty() {
            writeln!(out, "new: {}", new_keys.join(", "))?;
        }
        Ok(())
    })
}

/// Formats elapsed time in its two largest units.
fn ago(seconds: i64) -> String {
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3600 % 24, seconds / 60 % 60);
    match (days, hours, minutes) {
        (0, 0, 0) => format!("{seconds} s"),
        (0, 0, _) => format!("{minutes} min {} s", seconds % 60),
        (0, _, _) => format!("{hours} h {minutes} min"),
        _ => format!("{days} d {hours} h"),
    }
}

fn restore_to(args: &RestoreArgs) -> Result<Restored, Failure> {
    let (database, manifest) = find_copy(&args.from)?;
    refuse_used(&args.data)?;
    private_folder(&args.data)?;
    // The database comes last: no server starts on a folder without it, so a folder with it is complete.
    let making = args.data.join("restoring");
    private_folder(&making)?;
    let made = make(args, &database, manifest.as_ref(), &making);
    if made.is_err() {
        // Its remains would be in the way of the next try.
        let _ = fs::remove_dir_all(&making);
    }
    let restored = made?;
    let files = [SEAL_KEY, KeyFile::Token.name(), KeyFile::Push.name(), HEAD, DATABASE];
    for file in files {
        let (from, to) = (making.join(file), args.data.join(file));
        match fs::rename(&from, &to) {
            Err(error) if error.kind() == ErrorKind::NotFound && file == SEAL_KEY => {}
            renamed => renamed.map_err(Failure::at(&to))?,
        }
    }
    fs::remove_dir_all(&making).map_err(Failure::at(&making))?;
    File::open(&args.data)
        .and_then(|folder| folder.sync_all())
        .map_err(Failure::at(&args.data))?;
    Ok(restored)
}

/// Finds the database of a copy, and its manifest; a single file has none.
fn find_copy(from: &Path) -> Result<(PathBuf, Option<Manifest>), Failure> {
    if from.is_file() {
        return Ok((from.to_owned(), None));
    }
    let path = from.join(MANIFEST);
    let text = fs::read_to_string(&path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => Failure::Wrong(format!("{} is not a copy made by `poker backup`", from.display())),
        _ => Failure::at(&path)(error),
    })?;
    let manifest = serde_json::from_str(&text)
        .map_err(|fault| Failure::Wrong(format!("{} cannot be understood: {fault}", path.display())))?;
    Ok((from.join(DATABASE), Some(manifest)))
}

/// Makes the files of a folder from a copy, and checks them.
fn make(args: &RestoreArgs, database: &Path, manifest: Option<&Manifest>, folder: &Path) -> Result<Restored, Failure> {
    let target = folder.join(DATABASE);
    copy_gently(database, &target).map_err(Failure::at(&target))?;
    if let Some(manifest) = manifest {
        let (sha256, _) = digest_of(&target)?;
        if sha256 != manifest.sha256 {
            let message = "the database of the copy is not the one that was copied: it has changed since";
            return Err(Failure::Wrong(message.to_owned()));
        }
    }
    let named = args.seal_key.as_ref().filter(|path| !path.as_os_str().is_empty());
    let beside = args.keys.as_ref().or(args.from.is_dir().then_some(&args.from));
    let wanted = KeyFile::ALL.map(KeyFile::name);
    for name in wanted.into_iter().chain(named.is_none().then_some(SEAL_KEY)) {
        let key = beside.map(|keys| keys.join(name)).filter(|key| key.exists());
        key.map_or(Ok(()), |key| copy_key(&key, &folder.join(name)))?;
    }
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(Failure::at(folder))?;
    let options = StoreOptions {
        format: FORMAT,
        seal_key: named.cloned(),
        ..StoreOptions::of(PROGRAM)
    };
    let restored = runtime.block_on(store::settle_copy(folder, &options))?;
    let audited = runtime.block_on(audit_in(folder, named.map(PathBuf::as_path), |_, _, _| {}))?;
    match audited.report.faults.first().filter(|_| !args.accept_faults) {
        Some(first) => {
            let message = format!("the copy is damaged: {first}. --accept-faults makes a folder of it all the same");
            Err(Failure::Wrong(message))
        }
        None => Ok(restored),
    }
}
