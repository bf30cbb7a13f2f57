//! Engine values <-> protocol messages: the one module that knows both.
//!
//! Seats count from 1 on the wire. No conversion here can hide a card or reveal one: what a viewer may know is decided
//! by the types that come in ([`poker_engine::Event`], [`poker_engine::HandView`]).

mod record;

pub use record::{HandFile, RecordError};

use std::sync::LazyLock;

use poker_engine::eval::{Described, Selection};
use poker_engine::event::{self, DealtCard, Pot};
use poker_engine::hand::{CardView, PlayView};
use poker_engine::table::{ChoiceError, DealerDraw, FirstDealer, SeatStatus, TableRuleError};
use poker_engine::{CardSet, GameDef, RuleError, SeatIx, SeatSet, TurnKind, limit, setup};
use poker_protocol::v1::event::{
    BetAction, DealtHand, DecisionKind, Declaration, HandName, Pick, PostKind, Rolled, SeatAmount, SeatCard,
    SeatDeclaration, ShownCards, Side,
};
use poker_protocol::v1::table::{self, GameInfo, PotState};
use poker_protocol::v1::{Action, Card, Chips, Choice, ErrorCode, ErrorMsg, LocalName, PublicEvent};

/// A table's identifier as it is sent.
pub fn table_id(id: crate::store::TableId) -> poker_protocol::v1::TableId {
    poker_protocol::v1::TableId(id.to_string())
}

/// An amount as it is sent.
pub fn chips(amount: poker_engine::Chips) -> Chips {
    Chips::new(amount.get()).expect("both count to 2^53 - 1")
}

/// An amount as it was received.
pub fn chips_in(amount: Chips) -> poker_engine::Chips {
    poker_engine::Chips::new(amount.get())
}

/// A card as it is sent.
pub fn card(card: poker_engine::Card) -> Card {
    static NAMES: LazyLock<Vec<Card>> = LazyLock::new(|| {
        let all = (0..poker_engine::Card::COUNT).filter_map(poker_engine::Card::from_index);
        all.map(|card| Card::new(&card.to_string()).expect("both know the same cards"))
            .collect()
    });
    NAMES[usize::from(card.index())]
}

/// Cards as they are sent, in the same order.
pub fn cards(cards: impl IntoIterator<Item = poker_engine::Card>) -> Vec<Card> {
    cards.into_iter().map(card).collect()
}

/// A card as it was received.
pub fn card_in(card: Card) -> poker_engine::Card {
    card.as_str().parse().expect("both know the same cards")
}

/// A set of cards as it was received; `None` if a card is named twice.
pub fn card_set_in(cards: &[Card]) -> Option<CardSet> {
    let mut set = CardSet::default();
    cards.iter().all(|named| set.insert(card_in(*named))).then_some(set)
}

/// Seats as they are sent, in ascending order.
pub fn seats(seats: SeatSet) -> Vec<u8> {
    seats.iter().map(SeatIx::number).collect()
}

/// A game as the list of games shows it.
pub fn game_info(game: &GameDef) -> GameInfo {
    let showdown = game.showdown();
    let structure = game.structure(&poker_engine::game::Stakes::default());
    let structure = structure.expect("a checked game can be played for its default stakes");
    GameInfo {
        id: game.id.clone(),
        numbers: game.numbers.clone(),
        name: local_name(&game.name),
        family: game.family.code().to_owned(),
        seats_min: game.seats.0,
        seats_max: game.seats.1,
        limits: game.limit_kinds().map(|kind| kind.code().to_owned()).collect(),
        deal: deal_symbols(game),
        decisions: decisions(game),
        wild: !game.rules.wild.is_none(),
        high: showdown.high.is_some(),
        low: showdown.low.is_some(),
        high_ranking: showdown.high.map(|ranking| ranking.code().to_owned()),
        low_ranking: showdown.low.map(|ranking| ranking.code().to_owned()),
        own_cards: match showdown.selection {
            Selection::Best | Selection::MaxTwo | Selection::Own => None,
            Selection::TwoPlusThree => Some(2),
            Selection::FourPlusOne => Some(4),
        },
        small_blind: chips(structure.small_blind()),
        big_blind: chips(structure.big_blind()),
        ante: chips(structure.ante()),
        bets: structure.tiers.iter().map(|limit| chips(limit.min_bet())).collect(),
        definition: None,
    }
}

