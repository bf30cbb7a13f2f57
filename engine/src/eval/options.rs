//! Ranking rules as words: keys of a definition, options of a test vector, switches of a command.

use super::draws::WheelStraight;
use super::rules::Rules;
use super::special::Skeet;
use super::wild::{Chance, FiveOfAKind, Joker, LowWild, WildTie, of_rank};
use crate::card::{Card, CardSet, Rank, parse_cards};
use crate::list::List;

/// Reason for refusing a setting.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum OptionError {
    /// There is no setting of this name.
    #[error("there is no option `{0}`")]
    Unknown(String),
    /// The setting does not have this value.
    #[error("`{name}` is {wanted}, not `{value}`")]
    Value {
        /// Name of the setting.
        name: &'static str,
        /// The refused value.
        value: String,
        /// Values the setting can have.
        wanted: &'static str,
    },
    /// The settings exclude each other, or one needs another.
    #[error("{message}")]
    Together {
        /// Name of the setting.
        key: &'static str,
        /// The setting it excludes or needs.
        message: &'static str,
    },
}

impl Rules {
    /// Names that [`Self::set`] accepts.
    pub const OPTIONS: [&'static str; 11] = [
        "wild",
        "joker",
        "jokers",
        "low_wild",
        "wild_tie",
        "five_of_a_kind",
        "bug_five_aces",
        "special",
        "dutch_ace_low",
        "wheel_straight",
        "propagate",
    ];

    /// Changes one setting. Rule: catalogue 2.2 to 2.7 and 3.
    ///
    /// # Errors
    /// If the setting or its value is unknown; nothing has changed then.
    ///
    /// ```
    /// use poker_engine::eval::Rules;
    ///
    /// let mut rules = Rules::PLAIN;
    /// rules.set("wild", "rank:3 cards:9s 9h one_eyed")?;
    /// assert_eq!(rules.wild.listed.len(), 4 + 2 + 3);
    /// assert!(rules.set("wild", "rank:1").is_err());
    /// # Ok::<(), poker_engine::eval::OptionError>(())
    /// ```
    pub fn set(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        match name {
            "wild" => self.set_wild(value)?,
            "joker" => self.wild.joker = joker(value)?,
            "jokers" => {
                self.wild.jokers = word("jokers", value, "0, 1 or 2", &[("0", 0), ("1", 1), ("2", 2)])?;
            }
            "low_wild" => {
                self.low_wild = word(
                    "low_wild",
                    value,
                    "any, ace, zero, zeropair or copylow",
                    &[
                        ("any", LowWild::Any),
                        ("ace", LowWild::Ace),
                        ("zero", LowWild::Zero),
                        ("zeropair", LowWild::ZeroPair),
                        ("copylow", LowWild::CopyLow),
                    ],
                )?;
            }
            "wild_tie" => {
                let ties = [
                    ("split", WildTie::Split),
                    ("fewest_wilds", WildTie::FewestWilds),
                    ("basic", WildTie::Basic),
                ];
                self.wild_tie = word("wild_tie", value, "split, fewest_wilds or basic", &ties)?;
            }
            "five_of_a_kind" => {
                let places = [
                    ("top", FiveOfAKind::Top),
                    ("below_royal", FiveOfAKind::BelowRoyal),
                    ("none", FiveOfAKind::None),
                ];
                self.five_of_a_kind = word("five_of_a_kind", value, "top, below_royal or none", &places)?;
            }
            "bug_five_aces" => self.bug_five_aces = on_or_off("bug_five_aces", value)?,
            "special" => self.set_special(value)?,
            "dutch_ace_low" => self.special.dutch_ace_low = on_or_off("dutch_ace_low", value)?,
            "wheel_straight" => {
                self.wheel_straight = if on_or_off("wheel_straight", value)? {
                    WheelStraight::Counts
                } else {
                    WheelStraight::IsNone
                };
            }
            "propagate" => self.wild.propagate = on_or_off("propagate", value)?,
            _ => return Err(OptionError::Unknown(name.chars().take(40).collect())),
        }
        Ok(())
    }

    /// Checks that the settings are compatible.
    ///
    /// # Errors
    /// The settings that are not.
    pub fn check(&self) -> Result<(), OptionError> {
        let together = |key, message| Err(OptionError::Together { key, message });
        if self.wild_tie == WildTie::Basic && self.wild.joker != Joker::Basic {
            return together("wild_tie", "`wild_tie=basic` requires `joker=basic`");
        }
        if self.wild.joker != Joker::Wild && self.wild.jokers == 0 {
            return together(
                "joker",
                "`joker` defines what a joker stands for, but there are no `jokers`",
            );
        }
        if self.wild.chances.contains(&Chance::Indicator) && !self.wild.propagate {
            return together(
                "propagate",
                "an indicator belongs to no hand, so without `propagate` nothing is wild",
            );
        }
        Ok(())
    }

