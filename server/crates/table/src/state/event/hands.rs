//! Hands of a tournament table: those that the director begins, and what officials do about a running one.

use std::sync::Arc;

use poker_engine::hand::Kill;
use poker_engine::table::{HandPlan, TableRuleError};
use poker_engine::{BySeat, SeatIx};
use poker_protocol::v1::{PlayerInfo, PublicEvent};
use poker_wire::Mirror as _;

use super::{EventDeal, Outcome};
use crate::state::applied::{Applied, Refusal};
use crate::state::command::Command;
use crate::state::deck::Shuffle;
use crate::state::event_log::{EventLog, NumberedEvent};
use crate::state::play::{HandInPlay, HandStart};
use crate::state::record::HandStep;
use crate::state::table::Table;

impl Table {
    /// Deals the hand that the director begins.
    pub(in crate::state) fn deal_event(
        &mut self,
        at: i64,
        deal: &EventDeal,
        banks: &[(u8, u32)],
        shuffle: &Shuffle,
    ) -> Result<Applied, Refusal> {
        if self.running().is_some() {
            return Err(TableRuleError::HandRunning.into());
        }
        if deal.hand <= self.hand_no {
            return Err(Refusal::NoChange);
        }
        let deck = shuffle
            .deck()
            .ok_or_else(|| Refusal::Broken("there is no deck".to_owned()))?;
        let (plan, changed) = self.start_event(deal, banks)?;
        let participants = plan.setup.players.iter();
        let participants = participants.filter_map(|player| self.participant(player.seat));
        let beginning = HandStart {
            no: deal.hand,
            turns_before: 0,
            started_at: at,
            participants: participants.collect(),
            event: Some(EventDeal {
                waiting: plan.waiting.to_wire(),
                ..deal.clone()
            }),
            commitment: Some(shuffle.commitment(self.id, deal.hand)),
            bomb_pot_in: None,
            setup: plan.setup.clone(),
        };
        let game = Arc::clone(&self.setup.played(self.game_index()).game);
        let mut teller = EventLog::new(&mut self.seq);
        for event in &changed {
            teller.tell(event);
        }
        let begun =
            HandInPlay::begin(beginning, &game, deck, &mut teller).expect("the director deals hands that can be dealt");
        let mut applied = Applied {
            told: teller.finish(),
            ..Applied::default()
        };
        self.hand_no = begun.no;
        self.answers.begin_hand(begun.no);
        self.play = Some(begun);
        self.finish_if_over(at, &mut applied);
        Ok(applied)
    }

    /// Begins a hand by the tournament's law, preceded by events for changes of seats and level.
    pub(in crate::state) fn start_event(
        &mut self,
        deal: &EventDeal,
        banks: &[(u8, u32)],
    ) -> Result<(HandPlan, Vec<PublicEvent>), Refusal> {
        let event = self.event_setup()?;
        let law = self.law.event_mut()?;
        let before = (law.level, law.game_level);
        let shown: BySeat<_> = law.shown();
        let plan = law.start(deal, &event)?;
        let mut changed = law.status_changes(&shown);
        law.bank_levels.clear();
        for (number, bank) in banks {
            let taken = SeatIx::from_number(*number).and_then(|seat| law.seats.seat(seat));
            if let Some(player) = taken.map(|taken| taken.player) {
                law.banks.insert(player, *bank);
            }
        }
        let level = deal.level;
        if before != (level, deal.game) {
            changed.push(PublicEvent::LevelChanged {
                level,
                game: self.setup.at_hand(self.game_index(), &self.law.structure()),
            });
        }
        Ok((plan, changed))
    }

    /// Resumes a held hand.
    pub(in crate::state) fn release(&mut self, step: HandStep, hand: u64) -> Result<Applied, Refusal> {
        let held = self.play.as_mut();
        let held = held.filter(|play| play.no == hand && play.hand().is_held());
        let held = held.ok_or(Refusal::NoChange)?;
        let mut teller = EventLog::new(&mut self.seq);
        held.release(step, &mut teller);
        let told = teller.finish();
        Ok(self.followed(step.at, told))
    }

    /// Kills a player's hand: it folds at its next turn, which may be now. An absent player sits out from the next hand
    /// on.
    pub(in crate::state) fn kill(&mut self, step: HandStep, command: &Command) -> Result<Applied, Refusal> {
        let Command::Kill {
            hand,
            seat,
            absent,
            ruled,
        } = command
        else {
            return Err(Refusal::NoChange);
        };
        let why = if *ruled { Kill::Ruling } else { Kill::Absence };
        let seat = SeatIx::from_number(*seat).ok_or(Refusal::NoChange)?;
        let play = self.play.as_mut().filter(|play| play.no == *hand && !play.is_over());
        let play = play.filter(|play| play.contends(seat)).ok_or(Refusal::NoChange)?;
        let mut teller = EventLog::new(&mut self.seq);
        play.kill(step, seat, why, &mut teller);
        let mut applied = Applied {
            told: teller.finish(),
            ..Applied::default()
        };
        if *absent {
            applied.extend(self.sit_out_absent(seat));
        }
        self.finish_if_over(step.at, &mut applied);
        Ok(applied)
    }

    /// Calls Time on all players to act.
    pub(in crate::state) fn call_time(&mut self, by: Option<&PlayerInfo>) -> Result<Applied, Refusal> {
        let asked = self.asked().ok_or(Refusal::NoChange)?;
        let mut applied = Applied::default();
        for seat in asked.seats.iter() {
            let called = PublicEvent::TimeCalled {
                seat: seat.number(),
                by: by.cloned(),
            };
            applied.extend(self.tell_one(&called));
        }
        Ok(applied)
    }

    /// Gives a player who is to act more time.
    pub(in crate::state) fn extend_time(&mut self, seat: u8) -> Result<Applied, Refusal> {
        let asked = self.asked().ok_or(Refusal::NoChange)?;
        if !asked.seats.iter().any(|deciding| deciding.number() == seat) {
            return Err(Refusal::NoChange);
        }
        Ok(self.tell_one(&PublicEvent::TimeExtended { seat }))
    }

    /// Splits each pot of the running hand equally among its live hands.
    pub(in crate::state) fn split(&mut self, step: HandStep, hand: u64) -> Result<Applied, Refusal> {
        let play = self.play.as_mut().filter(|play| play.no == hand && !play.is_over());
        let play = play.ok_or(Refusal::NoChange)?;
        let mut teller = EventLog::new(&mut self.seq);
        if !play.split(step, &mut teller) {
            return Err(Refusal::NoChange);
        }
        let told = teller.finish();
        let applied = self.followed(step.at, told);
        if let Some(Outcome::Done { split, .. }) = &mut self.law.event_mut()?.outcome {
            *split = true;
        }
        Ok(applied)
    }

    /// The events of a command about the running hand, with all that follows if the hand is over.
    fn followed(&mut self, at: i64, told: Vec<NumberedEvent>) -> Applied {
        let mut applied = Applied {
            told,
            ..Applied::default()
        };
        self.finish_if_over(at, &mut applied);
        applied
    }
}
