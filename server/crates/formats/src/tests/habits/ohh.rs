//! Habits of programs that write Open Hand History.

use poker_engine::history::phh;

use super::super::super::ohh;
use super::super::stacks;
use super::ENDS;

/// A hand in Open Hand History, on one line.
const OBJECT: &str = r#"{"ohh": {"spec_version": "1.4.7", "game_type": "Holdem", "bet_limit": {"bet_type": "NL", "bet_cap": 0}, "dealer_seat": 1, "small_blind_amount": 1, "big_blind_amount": 2, "ante_amount": 0, "players": [{"id": 11, "seat": 1, "name": "Ann", "starting_stack": 200}, {"id": 12, "seat": 2, "name": "Ben", "starting_stack": 200}, {"id": 13, "seat": 3, "name": "Cleo", "starting_stack": 200}], "rounds": [{"id": 0, "street": "Preflop", "actions": [{"action_number": 1, "player_id": 12, "action": "Post SB", "amount": 1}, {"action_number": 2, "player_id": 13, "action": "Post BB", "amount": 2}, {"action_number": 3, "player_id": 11, "action": "Raise", "amount": 6}, {"action_number": 4, "player_id": 12, "action": "Fold"}, {"action_number": 5, "player_id": 13, "action": "Call", "amount": 4}]}, {"id": 1, "street": "Flop", "cards": ["2c", "7d", "9h"], "actions": [{"action_number": 6, "player_id": 13, "action": "Check"}, {"action_number": 7, "player_id": 11, "action": "Bet", "amount": 10}, {"action_number": 8, "player_id": 13, "action": "Fold"}]}], "pots": [{"number": 0, "amount": 13, "rake": 0, "player_wins": [{"player_id": 11, "win_amount": 13}]}]}}"#;

fn read_ohh(text: &str) -> Vec<Result<Vec<u64>, String>> {
    let hands = ohh::read(text).into_iter().map(|hand| {
        let replay = phh::replay(&hand.map_err(|error| error.to_string())?);
        match (&replay.error, replay.complete) {
            (Some(error), _) => Err(error.clone()),
            (None, true) => Ok(stacks(&replay)),
            (None, false) => Err("not complete".to_owned()),
        }
    });
    hands.collect()
}

#[test]
fn open_hand_histories_of_every_layout_are_read() {
    let value: serde_json::Value = serde_json::from_str(OBJECT).expect("an object");
    let pretty = serde_json::to_string_pretty(&value).expect("a text");
    let apart = pretty.replace("\"rounds\"", "\n\n \n\"rounds\"");
    for (layout, file, hands) in [
        ("a hand a line", format!("{OBJECT}\n{OBJECT}\n"), 2),
        ("no line end", format!("{OBJECT}{OBJECT}"), 2),
        ("blank lines between", format!("{OBJECT}\n\n{OBJECT}\n\n"), 2),
        ("Windows lines", format!("{OBJECT}\r\n\r\n{OBJECT}\r\n\r\n"), 2),
        ("a mark", format!("\u{feff}{OBJECT}"), 1),
        ("many lines", pretty.clone(), 1),
        (
            "many lines, Windows",
            format!("{0}\r\n\r\n{0}", pretty.replace('\n', "\r\n")),
            2,
        ),
        ("blank lines inside", format!("{apart}\n\n{apart}"), 2),
        ("a list", format!("[{OBJECT},\n{OBJECT}]"), 2),
        ("a name with braces", OBJECT.replace("Ann", "}{\\\"ohh"), 1),
    ] {
        let read = read_ohh(&file);
        assert_eq!(read, vec![Ok(ENDS.to_vec()); hands], "{layout}");
    }
    // A truncated hand does not keep the others from being read.
    let cut = format!("{}\n{OBJECT}\n", &pretty[..pretty.len() / 2]);
    let read = read_ohh(&cut);
    assert_eq!((read.len(), read[1].as_ref()), (2, Ok(&ENDS.to_vec())));
    assert!(read[0].is_err());
    assert!(
        read_ohh(" \n")
            .remove(0)
            .is_err_and(|error| error.contains("there is no hand"))
    );
}

