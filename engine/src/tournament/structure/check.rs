//! Checks of a structure as a whole, beyond the form of each key.

use super::{BountyKind, Breaks, DarkBets, HandForHand, Kind, Pays, Row, Start, Structure};
use crate::Chips;
use crate::game::BlindLayout;
use crate::tournament::law::Level;

/// Largest number of odd chips that one table may race for. Rule: tournament D-31.
const MOST_ODD_CHIPS: u64 = 52;

/// A violation of a check.
pub(super) struct Fault {
    /// The key, with a point before a key within another.
    pub(super) key: &'static str,
    /// The index of the element, if the key has a list.
    pub(super) index: Option<usize>,
    /// The violation as a sentence.
    pub(super) message: String,
}

type Check = Result<(), Fault>;

fn fault(key: &'static str, message: impl Into<String>) -> Check {
    Err(Fault {
        key,
        index: None,
        message: message.into(),
    })
}

fn fault_at(key: &'static str, index: usize, message: impl Into<String>) -> Check {
    Err(Fault {
        key,
        index: Some(index),
        message: message.into(),
    })
}

impl Structure {
    pub(super) fn check(&self) -> Check {
        self.check_form()?;
        self.check_levels()?;
        self.check_games()?;
        self.check_entries()?;
        self.check_prizes()?;
        self.check_sums()
    }

    /// Checks kind, start and number of seats.
    fn check_form(&self) -> Check {
        let (least, most) = self.entries;
        if self.kind == Kind::Bracket && self.seats != 2 {
            return fault("seats", "a bracket has tables of two");
        }
        let is_one_table = self.start == Start::Full && most <= u32::from(self.seats);
        if self.kind == Kind::Field && least < 3 && self.seats > 2 && most > 2 && !is_one_table {
            return fault(
                "entries",
                "a table of more than two seats starts with three players, unless it is the only one and starts when full",
            );
        }
        if self.start == Start::Full && self.kind == Kind::Field && most > u32::from(self.seats) * 1_000 {
            return fault("entries", "a sit & go of so many tables would never be full");
        }
        if self.start == Start::Full && self.late_levels > 0 {
            return fault(
                "late_levels",
                "a sit & go is full when it starts: no player can be late",
            );
        }
        if self.kind != Kind::Field {
            let late = [
                ("late_levels", self.late_levels > 0),
                ("re_entries", self.re_entries > 0),
                ("rebuy", self.rebuy.is_some()),
                ("add_on", self.add_on.is_some()),
            ];
            if let Some((key, _)) = late.into_iter().find(|(_, used)| *used) {
                return fault(
                    key,
                    format!(
                        "a {} has no entries or chips after its start",
                        super::Word::word(self.kind)
                    ),
                );
            }
            if !self.hand_for_hand.is_empty() {
                return fault(
                    "hand_for_hand",
                    "tables that play for themselves do not wait for each other",
                );
            }
        }
        Ok(())
    }

    fn check_levels(&self) -> Check {
        let mut last: Option<Level> = None;
        let mut after_break = true;
        for (index, row) in self.levels.iter().enumerate() {
            let at = |message: &str| fault_at("levels", index, message);
            let level = match row {
                Row::Break(_) if self.breaks == Breaks::Hourly => {
                    return at("with hourly breaks the levels list none");
                }
                Row::Break(_) if after_break => return at("a break comes after a level"),
                Row::Break(_) => {
                    after_break = true;
                    continue;
                }
                Row::Level(level) => level,
            };
            after_break = false;
            let Level {
                small_blind,
                big_blind,
                ante,
                unit,
            } = level.level;
            if small_blind > big_blind {
                return at("the small blind exceeds the big blind");
            }
            if ante > big_blind.checked_mul(10).unwrap_or(Chips::MAX) {
                return at("the ante exceeds ten big blinds");
            }
            if [small_blind, big_blind, ante]
                .iter()
                .any(|amount| !amount.is_multiple_of(unit))
            {
                return at("blinds and ante must be multiples of the unit");
            }
            let before = last.map_or(unit, |level| level.unit);
            if !unit.is_multiple_of(before) {
                return at("a unit must be a multiple of the unit before");
            }
            if (unit.get() / before.get() - 1) * u64::from(self.final_seats().max(self.seats)) > MOST_ODD_CHIPS {
                return at(
                    "the unit grows so much that a full table may race for more than 52 chips: put a step between",
                );
            }
            if last.is_some_and(|last| big_blind < last.big_blind) {
                return at("the big blind is smaller than in the level before");
            }
            last = Some(level.level);
        }
        match last {
            None => fault("levels", "there is no level"),
            Some(_) if after_break => fault("levels", "the last row is a break, which no level follows"),
            Some(_) => Ok(()),
        }
    }

