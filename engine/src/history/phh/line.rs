//! The actions of a file.

use super::Scale;
use crate::Chips;
use crate::action::{Action, Declaration};
use crate::card::Card;

/// An action in the file. Players are numbered from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PhhAction {
    Nothing,
    DealHole {
        player: usize,
        cards: Vec<Option<Card>>,
    },
    DealBoard {
        cards: Vec<Option<Card>>,
    },
    /// Turns up face-down cards of the board.
    TurnBoard {
        cards: Vec<Option<Card>>,
    },
    /// Records that all agreed to deal the rest of the board twice.
    RunTwice,
    /// Records that an official ended the hand; the live hands share the pots.
    Split,
    BringIn {
        player: usize,
    },
    Fold {
        player: usize,
    },
    CheckOrCall {
        player: usize,
    },
    BetOrRaise {
        player: usize,
        to: Chips,
    },
    Discard {
        player: usize,
        cards: Vec<Option<Card>>,
    },
    /// Turns down cards up, by choice or because the game requires it.
    Roll {
        player: usize,
        cards: Vec<Option<Card>>,
        announce: Option<Declaration>,
    },
    /// Arranges the down cards in an order.
    Arrange {
        player: usize,
        cards: Vec<Option<Card>>,
    },
    /// Discards an up card in exchange for one face down.
    Swap {
        player: usize,
        cards: Vec<Option<Card>>,
    },
    Show {
        player: usize,
        cards: Vec<Option<Card>>,
    },
    ShowAsDealt {
        player: usize,
    },
    Muck {
        player: usize,
    },
    /// Proves the openers with these cards, or admits that there were none.
    Openers {
        player: usize,
        cards: Vec<Option<Card>>,
    },
    /// An action that needs no more than a word, in games without a code in the format.
    Own {
        player: usize,
        action: Action,
    },
}

impl PhhAction {
    /// Reads an action of a hand with this many players.
    pub(super) fn read(text: &str, players: usize, scale: Scale) -> Result<Self, String> {
        let text = text.split('#').next().unwrap_or_default();
        let words: Vec<&str> = text.split_whitespace().collect();
        match words[..] {
            [] => Ok(Self::Nothing),
            ["d", "dh", who, cards] => Ok(Self::DealHole {
                player: player(who, players)?,
                cards: read_cards(cards)?,
            }),
            ["d", "db", cards] => Ok(Self::DealBoard {
                cards: read_cards(cards)?,
            }),
            ["d", "tb", cards] => Ok(Self::TurnBoard {
                cards: read_cards(cards)?,
            }),
            ["d", "rt"] => Ok(Self::RunTwice),
            ["d", "split"] => Ok(Self::Split),
            [who, word, ref rest @ ..] => Self::of_player(who, word, rest, players, scale),
            _ => Err("this is not an action".to_owned()),
        }
    }

    /// Returns `true` if the format itself has such a line.
    pub(super) const fn is_of_format(&self) -> bool {
        matches!(
            self,
            Self::Nothing
                | Self::DealHole { .. }
                | Self::DealBoard { .. }
                | Self::BringIn { .. }
                | Self::Fold { .. }
                | Self::CheckOrCall { .. }
                | Self::BetOrRaise { .. }
                | Self::Discard { .. }
                | Self::Show { .. }
                | Self::ShowAsDealt { .. }
                | Self::Muck { .. }
        )
    }

    fn of_player(who: &str, word: &str, rest: &[&str], players: usize, scale: Scale) -> Result<Self, String> {
        let no_action = || "this is not an action".to_owned();
        let cards = || read_cards(rest.first().copied().unwrap_or_default());
        let by = || player(who, players);
        let own = |action: Action| Ok(Self::Own { player: by()?, action });
        match (word, rest) {
            ("f", []) => Ok(Self::Fold { player: by()? }),
            ("cc", []) => Ok(Self::CheckOrCall { player: by()? }),
            ("cbr", [amount]) => Ok(Self::BetOrRaise {
                player: by()?,
                to: scale
                    .parse(amount)
                    .ok_or_else(|| format!("`{amount}` is not an amount"))?,
            }),
            ("pb", []) => Ok(Self::BringIn { player: by()? }),
            ("sd", [] | [_]) => Ok(Self::Discard {
                player: by()?,
                cards: cards()?,
            }),
            ("sm", []) => Ok(Self::Muck { player: by()? }),
            ("sm", ["-"]) => Ok(Self::ShowAsDealt { player: by()? }),
            ("sm", [_]) => Ok(Self::Show {
                player: by()?,
                cards: cards()?,
            }),
            ("roll", [_]) => Ok(Self::Roll {
                player: by()?,
                cards: cards()?,
                announce: None,
            }),
            ("roll", [_, announce]) => Ok(Self::Roll {
                player: by()?,
                cards: cards()?,
                announce: Some(Declaration::from_code(announce).ok_or_else(no_action)?),
            }),
            ("order", [_]) => Ok(Self::Arrange {
                player: by()?,
                cards: cards()?,
            }),
            ("swap", [_]) => Ok(Self::Swap {
                player: by()?,
                cards: cards()?,
            }),
            ("openers", [] | [_]) => Ok(Self::Openers {
                player: by()?,
                cards: cards()?,
            }),
            ("straddle", []) => own(Action::Straddle),
            ("no", []) => own(Action::Decline),
            ("keep", []) => own(Action::Keep),
            ("buy", []) => own(Action::Buy),
            ("pass", []) => own(Action::Pass),
            ("declare", [sides]) => own(Action::Declare(Declaration::from_code(sides).ok_or_else(no_action)?)),
            _ => Err(no_action()),
        }
    }
}

/// Returns the index of the player that a file calls `pN`.
pub(super) fn player(word: &str, players: usize) -> Result<usize, String> {
    let number: Option<usize> = word.strip_prefix('p').and_then(|number| number.parse().ok());
    let known = number.filter(|number| (1..=players).contains(number));
    known
        .map(|number| number - 1)
        .ok_or_else(|| format!("there is no player `{word}`"))
}

/// Reads cards without separators; `??` is one that the file does not know.
pub(super) fn read_cards(text: &str) -> Result<Vec<Option<Card>>, String> {
    let symbols: Vec<char> = text.chars().collect();
    let card = |pair: &[char]| match pair {
        ['?', '?'] => Ok(None),
        _ => pair.iter().collect::<String>().parse().map(Some).map_err(|_| {
            let pair: String = pair.iter().collect();
            format!("`{pair}` is not a card")
        }),
    };
    symbols.chunks(2).map(card).collect()
}
