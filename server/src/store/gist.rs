//! What a list of hands tells of a hand without opening it, and what results are counted from. It stands in the hand's row as
//! JSON.

use poker_engine::Chips;
use serde::{Deserialize, Serialize};

use super::types::TableId;

/// What a list of hands tells of one.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HandGist {
    /// What the table was called.
    pub table: String,
    /// All chips that were played for.
    pub pot: Chips,
    /// The board, of the first run if there were two.
    pub board: Vec<String>,
    /// Who took part, in the order of the record's participants.
    pub players: Vec<GistPlayer>,
    /// What it was played for.
    pub terms: HandTerms,
}

/// What a hand was played for.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HandTerms {
    /// The big blind; 0 in a hand without one.
    pub big_blind: Chips,
    /// The tournament that it belongs to, if it is no cash game.
    pub event: Option<TableId>,
    /// Whether it was played at a table that everybody may find and join.
    pub open: bool,
    /// Whether it was practice, which no result counts.
    pub practice: bool,
}

/// What became of a participant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GistPlayer {
    /// The name at that time.
    pub name: String,
    /// Chips won, or lost if negative.
    pub net: i64,
    /// What the player did and came to.
    pub marks: Marks,
}

/// What a player did in a hand and came to: a set of the constants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Marks(u8);

impl Marks {
    /// The last chips went in.
    pub const ALL_IN: Self = Self(1);
    /// The hand came to the showdown.
    pub const SHOWDOWN: Self = Self(2);
    /// A decision in the first betting round was the player's. The big blind in a walk has none.
    pub const ASKED: Self = Self(4);
    /// Chips went in by choice in the first betting round: a call, a bet or a raise.
    pub const PUT_IN: Self = Self(8);
    /// A bet or a raise in the first betting round.
    pub const RAISED: Self = Self(16);
    /// The hand was still held when the first betting round was over and several contended.
    pub const STAYED: Self = Self(32);
    /// Chips of a pot were won.
    pub const PAID: Self = Self(64);
    /// The table was open to everybody. Kept with results alone; a gist has it in its terms.
    pub(super) const OPEN: Self = Self(128);

    /// Whether all of `other` are in it.
    pub const fn has(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }

    /// These and those of `other`, if `set`.
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

/// How a row tells a table that is open to everybody.
const OPEN: u8 = 1;

/// How a row tells practice.
const PRACTICE: u8 = 2;

/// The same with short names: it is in every row.
#[derive(Serialize, Deserialize)]
struct Kept {
    t: String,
    p: u64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    b: Vec<String>,
    /// Name, chips, and the bits of the marks.
    w: Vec<(String, i64, u8)>,
    /// The big blind, the tournament or 0, and 1 at a table open to everybody, 2 in practice.
    f: (u64, u64, u8),
}

impl HandGist {
    /// As it is kept.
    pub(super) fn to_json(&self) -> String {
        let player = |player: &GistPlayer| (player.name.clone(), player.net, player.marks.bits());
        let event = self.terms.event.map_or(0, |event| event.0);
        let kind = if self.terms.practice {
            PRACTICE
        } else {
            u8::from(self.terms.open)
        };
        let kept = Kept {
            t: self.table.clone(),
            p: self.pot.get(),
            b: self.board.clone(),
            w: self.players.iter().map(player).collect(),
            f: (self.terms.big_blind.get(), event, kind),
        };
        serde_json::to_string(&kept).expect("names and numbers are JSON")
    }

    /// What was kept; `None` if it cannot be read.
    pub(super) fn of_json(json: &str) -> Option<Self> {
        let Kept { t, p, b, w, f } = serde_json::from_str(json).ok()?;
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
            },
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
            },
        };
        assert_eq!(HandGist::of_json(&gist.to_json()), Some(gist.clone()));
        assert!(gist.to_json().len() < 110);
        for broken in ["", "{}", "{\"t\":\"\",\"p\":9007199254740992,\"w\":[]}"] {
            assert_eq!(HandGist::of_json(broken), None);
        }
    }
}
