//! `poker eval` as its users run it.

use std::io::Write;
use std::process::{Command, Output, Stdio};

use serde_json::{Value, json};

fn eval(args: &[&str], input: impl AsRef<[u8]>) -> Output {
    let mut child = Command::new(env!("CARGO_BIN_EXE_poker"))
        .arg("eval")
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the binary runs");
    let mut stdin = child.stdin.take().expect("a pipe");
    // A command that refuses its options does not read.
    drop(stdin.write_all(input.as_ref()));
    drop(stdin);
    child.wait_with_output().expect("the binary ends")
}

fn stdout(args: &[&str], input: &str) -> String {
    let output = eval(args, input);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(0), "{errors}");
    String::from_utf8(output.stdout).expect("text")
}

fn objects(text: &str) -> Vec<Value> {
    let object = |line| serde_json::from_str(line).expect("JSON");
    text.lines().map(object).collect()
}

#[test]
fn a_hand_has_a_category_cards_and_a_strength() {
    let text = stdout(&["--ranking", "high"], "AhKh/QhJhTh2c3d\n\n2s7d9cJhKs Qd 3d\n");
    let lines: Vec<Vec<&str>> = text.lines().map(|line| line.split(' ').collect()).collect();
    assert_eq!(lines.len(), 2);
    assert_eq!(lines[0][..2], ["straight_flush", "AhKhQhJhTh"]);
    assert_eq!(lines[1][..2], ["high_card", "KsQdJh9c7d"]);
    let strength = |line: &[&str]| line[2].parse::<u32>().expect("a number");
    assert!(strength(&lines[0]) > strength(&lines[1]));
}

#[test]
fn omaha_takes_two_and_three() {
    let any = objects(&stdout(&["--json"], "AhKs/Jh9h6h2hQd\n"));
    assert_eq!(any[0]["category"], "flush");
    let args = ["--json", "--ranking", "high", "--use", "omaha"];
    let omaha = objects(&stdout(&args, "AhKsKd7c/Jh9h6h2hQd\n"));
    assert_eq!(omaha[0]["category"], "one_pair");
    assert_eq!(omaha[0]["ranks"], json!(["K", "Q", "J", "9"]));
    assert_eq!(omaha[0]["cards"], json!(["Ks", "Kd", "Qd", "Jh", "9h"]));
}

#[test]
fn a_low_may_not_qualify() {
    let args = ["--ranking", "8-or-better", "--use", "omaha"];
    let text = stdout(&args, "Ah2hKsKd/4h7h8hJdTc\nAh2hKsKd/4h7h9hJdTc\n");
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines[0].starts_with("low 8h7h4h2hAh "), "{text}");
    assert_eq!(lines[1], "none");
    let none = objects(&stdout(&["--ranking", "8-or-better", "--json"], "KhKdQhQdJs\n"));
    assert_eq!(
        none,
        [json!({ "category": null, "cards": [], "ranks": [], "strength": null })]
    );
}

#[test]
fn two_hands_compare_in_the_sense_of_the_game() {
    let high = concat!(
        "[\"AhAdKcQc3c\", \"2h2d2c4c5c\"]\n",
        "[\"4c5c6c7c8s\", \"AhAd\", \"KhKd\"]\n",
        " [\"TcJcQdKcAc\",\"2cAd\",\"KhKd\"] \n",
    );
    assert_eq!(stdout(&[], high), "-1\n0\n1\n");
    let lows = concat!(
        "[\"8h7h6hKsKh\", \"As2sJdJc\", \"3s4sQdQc\"]\n",
        "[\"8h7h6hKsKh\", \"3s4sQdQc\", \"As2sJdJc\"]\n",
        "[\"8h7hThKsKh\", \"3s4sQdQc\", \"As2sJdJc\"]\n",
        "[\"8h7h6hKsKh\", \"9s4sQdQc\", \"As2sJdJc\"]\n",
    );
    let args = ["--ranking", "8-or-better", "--use", "omaha"];
    assert_eq!(stdout(&args, lows), "1\n-1\nnull\n-1\n");
}

#[test]
fn lines_that_make_no_sense_are_named_and_the_others_answered() {
    let input = b"AhKhQhJhTh\nAhAhQhJhTh\nAhKhQh\nX1KhQhJhTh\nAhKhQhJhT\n[\"AhKhQhJhTh\"]\nAh/Kh/Qh\n\xff\n\
        AhKhQhJhTh9h8h7h\n[\"4c5c6c7c8s\", \"AhAd\", \"AhKd\"]\nAsKsQsJsTs\n";
    let output = eval(&["--ranking", "high"], input);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(String::from_utf8_lossy(&output.stdout).lines().count(), 2);
    let errors = String::from_utf8_lossy(&output.stderr);
    let refused: Vec<&str> = errors.lines().collect();
    assert_eq!(refused.len(), 9, "{errors}");
    for (at, error) in refused.iter().enumerate() {
        assert!(error.starts_with(&format!("line {}: ", at + 2)), "{errors}");
    }
    assert!(refused[0].contains("Ah appears twice"), "{errors}");
    assert!(refused[1].contains("3 cards given, 5 to 7 expected"), "{errors}");

    let output = eval(&["--json"], "AhKhQhJhTh\nnonsense\nAsKsQsJsTs\n");
    assert_eq!(output.status.code(), Some(1));
    let lines = objects(&String::from_utf8_lossy(&output.stdout));
    assert_eq!(lines.len(), 3);
    assert_eq!(lines[1]["line"], 2);
    assert!(lines[1]["error"].is_string());
}

