//! Encryption of everything that the database must not reveal: decks, hole cards, draws.
//!
//! The cipher is AES-256-GCM from aws-lc, which is already present for token signatures. Its nonces are random, and one
//! key may seal at most 2^32 texts in that way, so each table has a key of its own, derived from the one in the data
//! folder. That key is kept outside the database, so that neither the database nor a backup of it reveals a card.

use std::fmt;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Write};
use std::path::Path;

use aws_lc_rs::aead::{AES_256_GCM, Aad, NONCE_LEN, Nonce, RandomizedNonceKey};
use aws_lc_rs::constant_time::verify_slices_are_equal;
use aws_lc_rs::{hmac, rand};

use super::chain::Hash;
use super::folder::plain_file;
use super::ring::KeyRing;
use super::types::TableId;

/// The first byte of every sealed text: the version of the scheme.
const VERSION: u8 = 1;

/// 256 secret bits. Never printed.
#[derive(Clone, PartialEq, Eq)]
pub struct SecretKey([u8; 32]);

impl SecretKey {
    /// Generates a key with the operating system's generator.
    pub fn generate() -> io::Result<Self> {
        let mut key = [0; 32];
        rand::fill(&mut key).map_err(|_| io::Error::other("the system's random generator failed"))?;
        Ok(Self(key))
    }

    /// `true` if the file exists and is accessible to anyone but its owner.
    pub(crate) fn is_exposed(path: &Path) -> bool {
        plain_file(path).is_ok_and(|file| check_private(&file).is_err())
    }

    /// Loads a key from a file that people copy from, as 64 hexadecimal digits. If the file does not exist, it is
    /// created with a new key, readable by its owner alone.
    ///
    /// # Errors
    /// When the file cannot be read or written, contains something else, or is accessible to anyone but its owner. The
    /// text names the file.
    pub fn load_or_create_text(path: &Path) -> io::Result<Self> {
        if let Some(key) = Self::load_text(path)? {
            return Ok(key);
        }
        Self::generate()
            .and_then(|key| write_private(path, format!("{}\n", key.text()).as_bytes()).map(|()| key))
            .map_err(|error| unusable(path, &error))
    }

    /// Loads a key as [`Self::load_or_create_text`] does; `None` if the file does not exist.
    ///
    /// # Errors
    /// When the file cannot be read, contains something else, or is accessible to anyone but its owner. The text names the
    /// file.
    pub fn load_text(path: &Path) -> io::Result<Option<Self>> {
        let loaded = match plain_file(path) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
            file => file.and_then(|file| check_private(&file).and_then(|()| Self::read_text(file))),
        };
        loaded.map(Some).map_err(|error| unusable(path, &error))
    }

    fn read_text(file: File) -> io::Result<Self> {
        let mut text = String::with_capacity(65);
        file.take(66).read_to_string(&mut text)?;
        Self::of_text(text.trim_end()).ok_or_else(|| {
            let message = "the file holds exactly 64 hexadecimal digits";
            io::Error::new(io::ErrorKind::InvalidData, message)
        })
    }

    /// Parses a key from 64 hexadecimal digits.
    pub(super) fn of_text(text: &str) -> Option<Self> {
        let digits = text.as_bytes().chunks_exact(2);
        let bytes = digits.map(|two| u8::from_str_radix(str::from_utf8(two).unwrap_or_default(), 16).ok());
        let bytes: Option<Vec<u8>> = bytes.collect();
        let key = bytes.filter(|_| text.len() == 64)?.try_into().ok()?;
        Some(Self(key))
    }

    /// The key as 64 hexadecimal digits.
    pub(super) fn text(&self) -> String {
        let mut text = String::with_capacity(64);
        for byte in self.0 {
            for nibble in [byte >> 4, byte & 15] {
                text.push(char::from(b"0123456789abcdef"[usize::from(nibble)]));
            }
        }
        text
    }

    /// `true` if a text is the key as written by [`Self::load_or_create_text`]. The comparison takes constant time.
    pub fn is_text(&self, text: &str) -> bool {
        verify_slices_are_equal(self.text().as_bytes(), text.as_bytes()).is_ok()
    }

    /// A key with these bits.
    pub const fn of(bits: [u8; 32]) -> Self {
        Self(bits)
    }

    /// The raw bits of the key.
    pub fn bytes(&self) -> &[u8; 32] {
        &self.0
    }
}

/// Writes a file readable by its owner alone, first under its name with `.new` appended, so that it is complete or
/// absent. A symbolic link is kept, and its target is written.
pub(super) fn write_private(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let path = &fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let mut unfinished = path.clone().into_os_string();
    unfinished.push(".new");
    let unfinished = Path::new(&unfinished);
    // A file left by an earlier attempt may be accessible to others.
    match fs::remove_file(unfinished) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut file = options.open(unfinished)?;
    file.write_all(bytes)?;
    file.sync_all()?;
    fs::rename(unfinished, path)?;
    // For a bare file name the parent is the empty path.
    let folder = path.parent().filter(|folder| !folder.as_os_str().is_empty());
    File::open(folder.unwrap_or(Path::new(".")))?.sync_all()
}

