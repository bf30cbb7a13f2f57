//! The world heals, and everything that was begun has to end.

use poker_protocol::v1::tournament::TournamentPhase;
use poker_store::TableId;
use poker_table::core::supervise::Ended;

use super::{Event, House, World};
use crate::sim::hall::{Hall, Stage as HallStage};
use crate::sim::room::{Room, Stage};

impl World {
    /// No more faults.
    pub(super) fn heal(&mut self) {
        self.healed = true;
        self.plan = self.plan.healed();
        self.store.free();
        let is_broken = |house: &House| {
            let over = |room: &Room| matches!(&room.stage, Stage::Over(ended) if *ended != Ended::Closed);
            let is_lost =
                |(id, hall): (&TableId, &Hall)| hall.stage == HallStage::Over && !self.store.owners[id].closed;
            house.draining || house.rooms.values().any(over) || house.halls.iter().any(is_lost)
        };
        if self.store.has_stopped() || self.house.as_ref().is_some_and(is_broken) {
            self.crash();
        }
        self.agenda.retain(|_, event| {
            !matches!(
                event,
                Event::Crash | Event::Die | Event::Drain | Event::Cut | Event::Fill | Event::Stop | Event::Steal
            )
        });
        for index in 0..self.players.len() {
            self.players[index].slow = false;
        }
        // Hosts and operators who stopped play let it go on, and everybody leaves.
        self.let_go_on();
    }

    /// Play goes on where a host has paused it, and everybody stands up once the hand is over.
    fn let_go_on(&mut self) {
        for index in 0..self.players.len() {
            let Some(conn) = self.players[index].conn else { continue };
            for heard in self.heard.clone() {
                if let Some(sent) = self.players[index].part(&heard) {
                    self.send(conn, sent);
                }
            }
        }
    }

    /// `true` once no hand runs, no seat is taken and every request has its answer.
    pub(super) fn is_at_rest(&mut self) -> bool {
        if self.tally.events.is_multiple_of(64) {
            self.let_go_on();
        }
        self.unrest().is_empty()
    }

    /// Names something that has not ended; empty if everything has.
    pub(super) fn unrest(&self) -> String {
        let Some(house) = &self.house else {
            return "the process does not run".to_owned();
        };
        for (id, room) in &house.rooms {
            match (&room.stage, room.table.core()) {
                (Stage::Over(Ended::Closed), _) => {}
                (Stage::Plays, Some(core)) => {
                    if core.table().running().is_some() {
                        return format!("hand {} of table {id} runs", core.table().hand_no());
                    }
                    if room.setup.event.is_none() && !core.status().seated.is_empty() {
                        return format!("a player still sits at table {id}");
                    }
                }
                (stage, _) => return format!("table {id} is {stage:?}"),
            }
        }
        for (id, hall) in &house.halls {
            match hall.stage {
                HallStage::Over => {}
                HallStage::Plays => {
                    let phase = hall.core.tournament().summary().phase;
                    if !matches!(
                        phase,
                        TournamentPhase::Registering | TournamentPhase::Completed | TournamentPhase::Cancelled
                    ) {
                        return format!("tournament {id} is {phase:?}");
                    }
                    let summary = hall.core.tournament().summary();
                    if summary.waiting.is_some_and(|waiting| waiting > 0) && summary.entries < summary.entries_max {
                        return format!("a place of tournament {id} is free, and a player waits for one");
                    }
                }
                stage => return format!("tournament {id} is {stage:?}"),
            }
        }
        if self.store.has_queued() {
            return "steps wait for the disk".to_owned();
        }
        for player in &self.players {
            if player.conn.is_none() {
                return format!("{} has no connection", player.info.name);
            }
            if let Some(entered) = player.entering.first() {
                return format!(
                    "{} of {} has no answer: {:?}",
                    entered.id, player.info.name, entered.asked
                );
            }
            if let Some(sent) = player.open.first() {
                return format!("{} of {} has no answer: {:?}", sent.id, player.info.name, sent.request);
            }
        }
        if self.in_flight.values().any(|waiting| !waiting.is_empty()) {
            return "messages are not read".to_owned();
        }
        String::new()
    }

    /// Everything that must hold at the end.
    pub(super) fn settle_accounts(&mut self) {
        self.laws.check_store(&self.store);
        let tables: Vec<TableId> = self
            .house
            .iter()
            .flat_map(|house| house.rooms.keys().copied())
            .collect();
        for id in tables {
            self.check_room(id);
        }
    }
}
