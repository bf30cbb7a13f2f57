//! The ledger of a table with chips of its own.
//!
//! Its chips come from tabs instead of accounts: `Table::keep_book` turns each transfer of a command into one on a
//! tab, and the lines of the ledger follow from those transfers alone.

use poker_engine::Chips;
use poker_engine::table::{PlayerId, TableRuleError};
use poker_owner::to_json;
use poker_protocol::MAX_SERVER_MESSAGE_BYTES;
use poker_protocol::v1::host::HostDeed;
use poker_protocol::v1::ledger::{self, Evening, Ledger, LedgerCorrection, LedgerLine, RebuyRequest};
use poker_protocol::v1::table::Rebuys;
use poker_protocol::v1::{PlayerInfo, PublicEvent, UnixMs};
use poker_store::{AccountId, LedgerAccount, Transfer};
use poker_wire as wire;
use serde::{Deserialize, Serialize};

use super::applied::{Applied, Refusal};
use super::payments::{self, settle};
use super::players::player_id;
use super::table::{Table, account_of_info};

/// Maximum number of players in a ledger, and of corrections. The whole ledger is part of every snapshot.
const LINES: usize = 100;

/// Length of all corrections as JSON from which on there are no more: they are part of every snapshot, which is one message.
const CORRECTIONS_BYTES: usize = MAX_SERVER_MESSAGE_BYTES * 3 / 8;

/// The ledger of a table with chips of its own; empty at any other.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Book {
    lines: Vec<PlayerLine>,
    corrections: Vec<LedgerCorrection>,
}

/// A player's line.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct PlayerLine {
    pub(super) shown: LedgerLine,
    /// Chips that the player took home and has not brought back: to bring them back is no rebuy.
    home: poker_protocol::v1::Chips,
}

/// A correction that the host asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Correcting {
    /// The host.
    pub author: PlayerInfo,
    /// The account whose buy-in it is about.
    #[serde(with = "poker_owner::rows::account")]
    pub account: AccountId,
    /// The account that pays instead; left out for a late buy-in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paid_by: Option<String>,
    /// Chips of the buy-in.
    pub amount: poker_protocol::v1::Chips,
    /// The host's reason.
    pub reason: String,
}

impl Book {
    /// `true` if nobody has bought chips.
    pub(super) const fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The ledger as clients see it.
    pub(crate) fn shown(&self) -> Ledger {
        Ledger {
            players: self.lines.iter().map(|line| line.shown.clone()).collect(),
            corrections: self.corrections.clone(),
        }
    }

    pub(super) fn line(&self, account: &str) -> Option<&PlayerLine> {
        self.lines.iter().find(|line| line.shown.player.id == account)
    }

    /// `true` if these chips, brought by this player, would be a rebuy.
    fn is_rebuy(&self, account: &str, amount: Chips) -> bool {
        let line = self.line(account);
        line.is_some_and(|line| amount > wire::chips_in(line.home))
    }

    /// Refuses chips that the ledger cannot hold: all that was ever bought together stays countable, and so do all sums.
    pub(super) fn check_room(&self, account: &str, amount: Chips) -> Result<(), Refusal> {
        let bought = self.lines.iter().map(|line| line.shown.bought.get()).sum::<u64>();
        if bought
            .checked_add(amount.get())
            .is_none_or(|all| all > Chips::MAX.get())
        {
            return Err(TableRuleError::TooManyChips.into());
        }
        if self.line(account).is_none() && self.lines.len() >= LINES {
            return Err(Refusal::LedgerFull { max: LINES });
        }
        Ok(())
    }

    /// Follows a transfer on tabs. `who` names a player without a line.
    fn follow(&mut self, moved: &Transfer, who: impl Fn(AccountId) -> Option<PlayerInfo>) {
        let amount = moved.amount.get();
        match (moved.debit, moved.credit) {
            (LedgerAccount::Tab(_, buyer), LedgerAccount::Table(_)) => {
                let is_rebuy = self.is_rebuy(&buyer.to_string(), moved.amount);
                let Some(line) = self.line_of(buyer, who) else { return };
                line.shown.bought = plus(line.shown.bought, amount);
                line.shown.rebuys = line.shown.rebuys.saturating_add(is_rebuy.into());
                line.home = less(line.home, amount);
            }
            (LedgerAccount::Table(_), LedgerAccount::Tab(_, player)) => {
                let Some(line) = self.line_of(player, who) else { return };
                line.shown.taken = plus(line.shown.taken, amount);
                line.home = plus(line.home, amount);
            }
            (LedgerAccount::Tab(_, payer), LedgerAccount::Tab(_, buyer)) => {
                if let Some(line) = self.line_of(payer, &who) {
                    line.shown.bought = plus(line.shown.bought, amount);
                }
                if let Some(line) = self.line_of(buyer, &who) {
                    line.shown.bought = less(line.shown.bought, amount);
                }
            }
            _ => {}
        }
    }

