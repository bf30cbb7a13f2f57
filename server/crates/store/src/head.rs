//! The progress of the database, recorded in a file next to it. A database that has lost its log, or was replaced by an
//! older copy, is consistent in itself and does not reveal what is missing.
//!
//! The file is written after each commit, in place and in one piece, and synced about once a second. After a killed
//! process, or in a copy of the folder, it is up to date; after a power loss it is a second behind. It is never ahead.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, ErrorKind, Read};
use std::os::unix::fs::FileExt;
use std::path::Path;
use std::sync::Arc;

use aws_lc_rs::digest::{SHA256, digest};
use jiff::Timestamp;

use super::StoreError;
use super::chain::Hash;
use super::folder::{plain_file, private_file};
use super::seal::unusable;

/// File name in the data folder.
const FILE: &str = "poker.head";

/// Fixed size of the file, less than a sector of any disk.
const BYTES: usize = 512;

/// The progress of a database.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Head {
    /// The last group of the journal.
    pub(super) groups: u64,
    /// The number of steps in all journals up to that group.
    pub(super) steps: u64,
    /// The number of writes other than steps.
    pub(super) changes: u64,
    /// Time of the last commit; for a database opened only for reading, the latest time in it.
    pub(super) at: Timestamp,
    /// Hash of the last step of the last group, if known.
    pub(super) last: Option<Hash>,
}

/// The content of the file.
pub(super) enum Noted {
    /// A valid record.
    Head(Head),
    /// There is no such file.
    Missing,
    /// The content is not what was written.
    Damaged,
}

impl Head {
    /// Reads the record in a folder.
    pub(super) fn read(folder: &Path) -> io::Result<Noted> {
        let path = folder.join(FILE);
        let read = |file: File| {
            let mut bytes = Vec::with_capacity(BYTES + 1);
            file.take(BYTES as u64 + 1).read_to_end(&mut bytes)?;
            Ok(Self::parse(&bytes).map_or(Noted::Damaged, Noted::Head))
        };
        match plain_file(&path).and_then(read) {
            Err(error) if error.kind() == ErrorKind::NotFound => Ok(Noted::Missing),
            Err(error) if error.kind() == ErrorKind::InvalidData => Ok(Noted::Damaged),
            noted => noted.map_err(|error| unusable(&path, &error)),
        }
    }

    fn to_text(self) -> String {
        let last = self.last.map_or_else(|| "-".to_owned(), |hash| hex(&hash));
        let at = self.at.as_millisecond();
        let Self {
            groups, steps, changes, ..
        } = self;
        let mut text =
            format!("poker.head 1\ngroups {groups}\nsteps {steps}\nchanges {changes}\nat {at}\nlast {last}\n");
        let sum = digest(&SHA256, text.as_bytes());
        // Writing to a string cannot fail.
        let _ = writeln!(text, "sum {}", hex(sum.as_ref()));
        let width = BYTES - 1;
        format!("{text:<width$}\n")
    }

    fn parse(bytes: &[u8]) -> Option<Self> {
        let mut lines = str::from_utf8(bytes).ok()?.lines().skip(1);
        let mut value = |name: &str| lines.next()?.strip_prefix(name)?.strip_prefix(' ');
        let head = Self {
            groups: value("groups")?.parse().ok()?,
            steps: value("steps")?.parse().ok()?,
            changes: value("changes")?.parse().ok()?,
            at: Timestamp::from_millisecond(value("at")?.parse().ok()?).ok()?,
            last: match value("last")? {
                "-" => None,
                hash => Some(unhex(hash)?),
            },
        };
        // Every byte must match.
        (head.to_text().as_bytes() == bytes).then_some(head)
    }

