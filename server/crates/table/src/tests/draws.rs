//! The number of the current draw: events and snapshots agree, even after a crash.

use std::collections::BTreeMap;

use poker_protocol::v1::choice::{DecisionKind, DrawRound};
use poker_protocol::v1::{Action, Choice, PublicEvent};
use serde_json::json;

use super::house_rules::act;
use super::session::{table, told_behind};
use super::world::{World, setup};
use crate::core::mail::TableRequest;

/// Each decision of a hand, with the draw in a newcomer's snapshot at that point.
type Course = Vec<(DecisionKind, Option<DrawRound>)>;

/// Draws one card if possible, otherwise takes the `wanted` action, otherwise checks or calls.
fn answer(choices: &[Choice], wanted: fn(&Choice) -> Option<Action>) -> Action {
    let draws = choices.iter().find_map(|choice| match choice {
        Choice::Discard { cards, .. } => Some(Action::Discard {
            cards: cards[..1].to_vec(),
        }),
        _ => None,
    });
    let passive = || {
        if choices.contains(&Choice::Check {}) {
            Action::Check {}
        } else {
            Action::Call { amount: None }
        }
    };
    draws
        .or_else(|| choices.iter().find_map(wanted))
        .unwrap_or_else(passive)
}

/// Plays the next hand to its end. At each decision, the event that opened it, every client's model and a fresh
/// snapshot agree.
fn course(world: &mut World, wanted: fn(&Choice) -> Option<Action>) -> Course {
    world.wait_until_due();
    rest(world, wanted)
}

/// The same for the rest of the running hand.
fn rest(world: &mut World, wanted: fn(&Choice) -> Option<Action>) -> Course {
    let hand = world.core.table().hand_no();
    let mut course = Course::new();
    let mut last = None;
    while let Some(client) = world.asked().first().copied() {
        if world.core.table().hand_no() != hand {
            break;
        }
        world.check();
        let opened = told_behind(world, 0).into_iter().rev().find_map(|event| match event {
            PublicEvent::TurnStarted { decision, draw, .. } => Some((decision, draw)),
            _ => None,
        });
        let (decision, draw) = opened.expect("a decision is open");
        assert_eq!(draw.is_some(), decision == DecisionKind::Draw);
        last = draw.or(last);
        let state = world.core.state_for(world.clients[client].account(), world.now());
        let seen = state.hand.expect("a hand runs").draw;
        assert_eq!(seen, last, "{decision:?}");
        course.push((decision, seen));
        let action = answer(&world.clients[client].choices(), wanted);
        let id = act(world, client, action);
        assert!(!world.clients[client].errors.contains_key(&id), "refused");
    }
    world.check();
    world.check_recovery();
    course
}

/// The decisions of each draw, keyed by its number and the total.
fn draws(course: &Course) -> Vec<((u8, u8), usize)> {
    let mut counted = BTreeMap::new();
    for (decision, draw) in course {
        if let (DecisionKind::Draw, Some(DrawRound { number, of })) = (decision, draw) {
            *counted.entry((*number, *of)).or_default() += 1;
        }
    }
    counted.into_iter().collect()
}

const PASSIVE: fn(&Choice) -> Option<Action> = |_| None;

#[test]
fn every_draw_has_its_number_for_those_who_watch_and_those_who_come() {
    let all = [
        ("deuce-to-seven-triple-draw", 3),
        ("badugi", 3),
        ("deuce-to-seven-single-draw", 1),
    ];
    for (game, of) in all {
        let mut world = table(game, 3, &json!({}));
        let told: Course = course(&mut world, PASSIVE);
        let expected: Vec<_> = (1..=of).map(|number| ((number, of), 3)).collect();
        assert_eq!(draws(&told), expected, "{game}");
        assert_eq!(told[0], (DecisionKind::Bet, None), "{game}: before the first");
        let last = DrawRound { number: of, of };
        assert_eq!(
            told.last(),
            Some(&(DecisionKind::Bet, Some(last))),
            "{game}: after the last"
        );
        // The next hand begins outside a draw.
        let next = course(&mut world, PASSIVE);
        assert_eq!(next[0].1, None, "{game}");
    }
}

#[test]
fn a_restart_in_the_middle_of_a_draw_forgets_no_number() {
    let mut world = table("badugi", 2, &json!({}));
    world.wait_until_due();
    let second = Some(DrawRound { number: 2, of: 3 });
    let seen = |world: &World| world.core.state_for(world.clients[0].account(), world.now()).hand?.draw;
    while seen(&world) != second {
        let client = world.asked()[0];
        let action = answer(&world.clients[client].choices(), PASSIVE);
        act(&mut world, client, action);
    }
    world.crash();
    for client in 0..2 {
        world.ask(client, TableRequest::Watch);
        let known = world.clients[client].view().and_then(|state| state.hand.as_ref()?.draw);
        assert_eq!(known, second);
    }
    assert_eq!(draws(&rest(&mut world, PASSIVE)), [((2, 3), 2), ((3, 3), 2)]);
}

#[test]
fn draws_without_a_bet_between_them_are_told_apart() {
    let definition = "id = \"twice\"\nnumber = \"D02\"\nname = { en = \"Twice\", fr = \"Deux fois\" }\nfamily = \"draw\"\nseats = [2, 6]\n\
         limits = [\"nl:10\"]\nscript = \"\"\"\npost(left,5); post(left2,10); deal(ddddd); bet(first=left3,check=yes,tier=1); draw(max=3);\n\
         bet(first=left,check=yes,tier=1); draw(max=3); bet(first=left,check=yes,tier=1); show(high=std)\n\"\"\"\n";
    let config = json!({"name": "Twice", "game": "", "definition": definition, "seats": 2, "private": true});
    let mut world = World::with(setup(&serde_json::from_value(config).unwrap()), 2);
    world.seat_all(500);
    let all_in = |choice: &Choice| match choice {
        Choice::Raise { max, .. } => Some(Action::Raise { to: *max }),
        _ => None,
    };
    let told = course(&mut world, all_in);
    assert_eq!(draws(&told), [((1, 2), 2), ((2, 2), 2)]);
    let bets = told.iter().filter(|(decision, _)| *decision == DecisionKind::Bet);
    assert_eq!(bets.count(), 2, "all are all-in before the first draw");
}

#[test]
fn a_draw_that_is_passed_over_is_not_counted() {
    let mut world = table("jacks-back", 3, &json!({}));
    // No one opens with jacks: the hand continues as the other game, in which any hand may open.
    let mut rounds = 0;
    let low = loop {
        rounds += 1;
        assert!(rounds < 200, "no hand went the other way");
        let mut told = Course::new();
        world.wait_until_due();
        let hand = world.core.table().hand_no();
        while let Some(client) = world.asked().first().copied() {
            if world.core.table().hand_no() != hand {
                break;
            }
            let state = world.core.state_for(world.clients[client].account(), world.now());
            let running = state.hand.expect("a hand runs");
            let decision = running.turn.expect("a decision is open").decision;
            told.push((decision, running.draw));
            // All check once; the player to act after that bets.
            let bets: fn(&Choice) -> Option<Action> = |choice| match choice {
                Choice::Bet { min, .. } => Some(Action::Bet { to: *min }),
                _ => None,
            };
            let wanted = if told.len() > 3 { bets } else { PASSIVE };
            let action = answer(&world.clients[client].choices(), wanted);
            act(&mut world, client, action);
        }
        world.check();
        if !draws(&told).is_empty() {
            break told;
        }
    };
    assert_eq!(draws(&low), [((1, 1), 3)]);
}
