//! `poker games` and `replay`, as a program would call them.

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

/// A folder of this test's own, removed when dropped.
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

/// Every number of the catalogue, mixed games and dealer's choice included.
#[test]
fn games_lists_every_number() {
    let games = lines(&poker(&["games", "--json"]));
    let listed: Vec<&str> = games
        .iter()
        .flat_map(|game| game["numbers"].as_array().expect("numbers"))
        .map(|number| number.as_str().expect("a text"))
        .collect();
    let numbers = (1..=68).map(|number| format!("V{number:02}"));
    for number in numbers.chain((1..=20).map(|number| format!("M{number:02}"))) {
        assert!(listed.contains(&number.as_str()), "{number}");
    }
    let text = String::from_utf8(poker(&["games"]).stdout).expect("UTF-8");
    assert_eq!(text.lines().count(), games.len());
}

#[test]
fn games_shows_the_rules_of_a_mix_in_both_languages() {
    let shown = |arguments: &[&str]| {
        let output = poker(arguments);
        assert!(output.status.success(), "{output:?}");
        String::from_utf8(output.stdout).expect("UTF-8")
    };
    let horse = shown(&["games", "show", "horse"]);
    for words in [
        "HORSE (M14)",
        "3. Razz, fixed limit",
        "one orbit",
        "un tour de table",
        "limite fixe",
    ] {
        assert!(horse.contains(words), "{words}: {horse}");
    }
    assert_eq!(shown(&["games", "show", "M14"]), horse);
    let choice = shown(&["games", "show", "dealers-choice", "--lang", "fr"]);
    assert!(
        choice.starts_with("Choix du donneur (V61)") && choice.contains("Poker fermé"),
        "{choice}"
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
fn seats_that_no_players_can_have_are_refused() {
    let folder = Folder::new("seats");
    let cases = [
        ("seats = [4, 1]\nseat_count = 6\n", None),
        ("seats = [1, 2]\n", None),
        ("seats = [2, 2]\n", Some("two players have seat 2")),
        ("seats = [1]\n", Some("for each player")),
        ("seats = [0, 1]\n", Some("for each player")),
        ("seats = [1, 'two']\n", Some("for each player")),
        ("seats = 2\n", Some("for each player")),
        (
            "seats = [1, 7]\nseat_count = 6\n",
            Some("seat 7 is none of a table of 6"),
        ),
    ];
    let file = |(number, (seats, _)): (usize, &(&str, _))| format!("[{}]\n{HAND}{seats}", number + 1);
    let text: String = cases.iter().enumerate().map(file).collect();
    let output = poker(&["replay", "--json", &folder.file("seats.phhs", &text)]);
    assert_eq!(output.status.code(), Some(1));
    let lines = lines(&output);
    for ((seats, refusal), line) in cases.iter().zip(&lines) {
        let error = line["error"].as_str();
        match refusal {
            None => assert_eq!(error, None, "{seats}"),
            Some(words) => assert!(error.is_some_and(|error| error.contains(words)), "{seats}: {line}"),
        }
    }
    assert_eq!(lines.len(), cases.len());
}

#[test]
fn replay_reads_the_notation_of_the_vectors() {
    let folder = Folder::new("notation");
    let hand = "game: V68\nstacks: S1=30 S2=60 S3=100   dealer: S3   limits: nl:10 / nl:10\n\
                deck: As Kc Qc Ad Kd Qd 2h 7h 9s Jd 3c\n\
                actions: S3:raise100 S1:call S2:call\n";
    let early = "game: V68\nstacks: 2 x 100   dealer: S2   limits: nl:10\ndeck: As Kc Ad Kd\nactions: S2:fold\n";
    let text = format!(
        "# three hands, one of them broken, one refused\n\n{hand}\n{}\n{}\n{early}",
        hand.replace("deck:", "pack:"),
        hand.replace("S1:call", "S1:check")
    );
    let output = poker(&["replay", "--json", &folder.file("many.hands", &text)]);
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).contains("many.hands: line 10: there is no key `pack`"));
    let lines = lines(&output);
    assert_eq!(lines.len(), 4, "the next hands still run");
    assert_eq!(
        lines[0],
        serde_json::json!({
            "file": "many.hands", "index": 1, "game": "V68", "final": [90, 60, 40], "carried_out": 0,
            "pots": [
                { "amount": 90, "contenders": ["S1", "S2", "S3"], "shares": { "S1": 90 } },
                { "amount": 60, "contenders": ["S2", "S3"], "shares": { "S2": 60 } },
            ],
            "high": { "S1": "one pair", "S2": "one pair", "S3": "one pair" }, "low": {},
            "error": null, "error_at": null,
        })
    );
    assert_eq!(lines[1]["error"], "line 10: there is no key `pack`");
    assert_eq!(
        (&lines[2]["error_at"], &lines[2]["final"]),
        (&Value::from(2), &Value::Null)
    );
    assert!(
        lines[2]["error"]
            .as_str()
            .is_some_and(|error| error.starts_with("rule.check_not_offered: action 2 (`S1:check`)"))
    );
    let uncontested = serde_json::json!([{ "amount": 15, "contenders": ["S1"], "shares": { "S1": 15 } }]);
    assert_eq!((&lines[3]["pots"], &lines[3]["index"]), (&uncontested, &Value::from(4)));

    let wrong = folder.file("wrong.hand", &format!("{early}final: S1=100 S2=100\n"));
    let output = poker(&["replay", "--json", &wrong]);
    assert_eq!(output.status.code(), Some(1));
    let error = self::lines(&output)[0]["error"].to_string();
    assert!(
        error.contains("final: written `S1=100 S2=100`, played `S1=105 S2=95`"),
        "{error}"
    );
}
