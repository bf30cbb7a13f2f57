//! The table as the lobby shows it, and the players in its seats.

use poker_engine::SeatIx;
use poker_engine::table::SeatStatus;
use poker_protocol::v1::table::TableSummary;
use poker_store::AccountId;
use poker_wire::{self as wire, Mirror};

use super::mail::TableStatus;
use super::viewers::Viewers;
use crate::state::players::account_of;
use crate::state::table::Table;

/// The status for the lobby.
pub(super) fn status(table: &Table, viewers: &Viewers) -> TableStatus {
    let taken = table.law.occupied();
    let people = taken
        .iter()
        .filter_map(|seat| Some(account_of(table.law.seat(seat)?.player)));
    let seated: Vec<AccountId> = people.collect();
    let bots = seated.iter().filter(|account| table.is_bot(**account)).count();
    let is_away = |seat: &SeatIx| {
        let sits_out = matches!(
            table.law.status(*seat),
            Some(SeatStatus::SittingOut | SeatStatus::Busted | SeatStatus::Leaving)
        );
        let player = table.law.seat(*seat).map(|taken| account_of(taken.player));
        sits_out || player.is_none_or(|account| !viewers.is_online(account))
    };
    let away = taken.iter().filter(is_away).count();
    let offered = table.law.cash().map(|law| law.state().reserved.iter());
    let offered = offered
        .into_iter()
        .flatten()
        .filter_map(|(_, player)| player.map(account_of));
    let waiting = table.law.wait_list().iter().map(|player| account_of(*player));
    let requests = table.hosting.rules().requests.iter();
    let requests = requests.filter_map(|asked| asked.player.id.parse().ok());
    TableStatus {
        summary: TableSummary {
            info: table.info(),
            taken: taken.to_wire(),
            bots: u8::try_from(bots).unwrap_or(u8::MAX),
            away: u8::try_from(away).unwrap_or(u8::MAX),
            waiting: u16::try_from(table.law.wait_list().len()).unwrap_or(u16::MAX),
            hands: table.hands,
            hands_left: table.mix.hands_left(),
            average_pot: wire::chips(table.average_pot()),
        },
        seated: seated.iter().copied().chain(offered).collect(),
        in_line: waiting.chain(requests).collect(),
        bots_asked: if table.closed { 0 } else { table.hosting.rules().bots },
        is_on_break: table.is_held() && table.held_until().is_some(),
        game: table.game_index(),
    }
}

/// The taken seats with their accounts.
pub(super) fn people(table: &Table) -> Vec<(u8, AccountId)> {
    let account = |seat: SeatIx| Some((seat.number(), account_of(table.law.seat(seat)?.player)));
    table.law.occupied().iter().filter_map(account).collect()
}
