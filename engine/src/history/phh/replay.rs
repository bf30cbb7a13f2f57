//! Replay of a file's hand through the engine, with every amount checked as in live play.

use std::collections::VecDeque;

use super::PhhHand;
use super::claims::{self, Decision, Ended};
use super::fit;
use super::line::{self, Line, read_cards};
use super::start::{self, UNKNOWN_STACK, seat};
use super::told::{self, Guess};
use crate::action::{Action, Choice, Declaration, TurnKind};
use crate::card::{Card, CardSet};
use crate::deck::{Deck, Told};
use crate::event::{BetAction, DealtCard, Event, Pot, PublicEvent};
use crate::hand::Hand;
use crate::list::Cards;
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
    let read = |text: &String| Line::read(text, count, file.scale);
    let mut lines: Vec<_> = file.actions.iter().map(read).collect();
    line::unseen_as_mucked(&mut lines);
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
    let deal = |told: Told, cards: &told::Cards| {
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

fn at_action(file: &PhhHand, at: usize, error: &str) -> String {
    let text = file.actions.get(at).map_or("", |text| text.trim());
    format!("action {} (`{text}`): {error}", at + 1)
}

/// The reason why a hand cannot be played to the end of its file.
pub(super) enum Fault {
    Refused(Box<Refused>),
    /// A card named by the file was dealt elsewhere; carries all the cards dealt.
    Stray(Card, Box<Told>),
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
    lines: &'a [Result<Line, String>],
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
        lines: &'a [Result<Line, String>],
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
            let shown = matches!(line, Ok(Line::Show { .. } | Line::ShowAsDealt { .. }));
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

    fn refused(&self, at: usize, line: &Result<Line, String>, error: &str) -> Fault {
        let acts = matches!(
            line,
            Ok(Line::DealHole { .. }
                | Line::BringIn { .. }
                | Line::Fold { .. }
                | Line::CheckOrCall { .. }
                | Line::BetOrRaise { .. }
                | Line::Own { .. })
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
        self.hand.deck().told().and_then(Told::stray)
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

    fn line(&mut self, at: usize, line: Line) -> Result<(), String> {
        match line {
            Line::Nothing => Ok(()),
            Line::DealHole { .. } if self.ended_before_the_deal() => Ok(()),
            Line::DealHole { player, cards } => self.deal_hole(player, cards.len()),
            Line::DealBoard { cards } => match self.due.front() {
                Some(Due::Board { count }) if *count == cards.len() => {
                    self.board_told += cards.iter().flatten().count();
                    self.due.pop_front();
                    Ok(())
                }
                Some(Due::Board { count }) => Err(format!("{count} board cards are due, not {}", cards.len())),
                Some(due) => Err(due.missing()),
                None => Err("no board cards are due".to_owned()),
            },
            Line::TurnBoard { cards } => match self.due.front() {
                Some(Due::Turn { count }) if *count == cards.len() => {
                    self.board_told += count;
                    self.due.pop_front();
                    Ok(())
                }
                Some(Due::Turn { count }) => Err(format!("{count} cards are turned up, not {}", cards.len())),
                Some(due) => Err(due.missing()),
                None => Err("no card is to be turned up".to_owned()),
            },
            Line::RunTwice => self.run_twice(),
            Line::Split => self.split(),
            Line::BringIn { player } => match self.due.front() {
                Some(Due::BringIn { player: p }) if *p == player => {
                    self.due.pop_front();
                    Ok(())
                }
                Some(due) => Err(due.missing()),
                None => Err("no bring-in is due".to_owned()),
            },
            // For readers that do not know dead hands, such a hand folds in turn.
            Line::Fold { player } if self.file.dead.contains(&player) => Ok(()),
            Line::Fold { player } => self.act(player, Action::Fold),
            Line::CheckOrCall { player } if self.says_nothing(player) => claims::check_decision(
                self.file,
                at,
                Decision {
                    added: Chips::ZERO,
                    raised_by: Chips::ZERO,
                    all_in: false,
                },
            ),
            Line::CheckOrCall { player } => {
                let free = self.hand.to_call(seat(player)).is_zero();
                self.wager(at, player, if free { Action::Check } else { Action::Call })
            }
            Line::BetOrRaise { player, to } => {
                let open = self.hand.bet_to_match().is_zero();
                self.wager(at, player, if open { Action::Bet(to) } else { Action::Raise(to) })
            }
            Line::Discard { player, .. } => {
                let discarded = self.named(player, at)?.iter().copied().collect();
                self.act(player, Action::Discard(discarded))
            }
            Line::Roll { player, announce, .. } => self.roll(player, at, announce),
            Line::Arrange { player, cards } => {
                let order = if cards.iter().all(Option::is_some) {
                    self.named(player, at)?
                } else {
                    self.order_for_rolls(player, at)
                };
                self.act(player, Action::Arrange(order))
            }
            Line::Swap { player, .. } => self.act(player, Action::Swap),
            Line::Own { player, action } => self.act(player, action),
            Line::Show { player, cards } => self.show(player, &cards),
            Line::ShowAsDealt { player } => self.show(player, &[]),
            Line::Muck { player } => self.may_show(player),
            Line::Openers { player, cards } => {
                self.shown[player] |= cards.is_empty();
                Ok(())
            }
        }
    }

    /// Checks that the hand ended before a deal, as all but one hand are dead: readers that do not know dead hands expect one.
    fn ended_before_the_deal(&self) -> bool {
        let is_deal = |event: &Event| matches!(event.public, PublicEvent::HoleCardsDealt { .. });
        !self.file.dead.is_empty() && self.hand.is_over() && !self.events.iter().any(is_deal)
    }

    fn deal_hole(&mut self, player: usize, told: usize) -> Result<(), String> {
        // Some files deal a street in one action, others card by card.
        let due = self.due.iter_mut().enumerate().find_map(|(index, due)| match due {
            Due::Hole { player: p, count } if *p == player => Some((index, count)),
            _ => None,
        });
        let Some((index, count)) = due else {
            return Err("no cards are due to this player".to_owned());
        };
        match count.checked_sub(told) {
            None => return Err(format!("{count} cards are due, not {told}")),
            Some(0) => drop(self.due.remove(index)),
            Some(rest) => *count = rest,
        }
        Ok(())
    }

    fn act(&mut self, player: usize, action: Action) -> Result<(), String> {
        let drawing = self.asked(TurnKind::Draw);
        match self.due.front() {
            Some(Due::Hole { .. }) if drawing => {}
            Some(due) => return Err(due.missing()),
            None => {}
        }
        let events = self
            .hand
            .apply(seat(player), action)
            .map_err(|error| match self.hand.turn() {
                Some(turn) if !turn.seats.contains(seat(player)) => {
                    let next = turn.seats.iter().next().map_or(0, SeatIx::number);
                    format!("it is the turn of p{next}")
                }
                _ => self.in_units(&error),
            })?;
        self.take(events);
        Ok(())
    }

    /// Carries out an action that may put chips in, with the amount of the file.
    fn wager(&mut self, at: usize, player: usize, action: Action) -> Result<(), String> {
        let (before, known) = (self.hand.bet_to_match(), self.events.len());
        self.act(player, action)?;
        let decision = self.events[known..].iter().find_map(|event| match event.public {
            PublicEvent::ActionTaken {
                seat: s,
                added,
                to,
                all_in,
                ..
            } if s == seat(player) => Some(Decision {
                added,
                raised_by: to.saturating_sub(before),
                all_in,
            }),
            _ => None,
        });
        decision.map_or(Ok(()), |decision| claims::check_decision(self.file, at, decision))
    }

    fn split(&mut self) -> Result<(), String> {
        let events = self.hand.split().ok_or("the hand cannot be split now")?;
        self.split = true;
        self.take(events);
        Ok(())
    }

    fn run_twice(&mut self) -> Result<(), String> {
        let Some(turn) = self.hand.turn().filter(|turn| turn.kind == TurnKind::Runs) else {
            return Err("the board cannot be dealt twice now".to_owned());
        };
        let mut asked = turn.seats.iter().map(|seat| usize::from(seat.index()));
        asked.try_for_each(|player| self.act(player, Action::RunTwice))
    }

    /// Checks that a decision of this kind is open.
    fn asked(&self, kind: TurnKind) -> bool {
        self.hand.turn().is_some_and(|turn| turn.kind == kind)
    }

    /// Returns the cards that an action names, among those that the player has received.
    fn named(&self, player: usize, at: usize) -> Result<Cards, String> {
        let received = self
            .hand
            .deck()
            .told()
            .map_or(&[][..], |told| told.dealt_to(seat(player)));
        let named = self.cards.named(at).iter().map(|index| received.get(*index).copied());
        let cards: Option<Cards> = named.collect();
        cards.ok_or_else(|| "a card is named that was not dealt".to_owned())
    }

    /// Returns an order of a player's down cards that begins with those turned up next.
    fn order_for_rolls(&self, player: usize, at: usize) -> Cards {
        let later = self.lines.iter().skip(at).flatten();
        let rolled: Vec<Card> = later
            .filter_map(|line| match line {
                Line::Roll { player: p, cards, .. } if *p == player => Some(cards),
                _ => None,
            })
            .flatten()
            .copied()
            .flatten()
            .collect();
        let choices = self.hand.choices(seat(player));
        let down = choices.iter().find_map(|choice| match choice {
            Choice::Arrange { cards } => Some(*cards),
            _ => None,
        });
        let mut order = down.unwrap_or(Cards::EMPTY);
        order.sort_by_key(|card| rolled.iter().position(|rolled| rolled == card).unwrap_or(usize::MAX));
        order
    }

    /// Turns down cards up. Without a choice they are already turned up, and the file only reports it.
    fn roll(&mut self, player: usize, at: usize, announce: Option<Declaration>) -> Result<(), String> {
        let chooses = self.hand.turn().filter(|turn| turn.seats.contains(seat(player)));
        match chooses.map(|turn| turn.kind) {
            Some(TurnKind::Roll) => {
                let cards = self.named(player, at)?.iter().copied().collect();
                self.act(player, Action::Roll { cards, announce })
            }
            Some(TurnKind::OptionalRoll) => self.act(player, Action::Flip),
            _ => Ok(()),
        }
    }

    /// Writes a refusal with its amounts in the unit of the file.
    fn in_units(&self, error: &crate::RuleError) -> String {
        use crate::RuleError as E;
        let show = |amount: Chips| self.file.scale.show(amount);
        match *error {
            E::BetTooSmall { to, min } => format!("{} is below the minimum of {}", show(to), show(min)),
            E::BetTooLarge { to, max } => format!("{} is above the maximum of {}", show(to), show(max)),
            other => other.to_string(),
        }
    }

    /// Detects a call of nothing, which some files write for the one player with chips while all others are all-in.
    fn says_nothing(&self, player: usize) -> bool {
        let seat = seat(player);
        !self.asked(TurnKind::Bet)
            && self.in_at_the_end(player)
            && !self.due.is_empty()
            && !self.initial_stack_gone(seat)
    }

    fn initial_stack_gone(&self, seat: SeatIx) -> bool {
        self.stacks_told(seat) == start::behind(self.file, usize::from(seat.index()))
    }

    fn held(&self, player: usize) -> CardSet {
        let own = self.hand.view(crate::Viewer::Seat(seat(player)));
        let seats = own.seats.into_iter().filter(|play| play.seat == seat(player));
        let cards = seats
            .flat_map(|play| play.cards)
            .filter_map(crate::hand::CardView::known);
        cards.collect()
    }

    fn folded(&self, player: usize) -> bool {
        let dead = self.file.dead.contains(&player);
        dead || self.events.iter().any(|event| {
            matches!(event.public, PublicEvent::ActionTaken { seat: s, action: BetAction::Fold, .. }
                | PublicEvent::BuyPassed { seat: s } if s == seat(player))
        })
    }

    fn in_at_the_end(&self, player: usize) -> bool {
        !self.folded(player)
    }

    fn may_show(&mut self, player: usize) -> Result<(), String> {
        if self.asked(TurnKind::Bet) {
            return Err("the betting is not over".to_owned());
        }
        if self.folded(player) {
            return Err("the hand was folded".to_owned());
        }
        self.shown[player] = true;
        Ok(())
    }

    fn show(&mut self, player: usize, cards: &[Option<Card>]) -> Result<(), String> {
        self.may_show(player)?;
        let held = self.held(player);
        let shown: CardSet = cards.iter().flatten().copied().collect();
        let due = self.due.iter().map(|due| match due {
            Due::Hole { player: p, count } if *p == player => *count,
            _ => 0,
        });
        // Some files show a hand before its last cards are dealt, and once more after that.
        let due: usize = due.sum();
        if !cards.is_empty() && (cards.len() + due != held.len() || !held.is_superset(shown)) {
            return Err("the cards are not the ones that were dealt".to_owned());
        }
        if due == 0 && self.contested() && !self.cards.known(player).is_superset(held) {
            return Err("the hand is compared, but not all its cards are known".to_owned());
        }
        Ok(())
    }

    /// Returns `true` if hands were compared.
    fn contested(&self) -> bool {
        let compared = |event: &Event| {
            matches!(
                event.public,
                PublicEvent::HandShown { .. } | PublicEvent::HandMucked { .. }
            )
        };
        self.events.iter().any(compared)
    }

    /// Returns the stack that the events up to the awards leave.
    fn stacks_told(&self, wanted: SeatIx) -> Chips {
        let player = usize::from(wanted.index());
        let mut stack = self.file.stacks[player].unwrap_or(UNKNOWN_STACK);
        for event in &self.events {
            match event.public {
                PublicEvent::Posted { seat, amount, .. } if seat == wanted => stack -= amount,
                PublicEvent::ActionTaken { seat, added, .. } if seat == wanted => stack -= added,
                PublicEvent::CardBought { seat, amount, .. } | PublicEvent::ExcessForfeited { seat, amount }
                    if seat == wanted =>
                {
                    stack -= amount;
                }
                PublicEvent::UncalledReturned { seat, amount } if seat == wanted => stack += amount,
                _ => {}
            }
        }
        stack
    }

    /// Returns the chips that a player received and paid as a seven-deuce bounty, if there was one.
    fn bounty_of(&self, wanted: SeatIx) -> Option<(Chips, Chips)> {
        self.events.iter().find_map(|event| match &event.public {
            PublicEvent::SevenDeucePaid { seat, payments, .. } => {
                let sum = |of: &dyn Fn(SeatIx) -> bool| {
                    payments
                        .iter()
                        .filter(|(seat, _)| of(*seat))
                        .map(|(_, amount)| *amount)
                        .sum()
                };
                let received = if *seat == wanted { sum(&|_| true) } else { Chips::ZERO };
                Some((received, sum(&|seat| seat == wanted)))
            }
            _ => None,
        })
    }

    fn outcome(self) -> Result<Replay, String> {
        let count = self.file.stacks.len();
        let all_showed = (0..count).all(|player| self.shown[player] || !self.in_at_the_end(player));
        let complete = self.hand.is_over() && self.due.is_empty() && (!self.contested() || all_showed);
        let mut winnings = vec![Chips::ZERO; count];
        let mut pots: Vec<Pot> = Vec::new();
        let mut winners: Vec<SeatSet> = Vec::new();
        let mut paid: Vec<Vec<Chips>> = Vec::new();
        for event in &self.events {
            match &event.public {
                PublicEvent::PotsFormed { pots: formed } => pots.clone_from(formed),
                PublicEvent::KittyTaken { amount } if complete => {
                    if let Some(main) = pots.first_mut() {
                        main.amount -= *amount;
                    }
                }
                PublicEvent::PotAwarded {
                    pot, shares, amount, ..
                } if complete => {
                    if !self.contested() && !self.split {
                        let eligible = shares.iter().map(|(seat, _)| *seat).collect();
                        pots = vec![Pot {
                            amount: *amount,
                            eligible,
                        }];
                    } else if pots.is_empty() {
                        // Without a betting round no event has shown the pots.
                        pots = self.hand.awarded_pots();
                    }
                    winners.resize(pots.len(), SeatSet::EMPTY);
                    paid.resize(pots.len(), vec![Chips::ZERO; count]);
                    for (seat, share) in shares {
                        winnings[usize::from(seat.index())] += *share;
                        winners[usize::from(*pot)].insert(*seat);
                        paid[usize::from(*pot)][usize::from(seat.index())] += *share;
                    }
                }
                PublicEvent::PotCarried { amount } if complete => {
                    pots = vec![Pot {
                        amount: *amount,
                        eligible: SeatSet::EMPTY,
                    }];
                }
                _ => {}
            }
        }
        winners.resize(pots.len(), SeatSet::EMPTY);
        paid.resize(pots.len(), vec![Chips::ZERO; count]);
        let numbers = |seats: SeatSet| seats.iter().map(SeatIx::number).collect();
        let stack = |player: usize| {
            self.file.stacks[player]?;
            let (received, paid) = self.bounty_of(seat(player)).filter(|_| complete).unwrap_or_default();
            Some(self.stacks_told(seat(player)) + winnings[player] + received - paid)
        };
        let stacks = (0..count).map(stack).collect();
        let replay = Replay {
            complete,
            stacks: Some(stacks),
            pots: pots
                .into_iter()
                .zip(winners)
                .map(|(pot, winners)| PotOutcome {
                    amount: pot.amount,
                    eligible: numbers(pot.eligible),
                    winners: numbers(winners),
                })
                .collect(),
            board: self.hand.board().iter().copied().take(self.board_told).collect(),
            winnings,
            error: None,
        };
        let sum_of = |paid: fn(&PublicEvent) -> Option<(SeatIx, Chips)>| {
            let mut sums = vec![Chips::ZERO; count];
            for (seat, amount) in self.events.iter().filter_map(|event| paid(&event.public)) {
                sums[usize::from(seat.index())] += amount;
            }
            sums
        };
        let posted = sum_of(|event| match event {
            PublicEvent::Posted { seat, amount, .. } => Some((*seat, *amount)),
            _ => None,
        });
        let returned = sum_of(|event| match event {
            PublicEvent::UncalledReturned { seat, amount } => Some((*seat, *amount)),
            _ => None,
        });
        let is_paid = |event: &&Event| matches!(event.public, PublicEvent::PotAwarded { .. });
        let payments = self.events.iter().filter(is_paid).count();
        let ended = Ended {
            replay: &replay,
            posted: &posted,
            returned: &returned,
            shares: &paid,
            boards: &self.boards(),
            payments: payments.try_into().unwrap_or(u64::MAX),
        };
        claims::check(self.file, &ended)?;
        Ok(replay)
    }

    /// Returns the cards of the board that the file deals, followed by those of the second board, if there is one.
    fn boards(&self) -> Vec<Card> {
        let (mut boards, mut current) = ([Vec::new(), Vec::new()], 0);
        for event in &self.events {
            match &event.public {
                PublicEvent::SecondRunStarted { kept } => {
                    boards[1] = boards[0][..usize::from(*kept)].to_vec();
                    current = 1;
                }
                PublicEvent::SecondBoardDealt { cards } => boards[1].extend(cards),
                PublicEvent::BoardDealt { cards } => boards[current].extend(cards),
                _ => {}
            }
        }
        boards.concat()
    }
}
