//! Events of a hand.
//!
//! Every event has a public part, sent to all viewers, and secrets, each for one seat alone. They are different types: code that takes a
//! [`PublicEvent`] can never be handed a secret.

use crate::action::Declaration;
use crate::eval::Described;
use crate::game::Face;
use crate::list::{Blank, Cards, List};
use crate::post::PostKind;
use crate::{Card, Chips, SeatIx, Turn};

/// One event: its public part, and the secrets of single seats.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Event {
    /// Part sent to all viewers.
    pub public: PublicEvent,
    /// Secrets of single seats, sent under the same event number.
    pub secrets: Vec<Secret>,
}

/// Cards that only their owner may see.
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

    /// Returns the only seat that may see the cards.
    pub const fn seat(&self) -> SeatIx {
        self.seat
    }

    /// Returns the cards, for the eyes of [`Self::seat`] alone: those it was dealt, drew or discarded.
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

/// Cards dealt to one seat in one go.
pub type DealtCards = List<DealtCard, 15>;

/// The part of an event that all viewers see. Names follow the event vocabulary. Rule: tournament 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PublicEvent {
    /// A player made a forced payment.
    Posted {
        /// Seat that paid.
        seat: SeatIx,
        /// Chips paid: less than the full amount if that was the whole stack, and zero for a bet left unpaid because an ante took the whole
        /// stack.
        amount: Chips,
        /// Kind of payment.
        kind: PostKind,
        /// `true` if the player is now all-in.
        all_in: bool,
    },
    /// Cards were dealt to the players, one street at a time.
    HoleCardsDealt {
        /// Cards received by each seat, in the order of the deal; the seat's secret holds its down cards.
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
    /// Cards were put on the board face down.
    BoardDealtDown {
        /// Number of cards.
        count: u8,
    },
    /// The next face-down cards of the board were turned up.
    BoardTurned {
        /// Cards turned up.
        cards: Cards,
    },
    /// One card was put on the board face up, in place of a card to each player, because the deck was too short. Rule: variants D3.
    CommunalDealt {
        /// The shared card.
        card: Card,
    },
    /// An up card brought its owner another card, face down; the secret holds it. Rule: variants V42.
    ExtraCardDealt {
        /// Seat that received the card.
        seat: SeatIx,
    },
    /// A decision was put to one or more seats.
    TurnStarted(Turn),
    /// A player folded, checked, called, bet or raised.
    ActionTaken {
        /// Seat that acted.
        seat: SeatIx,
        /// The action.
        action: BetAction,
        /// Chips added by the action.
        added: Chips,
        /// Total of the seat in this betting round.
        to: Chips,
        /// `true` if the player is now all-in.
        all_in: bool,
        /// `true` if the action was declared in the dark, before its board cards were dealt. Rule: tournament 9.16.
        dark: bool,
    },
    /// A player declared a check or a bet for the coming betting round before its board cards are dealt. Rule: tournament 9.16.
    DarkDeclared {
        /// Seat that declared.
        seat: SeatIx,
        /// Check or bet.
        action: BetAction,
        /// Total of the bet; zero for a check.
        to: Chips,
    },
    /// The excess of an illegal bet or raise went into the pot as dead money. Rule: variants 4.3.
    ExcessForfeited {
        /// Seat that forfeits the excess.
        seat: SeatIx,
        /// Chips forfeited.
        amount: Chips,
    },
    /// A player discarded cards without replacement; the secret holds them.
    CardsDiscarded {
        /// Seat that discarded.
        seat: SeatIx,
        /// Number of cards discarded, up cards included.
        count: u8,
        /// The up cards among them.
        up: Cards,
    },
    /// A player declined the straddle. A player who straddles posts it instead.
    StraddleDeclined {
        /// Seat that declined.
        seat: SeatIx,
    },
    /// A player answered a simultaneous decision; the choices are revealed when the last player has answered.
    ChoiceMade {
        /// Seat that answered.
        seat: SeatIx,
    },
    /// Players turned down cards up.
    CardsRolled {
        /// Cards turned up by each player.
        rolls: Vec<Rolled>,
    },
    /// A player left the cards as they lay, where one could have been turned up or exchanged.
    CardKept {
        /// Seat that kept its cards.
        seat: SeatIx,
    },
    /// A player discarded an up card and took a down card in its place; the secret holds the new card.
    CardSwapped {
        /// Seat that exchanged the card.
        seat: SeatIx,
        /// Up card discarded.
        card: Card,
    },
    /// A player arranged the down cards; the secret holds the order.
    CardsArranged {
        /// Seat that arranged its cards.
        seat: SeatIx,
    },
    /// A player paid for an up card: dead money.
    CardBought {
        /// Seat that paid.
        seat: SeatIx,
        /// Chips paid.
        amount: Chips,
        /// `true` if the player is now all-in.
        all_in: bool,
    },
    /// A player refused to pay for an up card and gave up the pot.
    BuyPassed {
        /// Seat that refused.
        seat: SeatIx,
    },
    /// The declarations are complete.
    Declared {
        /// Declaration of each player.
        declarations: Vec<(SeatIx, Declaration)>,
    },
    /// No player opened a betting round that had to be opened.
    PassedOut,
    /// The opener showed the cards that qualified the hand to open. Rule: variants 4.4.
    OpenersShown {
        /// Seat that opened.
        seat: SeatIx,
        /// Cards shown.
        cards: Cards,
    },
    /// A hand killed by an official was shown to all viewers after the hand. Rule: tournament 11.4.
    KilledShown {
        /// Seat of the killed hand.
        seat: SeatIx,
        /// All cards of the hand.
        cards: Cards,
    },
    /// The pot was not won and is carried over to the next hand.
    PotCarried {
        /// Chips carried over.
        amount: Chips,
    },
    /// A player discarded cards and received as many face down, or stood pat; the secret holds the cards received.
    CardsDrawn {
        /// Seat that drew.
        seat: SeatIx,
        /// Number of cards drawn; zero for standing pat.
        count: u8,
        /// Up cards among the discards, visible to all viewers as they leave.
        up: Cards,
    },
    /// Discarded and folded cards were shuffled back into the deck. Rule: variants D1.
    DeckRefilled {
        /// Number of cards that came back.
        count: u8,
    },
    /// Uncalled chips were returned. Rule: tournament 2.6.
    UncalledReturned {
        /// Seat that got them back.
        seat: SeatIx,
        /// Chips returned.
        amount: Chips,
    },
    /// A betting round closed; the pots as they now stand, main pot first.
    PotsFormed {
        /// Amount of each pot and the seats contending for it.
        pots: Vec<Pot>,
    },
    /// All hands were tabled before the rest of the board, as no more betting was possible. Rule: tournament 10.4.
    HandsTabled {
        /// Cards of each seat.
        hands: Vec<(SeatIx, Cards)>,
    },
    /// All players in contention agreed to lay their hands open while the hand is still played.
    HandsOpened {
        /// Cards of each seat.
        hands: Vec<(SeatIx, Cards)>,
    },
    /// All contending players have answered whether to run it twice.
    RunsDecided {
        /// `true` if all agreed.
        twice: bool,
    },
    /// The first board is complete, and the second run starts from the cards dealt before the agreement. Board cards that follow belong to
    /// the second run.
    SecondRunStarted {
        /// Number of board cards, from the first, that both runs share.
        kept: u8,
    },
    /// The kitty took chips from the main pot before it was paid. Rule: variants 4.6.
    KittyTaken {
        /// Chips taken.
        amount: Chips,
    },
    /// A hand was shown at the showdown, once for each run of the board.
    HandShown {
        /// Seat of the hand.
        seat: SeatIx,
        /// All cards of the hand.
        cards: Cards,
        /// The high hand it makes, in games that have a high side.
        high: Option<Described>,
        /// The low hand it makes, if it qualifies.
        low: Option<Described>,
        /// Run of the board, from 1; `None` if the board was dealt once.
        run: Option<u8>,
    },
    /// A hand was mucked unseen at the showdown.
    HandMucked {
        /// Seat of the hand.
        seat: SeatIx,
    },
    /// A pot, or one side of it, was paid.
    PotAwarded {
        /// Number of the pot; 0 is the main pot.
        pot: u8,
        /// Side of the pot.
        side: Side,
        /// Chips paid in total.
        amount: Chips,
        /// Share of each winner, from the first seat after the button on.
        shares: Vec<(SeatIx, Chips)>,
        /// Run of the board, from 1; `None` if the board was dealt once.
        run: Option<u8>,
    },
    /// One player won the whole main pot holding a seven and a deuce, and the others paid the bounty.
    SevenDeucePaid {
        /// Seat of the winner.
        seat: SeatIx,
        /// The winner's two cards, visible to all viewers.
        cards: Cards,
        /// Payment of each other player, from the first seat after the winner on; players without chips are left out.
        payments: Vec<(SeatIx, Chips)>,
    },
    /// The hand is over.
    HandCompleted {
        /// Final stack of every seat that took part.
        stacks: Vec<(SeatIx, Chips)>,
    },
}

/// Down cards that a player turned up.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rolled {
    /// Seat of the player.
    pub seat: SeatIx,
    /// Cards turned up.
    pub cards: Cards,
    /// The announcement that went with them, if the game asks for one.
    pub announced: Option<Declaration>,
}

/// A player's action in a betting round.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BetAction {
    /// Gave up the pot.
    Fold,
    /// Stayed in without betting.
    Check,
    /// Matched the bet, or went all-in for less.
    Call,
    /// Opened the betting.
    Bet,
    /// Raised.
    Raise,
}

/// Part of a pot that is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// All of it.
    Whole,
    /// The high half.
    High,
    /// The low half.
    Low,
}

/// A pot and the seats that contend for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pot {
    /// Chips in the pot.
    pub amount: Chips,
    /// Live seats that may win it.
    pub eligible: crate::SeatSet,
}
