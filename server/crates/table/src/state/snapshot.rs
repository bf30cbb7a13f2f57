//! The snapshot row: a table between two hands, so that recovery need not replay the table's whole life.

use std::collections::BTreeMap;
use std::sync::Arc;

use poker_engine::table::{
    CashTable, Entry, FreeStacks, LastBlinds, Mix, OwedBlinds, Pick, PlayerId, Positions, Presence, Progress, Roodles,
    SeatState, Standing, TableState, Turnover,
};
use poker_engine::{BySeat, Chips, SeatIx, SeatSet};
use poker_owner::rows::BadRow;
use poker_protocol::v1::{PlayerInfo, client};
use poker_store::TableId;
use poker_wire::Mirror;
use serde::{Deserialize, Serialize};

use super::answers::Answers;
use super::book::Book;
use super::event_snapshot;
use super::hosting::Hosting;
use super::hosts::hosted;
use super::law::Law;
use super::own_pauses::OwnPauses;
use super::pick::PickTurns;
use super::players::account_of;
use super::recent_pots::RecentPots;
use super::row_values::{read_chips, read_player, read_players, read_seat, write_players};
use super::spare::Spare;
use super::table::Table;
use crate::setup::config::TableSetup;

/// A table between two hands. Its settings are not repeated.
#[derive(Debug, Serialize, Deserialize)]
struct Row {
    hand_no: u64,
    hands: u64,
    seq: u64,
    pots: RecentPots,
    paused: bool,
    #[serde(default)]
    closing_announced: bool,
    seats: Vec<Seat>,
    #[serde(default)]
    reserved: Vec<Reserved>,
    #[serde(default)]
    wait_list: Vec<PlayerInfo>,
    #[serde(default)]
    left_with: Vec<LeftWith>,
    last_button: Option<u8>,
    last_blinds: Option<Blinds>,
    /// Text, because JSON readers handle at most 64 bits.
    bought_in: String,
    taken_away: String,
    /// Chips carried over to the next pot.
    #[serde(default)]
    carried: u64,
    /// Chips in the kitty.
    #[serde(default)]
    kitty: u64,
    /// Free stacks that are left.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    free_stacks: Vec<FreeStacksRow>,
    /// Chips set aside for free stacks, by account.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    spare: Vec<LeftWith>,
    /// The ledger, at a table with chips of its own.
    #[serde(default, skip_serializing_if = "Book::is_empty")]
    book: Book,
    /// Accounts muted and accounts sent away by the host.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    muted: Vec<String>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    removed: Vec<String>,
    #[serde(default, skip_serializing_if = "Hosting::is_default")]
    hosting: Hosting,
    /// Pauses of players.
    #[serde(default, skip_serializing_if = "OwnPauses::is_empty")]
    own_pauses: OwnPauses,
    /// Consecutive hands that no player opened.
    #[serde(default)]
    passed_out: u32,
    /// The orbit at doubled stakes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    roodles: Option<RoodlesRow>,
    /// Hands played since the last bomb pot.
    #[serde(default, skip_serializing_if = "is_none_yet")]
    since_bomb_pot: u16,
    #[serde(default)]
    seats_drawn: bool,
    /// Left out for tables with a single game.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    mix: Option<MixRow>,
    answers: Answers,
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
const fn is_none_yet(hands: &u16) -> bool {
    *hands == 0
}

/// An orbit at doubled stakes.
#[derive(Debug, Serialize, Deserialize)]
struct RoodlesRow {
    /// Seat that dealt its first hand; left out before that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    since: Option<u8>,
    /// Pots still to be played.
    #[serde(default)]
    left: u8,
}

/// A table's position in its games.
#[derive(Debug, Serialize, Deserialize)]
struct MixRow {
    game: u16,
    hands: u16,
    of: u16,
    /// Number of times that a dealer was asked for the game of the next hand.
    #[serde(default)]
    asked: u32,
    /// Seat that has picked the game of the next hand.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    dealer: Option<u8>,
}

#[derive(Debug, Serialize, Deserialize)]
struct Seat {
    at: u8,
    player: PlayerInfo,
    stack: u64,
    presence: SeatPresence,
    entry: client::Entry,
    /// `None` for a newcomer.
    owes: Option<Owes>,
    busted_hands: u32,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    straddles: bool,
}

#[derive(Debug, Serialize, Deserialize)]
struct Owes {
    small: bool,
    big: bool,
}

#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum SeatPresence {
    In,
    InUntilBigBlind,
    InUntilOrbit,
    Out,
}

