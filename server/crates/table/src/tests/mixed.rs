//! Tables with several games: the current game, the dealer's pick, and their survival of a crash.

use poker_protocol::v1::client::{Entry, SitOutWhen};
use poker_protocol::v1::{Action, Choice, ErrorCode};
use serde_json::{Value, json};

use super::world::{World, setup};
use crate::core::mail::TableRequest;
use crate::setup::{config::TableSetup, error::ConfigError};

fn config(mix: &Value, seats: u8) -> poker_protocol::v1::table::TableConfig {
    let config = json!({"name": "Test", "game": "", "mix": mix, "seats": seats});
    serde_json::from_value(config).unwrap()
}

/// Three players with 500 each at a table with these games.
fn room(mix: &Value) -> World {
    let mut world = World::with(setup(&config(mix, 6)), 3);
    world.seat_all(500);
    world
}

fn dealers_choice() -> World {
    let games = [
        json!({"game": "five-card-draw"}),
        json!({"game": "omaha"}),
        json!({"game": "limit-holdem"}),
    ];
    room(&json!({"kind": "dealers_choice", "games": games, "pick_ms": 7000}))
}

/// Waits until a dealer has to pick, and returns the client.
fn until_asked(world: &mut World) -> usize {
    while world.core.table().asked_dealer().is_none() {
        match world.asked().first().copied() {
            Some(client) => give_up(world, client),
            None => assert!(world.wait_until_due()),
        }
    }
    let asked = world.asked();
    assert_eq!(asked.len(), 1);
    asked[0]
}

/// Answers the open decision so as to end the hand.
fn give_up(world: &mut World, client: usize) {
    let (hand, turn) = world.clients[client].turn().unwrap();
    let choices = world.clients[client].choices();
    let action = match &choices[..] {
        _ if choices.contains(&Choice::Fold {}) => Action::Fold {},
        _ if choices.contains(&Choice::Check {}) => Action::Check {},
        [Choice::Discard { .. }] => Action::Discard { cards: Vec::new() },
        other => panic!("{other:?}"),
    };
    let id = world.ask(client, TableRequest::Act { hand, turn, action });
    assert!(!world.clients[client].errors.contains_key(&id));
}

fn pick(world: &mut World, client: usize, game: &str, limit: Option<&str>) -> String {
    let (hand, turn) = world.clients[client].turn().unwrap();
    let action = Action::PickGame {
        game: game.to_owned(),
        limit: limit.map(str::to_owned),
    };
    world.ask(client, TableRequest::Act { hand, turn, action })
}

fn told(world: &World, kind: &str) -> Vec<Value> {
    let events = world
        .told
        .values()
        .map(|event| serde_json::from_str::<Value>(event).unwrap());
    events.filter(|event| event["kind"] == kind).collect()
}

#[test]
fn the_dealer_picks_and_all_are_told_before_anything_is_paid() {
    let mut world = dealers_choice();
    let dealer = until_asked(&mut world);
    assert_eq!(world.clients[dealer].turn(), Some((1, 0)));
    let [Choice::PickGame { games }] = &world.clients[dealer].choices()[..] else {
        panic!("one choice");
    };
    let offered: Vec<&str> = games.iter().map(|game| game.game.as_str()).collect();
    assert_eq!(offered, ["five-card-draw", "omaha", "limit-holdem"]);
    world.check();

    pick(&mut world, dealer, "omaha", None);
    assert_eq!(world.clients[dealer].view().unwrap().info.game, "omaha");
    assert!(world.core.table().running().is_none(), "there is time to see it");
    world.wait_until_due();
    let kinds: Vec<String> = world
        .told
        .values()
        .map(|event| {
            serde_json::from_str::<Value>(event).unwrap()["kind"]
                .as_str()
                .unwrap()
                .to_owned()
        })
        .skip_while(|kind| kind != "turn_started")
        .take(4)
        .collect();
    assert_eq!(kinds, ["turn_started", "game_changed", "hand_started", "posted"]);
    let hand = world.core.table().play().unwrap();
    let button = hand.hand().view(poker_engine::Viewer::Spectator).button;
    assert_eq!(hand.seat_of(world.clients[dealer].account()), Some(button));
    assert_eq!(hand.hand().game().id, "omaha");
    world.check();

    // The next dealer is the next player.
    let next = until_asked(&mut world);
    assert_ne!(next, dealer);
    assert_eq!(world.clients[next].turn(), Some((2, 0)));
}

