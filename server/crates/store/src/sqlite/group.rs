//! The encoding of all steps of one commit, one after the other in a single value.
//!
//! Numbers are little-endian in groups of seven bits, with the eighth bit set if more follow; byte strings are preceded
//! by their length. The first byte is the version of the encoding, and the name of the program follows it. The content
//! of a step is protected by its hash.

use std::sync::Arc;

use crate::chain::{HASH_BYTES, Hash, Hasher};
use crate::seal::{SealContext, Sealer};
use crate::types::{JournalRow, StepKind, TableId};

/// The first byte of a group.
const VERSION: u8 = 2;

const HAS_HAND: u8 = 1;
const HAS_SEALED: u8 = 2;
const KIND_SHIFT: u32 = 2;

/// A step as stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StepRecord<'a> {
    /// The program that wrote it, the same for all steps of a group.
    pub program: &'a str,
    /// The table or tournament to whose journal it belongs.
    pub table: TableId,
    /// Its number in that journal.
    pub step: u64,
    /// The epoch of the owner that wrote it.
    pub epoch: u64,
    /// The version of its rows.
    pub format: u16,
    /// The number of its first event.
    pub first_seq: u64,
    /// The hand it belongs to.
    pub hand_no: Option<u64>,
    /// The kind of its command.
    pub kind: StepKind,
    /// The command, as JSON.
    pub command: &'a [u8],
    /// The events, a JSON array.
    pub events: &'a [u8],
    /// The sealed secret of the step.
    pub sealed: Option<&'a [u8]>,
    /// The group that contains the table's previous step, 0 if there is none.
    pub prev_group: u64,
    /// The hash of that previous step.
    pub prev_hash: Hash,
    /// The hash of this step.
    pub hash: Hash,
}

impl StepRecord<'_> {
    /// The hash that follows from the step's content.
    pub fn computed_hash(&self) -> Hash {
        Hasher::new(b"poker/journal/2")
            .bytes(self.program.as_bytes())
            .bytes(&self.prev_hash)
            .number(self.table.0)
            .number(self.step)
            .number(self.epoch)
            .number(self.format.into())
            .number(self.first_seq)
            .optional_number(self.hand_no)
            .bytes(self.kind.code().as_bytes())
            .bytes(self.command)
            .bytes(self.events)
            .optional(self.sealed)
            .finish()
    }

    /// `true` if the stored hash matches the content.
    pub fn holds(&self) -> bool {
        self.computed_hash() == self.hash
    }

    /// The place to which its secret is sealed.
    pub(super) const fn place(&self) -> SealContext {
        SealContext::Step {
            table: self.table,
            epoch: self.epoch,
            step: self.step,
        }
    }

    /// The step with its secret opened. A secret that does not open is left out: that costs the hand, not the table.
    pub fn open(&self, sealer: &Sealer) -> JournalRow {
        let secret = self.sealed.and_then(|sealed| {
            let opened = sealer.open(self.place(), sealed);
            if opened.is_err() {
                tracing::error!(journal = %self.table, step = self.step, "sealed data cannot be opened");
            }
            opened.ok()
        });
        JournalRow { secret, ..self.told() }
    }

    /// The step without its secret.
    pub(super) fn told(&self) -> JournalRow {
        JournalRow {
            program: Arc::from(self.program),
            epoch: self.epoch,
            step: self.step,
            format: self.format,
            first_seq: self.first_seq,
            hand_no: self.hand_no,
            kind: self.kind,
            command: self.command.to_vec(),
            events: self.events.to_vec(),
            secret: None,
        }
    }
}

/// Encodes a group.
pub struct GroupWriter(Vec<u8>);

impl GroupWriter {
    /// An empty group of a program, with capacity for this many bytes of steps.
    pub fn with_capacity(program: &str, bytes: usize) -> Self {
        let mut group = Self(Vec::with_capacity(bytes + 32));
        group.0.push(VERSION);
        group.bytes(program.as_bytes());
        group
    }

    /// Appends a step.
    pub fn push(&mut self, record: &StepRecord<'_>) {
        let kind: u8 = match record.kind {
            StepKind::Snapshot => 0,
            StepKind::Hand => 1,
            StepKind::Table => 2,
        };
        let has_hand = if record.hand_no.is_some() { HAS_HAND } else { 0 };
        let has_sealed = if record.sealed.is_some() { HAS_SEALED } else { 0 };
        self.0.push(kind << KIND_SHIFT | has_hand | has_sealed);
        for number in [
            record.table.0,
            record.step,
            record.epoch,
            record.format.into(),
            record.first_seq,
            record.prev_group,
        ] {
            self.number(number);
        }
        if let Some(hand_no) = record.hand_no {
            self.number(hand_no);
        }
        self.bytes(record.command);
        self.bytes(record.events);
        if let Some(sealed) = record.sealed {
            self.bytes(sealed);
        }
        self.0.extend_from_slice(&record.prev_hash);
        self.0.extend_from_slice(&record.hash);
    }

    /// The bytes of the group.
    pub fn finish(self) -> Vec<u8> {
        self.0
    }

    fn number(&mut self, mut number: u64) {
        while number > 0x7f {
            self.0.push((number & 0x7f) as u8 | 0x80);
            number >>= 7;
        }
        self.0.push((number & 0x7f) as u8);
    }

    fn bytes(&mut self, bytes: &[u8]) {
        self.number(bytes.len() as u64);
        self.0.extend_from_slice(bytes);
    }
}

