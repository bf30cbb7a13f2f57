//! Valid structures, and every kind of fault.

use super::*;

/// Reads a structure with some lines added.
fn with(lines: &str) -> Result<Structure, StructureError> {
    let head = "id = \"x\"\nname = { en = \"X\", fr = \"X\" }\n";
    let games = if lines.contains("games =") {
        ""
    } else {
        "games = [\"limit-holdem\"]\n"
    };
    Structure::parse(&format!("{head}{games}{lines}"))
}

/// Expects a refusal at this line, for this key, with these words.
fn refused(lines: &str, line: usize, key: &str, words: &str) {
    let error = with(lines).expect_err(lines);
    assert_eq!((error.line, error.key.as_str()), (line, key), "{error}");
    assert!(error.message.contains(words), "{error}");
}

#[test]
fn what_comes_with_the_engine_is_right() {
    let ids: Vec<&str> = shipped::all().iter().map(|structure| structure.id.as_str()).collect();
    for id in &ids {
        let structure = shipped::find(id).expect("it is listed");
        assert_eq!(
            Structure::parse(shipped::source(id).expect("it has a file")).as_ref(),
            Ok(&**structure)
        );
        assert!(!structure.name.en.is_empty() && !structure.name.fr.is_empty());
    }
    let listed = "freezeout turbo deep sit-and-go heads-up friends late re-entry rebuy bounty progressive mystery satellite shootout \
                  bracket mixed stud home";
    assert_eq!(ids.join(" "), listed);
}

#[test]
fn an_event_is_played_in_the_dark_where_it_says_so_and_there_is_a_board() {
    assert_eq!(with("").expect("it is right").dark_bets, DarkBets::Off);
    assert_eq!(
        with("dark_bets = \"on\"\n").expect("it is right").dark_bets,
        DarkBets::On
    );
    refused("dark_bets = \"yes\"\n", 4, "dark_bets", "one of off, on");
    let draw = "games = [\"five-card-draw\"]\nseats = 5\ndark_bets = \"on\"\n";
    refused(draw, 5, "dark_bets", "games with a board");
}

#[test]
fn zero_is_no_time_bank() {
    let bank = |value: &str| with(&format!("bank = {value}\n")).map(|structure| structure.bank);
    assert_eq!(with("").map(|structure| structure.bank), Ok(60));
    for none in ["0", "\"0s\"", "\"0m\"", "\"0h\"", "\"0\""] {
        assert_eq!(bank(none), Ok(0), "{none}");
    }
    assert_eq!(bank("\"90s\""), Ok(90));
    for wrong in ["1", "-1", "0.0", "false", "\"\"", "\"-0s\"", "\"61m\""] {
        let error = bank(wrong).expect_err(wrong);
        assert_eq!((error.line, error.key.as_str()), (4, "bank"), "{error}");
    }
}

#[test]
fn hosts_decide_nothing_of_what_the_house_pays() {
    let head = "id = \"x\"\nname = { en = \"X\", fr = \"X\" }\ngames = [\"limit-holdem\"]\n";
    let hosted = |line: &str| Structure::parse_hosted(&format!("{head}{line}\n"));
    assert_eq!(hosted("guarantee = 0"), Structure::parse(head));
    let error = hosted("guarantee = 1").expect_err("the house alone guarantees");
    assert_eq!((error.line, error.key.as_str()), (4, "guarantee"), "{error}");
    assert!(Structure::parse(&format!("{head}guarantee = 1\n")).is_ok());
    // The target of these seats and the payer of their price are chosen together with the tournament.
    assert!(hosted("pays = { seats = 1, of = \"deep\" }").is_ok());
}

#[test]
fn the_default_levels_are_those_of_the_rules() {
    let structure = with("").expect("it is right");
    let texts = structure.level_texts();
    assert_eq!(
        texts[..5],
        [
            "12m 25/50",
            "12m 50/100",
            "12m 75/150",
            "break 5m",
            "12m 100/200 ante 200"
        ]
    );
    assert_eq!(texts.last().map(String::as_str), Some("12m 5000/10000 ante 10000"));
    assert_eq!((structure.published_levels(), structure.late_levels), (20, 2));
    assert_eq!((structure.stack, structure.seats), (Chips::new(10_000), 9));
}

#[test]
fn levels_are_written_as_they_are_read() {
    let rows = [
        "90s 5/10 unit 5",
        "12m 10/20 ante 5",
        "break 10m",
        "60m 20/40 ante 20 unit 10",
    ];
    let list = rows.map(|row| format!("\"{row}\"")).join(", ");
    let structure = with(&format!("levels = [{list}]")).expect("it is right");
    assert_eq!(structure.level_texts(), rows);
}

