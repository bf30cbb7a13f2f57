//! Conversion of a hand's events to the wire and back, both directions from one description.
//!
//! Players and the record of a hand receive the engine's events in wire form; hand files are written from what the
//! record gives back.

use poker_engine::action::{DarkOffer, DrawRound};
use poker_engine::event::{self, DealtCard, DealtCards, Pot, PublicEvent as E};
use poker_engine::list::Cards;
use poker_engine::{SeatIx, SeatSet, Turn, TurnKind, setup};
use poker_protocol::v1::choice::{DecisionKind, Declaration};
use poker_protocol::v1::event::{
    BetAction, DealtHand, PostKind, Rolled, SeatAmount, SeatDeclaration, ShownCards, Side,
};
use poker_protocol::v1::table::PotState;
use poker_protocol::v1::{Card, Chips};
use poker_protocol::v1::{PublicEvent, dark};

use super::{card, card_in, chips, chips_in, draw_round, hand_name};

/// A part of a record that no hand can have, such as seat 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the record is damaged: {0}")]
pub struct Damaged(pub(super) &'static str);

/// Context that an engine event alone does not contain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Context {
    /// Number of the hand.
    pub hand: u64,
    /// Decision numbers used before the hand began.
    pub turns_before: u32,
    /// `true` if the server acted because time ran out.
    pub auto: bool,
    /// Players who may declare in the dark after this event.
    pub dark: Option<DarkOffer>,
    /// The last draw opened, up to this event.
    pub draw: Option<DrawRound>,
}

/// An engine value that has a wire form.
pub trait Mirror: Sized {
    /// The wire form.
    type Wire;

    /// Converts to the wire form.
    fn to_wire(&self) -> Self::Wire;

    /// Converts back from the wire form.
    ///
    /// # Errors
    /// If no hand can have the value.
    fn from_wire(wire: Self::Wire) -> Result<Self, Damaged>;
}

/// Generates [`public_event`] and [`hand_event`]: for each event its fields, which both sides name alike, and `auto`
/// where the wire says that the server acted. Events whose two forms differ in other ways have an arm for each
/// direction.
macro_rules! events {
    (
        $context:ident
        both { $($event:ident { $($field:ident),* } $($auto:ident)?;)* }
        out { $($out:tt)* }
        back { $($back:tt)* }
    ) => {
        /// The public form of a hand's event.
        pub fn public_event(public: &E, $context: Context) -> PublicEvent {
            match public {
                $(E::$event { $($field),* } => PublicEvent::$event {
                    $($field: $field.to_wire(),)*
                    $($auto: $context.$auto,)?
                },)*
                $($out)*
            }
        }

        /// The engine event of a public one; `None` for events around a hand.
        pub(super) fn hand_event(public: PublicEvent) -> Result<Option<E>, Damaged> {
            Ok(Some(match public {
                $(PublicEvent::$event { $($field,)* $($auto: _,)? } => E::$event {
                    $($field: Mirror::from_wire($field)?,)*
                },)*
                $($back)*
            }))
        }
    };
}

