//! Tests of formulas.

use proptest::prelude::*;

use super::*;

const NIGHT: Situation = Situation {
    place: 3,
    entrants: 27,
    price: 20,
    knock_outs: 2,
    rebuys: 1,
};

fn points(text: &str) -> i64 {
    Formula::parse(text).unwrap().points(&NIGHT)
}

fn fault(text: &str) -> (&'static str, usize) {
    let fault = Formula::parse(text).unwrap_err();
    (fault.kind.word(), fault.at)
}

#[test]
fn formulas_have_the_ranks_of_school() {
    for (text, wanted) in [
        ("1 + 2 * 3", 700),
        ("(1 + 2) * 3", 900),
        ("10 - 2 - 3", 500),
        ("2 * 3 ^ 2", 1_800),
        ("-2 ^ 2", -400),
        ("1/3 + 1/3 + 1/3", 100),
        ("2/3", 67),
        ("-0.005", -1),
        (".5", 50),
        ("5.", 500),
        ("place + entrants * price + knockouts - rebuys", 54_400),
        ("PLACE", 300),
        ("if(place <= 3, 10, 0)", 1_000),
        ("if(place < 3, 10, 0)", 0),
        ("if(place = 3, 1/0, 7)", 0),
        ("table(place, 9, 8, 7)", 700),
        ("table(place + 1, 9, 8, 7)", 0),
        ("table(0, 9)", 0),
        ("table(0 - 1, 9)", 0),
        ("min(5, 2, 9) + max(5, 2)", 700),
        ("floor(7/2) + round(7/2)", 700),
        ("100 / (place - 3)", 0),
        ("log(1000)", 300),
        ("log(0) + sqrt(0 - 4)", 0),
    ] {
        assert_eq!(points(text), wanted, "{text}");
    }
}

#[test]
fn the_five_of_the_leagues_are_formulas() {
    let wanted = [2_500, 1_700, 3_000, 15_959, 411];
    for ((name, text), wanted) in READY_MADE.into_iter().zip(wanted) {
        assert_eq!(points(text), wanted, "{name}");
        assert_eq!(Formula::parse(text).unwrap().text(), text);
    }
}

#[test]
fn faults_name_their_place() {
    let deep = |count: usize| format!("{}1{}", "(".repeat(count), ")".repeat(count));
    assert!(Formula::parse(&deep(DEPTH_MAX)).is_ok());
    assert_eq!(fault(&deep(DEPTH_MAX + 1)), ("too_deep", DEPTH_MAX));
    assert_eq!(fault(&"-".repeat(400)), ("too_deep", DEPTH_MAX));
    assert_eq!(fault(&format!("1{}", "+1".repeat(249))), ("too_many_parts", 60));
    assert_eq!(fault(&"1".repeat(1_000_000)), ("too_long", LENGTH_MAX));
    assert_eq!(fault(&" ".repeat(1_000_000)), ("too_long", LENGTH_MAX));
    for (text, word, at) in [
        ("", "empty", 0),
        ("  ", "empty", 2),
        ("1 +", "value_missing", 3),
        ("1 + * 2", "value_missing", 4),
        ("(1", "unclosed", 2),
        ("1)", "unexpected", 1),
        ("1 2", "unexpected", 2),
        ("palce + 1", "unknown_name", 0),
        ("1 + x", "unknown_name", 4),
        ("while(1)", "unknown_name", 0),
        ("f = 1", "unknown_name", 0),
        ("sqrt 2", "arguments", 5),
        ("sqrt(1, 2)", "arguments", 0),
        ("if(1, 2)", "arguments", 0),
        ("min()", "value_missing", 4),
        ("2 ^ 9", "exponent", 4),
        ("2 ^ place", "exponent", 4),
        ("2 ^ 0.5", "exponent", 4),
        ("2 ^ 2 ^ 2", "unexpected", 6),
        ("1 < 2 < 3", "unexpected", 6),
        ("1.2.3", "number", 0),
        (".", "number", 0),
        ("1234567890", "number", 0),
        ("0.1234567", "number", 0),
        ("1 + é(2)", "unknown_name", 4),
        ("1 + \u{202e}2", "unexpected", 4),
        ("<b>", "value_missing", 0),
        ("1; 2", "unexpected", 1),
    ] {
        assert_eq!(fault(text), (word, at), "{text:?}");
    }
}

proptest! {
    #[test]
    fn any_text_is_read_or_refused_in_bounds(text in "\\PC{0,600}") {
        match Formula::parse(&text) {
            Ok(formula) => { formula.points(&NIGHT); }
            Err(fault) => prop_assert!(fault.at <= text.chars().count()),
        }
    }

    #[test]
    fn pieces_of_the_language_never_fail_once_accepted(
        pieces in prop::collection::vec(prop::sample::select(vec![
            "place", "entrants", "price", "knockouts", "rebuys", "999999999", "0.000001", "0", "+", "-", "*", "/", "^8", "(", ")",
            "sqrt(", "log(", "table(", "if(", ",", "<", "=",
        ]), 1..40),
        place in 1..=u32::MAX, entrants in 1..=u32::MAX, price in 0..=u64::MAX, knock_outs in any::<u32>(), rebuys in any::<u32>(),
    ) {
        if let Ok(formula) = Formula::parse(&pieces.concat()) {
            let points = formula.points(&Situation { place, entrants, price, knock_outs, rebuys });
            prop_assert!(points.abs() <= 100_000_000_000_000);
        }
    }
}
