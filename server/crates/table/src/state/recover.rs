//! Recovery of a table from its journal: replay from the last snapshot, with every step checked against the recorded
//! events.
//!
//! Steps written by this very program must be reproduced byte for byte. Those of another one, such as an older version,
//! are followed as far as possible, see `older.rs`.
//!
//! A hand whose replay differs from what its players saw cannot be trusted, and is voided: every stack is as before it.
//! If it was over, it stands as its players saw it. Anything else that happened at the table is kept either way.

use std::collections::BTreeSet;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use poker_engine::table::SitOut;
use poker_engine::tournament::director::PotResult;
use poker_engine::{Chips, SeatIx, SeatSet};
use poker_owner::rows::{BadRow, from_json};
use poker_protocol::v1::PublicEvent;
use poker_protocol::v1::event::SeatAmount;
use poker_protocol::v1::table::PotState;
use poker_store::{JournalRow, StepKind, StoredTable};
use poker_wire as wire;
use serde_json::value::RawValue;

use super::applied::Refusal;
use super::backlog::Backlog;
use super::command::{Command, FORMAT, TableOrder};
use super::event_log::{NumberedEvent, public_array};
use super::hosting::NextGame;
use super::law::Law;
use super::table::Table;
use super::{older, snapshot};
use crate::setup::config::TableSetup;

/// A table recovered from its journal.
#[derive(Debug)]
pub struct Recovered {
    /// The table, at the exact decision at which it stopped.
    pub table: Table,
    /// The table's latest events.
    pub backlog: Backlog,
    /// The epoch under which its owner writes.
    pub epoch: u64,
    /// Number of its last step.
    pub last_step: u64,
    /// Steps since the last snapshot.
    pub rows: u64,
    /// `true` if the running hand cannot be trusted, and must be voided before anything else.
    pub must_void: bool,
}

/// Reasons why a table cannot be recovered. Its seats and chips are not what the journal says, so play must not go on.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Damage {
    /// Steps are missing.
    #[error("step {expected} is missing, step {found} follows")]
    Gap {
        /// Number of the step expected.
        expected: u64,
        /// Number of the step found.
        found: u64,
    },
    /// A step cannot be parsed.
    #[error("step {step}: {error}")]
    Row {
        /// Number of the step.
        step: u64,
        /// The parse error.
        error: BadRow,
    },
    /// A step has a format that this version does not know.
    #[error("step {step} has format {format}")]
    Format {
        /// Number of the step.
        step: u64,
        /// The format it was written in.
        format: u16,
    },
    /// A command that was once accepted is now refused.
    #[error("step {step} is refused now: {refusal}")]
    Refused {
        /// Number of the step.
        step: u64,
        /// The reason for the refusal.
        refusal: Refusal,
    },
    /// The replay of a step gives different events.
    #[error("step {step} gives different events than before")]
    Diverged {
        /// Number of the step.
        step: u64,
    },
    /// A step makes the table panic.
    #[error("step {step} cannot be carried out")]
    Panicked {
        /// Number of the step.
        step: u64,
    },
    /// The chips at the table differ from those in its escrow.
    #[error("{chips} chips are at the table, {escrow} in its escrow")]
    Escrow {
        /// Chips at the table.
        chips: Chips,
        /// Chips in the escrow account of the ledger.
        escrow: Chips,
    },
}

/// A fault in one row, with the hand that it belongs to.
struct Fault {
    damage: Damage,
    hand: Option<u64>,
}

