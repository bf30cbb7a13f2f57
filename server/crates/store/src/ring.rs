//! The file format of a key that has been changed: the current key, and earlier ones for as long as they are needed.
//!
//! A key that was never changed is stored as 32 bytes. After a change the file is a text with one line per key, the
//! current one first. That way all keys are copied, restored and replaced as one file: a change is a single rename.

use std::fmt::Write as _;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::Path;

use aws_lc_rs::digest::{SHA256, digest};
use jiff::Timestamp;

use super::chain::Hash;
use super::folder::plain_file;
use super::head::hex;
use super::seal::{Sealer, SecretKey, check_private, unusable, write_private};

/// The first line of the text.
const TITLE: &str = "poker keys 1";

/// Maximum number of keys in a file. Older ones must be dropped before the next change.
const MOST: usize = 256;

/// Maximum file size: as many lines of less than 160 bytes.
const FILE_BYTES: u64 = 160 * (MOST as u64 + 2);

/// The current key and the earlier ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyRing {
    /// The newest first, which is the current one; never empty.
    keys: Vec<Kept>,
}

/// A key and its period of use.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Kept {
    key: SecretKey,
    /// Time at which it replaced the previous key; `None` for the first one.
    since: Option<Timestamp>,
    /// Time from which it is no longer needed; `None` if unknown.
    until: Option<Timestamp>,
}

/// The fate of the previous key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Before {
    /// Dropped immediately, together with all earlier ones.
    Dropped,
    /// Kept until then.
    Until(Timestamp),
    /// Kept. If there are too many keys, the oldest is dropped.
    Kept,
    /// Kept. If there are too many keys, nothing is changed.
    Needed,
}

impl From<SecretKey> for KeyRing {
    fn from(key: SecretKey) -> Self {
        let (since, until) = (None, None);
        Self {
            keys: vec![Kept { key, since, until }],
        }
    }
}

impl KeyRing {
    /// Loads the keys from a file. If the file does not exist, it is created with a new key, readable by its owner alone.
    ///
    /// # Errors
    /// As those of [`Self::load`]; also when the file cannot be written.
    pub fn load_or_create(path: &Path) -> io::Result<Self> {
        if let Some(ring) = Self::load(path)? {
            return Ok(ring);
        }
        let ring = Self::from(SecretKey::generate()?);
        ring.replace(path)?;
        Ok(ring)
    }

    /// Loads the keys from a file; `None` if there is no such file.
    ///
    /// # Errors
    /// When the file cannot be read, contains something else, or is accessible to anyone but its owner. The text names the file.
    pub fn load(path: &Path) -> io::Result<Option<Self>> {
        let read = |file: File| {
            check_private(&file)?;
            let mut bytes = Vec::new();
            file.take(FILE_BYTES + 1).read_to_end(&mut bytes)?;
            Self::parse(&bytes).ok_or_else(|| {
                let message = "a key file holds exactly 32 bytes, or what `poker keys rotate` wrote";
                io::Error::new(io::ErrorKind::InvalidData, message)
            })
        };
        let loaded = match plain_file(path) {
            Ok(file) => read(file),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            Err(error) => Err(error),
        };
        loaded.map(Some).map_err(|error| unusable(path, &error))
    }

    /// Writes the keys to another file, accessible to its owner alone.
    ///
    /// # Errors
    /// When the file exists already, or cannot be written. The text names the file.
    pub fn copy_to(&self, path: &Path) -> io::Result<()> {
        if fs::symlink_metadata(path).is_ok() {
            return Err(unusable(path, &io::Error::from(io::ErrorKind::AlreadyExists)));
        }
        self.replace(path)
    }

    /// Replaces a file with these keys atomically: a reader finds the old content or the new, never a mixture.
    ///
    /// # Errors
    /// When it cannot be written, in which case the file is unchanged. The text names the file.
    pub fn replace(&self, path: &Path) -> io::Result<()> {
        write_private(path, &self.bytes()).map_err(|error| unusable(path, &error))
    }

