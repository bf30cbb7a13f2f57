//! Play of written hands through the engine.

use std::sync::Arc;

use super::HandText;
use crate::action::{Action, Declaration, RuleError};
use crate::card::{Card, CardSet, parse_cards};
use crate::deck::Deck;
use crate::eval::{Category, Described};
use crate::event::{Event, Pot, PublicEvent};
use crate::game::{GameDef, Stakes, catalogue};
use crate::hand::Hand;
use crate::setup::{SeatSetup, Setup, ShowRule, TableRules};
use crate::{Chips, Rank, SeatIx, SeatSet, TurnKind};

/// The outcome of a hand.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Outcome {
    /// Stacks at the end, from `S1` on; `None` if the hand did not end.
    pub stacks: Option<Vec<Chips>>,
    /// Chips carried over to the next hand.
    pub carried_out: Chips,
    /// Kind of ending; `None` if the hand did not end.
    pub ending: Option<Ending>,
    /// Unmatched part of a bet and its owner, one entry per betting round; chips taken back by an uncontested winner are not listed.
    pub returned: Vec<(SeatIx, Chips)>,
    /// Pots paid, main pot first.
    pub awards: Vec<Award>,
    /// Names of the high hands at the showdown, from `S1` on.
    pub high: Vec<(SeatIx, String)>,
    /// Names of the low hands at the showdown, from `S1` on.
    pub low: Vec<(SeatIx, String)>,
    /// Cards received by each seat, in order.
    pub received: Vec<Vec<Card>>,
    /// Board in the order in which it was dealt.
    pub board: Vec<Card>,
    /// Burned cards in order.
    pub burned: Vec<Card>,
    /// The refused action, by its number from 1, and the reason.
    pub refused: Option<(usize, Refusal)>,
}

/// The ending of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// All others folded.
    Uncontested,
    /// Hands were compared.
    Showdown,
    /// No player opened, and the pot carries over.
    PassedOut,
}

/// A pot that was paid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Award {
    /// Chips in the pot.
    pub amount: Chips,
    /// Seats that could win it.
    pub contenders: Vec<SeatIx>,
    /// Winning seats, from `S1` on, with their chips.
    pub shares: Vec<(SeatIx, Chips)>,
}

/// The reason why an action was refused.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Refusal {
    /// The rules forbid it.
    #[error(transparent)]
    Rule(#[from] RuleError),
    /// The text is not an action.
    #[error("`{0}` is not an action")]
    NoAction(String),
}

impl Refusal {
    /// Returns the stable code, as on the wire.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Rule(error) => error.code(),
            Self::NoAction(_) => "notation.no_action",
        }
    }
}

/// Header keys that identify a game; an option changes the play, not the identity.
const IDENTITY: [&str; 11] = [
    "id", "number", "also", "form", "name", "family", "seats", "limits", "script", "phh", "version",
];

impl HandText {
    /// Plays the hand with every action checked as in live play, except that folding is allowed even if checking is
    /// free.
    ///
    /// # Errors
    /// If the game is unknown or cannot be dealt from the written hand.
    pub fn play(&self) -> Result<Outcome, String> {
        let (mut hand, events) = self.deal()?;
        let mut record = Record::new(self.stacks.len());
        record.take(events);
        for (index, (seat, word)) in self.actions.iter().enumerate() {
            record.take(lay_as_dealt(&mut hand)?);
            let outcome = read_action(word, &hand).and_then(|action| Ok(hand.apply(*seat, action)?));
            match outcome {
                Ok(events) => record.take(events),
                Err(refusal) => {
                    record.outcome.refused = Some((index + 1, refusal));
                    break;
                }
            }
        }
        let arranges = |hand: &Hand| hand.turn().is_some_and(|turn| turn.kind == TurnKind::Arrange);
        if record.outcome.refused.is_none() && arranges(&hand) {
            record.take(lay_as_dealt(&mut hand)?);
        }
        if hand.strayed() {
            return Err("the deck line names a card that is not in the deck when it is dealt".to_owned());
        }
        Ok(record.close(&hand))
    }

