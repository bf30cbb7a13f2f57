//! `poker games`, `replay` and `simulate`, as a program would call them.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

fn poker(arguments: &[&str]) -> Output {
    let run = Command::new(env!("CARGO_BIN_EXE_poker")).args(arguments).output();
    run.expect("the program starts")
}

fn lines(output: &Output) -> Vec<Value> {
    let text = std::str::from_utf8(&output.stdout).expect("UTF-8");
    text.lines()
        .map(|line| serde_json::from_str(line).expect("JSON"))
        .collect()
}

/// A folder of this test's own, gone when the value is.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Self {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{name}-{}", std::process::id()));
        std::fs::create_dir_all(&path).expect("a folder");
        Self(path)
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        std::fs::write(&path, text).expect("a file");
        path.to_string_lossy().into_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

const HAND: &str = "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [0.5, 1]\nmin_bet = 1\n\
                    starting_stacks = [100.5, 100]\nactions = ['d dh p1 AsAh', 'd dh p2 KsKh', 'p2 cbr 3', 'p1 f']\n";

#[test]
fn games_lists_the_catalogue() {
    let output = poker(&["games", "--json"]);
    assert!(output.status.success());
    let games = lines(&output);
    let holdem = games
        .iter()
        .find(|game| game["id"] == "no-limit-holdem")
        .expect("hold'em");
    assert_eq!(
        (&holdem["number"], &holdem["seats"]["max"]),
        (&Value::from("V68"), &Value::from(10))
    );
    assert!(
        games
            .iter()
            .all(|game| game["name"]["fr"].as_str().is_some_and(|name| !name.is_empty()))
    );
}

#[test]
fn replay_answers_a_line_a_hand() {
    let folder = Folder::new("replay");
    let file = folder.file("one.phh", HAND);
    let output = poker(&["replay", "--json", &file]);
    assert_eq!(output.status.code(), Some(0));
    let expected = serde_json::json!({
        "file": "one.phh", "index": 1, "variant": "NT", "complete": true,
        "finishing_stacks": [99.5, 101], "winnings": [0, 2],
        "pots": [{ "amount": 2, "eligible": [2], "winners": [2] }], "board": [], "error": null,
    });
    assert_eq!(lines(&output), [expected]);
}

#[test]
fn replay_goes_on_after_a_refused_hand_and_a_broken_file() {
    let folder = Folder::new("refused");
    let many = format!("[1]\n{HAND}[2]\n{}[3]\n{HAND}", HAND.replace("cbr 3", "cbr 1000"));
    let (broken, many) = (
        folder.file("broken.phh", "variant = 'NT'\nantes = [0,, 0]\n"),
        folder.file("many.phhs", &many),
    );
    let refused = poker(&["replay", "--json", &many]);
    assert_eq!(refused.status.code(), Some(1));
    let errors: Vec<bool> = lines(&refused).iter().map(|line| line["error"].is_string()).collect();
    assert_eq!(errors, [false, true, false]);
    assert!(
        lines(&refused)[1]["error"]
            .as_str()
            .is_some_and(|error| error.starts_with("action 3 (`p2 cbr 1000`)"))
    );

    let unreadable = poker(&["replay", "--json", &broken, &many]);
    assert_eq!(unreadable.status.code(), Some(2));
    assert_eq!(lines(&unreadable).len(), 3, "the next file is still read");
    assert!(String::from_utf8_lossy(&unreadable.stderr).contains("broken.phh: line 2"));
    assert_eq!(poker(&["replay"]).status.code(), Some(2));
    assert_eq!(poker(&["replay", "no-such-file.phh"]).status.code(), Some(2));
}

#[test]
fn simulate_repeats_itself_and_its_file_replays() {
    let folder = Folder::new("simulate");
    let run = |out: &str| {
        let path = folder.0.join(out).to_string_lossy().into_owned();
        let arguments = [
            "simulate", "--json", "--game", "omaha-8", "--hands", "200", "--seed", "7", "--phh", &path,
        ];
        let output = poker(&arguments);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        (lines(&output)[0]["digest"].clone(), path)
    };
    let ((first, a), (second, b)) = (run("a.phhs"), run("b.phhs"));
    assert_eq!(first, second);
    let bytes = std::fs::read(&a).expect("the file");
    assert_eq!(bytes, std::fs::read(&b).expect("the file"));

    let replayed = lines(&poker(&["replay", "--json", &a]));
    assert_eq!(replayed.len(), 200);
    let text = String::from_utf8(bytes).expect("UTF-8");
    let written = text.lines().filter_map(|line| line.strip_prefix("finishing_stacks = "));
    for (hand, stacks) in replayed.iter().zip(written) {
        assert_eq!(hand["finishing_stacks"].to_string().replace(',', ", "), stacks);
    }
}

#[test]
fn simulate_knows_its_games() {
    assert_eq!(poker(&["simulate", "--game", "no-such-game"]).status.code(), Some(2));
    let crowd = poker(&["simulate", "--game", "short-deck", "--players", "10"]);
    assert_eq!(crowd.status.code(), Some(2));
}
