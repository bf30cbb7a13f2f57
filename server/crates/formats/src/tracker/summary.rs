//! The results in a text: uncalled bets, amounts collected, and the summary.

use std::collections::BTreeMap;

use poker_engine::history::phh::Claimed;
use poker_engine::{Card, Chips};

use super::super::import::{self, Import};
use super::header::money;
use super::read::player;
use super::shown::Shown;

/// The results so far. Amounts are added up by player.
#[derive(Debug, Default)]
pub(super) struct Summary {
    /// Set once the lines of the summary have begun.
    pub(super) begun: bool,
    returned: Vec<(usize, usize, Chips)>,
    collected: Vec<(usize, usize, Chips)>,
    /// Collected amounts by pot, for pots that are named: the pot, then line, player and amount.
    from: Vec<(usize, (usize, usize, Chips))>,
    /// The hands shown.
    pub(super) shown: Shown,
    /// The line of the total, the total, the rake, and the pots if there are several.
    total: Option<(usize, Chips, Chips, Vec<Chips>)>,
    board: Option<(usize, Vec<Card>)>,
}

impl Summary {
    /// Adds an uncalled bet that went back.
    pub(super) fn returned(&mut self, line: usize, player: usize, amount: Chips) -> Result<(), String> {
        add(&mut self.returned, line, player, amount)
    }

    /// Adds a payment from a pot: `pot`, `main pot`, `side pot`, `side pot-2`.
    pub(super) fn collected(&mut self, line: usize, player: usize, amount: Chips, from: &str) -> Result<(), String> {
        let pot = match from.trim() {
            "main pot" => Some(0),
            "side pot" => Some(1),
            other => other.strip_prefix("side pot-").and_then(|number| number.parse().ok()),
        };
        if let Some(pot) = pot {
            self.from.push((pot, (player, line, amount)));
        }
        add(&mut self.collected, line, player, amount)
    }

    /// Reads a line of the summary.
    pub(super) fn line(&mut self, line: &str, hand: &Import) -> Result<(), String> {
        // Mails and our own notes separate hands by such lines.
        if line == "Hand was run twice" || line.starts_with("****") || line.starts_with('#') {
            return Ok(());
        }
        if let Some(pot) = line.strip_prefix("Total pot ") {
            return self.total(pot, hand);
        }
        for start in ["Board [", "FIRST Board [", "SECOND Board ["] {
            if let Some(cards) = line.strip_prefix(start) {
                let cards = cards.trim_end_matches(']');
                let cards = import::cards(cards).ok_or_else(|| format!("`{cards}` are not cards"))?;
                self.board.get_or_insert_default().0 = hand.at;
                self.board.get_or_insert_default().1.extend(cards);
                return Ok(());
            }
        }
        let Some((number, rest)) = line.strip_prefix("Seat ").and_then(|rest| rest.split_once(": ")) else {
            return Err(format!("`{line}` is not understood"));
        };
        // Seats outside the hand are listed as well.
        let Some((player, rest)) = player(hand.players(), rest, "") else {
            let is_paid = [" won (", " collected ("].iter().any(|word| rest.contains(word));
            return if is_paid {
                Err(format!("`{rest}`: nobody of this name is in the hand"))
            } else {
                Ok(())
            };
        };
        if hand.players()[player].seat.number().to_string() != number {
            return Err(format!("`{}` is not in seat {number}", hand.players()[player].name));
        }
        self.paid(player, rest, hand)?;
        self.shown.ended(hand.at, player, rest, hand)
    }

    /// Checks that the amount in the line of a seat is the amount collected.
    fn paid(&self, player: usize, rest: &str, hand: &Import) -> Result<(), String> {
        let mut paid: Option<Chips> = None;
        for (index, word) in [" won (", " collected ("]
            .iter()
            .flat_map(|word| rest.match_indices(word))
        {
            let amount = rest[index + word.len()..].split(')').next().unwrap_or_default();
            let amount = money(hand.scale, amount)?;
            paid = paid.unwrap_or_default().checked_add(amount);
        }
        let collected = self.collected.iter().find(|(other, ..)| *other == player);
        let collected = collected.map_or(Chips::ZERO, |(.., amount)| *amount);
        match paid {
            Some(paid) if paid != collected => {
                let (paid, collected) = (hand.scale.show(paid), hand.scale.show(collected));
                Err(format!("{paid} are won here, and {collected} were collected"))
            }
            _ => Ok(()),
        }
    }

