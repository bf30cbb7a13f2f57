//! From a hand that was played to the text of a file.

use std::fmt::Write as _;

use super::actions::actions;
use crate::action::Action;
use crate::card::Card;
use crate::event::PublicEvent;
use crate::game::{GameDef, Step};
use crate::limit::Limit;
use crate::setup::{PostKind, Setup, TableRules};
use crate::{BySeat, CardSet, Chips, SeatIx, SeatSet, Viewer};

/// What is known of a hand that is to be written.
#[derive(Clone, Debug)]
pub struct Record<'a> {
    /// The game.
    pub game: &'a GameDef,
    /// What the hand started from.
    pub setup: &'a Setup,
    /// What everybody saw, in order.
    pub events: Vec<&'a PublicEvent>,
    /// The hidden cards that each seat received, in order, where they may be told.
    pub received: BySeat<Option<Vec<Card>>>,
    /// What each seat threw, in order, where it may be told.
    pub thrown: BySeat<Option<Vec<CardSet>>>,
    /// The burned cards, where that matters and may be told.
    pub burned: Vec<Card>,
    /// Further fields, as lines of the format.
    pub fields: Vec<String>,
}

impl<'a> Record<'a> {
    /// A hand of which everything is known.
    pub fn of_played(played: &'a crate::simulate::Played) -> Self {
        let mut received: BySeat<Option<Vec<Card>>> = BySeat::from_fn(|_| Some(Vec::new()));
        let mut thrown: BySeat<Option<Vec<CardSet>>> = BySeat::from_fn(|_| Some(Vec::new()));
        for event in &played.events {
            // A throw without replacement and an order tell their owner nothing that was received.
            if matches!(
                event.public,
                PublicEvent::CardsDiscarded { .. } | PublicEvent::CardsArranged { .. }
            ) {
                continue;
            }
            for secret in &event.secrets {
                received[secret.seat()]
                    .get_or_insert_default()
                    .extend(secret.reveal_to_owner());
            }
        }
        for (seat, action) in &played.actions {
            if let Action::Discard(cards) = action {
                thrown[*seat].get_or_insert_default().push(*cards);
            }
        }
        Self {
            game: played.hand.game(),
            setup: &played.setup,
            events: played.events.iter().map(|event| &event.public).collect(),
            received,
            thrown,
            burned: played.hand.burned().to_vec(),
            fields: Vec::new(),
        }
    }

    /// The same as a viewer saw it: the hidden cards of others stay unknown.
    #[must_use]
    pub fn seen_by(mut self, viewer: Viewer) -> Self {
        let own = |seat: SeatIx| viewer == Viewer::Seat(seat);
        for (seat, received) in self.received.iter_mut() {
            *received = received.take().filter(|_| own(seat));
        }
        for (seat, thrown) in self.thrown.iter_mut() {
            *thrown = thrown.take().filter(|_| own(seat));
        }
        self.burned.clear();
        self
    }

    /// The players in the order of the file: the button comes last.
    pub(super) fn order(&self) -> Vec<SeatIx> {
        let dealt: SeatSet = self.setup.players.iter().map(|player| player.seat).collect();
        dealt.clockwise_from(self.setup.button).collect()
    }
}

/// Writes one hand. Games that the format has no code for get one of our own, `X:` and the game's identifier.
pub fn write(record: &Record<'_>) -> String {
    let order = record.order();
    let mut text = String::new();
    header(&mut text, record, &order);
    text.push_str("actions = [\n");
    for action in actions(record, &order) {
        let _ = writeln!(text, "  \"{action}\",");
    }
    text.push_str("]\n");
    let finished = record.events.iter().rev().find_map(|event| match event {
        PublicEvent::HandCompleted { stacks } => Some(stacks),
        _ => None,
    });
    if let Some(stacks) = finished {
        let stack = |seat: &SeatIx| {
            stacks
                .iter()
                .find(|(s, _)| s == seat)
                .map_or(Chips::ZERO, |(_, stack)| *stack)
        };
        let _ = writeln!(text, "finishing_stacks = {}", list(order.iter().map(stack)));
    }
    for field in &record.fields {
        let _ = writeln!(text, "{field}");
    }
    text
}

fn list(values: impl Iterator<Item = impl std::fmt::Display>) -> String {
    let values: Vec<String> = values.map(|value| value.to_string()).collect();
    format!("[{}]", values.join(", "))
}

fn header(text: &mut String, record: &Record<'_>, order: &[SeatIx]) {
    let (game, setup) = (record.game, record.setup);
    let variant = game.phh.clone().unwrap_or_else(|| format!("X:{}", game.id));
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
    if posts_blinds || game.phh.is_none() {
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
    if game.phh.is_none() {
        let tiers: Vec<String> = setup.tiers.iter().map(ToString::to_string).collect();
        let _ = writeln!(text, "_limits = \"{}\"", tiers.join(" / "));
        if !record.burned.is_empty() {
            let burned: String = record.burned.iter().map(ToString::to_string).collect();
            let _ = writeln!(text, "_burned = \"{burned}\"");
        }
    }
    own_fields(text, setup, order);
    let _ = writeln!(text, "starting_stacks = {}", list(stacks));
    let _ = writeln!(text, "seats = {}", list(order.iter().map(|seat| seat.number())));
    let _ = writeln!(text, "seat_count = {}", setup.seat_count);
}

/// What the fields of the format cannot say.
fn own_fields(text: &mut String, setup: &Setup, order: &[SeatIx]) {
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
    if !order.contains(&setup.button) {
        let _ = writeln!(text, "_dead_button = true");
    }
    if setup.rules.unit != TableRules::default().unit {
        let _ = writeln!(text, "_unit = {}", setup.rules.unit);
    }
    if !setup.carried.is_zero() {
        let _ = writeln!(text, "_carried = {}", setup.carried);
    }
    if !setup.rules.kitty.is_zero() {
        let _ = writeln!(text, "_kitty = {}", setup.rules.kitty);
    }
    if let Some(openers) = setup.openers {
        let _ = writeln!(text, "_openers = \"{openers}\"");
    }
}

/// The number of a player in the file.
pub(super) fn number(order: &[SeatIx], seat: SeatIx) -> usize {
    order.iter().position(|s| *s == seat).map_or(0, |index| index + 1)
}
