//! Rake, posts, caps, second runs, and other games than hold'em.

use super::{HAND, only};

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
