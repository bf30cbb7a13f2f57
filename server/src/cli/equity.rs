//! `poker equity`: the equity of two hands over every board that can still come.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use poker_engine::CardSet;
use poker_engine::card::{ParseCardError, parse_cards};
use poker_engine::eval::Ranking;
use poker_engine::eval::equity::{Outcomes, heads_up};
use serde_json::json;

use super::eval::{Use, ranking};

/// Compute the exact equity of two hands, over every board that can still come.
///
/// Cards are written as `AsAh`. Prints the number of boards on which each hand wins and on which they tie, and each hand's expected
/// share of the pot.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The first hand
    first: String,
    /// The second hand
    second: String,
    /// The board so far
    #[arg(long, value_name = "CARDS", default_value = "")]
    board: String,
    /// Cards out of the deck, such as folded hands
    #[arg(long, value_name = "CARDS", default_value = "")]
    dead: String,
    /// Ranking of hands, by the names of `poker eval`
    #[arg(long, value_parser = ranking, default_value = "high")]
    ranking: Ranking,
    /// Cards that may make a hand
    #[arg(long = "use", value_enum, default_value_t = Use::Any)]
    using: Use,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Cards on a full board.
const BOARD: usize = 5;

/// The reasons a question makes no sense.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
enum EquityError {
    #[error(transparent)]
    Card(#[from] ParseCardError),
    #[error("a card appears twice")]
    Twice,
    #[error("the deck has no jokers here")]
    Joker,
    #[error("both hands must have the same number of cards, 1 to 6")]
    HandSize,
    #[error("the board has at most 5 cards")]
    BoardSize,
    #[error("hands of {} with {} cards need more cards than the board brings", .0.code(), .1)]
    TooFew(Ranking, usize),
}

/// Two hands, and the known cards of the rest of the deck.
struct Spot {
    hands: [CardSet; 2],
    board: CardSet,
    unseen: CardSet,
}

impl Spot {
    fn of(args: &Args) -> Result<Self, EquityError> {
        let mut seen = CardSet::EMPTY;
        let mut set = |text: &str| {
            let mut cards = CardSet::EMPTY;
            for card in parse_cards(text)? {
                if card.is_joker() {
                    return Err(EquityError::Joker);
                }
                if !seen.insert(card) {
                    return Err(EquityError::Twice);
                }
                cards.insert(card);
            }
            Ok(cards)
        };
        let hands = [set(&args.first)?, set(&args.second)?];
        let board = set(&args.board)?;
        set(&args.dead)?;
        if hands[0].len() != hands[1].len() || !(1..=6).contains(&hands[0].len()) {
            return Err(EquityError::HandSize);
        }
        if board.len() > BOARD {
            return Err(EquityError::BoardSize);
        }
        let lowest = if args.ranking == Ranking::ShortDeck { 16 } else { 0 };
        let deck = CardSet::from_bits(((1 << 52) - 1) & !((1 << lowest) - 1));
        let unseen = deck.difference(seen);
        if hands[0].len() + BOARD < args.ranking.hand_size() || unseen.len() < BOARD - board.len() {
            return Err(EquityError::TooFew(args.ranking, hands[0].len()));
        }
        Ok(Self { hands, board, unseen })
    }
}

/// Prints the equity of two hands.
///
/// The exit code is 0, or 2 if the question makes no sense.
///
/// # Errors
/// Those of writing.
pub fn run(args: &Args, mut output: impl Write, mut errors: impl Write) -> io::Result<ExitCode> {
    let spot = match Spot::of(args) {
        Ok(spot) => spot,
        Err(error) => {
            writeln!(errors, "poker equity: {error}")?;
            return Ok(ExitCode::from(2));
        }
    };
    let outcomes = heads_up(
        args.ranking,
        args.using.selection(),
        spot.hands,
        spot.board,
        BOARD,
        spot.unseen,
    );
    let Outcomes { wins, ties, losses } = outcomes;
    let boards = wins + ties + losses;
    let [first, second] = [wins, losses].map(|won| Percent::of(2 * won + ties, 2 * boards));
    if args.json {
        let shares = [first, second].map(|share| share.0);
        let line = json!({ "boards": boards, "wins": [wins, losses], "ties": ties, "share_per_10000": shares });
        writeln!(output, "{line}")?;
    } else {
        writeln!(output, "{:<14} {first:>8}  wins {wins}", args.first)?;
        writeln!(output, "{:<14} {second:>8}  wins {losses}", args.second)?;
        writeln!(output, "{:<14} {:>8}  of {boards} boards, {ties} ties", "", "")?;
    }
    Ok(ExitCode::SUCCESS)
}

/// A share of the pot in hundredths of a percent, rounded to the nearest.
#[derive(Clone, Copy)]
struct Percent(u64);

impl Percent {
    const fn of(part: u64, whole: u64) -> Self {
        Self((part * 20_000 + whole) / (2 * whole))
    }
}

impl fmt::Display for Percent {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&format!("{}.{:02} %", self.0 / 100, self.0 % 100))
    }
}

#[cfg(test)]
mod tests {
    use clap::Parser;

    use super::*;

    #[derive(Debug, Parser)]
    struct CommandLine {
        #[command(flatten)]
        args: Args,
    }

    fn equity(line: &str) -> (String, String) {
        let args = CommandLine::parse_from(["equity"].into_iter().chain(line.split_whitespace())).args;
        let (mut output, mut errors) = (Vec::new(), Vec::new());
        run(&args, &mut output, &mut errors).unwrap();
        [output, errors].map(|bytes| String::from_utf8(bytes).unwrap()).into()
    }

    #[test]
    fn aces_beat_kings_before_the_flop_as_often_as_is_known() {
        let (output, _) = equity("AsAh KsKh --json");
        assert_eq!(
            output.trim(),
            r#"{"boards":1712304,"share_per_10000":[8264,1736],"ties":9308,"wins":[1410336,292660]}"#
        );
    }

    #[test]
    fn a_full_board_has_one_outcome() {
        let (output, _) = equity("AsAh KsKh --board KdKc2h3s4d");
        assert!(output.contains("KsKh           100.00 %  wins 1"), "{output}");
        let (output, _) = equity("2s3h 2d3d --board AsKsQsJsTs");
        assert!(output.contains("of 1 boards, 1 ties"), "{output}");
    }

    #[test]
    fn dead_cards_do_not_come() {
        let (output, _) = equity("AsAh KsKh --board 2c3d7h9s --dead KdKc --json");
        assert!(
            output.contains(r#""boards":42"#) && output.contains(r#""wins":[42,0]"#),
            "{output}"
        );
    }

    #[test]
    fn nonsense_is_refused() {
        for line in [
            "AsAs KsKh",
            "AsAh AsKh",
            "As KsKh",
            "AsAh KsKh --board 2c3c4c5c6c7c",
            "AsAh xx",
            "2s As --ranking high --dead AhAdAc --board AsKs",
        ] {
            let (output, errors) = equity(line);
            assert_eq!(output, "", "{line}");
            assert!(errors.starts_with("poker equity: "), "{line}: {errors}");
        }
    }
}
