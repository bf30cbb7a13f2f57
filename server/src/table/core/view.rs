//! The table at an instant, as one viewer may see it.

use poker_engine::hand::PlayView;
use poker_engine::table::SeatStatus;
use poker_engine::{Chips, SeatIx, Viewer};
use poker_protocol::v1::ServerMsg;
use poker_protocol::v1::server::Snapshot;
use poker_protocol::v1::table::{
    Clock, GameInfo, HandState, PickState, SeatPlay, SeatState, TableState, TableSummary, TurnState, YourState,
};
use poker_protocol::v1::{PlayerInfo, PlayerKind};

use super::mail::TableStatus;
use super::{Now, TableCore};
use crate::store::AccountId;
use crate::table::state::play::{Asked, Last, Play};
use crate::table::state::table::account_of;
use crate::wire;

impl TableCore {
    /// The table as this account may see it.
    pub(in crate::table) fn snapshot(&self, account: AccountId, now: Now) -> ServerMsg {
        ServerMsg::Snapshot(Snapshot {
            table: self.wire_id.clone(),
            seq: self.table.seq(),
            first_seq: self.ring.first_seq(),
            state: Box::new(self.state_for(account, now)),
        })
    }

    /// What everybody may see of the table, and what this account alone may.
    pub fn state_for(&self, account: AccountId, now: Now) -> TableState {
        let table = &self.table;
        let own_seat = table.seat_of(account);
        let play = table.running();
        let view = play.map(|play| {
            let dealt_in = play.participants().iter().find(|who| who.account == account);
            let viewer = dealt_in.map_or(Viewer::Spectator, |who| Viewer::Seat(who.seat));
            (play, play.hand().view(viewer))
        });
        let plays = view.as_ref().map_or(&[][..], |(_, view)| &view.seats);
        let seats = table.law.occupied();
        let at_hand = table.setup.played(table.mix.game());
        TableState {
            info: table.setup.info(table.id, table.mix.game(), &table.law.structure()),
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
            wait_list: table
                .law
                .wait_list()
                .iter()
                .filter_map(|player| self.info(account_of(*player)))
                .collect(),
            hand: view.as_ref().map(|(play, view)| self.hand_state(play, view, now)),
            pick: table.asked_dealer().map(|asked| PickState {
                hand: asked.hand,
                turn: self.turn_state(asked, now),
            }),
            carried: Some(table.law.state().carried)
                .filter(|carried| !carried.is_zero())
                .map(wire::chips),
            kitty: table.setup.session.kitty.then(|| wire::chips(table.law.state().kitty)),
            hands: table.hands,
            roodles: table.law.plays_roodles(),
            muted: table
                .muted
                .iter()
                .map(|player| account_of(*player).to_string())
                .collect(),
            paused: table.paused,
            you: own_seat.and_then(|seat| self.your_state(seat, account)),
        }
    }

    /// The taken seats with their accounts.
    pub(super) fn people(&self) -> Vec<(u8, AccountId)> {
        let law = &self.table.law;
        let account = |seat: SeatIx| Some((seat.number(), account_of(law.seat(seat)?.player)));
        law.occupied().iter().filter_map(account).collect()
    }

    fn info(&self, account: AccountId) -> Option<PlayerInfo> {
        let known = self.table.people.get(&crate::table::state::table::player_id(account))?;
        Some((**known).clone())
    }

