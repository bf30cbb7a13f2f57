//! A table's state, kept up to date from its events.

mod cards;
mod chips;
mod events;
mod hand;

use poker_protocol::v1::server::Snapshot;
use poker_protocol::v1::table::{Clock, HandState, SeatPlay, SeatState, TableInfo, TableState, TurnState, YourState};
use poker_protocol::v1::{Card, Chips, TableId};

/// A table as one viewer knows it: a snapshot and everything that has happened since.
///
/// Apply every event exactly once and in order, as the [`Client`](crate::Client) delivers them. The state has the same shape as
/// in a snapshot.
#[derive(Clone, Debug, PartialEq)]
pub struct TableModel {
    /// The account whose view this is.
    account: String,
    /// Number of the last event applied.
    seq: u64,
    /// Number of the event that started the hand.
    hand_seq: u64,
    /// Number of the event that asked whether the cards of the stopped hand may be shown.
    asked_seq: u64,
    /// Chips in the running hand's pot to be carried over to the next hand.
    carried_on: Option<Chips>,
    state: TableState,
}

impl TableModel {
    /// Creates a table from a snapshot made for this account.
    pub fn new(account: impl Into<String>, snapshot: Snapshot) -> Self {
        Self {
            account: account.into(),
            seq: snapshot.seq,
            hand_seq: began(&snapshot),
            asked_seq: 0,
            carried_on: None,
            state: *snapshot.state,
        }
    }

    /// Starts again from a newer snapshot.
    pub fn replace(&mut self, snapshot: Snapshot) {
        self.seq = snapshot.seq;
        self.hand_seq = began(&snapshot);
        self.asked_seq = 0;
        self.carried_on = None;
        self.state = *snapshot.state;
    }

    /// Returns the identifier of the table.
    pub fn id(&self) -> &TableId {
        &self.state.info.table
    }

    /// Returns the description of the table: stakes and settings.
    pub fn info(&self) -> &TableInfo {
        &self.state.info
    }

    /// Returns the number of the last event applied.
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// Returns the complete state.
    pub fn state(&self) -> &TableState {
        &self.state
    }

    /// Returns the running hand, if there is one.
    pub fn hand(&self) -> Option<&HandState> {
        self.state.hand.as_ref()
    }

    /// Returns a taken seat; `None` if the seat is free.
    pub fn seat(&self, seat: u8) -> Option<&SeatState> {
        self.state.seats.iter().find(|taken| taken.seat == seat)
    }

    /// Returns the viewer's own information, if the viewer has a seat here.
    pub fn you(&self) -> Option<&YourState> {
        self.state.you.as_ref()
    }

    /// Returns the viewer's own seat, if there is one.
    pub fn own_seat(&self) -> Option<&SeatState> {
        self.seat(self.you()?.seat)
    }

    /// Returns for each of the viewer's own cards, in order, `true` if it lies face up; empty if none does.
    pub fn own_face_up(&self) -> Vec<bool> {
        let play = self.own_seat().and_then(|seat| seat.play.as_ref());
        let (Some(you), Some(play)) = (self.you(), play.filter(|play| play.face_up.contains(&true))) else {
            return Vec::new();
        };
        let lies_up = |card: &Card| {
            let mut lying = play.cards.iter().zip(&play.face_up);
            lying.any(|(known, up)| *up && *known == Some(*card))
        };
        you.cards.iter().map(lies_up).collect()
    }

    /// Returns the seats that may still win the pot.
    pub fn contenders(&self) -> impl Iterator<Item = &SeatState> {
        let live = |seat: &&SeatState| seat.play.as_ref().is_some_and(|play| !play.folded);
        self.state.seats.iter().filter(live)
    }

    /// Returns the open decision with the number of its hand: of the running one, or of the one whose dealer is to pick the game.
    pub fn turn(&self) -> Option<(u64, &TurnState)> {
        match self.hand() {
            Some(hand) => Some((hand.hand, hand.turn.as_ref()?)),
            None => self.state.pick.as_ref().map(|pick| (pick.hand, &pick.turn)),
        }
    }

    /// Returns the numbers of the hand and of the open decision, for use in an answer.
    pub fn decision(&self) -> Option<(u64, u32)> {
        self.turn().map(|(hand, turn)| (hand, turn.turn))
    }

    /// Returns the seats that have yet to answer the open decision.
    pub fn to_act(&self) -> &[u8] {
        self.turn().map_or(&[], |(_, turn)| &turn.seats)
    }

    /// Returns `true` while no decision can be answered: play is paused, or the host has stopped the hand.
    pub fn stands_still(&self) -> bool {
        self.state.paused || self.hand().is_some_and(|hand| hand.stop.is_some())
    }

    /// Skips an event of a kind unknown to this client.
    pub fn skip(&mut self, seq: u64) {
        self.seq = seq;
    }

    /// Applies the clock of the open decision.
    pub fn set_clock(&mut self, clock: &Clock) {
        let hand = self.state.hand.as_mut().and_then(|hand| hand.turn.as_mut());
        let turn = hand.or(self.state.pick.as_mut().map(|pick| &mut pick.turn));
        if let Some(turn) = turn.filter(|turn| turn.turn == clock.turn) {
            turn.clock = clock.clone();
        }
        if let Some(you) = &mut self.state.you
            && let Some(bank) = clock.banks.iter().find(|bank| bank.seat == you.seat)
        {
            you.time_bank_ms = bank.left_ms;
        }
    }

    /// Records whether a player has an open connection.
    pub fn set_connected(&mut self, seat: u8, connected: bool) {
        self.on_seat(seat, |taken| taken.connected = connected);
    }

    /// Records that play is stopped until the next snapshot.
    pub fn set_paused(&mut self) {
        self.state.paused = true;
    }

    fn on_seat(&mut self, seat: u8, change: impl FnOnce(&mut SeatState)) {
        if let Some(taken) = self.state.seats.iter_mut().find(|taken| taken.seat == seat) {
            change(taken);
        }
    }

    fn on_play(&mut self, seat: u8, change: impl FnOnce(&mut SeatPlay)) {
        self.on_seat(seat, |taken| {
            if let Some(play) = &mut taken.play {
                change(play);
            }
        });
    }

    fn on_plays(&mut self, change: impl FnMut(&mut SeatPlay)) {
        let plays = self.state.seats.iter_mut().filter_map(|taken| taken.play.as_mut());
        plays.for_each(change);
    }

    /// Returns the hand whose host asks its players to show their cards, and the number of the event that asked; `None` unless the viewer
    /// holds cards and has not agreed.
    pub fn asked_to_show(&self) -> Option<(u64, u64)> {
        let hand = self.hand().filter(|hand| hand.stop.is_some_and(|stop| stop.asked))?;
        let play = self.own_seat()?.play.as_ref()?;
        let waits = !play.folded && !self.you()?.agreed;
        waits.then_some((hand.hand, self.asked_seq))
    }

    fn on_hand(&mut self, change: impl FnOnce(&mut HandState)) {
        if let Some(hand) = &mut self.state.hand {
            change(hand);
        }
    }

    fn on_own(&mut self, seat: u8, change: impl FnOnce(&mut YourState)) {
        if let Some(you) = self.state.you.as_mut().filter(|you| you.seat == seat) {
            change(you);
        }
    }
}

/// Returns the number of the event that started the hand in a snapshot; 0 if it is not stated.
fn began(snapshot: &Snapshot) -> u64 {
    let hand = snapshot.state.hand.as_ref();
    hand.and_then(|hand| hand.first_seq).unwrap_or(0)
}
