//! The second kind of table law: a tournament table. The director seats and moves the players, decides when a hand
//! begins, at which level and with which hands dead, and gets a report on how it ended. Chips here are not money.
//!
//! Between two hands the table mirrors what the director knows; the running hand is the table's own. All orders of the
//! director are commands in the table's journal like any other.

use std::collections::BTreeMap;
use std::sync::Arc;

use poker_engine::hand::Kill;
use poker_engine::setup::Tabling;
use poker_engine::table::{
    HandPlan, HandTerms, PlayerId, Positions, SeatStatus, TableGame, TableRuleError, TournamentSeat, TournamentTable,
};
use poker_engine::tournament::director::{HandStatus, PotResult};
use poker_engine::tournament::structure::DarkBets;
use poker_engine::{BySeat, Chips, SeatIx, SeatSet};
use poker_protocol::v1::table::TableInfo;
use poker_protocol::v1::tournament::EventStatus;
use poker_protocol::v1::{PlayerInfo, PublicEvent};
use poker_wire::{self as wire, EventRecord, Mirror as _};
use serde::{Deserialize, Serialize};

use super::applied::{Applied, Refusal};
use super::command::Command;
use super::deck::Shuffle;
use super::event_log::{EventLog, NumberedEvent};
use super::law::Law;
use super::play::{HandInPlay, HandStart};
use super::players::player_id;
use super::record::{HandStep, event_record};
use super::table::{Table, account_of_info};
use crate::setup::event::EventSetup;

/// A seat as the director wants it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Arranged {
    /// Number of the seat.
    pub seat: u8,
    /// The player in it.
    pub player: PlayerInfo,
    /// Chips in front of the player; for a player in the running hand, as they were before it.
    pub stack: u64,
    /// Milliseconds in the time bank that the player brings from the previous table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bank_ms: Option<u32>,
    /// The bounty on the player's head.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub bounty: u64,
    /// `true` if the player comes from another table.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub moved: bool,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
const fn is_zero(number: &u64) -> bool {
    *number == 0
}

/// A hand as the director plans it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct EventDeal {
    /// Number of the hand.
    pub hand: u64,
    /// The level, from 1.
    pub level: u16,
    /// The level whose game is played.
    pub game: u16,
    /// Number of the button's seat.
    pub button: u8,
    /// Number of the small blind's seat.
    pub small_blind: u8,
    /// Number of the big blind's seat.
    pub big_blind: u8,
    /// Numbers of the seats that wait for the button to pass.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub waiting: Vec<u8>,
    /// `true` if two players are left.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub heads_up: bool,
    /// Numbers of the seats whose hand is dead.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub dead: Vec<u8>,
    /// `true` if the hand is held once an all-in is called, as in hand-for-hand play.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub held: bool,
    /// The status of each seat in the hand.
    pub statuses: Vec<(u8, EventStatus)>,
}

/// The outcome of the last hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// The hand was played to its end, or split.
    Done {
        /// The stack of each seat that took part.
        stacks: Vec<(SeatIx, Chips)>,
        /// The pots, main pot first.
        pots: Vec<PotResult>,
        /// `true` if an official had each pot split equally.
        split: bool,
        /// The hands killed by officials, each with the chips it won nonetheless.
        killed: Vec<(SeatIx, Chips)>,
    },
    /// The hand is void.
    Voided,
}

/// The state of a tournament table.
#[derive(Clone, Debug, PartialEq)]
pub struct EventTable {
    pub(crate) seats: TournamentTable,
    /// The level of the last hand, 1 before the first.
    pub(crate) level: u16,
    /// The level whose game was played last.
    pub(crate) game_level: u16,
    pub(crate) game: Arc<TableGame>,
    /// The status of each seat at the last deal.
    pub(crate) statuses: BySeat<Option<EventStatus>>,
    /// Seats whose players ran out of time so often since that deal that they count as absent.
    pub(crate) absent: SeatSet,
    pub(crate) bounties: BySeat<Chips>,
    /// Milliseconds in the time banks, as they were when a hand was dealt or the player arrived.
    pub(crate) banks: BTreeMap<PlayerId, u32>,
    /// The outcome of the last hand; `None` while one is running, and before the first.
    pub(crate) outcome: Option<Outcome>,
}

impl EventTable {
    /// Creates an empty table.
    pub(crate) fn new(setup: &EventSetup) -> Self {
        Self {
            seats: TournamentTable::new(setup.seats),
            level: 1,
            game_level: 1,
            game: Arc::new(setup.structure.table_game(1)),
            statuses: BySeat::default(),
            absent: SeatSet::EMPTY,
            bounties: BySeat::default(),
            banks: BTreeMap::new(),
            outcome: None,
        }
    }

