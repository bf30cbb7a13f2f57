//! `poker backup` and `poker restore`: copies of a data folder, and folders restored from them.

pub(super) mod restore;

use std::fmt::Write as _;
use std::fs::{self, DirBuilder, File, OpenOptions};
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use aws_lc_rs::digest::{Context, SHA256};
use jiff::{SignedDuration, Timestamp};
use poker_program::PROGRAM;
use poker_store::{self as store, Contents, Copied, KeyFile, KeyRing, PIECE, StoreError, Trickle};
use serde::{Deserialize, Serialize};
use serde_json::json;

use super::audit::audit_in;
use crate::backups::is_within;

/// Name of a copy's manifest.
const MANIFEST: &str = "backup.json";

/// Files that a copy has in common with a data folder.
const DATABASE: &str = "poker.db";

const HEAD: &str = "poker.head";
pub(super) const SEAL_KEY: &str = "seal.key";

/// Prefix of the names of copies in a folder of many; the time follows.
const NAMED: &str = "poker-";

/// Suffix of the name of a copy until it is complete.
const PARTIAL: &str = ".partial";

/// Copy a data folder, even while the server is running; players do not notice.
///
/// A copy has the database as one commit left it, and the record of how far it goes. Keys are left out unless you ask for them: without
/// `seal.key`, which `poker keys export` copies apart, no card in it can be read, and it cannot be restored. The copy is
/// audited before this command reports success. Exits with 1 if something is wrong in it.
#[derive(Debug, clap::Args)]
#[expect(clippy::struct_excessive_bools, reason = "each is a switch of the command line")]
pub(super) struct BackupArgs {
    /// New folder for the copy; or a file, if the name ends with `.db`; with --keep, the folder of many copies.
    to: PathBuf,
    /// Folder with the database.
    #[arg(long, env = "POKER_DATA", default_value = "data")]
    data: PathBuf,
    /// File with the key that seals cards, if it is not in the data folder.
    #[arg(long, env = "POKER_SEAL_KEY")]
    seal_key: Option<PathBuf>,
    /// Put the keys into the copy as well: whoever has it can then read every card.
    #[arg(long)]
    keys: bool,
    /// Make a copy in that folder, named by the time, and keep only this many of them, the newest.
    #[arg(long, value_name = "COUNT", value_parser = clap::value_parser!(u32).range(1..))]
    keep: Option<u32>,
    /// Give way to all other programs.
    #[arg(long)]
    gently: bool,
    /// Keep the copy even if the audit finds something wrong: existing damage is in every copy.
    #[arg(long)]
    accept_faults: bool,
    /// Print JSON.
    #[arg(long)]
    json: bool,
}

/// The manifest of a copy.
#[derive(Debug, Serialize, Deserialize)]
struct Manifest {
    /// Version of these fields.
    version: u32,
    made_at: Timestamp,
    /// The program that made the copy.
    made_by: String,
    contents: Contents,
    /// Number of faults the audit found in it, which were accepted.
    faults: usize,
    /// SHA-256 digest of the database.
    sha256: String,
    bytes: u64,
    /// File names of the keys in the copy.
    keys: Vec<String>,
}

/// The reasons there is no copy, or no folder.
#[derive(Debug, thiserror::Error)]
pub(super) enum Failure {
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("{path}: {fault}", path = .0.display(), fault = .1)]
    Io(PathBuf, io::Error),
    #[error("{} is there already: nothing is written over", .0.display())]
    There(PathBuf),
    #[error("{0}")]
    Wrong(String),
    #[error(
        "the copy is not kept: an audit found {count} faults in it, the first one: {first}. `poker audit` tells all that is wrong \
         with the folder; --accept-faults keeps a copy all the same"
    )]
    Faults { count: usize, first: String },
}

impl Failure {
    pub(super) fn at(path: &Path) -> impl FnOnce(io::Error) -> Self {
        let path = path.to_owned();
        move |error| Self::Io(path, error)
    }

    const fn code(&self) -> u8 {
        match self {
            Self::Faults { .. } => 1,
            _ => 2,
        }
    }
}

