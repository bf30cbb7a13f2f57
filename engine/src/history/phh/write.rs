//! Writing of a played hand as the text of a file.

use std::fmt::Write as _;

use super::actions::actions;
use super::read::{PhhHand, read};
use super::record::{Record, number};
use super::replay::replay;
use super::rules;
use crate::event::PublicEvent;
use crate::game::Step;
use crate::limit::Limit;
use crate::setup::{PostKind, TableRules};
use crate::{Chips, SeatIx};

/// Writes one hand. Games without a code in the format get one of our own, `X:` and the game's identifier, and so do
/// hands that the format's own fields and lines cannot express.
pub fn write(record: &Record<'_>) -> String {
    let code = record.game.phh.as_deref();
    let known = code.map(|code| written(record, Some(code)));
    let mut text = match known.filter(|text| is_told_by_the_format_alone(text, record)) {
        Some(text) => text,
        None => written(record, None),
    };
    for field in &record.fields {
        let _ = writeln!(text, "{field}");
    }
    text
}

/// Checks that a program without our fields and lines arrives at the same stacks.
fn is_told_by_the_format_alone(text: &str, record: &Record<'_>) -> bool {
    let hands = read(text).unwrap_or_default();
    let hand = hands.into_iter().next().and_then(Result::ok);
    let Some(replay) = hand.and_then(PhhHand::by_the_format_alone).map(|hand| replay(&hand)) else {
        return false;
    };
    let Some(stacks) = finished(record) else {
        return replay.error.is_none();
    };
    let order = record.order();
    let stacks = stacks_of(stacks, &order).map(Some).collect::<Vec<_>>();
    replay.complete && replay.stacks.is_some_and(|told| told == stacks)
}

/// Returns the stacks in the order of the file.
fn stacks_of(stacks: &[(SeatIx, Chips)], order: &[SeatIx]) -> impl Iterator<Item = Chips> {
    let stack = |seat: &SeatIx| stacks.iter().find(|(other, _)| other == seat);
    order
        .iter()
        .map(move |seat| stack(seat).map_or(Chips::ZERO, |(_, stack)| *stack))
}

/// Returns the final stacks, if the record reaches the end.
fn finished<'a>(record: &Record<'a>) -> Option<&'a [(SeatIx, Chips)]> {
    record.events.iter().rev().find_map(|event| match event {
        PublicEvent::HandCompleted { stacks } => Some(stacks.as_slice()),
        _ => None,
    })
}

/// Writes the hand under the format's code of its game, or under one of our own.
fn written(record: &Record<'_>, code: Option<&str>) -> String {
    let order = record.order();
    let mut text = String::new();
    header(&mut text, record, &order, code);
    text.push_str("actions = [\n");
    for action in actions(record, &order, code.is_some()) {
        let _ = writeln!(text, "  \"{action}\",");
    }
    text.push_str("]\n");
    if let Some(stacks) = finished(record) {
        let _ = writeln!(text, "finishing_stacks = {}", list(stacks_of(stacks, &order)));
    }
    text
}

fn list(values: impl Iterator<Item = impl std::fmt::Display>) -> String {
    let values: Vec<String> = values.map(|value| value.to_string()).collect();
    format!("[{}]", values.join(", "))
}

