//! The initial state of a file's hand: its game, limits and forced payments.

use std::sync::Arc;

use super::PhhHand;
use super::line::{self, PhhAction};
use crate::game::{GameDef, Step, catalogue};
use crate::limit::{Limit, LimitKind};
use crate::seat::MAX_SEATS;
use crate::setup::{Post, PostKind, SeatSetup, Setup, TableRules};
use crate::{Chips, SeatIx, SeatSet};

/// Stack assumed for a player whose stack the file does not know: more than any bet, and far from the bounds.
pub(super) const UNKNOWN_STACK: Chips = Chips::new(1 << 48);

/// Returns the game of a file and the setup of its hand.
pub(super) fn start(file: &PhhHand, lines: &[Result<PhhAction, String>]) -> Result<(Arc<GameDef>, Setup), String> {
    let count = file.stacks.len();
    let game = game_of(file)?;
    let tiers = tiers(file, &game)?;
    let mut rules = TableRules {
        open_fold: true,
        conceding: mucked(lines),
        ..file.rules
    };
    for line in lines.iter().flatten() {
        match line {
            PhhAction::RunTwice => rules.run_twice = true,
            PhhAction::Openers { player, cards } if cards.is_empty() => rules.false_openers.insert(seat(*player)),
            _ => {}
        }
    }
    let (posts, big_blind) = match &file.posts {
        Some(texts) => own_posts(texts, count)?,
        None => posts(file),
    };
    // With every hand dead the big blind wins, even if another player has raised blind after it. Rule: tournament D-04.
    let of_blind = posts.iter().find(|post| post.kind == PostKind::BigBlind);
    let big_blind = match of_blind {
        Some(post) if file.dead.len() == count => Some(post.seat),
        _ => big_blind,
    };
    let players = file.stacks.iter().enumerate().map(|(player, stack)| SeatSetup {
        seat: seat(player),
        stack: stack.unwrap_or(UNKNOWN_STACK).saturating_sub(behind(file, player)),
        dead: file.dead.contains(&player),
    });
    if file.dead_button && count >= usize::from(MAX_SEATS) {
        return Err("at a full table the button is not on an empty seat".to_owned());
    }
    let empty = usize::from(file.dead_button);
    let setup = Setup {
        seat_count: u8::try_from(count + empty).map_err(|_| "too many players")?,
        players: players.collect(),
        button: seat(count - 1 + empty),
        small_blind: None,
        big_blind,
        posts,
        bring_in: file.bring_in,
        tiers,
        carried: file.carried.unwrap_or_default(),
        openers: file.openers.as_deref().map(str::parse).transpose()?,
        rules,
    };
    Ok((game, setup))
}

/// Returns the chips that a player cannot lose.
pub(super) fn behind(file: &PhhHand, player: usize) -> Chips {
    file.behind.get(player).copied().unwrap_or_default()
}

/// Returns the seats whose hands are mucked, and not shown later.
pub(super) fn mucked(lines: &[Result<PhhAction, String>]) -> SeatSet {
    let mut mucked = SeatSet::EMPTY;
    for line in lines.iter().flatten() {
        match line {
            PhhAction::Muck { player } => mucked.insert(seat(*player)),
            PhhAction::Show { player, .. } | PhhAction::ShowAsDealt { player } => mucked.remove(seat(*player)),
            _ => {}
        }
    }
    mucked
}

pub(super) fn seat(player: usize) -> SeatIx {
    SeatIx::new(u8::try_from(player).expect("a hand has at most ten players"))
}

fn game_of(file: &PhhHand) -> Result<Arc<GameDef>, String> {
    let code = file.variant.as_str();
    if let Some(definition) = &file.definition {
        let game = GameDef::parse(definition).map_err(|error| format!("`_definition`: {error}"))?;
        return Ok(Arc::new(game));
    }
    let own = code.strip_prefix("X:").and_then(catalogue::find);
    if let Some(game) = own.or_else(|| catalogue::find_phh(code)) {
        return Ok(Arc::clone(game));
    }
    Err(format!("there is no variant `{code}`"))
}

