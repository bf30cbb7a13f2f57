//! What everybody learns by the events of a hand.

use super::{card, cards, chips, decision, declaration, pots, seats};
use poker_engine::eval::Described;
use poker_engine::event::{self, DealtCard};
use poker_engine::table::{DealerDraw, FirstDealer, SeatDraw};
use poker_engine::{SeatIx, setup};
use poker_protocol::v1::PublicEvent;
use poker_protocol::v1::event::{
    BetAction, DealtHand, HandName, PostKind, Rolled, SeatAmount, SeatCard, SeatDeclaration, SeatMove, ShownCards, Side,
};
use poker_protocol::v1::table::{self};

/// What an engine event alone does not tell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Context {
    /// The hand's number.
    pub hand: u64,
    /// How many numbers of decisions were used before the hand began.
    pub turns_before: u32,
    /// Whether the server acted because time ran out.
    pub auto: bool,
}

/// What everybody learns by an event of a hand.
#[expect(clippy::too_many_lines, reason = "one arm an event")]
pub fn public_event(public: &event::PublicEvent, context: Context) -> PublicEvent {
    use event::PublicEvent as E;
    let auto = context.auto;
    match public {
        E::Posted {
            seat,
            amount,
            kind,
            all_in,
        } => PublicEvent::Posted {
            seat: seat.number(),
            amount: chips(*amount),
            post: post_kind(*kind),
            all_in: *all_in,
        },
        E::HoleCardsDealt { hands } => PublicEvent::HoleCardsDealt {
            hands: hands.iter().map(|(seat, cards)| dealt_hand(*seat, cards)).collect(),
        },
        E::BoardDealt { cards: new } => PublicEvent::BoardDealt {
            cards: cards(new.iter().copied()),
        },
        E::TurnStarted(turn) => PublicEvent::TurnStarted {
            turn: turn.no + context.turns_before,
            seats: seats(turn.seats),
            decision: decision(turn.kind),
            hand: None,
        },
        E::ActionTaken {
            seat,
            action,
            added,
            to,
            all_in,
        } => PublicEvent::ActionTaken {
            seat: seat.number(),
            action: bet_action(*action),
            added: chips(*added),
            to: chips(*to),
            all_in: *all_in,
            auto,
        },
        E::CardsDiscarded { seat, count, up } => PublicEvent::CardsDiscarded {
            seat: seat.number(),
            count: *count,
            up: cards(up.iter().copied()),
            auto,
        },
        E::ExcessForfeited { seat, amount } => PublicEvent::ExcessForfeited {
            seat: seat.number(),
            amount: chips(*amount),
        },
        E::BoardDealtDown { count } => PublicEvent::BoardDealtDown { count: *count },
        E::BoardTurned { cards: turned } => PublicEvent::BoardTurned {
            cards: cards(turned.iter().copied()),
        },
        E::CommunalDealt { card: dealt } => PublicEvent::CommunalDealt { card: card(*dealt) },
        E::ExtraCardDealt { seat } => PublicEvent::ExtraCardDealt { seat: seat.number() },
        E::StraddleDeclined { seat } => PublicEvent::StraddleDeclined {
            seat: seat.number(),
            auto,
        },
        E::ChoiceMade { seat } => PublicEvent::ChoiceMade {
            seat: seat.number(),
            auto,
        },
        E::CardsRolled { rolls } => PublicEvent::CardsRolled {
            rolls: rolls.iter().map(rolled).collect(),
        },
        E::CardKept { seat } => PublicEvent::CardKept {
            seat: seat.number(),
            auto,
        },
        E::CardSwapped { seat, card: thrown } => PublicEvent::CardSwapped {
            seat: seat.number(),
            card: card(*thrown),
        },
        E::CardsArranged { seat } => PublicEvent::CardsArranged {
            seat: seat.number(),
            auto,
        },
        E::CardBought { seat, amount, all_in } => PublicEvent::CardBought {
            seat: seat.number(),
            amount: chips(*amount),
            all_in: *all_in,
        },
        E::BuyPassed { seat } => PublicEvent::BuyPassed {
            seat: seat.number(),
            auto,
        },
        E::Declared { declarations } => PublicEvent::Declared {
            declarations: declarations.iter().copied().map(seat_declaration).collect(),
        },
        E::PassedOut => PublicEvent::PassedOut {},
        E::OpenersShown { seat, cards: shown } => PublicEvent::OpenersShown {
            seat: seat.number(),
            cards: cards(shown.iter().copied()),
        },
        E::PotCarried { amount } => PublicEvent::PotCarried { amount: chips(*amount) },
        E::KittyTaken { amount } => PublicEvent::KittyTaken { amount: chips(*amount) },
        E::CardsDrawn { seat, count, up } => PublicEvent::CardsDrawn {
            seat: seat.number(),
            count: *count,
            up: cards(up.iter().copied()),
            auto,
        },
        E::DeckRefilled { count } => PublicEvent::DeckRefilled { count: *count },
        E::UncalledReturned { seat, amount } => PublicEvent::UncalledReturned {
            seat: seat.number(),
            amount: chips(*amount),
        },
        E::PotsFormed { pots: formed } => PublicEvent::PotsFormed { pots: pots(formed) },
        E::HandsTabled { hands } => PublicEvent::HandsTabled {
            hands: hands.iter().map(|(seat, cards)| shown_cards(*seat, cards)).collect(),
        },
        E::HandShown {
            seat,
            cards: shown,
            high,
            low,
            run,
        } => PublicEvent::HandShown {
            seat: seat.number(),
            cards: cards(shown.iter().copied()),
            high: high.as_ref().map(hand_name),
            low: low.as_ref().map(hand_name),
            run: *run,
        },
        E::RunsDecided { twice } => PublicEvent::RunsDecided { twice: *twice },
        E::SecondRunStarted { kept } => PublicEvent::SecondRunStarted { kept: *kept },
        E::HandMucked { seat } => PublicEvent::HandMucked { seat: seat.number() },
        E::PotAwarded {
            pot,
            side: part,
            amount,
            shares,
            run,
        } => PublicEvent::PotAwarded {
            pot: *pot,
            side: side(*part),
            amount: chips(*amount),
            shares: amounts(shares),
            run: *run,
        },
        E::HandCompleted { stacks } => PublicEvent::HandCompleted {
            hand: context.hand,
            stacks: amounts(stacks),
        },
    }
}