    /// The status of a seat; `None` if it is free.
    pub(super) fn status(&self, seat: SeatIx) -> Option<SeatStatus> {
        let taken = self.seats.seat(seat)?;
        Some(match self.statuses[seat] {
            _ if taken.stack.is_zero() && self.seats.hand().is_none() => SeatStatus::Busted,
            Some(EventStatus::Waiting) => SeatStatus::Waiting,
            Some(EventStatus::Absent) => SeatStatus::SittingOut,
            _ if self.absent.contains(seat) => SeatStatus::SittingOut,
            _ => SeatStatus::Active,
        })
    }

    /// The bounty on the head of a seat's player, if there is one.
    pub(crate) fn bounty(&self, seat: SeatIx) -> Option<poker_protocol::v1::Chips> {
        let bounty = self.bounties[seat];
        (!bounty.is_zero()).then(|| wire::chips(bounty))
    }

    /// The status of a seat at the last deal.
    pub(crate) fn event_status(&self, seat: SeatIx) -> Option<EventStatus> {
        self.statuses[seat]
    }

    /// The status of each seat as viewers see it.
    fn shown(&self) -> BySeat<Option<(SeatStatus, Option<EventStatus>)>> {
        let mut shown = BySeat::default();
        for (seat, _) in self.seats.seats() {
            shown[seat] = self.status(seat).map(|status| (status, self.statuses[seat]));
        }
        shown
    }

    /// Events for the seats whose status differs from `before`.
    fn status_changes(&self, before: &BySeat<Option<(SeatStatus, Option<EventStatus>)>>) -> Vec<PublicEvent> {
        let mut changes = Vec::new();
        for (seat, now) in self.shown().iter() {
            let Some((status, event_status)) = *now else { continue };
            let known = before[seat];
            let usual = known.is_some_and(|(_, known)| known.is_none()) && event_status == Some(EventStatus::Active);
            let same = known.is_some_and(|(known, _)| known == status);
            if known != *now && !(usual && same) {
                changes.push(PublicEvent::SeatStatusChanged {
                    seat: seat.number(),
                    status: wire::status(status),
                    event_status,
                });
            }
        }
        changes
    }

    /// Begins a hand by the director's plan.
    fn start(&mut self, deal: &EventDeal, setup: &EventSetup) -> Result<HandPlan, Refusal> {
        let seat = |number: u8| {
            SeatIx::from_number(number).ok_or_else(|| Refusal::Broken(format!("there is no seat {number}")))
        };
        let plays = |(_, status): &&(u8, EventStatus)| *status != EventStatus::Waiting;
        let dealt: Vec<u8> = deal.statuses.iter().filter(plays).map(|(seat, _)| *seat).collect();
        let dealt = set_in(&dealt);
        let here = self.seats.seats().filter(|(_, taken)| !taken.stack.is_zero());
        let here: SeatSet = here.map(|(seat, _)| seat).collect();
        let positions = Positions {
            button: seat(deal.button)?,
            small_blind: seat(deal.small_blind)?,
            big_blind: seat(deal.big_blind)?,
            // After a crash in particular, players may have arrived since the director planned this hand: they wait for
            // the next one.
            waiting: here.difference(dealt),
            heads_up: deal.heads_up,
        };
        let game = if deal.game == self.game_level && deal.hand > 1 {
            Arc::clone(&self.game)
        } else {
            Arc::new(setup.structure.table_game(deal.game))
        };
        let terms = HandTerms {
            game: &game,
            unit: setup.structure.terms(deal.level).unit,
            tabling: if deal.held { Tabling::OnRelease } else { Tabling::AtOnce },
            dead: set_in(&deal.dead),
            dark_bets: setup.structure.dark_bets == DarkBets::On,
        };
        let plan = self.seats.start_hand_at(positions, &terms)?;
        (self.level, self.game_level, self.game) = (deal.level, deal.game, game);
        self.statuses = BySeat::default();
        for (number, status) in &deal.statuses {
            self.statuses[seat(*number)?] = Some(*status);
        }
        self.absent = SeatSet::EMPTY;
        self.outcome = None;
        Ok(plan)
    }

    /// Ends the running hand.
    pub(super) fn finish(
        &mut self,
        stacks: Vec<(SeatIx, Chips)>,
        pots: Vec<PotResult>,
        killed: Vec<(SeatIx, Chips)>,
    ) -> Result<(), TableRuleError> {
        self.seats.finish_hand(&stacks)?;
        self.outcome = Some(Outcome::Done {
            stacks,
            pots,
            split: false,
            killed,
        });
        Ok(())
    }

    /// Voids the running hand.
    pub(super) fn void(&mut self) -> Result<(), TableRuleError> {
        self.seats.void_hand()?;
        self.outcome = Some(Outcome::Voided);
        Ok(())
    }
}