    /// Returns the game of the hand, with its own script and settings if it has any.
    ///
    /// # Errors
    /// If the game is unknown, or a script or setting does not fit it.
    pub fn game(&self) -> Result<Arc<GameDef>, String> {
        let known = catalogue::find_number(&self.game).or_else(|| catalogue::find(&self.game));
        let players = self.stacks.len();
        let fits = |game: &GameDef| (usize::from(game.seats.0)..=usize::from(game.seats.1)).contains(&players);
        if let (Some(game), None, true) = (known, &self.script, self.options.is_empty())
            && fits(game)
        {
            return Ok(Arc::clone(game));
        }
        let own = known.and_then(|game| catalogue::source(&game.id));
        let blank = "id = \"written\"\nnumber = \"-\"\nname = { en = \"-\", fr = \"-\" }\nfamily = \"draw\"\n\
                     seats = [2, 10]\nlimits = [\"nl:1\"]\nscript = \"\"\n";
        if own.is_none() && self.script.is_none() {
            return Err(format!("the game `{}` is not known", self.game));
        }
        let document = own.unwrap_or(blank).parse::<toml_edit::DocumentMut>();
        let mut document = document.map_err(|error| error.to_string())?;
        // A written hand may have more or fewer players than a table of the game would.
        if self.script.is_some() || !known.is_some_and(|game| fits(game)) {
            let players = i64::try_from(players).unwrap_or(2).clamp(2, 10);
            document["seats"] = toml_edit::value(toml_edit::Array::from_iter([2, players]));
        }
        if let Some(script) = &self.script {
            document["script"] = toml_edit::value(script);
            let bets = script.contains("bet(");
            let limits = self.limits.iter().map(ToString::to_string).collect::<Vec<_>>();
            if !bets {
                document["limits"] = toml_edit::value(toml_edit::Array::new());
            } else if !limits.is_empty() {
                document["limits"] = toml_edit::value(toml_edit::Array::from_iter([limits.join(" / ")]));
            }
        }
        for (name, value) in &self.options {
            if IDENTITY.contains(&name.as_str()) {
                return Err(format!("`{name}` is not an option"));
            }
            let number = value.parse::<i64>();
            document[name.as_str()] = number.map_or_else(|_| toml_edit::value(value), toml_edit::value);
        }
        let game = GameDef::parse(&document.to_string());
        game.map(Arc::new).map_err(|error| error.message)
    }

    /// Deals the hand up to its first decision.
    ///
    /// # Errors
    /// If the game is unknown or cannot be dealt from the written hand.
    pub fn deal(&self) -> Result<(Box<Hand>, Vec<Event>), String> {
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
        let posts = structure.posts(dealt, dealer, small_blind, big_blind);
        let says_who_shows = self.options.iter().any(|(name, _)| name == "show");
        let setup = Setup {
            seat_count: count,
            players: players.collect(),
            button: dealer,
            small_blind,
            big_blind,
            posts,
            bring_in: structure.bring_in,
            tiers: if self.limits.is_empty() {
                structure.tiers
            } else {
                self.limits.clone()
            },
            carried: self.carried,
            openers: None,
            rules: TableRules {
                open_fold: true,
                // Every hand of a showdown has a name in the notation, unless the text says which hands are shown.
                show: (!says_who_shows).then_some(ShowRule::All),
                ..TableRules::default()
            },
        };
        let deck = Deck::dealing(&self.deck, game.cards());
        Hand::deal(game, setup, deck).map_err(|error| error.to_string())
    }
}

/// Leaves the down cards in the order of the deal if players may rearrange them: the notation has no word for that.
fn lay_as_dealt(hand: &mut Hand) -> Result<Vec<Event>, String> {
    let mut events = Vec::new();
    while let Some(turn) = hand.turn().filter(|turn| turn.kind == TurnKind::Arrange) {
        for seat in turn.seats.iter() {
            let action = hand.default_action(seat).ok_or("no seat is asked for an order")?;
            events.extend(hand.apply(seat, action).map_err(|error| error.to_string())?);
        }
    }
    Ok(events)
}

