//! The hand: a state machine that interprets a game definition.
//!
//! ```
//! use poker_engine::game::{catalogue, Stakes};
//! use poker_engine::{Action, Chips, Deck, Hand, SeatIx, SeatSet, SeatSetup, Setup, TableRules};
//!
//! let game = catalogue::find("no-limit-holdem").expect("it is in the catalogue");
//! let structure = game.structure(&Stakes::default())?;
//! let [button, big_blind] = [SeatIx::new(0), SeatIx::new(1)];
//! let players = [button, big_blind].map(|seat| SeatSetup { seat, stack: Chips::new(100), dead: false });
//! let dealt: SeatSet = [button, big_blind].into_iter().collect();
//! let setup = Setup {
//!     seat_count: 2,
//!     players: players.to_vec(),
//!     button,
//!     small_blind: Some(button),
//!     big_blind: Some(big_blind),
//!     posts: structure.posts(dealt, button, Some(button), Some(big_blind)),
//!     bring_in: None,
//!     tiers: structure.tiers,
//!     carried: Chips::ZERO,
//!     openers: None,
//!     rules: TableRules::default(),
//! };
//! let mut next = 0;
//! let deck = Deck::shuffled(game.cards(), &mut || { next += 1; next });
//! let (mut hand, events) = Hand::deal(game.clone(), setup, deck)?;
//! assert!(!events.is_empty());
//! hand.apply(button, Action::Fold)?;
//! assert!(hand.is_over());
//! assert_eq!(hand.stack(big_blind), Chips::new(105));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod betting;
mod board;
mod choosing;
mod contenders;
mod course;
mod dark;
mod dealing;
mod declared;
mod direction;
mod drawing;
mod first;
mod holding;
mod holdings;
mod money;
mod opened;
mod opening;
mod phase;
mod runs;
mod script;
mod showdown;
mod sight;
mod stacks;
mod straddling;
mod view;
mod wagers;

use std::sync::Arc;

use crate::action::{Action, Choice, Choices, Declaration, RuleError, Turn, TurnKind};
use crate::deck::Deck;
use crate::event::{Event, PublicEvent};
use crate::game::{GameDef, Step};
use crate::limit::Limit;
use crate::setup::{Setup, SetupError, TableRules, Tabling};
use crate::{Card, Chips, SeatIx, SeatSet};
use betting::Spoken;
use choosing::Discarding;
use contenders::Contenders;
use course::Course;
use dark::InTheDark;
use dealing::Progress;
use declared::Declared;
use direction::Held;
use holdings::Holdings;
use opening::Openings;
use phase::Phase;
use runs::{Boards, RunsAnswer};
use script::ScriptPlace;
use showdown::Winners;
use stacks::Stacks;
use wagers::Wagers;

pub use contenders::Condemned;
pub use direction::Kill;
pub use holding::Holding;
pub use view::{BoardView, CardView, HandView, PlayView, Viewer};

/// One hand of one game, from the posts to the awards. It contains every secret; only events and [`Hand::view`] reveal any of them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hand {
    game: Arc<GameDef>,
    terms: Terms,
    contenders: Contenders,
    stacks: Stacks,
    wagers: Wagers,
    deck: Deck,
    holdings: Holdings,
    boards: Boards,
    place: ScriptPlace,
    phase: Phase,
    course: Course,
    openings: Openings,
    declared: Declared,
    dark: InTheDark,
    winners: Winners,
}

/// The terms fixed before the deal. Only a release changes them: hands that it tables wait no longer.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Terms {
    seat_count: u8,
    button: SeatIx,
    big_blind: Option<SeatIx>,
    tiers: Box<[Limit]>,
    rules: TableRules,
    /// Seats that were dealt in.
    dealt: SeatSet,
    /// Amount of the bring-in; zero for the amount in the script.
    bring_in: Chips,
    /// All chips in play; no event changes their sum.
    total: Chips,
}

impl Terms {
    /// Returns the terms of a setup that was checked, with the seats and chips that the check found.
    fn new(setup: &mut Setup, (dealt, total): (SeatSet, Chips)) -> Self {
        Self {
            seat_count: setup.seat_count,
            button: setup.button,
            big_blind: setup.big_blind,
            tiers: std::mem::take(&mut setup.tiers).into(),
            rules: std::mem::take(&mut setup.rules),
            dealt,
            bring_in: setup.bring_in.unwrap_or_default(),
            total,
        }
    }

