//! Differences between games are data: no source file outside the definitions names a game.

use std::fs;
use std::path::{Path, PathBuf};

use poker_engine::game::catalogue;

/// Folders of the sources, from the root of the workspace.
const SOURCES: [&str; 19] = [
    "engine/src",
    "protocol/src",
    "server/src",
    "server/crates/edge/src",
    "server/crates/event/src",
    "server/crates/formats/src",
    "server/crates/limits/src",
    "server/crates/lobby/src",
    "server/crates/net/src",
    "server/crates/owner/src",
    "server/crates/people/src",
    "server/crates/practice/src",
    "server/crates/push/src",
    "server/crates/table/src",
    "server/crates/wire/src",
    "server/crates/words/src",
    "server/web",
    "bots/src",
    "loadtest/src",
];

/// Folders without sources of our own: definitions, tests, lesson hands, generated or installed files.
const SKIPPED: [&str; 9] = [
    "engine/src/games",
    "server/web/test",
    "server/web/gen",
    "server/web/lessons/hands",
    "server/web/node_modules",
    "engine/src/table/tests",
    "server/crates/event/src/core/tests",
    "server/crates/event/src/core/tests.rs",
    "server/crates/table/src/tests",
];

/// Identifiers of games that are also words of the notation: rankings, families and a limit.
const VOCABULARY: [&str; 5] = ["badugi", "short-deck", "omaha", "lowball", "bloc"];

/// Places where a game is a default that its user can change: that of the load harness, and the evenings ready made.
const DEFAULTS: [(&str, &str); 3] = [
    ("loadtest/src/cli.rs", "no-limit-holdem"),
    ("loadtest/src/cli/table.rs", "no-limit-holdem"),
    ("server/web/lobby/evenings.js", "no-limit-holdem"),
];

fn root() -> PathBuf {
    let engine = Path::new(env!("CARGO_MANIFEST_DIR"));
    engine.parent().expect("the engine lies in the workspace").to_owned()
}

/// Finds all source files under a folder, by their paths from the root.
fn sources(root: &Path, folder: &str, found: &mut Vec<String>) {
    let entries = fs::read_dir(root.join(folder)).unwrap_or_else(|error| panic!("{folder}: {error}"));
    for entry in entries {
        let entry = entry.expect("an entry of a folder");
        let path = format!("{folder}/{}", entry.file_name().to_string_lossy());
        let tests = path.ends_with("tests.rs") || path.ends_with("/tests");
        if SKIPPED.contains(&path.as_str()) || tests {
            continue;
        }
        if entry.path().is_dir() {
            sources(root, &path, found);
        } else if [".rs", ".js", ".html", ".css"].iter().any(|end| path.ends_with(end)) {
            found.push(path);
        }
    }
}

/// Returns every name of a game: identifiers, and names in both languages.
fn needles() -> Vec<String> {
    let games = catalogue::all().iter().map(|game| (&game.id, &game.name));
    let mixed = catalogue::rotations()
        .iter()
        .map(|rotation| (&rotation.id, &rotation.name));
    let called = games.chain(mixed);
    let called = called.flat_map(|(id, name)| [id.clone(), name.en.clone(), name.fr.clone()]);
    called.filter(|needle| !VOCABULARY.contains(&needle.as_str())).collect()
}

/// Returns `true` if a line of code names a game: as a whole literal, or anywhere as an identifier of several words.
fn names(line: &str, needle: &str) -> bool {
    line.match_indices(needle).any(|(at, _)| {
        let (before, after) = (line[..at].chars().next_back(), line[at + needle.len()..].chars().next());
        let literal = matches!((before, after), (Some(a @ ('"' | '\'' | '`')), Some(b)) if a == b);
        let inside = |c: Option<char>| c.is_some_and(|c| c.is_alphanumeric() || c == '-' || c == '_');
        literal || (needle.contains('-') && !inside(before) && !inside(after))
    })
}

/// Iterates over the code of a file, without comments and without the tests at its end.
fn code(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let code = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    let comment = |line: &str| {
        ["//", "*", "/*"]
            .iter()
            .any(|start| line.trim_start().starts_with(start))
    };
    code.lines().enumerate().filter(move |(_, line)| !comment(line))
}

#[test]
fn no_source_file_names_a_game() {
    let root = root();
    let mut files = Vec::new();
    for folder in SOURCES {
        sources(&root, folder, &mut files);
    }
    assert!(files.len() > 300, "only {} files were found", files.len());
    let needles = needles();
    let mut offenders = Vec::new();
    for file in &files {
        let text = fs::read_to_string(root.join(file)).expect("a source file");
        // Few files contain any of the words, so few lines need a closer look.
        let known: Vec<&String> = needles.iter().filter(|needle| text.contains(needle.as_str())).collect();
        for (index, line) in code(&text) {
            let named = known.iter().filter(|needle| names(line, needle));
            for needle in named.filter(|needle| !DEFAULTS.contains(&(file.as_str(), needle.as_str()))) {
                offenders.push(format!("{file}:{}: {needle}", index + 1));
            }
        }
    }
    assert!(
        offenders.is_empty(),
        "these lines name games:\n{}",
        offenders.join("\n")
    );
}

#[test]
fn the_scan_sees_what_it_looks_for() {
    let needles = needles();
    let found = |line: &str| needles.iter().any(|needle| names(line, needle));
    assert!(found("if game.id == \"razz\" {"));
    assert!(found("const favourite = 'crazy-pineapple';"));
    assert!(found("<p>play five-card-draw today</p>"));
    assert!(found("let name = \"Razz\";"));
    assert!(!found("fn razzle(bull: u8) -> Irish {"));
    let text = "//! no-limit-holdem\nlet a = 1;\n#[cfg(test)]\nmod tests {\n    \"razz\"\n}\n";
    assert_eq!(code(text).map(|(index, _)| index).collect::<Vec<_>>(), [1]);
}
