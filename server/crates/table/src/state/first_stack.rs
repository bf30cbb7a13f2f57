//! The first stack at a table with chips of its own: its player may choose another until the first hand is dealt.

use poker_engine::Chips;
use poker_engine::table::TableRuleError;
use poker_protocol::v1::PublicEvent;
use poker_protocol::v1::ledger::LedgerLine;
use poker_store::{AccountId, Transfer};
use poker_wire as wire;

use super::applied::{Applied, Refusal};
use super::players::{account_of, player_id};
use super::table::Table;

impl Table {
    /// Notes in the ledger who is dealt the hand that begins.
    pub(super) fn note_dealt(&mut self) {
        let law = &self.law;
        let seats = law.hand().map(|hand| hand.dealt.iter()).into_iter().flatten();
        let players = seats.filter_map(|seat| Some(account_of(law.seat(seat)?.player)));
        self.book.deal(players);
    }

    /// Replaces the stack of a player who has not been dealt a hand here. What was bought changes with it: it is neither a
    /// rebuy nor taken home.
    pub(super) fn choose_stack(&mut self, account: AccountId, stack: Chips) -> Result<Applied, Refusal> {
        if self.hosting.rules().closing {
            return Err(Refusal::Closed);
        }
        if !self.has_own_chips() {
            return Err(Refusal::OtherChips);
        }
        let id = account.to_string();
        let player = player_id(account);
        let law = self.law.cash_mut()?;
        let taken = law.seat_of(player).and_then(|seat| law.seat(seat));
        let had = taken.ok_or(TableRuleError::NotSeated)?.stack;
        let line = self.book.line(&id).ok_or(Refusal::Stranger)?;
        let LedgerLine {
            bought,
            taken,
            rebuys,
            played,
            ..
        } = &line.shown;
        if *played || *rebuys > 0 || taken.get() > 0 {
            return Err(Refusal::FirstHand);
        }
        let bought = wire::chips_in(*bought);
        let (more, fewer) = (stack.saturating_sub(had), had.saturating_sub(stack));
        // Another player pays a part of it.
        if fewer > bought {
            return Err(Refusal::BelowZero { bought });
        }
        self.book.check_room(&id, more)?;
        let events = self.law.cash_mut()?.set_stack(player, stack)?;
        let mut applied = self.follow(events);
        let moved = if fewer.is_zero() {
            Transfer::buy_in(account, self.id, more)
        } else {
            Transfer::cash_out(account, self.id, fewer)
        };
        applied.transfers.push(moved.on_tab(self.id));
        self.book.rebook(&id, had, stack);
        let lines = self.book.line(&id).map(|line| line.shown.clone()).into_iter().collect();
        applied.extend(self.tell_one(&PublicEvent::LedgerChanged {
            lines,
            correction: None,
            corrections: Vec::new(),
        }));
        Ok(applied)
    }
}
