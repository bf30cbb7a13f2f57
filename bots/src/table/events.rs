//! Application of events to a table.

use poker_protocol::v1::choice::DecisionKind;
use poker_protocol::v1::event::{PrivateEvent, PublicEvent, SeatMove};
use poker_protocol::v1::mix::{GameAtHand, StakesAtHand};
use poker_protocol::v1::table::{PickState, SeatState, TurnState, YourState};
use poker_protocol::v1::{Card, Chips};

use super::TableModel;
use super::cards::laid_out;
use super::chips::plus;

impl TableModel {
    /// Applies one numbered event.
    pub fn apply(&mut self, seq: u64, event: &PublicEvent) {
        self.seq = seq;
        match event {
            PublicEvent::PlayerSat { .. } => self.apply_sitting(event),
            PublicEvent::CarriedPaid { seat, amount } => {
                self.state.carried = None;
                self.on_seat(*seat, |taken| taken.stack = plus(taken.stack, *amount));
            }
            PublicEvent::KittyShared { shares } => {
                self.state.kitty = self.state.kitty.map(|_| Chips::default());
                for share in shares {
                    self.on_seat(share.seat, |taken| taken.stack = plus(taken.stack, share.amount));
                }
            }
            PublicEvent::PlayerLeft { seat, .. } => {
                self.state.seats.retain(|taken| taken.seat != *seat);
                if self.you().is_some_and(|you| you.seat == *seat) {
                    self.state.you = None;
                }
            }
            PublicEvent::SeatStatusChanged {
                seat,
                status,
                event_status,
            } => self.on_seat(*seat, |taken| {
                taken.status = *status;
                taken.event_status = event_status.or(taken.event_status);
            }),
            PublicEvent::OwnPauseSet { seat, until } => self.on_seat(*seat, |taken| taken.back_at = *until),
            PublicEvent::StraddlingSet { seat, on } => self.on_seat(*seat, |taken| taken.straddles = *on),
            PublicEvent::StackSet { seat, stack } => self.on_seat(*seat, |taken| taken.stack = *stack),
            PublicEvent::BountySet { seat, bounty } => self.on_seat(*seat, |taken| taken.bounty = Some(*bounty)),
            PublicEvent::LevelChanged { level, game } => {
                self.begin_level(*level);
                self.play_from_now_on(game);
            }
            PublicEvent::ChipsAdded { seat, stack, .. } => {
                self.on_seat(*seat, |taken| taken.stack = *stack);
                self.on_own(*seat, |you| you.rebuy_pending = Chips::default());
            }
            PublicEvent::WaitListChanged { players } => self.state.wait_list.clone_from(players),
            PublicEvent::TablePaused {} => self.state.paused = true,
            PublicEvent::TableResumed {} => self.state.paused = false,
            PublicEvent::TurnStarted {
                turn,
                seats,
                decision: DecisionKind::PickGame,
                hand: Some(hand),
                dark: _,
                draw: _,
            } => {
                self.state.pick = Some(PickState {
                    hand: *hand,
                    turn: TurnState::opened(*turn, seats, DecisionKind::PickGame),
                });
            }
            PublicEvent::SeatsDrawn { moves, .. } => self.move_players(moves),
            PublicEvent::PickWithdrawn {} => self.end_pick(),
            PublicEvent::RoodlesStarted { stakes } => self.play_roodles(true, stakes),
            PublicEvent::RoodlesEnded { stakes } => self.play_roodles(false, stakes),
            PublicEvent::GameChanged { game, .. } => {
                self.end_pick();
                self.play_from_now_on(game);
            }
            PublicEvent::PlayerMuted { player, muted } => self.mute(player, *muted),
            PublicEvent::HostRuled { .. }
            | PublicEvent::HostChanged { .. }
            | PublicEvent::PlayerMoved { .. }
            | PublicEvent::StakesChanged { .. }
            | PublicEvent::LedgerChanged { .. } => {
                self.apply_host(event);
            }
            PublicEvent::SeatOffered { .. }
            | PublicEvent::ChipsGiven { .. }
            | PublicEvent::TimeCalled { .. }
            | PublicEvent::TimeExtended { .. }
            | PublicEvent::PlayerRemoved { .. }
            | PublicEvent::LedgerSettled { .. }
            | PublicEvent::TableClosed {} => {}
            other => {
                self.apply_to_hand(other);
                self.price();
            }
        }
    }

    /// Applies an event in which a player takes a seat.
    fn apply_sitting(&mut self, event: &PublicEvent) {
        let PublicEvent::PlayerSat {
            seat,
            player,
            stack,
            status,
            event_status,
            bounty,
            ..
        } = event
        else {
            return;
        };
        let taken = SeatState {
            seat: *seat,
            player: player.clone(),
            stack: *stack,
            status: *status,
            connected: true,
            event_status: *event_status,
            bounty: *bounty,
            back_at: None,
            straddles: false,
            play: None,
        };
        self.state.seats.retain(|other| other.seat != *seat);
        self.state.seats.push(taken);
        self.state.seats.sort_by_key(|taken| taken.seat);
        if player.id == self.account {
            self.state.you = Some(self.newcomer(*seat));
        }
    }

