//! Refusals: errors of the engine as codes of the protocol.

use super::BadAction;
use poker_engine::RuleError;
use poker_engine::table::{ChoiceError, TableRuleError};
use poker_protocol::v1::{ErrorCode, ErrorMsg};

/// Refusal of a request whose `id` belongs to another one.
pub fn id_reused(id: &str) -> ErrorMsg {
    let message = "the id was used for another request";
    ErrorMsg::new(Some(id.to_owned()), ErrorCode::ProtocolIdReused, message)
}

/// Refusal of an action that cannot be converted.
pub fn bad_action(id: String, error: BadAction) -> ErrorMsg {
    let message = |code| ErrorMsg::new(Some(id), code, error.to_string());
    match error {
        BadAction::PriceChanged { named, price } => message(ErrorCode::RulePriceChanged)
            .with("named", named.get())
            .with("price", price.get()),
        BadAction::NoneOfAHand => message(ErrorCode::RuleWrongKind),
        BadAction::CardTwice | BadAction::TooManyCards => message(ErrorCode::ProtocolInvalidField),
    }
}

/// Refusal of a game pick in dealer's choice.
pub fn choice_error(id: String, error: &ChoiceError) -> ErrorMsg {
    let message = |code| ErrorMsg::new(Some(id), code, error.to_string());
    match *error {
        ChoiceError::NobodyAsked => message(ErrorCode::TurnNoHand),
        ChoiceError::NotTheDealer { dealer } => message(ErrorCode::TurnNotYours).with("seat", dealer.number()),
        ChoiceError::NotOnTheMenu => message(ErrorCode::RuleGameNotOffered),
        ChoiceError::DoesNotFit { players, min, max } => message(ErrorCode::RuleGameNotOffered)
            .with("players", players)
            .with("min", min)
            .with("max", max),
    }
}

/// Code of a refusal by the rules of the hand.
pub const fn rule_code(error: &RuleError) -> ErrorCode {
    match error {
        RuleError::HandOver => ErrorCode::RuleHandOver,
        RuleError::NotYourTurn { .. } => ErrorCode::TurnNotYours,
        RuleError::WrongKind => ErrorCode::RuleWrongKind,
        RuleError::FoldNotOffered => ErrorCode::RuleFoldNotOffered,
        RuleError::CheckNotOffered { .. } => ErrorCode::RuleCheckNotOffered,
        RuleError::NothingToCall => ErrorCode::RuleNothingToCall,
        RuleError::AlreadyBet { .. } => ErrorCode::RuleAlreadyBet,
        RuleError::NothingToRaise => ErrorCode::RuleNothingToRaise,
        RuleError::RaiseNotReopened => ErrorCode::RuleRaiseNotReopened,
        RuleError::RaiseCapReached { .. } => ErrorCode::RuleRaiseCapReached,
        RuleError::NobodyToBetAgainst => ErrorCode::RuleNobodyToBetAgainst,
        RuleError::BetTooSmall { .. } => ErrorCode::RuleBetTooSmall,
        RuleError::BetTooLarge { .. } => ErrorCode::RuleBetTooLarge,
        RuleError::NotAMultiple { .. } => ErrorCode::RuleNotAMultiple,
        RuleError::CardNotHeld => ErrorCode::RuleCardNotHeld,
        RuleError::TooFewCards { .. } => ErrorCode::RuleTooFewCards,
        RuleError::TooManyCards { .. } => ErrorCode::RuleTooManyCards,
        RuleError::NoOpeners => ErrorCode::RuleNoOpeners,
        RuleError::MustOpen => ErrorCode::RuleMustOpen,
        RuleError::FirstMayNotRaise => ErrorCode::RuleFirstMayNotRaise,
        RuleError::CheckerMayNotRaise => ErrorCode::RuleCheckerMayNotRaise,
        RuleError::AnnouncementMissing => ErrorCode::RuleAnnouncementMissing,
        RuleError::DeclarationNotOffered => ErrorCode::RuleDeclarationNotOffered,
        RuleError::DarkNotOffered => ErrorCode::RuleDarkNotOffered,
        RuleError::BadOrder => ErrorCode::RuleBadOrder,
    }
}