events! {
    context
    both {
        HoleCardsDealt { hands };
        BoardDealt { cards };
        SecondBoardDealt { cards };
        BoardDealtDown { count };
        BoardTurned { cards };
        CommunalDealt { card };
        ExtraCardDealt { seat };
        ActionTaken { seat, action, added, to, all_in, dark } auto;
        ExcessForfeited { seat, amount };
        CardsDiscarded { seat, count, up } auto;
        StraddleDeclined { seat } auto;
        ChoiceMade { seat } auto;
        CardsRolled { rolls };
        CardKept { seat } auto;
        CardSwapped { seat, card };
        CardsArranged { seat } auto;
        CardBought { seat, amount, all_in };
        BuyPassed { seat } auto;
        Declared { declarations };
        OpenersShown { seat, cards };
        KilledShown { seat, cards };
        PotCarried { amount };
        CardsDrawn { seat, count, up } auto;
        DeckRefilled { count };
        UncalledReturned { seat, amount };
        PotsFormed { pots };
        HandsTabled { hands };
        HandsOpened { hands };
        RunsDecided { twice };
        SecondRunStarted { kept };
        KittyTaken { amount };
        SevenDeucePaid { seat, cards, payments };
        HandMucked { seat };
        PotAwarded { pot, side, amount, shares, run };
    }
    out {
        E::Posted { seat, amount, kind, all_in } => PublicEvent::Posted {
            seat: seat.to_wire(),
            amount: amount.to_wire(),
            post: kind.to_wire(),
            all_in: *all_in,
        },
        E::TurnStarted(turn) => PublicEvent::TurnStarted {
            turn: turn.no + context.turns_before,
            seats: turn.seats.to_wire(),
            decision: turn.kind.to_wire(),
            hand: None,
            dark: context.dark.as_ref().map(Mirror::to_wire),
            draw: context.draw.filter(|_| turn.kind == TurnKind::Draw).map(draw_round),
        },
        E::DarkDeclared { seat, action, to } => PublicEvent::DarkDeclared {
            seat: seat.to_wire(),
            action: action.to_wire(),
            to: to.to_wire(),
            next: context.dark.as_ref().map(Mirror::to_wire),
        },
        E::PassedOut => PublicEvent::PassedOut {},
        E::HandShown { seat, cards, high, low, run } => PublicEvent::HandShown {
            seat: seat.to_wire(),
            cards: cards.to_wire(),
            high: high.as_ref().map(hand_name),
            low: low.as_ref().map(hand_name),
            run: *run,
        },
        E::HandCompleted { stacks } => PublicEvent::HandCompleted {
            hand: context.hand,
            stacks: stacks.to_wire(),
        },
    }
    back {
        PublicEvent::Posted { seat, amount, post, all_in } => E::Posted {
            seat: Mirror::from_wire(seat)?,
            amount: Mirror::from_wire(amount)?,
            kind: Mirror::from_wire(post)?,
            all_in,
        },
        PublicEvent::TurnStarted { turn, seats, decision, hand: _, dark: _, draw: _ } => E::TurnStarted(Turn {
            no: turn,
            seats: Mirror::from_wire(seats)?,
            kind: Mirror::from_wire(decision)?,
        }),
        PublicEvent::DarkDeclared { seat, action, to, next: _ } => E::DarkDeclared {
            seat: Mirror::from_wire(seat)?,
            action: Mirror::from_wire(action)?,
            to: Mirror::from_wire(to)?,
        },
        PublicEvent::PassedOut {} => E::PassedOut,
        // The engine derives the name of the hand from its cards.
        PublicEvent::HandShown { seat, cards, high: _, low: _, run } => E::HandShown {
            seat: Mirror::from_wire(seat)?,
            cards: Mirror::from_wire(cards)?,
            high: None,
            low: None,
            run,
        },
        PublicEvent::HandCompleted { hand: _, stacks } => E::HandCompleted {
            stacks: Mirror::from_wire(stacks)?,
        },
        PublicEvent::PlayerSat { .. }
        | PublicEvent::PlayerLeft { .. }
        | PublicEvent::SeatStatusChanged { .. }
        | PublicEvent::StraddlingSet { .. }
        | PublicEvent::OwnPauseSet { .. }
        | PublicEvent::ChipsAdded { .. }
        | PublicEvent::CarriedPaid { .. }
        | PublicEvent::KittyShared { .. }
        | PublicEvent::FreeStackGiven { .. }
        | PublicEvent::WaitListChanged { .. }
        | PublicEvent::SeatOffered { .. }
        | PublicEvent::SeatsDrawn { .. }
        | PublicEvent::DealerDrawn { .. }
        | PublicEvent::RoodlesStarted { .. }
        | PublicEvent::RoodlesEnded { .. }
        | PublicEvent::ClosingAnnounced { .. }
        | PublicEvent::HandStarted { .. }
        | PublicEvent::HandVoided { .. }
        | PublicEvent::GameChanged { .. }
        | PublicEvent::PickWithdrawn {}
        | PublicEvent::PlayerMuted { .. }
        | PublicEvent::PlayerRemoved { .. }
        | PublicEvent::HostChanged { .. }
        | PublicEvent::HostRuled { .. }
        | PublicEvent::ChipsGiven { .. }
        | PublicEvent::PlayerMoved { .. }
        | PublicEvent::StakesChanged { .. }
        | PublicEvent::StackSet { .. }
        | PublicEvent::BountySet { .. }
        | PublicEvent::LevelChanged { .. }
        | PublicEvent::RabbitShown { .. }
        | PublicEvent::HandHeld {}
        | PublicEvent::HandReleased {}
        | PublicEvent::HandStopped { .. }
        | PublicEvent::HandWentOn {}
        | PublicEvent::TimeCalled { .. }
        | PublicEvent::TimeExtended { .. }
        | PublicEvent::LedgerChanged { .. }
        | PublicEvent::LedgerSettled { .. }
        | PublicEvent::TablePaused {}
        | PublicEvent::TableResumed {}
        | PublicEvent::TableClosed {} => return Ok(None),
    }
}

