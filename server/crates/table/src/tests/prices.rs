//! A host's own game has a price, which is checked for new tables only. Games accepted by an earlier version stay
//! readable.

use std::fmt::Write as _;

use serde_json::json;

use crate::TableSetup;
use crate::setup::error::ConfigError;
use crate::setup::timing::Timing;

/// Fifteen hole cards, fifteen on the board one by one, two and three of which make a hand, high and low, with wild
/// cards.
fn dear() -> String {
    let mut streets = String::new();
    for _ in 0..15 {
        let _ = writeln!(streets, "board(1,u); bet(first=left,check=yes,tier=1);");
    }
    format!(
        "id = \"dear\"\nnumber = \"D01\"\nname = {{ en = \"Dear\", fr = \"Cher\" }}\nfamily = \"draw\"\nseats = [2, 2]\n\
         limits = [\"nl:10\"]\nwild = \"board_low own_low\"\nscript = \"\"\"\npost(left,5); post(left2,10); deal(dddddddddd);\n\
         deal(ddddd); bet(first=left3,check=yes,tier=1);\n{streets}show(high=std,low=8,use=2+3)\n\"\"\"\n"
    )
}

#[test]
fn a_dear_game_is_refused_at_the_door_and_kept_behind_it() {
    let config = json!({"name": "Dear", "game": "", "definition": dear(), "seats": 2, "private": true});
    let config = serde_json::from_value(config).unwrap();
    let refused = TableSetup::new(&config, Timing::default()).unwrap_err();
    assert!(
        matches!(&refused, ConfigError::Definition(at) if at.message.contains("evaluations")),
        "{refused:?}"
    );
    let kept = TableSetup::kept(&config, Timing::default()).unwrap();
    assert!(kept.is_too_dear());
    // Its host may still change its stakes.
    assert!(
        kept.with_stakes(&serde_json::from_value(json!({"multiplier": 2})).unwrap())
            .is_ok()
    );
}
