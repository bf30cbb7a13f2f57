//! The parts of the first lines in the text of hand trackers that describe the event.

use poker_wire::EventRecord;

/// Returns the words for an event in the first lines: `Tournament #7, 500+200+0`, ` - Level IV`, and its table `7 2`. Of three amounts
/// the second one is for bounties, the last one the fee.
pub(super) fn event_words(event: &EventRecord) -> (String, String, String) {
    let price = match (event.price.get(), event.bounty.get()) {
        (0, 0) => "Freeroll".to_owned(),
        (price, 0) => format!("{price}+0"),
        (price, bounty) => format!("{price}+{bounty}+0"),
    };
    (
        format!(" Tournament #{}, {price} ", event.tournament),
        format!(" - Level {}", roman(event.level)),
        format!("{} {}", event.tournament, event.table_no),
    )
}

/// Formats the number of a level in Roman numerals, as in the format.
fn roman(number: u16) -> String {
    const NUMERALS: [(u16, &str); 13] = [
        (1_000, "M"),
        (900, "CM"),
        (500, "D"),
        (400, "CD"),
        (100, "C"),
        (90, "XC"),
        (50, "L"),
        (40, "XL"),
        (10, "X"),
        (9, "IX"),
        (5, "V"),
        (4, "IV"),
        (1, "I"),
    ];
    let (mut left, mut roman) = (number, String::new());
    for (value, numeral) in NUMERALS {
        while left >= value {
            left -= value;
            roman.push_str(numeral);
        }
    }
    roman
}

/// Returns the game and limit from a title such as `Tournament #7, $2+$1+$0.30 USD Hold'em No Limit - Level IV`; any other title
/// unchanged.
pub(super) fn without_event(title: &str) -> &str {
    let Some((_, described)) = title
        .strip_prefix("Tournament #")
        .and_then(|rest| rest.split_once(", "))
    else {
        return title;
    };
    let game = described.split_once(" - ").map_or(described, |(game, _)| game);
    let (_, game) = game.split_once(' ').unwrap_or_default();
    let is_currency = |word: &str| word.len() == 3 && word.chars().all(|letter| letter.is_ascii_uppercase());
    match game.split_once(' ') {
        Some((word, rest)) if is_currency(word) => rest,
        _ => game,
    }
}

#[cfg(test)]
mod tests {
    use super::{roman, without_event};

    #[test]
    fn levels_are_roman() {
        let levels = [1, 4, 9, 14, 40, 49, 90, 400, 1_999].map(roman);
        assert_eq!(levels, ["I", "IV", "IX", "XIV", "XL", "XLIX", "XC", "CD", "MCMXCIX"]);
    }

    #[test]
    fn the_game_is_found_behind_the_event() {
        for (title, game) in [
            ("Hold'em No Limit", "Hold'em No Limit"),
            (
                "Tournament #7, 500+200+0 Hold'em No Limit - Level IV",
                "Hold'em No Limit",
            ),
            (
                "Tournament #7, $2.00+$0.40 USD Omaha Hi/Lo Pot Limit - Level I",
                "Omaha Hi/Lo Pot Limit",
            ),
            (
                "Tournament #7, Freeroll  Hold'em Limit - Match Round I, Level II",
                "Hold'em Limit",
            ),
        ] {
            assert_eq!(without_event(title).trim(), game);
        }
    }
}
