//! The rules of a table beyond those of its game, each declared once.
//!
//! From the list in `session_rules!` follow the types on the wire, the check of a creator's wishes ([`SessionRules::check`]), and
//! the data from which the page makes its form and its words ([`RULES`], which `generate` writes to
//! `server/web/gen/session_rules.js`). `docs/internals/table-rule.md` lists the steps that a new rule takes.

use std::fmt;

use serde::{Deserialize, Serialize};

#[cfg(doc)]
use super::GameInfo;
use crate::describe::JsonSchema;
use crate::v1::common::UnixMs;

/// Declares the rules: for each its docs, its name and type on the wire, the values it takes, and what it needs.
macro_rules! session_rules {
    ($(
        $(#[$doc:meta])+
        $name:ident: $type:ty => $takes:expr $(, needs $($need:ident)&+)?;
    )+) => {
        /// Table rules beyond those of the game. Whatever is left out is as usual.
        #[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
        pub struct SessionRules {
            $(
                $(#[$doc])+
                #[serde(default, skip_serializing_if = "is_usual")]
                pub $name: $type,
            )+
        }

        /// [`SessionRules`] as a creator writes them: unknown fields are refused. Readers of a table's description stay tolerant.
        #[derive(Deserialize)]
        #[serde(remote = "SessionRules", deny_unknown_fields)]
        pub(super) struct StrictSession {
            $(
                #[serde(default)]
                $name: $type,
            )+
        }

        /// All table rules, in the order of [`SessionRules`].
        pub static RULES: &[Rule] = &[$(Rule {
            name: stringify!($name),
            field: concat!("session.", stringify!($name)),
            takes: $takes,
            needs: &[$($(Need::$need),+)?],
        },)+];
    };
}

session_rules! {
    /// `true` if players who are all-in may agree to run it twice: the rest of the board is dealt twice, each board for half of
    /// every pot. They are given the choice when only board cards are still to come.
    run_twice: bool => FLAG;
    /// `true` if players who were dealt in may see the board cards that would have come after a hand has ended early:
    /// `rabbit_hunt`. For games with a board only.
    rabbit_hunt: bool => FLAG, needs Board;
    /// `true` if players may check or bet in the dark, that is, declare it for the coming betting round before its board cards
    /// are dealt, with `check_dark` and `bet_dark`. For games with a board only.
    dark_bets: bool => FLAG, needs Board;
    /// The rule that determines the first dealer; if left out, `high_card` in games with a small and a big blind, otherwise `first_jack`.
    first_dealer: Option<FirstDealer> => Takes::OneOf { offered: &[] };
    /// `true` if cards dealt face up before the first hand determine the seats: once all seats are taken, or half a minute
    /// after enough players have arrived. For private tables only.
    seat_draw: bool => FLAG, needs Private;
    /// The order of showing at the showdown, if it is to differ from the game's own rule.
    show_rule: Option<ShowRule> => Takes::OneOf { offered: &[Value::new("all")] };
    /// `true` if a bet or raise of an illegal size counts as a legal one and the excess is dead money, instead of being refused.
    forfeit_excess: bool => Takes::Flag { in_form: false };
    /// `true` if a full house or better that wins a pot starts roodles: from the next hand until the deal returns to that
    /// hand's dealer, all stakes are doubled and no player sits out.
    roodles: bool => FLAG;
    /// `true` if the table has a kitty, which receives one chip from the main pot of every hand with more than one raise. When
    /// the table closes, the players still there divide it equally, odd chips going to the left of the dealer; the last player
    /// to leave takes it. For private tables only.
    kitty: bool => FLAG, needs Private;
    /// The seats that may straddle. A player who turned it on with `straddle` posts twice the big blind before the deal; the
    /// betting begins with the next seat, and the straddler acts last. At most one straddle per hand, and none heads-up. For
    /// games with a small and a big blind only.
    straddle: Option<StraddleRule> => Takes::OneOf { offered: &[
        Value::new("under_the_gun"),
        Value::new("button"),
        Value::new("any_place"),
    ] }, needs Straddles;
    /// Frequency and ante of bomb pots, if there are any: every player dealt in posts an ante, and there are no blinds and no
    /// betting before the flop. For games with a small and a big blind and a shared board only.
    bomb_pot: Option<BombPot> => Takes::Parts { parts: &[
        Part { name: "every", number: Number::new(1, 100, &[5, 10, 20]) },
        Part { name: "ante", number: Number::new(1, 20, &[2, 5, 10]).usually(5).in_big_blinds() },
    ] }, needs BombPots;
    /// The hands in which two boards are dealt side by side, each for half of every pot. For games with
    /// [`GameInfo::double_board_seats`], and with no more seats than that.
    double_board: Option<DoubleBoard> => Takes::OneOf { offered: &[
        Value::new("bomb_pots").with("bomb_pot"),
        Value::new("always"),
    ] }, needs DoubleBoard;
    /// The seven-deuce bounty in big blinds, 1 to 20: each other player of the hand pays it, out of the remaining stack, to the
    /// sole winner of the main pot who holds a seven and a deuce, suited or not. The winner's cards are shown even if all
    /// others folded. For games with exactly two hole cards only.
    seven_deuce: Option<u8> => Takes::Number(Number::new(1, 20, &[1, 2, 3, 5, 10]).in_big_blinds()), needs SevenDeuce;
    /// Number of free stacks, 1 to 5, that a player who has lost everything receives, one after another, each as large as the
    /// first buy-in. Chips cannot be added then, and a player who has lost all stacks is out. For private tables only.
    free_stacks: Option<u8> => Takes::Number(Number::new(1, 5, &[1, 2, 3, 4, 5])), needs Private & AccountChips;
    /// `true` if the table has chips of its own: buy-ins are written into a ledger that all can read instead of being paid from
    /// accounts, and when the table closes the ledger says who pays whom. For private tables only.
    own_chips: bool => FLAG, needs Private;
    /// The rule for rebuys, if they are not free. For tables with chips of their own only.
    rebuys: Option<Rebuys> => Takes::OneOf { offered: &[Value::new("approval"), Value::new("forbidden")] }, needs OwnChips;
    /// Maximum number of rebuys of each player, 1 to 100. Sitting down again with more chips than were taken home is a rebuy too.
    /// For tables with chips of their own only.
    rebuys_max: Option<u8> => Takes::Number(Number::new(1, 100, &[1, 2, 3, 5, 10])), needs OwnChips;
    /// The amount that a chip stands for, in hundredths of the currency, 1 to 1,000,000: clients show chips as money. There is
    /// no money in the system. For tables with chips of their own only.
    chip_value: Option<u32> => Takes::Number(Number::new(1, 1_000_000, &[1, 5, 10, 25, 50, 100])), needs OwnChips;
    /// The sign that stands with amounts of money, if any. Needs `chip_value`.
    currency: Option<Currency> => Takes::OneOf { offered: &[
        Value::new("euro").with("chip_value"),
        Value::new("dollar").with("chip_value"),
        Value::new("pound").with("chip_value"),
        Value::new("franc").with("chip_value"),
        Value::new("yen").with("chip_value"),
    ] }, needs OwnChips;
    /// `true` if the table is a class: its host may stop a running hand and ask whether its cards may be shown. They are shown to
    /// all once every player who holds cards has agreed. For private tables with chips of their own only.
    class: bool => FLAG, needs OwnChips;
    /// Minutes by which those without a seat see the table late, 1 to 15: cards, actions, chat, everything.
    watch_delay: Option<u8> => Takes::Number(Number::new(1, 15, &[1, 2, 3, 5, 10, 15]));
    /// Closing time of the table, in milliseconds since 1970: the hand running then is played to its end, and every player
    /// leaves with the stack.
    closes_at: Option<UnixMs> => Takes::Time {};
}

/// A table rule, as declared. As JSON it is what the page reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Rule {
    /// Its name in [`SessionRules`].
    pub name: &'static str,
    /// Its path in the settings of a table, as refusals name it.
    #[serde(skip)]
    pub field: &'static str,
    /// The values that it takes.
    pub takes: Takes,
    /// Conditions that the table must meet.
    pub needs: &'static [Need],
}

/// The values of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Takes {
    /// On or off.
    Flag {
        /// `true` if the page's form offers it.
        in_form: bool,
    },
    /// One of several values.
    OneOf {
        /// The values that the page's form offers, in this order.
        offered: &'static [Value],
    },
    /// A number; 0 turns the rule off.
    Number(Number),
    /// Several numbers.
    Parts {
        /// The numbers; in the page's form, choosing the first one turns the rule on.
        parts: &'static [Part],
    },
    /// A time, which the page's form offers by itself.
    Time {},
}

