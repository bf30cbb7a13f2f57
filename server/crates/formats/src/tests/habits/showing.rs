//! Habits of telling who showed which cards.

use super::only;

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
