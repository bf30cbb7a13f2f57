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
mod course;
mod dark;
mod dealing;
mod declared;
mod direction;
mod drawing;
mod first;
mod holding;
mod money;
mod opening;
mod runs;
mod seven_deuce;
mod showdown;
mod sight;
mod straddling;
mod view;
mod wagers;

use std::sync::Arc;

pub use direction::{Condemned, Kill};
pub use holding::Holding;
pub use view::{BoardView, CardView, HandView, PlayView, Viewer};

use crate::action::{Action, Choice, Choices, Declaration, RuleError, Turn, TurnKind};
use crate::deck::Deck;
use crate::event::{Event, PublicEvent};
use crate::game::{GameDef, Step};
use crate::limit::Limit;
use crate::list::Cards;
use crate::setup::{Setup, SetupError, TableRules};
use crate::{BySeat, Card, CardSet, Chips, SeatIx, SeatSet};
use betting::{Round, Spoken};
use board::Board;
use choosing::{Declaring, Discarding, Rolling};
use course::Course;
use dark::InTheDark;
use dealing::{Offer, Progress};
use declared::Declared;
use direction::Held;
use drawing::Drawing;
use opening::Openings;
use runs::{Agreeing, Runs, RunsAnswer};
use straddling::Straddling;
use wagers::Wagers;

/// One hand of one game, from the posts to the awards. Everything is known here; what may leave is in the events and in
/// [`Hand::view`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Hand {
    game: Arc<GameDef>,
    seat_count: u8,
    button: SeatIx,
    big_blind: Option<SeatIx>,
    tiers: Box<[Limit]>,
    rules: TableRules,
    dealt: SeatSet,
    /// The seats whose hands still contend.
    live: SeatSet,
    /// The seats that have chips in front of them.
    solvent: SeatSet,
    /// Seats whose hand was dead from the start.
    absent: SeatSet,
    players: BySeat<Player>,
    wagers: Wagers,
    /// The cards of players that lie face up.
    face_up: CardSet,
    /// The first card of each seat that came face down.
    first_down: BySeat<Option<Card>>,
    deck: Deck,
    board: Board,
    burned: Cards,
    /// The step that comes next.
    step: usize,
    phase: Phase,
    turn_no: u32,
    /// Rounds of draws that were opened.
    draws: u8,
    openings: Openings,
    course: Course,
    /// The forced bet of the door card; zero if it is what the script says.
    bring_in: Chips,
    declared: Declared,
    /// The live seats when the pots were told last.
    pots_told_for: SeatSet,
    tabled: bool,
    /// Who won a pot or its high half with a high hand, by each run of the board.
    high_winners: [SeatSet; 2],
    /// Who won of the main pot.
    main_winners: SeatSet,
    /// The seats of which everybody has seen the whole hand.
    shown: SeatSet,
    /// The seats whose hand folds at its next turn to bet.
    killed: SeatSet,
    /// Those of them that an official killed.
    condemned: Vec<Condemned>,
    runs: Runs,
    dark: InTheDark,
    /// All chips in play, which no event changes.
    total: Chips,
}

/// A seat that takes part.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct Player {
    stack: Chips,
    /// The cards in the order in which they lie.
    cards: Cards,
    discarded: CardSet,
}

impl Player {
    fn card_set(&self) -> CardSet {
        self.cards.iter().copied().collect()
    }
}

/// What the hand waits for. Each phase owns what exists only in it.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Phase {
    Betting(Round),
    Drawing(Drawing),
    Straddling(Straddling),
    Discarding(Discarding),
    Rolling(Box<Rolling>),
    /// This seat may turn its hole card up.
    OptionalRoll(SeatIx),
    /// These seats lay their down-cards in an order.
    Arranging(SeatSet),
    /// An up-card has to be paid for, or may be changed.
    Offered(Box<Offer>),
    Declaring(Declaring),
    Agreeing(Agreeing),
    /// An all-in was called, and the direction of the tournament has not released the hands yet.
    Held(Held),
    Over,
}