/// The bytes are not a valid group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("it cannot be read")]
pub struct BadGroup;

/// Decodes the steps of a group.
///
/// # Errors
/// Returns an error if the bytes are not a group of this version.
pub fn read(group: &[u8]) -> Result<Vec<StepRecord<'_>>, BadGroup> {
    let mut reader = Reader(group);
    if reader.byte()? != VERSION {
        return Err(BadGroup);
    }
    let program = std::str::from_utf8(reader.bytes()?).map_err(|_| BadGroup)?;
    let mut steps = Vec::new();
    while !reader.0.is_empty() {
        steps.push(reader.step(program)?);
    }
    Ok(steps)
}

struct Reader<'a>(&'a [u8]);

impl<'a> Reader<'a> {
    fn step(&mut self, program: &'a str) -> Result<StepRecord<'a>, BadGroup> {
        let flags = self.byte()?;
        let kind = match flags >> KIND_SHIFT {
            0 => StepKind::Snapshot,
            1 => StepKind::Hand,
            2 => StepKind::Table,
            _ => return Err(BadGroup),
        };
        let (table, step, epoch) = (TableId(self.number()?), self.number()?, self.number()?);
        let format = self.number()?.try_into().map_err(|_| BadGroup)?;
        let (first_seq, prev_group) = (self.number()?, self.number()?);
        let has_hand = flags & HAS_HAND != 0;
        let hand_no = has_hand.then(|| self.number()).transpose()?;
        let (command, events) = (self.bytes()?, self.bytes()?);
        let has_sealed = flags & HAS_SEALED != 0;
        let sealed = has_sealed.then(|| self.bytes()).transpose()?;
        Ok(StepRecord {
            program,
            table,
            step,
            epoch,
            format,
            first_seq,
            hand_no,
            kind,
            command,
            events,
            sealed,
            prev_group,
            prev_hash: self.hash()?,
            hash: self.hash()?,
        })
    }

    fn byte(&mut self) -> Result<u8, BadGroup> {
        let (first, rest) = self.0.split_first().ok_or(BadGroup)?;
        self.0 = rest;
        Ok(*first)
    }

    fn number(&mut self) -> Result<u64, BadGroup> {
        let mut number = 0;
        for shift in (0..u64::BITS).step_by(7) {
            let byte = self.byte()?;
            let bits = u64::from(byte & 0x7f);
            if bits << shift >> shift != bits {
                return Err(BadGroup);
            }
            number |= bits << shift;
            if byte & 0x80 == 0 {
                return Ok(number);
            }
        }
        Err(BadGroup)
    }

    fn bytes(&mut self) -> Result<&'a [u8], BadGroup> {
        let length = self.number()?.try_into().map_err(|_| BadGroup)?;
        let (bytes, rest) = self.0.split_at_checked(length).ok_or(BadGroup)?;
        self.0 = rest;
        Ok(bytes)
    }

    fn hash(&mut self) -> Result<Hash, BadGroup> {
        let (hash, rest) = self.0.split_first_chunk::<HASH_BYTES>().ok_or(BadGroup)?;
        self.0 = rest;
        Ok(*hash)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const NAME: &str = "0.1.0+1f2e3d4c";

    fn records() -> Vec<StepRecord<'static>> {
        let first = StepRecord {
            program: NAME,
            table: TableId(300),
            step: 1,
            epoch: u64::MAX,
            format: 7,
            first_seq: 0,
            hand_no: None,
            kind: StepKind::Snapshot,
            command: b"command",
            events: &[],
            sealed: None,
            prev_group: 0,
            prev_hash: [1; HASH_BYTES],
            hash: [2; HASH_BYTES],
        };
        let second = StepRecord {
            step: 128,
            hand_no: Some(0),
            kind: StepKind::Hand,
            events: &[9; 200],
            sealed: Some(&[]),
            prev_group: 1 << 40,
            ..first.clone()
        };
        let third = StepRecord {
            kind: StepKind::Table,
            sealed: Some(b"sealed"),
            ..first.clone()
        };
        vec![first, second, third]
    }

    fn written(records: &[StepRecord<'_>]) -> Vec<u8> {
        let program = records.first().map_or(NAME, |record| record.program);
        let mut group = GroupWriter::with_capacity(program, 0);
        for record in records {
            group.push(record);
        }
        group.finish()
    }

    #[test]
    fn groups_read_back() {
        let records = records();
        assert_eq!(read(&written(&records)), Ok(records));
        assert_eq!(read(&written(&[])), Ok(Vec::new()));
    }

    #[test]
    fn what_is_cut_off_or_of_another_version_is_refused() {
        let records = records();
        let whole = written(&records);
        let ends: Vec<usize> = (0..=3).map(|count| written(&records[..count]).len()).collect();
        for end in 0..whole.len() {
            assert_eq!(read(&whole[..end]).is_ok(), ends.contains(&end), "{end}");
        }
        let mut later = whole;
        later[0] += 1;
        assert_eq!(read(&later), Err(BadGroup));
    }

    #[test]
    fn a_number_that_is_too_long_is_refused() {
        let mut group = vec![VERSION, 0, 1 << KIND_SHIFT];
        group.extend([0xff; 9]);
        group.push(2);
        group.extend([0; 200]);
        assert_eq!(read(&group), Err(BadGroup));
    }
}