/// Prints the result or the failure.
pub(super) fn told<T>(
    command: &str,
    done: Result<T, Failure>,
    out: impl Write,
    tell: impl FnOnce(T, Box<dyn Write + '_>) -> io::Result<()>,
) -> io::Result<ExitCode> {
    match done {
        Ok(done) => {
            tell(done, Box::new(out))?;
            Ok(ExitCode::SUCCESS)
        }
        Err(failure) => {
            writeln!(io::stderr(), "poker {command}: {failure}")?;
            Ok(ExitCode::from(failure.code()))
        }
    }
}

pub(super) fn backup(args: &BackupArgs, out: impl Write) -> io::Result<ExitCode> {
    if args.gently {
        // If it cannot give way, it runs like any other program.
        let _ = rustix::process::nice(19);
    }
    told("backup", back_up(args), out, |(place, manifest), mut out| {
        if args.json {
            return writeln!(out, "{}", json!({"backup": place, "manifest": manifest}));
        }
        let Contents {
            latest,
            accounts,
            hands,
            ..
        } = &manifest.contents;
        let found = match manifest.faults {
            0 => "nothing is wrong".to_owned(),
            faults => format!("with {faults} faults, which you accepted"),
        };
        writeln!(
            out,
            "{}: {} KiB, {accounts} accounts, {hands} hands, the latest entry of {latest}; audited, {found}",
            place.display(),
            manifest.bytes >> 10
        )?;
        if manifest.keys.is_empty() {
            writeln!(
                out,
                "no keys are in it: it is of use only with seal.key, which `poker keys export` copies"
            )
        } else {
            writeln!(
                out,
                "with {}: whoever has it can read every card",
                manifest.keys.join(", ")
            )
        }
    })
}

/// Makes the copy, and returns its place and manifest.
fn back_up(args: &BackupArgs) -> Result<(PathBuf, Manifest), Failure> {
    let is_file = args.to.extension().is_some_and(|ending| ending == "db");
    if is_file && (args.keys || args.keep.is_some()) {
        let message = "a copy in one file cannot contain keys: name a folder";
        return Err(Failure::Wrong(message.to_owned()));
    }
    let place = match args.keep {
        Some(_) => args.to.join(name_at(Timestamp::now())),
        None => args.to.clone(),
    };
    if is_within(&place, &args.data) {
        let message = format!(
            "{} is inside the data folder, and is lost with it: name a folder elsewhere, best on another disk",
            place.display()
        );
        return Err(Failure::Wrong(message));
    }
    if fs::symlink_metadata(&place).is_ok() {
        return Err(Failure::There(place));
    }
    let mut partial = place.clone().into_os_string();
    partial.push(PARTIAL);
    let partial = PathBuf::from(partial);
    match fs::remove_dir_all(&partial) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(Failure::at(&partial)(error)),
        _ => {}
    }
    private_folder(&partial)?;
    let made = fill(args, &partial).and_then(|manifest| {
        let whole = if is_file {
            partial.join(DATABASE)
        } else {
            partial.clone()
        };
        fs::rename(&whole, &place).map_err(Failure::at(&place))?;
        if let Some(parent) = place.parent().filter(|parent| !parent.as_os_str().is_empty()) {
            File::open(parent)
                .and_then(|parent| parent.sync_all())
                .map_err(Failure::at(parent))?;
        }
        Ok(manifest)
    });
    // After a success it is gone already, and after a failure it is useless.
    let _ = fs::remove_dir_all(&partial);
    let manifest = made?;
    if let Some(keep) = args.keep {
        forget_old(&args.to, keep as usize)?;
    }
    Ok((place, manifest))
}

/// Fills the folder of a copy, and audits it.
fn fill(args: &BackupArgs, folder: &Path) -> Result<Manifest, Failure> {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .map_err(Failure::at(folder))?;
    let copied = runtime.block_on(store::copy_database(&args.data, folder));
    let Copied { contents, faults } = copied.map_err(|error| error.advised(&args.data))?;
    let named = args.seal_key.as_deref().filter(|path| !path.as_os_str().is_empty());
    let own = args.data.join(SEAL_KEY);
    let seal_key = named.unwrap_or(&own);
    let mut audited = runtime.block_on(audit_in(folder, seal_key.exists().then_some(seal_key), |_, _, _| {}))?;
    for what in faults {
        audited.report.fault(|| what);
    }
    if let Some(first) = audited.report.faults.first().filter(|_| !args.accept_faults) {
        return Err(Failure::Faults {
            count: audited.report.faults.len(),
            first: first.clone(),
        });
    }
    let mut keys = Vec::new();
    if args.keys {
        copy_key(seal_key, &folder.join(SEAL_KEY))?;
        keys.push(SEAL_KEY.to_owned());
        for key in KeyFile::ALL {
            copy_key(&args.data.join(key.name()), &folder.join(key.name()))?;
            keys.push(key.name().to_owned());
        }
    }
    let (sha256, bytes) = digest_of(&folder.join(DATABASE))?;
    let manifest = Manifest {
        version: 1,
        made_at: Timestamp::now(),
        made_by: PROGRAM.to_owned(),
        contents,
        faults: audited.report.faults.len(),
        sha256,
        bytes,
        keys,
    };
    let text = serde_json::to_string_pretty(&manifest).map_err(|fault| Failure::Wrong(fault.to_string()))?;
    let path = folder.join(MANIFEST);
    fs::write(&path, text + "\n")
        .and_then(|()| File::open(&path)?.sync_all())
        .map_err(Failure::at(&path))?;
    Ok(manifest)
}