    /// The current key.
    pub fn current(&self) -> &SecretKey {
        &self.keys[0].key
    }

    /// The earlier keys, the newest first, each with the time from which it is no longer needed.
    pub fn older(&self) -> impl Iterator<Item = (&SecretKey, Option<Timestamp>)> {
        self.keys[1..].iter().map(|kept| (&kept.key, kept.until))
    }

    /// All keys, the current one first, each with the time at which it replaced the previous one.
    pub fn all(&self) -> impl Iterator<Item = (&SecretKey, Option<Timestamp>)> {
        self.keys.iter().map(|kept| (&kept.key, kept.since))
    }

    /// `true` if one of the keys has this fingerprint.
    pub(super) fn knows(&self, fingerprint: &Hash) -> bool {
        self.all()
            .any(|(key, _)| Sealer::new(key).fingerprint() == *fingerprint)
    }

    /// Puts a new key into use.
    ///
    /// # Errors
    /// When the previous key is needed and there are too many already. Nothing is changed then.
    pub fn rotate(&mut self, new: SecretKey, now: Timestamp, before: Before) -> io::Result<()> {
        match before {
            Before::Dropped => {
                *self = Self::from(new);
                return Ok(());
            }
            Before::Needed if self.keys.len() >= MOST => {
                return Err(io::Error::other(format!("there are {MOST} keys in it already")));
            }
            Before::Until(until) => self.keys[0].until = Some(until),
            Before::Kept | Before::Needed => {}
        }
        let (since, until) = (Some(now), None);
        self.keys.insert(0, Kept { key: new, since, until });
        self.keys.truncate(MOST);
        Ok(())
    }

    /// Drops the keys that have expired, except the current one. Returns `true` if there were any.
    pub fn drop_ended(&mut self, now: Timestamp) -> bool {
        let count = self.keys.len();
        let mut is_used = true;
        self.keys
            .retain(|kept| std::mem::take(&mut is_used) || kept.until.is_none_or(|until| until > now));
        if let [only] = &mut *self.keys {
            // There is no earlier key from which it would have to be distinguished.
            only.since = None;
        }
        self.keys.len() < count
    }

    fn bytes(&self) -> Vec<u8> {
        if let [only] = &*self.keys {
            return only.key.bytes().to_vec();
        }
        let time = |time: Option<Timestamp>| time.map_or_else(|| "-".to_owned(), |time| time.to_string());
        let mut text = format!("{TITLE}\n");
        for Kept { key, since, until } in &self.keys {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{} {} {}", key.text(), time(*since), time(*until));
        }
        let sum = digest(&SHA256, text.as_bytes());
        let _ = writeln!(text, "sum {}", hex(sum.as_ref()));
        text.into_bytes()
    }

    fn parse(bytes: &[u8]) -> Option<Self> {
        // A text cut off at that length is not taken for a key.
        if let Ok(key) = <[u8; 32]>::try_from(bytes)
            && !key.starts_with(TITLE.as_bytes())
        {
            return Some(Self::from(SecretKey::of(key)));
        }
        let time = |text: &str| match text {
            "-" => Some(None),
            text => text.parse().ok().map(Some),
        };
        let mut lines = str::from_utf8(bytes).ok()?.lines();
        (lines.next()? == TITLE).then_some(())?;
        let mut keys = Vec::new();
        for line in lines {
            let mut words = line.split(' ');
            let word = words.next()?;
            if word == "sum" {
                break;
            }
            keys.push(Kept {
                key: SecretKey::of_text(word)?,
                since: time(words.next()?)?,
                until: time(words.next()?)?,
            });
        }
        // Every byte must match: writing the keys again must give what was read.
        let ring = Self { keys };
        (2..=MOST).contains(&ring.keys.len()).then_some(())?;
        (ring.bytes() == bytes).then_some(ring)
    }
}

#[cfg(test)]
mod tests {
    use std::os::unix::fs::PermissionsExt;

    use super::*;

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    fn key(byte: u8) -> SecretKey {
        SecretKey::of([byte; 32])
    }

