//! The basic types of the store.

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
use super::transfer::Transfer;
use poker_base::network::Network;

/// The permanent number of a table or tournament. Numbers are assigned once, from 1, in one sequence for both.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct TableId(pub u64);

impl fmt::Display for TableId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The kinds of owner of a journal and a ledger account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum OwnerKind {
    /// A table. Its account is the escrow of its seats.
    Table,
    /// A tournament. Its account is the pool: entries less the prizes paid so far.
    Tournament,
}

impl OwnerKind {
    /// The word used in the database and in messages.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Table => "table",
            Self::Tournament => "tournament",
        }
    }

    /// The ledger account that holds the owner's chips.
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

/// The text is not the identifier of a table or an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("not an identifier")]
pub struct BadId;

impl TableId {
    /// Parses a plain number. The identifiers that clients send may contain more, which only `TableName` parses.
    ///
    /// # Errors
    /// Returns an error if the text is anything else.
    pub fn from_number(text: &str) -> Result<Self, BadId> {
        // Each table has exactly one name: no sign, no leading zero, nothing larger than the database can hold.
        let plain = text.bytes().all(|byte| byte.is_ascii_digit()) && !text.starts_with('0');
        match text.parse::<i64>() {
            Ok(number) if plain => Ok(Self(number.unsigned_abs())),
            _ => Err(BadId),
        }
    }
}

/// The permanent identifier of an account.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct AccountId(pub Uuid);

impl AccountId {
    /// Generates a new identifier.
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

/// The parties to transfers in the ledger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LedgerAccount {
    /// The source of play money. Its balance is minus the number of chips issued.
    Mint,
    /// An account's chips that are not at a table.
    Player(AccountId),
    /// The chips at a table, stacks and pots together.
    Table(TableId),
    /// The chips that a tournament holds for its entrants, until they are paid as prizes, bounties and refunds.
    Tournament(TableId),
}

impl LedgerAccount {
    /// The table or tournament to which these chips belong; `None` for the mint and for players.
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

/// The retention of finished hands.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum KeepHands {
    /// All hands are kept permanently.
    #[default]
    Forever,
    /// The hands of this many past days.
    Days(u32),
    /// This many of the latest hands, over all tables.
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

/// The text does not describe a retention of hands.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("expected `forever`, days such as 90d, or a number of hands")]
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

/// The subject of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum StepKind {
    /// The table's complete state between two hands. Recovery starts at the last one.
    Snapshot,
    /// A command that began, continued or ended a hand.
    Hand,
    /// A command about seats, chips or settings, or any command of a tournament.
    Table,
}

impl StepKind {
    /// The word used in the database.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Snapshot => "snapshot",
            Self::Hand => "hand",
            Self::Table => "table",
        }
    }

    /// Parses the word used in the database.
    pub fn from_code(code: &str) -> Option<Self> {
        [Self::Snapshot, Self::Hand, Self::Table]
            .into_iter()
            .find(|kind| kind.code() == code)
    }
}

/// One step of a journal, with everything to be committed together with it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Step {
    /// Owner of the journal.
    pub table: TableId,
    /// Epoch of the owner, as in [`StoredTable::epoch`].
    pub epoch: u64,
    /// Number of the step: from 1, without gaps.
    pub step: u64,
    /// Format of the bytes below, so that later versions can read them.
    pub format: u16,
    /// Number of the first event that the step caused, or of the next event if it caused none.
    pub first_seq: u64,
    /// The hand to which the step belongs.
    pub hand_no: Option<u64>,
    /// Subject of the step.
    pub kind: StepKind,
    /// The accepted command, encoded as `format` says.
    pub command: Vec<u8>,
    /// The public part of the events that followed.
    pub events: Vec<u8>,
    /// The confidential part: deck, hole cards, draws. Sealed before it is written.
    pub secret: Option<Vec<u8>>,
    /// The chips that move between accounts and the owner of the journal. Either all of them move, or the step is refused.
    pub transfers: Vec<Transfer>,
    /// The network that made the request, whose daily share the faucet charges; `None` for this machine itself.
    pub network: Option<Network>,
    /// The answer to the request that moved chips, for now and for any repetition.
    pub answer: Option<Answer>,
    /// The hand that the step ended, for the history.
    pub hand_end: Option<HandRecord>,
}

/// The answer to a request that moved chips.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Answer {
    /// The account that made the request.
    pub account: AccountId,
    /// The `id` of the request.
    pub request_id: String,
    /// The answer as JSON, after the line that [`Answer::by`] adds.
    pub body: String,
}

impl Answer {
    /// The stored text of an answer: the table or tournament that gave it on the first line, then the answer.
    pub fn by(owner: LedgerAccount, answer: &str) -> String {
        format!("{owner}\n{answer}")
    }

    /// The same with a mark of the request's content, by which requests with the same `id` can be distinguished.
    pub fn to(owner: LedgerAccount, mark: Option<u32>, answer: &str) -> String {
        match mark {
            Some(mark) => format!("{owner} {mark:08x}\n{answer}"),
            None => Self::by(owner, answer),
        }
    }

    /// The answer in a stored text; `None` if another table or tournament gave it, in which case the request's `id` has been used twice.
    pub fn given_by(owner: LedgerAccount, kept: &str) -> Option<&str> {
        Self::given_to(owner, None, kept)
    }

    /// The same for a request with this mark; `None` also if the stored request is known to have had other content.
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

/// A finished hand with everything that was hidden.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OpenedHand {
    /// The hand as the whole table saw it.
    pub view: HandView,
    /// The private view of each player, in the order of the record's participants.
    pub privates: Vec<String>,
}

