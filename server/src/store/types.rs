//! The nouns of the store.

use std::collections::BTreeSet;
use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;
use std::sync::Arc;

use jiff::Timestamp;
use poker_engine::Chips;
use serde::{Deserialize, Deserializer, Serialize, Serializer};
use uuid::Uuid;

use super::gist::HandGist;
use super::program::PROGRAM;
use super::transfer::Transfer;
use crate::network::Network;

/// A table or a tournament, for ever: numbers are given once, from 1, in one sequence for both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableId(pub u64);

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// What has a journal and an account of the ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OwnerKind {
    /// A table. Its account is the escrow of its seats.
    Table,
    /// A tournament. Its account is the pool: what entries brought and prizes have not taken yet.
    Tournament,
}

impl OwnerKind {
    /// The word in the database and in messages.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Tournament => "tournament",
        }
    }

    /// The account that holds the owner's chips.
    pub const fn account(self, id: TableId) -> LedgerAccount {
        match self {
            Self::Table => LedgerAccount::Table(id),
            Self::Tournament => LedgerAccount::Tournament(id),
        }
    }
}

impl fmt::Display for OwnerKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.code())
    }
}

/// A text that names no table or account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not an identifier")]
pub struct BadId;

impl TableId {
    /// Reads a bare number. The identifiers that clients send may hold more: only `TableName` reads those.
    ///
    /// # Errors
    /// If the text is anything else.
    pub fn from_number(text: &str) -> Result<Self, BadId> {
        // One table has one name: no sign, no leading zero, nothing beyond what the database holds.
        let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
        match text.parse::<i64>() {
            Ok(number) if plain => Ok(Self(number.unsigned_abs())),
            _ => Err(BadId),
        }
    }
}

/// An account, for ever.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AccountId(pub Uuid);

impl AccountId {
    /// A new one.
    pub fn generate() -> Self {
        Self(Uuid::now_v7())
    }
}

impl fmt::Display for AccountId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.hyphenated().fmt(f)
    }
}

impl FromStr for AccountId {
    type Err = BadId;

    fn from_str(text: &str) -> Result<Self, BadId> {
        let id = Uuid::try_parse(text).map(Self).map_err(|_| BadId)?;
        if id.to_string() == text { Ok(id) } else { Err(BadId) }
    }
}

/// An account of the ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LedgerAccount {
    /// Where play money comes from. Its balance is minus the chips that were issued.
    Mint,
    /// The chips of an account outside tables.
    Player(AccountId),
    /// The chips that lie on a table, stacks and pots together.
    Table(TableId),
    /// The chips that a tournament holds for its entrants, until prizes, bounties and refunds take them.
    Tournament(TableId),
}

impl LedgerAccount {
    /// The table or tournament whose chips these are, `None` for the mint and for players.
    pub const fn owner(self) -> Option<TableId> {
        match self {
            Self::Mint | Self::Player(_) => None,
            Self::Table(id) | Self::Tournament(id) => Some(id),
        }
    }
}

impl fmt::Display for LedgerAccount {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Mint => f.write_str("mint"),
            Self::Player(account) => write!(f, "player:{account}"),
            Self::Table(table) => write!(f, "table:{table}"),
            Self::Tournament(tournament) => write!(f, "tournament:{tournament}"),
        }
    }
}

impl FromStr for LedgerAccount {
    type Err = BadId;

    fn from_str(text: &str) -> Result<Self, BadId> {
        match text.split_once(':') {
            None if text == "mint" => Ok(Self::Mint),
            Some(("player", account)) => account.parse().map(Self::Player),
            Some(("table", table)) => TableId::from_number(table).map(Self::Table),
            Some(("tournament", tournament)) => TableId::from_number(tournament).map(Self::Tournament),
            _ => Err(BadId),
        }
    }
}

/// Which finished hands are kept.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KeepHands {
    /// All of them, for ever.
    #[default]
    Forever,
    /// Those of the last days.
    Days(u32),
    /// The last ones, of all tables together.
    Last(NonZeroU32),
}

impl fmt::Display for KeepHands {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Forever => f.write_str("forever"),
            Self::Days(days) => write!(f, "{days}d"),
            Self::Last(count) => count.fmt(f),
        }
    }
}

/// Text that does not say which hands are kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("neither `forever`, nor days such as 90d, nor a number of hands")]
pub struct BadKeepHands;