/// Recovers a table from its journal.
///
/// # Errors
/// If anything other than a hand cannot be trusted.
pub fn recover(stored: &StoredTable, setup: &Arc<TableSetup>) -> Result<Recovered, Damage> {
    let mut distrusted: BTreeSet<u64> = BTreeSet::new();
    let (table, backlog) = loop {
        match replay(stored, setup, &distrusted) {
            Ok(replayed) => break replayed,
            Err(Fault { damage, hand }) => {
                // Each attempt distrusts one more hand, and there are finitely many.
                let Some(hand) = hand.filter(|hand| distrusted.insert(*hand)) else {
                    return Err(damage);
                };
                tracing::error!(table = %stored.id, hand, %damage, "the hand cannot be replayed");
            }
        }
    };
    let chips = table.chips();
    if chips != stored.escrow {
        let escrow = stored.escrow;
        return Err(Damage::Escrow { chips, escrow });
    }
    let must_void = table.law.hand().is_some() && table.play.is_none();
    let rows = u64::try_from(stored.tail.len()).unwrap_or(u64::MAX);
    Ok(Recovered {
        table,
        backlog,
        epoch: stored.epoch,
        last_step: stored.last_step,
        rows,
        must_void,
    })
}

fn replay(
    stored: &StoredTable,
    setup: &Arc<TableSetup>,
    distrusted: &BTreeSet<u64>,
) -> Result<(Table, Backlog), Fault> {
    let mut rows = &stored.tail[..];
    let mut table = match rows.split_first() {
        Some((first, rest)) if first.kind == StepKind::Snapshot => {
            rows = rest;
            read_snapshot(stored, setup, first)?
        }
        _ => Table::new(stored.id, Arc::clone(setup)),
    };
    let as_told = older::hands_to_follow(rows);
    let mut ring = Backlog::default();
    let count = u64::try_from(rows.len()).unwrap_or(u64::MAX);
    let before = stored.last_step.saturating_sub(count);
    for (number, row) in (1..).zip(rows) {
        let (step, expected) = (row.step, before.saturating_add(number));
        if step != expected {
            let damage = Damage::Gap { expected, found: step };
            return Err(Fault { damage, hand: None });
        }
        let hand = row.hand_no;
        let fault = |damage| Fault { damage, hand };
        check_format(row).map_err(fault)?;
        let recorded: Vec<Box<RawValue>> = from_json(&row.events)
            .map_err(|error| Damage::Row { step, error })
            .map_err(|damage| Fault { damage, hand: None })?;
        let told = if hand.is_some_and(|hand| distrusted.contains(&hand) || as_told.contains(&hand)) {
            // Only the sealed part of a hand's row may be unreadable; the public part is needed.
            let order = TableOrder::decode_open(&row.command).map_err(|error| Damage::Row { step, error });
            let order = order.map_err(|damage| Fault { damage, hand: None })?;
            follow_record(&mut table, &order, &recorded)
                .map_err(|refusal| Damage::Refused { step, refusal })
                .map_err(|damage| Fault { damage, hand: None })?
        } else {
            let order = TableOrder::decode(&row.command, row.secret.as_deref());
            let order = order.map_err(|error| fault(Damage::Row { step, error }))?;
            if older::is_own(row) {
                redo(&mut table, &order, row).map_err(fault)?
            } else {
                let (told, is_whole) = redo_older(&mut table, &order, row, &recorded).map_err(fault)?;
                if !is_whole {
                    // Private parts cannot be numbered reliably here, so viewers get snapshots instead.
                    ring = Backlog::default();
                    continue;
                }
                told
            }
        };
        ring.extend(told);
        ring.trim(table.seq());
    }
    Ok((table, ring))
}

fn read_snapshot(stored: &StoredTable, setup: &Arc<TableSetup>, row: &JournalRow) -> Result<Table, Fault> {
    let step = row.step;
    check_format(row)
        .and_then(|()| {
            let table = snapshot::decode(stored.id, Arc::clone(setup), &row.command);
            table.map_err(|error| Damage::Row { step, error })
        })
        .map_err(|damage| Fault { damage, hand: None })
}

const fn check_format(row: &JournalRow) -> Result<(), Damage> {
    let (step, format) = (row.step, row.format);
    if format <= FORMAT {
        Ok(())
    } else {
        Err(Damage::Format { step, format })
    }
}

