//! Replay of a file's hand through the engine, with every amount checked as in live play.

mod lines;
mod outcome;

use std::collections::VecDeque;

use super::PhhHand;
use super::fit;
use super::line::{PhhAction, read_cards};
use super::start;
use super::told::{self, Guess};
use crate::card::{Card, CardSet};
use crate::deck::{Deck, RecordedCards};
use crate::event::{DealtCard, Event, PublicEvent};
use crate::hand::Hand;
use crate::setup::PostKind;
use crate::{Chips, SeatIx, SeatSet};

/// The outcome of a replayed hand. Players are in the order of the file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replay {
    /// `true` if the file describes the hand to its end.
    pub complete: bool,
    /// Stacks at the end of the hand or of the file; `None` if the hand was refused, or for a stack that was never known.
    pub stacks: Option<Vec<Option<Chips>>>,
    /// Chips that each player collected from pots, without returned bets.
    pub winnings: Vec<Chips>,
    /// Pots, main pot first.
    pub pots: Vec<PotOutcome>,
    /// Board as far as the file deals it.
    pub board: Vec<Card>,
    /// Refused action and reason, or the reason why the hand cannot be played.
    pub error: Option<String>,
}

/// A pot at the end of a hand. Players are numbered from 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PotOutcome {
    /// Chips in the pot.
    pub amount: Chips,
    /// Players who contended for it.
    pub eligible: Vec<u8>,
    /// Players who were paid from it.
    pub winners: Vec<u8>,
}

/// Plays a hand of a file through the engine.
pub fn replay(file: &PhhHand) -> Replay {
    let count = file.stacks.len();
    play(file).unwrap_or_else(|error| Replay {
        complete: false,
        stacks: None,
        winnings: vec![Chips::ZERO; count],
        pots: Vec::new(),
        board: Vec::new(),
        error: Some(error),
    })
}

fn play(file: &PhhHand) -> Result<Replay, String> {
    let count = file.stacks.len();
    let read = |text: &String| PhhAction::read(text, count, file.scale);
    let mut lines: Vec<_> = file.actions.iter().map(read).collect();
    unseen_as_mucked(&mut lines);
    let (game, setup) = start::start(file, &lines)?;
    let read = |guess| {
        let cards = told::Cards::read(&lines, count, &game, guess);
        cards.map_err(|(at, error)| at_action(file, at, &error))
    };
    let cards = read(Guess::Oldest)?;
    let mut used = CardSet::EMPTY;
    for card in cards.all() {
        if !game.cards().contains(card) {
            return Err(format!("{card} is not in the deck of this game"));
        }
        if !used.insert(card) && !game.has_draw() {
            return Err(format!("{card} is dealt twice"));
        }
    }
    let burned = read_cards(file.burned.as_deref().unwrap_or_default())?;
    let deal = |told: RecordedCards, cards: &told::Cards| {
        let dealt = Hand::deal(game.clone(), setup.clone(), Deck::of_record(told, game.cards()));
        let (hand, events) = dealt.map_err(|error| Fault::refused(error.to_string()))?;
        Player::new(file, &lines, hand, events, cards).run()
    };
    // A card assumed for one that the file hides may be named later: the hand is then tried again with others.
    let trial = |cards: &told::Cards| match deal(cards.deal(&burned), cards) {
        Err(Fault::Stray(card, told)) => match told.solved(game.cards()) {
            Some(told) => deal(told, cards),
            None => Err(Fault::Stray(card, told)),
        },
        done => done,
    };
    let done = match trial(&cards) {
        Err(Fault::Stray(..)) => trial(&read(Guess::Newest)?),
        Err(Fault::Refused(refused)) if refused.depends_on_cards(&cards) => {
            fit::fit(cards, game.cards(), *refused, trial)
        }
        done => done,
    };
    done.map_err(|fault| match fault {
        Fault::Refused(refused) => refused.error,
        Fault::Stray(card, _) => format!("{card} is dealt twice"),
    })
}

