//! Undo reaches back a bounded number of acts, however long the event, so that no undo has to replay all of it.

use poker_protocol::v1::tournament::FloorRole;

use super::undo::live_by;
use super::*;
use crate::undo::REACH;

/// Real chips for more players than undo reaches back.
const CROWD: &str = r#"
id = "crowd"
name = { en = "Crowd", fr = "Foule" }
games = ["no-limit-holdem"]
entries = [3, 1000]
price = 20
stack = 1000
levels = ["30m 5/10"]
"#;

fn entered(bench: &Bench) -> usize {
    let tournament = &bench.core.tournament;
    tournament
        .entrants()
        .filter(|(number, _)| tournament.is_in(*number))
        .count()
}

#[test]
fn acts_beyond_the_reach_of_undo_are_final() {
    let mut bench = live_by(CROWD, false);
    let before = entered(&bench);
    for number in 0..3 * REACH {
        let name = format!("Guest {number}");
        bench.directs(FloorAction::Enter { name });
    }
    let all = entered(&bench);
    assert_eq!(all, before + 3 * REACH);
    let mut back = 0;
    let refused = loop {
        match bench.acts(FloorRole::Director, FloorAction::Undo {}) {
            Ok(()) => back += 1,
            Err(refused) => break refused,
        }
    };
    assert!((REACH..2 * REACH).contains(&back), "{back}");
    assert_eq!(refused["code"], "tournament.not_undoable", "{refused}");
    assert_eq!(entered(&bench), all - back);
    // Each player was entered by a line of the trail; the last one left stops the undo.
    assert_eq!(refused["params"]["line"], all - back, "{refused}");
    for _ in 0..back {
        bench.directs(FloorAction::Redo {});
    }
    assert_eq!(entered(&bench), all);
}

#[test]
fn a_name_is_free_once_its_player_is_taken_back() {
    let mut bench = live_by(CROWD, false);
    let enter = |name: &str| FloorAction::Enter { name: name.to_owned() };
    bench.directs(enter("Maëlle"));
    let player = bench.core.tournament.director.players();
    let refused = bench.acts(FloorRole::Director, enter("MAËLLE")).unwrap_err();
    assert_eq!(refused["code"], "protocol.invalid_field", "{refused}");
    bench.directs(FloorAction::TakeBack { player });
    bench.directs(enter("maëlle"));
    assert!(bench.acts(FloorRole::Director, enter("Maëlle")).is_err());
    bench.directs(FloorAction::Undo {});
    bench.directs(FloorAction::Undo {});
    assert!(
        bench.acts(FloorRole::Director, enter("maëlle")).is_err(),
        "the first is back"
    );
}
