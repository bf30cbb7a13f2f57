//! The summary of a hand for lists, available without opening the hand, and the basis for counting results. It is
//! stored as JSON in the hand's row.

use poker_engine::Chips;
use serde::{Deserialize, Serialize};

use super::types::TableId;

/// The summary of a hand in a list.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HandGist {
    /// The table's name at the time.
    pub table: String,
    /// Chips in all pots together.
    pub pot: Chips,
    /// The board; that of the first run if there were two.
    pub board: Vec<String>,
    /// The participants, in the order of the record.
    pub players: Vec<GistPlayer>,
    /// The terms of play.
    pub terms: HandTerms,
    /// The money that a chip stood for, at a table that showed money.
    pub money: Option<ChipMoney>,
}

/// The money that a chip stands for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChipMoney {
    /// Hundredths of the currency.
    pub chip_value: u32,
    /// The currency in the protocol's word; `None` without a sign.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub currency: Option<String>,
}

/// The terms on which a hand was played.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HandTerms {
    /// The big blind; 0 in a hand without one.
    pub big_blind: Chips,
    /// The tournament, unless it was a cash game.
    pub event: Option<TableId>,
    /// `true` if everyone could find and join the table.
    pub open: bool,
    /// `true` if the hand was practice, which counts for no results.
    pub practice: bool,
    /// `true` if the chips were the table's own, which count for no results.
    pub own_chips: bool,
}

/// A participant's result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GistPlayer {
    /// The player's name at the time.
    pub name: String,
    /// Chips won, negative for a loss.
    pub net: i64,
    /// Facts about the player's hand.
    pub marks: Marks,
}

/// A set of facts about a player's hand; the constants are its members.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks(u8);

impl Marks {
    /// The player went all-in.
    pub const ALL_IN: Self = Self(1);
    /// The hand came to a showdown.
    pub const SHOWDOWN: Self = Self(2);
    /// The player had a decision in the first betting round. The big blind has none in a walk.
    pub const ASKED: Self = Self(4);
    /// The player put in chips voluntarily in the first betting round: a call, a bet or a raise.
    pub const PUT_IN: Self = Self(8);
    /// The player bet or raised in the first betting round.
    pub const RAISED: Self = Self(16);
    /// The player had not folded when the first betting round ended with several players left.
    pub const STAYED: Self = Self(32);
    /// The player won chips from a pot.
    pub const PAID: Self = Self(64);
    /// Everyone could join the table. Stored only with results; a gist has it in its terms.
    pub(super) const OPEN: Self = Self(128);

    /// `true` if all of `other` are in the set.
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// Returns the set, with `other` added if `set` is `true`.
    #[must_use]
    pub const fn with(self, other: Self, set: bool) -> Self {
        if set { Self(self.0 | other.0) } else { self }
    }

    pub(super) const fn bits(self) -> u8 {
        self.0
    }

    pub(super) const fn of_bits(bits: u8) -> Self {
        Self(bits)
    }
}

/// The value in a row that marks an open table.
const OPEN: u8 = 1;

/// The value in a row that marks practice.
const PRACTICE: u8 = 2;

/// The value in a row that marks a table with chips of its own.
const OWN_CHIPS: u8 = 3;

/// The stored form, with short names because it is in every row.
#[derive(Serialize, Deserialize)]
struct Kept {
    t: String,
    p: u64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    b: Vec<String>,
    /// Name, net chips, and the bits of the marks.
    w: Vec<(String, i64, u8)>,
    /// The big blind; the tournament or 0; and a number that is 1 for an open table, 2 for practice, 3 for
    /// chips of the table's own.
    f: (u64, u64, u8),
    #[serde(default, skip_serializing_if = "Option::is_none")]
    m: Option<ChipMoney>,
}

impl HandGist {
    /// The stored form.
    pub(super) fn to_json(&self) -> String {
        let player = |player: &GistPlayer| (player.name.clone(), player.net, player.marks.bits());
        let event = self.terms.event.map_or(0, |event| event.0);
        let kind = match self.terms {
            HandTerms { practice: true, .. } => PRACTICE,
            HandTerms { own_chips: true, .. } => OWN_CHIPS,
            HandTerms { open, .. } => u8::from(open),
        };
        let kept = Kept {
            t: self.table.clone(),
            p: self.pot.get(),
            b: self.board.clone(),
            w: self.players.iter().map(player).collect(),
            f: (self.terms.big_blind.get(), event, kind),
            m: self.money.clone(),
        };
        serde_json::to_string(&kept).expect("names and numbers are JSON")
    }

    /// Parses the stored form; `None` if it cannot be read.
    pub(super) fn of_json(json: &str) -> Option<Self> {
        let Kept { t, p, b, w, f, m } = serde_json::from_str(json).ok()?;
        let player = |(name, net, marks): (String, i64, u8)| GistPlayer {
            name,
            net,
            marks: Marks::of_bits(marks),
        };
        let (big_blind, event, kind) = f;
        Some(Self {
            table: t,
            pot: Chips::try_new(p)?,
            board: b,
            players: w.into_iter().map(player).collect(),
            terms: HandTerms {
                big_blind: Chips::try_new(big_blind)?,
                event: (event != 0).then_some(TableId(event)),
                open: kind == OPEN,
                practice: kind == PRACTICE,
                own_chips: kind == OWN_CHIPS,
            },
            money: m,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gist_comes_back() {
        let player = |name: &str, net, marks| GistPlayer {
            name: name.to_owned(),
            net,
            marks,
        };
        let gist = HandGist {
            table: "Pine \"4\"".to_owned(),
            pot: Chips::new(120),
            board: vec!["As".to_owned(), "X1".to_owned()],
            players: vec![
                player("Ana", -60, Marks::SHOWDOWN.with(Marks::STAYED, true)),
                player("Bo", 60, Marks::ALL_IN.with(Marks::PAID, false)),
            ],
            terms: HandTerms {
                big_blind: Chips::new(20),
                event: Some(TableId(7)),
                open: true,
                practice: false,
                own_chips: false,
            },
            money: Some(ChipMoney {
                chip_value: 5,
                currency: Some("euro".to_owned()),
            }),
        };
        assert_eq!(HandGist::of_json(&gist.to_json()), Some(gist.clone()));
        let older = gist.to_json().replace(r#","m":{"chip_value":5,"currency":"euro"}"#, "");
        assert_eq!(HandGist::of_json(&older).map(|gist| gist.money), Some(None));
        for (practice, own_chips) in [(true, false), (false, true)] {
            let mut other = gist.clone();
            (other.terms.open, other.terms.practice, other.terms.own_chips) = (false, practice, own_chips);
            assert_eq!(HandGist::of_json(&other.to_json()), Some(other));
        }
        assert!(older.len() < 110 && gist.to_json().len() < 150);
        for broken in ["", "{}", "{\"t\":\"\",\"p\":9007199254740992,\"w\":[]}"] {
            assert_eq!(HandGist::of_json(broken), None);
        }
    }
}