/// A name in both languages.
pub fn local_name(name: &poker_engine::game::LocalName) -> LocalName {
    LocalName {
        en: name.en.clone(),
        fr: name.fr.clone(),
    }
}

fn deal_symbols(game: &GameDef) -> String {
    use poker_engine::game::{Face, Step};
    let mut symbols = String::new();
    for step in &game.steps {
        match step {
            Step::Deal(faces) => symbols.extend(faces.iter().map(|face| match face {
                Face::Down => 'd',
                Face::Up => 'u',
            })),
            Step::OptionalRoll => symbols.push('o'),
            Step::Board { count, face } => {
                let symbol = match face {
                    Face::Up => 'b',
                    Face::Down => 'h',
                };
                symbols.extend((0..*count).map(|_| symbol));
            }
            Step::Turn(count) => symbols.extend((0..*count).map(|_| 'v')),
            Step::Communal => symbols.push('b'),
            Step::Bet(_) => symbols.push('-'),
            Step::Draw { .. } => symbols.push('x'),
            Step::Discard { .. } => symbols.push('t'),
            Step::Roll { .. } => symbols.push('r'),
            Step::Declare { .. } => symbols.push('?'),
            Step::Ante(_)
            | Step::Post { .. }
            | Step::Straddle { .. }
            | Step::BringIn { .. }
            | Step::Arrange
            | Step::Show(_) => {}
        }
    }
    symbols
}

/// The kinds of decision that players meet.
fn decisions(game: &GameDef) -> Vec<DecisionKind> {
    use poker_engine::game::{Face, Rolls, Step, UpCardRule};
    let mut kinds = Vec::new();
    for step in &game.steps {
        let kind = match step {
            Step::Bet(_) => Some(DecisionKind::Bet),
            Step::Draw { .. } => Some(DecisionKind::Draw),
            Step::Straddle { .. } => Some(DecisionKind::Straddle),
            Step::Discard { .. } => Some(DecisionKind::Discard),
            Step::Roll {
                which: Rolls::Chosen(_),
                ..
            } => Some(DecisionKind::Roll),
            Step::OptionalRoll => Some(DecisionKind::OptionalRoll),
            Step::Arrange => Some(DecisionKind::Arrange),
            Step::Declare { .. } => Some(DecisionKind::Declare),
            Step::Deal(faces) if faces.contains(&Face::Up) && !game.triggers.is_empty() => {
                let swaps = |rule: &UpCardRule| *rule == UpCardRule::Swap;
                let buys = |rule: &UpCardRule| matches!(rule, UpCardRule::BuyPot | UpCardRule::Buy(_));
                let rules = || game.triggers.iter().map(|trigger| trigger.rule);
                if rules().any(|rule| swaps(&rule)) && !kinds.contains(&DecisionKind::Swap) {
                    kinds.push(DecisionKind::Swap);
                }
                rules().any(|rule| buys(&rule)).then_some(DecisionKind::Buy)
            }
            Step::Ante(_)
            | Step::Post { .. }
            | Step::BringIn { .. }
            | Step::Deal(_)
            | Step::Board { .. }
            | Step::Turn(_)
            | Step::Communal
            | Step::Roll { .. }
            | Step::Show(_) => None,
        };
        if let Some(kind) = kind.filter(|kind| !kinds.contains(kind)) {
            kinds.push(kind);
        }
    }
    kinds
}

/// The structure of a name: `nl`, `pot`, `fixed` or `spread`.
pub fn limit_kind_in(name: &str) -> Option<limit::LimitKind> {
    use limit::LimitKind::{Fixed, NoLimit, Pot, Spread};
    [NoLimit, Pot, Fixed, Spread]
        .into_iter()
        .find(|kind| kind.code() == name)
}

