//! The lines before the first action: the game, its stakes, and the players in their seats.

use poker_engine::game::{GameDef, catalogue};
use poker_engine::history::phh::Scale;
use poker_engine::{Chips, LimitKind, SeatIx};

use super::super::{import, titles::without_event};
use super::code;

/// Words of a title that tell the kinds of hands of a site apart.
const TITLES: [&str; 6] = ["HAND", "GAME", "ZOOM", "RUSH", "HOME", "FAST"];

/// The limits by their words, longer ones first.
const LIMITS: [(&str, LimitKind); 4] = [
    ("no limit", LimitKind::NoLimit),
    ("pot limit", LimitKind::Pot),
    ("fixed limit", LimitKind::Fixed),
    ("limit", LimitKind::Fixed),
];

/// Words before the name of a game that make it another one, which is not supported.
const OTHER_GAMES: [&str; 4] = ["card", "cards", "6+", "split"];

/// `true` if a hand begins with this line.
pub(super) fn is_title(line: &str) -> bool {
    let Some((maker, rest)) = line.split_once('#') else {
        return false;
    };
    let mut words = maker.split_whitespace();
    let is_maker = words.next().is_some_and(|word| word.eq_ignore_ascii_case("PokerStars"));
    let mut titles = 0;
    let known = words.all(|word| {
        titles += 1;
        TITLES.contains(&word.to_ascii_uppercase().as_str())
    });
    let digits = rest.bytes().take_while(u8::is_ascii_digit).count();
    is_maker && known && titles > 0 && digits > 0 && rest[digits..].starts_with(':')
}

/// The contents of the first line.
#[derive(Debug)]
pub(super) struct Title {
    pub(super) game: &'static GameDef,
    pub(super) kind: LimitKind,
    /// The two amounts of the stakes: blinds, or bets if the limit is fixed; for short-deck the ante and the blind of the button.
    pub(super) stakes: (Chips, Chips),
    /// The most a player may lose.
    pub(super) cap: Option<Chips>,
}

impl Title {
    pub(super) fn read(line: &str, scale: Scale) -> Result<Self, String> {
        let described = line.split_once(':').ok_or("the game is missing")?.1.trim_start();
        // The name of a club may contain anything.
        let described = match described.strip_prefix('{') {
            Some(club) => club.split_once('}').ok_or("the game is missing")?.1,
            None => described,
        };
        // The date comes after the stakes, and has slashes of its own.
        let dated = described.rsplit_once(" - ").filter(|(_, date)| date.contains('/'));
        let described = dated.map_or(described, |(before, _)| before);
        let (game, kind, rest) = game_of(described)?;
        let words: Vec<&str> = rest
            .split(|symbol: char| symbol.is_whitespace() || "(),".contains(symbol))
            .filter(|word| !word.is_empty())
            .collect();
        let pair = words.iter().find_map(|word| {
            let (small, big) = word.split_once('/')?;
            Some((money(scale, small).ok()?, money(scale, big).ok()?))
        });
        let after = |wanted: &[&str]| {
            let at = words.windows(wanted.len()).position(|window| window == wanted)?;
            money(scale, words.get(at + wanted.len())?).ok()
        };
        let button = after(&["Button", "Blind"]).map(|blind| (after(&["Ante"]).unwrap_or_default(), blind));
        let stakes = pair.or(button).ok_or("the stakes are missing")?;
        let cap = words.iter().position(|word| *word == "Cap");
        let cap = cap.and_then(|at| money(scale, words.get(at.checked_sub(1)?)?).ok());
        Ok(Self {
            game,
            kind,
            stakes,
            cap,
        })
    }
}

