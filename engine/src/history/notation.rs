//! The notation of test vectors: a game, stacks, a deck line and actions.
//!
//! Blocks of `key: value` lines, one block a hand, blank lines between them, `#` for comments. Seats are `S1` to `Sn`
//! clockwise, and `Sn` is the dealer.

use std::sync::Arc;

use crate::action::{Action, RuleError};
use crate::card::{Card, CardSet, parse_cards};
use crate::deck::Deck;
use crate::event::PublicEvent;
use crate::game::{GameDef, Stakes, catalogue};
use crate::hand::Hand;
use crate::limit::Limit;
use crate::setup::{SeatSetup, Setup, TableRules};
use crate::{Chips, SeatIx, SeatSet, TurnKind};

/// A hand as it is written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct HandText {
    /// The catalogue number or the identifier of the game.
    pub game: String,
    /// The stacks, from `S1` on.
    pub stacks: Vec<Chips>,
    /// Chips in the pot from an earlier hand.
    pub carried: Chips,
    /// The betting limit of each tier.
    pub limits: Vec<Limit>,
    /// A script that takes the place of the game's own.
    pub script: Option<String>,
    /// The cards in the order in which they leave the deck.
    pub deck: Vec<Card>,
    /// Who does what, in order.
    pub actions: Vec<(SeatIx, String)>,
    /// The stacks at the end, if they are written.
    pub expected: Option<Vec<Chips>>,
    /// The awards, as they are written.
    pub result: Option<String>,
    /// The error code with which the last action is refused, if it is.
    pub refused: Option<String>,
}

/// Why a text is no hand, or cannot be played.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("line {line}: {message}")]
pub struct NotationError {
    /// The line, from 1.
    pub line: usize,
    /// What is wrong.
    pub message: String,
}

/// How a hand ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    /// The stacks at the end, from `S1` on; `None` if the hand did not end.
    pub stacks: Option<Vec<Chips>>,
    /// Each payment: its pot, who contended for it, who got what.
    pub awards: Vec<Award>,
    /// The action that was refused: its number from 1, and why.
    pub refused: Option<(usize, Refusal)>,
}

/// A payment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Award {
    /// Which pot; 0 is the main pot.
    pub pot: u8,
    /// What each winner got.
    pub shares: Vec<(SeatIx, Chips)>,
}

/// Why an action was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// By the rules.
    #[error(transparent)]
    Rule(#[from] RuleError),
    /// The words say nothing.
    #[error("`{0}` is no action")]
    NoAction(String),
}

/// Reads all hands of a text.
///
/// # Errors
/// The first line that does not fit.
pub fn parse(text: &str) -> Result<Vec<HandText>, NotationError> {
    let mut hands = Vec::new();
    let mut hand: Option<HandText> = None;
    for (index, line) in text.lines().enumerate() {
        let line_no = index + 1;
        let line = line.trim_end();
        if line.is_empty() {
            hands.extend(hand.take());
        } else if !line.starts_with('#') {
            let Some((key, value)) = line.split_once(": ") else {
                return fail(line_no, "a line is a key, a colon and a value");
            };
            let started = hand.is_some();
            let hand = hand.get_or_insert_default();
            if started == (key == "game") {
                return fail(line_no, "a hand begins with `game`, once");
            }
            read_line(hand, key, value).map_err(|message| NotationError { line: line_no, message })?;
        }
    }
    hands.extend(hand);
    Ok(hands)
}

fn fail<T>(line: usize, message: &str) -> Result<T, NotationError> {
    Err(NotationError {
        line,
        message: message.to_owned(),
    })
}

