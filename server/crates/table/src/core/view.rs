//! The table at an instant, as one viewer may see it.

use poker_engine::hand::PlayView;
use poker_engine::table::CashTable;
use poker_engine::{Chips, SeatIx, Viewer};
use poker_owner::Now;
use poker_protocol::v1::dark::DarkAction;
use poker_protocol::v1::event::BetAction;
use poker_protocol::v1::server::Snapshot;
use poker_protocol::v1::table::{
    Clock, GameInfo, HandState, PickState, SeatPlay, SeatState, TableState, TurnState, YourState,
};
use poker_protocol::v1::{PlayerInfo, ServerMsg, TableId};
use poker_store::AccountId;
use poker_wire::{self as wire, Mirror};

use super::deadlines::Deadlines;
use super::viewers::Viewers;
use crate::state::backlog::Backlog;
use crate::state::play::{HandInPlay, Last, OpenDecision};
use crate::state::players::{account_of, player_id};
use crate::state::table::Table;

/// The table at an instant, with what its viewers know already.
#[derive(Clone, Copy, Debug)]
pub(super) struct View<'a> {
    /// The table's name on the wire.
    pub(super) name: &'a TableId,
    pub(super) table: &'a Table,
    pub(super) viewers: &'a Viewers,
    pub(super) backlog: &'a Backlog,
    pub(super) deadlines: &'a Deadlines,
    /// The open decision, if the players can see it.
    pub(super) turn: Option<OpenDecision>,
    pub(super) now: Now,
}

