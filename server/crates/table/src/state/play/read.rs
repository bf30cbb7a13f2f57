//! Read access to a hand, for views, answers and records.

use poker_engine::{Card, CardSet, Hand, SeatIx};
use poker_protocol::v1::event::PrivateEvent;
use poker_store::AccountId;
use poker_wire::{self as wire, Mirror as _, OwnMade};

use super::{HandInPlay, Last, OpenDecision, Participant};

impl HandInPlay {
    /// The engine's hand.
    pub const fn hand(&self) -> &Hand {
        &self.hand
    }

    /// `true` if two boards are dealt.
    pub(crate) const fn has_double_board(&self) -> bool {
        self.setup.rules.double_board
    }

    /// `true` in a bomb pot: all players posted antes, and the betting began on the flop.
    pub(crate) const fn is_bomb_pot(&self) -> bool {
        self.setup.rules.bomb_pot
    }

    /// `true` once the pots have been awarded.
    pub const fn is_over(&self) -> bool {
        self.hand.is_over()
    }

    /// `true` once the hands were laid open during the hand.
    pub(crate) const fn has_opened(&self) -> bool {
        self.has_opened
    }

    /// Players who were dealt in.
    pub fn participants(&self) -> &[Participant] {
        &self.participants
    }

    /// The seat at which an account was dealt in.
    pub fn seat_of(&self, account: AccountId) -> Option<SeatIx> {
        let who = self.participants.iter().find(|who| who.account == account)?;
        Some(who.seat)
    }

    /// The player who was dealt in at a seat.
    pub fn participant(&self, seat: SeatIx) -> Option<&Participant> {
        self.participants.iter().find(|who| who.seat == seat)
    }

    /// The seats of the small and the big blind, which may be empty.
    pub const fn blinds(&self) -> (Option<SeatIx>, Option<SeatIx>) {
        (self.setup.small_blind, self.setup.big_blind)
    }

    /// The last action of a seat.
    pub fn last(&self, seat: SeatIx) -> Last {
        self.last[seat]
    }

    /// The cards of a seat in the order in which they lie, for that seat alone.
    pub fn own_cards(&self, seat: SeatIx) -> &[Card] {
        &self.held[seat]
    }

    /// All cards that a seat has received in this hand, for that seat alone.
    pub fn received(&self, seat: SeatIx) -> &[Card] {
        &self.received[seat]
    }

    /// The public cards of a seat.
    pub fn seen(&self, seat: SeatIx) -> CardSet {
        self.seen[seat]
    }

    /// The cards on the board.
    pub fn board(&self) -> &[Card] {
        &self.board
    }

    /// The open decision.
    pub fn asked(&self) -> Option<OpenDecision> {
        let turn = self.hand.turn()?;
        Some(OpenDecision {
            hand: self.no,
            turn: turn.no + self.turns_before,
            seq: self.turn_seq,
            seats: turn.seats,
            decision: turn.kind.to_wire(),
        })
    }

    /// The private part that puts a decision to a seat; `None` if it is not to act.
    pub fn choices(&self, seat: SeatIx) -> Option<PrivateEvent> {
        let asked = self.asked().filter(|asked| asked.seats.contains(seat))?;
        let own = self.hand.seat_view(seat, poker_engine::Viewer::Seat(seat));
        Some(PrivateEvent::Choices {
            seq: asked.seq,
            hand: asked.hand,
            turn: asked.turn,
            choices: wire::choices(&self.hand.choices(seat), &own),
            cards: wire::cards(self.held[seat].iter().copied()),
            face_up: wire::lies_up(&own, &self.held[seat]),
            board: wire::cards(self.board.iter().copied()),
            board_down: wire::hidden(&self.hand.board_view()),
            second_board: wire::cards(self.hand.second_board().iter().copied()),
            pot: wire::chips(self.hand.pot()),
            to_call: wire::chips(self.hand.to_call(seat)),
            stack: wire::chips(self.hand.stack(seat)),
        })
    }

    /// Choices of a seat; none if it is not to act.
    pub fn offered(&self, seat: SeatIx) -> Vec<poker_protocol::v1::Choice> {
        let own = self.hand.seat_view(seat, poker_engine::Viewer::Seat(seat));
        wire::choices(&self.hand.choices(seat), &own)
    }

    /// The hand that a seat's cards make, for that seat alone.
    pub fn made(&self, seat: SeatIx) -> &OwnMade {
        &self.makes[seat]
    }

    /// Number of pots that went to showdown; 0 if the hand ended without one.
    pub(crate) const fn pots_shown_down(&self) -> usize {
        self.pots_shown_down
    }

    /// Milliseconds that pages take to show what has happened since the last decision.
    pub(crate) fn telling_ms(&self) -> u32 {
        self.telling.ms()
    }

    /// Chips paid out of the pots.
    pub const fn paid_out(&self) -> u64 {
        self.paid_out
    }

    /// `true` if an official has killed the hand of a seat.
    pub(crate) fn is_condemned(&self, seat: u8) -> bool {
        let mut condemned = self.hand.condemned().iter();
        condemned.any(|killed| killed.seat.number() == seat)
    }

    /// `true` if the hand of a seat contends, or did when the pots were awarded.
    pub fn contends(&self, seat: SeatIx) -> bool {
        self.hand.live().contains(seat)
    }
}