    /// Notes that these accounts are dealt a hand.
    pub(super) fn deal(&mut self, accounts: impl Iterator<Item = AccountId>) {
        for account in accounts {
            let id = account.to_string();
            if let Some(line) = self.lines.iter_mut().find(|line| line.shown.player.id == id) {
                line.shown.played = true;
            }
        }
    }

    /// Follows a player who chooses another first stack: that much was bought, and no more.
    pub(super) fn rebook(&mut self, account: &str, had: Chips, stack: Chips) {
        if let Some(line) = self.lines.iter_mut().find(|line| line.shown.player.id == account) {
            line.shown.bought = less(plus(line.shown.bought, stack.get()), had.get());
        }
    }

    /// Follows a change as it was told, for a step that is not carried out again.
    pub(super) fn follow_told(&mut self, lines: Vec<LedgerLine>, correction: Option<LedgerCorrection>) {
        for line in lines {
            let Some(known) = self
                .lines
                .iter_mut()
                .find(|known| known.shown.player.id == line.player.id)
            else {
                let home = line.taken;
                self.lines.push(PlayerLine { shown: line, home });
                continue;
            };
            if correction.is_none() && line.bought > known.shown.bought {
                known.home = less(known.home, line.bought.get() - known.shown.bought.get());
            }
            let took = line.taken.get().saturating_sub(known.shown.taken.get());
            known.home = plus(known.home, took);
            // Lines that an older version told do not say who has played.
            let played = known.shown.played || line.played;
            known.shown = LedgerLine { played, ..line };
        }
        self.corrections.extend(correction);
    }

    /// An account's line, which is added if there is none.
    fn line_of(
        &mut self,
        account: AccountId,
        who: impl Fn(AccountId) -> Option<PlayerInfo>,
    ) -> Option<&mut PlayerLine> {
        let id = account.to_string();
        let known = self.lines.iter().position(|line| line.shown.player.id == id);
        let at = if let Some(at) = known {
            at
        } else {
            self.lines.push(PlayerLine {
                shown: LedgerLine {
                    player: who(account)?,
                    bought: poker_protocol::v1::Chips::default(),
                    taken: poker_protocol::v1::Chips::default(),
                    rebuys: 0,
                    played: false,
                },
                home: poker_protocol::v1::Chips::default(),
            });
            self.lines.len() - 1
        };
        self.lines.get_mut(at)
    }

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
}

fn plus(chips: poker_protocol::v1::Chips, amount: u64) -> poker_protocol::v1::Chips {
    wire::chips(wire::chips_in(chips) + Chips::new(amount))
}

fn less(chips: poker_protocol::v1::Chips, amount: u64) -> poker_protocol::v1::Chips {
    wire::chips(wire::chips_in(chips).saturating_sub(Chips::new(amount)))
}

impl Table {
    /// `true` at a table with chips of its own.
    pub(crate) fn has_own_chips(&self) -> bool {
        self.setup.session.own_chips
    }

    /// Puts the transfers of a command on tabs, at a table with chips of its own, and tells the lines that they change.
    /// Transfers that are on tabs already have been told.
    pub(super) fn keep_book(&mut self, applied: &mut Applied, correction: Option<LedgerCorrection>) {
        if !self.has_own_chips() {
            return;
        }
        let table = self.id;
        let mut changed: Vec<String> = Vec::new();
        for moved in applied.transfers.iter_mut().filter(|moved| moved.account().is_some()) {
            *moved = moved.on_tab(table);
            let people = &self.people;
            let who = |account| people.get(&player_id(account)).map(|info| (**info).clone());
            self.book.follow(moved, who);
            changed.extend(tabs_of(moved));
        }
        if correction.is_some() {
            let on_tabs = |moved: &&Transfer| {
                matches!(
                    (moved.debit, moved.credit),
                    (LedgerAccount::Tab(..), LedgerAccount::Tab(..))
                )
            };
            for moved in applied.transfers.iter().filter(on_tabs) {
                self.book.follow(moved, |_| None);
                changed.extend(tabs_of(moved));
            }
        }
        self.drop_rebuys(applied);
        if changed.is_empty() {
            return;
        }
        let lines = self.book.lines.iter().map(|line| &line.shown);
        let told = PublicEvent::LedgerChanged {
            lines: lines
                .filter(|line| changed.contains(&line.player.id))
                .cloned()
                .collect(),
            correction: correction.clone().map(Box::new),
        };
        self.book.corrections.extend(correction);
        applied.extend(self.tell_one(&told));
    }