    /// Applies a decision of the table's host.
    fn apply_host(&mut self, event: &PublicEvent) {
        match event {
            PublicEvent::HostChanged { host } => self.state.info.host = Some(host.id.clone()),
            PublicEvent::HostRuled { rules, .. } => self.state.host_rules.clone_from(rules),
            PublicEvent::PlayerMoved { from, to, status } => {
                self.move_players(&[SeatMove { from: *from, to: *to }]);
                self.on_seat(*to, |taken| taken.status = *status);
            }
            PublicEvent::StakesChanged {
                game,
                buy_in_min,
                buy_in_max,
            } => {
                self.play_from_now_on(game);
                (self.state.info.buy_in_min, self.state.info.buy_in_max) = (*buy_in_min, *buy_in_max);
            }
            PublicEvent::LedgerChanged {
                lines,
                correction,
                corrections,
            } => {
                let ledger = self.state.ledger.get_or_insert_default();
                for line in lines {
                    match ledger
                        .players
                        .iter_mut()
                        .find(|known| known.player.id == line.player.id)
                    {
                        Some(known) => known.clone_from(line),
                        None => ledger.players.push(line.clone()),
                    }
                }
                if !corrections.is_empty() {
                    ledger.corrections.clone_from(corrections);
                }
                ledger.corrections.extend(correction.as_deref().cloned());
            }
            _ => {}
        }
    }

    /// Applies a private part. It comes after the events of its burst, so parts of a hand or decision that is already over are ignored.
    pub fn apply_private(&mut self, event: &PrivateEvent) {
        let running = self.state.hand.is_some().then_some(self.hand_seq);
        let open = self.decision();
        let is_out = self
            .own_seat()
            .is_some_and(|own| own.play.as_ref().is_some_and(|play| play.folded));
        let Some(you) = &mut self.state.you else {
            return;
        };
        match event {
            PrivateEvent::Cards { .. } | PrivateEvent::Made { .. }
                if running.is_none_or(|began| event.seq() < began) => {}
            PrivateEvent::Cards { hand, .. } => {
                let seat = you.seat;
                let own = self.state.seats.iter_mut().find(|taken| taken.seat == seat);
                let mut play = own.and_then(|taken| taken.play.as_mut());
                let cards = play.as_ref().map_or_else(|| hand.clone(), |play| laid_out(hand, play));
                if let Some(play) = &mut play {
                    // Cards dealt face up by later events of the burst stay; a part of their own follows.
                    let up = play.cards.iter().zip(&play.face_up).filter(|(_, up)| **up);
                    let later = up.filter_map(|(card, _)| card.filter(|card| !hand.contains(card)));
                    let later: Vec<Option<Card>> = later.map(Some).collect();
                    play.cards = cards.iter().copied().map(Some).chain(later).collect();
                }
                you.cards = cards;
            }
            PrivateEvent::Made { .. } if is_out => {}
            PrivateEvent::Made { high, low, second, .. } => {
                you.made.clone_from(high);
                you.made_low.clone_from(low);
                you.made_second = second.as_deref().cloned();
            }
            PrivateEvent::Choices { hand, turn, .. } if open != Some((*hand, *turn)) => {}
            PrivateEvent::Choices {
                choices,
                cards,
                to_call,
                ..
            } => {
                you.choices.clone_from(choices);
                you.cards.clone_from(cards);
                you.to_call = *to_call;
            }
            PrivateEvent::Consent { seq, agreed } => {
                let stop = self.state.hand.as_ref().and_then(|hand| hand.stop);
                if stop.is_some_and(|stop| stop.asked) && *seq >= self.asked_seq {
                    you.agreed = *agreed;
                }
            }
        }
    }

    /// Records whether an account is muted by the host.
    fn mute(&mut self, player: &str, muted: bool) {
        let known = &mut self.state.muted;
        known.retain(|other| other != player);
        if muted {
            known.push(player.to_owned());
            known.sort();
        }
    }

    /// Ends the dealer's pick of a game.
    fn end_pick(&mut self) {
        self.state.pick = None;
        if let Some(you) = &mut self.state.you {
            you.choices.clear();
        }
    }

    pub(super) fn begin_level(&mut self, level: u16) {
        if let Some(event) = &mut self.state.info.tournament {
            event.level = level;
        }
    }

    fn play_from_now_on(&mut self, at_hand: &GameAtHand) {
        let info = &mut self.state.info;
        info.game.clone_from(&at_hand.game);
        info.game_name.clone_from(&at_hand.game_name);
        info.limit.clone_from(&at_hand.limit);
        self.play_for(&at_hand.stakes);
    }

    /// Moves all players simultaneously.
    fn move_players(&mut self, moves: &[SeatMove]) {
        let to = |seat: u8| moves.iter().find(|way| way.from == seat).map_or(seat, |way| way.to);
        for taken in &mut self.state.seats {
            taken.seat = to(taken.seat);
        }
        self.state.seats.sort_by_key(|taken| taken.seat);
        if let Some(you) = &mut self.state.you {
            you.seat = to(you.seat);
        }
    }

    fn play_roodles(&mut self, on: bool, stakes: &StakesAtHand) {
        self.state.roodles = on;
        self.play_for(stakes);
    }

    fn play_for(&mut self, stakes: &StakesAtHand) {
        let info = &mut self.state.info;
        info.small_blind = stakes.small_blind;
        info.big_blind = stakes.big_blind;
        info.ante = stakes.ante;
        info.bets.clone_from(&stakes.bets);
    }

    fn newcomer(&self, seat: u8) -> YourState {
        YourState {
            seat,
            cards: Vec::new(),
            choices: Vec::new(),
            to_call: Chips::default(),
            made: None,
            made_low: None,
            made_second: None,
            rebuy_pending: Chips::default(),
            time_bank_ms: self.info().time_bank_ms,
            agreed: false,
        }
    }
}