#[test]
fn a_wrong_pick_has_a_code_and_changes_nothing() {
    let mut world = dealers_choice();
    let dealer = until_asked(&mut world);
    let other = (dealer + 1) % 3;
    let before = world.core.table().clone();
    let id = pick(&mut world, dealer, "razz", None);
    let error = &world.clients[dealer].errors[&id];
    assert_eq!((error.code, error.turn), (ErrorCode::RuleGameNotOffered, Some(0)));
    assert!(matches!(error.legal.as_deref(), Some([Choice::PickGame { .. }])));
    let id = pick(&mut world, dealer, "five-card-draw", Some("nl"));
    assert_eq!(world.clients[dealer].errors[&id].code, ErrorCode::RuleGameNotOffered);
    let (hand, turn) = world.clients[dealer].turn().unwrap();
    for (client, hand, turn, action, code) in [
        (dealer, hand, turn, Action::Check {}, ErrorCode::RuleWrongKind),
        (dealer, hand - 1, turn, Action::Check {}, ErrorCode::TurnStale),
        (dealer, hand, turn + 1, Action::Check {}, ErrorCode::TurnStale),
        (other, hand, turn, Action::Check {}, ErrorCode::TurnNotYours),
    ] {
        let id = world.ask(client, TableRequest::Act { hand, turn, action });
        assert_eq!(world.clients[client].errors[&id].code, code);
    }
    assert_eq!(*world.core.table(), before);

    // Picking a game is no answer to a bet.
    pick(&mut world, dealer, "limit-holdem", Some("fixed"));
    world.wait_until_due();
    let client = world.asked()[0];
    let id = pick(&mut world, client, "omaha", None);
    assert_eq!(world.clients[client].errors[&id].code, ErrorCode::RuleWrongKind);
}

#[test]
fn a_dealer_whose_time_runs_out_gets_the_game_of_the_table() {
    let mut world = dealers_choice();
    let dealer = until_asked(&mut world);
    let due = world.due().unwrap().0;
    // The time to pick, the time bank and the grace.
    assert_eq!(due, world.time + 7_000 + 60_000 + 500);
    world.wait_until_due();
    let [changed] = &told(&world, "game_changed")[..] else {
        panic!("one game was picked");
    };
    assert_eq!(
        (&changed["auto"], &changed["game"]["game"]),
        (&json!(true), &json!("five-card-draw"))
    );
    assert!(world.core.table().seat_of(world.clients[dealer].account()).is_some());
    world.check();
    world.check_recovery();
}

#[test]
fn another_dealer_is_asked_when_the_first_goes() {
    let mut world = dealers_choice();
    let dealer = until_asked(&mut world);
    let stale = world.clients[dealer].turn().unwrap();
    let request = TableRequest::SitOut {
        out: true,
        when: SitOutWhen::NextHand,
        minutes: None,
        entry: Entry::Post,
    };
    world.ask(dealer, request);
    assert_eq!(told(&world, "pick_withdrawn").len(), 1);
    world.check();
    world.check_recovery();
    let next = until_asked(&mut world);
    assert_ne!(next, dealer);
    assert_eq!(world.clients[next].turn(), Some((1, 1)), "another question");
    assert_eq!(
        world.due().unwrap().0,
        world.time + 7_000 + 60_000 + 500,
        "a clock of its own"
    );
    let (hand, turn) = stale;
    let game = "omaha".to_owned();
    let action = Action::PickGame { game, limit: None };
    let id = world.ask(dealer, TableRequest::Act { hand, turn, action });
    assert_eq!(world.clients[dealer].errors[&id].code, ErrorCode::TurnStale);
    // The next one leaves the table; the one remaining player does not have to pick.
    world.ask(next, TableRequest::Leave);
    assert!(world.core.table().asked().is_none());
    assert!(!world.wait_until_due() || world.core.table().asked().is_none());
    world.check();
}

#[test]
fn a_pick_outlives_a_crash_before_and_after_it() {
    let mut world = dealers_choice();
    let dealer = until_asked(&mut world);
    let (turn, choices) = (world.clients[dealer].turn(), world.clients[dealer].choices());
    world.wait(5_000);
    world.crash();
    assert_eq!(
        world.due().unwrap().0,
        world.time + 7_000 + 60_000 + 500,
        "renewed in full"
    );
    for client in 0..3 {
        world.ask(client, TableRequest::Watch);
    }
    assert_eq!(world.clients[dealer].choices(), choices);

    // A step that was not written did not happen, and no client was shown it.
    world.prompt = false;
    let before = world.core.table().clone();
    let action = Action::PickGame {
        game: "omaha".to_owned(),
        limit: None,
    };
    let (hand, number) = turn.unwrap();
    let act = TableRequest::Act {
        hand,
        turn: number,
        action,
    };
    world.ask_as(dealer, "the pick", act.clone());
    assert!(told(&world, "game_changed").is_empty());
    world.crash();
    assert_eq!(*world.core.table(), before);
    world.prompt = true;
    for client in 0..3 {
        world.ask(client, TableRequest::Watch);
    }

    // Once written, it stands, and a repeated request gets the same answer.
    world.ask_as(dealer, "the pick", act.clone());
    assert_eq!(told(&world, "game_changed").len(), 1);
    world.check_recovery();
    world.crash();
    for client in 0..3 {
        world.ask(client, TableRequest::Watch);
    }
    world.ask_as(dealer, "the pick", act);
    assert_eq!(told(&world, "game_changed").len(), 1);
    world.wait_until_due();
    assert_eq!(world.core.table().running().unwrap().hand().game().id, "omaha");
    world.check();
}