/// A finished hand to be stored.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandRecord {
    /// Number of the hand at its table.
    pub hand_no: u64,
    /// Identifier of the game.
    pub game: String,
    /// Time of the deal.
    pub started_at: Timestamp,
    /// End of the hand.
    pub ended_at: Timestamp,
    /// The participants of the hand.
    pub participants: Vec<ParticipantRecord>,
    /// The public record, as JSON.
    pub public: String,
    /// The summary for lists.
    pub gist: HandGist,
}

/// A participant of a hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ParticipantRecord {
    /// Account of the participant.
    pub account: AccountId,
    /// The private view of this account, as JSON. Sealed before it is written.
    pub private: Option<String>,
}

/// A finished hand as one viewer may see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandView {
    /// Table of the hand.
    pub table: TableId,
    /// Number of the hand at its table.
    pub hand_no: u64,
    /// Identifier of the game.
    pub game: String,
    /// Time of the deal.
    pub started_at: Timestamp,
    /// End of the hand.
    pub ended_at: Timestamp,
    /// The public record, as JSON.
    pub public: String,
    /// The private view of the viewer, as JSON.
    pub private: Option<String>,
}

/// A line of an account's history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandLine {
    /// Cursor of this line, from which the next page continues.
    pub cursor: HandCursor,
    /// Table of the hand.
    pub table: TableId,
    /// Number of the hand at its table.
    pub hand_no: u64,
    /// Identifier of the game.
    pub game: String,
    /// End of the hand.
    pub ended_at: Timestamp,
    /// Index of the account among the participants.
    pub place: usize,
    /// The private view of the account, as JSON.
    pub private: Option<String>,
    /// The summary for lists; `None` if it cannot be read.
    pub gist: Option<HandGist>,
}

/// A link to a hand, made by one of its players.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SharedHand {
    /// The account that made the link.
    pub account: AccountId,
    /// Table of the hand.
    pub table: TableId,
    /// Number of the hand at its table.
    pub hand_no: u64,
    /// `true` if the link shows the cards of `account`.
    pub own_cards: bool,
    /// `true` if the link hides the names.
    pub hide_names: bool,
}

/// The secret part of a link to a hand.
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

/// A position in an account's history.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HandCursor(pub i64);

/// A step as stored, with its secret opened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JournalRow {
    /// The program that wrote it.
    pub program: Arc<str>,
    /// Epoch of the owner when it was written.
    pub epoch: u64,
    /// Number of the step.
    pub step: u64,
    /// Format of the bytes.
    pub format: u16,
    /// Number of the first event that the step caused, or of the next event if it caused none.
    pub first_seq: u64,
    /// The hand to which the step belongs.
    pub hand_no: Option<u64>,
    /// Subject of the step.
    pub kind: StepKind,
    /// The accepted command, encoded as `format` says.
    pub command: Vec<u8>,
    /// The public part of the events that followed.
    pub events: Vec<u8>,
    /// The confidential part, if any.
    pub secret: Option<Vec<u8>>,
}

impl JournalRow {
    /// The row that a program of this name writes for a step.
    pub fn of(step: &Step, program: &str) -> Self {
        Self {
            program: program.into(),
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

/// A stored table or tournament, owned by the caller.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoredTable {
    /// Number of the table or tournament.
    pub id: TableId,
    /// A table or a tournament.
    pub kind: OwnerKind,
    /// Its configuration, as JSON.
    pub config: String,
    /// Epoch with which the new owner writes.
    pub epoch: u64,
    /// The last step on disk, 0 if there is none; the next step is this plus 1.
    pub last_step: u64,
    /// The chips in its account: the escrow, to which stacks and pots must add up, or the tournament's pool.
    pub escrow: Chips,
    /// The steps since the last snapshot, which comes first if there is one.
    pub tail: Vec<JournalRow>,
}

/// An open table or tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableInfo {
    /// Number of the table or tournament.
    pub id: TableId,
    /// A table or a tournament.
    pub kind: OwnerKind,
    /// Its configuration, as JSON.
    pub config: String,
    /// Time of creation.
    pub created_at: Timestamp,
}

/// The condition of a table or tournament.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TableCondition {
    /// It is open, or will be when the server starts.
    Open,
    /// It could not be opened, or was given up, for this reason. Its chips stay in its escrow.
    Quarantined(String),
    /// It is permanently closed.
    Closed,
}

/// A table or tournament as operators see it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableLine {
    /// Number of the table or tournament.
    pub id: TableId,
    /// A table or a tournament.
    pub kind: OwnerKind,
    /// Its configuration, as JSON.
    pub config: String,
    /// The chips in its account.
    pub escrow: Chips,
    /// Its condition: open, quarantined or closed.
    pub condition: TableCondition,
}

/// The findings of a complete check.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct VerifyReport {
    /// Tables whose journals were read.
    pub tables: u64,
    /// Tournaments whose journals were read.
    pub tournaments: u64,
    /// Steps in these journals.
    pub steps: u64,
    /// Transfers that were added up.
    pub transfers: u64,
    /// The sum of all balances, which must be 0.
    pub ledger_sum: i64,
    /// The faults found, one sentence each.
    pub faults: Vec<String>,
    /// Faults found that do not count, because the operator has acknowledged them.
    pub acknowledged: u64,
    /// The acknowledged faults, word for word.
    pub(super) known: BTreeSet<String>,
}

impl VerifyReport {
    /// `true` if there is no fault.
    pub fn is_sound(&self) -> bool {
        self.faults.is_empty()
    }

    /// Records a fault, unless it has been acknowledged.
    pub fn fault(&mut self, what: impl FnOnce() -> String) {
        /// Data with more faults than this is not worth repairing.
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

/// An official's act in a tournament after it was closed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LateAct {
    /// The official who acted.
    pub account: AccountId,
    /// Identifier of the request.
    pub request: String,
    /// The act, as JSON.
    pub body: String,
}