/// Carries a command out again.
fn carry_out(table: &mut Table, order: &TableOrder, row: &JournalRow) -> Result<Vec<NumberedEvent>, Damage> {
    let step = row.step;
    if row.first_seq != table.seq() + 1 {
        return Err(Damage::Diverged { step });
    }
    // After a panic the table is dropped, and the replay starts over without this hand.
    let applied = catch_unwind(AssertUnwindSafe(|| table.apply(order)));
    let applied = applied.map_err(|_| Damage::Panicked { step })?;
    let applied = applied.map_err(|refusal| Damage::Refused { step, refusal })?;
    Ok(applied.told)
}

/// Carries a command out again, and checks that the events are the recorded ones.
fn redo(table: &mut Table, order: &TableOrder, row: &JournalRow) -> Result<Vec<NumberedEvent>, Damage> {
    let told = carry_out(table, order, row)?;
    if public_array(&told) != row.events {
        return Err(Damage::Diverged { step: row.step });
    }
    Ok(told)
}

/// Carries out a command of another program again; in a hand, the events must not contradict the recorded ones. The
/// flag is `true` if the numbers of the events are the recorded ones too.
fn redo_older(
    table: &mut Table,
    order: &TableOrder,
    row: &JournalRow,
    recorded: &[Box<RawValue>],
) -> Result<(Vec<NumberedEvent>, bool), Damage> {
    let told = carry_out(table, order, row)?;
    let agrees = older::agrees(recorded, &told);
    if !agrees {
        if row.kind == StepKind::Hand {
            return Err(Damage::Diverged { step: row.step });
        }
        tracing::warn!(table = %table.id, step = row.step, "an older version emitted different events for this step");
    }
    if agrees && recorded.len() == told.len() {
        return Ok((as_recorded(told, recorded), true));
    }
    older::renumber(table, row.first_seq, recorded);
    Ok((Vec::new(), false))
}

/// Gives the events their recorded text, keeping the private parts.
fn as_recorded(mut told: Vec<NumberedEvent>, recorded: &[Box<RawValue>]) -> Vec<NumberedEvent> {
    for (told, recorded) in told.iter_mut().zip(recorded) {
        told.public = recorded.get().into();
    }
    told
}

/// Applies the recorded public effects of a distrusted hand's row to the table, and nothing about its cards.
fn follow_record(
    table: &mut Table,
    order: &TableOrder,
    recorded: &[Box<RawValue>],
) -> Result<Vec<NumberedEvent>, Refusal> {
    match &order.command {
        Command::Deal { draw, draw_cards, .. } => {
            table.start_hand(*draw, draw_cards)?;
            table.hand_no += 1;
            table.note_dealt();
            table.picks.hand_began();
            table.play = None;
            table.answers.begin_hand(table.hand_no);
        }
        Command::DealEvent { deal, banks, .. } => {
            table.start_event(deal, banks)?;
            table.hand_no = deal.hand;
            table.play = None;
            table.answers.begin_hand(table.hand_no);
        }
        Command::TimeOut { seat, absent: true } => {
            let player = SeatIx::from_number(*seat).and_then(|seat| Some(table.law.seat(seat)?.player));
            if let (Some(player), Law::Cash(law)) = (player, &mut table.law) {
                // As at the time: a player who already sits out or leaves keeps that status.
                let _ = law.sit_out(player, SitOut::NextHand);
            }
        }
        Command::Act { seat, back: true, .. } => {
            let seat = SeatIx::from_number(*seat);
            if let (Some(seat), Law::Cash(law)) = (seat, &mut table.law)
                && let Some(taken) = law.seat(seat)
            {
                let _ = law.sit_in(taken.player, taken.entry);
            }
        }
        _ => {}
    }
    let mut told = Vec::with_capacity(recorded.len());
    // One and the same command feeds the kitty and completes the hand.
    let mut kitty = Chips::ZERO;
    for event in recorded {
        let happened = serde_json::from_str(event.get());
        let begins_hand = matches!(happened, Ok(PublicEvent::HandStarted { .. }));
        match happened {
            Ok(PublicEvent::KittyTaken { amount }) => kitty = wire::chips_in(amount),
            Ok(PublicEvent::HandCompleted { stacks, .. }) => {
                // The winning hands are unknown now, but the resulting stacks are on record.
                finish_as_told(table, stacks_in(&stacks), kitty, recorded)?;
                table.hands += 1;
            }
            Ok(PublicEvent::LedgerChanged {
                lines,
                correction,
                corrections,
            }) => {
                let correction = correction.map(|correction| *correction);
                table.book.follow_told(lines, correction, corrections);
            }
            Ok(PublicEvent::HandVoided { .. }) => {
                let events = match &mut table.law {
                    Law::Cash(law) => law.void_hand()?,
                    Law::Event(law) => {
                        law.void()?;
                        Vec::new()
                    }
                };
                table.follow_spare(&events);
                table.do_agreed(NextGame::Same);
            }
            _ => {}
        }
        table.seq += 1;
        told.push(NumberedEvent {
            seq: table.seq,
            begins_hand,
            // It was told when it happened.
            goes_ahead: false,
            public: event.get().into(),
            private: Vec::new(),
        });
    }
    if let Some(by) = &order.by {
        let last = told.last().map(|told| told.seq);
        table.answers.keep(by, None, table.hand_no, (None, last));
    }
    table.forget_people();
    Ok(told)
}