#[derive(Debug, Serialize, Deserialize)]
struct Reserved {
    seat: u8,
    account: String,
}

#[derive(Debug, Serialize, Deserialize)]
struct FreeStacksRow {
    account: String,
    size: u64,
    left: u8,
    out: bool,
}

#[derive(Debug, Serialize, Deserialize)]
struct LeftWith {
    account: String,
    stack: u64,
}

#[derive(Debug, Serialize, Deserialize)]
struct Blinds {
    button: u8,
    small_blind: u8,
    big_blind: u8,
    waiting: Vec<u8>,
    heads_up: bool,
    player: String,
}

/// The bytes of the row.
///
/// # Panics
/// If a hand is running.
pub fn encode(table: &Table) -> Vec<u8> {
    let law = match &table.law {
        Law::Event(law) => return event_snapshot::encode(table, law),
        Law::Cash(law) => law.state(),
    };
    assert!(law.hand.is_none(), "a snapshot is taken between two hands");
    let info = |player: &PlayerId| PlayerInfo::clone(&table.people[player]);
    let seats = law
        .seats
        .iter()
        .filter_map(|(seat, taken)| Some((seat, taken.as_ref()?)));
    let row = Row {
        hand_no: table.hand_no,
        hands: table.hands,
        seq: table.seq,
        pots: table.pots.clone(),
        paused: table.paused,
        closing_announced: table.closing_announced,
        seats: seats
            .map(|(seat, taken)| write_seat(seat, taken, info(&taken.player)))
            .collect(),
        reserved: law
            .reserved
            .iter()
            .filter_map(|(seat, player)| Some(write_reserved(seat, (*player)?)))
            .collect(),
        wait_list: law.wait_list.iter().map(info).collect(),
        left_with: law
            .left_with
            .iter()
            .map(|(player, stack)| write_left(*player, *stack))
            .collect(),
        last_button: law.last_button.map(SeatIx::number),
        last_blinds: law.last_blinds.as_ref().map(write_blinds),
        bought_in: law.bought_in.to_string(),
        taken_away: law.taken_away.to_string(),
        carried: law.carried.get(),
        kitty: law.kitty.get(),
        free_stacks: law.free_stacks.iter().map(write_free_stacks).collect(),
        spare: table
            .spare
            .iter()
            .map(|(player, chips)| write_left(player, chips))
            .collect(),
        book: table.book.clone(),
        muted: write_players(&table.muted),
        removed: write_players(&table.removed),
        hosting: table.hosting.clone(),
        own_pauses: table.own_pauses.clone(),
        passed_out: law.passed_out,
        since_bomb_pot: law.since_bomb_pot,
        roodles: law.roodles.map(write_roodles),
        seats_drawn: law.seats_drawn,
        mix: Some(write_mix(table.mix.progress(), table.picks.asked())),
        answers: table.answers.clone(),
    };
    poker_owner::rows::json(&row)
}

