//! Files in the manner of other programs, made up: one for each habit, with the expected result.

mod ohh;
mod play;
mod showing;

use poker_engine::history::phh;

use super::super::{decode, tracker};
use super::stacks;

/// A three-handed hand at a cash table: a raise, a call, and an uncalled bet.
const HAND: &str = "PokerStars Hand #12:  Hold'em No Limit ($1/$2 USD) - 2026/03/04 12:00:00 ET
Table 'Made Up' 6-max Seat #1 is the button
Seat 1: Ann ($200 in chips)
Seat 2: Ben ($200 in chips)
Seat 3: Cleo ($200 in chips)
Ben: posts small blind $1
Cleo: posts big blind $2
*** HOLE CARDS ***
Ann: raises $4 to $6
Ben: folds
Cleo: calls $4
*** FLOP *** [2c 7d 9h]
Cleo: checks
Ann: bets $10
Cleo: folds
Uncalled bet ($10) returned to Ann
Ann collected $13 from pot
*** SUMMARY ***
Total pot $13 | Rake $0
Board [2c 7d 9h]
Seat 1: Ann (button) collected ($13)
Seat 2: Ben (small blind) folded before Flop
Seat 3: Cleo (big blind) folded on the Flop
";

/// Final stacks, in the order of the file: Ben, Cleo, Ann.
const ENDS: [u64; 3] = [199, 194, 207];

/// Reads a text: the final stacks of each hand, or the reason it is refused.
fn read(text: &str) -> Vec<Result<Vec<u64>, String>> {
    let hands = tracker::read(text).into_iter().map(|hand| {
        let replay = phh::replay(&hand.map_err(|error| error.to_string())?);
        match (&replay.error, replay.complete) {
            (Some(error), _) => Err(error.clone()),
            (None, true) => Ok(stacks(&replay)),
            (None, false) => Err("not complete".to_owned()),
        }
    });
    hands.collect()
}

fn only(text: &str) -> Result<Vec<u64>, String> {
    let [hand] = <[_; 1]>::try_from(read(text)).expect("one hand");
    hand
}

#[test]
fn the_hand_is_read_as_it_ended() {
    assert_eq!(only(HAND), Ok(ENDS.to_vec()));
}