/// Converts an enum whose variants have the same names on both sides, except those that no hand has.
macro_rules! same_variants {
    (
        $engine:ty => $wire:ty { $($variant:ident)* }
        $(none of $what:literal { $($extra:ident)* })?
    ) => {
        impl Mirror for $engine {
            type Wire = $wire;

            fn to_wire(&self) -> $wire {
                match self {
                    $(<$engine>::$variant => <$wire>::$variant,)*
                }
            }

            fn from_wire(wire: $wire) -> Result<Self, Damaged> {
                Ok(match wire {
                    $(<$wire>::$variant => Self::$variant,)*
                    $($(<$wire>::$extra => return Err(Damaged($what)),)*)?
                })
            }
        }
    };
}

pub(super) use same_variants;

same_variants!(event::BetAction => BetAction { Fold Check Call Bet Raise });
same_variants!(event::Side => Side { Whole High Low });
same_variants!(poker_engine::Declaration => Declaration { High Low Both });
same_variants!(setup::PostKind => PostKind {
    Ante DeadAnte SmallBlind BigBlind ButtonBlind Straddle EntryBlind DeadBlind Credit BringIn
});
same_variants!(TurnKind => DecisionKind {
    Bet Draw Discard Straddle Roll OptionalRoll Arrange Buy Swap Declare Runs
} none of "a decision" { PickGame });

/// Converts a declaration from the wire.
pub fn declaration_in(declared: Declaration) -> poker_engine::Declaration {
    Mirror::from_wire(declared).expect("both know the same declarations")
}

/// Types that are the same on the wire.
macro_rules! same_types {
    ($($plain:ty)*) => {
        $(impl Mirror for $plain {
            type Wire = Self;

            fn to_wire(&self) -> Self {
                *self
            }

            fn from_wire(wire: Self) -> Result<Self, Damaged> {
                Ok(wire)
            }
        })*
    };
}

same_types!(bool u8);

impl Mirror for SeatIx {
    type Wire = u8;

    fn to_wire(&self) -> u8 {
        self.number()
    }

    fn from_wire(number: u8) -> Result<Self, Damaged> {
        Self::from_number(number).ok_or(Damaged("a seat"))
    }
}

impl Mirror for SeatSet {
    type Wire = Vec<u8>;

    fn to_wire(&self) -> Vec<u8> {
        self.iter().map(SeatIx::number).collect()
    }

    fn from_wire(numbers: Vec<u8>) -> Result<Self, Damaged> {
        numbers.into_iter().map(SeatIx::from_wire).collect()
    }
}

impl Mirror for poker_engine::Chips {
    type Wire = Chips;

    fn to_wire(&self) -> Chips {
        chips(*self)
    }

    fn from_wire(amount: Chips) -> Result<Self, Damaged> {
        Ok(chips_in(amount))
    }
}

impl Mirror for DarkOffer {
    type Wire = dark::DarkOffer;

    fn to_wire(&self) -> dark::DarkOffer {
        dark::DarkOffer {
            seat: self.seat.to_wire(),
            min: self.min.to_wire(),
            max: self.max.to_wire(),
        }
    }