impl FromStr for KeepHands {
    type Err = BadKeepHands;

    fn from_str(text: &str) -> Result<Self, BadKeepHands> {
        match text.strip_suffix('d') {
            _ if text == "forever" => Ok(Self::Forever),
            Some(days) => days.parse().map(Self::Days).map_err(|_| BadKeepHands),
            None => text.parse().map(Self::Last).map_err(|_| BadKeepHands),
        }
    }
}

impl Serialize for KeepHands {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for KeepHands {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(serde::de::Error::custom)
    }
}

/// What a step is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StepKind {
    /// The table's whole state between two hands. Recovery starts at the last one.
    Snapshot,
    /// A command that began, continued or ended a hand.
    Hand,
    /// A command about seats, chips or settings, or any command of a tournament.
    Table,
}

impl StepKind {
    /// The word in the database.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Snapshot => "snapshot",
            Self::Hand => "hand",
            Self::Table => "table",
        }
    }

    /// The kind of a word.
    pub fn from_code(code: &str) -> Option<Self> {
        [Self::Snapshot, Self::Hand, Self::Table]
            .into_iter()
            .find(|kind| kind.code() == code)
    }
}

/// One step of a journal, with all that has to be committed together with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Whose.
    pub table: TableId,
    /// The owner's epoch, as [`StoredTable::epoch`] has it.
    pub epoch: u64,
    /// Its number: from 1, without gaps.
    pub step: u64,
    /// How the bytes below are written, so that later versions can read them.
    pub format: u16,
    /// The number of the first event it caused, or of the next event if it caused none.
    pub first_seq: u64,
    /// The hand it belongs to.
    pub hand_no: Option<u64>,
    /// What it is about.
    pub kind: StepKind,
    /// The accepted command.
    pub command: Vec<u8>,
    /// What everybody may know of the events that followed.
    pub events: Vec<u8>,
    /// What only some may know: deck, hole cards, draws. Sealed before it is written.
    pub secret: Option<Vec<u8>>,
    /// The chips that moved between accounts and the owner of the journal. All of them move, or the step is refused.
    pub transfers: Vec<Transfer>,
    /// The network behind the request, whose share of the day the faucet charges; `None` for this machine's own.
    pub network: Option<Network>,
    /// What the request that moved chips is answered, now and whenever it is repeated.
    pub answer: Option<Answer>,
    /// The hand that the step ended, for the history.
    pub hand_end: Option<HandRecord>,
}

/// Is shown each group of steps twice, before it is written and once it is on disk, each time before anybody else hears of it: for
/// tests of what a crash leaves.
#[derive(Clone)]
pub struct CommitWatch(Arc<Show>);

type Show = dyn Fn(&[&Step], Written) + Send + Sync;

/// How far a group of steps has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Written {
    /// Nothing of it is written.
    NotYet,
    /// All of it is on disk.
    Wholly,
}

impl CommitWatch {
    /// Has each group shown to `show`.
    pub fn new(show: impl Fn(&[&Step], Written) + Send + Sync + 'static) -> Self {
        Self(Arc::new(show))
    }

    /// Shows a group.
    pub(super) fn show(&self, group: &[&Step], written: Written) {
        (self.0)(group, written);
    }
}

impl fmt::Debug for CommitWatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("CommitWatch")
    }
}

/// The answer to a request that moved chips.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// Who asked.
    pub account: AccountId,
    /// The request's `id`.
    pub request_id: String,
    /// The answer, JSON, behind the line that [`Answer::by`] adds.
    pub body: String,
}

impl Answer {
    /// The text that is kept of an answer: the table or tournament that gave it on the first line, then the answer.
    pub fn by(owner: LedgerAccount, answer: &str) -> String {
        format!("{owner}\n{answer}")
    }

    /// The same with a mark of what was asked for, which tells requests under one `id` apart.
    pub fn to(owner: LedgerAccount, mark: Option<u32>, answer: &str) -> String {
        match mark {
            Some(mark) => format!("{owner} {mark:08x}\n{answer}"),
            None => Self::by(owner, answer),
        }
    }

    /// The answer in a kept text; `None` if another table or tournament gave it, so that the request's `id` has been used twice.
    pub fn given_by(owner: LedgerAccount, kept: &str) -> Option<&str> {
        Self::given_to(owner, None, kept)
    }

