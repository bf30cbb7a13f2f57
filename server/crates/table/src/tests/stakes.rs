//! Stakes, buy-ins and free stacks at the limits of counting: a table is either refused or playable.

use poker_follower::random_action;
use poker_protocol::v1::ErrorCode;
use poker_protocol::v1::table::TableConfig;
use serde_json::{Value, json};

use super::world::{Chance, Dice, World};
use crate::core::mail::TableRequest;
use crate::setup::config::TableSetup;
use crate::setup::error::ConfigError;
use crate::setup::timing::Timing;

const MAX: u64 = (1 << 53) - 1;

const GAMES: [&str; 7] = [
    "no-limit-holdem",
    "limit-holdem",
    "omaha-8",
    "five-card-draw",
    "badugi",
    "crazy-pineapple",
    "short-deck",
];

fn table(fields: &Value) -> Result<TableSetup, ErrorCode> {
    wished(fields).map_err(|error| error.answer(None).code)
}

fn wished(fields: &Value) -> Result<TableSetup, ConfigError> {
    let mut config = json!({"name": "Test", "game": "no-limit-holdem", "seats": 6, "private": true});
    for (name, value) in fields.as_object().unwrap() {
        config[name] = value.clone();
    }
    let config: TableConfig = serde_json::from_value(config).unwrap();
    TableSetup::new(&config, Timing::default())
}

#[test]
fn stakes_that_cannot_be_counted_are_refused() {
    let quarter = MAX / 4;
    for fields in [
        json!({"small_blind": 1, "big_blind": MAX}),
        json!({"small_blind": 1, "big_blind": MAX, "buy_in_min": 1, "buy_in_max": 1000}),
        json!({"ante": MAX}),
        json!({"ante": MAX / 2, "buy_in_min": 1, "buy_in_max": 1000}),
        json!({"buy_in_min": 100, "buy_in_max": MAX}),
        json!({"buy_in_min": 100, "buy_in_max": quarter}),
        json!({"seats": 2, "buy_in_min": 100, "buy_in_max": quarter, "session": {"free_stacks": 1}}),
        json!({"big_blind": quarter * 2, "buy_in_min": 1, "buy_in_max": 1000, "session": {"roodles": true}}),
        json!({"game": "limit-holdem", "big_blind": quarter * 2, "buy_in_min": 1, "buy_in_max": 1000}),
        json!({"game": "limit-holdem", "multiplier": u32::MAX, "buy_in_min": 1, "buy_in_max": quarter}),
    ] {
        assert_eq!(table(&fields).err(), Some(ErrorCode::TableConfigInvalid), "{fields}");
    }
    assert!(table(&json!({"buy_in_min": 100, "buy_in_max": MAX / 8})).is_ok());
}

#[test]
fn a_refusal_names_the_field_that_is_wrong() {
    let game = |id| json!({"game": id});
    let mix = |mix: Value| json!({"game": "", "mix": mix});
    let stud = json!({"kind": "dealers_choice", "default": "seven-card-stud", "games": [game("seven-card-stud")]});
    for (fields, field) in [
        (json!({"name": ""}), "name"),
        (json!({"seats": 99}), "seats"),
        (json!({"limit": "none"}), "limit"),
        (json!({"game": "razz", "small_blind": 1}), "small_blind"),
        (json!({"game": "razz", "big_blind": 1}), "big_blind"),
        (json!({"big_blind": 0}), "big_blind"),
        (json!({"small_blind": 9, "big_blind": 2}), "big_blind"),
        (json!({"multiplier": 0}), "multiplier"),
        (json!({"buy_in_min": 9, "buy_in_max": 8}), "buy_in_max"),
        (json!({"action_ms": 1}), "action_ms"),
        (json!({"time_bank_ms": u32::MAX}), "time_bank_ms"),
        (json!({"house_bots": true}), "house_bots"),
        (json!({"game": "", "definition": "?"}), "definition"),
        (json!({"private": false, "session": {"kitty": true}}), "private"),
        (json!({"session": {"free_stacks": 9}}), "session.free_stacks"),
        (
            json!({"game": "badugi", "session": {"rabbit_hunt": true}}),
            "session.rabbit_hunt",
        ),
        (
            json!({"session": {"bomb_pot": {"every": 0, "ante": 1}}}),
            "session.bomb_pot",
        ),
        (json!({"session": {"seven_deuce": 99}}), "session.seven_deuce"),
        (mix(json!({"kind": "rotation", "games": [game("razz")]})), "mix.games"),
        (json!({"game": "", "seats": 10, "mix": stud}), "mix.default"),
    ] {
        let refused = wished(&fields).expect_err("it is refused").answer(None);
        let params = refused.params.unwrap_or_default();
        assert_eq!(
            params.get("field"),
            Some(&json!(field)),
            "{fields}: {}",
            refused.message
        );
    }
    assert!(
        wished(&json!({"game": "badugi", "ante": 0})).is_ok(),
        "an ante of zero is none"
    );
}

/// Powers of two and their neighbours, small and large alike.
fn amount(dice: &mut Dice) -> u64 {
    ((1 << dice.below(54)) + dice.below(3)).saturating_sub(1).min(MAX)
}

#[test]
fn a_table_that_is_accepted_can_be_played() {
    let mut dice = Dice(7);
    let (mut played, mut hands) = (0, 0);
    for round in 0..280 {
        let game = GAMES[round % GAMES.len()];
        let seats = 2 + dice.below(5);
        let mut fields = json!({"game": game, "seats": seats, "buy_in_min": 1, "buy_in_max": amount(&mut dice)});
        for name in ["small_blind", "big_blind", "ante"] {
            if dice.one_in(2) {
                fields[name] = json!(amount(&mut dice));
            }
        }
        if dice.one_in(4) {
            fields["multiplier"] = json!(amount(&mut dice).min(u32::MAX.into()));
        }
        let mut session = json!({"roodles": dice.one_in(2), "kitty": dice.one_in(2), "forfeit_excess": dice.one_in(2)});
        if dice.one_in(3) {
            session["free_stacks"] = json!(1 + dice.below(5));
        }
        fields["session"] = session;
        let Ok(setup) = table(&fields) else { continue };
        let most = setup.law.buy_in.max.get();
        let players = usize::try_from(seats).unwrap();
        let mut world = World::with(setup.into(), players);
        world.entropy = Chance::of(dice.next());
        for client in 0..players {
            world.set_wallet(client, 2 * most);
        }
        world.seat_all(most);
        for _ in 0..3 {
            if !world.wait_until_due() {
                break;
            }
            while let Some(client) = world.asked().first().copied() {
                let (hand, turn) = world.clients[client].turn().unwrap();
                let action = random_action(&world.clients[client].choices(), &mut dice).unwrap();
                let id = world.ask(client, TableRequest::Act { hand, turn, action });
                let refused = world.clients[client].errors.get(&id);
                assert!(refused.is_none(), "{fields}: {refused:?}");
            }
            world.check();
        }
        played += 1;
        hands += world.core.table().hand_no();
    }
    assert!(played > 20 && hands > 40, "{played} tables, {hands} hands");
}
