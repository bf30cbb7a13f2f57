//! Operators' orders to a table.

use poker_owner::{Now, encode};
use poker_protocol::v1::ServerMsg;
use poker_protocol::v1::server::ChatRemoved;
use poker_store::{AccountId, Rulings};

use super::super::mail::OperatorWish;
use super::super::parked::Effect;
use super::super::{Outputs, TableCore};
use crate::state::command::Command;
use crate::state::hosting::HostRule;

impl TableCore {
    /// Carries out an operator's order. An order that is refused has been carried out already; a tournament's tables
    /// take such orders from its director.
    pub(super) fn wish(&mut self, wish: &OperatorWish, now: Now, out: &mut Outputs) {
        let is_cash = self.table.law.cash().is_some();
        match wish {
            OperatorWish::Unsay { player, text } => self.unsay(*player, text),
            OperatorWish::StandUp(account) if is_cash => self.stand_up(*account, now, out),
            OperatorWish::CatchUp(rulings) if is_cash => self.catch_up(rulings, now, out),
            OperatorWish::Close if is_cash => {
                let rule = HostRule::Close {};
                self.try_commit(Command::Host { rule }, now, out);
            }
            OperatorWish::StandUp(_) | OperatorWish::CatchUp(_) | OperatorWish::Close => {}
        }
    }

    /// Follows what operators have decided about the people here. What was followed before changes nothing.
    fn catch_up(&mut self, rulings: &Rulings, now: Now, out: &mut Outputs) {
        for (account, name) in self.table.named_here() {
            if rulings.sends_away(account, &name) {
                self.stand_up(account, now, out);
            }
            if let Some(name) = rulings.deleted.get(&account) {
                let name = name.clone();
                self.try_commit(Command::Unname { account, name }, now, out);
            }
        }
    }

    /// Makes an account leave its seat and every line for one.
    fn stand_up(&mut self, account: AccountId, now: Now, out: &mut Outputs) {
        self.try_commit(Command::LeaveWaitList { account }, now, out);
        let mut requests = self.table.hosting.rules().requests.iter();
        let request = requests.find(|asked| asked.player.id == account.to_string());
        if let Some(player) = request.map(|asked| asked.player.clone()) {
            self.try_commit(Command::AskSeat { player, ask: false }, now, out);
        }
        self.try_commit(Command::Leave { account }, now, out);
    }

    /// Commits a command that may have nothing to change.
    fn try_commit(&mut self, command: Command, now: Now, out: &mut Outputs) {
        if let Err(refused) = self.commit(command, None, now, out) {
            tracing::debug!(table = %self.table.id, %refused, "an operator's wish changes nothing");
        }
    }

    /// Withdraws a remark on an operator's order: viewers no longer show it.
    fn unsay(&mut self, player: AccountId, text: &str) {
        let removed = ChatRemoved {
            table: self.fan_out.name().clone(),
            player: player.to_string(),
            text: text.to_owned(),
        };
        self.park(Effect::Remark(encode(&ServerMsg::ChatRemoved(removed))));
    }
}