/// How a seat takes part.
pub const fn status(status: SeatStatus) -> table::SeatStatus {
    match status {
        SeatStatus::Active => table::SeatStatus::Active,
        SeatStatus::Waiting => table::SeatStatus::Waiting,
        SeatStatus::SittingOut => table::SeatStatus::SittingOut,
        SeatStatus::Busted => table::SeatStatus::Busted,
        SeatStatus::Leaving => table::SeatStatus::Leaving,
    }
}

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
        E::CardsDrawn { seat, count } => PublicEvent::CardsDrawn {
            seat: seat.number(),
            count: *count,
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

/// The cards that were dealt for the first deal of a table.
pub fn dealer_drawn(rule: FirstDealer, drawn: &DealerDraw) -> PublicEvent {
    let dealt = |(seat, dealt): &(SeatIx, poker_engine::Card)| SeatCard {
        seat: seat.number(),
        card: card(*dealt),
    };
    PublicEvent::DealerDrawn {
        rule: match rule {
            FirstDealer::FirstJack => table::FirstDealer::FirstJack,
            FirstDealer::HighCard => table::FirstDealer::HighCard,
            FirstDealer::Random => table::FirstDealer::Random,
            FirstDealer::FirstSeat => table::FirstDealer::FirstSeat,
        },
        cards: drawn.cards.iter().map(dealt).collect(),
        dealer: drawn.dealer.number(),
    }
}

/// How the first dealer is found, as it was wished.
pub const fn first_dealer_in(rule: table::FirstDealer) -> FirstDealer {
    match rule {
        table::FirstDealer::FirstJack => FirstDealer::FirstJack,
        table::FirstDealer::HighCard => FirstDealer::HighCard,
        table::FirstDealer::Random => FirstDealer::Random,
        table::FirstDealer::FirstSeat => FirstDealer::FirstSeat,
    }
}

/// Who shows, as it was wished.
pub const fn show_rule_in(rule: table::ShowRule) -> setup::ShowRule {
    match rule {
        table::ShowRule::All => setup::ShowRule::All,
        table::ShowRule::MuckLosers => setup::ShowRule::MuckLosers,
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

/// A declaration on the wire.
pub const fn declaration(declared: poker_engine::Declaration) -> Declaration {
    match declared {
        poker_engine::Declaration::High => Declaration::High,
        poker_engine::Declaration::Low => Declaration::Low,
        poker_engine::Declaration::Both => Declaration::Both,
    }
}

const fn declaration_in(declared: Declaration) -> poker_engine::Declaration {
    match declared {
        Declaration::High => poker_engine::Declaration::High,
        Declaration::Low => poker_engine::Declaration::Low,
        Declaration::Both => poker_engine::Declaration::Both,
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

/// The cards of a seat as one viewer sees them.
pub fn viewed_cards(play: &PlayView) -> Vec<Option<Card>> {
    play.cards.iter().map(|view| view.known().map(card)).collect()
}

/// How many cards of a board lie face down.
pub fn hidden(board: &[CardView]) -> u8 {
    let hidden = board.iter().filter(|slot| **slot == CardView::Hidden);
    u8::try_from(hidden.count()).unwrap_or(u8::MAX)
}

/// Which cards of a seat lie face up, in the same order; empty if none does.
pub fn face_up(play: &PlayView) -> Vec<bool> {
    let up = |view: &CardView| matches!(view, CardView::Up(_));
    if play.cards.iter().any(up) {
        play.cards.iter().map(up).collect()
    } else {
        Vec::new()
    }
}

/// Which of `cards`, all of one seat, lie face up; empty if none does.
pub fn lies_up(play: &PlayView, cards: &[poker_engine::Card]) -> Vec<bool> {
    let up = |card: &poker_engine::Card| play.cards.contains(&CardView::Up(*card));
    if cards.iter().any(up) {
        cards.iter().map(up).collect()
    } else {
        Vec::new()
    }
}

/// Pots as they are sent, main pot first.
pub fn pots(pots: &[Pot]) -> Vec<PotState> {
    let pot = |pot: &Pot| PotState {
        amount: chips(pot.amount),
        seats: seats(pot.eligible),
    };
    pots.iter().map(pot).collect()
}

/// What a hand makes.
pub fn hand_name(described: &Described) -> HandName {
    HandName {
        category: described.category.code().to_owned(),
        ranks: described.ranks.iter().map(|rank| rank.symbol().to_string()).collect(),
        cards: cards(described.cards.iter().copied()),
        stands_for: if described.cards == described.stands_for {
            Vec::new()
        } else {
            cards(described.stands_for.iter().copied())
        },
    }
}

/// The kind of a decision.
pub const fn decision(kind: TurnKind) -> DecisionKind {
    match kind {
        TurnKind::Bet => DecisionKind::Bet,
        TurnKind::Draw => DecisionKind::Draw,
        TurnKind::Discard => DecisionKind::Discard,
        TurnKind::Straddle => DecisionKind::Straddle,
        TurnKind::Roll => DecisionKind::Roll,
        TurnKind::OptionalRoll => DecisionKind::OptionalRoll,
        TurnKind::Arrange => DecisionKind::Arrange,
        TurnKind::Buy => DecisionKind::Buy,
        TurnKind::Swap => DecisionKind::Swap,
        TurnKind::Declare => DecisionKind::Declare,
        TurnKind::Runs => DecisionKind::Runs,
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

/// What a seat may choose, as its view of the hand tells what it is about.
pub fn choices(choices: &[poker_engine::Choice], play: Option<&PlayView>) -> Vec<Choice> {
    let last_up = play.and_then(|play| match play.cards.last() {
        Some(CardView::Up(up)) => Some(card(*up)),
        _ => None,
    });
    choices.iter().map(|offered| choice(offered, last_up)).collect()
}

/// One thing that may be done; `up_card` is the card that it may be about.
fn choice(choice: &poker_engine::Choice, up_card: Option<Card>) -> Choice {
    use poker_engine::Choice as C;
    match choice {
        C::Fold => Choice::Fold {},
        C::Check => Choice::Check {},
        C::Call { amount } => Choice::Call { amount: chips(*amount) },
        C::Bet { min, max } => Choice::Bet {
            min: chips(*min),
            max: chips(*max),
        },
        C::Raise { min, max } => Choice::Raise {
            min: chips(*min),
            max: chips(*max),
        },
        C::Discard {
            min,
            max,
            cards: of,
            replaced,
            up,
        } => Choice::Discard {
            min: *min,
            max: *max,
            cards: cards(of.iter().copied()),
            replaced: *replaced,
            up: (*up != poker_engine::action::Pick::NONE).then(|| Pick {
                min: up.min,
                max: up.max,
                cards: cards(up.cards.iter().copied()),
            }),
        },
        C::Straddle { amount } => Choice::Straddle { amount: chips(*amount) },
        C::Decline => Choice::Decline {},
        C::Roll {
            min,
            max,
            cards: of,
            announce,
        } => Choice::Roll {
            min: *min,
            max: *max,
            cards: cards(of.iter().copied()),
            announce: announce.iter().copied().map(declaration).collect(),
        },
        C::Flip => Choice::Flip {},
        C::Keep => Choice::Keep {},
        C::Swap => Choice::Swap { card: up_card },
        C::Arrange { cards: of } => Choice::Arrange {
            cards: cards(of.iter().copied()),
        },
        C::Buy { price } => Choice::Buy {
            price: chips(*price),
            card: up_card,
        },
        C::Pass => Choice::Pass {},
        C::RunTwice => Choice::RunTwice {},
        C::RunOnce => Choice::RunOnce {},
        C::Declare { options } => Choice::Declare {
            options: options.iter().copied().map(declaration).collect(),
        },
    }
}

/// Why an action cannot be read as one of the engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum BadAction {
    /// A call at a price that is not today's.
    #[error("the price of a call is {price}, not {named}")]
    PriceChanged {
        /// The price that was named.
        named: poker_engine::Chips,
        /// The price.
        price: poker_engine::Chips,
    },
    /// A card that is named twice.
    #[error("a card is named twice")]
    CardTwice,
    /// More cards than anybody can hold.
    #[error("more cards are named than anybody holds")]
    TooManyCards,
    /// The pick of a game, which no hand asks for.
    #[error("no hand asks for a game")]
    NoneOfAHand,
}

/// A player's answer. `price` is what a call adds now.
pub fn action_in(action: &Action, price: poker_engine::Chips) -> Result<poker_engine::Action, BadAction> {
    use poker_engine::Action as A;
    Ok(match action {
        Action::Fold {} => A::Fold,
        Action::Check {} => A::Check,
        Action::Call { amount } => match amount.map(chips_in) {
            Some(named) if named != price => return Err(BadAction::PriceChanged { named, price }),
            _ => A::Call,
        },
        Action::Bet { to } => A::Bet(chips_in(*to)),
        Action::Raise { to } => A::Raise(chips_in(*to)),
        Action::Discard { cards } => A::Discard(card_set_in(cards).ok_or(BadAction::CardTwice)?),
        Action::Straddle {} => A::Straddle,
        Action::Decline {} => A::Decline,
        Action::Roll { cards, announce } => A::Roll {
            cards: card_set_in(cards).ok_or(BadAction::CardTwice)?,
            announce: announce.map(declaration_in),
        },
        Action::Flip {} => A::Flip,
        Action::Keep {} => A::Keep,
        Action::Swap {} => A::Swap,
        Action::Arrange { cards } if cards.len() > poker_engine::list::Cards::ROOM => {
            return Err(BadAction::TooManyCards);
        }
        Action::Arrange { cards } => A::Arrange(cards.iter().copied().map(card_in).collect()),
        Action::Buy {} => A::Buy,
        Action::Pass {} => A::Pass,
        Action::Declare { sides } => A::Declare(declaration_in(*sides)),
        Action::RunTwice {} => A::RunTwice,
        Action::RunOnce {} => A::RunOnce,
        Action::PickGame { .. } => return Err(BadAction::NoneOfAHand),
    })
}

/// The refusal of an action that cannot be read.
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

/// The refusal of a dealer's pick.
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

/// The code of a refusal by the rules of the hand.
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
        RuleError::BadOrder => ErrorCode::RuleBadOrder,
    }
}

/// A refusal by the rules of the hand.
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

/// The code of a refusal by the table.
pub const fn table_rule_code(error: &TableRuleError) -> ErrorCode {
    match error {
        TableRuleError::NoSuchSeat { .. } => ErrorCode::TableNoSuchSeat,
        TableRuleError::SeatTaken { .. } | TableRuleError::SeatReserved { .. } => ErrorCode::TableSeatTaken,
        TableRuleError::TableFull => ErrorCode::TableFull,
        TableRuleError::AlreadySeated { .. } => ErrorCode::TableAlreadySeated,
        TableRuleError::NotSeated => ErrorCode::TableNotSeated,
        TableRuleError::AmountOutOfRange { .. }
        | TableRuleError::NotAMultiple { .. }
        | TableRuleError::TooManyChips
        | TableRuleError::NoChips => ErrorCode::TableBuyIn,
        TableRuleError::NoChange => ErrorCode::TableNoChange,
        TableRuleError::AlreadyWaiting
        | TableRuleError::NotWaiting
        | TableRuleError::NoOffer
        | TableRuleError::WaitListFull { .. } => ErrorCode::TableWaitList,
        // These concern the server's own commands; a client cannot cause them.
        TableRuleError::HandRunning
        | TableRuleError::NoHand
        | TableRuleError::NotEnoughPlayers { .. }
        | TableRuleError::TooManyPlayers { .. }
        | TableRuleError::BadDraw { .. }
        | TableRuleError::WrongSeats
        | TableRuleError::NotConserved { .. }
        | TableRuleError::GameDoesNotFit { .. } => ErrorCode::ServerInternal,
    }
}

/// A refusal by the table.
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
        TableRuleError::NotAMultiple { amount, unit } => message.with("amount", amount.get()).with("unit", unit.get()),
        TableRuleError::WaitListFull { max } => message.with("max", max),
        TableRuleError::TableFull
        | TableRuleError::NotSeated
        | TableRuleError::TooManyChips
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
        | TableRuleError::WrongSeats
        | TableRuleError::NotConserved { .. }
        | TableRuleError::GameDoesNotFit { .. } => message,
    }
}
