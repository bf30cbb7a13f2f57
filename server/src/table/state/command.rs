//! What a table's journal is made of: the commands that changed the table, one a row.
//!
//! A command is complete: applied to the same state it has the same effect, for ever. Whatever came from a clock, from
//! chance or from a player's situation at that instant is written into it.

use poker_protocol::v1::choice::Declaration;
use poker_protocol::v1::client::{Entry, SitOutWhen};
use poker_protocol::v1::{Action, Card, Chips, PlayerInfo};
use serde::{Deserialize, Serialize};

use super::deck::{SealedDeck, Shuffle};
use super::event::{Arranged, EventDeal};
use super::hosting::HostRule;
use crate::store::{AccountId, StepKind};

/// How rows are written. A later version that writes them in another way counts on.
pub const FORMAT: u16 = 1;

/// A command with what belongs to it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Order {
    /// When it was given, in milliseconds since 1970; for the history alone.
    pub at: i64,
    /// The request that gave it; `None` where the server acted by itself.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<By>,
    /// What to do.
    #[serde(rename = "do")]
    pub command: Command,
}

/// The request behind a command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct By {
    /// Who asked.
    #[serde(with = "account")]
    pub account: AccountId,
    /// The request's `id`.
    pub id: String,
}

/// A change of the table.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Command {
    /// A player takes a seat.
    Sit {
        /// Who.
        player: PlayerInfo,
        /// Where, from 1; anywhere if left out.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        seat: Option<u8>,
        /// Chips brought.
        buy_in: Chips,
        /// How to enter the game.
        entry: Entry,
        /// Whether the chips of the free stacks are set aside with the buy-in.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        set_aside: bool,
    },
    /// A player leaves.
    Leave {
        /// Who.
        #[serde(with = "account")]
        account: AccountId,
    },
    /// A player sits out.
    SitOut {
        /// Who.
        #[serde(with = "account")]
        account: AccountId,
        /// From when on.
        when: SitOutWhen,
    },
    /// A player comes back.
    SitIn {
        /// Who.
        #[serde(with = "account")]
        account: AccountId,
        /// How to enter the game.
        entry: Entry,
    },
    /// A player straddles when the place allows it, or does so no more.
    Straddle {
        /// Who.
        #[serde(with = "account")]
        account: AccountId,
        /// Which of the two.
        on: bool,
    },
    /// A player adds chips.
    Rebuy {
        /// Who.
        #[serde(with = "account")]
        account: AccountId,
        /// How many.
        amount: Chips,
    },
    /// The host keeps an account from chatting, or lets it chat again.
    Mute {
        /// Whom.
        #[serde(with = "account")]
        account: AccountId,
        /// Which of the two.
        muted: bool,
    },
    /// The host sends an account away for good.
    Remove {
        /// Whom.
        #[serde(with = "account")]
        account: AccountId,
    },
    /// The host decides something about the table.
    Host {
        /// What.
        rule: HostRule,
    },
    /// A player asks the host for a seat, or takes that back.
    AskSeat {
        /// Who.
        player: PlayerInfo,
        /// Which of the two.
        ask: bool,
    },
    /// The host adds chips of the own account to a stack.
    GiveChips {
        /// The host.
        #[serde(with = "account")]
        from: AccountId,
        /// To whom.
        #[serde(with = "account")]
        account: AccountId,
        /// How many.
        amount: Chips,
    },
    /// A player joins the wait list.
    JoinWaitList {
        /// Who.
        player: PlayerInfo,
    },
    /// A player leaves the wait list.
    LeaveWaitList {
        /// Who.
        #[serde(with = "account")]
        account: AccountId,
    },
    /// A seat was offered for long enough.
    ExpireOffer {
        /// To whom.
        #[serde(with = "account")]
        account: AccountId,
    },
    /// It does not count any more with how many chips a player left.
    Forget {
        /// Who.
        #[serde(with = "account")]
        account: AccountId,
    },
    /// Cards say who sits where, before the first hand.
    DrawSeats {
        /// The cards that are dealt face up.
        cards: Vec<Card>,
    },
    /// The dealer of the next hand is asked for its game.
    Ask {
        /// Decides who deals, should it have to be drawn: from 0 to [`DRAW_RANGE`] - 1.
        draw: u16,
    },
    /// The dealer of the next hand picks its game.
    Pick {
        /// Where.
        seat: u8,
        /// The game; left out if the time is up.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        game: Option<PickedGame>,
        /// Whether the player sits out from the next hand on.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        absent: bool,
    },
    /// A hand begins.
    Deal {
        /// Decides where the button is, should it have to be drawn: from 0 to [`DRAW_RANGE`] - 1.
        draw: u16,
        /// The cards from which the first dealer's are dealt face up, where cards decide.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        draw_cards: Vec<Card>,
        /// The order of the cards. Sealed.
        #[serde(skip)]
        shuffle: Box<Shuffle>,
    },
    /// The director of an event says who sits where with how many chips.
    Arrange {
        /// Every taken seat.
        seats: Vec<Arranged>,
        /// The seats whose players go to another table.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        moved: Vec<u8>,
    },
    /// The director of an event begins a hand.
    DealEvent {
        /// How.
        deal: EventDeal,
        /// Milliseconds in the time bank of each seat.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        banks: Vec<(u8, u32)>,
        /// The order of the cards. Sealed.
        #[serde(skip)]
        shuffle: Box<Shuffle>,
    },
    /// A hand that was held in hand-for-hand goes on.
    Release {
        /// Its number.
        hand: u64,
    },
    /// A player of the running hand has left the event, or the time that was called is up: the hand folds at its next turn.
    Kill {
        /// Its number.
        hand: u64,
        /// Where.
        seat: u8,
        /// Whether the player sits out from the next hand on.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        absent: bool,
        /// Whether an official wants it.
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        ruled: bool,
    },
    /// Time is called on the players who decide.
    CallTime {
        /// The player who calls; `None` if the house does.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        by: Option<PlayerInfo>,
    },
    /// A player whose connection is down gets more time for the open decision.
    ExtendTime {
        /// Where.
        seat: u8,
    },
    /// The running hand ends by sharing each pot equally.
    Split {
        /// Its number.
        hand: u64,
    },
    /// A player answers.
    Act {
        /// Where.
        seat: u8,
        /// What. The cards of a discard are sealed.
        action: Action,
    },
    /// A player's time is up.
    TimeOut {
        /// Where.
        seat: u8,
        /// Whether the player sits out from the next hand on.
        absent: bool,
    },
    /// A player shows cards of the hand that is over.
    Show {
        /// Where.
        seat: u8,
        /// Which.
        cards: Vec<Card>,
    },
    /// A player asks for the cards of the board that would have come.
    HuntRabbit {
        /// Where.
        seat: u8,
    },
    /// The running hand is undone.
    Void {},
    /// Play stops.
    Pause {},
    /// Play goes on.
    Resume {},
    /// Everybody is told when the table closes.
    AnnounceClosing {},
    /// The session is over: everybody leaves, and the table is closed for ever.
    EndSession {},
    /// The table is closed for ever.
    Close {},
}