    fn check_games(&self) -> Check {
        let one_table = self.kind == Kind::Field && self.entries.1 <= u32::from(self.seats);
        for (index, choice) in self.games.iter().enumerate() {
            if let Some(message) = choice.misfit(self.seats, one_table) {
                return fault_at("games", index, message);
            }
            let rows = self.levels.iter().enumerate();
            let levels = rows.filter_map(|(row, level)| match level {
                Row::Level(level) => Some((row, level.level)),
                Row::Break(_) => None,
            });
            for (row, level) in levels {
                if let Err(error) = choice.at(level, self.ante) {
                    return fault_at("levels", row, format!("`{choice}` cannot be played for this: {error}"));
                }
            }
        }
        if self.dark_bets == DarkBets::On && !self.games.iter().any(|choice| choice.game.has_board()) {
            return fault("dark_bets", "only games with a board are played in the dark");
        }
        let blinds = self
            .games
            .iter()
            .any(|choice| choice.game.blind_layout() == BlindLayout::SmallAndBig);
        let single = self.ante != crate::game::AnteFormat::Classic;
        let antes = self
            .levels
            .iter()
            .any(|row| matches!(row, Row::Level(level) if !level.level.ante.is_zero()));
        if !blinds && single && antes {
            return fault("ante", "games without blinds have classic antes");
        }
        Ok(())
    }

    fn check_entries(&self) -> Check {
        let levels = self.published_levels();
        if self.late_levels > levels {
            return fault("late_levels", format!("there are {levels} levels"));
        }
        if self.re_entries > 0 && self.late_levels == 0 {
            return fault(
                "re_entries",
                "no player can enter again where entries close at the start",
            );
        }
        let unit = self.first_unit();
        if !self.stack.is_multiple_of(unit) {
            return fault("stack", format!("the stack must be a multiple of the unit, {unit}"));
        }
        if let Some(rebuy) = self.rebuy {
            if rebuy.levels > levels {
                return fault("rebuy.levels", format!("there are {levels} levels"));
            }
            if !rebuy.chips.is_multiple_of(unit) {
                return fault(
                    "rebuy.chips",
                    format!("the chips must be a multiple of the unit, {unit}"),
                );
            }
        }
        if let Some(add_on) = self.add_on {
            if !add_on.chips.is_multiple_of(unit) {
                return fault(
                    "add_on.chips",
                    format!("the chips must be a multiple of the unit, {unit}"),
                );
            }
            if !self.has_break_after(self.last_entry_level()) {
                return fault(
                    "add_on",
                    "no break follows the levels of the rebuys, so no player could take it",
                );
            }
        }
        Ok(())
    }

    fn first_unit(&self) -> Chips {
        let unit = self.levels.iter().find_map(|row| match row {
            Row::Level(level) => Some(level.level.unit),
            Row::Break(_) => None,
        });
        unit.unwrap_or(Chips::new(1))
    }

    /// Checks that a break is listed after this level or later.
    fn has_break_after(&self, level: u16) -> bool {
        let mut levels = 0;
        let breaks = self.levels.iter().any(|row| match row {
            Row::Level(_) => {
                levels += 1;
                false
            }
            Row::Break(_) => levels >= level.max(1),
        });
        breaks || self.breaks == Breaks::Hourly
    }

