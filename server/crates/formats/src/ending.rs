//! The result of a tournament, in the text format that hand trackers read next to its hands. Times are UTC, and say so.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use jiff::Timestamp;
use poker_engine::game::catalogue;
use poker_protocol::v1::Chips;
use poker_protocol::v1::tournament::{Finished, TournamentGame, TournamentSummary};
use poker_store::TableId;

use super::tracker::plain_name;

/// A finished tournament.
pub struct Ending<'a> {
    /// Number of the tournament.
    pub number: TableId,
    /// Its line in lists.
    pub summary: &'a TournamentSummary,
    /// Start of play; `None` for tournaments closed before this was stored.
    pub started_at: Option<Timestamp>,
    /// Time of the last prize.
    pub ended_at: Option<Timestamp>,
    /// All places, best first.
    pub places: &'a [Finished],
    /// The prizes of all places.
    pub prizes: &'a [Chips],
    /// The players' names by number.
    pub names: BTreeMap<u32, &'a str>,
    /// The reader's number, and the bounties the reader won.
    pub hero: Option<(u32, Chips)>,
}

impl Ending<'_> {
    /// Returns the text. Players who share a place get the best of the places shared.
    pub fn text(&self) -> String {
        let price = match (self.summary.buy_in.get(), self.summary.bounty.get()) {
            (price, 0) => format!("{price}/0"),
            (price, bounty) => format!("{price}/{bounty}/0"),
        };
        let pool: u64 = self.prizes.iter().map(|prize| prize.get()).sum();
        let names = self.plain_names();
        let mut text = format!(
            "PokerStars Tournament #{}, {}\nBuy-In: {price}\n{} players\nTotal Prize Pool: {pool}\n",
            self.number,
            game_words(&self.summary.games),
            self.summary.entries,
        );
        for (what, at) in [("started", self.started_at), ("finished", self.ended_at)] {
            if let Some(at) = at {
                let _ = writeln!(text, "Tournament {what} {} UTC", at.strftime("%Y/%m/%d %H:%M:%S"));
            }
        }
        text.push('\n');
        for place in self.places {
            let _ = write!(text, "  {}: {}, ", place.best, names[&place.player]);
            if let prize @ 1.. = place.prize.get() {
                // Hundredths of a percent, rounded: u128 has room for the product of any prize.
                let hundredths = (u128::from(prize) * 10_000 + u128::from(pool) / 2) / u128::from(pool.max(1));
                let _ = write!(text, "{prize} ({}.{:02}%)", hundredths / 100, hundredths % 100);
            }
            text.push('\n');
        }
        if let Some((hero, bounties)) = self.hero {
            if let Some(place) = self.places.iter().find(|place| place.player == hero) {
                let _ = writeln!(text, "\nYou finished in {} place.", ordinal(place.best));
            }
            if let bounties @ 1.. = bounties.get() {
                let _ = writeln!(text, "You received {bounties} in bounties.");
            }
        }
        text
    }

    /// Returns the names of all players with a place, each unique, and such that no parser mistakes a part of one for something else.
    fn plain_names(&self) -> BTreeMap<u32, String> {
        let plain = |player: u32| plain_name(self.names.get(&player).copied().unwrap_or_default());
        let mut count: BTreeMap<String, u32> = BTreeMap::new();
        for place in self.places {
            *count.entry(plain(place.player)).or_default() += 1;
        }
        let told = |player: u32| match plain(player) {
            name if name.is_empty() || count.get(&name).is_some_and(|count| *count > 1) => {
                format!("{name} #{player}").trim().to_owned()
            }
            name => name,
        };
        self.places
            .iter()
            .map(|place| (place.player, told(place.player)))
            .collect()
    }
}

/// Describes the games played: the limit and name of a single game, or several games.
fn game_words(games: &[TournamentGame]) -> String {
    let [only] = games else {
        return "Mixed Games".to_owned();
    };
    let game = catalogue::find(&only.game);
    let code = game
        .and_then(|game| game.tracker.clone())
        .unwrap_or_else(|| only.game.clone());
    let limit = match only.limit.as_str() {
        "nl" => "No Limit ",
        "pot" => "Pot Limit ",
        "fixed" => "Limit ",
        _ => "",
    };
    format!("{limit}{code}")
}

/// Formats a place: `1st`, `2nd`, `11th`, `23rd`.
fn ordinal(place: u32) -> String {
    let ending = match (place % 100, place % 10) {
        (11..=13, _) => "th",
        (_, 1) => "st",
        (_, 2) => "nd",
        (_, 3) => "rd",
        _ => "th",
    };
    format!("{place}{ending}")
}

#[cfg(test)]
mod tests {
    use super::ordinal;

    #[test]
    fn places_have_their_endings() {
        let told = [1, 2, 3, 4, 11, 12, 13, 21, 22, 101, 111, 113].map(ordinal);
        let right = [
            "1st", "2nd", "3rd", "4th", "11th", "12th", "13th", "21st", "22nd", "101st", "111th", "113th",
        ];
        assert_eq!(told, right);
    }
}