/// The status of a seat in a hand, as it is sent.
pub const fn status_out(status: HandStatus) -> EventStatus {
    match status {
        HandStatus::Active => EventStatus::Active,
        HandStatus::Disconnected => EventStatus::Disconnected,
        HandStatus::Absent => EventStatus::Absent,
        HandStatus::Penalised => EventStatus::Penalised,
        HandStatus::Waiting => EventStatus::Waiting,
    }
}

fn set_in(seats: &[u8]) -> SeatSet {
    seats.iter().filter_map(|number| SeatIx::from_number(*number)).collect()
}

impl Table {
    /// Position of the current game in the table's program.
    pub(crate) fn game_index(&self) -> u16 {
        match (&self.law, &self.setup.event) {
            (Law::Event(law), Some(event)) => {
                u16::try_from(event.structure.game_index(law.game_level)).unwrap_or_default()
            }
            _ => self.mix.game(),
        }
    }

    /// The table as clients see it.
    pub(crate) fn info(&self) -> TableInfo {
        let mut info = self.setup.info(self.id, self.game_index(), &self.law.structure());
        let level = self.law.event().map(|law| law.level);
        info.tournament = level.and_then(|level| self.setup.event_info(level));
        info
    }

    /// The tournament that the running hand belongs to, for the history.
    pub(super) fn event_record(&self) -> Option<EventRecord> {
        let (law, event) = (self.law.event()?, self.setup.event.as_ref()?);
        let heads = law
            .seats
            .seats()
            .filter_map(|(seat, _)| Some((seat.number(), law.bounty(seat)?)));
        Some(event_record(event, law.level, heads.collect()))
    }

    fn event_setup(&self) -> Result<Arc<EventSetup>, Refusal> {
        let event = self.setup.event.as_ref();
        event
            .map(Arc::clone)
            .ok_or_else(|| Refusal::Broken("the table is no event's".to_owned()))
    }

    /// `true` if the seating already is what the director wants, apart from the seats of the running hand.
    pub(crate) fn is_arranged(&self, seats: &[Arranged]) -> bool {
        let Law::Event(law) = &self.law else { return true };
        let playing = law.seats.hand().map_or(SeatSet::EMPTY, |plan| plan.dealt);
        let fits = |arranged: &Arranged| {
            let seat = SeatIx::from_number(arranged.seat);
            let taken = seat.and_then(|seat| Some((seat, law.seats.seat(seat)?)));
            taken.is_some_and(|(seat, taken)| {
                let same = account_of_info(&arranged.player).is_ok_and(|account| player_id(account) == taken.player);
                let stack = taken.stack.get() == arranged.stack || playing.contains(seat);
                same && stack && law.bounties[seat].get() == arranged.bounty
            })
        };
        let wanted: SeatSet = seats
            .iter()
            .filter_map(|arranged| SeatIx::from_number(arranged.seat))
            .collect();
        let stays = |(seat, _): (SeatIx, &TournamentSeat)| wanted.contains(seat) || playing.contains(seat);
        seats.iter().all(fits) && law.seats.seats().all(stays)
    }

    /// Sets the seating to what the director wants. Seats of the running hand stay as they are.
    pub(super) fn arrange(&mut self, seats: &[Arranged], moved: &[u8]) -> Result<Applied, Refusal> {
        let mut wanted: BySeat<Option<&Arranged>> = BySeat::default();
        for arranged in seats {
            let seat = SeatIx::from_number(arranged.seat);
            let seat = seat.ok_or_else(|| Refusal::Broken(format!("there is no seat {}", arranged.seat)))?;
            wanted[seat] = Some(arranged);
        }
        let before = self.law.event_mut()?.clone();
        let (seq, people) = (self.seq, self.people.clone());
        let arranged = self.arrange_all(&wanted, set_in(moved));
        if arranged.is_err() {
            self.law = Law::Event(Box::new(before));
            (self.seq, self.people) = (seq, people);
        }
        arranged
    }

