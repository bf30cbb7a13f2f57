//! The basis of results: a few numbers of each cash-game hand, many hands to a page.

use std::collections::HashMap;
use std::sync::Arc;

use jiff::Timestamp;
use poker_engine::Chips;
use serde::{Deserialize, Serialize};

use super::gist::{HandGist, Marks};
use super::types::TableId;

/// Hands per page. The last page is rewritten whenever hands are added to it, some ten kilobytes when it is full.
const PAGE_HANDS: usize = 500;

/// A cash-game hand from the view of one of its players.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TallyHand {
    /// End of the hand, to the second.
    pub at: Timestamp,
    /// Table of the hand.
    pub table: TableId,
    /// The table's name; empty if it is no longer known.
    pub table_name: Arc<str>,
    /// Identifier of the game.
    pub game: Arc<str>,
    /// Chips won, negative for a loss.
    pub net: i64,
    /// Facts about the player's hand.
    pub marks: Marks,
    /// The big blind; 0 in a hand without one.
    pub big_blind: Chips,
}

impl TallyHand {
    /// Extracts the player at an index from a gist; `None` for a tournament hand, practice, or chips of a table's own.
    pub(super) fn of(gist: &HandGist, place: usize, table: TableId, game: &str, at: Timestamp) -> Option<Self> {
        let terms = gist.terms;
        if terms.event.is_some() || terms.practice || terms.own_chips {
            return None;
        }
        let player = gist.players.get(place)?;
        Some(Self {
            at,
            table,
            table_name: gist.table.as_str().into(),
            game: game.into(),
            net: player.net,
            marks: player.marks.with(Marks::OPEN, terms.open),
            big_blind: terms.big_blind,
        })
    }

    /// `true` if everyone could find and join the table.
    pub const fn open(&self) -> bool {
        self.marks.has(Marks::OPEN)
    }
}

/// Some hands of an account, in the order in which they reached the store.
#[derive(Clone, Debug, Default, Serialize, Deserialize)]
pub(super) struct TallyPage {
    /// Tables with their names.
    t: Vec<(u64, String)>,
    g: Vec<String>,
    /// Indices of table and game in the fields above, seconds since 1970, net chips, the bits of the marks, the big blind.
    h: Vec<(usize, usize, i64, i64, u8, u64)>,
}

impl TallyPage {
    /// `true` if no more hands fit.
    pub(super) const fn is_full(&self) -> bool {
        self.h.len() >= PAGE_HANDS
    }

    /// Appends a hand to the page.
    pub(super) fn push(&mut self, hand: &TallyHand) {
        let table = (hand.table.0, hand.table_name.as_ref());
        let known = self.t.iter().position(|(id, name)| (*id, name.as_str()) == table);
        let table = known.unwrap_or_else(|| {
            self.t.push((hand.table.0, hand.table_name.as_ref().to_owned()));
            self.t.len() - 1
        });
        let known = self.g.iter().position(|game| game.as_str() == hand.game.as_ref());
        let game = known.unwrap_or_else(|| {
            self.g.push(hand.game.as_ref().to_owned());
            self.g.len() - 1
        });
        let (at, marks, big_blind) = (hand.at.as_second(), hand.marks.bits(), hand.big_blind.get());
        self.h.push((table, game, at, hand.net, marks, big_blind));
    }

    /// The hands of the page; `None` if the page contradicts itself. `names` shares the names of tables and games between pages.
    pub(super) fn hands(self, names: &mut HashMap<String, Arc<str>>) -> Option<Vec<TallyHand>> {
        let mut shared = |name: String| Arc::clone(names.entry(name).or_insert_with_key(|name| name.as_str().into()));
        let tables: Vec<(u64, Arc<str>)> = self.t.into_iter().map(|(id, name)| (id, shared(name))).collect();
        let games: Vec<Arc<str>> = self.g.into_iter().map(shared).collect();
        let hand = |(table, game, at, net, marks, big_blind): (usize, usize, i64, i64, u8, u64)| {
            let (table, table_name) = tables.get(table)?;
            Some(TallyHand {
                at: Timestamp::from_second(at).ok()?,
                table: TableId(*table),
                table_name: Arc::clone(table_name),
                game: Arc::clone(games.get(game)?),
                net,
                marks: Marks::of_bits(marks),
                big_blind: Chips::try_new(big_blind)?,
            })
        };
        self.h.into_iter().map(hand).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_comes_back() {
        let hand = |number: i64| TallyHand {
            at: Timestamp::from_second(1_795_000_000 + number).unwrap(),
            table: TableId(number.unsigned_abs() % 3),
            table_name: "Pine".into(),
            game: if number % 2 == 0 { "razz" } else { "omaha" }.into(),
            net: 40 - number,
            marks: Marks::ASKED.with(Marks::OPEN, number > 9),
            big_blind: Chips::new(20),
        };
        let hands: Vec<_> = (0..20).map(hand).collect();
        let mut page = TallyPage::default();
        for hand in &hands {
            page.push(hand);
        }
        assert!(!page.is_full());
        let text = serde_json::to_string(&page).unwrap();
        assert!(text.len() < 20 * 35, "{text}");
        let page: TallyPage = serde_json::from_str(&text).unwrap();
        assert_eq!(page.hands(&mut HashMap::new()), Some(hands));
        let broken: TallyPage = serde_json::from_str(r#"{"t":[],"g":["razz"],"h":[[0,0,5,1,0,0]]}"#).unwrap();
        assert_eq!(broken.hands(&mut HashMap::new()), None);
    }
}