fn tiers(file: &PhhHand, game: &GameDef) -> Result<Vec<Limit>, String> {
    let missing = |field: &str| format!("`{field}` is missing, which the variant `{}` needs", file.variant);
    if file.variant.starts_with("X:") {
        let limits = file.limits.as_deref().ok_or_else(|| missing("_limits"))?;
        if limits.is_empty() {
            return Ok(Vec::new());
        }
        let tiers = limits
            .split(" / ")
            .map(|tier| tier.parse::<Limit>().map_err(|error| error.to_string()));
        return tiers.collect();
    }
    let bet = |amount: Option<Chips>, field: &str| amount.ok_or_else(|| missing(field));
    if file.blinds.is_empty() && game.steps.iter().any(|step| matches!(step, Step::Post { .. })) {
        return Err(missing("blinds_or_straddles"));
    }
    match game.limit_kinds().next() {
        Some(LimitKind::Fixed) => Ok(vec![
            Limit::Fixed(bet(file.small_bet, "small_bet")?),
            Limit::Fixed(bet(file.big_bet, "big_bet")?),
        ]),
        Some(LimitKind::Pot) => Ok(vec![Limit::Pot(bet(file.min_bet, "min_bet")?)]),
        _ => Ok(vec![Limit::NoLimit(bet(file.min_bet, "min_bet")?)]),
    }
}

/// Reads the forced payments from our own field, and finds the seat after which the first round begins.
fn own_posts(texts: &[String], count: usize) -> Result<(Vec<Post>, Option<SeatIx>), String> {
    let post = |text: &String| {
        let words: Vec<&str> = text.split_whitespace().collect();
        let [who, kind, amount] = words[..] else { return None };
        Some(Post {
            seat: seat(line::player(who, count).ok()?),
            amount: amount.parse().ok().and_then(Chips::try_new)?,
            kind: PostKind::from_code(kind)?,
        })
    };
    let read = |text: &String| post(text).ok_or_else(|| format!("`{text}` is not a post"));
    let posts: Vec<Post> = texts.iter().map(read).collect::<Result<_, _>>()?;
    let blinds = posts.iter().filter(|post| post.kind.opens());
    let last = blinds.max_by_key(|post| post.amount).map(|post| post.seat);
    Ok((posts, last))
}

/// Returns the posts, and the seat after which the first round begins. Heads-up the lists are read in reverse: the
/// first entry is the amount of the big blind's player, but stands for the small blind.
fn posts(file: &PhhHand) -> (Vec<Post>, Option<SeatIx>) {
    let count = file.stacks.len();
    let index = |player: usize| if count == 2 { 1 - player } else { player };
    let blind = |player: usize| file.blinds.get(index(player)).copied().unwrap_or_default();
    let ante = |player: usize| file.antes[index(player)];
    let last = (0..count).filter(|player| !blind(*player).1 && !blind(*player).0.is_zero());
    let last = last.max_by_key(|player| (blind(*player).0, *player));
    let antes = (0..count).filter(|player| !ante(*player).is_zero()).map(|player| Post {
        seat: seat(player),
        amount: ante(player),
        kind: if file.ante_trimming {
            PostKind::Ante
        } else {
            PostKind::DeadAnte
        },
    });
    let blinds = (0..count).filter(|player| !blind(*player).0.is_zero()).map(|player| {
        let (amount, newcomer) = blind(player);
        Post {
            seat: seat(player),
            amount,
            kind: match index(player) {
                _ if newcomer => PostKind::EntryBlind,
                0 => PostKind::SmallBlind,
                1 => PostKind::BigBlind,
                _ => PostKind::Straddle,
            },
        }
    });
    let antes: Vec<Post> = antes.collect();
    // The big blind posts its own blind before the ante that it posts for all (rule: tournament 4.2).
    let single = antes.len() == 1 && count > 2 && last.is_some_and(|player| antes[0].seat == seat(player));
    let (first, second): (Vec<Post>, Vec<Post>) = if single {
        (blinds.collect(), antes)
    } else {
        (antes, blinds.collect())
    };
    let posts = first.into_iter().chain(second).collect();
    (posts, last.map(seat))
}
