//! The public state of a table and its chips, to compare a snapshot with the events before it.

use poker_protocol::v1::table::{SeatStatus, TableState};
use poker_protocol::v1::{Card, Chips};

/// A table without players' cards, clocks and connections.
#[derive(Debug, PartialEq)]
pub(super) struct Outline<'a> {
    hands: u64,
    paused: bool,
    carried: Option<Chips>,
    kitty: Option<Chips>,
    seats: Vec<Seat>,
    hand: Option<Hand<'a>>,
}

#[derive(Debug, PartialEq)]
struct Seat {
    number: u8,
    stack: Chips,
    status: SeatStatus,
    play: Option<Play>,
}

#[derive(Debug, PartialEq)]
struct Play {
    folded: bool,
    all_in: bool,
    bet: Chips,
}

#[derive(Debug, PartialEq)]
struct Hand<'a> {
    number: u64,
    button: u8,
    board: &'a [Card],
    board_down: u8,
    pot: Chips,
    /// Number of the open decision, and the seats that have not answered it.
    turn: Option<(u32, &'a [u8])>,
}

impl<'a> Outline<'a> {
    /// Returns the outline of a table as one viewer sees it.
    pub(super) fn of(state: &'a TableState) -> Self {
        let seats = state.seats.iter().map(|taken| Seat {
            number: taken.seat,
            stack: taken.stack,
            status: taken.status,
            play: taken.play.as_ref().map(|play| Play {
                folded: play.folded,
                all_in: play.all_in,
                bet: play.bet,
            }),
        });
        Self {
            hands: state.hands,
            paused: state.paused,
            carried: state.carried,
            kitty: state.kitty,
            seats: seats.collect(),
            hand: state.hand.as_ref().map(|hand| Hand {
                number: hand.hand,
                button: hand.button,
                board: &hand.board,
                board_down: hand.board_down,
                pot: hand.pot,
                turn: hand.turn.as_ref().map(|turn| (turn.turn, turn.seats.as_slice())),
            }),
        }
    }
}