/// Turns every show that reveals no card into a muck: its player wins only pots that no other player contends for.
fn unseen_as_mucked(lines: &mut [Result<PhhAction, String>]) {
    let mut known: Vec<(usize, Card)> = Vec::new();
    for line in lines.iter_mut().flatten() {
        match line {
            PhhAction::DealHole { player, cards } | PhhAction::Roll { player, cards, .. } => {
                known.extend(cards.iter().flatten().map(|card| (*player, *card)));
            }
            PhhAction::Show { player, cards } => {
                let reveals = |card: &Option<Card>| card.is_some_and(|card| !known.contains(&(*player, card)));
                if cards.contains(&None) && !cards.iter().any(reveals) {
                    *line = PhhAction::Muck { player: *player };
                }
            }
            _ => {}
        }
    }
}

fn at_action(file: &PhhHand, at: usize, error: &str) -> String {
    let text = file.actions.get(at).map_or("", |text| text.trim());
    format!("action {} (`{text}`): {error}", at + 1)
}

/// The reason why a hand cannot be played to the end of its file.
pub(super) enum Fault {
    Refused(Box<Refused>),
    /// A card named by the file was dealt elsewhere; carries all the cards dealt.
    Stray(Card, Box<RecordedCards>),
}

impl Fault {
    fn refused(error: String) -> Self {
        Self::Refused(Box::new(Refused {
            error,
            at: usize::MAX,
            up: Vec::new(),
        }))
    }
}

/// A refusal by the engine.
pub(super) struct Refused {
    error: String,
    /// Index of the refused action; [`usize::MAX`] if it is not a player's action.
    pub(super) at: usize,
    /// Cards that lay or had lain face up at that point, as (player, index among the cards received).
    pub(super) up: Vec<(usize, usize)>,
}

impl Refused {
    /// Checks that other up cards, in place of those that the file hides, may make the action legal.
    fn depends_on_cards(&self, cards: &told::Cards) -> bool {
        self.at != usize::MAX && self.up.iter().any(|(player, index)| cards.is_open(*player, *index))
    }
}

/// A step that the engine has taken and the file has yet to describe.
enum Due {
    Hole { player: usize, count: usize },
    Board { count: usize },
    Turn { count: usize },
    BringIn { player: usize },
}

impl Due {
    /// Describes the missing step when an action comes too early.
    fn missing(&self) -> String {
        match self {
            Self::Hole { player, .. } => format!("p{} is to be dealt cards first", player + 1),
            Self::Board { .. } => "the board is to be dealt first".to_owned(),
            Self::Turn { .. } => "the board is to be turned up first".to_owned(),
            Self::BringIn { player } => format!("p{} is to bring in first", player + 1),
        }
    }
}

struct Player<'a> {
    file: &'a PhhHand,
    lines: &'a [Result<PhhAction, String>],
    cards: &'a told::Cards,
    hand: Box<Hand>,
    events: Vec<Event>,
    due: VecDeque<Due>,
    shown: Vec<bool>,
    board_told: usize,
    /// Set once an official has ended the hand.
    split: bool,
}

impl<'a> Player<'a> {
    fn new(
        file: &'a PhhHand,
        lines: &'a [Result<PhhAction, String>],
        hand: Box<Hand>,
        events: Vec<Event>,
        cards: &'a told::Cards,
    ) -> Self {
        let mut player = Self {
            file,
            lines,
            cards,
            hand,
            events: Vec::new(),
            due: VecDeque::new(),
            shown: vec![false; file.stacks.len()],
            board_told: 0,
            split: false,
        };
        player.take(events);
        player
    }

    fn run(mut self) -> Result<Replay, Fault> {
        for (at, line) in self.lines.iter().enumerate() {
            let done = line.clone().and_then(|line| self.line(at, line));
            // With a card gone astray no hand is as the file states it.
            let shown = matches!(line, Ok(PhhAction::Show { .. } | PhhAction::ShowAsDealt { .. }));
            if !(shown && self.stray().is_some()) {
                done.map_err(|error| self.refused(at, line, &error))?;
            }
        }
        match (self.stray(), self.hand.deck().told()) {
            (Some(card), Some(told)) => Err(Fault::Stray(card, Box::new(told.clone()))),
            _ if self.given_up_by_all(start::mucked(self.lines)) => Err(Fault::refused(
                "all who contend for a pot muck, and not all their cards are known".to_owned(),
            )),
            _ => self.outcome().map_err(Fault::refused),
        }
    }