/// Finds the game that a title names with its limit, taking the longest name that fits, and the rest of the title.
fn game_of(title: &str) -> Result<(&'static GameDef, LimitKind, &str), String> {
    let lower = title.to_ascii_lowercase();
    let mut best: Option<(usize, usize, &'static GameDef, LimitKind)> = None;
    for game in catalogue::all() {
        let Some(name) = code(game) else { continue };
        for (words, kind) in LIMITS {
            let wanted = format!("{} {words}", name.to_ascii_lowercase());
            let Some(at) = lower.find(&wanted) else { continue };
            let end = at + wanted.len();
            let whole = title[end..].starts_with(|next: char| !next.is_alphanumeric());
            let plays = game.limit_kinds().any(|known| known == kind);
            if whole && plays && best.is_none_or(|(from, to, ..)| wanted.len() > to - from) {
                best = Some((at, end, game, kind));
            }
        }
    }
    let unknown = || {
        let named = without_event(title.trim());
        let named = named.split(" (").next().unwrap_or_default().trim();
        let limit = LIMITS
            .iter()
            .find(|(words, _)| named.to_ascii_lowercase().ends_with(words));
        let name = limit.map_or(named, |(words, _)| named[..named.len() - words.len()].trim_end());
        format!("the game `{name}` with this limit is not known")
    };
    let (at, end, game, kind) = best.ok_or_else(unknown)?;
    let before = lower[..at].trim_end().rsplit([' ', '(']).next().unwrap_or_default();
    if OTHER_GAMES.contains(&before) || lower[end..].starts_with(" pre-flop") {
        return Err(unknown());
    }
    Ok((game, kind, &title[end..]))
}

/// A seat of the list.
#[derive(Debug)]
pub(super) struct Listed {
    pub(super) seat: SeatIx,
    pub(super) name: String,
    pub(super) stack: Chips,
    pub(super) sits_out: bool,
}

/// Parses `Seat 1: NAME (100 in chips) is sitting out`; `None` for any other line.
pub(super) fn seat(scale: Scale, line: &str) -> Option<Result<Listed, String>> {
    let (number, rest) = line.strip_prefix("Seat ")?.split_once(": ")?;
    let at = rest.rfind(" in chips")?;
    let (name, stack) = rest[..at].rsplit_once(" (")?;
    let after = rest[at..].split_once(')').map_or("", |(_, after)| after.trim());
    let listed = |seat: SeatIx| {
        Ok(Listed {
            seat,
            name: name.to_owned(),
            stack: money(scale, stack)?,
            // A player who comes from another table waits, and the line has extra words for it.
            sits_out: match after {
                "" => false,
                after if after.starts_with("is sitting out") || after.starts_with("out of hand") => true,
                other => return Err(format!("`{other}` is not understood")),
            },
        })
    };
    let seat = number.parse().ok().and_then(SeatIx::from_number);
    Some(
        seat.ok_or_else(|| format!("there is no seat {number}"))
            .and_then(listed),
    )
}

/// Parses the button of the line `Table 'NAME' 6-max Seat #2 is the button`; games without blinds need none.
pub(super) fn button(line: &str) -> Result<Option<SeatIx>, String> {
    let Some(before) = line.strip_suffix("is the button") else {
        return Ok(None);
    };
    let number = before.trim_end().rsplit_once('#').map(|(_, number)| number);
    let seat = number
        .and_then(|number| number.parse().ok())
        .and_then(SeatIx::from_number);
    seat.map(Some).ok_or_else(|| "the button is at no seat".to_owned())
}

/// Parses an amount, with or without a currency sign, and with commas between thousands.
pub(super) fn money(scale: Scale, text: &str) -> Result<Chips, String> {
    let wrong = || format!("`{text}` is not an amount");
    let start = text.find(|symbol: char| symbol.is_ascii_digit()).ok_or_else(wrong)?;
    let (sign, number) = text.split_at(start);
    let is_sign = |symbol: char| symbol.is_alphabetic() || symbol == '.' || !(symbol.is_ascii() && symbol != '$');
    if sign.chars().count() > 4 || !sign.chars().all(is_sign) {
        return Err(wrong());
    }
    let whole = number.split('.').next().unwrap_or_default();
    let mut groups = whole.split(',').skip(1);
    if !groups.all(|group| group.len() == 3) {
        return Err(wrong());
    }
    import::amount(scale, &number.replace(',', ""))
}

/// Returns the number of decimals in the amounts of a hand: none, or at least those of cents.
pub(super) fn scale<'a>(lines: impl Iterator<Item = &'a str>) -> Result<Scale, String> {
    let words = lines.flat_map(|line| line.split(|symbol: char| symbol.is_whitespace() || "()/,+".contains(symbol)));
    let decimals = words.filter_map(|word| {
        let (whole, fraction) = word.trim_end_matches('.').rsplit_once('.')?;
        let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
        let whole = whole.trim_start_matches(|symbol: char| !symbol.is_ascii_digit());
        (digits(whole) && digits(fraction)).then_some(fraction.len())
    });
    let most = decimals.max().map_or(0, |decimals| decimals.max(2));
    let scale = u32::try_from(most).ok().and_then(Scale::with_decimals);
    scale.ok_or_else(|| "too many decimals".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn titles_are_recognised() {
        for line in [
            "PokerStars Hand #1:  Hold'em No Limit (5/10)",
            "PokerStars Game #27:  Razz Limit ($1/$2)",
            "POKERSTARS GAME #9: HOLD'EM NO LIMIT ($1/$2)",
            "PokerStars Zoom Hand #3:  Omaha Pot Limit",
            "PokerStars Home Game Hand #4: {Club}  Hold'em",
            "PokerStars Home Game #4: {Club}  Hold'em",
        ] {
            assert!(is_title(line), "{line}");
        }
        for line in [
            "PokerStars #1: x",
            "PokerStars Hand #: x",
            "PokerStars Club Hand #1: x",
            "Hand #1: x",
        ] {
            assert!(!is_title(line), "{line}");
        }
    }

    #[test]
    fn amounts_may_have_a_sign_and_groups() {
        let scale = Scale::with_decimals(2).unwrap();
        for (text, cents) in [
            ("$1,646.95", 164_695),
            ("€0.05", 5),
            ("₹12", 1_200),
            ("1,000,000", 100_000_000),
            ("Rs.3", 300),
            ("7", 700),
        ] {
            assert_eq!(money(scale, text), Ok(Chips::new(cents)), "{text}");
        }
        for text in ["", "$", "1,64", "-5", "+5", "1e3", "$-5", "dollar5", "1.2.3"] {
            assert!(money(scale, text).is_err(), "{text}");
        }
    }

    #[test]
    fn the_game_is_found_in_every_title() {
        let scale = Scale::with_decimals(2).unwrap();
        for (line, game, stakes) in [
            (
                "PokerStars Hand #1:  Hold'em No Limit ($0.50/$1.00 USD) - 2026/1/2 3:00:00 ET",
                "no-limit-holdem",
                (50, 100),
            ),
            (
                "PokerStars Hand #1: Tournament #7, 500+200+0 Hold'em No Limit - Level IV (5/10) - 2026/1/2 3:00:00 UTC",
                "no-limit-holdem",
                (500, 1_000),
            ),
            (
                "PokerStars Hand #1: Tournament #7, $2.00+$0.40 USD Omaha Hi/Lo Pot Limit - Level I (5/10) - 2026/1/2 3:00:00 UTC",
                "pot-limit-omaha-8",
                (500, 1_000),
            ),
            (
                "PokerStars Game #1:  HORSE (Razz Limit, $0.10/$0.20 USD) - 2026/1/2 3:00:00 ET",
                "razz",
                (10, 20),
            ),
            (
                "PokerStars Game #1: Tournament #2, Freeroll  8-Game (Triple Draw 2-7 Lowball Limit) - Level I (10/20) - 2026/1/2 3:00:00",
                "deuce-to-seven-triple-draw",
                (1_000, 2_000),
            ),
            (
                "PokerStars Home Game Hand #1: {Home (1/2) #3}  5 Card Omaha Pot Limit ($1/$2 USD) - 2026/1/2 3:00:00 ET",
                "five-card-omaha",
                (100, 200),
            ),
        ] {
            let title = Title::read(line, scale).unwrap_or_else(|error| panic!("{line}: {error}"));
            assert_eq!(title.game.id, game, "{line}");
            assert_eq!((title.stakes.0.get(), title.stakes.1.get()), stakes, "{line}");
        }
        let capped = "PokerStars Game #1:  Hold'em No Limit ($1/$2 - $40 Cap -  USD) - 2026/1/2 3:00:00 ET";
        assert_eq!(Title::read(capped, scale).unwrap().cap, Some(Chips::new(4_000)));
        for line in [
            "PokerStars Hand #1:  7 Card Omaha Pot Limit ($1/$2) - 2026/1/2 3:00:00 ET",
            "PokerStars Hand #1:  Split Hold'em No Limit ($1/$2) - 2026/1/2 3:00:00 ET",
            "PokerStars Hand #1:  Whist No Limit ($1/$2) - 2026/1/2 3:00:00 ET",
            "PokerStars Hand #1:  Hold'em No Limit - 2026/1/2 3:00:00 ET",
        ] {
            assert!(Title::read(line, scale).is_err(), "{line}");
        }
    }
}
