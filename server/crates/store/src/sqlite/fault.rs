//! Faults of a transaction, and how far each reaches.

use std::borrow::Cow;

use crate::StoreError;
use crate::journal::StepError;

/// Primary result codes of SQLite.
mod code {
    pub(super) const ERROR: u32 = 1;
    pub(super) const BUSY: u32 = 5;
    pub(super) const LOCKED: u32 = 6;
    pub(super) const CORRUPT: u32 = 11;
    pub(super) const FULL: u32 = 13;
    pub(super) const CONSTRAINT: u32 = 19;
    pub(super) const MISMATCH: u32 = 20;
    pub(super) const NOT_A_DATABASE: u32 = 26;
    /// Extended codes: a primary key or a unique index.
    pub(super) const PRIMARY_KEY: u32 = 1555;
    pub(super) const UNIQUE: u32 = 2067;
}

/// The reasons for which a write fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Fault {
    /// The step is at fault; the rest of the group is not.
    Step(StepError),
    /// The request is at fault; the rest of the group is not.
    Request(StoreError),
    /// A row with that key already exists.
    Exists,
    /// A rule of the database refused the statement.
    Refused(String),
    /// Nothing can be written for the moment; the transaction has been undone.
    Unavailable(String),
    /// A page of the database does not fit the others. Nothing more may be written.
    Malformed(String),
    /// The state on disk is unknown. Nothing more may be written.
    Fatal(String),
}

impl Fault {
    /// `true` if the whole transaction is lost.
    pub(super) const fn ends_transaction(&self) -> bool {
        matches!(self, Self::Unavailable(_) | Self::Malformed(_) | Self::Fatal(_))
    }
}

impl From<Fault> for StoreError {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Request(error) => error,
            Fault::Step(StepError::Insufficient { .. }) => Self::Insufficient,
            Fault::Step(StepError::FaucetDry { left }) => Self::DailyCap { left },
            Fault::Step(error) => Self::Database(error.to_string()),
            Fault::Exists => Self::Database("there is such a row already".to_owned()),
            Fault::Refused(what) => Self::Database(what),
            Fault::Unavailable(what) => Self::Unavailable(what),
            Fault::Malformed(what) => Self::Corrupt(what),
            Fault::Fatal(what) => Self::Stopped(what),
        }
    }
}

impl From<Fault> for StepError {
    fn from(fault: Fault) -> Self {
        match fault {
            Fault::Step(error) => error,
            Fault::Request(error) => Self::Refused(error.to_string()),
            Fault::Exists => Self::Refused("there is such a row already".to_owned()),
            Fault::Refused(what) => Self::Refused(what),
            Fault::Unavailable(what) => Self::Unavailable(what),
            Fault::Malformed(what) | Fault::Fatal(what) => Self::Stopped(what),
        }
    }
}

impl From<StoreError> for Fault {
    fn from(error: StoreError) -> Self {
        Self::Request(error)
    }
}

impl From<StepError> for Fault {
    fn from(error: StepError) -> Self {
        Self::Step(error)
    }
}

impl From<sqlx::Error> for Fault {
    fn from(error: sqlx::Error) -> Self {
        let extended = match &error {
            sqlx::Error::Database(error) => error.code().and_then(|code: Cow<'_, str>| code.parse::<u32>().ok()),
            // Either our value does not fit, or the database returned a value that we did not expect.
            sqlx::Error::Encode(_)
            | sqlx::Error::Decode(_)
            | sqlx::Error::ColumnDecode { .. }
            | sqlx::Error::RowNotFound => {
                return Self::Refused(error.to_string());
            }
            _ => None,
        };
        let Some(extended) = extended else {
            return Self::Fatal(error.to_string());
        };
        match (extended, extended & 0xff) {
            (code::PRIMARY_KEY | code::UNIQUE, _) => Self::Exists,
            (_, code::CONSTRAINT | code::MISMATCH | code::ERROR) => Self::Refused(error.to_string()),
            (_, code::FULL) => Self::Unavailable("the disk is full".to_owned()),
            (_, code::BUSY | code::LOCKED) => Self::Unavailable("another program holds the database".to_owned()),
            (_, code::CORRUPT | code::NOT_A_DATABASE) => Self::Malformed(error.to_string()),
            // I/O errors (a failed sync is one), a database that has become read-only, lack of memory: the state of the
            // file or of the connection is unknown.
            _ => Self::Fatal(error.to_string()),
        }
    }
}
