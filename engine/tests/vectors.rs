//! Plays the hand vectors of `tests/vectors`, one file a point.

use std::fs;
use std::path::Path;

use poker_engine::history::notation;

#[test]
fn every_hand_vector_ends_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors");
    let mut played = 0;
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "hand") {
            check(&path);
            played += 1;
        }
    }
    assert!(played >= 16, "only {played} vectors were found");
}

fn check(path: &Path) {
    let name = path.display();
    let text = fs::read_to_string(path).unwrap_or_else(|error| panic!("{name}: {error}"));
    for hand in notation::parse(&text).unwrap_or_else(|error| panic!("{name}: {error}")) {
        let outcome = hand.play().unwrap_or_else(|error| panic!("{name}: {error}"));
        match (&hand.refused, &outcome.refused) {
            (None, Some((at, refusal))) => panic!("{name}: action {at} is refused: {refusal}"),
            (Some(code), Some((at, refusal))) => {
                assert_eq!(
                    *at,
                    hand.actions.len(),
                    "{name}: an earlier action is refused: {refusal}"
                );
                assert_eq!(refusal.code(), code, "{name}");
            }
            (Some(code), None) => panic!("{name}: the last action should be refused as {code}"),
            (None, None) => assert_eq!(outcome.stacks, hand.expected, "{name}"),
        }
    }
}