    fn refused(&self, at: usize, line: &Result<PhhAction, String>, error: &str) -> Fault {
        let acts = matches!(
            line,
            Ok(PhhAction::DealHole { .. }
                | PhhAction::BringIn { .. }
                | PhhAction::Fold { .. }
                | PhhAction::CheckOrCall { .. }
                | PhhAction::BetOrRaise { .. }
                | PhhAction::Own { .. })
        );
        Fault::Refused(Box::new(Refused {
            error: at_action(self.file, at, error),
            at: if acts { at } else { usize::MAX },
            up: self.up_cards(),
        }))
    }

    /// Returns the cards that were dealt face up, as (player, index among the cards received).
    fn up_cards(&self) -> Vec<(usize, usize)> {
        let mut received = vec![0; self.file.stacks.len()];
        let mut up = Vec::new();
        for event in &self.events {
            match &event.public {
                PublicEvent::HoleCardsDealt { hands } => {
                    for (seat, cards) in hands {
                        let player = usize::from(seat.index());
                        for card in cards {
                            if matches!(card, DealtCard::Up(_)) {
                                up.push((player, received[player]));
                            }
                            received[player] += 1;
                        }
                    }
                }
                PublicEvent::CardsDrawn { seat, count, .. } => {
                    received[usize::from(seat.index())] += usize::from(*count);
                }
                PublicEvent::ExtraCardDealt { seat } | PublicEvent::CardSwapped { seat, .. } => {
                    received[usize::from(seat.index())] += 1;
                }
                _ => {}
            }
        }
        up
    }

    /// Checks that a pot has no winner: all its contenders muck, and not all of their cards are known.
    fn given_up_by_all(&self, mucked: SeatSet) -> bool {
        let known = |seat: SeatIx| {
            let player = usize::from(seat.index());
            self.cards.known(player).is_superset(self.held(player))
        };
        let pots = if self.contested() {
            self.hand.awarded_pots()
        } else {
            Vec::new()
        };
        pots.iter().any(|pot| {
            pot.eligible.is_several() && pot.eligible.difference(mucked).is_empty() && !pot.eligible.iter().all(known)
        })
    }

    /// Returns the first card that the file names but that could not be dealt.
    fn stray(&self) -> Option<Card> {
        self.hand.deck().told().and_then(RecordedCards::stray)
    }

    /// Adds events, and notes which cards the file has to name next.
    fn take(&mut self, events: Vec<Event>) {
        for event in &events {
            match &event.public {
                PublicEvent::HoleCardsDealt { hands } => {
                    let due = hands.iter().map(|(seat, cards)| Due::Hole {
                        player: usize::from(seat.index()),
                        count: cards.len(),
                    });
                    self.due.extend(due);
                }
                PublicEvent::CardsDrawn { seat, count, .. } if *count > 0 => self.due.push_back(Due::Hole {
                    player: usize::from(seat.index()),
                    count: usize::from(*count),
                }),
                PublicEvent::ExtraCardDealt { seat } | PublicEvent::CardSwapped { seat, .. } => {
                    self.due.push_back(Due::Hole {
                        player: usize::from(seat.index()),
                        count: 1,
                    });
                }
                PublicEvent::BoardDealt { cards } | PublicEvent::SecondBoardDealt { cards } => {
                    self.due.push_back(Due::Board { count: cards.len() });
                }
                PublicEvent::BoardDealtDown { count } => self.due.push_back(Due::Board {
                    count: usize::from(*count),
                }),
                PublicEvent::CommunalDealt { .. } => self.due.push_back(Due::Board { count: 1 }),
                PublicEvent::BoardTurned { cards } => self.due.push_back(Due::Turn { count: cards.len() }),
                PublicEvent::Posted {
                    seat,
                    kind: PostKind::BringIn,
                    ..
                } => self.due.push_back(Due::BringIn {
                    player: usize::from(seat.index()),
                }),
                _ => {}
            }
        }
        self.events.extend(events);
    }
}