/// A game that a dealer picks.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PickedGame {
    /// Its identifier.
    pub game: String,
    /// Its betting structure, the first if left out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<String>,
}

/// A number below this, drawn evenly, gives an even choice among 1 to 10 seats by its remainder: it is their least
/// common multiple.
pub const DRAW_RANGE: u16 = 2520;

/// A row that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the row cannot be read: {0}")]
pub struct BadRow(pub String);

impl Order {
    /// The bytes of a row, and those that have to be sealed.
    pub fn encode(&self) -> (Vec<u8>, Option<Vec<u8>>) {
        let (open, sealed) = match &self.command {
            Command::Deal { shuffle, .. } | Command::DealEvent { shuffle, .. } => {
                (None, Some(json(&SealedDeck::new(shuffle))))
            }
            Command::Act { seat, action } => {
                let open = open_part(action).map(|action| Command::Act { seat: *seat, action });
                let sealed = open.is_some().then(|| match action {
                    Action::Discard { cards } => json(&vec![cards]),
                    _ => json(action),
                });
                (open, sealed)
            }
            _ => (None, None),
        };
        let row = match open {
            None => json(self),
            Some(command) => json(&Self {
                at: self.at,
                by: self.by.clone(),
                command,
            }),
        };
        (row, sealed)
    }