    fn arrange_all(&mut self, wanted: &BySeat<Option<&Arranged>>, moved: SeatSet) -> Result<Applied, Refusal> {
        let mut applied = Applied::default();
        let law = self.law.event_mut()?;
        let playing = law.seats.hand().map_or(SeatSet::EMPTY, |plan| plan.dealt);
        let mut teller = EventLog::new(&mut self.seq);
        // Players who leave make room for those who arrive.
        let taken: Vec<(SeatIx, TournamentSeat)> = law.seats.seats().map(|(seat, taken)| (seat, *taken)).collect();
        for (seat, taken) in taken {
            let stays = wanted[seat].is_some_and(|arranged| {
                account_of_info(&arranged.player).is_ok_and(|account| player_id(account) == taken.player)
            });
            if stays || playing.contains(seat) {
                continue;
            }
            let gone = law.seats.stand(seat)?;
            law.statuses[seat] = None;
            law.absent.remove(seat);
            law.bounties[seat] = Chips::ZERO;
            law.banks.remove(&gone.player);
            teller.tell(&PublicEvent::PlayerLeft {
                seat: seat.number(),
                stack: wire::chips(gone.stack),
                moved: moved.contains(seat),
            });
        }
        for (seat, arranged) in wanted.iter() {
            let Some(arranged) = arranged else { continue };
            let player = player_id(account_of_info(&arranged.player)?);
            let stack = Chips::try_new(arranged.stack)
                .ok_or_else(|| Refusal::Broken("more chips than there can be".to_owned()))?;
            let bounty = Chips::try_new(arranged.bounty).unwrap_or_default();
            let bounty = std::mem::replace(&mut law.bounties[seat], bounty) != bounty;
            match law.seats.seat(seat).copied() {
                Some(taken) if taken.player == player => {
                    if taken.stack != stack && !playing.contains(seat) {
                        law.seats.set_stack(seat, stack)?;
                        teller.tell(&PublicEvent::StackSet {
                            seat: seat.number(),
                            stack: wire::chips(stack),
                        });
                    }
                    if bounty {
                        teller.tell(&PublicEvent::BountySet {
                            seat: seat.number(),
                            bounty: wire::chips(law.bounties[seat]),
                        });
                    }
                }
                _ => {
                    law.seats.sit(seat, player, stack)?;
                    if let Some(bank) = arranged.bank_ms {
                        law.banks.insert(player, bank);
                    }
                    self.people.insert(player, Arc::new(arranged.player.clone()));
                    let status = law.status(seat).unwrap_or(SeatStatus::Active);
                    teller.tell(&PublicEvent::PlayerSat {
                        seat: seat.number(),
                        player: arranged.player.clone(),
                        stack: wire::chips(stack),
                        status: wire::status(status),
                        moved: arranged.moved,
                        event_status: None,
                        bounty: law.bounty(seat),
                    });
                }
            }
        }
        applied.told = teller.finish();
        Ok(applied)
    }

    /// Deals the hand that the director begins.
    pub(super) fn deal_event(
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
    pub(super) fn start_event(
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
    pub(super) fn release(&mut self, step: HandStep, hand: u64) -> Result<Applied, Refusal> {
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
    pub(super) fn kill(&mut self, step: HandStep, command: &Command) -> Result<Applied, Refusal> {
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
    pub(super) fn call_time(&mut self, by: Option<&PlayerInfo>) -> Result<Applied, Refusal> {
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
    pub(super) fn extend_time(&mut self, seat: u8) -> Result<Applied, Refusal> {
        let asked = self.asked().ok_or(Refusal::NoChange)?;
        if !asked.seats.iter().any(|deciding| deciding.number() == seat) {
            return Err(Refusal::NoChange);
        }
        Ok(self.tell_one(&PublicEvent::TimeExtended { seat }))
    }

    /// Splits each pot of the running hand equally among its live hands.
    pub(super) fn split(&mut self, step: HandStep, hand: u64) -> Result<Applied, Refusal> {
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

#[cfg(test)]
mod tests {
    use poker_engine::table::PlayerId;
    use poker_engine::tournament::TableNo;
    use poker_engine::tournament::structure::shipped;
    use poker_store::TableId;

    use super::*;

    /// The director plans a hand and then seats another player; after a crash, the table gets the two orders the other
    /// way round.
    #[test]
    fn a_player_who_comes_behind_the_deal_waits_for_the_next_hand() {
        let structure = shipped::find("sit-and-go").expect("it is shipped");
        let setup = EventSetup {
            watch_delay: None,
            tournament: TableId(1),
            name: poker_wire::local_name(&structure.name),
            no: TableNo(1),
            seats: 6,
            started_at: None,
            structure: std::sync::Arc::clone(structure),
            private: false,
            invitation: None,
        };
        let mut law = EventTable::new(&setup);
        for number in [1, 2, 3, 5] {
            let seat = SeatIx::from_number(number).unwrap();
            law.seats.sit(seat, PlayerId(number.into()), Chips::new(1_500)).unwrap();
        }
        let deal = EventDeal {
            hand: 1,
            level: 1,
            game: 1,
            button: 1,
            small_blind: 2,
            big_blind: 3,
            statuses: [1, 2, 3].map(|seat| (seat, EventStatus::Active)).to_vec(),
            ..EventDeal::default()
        };
        let plan = law.start(&deal, &setup).unwrap();
        assert_eq!(plan.dealt, set_in(&[1, 2, 3]));
        assert_eq!(plan.waiting, set_in(&[5]));
    }
}