    /// Lets hands be tabled at once from now on.
    const fn release(&mut self) {
        self.rules.tabling = Tabling::AtOnce;
    }
}

impl Hand {
    /// Posts, deals and plays on to the first decision, or to the end if there is none.
    ///
    /// # Errors
    /// If the setup does not fit the game, or the deck is not the game's.
    pub fn deal(game: Arc<GameDef>, mut setup: Setup, deck: Deck) -> Result<(Box<Self>, Vec<Event>), SetupError> {
        let terms = setup.check(&game, &deck)?;
        let terms = Terms::new(&mut setup, terms);
        let dead = setup.players.iter().filter(|player| player.dead);
        let absent = dead.map(|player| player.seat).collect();
        // A hand is large, and its owner moves it around.
        let mut hand = Box::new(Self {
            game,
            contenders: Contenders::new(terms.dealt, absent),
            stacks: Stacks::new(&setup.players),
            wagers: Wagers::new(setup.carried),
            deck,
            holdings: Holdings::new(),
            boards: Boards::new(terms.rules.double_board),
            place: ScriptPlace::default(),
            phase: Phase::Over,
            course: Course::new(terms.big_blind),
            openings: Openings::none(setup.openers),
            declared: Declared::default(),
            dark: InTheDark::default(),
            winners: Winners::default(),
            terms,
        });
        let mut events = Vec::with_capacity(10);
        for post in setup.posts {
            hand.post(post.seat, post.amount, post.kind, &mut events);
        }
        hand.advance(&mut events);
        hand.check_conservation();
        Ok((hand, events))
    }

    /// Returns the open decision; `None` once the hand is over, and while it is held.
    pub fn turn(&self) -> Option<Turn> {
        let (seats, kind) = self.phase.asked()?;
        let no = self.place.turn();
        Some(Turn { no, seats, kind })
    }

    /// Returns the legal actions of the seat with their bounds: exactly the actions [`Self::apply`] accepts. Empty if the seat is not to
    /// act. Private to the seat, since its options may depend on its cards.
    pub fn choices(&self, seat: SeatIx) -> Choices {
        let mut choices = Choices::EMPTY;
        self.choices_to(seat, &mut choices);
        choices
    }

    /// Like [`Self::choices`], for callers that play many hands: overwrites an existing list.
    pub fn choices_to(&self, seat: SeatIx, choices: &mut Choices) {
        choices.clear();
        if !self.phase.asks(seat) {
            return;
        }
        match &self.phase {
            Phase::Betting(round) => round.put_choices(choices),
            Phase::Drawing(drawing) => choices.push(self.draw_choice(drawing)),
            Phase::Discarding(discarding) => choices.push(self.discard_choice(discarding, seat)),
            Phase::Rolling(rolling) => choices.push(self.roll_choice(rolling, seat)),
            Phase::OptionalRoll(_) => choices.extend(self.optional_roll_choices(seat)),
            Phase::Arranging(_) => choices.push(Choice::Arrange {
                cards: self.down_cards(seat).collect(),
            }),
            Phase::Offered(offer) => choices.extend(offer.choices()),
            Phase::Declaring(declaring) => choices.push(declaring.choice()),
            Phase::Straddling(straddling) => choices.extend(straddling.choices()),
            Phase::Agreeing(_) => choices.extend([Choice::RunTwice, Choice::RunOnce]),
            Phase::Held(_) | Phase::Over => {}
        }
    }

