//! Two boards, each for half of every pot: running it twice, where the rest of the board is dealt two times (rule: variants 8), and
//! double-board tables that deal both from the start.

use super::board::Board;
use super::{Hand, Phase, emit};
use crate::event::{Event, PublicEvent};
use crate::game::{Face, Step};
use crate::list::Cards;
use crate::{Card, SeatIx, SeatSet};

/// Number of times the rest of the board is dealt.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Runs {
    /// The players have not been asked.
    Unasked,
    /// Once.
    Once,
    /// Twice, first run; the second resumes from this step with `kept` board cards.
    First { step: u16, kept: u8 },
    /// Twice, second run; `other` is the board not in use.
    Second { other: Board },
    /// A double board; `other` is the board not in use: the second one, except at the showdown.
    Boards { other: Board },
}

/// Players asked whether to run it twice. No answer is revealed before all players have given theirs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Agreeing {
    pub(super) pending: SeatSet,
    /// `true` while all answers so far agree.
    unanimous: bool,
}

/// A player's answer to running it twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RunsAnswer {
    Once,
    Twice,
}

/// The board in use, and the other one if there are two.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Boards {
    used: Board,
    runs: Runs,
}

impl Boards {
    /// Returns the state at the start of a hand.
    pub(super) const fn new(double_board: bool) -> Self {
        let runs = if double_board {
            Runs::Boards { other: Board::EMPTY }
        } else {
            Runs::Unasked
        };
        Self {
            used: Board::EMPTY,
            runs,
        }
    }

    /// Returns the board in use.
    pub(super) const fn used(&self) -> &Board {
        &self.used
    }

    /// Lays cards on the board in use.
    pub(super) fn lay(&mut self, cards: &[Card], face: Face) {
        self.used.lay(cards, face);
    }

    /// Lays cards face up on the second board of two.
    pub(super) fn lay_second(&mut self, cards: &[Card]) {
        if let Runs::Boards { other } = &mut self.runs {
            other.lay(cards, Face::Up);
        }
    }

    /// Turns the next `count` face-down cards up and returns them.
    pub(super) fn turn(&mut self, count: u8) -> Cards {
        self.used.turn(count)
    }

    /// Returns `true` for a double board, which is dealt from the start.
    pub(super) const fn are_double(&self) -> bool {
        matches!(self.runs, Runs::Boards { .. })
    }

    /// Returns the second board of a double board.
    pub(super) const fn second_of_two(&self) -> Option<&Board> {
        match &self.runs {
            Runs::Boards { other } => Some(other),
            _ => None,
        }
    }

    /// Returns `true` once the rest of the board is dealt a second time.
    pub(super) const fn is_second_run(&self) -> bool {
        matches!(self.runs, Runs::Second { .. })
    }

    /// Returns `true` if each of two boards wins half of every pot.
    pub(super) const fn are_two(&self) -> bool {
        self.are_double() || self.is_second_run()
    }

    /// Switches to the other board, if there are two.
    pub(super) const fn swap(&mut self) {
        if let Runs::Second { other } | Runs::Boards { other } = &mut self.runs {
            std::mem::swap(&mut self.used, other);
        }
    }

    /// Returns `true` if the players were not asked yet how often to run the board, and all of it is face up.
    fn may_ask(&self) -> bool {
        self.runs == Runs::Unasked && self.used.is_open()
    }

    /// Notes the players' answer, given the next step.
    fn decide(&mut self, twice: bool, step: usize) {
        self.runs = if twice {
            Runs::First {
                step: u16::try_from(step).expect("a script is short"),
                kept: u8::try_from(self.used.up().len()).expect("a board is short"),
            }
        } else {
            Runs::Once
        };
    }

    /// Starts the second run, if there is one to come: returns the step at which it resumes, and the number of cards that stay.
    fn begin_second(&mut self) -> Option<(usize, u8)> {
        let Runs::First { step, kept } = self.runs else {
            return None;
        };
        let other = self.used;
        self.used = other.first(kept);
        self.runs = Runs::Second { other };
        Some((step.into(), kept))
    }
}

impl Hand {
    /// Returns `true` if the players are to be asked before the next board card: one is all-in, no more betting is possible, only board
    /// cards are still to come, and the deck has enough of them.
    pub(super) fn may_run_twice(&self) -> bool {
        if !self.terms.rules.run_twice || !self.boards.may_ask() {
            return false;
        }
        if self.able().is_several() {
            return false;
        }
        let ahead = self.place.last(&self.game.steps).into_iter();
        let ahead = ahead.chain(self.place.ahead(&self.game.steps));
        let ahead = ahead.take_while(|step| !matches!(step, Step::Show(_)));
        let mut cards = 0;
        for step in ahead {
            match step {
                Step::Board { count, face: Face::Up } => cards += usize::from(*count),
                Step::Bet(_) => {}
                _ => return false,
            }
        }
        self.deck.left() >= 2 * cards
    }

    /// Asks all contending players, simultaneously.
    pub(super) fn ask_for_runs(&mut self, events: &mut Vec<Event>) {
        self.place.go_back();
        self.phase = Phase::Agreeing(Agreeing {
            pending: self.live(),
            unanimous: true,
        });
        self.start_turn(events);
    }

    /// Notes whether a player agrees to run it twice; one refusal is enough.
    pub(super) fn answer_runs(
        &mut self,
        mut agreeing: Agreeing,
        seat: SeatIx,
        answer: RunsAnswer,
        events: &mut Vec<Event>,
    ) {
        agreeing.pending.remove(seat);
        agreeing.unanimous &= answer == RunsAnswer::Twice;
        let (answered, twice) = (agreeing.pending.is_empty(), agreeing.unanimous);
        emit(events, || PublicEvent::ChoiceMade { seat });
        if answered {
            self.boards.decide(twice, self.place.step());
            emit(events, || PublicEvent::RunsDecided { twice });
            self.leave_phase(events);
        } else {
            self.phase = Phase::Agreeing(agreeing);
        }
    }

    /// Starts the second run once the first is complete; returns `false` if there is none.
    pub(super) fn begin_second_run(&mut self, events: &mut Vec<Event>) -> bool {
        let Some((step, kept)) = self.boards.begin_second() else {
            return false;
        };
        self.place.jump(step);
        emit(events, || PublicEvent::SecondRunStarted { kept });
        true
    }

    /// Returns the second board of a double board, or that of the second run once the hand is over; empty if there is none.
    pub fn second_board(&self) -> &[Card] {
        match &self.boards.runs {
            Runs::Boards { other } => other.up(),
            Runs::Second { other } if self.is_over() => other.up(),
            _ => &[],
        }
    }
}