    #[test]
    fn the_key_file_is_made_once_and_for_its_owner_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("seal.key");
        let ring = KeyRing::load_or_create(&path).unwrap();
        assert_eq!(KeyRing::load_or_create(&path).unwrap(), ring);
        assert_eq!(fs::read(&path).unwrap(), ring.current().bytes());
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        for mode in [0o640, 0o604, 0o620, 0o644, 0o610] {
            fs::set_permissions(&path, fs::Permissions::from_mode(mode)).unwrap();
            let refused = KeyRing::load_or_create(&path).unwrap_err();
            assert_eq!(refused.kind(), io::ErrorKind::PermissionDenied, "{mode:o}");
            assert!(refused.to_string().contains("seal.key"), "{refused}");
            fs::set_permissions(&path, fs::Permissions::from_mode(0o600)).unwrap();
        }
        for length in [0, 31, 33, 100_000] {
            fs::write(&path, vec![0; length]).unwrap();
            let refused = KeyRing::load_or_create(&path).unwrap_err();
            assert_eq!(refused.kind(), io::ErrorKind::InvalidData, "{length} bytes");
        }
    }

    #[test]
    fn keys_that_were_changed_are_read_back() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("token.key");
        let mut ring = KeyRing::from(key(1));
        ring.rotate(key(2), at(100), Before::Until(at(200))).unwrap();
        ring.rotate(key(3), at(150), Before::Until(at(250))).unwrap();
        ring.replace(&path).unwrap();
        assert_eq!(KeyRing::load(&path).unwrap(), Some(ring.clone()));
        assert_eq!(fs::metadata(&path).unwrap().permissions().mode() & 0o777, 0o600);
        assert_eq!(ring.current(), &key(3));
        let (two, one) = (key(2), key(1));
        let older: Vec<_> = ring.older().collect();
        assert_eq!(older, [(&two, Some(at(250))), (&one, Some(at(200)))]);
        assert!(ring.knows(&Sealer::new(&key(1)).fingerprint()));
        assert!(!ring.knows(&Sealer::new(&key(4)).fingerprint()));

        assert!(!ring.drop_ended(at(199)));
        assert!(ring.drop_ended(at(200)));
        assert_eq!(ring.older().count(), 1);
        assert!(ring.drop_ended(at(9_999)));
        assert_eq!(ring, KeyRing::from(key(3)));
        ring.replace(&path).unwrap();
        assert_eq!(fs::read(&path).unwrap(), [3; 32], "as if it had never been changed");
    }

    #[test]
    fn every_changed_bit_and_every_cut_is_noticed() {
        let mut ring = KeyRing::from(key(1));
        ring.rotate(key(2), at(100), Before::Needed).unwrap();
        let text = ring.bytes();
        assert_eq!(KeyRing::parse(&text), Some(ring));
        for bit in 0..8 * text.len() {
            let mut changed = text.clone();
            changed[bit / 8] ^= 1 << (bit % 8);
            assert_eq!(KeyRing::parse(&changed), None, "bit {bit}");
        }
        for cut in 0..text.len() {
            assert_eq!(KeyRing::parse(&text[..cut]), None, "cut at {cut}");
        }
        assert_eq!(KeyRing::parse(&[&text[..], b"\n"].concat()), None);
    }

    #[test]
    fn a_file_holds_so_many_keys() {
        let mut ring = KeyRing::from(key(0));
        for byte in 1..=255 {
            ring.rotate(key(byte), at(byte.into()), Before::Needed).unwrap();
        }
        let full = ring.clone();
        assert!(full.bytes().len() as u64 <= FILE_BYTES);
        assert_eq!(KeyRing::parse(&full.bytes()), Some(full.clone()));
        assert!(ring.rotate(key(0), at(300), Before::Needed).is_err());
        assert_eq!(ring, full);
        ring.rotate(key(77), at(300), Before::Kept).unwrap();
        assert_eq!(ring.all().count(), MOST);
        ring.rotate(key(9), at(301), Before::Dropped).unwrap();
        assert_eq!(ring, KeyRing::from(key(9)));
    }
}