fn read_line(hand: &mut HandText, key: &str, value: &str) -> Result<(), String> {
    match key {
        "game" => value.clone_into(&mut hand.game),
        "stacks" => read_table(hand, value)?,
        "script" => hand.script = Some(value.to_owned()),
        "deck" => hand.deck = parse_cards(value).map_err(|error| error.to_string())?,
        "actions" => {
            for word in value.split_whitespace() {
                let (seat, action) = word
                    .split_once(':')
                    .ok_or_else(|| format!("`{word}` is no action of a seat"))?;
                hand.actions.push((seat_of(seat)?, action.to_owned()));
            }
        }
        "final" => hand.expected = Some(read_stacks(value.split("   ").next().unwrap_or_default())?),
        "result" => hand.result = Some(value.to_owned()),
        "refused" => hand.refused = Some(value.trim().to_owned()),
        // Redundant: they can be worked out from the deck line.
        "board" | "burned" | "high hands" | "low hands" => {}
        _ if key.ends_with(" receives") => {}
        _ => return Err(format!("there is no key `{key}`")),
    }
    Ok(())
}

/// `3 x 100   dealer: S3   carried pot: 5   limits: nl:10`.
fn read_table(hand: &mut HandText, value: &str) -> Result<(), String> {
    let mut parts = value.split("   ").map(str::trim).filter(|part| !part.is_empty());
    hand.stacks = read_stacks(parts.next().unwrap_or_default())?;
    for part in parts {
        match part.split_once(": ") {
            Some(("dealer", seat)) if usize::from(seat_of(seat)?.number()) == hand.stacks.len() => {}
            Some(("dealer", _)) => return Err("the last seat is the dealer".to_owned()),
            Some(("carried pot", chips)) => hand.carried = chips_of(chips)?,
            Some(("limits", tiers)) => {
                let tiers = tiers
                    .split(" / ")
                    .map(|tier| tier.parse::<Limit>().map_err(|error| error.to_string()));
                hand.limits = tiers.collect::<Result<_, _>>()?;
            }
            _ => return Err(format!("`{part}` is not understood")),
        }
    }
    Ok(())
}

fn read_stacks(text: &str) -> Result<Vec<Chips>, String> {
    if let Some((count, chips)) = text.split_once(" x ") {
        let count: usize = count
            .trim()
            .parse()
            .map_err(|_| format!("`{count}` is no number of players"))?;
        return Ok(vec![chips_of(chips)?; count.min(11)]);
    }
    let mut stacks = Vec::new();
    for (index, word) in text.split_whitespace().enumerate() {
        let (seat, chips) = word
            .split_once('=')
            .ok_or_else(|| format!("`{word}` is no stack of a seat"))?;
        if usize::from(seat_of(seat)?.index()) != index {
            return Err("seats are written in order, from S1".to_owned());
        }
        stacks.push(chips_of(chips)?);
    }
    Ok(stacks)
}

fn seat_of(text: &str) -> Result<SeatIx, String> {
    let number = text.strip_prefix('S').and_then(|number| number.parse().ok());
    number
        .and_then(SeatIx::from_number)
        .ok_or_else(|| format!("`{text}` is no seat"))
}

fn chips_of(text: &str) -> Result<Chips, String> {
    text.trim()
        .parse()
        .ok()
        .and_then(Chips::try_new)
        .ok_or_else(|| format!("`{text}` is no amount"))
}

impl HandText {
    /// Plays the hand, every action checked as in live play; folding is allowed where checking is free.
    ///
    /// # Errors
    /// When the game is unknown or cannot be dealt from what is written.
    pub fn play(&self) -> Result<Outcome, String> {
        let (hand, mut events) = self.deal()?;
        let mut hand = hand;
        let mut refused = None;
        for (index, (seat, word)) in self.actions.iter().enumerate() {
            let outcome = read_action(word, &hand).and_then(|action| Ok(hand.apply(*seat, action)?));
            match outcome {
                Ok(more) => events.extend(more),
                Err(refusal) => {
                    refused = Some((index + 1, refusal));
                    break;
                }
            }
        }
        let mut awards = Vec::new();
        let mut stacks = None;
        for event in events {
            match event.public {
                PublicEvent::PotAwarded { pot, shares, .. } => awards.push(Award { pot, shares }),
                PublicEvent::HandCompleted { stacks: last } => {
                    stacks = Some(last.into_iter().map(|(_, chips)| chips).collect());
                }
                _ => {}
            }
        }
        Ok(Outcome {
            stacks,
            awards,
            refused,
        })
    }

