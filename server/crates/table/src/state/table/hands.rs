//! The hand at the table: dealt, acted on, timed out, shown, void.

use std::sync::Arc;

use poker_engine::table::{CashTable, SeatStatus, SitOut, TableRuleError};
use poker_engine::{Chips, RuleError, SeatIx};
use poker_protocol::v1::PublicEvent;
use poker_protocol::v1::choice::DecisionKind;
use poker_protocol::v1::tournament::EventStatus;
use poker_store::AccountId;
use poker_wire::{self as wire, Mirror};

use super::super::applied::{Applied, Refusal};
use super::super::deck::Shuffle;
use super::super::event_log::EventLog;
use super::super::hosting::NextGame;
use super::super::law::Law;
use super::super::play::{Decided, HandInPlay, HandStart, Participant};
use super::super::players::account_of;
use super::super::record::HandStep;
use super::Table;

impl Table {
    pub(super) fn deal(
        &mut self,
        at: i64,
        (draw, draw_cards): (u16, &[poker_protocol::v1::Card]),
        shuffle: &Shuffle,
    ) -> Result<Applied, Refusal> {
        if self.running().is_some() {
            return Err(TableRuleError::HandRunning.into());
        }
        if self.paused || self.hosting.rules().paused {
            return Err(Refusal::NoChange);
        }
        let deck = shuffle
            .deck()
            .ok_or_else(|| Refusal::Broken("there is no deck".to_owned()))?;
        let (dealt_in, events, drawn) = self.start_hand(draw, draw_cards)?;
        let participants = dealt_in
            .setup
            .players
            .iter()
            .filter_map(|player| self.participant(player.seat));
        let no = self.hand_no + 1;
        let beginning = HandStart {
            no,
            turns_before: self.picks.turn(),
            started_at: at,
            participants: participants.collect(),
            event: None,
            commitment: Some(shuffle.commitment(self.id, no)),
            bomb_pot_in: self.law.cash().and_then(CashTable::bomb_pot_in),
            setup: dealt_in.setup,
        };
        let game = Arc::clone(&self.setup.played(self.mix.game()).game);
        let mut applied = Applied::default();
        let (mut teller, mut law) = self.teller();
        law.tell(events, &mut teller, &mut applied.transfers);
        if let Some(drawn) = drawn {
            teller.tell(&drawn);
        }
        let play =
            HandInPlay::begin(beginning, &game, deck, &mut teller).expect("table law sets up hands that can be dealt");
        applied.told = teller.finish();
        self.hand_no = play.no;
        self.note_dealt();
        self.picks.hand_began();
        self.answers.begin_hand(play.no);
        self.play = Some(play);
        self.finish_if_over(at, &mut applied);
        Ok(applied)
    }

    pub(in crate::state) fn participant(&self, seat: SeatIx) -> Option<Participant> {
        let player = self.law.seat(seat)?.player;
        Some(Participant {
            seat,
            account: account_of(player),
            info: Arc::clone(self.people.get(&player)?),
        })
    }

    pub(super) fn act(
        &mut self,
        step: HandStep,
        seat: u8,
        action: &poker_protocol::v1::Action,
        back: bool,
    ) -> Result<Applied, Refusal> {
        let play = self
            .play
            .as_mut()
            .filter(|play| !play.is_over())
            .ok_or(Refusal::NoHand)?;
        let seat = SeatIx::from_number(seat).ok_or_else(|| Refusal::Broken("no such seat".to_owned()))?;
        let action = wire::action_in(action, play.hand().to_call(seat))?;
        let mut teller = EventLog::new(&mut self.seq);
        play.act(step, seat, action, Decided::ByPlayer, &mut teller)?;
        let mut applied = Applied {
            told: teller.finish(),
            ..Applied::default()
        };
        if back {
            applied.extend(self.return_absent(seat));
        }
        self.finish_if_over(step.at, &mut applied);
        Ok(applied)
    }