    /// Returns the action taken when the seat runs out of time: check if that is free, otherwise fold (or make the smallest bet if folding
    /// is not allowed); stand pat, pass, decline, keep, arrange as dealt, declare high, run it once; discard or turn up the cards dealt
    /// first. No hidden card influences it. `None` if the seat is not to act. Rule: variants 8.
    pub fn default_action(&self, seat: SeatIx) -> Option<Action> {
        let choices = self.choices(seat);
        let offered = |wanted: fn(&Choice) -> bool| choices.iter().find(|choice| wanted(choice));
        if offered(|choice| matches!(choice, Choice::Check)).is_some() {
            return Some(Action::Check);
        }
        if offered(|choice| matches!(choice, Choice::Fold)).is_some() {
            return Some(Action::Fold);
        }
        Some(match choices.first()? {
            Choice::Check => Action::Check,
            Choice::Fold => Action::Fold,
            Choice::Call { .. } => Action::Call,
            Choice::Bet { min, .. } => Action::Bet(*min),
            Choice::Raise { min, .. } => Action::Raise(*min),
            Choice::Discard { min, cards, up, .. } => {
                let up = up.cards.iter().take(usize::from(up.min));
                Action::Discard(cards.iter().take(usize::from(*min)).chain(up).copied().collect())
            }
            Choice::Straddle { .. } | Choice::Decline => Action::Decline,
            Choice::Roll {
                min, cards, announce, ..
            } => Action::Roll {
                cards: cards.iter().take(usize::from(*min)).copied().collect(),
                announce: high_or_first(announce),
            },
            Choice::Flip | Choice::Swap | Choice::Keep => Action::Keep,
            Choice::Arrange { cards } => Action::Arrange(*cards),
            Choice::Buy { .. } | Choice::Pass => Action::Pass,
            Choice::Declare { options } => Action::Declare(high_or_first(options)?),
            Choice::RunTwice | Choice::RunOnce => Action::RunOnce,
        })
    }

    /// Carries out an action and plays on to the next decision, or changes nothing.
    ///
    /// # Errors
    /// The reason for refusing the action; the hand is exactly as before.
    pub fn apply(&mut self, seat: SeatIx, action: Action) -> Result<Vec<Event>, RuleError> {
        let mut events = Vec::with_capacity(4);
        self.apply_to(seat, action, &mut events)?;
        Ok(events)
    }

    /// Like [`Self::apply`], for callers that play many hands: appends the events to an existing list.
    ///
    /// # Errors
    /// The reason for refusing the action; the hand and the list are exactly as before.
    pub fn apply_to(&mut self, seat: SeatIx, action: Action, events: &mut Vec<Event>) -> Result<(), RuleError> {
        match (&self.phase, action) {
            (Phase::Over, _) => return Err(RuleError::HandOver),
            (_, Action::CheckDark | Action::BetDark(_)) => self.declare_dark(seat, action, events)?,
            (phase, _) if !phase.asks(seat) => return Err(RuleError::NotYourTurn { seat }),
            (Phase::Betting(_), action) => self.bet(seat, action, Spoken::InTurn, events)?,
            (Phase::Drawing(drawing), Action::Discard(cards)) => self.draw(*drawing, cards, events)?,
            (Phase::Discarding(discarding), Action::Discard(cards)) => {
                self.discard(discarding.clone(), seat, cards, events)?;
            }
            (Phase::Rolling(rolling), Action::Roll { cards, announce }) => {
                self.roll((**rolling).clone(), seat, (cards, announce), events)?;
            }
            (Phase::OptionalRoll(_), Action::Flip) => self.flip(seat, events)?,
            (Phase::OptionalRoll(_), Action::Keep) => self.keep_hole_card(seat, events),
            (Phase::Arranging(pending), Action::Arrange(order)) => self.arrange(*pending, seat, order, events)?,
            (Phase::Offered(offer), action) => self.answer_offer(**offer, action, events)?,
            (Phase::Declaring(declaring), Action::Declare(sides)) => self.declare(*declaring, seat, sides, events)?,
            (Phase::Agreeing(agreeing), Action::RunTwice) => {
                self.answer_runs(*agreeing, seat, RunsAnswer::Twice, events);
            }
            (Phase::Agreeing(agreeing), Action::RunOnce) => {
                self.answer_runs(*agreeing, seat, RunsAnswer::Once, events);
            }
            (Phase::Straddling(straddling), Action::Straddle) => self.straddle(*straddling, events),
            (Phase::Straddling(_), Action::Decline) => {
                emit(events, || PublicEvent::StraddleDeclined { seat });
                self.leave_phase(events);
            }
            _ => return Err(RuleError::WrongKind),
        }
        self.check_conservation();
        Ok(())
    }

