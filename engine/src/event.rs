//! What happened in a hand.
//!
//! Every event has a public part, which all viewers get, and secrets, each of which only one seat may know. They are
//! different types: nothing that takes a [`PublicEvent`] can be handed a secret.

use crate::action::Declaration;
use crate::eval::Described;
use crate::game::Face;
use crate::list::{Blank, Cards, List};
use crate::post::PostKind;
use crate::{Card, Chips, SeatIx, Turn};

/// One event: its public part, and what single seats learn by it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// What all viewers get.
    pub public: PublicEvent,
    /// What single seats get under the same number.
    pub secrets: Vec<Secret>,
}

/// Cards that only their owner may know.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret {
    seat: SeatIx,
    cards: Cards,
}

impl Secret {
    pub(crate) const fn new(seat: SeatIx, cards: Cards) -> Self {
        Self { seat, cards }
    }

    pub(crate) fn push(&mut self, card: Card) {
        self.cards.push(card);
    }

    /// The only seat that may know.
    pub const fn seat(&self) -> SeatIx {
        self.seat
    }

    /// The cards, for the eyes of [`Self::seat`] alone: what it was dealt, drew or discarded.
    pub fn reveal_to_owner(&self) -> &[Card] {
        &self.cards
    }
}

impl std::fmt::Debug for Secret {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "Secret({}, {} cards)", self.seat, self.cards.len())
    }
}

/// A dealt card as all viewers see it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DealtCard {
    /// Face down.
    Down,
    /// Face up.
    Up(Card),
}

impl DealtCard {
    pub(crate) const fn new(card: Card, face: Face) -> Self {
        match face {
            Face::Down => Self::Down,
            Face::Up => Self::Up(card),
        }
    }
}

impl Blank for DealtCard {
    const BLANK: Self = Self::Down;
}

/// A few dealt cards.
pub type DealtCards = List<DealtCard, 15>;

