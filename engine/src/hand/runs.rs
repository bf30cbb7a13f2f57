//! Two boards, each for one half of every pot: running it twice, where the rest of the board is dealt two times (rule: variants
//! 8), and tables that deal both side by side.

use super::board::Board;
use super::{Hand, Phase, emit};
use crate::event::{Event, PublicEvent};
use crate::game::{Face, Step};
use crate::{Card, SeatIx, SeatSet};

/// How often the rest of the board is dealt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Runs {
    /// No player has been asked.
    Unasked,
    /// Once.
    Once,
    /// Twice, now for the first time; the second time goes on from this step with so many cards of the board.
    First { step: u16, kept: u8 },
    /// Twice, now for the second time; the board that is not being looked at.
    Second { other: Board },
    /// Two boards side by side; the one that is not being looked at, the second but at the showdown.
    Boards { other: Board },
}

/// Players who are asked whether to run it twice. No player learns what others say before all have answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Agreeing {
    pub(super) pending: SeatSet,
    /// Whether all who have answered so far agree.
    unanimous: bool,
}

/// How often a player wants the rest of the board to be dealt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RunsAnswer {
    Once,
    Twice,
}

impl Runs {
    /// What a hand begins with.
    pub(super) const fn first(double_board: bool) -> Self {
        if double_board {
            Self::Boards { other: Board::EMPTY }
        } else {
            Self::Unasked
        }
    }
}

impl Hand {
    /// Whether the players are to be asked before the next card of the board: one is all-in, no more betting is possible,
    /// nothing but cards of the board is still to come, and the deck has enough of them.
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

    /// Asks all who contend, at the same time.
    pub(super) fn ask_for_runs(&mut self, events: &mut Vec<Event>) {
        self.step -= 1;
        self.phase = Phase::Agreeing(Agreeing {
            pending: self.live,
            unanimous: true,
        });
        self.start_turn(events);
    }

    /// A player agrees to run it twice, or does not; one refusal is enough.
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

    /// Begins the second run where the first one is complete; `false` if there is none.
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

    /// Looks at the other board, if there are two.
    pub(super) fn swap_boards(&mut self) {
        if let Runs::Second { other } | Runs::Boards { other } = &mut self.runs {
            std::mem::swap(&mut self.board, other);
        }
    }

    /// The second of two boards, or that of the second run once the hand is over; empty where there is none.
    pub fn second_board(&self) -> &[Card] {
        match &self.runs {
            Runs::Boards { other } => other.up(),
            Runs::Second { other } if self.is_over() => other.up(),
            _ => &[],
        }
    }
}