    /// The command of a row without what was sealed.
    ///
    /// # Errors
    /// If the bytes are no row of this format.
    pub fn decode_open(row: &[u8]) -> Result<Self, BadRow> {
        from_json(row)
    }

    /// The command of a row.
    ///
    /// # Errors
    /// If the bytes are no row of this format.
    pub fn decode(row: &[u8], sealed: Option<&[u8]>) -> Result<Self, BadRow> {
        let mut order = Self::decode_open(row)?;
        match (&mut order.command, sealed) {
            (Command::Deal { shuffle, .. } | Command::DealEvent { shuffle, .. }, Some(sealed)) => {
                **shuffle = from_json::<SealedDeck>(sealed)?.open();
            }
            (
                Command::Act {
                    action: Action::Discard { cards },
                    ..
                },
                Some(sealed),
            ) => {
                let mut lists: Vec<Vec<Card>> = from_json(sealed)?;
                *cards = lists.pop().unwrap_or_default();
            }
            (Command::Act { action, .. }, Some(sealed)) => *action = from_json(sealed)?,
            (
                Command::Deal { .. }
                | Command::DealEvent { .. }
                | Command::Act {
                    action:
                        Action::Discard { .. }
                        | Action::Roll { .. }
                        | Action::Arrange { .. }
                        | Action::Declare { .. }
                        | Action::RunTwice {}
                        | Action::RunOnce {},
                    ..
                },
                None,
            ) => return Err(BadRow("the sealed part is missing".to_owned())),
            _ => {}
        }
        Ok(order)
    }
}

/// What the open part of a row tells of an action that stays secret, for ever or for a while; `None` of one that does not.
pub(super) const fn open_part(action: &Action) -> Option<Action> {
    match action {
        Action::Discard { .. } => Some(Action::Discard { cards: Vec::new() }),
        Action::Roll { .. } => Some(Action::Roll {
            cards: Vec::new(),
            announce: None,
        }),
        Action::Arrange { .. } => Some(Action::Arrange { cards: Vec::new() }),
        Action::Declare { .. } => Some(Action::Declare {
            sides: Declaration::High,
        }),
        Action::RunTwice {} | Action::RunOnce {} => Some(Action::RunOnce {}),
        _ => None,
    }
}

impl Command {
    /// What the row is about.
    pub const fn kind(&self) -> StepKind {
        match self {
            Self::Deal { .. }
            | Self::DealEvent { .. }
            | Self::Act { .. }
            | Self::TimeOut { .. }
            | Self::Show { .. }
            | Self::HuntRabbit { .. }
            | Self::Release { .. }
            | Self::Kill { .. }
            | Self::Split { .. }
            | Self::CallTime { .. }
            | Self::ExtendTime { .. }
            | Self::Void {} => StepKind::Hand,
            Self::Sit { .. }
            | Self::Arrange { .. }
            | Self::Leave { .. }
            | Self::SitOut { .. }
            | Self::SitIn { .. }
            | Self::Straddle { .. }
            | Self::Rebuy { .. }
            | Self::JoinWaitList { .. }
            | Self::Mute { .. }
            | Self::Remove { .. }
            | Self::Host { .. }
            | Self::AskSeat { .. }
            | Self::GiveChips { .. }
            | Self::LeaveWaitList { .. }
            | Self::ExpireOffer { .. }
            | Self::Forget { .. }
            | Self::DrawSeats { .. }
            | Self::Ask { .. }
            | Self::Pick { .. }
            | Self::Pause {}
            | Self::Resume {}
            | Self::AnnounceClosing {}
            | Self::EndSession {}
            | Self::Close {} => StepKind::Table,
        }
    }