pub(super) fn unusable(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("cannot use {}: {error}", path.display()))
}

/// Refuses a key that other users of the machine can read or change, as may happen with a careless copy.
pub(super) fn check_private(file: &File) -> io::Result<()> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let mode = file.metadata()?.mode() & 0o777;
        if mode & 0o077 != 0 {
            let message = format!(
                "others than its owner may use it (mode {mode:03o}); `chmod 600` it, and restore the folder from before \
                 or make a new one if someone may have read it"
            );
            return Err(io::Error::new(io::ErrorKind::PermissionDenied, message));
        }
    }
    Ok(())
}

impl fmt::Debug for SecretKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SecretKey")
    }
}

/// A sealed text cannot be opened: it was sealed with another key or for another place, or has been changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("a sealed text cannot be opened")]
pub(super) struct Unsealable;

/// The place to which a sealed text belongs. A text moved elsewhere does not open.
#[derive(Clone, Copy, Debug)]
pub(super) enum SealContext {
    /// A step of a table's journal.
    Step {
        /// The owner of the journal.
        table: TableId,
        /// Epoch under which it was written.
        epoch: u64,
        /// Number of the step.
        step: u64,
    },
    /// The private views of a hand.
    Hand {
        /// Table of the hand.
        table: TableId,
        /// Number of the hand at its table.
        hand_no: u64,
    },
}

impl SealContext {
    const fn table(self) -> TableId {
        match self {
            Self::Step { table, .. } | Self::Hand { table, .. } => table,
        }
    }

    fn bytes(self) -> Vec<u8> {
        let mut bytes = Vec::with_capacity(48);
        match self {
            Self::Step { table, epoch, step } => {
                bytes.push(b's');
                for number in [table.0, epoch, step] {
                    bytes.extend(number.to_be_bytes());
                }
            }
            Self::Hand { table, hand_no } => {
                bytes.push(b'h');
                for number in [table.0, hand_no] {
                    bytes.extend(number.to_be_bytes());
                }
            }
        }
        bytes
    }
}

/// Seals with the current key of a data folder, and opens with it and the earlier ones.
#[derive(Clone, Debug)]
pub struct Sealer {
    key: hmac::Key,
    /// The newest first.
    older: Vec<hmac::Key>,
}

impl Sealer {
    /// Seals and opens with one key.
    pub fn new(key: &SecretKey) -> Self {
        Self {
            key: hmac::Key::new(hmac::HMAC_SHA256, key.bytes()),
            older: Vec::new(),
        }
    }

    /// Creates a sealer for all keys of a file.
    pub(super) fn of(ring: &KeyRing) -> Self {
        let older = ring.older().map(|(key, _)| Self::new(key).key);
        Self {
            older: older.collect(),
            ..Self::new(ring.current())
        }
    }

    /// Identifies a key and reveals nothing else about it.
    pub(super) fn fingerprint(&self) -> Hash {
        fingerprint(&self.key)
    }

    /// `true` if the key with this fingerprint is the current one or an earlier one.
    pub(super) fn knows(&self, known: &Hash) -> bool {
        self.keys().any(|key| fingerprint(key) == *known)
    }

    fn keys(&self) -> impl Iterator<Item = &hmac::Key> {
        std::iter::once(&self.key).chain(&self.older)
    }

    /// A digest stored only for comparison: without the key no one can tell the text. It never changes, because it is
    /// always made with the first key.
    pub(super) fn digest(&self, text: &str) -> [u8; 8] {
        let first = self.older.last().unwrap_or(&self.key);
        let tag = hmac::sign(first, format!("poker/seal/1/digest/{text}").as_bytes());
        *tag.as_ref().first_chunk().expect("HMAC-SHA-256 gives 32 bytes")
    }

    pub(super) fn seal(&self, place: SealContext, text: &[u8]) -> Vec<u8> {
        let mut sealed = text.to_vec();
        let nonce = table_key(&self.key, place.table())
            .seal_in_place_append_tag(Aad::from(place.bytes()), &mut sealed)
            .expect("AES-256-GCM seals every text that fits in memory");
        let mut whole = Vec::with_capacity(1 + NONCE_LEN + sealed.len());
        whole.push(VERSION);
        whole.extend(nonce.as_ref());
        whole.append(&mut sealed);
        whole
    }

    pub(super) fn open(&self, place: SealContext, sealed: &[u8]) -> Result<Vec<u8>, Unsealable> {
        let (&version, rest) = sealed.split_first().ok_or(Unsealable)?;
        let (nonce, text) = rest.split_at_checked(NONCE_LEN).ok_or(Unsealable)?;
        if version != VERSION {
            return Err(Unsealable);
        }
        // A sealed text does not name its key, so each is tried until the tag matches; few folders have more than one.
        self.keys()
            .find_map(|key| open(key, place, nonce, text))
            .ok_or(Unsealable)
    }
}

