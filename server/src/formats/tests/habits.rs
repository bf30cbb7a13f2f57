//! Files in the manner of other programs, made up: one for each habit, with the expected result.

use poker_engine::history::phh;

use super::super::{decode, ohh, tracker};
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

/// A three-way all-in: Ben has the best cards and the fewest chips.
const SHOWN: &str = "PokerStars Hand #12:  Hold'em No Limit ($1/$2 USD) - 2026/03/04 12:00:00 ET
Table 'Made Up' 6-max Seat #1 is the button
Seat 1: Ann ($200 in chips)
Seat 2: Ben ($50 in chips)
Seat 3: Cleo ($100 in chips)
Ben: posts small blind $1
Cleo: posts big blind $2
*** HOLE CARDS ***
Dealt to Cleo [Qs Qd]
Ann: raises $98 to $100
Ben: calls $49 and is all-in
Cleo: calls $98 and is all-in
*** FLOP *** [2c 7d 9h]
*** TURN *** [2c 7d 9h] [3s]
*** RIVER *** [2c 7d 9h 3s] [4c]
*** SHOW DOWN ***
Cleo: shows [Qs Qd] (a pair of Queens)
Ann: shows [Ks Kd] (a pair of Kings)
Ann collected $100 from side pot
Ben: shows [As Ah] (a pair of Aces)
Ben collected $150 from main pot
*** SUMMARY ***
Total pot $250 Main pot $150. Side pot $100. | Rake $0
Board [2c 7d 9h 3s 4c]
Seat 1: Ann (button) showed [Ks Kd] and won ($100) with a pair of Kings
Seat 2: Ben (small blind) showed [As Ah] and won ($150) with a pair of Aces
Seat 3: Cleo (big blind) showed [Qs Qd] and lost with a pair of Queens
";

/// Other words for shown hands, or words left out, change nothing.
#[test]
fn habits_of_showing_change_nothing() {
    let ends = Ok(vec![150, 0, 200]);
    assert_eq!(only(SHOWN), ends);
    for (from, to) in [
        ("(a pair of Kings)", "(a pair of Kings - Ace kicker)"),
        ("with a pair of Kings", "with a pair of Kings - Nine kicker"),
        ("(a pair of Kings)", "(A PAIR OF KINGS)"),
        ("(a pair of Kings)", "(une paire de Rois)"),
        (" (a pair of Kings)", ""),
        (" with a pair of Kings", ""),
        ("showed [Ks Kd]", "showed [Kd Ks]"),
        ("showed [Qs Qd] and lost with a pair of Queens", "mucked [Qs Qd]"),
        ("showed [Qs Qd] and lost with a pair of Queens", "mucked"),
        ("from side pot", "from side pot-1"),
        ("$100 from side pot", "$100 from pot"),
        // If both pots are one, no other has a number.
        (" Main pot $150. Side pot $100.", ""),
    ] {
        assert!(SHOWN.contains(from), "{from}");
        assert_eq!(only(&SHOWN.replacen(from, to, 1)), ends, "{to}");
    }
}

/// Shown cards, names of hands and payments from each pot are checked against the hand, each with its line.
#[test]
fn lies_about_shown_hands_are_refused_by_line() {
    let makes_kings = |told: &str| format!("line 18: this hand is called `{told}`, and makes `a pair of Kings`");
    for (from, to, refusal) in [
        ("(a pair of Kings)", "(a pair of Aces)", makes_kings("a pair of Aces")),
        (
            "(a pair of Kings)",
            "(a flush, King high)",
            makes_kings("a flush, King high"),
        ),
        ("(a pair of Kings)", "(high card King)", makes_kings("high card King")),
        (
            "(a pair of Kings)",
            "(HI: a pair of Kings; LO: 7,4,3,2,A)",
            makes_kings("HI: a pair of Kings; LO: 7,4,3,2,A"),
        ),
        (
            "lost with a pair of Queens",
            "lost with two pair, Queens and Nines",
            "line 27: this hand is called `two pair, Queens and Nines`, and makes `a pair of Queens`".to_owned(),
        ),
        (
            "showed [Ks Kd]",
            "showed [Ks Kh]",
            "line 25: `Ks Kh` are not the cards that were shown".to_owned(),
        ),
        (
            "showed [Ks Kd]",
            "showed [Kx Kh]",
            "line 25: `Kx Kh` are not cards".to_owned(),
        ),
        (
            "Ann collected $100 from side pot",
            "Ann collected $100 from main pot",
            "line 19: p3 is paid 100 from pot 1, where it pays 0".to_owned(),
        ),
        (
            "Ben collected $150 from main pot",
            "Ben collected $150 from side pot",
            "line 21: p1 is paid 150 from pot 2, where it pays 0".to_owned(),
        ),
        (
            "Ben collected $150 from main pot",
            "Ben collected $150 from side pot-7",
            "line 21: p1 is paid 150 from pot 8, where it pays 0".to_owned(),
        ),
    ] {
        assert!(SHOWN.contains(from), "{from}");
        let error = only(&SHOWN.replacen(from, to, 1)).expect_err(to);
        assert!(error.contains(&refusal), "`{to}`: {error}");
    }
    // Of players who show nothing, only the reader's own cards are known.
    let mucked = SHOWN
        .replace("Cleo: shows [Qs Qd] (a pair of Queens)\n", "")
        .replace("showed [Qs Qd] and lost with a pair of Queens", "mucked [Qs Qh]");
    let error = only(&mucked).expect_err("other cards");
    assert!(
        error.contains("line 26: `Qs Qh` are not the cards that were dealt"),
        "{error}"
    );
}