#[test]
fn the_short_deck_has_no_deuces() {
    let output = eval(&["--ranking", "short-deck"], "As6d7c8h9s\n2s6d7c8h9s\n");
    assert_eq!(output.status.code(), Some(1));
    let answers = String::from_utf8_lossy(&output.stdout);
    assert!(answers.starts_with("straight 9s8h7c6dAs "), "{answers}");
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(errors.contains("2s is not in the deck"), "{errors}");
}

#[test]
fn counts_are_the_known_ones() {
    let text = stdout(&["--count", "5"], "");
    let expected = "straight_flush 40\nfour_of_a_kind 624\nfull_house 3744\nflush 5108\nstraight 10200\n\
        three_of_a_kind 54912\ntwo_pair 123552\none_pair 1098240\nhigh_card 1302540\ntotal 2598960\n";
    assert_eq!(text, expected);
    let kinds = objects(&stdout(&["--count", "5", "--json"], ""));
    let classes: u64 = kinds.iter().filter_map(|kind| kind["classes"].as_u64()).sum();
    assert_eq!(classes, 7462);

    let short = objects(&stdout(&["--count", "5", "--deck", "short", "--json"], ""));
    let counts: Vec<(&str, u64)> = short
        .iter()
        .filter_map(|kind| Some((kind["category"].as_str()?, kind["hands"].as_u64()?)))
        .collect();
    assert_eq!(counts[2..4], [("flush", 480), ("full_house", 1728)]);
    assert!(counts.contains(&("straight", 6120)));

    let lows = objects(&stdout(&["--ranking", "8-or-better", "--count", "5", "--json"], ""));
    let tops = json!({ "5": 1024, "6": 5120, "7": 15360, "8": 35840 });
    assert_eq!(lows[0]["by_top_card"], tops);
    let others = json!({ "category": null, "hands": 2_598_960 - 57_344, "classes": 0 });
    assert_eq!(lows[1], others);
}

#[test]
fn wild_cards_say_what_they_stand_for() {
    let args = ["--wild", "rank:2", "--json"];
    let deuces = objects(&stdout(&args, "9s9d9c9h2s\nAsKsQs2h9d\n"));
    assert_eq!(deuces[0]["category"], "five_of_a_kind");
    assert_eq!(deuces[0]["ranks"], json!(["9"]));
    assert_eq!(deuces[0]["stands_for"].as_array().map(Vec::len), Some(5));
    assert_eq!(deuces[1]["category"], "one_pair");
    assert_eq!(deuces[1]["cards"][1], "2h");

    let compare = "[\"QsJdTc9hX1\", \"QdJhTs9c8d\"]\n";
    assert_eq!(stdout(&["--joker", "basic"], compare), "-1\n");
    assert_eq!(stdout(&["--joker", "wild"], compare), "1\n");
    let output = eval(&["--joker", "bug", "--jokers", "1"], "X2AhKhQhJh\n");
    assert!(String::from_utf8_lossy(&output.stderr).contains("no joker X2"));

    let low = [
        "--ranking",
        "ace-to-five",
        "--joker",
        "wild",
        "--low-wild",
        "zero",
        "--json",
    ];
    let low = objects(&stdout(&low, "4s3d2cX1X2\n"));
    assert_eq!(low[0]["ranks"], json!(["4", "3", "2"]));
    assert_eq!(low[0]["stands_for"], json!(["4s", "3d", "2c", "X1", "X1"]));

    // The lowest hole card, and the first of the board, with all cards of their ranks.
    let own = stdout(&["--wild", "own_low"], "AsAd9c5h3s/AhKh3hQd6c\n");
    assert!(own.starts_with("five_of_a_kind "), "{own}");
    let spit = ["--wild", "board_card:1", "--use", "4+1"];
    assert!(stdout(&spit, "9s9d7h9c/7c\n").starts_with("five_of_a_kind "));
}

#[test]
fn special_hands_count_when_asked_for() {
    let hands = "KsQdJc9h8s\nTs8d6c4h2s\n";
    let text = stdout(&["--special", "dogs+skeet"], hands);
    let kinds: Vec<&str> = text.lines().filter_map(|line| line.split(' ').next()).collect();
    assert_eq!(kinds, ["big_cat", "dutch_straight"]);
    assert!(stdout(&[], hands).lines().all(|line| line.starts_with("high_card ")));
}

#[test]
fn counts_with_wild_cards_are_the_known_ones() {
    let counts = |args: &[&str]| -> Vec<u64> {
        let kinds = objects(&stdout(args, ""));
        kinds.iter().filter_map(|kind| kind["hands"].as_u64()).collect()
    };
    let three = counts(&["--ranking", "three-card", "--wild", "rank:2", "--count", "3", "--json"]);
    assert_eq!(three, [684, 336, 1_656, 1_544, 5_280, 12_600]);
    let two = counts(&["--ranking", "two-card", "--wild", "rank:2", "--count", "2", "--json"]);
    assert_eq!(two, [270, 1_056]);
    let piquet = counts(&["--deck", "piquet", "--count", "5", "--json"]);
    assert_eq!(piquet, [16, 224, 1_344, 208, 4_080, 10_752, 24_192, 107_520, 53_040]);
}

#[test]
fn contradicting_options_are_usage_errors() {
    for args in [
        &["--ranking", "best"][..],
        &["--count", "8"],
        &["--count", "4"],
        &["--ranking", "badugi", "--use", "omaha"],
        &["--use", "omaha", "--count", "7"],
        &["--nonsense"],
        &["--wild", "rank:1"],
        &["--special", "cats"],
        &["--joker", "bug", "--jokers", "0"],
        &["--count", "5", "--wild", "board_low"],
    ] {
        let output = eval(args, "");
        assert_eq!(output.status.code(), Some(2), "{args:?}");
        assert!(!output.stderr.is_empty(), "{args:?}");
    }
}
