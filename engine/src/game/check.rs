//! What must hold of a definition beyond its grammar.

use super::{BetStep, Face, First, GameDef, Openers, PostSeat, Step};
use crate::eval::{Chance, OptionError, Ranking, Selection};
use crate::list::Cards;
use crate::seat::MAX_SEATS;
use crate::setup::PostKind;

/// The key at fault and what is wrong.
type Fault = (&'static str, String);

fn fault(key: &'static str, message: impl Into<String>) -> Result<(), Fault> {
    Err((key, message.into()))
}

pub(super) fn check(game: &GameDef) -> Result<(), Fault> {
    header(game)?;
    steps(game)?;
    cards(game)?;
    ranking(game)
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
        if tiers.iter().any(|limit| Some(limit.kind()) != kind) {
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

fn steps(game: &GameDef) -> Result<(), Fault> {
    let script = |message: String| fault("script", message);
    let Some((Step::Show(_), before)) = game.steps.split_last() else {
        return script("a script ends with `show`".to_owned());
    };
    if before.iter().any(|step| matches!(step, Step::Show(_))) {
        return script("`show` ends the hand, so it comes once and last".to_owned());
    }
    let bets: Vec<&BetStep> = game
        .steps
        .iter()
        .filter_map(|step| if let Step::Bet(bet) = step { Some(bet) } else { None })
        .collect();
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
            "there is one `post(left,...)` and one `post(left2,...)` at most, and not the second alone".to_owned(),
        );
    }
    if bets.iter().any(|bet| bet.first == First::AfterBlinds) && big == 0 {
        return script("`first=left3` speaks after the big blind, but nobody posts one".to_owned());
    }
    let mut dealt = false;
    let mut staked = false;
    for step in &game.steps {
        match step {
            Step::Ante(_) | Step::Post { .. } if dealt || staked => {
                return script("antes and posts come before everything else".to_owned());
            }
            Step::Deal(_) => dealt = true,
            Step::Bet(bet) => {
                staked = true;
                if !dealt {
                    return script("nobody can bet before a card is dealt".to_owned());
                }
                let enough = matches!(bet.open, None | Some(Openers::Pair(_)));
                debug_assert!(enough, "every kind of openers is known here");
            }
            Step::Board(_) | Step::Draw { .. } | Step::Discard(_) if !dealt => {
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
    Ok(())
}

fn cards(game: &GameDef) -> Result<(), Fault> {
    let deck = game.cards().len();
    let players = usize::from(game.seats.1);
    let needed = players * game.cards_each() + game.board_cards();
    if needed > deck {
        let message = format!("{players} players and the board need {needed} cards, the deck has {deck}");
        return fault("seats", message);
    }
    if game.cards_each() > Cards::ROOM || game.board_cards() > Cards::ROOM {
        let message = format!("no player and no board has more than {} cards", Cards::ROOM);
        return fault("script", message);
    }
    let mut held = 0_usize;
    for step in &game.steps {
        match step {
            Step::Deal(faces) => held += faces.len(),
            Step::Draw { max } if usize::from(*max) > held => {
                return fault(
                    "script",
                    format!("a draw of up to {max} asks for more cards than the {held} that are held"),
                );
            }
            Step::Discard(count) if usize::from(*count) >= held => {
                return fault("script", format!("{count} of {held} cards cannot be thrown for good"));
            }
            Step::Discard(count) => held -= usize::from(*count),
            _ => {}
        }
    }
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

/// Wild cards and special hands.
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