/// The rake is missing from the amounts collected, and nowhere else.
#[test]
fn the_rake_is_taken_from_the_pot() {
    let raked = HAND
        .replace("Ann collected $13", "Ann collected $12.35")
        .replace("| Rake $0", "| Rake $0.65")
        .replace("collected ($13)", "collected ($12.35)");
    assert_eq!(only(&raked), Ok(vec![19_900, 19_400, 20_700]));
    let error = only(&raked.replace("12.35", "12.30")).expect_err("five cents are missing");
    assert!(error.contains("p3 collects 12.3, where 13 are won"), "{error}");
}

/// A player who sits out and posts folds even when all-in.
#[test]
fn a_player_who_sits_out_and_posts_has_a_dead_hand() {
    let text = "PokerStars Hand #3: Tournament #9, 10+1 Hold'em No Limit - Level II (50/100) - 2026/03/04 12:00:00 ET
Table '9 1' 9-max Seat #4 is the button
Seat 1: Ann (3000 in chips)
Seat 2: Ben (70 in chips) is sitting out
Seat 3: Cleo (2500 in chips)
Seat 4: Dan (4000 in chips)
Ann: posts small blind 50
Ben: posts big blind 70 and is all-in
*** HOLE CARDS ***
Cleo: calls 100
Dan: folds
Ann: calls 50
Ben: folds
*** FLOP *** [2c 7d 9h]
Ann: checks
Cleo: bets 300
Ann: folds
Uncalled bet (300) returned to Cleo
Cleo collected 270 from pot
*** SUMMARY ***
Total pot 270 | Rake 0
Board [2c 7d 9h]
";
    assert_eq!(only(text), Ok(vec![2_900, 0, 2_670, 4_000]));
    let error = only(&text.replace("Cleo collected", "Ben collected")).expect_err("Ben has folded");
    assert!(error.contains("p2 collects 270, where 0 are won"), "{error}");
    // Back before the turn to act: the hand is played like any other.
    let back = text
        .replace("Ben: folds", "Ben has returned\nBen: checks")
        .replace("(70 in chips)", "(2000 in chips)")
        .replace("70 and is all-in", "100");
    let back = back
        .replace("Ann: checks\n", "Ann: checks\nBen: checks\n")
        .replace("Ann: folds\nUncalled", "Ann: folds\nBen: folds\nUncalled")
        .replace("270", "300");
    assert_eq!(only(&back), Ok(vec![2_900, 1_900, 2_700, 4_000]));
}

/// Blinds of players who enter or come back, among them a dead small blind.
#[test]
fn posts_of_newcomers_are_read() {
    let text = HAND
        .replace(
            "Ben: posts",
            "Seat 4: Dan ($50 in chips)\nSeat 5: Eve ($50 in chips)\nBen: posts",
        )
        .replace(
            "*** HOLE",
            "Dan: posts small & big blinds $3\nEve: posts big blind $2\n*** HOLE",
        )
        .replace("Ann: raises", "Dan: folds\nEve: folds\nAnn: raises")
        .replace("$13", "$18");
    assert_eq!(only(&text), Ok(vec![199, 194, 47, 48, 212]));
}

/// If losses are capped, a player at the cap is all-in for the hand.
#[test]
fn capped_hands_are_read() {
    let text = "PokerStars Hand #4:  Hold'em No Limit ($1/$2 - $40 Cap -  USD) - 2026/03/04 12:00:00 ET
Table 'Made Up' 6-max Seat #1 is the button
Seat 1: Ann ($1,646.95 in chips)
Seat 2: Ben ($30 in chips)
Seat 3: Cleo ($200 in chips)
Ben: posts small blind $1
Cleo: posts big blind $2
*** HOLE CARDS ***
Ann: raises $38 to $40 and has reached the $40 cap
Ben: folds
Cleo: calls $38 and has reached the $40 cap
*** FLOP *** [2c 7d 9h]
*** TURN *** [2c 7d 9h] [Ts]
*** RIVER *** [2c 7d 9h Ts] [3s]
*** SHOW DOWN ***
Ann: shows [As Ad] (a pair of Aces)
Cleo: mucks hand
Ann collected $81 from pot
*** SUMMARY ***
Total pot $81 | Rake $0
Board [2c 7d 9h Ts 3s]
";
    assert_eq!(only(text), Ok(vec![2_900, 16_000, 168_795]));
    let untitled = text.replace(" - $40 Cap - ", "");
    assert_eq!(only(&untitled), Ok(vec![2_900, 16_000, 168_795]));
}