/// The habits of programs that change nothing about the hand.
#[test]
#[expect(clippy::too_many_lines, reason = "a list")]
fn habits_change_nothing() {
    let with = |from: &str, to: &str| {
        assert!(HAND.contains(from), "{from}");
        HAND.replace(from, to)
    };
    let title = "PokerStars Hand #12:  Hold'em No Limit ($1/$2 USD)";
    let files = [
        ("Windows lines", HAND.replace('\n', "\r\n")),
        ("old lines of other systems", HAND.replace('\n', "\r")),
        ("a mark of the encoding", format!("\u{feff}{HAND}")),
        ("a control character before the title", format!("\u{10}{HAND}")),
        ("blank lines before and behind", format!("\n\n \n{HAND}\n\n\n")),
        (
            "a letter around it",
            format!("Transcript for your last hand\n\n{HAND}\n"),
        ),
        ("blanks at the ends of lines", HAND.replace('\n', " \n")),
        ("an earlier title", with("PokerStars Hand #", "PokerStars Game #")),
        ("a fast table", with("PokerStars Hand #", "PokerStars Zoom Hand #")),
        (
            "a club",
            with("PokerStars Hand #12:", "PokerStars Home Game Hand #12: {Made Up (1/2)}"),
        ),
        (
            "an earlier title of a club",
            with("PokerStars Hand #12:", "PokerStars Home Game #12: {Ours}"),
        ),
        (
            "capitals",
            with(title, "POKERSTARS GAME #12: HOLD'EM NO LIMIT ($1/$2 USD)"),
        ),
        (
            "two times",
            with("12:00:00 ET", "17:00:00 CET [2026/03/04 12:00:00 ET]"),
        ),
        ("no currency", HAND.replace(" USD", "")),
        ("no signs", HAND.replace(" USD", "").replace('$', "")),
        ("euros", HAND.replace('$', "€").replace("USD", "EUR")),
        ("pounds", HAND.replace('$', "£").replace("USD", "GBP")),
        ("rupees", HAND.replace('$', "₹").replace("USD", "INR")),
        ("rupees in letters", HAND.replace('$', "Rs. ").replace("USD", "INR")),
        ("yuan", HAND.replace('$', "¥").replace("USD", "CNY")),
        ("play money", with("6-max Seat", "6-max (Play Money) Seat")),
        (
            "talk",
            with(
                "*** FLOP",
                "Ann said, \"Ben: folds, as ever\"\nDan said, \"hm\"\n*** FLOP",
            ),
        ),
        (
            "comings and goings",
            with(
                "*** FLOP",
                "Dan joins the table at seat #5\nDan leaves the table\n*** FLOP",
            ),
        ),
        (
            "lost connections",
            with(
                "Ben: folds",
                "Ben is disconnected\nBen has timed out while disconnected\nBen: folds",
            ),
        ),
        (
            "a pause",
            with("*** FLOP", "Ben: sits out\nBen is sitting out\n*** FLOP"),
        ),
        (
            "who waits",
            with("Ben: posts", "Dan will be allowed to play after the button\nBen: posts"),
        ),
        (
            "who was removed",
            with(
                "Ben: posts",
                "Dan was removed from the table for failing to post\nBen: posts",
            ),
        ),
        (
            "a seat that sits out",
            with("Ben: posts", "Seat 5: Dan ($40 in chips) is sitting out\nBen: posts"),
        ),
        (
            "a seat that has moved",
            with(
                "Ben: posts",
                "Seat 5: Dan ($40 in chips) out of hand (moved from another table into small blind)\nBen: posts",
            ),
        ),
        ("bounties", HAND.replace(" in chips)", " in chips, $5 bounty)")),
        (
            "cards of the reader",
            with("Ann: raises", "Dealt to Ann [As Ks]\nAnn: raises"),
        ),
        (
            "a hand that is not shown",
            with("*** SUMMARY", "Ann: doesn't show hand\n*** SUMMARY"),
        ),
        (
            "a hand that is shown",
            with("*** SUMMARY", "Ann: shows [As Ks] (high card Ace)\n*** SUMMARY"),
        ),
        (
            "one card that is shown",
            with("*** SUMMARY", "Ann: shows [As]\n*** SUMMARY"),
        ),
        (
            "the second card that is shown",
            with("*** SUMMARY", "Ann: shows [As]\nAnn: shows [Ks]\n*** SUMMARY"),
        ),
        ("a fold with cards", with("Cleo: folds", "Cleo: folds [8s 8c]")),
        (
            "more that the house could take",
            with("| Rake $0", "| Rake $0 | Jackpot $0 | Tax $0"),
        ),
        (
            "no summary of seats",
            HAND.split("Seat 1: Ann (button)").next().unwrap().to_owned(),
        ),
        (
            "a file that sets hands apart by stars",
            format!("{HAND}*********** # 2 **************\n"),
        ),
    ];
    for (habit, text) in files {
        assert_eq!(only(&text), Ok(ENDS.to_vec()), "{habit}:\n{text}");
    }
    let names = [
        "Zoë",
        "Дмитрий",
        "王小明",
        "ニンジャ",
        "علي",
        "a b: c",
        "Seat 1",
        "posts",
        "(x)",
        "100",
        "$5",
        "🂡",
    ];
    for name in names {
        let text = HAND.replace("Ann", name);
        assert_eq!(only(&text), Ok(ENDS.to_vec()), "{name}:\n{text}");
    }
    // A line that begins another hand.
    assert_eq!(
        only(&HAND.replace("Cleo", "Ann: x").replace("Ben", "Ann: ")),
        Ok(ENDS.to_vec())
    );
}

