//! The tables of a seed: games, limits of the house, private ones, dealer's choice.

use std::sync::Arc;

use poker_engine::game::catalogue;
use poker_follower::Dice;
use poker_protocol::v1::table::{DoubleBoard, StraddleRule, TableConfig};
use poker_store::AccountId;
use poker_table::{Invitation, TableSetup, Timing};
use serde_json::json;

/// Games in which no card of a player lies face up before the showdown, and none is wild: there the oracle knows who may know what.
const GAMES: [&str; 6] = [
    "no-limit-holdem",
    "limit-holdem",
    "omaha-8",
    "crazy-pineapple",
    "five-card-draw",
    "short-deck",
];

/// A table opened by a player.
pub(super) fn any_table(dice: &mut Dice, host: AccountId) -> Arc<TableSetup> {
    let game = if dice.one_in(2) {
        GAMES[0]
    } else {
        *dice.pick(&GAMES).expect("there are games")
    };
    let mix = match dice.below(8) {
        0 => Some(json!({"kind": "rotation", "hands": 2, "games": [
            {"game": "limit-holdem"}, {"game": "crazy-pineapple"}, {"game": "omaha-8"},
        ]})),
        1 | 2 => Some(json!({"kind": "dealers_choice", "games": GAMES.map(|game| json!({"game": game}))})),
        _ => None,
    };
    let seats = 2 + dice.below(5);
    let mut config: TableConfig = serde_json::from_value(match &mix {
        Some(mix) => json!({"name": "Sim", "game": "", "mix": mix, "seats": seats}),
        None => json!({"name": "Sim", "game": game, "seats": seats}),
    })
    .expect("a table's config");
    config.all_in_face_up = dice.one_in(2);
    config.moving_button = dice.one_in(2);
    config.private = dice.one_in(2);
    if config.private {
        config.session.run_twice = dice.one_in(2);
        config.session.kitty = dice.one_in(2);
        config.session.own_chips = dice.one_in(2);
        config.session.class = config.session.own_chips && !dice.one_in(3);
        config.session.free_stacks = (!config.session.own_chips && dice.one_in(4)).then_some(2);
    }
    if let Some(game) = catalogue::find(&config.game) {
        config.session.straddle = game.takes_straddles().then_some(StraddleRule::AnyPlace);
        let double_board = dice.one_in(4) && config.seats <= game.double_board_seats();
        config.session.double_board = double_board.then_some(DoubleBoard::Always);
        config.session.seven_deuce = (dice.one_in(2) && game.takes_seven_deuce()).then_some(2);
        config.session.dark_bets = dice.one_in(2) && game.has_board();
        config.session.rabbit_hunt = dice.one_in(2) && game.has_board();
    }
    let invitation: Option<Invitation> = config.private.then(|| {
        let bits = u128::from_le_bytes(dice.bytes()[..16].try_into().expect("16 bytes"));
        serde_json::from_value(json!(format!("{bits:032x}"))).expect("an invitation")
    });
    let setup = TableSetup::new(&config, Timing::default());
    let setup = setup.unwrap_or_else(|wrong| panic!("a table of the simulation is refused: {wrong}"));
    Arc::new(TableSetup {
        invitation,
        host: Some(host),
        ..setup
    })
}