    /// Describes what a database lacks that had come this far; `None` if nothing is missing.
    pub(super) fn lag(&self, database: &Self) -> Option<String> {
        let (groups, changes) = (
            self.groups.saturating_sub(database.groups),
            self.changes.saturating_sub(database.changes),
        );
        if groups == 0 && changes == 0 {
            return None;
        }
        let steps = self.steps.saturating_sub(database.steps);
        let seconds = self.at.as_second().saturating_sub(database.at.as_second()).max(0);
        Some(format!(
            "the database is behind what was written: the last {groups} groups of the journal with {steps} steps are missing, \
             and {changes} other changes; its latest entry is {seconds} seconds older than the last one was"
        ))
    }
}

/// The open head file of a folder.
#[derive(Clone, Debug)]
pub(super) struct HeadFile(Arc<File>);

impl HeadFile {
    /// Opens the file, and creates it if it does not exist.
    pub(super) fn open(folder: &Path) -> io::Result<Self> {
        let file = private_file(&folder.join(FILE))?;
        if file.metadata()?.len() > BYTES as u64 {
            file.set_len(BYTES as u64)?;
        }
        Ok(Self(Arc::new(file)))
    }

    /// Records the progress of the database.
    pub(super) fn note(&self, head: &Head) -> io::Result<()> {
        self.0.write_all_at(head.to_text().as_bytes(), 0)
    }

    /// Waits until the last record is on disk.
    pub(super) fn sync(&self) -> io::Result<()> {
        self.0.sync_data()
    }
}

/// The error for a folder whose database is behind, or may be, with a remedy.
pub(super) fn behind(folder: &Path, what: &str) -> StoreError {
    StoreError::Behind(format!(
        "{folder}: {what}. Put the whole folder back as it was, poker.db-wal included; or start with --accept-loss, and what is \
         missing is gone for good. Nothing was changed",
        folder = folder.display(),
    ))
}

/// Describes a missing or unreadable head; `None` if it is valid.
pub(super) fn unknown(noted: &Noted) -> Option<String> {
    let what = match noted {
        Noted::Head(_) => return None,
        Noted::Missing => "is missing",
        Noted::Damaged => "is damaged",
    };
    Some(format!(
        "{FILE} {what}, which says how far the database was: it may be behind"
    ))
}

pub(super) fn hex(bytes: &[u8]) -> String {
    bytes
        .iter()
        .fold(String::with_capacity(2 * bytes.len()), |mut text, byte| {
            // Writing to a string cannot fail.
            let _ = write!(text, "{byte:02x}");
            text
        })
}

fn unhex(text: &str) -> Option<Hash> {
    let mut hash = Hash::default();
    if text.len() != 2 * hash.len() || !text.is_ascii() {
        return None;
    }
    for (at, byte) in hash.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * at..2 * at + 2], 16).ok()?;
    }
    Some(hash)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn head() -> Head {
        Head {
            groups: 7,
            steps: 90,
            changes: 3,
            at: Timestamp::from_second(1_000_000).unwrap(),
            last: Some([9; 32]),
        }
    }

    #[test]
    fn every_changed_bit_and_every_cut_is_noticed() {
        for head in [head(), Head { last: None, ..head() }] {
            let text = head.to_text().into_bytes();
            assert_eq!(text.len(), BYTES);
            assert_eq!(Head::parse(&text), Some(head));
            for bit in 0..8 * text.len() {
                let mut changed = text.clone();
                changed[bit / 8] ^= 1 << (bit % 8);
                assert_eq!(Head::parse(&changed), None, "bit {bit}");
            }
            for cut in 0..text.len() {
                assert_eq!(Head::parse(&text[..cut]), None, "cut at {cut}");
            }
        }
    }

    #[test]
    fn what_is_missing_is_told_by_how_much() {
        let older = Head {
            groups: 5,
            steps: 60,
            at: Timestamp::from_second(999_990).unwrap(),
            ..head()
        };
        let lag = head().lag(&older).unwrap();
        for word in ["2 groups", "30 steps", "0 other changes", "10 seconds"] {
            assert!(lag.contains(word), "{lag}");
        }
        assert!(head().lag(&Head { changes: 2, ..head() }).is_some());
        // The head may be the older of the two.
        assert_eq!(older.lag(&head()), None);
    }
}