    /// The same for a request with this mark; `None` also if what was asked for is known to be something else.
    pub fn given_to(owner: LedgerAccount, mark: Option<u32>, kept: &str) -> Option<&str> {
        let (given, answer) = kept.split_once('\n')?;
        let (by, asked) = match given.split_once(' ') {
            Some((by, asked)) => (by, u32::from_str_radix(asked, 16).ok()),
            None => (given, None),
        };
        let is_other = mark.zip(asked).is_some_and(|(mark, asked)| mark != asked);
        (by == owner.to_string() && !is_other).then_some(answer)
    }
}

/// A finished hand with all that was hidden.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenedHand {
    /// What everybody saw.
    pub view: HandView,
    /// What each player alone knew, in the order of their seats in the record.
    pub privates: Vec<String>,
}

/// A finished hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandRecord {
    /// The hand's number at its table.
    pub hand_no: u64,
    /// The game's identifier.
    pub game: String,
    /// When it was dealt.
    pub started_at: Timestamp,
    /// When it ended.
    pub ended_at: Timestamp,
    /// Who took part.
    pub participants: Vec<ParticipantRecord>,
    /// What everybody saw, JSON.
    pub public: String,
    /// What a list tells of it.
    pub gist: HandGist,
}

/// Somebody who took part in a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParticipantRecord {
    /// Who.
    pub account: AccountId,
    /// What only this account saw, JSON. Sealed before it is written.
    pub private: Option<String>,
}

/// A finished hand as one viewer may see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandView {
    /// The table.
    pub table: TableId,
    /// The hand's number.
    pub hand_no: u64,
    /// The game's identifier.
    pub game: String,
    /// When it was dealt.
    pub started_at: Timestamp,
    /// When it ended.
    pub ended_at: Timestamp,
    /// What everybody saw, JSON.
    pub public: String,
    /// What the viewer alone saw, JSON.
    pub private: Option<String>,
}

/// A line of an account's history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandLine {
    /// Where the next page begins.
    pub cursor: HandCursor,
    /// The table.
    pub table: TableId,
    /// The hand's number.
    pub hand_no: u64,
    /// The game's identifier.
    pub game: String,
    /// When it ended.
    pub ended_at: Timestamp,
    /// The account's place among the participants.
    pub place: usize,
    /// What the account alone saw, JSON.
    pub private: Option<String>,
    /// What a list tells of it; `None` if that cannot be read.
    pub gist: Option<HandGist>,
}

/// A link to a hand, made by somebody who played it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedHand {
    /// Who made it.
    pub account: AccountId,
    /// The table.
    pub table: TableId,
    /// The hand's number.
    pub hand_no: u64,
    /// Whether it shows the cards of `account`.
    pub own_cards: bool,
    /// Whether it leaves the names out.
    pub hide_names: bool,
}

/// What a link to a hand is known by.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShareToken(pub [u8; 16]);

impl fmt::Display for ShareToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(f, "{byte:02x}"))
    }
}

impl FromStr for ShareToken {
    type Err = BadId;

    fn from_str(text: &str) -> Result<Self, BadId> {
        let digits = text.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        if text.len() != 32 || !digits {
            return Err(BadId);
        }
        let number = u128::from_str_radix(text, 16).map_err(|_| BadId)?;
        Ok(Self(number.to_be_bytes()))
    }
}

/// A place in an account's history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandCursor(pub i64);

/// A step as it is on disk, opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JournalRow {
    /// The program that wrote it.
    pub program: Arc<str>,
    /// The owner's epoch when it was written.
    pub epoch: u64,
    /// Its number.
    pub step: u64,
    /// How the bytes are written.
    pub format: u16,
    /// The number of the first event it caused, or of the next event if it caused none.
    pub first_seq: u64,
    /// The hand it belongs to.
    pub hand_no: Option<u64>,
    /// What it is about.
    pub kind: StepKind,
    /// The accepted command.
    pub command: Vec<u8>,
    /// What everybody may know of the events that followed.
    pub events: Vec<u8>,
    /// What only some may know.
    pub secret: Option<Vec<u8>>,
}

impl From<&Step> for JournalRow {
    /// As this program writes it.
    fn from(step: &Step) -> Self {
        Self {
            program: PROGRAM.into(),
            epoch: step.epoch,
            step: step.step,
            format: step.format,
            first_seq: step.first_seq,
            hand_no: step.hand_no,
            kind: step.kind,
            command: step.command.clone(),
            events: step.events.clone(),
            secret: step.secret.clone(),
        }
    }
}