    /// The evening at a table with chips of its own that has closed, and the accounts that were there, the host among them
    /// even without a seat; `None` if no chips were bought.
    ///
    /// `false` stands with an account that the host has sent away: it is not led on to the next table.
    pub(crate) fn evening(&self, ended_at: UnixMs) -> Option<(Vec<(AccountId, bool)>, Evening)> {
        if !self.has_own_chips() || self.book.is_empty() {
            return None;
        }
        let evening = Evening {
            table: poker_protocol::v1::TableId(self.id.to_string()),
            name: self.setup.name.clone(),
            host: self.setup.host.map(|host| host.to_string()),
            ended_at,
            hands: self.hands,
            chip_value: self.setup.session.chip_value.filter(|value| *value > 0),
            currency: self.setup.session.currency,
            ledger: self.book.shown(),
            payments: self.book.payments(),
            next: None,
        };
        let is_missing = |host: &AccountId| self.book.line(&host.to_string()).is_none();
        let host = self.setup.host.filter(is_missing);
        let accounts = self
            .book
            .accounts()
            .chain(host)
            .map(|account| (account, !self.removed.contains(&player_id(account))));
        Some((accounts.collect(), evening))
    }

    /// Refuses chips that a player may not buy at a table with chips of its own. `asks` if the player sits and can ask
    /// the host for the rebuy; `Ok(false)` if that is needed.
    pub(super) fn may_buy(&self, account: AccountId, amount: Chips, asks: bool) -> Result<bool, Refusal> {
        if !self.has_own_chips() {
            return Ok(true);
        }
        let id = account.to_string();
        self.book.check_room(&id, amount)?;
        if !self.book.is_rebuy(&id, amount) {
            return Ok(true);
        }
        let made = self.book.line(&id).map_or(0, |line| line.shown.rebuys);
        let max = self.setup.session.rebuys_max.filter(|max| *max > 0);
        if let Some(max) = max.filter(|max| made >= u16::from(*max)) {
            return Err(Refusal::RebuysUsed { max });
        }
        match self.setup.session.rebuys {
            Some(Rebuys::Forbidden) => Err(TableRuleError::NoRebuys.into()),
            Some(Rebuys::Approval) if self.setup.host != Some(account) => {
                if asks || self.hosting.has_accepted(&id) {
                    Ok(!asks)
                } else {
                    Err(Refusal::NotAccepted)
                }
            }
            _ => Ok(true),
        }
    }

    /// `true` if the account has a line in the ledger of a table where the host grants rebuys: to sit down again may need
    /// the host's word.
    pub(super) fn comes_back(&self, account: &str) -> bool {
        self.setup.session.rebuys == Some(Rebuys::Approval) && self.book.line(account).is_some()
    }

    /// Writes down that a player asks for a rebuy. A second request replaces the first.
    pub(super) fn ask_rebuy(&mut self, account: AccountId, amount: Chips) -> Result<Applied, Refusal> {
        self.check_rebuy(account, amount)?;
        let known = self.people.get(&player_id(account));
        let player = known.ok_or(TableRuleError::NotSeated)?;
        let player = PlayerInfo::clone(player);
        if self.asked_rebuy(&player.id) == Some(wire::chips(amount)) {
            return Err(Refusal::NoChange);
        }
        let asked = &mut self.hosting.rules_mut().rebuys;
        asked.retain(|asked| asked.player.id != player.id);
        asked.push(RebuyRequest {
            player,
            amount: wire::chips(amount),
        });
        Ok(self.ruled(HostDeed::Rebuys))
    }

    /// The chips that a player has asked for.
    fn asked_rebuy(&self, id: &str) -> Option<poker_protocol::v1::Chips> {
        let mut asked = self.hosting.rules().rebuys.iter();
        Some(asked.find(|asked| asked.player.id == id)?.amount)
    }