/// What all viewers learn. Names follow the event vocabulary. Rule: tournament 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PublicEvent {
    /// A forced payment.
    Posted {
        /// Who paid.
        seat: SeatIx,
        /// Chips paid; less than asked for if it was the whole stack, and none of a bet whose player an ante took all.
        amount: Chips,
        /// What it was.
        kind: PostKind,
        /// Whether the stack is gone.
        all_in: bool,
    },
    /// Cards were dealt to the players, one street at a time.
    HoleCardsDealt {
        /// Each seat with what it received, in the order of the deal; the seat's secret has its hidden cards.
        hands: Vec<(SeatIx, DealtCards)>,
    },
    /// Cards were put on the board, face up.
    BoardDealt {
        /// The new cards.
        cards: Cards,
    },
    /// Cards were put on the second of two boards, face up.
    SecondBoardDealt {
        /// The new cards.
        cards: Cards,
    },
    /// Cards were put on the board, face down.
    BoardDealtDown {
        /// How many.
        count: u8,
    },
    /// The next face-down cards of the board were turned up.
    BoardTurned {
        /// The cards.
        cards: Cards,
    },
    /// One card was put on the board, face up, in place of a card to each player for whom the deck was too short.
    /// Rule: variants D3.
    CommunalDealt {
        /// The card.
        card: Card,
    },
    /// An up-card brought its owner another card, face down; the secret has it. Rule: variants V42.
    ExtraCardDealt {
        /// Whose.
        seat: SeatIx,
    },
    /// A decision is open.
    TurnStarted(Turn),
    /// A player folded, checked, called, bet or raised.
    ActionTaken {
        /// Who.
        seat: SeatIx,
        /// What.
        action: BetAction,
        /// Chips added by it.
        added: Chips,
        /// The seat's total for this betting round.
        to: Chips,
        /// Whether the stack is gone.
        all_in: bool,
        /// Whether it was declared before the cards of the board were dealt. Rule: tournament 9.16.
        dark: bool,
    },
    /// A player declared a check or a bet for the coming betting round before its cards of the board are dealt. Rule: tournament
    /// 9.16.
    DarkDeclared {
        /// Who.
        seat: SeatIx,
        /// Which of the two.
        action: BetAction,
        /// The total of the bet; zero for a check.
        to: Chips,
    },
    /// Chips of an illegal bet or raise beyond what it counts for went into the pot, as dead money. Rule: variants 4.3.
    ExcessForfeited {
        /// Whose.
        seat: SeatIx,
        /// How many.
        amount: Chips,
    },
    /// A player discarded cards for good; the secret has them.
    CardsDiscarded {
        /// Who.
        seat: SeatIx,
        /// How many, those that lay face up included.
        count: u8,
        /// Those of them that lay face up.
        up: Cards,
    },
    /// A player did without the straddle. One who takes it posts it.
    StraddleDeclined {
        /// Who.
        seat: SeatIx,
    },
    /// A player answered a decision of several; what was chosen is told when all have answered.
    ChoiceMade {
        /// Who.
        seat: SeatIx,
    },
    /// Players turned down-cards of their own up.
    CardsRolled {
        /// Each player with the cards.
        rolls: Vec<Rolled>,
    },
    /// A player left the cards as they lay, where one could have been turned up or changed.
    CardKept {
        /// Who.
        seat: SeatIx,
    },
    /// A player discarded an up-card and received a down-card for it; the secret has the new one.
    CardSwapped {
        /// Who.
        seat: SeatIx,
        /// The card discarded.
        card: Card,
    },
    /// A player laid the down-cards in an order; the secret tells which.
    CardsArranged {
        /// Who.
        seat: SeatIx,
    },
    /// A player paid for an up-card: dead money.
    CardBought {
        /// Who.
        seat: SeatIx,
        /// Chips paid.
        amount: Chips,
        /// Whether the stack is gone.
        all_in: bool,
    },
    /// A player did not pay for an up-card and gave up the pot.
    BuyPassed {
        /// Who.
        seat: SeatIx,
    },
    /// All have declared.
    Declared {
        /// Each player with the declaration.
        declarations: Vec<(SeatIx, Declaration)>,
    },
    /// No player opened a betting round that had to be opened.
    PassedOut,
    /// The player who opened showed the cards that it takes. Rule: variants 4.4.
    OpenersShown {
        /// Who.
        seat: SeatIx,
        /// The cards.
        cards: Cards,
    },
    /// The hand is over, and a hand that an official killed was shown to all. Rule: tournament 11.4.
    KilledShown {
        /// Whose.
        seat: SeatIx,
        /// All its cards.
        cards: Cards,
    },
    /// The pot was not won and waits for the next hand.
    PotCarried {
        /// Chips in it.
        amount: Chips,
    },
    /// A player discarded cards and received as many face down, or stood pat; the secret has the cards received.
    CardsDrawn {
        /// Who.
        seat: SeatIx,
        /// How many.
        count: u8,
        /// The discards that lay face up: all viewers see which cards leave.
        up: Cards,
    },
    /// Discarded and folded cards were shuffled into the deck again. Rule: variants D1.
    DeckRefilled {
        /// How many cards came back.
        count: u8,
    },
    /// Unmatched chips went back to their owner. Rule: tournament 2.6.
    UncalledReturned {
        /// Whose.
        seat: SeatIx,
        /// How many.
        amount: Chips,
    },
    /// A betting round closed; the pots as they stand, main pot first.
    PotsFormed {
        /// Amounts and who contends for them.
        pots: Vec<Pot>,
    },
    /// All hands were turned up before the rest of the board, as no more betting was possible. Rule: tournament 10.4.
    HandsTabled {
        /// Each seat with its cards.
        hands: Vec<(SeatIx, Cards)>,
    },
    /// All who contend have answered whether the rest of the board is dealt twice.
    RunsDecided {
        /// Whether it is: all agreed.
        twice: bool,
    },
    /// The board is complete for the first time; it is dealt a second time from where the players agreed. Cards on the
    /// board that follow belong to the second one.
    SecondRunStarted {
        /// How many cards, the first of the board, both runs have in common.
        kept: u8,
    },
    /// The kitty got chips of the main pot before it was paid. Rule: variants 4.6.
    KittyTaken {
        /// How many.
        amount: Chips,
    },
    /// A hand was shown at the showdown; once for each run of the board.
    HandShown {
        /// Whose.
        seat: SeatIx,
        /// All its cards.
        cards: Cards,
        /// What it makes on the high side, in games that have one.
        high: Option<Described>,
        /// What it makes on the low side, if it qualifies.
        low: Option<Described>,
        /// With which run of the board, from 1; `None` where it was dealt once.
        run: Option<u8>,
    },
    /// A hand was mucked unseen at the showdown.
    HandMucked {
        /// Whose.
        seat: SeatIx,
    },
    /// A pot, or one side of it, was paid.
    PotAwarded {
        /// Which pot; 0 is the main pot.
        pot: u8,
        /// Which side.
        side: Side,
        /// What was paid in all.
        amount: Chips,
        /// What each winner got, from the first seat after the button on.
        shares: Vec<(SeatIx, Chips)>,
        /// By which run of the board, from 1; `None` where it was dealt once.
        run: Option<u8>,
    },
    /// The main pot went to one player alone, who holds a seven and a deuce: the others paid for that.
    SevenDeucePaid {
        /// Who won.
        seat: SeatIx,
        /// The winner's two cards, which all viewers see.
        cards: Cards,
        /// What each of the others paid, from the first seat after the winner on; nothing of who has no chips left.
        payments: Vec<(SeatIx, Chips)>,
    },
    /// The hand is over.
    HandCompleted {
        /// The stack of every seat that took part.
        stacks: Vec<(SeatIx, Chips)>,
    },
}

/// Down-cards that a player turned up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rolled {
    /// Who.
    pub seat: SeatIx,
    /// The cards.
    pub cards: Cards,
    /// What was announced with them, if something had to be.
    pub announced: Option<Declaration>,
}

/// What a player did in a betting round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BetAction {
    /// Gave up.
    Fold,
    /// Stayed in without money.
    Check,
    /// Matched the bet, or went all-in for less.
    Call,
    /// Opened the betting.
    Bet,
    /// Raised.
    Raise,
}

/// Which part of a pot is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// All of it.
    Whole,
    /// The high half.
    High,
    /// The low half.
    Low,
}

/// A pot and those who contend for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pot {
    /// Chips in it.
    pub amount: Chips,
    /// The live seats that may win it.
    pub eligible: crate::SeatSet,
}