/// Age from which on nobody is still at work on a copy that is not complete.
const ABANDONED: SignedDuration = SignedDuration::from_hours(24);

/// Removes the oldest copies from a folder of many, and those that were never completed. Other files in it stay.
fn forget_old(folder: &Path, keep: usize) -> Result<(), Failure> {
    let abandoned = name_at(Timestamp::now() - ABANDONED);
    let (mut copies, mut gone) = (Vec::new(), Vec::new());
    for entry in fs::read_dir(folder).map_err(Failure::at(folder))? {
        let entry = entry.map_err(Failure::at(folder))?;
        let name = entry.file_name();
        let name = name.to_str().unwrap_or_default();
        let (dated, is_partial) = match name.strip_suffix(PARTIAL) {
            Some(dated) => (dated, true),
            None => (name, false),
        };
        let time = dated.strip_prefix(NAMED).unwrap_or_default();
        if time.len() != 16 || !time.ends_with('Z') {
            continue;
        }
        if is_partial && dated < abandoned.as_str() {
            gone.push(entry.path());
        } else if !is_partial && entry.path().join(MANIFEST).is_file() {
            copies.push(entry.path());
        }
    }
    // Sorted by name, they are sorted by time.
    copies.sort();
    let old = copies.len().saturating_sub(keep);
    gone.extend(copies.drain(..old));
    for copy in &gone {
        fs::remove_dir_all(copy).map_err(Failure::at(copy))?;
    }
    Ok(())
}

/// Name of a copy made at a time, in a folder of many.
fn name_at(time: Timestamp) -> String {
    format!("{NAMED}{}", time.strftime("%Y%m%dT%H%M%SZ"))
}

/// Copies a file piece by piece, so that it holds up no commit of a server on the same disk.
fn copy_gently(from: &Path, to: &Path) -> io::Result<()> {
    let mut source = File::open(from)?;
    let mut target = OpenOptions::new().write(true).create_new(true).mode(0o600).open(to)?;
    let mut trickle = Trickle::of(target.try_clone()?);
    while io::copy(&mut Read::by_ref(&mut source).take(PIECE), &mut target)? > 0 {
        trickle.ease()?;
    }
    target.sync_all()
}

/// Copies a key into another folder.
pub(super) fn copy_key(from: &Path, to: &Path) -> Result<(), Failure> {
    let copied = KeyRing::load(from).and_then(|key| match key {
        Some(key) => key.copy_to(to),
        None => Err(io::Error::new(
            ErrorKind::NotFound,
            format!("there is no {}", from.display()),
        )),
    });
    copied.map_err(|error| Failure::Wrong(error.to_string()))
}

/// Refuses a folder with anything in it.
fn refuse_used(folder: &Path) -> Result<(), Failure> {
    match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(()),
        Err(error) => Err(Failure::at(folder)(error)),
        Ok(entries) => {
            // A new file system is not quite empty.
            let used = entries.flatten().find(|entry| entry.file_name() != "lost+found");
            match used {
                Some(entry) => Err(Failure::There(entry.path())),
                None => Ok(()),
            }
        }
    }
}

/// Creates a folder for its owner alone, unless it exists.
pub(super) fn private_folder(folder: &Path) -> Result<(), Failure> {
    let mut builder = DirBuilder::new();
    builder.recursive(true);
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(folder).map_err(Failure::at(folder))
}

/// Returns the digest of a file in hexadecimal digits, and its length in bytes.
fn digest_of(path: &Path) -> Result<(String, u64), Failure> {
    let read = || -> io::Result<(String, u64)> {
        let (mut file, mut context) = (File::open(path)?, Context::new(&SHA256));
        let (mut piece, mut bytes) = (vec![0; 1 << 16], 0);
        loop {
            let length = file.read(&mut piece)?;
            if length == 0 {
                break;
            }
            context.update(&piece[..length]);
            bytes += length as u64;
        }
        let digits = context
            .finish()
            .as_ref()
            .iter()
            .fold(String::new(), |mut digits, byte| {
                // Writing to a text in memory cannot fail.
                let _ = write!(digits, "{byte:02x}");
                digits
            });
        Ok((digits, bytes))
    };
    read().map_err(Failure::at(path))
}
