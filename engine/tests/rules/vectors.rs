//! Plays the hand vectors of `tests/vectors`, one file per point, and checks every line of them.

use std::fs;
use std::path::Path;

use poker_engine::history::notation;

#[test]
fn every_hand_vector_ends_as_written() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/vectors");
    let (mut played, mut faults) = (0, Vec::new());
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|extension| extension == "hand") {
            faults.extend(check(&path));
            played += 1;
        }
    }
    faults.sort();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
    assert!(played >= 16, "only {played} vectors were found");
}

/// Returns the faults in the hands of a file.
fn check(path: &Path) -> Vec<String> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    let text = fs::read_to_string(path).expect("a readable file");
    let hands = notation::parse(&text);
    assert!(!hands.is_empty(), "{name} holds no hand");
    let faults = hands.into_iter().flat_map(|hand| match hand {
        Err(error) => vec![error.to_string()],
        Ok(hand) => match hand.play() {
            Err(error) => vec![error],
            Ok(outcome) => hand.contradictions(&outcome),
        },
    });
    faults.map(|fault| format!("{name}: {fault}")).collect()
}
