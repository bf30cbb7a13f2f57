//! The hands of a simulated tournament.

use std::sync::Arc;

use poker_engine::PostKind;
use poker_engine::action::{Action, Choice, Choices};
use poker_engine::event::{Event as HandEvent, PublicEvent};
use poker_engine::game::{GameDef, Step};
use poker_engine::hand::{Hand, Kill};
use poker_engine::setup::{SeatSetup, Setup};
use poker_engine::simulate::{Broken, Dice, broken, decide, shuffled_deck};
use poker_engine::tournament::director::{Deal, HandStatus, Millis, PotResult};
use poker_engine::{Chips, SeatIx, SeatSet};

use super::log::Paid;

/// Number of decisions after which a hand counts as stuck.
const MOST_DECISIONS: u32 = 2_000;
/// Duration of a hand in which fewer than two hands are live. Rule: tournament 2.13.
const WALK: Millis = 6_000;
/// Duration of a hand in which no player has a decision.
const RUN_OUT: Millis = 2_000;
/// Shortest and longest time for a decision.
const DECISION: (Millis, Millis) = (1_000, 9_000);

/// A hand that begins. It can be played without its tournament, so hands of several tables may be played in parallel.
pub(crate) struct BegunHand<F> {
    cards: Cards,
    course: Course<F>,
}

enum Cards {
    Undealt(Arc<GameDef>, Setup),
    Dealt(Box<Hand>),
}

/// The course of a hand being played.
struct Course<F> {
    played: Played,
    events: Vec<HandEvent>,
    /// Seats whose player has lost the connection.
    gone: SeatSet,
    /// Number of live hands.
    live: usize,
    /// Smallest chip in play.
    unit: Chips,
    /// Number of decisions after which the hand is saved for an official's intervention.
    stop: Option<u32>,
    /// `true` if the times of events are recorded.
    wanted: bool,
    dice: Dice<F>,
}

/// A hand played ahead of time; its table reports the end at the proper time.
#[derive(Debug)]
pub(crate) struct Played {
    /// Number of the hand at its table.
    pub(super) number: u32,
    /// Time of the deal.
    pub(super) begun: Millis,
    /// Time of the last decision.
    pub(super) until: Millis,
    /// Point at which an official may intervene.
    pub(super) moment: Option<Moment>,
    /// Events with their times, if wanted.
    pub(super) told: Vec<(Millis, HandEvent)>,
    /// The hand itself, if it is held.
    pub(super) held: Option<Box<Hand>>,
    /// Pots as they were paid.
    pub(super) awards: Vec<Award>,
    /// Final stack of every seat that took part.
    pub(super) stacks: Vec<(SeatIx, Chips)>,
    /// Pots with their contenders and winners.
    pub(super) pots: Vec<PotResult>,
    /// Chips that killed hands won nonetheless.
    pub(super) forfeits: Vec<(SeatIx, Chips)>,
    pub(super) decisions: u32,
}

/// A running hand, saved before one of its decisions.
#[derive(Debug)]
pub(super) struct Moment {
    /// Time of the decision.
    pub(super) at: Millis,
    /// The hand at that time.
    hand: Box<Hand>,
    decisions: u32,
}

/// A pot, or one side of it, as it was paid.
#[derive(Debug)]
pub(super) struct Award {
    pub(super) pot: u8,
    pub(super) amount: Chips,
    pub(super) shares: Vec<(SeatIx, Chips)>,
}

/// The amount of detail in the record of a hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Telling {
    Steps,
    Result,
}

impl<F: FnMut() -> u64> BegunHand<F> {
    /// Creates a hand that begins at a time. Its state after `stop` decisions is saved for an official's intervention.
    pub(super) fn new(
        game: &Arc<GameDef>,
        deal: &Deal,
        (at, stop): (Millis, Option<u32>),
        telling: Telling,
        dice: Dice<F>,
    ) -> Self {
        Self {
            cards: Cards::Undealt(Arc::clone(game), deal.plan.setup.clone()),
            course: Course {
                stop,
                ..Course::new(Played::new(deal.hand, at), deal, telling, dice)
            },
        }
    }

    /// Deals the cards, and returns the hand with the posts made before them, in order.
    pub(super) fn dealt(self) -> Result<(Self, Vec<Paid>), Broken> {
        let (hand, course) = self.deal()?;
        let posted = course.events.iter().filter_map(|event| match event.public {
            PublicEvent::Posted { seat, amount, kind, .. } if kind != PostKind::BringIn => Some((seat, kind, amount)),
            _ => None,
        });
        let (posted, cards) = (posted.collect(), Cards::Dealt(hand));
        Ok((Self { cards, course }, posted))
    }