/// On or off, in the page's form.
const FLAG: Takes = Takes::Flag { in_form: true };

/// A value that the page's form offers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Value {
    /// The value on the wire.
    pub value: &'static str,
    /// Another rule that must be chosen with it.
    pub with: Option<&'static str>,
}

/// One of several numbers of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Part {
    /// Its name on the wire.
    pub name: &'static str,
    /// The numbers that it takes.
    pub number: Number,
}

/// The numbers that a rule takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Number {
    /// Smallest number.
    #[serde(skip)]
    pub least: u64,
    /// Largest number.
    #[serde(skip)]
    pub most: u64,
    /// Numbers that the page's form offers.
    pub offered: &'static [u64],
    /// The number that the page's form begins with.
    pub usual: u64,
    /// `true` if it counts big blinds.
    pub in_big_blinds: bool,
}

/// A condition that a rule may set for its table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Need {
    /// The table is private.
    Private,
    /// One of its games has a board.
    Board,
    /// All its games have [`GameInfo::straddles`].
    Straddles,
    /// All its games have [`GameInfo::bomb_pots`].
    BombPots,
    /// All its games have [`GameInfo::double_board_seats`] for its seats.
    DoubleBoard,
    /// All its games have [`GameInfo::seven_deuce`].
    SevenDeuce,
    /// The table has chips of its own.
    OwnChips,
    /// The table has no chips of its own.
    AccountChips,
}

