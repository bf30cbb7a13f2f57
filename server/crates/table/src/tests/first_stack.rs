//! The first stack at a table with chips of its own, chosen anew before the first hand.

use poker_protocol::v1::ErrorCode;
use serde_json::json;

use super::home_game::{ask, chips, correct, home, line, rebuy, sit, state, survives};
use super::house_rules::call_down;
use super::world::World;
use crate::core::mail::TableRequest;
use crate::state::hosting::HostRule;

fn choose(world: &mut World, client: usize, stack: u64) -> Option<ErrorCode> {
    let stack = chips(stack);
    ask(world, client, TableRequest::ChooseStack { stack })
}

fn stack(world: &World, client: usize) -> u64 {
    let account = world.clients[client].account().to_string();
    let state = state(world);
    let seat = state.seats.iter().find(|seat| seat.player.id == account);
    seat.unwrap().stack.get()
}

#[test]
fn the_first_stack_is_chosen_anew_before_the_first_hand() {
    // It is no rebuy, so it works where there are none.
    let mut world = home(3, &json!({"rebuys": "forbidden"}));
    assert_eq!(sit(&mut world, 0, 500), None);
    assert_eq!(choose(&mut world, 0, 1000), None);
    assert_eq!((stack(&world, 0), line(&world, 0)), (1000, (1000, 0, 0)));
    survives(&mut world);
    assert_eq!(choose(&mut world, 0, 200), None);
    assert_eq!((stack(&world, 0), line(&world, 0)), (200, (200, 0, 0)));
    survives(&mut world);
    assert_eq!(sit(&mut world, 1, 500), None);
    world.wait_until_due();
    assert_eq!(world.core.table().hand_no(), 1);
    // A hand of others is no obstacle, and one of one's own is.
    assert_eq!(sit(&mut world, 2, 500), None);
    assert_eq!(choose(&mut world, 2, 700), None);
    assert_eq!((stack(&world, 2), line(&world, 2)), (700, (700, 0, 0)));
    assert_eq!(choose(&mut world, 0, 500), Some(ErrorCode::TableFirstHand));
    call_down(&mut world);
    let had = stack(&world, 0);
    for client in [0, 1] {
        assert_eq!(choose(&mut world, client, 900), Some(ErrorCode::TableFirstHand));
    }
    assert_eq!(stack(&world, 0), had);
    survives(&mut world);
    assert_eq!(
        choose(&mut world, 0, 900),
        Some(ErrorCode::TableFirstHand),
        "also after a restart"
    );
}

#[test]
fn a_stack_out_of_bounds_changes_nothing() {
    let mut world = home(2, &json!({}));
    assert_eq!(choose(&mut world, 0, 500), Some(ErrorCode::TableNotSeated));
    assert_eq!(sit(&mut world, 0, 500), None);
    let before = state(&world);
    for amount in [0, 1, 199, 1001, poker_protocol::v1::Chips::MAX] {
        assert_eq!(choose(&mut world, 0, amount), Some(ErrorCode::TableBuyIn), "{amount}");
    }
    assert_eq!(choose(&mut world, 0, 500), Some(ErrorCode::TableNoChange));
    assert_eq!(choose(&mut world, 1, 300), Some(ErrorCode::TableNotSeated));
    assert_eq!(state(&world), before);
    // The same request twice is carried out once, and another under its name not at all.
    let wish = |stack| TableRequest::ChooseStack { stack: chips(stack) };
    world.ask_as(0, "once", wish(600));
    world.ask_as(0, "once", wish(600));
    assert!(!world.clients[0].errors.contains_key("once"));
    world.ask_as(0, "once", wish(700));
    assert_eq!(world.clients[0].errors["once"].code, ErrorCode::ProtocolIdReused);
    assert_eq!((stack(&world, 0), line(&world, 0)), (600, (600, 0, 0)));
    survives(&mut world);
}

#[test]
fn a_second_stay_and_a_rebuy_have_no_first_stack() {
    let mut world = home(3, &json!({"rebuys": "approval"}));
    assert_eq!(sit(&mut world, 1, 500), None);
    assert_eq!(ask(&mut world, 1, TableRequest::Leave), None);
    assert_eq!(sit(&mut world, 1, 500), None, "what was taken home comes back");
    assert_eq!(choose(&mut world, 1, 1000), Some(ErrorCode::TableFirstHand));
    assert_eq!(line(&world, 1), (1000, 500, 0));
    assert_eq!(sit(&mut world, 0, 300), None);
    assert_eq!(rebuy(&mut world, 0, 100), None);
    assert_eq!(choose(&mut world, 0, 1000), Some(ErrorCode::TableFirstHand));
    assert_eq!(line(&world, 0), (400, 0, 1));
    survives(&mut world);
    // A part that another player pays cannot be given back.
    let mut world = home(3, &json!({}));
    for client in 0..2 {
        assert_eq!(sit(&mut world, client, 1000), None);
    }
    assert_eq!(correct(&mut world, 1, Some(0), 700), None);
    assert_eq!(choose(&mut world, 1, 600), Some(ErrorCode::LedgerBelowZero));
    assert_eq!(choose(&mut world, 1, 800), None);
    assert_eq!((line(&world, 0), line(&world, 1)), ((1700, 0, 0), (100, 0, 0)));
    survives(&mut world);
    world.wait_until_due();
    assert_eq!(sit(&mut world, 2, 500), None);
    assert_eq!(ask(&mut world, 0, TableRequest::Host(HostRule::Close {})), None);
    assert_eq!(choose(&mut world, 2, 900), Some(ErrorCode::TableClosed));
}

#[test]
fn chips_of_accounts_have_no_first_stack() {
    let mut world = World::new("no-limit-holdem", 2);
    world.sit(0, 500);
    let before = (world.disk.wallets.clone(), world.disk.escrow);
    assert_eq!(choose(&mut world, 0, 600), Some(ErrorCode::LedgerOtherChips));
    assert_eq!((world.disk.wallets.clone(), world.disk.escrow), before);
    world.check();
}
