//! The snapshot row of a tournament table, between two hands.

use std::collections::BTreeMap;
use std::sync::Arc;

use poker_engine::table::{Mix, PlayerId, TournamentSeat, TournamentTable};
use poker_engine::tournament::director::PotResult;
use poker_engine::{BySeat, Chips, SeatIx, SeatSet};
use poker_owner::rows::{BadRow, from_json, json};
use poker_protocol::v1::PlayerInfo;
use poker_protocol::v1::tournament::EventStatus;
use poker_store::TableId;
use poker_wire::Mirror;
use serde::{Deserialize, Serialize};

use super::answers::Answers;
use super::book::Book;
use super::event::{EventTable, Outcome};
use super::hosting::Hosting;
use super::law::Law;
use super::own_pauses::OwnPauses;
use super::pick::PickTurns;
use super::recent_pots::RecentPots;
use super::row_values::{read_chips, read_player, read_players, read_seat, write_players};
use super::spare::Spare;
use super::table::Table;
use crate::setup::config::TableSetup;
use crate::setup::event::EventSetup;

/// A tournament table between two hands.
#[derive(Debug, Serialize, Deserialize)]
struct Row {
    hand_no: u64,
    hands: u64,
    seq: u64,
    pots: RecentPots,
    paused: bool,
    level: u16,
    game: u16,
    carried: u64,
    passed_out: u32,
    seats: Vec<Seat>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    outcome: Option<OutcomeRow>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    muted: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    removed: Vec<String>,
    answers: Answers,
}

#[derive(Debug, Serialize, Deserialize)]
struct Seat {
    at: u8,
    player: PlayerInfo,
    stack: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    status: Option<EventStatus>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    absent: bool,
    #[serde(default)]
    bounty: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bank_ms: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    bank_level: Option<u16>,
}

/// The outcome of the last hand.
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum OutcomeRow {
    Done {
        stacks: Vec<(u8, u64)>,
        /// For each pot, the seats that contended and those that won a part.
        pots: Vec<(Vec<u8>, Vec<u8>)>,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        split: bool,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        killed: Vec<(u8, u64)>,
    },
    Voided {},
}

/// The bytes of the row.
///
/// # Panics
/// If a hand is running.
pub(super) fn encode(table: &Table, law: &EventTable) -> Vec<u8> {
    assert!(law.seats.hand().is_none(), "a snapshot is taken between two hands");
    let seat = |(seat, taken): (SeatIx, &TournamentSeat)| Seat {
        at: seat.number(),
        player: PlayerInfo::clone(&table.people[&taken.player]),
        stack: taken.stack.get(),
        status: law.statuses[seat],
        absent: law.absent.contains(seat),
        bounty: law.bounties[seat].get(),
        bank_ms: law.banks.get(&taken.player).copied(),
        bank_level: law.bank_levels.get(&taken.player).copied(),
    };
    json(&Row {
        hand_no: table.hand_no,
        hands: table.hands,
        seq: table.seq,
        pots: table.pots.clone(),
        paused: table.paused,
        level: law.level,
        game: law.game_level,
        carried: law.seats.carried().get(),
        passed_out: law.seats.passed_out(),
        seats: law.seats.seats().map(seat).collect(),
        outcome: law.outcome.as_ref().map(write_outcome),
        muted: write_players(&table.muted),
        removed: write_players(&table.removed),
        answers: table.answers.clone(),
    })
}

/// Restores the table from a row.
///
/// # Errors
/// If the bytes are not a row, or no table of this tournament can be in such a state.
pub(super) fn decode(id: TableId, setup: Arc<TableSetup>, event: &EventSetup, bytes: &[u8]) -> Result<Table, BadRow> {
    let row: Row = from_json(bytes)?;
    let mut law = EventTable::new(event);
    let mut people: BTreeMap<PlayerId, Arc<PlayerInfo>> = BTreeMap::new();
    let mut seats: BySeat<Option<TournamentSeat>> = BySeat::default();
    for taken in row.seats {
        let (seat, player) = (read_seat(taken.at)?, read_player(&taken.player.id)?);
        seats[seat] = Some(TournamentSeat {
            player,
            stack: read_chips(taken.stack)?,
            newcomer: false,
        });
        law.statuses[seat] = taken.status;
        law.bounties[seat] = read_chips(taken.bounty)?;
        law.banks.extend(taken.bank_ms.map(|bank| (player, bank)));
        law.bank_levels.extend(taken.bank_level.map(|level| (player, level)));
        if taken.absent {
            law.absent.insert(seat);
        }
        people.insert(player, Arc::new(taken.player));
    }
    let mirrored = TournamentTable::mirror(event.seats, &seats, read_chips(row.carried)?, row.passed_out);
    law.seats = mirrored.map_err(|error| BadRow(error.to_string()))?;
    (law.level, law.game_level) = (row.level, row.game);
    law.game = Arc::new(event.structure.table_game(row.game));
    law.outcome = row.outcome.as_ref().map(read_outcome).transpose()?;
    Ok(Table {
        id,
        mix: Mix::new(Arc::clone(&setup.program)),
        law: Law::Event(Box::new(law)),
        spare: Spare::default(),
        book: Book::default(),
        muted: read_players(&row.muted)?,
        removed: read_players(&row.removed)?,
        hosting: Hosting::default(),
        own_pauses: OwnPauses::default(),
        picks: PickTurns::default(),
        people,
        play: None,
        hand_no: row.hand_no,
        hands: row.hands,
        seq: row.seq,
        pots: row.pots,
        paused: row.paused,
        closing_announced: false,
        closed: false,
        answers: row.answers,
        setup,
    })
}

fn write_outcome(outcome: &Outcome) -> OutcomeRow {
    match outcome {
        Outcome::Voided => OutcomeRow::Voided {},
        Outcome::Done {
            stacks,
            pots,
            split,
            killed,
        } => OutcomeRow::Done {
            split: *split,
            stacks: write_chips(stacks),
            killed: write_chips(killed),
            pots: pots
                .iter()
                .map(|pot| (pot.eligible.to_wire(), pot.winners.to_wire()))
                .collect(),
        },
    }
}

fn write_chips(chips: &[(SeatIx, Chips)]) -> Vec<(u8, u64)> {
    chips.iter().map(|(seat, chips)| (seat.number(), chips.get())).collect()
}

fn read_all_chips(chips: &[(u8, u64)]) -> Result<Vec<(SeatIx, Chips)>, BadRow> {
    let one = |(seat, chips): &(u8, u64)| Ok((read_seat(*seat)?, read_chips(*chips)?));
    chips.iter().map(one).collect()
}

fn read_outcome(row: &OutcomeRow) -> Result<Outcome, BadRow> {
    let seats = |seats: &[u8]| {
        seats
            .iter()
            .map(|seat| read_seat(*seat))
            .collect::<Result<SeatSet, _>>()
    };
    Ok(match row {
        OutcomeRow::Voided {} => Outcome::Voided,
        OutcomeRow::Done {
            stacks,
            pots,
            split,
            killed,
        } => {
            let pot = |(eligible, winners): &(Vec<u8>, Vec<u8>)| {
                Ok(PotResult {
                    eligible: seats(eligible)?,
                    winners: seats(winners)?,
                })
            };
            Outcome::Done {
                stacks: read_all_chips(stacks)?,
                killed: read_all_chips(killed)?,
                pots: pots.iter().map(pot).collect::<Result<_, BadRow>>()?,
                split: *split,
            }
        }
    })
}