    /// Answers a player's request for a rebuy.
    ///
    /// `accepted` are the chips that the host grants; by now the player may have asked for others.
    pub(super) fn answer_rebuy(
        &mut self,
        account: AccountId,
        accepted: Option<poker_protocol::v1::Chips>,
    ) -> Result<Applied, Refusal> {
        let id = account.to_string();
        let asked = self.asked_rebuy(&id).ok_or(Refusal::NoChange)?;
        let mut applied = Applied::default();
        if let Some(accepted) = accepted {
            if accepted != asked {
                return Err(Refusal::NoChange);
            }
            let amount = wire::chips_in(asked);
            self.book.check_room(&id, amount)?;
            applied = self.add_chips(account, amount)?;
        }
        self.hosting.rules_mut().rebuys.retain(|asked| asked.player.id != id);
        applied.extend(self.ruled(HostDeed::Rebuys));
        Ok(applied)
    }

    /// Corrects the ledger.
    pub(super) fn correct(&mut self, wish: &Correcting, at: i64) -> Result<Applied, Refusal> {
        if !self.has_own_chips() {
            return Err(Refusal::OtherChips);
        }
        let amount = wire::chips_in(wish.amount);
        let id = wish.account.to_string();
        let buyer = self.book.line(&id).ok_or(Refusal::Stranger)?.shown.clone();
        let is_full = to_json(&self.book.corrections).len() >= CORRECTIONS_BYTES;
        if is_full || self.book.corrections.len() >= LINES {
            return Err(Refusal::LedgerFull { max: LINES });
        }
        let (mut applied, paid_by) = match &wish.paid_by {
            None => {
                self.book.check_room(&id, amount)?;
                (self.add_chips(wish.account, amount)?, None)
            }
            Some(payer) if *payer == id => return Err(Refusal::NoChange),
            Some(payer) => {
                let payer = self.book.line(payer).ok_or(Refusal::Stranger)?.shown.player.clone();
                let bought = wire::chips_in(buyer.bought);
                if amount > bought {
                    return Err(Refusal::BelowZero { bought });
                }
                let moved = Transfer::take_over(self.id, account_of_info(&payer)?, wish.account, amount);
                let applied = Applied {
                    transfers: vec![moved],
                    ..Applied::default()
                };
                (applied, Some(payer))
            }
        };
        let correction = LedgerCorrection {
            author: wish.author.clone(),
            player: buyer.player,
            paid_by,
            amount: wish.amount,
            reason: wish.reason.clone(),
            at: u64::try_from(at).ok().and_then(UnixMs::new).unwrap_or_default(),
        };
        self.keep_book(&mut applied, Some(correction));
        Ok(applied)
    }

    /// Adds chips from the player's account or tab to the stack.
    pub(super) fn add_chips(&mut self, account: AccountId, amount: Chips) -> Result<Applied, Refusal> {
        let mut applied = self.law(|law| law.rebuy(player_id(account), amount))?;
        applied.transfers.insert(0, Transfer::buy_in(account, self.id, amount));
        Ok(applied)
    }

    /// Refuses a rebuy that table law would refuse now.
    fn check_rebuy(&self, account: AccountId, amount: Chips) -> Result<(), Refusal> {
        let mut law = self.law.clone();
        law.cash_mut()?.rebuy(player_id(account), amount)?;
        Ok(())
    }

    /// Drops the requests for rebuys of players who have left.
    fn drop_rebuys(&mut self, applied: &mut Applied) {
        let law = &self.law;
        let sits = |asked: &RebuyRequest| {
            let player: Option<PlayerId> = account_of_info(&asked.player).ok().map(player_id);
            player.is_some_and(|player| law.seat_of(player).is_some())
        };
        let rebuys = &mut self.hosting.rules_mut().rebuys;
        let before = rebuys.len();
        rebuys.retain(sits);
        if rebuys.len() < before {
            applied.extend(self.ruled(HostDeed::Rebuys));
        }
    }
}

/// The accounts whose tabs a transfer moves.
fn tabs_of(moved: &Transfer) -> impl Iterator<Item = String> {
    [moved.debit, moved.credit].into_iter().filter_map(|side| match side {
        LedgerAccount::Tab(_, account) => Some(account.to_string()),
        _ => None,
    })
}