    /// Whether it takes chips of an account, which the ledger may refuse.
    pub const fn may_be_refused(&self) -> bool {
        matches!(self, Self::Sit { .. } | Self::Rebuy { .. } | Self::GiveChips { .. })
    }
}

pub(crate) fn json(value: &impl Serialize) -> Vec<u8> {
    serde_json::to_vec(value).expect("rows have string keys and no fallible parts")
}

pub(crate) fn from_json<'a, T: Deserialize<'a>>(bytes: &'a [u8]) -> Result<T, BadRow> {
    serde_json::from_slice(bytes).map_err(|error| BadRow(error.to_string()))
}

/// Accounts as text.
pub(crate) mod account {
    use serde::de::Error as _;
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::store::AccountId;

    pub(crate) fn serialize<S: Serializer>(account: &AccountId, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(account)
    }

    pub(crate) fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<AccountId, D::Error> {
        let text = std::borrow::Cow::<'de, str>::deserialize(deserializer)?;
        text.parse().map_err(D::Error::custom)
    }
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng as _;
    use rand::rngs::ChaCha20Rng;

    use super::super::deck::{Nonce, RefillSecret};
    use super::*;

    fn order(command: Command) -> Order {
        let by = Some(By {
            account: AccountId::generate(),
            id: "7".to_owned(),
        });
        Order { at: 5, by, command }
    }

    fn cards(text: &str) -> Vec<Card> {
        text.split(' ').map(|card| Card::new(card).unwrap()).collect()
    }

    fn deal(draw_cards: Vec<Card>, refills: Option<RefillSecret>) -> Command {
        let (deck, nonce) = (cards("Ah Kd"), Nonce::draw(&mut ChaCha20Rng::from_seed([5; 32])));
        Command::Deal {
            draw: 2519,
            draw_cards,
            shuffle: Box::new(Shuffle { deck, refills, nonce }),
        }
    }

    #[test]
    fn rows_read_back() {
        let mut rng = ChaCha20Rng::from_seed([3; 32]);
        let refills = Some(RefillSecret::draw(&mut rng));
        for command in [
            deal(cards("Js"), None),
            deal(Vec::new(), refills),
            Command::Act {
                seat: 2,
                action: Action::Discard { cards: cards("2c 3c") },
            },
            Command::Act {
                seat: 2,
                action: Action::Raise {
                    to: Chips::new(40).unwrap(),
                },
            },
            Command::TimeOut { seat: 1, absent: true },
            Command::Pick {
                seat: 1,
                game: None,
                absent: true,
            },
        ] {
            let order = order(command);
            let (row, sealed) = order.encode();
            assert_eq!(Order::decode(&row, sealed.as_deref()), Ok(order));
        }
    }

    #[test]
    fn hidden_cards_are_in_the_sealed_part_alone() {
        for command in [
            deal(Vec::new(), None),
            Command::Act {
                seat: 2,
                action: Action::Discard { cards: cards("Ah Kd") },
            },
        ] {
            let (row, sealed) = order(command).encode();
            let row = String::from_utf8(row).unwrap();
            assert!(!row.contains("Ah") && !row.contains("Kd"), "{row}");
            let sealed = String::from_utf8(sealed.unwrap()).unwrap();
            assert!(sealed.contains("[\"Ah\",\"Kd\"]"), "{sealed}");
            assert!(Order::decode(row.as_bytes(), None).is_err());
        }
    }

    #[test]
    fn the_draw_is_even_for_every_number_of_seats() {
        for seats in 1..=10 {
            assert_eq!(DRAW_RANGE % seats, 0);
        }
    }
}