    fn check_prizes(&self) -> Check {
        match &self.pays {
            Pays::Percents(percents) => {
                if percents.iter().map(|percent| u32::from(*percent)).sum::<u32>() != 100 {
                    return fault("pays", "the percents do not make 100");
                }
                if u32::try_from(percents.len()).unwrap_or(u32::MAX) > self.entries.0 {
                    return fault("pays", "there are more prizes than the least number of players");
                }
            }
            Pays::Seats { seats, .. } => {
                if *seats >= self.entries.0 {
                    return fault("pays.seats", "there are fewer seats than the least number of players");
                }
                if self.kind != Kind::Field {
                    return fault("pays", "a satellite is a field of tables that are balanced");
                }
                if self.bounty.is_some() {
                    return fault(
                        "bounty",
                        "a satellite ends with several players: no player would win the last bounties",
                    );
                }
            }
            Pays::Table if self.entries.1 > 10 => {
                return fault(
                    "pays",
                    "`table`, which a sit & go pays by default, is for ten players at most; with more, set `pays = \"ladder\"`",
                );
            }
            Pays::Table | Pays::Ladder => {}
        }
        if let Some(bounty) = &self.bounty
            && let BountyKind::Mystery { envelopes } = &bounty.kind
            && u32::try_from(envelopes.len()).unwrap_or(u32::MAX) > self.entries.0
        {
            return fault(
                "bounty.envelopes",
                "there are more envelopes than the least number of players",
            );
        }
        for (index, trigger) in self.hand_for_hand.iter().enumerate() {
            if let HandForHand::Jump(left) = trigger
                && *left >= self.entries.1
            {
                return fault_at("hand_for_hand", index, "there are never so many players to eliminate");
            }
        }
        Ok(())
    }

    /// Checks that all chips and all money of a full event can be counted.
    fn check_sums(&self) -> Check {
        let wide = |chips: Chips| u128::from(chips.get());
        let players = u128::from(self.entries.1);
        let entries = u128::from(self.re_entries) + 1;
        let rebuys = self.rebuy.map_or((0, 0), |rebuy| {
            let most = u128::from(rebuy.most);
            (most * wide(rebuy.chips), most * wide(rebuy.price))
        });
        let add_on = self
            .add_on
            .map_or((0, 0), |add_on| (wide(add_on.chips), wide(add_on.price)));
        // Each chip race adds at most one chip of the new unit for each seat.
        let raced = self.levels.iter().filter_map(|row| match row {
            Row::Level(level) => Some(2 * wide(level.level.unit)),
            Row::Break(_) => None,
        });
        let chips = players * (entries * (wide(self.stack) + rebuys.0 + add_on.0) + raced.sum::<u128>());
        let money =
            players * entries * (wide(self.entry_price_checked()?) + rebuys.1 + add_on.1) + wide(self.guarantee);
        let last = self.levels.iter().rev().find_map(|row| match row {
            Row::Level(level) => Some(level.level),
            Row::Break(_) => None,
        });
        let posts = last.map_or(0, |level| 32 * (wide(level.big_blind) + wide(level.ante)));
        if chips + posts > wide(Chips::MAX) {
            return fault(
                "stack",
                "all chips of a full event, and the greatest blinds, must sum to less than 2^53",
            );
        }
        if money > wide(Chips::MAX) {
            return fault("price", "all that a full event pays must sum to less than 2^53");
        }
        Ok(())
    }

    /// Adds up the price of an entry and its bounty.
    fn entry_price_checked(&self) -> Result<Chips, Fault> {
        let bounty = self.bounty.as_ref().map_or(Chips::ZERO, |bounty| bounty.price);
        self.price.checked_add(bounty).ok_or_else(|| Fault {
            key: "bounty.price",
            index: None,
            message: "the price of an entry must be less than 2^53".to_owned(),
        })
    }
}