impl Phase {
    /// Who is to decide, and about what; `None` once the hand is over, and while it is held.
    fn asked(&self) -> Option<(SeatSet, TurnKind)> {
        Some(match self {
            Self::Betting(round) => (SeatSet::only(round.to_act()), TurnKind::Bet),
            Self::Drawing(drawing) => (SeatSet::only(drawing.to_act()), TurnKind::Draw),
            Self::Discarding(discarding) => (discarding.pending, TurnKind::Discard),
            Self::Rolling(rolling) => (rolling.pending, TurnKind::Roll),
            Self::OptionalRoll(seat) => (SeatSet::only(*seat), TurnKind::OptionalRoll),
            Self::Arranging(pending) => (*pending, TurnKind::Arrange),
            Self::Offered(offer) => (SeatSet::only(offer.seat), offer.turn_kind()),
            Self::Declaring(declaring) => (declaring.asked, TurnKind::Declare),
            Self::Straddling(straddling) => (SeatSet::only(straddling.to_act()), TurnKind::Straddle),
            Self::Agreeing(agreeing) => (agreeing.pending, TurnKind::Runs),
            Self::Held(_) | Self::Over => return None,
        })
    }

    /// Whether the seat is to decide.
    fn asks(&self, seat: SeatIx) -> bool {
        match self {
            Self::Betting(round) => round.to_act() == seat,
            Self::Drawing(drawing) => drawing.to_act() == seat,
            Self::Straddling(straddling) => straddling.to_act() == seat,
            Self::Discarding(discarding) => discarding.pending.contains(seat),
            Self::Rolling(rolling) => rolling.pending.contains(seat),
            Self::OptionalRoll(asked) => *asked == seat,
            Self::Arranging(pending) => pending.contains(seat),
            Self::Offered(offer) => offer.seat == seat,
            Self::Declaring(declaring) => declaring.asked.contains(seat),
            Self::Agreeing(agreeing) => agreeing.pending.contains(seat),
            Self::Held(_) | Self::Over => false,
        }
    }
}

impl Hand {
    /// Posts, deals and goes on to the first decision, or to the end if there is none.
    ///
    /// # Errors
    /// When the setup does not fit the game, or the deck is not the game's.
    pub fn deal(game: Arc<GameDef>, setup: Setup, deck: Deck) -> Result<(Box<Self>, Vec<Event>), SetupError> {
        let (dealt, total) = setup.check(&game, &deck)?;
        let dead = setup.players.iter().filter(|player| player.dead);
        let absent = dead.map(|player| player.seat).collect();
        // A hand is large, and its owner moves it about.
        let mut hand = Box::new(Self {
            game,
            seat_count: setup.seat_count,
            button: setup.button,
            big_blind: setup.big_blind,
            tiers: setup.tiers.into(),
            rules: setup.rules,
            dealt,
            live: dealt.difference(absent),
            solvent: dealt,
            absent,
            players: BySeat::all(Player::default()),
            wagers: Wagers::new(setup.carried),
            face_up: CardSet::EMPTY,
            first_down: BySeat::default(),
            deck,
            board: Board::EMPTY,
            burned: Cards::EMPTY,
            step: 0,
            phase: Phase::Over,
            turn_no: 0,
            draws: 0,
            openings: Openings::none(setup.openers),
            course: Course::new(setup.big_blind),
            bring_in: setup.bring_in.unwrap_or_default(),
            declared: Declared::default(),
            pots_told_for: SeatSet::EMPTY,
            tabled: false,
            high_winners: [SeatSet::EMPTY; 2],
            main_winners: SeatSet::EMPTY,
            shown: SeatSet::EMPTY,
            killed: SeatSet::EMPTY,
            condemned: Vec::new(),
            runs: Runs::first(setup.rules.double_board),
            dark: InTheDark::default(),
            total,
        });
        for player in &setup.players {
            hand.players[player.seat].stack = player.stack;
        }
        let mut events = Vec::with_capacity(10);
        for post in setup.posts {
            hand.post(post.seat, post.amount, post.kind, &mut events);
        }
        hand.advance(&mut events);
        hand.check_conservation();
        Ok((hand, events))
    }

    /// Whose turn it is, `None` once the hand is over, and while it is held.
    pub fn turn(&self) -> Option<Turn> {
        let (seats, kind) = self.phase.asked()?;
        let no = self.turn_no;
        Some(Turn { no, seats, kind })
    }

    /// What the seat may do, with bounds: exactly what [`Self::apply`] accepts. Empty if it is not asked. Private to the
    /// seat: what may be chosen can depend on its cards.
    pub fn choices(&self, seat: SeatIx) -> Choices {
        let mut choices = Choices::EMPTY;
        self.choices_to(seat, &mut choices);
        choices
    }