    /// Returns `true` once the pots have been awarded.
    pub const fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over)
    }

    /// Returns the game being played.
    pub fn game(&self) -> &Arc<GameDef> {
        &self.game
    }

    /// Returns the seats that were dealt in.
    pub const fn dealt(&self) -> SeatSet {
        self.terms.dealt
    }

    /// Returns the face-up cards of the board.
    pub fn board(&self) -> &[Card] {
        self.boards.used().up()
    }

    /// Takes the next steps until a player has to decide or the hand is over.
    fn advance(&mut self, events: &mut Vec<Event>) {
        // Hands die by decisions, never by a step.
        let live = self.live();
        if !live.is_several() {
            return self.end_uncontested(live, events);
        }
        while !self.is_held() {
            match self.place.advance(&self.game.steps) {
                // Posts were resolved and paid before the deal.
                Step::Ante(_) | Step::Post { .. } => {}
                Step::BringIn { door, amount } => self.post_bring_in(door, amount, events),
                Step::Deal(faces) => {
                    if !self.deal_street(&faces, Progress::default(), events) {
                        return self.start_turn(events);
                    }
                }
                Step::Board { .. } if self.may_run_twice() => return self.ask_for_runs(events),
                Step::Board { count, face } => self.deal_board(count, face, events),
                Step::Turn(count) => self.turn_board(count, events),
                Step::Communal => self.deal_communal(events),
                Step::Roll { which, announce } => {
                    if self.open_roll(which, announce, events) {
                        return self.start_turn(events);
                    }
                }
                Step::OptionalRoll if self.deck.left() < live.len() => self.deal_communal(events),
                Step::OptionalRoll => return self.next_optional_roll(None, events),
                Step::Arrange => {
                    self.phase = Phase::Arranging(live);
                    return self.start_turn(events);
                }
                Step::Declare { choices, order } => {
                    self.open_declaration(choices, order);
                    return self.start_turn(events);
                }
                Step::Bet(_) if self.terms.rules.bomb_pot && !self.has_reached_board() => {
                    self.course.begin_round();
                    self.close_round(events);
                }
                Step::Bet(bet) => {
                    if self.open_round(bet, events) {
                        return;
                    }
                    self.close_round(events);
                }
                Step::Straddle { max } => {
                    if self.next_straddle(self.course.last_poster().unwrap_or(self.terms.button), max, events) {
                        return;
                    }
                }
                Step::Draw { max, per_pass } => {
                    if self.open_draw(max, per_pass) {
                        return self.start_turn(events);
                    }
                }
                Step::Discard { down, up } => {
                    self.phase = Phase::Discarding(Discarding {
                        pending: live,
                        down,
                        up,
                        chosen: Vec::new(),
                    });
                    return self.start_turn(events);
                }
                Step::Show(_) if self.must_hold_showdown() => {
                    self.place.go_back();
                    self.phase = Phase::Held(Held::Showdown);
                }
                Step::Show(_) if self.begin_second_run(events) => {}
                Step::Show(showdown) => return self.show_down(showdown, events),
            }
        }
    }

    /// Opens the decision that the hand now waits for.
    fn start_turn(&mut self, events: &mut Vec<Event>) {
        if let Some((seats, kind)) = self.phase.asked() {
            self.ask(seats, kind, events);
        }
    }

    /// Opens a decision of these seats.
    fn ask(&mut self, seats: SeatSet, kind: TurnKind, events: &mut Vec<Event>) {
        let no = self.place.count_turn();
        emit(events, || PublicEvent::TurnStarted(Turn { no, seats, kind }));
    }

    /// Returns the cards burned in draws, which no player ever sees, for the record that replays the hand.
    pub fn burned(&self) -> &[Card] {
        self.holdings.burned()
    }

    /// Returns the deck, for replays of records that name cards by their recipients.
    pub(crate) const fn deck(&self) -> &Deck {
        &self.deck
    }

    /// Returns `true` if the deck could not deal the cards in the order written for it.
    pub(crate) fn strayed(&self) -> bool {
        self.deck.strayed()
    }

    /// Returns the rules by which hands are compared at the showdown.
    pub fn showdown(&self) -> crate::game::Showdown {
        self.game.showdown_after(self.place.step().saturating_sub(1))
    }
}

/// Appends an event without secrets. The event is built in place: moving a finished one would write each of its parts, and stall when it is
/// next read as a whole.
#[inline]
fn emit(events: &mut Vec<Event>, public: impl FnOnce() -> PublicEvent) {
    let secrets = Vec::new();
    events.extend(std::iter::once_with(|| Event {
        public: public(),
        secrets,
    }));
}

/// Returns the declaration of a player who makes none.
fn high_or_first(options: &[Declaration]) -> Option<Declaration> {
    let high = options.iter().find(|option| **option == Declaration::High);
    high.or_else(|| options.first()).copied()
}