/// A record of a hand's events, gathered one after the other.
struct Record {
    outcome: Outcome,
    /// Chips returned by the events of the latest action.
    just_returned: Vec<(SeatIx, Chips)>,
    paid: Vec<(u8, Vec<(SeatIx, Chips)>)>,
}

impl Record {
    fn new(seats: usize) -> Self {
        Self {
            outcome: Outcome {
                received: vec![Vec::new(); seats],
                ..Outcome::default()
            },
            just_returned: Vec::new(),
            paid: Vec::new(),
        }
    }

    fn take(&mut self, events: Vec<Event>) {
        let outcome = &mut self.outcome;
        outcome.returned.append(&mut self.just_returned);
        for event in events {
            match event.public {
                PublicEvent::HoleCardsDealt { .. }
                | PublicEvent::ExtraCardDealt { .. }
                | PublicEvent::CardSwapped { .. }
                | PublicEvent::CardsDrawn { .. } => {
                    for secret in &event.secrets {
                        let got = &mut outcome.received[usize::from(secret.seat().index())];
                        got.extend_from_slice(secret.reveal_to_owner());
                    }
                }
                PublicEvent::UncalledReturned { seat, amount } => self.just_returned.push((seat, amount)),
                PublicEvent::HandShown { seat, high, low, .. } => {
                    outcome.ending = Some(Ending::Showdown);
                    outcome.high.extend(high.map(|hand| (seat, high_name(hand.category))));
                    outcome.low.push((seat, low_name(low.as_ref())));
                }
                PublicEvent::PotCarried { amount } => {
                    outcome.carried_out = amount;
                    outcome.ending = Some(Ending::PassedOut);
                }
                PublicEvent::PotAwarded { pot, shares, .. } => self.paid.push((pot, shares)),
                PublicEvent::HandCompleted { stacks } => {
                    outcome.stacks = Some(stacks.into_iter().map(|(_, chips)| chips).collect());
                    outcome.ending = outcome.ending.or(Some(Ending::Uncontested));
                }
                _ => {}
            }
        }
    }

    fn close(mut self, hand: &Hand) -> Outcome {
        let outcome = &mut self.outcome;
        outcome.board = hand.board().to_vec();
        outcome.burned = hand.burned().to_vec();
        outcome.high.sort_by_key(|(seat, _)| *seat);
        outcome.low.sort_by_key(|(seat, _)| *seat);
        if outcome.low.iter().all(|(_, name)| name == NO_LOW) && hand.showdown().low.is_none() {
            outcome.low.clear();
        }
        match outcome.ending {
            Some(Ending::Uncontested) => {
                // The notation names the whole pot, including the chips that the winner takes back.
                let back: Chips = self.just_returned.drain(..).map(|(_, amount)| amount).sum();
                let shares = self.paid.iter().flat_map(|(_, shares)| shares);
                // An empty pot is not paid, but it has a winner.
                let left = hand.view(crate::Viewer::Spectator).seats;
                let mut left = left.iter().filter(|play| play.live).map(|play| play.seat);
                let winner = shares.clone().map(|(seat, _)| *seat).next().or_else(|| left.next());
                let amount = shares.map(|(_, amount)| *amount).sum::<Chips>() + back;
                outcome.awards = winner
                    .map(|seat| Award {
                        amount,
                        contenders: vec![seat],
                        shares: vec![(seat, amount)],
                    })
                    .into_iter()
                    .collect();
            }
            Some(Ending::Showdown) => {
                outcome.returned.append(&mut self.just_returned);
                let pots = hand.awarded_pots();
                let paid = &self.paid;
                outcome.awards = pots
                    .iter()
                    .enumerate()
                    .map(|(index, pot)| award(paid, index, pot))
                    .collect();
            }
            Some(Ending::PassedOut) | None => outcome.returned.append(&mut self.just_returned),
        }
        self.outcome
    }
}