    /// Reads `14.55 Main pot 8.97. Side pot 4.93. | Rake 0.65`, with any further deductions of the house after it.
    fn total(&mut self, pot: &str, hand: &Import) -> Result<(), String> {
        let amount = |text: &str| money(hand.scale, text.trim_end_matches('.'));
        let (pots, taken) = pot.split_once('|').unwrap_or((pot, ""));
        let mut words = pots.split_whitespace();
        let total = amount(words.next().unwrap_or_default())?;
        let mut parts = Vec::new();
        let rest: Vec<&str> = words.collect();
        for part in rest.chunks(3) {
            let ["Main" | "Side", pot, chips] = *part else {
                return Err(format!("`{}` is not understood", part.join(" ")));
            };
            if pot != "pot" && !pot.starts_with("pot-") {
                return Err(format!("`{}` is not understood", part.join(" ")));
            }
            parts.push(amount(chips)?);
        }
        let mut rake = Chips::ZERO;
        for part in taken.split('|').map(str::trim).filter(|part| !part.is_empty()) {
            let (_, chips) = part
                .rsplit_once(' ')
                .ok_or_else(|| format!("`{part}` is not understood"))?;
            rake = rake.checked_add(amount(chips)?).ok_or("the rake is too much")?;
        }
        self.total = Some((hand.at, total, rake, parts));
        Ok(())
    }

    /// Claims all results, to be checked against the engine.
    pub(super) fn claim(self, hand: &mut Import) {
        let end = hand.at;
        for player in 0..hand.players().len() {
            let place = hand.place(player);
            let told = |list: &[(usize, usize, Chips)]| {
                let told = list.iter().find(|(other, ..)| *other == player);
                told.map_or((end, Chips::ZERO), |(_, line, amount)| (*line, *amount))
            };
            let (line, amount) = told(&self.returned);
            hand.at = line;
            hand.claim(Claimed::Returned { player: place, amount });
            if self.collected.is_empty() && self.total.is_none() {
                continue;
            }
            let (line, amount) = told(&self.collected);
            hand.at = line;
            hand.claim(Claimed::Collected { player: place, amount });
        }
        let mut from: BTreeMap<(usize, usize), (usize, Chips)> = BTreeMap::new();
        for (pot, (player, line, amount)) in self.from {
            let (last, sum) = from.entry((pot, player)).or_default();
            // An impossible amount was refused earlier.
            (*last, *sum) = (line, sum.checked_add(amount).unwrap_or(*sum));
        }
        for ((pot, player), (line, amount)) in from {
            let player = hand.place(player);
            hand.at = line;
            hand.claim(Claimed::PaidFrom { player, pot, amount });
        }
        if let Some((line, amount, rake, parts)) = self.total {
            hand.at = line;
            for (pot, amount) in parts.into_iter().enumerate() {
                hand.claim(Claimed::Pot { pot, amount });
            }
            hand.claim(Claimed::Total { amount, rake });
        }
        if let Some((line, cards)) = self.board {
            hand.at = line;
            hand.claim(Claimed::Board(cards));
        }
        hand.at = end;
    }
}

/// Adds an amount to a player's entry in a list.
fn add(list: &mut Vec<(usize, usize, Chips)>, line: usize, player: usize, amount: Chips) -> Result<(), String> {
    if let Some((_, known, sum)) = list.iter_mut().find(|(other, ..)| *other == player) {
        *known = line;
        *sum = sum
            .checked_add(amount)
            .ok_or("these are more chips than there can be")?;
    } else {
        list.push((player, line, amount));
    }
    Ok(())
}
