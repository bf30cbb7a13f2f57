//! Ownership of the chips of a table that cannot be opened, from the last recorded stacks and the ledger; and its evening.

use std::collections::{BTreeMap, BTreeSet};

use poker_engine::Chips;
use poker_owner::rows::from_json;
use poker_protocol::v1::event::SeatAmount;
use poker_protocol::v1::ledger::{Evening, Ledger, LedgerCorrection, LedgerLine};
use poker_protocol::v1::{PlayerInfo, PublicEvent, UnixMs};
use serde_json::Value;

use poker_store::{AccountId, JournalRow, StepKind, TableId};
use poker_wire as wire;

use super::book::Book;

/// The last recorded stacks between two hands. A running hand changes nothing. Rows may be missing.
pub fn stacks_told(rows: &[JournalRow]) -> Vec<(AccountId, Chips)> {
    Told::read(rows).stacks()
}

/// The table as its journal told it. A running hand changes nothing but its number. Rows may be missing.
#[derive(Debug, Default)]
pub struct Told {
    seats: BTreeMap<u64, (AccountId, Chips)>,
    book: Book,
    /// Chips bought into the ledger, and not in a stack yet: a rebuy waits for the end of the hand.
    unplaced: BTreeMap<AccountId, i64>,
    hands: u64,
    removed: BTreeSet<String>,
    hosts: Vec<String>,
}

impl Told {
    /// Reads the rows of a journal from its last snapshot on.
    #[must_use]
    pub fn read(rows: &[JournalRow]) -> Self {
        let mut told = Self::default();
        for row in rows {
            if row.kind == StepKind::Snapshot {
                told = Self::of_snapshot(&from_json(&row.command).unwrap_or_default());
                continue;
            }
            for event in from_json::<Vec<Value>>(&row.events).unwrap_or_default() {
                if let Ok(event) = serde_json::from_value(event) {
                    told.follow(event);
                }
            }
        }
        told
    }

    /// Reads a snapshot of any version: the fields needed here have never been renamed.
    fn of_snapshot(row: &Value) -> Self {
        let seat = |seat: &Value| {
            let account = seat["player"]["id"].as_str()?.parse().ok()?;
            let stack = seat["stack"].as_u64().and_then(Chips::try_new)?;
            Some((seat["at"].as_u64()?, (account, stack)))
        };
        let list = |name: &str| row[name].as_array().into_iter().flatten();
        Self {
            seats: list("seats").filter_map(seat).collect(),
            book: serde_json::from_value(row["book"].clone()).unwrap_or_default(),
            unplaced: BTreeMap::new(),
            hands: row["hands"].as_u64().unwrap_or_default(),
            removed: list("removed").filter_map(Value::as_str).map(str::to_owned).collect(),
            hosts: serde_json::from_value(row["hosting"]["hosts"].clone()).unwrap_or_default(),
        }
    }