#[test]
fn the_fault_is_named() {
    refused("stakc = 1", 4, "stakc", "there is no key");
    refused("\n\nseats = 11", 6, "seats", "from 2 to 10");
    refused("stack = -5", 4, "stack", "from 1 to");
    refused("stack = 9007199254740993", 4, "stack", "from 1 to");
    refused("entries = [10, 5]", 4, "entries", "the least and the most");
    refused("entries = [2, 100]", 4, "entries", "starts with three");
    refused(
        "start = \"full\"\nentries = [2, 100]",
        5,
        "entries",
        "starts with three",
    );
    refused("kind = \"league\"", 4, "kind", "field, shootout, bracket");
    refused("kind = \"bracket\"\nseats = 4", 5, "seats", "tables of two");
    refused(
        "kind = \"shootout\"\nlate_levels = 2",
        5,
        "late_levels",
        "after its start",
    );
    refused(
        "start = \"full\"\nentries = [6, 6]\nlate_levels = 2",
        6,
        "late_levels",
        "late",
    );
    refused("rebuy = { levels = 2, price = 10 }", 4, "rebuy.chips", "missing");
    refused(
        "rebuy = { levels = 99, price = 10, chips = 10 }",
        4,
        "rebuy.levels",
        "20 levels",
    );
    refused("rebuy = 5", 4, "rebuy", "inline table");
    refused(
        "add_on = { price = 5, chips = 5, free = 1 }",
        4,
        "add_on.free",
        "no key",
    );
    refused(
        "bounty = { price = 5, kind = \"double\" }",
        4,
        "bounty.kind",
        "flat, progressive, mystery",
    );
    refused(
        "bounty = { price = 5, envelopes = [5] }",
        4,
        "bounty.envelopes",
        "mystery",
    );
    refused("pays = [60, 41]", 4, "pays", "more than 100");
    refused("pays = [40, 60]", 4, "pays", "larger than the one before");
    refused("pays = [60, 30]", 4, "pays", "do not make 100");
    refused("pays = { seats = 3, of = \"deep\" }", 4, "pays.seats", "fewer seats");
    refused("pays = \"table\"", 4, "pays", "ten players");
    // Nothing in the text says `table`: the refusal names what can be written instead.
    refused("start = \"full\"\nentries = [12, 12]", 1, "pays", "`pays = \"ladder\"`");
    assert!(with("start = \"full\"\nentries = [12, 12]\npays = \"ladder\"").is_ok());
    refused("hand_for_hand = [\"money\", \"money\"]", 4, "hand_for_hand", "twice");
    refused("hand_for_hand = [\"soon\"]", 4, "hand_for_hand", "money, final");
    refused("action = \"2 s\"", 4, "action", "20s");
    refused("re_entries = 1\nlate_levels = 0", 4, "re_entries", "close at the start");
    refused("name = 1", 4, "", "duplicate");
}

#[test]
fn a_fault_in_a_level_names_its_line() {
    let list = |rows: &[&str]| format!("levels = [\n\"{}\",\n]", rows.join("\",\n\""));
    refused(&list(&["5m 25/50", "5m 50:100"]), 6, "levels", "is not a level");
    refused(
        &list(&["5m 25/50", "break 5m", "break 5m", "5m 1/2"]),
        7,
        "levels",
        "after a level",
    );
    refused(&list(&["5m 25/50", "break 5m"]), 4, "levels", "no level follows");
    refused(
        &list(&["5m 25/50", "5m 20/40"]),
        6,
        "levels",
        "smaller than in the level before",
    );
    refused(&list(&["5m 50/25"]), 5, "levels", "exceeds the big blind");
    refused(&list(&["5m 25/50 unit 10"]), 5, "levels", "multiples of the unit");
    refused(
        &list(&["5m 25/50 unit 25", "5m 500/1000 unit 500"]),
        6,
        "levels",
        "52 chips",
    );
    refused(&list(&["0m 25/50"]), 5, "levels", "is not a level");
    refused(&list(&["5m 25/99999999999999999999"]), 5, "levels", "is not a level");
    refused(&list(&["5m +25/50"]), 5, "levels", "is not a level");
    refused(
        &format!("breaks = \"hourly\"\n{}", list(&["5m 25/50", "break 5m"])),
        7,
        "levels",
        "hourly",
    );
}

#[test]
fn games_fit_the_tables() {
    refused("games = [\"no-such-game\"]", 3, "games", "there is no game");
    refused("games = [\"omaha:nl\"]", 3, "games", "limit `nl`");
    refused("games = [\n\"omaha\",\n\"razz\"]", 5, "games", "for 2 to 8 players");
    refused("games = [\"jackpots\"]\nseats = 6", 3, "games", "one table only");
    refused("games = [\"razz\"]\nseats = 8", 1, "ante", "classic");
    let one_table = "games = [\"jackpots\"]\nseats = 6\nentries = [6, 6]\nstart = \"full\"\nante = \"classic\"\n\
                     levels = [\"5m 25/50\"]";
    assert!(with(one_table).is_ok(), "{:?}", with(one_table));
}

#[test]
fn all_chips_and_all_money_can_be_counted() {
    refused(
        "stack = 9007199254740\nentries = [3, 100000]",
        4,
        "stack",
        "less than 2^53",
    );
    refused(
        "price = 9007199254740\nentries = [3, 100000]",
        4,
        "price",
        "less than 2^53",
    );
    let both = "price = 9007199254740991\nbounty = { price = 9007199254740991 }";
    refused(both, 5, "bounty.price", "less than 2^53");
    refused("levels = [\"5m 1/900719925474099\"]", 1, "stack", "less than 2^53");
}

/// A file from a stranger can do no more than be refused.
#[test]
fn hostile_files_are_refused() {
    for text in [
        "",
        "\u{0}",
        "id = ",
        "[[name]]",
        "id = 1\nname = [",
        "id = \"x\"\nname = { en = \"\\u0000\", fr = \"\" }\ngames = []",
        "id = \"x\"\nname = \"x\"\ngames = \"x\"",
    ] {
        assert!(Structure::parse(text).is_err(), "{text:?}");
    }
    assert!(Structure::parse(&"#".repeat(1 << 20)).is_err());
    refused(&format!("games = [\"{}\"]", "x".repeat(1000)), 3, "games", "no game");
}