/// The rest of the board dealt twice, listed by run or by street.
#[test]
fn hands_that_are_run_twice_are_read() {
    let head = "PokerStars Hand #5:  Omaha Pot Limit ($1/$2 USD) - 2026/03/04 12:00:00 ET
Table 'Made Up' 6-max Seat #1 is the button
Seat 1: Ann ($50 in chips)
Seat 2: Ben ($50 in chips)
Seat 3: Cleo ($50 in chips)
Ben: posts small blind $1
Cleo: posts big blind $2
*** HOLE CARDS ***
Ann: raises $5 to $7
Ben: calls $6
Cleo: folds
*** FLOP *** [5h 5c Tc]
Ben: bets $16
Ann: raises $27 to $43 and is all-in
Ben: calls $27 and is all-in
";
    let tail = "*** FIRST SHOW DOWN ***
Ben: shows [Kd Td 5d Jc] (a full house, Fives full of Tens)
Ann: shows [8c Qd 5s Jd] (three of a kind, Fives)
Ben collected $51 from pot
*** SECOND SHOW DOWN ***
Ben: shows [Kd Td 5d Jc] (a full house, Fives full of Tens)
Ann: shows [8c Qd 5s Jd] (a full house, Fives full of Eights)
Ben collected $51 from pot
*** SUMMARY ***
Total pot $102 | Rake $0
Hand was run twice
FIRST Board [5h 5c Tc Ac 9d]
SECOND Board [5h 5c Tc 6s 8d]
Seat 1: Ann (button) showed [8c Qd 5s Jd] and lost with three of a kind, Fives, and lost with a full house
Seat 2: Ben (small blind) showed [Kd Td 5d Jc] and won ($51) with a full house, and won ($51) with a full house
";
    let streets = [
        "*** FIRST TURN *** [5h 5c Tc] [Ac]\n",
        "*** FIRST RIVER *** [5h 5c Tc Ac] [9d]\n",
        "*** SECOND TURN *** [5h 5c Tc] [6s]\n",
        "*** SECOND RIVER *** [5h 5c Tc 6s] [8d]\n",
    ];
    for order in [[0, 1, 2, 3], [0, 2, 1, 3]] {
        let text = format!("{head}{}{tail}", order.map(|at| streets[at]).concat());
        assert_eq!(only(&text), Ok(vec![102, 48, 0]), "{order:?}");
        let error = only(&text.replacen("collected $51", "collected $50", 1)).expect_err("one is missing");
        assert!(error.contains("102 are won here, and 101 were collected"), "{error}");
    }
}

/// Stud and draw in the words of trackers, with the reader's own cards.
#[test]
fn stud_and_draw_are_read() {
    let stud = "PokerStars Game #6:  HORSE (Razz Limit, $2/$4 USD) - 2026/03/04 12:00:00 ET
Table 'Made Up' 8-max
Seat 1: Ann ($50 in chips)
Seat 2: Ben ($50 in chips)
Seat 3: Cleo ($50 in chips)
Ann: posts the ante $0.50
Ben: posts the ante $0.50
Cleo: posts the ante $0.50
*** 3rd STREET ***
Dealt to Ann [2s 3s 4s]
Dealt to Ben [Kh]
Dealt to Cleo [8d]
Ben: brings in for $1
Cleo: folds
Ann: raises $1 to $2
Ben: calls $1
*** 4th STREET ***
Dealt to Ann [2s 3s 4s] [5s]
Dealt to Ben [Kh] [Qh]
Ann: bets $2
Ben: folds
Uncalled bet ($2) returned to Ann
Ann collected $5.50 from pot
*** SUMMARY ***
Total pot $5.50 | Rake $0
Seat 1: Ann collected ($5.50)
Seat 2: Ben folded on the 4th Street
Seat 3: Cleo folded on the 3rd Street (didn't bet)
";
    let mut ended = only(stud).expect("a hand");
    ended.sort_unstable();
    assert_eq!(ended, [4_750, 4_950, 5_300]);
    let draw = "PokerStars Hand #7:  5 Card Draw No Limit (1/2) - 2026/03/04 12:00:00 ET
Table 'Made Up' 6-max Seat #1 is the button
Seat 1: Ann (100 in chips)
Seat 2: Ben (100 in chips)
Seat 3: Cleo (100 in chips)
Ben: posts small blind 1
Cleo: posts big blind 2
*** DEALING HANDS ***
Dealt to Ann [As Ad 2c 3c 4h]
Ann: calls 2
Ben: folds
Cleo: checks
Cleo: stands pat
Ann: discards 3 cards [2c 3c 4h]
Dealt to Ann [As Ad] [Ac 9d 8d]
Cleo: bets 4
Ann: calls 4
*** SHOW DOWN ***
Cleo: shows [6s 6d 6c Kh Qh] (three of a kind, Sixes)
Ann: shows [As Ad Ac 9d 8d] (three of a kind, Aces)
Ann collected 13 from pot
*** SUMMARY ***
Total pot 13 | Rake 0
";
    assert_eq!(only(draw), Ok(vec![99, 94, 107]));
    let error = only(&draw.replace("discards 3 cards", "discards 2 cards")).expect_err("three are named");
    assert!(error.starts_with("line "), "{error}");
}

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