/// Antes and contributions to the rake are checked against the rest of the hand.
#[test]
fn lies_about_antes_and_rake_in_an_open_hand_history_are_refused() {
    let first = r#"{"action_number": 1,"#;
    let ante = |player: u8, amount: u8| {
        format!(r#"{{"action_number": 0, "player_id": {player}, "action": "Post Ante", "amount": {amount}}}, "#)
    };
    let with = |antes: [u8; 3], told: &str| {
        let posts: String = (11..).zip(antes).map(|(player, amount)| ante(player, amount)).collect();
        OBJECT
            .replacen(first, &format!("{posts}{first}"), 1)
            .replace(r#""ante_amount": 0"#, told)
            .replace(r#""amount": 13"#, r#""amount": 16"#)
            .replace(r#""win_amount": 13"#, r#""win_amount": 16"#)
    };
    let ends = vec![Ok(vec![198, 193, 209])];
    for told in [r#""ante_amount": 1"#, r#""ante_amount": 0"#, r#""cap": 0"#] {
        assert_eq!(read_ohh(&with([1; 3], told)), ends, "{told}");
    }
    for (antes, told, refusal) in [
        ([1, 2, 1], 1, "line 1: an ante of 2, where it is 1"),
        ([1; 3], 2, "line 1: an ante of 1, where it is 2"),
    ] {
        let refused = read_ohh(&with(antes, &format!(r#""ante_amount": {told}"#))).remove(0);
        assert_eq!(refused.expect_err("another ante"), refusal);
    }
    let rake = |rake: u8, contributed: &str| {
        let wins = format!(
            r#""rake": {rake}, "player_wins": [{{"player_id": 11, "win_amount": {}{contributed}}}]"#,
            13 - rake
        );
        OBJECT.replace(
            r#""rake": 0, "player_wins": [{"player_id": 11, "win_amount": 13}]"#,
            &wins,
        )
    };
    for contributed in ["", r#", "contributed_rake": 1"#, r#", "contributed_rake": 0.5"#] {
        assert!(read_ohh(&rake(1, contributed)).remove(0).is_ok(), "{contributed}");
    }
    for (taken, contributed) in [(1, r#", "contributed_rake": 2"#), (0, r#", "contributed_rake": 1"#)] {
        let refused = read_ohh(&rake(taken, contributed)).remove(0).expect_err(contributed);
        assert!(refused.contains("are contributed to a rake of"), "{refused}");
    }
}

#[test]
fn what_happens_beside_an_open_hand_history_changes_nothing() {
    let with = |from: &str, to: &str| OBJECT.replacen(from, to, 1);
    let fold = r#"{"action_number": 4, "player_id": 12, "action": "Fold"}"#;
    let beside = |action: &str| with(fold, &format!("{fold}, {action}"));
    let dan = r#""players": [{"id": 14, "seat": 4, "name": "Dan", "starting_stack": 200, "is_sitting_out": false}, "#;
    for text in [
        beside(r#"{"action_number": 5, "player_id": 11, "action": "Added Chips", "amount": 50}"#),
        beside(r#"{"action_number": 5, "player_id": 14, "action": "Sits Down", "amount": 0}"#).replacen(
            r#""players": ["#,
            dan,
            1,
        ),
        beside(r#"{"action_number": 5, "player_id": 14, "action": "Stands Up"}"#).replacen(r#""players": ["#, dan, 1),
    ] {
        assert_eq!(read_ohh(&text), [Ok(ENDS.to_vec())], "{text}");
    }
    for (from, to, refusal) in [
        (
            r#""action": "Call", "amount": 4"#,
            r#""action": "Call", "amount": 111"#,
            "111 are put in, where it takes 4",
        ),
        (
            r#""win_amount": 13"#,
            r#""win_amount": 999"#,
            "collects 999, where 13 are won",
        ),
        (
            r#""amount": 13, "rake": 0"#,
            r#""amount": 77, "rake": 0"#,
            "a total pot of 77, where it is 13",
        ),
        (
            r#""amount": 13, "rake": 0"#,
            r#""amount": 13, "rake": 1"#,
            "what is collected is not the pot of 13 without the rake",
        ),
        (
            r#""player_id": 11, "win_amount""#,
            r#""player_id": 12, "win_amount""#,
            "p1 collects 13, where 0 are won",
        ),
        (
            r#""action": "Call", "amount": 4"#,
            r#""action": "Add to Pot", "amount": 4"#,
            "line 1: `Add to Pot` is not an action of a hand",
        ),
    ] {
        assert!(OBJECT.contains(from), "{from}");
        let error = read_ohh(&with(from, to)).remove(0).expect_err(to);
        assert!(error.contains(refusal), "`{to}`: {error}");
    }
}
