//! The journal and the ledger of a table under test.

use std::collections::BTreeMap;

use poker_engine::Chips;
use poker_store::{AccountId, JournalRow, LedgerAccount, OwnerKind, Step, StepError, StepKind, StoredTable, Transfer};

use super::{PLAYERS, TABLE};

/// Chips of each player: as many as possible without the ledger ever exceeding 2^53 - 1.
const WALLET: u64 = 1_000_000_000_000_000;

/// The journal and the ledger on disk.
pub(super) struct Disk {
    rows: Vec<JournalRow>,
    purse: Purse,
    answers: BTreeMap<(AccountId, String), String>,
    last_seq: u64,
}

impl Disk {
    /// An empty journal, and a full wallet for each player.
    pub(super) fn new(players: impl Iterator<Item = AccountId>) -> Self {
        Self {
            rows: Vec::new(),
            purse: Purse {
                wallets: players.map(|player| (player, WALLET)).collect(),
                escrow: 0,
                minted: 0,
                owed: 0,
            },
            answers: BTreeMap::new(),
            last_seq: 0,
        }
    }

    /// The answer to a request that was carried out.
    pub(super) fn answer(&self, account: AccountId, id: String) -> Option<String> {
        self.answers.get(&(account, id)).cloned()
    }

    /// The chips that the table holds.
    pub(super) const fn escrow(&self) -> u64 {
        self.purse.escrow
    }

    /// Checks that no chip appears or disappears.
    pub(super) fn check(&self) {
        let Purse {
            wallets,
            escrow,
            minted,
            owed,
        } = &self.purse;
        let all = u64::from(PLAYERS) * WALLET + minted;
        assert_eq!(
            wallets.values().sum::<u64>() + escrow,
            all.wrapping_add_signed(*owed),
            "chips are conserved"
        );
    }

    /// Writes a step, completely or not at all.
    pub(super) fn write(&mut self, step: &Step) -> Result<(), StepError> {
        let expected = self.rows.last().map_or(1, |row| row.step + 1);
        if step.step != expected {
            return Err(StepError::OutOfOrder { expected });
        }
        let key = step
            .answer
            .as_ref()
            .map(|answer| (answer.account, answer.request_id.clone()));
        if key.as_ref().is_some_and(|key| self.answers.contains_key(key)) {
            return Err(StepError::Answered);
        }
        let mut purse = self.purse.clone();
        for transfer in &step.transfers {
            purse.transfer(transfer)?;
        }
        assert_eq!(step.first_seq, self.last_seq + 1, "events have no gaps");
        let events: Vec<&serde_json::value::RawValue> =
            serde_json::from_slice(&step.events).expect("events are a list");
        self.purse = purse;
        self.last_seq += events.len() as u64;
        if let (Some(key), Some(answer)) = (key, &step.answer) {
            self.answers.insert(key, answer.body.clone());
        }
        self.rows.push(JournalRow::of(step, poker_program::PROGRAM));
        Ok(())
    }

    pub(super) fn stored(&self) -> StoredTable {
        let snapshot = self.rows.iter().rposition(|row| row.kind == StepKind::Snapshot);
        StoredTable {
            id: TABLE,
            kind: OwnerKind::Table,
            config: String::new(),
            epoch: self.rows.last().map_or(1, |row| row.epoch + 1),
            last_step: self.rows.last().map_or(0, |row| row.step),
            escrow: Chips::new(self.purse.escrow),
            tail: self.rows[snapshot.unwrap_or(0)..].to_vec(),
        }
    }
}

/// The location of all chips.
#[derive(Clone)]
struct Purse {
    wallets: BTreeMap<AccountId, u64>,
    escrow: u64,
    /// Chips from the mint that are at the table.
    minted: u64,
    /// Chips that players bought on tabs, less those that they took.
    owed: i64,
}

impl Purse {
    fn transfer(&mut self, transfer: &Transfer) -> Result<(), StepError> {
        let amount = transfer.amount.get();
        assert!(amount > 0, "a transfer moves something");
        let account = transfer.debit;
        let missing = || StepError::Insufficient { account };
        match account {
            LedgerAccount::Player(account) => {
                let wallet = self.wallets.entry(account).or_default();
                *wallet = wallet.checked_sub(amount).ok_or_else(missing)?;
            }
            LedgerAccount::Table(_) => self.escrow = self.escrow.checked_sub(amount).ok_or_else(missing)?,
            LedgerAccount::Tournament(_) => panic!("a table moves chips of a tournament"),
            LedgerAccount::Tab(..) => self.owed += amount.cast_signed(),
            LedgerAccount::Mint => {
                let left = Chips::new((1 << 40) - self.minted);
                self.minted += amount;
                if self.minted > 1 << 40 {
                    return Err(StepError::FaucetDry { left });
                }
            }
        }
        match transfer.credit {
            LedgerAccount::Player(account) => *self.wallets.entry(account).or_default() += amount,
            LedgerAccount::Table(_) => self.escrow += amount,
            LedgerAccount::Tournament(_) => panic!("a table moves chips to a tournament"),
            LedgerAccount::Tab(..) => self.owed -= amount.cast_signed(),
            LedgerAccount::Mint => self.minted -= amount,
        }
        Ok(())
    }
}