    /// The game that is written, with its own script if there is one.
    fn game(&self) -> Result<Arc<GameDef>, String> {
        let known = catalogue::find_number(&self.game).or_else(|| catalogue::find(&self.game));
        match (&self.script, known) {
            (Some(script), _) => {
                let seats = format!("[2, {}]", self.stacks.len().max(2));
                let limits: Vec<String> = self.limits.iter().map(ToString::to_string).collect();
                let text = format!(
                    "id = \"vector\"\nnumber = \"{}\"\nname = {{ en = \"-\", fr = \"-\" }}\nfamily = \"draw\"\n\
                     seats = {seats}\nlimits = [\"{}\"]\nscript = \"{script}\"\n",
                    self.game,
                    limits.join(" / "),
                );
                GameDef::parse(&text).map(Arc::new).map_err(|error| error.message)
            }
            (None, Some(game)) => Ok(Arc::clone(game)),
            (None, None) => Err(format!("the game `{}` is not known", self.game)),
        }
    }

    fn deal(&self) -> Result<(Hand, Vec<crate::Event>), String> {
        let game = self.game()?;
        let count = u8::try_from(self.stacks.len())
            .ok()
            .filter(|count| (2..=10).contains(count));
        let count = count.ok_or("a hand has two to ten players")?;
        let seats: Vec<SeatIx> = (0..count).map(SeatIx::new).collect();
        let dealer = SeatIx::new(count - 1);
        let structure = game.structure(&Stakes::default()).map_err(|error| error.to_string())?;
        let dealt: SeatSet = seats.iter().copied().collect();
        let (small_blind, big_blind) = game.blind_layout().seats(dealt, dealer);
        let players = seats.iter().zip(&self.stacks).map(|(&seat, &stack)| SeatSetup {
            seat,
            stack,
            dead: false,
        });
        let setup = Setup {
            seat_count: count,
            players: players.collect(),
            button: dealer,
            small_blind,
            big_blind,
            posts: structure.posts(dealt, dealer, small_blind, big_blind),
            bring_in: None,
            tiers: self.limits.clone(),
            carried: self.carried,
            rules: TableRules {
                open_fold: true,
                ..TableRules::default()
            },
        };
        let deck = Deck::dealing(&self.deck, game.deck.cards());
        Hand::deal(game, setup, deck).map_err(|error| error.to_string())
    }
}

fn read_action(word: &str, hand: &Hand) -> Result<Action, Refusal> {
    let no_action = || Refusal::NoAction(word.to_owned());
    let amount = |digits: &str| digits.parse().ok().and_then(Chips::try_new).ok_or_else(no_action);
    let cards = |prefix: &str| {
        let list = word.strip_prefix(prefix)?.strip_prefix('(')?.strip_suffix(')')?;
        parse_cards(list)
            .ok()
            .map(|cards| cards.into_iter().collect::<CardSet>())
    };
    match word {
        "check" => Ok(Action::Check),
        "call" => Ok(Action::Call),
        "fold" => Ok(Action::Fold),
        "pat" => Ok(Action::Discard(CardSet::EMPTY)),
        _ if word.starts_with("bet") => Ok(Action::Bet(amount(&word[3..])?)),
        _ if word.starts_with("raise") => Ok(Action::Raise(amount(&word[5..])?)),
        _ => {
            let drawing = hand.turn().is_some_and(|turn| turn.kind == TurnKind::Draw);
            let thrown = if drawing { cards("draw") } else { cards("discard") };
            thrown.map(Action::Discard).ok_or_else(no_action)
        }
    }
}

impl Refusal {
    /// The stable code, as on the wire.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Rule(error) => error.code(),
            Self::NoAction(_) => "notation.no_action",
        }
    }
}
