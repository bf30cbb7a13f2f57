//! Hands of which an official killed one.

use std::sync::Arc;

use poker_engine::event::{DealtCard, PublicEvent};
use poker_engine::game::catalogue;
use poker_engine::hand::Kill;
use poker_engine::history::phh::Record;
use poker_engine::simulate::{HouseRules, Plan, Played, Stacks};
use poker_engine::{CardSet, Hand, SeatIx, Viewer};

use super::{FORMATS, only, played, stacks, telling};

/// The same hand, with one player's hand killed by an official before a decision; all check or fold after it.
fn killed(played: &Played, seat: SeatIx, before: usize) -> Played {
    let (setup, deck) = (played.setup.clone(), played.deck.clone());
    let dealt = Hand::deal(Arc::clone(played.hand.game()), setup, deck);
    let (mut hand, mut events) = dealt.expect("the hand was dealt");
    for (seat, action) in &played.actions[..before] {
        events.extend(hand.apply(*seat, *action).expect("a decision of the same hand"));
    }
    events.extend(hand.kill(seat, Kill::Ruling));
    while let Some(turn) = hand.turn() {
        let seat = turn.seats.iter().next().expect("someone is asked");
        let action = hand.default_action(seat).expect("there is a choice");
        events.extend(hand.apply(seat, action).expect("what is offered is accepted"));
    }
    Played {
        events,
        hand,
        ..played.clone()
    }
}

// Rule: tournament 11.4.
#[test]
fn the_cards_of_a_killed_hand_are_told_to_all() {
    let mut shown = 0;
    for game in catalogue::all().iter().filter(|game| game.ohh.is_some()) {
        let plan = Plan {
            game: Arc::clone(game),
            players: None,
            stacks: Stacks::Mixed,
            rules: HouseRules::None,
        };
        for seed in 0..40 {
            let played = played(&plan, seed);
            let before = played.actions.len() / 2;
            let Some((seat, _)) = played.actions.get(before).copied() else {
                continue;
            };
            let played = killed(&played, seat, before);
            let cards = played.events.iter().find_map(|event| match &event.public {
                PublicEvent::KilledShown { cards, .. } => Some(cards.to_vec()),
                _ => None,
            });
            for (format, read) in FORMATS {
                let what = format!("{} with seed {seed} as {format:?}", game.id);
                let text = telling(Record::of_played(&played).seen_by(Viewer::Spectator), None)
                    .write(format)
                    .expect("a hand that the format knows");
                let words: Vec<&str> = text.split(|c: char| !c.is_ascii_alphanumeric()).collect();
                for card in cards.iter().flatten() {
                    shown += 1;
                    assert!(
                        words.contains(&card.to_string().as_str()),
                        "{what} hides {card}:\n{text}"
                    );
                }
                hides(&played, Viewer::Spectator, &text, &what);
                let replay = only(read(&text));
                assert_eq!((&replay.error, replay.complete), (&None, true), "{what}:\n{text}");
                let order = played.hand.dealt().clockwise_from(played.setup.button);
                let expected: Vec<u64> = order.map(|seat| played.hand.stack(seat).get()).collect();
                assert_eq!(stacks(&replay), expected, "{what}:\n{text}");
            }
        }
    }
    assert!(shown > 500, "{shown} cards of killed hands were told");
}

pub(super) fn hides(played: &Played, viewer: Viewer, text: &str, what: &str) {
    let shown = |seat: SeatIx| {
        played
            .events
            .iter()
            .any(|event| matches!(event.public, PublicEvent::HandShown { seat: s, .. } | PublicEvent::KilledShown { seat: s, .. } if s == seat))
    };
    let words: Vec<&str> = text.split(|c: char| !c.is_ascii_alphanumeric()).collect();
    let hidden = played.events.iter().flat_map(|event| &event.secrets);
    // A card that is face up, or that came again from a refilled deck, is no secret.
    let mut open = CardSet::EMPTY;
    for event in &played.events {
        match &event.public {
            PublicEvent::HoleCardsDealt { hands } => {
                let up = hands.iter().flat_map(|(_, cards)| cards.iter());
                let up = up.filter_map(|card| match card {
                    DealtCard::Up(card) => Some(*card),
                    DealtCard::Down => None,
                });
                open = open.union(up.collect());
            }
            PublicEvent::HandShown { cards, .. } if played.hand.game().has_draw() => {
                open = open.union(cards.iter().copied().collect());
            }
            _ => {}
        }
        let own = event
            .secrets
            .iter()
            .filter(|secret| viewer == Viewer::Seat(secret.seat()));
        if played.hand.game().has_draw() {
            open = open.union(
                own.flat_map(|secret| secret.reveal_to_owner().iter().copied())
                    .collect(),
            );
        }
    }
    for secret in hidden.filter(|secret| viewer != Viewer::Seat(secret.seat()) && !shown(secret.seat())) {
        for card in secret.reveal_to_owner().iter().filter(|card| !open.contains(**card)) {
            assert!(
                !words.contains(&card.to_string().as_str()),
                "{what} tells {card}:\n{text}"
            );
        }
    }
}
