//! Requirements on a definition beyond its grammar.

use super::{
    AllCheck, BetStep, Both, Burn, Face, First, GameDef, PostSeat, Rolls, Showdown, Speak, Stakes, StakesError, Step,
    UpCardRule,
};
use crate::action::{Declaration, Declarations};
use crate::eval::{Chance, OptionError, Ranking, Selection};
use crate::limit::Limit;
use crate::list::Cards;
use crate::post::PostKind;
use crate::seat::MAX_SEATS;

/// Key at fault, and the reason.
pub(super) type Fault = (&'static str, String);

fn fault(key: &'static str, message: impl Into<String>) -> Result<(), Fault> {
    Err((key, message.into()))
}

pub(super) fn check(game: &GameDef) -> Result<(), Fault> {
    header(game)?;
    steps(game)?;
    up_cards(game)?;
    cards(game)?;
    ranking(game)?;
    stakes(game)
}

/// Checks the same, and that the game is cheap enough to share a server with other tables.
pub(super) fn priced(game: &GameDef) -> Result<(), Fault> {
    check(game)?;
    game.price().check().map_err(|error| ("script", error.to_string()))
}

/// Stack depth, in big blinds or their equivalent, that the default amounts must leave room for: ten times the largest default buy-in of a
/// table.
const DEEPEST: u64 = 1000;

/// Checks that the default amounts, even doubled, are playable.
fn stakes(game: &GameDef) -> Result<(), Fault> {
    let kinds = game.limit_kinds().map(Some);
    // Games without betting still have antes and posts.
    let none = game.limits.is_empty().then_some(None);
    for limit in kinds.chain(none) {
        let stakes = Stakes {
            limit,
            ..Stakes::default()
        };
        let counted = game.structure(&stakes).and_then(|structure| {
            let stack = structure
                .reference_bet()
                .checked_mul(DEEPEST)
                .ok_or(StakesError::Ceiling)?;
            structure.check_ceiling(game.seats.1, stack, 2)
        });
        if let Err(error) = counted {
            return fault(if limit.is_some() { "limits" } else { "script" }, error.to_string());
        }
    }
    Ok(())
}

fn header(game: &GameDef) -> Result<(), Fault> {
    let plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
    if game.id.len() > 40 || !game.id.chars().all(plain) || game.id.starts_with('-') || game.id.ends_with('-') {
        return fault("id", "an id is made of a-z, 0-9 and inner hyphens, at most 40");
    }
    let (min, max) = game.seats;
    if min < 2 || max > MAX_SEATS || min > max {
        return fault(
            "seats",
            format!("`seats` must lie within 2 and {MAX_SEATS}, the least first"),
        );
    }
    for tiers in &game.limits {
        let kind = tiers.first().map(|limit| limit.kind());
        if tiers.iter().any(|limit| Some(limit.kind()) != kind) || matches!(tiers.first(), Some(Limit::Bloc(_))) {
            return fault("limits", "all tiers of a betting structure are of one kind");
        }
    }
    let mut kinds: Vec<_> = game.limit_kinds().collect();
    let before = kinds.len();
    kinds.dedup();
    if kinds.len() != before {
        return fault("limits", "a betting structure is listed twice");
    }
    Ok(())
}

/// The betting round that a step is.
fn betting(step: &Step) -> Option<&BetStep> {
    if let Step::Bet(bet) = step { Some(bet) } else { None }
}

fn steps(game: &GameDef) -> Result<(), Fault> {
    let script = |message: String| fault("script", message);
    let Some(Step::Show(_)) = game.steps.last() else {
        return script("a script ends with `show`".to_owned());
    };
    let jumped_to = |index: usize| {
        let jumps = |step: &Step| matches!(step, Step::Bet(bet) if bet.all_check == AllCheck::Jump(u8::try_from(index).unwrap_or(u8::MAX)));
        game.steps[..index].iter().any(jumps)
    };
    let ends = game
        .steps
        .iter()
        .enumerate()
        .filter(|(_, step)| matches!(step, Step::Show(_)));
    if ends
        .map(|(at, _)| at + 1)
        .any(|next| next < game.steps.len() && !jumped_to(next))
    {
        return script("`show` ends the hand: only a label that is jumped to may follow".to_owned());
    }
    let bets: Vec<&BetStep> = game.steps.iter().filter_map(betting).collect();
    if bets.is_empty() != game.limits.is_empty() {
        return fault(
            "limits",
            "a game with betting rounds has `limits`, and only such a game",
        );
    }
    let posts = |kind: PostKind| {
        game.steps
            .iter()
            .filter(|step| matches!(step, Step::Post { kind: k, .. } if *k == kind))
            .count()
    };
    let (small, big) = (posts(PostKind::SmallBlind), posts(PostKind::BigBlind));
    if small > 1 || big > 1 || (big == 1 && small == 0) {
        return script(
            "at most one `post(left,...)` and one `post(left2,...)`, the second only with the first".to_owned(),
        );
    }
    if bets.iter().any(|bet| bet.first == First::AfterBlinds) && big == 0 {
        return script("`first=left3` speaks after the big blind, but no seat posts one".to_owned());
    }
    if game.forced_opening && bets.first().is_some_and(|bet| bet.check) {
        return fault(
            "first_bet",
            "a player who must bet cannot check: the first betting round needs `check=no`",
        );
    }
    let mut dealt = false;
    let mut staked = false;
    for step in &game.steps {
        match step {
            Step::Ante(_) | Step::Post { .. } if dealt || staked => {
                return script("antes and posts come before everything else".to_owned());
            }
            Step::Straddle { .. } if dealt || staked || big == 0 => {
                return script("a straddle doubles the big blind, before the deal".to_owned());
            }
            Step::Deal(_) => dealt = true,
            Step::Bet(bet) => {
                staked = true;
                if !dealt {
                    return script("no player can bet before a card is dealt".to_owned());
                }
                if bet.open.is_some() && bet.first == First::Opener {
                    return script("the opener speaks first where the betting has been opened already".to_owned());
                }
            }
            Step::Board { .. }
            | Step::Communal
            | Step::Draw { .. }
            | Step::Discard { .. }
            | Step::Roll { .. }
            | Step::OptionalRoll
            | Step::Arrange
            | Step::Declare { .. }
                if !dealt =>
            {
                return script("cards come to the players first".to_owned());
            }
            _ => {}
        }
    }
    let dead_button = |step: &Step| {
        matches!(
            step,
            Step::Post {
                at: PostSeat::Dealer,
                kind: PostKind::ButtonBlind,
                ..
            }
        )
    };
    if small + big > 0 && game.steps.iter().any(dead_button) {
        return script("a blind of the button and other blinds exclude each other".to_owned());
    }
    declarations(game, game.showdown())
}

/// Checks that declarations, bring-in and blinds are consistent.
fn declarations(game: &GameDef, show: Showdown) -> Result<(), Fault> {
    let script = |message: &str| fault("script", message);
    let declared = game.steps.iter().filter_map(|step| match step {
        Step::Declare { choices, .. } => Some(*choices),
        _ => None,
    });
    let declared: Vec<Declarations> = declared.collect();
    if declared.len() > 1 {
        return script("players declare once");
    }
    if declared.is_empty() == (show.speak == Speak::Declared) {
        return script("`declare` and `speak=declare` belong together");
    }
    if !declared.is_empty() && (show.high.is_none() || show.low.is_none()) {
        return script("only the sides of a high-low showdown can be declared");
    }
    if game.both == Both::Strict && !declared.iter().any(|choices| choices.contains(&Declaration::Both)) {
        return fault("both", "no player declares both sides in this game");
    }
    let brings_in = |step: &&Step| matches!(step, Step::BringIn { .. });
    let after = |step: &&Step| matches!(step, Step::Bet(bet) if bet.first == First::BringIn);
    let follows = |pair: &[Step]| brings_in(&&pair[0]) && after(&&pair[1]);
    let (forced, rounds) = (
        game.steps.iter().filter(brings_in).count(),
        game.steps.iter().filter(after).count(),
    );
    if forced != rounds || forced > 1 || (forced == 1 && !game.steps.windows(2).any(follows)) {
        return script("`bringin` comes once, right before the betting round with `first=bringin`");
    }
    if forced == 1 && game.steps.iter().any(|step| matches!(step, Step::Post { .. })) {
        return script("a game has blinds or a bring-in");
    }
    Ok(())
}

/// Checks that up cards can do what the definition says.
fn up_cards(game: &GameDef) -> Result<(), Fault> {
    let costs_the_pot = game.triggers.iter().any(|trigger| trigger.rule == UpCardRule::BuyPot);
    let dead = |step: &Step| {
        let kind = PostKind::DeadAnte;
        matches!(step, Step::Ante(_)) || matches!(step, Step::Post { kind: k, .. } if *k == kind)
    };
    if costs_the_pot && !game.steps.iter().any(dead) {
        return fault(
            "triggers",
            "`buy:pot` needs an ante: blinds are not in the pot before the first betting round is over",
        );
    }
    Ok(())
}

fn cards(game: &GameDef) -> Result<(), Fault> {
    let deck = game.cards().len();
    let players = usize::from(game.seats.1);
    let script = |message: String| fault("script", message);
    let needed = players * game.cards_each() + game.board_cards();
    // In games with up cards, a street for which the deck is too short becomes one card shared by all.
    let extras = usize::from(game.triggers.iter().any(|trigger| trigger.rule == UpCardRule::Extra)) * 4;
    let streets = usize::from(game.has_up_cards()) * (game.cards_each() + extras);
    let short = needed > deck;
    if short && (streets == 0 || players + game.board_cards() > deck) {
        let message = format!("{players} players and the board need {needed} cards, the deck has {deck}");
        return fault("seats", message);
    }
    if game.cards_each() + extras > Cards::ROOM || game.board_cards() + streets > Cards::ROOM {
        return script(format!("no player and no board has more than {} cards", Cards::ROOM));
    }
    let draws = game
        .steps
        .iter()
        .filter(|step| matches!(step, Step::Draw { .. }))
        .count();
    if game.burn == Burn::Draw && draws * players > Cards::ROOM {
        let burned = draws * players;
        let message = format!(
            "{players} players burn up to {burned} cards, and no more than {} are kept",
            Cards::ROOM
        );
        return fault("burn", message);
    }
    let held = held_at_the_end(game)?;
    let show = game.showdown();
    let board = game.board_cards();
    let (of_own, of_board) = match show.selection {
        Selection::Best | Selection::Own | Selection::MaxTwo => (0, 0),
        Selection::TwoPlusThree => (2, 3),
        Selection::FourPlusOne => (4, 1),
    };
    if board < of_board {
        return fault(
            "script",
            format!("a hand takes {of_board} cards of a board that has {board}"),
        );
    }
    if held < of_own {
        return fault("script", format!("a hand takes {of_own} cards of {held} that are held"));
    }
    let usable = match show.selection {
        Selection::Best => held + board,
        Selection::Own => held,
        Selection::MaxTwo => held.min(2) + board,
        Selection::TwoPlusThree | Selection::FourPlusOne => 5,
    };
    let wanted = [show.high, show.low]
        .into_iter()
        .flatten()
        .map(Ranking::hand_size)
        .max();
    let wanted = wanted.unwrap_or_default();
    if usable < wanted {
        return fault(
            "script",
            format!("a showdown ranks {wanted} cards, and there are {usable}"),
        );
    }
    Ok(())
}

/// Returns the number of cards a player holds at the end, and checks that each step finds the cards it needs.
fn held_at_the_end(game: &GameDef) -> Result<usize, Fault> {
    let script = |message: String| Err(("script", message));
    let (mut down, mut up, mut board_down) = (0_usize, 0_usize, 0_usize);
    for step in &game.steps {
        match step {
            Step::Deal(faces) => {
                let dealt_up = faces.iter().filter(|face| **face == Face::Up).count();
                up += dealt_up;
                down += faces.len() - dealt_up;
            }
            Step::Draw { max, .. } if usize::from(*max) > down + up => {
                let held = down + up;
                return script(format!(
                    "a draw of up to {max} asks for more cards than the {held} that are held"
                ));
            }
            Step::Discard { down: d, up: u } => {
                let (d, u) = (usize::from(*d), usize::from(*u));
                if d > down || u > up || d + u >= down + up {
                    return script(format!(
                        "{d} of {down} down-cards and {u} of {up} up-cards cannot be discarded for good"
                    ));
                }
                (down, up) = (down - d, up - u);
            }
            Step::Roll { which, .. } => {
                let rolled = match which {
                    Rolls::Chosen(count) => usize::from(*count),
                    Rolls::Near => 1,
                    Rolls::All => down.max(1),
                };
                if rolled > down {
                    return script(format!("{rolled} of {down} down-cards cannot be turned up"));
                }
                (down, up) = (down - rolled, up + rolled);
            }
            Step::OptionalRoll if down == 0 => {
                return script("`optflip` turns a down-card up, and no player has one".to_owned());
            }
            Step::OptionalRoll => up += 1,
            Step::Arrange if down < 2 => {
                return script("`arrange` orders down-cards, and there are fewer than two".to_owned());
            }
            Step::BringIn { .. } if up == 0 => {
                return script("`bringin` looks at up-cards, and no player has one".to_owned());
            }
            Step::Bet(BetStep {
                first: First::HighUp | First::LowUp,
                ..
            }) if up == 0 => {
                return script("the first to act is chosen by up cards, but no player has one".to_owned());
            }
            Step::Board {
                count,
                face: Face::Down,
            } => board_down += usize::from(*count),
            Step::Turn(count) => {
                let count = usize::from(*count);
                if count > board_down {
                    return script(format!("{count} of {board_down} board cards cannot be turned up"));
                }
                board_down -= count;
            }
            _ => {}
        }
    }
    if board_down > 0 {
        return script(format!("{board_down} board cards are never turned up"));
    }
    Ok(down + up)
}

/// Checks the wild cards and special hands.
fn ranking(game: &GameDef) -> Result<(), Fault> {
    if let Err(OptionError::Together { key, message }) = game.rules.check() {
        return fault(key, message);
    }
    let board = game.board_cards();
    for chance in &game.rules.wild.chances {
        let needed = match chance {
            Chance::BoardCard(place) => usize::from(*place),
            Chance::BoardLow | Chance::Indicator => 1,
            Chance::OwnLow | Chance::FirstDown | Chance::StillDown => 0,
        };
        if board < needed {
            return fault(
                "wild",
                format!("the board card {needed} decides what is wild, and the board has {board}"),
            );
        }
        let dealt_down = |step: &Step| matches!(step, Step::Deal(faces) if faces.contains(&Face::Down));
        if matches!(chance, Chance::FirstDown | Chance::StillDown) && !game.steps.iter().any(dealt_down) {
            return fault(
                "wild",
                "a card that is dealt face down decides what is wild, and none is",
            );
        }
    }
    Ok(())
}
