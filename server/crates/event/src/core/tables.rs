//! The tables of the event: orders to them and reports from them.

use std::collections::BTreeSet;

use poker_engine::SeatSet;
use poker_engine::table::TournamentTable;
use poker_engine::tournament::TableNo;
use poker_engine::tournament::director::{Deal, Phase, PlayerNo, Presence, Refusal};
use poker_owner::{Entropy, Now};
use poker_store::{AccountId, TableId};
use poker_table::core::direct::{Direct, Report, Stage, TimeBank};
use poker_table::state::event::{Arranged, EventDeal, status_out};
use poker_wire::Mirror;
use poker_wire::tournament::ToWire as _;

use super::{Core, Effects, Outputs, Slot};
use crate::command::{Command, RulingRow};
use crate::state::Refused;
use crate::state::travel::Brought;
use tokio_tungstenite::tungstenite::Utf8Bytes;

/// Maximum number of characters kept of the reason a table is out of play.
const REASON_CHARS: usize = 500;

impl Core {
    /// Deals the next hand to a table that waits for it, if the director allows.
    pub(super) fn deal(&mut self, no: TableNo, now: Now, entropy: &mut dyn Entropy, out: &mut Outputs) {
        let waits = self
            .slots
            .get(&no)
            .is_some_and(|slot| slot.ready && slot.running.is_none());
        if !waits || !self.tournament.director.may_deal_at(no) {
            return;
        }
        self.note_presence(no, now, entropy, out);
        match self.commit(Command::Deal { table: no.0 }, None, now, entropy, out) {
            Ok(()) => {}
            // The clock has something due first. It comes now; then the table is tried again.
            Err(Refused::Director(Refusal::ClockDue)) => {
                self.due.insert(no);
            }
            Err(refused) => {
                tracing::warn!(tournament = %self.tournament.id(), table = no.0, %refused, "no hand is dealt");
            }
        }
    }

    /// Records who is present as a hand is dealt, by the table's report. A player who counts as absent stays so until coming back.
    fn note_presence(&mut self, no: TableNo, now: Now, entropy: &mut dyn Entropy, out: &mut Outputs) {
        let Some(report) = self.slots.get(&no).and_then(|slot| slot.report.as_ref()) else {
            return;
        };
        let (online, absent) = (report.online, report.absent);
        let Some(law) = self.tournament.director.table(no) else {
            return;
        };
        let players = law.seats().filter_map(|(seat, taken)| {
            let number = PlayerNo(u32::try_from(taken.player.0).ok()?);
            let presence = self.tournament.director.player(number)?.presence;
            let now = match presence {
                Presence::Absent => Presence::Absent,
                _ if absent.contains(seat) => Presence::Absent,
                _ if online.contains(seat) => Presence::Active,
                _ => Presence::Disconnected,
            };
            (now != presence).then_some((number, now))
        });
        let changes: Vec<(PlayerNo, Presence)> = players.collect();
        for (number, presence) in changes {
            let presence = presence.to_wire();
            let player = number.0;
            // A player who left meanwhile has no presence.
            let _ = self.commit(Command::SetPresence { player, presence }, None, now, entropy, out);
        }
    }

    /// Takes a table's report on its state.
    pub(super) fn report(
        &mut self,
        no: TableNo,
        generation: u32,
        mut report: Report,
        now: Now,
        entropy: &mut dyn Entropy,
        out: &mut Outputs,
    ) {
        // A player who has left, or entered again, has another bank by now.
        let here: BTreeSet<AccountId> = self.accounts_at(no).collect();
        report.banks.retain(|(account, _)| here.contains(account));
        self.banks.extend(report.banks.iter().copied());
        let Some(slot) = self.slots.get_mut(&no).filter(|slot| slot.generation == generation) else {
            return;
        };
        let deal = self.tournament.director.running_deal(no);
        let running = deal.as_ref().map(|deal| u64::from(deal.hand));
        let level = deal.map_or(0, |deal| deal.level);
        let is_anew = report.loaded || slot.report.is_none();
        if is_anew {
            slot.told = None;
            slot.hurries = false;
            slot.dealt = report.hand;
            slot.running = matches!(report.stage, Stage::Running | Stage::Held).then_some(report.hand);
        }
        if is_anew {
            // Its counts so far were noted already, or belong to an earlier run.
            slot.paced = report.paces.iter().copied().collect();
        }
        slot.ready = report.ready;
        let (hand, stage, nuts) = (report.hand, report.stage.clone(), report.nuts);
        let banks = report.banks.clone();
        slot.report = Some(report);
        let command = match stage {
            _ if running != Some(hand) => None,
            Stage::Done {
                stacks,
                pots,
                split,
                killed,
            } => {
                slot.running = None;
                let wish = self.tournament.book.wish(no, hand).filter(|_| split);
                let ruling = wish.map(|wish| wish.ruling.clone());
                let paces = self.paces_at(no, hand);
                let nuts = nuts.and_then(|account| self.tournament.player_of(account));
                let banks = self.changed_banks(level, &banks);
                Some(Command::hand_done(
                    no,
                    &stacks,
                    &pots,
                    (ruling, &killed),
                    paces,
                    nuts,
                    banks,
                ))
            }
            Stage::Voided => {
                slot.running = None;
                let wish = self.tournament.book.wish(no, hand);
                let ruling = wish.map(|wish| wish.ruling.clone());
                let ruling = ruling.unwrap_or_else(|| RulingRow::of_server("the table met a fault"));
                Some(Command::VoidHand { table: no.0, ruling })
            }
            Stage::Held if !self.tournament.director.holds(no) => Some(Command::HandHeld { table: no.0 }),
            Stage::Held | Stage::Running | Stage::Idle => None,
        };
        if let Some(command) = command
            && let Err(refused) = self.commit(command, None, now, entropy, out)
        {
            tracing::error!(tournament = %self.tournament.id(), table = no.0, hand, %refused, "the director refused the result of a hand");
        }
        if is_anew {
            let mut effects = Effects::default();
            self.direct_table(no, SeatSet::EMPTY, &mut effects);
            if let Some(hand) = self.slots.get(&no).and_then(|slot| slot.running) {
                let kills = self.tournament.director.kills(no);
                let kills = kills.map(|(seat, why)| (no, Direct::Kill(hand, seat.number(), why)));
                effects.directs.extend(kills);
            }
            let floor = self.floor_directs(no).into_iter();
            effects.directs.extend(floor.map(|direct| (no, direct)));
            self.park(effects);
        }
        if self.tournament.away.has_stopped() {
            // Without hands, nothing else checks who is present.
            self.note_presence(no, now, entropy, out);
        }
        self.due.insert(no);
    }

