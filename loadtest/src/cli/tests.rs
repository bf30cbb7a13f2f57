//! Command lines, and the tables that they describe.

use serde_json::{Value, json};

use super::*;

fn tables(arguments: &str) -> TableArgs {
    let arguments = format!("loadtest kill {arguments}");
    let Command::Kill(kill) = Cli::parse_from(arguments.split_whitespace()).command else {
        panic!("another command")
    };
    kill.tables
}

#[test]
fn tables_play_one_game_or_take_turns_at_several() {
    assert_eq!(
        tables("--game razz --action-s 2").setups(),
        [json!({"game": "razz", "action_ms": 2000})]
    );
    let mixed = tables("--mix horse:2 --mix pick --mix hose");
    let asked: Vec<Value> = mixed.setups().into_iter().map(|setup| setup["mix"].clone()).collect();
    assert_eq!(
        asked,
        [
            json!({"kind": "rotation", "rotation": "horse", "hands": 2}),
            json!({"kind": "dealers_choice"}),
            json!({"kind": "rotation", "rotation": "hose"}),
        ]
    );
    assert_eq!(mixed.games(), "horse, as dealers pick, hose");
    for wrong in ["--mix horse:x", "--mix horse:", "--mix horse --game razz"] {
        let arguments = format!("loadtest run --spawn {wrong}");
        assert!(Cli::try_parse_from(arguments.split_whitespace()).is_err(), "{wrong}");
    }
}
