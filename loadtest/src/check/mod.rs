//! The invariants of a server, checked while players play.
//!
//! A [`TableCheck`] takes every message that any viewer of one table receives, and compares each connection with all others. Every seat of
//! the table must belong to the caller: only then is it known which connection received which cards. It judges
//!
//! - numbers: without gap or repetition, each with the same event for all viewers ([`Law::SeqGapless`], [`Law::SameForAll`]);
//! - chips: every hand pays out exactly what was paid in ([`Chips`], [`Law::ChipsConserved`]);
//! - cards: none reaches a connection that may not know it, and none is in two places ([`Law::OwnCardsOnly`], [`Law::CardsDistinct`]);
//! - snapshots: they show the table that the events have built ([`Law::SnapshotTrue`]).
//!
//! Chips and cards are judged from the messages alone, by code that shares nothing with the server or the SDK. Snapshots are compared with
//! the SDK's [`TableModel`](poker_bots::TableModel).
//!
//! ```
//! use loadtest::check::{Law, TableCheck, Viewer};
//!
//! let mut check = TableCheck::new("t1", false);
//! let mut viewer = Viewer { seat: 1, ..Viewer::default() };
//! let message = |seq: u64| {
//!     format!(r#"{{"type":"events","table":"t1","events":[{{"seq":{seq},"event":{{"kind":"table_paused"}}}}]}}"#)
//! };
//! check.events(&mut viewer, &message(1));
//! check.events(&mut viewer, &message(3));
//! check.finish();
//! assert_eq!(check.take_findings()[0].law, Law::SeqGapless);
//! ```

mod cards;
mod chips;
mod outline;
mod seqs;
mod table;

use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Mutex, PoisonError};

use serde::Serialize;

pub use chips::Chips;
pub use table::{Frame, Mark, News, TableCheck, Viewer};

/// An invariant that can be broken.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Law {
    /// Chips were created or lost.
    ChipsConserved,
    /// A connection received a card that it may not know.
    OwnCardsOnly,
    /// One card was in two places.
    CardsDistinct,
    /// Event numbers have a gap, or a number was repeated.
    SeqGapless,
    /// Two viewers received different events under one number.
    SameForAll,
    /// A decision was opened before the previous action was acknowledged.
    AckBeforeNextTurn,
    /// A message does not follow the protocol.
    Protocol,
    /// Something a client saw is missing after a restart.
    NothingLost,
    /// A hand was cancelled.
    NothingVoided,
    /// A repeated request was answered differently from the first time.
    FirstAnswer,
    /// A snapshot does not match the events before it.
    SnapshotTrue,
}

impl Law {
    /// All laws.
    pub const ALL: [Self; 11] = [
        Self::ChipsConserved,
        Self::OwnCardsOnly,
        Self::CardsDistinct,
        Self::SeqGapless,
        Self::SameForAll,
        Self::AckBeforeNextTurn,
        Self::Protocol,
        Self::NothingLost,
        Self::NothingVoided,
        Self::FirstAnswer,
        Self::SnapshotTrue,
    ];

    /// Returns the law in words.
    pub const fn words(self) -> &'static str {
        match self {
            Self::ChipsConserved => "every hand conserves chips",
            Self::OwnCardsOnly => "no socket receives a card that is not its own",
            Self::CardsDistinct => "no card is in two places",
            Self::SeqGapless => "seq has no gap and no repetition",
            Self::SameForAll => "all viewers get the same events",
            Self::AckBeforeNextTurn => "an action is acknowledged before the next turn",
            Self::Protocol => "every message follows the protocol",
            Self::NothingLost => "nothing that a client saw is lost",
            Self::NothingVoided => "no hand is cancelled",
            Self::FirstAnswer => "a repeated request gets its first answer",
            Self::SnapshotTrue => "a snapshot shows what the events have told",
        }
    }
}

/// A broken invariant with its evidence.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Finding {
    /// The broken law.
    pub law: Law,
    /// Identifier of the table.
    pub table: String,
    /// Seat that received the evidence; 0 for all viewers.
    pub seat: u8,
    /// Observed and expected values.
    pub evidence: String,
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            law,
            table,
            seat,
            evidence,
        } = self;
        write!(f, "{law:?} at {table} seat {seat}: {evidence}")
    }
}

/// Number of findings shown in full in a report for people.
const FINDINGS_TOLD: usize = 10;

/// Writes the first of the findings, one per line.
pub fn tell_findings(findings: &[Finding], f: &mut fmt::Formatter<'_>) -> fmt::Result {
    for finding in findings.iter().take(FINDINGS_TOLD) {
        writeln!(f, "{finding}")?;
    }
    Ok(())
}

/// Number of findings kept with their evidence; further ones are only counted.
const FINDINGS_KEPT: usize = 100;

/// Longest part of a message kept as evidence, in bytes.
const EXCERPT_BYTES: usize = 2000;

/// Broken invariants of a run.
#[derive(Default)]
pub struct Findings {
    inner: Mutex<Kept>,
}

#[derive(Default)]
struct Kept {
    counts: BTreeMap<Law, u64>,
    first: Vec<Finding>,
}

impl Findings {
    /// Adds a finding.
    pub fn report(&self, finding: Finding) {
        let mut kept = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
        *kept.counts.entry(finding.law).or_default() += 1;
        if kept.first.len() < FINDINGS_KEPT {
            kept.first.push(finding);
        }
    }

    /// Adds all of these findings.
    pub fn report_all(&self, findings: impl IntoIterator<Item = Finding>) {
        for finding in findings {
            self.report(finding);
        }
    }

    /// Returns the number of findings, including those without evidence.
    pub fn count(&self) -> u64 {
        self.inner
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .counts
            .values()
            .sum()
    }

    /// Returns the number of findings by law.
    pub fn counts(&self) -> BTreeMap<Law, u64> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner).counts.clone()
    }

    /// Returns the first findings, with their evidence.
    pub fn list(&self) -> Vec<Finding> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner).first.clone()
    }
}

/// Returns the part of a message that fits into evidence.
pub fn excerpt(message: &str) -> &str {
    let mut end = message.len().min(EXCERPT_BYTES);
    while !message.is_char_boundary(end) {
        end -= 1;
    }
    &message[..end]
}