    /// The time banks with the time gained up to `level` that differ from those on record, by the numbers of their players.
    /// A player who arrived during a hand of that level may have one that was not dealt a hand at it.
    fn changed_banks(&self, level: u16, banks: &[(AccountId, TimeBank)]) -> Vec<(u32, u32)> {
        let of_level = banks.iter().filter(|(_, bank)| bank.level == level);
        let known = of_level.filter_map(|(account, bank)| Some((self.tournament.player_of(*account)?, bank.left_ms)));
        let changed = known.filter(|(player, left_ms)| self.tournament.bank(*player) != Some(*left_ms));
        changed.map(|(player, left_ms)| (player.0, left_ms)).collect()
    }

    /// Takes a table out of play: its hand is void, and an official decides what becomes of its players.
    pub(super) fn lose_table(
        &mut self,
        no: TableNo,
        generation: u32,
        why: &str,
        now: Now,
        entropy: &mut dyn Entropy,
        out: &mut Outputs,
    ) {
        let Some(slot) = self.slots.get_mut(&no).filter(|slot| slot.generation == generation) else {
            return;
        };
        *slot = Slot {
            generation,
            seats: slot.seats,
            is_lost: true,
            ..Slot::default()
        };
        let stop = Command::StopTable {
            table: no.0,
            ruling: RulingRow::of_server("the table is out of play"),
            why: why.chars().take(REASON_CHARS).collect(),
        };
        // The event may be over, or may know it already.
        let _ = self.commit(stop, None, now, entropy, out);
    }

    /// Notes that a table of the event was opened, and notifies its players of its address.
    pub(super) fn opened(&mut self, no: TableNo, generation: u32, table: TableId, now: Now) {
        if self.slots.get(&no).is_none_or(|slot| slot.generation != generation) {
            return;
        }
        self.known.insert(no, table);
        let Some(law) = self.tournament.director.table(no) else {
            return;
        };
        let players: Vec<PlayerNo> = players_at(law).collect();
        let accounts = self.tell_players(players.into_iter(), now);
        self.park(Effects {
            accounts,
            ..Effects::default()
        });
    }

    /// Builds the private status of each of `players`.
    fn tell_players(&mut self, players: impl Iterator<Item = PlayerNo>, now: Now) -> Vec<(AccountId, Utf8Bytes)> {
        let at = self.time(now);
        let told = players.filter_map(|number| {
            let account = self.tournament.entrant(number)?.account?;
            let moved = self.tournament.has_arrived(number);
            Some((account, self.you_frame(account, at, moved)))
        });
        told.collect()
    }

