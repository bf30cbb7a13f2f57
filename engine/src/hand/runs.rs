//! Two boards, each for half of every pot: running it twice, where the rest of the board is dealt two times (rule: variants 8), and
//! double-board tables that deal both from the start.

use super::board::Board;
use super::{Hand, Phase, emit};
use crate::event::{Event, PublicEvent};
use crate::game::{Face, Step};
use crate::{Card, SeatIx, SeatSet};

/// Number of times the rest of the board is dealt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Runs {
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

impl Runs {
    /// Returns the state at the start of a hand.
    pub(super) const fn first(double_board: bool) -> Self {
        if double_board {
            Self::Boards { other: Board::EMPTY }
        } else {
            Self::Unasked
        }
    }
}

impl Hand {
    /// Returns `true` if the players are to be asked before the next board card: one is all-in, no more betting is possible, only board
    /// cards are still to come, and the deck has enough of them.
    pub(super) fn may_run_twice(&self) -> bool {
        if !self.rules.run_twice || self.runs != Runs::Unasked || !self.board.is_open() {
            return false;
        }
        if self.live.intersection(self.solvent).is_several() {
            return false;
        }
        let ahead = self.game.steps[self.step - 1..].iter();
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
        self.step -= 1;
        self.phase = Phase::Agreeing(Agreeing {
            pending: self.live,
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
            self.runs = if twice {
                Runs::First {
                    step: u16::try_from(self.step).expect("a script is short"),
                    kept: u8::try_from(self.board().len()).expect("a board is short"),
                }
            } else {
                Runs::Once
            };
            emit(events, || PublicEvent::RunsDecided { twice });
            self.leave_phase(events);
        } else {
            self.phase = Phase::Agreeing(agreeing);
        }
    }

    /// Starts the second run once the first is complete; returns `false` if there is none.
    pub(super) fn begin_second_run(&mut self, events: &mut Vec<Event>) -> bool {
        let Runs::First { step, kept } = self.runs else {
            return false;
        };
        let other = self.board;
        self.board = other.first(kept);
        self.runs = Runs::Second { other };
        self.step = step.into();
        emit(events, || PublicEvent::SecondRunStarted { kept });
        true
    }

    /// Switches to the other board, if there are two.
    pub(super) fn swap_boards(&mut self) {
        if let Runs::Second { other } | Runs::Boards { other } = &mut self.runs {
            std::mem::swap(&mut self.board, other);
        }
    }

    /// Returns the second board of a double board, or that of the second run once the hand is over; empty if there is none.
    pub fn second_board(&self) -> &[Card] {
        match &self.runs {
            Runs::Boards { other } => other.up(),
            Runs::Second { other } if self.is_over() => other.up(),
            _ => &[],
        }
    }
}