/// Restores the table from a row.
///
/// # Errors
/// If the bytes are not a row, or no table with these settings can be in such a state.
pub fn decode(id: TableId, setup: Arc<TableSetup>, bytes: &[u8]) -> Result<Table, BadRow> {
    if let Some(event) = setup.event.clone() {
        return event_snapshot::decode(id, setup, &event, bytes);
    }
    let row: Row = poker_owner::rows::from_json(bytes)?;
    let setup = match &row.hosting.played_for {
        Some(stakes) => Arc::new(setup.with_stakes(stakes).map_err(|error| BadRow(error.to_string()))?),
        None => setup,
    };
    let setup = hosted(&setup, &row.hosting.hosts);
    let mut people: BTreeMap<PlayerId, Arc<PlayerInfo>> = BTreeMap::new();
    let mut meet = |info: &PlayerInfo| -> Result<PlayerId, BadRow> {
        let player = read_player(&info.id)?;
        people.insert(player, Arc::new(info.clone()));
        Ok(player)
    };
    let mut seats: BySeat<Option<SeatState>> = BySeat::default();
    for taken in &row.seats {
        seats[read_seat(taken.at)?] = Some(read_taken(taken, meet(&taken.player)?)?);
    }
    let mut reserved: BySeat<Option<PlayerId>> = BySeat::default();
    for kept in &row.reserved {
        reserved[read_seat(kept.seat)?] = Some(read_player(&kept.account)?);
    }
    let program = Arc::clone(&setup.program);
    let mix = match &row.mix {
        Some(row) => Mix::restored(program, read_mix(row)?).map_err(|error| BadRow(error.to_string()))?,
        None => Mix::new(program),
    };
    let left = |left: &LeftWith| Ok((read_player(&left.account)?, read_chips(left.stack)?));
    let spare: Vec<(PlayerId, Chips)> = row.spare.iter().map(left).collect::<Result<_, BadRow>>()?;
    let state = TableState {
        config: setup.law.clone(),
        game: mix.table_game().clone(),
        seats,
        reserved,
        wait_list: row.wait_list.iter().map(&mut meet).collect::<Result<_, _>>()?,
        left_with: row.left_with.iter().map(left).collect::<Result<_, BadRow>>()?,
        last_button: row.last_button.map(read_seat).transpose()?,
        last_blinds: row.last_blinds.as_ref().map(read_blinds).transpose()?,
        carried: read_chips(row.carried)?,
        kitty: read_chips(row.kitty)?,
        free_stacks: row.free_stacks.iter().map(read_free_stacks).collect::<Result<_, _>>()?,
        passed_out: row.passed_out,
        since_bomb_pot: row.since_bomb_pot,
        roodles: row.roodles.as_ref().map(read_roodles).transpose()?,
        seats_drawn: row.seats_drawn,
        hand: None,
        bought_in: read_total(&row.bought_in)?,
        taken_away: read_total(&row.taken_away)?,
    };
    let law = CashTable::from_state(state).map_err(|error| BadRow(error.to_string()))?;
    Ok(Table {
        id,
        setup,
        law: Law::Cash(Box::new(law)),
        spare: Spare::restored(spare),
        book: row.book,
        muted: read_players(&row.muted)?,
        removed: read_players(&row.removed)?,
        hosting: row.hosting,
        own_pauses: row.own_pauses,
        mix,
        picks: PickTurns::restored(row.mix.as_ref().map_or(0, |row| row.asked)),
        people,
        play: None,
        hand_no: row.hand_no,
        hands: row.hands,
        seq: row.seq,
        pots: row.pots,
        paused: row.paused,
        closing_announced: row.closing_announced,
        closed: false,
        answers: row.answers,
    })
}

fn write_seat(seat: SeatIx, taken: &SeatState, player: PlayerInfo) -> Seat {
    Seat {
        at: seat.number(),
        player,
        stack: taken.stack.get(),
        presence: match taken.presence {
            Presence::In => SeatPresence::In,
            Presence::InUntilBigBlind => SeatPresence::InUntilBigBlind,
            Presence::InUntilOrbit => SeatPresence::InUntilOrbit,
            Presence::Out => SeatPresence::Out,
        },
        entry: match taken.entry {
            Entry::WaitForBigBlind => client::Entry::Wait,
            Entry::Post => client::Entry::Post,
        },
        owes: match taken.standing {
            Standing::Newcomer => None,
            Standing::Regular { owes } => Some(Owes {
                small: owes.small,
                big: owes.big,
            }),
        },
        busted_hands: taken.busted_hands,
        straddles: taken.straddles,
    }
}