#[test]
fn files_of_many_hands_are_read() {
    for between in ["", "\n", "\n\n\n", "\r\n\r\n"] {
        let file = [HAND, &HAND.replace("#12", "#13"), &HAND.replace("calls $4", "calls $5")].join(between);
        let hands = read(&file);
        assert_eq!(hands.len(), 3);
        assert_eq!((&hands[0], &hands[1]), (&Ok(ENDS.to_vec()), &Ok(ENDS.to_vec())));
        assert!(
            hands[2]
                .as_ref()
                .is_err_and(|error| error.contains("5 are put in, where it takes 4")),
            "{hands:?}"
        );
    }
}

#[test]
fn encodings_change_nothing() {
    let text = HAND.replace('$', "€").replace("Ann", "Zoë");
    let western: Vec<u8> = text
        .chars()
        .map(|symbol| {
            if symbol == '€' {
                0x80
            } else {
                u8::try_from(symbol).unwrap()
            }
        })
        .collect();
    let wide: Vec<u8> = text.encode_utf16().flat_map(u16::to_le_bytes).collect();
    for bytes in [text.into_bytes(), western, wide] {
        assert_eq!(only(&decode(bytes)), Ok(ENDS.to_vec()));
    }
}

/// An error in a text, or something not understood, is refused with its line.
#[test]
fn faults_are_refused_by_line() {
    for (from, to, refusal) in [
        ("Ben: folds", "Ben: whistles", "line 10: `whistles` is not an action"),
        ("Ben: folds", "Ben folds", "line 10: `Ben folds` is not understood"),
        ("*** FLOP ***", "*** SWAMP ***", "line 12: `SWAMP` is not understood"),
        ("[2c 7d 9h]\nCleo", "[2c 7d]\nCleo", "line 12: 2 cards are no FLOP"),
        (
            "Cleo: calls $4",
            "Cleo: calls $111",
            "line 11: 111 are put in, where it takes 4",
        ),
        (
            "Cleo: calls $4",
            "Cleo: calls $4 and is all-in",
            "line 11: the player is not all-in",
        ),
        (
            "raises $4 to $6",
            "raises $5 to $6",
            "line 9: a raise by 5, where it is one by 4",
        ),
        (
            "Cleo: checks",
            "Cleo: calls $2",
            "line 13: 2 are put in, where it takes 0",
        ),
        (
            "Uncalled bet ($10)",
            "Uncalled bet ($3)",
            "line 16: 3 go back to p3, where 10 are uncalled",
        ),
        (
            "Uncalled bet ($10) returned to Ann\n",
            "",
            "0 go back to p3, where 10 are uncalled",
        ),
        (
            "Ann collected $13",
            "Ann collected $12",
            "line 21: 13 are won here, and 12 were collected",
        ),
        (
            "Ann collected $13",
            "Ben collected $13",
            "line 21: 13 are won here, and 0 were collected",
        ),
        (
            "Ann collected $13 from pot\n",
            "",
            "line 20: 13 are won here, and 0 were collected",
        ),
        (
            "Total pot $13",
            "Total pot $77",
            "line 19: a total pot of 77, where it is 13",
        ),
        (
            "| Rake $0",
            "| Rake $1",
            "what is collected is not the pot of 13 without the rake",
        ),
        (
            "Board [2c 7d 9h]",
            "Board [2c 7d 8h]",
            "line 20: the board is not the one that was dealt",
        ),
        (
            "Total pot $13",
            "Tutti $13",
            "line 19: `Tutti $13 | Rake $0` is not understood",
        ),
        (
            "Cleo: folds\nUncalled bet ($10) returned to Ann\n",
            "",
            "says how the hand ended, but does not tell it to the end",
        ),
        (
            "($200 in chips)\nSeat 3",
            "($2x0 in chips)\nSeat 3",
            "line 4: `2x0` is not an amount",
        ),
        (
            "($200 in chips)\nSeat 3",
            "($200 in chips) is dreaming\nSeat 3",
            "line 4: `is dreaming` is not understood",
        ),
    ] {
        assert!(HAND.contains(from), "{from}");
        let error = only(&HAND.replacen(from, to, 1)).expect_err(to);
        assert!(error.contains(refusal), "`{to}`: {error}");
    }
}