/// The reason why a table cannot have a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum RuleFault {
    /// The table does not meet a condition of the rule.
    #[error("`{field}` needs {need}")]
    Needs {
        /// Path of the rule.
        field: &'static str,
        /// The condition.
        need: Need,
    },
    /// The value needs another rule, which was not chosen.
    #[error("`{field}` needs `session.{other}` with this value")]
    NeedsRule {
        /// Path of the rule.
        field: &'static str,
        /// Name of the other rule.
        other: &'static str,
    },
    /// A number is out of range.
    #[error("a number of `{field}` is {least} to {most}")]
    Range {
        /// Path of the rule.
        field: &'static str,
        /// Smallest number.
        least: u64,
        /// Largest number.
        most: u64,
    },
}

impl RuleFault {
    /// Returns the setting that is wrong.
    pub const fn field(&self) -> &'static str {
        match self {
            Self::Needs {
                need: Need::Private, ..
            } => "private",
            Self::Needs { field, .. } | Self::NeedsRule { field, .. } | Self::Range { field, .. } => field,
        }
    }
}

impl SessionRules {
    /// Returns `true` if all rules are as usual.
    pub fn is_usual(&self) -> bool {
        *self == Self::default()
    }

    /// Checks each rule that is chosen against its declaration; `meets` tells whether the table meets a condition.
    ///
    /// # Errors
    /// Names the first rule that the table cannot have.
    ///
    /// # Panics
    /// Never: the rules are plain data.
    pub fn check(&self, meets: impl Fn(Need) -> bool) -> Result<(), RuleFault> {
        let all = serde_json::to_value(self).expect("the rules are plain data");
        // What is left out is as usual, and zero stands for none.
        let is_chosen = |name: &str| all.get(name).is_some_and(|value| *value != 0);
        for rule in RULES.iter().filter(|rule| is_chosen(rule.name)) {
            let field = rule.field;
            if let Some(need) = rule.needs.iter().copied().find(|need| !meets(*need)) {
                return Err(RuleFault::Needs { field, need });
            }
            let value = &all[rule.name];
            match rule.takes {
                Takes::Flag { .. } | Takes::Time {} => {}
                Takes::OneOf { offered } => {
                    let other = offered.iter().find(|one| value == one.value).and_then(|one| one.with);
                    if let Some(other) = other.filter(|other| !is_chosen(other)) {
                        return Err(RuleFault::NeedsRule { field, other });
                    }
                }
                Takes::Number(number) => number.check(field, value)?,
                Takes::Parts { parts } => {
                    for part in parts {
                        part.number.check(field, &value[part.name])?;
                    }
                }
            }
        }
        Ok(())
    }
}