/// Returns a pot with the shares paid out of it.
fn award(paid: &[(u8, Vec<(SeatIx, Chips)>)], index: usize, pot: &Pot) -> Award {
    let mut shares: Vec<(SeatIx, Chips)> = Vec::new();
    let paid = paid.iter().filter(|(pot, _)| usize::from(*pot) == index);
    for (seat, amount) in paid.flat_map(|(_, shares)| shares) {
        match shares.iter_mut().find(|(winner, _)| winner == seat) {
            Some((_, total)) => *total += *amount,
            None => shares.push((*seat, *amount)),
        }
    }
    shares.sort_by_key(|(seat, _)| *seat);
    Award {
        amount: pot.amount,
        contenders: pot.eligible.iter().collect(),
        shares,
    }
}

/// Returns the name of a high hand in the notation.
fn high_name(category: Category) -> String {
    category.english().to_owned()
}

const NO_LOW: &str = "none";

/// Returns the name of a low hand in the notation: its ranks.
fn low_name(low: Option<&Described>) -> String {
    let Some(low) = low else {
        return NO_LOW.to_owned();
    };
    let ranks = low.stands_for.iter().map(|card| card.rank().map_or('0', Rank::symbol));
    let mut ranks: Vec<String> = ranks.map(String::from).collect();
    match low.category {
        // Unpaired cards are named one by one: wild cards that count less than an ace appear as several zeros.
        Category::Low | Category::OneCard | Category::TwoCard | Category::ThreeCard | Category::FourCard => {
            ranks.join("-")
        }
        _ => {
            ranks.dedup();
            format!("paired or worse: {}", ranks.join("-"))
        }
    }
}

fn read_action(word: &str, hand: &Hand) -> Result<Action, Refusal> {
    let no_action = || Refusal::NoAction(word.to_owned());
    let amount = |digits: &str| digits.parse().ok().and_then(Chips::try_new).ok_or_else(no_action);
    let cards = |text: &str, prefix: &str| {
        let list = text.strip_prefix(prefix)?.strip_prefix('(')?.strip_suffix(')')?;
        parse_cards(list)
            .ok()
            .map(|cards| cards.into_iter().collect::<CardSet>())
    };
    match word {
        "check" => Ok(Action::Check),
        "call" => Ok(Action::Call),
        "fold" => Ok(Action::Fold),
        "straddle" => Ok(Action::Straddle),
        "no" => Ok(Action::Decline),
        "flip" => Ok(Action::Flip),
        "keep" => Ok(Action::Keep),
        "swap" => Ok(Action::Swap),
        "buy" => Ok(Action::Buy),
        "pass" => Ok(Action::Pass),
        "H" => Ok(Action::Declare(Declaration::High)),
        "L" => Ok(Action::Declare(Declaration::Low)),
        "HL" => Ok(Action::Declare(Declaration::Both)),
        "pat" => Ok(Action::Discard(CardSet::EMPTY)),
        _ if word.starts_with("bet") => Ok(Action::Bet(amount(&word[3..])?)),
        _ if word.starts_with("raise") => Ok(Action::Raise(amount(&word[5..])?)),
        _ if word.starts_with("flip(") => {
            let (list, announce) = match word.split_once('/') {
                None => (word.to_owned(), None),
                Some((list, "H)")) => (format!("{list})"), Some(Declaration::High)),
                Some((list, "L)")) => (format!("{list})"), Some(Declaration::Low)),
                Some(_) => return Err(no_action()),
            };
            let cards = cards(&list, "flip").ok_or_else(no_action)?;
            Ok(Action::Roll { cards, announce })
        }
        _ => {
            let drawing = hand.turn().is_some_and(|turn| turn.kind == TurnKind::Draw);
            let discarded = if drawing {
                cards(word, "draw")
            } else {
                cards(word, "discard")
            };
            discarded.map(Action::Discard).ok_or_else(no_action)
        }
    }
}
