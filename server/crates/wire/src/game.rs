//! Games as listed to clients.

use super::chips;
use poker_engine::eval::Selection;
use poker_engine::game::Structure;
use poker_engine::{GameDef, limit};
use poker_protocol::v1::LocalName;
use poker_protocol::v1::choice::DecisionKind;
use poker_protocol::v1::mix::StakesAtHand;
use poker_protocol::v1::table::GameInfo;

/// The entry of a game in the list of games.
pub fn game_info(game: &GameDef) -> GameInfo {
    let showdown = game.showdown();
    let structure = game.structure(&poker_engine::game::Stakes::default());
    let structure = structure.expect("a checked game can be played for its default stakes");
    let StakesAtHand {
        small_blind,
        big_blind,
        ante,
        bets,
    } = stakes(&structure);
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
        bomb_pots: game.takes_bomb_pots(),
        double_board_seats: game.double_board_seats(),
        seven_deuce: game.takes_seven_deuce(),
        straddles: game.takes_straddles(),
        high: showdown.high.is_some(),
        low: showdown.low.is_some(),
        high_ranking: showdown.high.map(|ranking| ranking.code().to_owned()),
        low_ranking: showdown.low.map(|ranking| ranking.code().to_owned()),
        own_cards: match showdown.selection {
            Selection::Best | Selection::MaxTwo | Selection::Own => None,
            Selection::TwoPlusThree => Some(2),
            Selection::FourPlusOne => Some(4),
        },
        small_blind,
        big_blind,
        ante,
        bets,
        definition: None,
    }
}

/// Current stakes of a table, as clients see them.
pub fn stakes(structure: &Structure) -> StakesAtHand {
    StakesAtHand {
        small_blind: chips(structure.small_blind()),
        big_blind: chips(structure.big_blind()),
        ante: chips(structure.ante()),
        bets: structure.tiers.iter().map(|limit| chips(limit.min_bet())).collect(),
    }
}

/// Converts a name in both languages.
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

/// Kinds of decision that the game can put to its players.
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

/// Parses the name of a betting structure: `nl`, `pot`, `fixed` or `spread`.
pub fn limit_kind_in(name: &str) -> Option<limit::LimitKind> {
    use limit::LimitKind::{Fixed, NoLimit, Pot, Spread};
    [NoLimit, Pot, Fixed, Spread]
        .into_iter()
        .find(|kind| kind.code() == name)
}
