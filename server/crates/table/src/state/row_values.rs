//! Values of rows in the engine's types, for snapshots of either kind of table.

use std::collections::BTreeSet;

use poker_engine::table::PlayerId;
use poker_engine::{Chips, SeatIx};
use poker_owner::rows::BadRow;

use super::players::{account_of, player_id};

pub(super) fn read_seat(number: u8) -> Result<SeatIx, BadRow> {
    SeatIx::from_number(number).ok_or_else(|| BadRow(format!("there is no seat {number}")))
}

pub(super) fn read_chips(amount: u64) -> Result<Chips, BadRow> {
    Chips::try_new(amount).ok_or_else(|| BadRow(format!("{amount} chips")))
}

pub(super) fn read_player(account: &str) -> Result<PlayerId, BadRow> {
    let account = account.parse();
    account.map(player_id).map_err(|_| BadRow("not an account".to_owned()))
}

pub(super) fn write_players(players: &BTreeSet<PlayerId>) -> Vec<String> {
    players.iter().map(|player| account_of(*player).to_string()).collect()
}

pub(super) fn read_players(accounts: &[String]) -> Result<BTreeSet<PlayerId>, BadRow> {
    accounts.iter().map(|account| read_player(account)).collect()
}