    fn from_wire(wire: dark::DarkOffer) -> Result<Self, Damaged> {
        Ok(Self {
            seat: Mirror::from_wire(wire.seat)?,
            min: Mirror::from_wire(wire.min)?,
            max: Mirror::from_wire(wire.max)?,
        })
    }
}

impl Mirror for poker_engine::Card {
    type Wire = Card;

    fn to_wire(&self) -> Card {
        card(*self)
    }

    fn from_wire(known: Card) -> Result<Self, Damaged> {
        Ok(card_in(known))
    }
}

impl Mirror for DealtCard {
    type Wire = Option<Card>;

    fn to_wire(&self) -> Option<Card> {
        match self {
            Self::Down => None,
            Self::Up(up) => Some(card(*up)),
        }
    }

    fn from_wire(visible: Option<Card>) -> Result<Self, Damaged> {
        Ok(visible.map_or(Self::Down, |up| Self::Up(card_in(up))))
    }
}

/// Inline lists, with room for as many cards as a hand or a board can have.
macro_rules! lists {
    ($($list:ty: $item:ty;)*) => {
        $(impl Mirror for $list {
            type Wire = Vec<<$item as Mirror>::Wire>;

            fn to_wire(&self) -> Self::Wire {
                self.iter().map(Mirror::to_wire).collect()
            }

            fn from_wire(wire: Self::Wire) -> Result<Self, Damaged> {
                if wire.len() > Self::ROOM {
                    return Err(Damaged("a list of cards"));
                }
                wire.into_iter().map(<$item>::from_wire).collect()
            }
        })*
    };
}

lists! {
    Cards: poker_engine::Card;
    DealtCards: DealtCard;
}

impl<T: Mirror> Mirror for Vec<T> {
    type Wire = Vec<T::Wire>;

    fn to_wire(&self) -> Self::Wire {
        self.iter().map(Mirror::to_wire).collect()
    }

    fn from_wire(wire: Self::Wire) -> Result<Self, Damaged> {
        wire.into_iter().map(T::from_wire).collect()
    }
}

impl<T: Mirror> Mirror for Option<T> {
    type Wire = Option<T::Wire>;

    fn to_wire(&self) -> Self::Wire {
        self.as_ref().map(Mirror::to_wire)
    }

    fn from_wire(wire: Self::Wire) -> Result<Self, Damaged> {
        wire.map(T::from_wire).transpose()
    }
}

/// Data by seat: pairs in the engine, types of their own on the wire.
macro_rules! of_seats {
    ($($what:ty => $wire:ident { $field:ident };)*) => {
        $(impl Mirror for (SeatIx, $what) {
            type Wire = $wire;

            fn to_wire(&self) -> $wire {
                $wire {
                    seat: self.0.to_wire(),
                    $field: self.1.to_wire(),
                }
            }

            fn from_wire(wire: $wire) -> Result<Self, Damaged> {
                Ok((Mirror::from_wire(wire.seat)?, Mirror::from_wire(wire.$field)?))
            }
        })*
    };
}

of_seats! {
    poker_engine::Chips => SeatAmount { amount };
    Cards => ShownCards { cards };
    DealtCards => DealtHand { cards };
    poker_engine::Declaration => SeatDeclaration { sides };
}

impl Mirror for event::Rolled {
    type Wire = Rolled;

    fn to_wire(&self) -> Rolled {
        Rolled {
            seat: self.seat.to_wire(),
            cards: self.cards.to_wire(),
            announced: self.announced.to_wire(),
        }
    }

    fn from_wire(wire: Rolled) -> Result<Self, Damaged> {
        Ok(Self {
            seat: Mirror::from_wire(wire.seat)?,
            cards: Mirror::from_wire(wire.cards)?,
            announced: Mirror::from_wire(wire.announced)?,
        })
    }
}

impl Mirror for Pot {
    type Wire = PotState;

    fn to_wire(&self) -> PotState {
        PotState {
            amount: self.amount.to_wire(),
            seats: self.eligible.to_wire(),
        }
    }

    fn from_wire(wire: PotState) -> Result<Self, Damaged> {
        Ok(Self {
            amount: Mirror::from_wire(wire.amount)?,
            eligible: Mirror::from_wire(wire.seats)?,
        })
    }
}