    fn follow(&mut self, event: PublicEvent) {
        match event {
            PublicEvent::PlayerSat {
                seat, player, stack, ..
            } => {
                if let Ok(account) = player.id.parse() {
                    self.seats.insert(seat.into(), (account, wire::chips_in(stack)));
                    self.place(account, stack.get().cast_signed());
                }
            }
            PublicEvent::PlayerLeft { seat, stack, .. } => {
                if let Some((account, _)) = self.seats.remove(&seat.into()) {
                    self.place(account, -stack.get().cast_signed());
                }
            }
            PublicEvent::PlayerMoved { from, to, .. } => self.move_all(&[(from, to)]),
            PublicEvent::SeatsDrawn { moves, .. } => {
                let moves: Vec<_> = moves.iter().map(|made| (made.from, made.to)).collect();
                self.move_all(&moves);
            }
            PublicEvent::ChipsAdded { seat, amount, stack } => {
                if let Some((account, _)) = self.seats.get(&seat.into()) {
                    self.place(*account, amount.get().cast_signed());
                }
                self.set(&[SeatAmount { seat, amount: stack }]);
            }
            PublicEvent::StackSet { seat, stack } => {
                if let Some((account, had)) = self.seats.get(&seat.into()) {
                    self.place(*account, stack.get().cast_signed() - had.get().cast_signed());
                }
                self.set(&[SeatAmount { seat, amount: stack }]);
            }
            PublicEvent::HandStarted { seats, .. } => {
                let dealt = seats.iter().filter_map(|dealt| self.seats.get(&dealt.seat.into()));
                self.book.deal(dealt.map(|(account, _)| *account));
            }
            PublicEvent::HandCompleted { stacks, .. } => {
                self.hands += 1;
                self.set(&stacks);
            }
            PublicEvent::HandVoided { stacks, .. } => self.set(&stacks),
            PublicEvent::PlayerRemoved { player } => {
                self.removed.insert(player);
            }
            PublicEvent::HostChanged { host } => self.hosts.push(host.id),
            PublicEvent::LedgerChanged {
                lines,
                correction,
                corrections,
            } => {
                self.buy(&lines, correction.as_deref());
                self.book
                    .follow_told(lines, correction.map(|correction| *correction), corrections);
            }
            _ => {}
        }
    }

    fn set(&mut self, stacks: &[SeatAmount]) {
        for told in stacks {
            if let Some((_, stack)) = self.seats.get_mut(&told.seat.into()) {
                *stack = wire::chips_in(told.amount);
            }
        }
    }

    /// Moves players, all at the same time.
    fn move_all(&mut self, moves: &[(u8, u8)]) {
        let up = moves
            .iter()
            .map(|(from, to)| (u64::from(*to), self.seats.remove(&u64::from(*from))));
        let up: Vec<_> = up.collect();
        self.seats
            .extend(up.into_iter().filter_map(|(to, seated)| Some((to, seated?))));
    }

    /// Notes chips that have come to a stack, or left it with its player.
    fn place(&mut self, account: AccountId, chips: i64) {
        *self.unplaced.entry(account).or_default() -= chips;
    }

    /// Notes what these lines have bought since, less what they took. A buy-in that another player pays moves no chips.
    fn buy(&mut self, lines: &[LedgerLine], correction: Option<&LedgerCorrection>) {
        let net = |line: &LedgerLine| line.bought.get().cast_signed() - line.taken.get().cast_signed();
        let mut bought: Vec<(&PlayerInfo, i64)> = Vec::new();
        for line in lines {
            let before = self.book.line(&line.player.id).map_or(0, |known| net(&known.shown));
            bought.push((&line.player, net(line) - before));
        }
        if let Some((correction, payer)) = correction.and_then(|one| Some((one, one.paid_by.as_ref()?))) {
            let amount = correction.amount.get().cast_signed();
            bought.extend([(&correction.player, amount), (payer, -amount)]);
        }
        for (player, chips) in bought {
            if let Ok(account) = player.id.parse() {
                self.place(account, -chips);
            }
        }
    }

    /// The chips of each player: the stack, with chips that were bought and wait for the end of the hand.
    #[must_use]
    pub fn stacks(&self) -> Vec<(AccountId, Chips)> {
        let with_bought = |(account, stack): &(AccountId, Chips)| {
            let waiting = self.unplaced.get(account).filter(|_| !self.book.is_empty());
            let waiting = waiting.and_then(|chips| u64::try_from(*chips).ok()).unwrap_or_default();
            (*account, stack.saturating_add(Chips::new(waiting)))
        };
        self.seats.values().map(with_bought).collect()
    }