/// Ends a hand as recorded.
fn finish_as_told(
    table: &mut Table,
    stacks: Vec<(SeatIx, Chips)>,
    kitty: Chips,
    recorded: &[Box<RawValue>],
) -> Result<(), Refusal> {
    match &mut table.law {
        Law::Event(law) => law.finish(stacks, pots_told(recorded), Vec::new())?,
        Law::Cash(law) => {
            if recorded.iter().any(|event| begins_roodles(event)) {
                law.start_roodles()?;
            }
            let (events, changed) = table.finish_hand(&stacks, kitty)?;
            table.follow_spare(&events);
            table.do_agreed(NextGame::of(changed.is_some()));
        }
    }
    Ok(())
}

/// The pots of a hand as recorded by the step that ended it, each with the seats that contended and those that won a
/// part.
fn pots_told(recorded: &[Box<RawValue>]) -> Vec<PotResult> {
    let mut pots: Vec<PotResult> = Vec::new();
    for event in recorded {
        match serde_json::from_str(event.get()) {
            Ok(PublicEvent::PotsFormed { pots: formed }) => {
                let seats = |seats: &[u8]| seats.iter().filter_map(|seat| SeatIx::from_number(*seat)).collect();
                let pot = |pot: &PotState| PotResult {
                    eligible: seats(&pot.seats),
                    winners: SeatSet::EMPTY,
                };
                pots = formed.iter().map(pot).collect();
            }
            Ok(PublicEvent::PotAwarded { pot, shares, .. }) => {
                let won = shares.iter().filter(|share| share.amount.get() > 0);
                let won: SeatSet = won.filter_map(|share| SeatIx::from_number(share.seat)).collect();
                let index = usize::from(pot);
                if pots.len() <= index {
                    pots.resize(
                        index + 1,
                        PotResult {
                            eligible: won,
                            winners: won,
                        },
                    );
                }
                pots[index].winners = pots[index].winners.union(won);
            }
            _ => {}
        }
    }
    pots
}

fn begins_roodles(event: &RawValue) -> bool {
    matches!(
        serde_json::from_str(event.get()),
        Ok(PublicEvent::RoodlesStarted { .. })
    )
}

fn stacks_in(stacks: &[SeatAmount]) -> Vec<(SeatIx, Chips)> {
    let stack = |stack: &SeatAmount| Some((SeatIx::from_number(stack.seat)?, wire::chips_in(stack.amount)));
    stacks.iter().filter_map(stack).collect()
}