    fn deal(self) -> Result<(Box<Hand>, Course<F>), Broken> {
        let mut course = self.course;
        match self.cards {
            Cards::Undealt(game, setup) => {
                let deck = shuffled_deck(&game, &mut course.dice);
                let dealt = Hand::deal(game, setup, deck);
                let (hand, events) = dealt.or_else(|error| broken("a hand can be dealt", error.to_string()))?;
                course.events = events;
                Ok((hand, course))
            }
            Cards::Dealt(hand) => Ok((hand, course)),
        }
    }

    /// Plays the hand until it is over or held.
    ///
    /// # Errors
    /// If it cannot be dealt, gets stuck or refuses an action that it offered.
    pub(crate) fn play(self) -> Result<Played, Broken> {
        let (hand, course) = self.deal()?;
        course.play(hand)
    }
}

/// Returns the shortest duration of a hand. If it begins with a betting round, every player who can act decides once,
/// except for two: one who may be left alone or with all-in players, and one whom the bring-in may put all-in.
pub(super) fn least_length(game: &GameDef, setup: &Setup) -> Millis {
    let owed = |seat| -> Chips {
        let posts = setup.posts.iter().filter(|post| post.seat == seat);
        posts.map(|post| post.amount).sum()
    };
    let decides = |player: &&SeatSetup| !player.dead && player.stack > owed(player.seat);
    let before = |step: &&Step| {
        matches!(
            step,
            Step::Ante(_) | Step::Post { .. } | Step::BringIn { .. } | Step::Deal(_)
        )
    };
    let bets = matches!(game.steps.iter().find(|step| !before(step)), Some(Step::Bet(_))) && game.triggers.is_empty();
    let able = if bets {
        setup.players.iter().filter(decides).count()
    } else {
        0
    };
    let decisions = u64::try_from(able).unwrap_or(0).saturating_sub(2);
    DECISION.0 * decisions.max(1)
}

/// Kills a hand at the point of an official's intervention, and plays on from there.
pub(super) fn play_killed<F: FnMut() -> u64>(
    (mut hand, played): (Box<Hand>, Played),
    deal: &Deal,
    (seat, why): (SeatIx, Kill),
    telling: Telling,
    dice: Dice<F>,
) -> Result<Played, Broken> {
    let mut course = Course::new(played, deal, telling, dice);
    course.events = hand.kill(seat, why);
    course.play(hand)
}

impl<F: FnMut() -> u64> Course<F> {
    fn new(played: Played, deal: &Deal, telling: Telling, dice: Dice<F>) -> Self {
        let gone = deal
            .seats
            .iter()
            .filter(|dealt| dealt.status == HandStatus::Disconnected);
        let setup = &deal.plan.setup;
        Self {
            played,
            events: Vec::new(),
            gone: gone.map(|dealt| dealt.seat).collect(),
            live: setup.players.iter().filter(|player| !player.dead).count(),
            unit: setup.rules.unit,
            stop: None,
            wanted: telling == Telling::Steps,
            dice,
        }
    }

    fn play(self, mut hand: Box<Hand>) -> Result<Played, Broken> {
        let Self {
            mut played,
            mut events,
            mut dice,
            ..
        } = self;
        let mut choices = Choices::EMPTY;
        events.reserve(64);
        let mut from = 0;
        while let Some(turn) = hand.turn() {
            if self.wanted {
                played.tell(&events[from..]);
                from = events.len();
            }
            if self.stop == Some(played.decisions) {
                played.moment = Some(Moment {
                    at: played.until,
                    hand: hand.clone(),
                    decisions: played.decisions,
                });
            }
            if played.decisions >= MOST_DECISIONS {
                return broken("every hand ends", format!("{} decisions", played.decisions));
            }
            let waiting = turn.seats.iter().nth(dice.index(turn.seats.len()));
            let seat = waiting.expect("a turn belongs to a seat");
            hand.choices_to(seat, &mut choices);
            let action = if self.gone.contains(seat) {
                hand.default_action(seat)
            } else {
                decide(&choices, &mut dice)
            };
            let Some(action) = action else {
                return broken("a player who is asked has a choice", format!("{seat} has none"));
            };
            let action = calm(action, &choices, hand.stack(seat), &mut dice);
            let action = whole_chips(action, &choices, self.unit);
            if let Err(error) = hand.apply_to(seat, action, &mut events) {
                return broken("what is offered is accepted", format!("{seat} {action:?}: {error}"));
            }
            played.until += dice.between(DECISION.0, DECISION.1);
            played.decisions += 1;
        }
        let least = match (self.live, played.decisions) {
            (0 | 1, _) => WALK,
            (_, 0) => RUN_OUT,
            _ => 0,
        };
        played.until = played.until.max(played.begun + least);
        if self.wanted {
            played.tell(&events[from..]);
        }
        if hand.is_held() {
            played.held = Some(hand);
        } else {
            played.settle(&hand, &events);
        }
        Ok(played)
    }
}

