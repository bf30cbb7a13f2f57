use std::collections::BTreeSet;
use std::sync::LazyLock;

use poker_protocol::v1::{Card, Choice, PublicEvent};
use serde_json::Value;

use super::*;

/// The first hand of each game.
static FIRST: LazyLock<Vec<(&str, StudyHand)>> = LazyLock::new(|| {
    let hand = |game| (game, study(game, 0, Timestamp::UNIX_EPOCH).unwrap());
    games().into_iter().map(hand).collect()
});

/// Returns `true` if a choice offers an action, by kind and amount.
fn offers(choice: &Choice, action: &Action) -> bool {
    match (choice, action) {
        (Choice::Bet { min, max }, Action::Bet { to }) | (Choice::Raise { min, max }, Action::Raise { to }) => {
            min <= to && to <= max
        }
        (Choice::Discard { cards, up, .. }, Action::Discard { cards: gone }) => {
            let up = up.iter().flat_map(|up| &up.cards);
            let known: Vec<&Card> = cards.iter().chain(up).collect();
            gone.iter().all(|card| known.contains(&card))
        }
        (Choice::Declare { options }, Action::Declare { sides }) => options.contains(sides),
        (choice, action) => {
            let kind = |value: Value| value["kind"].as_str().map(str::to_owned);
            kind(serde_json::to_value(choice).unwrap()) == kind(serde_json::to_value(action).unwrap())
        }
    }
}

/// Collects every card in a value.
fn cards_in(value: &Value, found: &mut BTreeSet<String>) {
    match value {
        Value::String(text) => {
            if let Some(card) = Card::new(text) {
                found.insert(card.as_str().to_owned());
            }
        }
        Value::Array(list) => list.iter().for_each(|part| cards_in(part, found)),
        Value::Object(map) => map.values().for_each(|part| cards_in(part, found)),
        _ => {}
    }
}

fn all_cards(value: &impl serde::Serialize) -> BTreeSet<String> {
    let mut found = BTreeSet::new();
    cards_in(&serde_json::to_value(value).unwrap(), &mut found);
    found
}

#[test]
fn every_decision_was_offered_and_is_told_in_its_place() {
    for (game, hand) in FIRST.iter() {
        assert!(hand.decisions.len() > 1, "{game}: {} decisions", hand.decisions.len());
        let asked: Vec<&PrivateEvent> = hand
            .record
            .parts
            .iter()
            .filter(|part| matches!(part, PrivateEvent::Choices { .. }))
            .collect();
        assert_eq!(asked.len(), hand.decisions.len(), "{game}");
        for (decision, part) in hand.decisions.iter().zip(asked) {
            let PrivateEvent::Choices {
                seq,
                choices,
                turn,
                pot,
                ..
            } = part
            else {
                continue;
            };
            assert_eq!(
                (*seq, *turn, *pot),
                (decision.seq, decision.hint.turn, decision.hint.pot),
                "{game}"
            );
            assert!(
                choices.iter().any(|choice| offers(choice, &decision.action)),
                "{game}: {:?} of {choices:?}",
                decision.action
            );
            let opened = usize::try_from(*seq).unwrap() - 1;
            assert!(
                matches!(hand.record.events[opened], PublicEvent::TurnStarted { turn: opened, .. } if opened == *turn),
                "{game}: {:?}",
                hand.record.events[opened]
            );
        }
    }
}

#[test]
fn the_hands_hold_no_card_that_the_seat_did_not_see() {
    for (game, hand) in FIRST.iter() {
        let record = &hand.record;
        // Cards that the whole table saw, plus those dealt to the seat.
        let mut seen = all_cards(&record.events);
        let own = record.own.as_ref().unwrap();
        assert_eq!(own.seat, hand_seat(hand), "{game}");
        seen.extend(own.cards.iter().map(|card| card.as_str().to_owned()));
        assert!(!own.cards.is_empty(), "{game}");
        let parts = all_cards(&record.parts);
        assert!(parts.is_subset(&seen), "{game}: {:?}", parts.difference(&seen));
        let others = record
            .events
            .iter()
            .filter(|event| matches!(event, PublicEvent::HoleCardsDealt { .. }));
        assert!(others.count() > 0, "{game}");
    }
}

fn hand_seat(hand: &StudyHand) -> u8 {
    let turns = hand
        .decisions
        .iter()
        .map(|decision| &hand.record.events[usize::try_from(decision.seq).unwrap() - 1]);
    let seats = turns.filter_map(|event| match event {
        PublicEvent::TurnStarted { seats, .. } => Some(seats.iter().copied().collect::<BTreeSet<u8>>()),
        _ => None,
    });
    let common = seats.reduce(|some, others| some.intersection(&others).copied().collect());
    common.and_then(|seats| seats.first().copied()).unwrap()
}

#[test]
fn a_day_has_its_hands_and_no_others() {
    let first = study("omaha", 16, Timestamp::UNIX_EPOCH).unwrap();
    assert_eq!(study("omaha", 16, Timestamp::UNIX_EPOCH).unwrap(), first);
    assert_ne!(study("omaha", 32, Timestamp::UNIX_EPOCH).unwrap(), first);
    let shelf = Shelf::default();
    let day = |day| Date::new(2026, 11, day).unwrap();
    let today = shelf.place_of(day(25));
    assert!(Arc::ptr_eq(&today, &shelf.place_of(day(25))));
    assert!(!Arc::ptr_eq(&today, &shelf.place_of(day(26))));
}

#[test]
fn the_hands_of_a_day_are_small_and_stop_with_the_server() {
    let stop = CancellationToken::new();
    let day = Date::new(2026, 11, 25).unwrap();
    let pack = Pack::of(day, &stop).unwrap();
    assert!(pack.packed.len() < 60_000, "{} bytes", pack.packed.len());
    let response: StudyResponse = serde_json::from_slice(&pack.text).unwrap();
    assert_eq!(response.day, "2026-11-25");
    assert_eq!(response.hands.len() as u64, HANDS * games().len() as u64);
    let families: BTreeSet<&str> = response.hands.iter().map(|hand| hand.family.as_str()).collect();
    assert!(families.len() >= 6, "{families:?}");
    stop.cancel();
    assert!(matches!(Pack::of(day, &stop), Err(NoHands::Stopping)));
}