    pub(super) fn time_out(&mut self, step: HandStep, seat: u8, absent: bool) -> Result<Applied, Refusal> {
        let play = self
            .play
            .as_mut()
            .filter(|play| !play.is_over())
            .ok_or(Refusal::NoHand)?;
        let seat = SeatIx::from_number(seat).ok_or_else(|| Refusal::Broken("no such seat".to_owned()))?;
        let action = play
            .hand()
            .default_action(seat)
            .ok_or(RuleError::NotYourTurn { seat })?;
        let mut teller = EventLog::new(&mut self.seq);
        play.act(step, seat, action, Decided::ByServer, &mut teller)?;
        let mut applied = Applied {
            told: teller.finish(),
            ..Applied::default()
        };
        if absent {
            applied.extend(self.sit_out_absent(seat));
        }
        self.finish_if_over(step.at, &mut applied);
        Ok(applied)
    }

    /// Makes a player who did not answer sit out; one who sits out or leaves already keeps that status.
    pub(in crate::state) fn sit_out_absent(&mut self, seat: SeatIx) -> Applied {
        match &mut self.law {
            Law::Cash(law) => {
                let player = law.seat(seat).map(|taken| taken.player);
                let events = player.and_then(|player| law.sit_out(player, SitOut::NextHand).ok());
                if let (Some(play), Some(_)) = (&mut self.play, &events) {
                    play.set_aside.insert(seat);
                }
                self.follow(events.unwrap_or_default())
            }
            // The director gets a report, and the next hand of the seat is dead.
            Law::Event(law) => {
                law.absent.insert(seat);
                let changed = PublicEvent::SeatStatusChanged {
                    seat: seat.number(),
                    status: wire::status(SeatStatus::SittingOut),
                    event_status: Some(EventStatus::Absent),
                };
                self.tell_one(&changed)
            }
        }
    }

    /// `true` if an answer of this seat ends an absence: its player let the time run out earlier in the hand. What the player
    /// has asked for since, a pause, a seat in the game or to leave, stands.
    pub(crate) fn may_return(&self, seat: SeatIx) -> bool {
        match &self.law {
            Law::Cash(_) => self.play.as_ref().is_some_and(|play| play.set_aside.contains(seat)),
            Law::Event(law) => law.absent.contains(seat),
        }
    }

    /// Notes that a player decided about the seat: no answer does so any more.
    pub(super) fn heed(&mut self, account: AccountId) {
        if let (Some(seat), Some(play)) = (self.seat_of(account), &mut self.play) {
            play.set_aside.remove(seat);
        }
    }

    /// Brings back a player who was away.
    fn return_absent(&mut self, seat: SeatIx) -> Applied {
        match &mut self.law {
            Law::Cash(law) => {
                if let Some(play) = &mut self.play {
                    play.set_aside.remove(seat);
                }
                let back = law.seat(seat).map(|taken| (taken.player, taken.entry));
                let events = back.and_then(|(player, entry)| law.sit_in(player, entry).ok());
                self.follow(events.unwrap_or_default())
            }
            Law::Event(law) => {
                law.absent.remove(seat);
                let changed = PublicEvent::SeatStatusChanged {
                    seat: seat.number(),
                    status: wire::status(law.status(seat).unwrap_or(SeatStatus::Active)),
                    event_status: law.statuses[seat],
                };
                self.tell_one(&changed)
            }
        }
    }