/// Returns the action, or a smaller one: most players neither go all-in early nor call for a large part of the stack,
/// so that a tournament has a middle phase.
fn calm<F: FnMut() -> u64>(action: Action, choices: &Choices, stack: Chips, dice: &mut Dice<F>) -> Action {
    let folds = || choices.iter().any(|choice| matches!(choice, Choice::Fold));
    for choice in choices {
        match (choice, action) {
            (Choice::Bet { min, max }, Action::Bet(to)) if to == *max && dice.percent(85) => return Action::Bet(*min),
            (Choice::Raise { min, max }, Action::Raise(to)) if to == *max && dice.percent(85) => {
                return Action::Raise(*min);
            }
            (Choice::Call { amount }, Action::Call) if folds() => {
                let dear = amount.get() > stack.get() / 6;
                if dice.percent(if dear { 75 } else { 40 }) {
                    return Action::Fold;
                }
            }
            _ => {}
        }
    }
    action
}

/// Returns the action with an amount that the chips in play can pay, unless it is one of the bounds offered.
fn whole_chips(action: Action, choices: &Choices, unit: Chips) -> Action {
    let (Action::Bet(to) | Action::Raise(to)) = action else {
        return action;
    };
    let offered = choices.iter().find_map(|choice| match choice {
        Choice::Bet { min, max } | Choice::Raise { min, max } if (*min..=*max).contains(&to) => Some((*min, *max)),
        _ => None,
    });
    let Some((min, max)) = offered.filter(|(_, max)| to != *max) else {
        return action;
    };
    let whole = Chips::new(to.get() - to.get() % unit.get()).clamp(min, max);
    if matches!(action, Action::Bet(_)) {
        Action::Bet(whole)
    } else {
        Action::Raise(whole)
    }
}

impl Played {
    fn new(number: u32, begun: Millis) -> Self {
        Self {
            number,
            begun,
            until: begun,
            moment: None,
            told: Vec::new(),
            held: None,
            awards: Vec::new(),
            stacks: Vec::new(),
            pots: Vec::new(),
            forfeits: Vec::new(),
            decisions: 0,
        }
    }

    /// Discards everything played after the saved point, and returns the hand there; `None` without such a point.
    pub(super) fn cut(self) -> Option<(Box<Hand>, Self)> {
        let Moment { at, hand, decisions } = self.moment?;
        let cut = Self {
            until: at,
            decisions,
            ..Self::new(self.number, self.begun)
        };
        Some((hand, cut))
    }

    /// Checks that the pots could be split at the saved point.
    pub(super) fn can_split(&self) -> bool {
        let split = self.moment.as_ref().and_then(|moment| moment.hand.clone().split());
        split.is_some()
    }

    /// Checks that the hand of a seat is live at the saved point.
    pub(super) fn is_live(&self, seat: SeatIx) -> bool {
        let hand = self.moment.as_ref().map(|moment| &moment.hand);
        hand.is_some_and(|hand| hand.live().contains(seat))
    }

    /// Records events that happen once the last decision is made.
    pub(super) fn tell(&mut self, events: &[HandEvent]) {
        let until = self.until;
        self.told.extend(events.iter().map(|event| (until, event.clone())));
    }

    /// Records the end of the hand.
    pub(super) fn settle(&mut self, hand: &Hand, events: &[HandEvent]) {
        let mut winners: Vec<SeatSet> = Vec::new();
        for event in events {
            if let PublicEvent::PotAwarded {
                pot, amount, shares, ..
            } = &event.public
            {
                let index = usize::from(*pot);
                if winners.len() <= index {
                    winners.resize(index + 1, SeatSet::EMPTY);
                }
                let won = shares.iter().filter(|(_, share)| !share.is_zero());
                winners[index] = winners[index].union(won.map(|(seat, _)| *seat).collect());
                self.awards.push(Award {
                    pot: *pot,
                    amount: *amount,
                    shares: shares.clone(),
                });
            }
        }
        let eligible = hand.awarded_pots();
        let pots = eligible.iter().enumerate().map(|(index, pot)| PotResult {
            eligible: pot.eligible,
            winners: winners.get(index).copied().unwrap_or_default(),
        });
        self.pots = pots.collect();
        let condemned = hand.condemned().iter();
        self.forfeits = condemned.map(|killed| (killed.seat, killed.won)).collect();
        self.stacks = hand.dealt().iter().map(|seat| (seat, hand.stack(seat))).collect();
    }
}