/// Refusal by the rules of the hand.
pub fn rule_error(id: String, error: &RuleError) -> ErrorMsg {
    let message = ErrorMsg::new(Some(id), rule_code(error), error.to_string());
    match *error {
        RuleError::HandOver
        | RuleError::NotYourTurn { .. }
        | RuleError::WrongKind
        | RuleError::FoldNotOffered
        | RuleError::NothingToCall
        | RuleError::NothingToRaise
        | RuleError::RaiseNotReopened
        | RuleError::NobodyToBetAgainst
        | RuleError::CardNotHeld
        | RuleError::NoOpeners
        | RuleError::MustOpen
        | RuleError::FirstMayNotRaise
        | RuleError::CheckerMayNotRaise
        | RuleError::AnnouncementMissing
        | RuleError::DeclarationNotOffered
        | RuleError::DarkNotOffered
        | RuleError::BadOrder => message,
        RuleError::CheckNotOffered { to_call } => message.with("to_call", to_call.get()),
        RuleError::AlreadyBet { bet } => message.with("bet", bet.get()),
        RuleError::RaiseCapReached { cap } => message.with("cap", cap),
        RuleError::BetTooSmall { to, min } => message.with("to", to.get()).with("min", min.get()),
        RuleError::BetTooLarge { to, max } => message.with("to", to.get()).with("max", max.get()),
        RuleError::NotAMultiple { to, unit } => message.with("to", to.get()).with("unit", unit.get()),
        RuleError::TooFewCards { count, min } => message.with("count", count).with("min", min),
        RuleError::TooManyCards { count, max } => message.with("count", count).with("max", max),
    }
}

/// Code of a refusal by the table.
pub const fn table_rule_code(error: &TableRuleError) -> ErrorCode {
    match error {
        TableRuleError::NoSuchSeat { .. } => ErrorCode::TableNoSuchSeat,
        TableRuleError::SeatTaken { .. } | TableRuleError::SeatReserved { .. } => ErrorCode::TableSeatTaken,
        TableRuleError::TableFull => ErrorCode::TableFull,
        TableRuleError::AlreadySeated { .. } => ErrorCode::TableAlreadySeated,
        TableRuleError::NotSeated => ErrorCode::TableNotSeated,
        TableRuleError::AmountOutOfRange { .. }
        | TableRuleError::StackFull { .. }
        | TableRuleError::NotAMultiple { .. }
        | TableRuleError::TooManyChips
        | TableRuleError::NoChips => ErrorCode::TableBuyIn,
        TableRuleError::NoRebuys | TableRuleError::StacksLost => ErrorCode::TableNoRebuys,
        TableRuleError::NoStraddles => ErrorCode::TableNoStraddles,
        TableRuleError::NoChange => ErrorCode::TableNoChange,
        TableRuleError::AlreadyWaiting
        | TableRuleError::NotWaiting
        | TableRuleError::NoOffer
        | TableRuleError::WaitListFull { .. } => ErrorCode::TableWaitList,
        TableRuleError::HandRunning => ErrorCode::TableHandRunning,
        TableRuleError::Config(_) => ErrorCode::TableConfigInvalid,
        // These concern the server's own commands; a client cannot cause them.
        TableRuleError::NoHand
        | TableRuleError::NotEnoughPlayers { .. }
        | TableRuleError::TooManyPlayers { .. }
        | TableRuleError::BadDraw { .. }
        | TableRuleError::SeatsNotDrawn
        | TableRuleError::NoSeatDraw
        | TableRuleError::WrongSeats
        | TableRuleError::NotConserved { .. }
        | TableRuleError::GameDoesNotFit { .. } => ErrorCode::ServerInternal,
    }
}

/// Refusal by the table.
pub fn table_rule_error(id: String, error: &TableRuleError) -> ErrorMsg {
    let message = ErrorMsg::new(Some(id), table_rule_code(error), error.to_string());
    match *error {
        TableRuleError::NoSuchSeat { seat, seat_count } => {
            message.with("seat", seat.number()).with("seats", seat_count)
        }
        TableRuleError::SeatTaken { seat }
        | TableRuleError::SeatReserved { seat }
        | TableRuleError::AlreadySeated { seat } => message.with("seat", seat.number()),
        TableRuleError::AmountOutOfRange { amount, min, max } => message
            .with("amount", amount.get())
            .with("min", min.get())
            .with("max", max.get()),
        TableRuleError::StackFull { max } => message.with("stack_max", max.get()),
        TableRuleError::NotAMultiple { amount, unit } => message.with("amount", amount.get()).with("unit", unit.get()),
        TableRuleError::WaitListFull { max } => message.with("max", max),
        TableRuleError::TableFull
        | TableRuleError::NotSeated
        | TableRuleError::TooManyChips
        | TableRuleError::NoRebuys
        | TableRuleError::NoStraddles
        | TableRuleError::StacksLost
        | TableRuleError::NoChips
        | TableRuleError::NoChange
        | TableRuleError::AlreadyWaiting
        | TableRuleError::NotWaiting
        | TableRuleError::NoOffer
        | TableRuleError::HandRunning
        | TableRuleError::NoHand
        | TableRuleError::NotEnoughPlayers { .. }
        | TableRuleError::TooManyPlayers { .. }
        | TableRuleError::BadDraw { .. }
        | TableRuleError::SeatsNotDrawn
        | TableRuleError::NoSeatDraw
        | TableRuleError::WrongSeats
        | TableRuleError::NotConserved { .. }
        | TableRuleError::GameDoesNotFit { .. }
        | TableRuleError::Config(_) => message,
    }
}