    fn seat_state(
        &self,
        seat: SeatIx,
        viewer: AccountId,
        play: Option<&Play>,
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
            connected: account == viewer || self.viewers.is_online(account),
            play: view.zip(play).map(|(view, play)| seat_play(view, play)),
        })
    }

    fn hand_state(&self, play: &Play, view: &poker_engine::HandView, now: Now) -> HandState {
        let (small_blind, big_blind) = play.blinds();
        HandState {
            hand: play.no,
            first_seq: self.ring.hand_seq(),
            game: play.hand().game().id.clone(),
            button: view.button.number(),
            small_blind: small_blind.map(SeatIx::number),
            big_blind: big_blind.map(SeatIx::number),
            board: wire::cards(view.board.iter().filter_map(|slot| slot.known())),
            board_down: wire::hidden(&view.board),
            pots: wire::pots(&view.pots),
            pot: wire::chips(view.pot),
            bet: wire::chips(view.bet),
            turn: play.asked().map(|asked| self.turn_state(asked, now)),
        }
    }

    fn turn_state(&self, asked: Asked, now: Now) -> TurnState {
        TurnState {
            turn: asked.turn,
            seats: wire::seats(asked.seats),
            decision: asked.decision,
            clock: self.clock_of_turn(now).unwrap_or_else(|| self.full_clock(asked)),
        }
    }

    /// The clock of the open decision, once that is visible.
    pub(super) fn clock_of_turn(&self, now: Now) -> Option<Clock> {
        let asked = self.visible_turn()?;
        let clock = self.clock.as_ref().filter(|clock| clock.is_of(asked.seq))?;
        Some(clock.wire(now.play))
    }

    /// The clock of a decision that will start when the disk has it.
    fn full_clock(&self, asked: Asked) -> Clock {
        let bank = |seat: SeatIx| {
            Some(poker_protocol::v1::table::SeatBank {
                seat: seat.number(),
                left_ms: self.bank_left(self.table.decider(seat)?),
            })
        };
        Clock {
            turn: asked.turn,
            left_ms: self.time_for(asked.decision),
            banks: asked.seats.iter().filter_map(bank).collect(),
        }
    }

    fn your_state(&self, seat: SeatIx, account: AccountId) -> Option<YourState> {
        let taken = self.table.law.seat(seat)?;
        let play = self.table.running();
        let play = play.filter(|play| play.participant(seat).is_some_and(|who| who.account == account));
        let (made, made_low) = play
            .filter(|play| play.contends(seat))
            .map_or((None, None), |play| play.made(seat));
        Some(YourState {
            seat: seat.number(),
            cards: play.map_or_else(Vec::new, |play| wire::cards(play.own_cards(seat).iter().copied())),
            choices: if self.table.deciding_seat(account) == Some(seat) {
                self.table.offered(seat)
            } else {
                Vec::new()
            },
            to_call: wire::chips(play.map_or(Chips::ZERO, |play| play.hand().to_call(seat))),
            made,
            made_low,
            rebuy_pending: wire::chips(taken.rebuy),
            time_bank_ms: self.bank_left(account),
        })
    }

    /// What the lobby shows.
    pub fn status(&self) -> TableStatus {
        let table = &self.table;
        let taken = table.law.occupied();
        let people = taken
            .iter()
            .filter_map(|seat| Some(account_of(table.law.seat(seat)?.player)));
        let seated: Vec<AccountId> = people.collect();
        let is_bot = |account: &&AccountId| {
            let known = table.people.get(&crate::table::state::table::player_id(**account));
            known.is_some_and(|info| info.kind == PlayerKind::Bot)
        };
        let bots = seated.iter().filter(is_bot).count();
        let is_away = |seat: &SeatIx| {
            let sits_out = matches!(
                table.law.status(*seat),
                Some(SeatStatus::SittingOut | SeatStatus::Busted | SeatStatus::Leaving)
            );
            let player = table.law.seat(*seat).map(|taken| account_of(taken.player));
            sits_out || player.is_none_or(|account| !self.viewers.is_online(account))
        };
        let away = taken.iter().filter(is_away).count();
        let offered = table
            .law
            .state()
            .reserved
            .iter()
            .filter_map(|(_, player)| player.map(account_of));
        TableStatus {
            summary: TableSummary {
                info: table.setup.info(table.id, table.mix.game(), &table.law.structure()),
                taken: wire::seats(taken),
                bots: u8::try_from(bots).unwrap_or(u8::MAX),
                away: u8::try_from(away).unwrap_or(u8::MAX),
                waiting: u16::try_from(table.law.wait_list().len()).unwrap_or(u16::MAX),
                hands: table.hands,
                hands_left: table.mix.hands_left(),
                average_pot: wire::chips(table.average_pot()),
            },
            seated: seated.iter().copied().chain(offered).collect(),
            game: table.mix.game(),
        }
    }
}

fn seat_play(view: &PlayView, play: &Play) -> SeatPlay {
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
            // Shown hands lie open on the table.
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
        declared: view.declared.map(wire::declaration),
        announced: view.announced.map(wire::declaration),
    }
}