fn open(key: &hmac::Key, place: SealContext, nonce: &[u8], sealed: &[u8]) -> Option<Vec<u8>> {
    let nonce = Nonce::try_assume_unique_for_key(nonce).ok()?;
    let mut text = sealed.to_vec();
    let opened = table_key(key, place.table())
        .open_in_place(nonce, Aad::from(place.bytes()), &mut text)
        .ok()?
        .len();
    text.truncate(opened);
    Some(text)
}

fn fingerprint(key: &hmac::Key) -> Hash {
    let tag = hmac::sign(key, b"poker/seal/1/fingerprint");
    tag.as_ref().try_into().expect("HMAC-SHA-256 gives 32 bytes")
}

fn table_key(key: &hmac::Key, table: TableId) -> RandomizedNonceKey {
    let mut purpose = *b"poker/seal/1/table/\0\0\0\0\0\0\0\0";
    let at = purpose.len() - 8;
    purpose[at..].copy_from_slice(&table.0.to_be_bytes());
    let key = hmac::sign(key, &purpose);
    RandomizedNonceKey::new(&AES_256_GCM, key.as_ref()).expect("HMAC-SHA-256 gives the 32 bytes that AES-256 takes")
}

#[cfg(test)]
mod tests {
    use jiff::Timestamp;

    use super::*;
    use crate::ring::Before;

    const PLACE: SealContext = SealContext::Step {
        table: TableId(3),
        epoch: 2,
        step: 9,
    };

    #[test]
    fn a_file_is_written_where_its_link_leads_and_no_other_goes() {
        let folder = tempfile::tempdir().unwrap();
        let at = |name: &str| folder.path().join(name);
        fs::write(at("vault.key"), b"old").unwrap();
        fs::write(at("seal.new"), b"a file of somebody").unwrap();
        std::os::unix::fs::symlink(at("vault.key"), at("seal.key")).unwrap();
        fs::write(at("vault.key.new"), b"half").unwrap();
        write_private(&at("seal.key"), b"new").unwrap();
        assert_eq!(fs::read(at("vault.key")).unwrap(), b"new");
        assert!(fs::symlink_metadata(at("seal.key")).unwrap().is_symlink());
        assert_eq!(fs::read(at("seal.new")).unwrap(), b"a file of somebody");
        assert!(!at("vault.key.new").exists());
        // A bare file name is in the working directory.
        let bare = format!("poker-seal-test-{}.key", std::process::id());
        write_private(Path::new(&bare), b"bare").unwrap();
        fs::remove_file(bare).unwrap();
    }

    #[test]
    fn only_the_same_place_and_key_open() {
        let sealer = Sealer::new(&SecretKey::of([7; 32]));
        let locked = sealer.seal(PLACE, b"Ah Kd");
        assert_eq!(sealer.open(PLACE, &locked), Ok(b"Ah Kd".to_vec()));
        assert!(!locked.windows(5).any(|part| part == b"Ah Kd"));
        let elsewhere = SealContext::Step {
            table: TableId(3),
            epoch: 2,
            step: 10,
        };
        assert_eq!(sealer.open(elsewhere, &locked), Err(Unsealable));
        assert_eq!(
            Sealer::new(&SecretKey::of([8; 32])).open(PLACE, &locked),
            Err(Unsealable)
        );
    }

    #[test]
    fn every_changed_byte_and_every_cut_is_noticed() {
        let sealer = Sealer::new(&SecretKey::of([7; 32]));
        let locked = sealer.seal(PLACE, b"Ah Kd");
        for at in 0..locked.len() {
            let mut changed = locked.clone();
            changed[at] ^= 1;
            assert_eq!(sealer.open(PLACE, &changed), Err(Unsealable), "byte {at}");
            assert_eq!(sealer.open(PLACE, &locked[..at]), Err(Unsealable), "cut at {at}");
        }
    }

    #[test]
    fn what_was_sealed_before_a_change_opens_after_it() {
        let (old, new) = (SecretKey::of([7; 32]), SecretKey::of([8; 32]));
        let before = Sealer::new(&old).seal(PLACE, b"Ah Kd");
        let mut ring = KeyRing::from(old.clone());
        ring.rotate(new.clone(), Timestamp::UNIX_EPOCH, Before::Needed).unwrap();
        let both = Sealer::of(&ring);
        let after = both.seal(PLACE, b"Qs Qc");
        assert_eq!(both.open(PLACE, &before), Ok(b"Ah Kd".to_vec()));
        assert_eq!(both.open(PLACE, &after), Ok(b"Qs Qc".to_vec()));
        assert_eq!(
            Sealer::new(&new).open(PLACE, &after),
            Ok(b"Qs Qc".to_vec()),
            "the new key seals"
        );
        assert_eq!(Sealer::new(&old).open(PLACE, &after), Err(Unsealable));
        assert_eq!(both.fingerprint(), Sealer::new(&new).fingerprint());
        assert_eq!(both.digest("a network"), Sealer::new(&old).digest("a network"));
        assert!(both.knows(&Sealer::new(&old).fingerprint()));
        assert!(!both.knows(&Sealer::new(&SecretKey::of([9; 32])).fingerprint()));
    }
}