    /// Finishes a hand whose pots have been awarded, with everything that waited for it.
    ///
    /// # Panics
    /// If table law refuses: the hand has changed by then, so this cannot be a refusal of the command.
    pub(in crate::state) fn finish_if_over(&mut self, at: i64, applied: &mut Applied) {
        let Some(play) = self.play.as_ref().filter(|play| play.is_over()) else {
            return;
        };
        let hand = play.hand();
        let stacks: Vec<(SeatIx, Chips)> = hand.dealt().iter().map(|seat| (seat, hand.stack(seat))).collect();
        let kitty = hand.kitty();
        let (pots, killed) = (play.pot_results(), play.forfeits());
        // As for the clock. The kind of decision matters only for a dealer's pick, which comes before the hand.
        let action_ms = self.decision_ms(DecisionKind::Bet);
        applied.hand_end = Some(play.record(&self.setup, self.game_index(), self.event_record(), action_ms, at));
        self.pots.add(play.paid_out());
        self.hands += 1;
        let law = match &mut self.law {
            Law::Cash(law) => law,
            Law::Event(law) => {
                let shown = law.shown();
                let finished = law.finish(stacks, pots, killed);
                finished.expect("the law of an event takes the stacks of the hand that it began");
                let mut teller = EventLog::new(&mut self.seq);
                for change in law.status_changes(&shown) {
                    teller.tell(&change);
                }
                applied.told.extend(teller.finish());
                return;
            }
        };
        if law.begins_roodles(hand) {
            let roodles = self.law(CashTable::start_roodles);
            applied.extend(roodles.expect("roodles begin where table law says so"));
        }
        let finished = self.finish_hand(&stacks, kitty);
        let (events, changed) = finished.expect("table law takes the stacks of the hand that it began");
        applied.extend(self.follow(events));
        let next = NextGame::of(changed.is_some());
        if let Some(events) = changed {
            let changed = PublicEvent::GameChanged {
                game: self.setup.at_hand(self.mix.game(), &self.law.structure()),
                seat: None,
                auto: false,
            };
            applied.extend(self.tell_one(&changed));
            applied.extend(self.follow(events));
        }
        self.after_hand(next, applied);
    }

    pub(super) fn show(&mut self, seat: u8, cards: &[poker_protocol::v1::Card]) -> Result<Applied, Refusal> {
        let play = self.play.as_mut().ok_or(Refusal::NothingToShow)?;
        let seat = SeatIx::from_number(seat).ok_or(Refusal::NothingToShow)?;
        let cards = wire::card_set_in(cards).ok_or(wire::BadAction::CardTwice)?;
        let mut teller = EventLog::new(&mut self.seq);
        if !play.show(seat, cards, &mut teller) {
            return Err(Refusal::NothingToShow);
        }
        Ok(Applied {
            told: teller.finish(),
            ..Applied::default()
        })
    }

    /// Shows the board cards that would have come, at tables that allow it.
    pub(super) fn hunt_rabbit(&mut self, seat: u8) -> Result<Applied, Refusal> {
        let is_on = self.setup.session.rabbit_hunt && self.law.cash().is_some();
        let play = self.play.as_mut().filter(|_| is_on).ok_or(Refusal::NothingToShow)?;
        let seat = SeatIx::from_number(seat).ok_or(Refusal::NothingToShow)?;
        let mut teller = EventLog::new(&mut self.seq);
        if !play.hunt_rabbit(seat, &mut teller) {
            return Err(Refusal::NothingToShow);
        }
        Ok(Applied {
            told: teller.finish(),
            ..Applied::default()
        })
    }

    pub(in crate::state) fn void(&mut self) -> Result<Applied, Refusal> {
        let plan = self.law.hand().ok_or(Refusal::NoHand)?;
        let players = plan.setup.players.iter();
        let stacks: Vec<(SeatIx, Chips)> = players.map(|player| (player.seat, player.stack)).collect();
        let events = match &mut self.law {
            Law::Cash(law) => law.void_hand()?,
            Law::Event(law) => {
                law.void()?;
                Vec::new()
            }
        };
        let voided = PublicEvent::HandVoided {
            hand: self.hand_no,
            stacks: stacks.to_wire(),
        };
        self.play = None;
        let mut applied = Applied::default();
        let (mut teller, mut law) = self.teller();
        teller.tell(&voided);
        law.tell(events, &mut teller, &mut applied.transfers);
        applied.told = teller.finish();
        self.after_hand(NextGame::Same, &mut applied);
        Ok(applied)
    }
}