    fn set_wild(&mut self, codes: &str) -> Result<(), OptionError> {
        const WANTED: &str = "a list of codes such as rank:2, cards:2s, one_eyed, moustache, own_low, first_down, \
                              still_down, board_card:3, board_low, indicator";
        let wrong = |code: &str| OptionError::Value {
            name: "wild",
            value: code.chars().take(40).collect(),
            wanted: WANTED,
        };
        let mut listed = CardSet::EMPTY;
        let mut chances: List<Chance, 4> = List::EMPTY;
        let mut joker_as = self.wild.joker;
        let mut in_cards = false;
        for code in codes.split_whitespace() {
            let (name, value) = code.split_once(':').unwrap_or((code, ""));
            let naming_cards = name == "cards";
            let chance = match name {
                "cards" => {
                    listed = listed.union(cards(value).ok_or_else(|| wrong(code))?);
                    None
                }
                // Further cards of a list: `cards:2s 2c`.
                _ if in_cards && cards(code).is_some() => {
                    listed = listed.union(cards(code).unwrap_or_default());
                    continue;
                }
                "rank" | "announced" | "paid_up" => {
                    listed = listed.union(rank(value).ok_or_else(|| wrong(code))?);
                    None
                }
                "joker" => {
                    joker_as = joker(value)?;
                    None
                }
                "one_eyed" if value.is_empty() => {
                    listed = listed.union(cards("KdJsJh").unwrap_or_default());
                    None
                }
                "moustache" if value.is_empty() => {
                    listed = listed.union(cards("JsJhJc").unwrap_or_default());
                    None
                }
                "own_low" if value.is_empty() => Some(Chance::OwnLow),
                "first_down" if value.is_empty() => Some(Chance::FirstDown),
                "still_down" if value.is_empty() => Some(Chance::StillDown),
                "board_low" if value.is_empty() => Some(Chance::BoardLow),
                "indicator" if value.is_empty() => Some(Chance::Indicator),
                "board_card" => match value.parse() {
                    Ok(place @ 1..=15) => Some(Chance::BoardCard(place)),
                    _ => return Err(wrong(code)),
                },
                _ => return Err(wrong(code)),
            };
            in_cards = naming_cards;
            if let Some(chance) = chance.filter(|chance| !chances.contains(chance)) {
                if chances.len() == List::<Chance, 4>::ROOM {
                    return Err(OptionError::Together {
                        key: "wild",
                        message: "chance chooses wild cards in four ways at most",
                    });
                }
                chances.push(chance);
            }
        }
        if listed.is_empty() && chances.is_empty() && joker_as == self.wild.joker && codes != "none" {
            return Err(wrong(codes));
        }
        self.wild.listed = listed;
        self.wild.chances = chances;
        self.wild.joker = joker_as;
        Ok(())
    }

    fn set_special(&mut self, value: &str) -> Result<(), OptionError> {
        let (dogs, skeet) = word(
            "special",
            value,
            "none, dogs, skeet, skeet_strict, dogs+skeet or dogs+skeet_strict",
            &[
                ("none", (false, Skeet::Off)),
                ("dogs", (true, Skeet::Off)),
                ("skeet", (false, Skeet::Loose)),
                ("skeet_strict", (false, Skeet::Strict)),
                ("dogs+skeet", (true, Skeet::Loose)),
                ("dogs+skeet_strict", (true, Skeet::Strict)),
            ],
        )?;
        self.special.dogs = dogs;
        self.special.skeet = skeet;
        Ok(())
    }
}

fn joker(value: &str) -> Result<Joker, OptionError> {
    let kinds = [
        ("wild", Joker::Wild),
        ("bug", Joker::Bug),
        ("ace", Joker::Ace),
        ("basic", Joker::Basic),
    ];
    word("joker", value, "wild, bug, ace or basic", &kinds)
}

/// Reads cards written without blanks; `None` if the text is not a list of cards, or includes a joker.
fn cards(text: &str) -> Option<CardSet> {
    let cards: CardSet = parse_cards(text).ok()?.into_iter().collect();
    let natural = !cards.is_empty() && !cards.iter().any(Card::is_joker);
    natural.then_some(cards)
}

fn rank(text: &str) -> Option<CardSet> {
    let mut symbols = text.chars();
    match (symbols.next().and_then(Rank::from_symbol), symbols.next()) {
        (Some(rank), None) => Some(of_rank(rank)),
        _ => None,
    }
}

fn on_or_off(name: &'static str, value: &str) -> Result<bool, OptionError> {
    word(name, value, "on or off", &[("on", true), ("off", false)])
}

fn word<T: Copy>(name: &'static str, value: &str, wanted: &'static str, words: &[(&str, T)]) -> Result<T, OptionError> {
    let known = words.iter().find(|(word, _)| *word == value);
    known.map(|(_, meaning)| *meaning).ok_or_else(|| OptionError::Value {
        name,
        value: value.chars().take(40).collect(),
        wanted,
    })
}