/// Cards that were dealt face up to seats, before a table's first hand.
fn seat_cards(cards: &[(SeatIx, poker_engine::Card)]) -> Vec<SeatCard> {
    let dealt = |(seat, dealt): &(SeatIx, poker_engine::Card)| SeatCard {
        seat: seat.number(),
        card: card(*dealt),
    };
    cards.iter().map(dealt).collect()
}

/// The cards that were dealt for the seats of a table, and who goes where.
pub fn seats_drawn(drawn: &SeatDraw) -> PublicEvent {
    let moves = drawn.moves.iter().map(|(from, to)| SeatMove {
        from: from.number(),
        to: to.number(),
    });
    PublicEvent::SeatsDrawn {
        cards: seat_cards(&drawn.cards),
        moves: moves.collect(),
    }
}

/// The cards that were dealt for the first deal of a table.
pub fn dealer_drawn(rule: FirstDealer, drawn: &DealerDraw) -> PublicEvent {
    PublicEvent::DealerDrawn {
        rule: match rule {
            FirstDealer::FirstJack => table::FirstDealer::FirstJack,
            FirstDealer::HighCard => table::FirstDealer::HighCard,
            FirstDealer::Random => table::FirstDealer::Random,
            FirstDealer::FirstSeat => table::FirstDealer::FirstSeat,
        },
        cards: seat_cards(&drawn.cards),
        dealer: drawn.dealer.number(),
    }
}

/// Seats with amounts, in the same order.
pub fn amounts(amounts: &[(SeatIx, poker_engine::Chips)]) -> Vec<SeatAmount> {
    let amount = |(seat, amount): &(SeatIx, poker_engine::Chips)| SeatAmount {
        seat: seat.number(),
        amount: chips(*amount),
    };
    amounts.iter().map(amount).collect()
}

fn rolled(roll: &event::Rolled) -> Rolled {
    Rolled {
        seat: roll.seat.number(),
        cards: cards(roll.cards.iter().copied()),
        announced: roll.announced.map(declaration),
    }
}

fn seat_declaration((seat, declared): (SeatIx, poker_engine::Declaration)) -> SeatDeclaration {
    SeatDeclaration {
        seat: seat.number(),
        sides: declaration(declared),
    }
}

fn dealt_hand(seat: SeatIx, cards: &[DealtCard]) -> DealtHand {
    let visible = |dealt: &DealtCard| match dealt {
        DealtCard::Down => None,
        DealtCard::Up(up) => Some(card(*up)),
    };
    DealtHand {
        seat: seat.number(),
        cards: cards.iter().map(visible).collect(),
    }
}

/// Cards of a seat that everybody sees.
pub fn shown_cards(seat: SeatIx, shown: &[poker_engine::Card]) -> ShownCards {
    ShownCards {
        seat: seat.number(),
        cards: cards(shown.iter().copied()),
    }
}

/// What a hand makes.
pub fn hand_name(described: &Described) -> HandName {
    HandName {
        category: described.category.code().into(),
        ranks: described.ranks.iter().map(|rank| rank.symbol()).collect(),
        cards: cards(described.cards.iter().copied()),
        stands_for: if described.cards == described.stands_for {
            Vec::new()
        } else {
            cards(described.stands_for.iter().copied())
        },
    }
}

/// What a player did.
pub const fn bet_action(action: event::BetAction) -> BetAction {
    match action {
        event::BetAction::Fold => BetAction::Fold,
        event::BetAction::Check => BetAction::Check,
        event::BetAction::Call => BetAction::Call,
        event::BetAction::Bet => BetAction::Bet,
        event::BetAction::Raise => BetAction::Raise,
    }
}

const fn side(side: event::Side) -> Side {
    match side {
        event::Side::Whole => Side::Whole,
        event::Side::High => Side::High,
        event::Side::Low => Side::Low,
    }
}

pub(crate) const fn post_kind(kind: setup::PostKind) -> PostKind {
    match kind {
        setup::PostKind::Ante => PostKind::Ante,
        setup::PostKind::DeadAnte => PostKind::DeadAnte,
        setup::PostKind::SmallBlind => PostKind::SmallBlind,
        setup::PostKind::BigBlind => PostKind::BigBlind,
        setup::PostKind::ButtonBlind => PostKind::ButtonBlind,
        setup::PostKind::Straddle => PostKind::Straddle,
        setup::PostKind::EntryBlind => PostKind::EntryBlind,
        setup::PostKind::DeadBlind => PostKind::DeadBlind,
        setup::PostKind::Credit => PostKind::Credit,
        setup::PostKind::BringIn => PostKind::BringIn,
    }
}
