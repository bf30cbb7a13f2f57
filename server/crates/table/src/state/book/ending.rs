//! The end of a ledger: who pays whom, and the evening that is kept.

use poker_engine::Chips;
use poker_protocol::v1::ledger::{self, Evening, Ledger};
use poker_protocol::v1::{PlayerInfo, UnixMs};
use poker_store::AccountId;
use poker_wire as wire;

use super::super::payments::{self, settle};
use super::super::players::player_id;
use super::super::table::{Table, account_of_info};
use super::{Book, PlayerLine};

impl Book {
    /// The accounts with a line.
    fn accounts(&self) -> impl Iterator<Item = AccountId> {
        let accounts = self.lines.iter().map(|line| account_of_info(&line.shown.player));
        accounts.filter_map(Result::ok)
    }

    /// The payments that settle the ledger once no chips are at the table.
    pub(crate) fn payments(&self) -> Vec<ledger::Payment> {
        let result = |line: &PlayerLine| line.shown.taken.get().cast_signed() - line.shown.bought.get().cast_signed();
        let results: Vec<i64> = self.lines.iter().map(result).collect();
        let player = |at: usize| self.lines[at].shown.player.clone();
        let shown = |payment: &payments::Payment| ledger::Payment {
            from: player(payment.from),
            to: player(payment.to),
            amount: wire::chips(Chips::new(payment.amount)),
        };
        settle(&results).iter().map(shown).collect()
    }

    /// An evening with this ledger and its payments, and the accounts that were there: its hosts among them, and `false` with those
    /// sent away. `None` if nobody has bought chips.
    pub(in crate::state) fn evening(
        &self,
        about: Evening,
        hosts: &[String],
        was_sent_away: impl Fn(AccountId) -> bool,
    ) -> Option<(Vec<(AccountId, bool)>, Evening)> {
        if self.is_empty() {
            return None;
        }
        let unseated = hosts.iter().filter(|host| self.line(host).is_none());
        let unseated = unseated.filter_map(|host| host.parse().ok());
        let accounts = self.accounts().chain(unseated);
        let accounts = accounts.map(|account| (account, !was_sent_away(account))).collect();
        let evening = Evening {
            host: hosts.last().cloned(),
            ledger: self.shown(),
            payments: self.payments(),
            ..about
        };
        Some((accounts, evening))
    }

    /// Gives every account this result, less what it bought: what the lines do not tell, the tabs do.
    pub(in crate::state) fn settle(
        &mut self,
        results: &[(AccountId, i64)],
        who: impl Fn(AccountId) -> Option<PlayerInfo>,
    ) {
        for (account, result) in results {
            let Some(line) = self.line_of(*account, &who) else {
                continue;
            };
            let bought = line.shown.bought.get().max(result.min(&0).unsigned_abs());
            line.shown.bought = wire::chips(Chips::new(bought));
            line.shown.taken = wire::chips(Chips::new(bought.saturating_add_signed(*result)));
        }
    }
}

impl Table {
    /// The evening at a table with chips of its own that has closed, and the accounts that were there, the host among them
    /// even without a seat; `None` if no chips were bought.
    ///
    /// `false` stands with an account that the host has sent away: it is not led on to the next table.
    pub(crate) fn evening(&self, ended_at: UnixMs) -> Option<(Vec<(AccountId, bool)>, Evening)> {
        if !self.has_own_chips() {
            return None;
        }
        let about = Evening {
            table: poker_protocol::v1::TableId(self.id.to_string()),
            name: self.setup.name.clone(),
            host: None,
            ended_at,
            hands: self.hands,
            chip_value: self.setup.session.chip_value.filter(|value| *value > 0),
            currency: self.setup.session.currency,
            ledger: Ledger::default(),
            payments: Vec::new(),
            next: None,
        };
        self.book.evening(about, &self.hosts(), |account| {
            self.removed.contains(&player_id(account))
        })
    }
}