    /// Returns the accounts seated at a table.
    pub fn accounts_at(&self, no: TableNo) -> impl Iterator<Item = AccountId> + '_ {
        let players = self.tournament.director.table(no).into_iter().flat_map(players_at);
        players.filter_map(|number| self.tournament.entrant(number)?.account)
    }

    /// Sends a table the orders that bring it in line with the director. `left` are the seats whose players moved to another table.
    pub(super) fn direct_table(&mut self, no: TableNo, left: SeatSet, effects: &mut Effects) {
        let seats = self.arranged(no);
        let deal = self.tournament.director.running_deal(no);
        let Some(slot) = self.slots.get_mut(&no).filter(|slot| slot.report.is_some()) else {
            return;
        };
        let mut direct = |direct| effects.directs.push((no, direct));
        let wanted = deal.as_ref().map(|deal| u64::from(deal.hand));
        if let Some(stray) = slot.running.take_if(|hand| Some(*hand) != wanted) {
            direct(Direct::Void(stray));
        }
        if slot.told.as_ref() != Some(&seats) {
            // The former seating is unknown for a reloaded table that has dealt.
            let known = slot.told.take().or_else(|| (slot.dealt == 0).then(Vec::new));
            let is_new = |one: &&Arranged| {
                let sat = known.iter().flatten().any(|other| other.player.id == one.player.id);
                known.is_some() && !sat
            };
            let accounts = seats.iter().filter(is_new).map(|one| one.player.id.parse());
            effects.seated.extend(accounts.flatten().map(|account| (no, account)));
            direct(Direct::Arrange {
                seats: seats.clone(),
                moved: left.to_wire(),
            });
            slot.told = Some(seats);
        }
        if let Some(deal) = deal.filter(|deal| u64::from(deal.hand) > slot.dealt) {
            let deal = event_deal(&deal);
            (slot.dealt, slot.running, slot.ready) = (deal.hand, Some(deal.hand), false);
            direct(Direct::Deal(Box::new(deal)));
        }
    }

    /// Returns the seats of a table as the director has them.
    pub(super) fn arranged(&self, no: TableNo) -> Vec<Arranged> {
        let Some(law) = self.tournament.director.table(no) else {
            return Vec::new();
        };
        let mut seats = Vec::new();
        for (seat, taken) in law.seats() {
            let number = PlayerNo(u32::try_from(taken.player.0).unwrap_or_default());
            let entrant = self.tournament.entrant(number);
            let player = self.tournament.director.player(number);
            if let (Some(entrant), Some(player)) = (entrant, player) {
                let brought = self.tournament.brought(number);
                let moved = brought.is_some_and(|brought| brought.moved);
                // A time bank may have changed since the last hand whose end was reported.
                let bank = entrant.account.and_then(|account| self.banks.get(&account).copied());
                let brought = brought.map(|brought| match bank {
                    Some(TimeBank { left_ms, level }) if moved => Brought {
                        bank_ms: Some(left_ms),
                        level,
                        moved,
                    },
                    _ => brought,
                });
                seats.push(Arranged {
                    seat: seat.number(),
                    player: entrant.info.clone(),
                    stack: taken.stack.get(),
                    bank_ms: brought.filter(|_| moved).and_then(|brought| brought.bank_ms),
                    bank_level: brought.map_or(0, |brought| brought.level),
                    bounty: player.head.get(),
                    moved,
                });
            }
        }
        seats
    }

    /// Notes whether only bots play.
    pub(super) fn look_for_people(&mut self) {
        let plays = self.tournament.director.phase() == Phase::Running;
        self.hurries = plays && !self.tournament.has_people();
    }

    /// Makes tables skip pauses while only bots play.
    pub(super) fn hurry_tables(&mut self) {
        let hurries = self.hurries;
        let known = self.slots.iter_mut().filter(|(_, slot)| slot.report.is_some());
        let differ = known.filter(|(_, slot)| slot.hurries != hurries);
        let directs: Vec<_> = differ
            .map(|(no, slot)| {
                slot.hurries = hurries;
                (*no, Direct::Hurry(hurries))
            })
            .collect();
        if !directs.is_empty() {
            self.park(Effects {
                directs,
                ..Effects::default()
            });
        }
    }
}

/// Players seated at a table.
fn players_at(law: &TournamentTable) -> impl Iterator<Item = PlayerNo> + '_ {
    law.seats()
        .filter_map(|(_, taken)| u32::try_from(taken.player.0).ok().map(PlayerNo))
}

/// Builds the order to deal a hand.
fn event_deal(deal: &Deal) -> EventDeal {
    let positions = deal.plan.positions;
    let seat = |of: fn(&poker_engine::table::Positions) -> poker_engine::SeatIx| {
        positions.as_ref().map_or(0, |positions| of(positions).number())
    };
    let setup = &deal.plan.setup;
    EventDeal {
        hand: u64::from(deal.hand),
        level: deal.level,
        game: deal.game,
        button: seat(|positions| positions.button),
        small_blind: seat(|positions| positions.small_blind),
        big_blind: seat(|positions| positions.big_blind),
        waiting: positions.map_or_else(Vec::new, |positions| positions.waiting.to_wire()),
        heads_up: positions.is_some_and(|positions| positions.heads_up),
        dead: setup
            .players
            .iter()
            .filter(|player| player.dead)
            .map(|player| player.seat.number())
            .collect(),
        held: setup.rules.tabling == poker_engine::setup::Tabling::OnRelease,
        statuses: deal
            .seats
            .iter()
            .map(|dealt| (dealt.seat.number(), status_out(dealt.status)))
            .collect(),
    }
}
