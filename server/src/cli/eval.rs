//! `poker eval`: what hands are worth, which of two wins, how many there are of each kind.

mod count;

use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::ExitCode;

use clap::ValueEnum;
use poker_engine::card::{ParseCardError, parse_cards};
use poker_engine::eval::{Described, Ranking, Selection, describe, strength};
use poker_engine::{Card, CardSet};
use serde_json::{Value, json};

/// Rank hands from standard input, or count the hands of a deck.
///
/// One hand a line, as cards (`AhKhQhJhTh2c3d`) or as cards of one's own and a board (`AhKh/QhJhTh2c3d`): prints the
/// category, the cards that play and a number that orders hands within the ranking, the greater the better; `none` if the
/// hand does not qualify. A line that is a JSON array of two hands, or of a board and two hands, compares them: `1` if the
/// first wins, `-1` if the second does, `0` if they tie, `null` if neither qualifies. Lines that make no sense are
/// reported, and the exit code is then 1.
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub(super) struct Args {
    /// How hands are ranked: high, short-deck, 8-or-better, ace-to-five, ace-to-six, deuce-to-seven, misere, badugi,
    /// badugi-ace-high, three-card, three-card-listed, three-card-low, two-card or two-card-low [default: the ranking of
    /// the deck]
    #[arg(long, value_parser = ranking)]
    ranking: Option<Ranking>,
    /// Which cards make a hand
    #[arg(long = "use", value_enum, default_value_t = Use::Any)]
    using: Use,
    /// Count the hands of so many cards instead of reading any
    #[arg(long, value_name = "CARDS", value_parser = clap::value_parser!(u8).range(2..=7), conflicts_with = "using")]
    count: Option<u8>,
    /// The deck: 52 cards, or the 36 from the six up [default: that of the ranking]
    #[arg(long, value_enum)]
    deck: Option<Deck>,
    /// Print JSON, one object a line
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Use {
    /// Any five of all cards
    Any,
    /// Two of one's own, three of the board
    Omaha,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Deck {
    Standard,
    Short,
}

impl Deck {
    /// The lowest index of a card in the deck.
    const fn lowest(self) -> u8 {
        match self {
            Self::Standard => 0,
            Self::Short => 16,
        }
    }
}

fn ranking(name: &str) -> Result<Ranking, String> {
    Ranking::from_code(name).ok_or_else(|| {
        let names: Vec<&str> = Ranking::ALL.into_iter().map(Ranking::code).collect();
        format!("the rankings are {}", names.join(", "))
    })
}

/// Why a line is refused.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
enum LineError {
    #[error(transparent)]
    Card(#[from] ParseCardError),
    #[error("{0} is there twice")]
    Twice(Card),
    #[error("jokers have no rank here")]
    Joker,
    #[error("{0} is not in the deck of 36 cards")]
    NotInDeck(Card),
    #[error("{count} cards, where {range} are wanted")]
    HandSize { count: usize, range: Range },
    #[error("{count} cards of one's own, where {range} are wanted")]
    OwnSize { count: usize, range: Range },
    #[error("{count} cards on the board, where {range} are wanted")]
    BoardSize { count: usize, range: Range },
    #[error("more than one `/`")]
    Slashes,
    #[error("not a JSON array of two hands, or of a board and two hands: {0}")]
    Comparison(String),
    #[error("not UTF-8")]
    Encoding,
}

/// How many cards there may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Range {
    least: usize,
    most: usize,
}

impl Range {
    const fn contains(self, count: usize) -> bool {
        self.least <= count && count <= self.most
    }
}

impl fmt::Display for Range {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.least == self.most {
            write!(f, "{}", self.least)
        } else {
            write!(f, "{} to {}", self.least, self.most)
        }
    }
}

/// Reads hands from `input` and writes what they are worth to `output`, complaints to `errors`; or counts hands.
///
/// The exit code is 0, or 1 if a line was refused, or 2 if the options contradict each other.
///
/// # Errors
/// Those of reading and writing.
pub(super) fn run(args: &Args, input: impl Read, output: impl Write, mut errors: impl Write) -> io::Result<ExitCode> {
    let short = args.deck == Some(Deck::Short);
    let ranking = args
        .ranking
        .unwrap_or(if short { Ranking::ShortDeck } else { Ranking::High });
    let deck = args.deck.unwrap_or(if ranking == Ranking::ShortDeck {
        Deck::Short
    } else {
        Deck::Standard
    });
    if let Some(cards) = args.count {
        if usize::from(cards) < ranking.hand_size() {
            writeln!(
                errors,
                "poker eval: a hand of {} has {} cards at least",
                ranking.code(),
                ranking.hand_size()
            )?;
            return Ok(ExitCode::from(2));
        }
        let kinds = count::count(ranking, cards, deck.lowest());
        count::print(&kinds, args.json, output)?;
        return Ok(ExitCode::SUCCESS);
    }
    if args.using == Use::Omaha && ranking.hand_size() != 5 {
        writeln!(errors, "poker eval: {} is not played with --use omaha", ranking.code())?;
        return Ok(ExitCode::from(2));
    }
    let evaluator = Evaluator {
        ranking,
        using: args.using,
        deck,
        json: args.json,
    };
    evaluator.read(input, output, errors)
}

/// What the options say about every line.
struct Evaluator {
    ranking: Ranking,
    using: Use,
    deck: Deck,
    json: bool,
}

impl Evaluator {
    fn read(&self, input: impl Read, output: impl Write, mut errors: impl Write) -> io::Result<ExitCode> {
        let mut input = BufReader::new(input);
        let mut output = io::BufWriter::new(output);
        let mut code = ExitCode::SUCCESS;
        let mut bytes = Vec::new();
        for number in 1_u64.. {
            // Whoever waits for an answer before writing the next line gets it.
            if input.buffer().is_empty() {
                output.flush()?;
            }
            bytes.clear();
            if input.read_until(b'\n', &mut bytes)? == 0 {
                break;
            }
            let line = str::from_utf8(&bytes).map(str::trim).map_err(|_| LineError::Encoding);
            if line == Ok("") {
                continue;
            }
            match line.and_then(|line| self.answer(line)) {
                Ok(answer) => writeln!(output, "{answer}")?,
                Err(error) => {
                    code = ExitCode::from(1);
                    if self.json {
                        writeln!(output, "{}", json!({ "line": number, "error": error.to_string() }))?;
                    } else {
                        output.flush()?;
                        writeln!(errors, "line {number}: {error}")?;
                    }
                }
            }
        }
        output.flush()?;
        Ok(code)
    }

    /// What is printed for a line.
    fn answer(&self, line: &str) -> Result<String, LineError> {
        if line.starts_with('[') {
            return Ok(self.compare(line)?.map_or("null".into(), |sign| sign.to_string()));
        }
        let (own, board) = self.hand(line)?;
        let described = describe(self.ranking, self.selection(), own, board);
        Ok(if self.json {
            as_json(described.as_ref()).to_string()
        } else {
            as_text(described.as_ref())
        })
    }

    /// Which of two hands wins, by its sign; `None` if neither qualifies.
    fn compare(&self, line: &str) -> Result<Option<i8>, LineError> {
        let hands: Vec<String> =
            serde_json::from_str(line).map_err(|error| LineError::Comparison(error.to_string()))?;
        let [first, second] = match &hands[..] {
            [first, second] => [self.hand(first)?, self.hand(second)?],
            [board, first, second] => {
                // The three come from one deal.
                self.cards(&[board, first, second])?;
                let board = self.cards(&[board])?;
                let dealt = |own: &String| self.checked(self.cards(&[own])?, Some(board));
                [dealt(first)?, dealt(second)?]
            }
            _ => return Err(LineError::Comparison(format!("{} elements", hands.len()))),
        };
        let [first, second] = [first, second].map(|(own, board)| strength(self.ranking, self.selection(), own, board));
        if first.is_none() && second.is_none() {
            return Ok(None);
        }
        Ok(Some(first.cmp(&second) as i8))
    }

    /// The cards of `HAND` or `HAND/BOARD`.
    fn hand(&self, text: &str) -> Result<(CardSet, CardSet), LineError> {
        match text.split('/').collect::<Vec<_>>()[..] {
            [own] => self.checked(self.cards(&[own])?, None),
            [own, board] => {
                self.cards(&[own, board])?;
                self.checked(self.cards(&[own])?, Some(self.cards(&[board])?))
            }
            _ => Err(LineError::Slashes),
        }
    }

    /// The cards of some texts together, each once.
    fn cards(&self, texts: &[impl AsRef<str>]) -> Result<CardSet, LineError> {
        let mut set = CardSet::EMPTY;
        for text in texts {
            for card in parse_cards(text.as_ref())? {
                if card.is_joker() {
                    return Err(LineError::Joker);
                }
                if card.index() < self.deck.lowest() {
                    return Err(LineError::NotInDeck(card));
                }
                if !set.insert(card) {
                    return Err(LineError::Twice(card));
                }
            }
        }
        Ok(set)
    }

    /// A hand with as many cards as its game deals.
    fn checked(&self, own: CardSet, board: Option<CardSet>) -> Result<(CardSet, CardSet), LineError> {
        let board = board.unwrap_or(CardSet::EMPTY);
        match self.using {
            Use::Any => {
                let range = Range {
                    least: self.ranking.hand_size(),
                    most: 7,
                };
                let count = own.len() + board.len();
                if !range.contains(count) {
                    return Err(LineError::HandSize { count, range });
                }
            }
            Use::Omaha => {
                let range = Range { least: 4, most: 6 };
                if !range.contains(own.len()) {
                    return Err(LineError::OwnSize {
                        count: own.len(),
                        range,
                    });
                }
                let range = Range { least: 3, most: 5 };
                if !range.contains(board.len()) {
                    return Err(LineError::BoardSize {
                        count: board.len(),
                        range,
                    });
                }
            }
        }
        Ok((own, board))
    }

    const fn selection(&self) -> Selection {
        match self.using {
            Use::Any => Selection::Best,
            Use::Omaha => Selection::TwoPlusThree,
        }
    }
}

fn as_text(described: Option<&Described>) -> String {
    described.map_or("none".into(), |hand| {
        let cards: String = hand.cards.iter().map(Card::to_string).collect();
        format!("{} {cards} {}", hand.category.code(), hand.strength.get())
    })
}

fn as_json(described: Option<&Described>) -> Value {
    let cards = described.map_or(&[][..], |hand| &hand.cards);
    let ranks = described.map_or(&[][..], |hand| &hand.ranks);
    json!({
        "category": described.map(|hand| hand.category.code()),
        "cards": cards.iter().map(Card::to_string).collect::<Vec<_>>(),
        "ranks": ranks.iter().map(ToString::to_string).collect::<Vec<_>>(),
        "strength": described.map(|hand| hand.strength.get()),
    })
}