impl Value {
    const fn new(value: &'static str) -> Self {
        Self { value, with: None }
    }

    const fn with(self, rule: &'static str) -> Self {
        Self {
            with: Some(rule),
            ..self
        }
    }
}

impl Number {
    /// A number in this range, of which the form offers some and begins with the first.
    const fn new(least: u64, most: u64, offered: &'static [u64]) -> Self {
        Self {
            least,
            most,
            offered,
            usual: offered[0],
            in_big_blinds: false,
        }
    }

    const fn usually(self, usual: u64) -> Self {
        Self { usual, ..self }
    }

    const fn in_big_blinds(self) -> Self {
        Self {
            in_big_blinds: true,
            ..self
        }
    }

    fn check(&self, field: &'static str, value: &serde_json::Value) -> Result<(), RuleFault> {
        let Self { least, most, .. } = *self;
        if value.as_u64().is_some_and(|value| (least..=most).contains(&value)) {
            Ok(())
        } else {
            Err(RuleFault::Range { field, least, most })
        }
    }
}

impl fmt::Display for Need {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Private => "a private table",
            Self::Board => "a game with a board",
            Self::Straddles => "games with a small and a big blind",
            Self::BombPots => "games with a small and a big blind and a shared board",
            Self::DoubleBoard => {
                "games with a shared board, and a deck with enough cards for two boards and every seat"
            }
            Self::OwnChips => "a table with chips of its own",
            Self::AccountChips => "a table that plays for chips of accounts",
            Self::SevenDeuce => "games with two cards in each hand and a shared board",
        })
    }
}

/// `true` for a rule that is as usual, and so is left out.
fn is_usual<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

/// The rule that determines the first dealer of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum FirstDealer {
    /// Cards are dealt face up, one to each player in turn, until a jack appears; its owner deals.
    FirstJack,
    /// Each player gets one card face up; the highest deals, or the first of equal ones.
    HighCard,
    /// The dealer is drawn at random, without cards.
    Random,
    /// The first occupied seat that plays deals.
    FirstSeat,
}

/// The bomb pots of a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BombPot {
    /// Interval in hands, 1 to 100: with 1 every hand is a bomb pot.
    pub every: u16,
    /// Ante of each player in big blinds, 1 to 20.
    pub ante: u8,
}

/// The hands of a table in which two boards are dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum DoubleBoard {
    /// In all hands.
    Always,
    /// In bomb pots, which the table must have.
    BombPots,
}

/// The seats that may straddle.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum StraddleRule {
    /// The first seat to the left of the big blind.
    UnderTheGun,
    /// The button.
    Button,
    /// Every seat except the blinds. If several players want to, the button has priority, then the seat to its right, and so on.
    AnyPlace,
}

/// The rule for rebuys at a table with chips of its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Rebuys {
    /// The host grants each rebuy. The host's own need no approval.
    Approval,
    /// There are no rebuys.
    Forbidden,
}

/// The sign of an amount of money.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Currency {
    /// €
    Euro,
    /// $
    Dollar,
    /// £
    Pound,
    /// Fr.
    Franc,
    /// ¥
    Yen,
}

/// The order of showing at the showdown.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ShowRule {
    /// Every player still in shows.
    All,
    /// Players show in turn; a hand beaten by one already shown may be mucked.
    MuckLosers,
}