    /// The evening of a table with chips of its own that is closed without being opened, and the accounts that were there, as
    /// for one that closes by itself. `results` are the tabs once all chips are on them; `who` names a player of whom no line is left.
    #[must_use]
    pub fn evening(
        mut self,
        (table, config): (TableId, &str),
        results: &[(AccountId, i64)],
        who: impl Fn(AccountId) -> Option<PlayerInfo>,
        ended_at: UnixMs,
    ) -> Option<(Vec<(AccountId, bool)>, Evening)> {
        self.book.settle(results, who);
        // A description of any version, of which only names may be needed.
        let opened: Value = serde_json::from_str(config).unwrap_or_default();
        let wished = &opened["config"];
        let session = &wished["session"];
        let about = Evening {
            table: poker_protocol::v1::TableId(table.to_string()),
            name: wished["name"].as_str().unwrap_or_default().to_owned(),
            host: None,
            ended_at,
            hands: self.hands,
            chip_value: serde_json::from_value(session["chip_value"].clone())
                .ok()
                .filter(|value| *value > 0),
            currency: serde_json::from_value(session["currency"].clone()).ok(),
            ledger: Ledger::default(),
            payments: Vec::new(),
            next: None,
        };
        let mut hosts: Vec<String> = opened["host"].as_str().map(str::to_owned).into_iter().collect();
        for host in self.hosts {
            hosts.retain(|known| *known != host);
            hosts.push(host);
        }
        self.book
            .evening(about, &hosts, |account| self.removed.contains(&account.to_string()))
    }
}

/// Divides the chips in a table's escrow: each seat gets its stack, and chips that belong to no seat (a kitty, a pot
/// that was carried over) go to all in proportion. If the stacks cannot be right, because they exceed the escrow or no
/// player is known, every player gets a share in proportion to the chips brought and not taken away. The shares add up
/// to the escrow, unless no chips were ever brought.
pub fn shares(escrow: Chips, told: &[(AccountId, Chips)], brought: &[(AccountId, Chips)]) -> Vec<(AccountId, Chips)> {
    let total = |of: &[(AccountId, Chips)]| of.iter().map(|(_, chips)| u128::from(chips.get())).sum::<u128>();
    let there = u128::from(escrow.get());
    let fits = total(told) > 0 && total(told) <= there;
    let (owners, mut left) = if fits {
        (told, there - total(told))
    } else {
        (brought, there)
    };
    let weight = total(owners);
    if weight == 0 {
        return Vec::new();
    }
    let rest = left;
    let mut shares: Vec<(AccountId, u128)> = Vec::with_capacity(owners.len());
    for (account, chips) in owners {
        let chips = u128::from(chips.get());
        let part = rest * chips / weight;
        left -= part;
        shares.push((*account, part + if fits { chips } else { 0 }));
    }
    // Odd chips go to the first seats, one each.
    for (_, share) in &mut shares {
        let odd = left.min(1);
        *share += odd;
        left -= odd;
    }
    let chips = |share: u128| u64::try_from(share).ok().and_then(Chips::try_new).unwrap_or_default();
    let shares = shares.into_iter().map(|(account, share)| (account, chips(share)));
    shares.filter(|(_, share)| !share.is_zero()).collect()
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn of(amounts: &[u64]) -> Vec<(AccountId, Chips)> {
        let accounts = (1..).map(|number| AccountId(Uuid::from_u128(number)));
        accounts.zip(amounts.iter().copied().map(Chips::new)).collect()
    }

    #[test]
    fn shares_add_up_to_the_escrow() {
        for (escrow, told, brought, expected) in [
            (300, &[100, 200][..], &[250, 50][..], &[100, 200][..]),
            // A kitty of 7.
            (307, &[100, 200], &[250, 57], &[103, 204]),
            // Impossible stacks, and none at all.
            (300, &[100, 900], &[200, 100], &[200, 100]),
            (301, &[], &[100, 100, 100], &[101, 100, 100]),
            (0, &[], &[100], &[]),
            (5, &[], &[], &[]),
        ] {
            assert_eq!(
                shares(Chips::new(escrow), &of(told), &of(brought)),
                of(expected),
                "{escrow} {told:?}"
            );
        }
    }
}
