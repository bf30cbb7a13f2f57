//! Optional features of a table: time banks that start at a button, and rabbit hunts.

use poker_protocol::v1::client::BankStart;
use poker_protocol::v1::table::session::{Need, RuleFault};
use poker_protocol::v1::{Action, Card, ErrorCode, PublicEvent};
use serde_json::json;

use super::house_rules::call_down;
use super::session::{fold_all, table, told};
use super::world::{World, config, setup};
use crate::core::mail::TableRequest;
use crate::setup::config::TableSetup;
use crate::setup::error::ConfigError;
use crate::setup::timing::Timing;

/// Makes a request and returns the refusal, if there is one.
fn ask(world: &mut World, client: usize, request: TableRequest) -> Option<ErrorCode> {
    let id = world.ask(client, request);
    let refused = world.clients[client].errors.get(&id).map(|error| error.code);
    assert!(
        refused.is_some() || world.clients[client].oks.contains_key(&id),
        "answered"
    );
    refused
}

fn rabbits(world: &World) -> Vec<Vec<Card>> {
    let events = told(world).into_iter();
    let cards = events.filter_map(|event| match event {
        PublicEvent::RabbitShown { cards, .. } => Some(cards),
        _ => None,
    });
    cards.collect()
}

#[test]
fn what_would_have_come_is_told_once_to_all_and_only_where_the_table_plays_so() {
    let mut world = table("no-limit-holdem", 3, &json!({"rabbit_hunt": true}));
    world.wait_until_due();
    let during = ask(&mut world, 0, TableRequest::HuntRabbit);
    assert_eq!(during, Some(ErrorCode::TableNothingToShow), "the hand runs");
    fold_all(&mut world);
    assert_eq!(ask(&mut world, 1, TableRequest::HuntRabbit), None);
    let again = ask(&mut world, 2, TableRequest::HuntRabbit);
    assert_eq!(again, Some(ErrorCode::TableNothingToShow), "it was told");
    let [board] = <[Vec<Card>; 1]>::try_from(rabbits(&world)).unwrap();
    assert_eq!(board.len(), 5);
    let play = world.core.table().play().unwrap();
    for who in play.participants() {
        let held = poker_wire::cards(play.received(who.seat).iter().copied());
        assert!(held.iter().all(|card| !board.contains(card)), "no card of a player");
    }
    world.check();
    world.check_recovery();

    world.wait_until_due();
    call_down(&mut world);
    let whole = ask(&mut world, 0, TableRequest::HuntRabbit);
    assert_eq!(whole, Some(ErrorCode::TableNothingToShow), "all of the board came");

    let mut plain = table("no-limit-holdem", 2, &json!({}));
    plain.wait_until_due();
    fold_all(&mut plain);
    let off = ask(&mut plain, 0, TableRequest::HuntRabbit);
    assert_eq!(off, Some(ErrorCode::TableNothingToShow), "the table does not play so");
}

/// A rabbit hunt shows the board that would have come from the hand's own deck.
#[test]
fn the_rabbit_comes_from_the_hands_own_deck() {
    let mut world = table("no-limit-holdem", 2, &json!({"rabbit_hunt": true}));
    world.wait_until_due();
    let expected = {
        let mut hand = world.core.table().play().unwrap().hand().clone();
        while let Some(turn) = hand.turn() {
            let seat = turn.seats.iter().next().unwrap();
            let check = hand.apply(seat, poker_engine::Action::Check);
            check.or_else(|_| hand.apply(seat, poker_engine::Action::Call)).unwrap();
        }
        poker_wire::cards(hand.board().iter().copied())
    };
    fold_all(&mut world);
    assert_eq!(ask(&mut world, 0, TableRequest::HuntRabbit), None);
    assert_eq!(rabbits(&world), [expected]);
}

#[test]
fn a_rabbit_hunt_wants_a_board() {
    let mut wishes = config("seven-card-stud");
    wishes.session.rabbit_hunt = true;
    let refused = TableSetup::new(&wishes, Timing::default());
    assert_eq!(
        refused.unwrap_err(),
        ConfigError::Session(RuleFault::Needs {
            field: "session.rabbit_hunt",
            need: Need::Board
        })
    );
}

#[test]
fn a_time_bank_by_button_begins_only_when_it_is_asked_for() {
    let mut world = World::with(setup(&config("no-limit-holdem")), 3);
    world.seat_all(500);
    for client in 0..3 {
        assert_eq!(ask(&mut world, client, TableRequest::TimeBank(BankStart::Button)), None);
    }
    world.wait_until_due();
    let timing = world.core.table().setup.timing;
    let asked = world.asked()[0];
    let (start, due) = (world.time, world.due().unwrap().0);
    let short = u64::from(timing.action_ms) + u64::from(timing.grace_ms);
    assert_eq!(due, start + short, "the bank waits");
    assert_eq!(ask(&mut world, asked, TableRequest::TimeBank(BankStart::Now)), None);
    assert_eq!(world.due().unwrap().0, start + short + u64::from(timing.bank_ms));
    let (hand, turn) = world.clients[asked].turn().unwrap();
    assert_eq!(
        ask(
            &mut world,
            asked,
            TableRequest::Act {
                hand,
                turn,
                action: Action::Fold {}
            }
        ),
        None
    );

    let next = world.asked()[0];
    let banks = world.due().unwrap().0 - world.time;
    assert_eq!(banks, short, "the next one waits, too");
    let open = |world: &World| world.core.table().asked().map(|asked| asked.turn);
    let turn = open(&world);
    world.drop_connection(next);
    world.wait(short + 1);
    assert_eq!(open(&world), turn, "without a connection the bank begins by itself");
}

#[test]
fn a_stranger_has_no_time_bank() {
    let mut world = World::new("no-limit-holdem", 2);
    let refused = ask(&mut world, 0, TableRequest::TimeBank(BankStart::Button));
    assert_eq!(refused, Some(ErrorCode::TableNotSeated));
}
