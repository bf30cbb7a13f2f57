//! Tournaments that nobody tends make room for others.

use super::undo::live_by;
use super::*;

const KITCHEN: &str = r#"
id = "kitchen"
name = { en = "Kitchen", fr = "Cuisine" }
games = ["no-limit-holdem"]
entries = [3, 20]
seats = 4
price = 20
stack = 1000
levels = ["30m 5/10", "30m 10/20"]
"#;

fn give_up(entries: usize) -> Input {
    Input::GiveUp {
        entries,
        reason: "nobody is there".to_owned(),
    }
}

#[test]
fn a_live_event_in_play_is_cancelled_when_it_has_to_give_way() {
    for is_paused in [false, true] {
        let mut bench = live_by(KITCHEN, true);
        if is_paused {
            bench.directs(FloorAction::Pause {});
        }
        bench.input(give_up(10));
        assert_eq!(bench.phase(), Phase::Running, "it has eleven entries");
        bench.input(give_up(usize::MAX));
        assert_eq!(bench.phase(), Phase::Cancelled);
        assert!(bench.told().contains("nobody is there"));
        let again = bench.recovered(&bench.rows).unwrap();
        assert_eq!(again.tournament.director, bench.core.tournament.director);
    }
}

#[test]
fn an_event_of_accounts_in_play_never_gives_way() {
    let mut bench = begun();
    bench.input(give_up(usize::MAX));
    assert_eq!(bench.phase(), Phase::Running);
}
