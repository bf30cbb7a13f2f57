//! In every game, a record shows a player the same about their own cards as they learned while the hand was played.

use poker_engine::GameDef;
use poker_engine::game::catalogue;
use poker_follower::random_action;
use poker_protocol::v1::event::PrivateEvent;
use poker_protocol::v1::table::{BombPot, DoubleBoard};
use poker_protocol::v1::{PublicEvent, ServerMsg};
use poker_store::{HandRecord, ParticipantRecord};
use poker_wire::{PrivateRecord, PublicRecord, own_parts};

use super::world::{Dice, World, config, setup};
use crate::core::mail::TableRequest;
use crate::state::play::HandInPlay;

/// Hands per game; `POKER_HANDS` sets another number.
const HANDS: usize = 2;

/// Plays hands of a game with random answers. Players come and go only as their stacks force them to.
fn played(game: &GameDef, hands: usize) -> World {
    let mut dice = Dice(7);
    let mut wishes = config(&game.id);
    let players = game.seats.1.min(4);
    wishes.seats = players;
    wishes.all_in_face_up = true;
    wishes.private = true;
    wishes.session.run_twice = true;
    if players <= game.double_board_seats() {
        wishes.session.bomb_pot = Some(BombPot { every: 2, ante: 1 });
        wishes.session.double_board = Some(DoubleBoard::BombPots);
    }
    let mut world = World::with(setup(&wishes), players.into());
    world.has_oracle = false;
    let buy_in = world.setup.law.buy_in.min.get();
    world.seat_all(buy_in);
    while world.disk.hands.len() < hands {
        let asked = world.asked();
        let Some(client) = dice.pick(&asked).copied() else {
            if world.core.table().play().is_none_or(HandInPlay::is_over) {
                world.seat_all(buy_in);
            }
            if !world.wait_until_due() {
                break;
            }
            continue;
        };
        let (hand, turn) = world.clients[client].turn().expect("who is asked has a decision");
        let action = random_action(&world.clients[client].choices(), &mut dice).unwrap();
        world.ask(client, TableRequest::Act { hand, turn, action });
    }
    world
}

/// The private parts sent to a client, except its choices.
fn learnt(world: &World, client: usize) -> Vec<PrivateEvent> {
    let frames = world.clients[client].frames.iter();
    let parts = frames.filter_map(|frame| match serde_json::from_str(frame).unwrap() {
        ServerMsg::Private(private) => Some(private.events),
        _ => None,
    });
    let is_told = |part: &PrivateEvent| !matches!(part, PrivateEvent::Choices { .. });
    parts.flatten().filter(is_told).collect()
}

/// Renumbers a private part.
fn moved(part: &PrivateEvent, by: u64) -> PrivateEvent {
    match part.clone() {
        PrivateEvent::Cards { seq, cards, hand } => PrivateEvent::Cards {
            seq: seq - by,
            cards,
            hand,
        },
        PrivateEvent::Made { seq, high, low, second } => PrivateEvent::Made {
            seq: seq - by,
            high,
            low,
            second,
        },
        other @ (PrivateEvent::Choices { .. } | PrivateEvent::Consent { .. }) => other,
    }
}

fn check_hand(world: &World, hand: &HandRecord, live: &[Vec<PrivateEvent>]) -> usize {
    let public: PublicRecord = serde_json::from_str(&hand.public).unwrap();
    let texts = public.events.iter().map(|event| event.get());
    let events: Vec<PublicEvent> = texts.map(|text| serde_json::from_str(text).unwrap()).collect();
    let before = world.disk.begun.iter().find(|(_, number)| **number == hand.hand_no);
    let before = before.unwrap().0 - 1;
    for (seq, event) in (before + 1..).zip(&public.events) {
        assert_eq!(world.told[&seq], event.get());
    }
    let last = before + public.events.len() as u64;
    let mut compared = 0;
    for ParticipantRecord { account, private } in &hand.participants {
        let private: PrivateRecord = serde_json::from_str(private.as_deref().unwrap()).unwrap();
        let retold = own_parts(&events, &private);
        let client = world.clients.iter().position(|client| client.account() == *account);
        let told = live[client.unwrap()].iter();
        let told = told.filter(|part| (before + 1..=last).contains(&part.seq()));
        let (made, cards): (Vec<_>, Vec<_>) = told
            .map(|part| moved(part, before))
            .partition(|part| matches!(part, PrivateEvent::Made { .. }));
        let is_cards = |part: &&PrivateEvent| matches!(part, PrivateEvent::Cards { .. });
        let retold_cards: Vec<_> = retold.iter().filter(is_cards).cloned().collect();
        assert_eq!(retold_cards, cards, "hand {} of {}", hand.hand_no, hand.game);
        // Live, it is sent when the hand is over, with the engine's final board.
        let twice = |event: &PublicEvent| matches!(event, PublicEvent::SecondRunStarted { .. });
        let second = events.iter().position(twice).map_or(u64::MAX, |at| at as u64);
        for part in made.iter().filter(|part| part.seq() <= second) {
            // Live, it is sent once for all events of a step.
            let mut known = retold
                .iter()
                .filter(|known| known.seq() <= part.seq() && !is_cards(known));
            let known = known.next_back().map(|known| moved(known, 0));
            let same = known.map(|known| match known {
                PrivateEvent::Made { high, low, second, .. } => PrivateEvent::Made {
                    seq: part.seq(),
                    high,
                    low,
                    second,
                },
                other => other,
            });
            assert_eq!(same.as_ref(), Some(part), "hand {} of {}", hand.hand_no, hand.game);
        }
        compared += made.len() + cards.len();
    }
    compared
}

#[test]
fn a_record_tells_its_player_what_was_learned_live() {
    let hands = std::env::var("POKER_HANDS").map_or(HANDS, |count| count.parse().expect("POKER_HANDS=NUMBER"));
    let mut compared = 0;
    for game in catalogue::all() {
        let world = played(game, hands);
        let live: Vec<_> = (0..world.clients.len()).map(|client| learnt(&world, client)).collect();
        assert!(!world.disk.hands.is_empty(), "{}", game.id);
        for hand in &world.disk.hands {
            compared += check_hand(&world, hand, &live);
        }
    }
    assert!(compared > 500, "{compared}");
}

#[test]
fn a_reader_ranks_no_hand() {
    let world = played(catalogue::find("no-limit-holdem").unwrap(), 1);
    let hand = &world.disk.hands[0];
    let public: PublicRecord = serde_json::from_str(&hand.public).unwrap();
    let events = public
        .events
        .iter()
        .map(|event| serde_json::from_str(event.get()).unwrap());
    let events: Vec<PublicEvent> = events.collect();
    let private = hand.participants[0].private.as_deref().unwrap();
    let mut private: PrivateRecord = serde_json::from_str(private).unwrap();
    // The record is trusted, however wrong it is.
    let first = private.made.first_mut().unwrap();
    first.made.high.as_mut().unwrap().category = "five_of_a_kind".into();
    let told = own_parts(&events, &private);
    let is_made = |part: &&PrivateEvent| matches!(part, PrivateEvent::Made { high: Some(high), .. } if high.category == "five_of_a_kind");
    assert_eq!(told.iter().filter(is_made).count(), 1);
}