/// A table or a tournament as it is on disk, owned by the caller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredTable {
    /// Which.
    pub id: TableId,
    /// Which of the two.
    pub kind: OwnerKind,
    /// How it is set up, JSON.
    pub config: String,
    /// The epoch that the new owner writes with.
    pub epoch: u64,
    /// The last step on disk, 0 if there is none: the next one is this plus 1.
    pub last_step: u64,
    /// The chips in its account: the escrow, which stacks and pots must add up to, or the tournament's pool.
    pub escrow: Chips,
    /// The steps since the last snapshot, which comes first if there is one.
    pub tail: Vec<JournalRow>,
}

/// An open table or tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableInfo {
    /// Which.
    pub id: TableId,
    /// Which of the two.
    pub kind: OwnerKind,
    /// How it is set up, JSON.
    pub config: String,
    /// When it was created.
    pub created_at: Timestamp,
}

/// How a table or a tournament is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableCondition {
    /// It is open, or will be when the server starts.
    Open,
    /// It could not be opened, or was given up, for this reason. Its chips stay in its escrow.
    Quarantined(String),
    /// It is closed for ever.
    Closed,
}

/// A table or a tournament as operators see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableLine {
    /// Which.
    pub id: TableId,
    /// Which of the two.
    pub kind: OwnerKind,
    /// How it is set up, JSON.
    pub config: String,
    /// The chips in its account.
    pub escrow: Chips,
    /// How it is.
    pub condition: TableCondition,
}

/// What a check of everything found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VerifyReport {
    /// Tables whose journals were read.
    pub tables: u64,
    /// Tournaments whose journals were read.
    pub tournaments: u64,
    /// Their steps.
    pub steps: u64,
    /// Transfers that were added up.
    pub transfers: u64,
    /// The sum of all balances, which must be 0.
    pub ledger_sum: i64,
    /// What is wrong, one sentence each.
    pub faults: Vec<String>,
    /// Faults that were found and do not count, because the operator has dealt with them.
    pub acknowledged: u64,
    /// What was dealt with, word for word.
    pub(super) known: BTreeSet<String>,
}

impl VerifyReport {
    /// Whether nothing is wrong.
    pub fn is_sound(&self) -> bool {
        self.faults.is_empty()
    }

    /// Notes what is wrong, unless it was dealt with.
    pub(crate) fn fault(&mut self, what: impl FnOnce() -> String) {
        /// More are kept of nothing that is worth mending.
        const FAULTS_MAX: usize = 10_000;
        if self.faults.len() < FAULTS_MAX {
            let what = what();
            if self.known.contains(&what) {
                self.acknowledged += 1;
            } else {
                self.faults.push(what);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_kept_reads_back() {
        for (text, keep) in [
            ("forever", KeepHands::Forever),
            ("90d", KeepHands::Days(90)),
            ("1000", KeepHands::Last(NonZeroU32::new(1000).unwrap())),
        ] {
            assert_eq!(text.parse(), Ok(keep));
            assert_eq!(keep.to_string(), text);
        }
        for text in ["", "d", "-1", "0", "1.5d", "ever"] {
            assert_eq!(text.parse::<KeepHands>(), Err(BadKeepHands), "{text}");
        }
    }

    #[test]
    fn names_read_back_and_nothing_else_does() {
        let account = AccountId::generate();
        for name in [
            LedgerAccount::Mint,
            LedgerAccount::Player(account),
            LedgerAccount::Table(TableId(7)),
            LedgerAccount::Tournament(TableId(7)),
        ] {
            assert_eq!(name.to_string().parse(), Ok(name));
        }
        for text in [
            "",
            "mint:",
            "table:",
            "table:07",
            "tournament:07",
            "table:+7",
            "table:-7",
            "table:9223372036854775808",
            "player:7",
        ] {
            assert_eq!(text.parse::<LedgerAccount>(), Err(BadId), "{text}");
        }
        let shouted = account.to_string().to_uppercase();
        assert_eq!(shouted.parse::<AccountId>(), Err(BadId));
    }
}

/// What an official did in a tournament that was closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LateAct {
    /// Who.
    pub account: AccountId,
    /// The request.
    pub request: String,
    /// What was done: JSON.
    pub body: String,
}