impl View<'_> {
    /// The table as this account may see it, or a spectator.
    pub(super) fn snapshot(&self, account: Option<AccountId>) -> ServerMsg {
        ServerMsg::Snapshot(Snapshot {
            table: self.name.clone(),
            seq: self.table.seq(),
            first_seq: self.backlog.first_seq(),
            state: Box::new(self.state_for(account)),
        })
    }

    /// The table as those without a seat may see it.
    pub(super) fn picture(&self) -> ServerMsg {
        self.snapshot(None)
    }

    /// The table before anything of it may be shown: its description, and what says nothing of hands.
    pub(super) fn felt(&self) -> ServerMsg {
        let table = self.table;
        let state = TableState {
            info: table.info(),
            game: None,
            seats: Vec::new(),
            wait_list: self.wait_list(),
            hand: None,
            pick: None,
            carried: None,
            kitty: None,
            hands: 0,
            roodles: false,
            bomb_pot_in: None,
            muted: Vec::new(),
            host_rules: table.hosting.rules().clone(),
            ledger: None,
            paused: table.paused,
            you: None,
        };
        ServerMsg::Snapshot(Snapshot {
            table: self.name.clone(),
            seq: 0,
            first_seq: None,
            state: Box::new(state),
        })
    }

    fn wait_list(&self) -> Vec<PlayerInfo> {
        let waiting = self.table.law.wait_list();
        let known = waiting.iter().filter_map(|player| self.info(account_of(*player)));
        known.collect()
    }

    /// The public state of the table, with the private parts of this account, if there is one.
    pub(super) fn state_for(&self, account: Option<AccountId>) -> TableState {
        let table = self.table;
        let own_seat = account.and_then(|account| Some((table.seat_of(account)?, account)));
        let play = table.running();
        let view = play.map(|play| {
            let dealt_in = play.participants().iter().find(|who| Some(who.account) == account);
            let viewer = dealt_in.map_or(Viewer::Spectator, |who| Viewer::Seat(who.seat));
            (play, play.hand().view(viewer))
        });
        let plays = view.as_ref().map_or(&[][..], |(_, view)| &view.seats);
        let seats = table.law.occupied();
        let at_hand = table.setup.played(table.game_index());
        TableState {
            info: table.info(),
            game: at_hand.definition.as_deref().map(|definition| {
                Box::new(GameInfo {
                    definition: Some(definition.to_owned()),
                    ..wire::game_info(&at_hand.game)
                })
            }),
            seats: seats
                .iter()
                .filter_map(|seat| self.seat_state(seat, account, play, plays))
                .collect(),
            wait_list: self.wait_list(),
            hand: view.as_ref().map(|(play, view)| self.hand_state(play, view)),
            pick: table.asked_dealer().map(|asked| PickState {
                hand: asked.hand,
                turn: self.turn_state(asked),
            }),
            carried: Some(table.law.carried())
                .filter(|carried| !carried.is_zero())
                .map(wire::chips),
            kitty: table
                .law
                .cash()
                .filter(|_| table.setup.session.kitty)
                .map(|law| wire::chips(law.state().kitty)),
            hands: table.hands,
            roodles: table.law.cash().is_some_and(CashTable::plays_roodles),
            bomb_pot_in: table.law.cash().and_then(CashTable::bomb_pot_in),
            muted: table
                .muted
                .iter()
                .map(|player| account_of(*player).to_string())
                .collect(),
            host_rules: table.hosting.rules().clone(),
            ledger: table.has_own_chips().then(|| Box::new(table.book.shown())),
            paused: table.paused,
            you: own_seat.and_then(|(seat, account)| self.your_state(seat, account)),
        }
    }

    fn info(&self, account: AccountId) -> Option<PlayerInfo> {
        let known = self.table.people.get(&player_id(account))?;
        Some((**known).clone())
    }

    fn seat_state(
        &self,
        seat: SeatIx,
        viewer: Option<AccountId>,
        play: Option<&HandInPlay>,
        plays: &[PlayView],
    ) -> Option<SeatState> {
        let taken = self.table.law.seat(seat)?;
        let account = account_of(taken.player);
        let view = plays.iter().find(|view| view.seat == seat);
        Some(SeatState {
            seat: seat.number(),
            player: self.info(account)?,
            stack: wire::chips(view.map_or(taken.stack, |view| view.stack)),
            status: wire::status(self.table.law.status(seat)?),
            connected: Some(account) == viewer || self.viewers.is_online(account),
            play: view.zip(play).map(|(view, play)| seat_play(view, play)),
            event_status: self.table.law.event().and_then(|law| law.event_status(seat)),
            bounty: self.table.law.event().and_then(|law| law.bounty(seat)),
            back_at: self.table.back_at(account),
            straddles: self
                .table
                .law
                .cash()
                .and_then(|law| law.seat(seat))
                .is_some_and(|taken| taken.straddles),
        })
    }

    fn hand_state(&self, play: &HandInPlay, view: &poker_engine::HandView) -> HandState {
        let (small_blind, big_blind) = play.blinds();
        HandState {
            hand: play.no,
            first_seq: self.backlog.hand_seq(),
            game: play.hand().game().id.clone(),
            button: view.button.number(),
            small_blind: small_blind.map(SeatIx::number),
            big_blind: big_blind.map(SeatIx::number),
            bomb_pot: play.is_bomb_pot(),
            double_board: play.has_double_board(),
            board: wire::cards(view.board.iter().filter_map(|slot| slot.known())),
            second_board: if play.has_double_board() {
                wire::cards(view.second_board.iter().copied())
            } else {
                Vec::new()
            },
            board_down: wire::hidden(&view.board),
            pots: view.pots.to_wire(),
            pot: wire::chips(view.pot),
            bet: wire::chips(view.bet),
            draw: play.hand().draw_round().map(wire::draw_round),
            turn: play.asked().map(|asked| self.turn_state(asked)),
            held: play.hand().is_held(),
            stop: play.stop(),
            dark: play.hand().dark().into_iter().map(dark_action).collect(),
            dark_offer: play.hand().dark_offer().as_ref().map(Mirror::to_wire),
        }
    }

    fn turn_state(&self, asked: OpenDecision) -> TurnState {
        TurnState {
            turn: asked.turn,
            seats: asked.seats.to_wire(),
            decision: asked.decision,
            clock: self.clock().unwrap_or_else(|| self.full_clock(asked)),
        }
    }

    /// The clock of the open decision, if the players can see it.
    pub(super) fn clock(&self) -> Option<Clock> {
        self.deadlines.clock_of(self.turn?, self.now)
    }

    /// The clock of a decision that will start once the decision is on disk.
    fn full_clock(&self, asked: OpenDecision) -> Clock {
        let bank = |seat: SeatIx| {
            Some(poker_protocol::v1::table::SeatBank {
                seat: seat.number(),
                left_ms: self.bank_left(self.table.decider(seat)?),
            })
        };
        Clock {
            turn: asked.turn,
            left_ms: self.table.decision_ms(asked.decision),
            banks: asked.seats.iter().filter_map(bank).collect(),
        }
    }

    fn bank_left(&self, account: AccountId) -> u32 {
        self.deadlines.bank_left(account, &self.table.setup.timing)
    }

    fn your_state(&self, seat: SeatIx, account: AccountId) -> Option<YourState> {
        let taken = self.table.law.seat(seat)?;
        let play = self.table.running();
        let play = play.filter(|play| play.participant(seat).is_some_and(|who| who.account == account));
        let contending = play.filter(|play| play.contends(seat));
        let made = contending.map(|play| play.made(seat).clone()).unwrap_or_default();
        Some(YourState {
            seat: seat.number(),
            cards: play.map_or_else(Vec::new, |play| wire::cards(play.own_cards(seat).iter().copied())),
            choices: if self.table.deciding_seat(account) == Some(seat) {
                self.table.offered(seat)
            } else {
                Vec::new()
            },
            to_call: wire::chips(play.map_or(Chips::ZERO, |play| play.hand().to_call(seat))),
            made: made.high,
            made_low: made.low,
            made_second: made.second,
            rebuy_pending: wire::chips(taken.rebuy),
            time_bank_ms: self.bank_left(account),
            agreed: play.and_then(|play| play.consent(seat)).unwrap_or_default(),
        })
    }
}

fn seat_play(view: &PlayView, play: &HandInPlay) -> SeatPlay {
    let (mut last_action, mut posted, mut drew) = (None, None, None);
    match play.last(view.seat) {
        Last::Nothing => {}
        Last::Posted(post) => posted = Some(post),
        Last::Acted(action) => last_action = Some(action),
        Last::Drew(count) => drew = Some(count),
    }
    SeatPlay {
        cards: wire::viewed_cards(view),
        face_up: if play.hand().shown().contains(view.seat) {
            // Shown hands lie face up on the table.
            vec![true; view.cards.len()]
        } else {
            wire::face_up(view)
        },
        folded: !view.live,
        all_in: view.live && view.stack.is_zero(),
        bet: wire::chips(view.bet),
        last_action,
        posted,
        drew,
        declared: view.declared.to_wire(),
        announced: view.announced.to_wire(),
    }
}

/// A seat's declaration in the dark: the total of a bet, or zero for a check.
fn dark_action((seat, to): (SeatIx, Chips)) -> DarkAction {
    DarkAction {
        seat: seat.number(),
        action: if to.is_zero() { BetAction::Check } else { BetAction::Bet },
        to: wire::chips(to),
    }
}