fn header(text: &mut String, record: &Record<'_>, order: &[SeatIx], code: Option<&str>) {
    let (game, setup) = (record.game, record.setup);
    let variant = code.map_or_else(|| format!("X:{}", game.id), str::to_owned);
    let posted = |seat: SeatIx, wanted: fn(PostKind) -> bool| -> Chips {
        setup
            .posts
            .iter()
            .filter(|post| post.seat == seat && wanted(post.kind))
            .map(|post| post.amount)
            .sum()
    };
    // Heads-up the lists are written in reverse.
    let as_listed: Vec<SeatIx> = if order.len() == 2 {
        order.iter().rev().copied().collect()
    } else {
        order.to_vec()
    };
    let antes = as_listed.iter().map(|seat| posted(*seat, |kind| !kind.is_live()));
    let blinds = as_listed.iter().map(|seat| {
        let entry = posted(*seat, |kind| kind == PostKind::EntryBlind);
        let blind = posted(*seat, |kind| kind.is_live() && kind != PostKind::EntryBlind);
        if entry.is_zero() {
            blind.to_string()
        } else {
            format!("-{entry}")
        }
    });
    let stacks = order.iter().map(|seat| {
        let player = setup.players.iter().find(|player| player.seat == *seat);
        player.map_or(Chips::ZERO, |player| player.stack)
    });
    let _ = writeln!(text, "variant = \"{variant}\"");
    if setup.posts.iter().any(|post| post.kind == PostKind::Ante) {
        let _ = writeln!(text, "ante_trimming_status = true");
    }
    let _ = writeln!(text, "antes = {}", list(antes));
    let posts_blinds = game.steps.iter().any(|step| matches!(step, Step::Post { .. }));
    if posts_blinds || code.is_none() {
        let _ = writeln!(text, "blinds_or_straddles = {}", list(blinds));
    }
    if let Some(bring_in) = setup.bring_in {
        let _ = writeln!(text, "bring_in = {bring_in}");
    }
    match setup.tiers[..] {
        [Limit::Fixed(small), Limit::Fixed(big), ..] => {
            let _ = writeln!(text, "small_bet = {small}\nbig_bet = {big}");
        }
        [limit, ..] => {
            let _ = writeln!(text, "min_bet = {}", limit.min_bet());
        }
        [] => {}
    }
    if code.is_none() {
        let tiers: Vec<String> = setup.tiers.iter().map(ToString::to_string).collect();
        let _ = writeln!(text, "_limits = \"{}\"", tiers.join(" / "));
        if !record.burned.is_empty() {
            let burned: String = record.burned.iter().map(ToString::to_string).collect();
            let _ = writeln!(text, "_burned = \"{burned}\"");
        }
    }
    own_fields(text, record, order);
    let _ = writeln!(text, "starting_stacks = {}", list(stacks));
    let _ = writeln!(text, "seats = {}", list(order.iter().map(|seat| seat.number())));
    let _ = writeln!(text, "seat_count = {}", setup.seat_count);
}

/// Writes the information that the fields of the format cannot express.
fn own_fields(text: &mut String, record: &Record<'_>, order: &[SeatIx]) {
    let setup = record.setup;
    let listed = |kind| {
        matches!(
            kind,
            PostKind::Ante | PostKind::SmallBlind | PostKind::BigBlind | PostKind::EntryBlind
        )
    };
    if setup.posts.iter().any(|post| !listed(post.kind)) {
        let posts = setup.posts.iter().map(|post| {
            let player = number(order, post.seat);
            format!("\"p{player} {} {}\"", post.kind.code(), post.amount)
        });
        let _ = writeln!(text, "_posts = {}", list(posts));
    }
    let dead = record.dead();
    if !dead.is_empty() {
        let dead = (1_usize..).zip(order).filter(|(_, seat)| dead.contains(**seat));
        let _ = writeln!(text, "_dead = {}", list(dead.map(|(number, _)| number)));
    }
    let is_excess = |event: &&PublicEvent| matches!(event, PublicEvent::ExcessForfeited { .. });
    if record.events.iter().any(is_excess) {
        let _ = writeln!(text, "_forfeit_excess = true");
    }
    if !order.contains(&setup.button) {
        let _ = writeln!(text, "_dead_button = true");
    }
    if setup.rules.unit != TableRules::default().unit {
        let _ = writeln!(text, "_unit = {}", setup.rules.unit);
    }
    if !setup.carried.is_zero() {
        let _ = writeln!(text, "_carried = {}", setup.carried);
    }
    for line in rules::lines(record) {
        let _ = writeln!(text, "{line}");
    }
    if let Some(openers) = setup.openers {
        let _ = writeln!(text, "_openers = \"{openers}\"");
    }
}