fn read_taken(row: &Seat, player: PlayerId) -> Result<SeatState, BadRow> {
    Ok(SeatState {
        player,
        stack: read_chips(row.stack)?,
        presence: match row.presence {
            SeatPresence::In => Presence::In,
            SeatPresence::InUntilBigBlind => Presence::InUntilBigBlind,
            SeatPresence::InUntilOrbit => Presence::InUntilOrbit,
            SeatPresence::Out => Presence::Out,
        },
        entry: match row.entry {
            client::Entry::Wait => Entry::WaitForBigBlind,
            client::Entry::Post => Entry::Post,
        },
        standing: match &row.owes {
            None => Standing::Newcomer,
            Some(Owes { small, big }) => Standing::Regular {
                owes: OwedBlinds {
                    small: *small,
                    big: *big,
                },
            },
        },
        leaving: false,
        rebuy: Chips::ZERO,
        busted_hands: row.busted_hands,
        straddles: row.straddles,
    })
}

fn write_roodles(roodles: Roodles) -> RoodlesRow {
    let (since, left) = match roodles {
        Roodles::Due => (None, 0),
        Roodles::Since { dealer, left } => (Some(dealer.number()), left),
    };
    RoodlesRow { since, left }
}

fn read_roodles(row: &RoodlesRow) -> Result<Roodles, BadRow> {
    let since = row.since.map(read_seat).transpose()?;
    let left = row.left;
    Ok(since.map_or(Roodles::Due, |dealer| Roodles::Since { dealer, left }))
}

/// # Panics
/// While a dealer's pick is open.
fn write_mix(progress: &Progress, asked: u32) -> MixRow {
    let Turnover { game, hands, of } = progress.turnover;
    let dealer = match &progress.pick {
        Pick::Due => None,
        Pick::Made { dealer } => Some(dealer.number()),
        Pick::Open(_) => panic!("a snapshot is taken while no dealer is asked"),
    };
    MixRow {
        game,
        hands,
        of,
        asked,
        dealer,
    }
}

fn read_mix(row: &MixRow) -> Result<Progress, BadRow> {
    let MixRow {
        game,
        hands,
        of,
        dealer,
        ..
    } = *row;
    let dealer = dealer.map(read_seat).transpose()?;
    Ok(Progress {
        turnover: Turnover { game, hands, of },
        pick: dealer.map_or(Pick::Due, |dealer| Pick::Made { dealer }),
    })
}

fn write_reserved(seat: SeatIx, player: PlayerId) -> Reserved {
    Reserved {
        seat: seat.number(),
        account: account_of(player).to_string(),
    }
}

fn write_free_stacks((player, stacks): (&PlayerId, &FreeStacks)) -> FreeStacksRow {
    FreeStacksRow {
        account: account_of(*player).to_string(),
        size: stacks.size.get(),
        left: stacks.left,
        out: stacks.is_out,
    }
}

fn read_free_stacks(row: &FreeStacksRow) -> Result<(PlayerId, FreeStacks), BadRow> {
    let stacks = FreeStacks {
        size: read_chips(row.size)?,
        left: row.left,
        is_out: row.out,
    };
    Ok((read_player(&row.account)?, stacks))
}

fn write_left(player: PlayerId, stack: Chips) -> LeftWith {
    LeftWith {
        account: account_of(player).to_string(),
        stack: stack.get(),
    }
}

fn write_blinds(last: &LastBlinds) -> Blinds {
    let positions = last.positions;
    Blinds {
        button: positions.button.number(),
        small_blind: positions.small_blind.number(),
        big_blind: positions.big_blind.number(),
        waiting: positions.waiting.to_wire(),
        heads_up: positions.heads_up,
        player: account_of(last.big_blind).to_string(),
    }
}

fn read_blinds(row: &Blinds) -> Result<LastBlinds, BadRow> {
    let waiting: Result<SeatSet, BadRow> = row.waiting.iter().map(|seat| read_seat(*seat)).collect();
    Ok(LastBlinds {
        positions: Positions {
            button: read_seat(row.button)?,
            small_blind: read_seat(row.small_blind)?,
            big_blind: read_seat(row.big_blind)?,
            waiting: waiting?,
            heads_up: row.heads_up,
        },
        big_blind: read_player(&row.player)?,
    })
}

fn read_total(text: &str) -> Result<u128, BadRow> {
    text.parse().map_err(|_| BadRow(format!("{text} chips")))
}