    /// Like [`Self::choices`], for callers that play many hands: into a list that is there already, in place of what it held.
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

    /// What happens when the time of the seat is up: check if that is free, else fold (else bet the least); stand pat,
    /// pass, decline, keep, arrange as dealt, declare high, run it once; discard or turn up the cards dealt first. No hidden card
    /// decides. `None` if the seat is not asked. Rule: variants 8.
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

    /// Carries out an action and goes on to the next decision. All or nothing.
    ///
    /// # Errors
    /// Why the action is refused; the hand is exactly as before.
    pub fn apply(&mut self, seat: SeatIx, action: Action) -> Result<Vec<Event>, RuleError> {
        let mut events = Vec::with_capacity(4);
        self.apply_to(seat, action, &mut events)?;
        Ok(events)
    }

    /// Like [`Self::apply`], for callers that play many hands: adds the events to a list that has room already.
    ///
    /// # Errors
    /// Why the action is refused; the hand and the list are exactly as before.
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

    /// Whether the pots have been awarded.
    pub const fn is_over(&self) -> bool {
        matches!(self.phase, Phase::Over)
    }

    /// The game that is played.
    pub fn game(&self) -> &Arc<GameDef> {
        &self.game
    }

    /// The seats that were dealt in.
    pub const fn dealt(&self) -> SeatSet {
        self.dealt
    }

    /// The cards of the board that lie face up.
    pub fn board(&self) -> &[Card] {
        self.board.up()
    }

    /// Takes the next steps until somebody is asked or the hand is over.
    fn advance(&mut self, events: &mut Vec<Event>) {
        // Hands die of decisions, never of a step.
        let live = self.live;
        if !live.is_several() {
            return self.end_uncontested(live, events);
        }
        while !self.is_held() {
            let step = self.game.steps.get(self.step);
            let step = *step.expect("a checked game ends with its showdown");
            self.step += 1;
            match step {
                // Posts are resolved before the deal and have been paid.
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
                Step::Bet(_) if self.rules.bomb_pot && !self.has_reached_board() => {
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
                    if self.next_straddle(self.course.last_poster().unwrap_or(self.button), max, events) {
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
                    self.step -= 1;
                    self.phase = Phase::Held(Held::Showdown);
                }
                Step::Show(_) if self.begin_second_run(events) => {}
                Step::Show(showdown) => return self.show_down(showdown, events),
            }
        }
    }

    /// Opens the decision that the hand waits for now.
    fn start_turn(&mut self, events: &mut Vec<Event>) {
        if let Some((seats, kind)) = self.phase.asked() {
            self.ask(seats, kind, events);
        }
    }

    /// Opens a decision of these seats.
    fn ask(&mut self, seats: SeatSet, kind: TurnKind, events: &mut Vec<Event>) {
        self.turn_no += 1;
        let no = self.turn_no;
        emit(events, || PublicEvent::TurnStarted(Turn { no, seats, kind }));
    }

    /// The cards burned in draws, which no player ever sees, for the record that replays the hand.
    pub fn burned(&self) -> &[Card] {
        &self.burned
    }

    /// The deck, for replays of records, which tell cards by who got them.
    pub(crate) const fn deck(&self) -> &Deck {
        &self.deck
    }

    /// Whether the deck could not deal the cards as they were written for it.
    pub(crate) fn strayed(&self) -> bool {
        self.deck.strayed()
    }

    /// How the hands are compared at the end of the hand, or were.
    pub fn showdown(&self) -> crate::game::Showdown {
        self.game.showdown_after(self.step.saturating_sub(1))
    }
}

/// Adds an event without secrets. It is made where it will lie: made first and moved then, each of its parts would have to
/// be written before it can be read again as a whole.
#[inline]
fn emit(events: &mut Vec<Event>, public: impl FnOnce() -> PublicEvent) {
    let secrets = Vec::new();
    events.extend(std::iter::once_with(|| Event {
        public: public(),
        secrets,
    }));
}

/// What is declared for a player who says nothing.
fn high_or_first(options: &[Declaration]) -> Option<Declaration> {
    let high = options.iter().find(|option| **option == Declaration::High);
    high.or_else(|| options.first()).copied()
}
