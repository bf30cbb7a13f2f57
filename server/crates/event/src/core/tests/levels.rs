//! Levels as viewers are told of them.

use super::refusals::account;
use super::*;

/// Three listed levels of ten minutes; further ones follow from the last.
const SHORT: &str = r#"
id = "short"
name = { en = "Short", fr = "Court" }
games = ["no-limit-holdem"]
entries = [3, 9]
seats = 9
price = 100
stack = 1000
levels = ["10m 10/20", "10m 20/40", "10m 40/80"]
late_levels = 0
pays = [50, 30, 20]
"#;

#[test]
fn a_level_that_begins_comes_with_the_one_after_it_as_a_snapshot_has_it() {
    let mut bench = Bench::playing(SHORT);
    for level in 1..=6 {
        let begins = |event: &&Box<str>| event.contains(r#""event":"level_started""#);
        let begun = bench.core.log.iter().rfind(begins).unwrap();
        let begun: serde_json::Value = serde_json::from_str(begun).unwrap();
        assert_eq!(begun["level"], level);
        let at = bench.core.time(bench.now());
        let state = bench.core.tournament.state_for(account(1), at, &BTreeMap::new());
        let next = serde_json::to_value(state.next_level).unwrap();
        assert_eq!(begun["next"], next, "after level {level}");
        assert_eq!(next["level"], level + 1);
        bench.wait_until(START + i64::from(level) * 10 * MINUTE);
    }
}
