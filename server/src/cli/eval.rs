//! `poker eval`: ranks hands, compares two of them, and counts the hands of each kind.

mod count;
mod rules;

use std::fmt;
use std::io::{self, BufRead, BufReader, Read, Write};
use std::process::ExitCode;

use clap::ValueEnum;
use poker_engine::card::{ParseCardError, parse_cards};
use poker_engine::eval::{Described, Ranking, Rules, Selection};
use poker_engine::{Card, CardSet};
use serde_json::{Value, json};

use rules::RuleArgs;

/// Rank hands from standard input, or count the hands of a deck.
///
/// One hand per line, as cards (`AhKhQhJhTh2c3d`) or as hole cards and a board (`AhKh/QhJhTh2c3d`): prints the
/// category, the cards that play and a number that orders hands within the ranking, the greater the better; `none` if the
/// hand does not qualify. A line that is a JSON array of two hands, or of a board and two hands, compares them: `1` if the
/// first wins, `-1` if the second does, `0` if they tie, `null` if neither qualifies. Lines that make no sense are
/// reported, and the exit code is then 1.
#[derive(Debug, clap::Args)]
#[command(verbatim_doc_comment)]
pub struct Args {
    /// Ranking of hands: high, short-deck, 8-or-better, ace-to-five, ace-to-six, deuce-to-seven, misere, badugi,
    /// badugi-ace-high, three-card, three-card-listed, three-card-low, two-card or two-card-low [default: the ranking of
    /// the deck]
    #[arg(long, value_parser = ranking)]
    ranking: Option<Ranking>,
    /// Cards that may make a hand
    #[arg(long = "use", value_enum, default_value_t = Use::Any)]
    using: Use,
    #[command(flatten)]
    rules: RuleArgs,
    /// Count all hands of this many cards instead of reading any
    #[arg(long, value_name = "CARDS", value_parser = clap::value_parser!(u8).range(2..=7), conflicts_with = "using")]
    count: Option<u8>,
    /// The deck: 52 cards, the 36 from the six up or the 32 from the seven up, plus any jokers [default: that of the ranking]
    #[arg(long, value_enum)]
    deck: Option<Deck>,
    /// Print JSON, one object per line
    #[arg(long)]
    json: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Use {
    /// Any five of all cards
    Any,
    /// Two hole cards, three of the board
    #[value(alias = "2+3")]
    Omaha,
    /// Four hole cards, one of the board
    #[value(name = "4+1")]
    FourPlusOne,
    /// At most two hole cards
    #[value(name = "max2")]
    MaxTwo,
    /// Hole cards alone
    Own,
}

impl Use {
    pub(super) const fn selection(self) -> Selection {
        match self {
            Self::Any => Selection::Best,
            Self::Omaha => Selection::TwoPlusThree,
            Self::FourPlusOne => Selection::FourPlusOne,
            Self::MaxTwo => Selection::MaxTwo,
            Self::Own => Selection::Own,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum Deck {
    Standard,
    Short,
    Piquet,
}

impl Deck {
    /// Returns the lowest index of a card in the deck.
    const fn lowest(self) -> u8 {
        match self {
            Self::Standard => 0,
            Self::Short => 16,
            Self::Piquet => 20,
        }
    }
}

pub(super) fn ranking(name: &str) -> Result<Ranking, String> {
    Ranking::from_code(name).ok_or_else(|| {
        let names: Vec<&str> = Ranking::ALL.into_iter().map(Ranking::code).collect();
        format!("the rankings are {}", names.join(", "))
    })
}

/// The reasons a line is refused.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
enum LineError {
    #[error(transparent)]
    Card(#[from] ParseCardError),
    #[error("{0} appears twice")]
    Twice(Card),
    #[error("there is no joker {0} in the deck")]
    Joker(Card),
    #[error("{0} is not in the deck of {1} cards")]
    NotInDeck(Card, u8),
    #[error("{count} cards given, {range} expected")]
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

/// The number of cards allowed.
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

/// Reads hands from `input` and writes their ranks to `output`, complaints to `errors`; or counts hands.
///
/// The exit code is 0, or 1 if a line was refused, or 2 if the options contradict each other.
///
/// # Errors
/// Those of reading and writing.
pub fn run(args: &Args, input: impl Read, output: impl Write, mut errors: impl Write) -> io::Result<ExitCode> {
    let short = args.deck == Some(Deck::Short);
    let ranking = args
        .ranking
        .unwrap_or(if short { Ranking::ShortDeck } else { Ranking::High });
    let deck = args.deck.unwrap_or(if ranking == Ranking::ShortDeck {
        Deck::Short
    } else {
        Deck::Standard
    });
    let rules = match args.rules.rules() {
        Ok(rules) => rules,
        Err(error) => {
            writeln!(errors, "poker eval: {error}")?;
            return Ok(ExitCode::from(2));
        }
    };
    if let Some(cards) = args.count {
        if !rules::need_no_deal(&rules) {
            writeln!(errors, "poker eval: no board and no first card to count hands by")?;
            return Ok(ExitCode::from(2));
        }
        if usize::from(cards) < ranking.hand_size() {
            writeln!(
                errors,
                "poker eval: a hand of {} has {} cards at least",
                ranking.code(),
                ranking.hand_size()
            )?;
            return Ok(ExitCode::from(2));
        }
        let kinds = count::count(ranking, &rules, cards, deck.lowest());
        count::print(&kinds, args.json, output)?;
        return Ok(ExitCode::SUCCESS);
    }
    if matches!(args.using, Use::Omaha | Use::FourPlusOne) && ranking.hand_size() != 5 {
        writeln!(
            errors,
            "poker eval: {} is not played with five cards out of hand and board",
            ranking.code()
        )?;
        return Ok(ExitCode::from(2));
    }
    let evaluator = Evaluator {
        ranking,
        rules,
        using: args.using,
        deck,
        json: args.json,
    };
    evaluator.read(input, output, errors)
}

/// The options, as applied to every line.
struct Evaluator {
    ranking: Ranking,
    rules: Rules,
    using: Use,
    deck: Deck,
    json: bool,
}

/// A hand and a board, in the order written.
struct Cards {
    own: Vec<Card>,
    board: Vec<Card>,
}

impl Evaluator {
    fn read(&self, input: impl Read, output: impl Write, mut errors: impl Write) -> io::Result<ExitCode> {
        let mut input = BufReader::new(input);
        let mut output = io::BufWriter::new(output);
        let mut code = ExitCode::SUCCESS;
        let mut bytes = Vec::new();
        for number in 1_u64.. {
            // A caller that waits for each answer before it writes the next line must get it now.
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

    /// Returns the output for a line.
    fn answer(&self, line: &str) -> Result<String, LineError> {
        if line.starts_with('[') {
            return Ok(self.compare(line)?.map_or("null".into(), |sign| sign.to_string()));
        }
        let described = self.describe(&self.hand(line)?);
        Ok(if self.json {
            self.as_json(described.as_ref()).to_string()
        } else {
            as_text(described.as_ref())
        })
    }

    fn describe(&self, cards: &Cards) -> Option<Described> {
        let wild = rules::wild_cards(&self.rules, &cards.own, &cards.board);
        let [own, board] = [&cards.own, &cards.board].map(|cards| cards.iter().copied().collect::<CardSet>());
        self.rules
            .describe(self.ranking, self.using.selection(), own, board, wild)
    }

    /// Compares two hands: the sign of the result tells the winner; `None` if neither qualifies.
    fn compare(&self, line: &str) -> Result<Option<i8>, LineError> {
        let hands: Vec<String> =
            serde_json::from_str(line).map_err(|error| LineError::Comparison(error.to_string()))?;
        let [first, second] = match &hands[..] {
            [first, second] => [self.hand(first)?, self.hand(second)?],
            [board, first, second] => {
                // All three come from one deal.
                self.cards(&[board, first, second])?;
                let dealt = |own: &String| self.checked(self.cards(&[own])?, self.cards(&[board])?);
                [dealt(first)?, dealt(second)?]
            }
            _ => return Err(LineError::Comparison(format!("{} elements", hands.len()))),
        };
        let [first, second] = [first, second].map(|cards| self.describe(&cards).map(|hand| hand.strength));
        if first.is_none() && second.is_none() {
            return Ok(None);
        }
        Ok(Some(first.cmp(&second) as i8))
    }

    /// Parses `HAND` or `HAND/BOARD`.
    fn hand(&self, text: &str) -> Result<Cards, LineError> {
        match text.split('/').collect::<Vec<_>>()[..] {
            [own] => self.checked(self.cards(&[own])?, Vec::new()),
            [own, board] => {
                self.cards(&[own, board])?;
                self.checked(self.cards(&[own])?, self.cards(&[board])?)
            }
            _ => Err(LineError::Slashes),
        }
    }

    /// Collects the cards of several texts, each of which may occur once.
    fn cards(&self, texts: &[impl AsRef<str>]) -> Result<Vec<Card>, LineError> {
        let mut set = CardSet::EMPTY;
        let mut cards = Vec::new();
        for text in texts {
            for card in parse_cards(text.as_ref())? {
                if card.is_joker() && card.index() >= 52 + self.rules.wild.jokers {
                    return Err(LineError::Joker(card));
                }
                if card.index() < self.deck.lowest() {
                    return Err(LineError::NotInDeck(card, 52 - self.deck.lowest()));
                }
                if !set.insert(card) {
                    return Err(LineError::Twice(card));
                }
                cards.push(card);
            }
        }
        Ok(cards)
    }

    /// Checks that a hand has as many cards as its game deals.
    fn checked(&self, own: Vec<Card>, board: Vec<Card>) -> Result<Cards, LineError> {
        // Games with wild cards make hands of up to ten cards.
        let most = if rules::are_plain(&self.rules) { 7 } else { 10 };
        let (of_own, of_board) = match self.using {
            Use::Any | Use::MaxTwo | Use::Own => {
                let range = Range {
                    least: self.ranking.hand_size(),
                    most,
                };
                let usable = match self.using {
                    Use::Own => own.len(),
                    Use::MaxTwo => own.len().min(2) + board.len(),
                    _ => own.len() + board.len(),
                };
                if !range.contains(usable) {
                    return Err(LineError::HandSize { count: usable, range });
                }
                return Ok(Cards { own, board });
            }
            Use::Omaha => (Range { least: 4, most: 6 }, Range { least: 3, most: 5 }),
            Use::FourPlusOne => (Range { least: 4, most: 6 }, Range { least: 1, most: 5 }),
        };
        if !of_own.contains(own.len()) {
            return Err(LineError::OwnSize {
                count: own.len(),
                range: of_own,
            });
        }
        if !of_board.contains(board.len()) {
            return Err(LineError::BoardSize {
                count: board.len(),
                range: of_board,
            });
        }
        Ok(Cards { own, board })
    }

    fn as_json(&self, described: Option<&Described>) -> Value {
        let names = |cards: &[Card]| cards.iter().map(Card::to_string).collect::<Vec<_>>();
        let ranks = described.map_or(&[][..], |hand| &hand.ranks);
        let mut answer = json!({
            "category": described.map(|hand| hand.category.code()),
            "cards": names(described.map_or(&[][..], |hand| &hand.cards)),
            "ranks": ranks.iter().map(ToString::to_string).collect::<Vec<_>>(),
            "strength": described.map(|hand| hand.strength.get()),
        });
        if !rules::are_plain(&self.rules) {
            answer["stands_for"] = json!(names(described.map_or(&[][..], |hand| &hand.stands_for)));
        }
        answer
    }
}

fn as_text(described: Option<&Described>) -> String {
    described.map_or("none".into(), |hand| {
        let cards: String = hand.cards.iter().map(Card::to_string).collect();
        format!("{} {cards} {}", hand.category.code(), hand.strength.get())
    })
}
