//! What a list of hands tells of a hand without opening it. It stands in the hand's row as JSON.

use poker_engine::Chips;
use serde::{Deserialize, Serialize};

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
}

/// What became of a participant.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GistPlayer {
    /// The name at that time.
    pub name: String,
    /// Chips won, or lost if negative.
    pub net: i64,
    /// Whether the last chips went in.
    pub all_in: bool,
    /// Whether the hand came to the showdown.
    pub showdown: bool,
}

/// The same with short names: it is in every row.
#[derive(Serialize, Deserialize)]
struct Kept {
    t: String,
    p: u64,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    b: Vec<String>,
    /// Name, chips, and 1 for all-in plus 2 for the showdown.
    w: Vec<(String, i64, u8)>,
}

impl HandGist {
    /// As it is kept.
    pub(super) fn to_json(&self) -> String {
        let player = |player: &GistPlayer| {
            let marks = u8::from(player.all_in) + 2 * u8::from(player.showdown);
            (player.name.clone(), player.net, marks)
        };
        let kept = Kept {
            t: self.table.clone(),
            p: self.pot.get(),
            b: self.board.clone(),
            w: self.players.iter().map(player).collect(),
        };
        serde_json::to_string(&kept).expect("names and numbers are JSON")
    }

    /// What was kept; `None` if it cannot be read.
    pub(super) fn of_json(json: &str) -> Option<Self> {
        let Kept { t, p, b, w } = serde_json::from_str(json).ok()?;
        let player = |(name, net, marks): (String, i64, u8)| GistPlayer {
            name,
            net,
            all_in: marks & 1 != 0,
            showdown: marks & 2 != 0,
        };
        Some(Self {
            table: t,
            pot: Chips::try_new(p)?,
            board: b,
            players: w.into_iter().map(player).collect(),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gist_comes_back() {
        let player = |name: &str, net, all_in, showdown| GistPlayer {
            name: name.to_owned(),
            net,
            all_in,
            showdown,
        };
        let gist = HandGist {
            table: "Pine \"4\"".to_owned(),
            pot: Chips::new(120),
            board: vec!["As".to_owned(), "X1".to_owned()],
            players: vec![player("Ana", -60, false, true), player("Bo", 60, true, false)],
        };
        assert_eq!(HandGist::of_json(&gist.to_json()), Some(gist.clone()));
        assert!(gist.to_json().len() < 100);
        for broken in ["", "{}", "{\"t\":\"\",\"p\":9007199254740992,\"w\":[]}"] {
            assert_eq!(HandGist::of_json(broken), None);
        }
    }
}
