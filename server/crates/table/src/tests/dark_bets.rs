//! Checks and bets in the dark, from the wish to the journal. Rule: tournament 9.16.

use poker_engine::SeatIx;
use poker_protocol::v1::dark::{DarkAction, DarkOffer};
use poker_protocol::v1::event::BetAction;
use poker_protocol::v1::table::session::{Need, RuleFault};
use poker_protocol::v1::{Action, Chips, ErrorCode, PublicEvent};
use serde_json::json;

use super::house_rules::{call_down, call_once};
use super::session::{replayed, table, told};
use super::world::{World, config};
use crate::core::mail::TableRequest;
use crate::setup::config::TableSetup;
use crate::setup::error::ConfigError;
use crate::setup::timing::Timing;

fn chips(amount: u64) -> Chips {
    Chips::new(amount).unwrap()
}

fn client_of(world: &World, seat: u8) -> usize {
    let clients = world.clients.iter();
    let mut seats = clients.map(|client| client.seat() == Some(seat));
    seats.position(|is_there| is_there).unwrap()
}

/// Declares for the coming round while the decision with this number is open; returns the refusal, if there is one.
fn declare_at(world: &mut World, seat: u8, turn: u32, action: Action) -> Option<ErrorCode> {
    let hand = world.core.table().hand_no();
    let client = client_of(world, seat);
    let id = world.ask(client, TableRequest::Act { hand, turn, action });
    let refused = world.clients[client].errors.get(&id).map(|error| error.code);
    assert!(
        refused.is_some() || world.clients[client].oks.contains_key(&id),
        "answered"
    );
    refused
}

fn declare(world: &mut World, seat: u8, action: Action) -> Option<ErrorCode> {
    let turn = world.core.table().asked().unwrap().turn;
    declare_at(world, seat, turn, action)
}

/// The public offer to declare in the dark.
fn offered(world: &World) -> Option<DarkOffer> {
    world.clients[0].view().unwrap().hand.as_ref()?.dark_offer
}

fn declared(world: &World) -> Vec<DarkAction> {
    world.clients[0].view().unwrap().hand.as_ref().unwrap().dark.clone()
}

fn board(world: &World) -> usize {
    world.core.table().play().unwrap().board().len()
}

/// Actions taken in the dark.
fn done(events: &[PublicEvent]) -> Vec<(u8, BetAction, u64)> {
    let done = events.iter().filter_map(|event| match event {
        PublicEvent::ActionTaken {
            seat,
            action,
            to,
            dark: true,
            auto: false,
            ..
        } => Some((*seat, *action, to.get())),
        _ => None,
    });
    done.collect()
}

#[test]
fn a_check_and_a_bet_in_the_dark_bind_and_everybody_hears_them() {
    let mut world = table("no-limit-holdem", 3, &json!({"dark_bets": true}));
    world.wait_until_due();
    let first = offered(&world).unwrap();
    assert_eq!((first.min, first.max), (chips(10), chips(495)));
    let asked = world.core.table().asked().unwrap();
    let dealer = asked.seats.iter().next().unwrap().number();
    assert_eq!(
        declare(&mut world, dealer, Action::CheckDark {}),
        Some(ErrorCode::TurnNotYours)
    );
    let stale = declare_at(&mut world, first.seat, asked.turn + 1, Action::CheckDark {});
    assert_eq!(stale, Some(ErrorCode::TurnStale));
    let small = declare(&mut world, first.seat, Action::BetDark { to: chips(9) });
    assert_eq!(small, Some(ErrorCode::RuleBetTooSmall));

    let clock = |world: &World| {
        let seen = world.core.state_for(world.clients[0].account(), world.now());
        seen.hand.unwrap().turn.unwrap().clock
    };
    world.wait(2_000);
    let before = clock(&world);
    assert_eq!(declare(&mut world, first.seat, Action::CheckDark {}), None);
    // The open decision is still the same, and no player gets more time for it.
    assert_eq!(
        (world.core.table().asked().map(|asked| asked.turn), clock(&world)),
        (Some(asked.turn), before)
    );
    let second = offered(&world).unwrap();
    assert_ne!(second.seat, first.seat);
    assert_eq!(
        declare(&mut world, second.seat, Action::BetDark { to: chips(40) }),
        None
    );
    let said = [(first.seat, BetAction::Check, 0), (second.seat, BetAction::Bet, 40)];
    let listed = said.map(|(seat, action, to)| DarkAction {
        seat,
        action,
        to: chips(to),
    });
    assert_eq!((declared(&world), offered(&world)), (listed.to_vec(), None));
    assert_eq!(
        declare(&mut world, dealer, Action::CheckDark {}),
        Some(ErrorCode::RuleDarkNotOffered)
    );
    world.check();
    world.check_recovery();

    // Declarations survive a restart, and are in the snapshots of those who come later.
    world.crash();
    for client in 0..3 {
        world.ask(client, TableRequest::Watch);
    }
    assert_eq!(declared(&world), listed);
    for _ in 0..3 {
        let client = world.asked()[0];
        call_once(&mut world, client);
    }
    assert_eq!(board(&world), 3);
    assert_eq!(done(&told(&world)), said);
    assert_eq!(
        world.core.table().asked().unwrap().seats.iter().next(),
        SeatIx::from_number(dealer)
    );
    assert_eq!(declared(&world), []);
    call_down(&mut world);
    world.check();
    world.check_recovery();
    replayed(&world.disk.hands[0]);
}

#[test]
fn tables_that_do_not_play_in_the_dark_offer_and_take_nothing() {
    let mut world = table("no-limit-holdem", 3, &json!({}));
    world.wait_until_due();
    assert_eq!(offered(&world), None);
    for seat in 1..=3 {
        let refused = declare(&mut world, seat, Action::CheckDark {});
        assert_eq!(refused, Some(ErrorCode::RuleDarkNotOffered));
    }
    world.check();
    let mut wishes = config("badugi");
    wishes.session.dark_bets = true;
    let refused = TableSetup::new(&wishes, Timing::default());
    assert_eq!(
        refused.unwrap_err(),
        ConfigError::Session(RuleFault::Needs {
            field: "session.dark_bets",
            need: Need::Board
        })
    );
}

/// A repeated request gets its answer again, and does not declare for the following round.
#[test]
fn a_repeated_declaration_is_answered_again() {
    let mut world = table("no-limit-holdem", 2, &json!({"dark_bets": true}));
    world.wait_until_due();
    let offer = offered(&world).unwrap();
    let client = client_of(&world, offer.seat);
    let asked = world.core.table().asked().unwrap();
    let act = TableRequest::Act {
        hand: asked.hand,
        turn: asked.turn,
        action: Action::CheckDark {},
    };
    world.ask_as(client, "twice", act.clone());
    let told_once = world.told.len();
    world.ask_as(client, "twice", act);
    assert_eq!(world.told.len(), told_once);
    assert!(world.clients[client].oks.contains_key("twice"));
    world.check();
}