#[test]
fn a_rotation_changes_the_game_and_a_crash_does_not() {
    let games = [
        json!({"game": "limit-holdem"}),
        json!({"game": "five-card-draw", "multiplier": 4}),
    ];
    let mut world = room(&json!({"kind": "rotation", "games": games, "hands": 2}));
    let mut played = Vec::new();
    while played.len() < 6 {
        let hands = world.core.table().hand_no();
        while world.core.table().hand_no() == hands {
            match world.asked().first().copied() {
                Some(client) => give_up(&mut world, client),
                None => assert!(world.wait_until_due()),
            }
        }
        played.push(world.core.table().play().unwrap().hand().game().id.clone());
        // In the middle of a hand, and right after a change of game.
        world.check_recovery();
        if let Some(client) = world.asked().first().copied() {
            give_up(&mut world, client);
        }
        world.check();
        world.check_recovery();
        if played.len() == 4 {
            world.crash();
            for client in 0..3 {
                world.ask(client, TableRequest::Watch);
            }
        }
    }
    let [holdem, draw] = ["limit-holdem", "five-card-draw"];
    assert_eq!(played, [holdem, holdem, draw, draw, holdem, holdem]);
    let changes = told(&world, "game_changed");
    let names: Vec<_> = changes
        .iter()
        .map(|event| event["game"]["game"].as_str().unwrap())
        .collect();
    assert_eq!(names[..2], [draw, holdem]);
    assert_eq!(changes[0]["game"]["ante"], json!(4));
}

#[test]
fn lists_that_cannot_be_played_are_refused() {
    let refused = |mix: Value, seats| TableSetup::new(&config(&mix, seats), crate::Timing::default()).unwrap_err();
    let rotation = |games: Value| json!({"kind": "rotation", "games": games});
    let [one, unknown] = [json!([{"game": "razz"}]), json!([{"game": "razz"}, {"game": "whist"}])];
    assert_eq!(refused(rotation(one), 6), ConfigError::MixGames);
    assert_eq!(refused(rotation(unknown), 6), ConfigError::NoSuchGame);
    let both = json!({"kind": "rotation", "rotation": "horse", "games": [{"game": "razz"}]});
    assert_eq!(refused(both, 6), ConfigError::MixGames);
    let limit = json!([{"game": "razz", "limit": "nl"}, {"game": "omaha"}]);
    assert!(matches!(refused(rotation(limit), 6), ConfigError::Stakes(_)));
    // The triple draw in the list is for six.
    let eight = json!({"kind": "rotation", "rotation": "eight-game"});
    assert!(matches!(refused(eight, 8), ConfigError::Law(_)));
    let hands = json!({"kind": "rotation", "rotation": "horse", "hands": 0});
    assert!(matches!(refused(hands, 6), ConfigError::Program(_)));
    let default = json!({"kind": "dealers_choice", "default": "razz"});
    assert_eq!(refused(default, 9), ConfigError::MixDefault);
    let time = json!({"kind": "dealers_choice", "pick_ms": 10});
    assert_eq!(refused(time, 6), ConfigError::Time);
    let mut amounts = config(&json!({"kind": "rotation", "rotation": "horse"}), 6);
    amounts.big_blind = poker_protocol::v1::Chips::new(20);
    let error = TableSetup::new(&amounts, crate::Timing::default()).unwrap_err();
    assert_eq!(error, ConfigError::MixAmounts);
}

/// If a list gives no amounts, the minimum bets of its games come out alike.
#[test]
fn the_games_of_any_menu_fit_together() {
    let all = TableSetup::new(&config(&json!({"kind": "dealers_choice"}), 8), crate::Timing::default()).unwrap();
    for (index, played) in (0..).zip(&all.games) {
        let stakes = all.at_hand(index, &all.at_stake(index).structure).stakes;
        let bet = stakes.bets.first().unwrap_or(&stakes.ante).get();
        assert!((10..20).contains(&bet), "{}: {bet}", played.game.id);
    }
    let horse = TableSetup::new(
        &config(&json!({"kind": "rotation", "rotation": "horse"}), 6),
        crate::Timing::default(),
    );
    let horse = horse.unwrap();
    assert!((0..5).all(|game| horse.at_stake(game).structure.tiers[0].min_bet().get() == 10));
}
