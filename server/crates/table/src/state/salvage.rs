//! Ownership of the chips of a table that cannot be opened, from the last recorded stacks and the ledger.

use std::collections::BTreeMap;

use poker_engine::Chips;
use poker_owner::rows::from_json;
use poker_protocol::v1::PublicEvent;
use poker_protocol::v1::event::SeatAmount;
use serde_json::Value;

use poker_store::{AccountId, JournalRow, StepKind};
use poker_wire as wire;

/// The last recorded stacks between two hands. A running hand changes nothing. Rows may be missing.
pub fn stacks_told(rows: &[JournalRow]) -> Vec<(AccountId, Chips)> {
    let mut seats: BTreeMap<u64, (AccountId, Chips)> = BTreeMap::new();
    for row in rows {
        if row.kind == StepKind::Snapshot {
            seats = snapshot_seats(&row.command);
            continue;
        }
        for event in from_json::<Vec<Value>>(&row.events).unwrap_or_default() {
            match serde_json::from_value(event) {
                Ok(PublicEvent::PlayerSat {
                    seat, player, stack, ..
                }) => {
                    if let Ok(account) = player.id.parse() {
                        seats.insert(seat.into(), (account, wire::chips_in(stack)));
                    }
                }
                Ok(PublicEvent::PlayerLeft { seat, .. }) => {
                    seats.remove(&seat.into());
                }
                Ok(PublicEvent::ChipsAdded { seat, stack, .. } | PublicEvent::StackSet { seat, stack }) => {
                    let amount = stack;
                    set(&mut seats, &[SeatAmount { seat, amount }]);
                }
                Ok(PublicEvent::HandCompleted { stacks, .. } | PublicEvent::HandVoided { stacks, .. }) => {
                    set(&mut seats, &stacks);
                }
                _ => {}
            }
        }
    }
    seats.into_values().collect()
}

fn set(seats: &mut BTreeMap<u64, (AccountId, Chips)>, stacks: &[SeatAmount]) {
    for told in stacks {
        if let Some((_, stack)) = seats.get_mut(&told.seat.into()) {
            *stack = wire::chips_in(told.amount);
        }
    }
}

/// The seats in a snapshot of any version: the fields needed here have never been renamed.
fn snapshot_seats(row: &[u8]) -> BTreeMap<u64, (AccountId, Chips)> {
    let row: Value = from_json(row).unwrap_or_default();
    let seat = |seat: &Value| {
        let account = seat["player"]["id"].as_str()?.parse().ok()?;
        let stack = seat["stack"].as_u64().and_then(Chips::try_new)?;
        Some((seat["at"].as_u64()?, (account, stack)))
    };
    let seats = row["seats"].as_array().into_iter().flatten();
    seats.filter_map(seat).collect()
}

/// Divides the chips in a table's escrow: each seat gets its stack, and chips that belong to no seat (a kitty, a pot
/// that was carried over) go to all in proportion. If the stacks cannot be right, because they exceed the escrow or no
/// player is known, every player gets a share in proportion to the chips brought and not taken away. The shares add up
/// to the escrow, unless no chips were ever brought.
pub fn shares(escrow: Chips, told: &[(AccountId, Chips)], brought: &[(AccountId, Chips)]) -> Vec<(AccountId, Chips)> {
    let total = |of: &[(AccountId, Chips)]| of.iter().map(|(_, chips)| u128::from(chips.get())).sum::<u128>();
    let there = u128::from(escrow.get());
    let fits = total(told) > 0 && total(told) <= there;
    let (owners, mut left) = if fits {
        (told, there - total(told))
    } else {
        (brought, there)
    };
    let weight = total(owners);
    if weight == 0 {
        return Vec::new();
    }
    let rest = left;
    let mut shares: Vec<(AccountId, u128)> = Vec::with_capacity(owners.len());
    for (account, chips) in owners {
        let chips = u128::from(chips.get());
        let part = rest * chips / weight;
        left -= part;
        shares.push((*account, part + if fits { chips } else { 0 }));
    }
    // Odd chips go to the first seats, one each.
    for (_, share) in &mut shares {
        let odd = left.min(1);
        *share += odd;
        left -= odd;
    }
    let chips = |share: u128| u64::try_from(share).ok().and_then(Chips::try_new).unwrap_or_default();
    let shares = shares.into_iter().map(|(account, share)| (account, chips(share)));
    shares.filter(|(_, share)| !share.is_zero()).collect()
}

#[cfg(test)]
mod tests {
    use uuid::Uuid;

    use super::*;

    fn of(amounts: &[u64]) -> Vec<(AccountId, Chips)> {
        let accounts = (1..).map(|number| AccountId(Uuid::from_u128(number)));
        accounts.zip(amounts.iter().copied().map(Chips::new)).collect()
    }

    #[test]
    fn shares_add_up_to_the_escrow() {
        for (escrow, told, brought, expected) in [
            (300, &[100, 200][..], &[250, 50][..], &[100, 200][..]),
            // A kitty of 7.
            (307, &[100, 200], &[250, 57], &[103, 204]),
            // Impossible stacks, and none at all.
            (300, &[100, 900], &[200, 100], &[200, 100]),
            (301, &[], &[100, 100, 100], &[101, 100, 100]),
            (0, &[], &[100], &[]),
            (5, &[], &[], &[]),
        ] {
            assert_eq!(
                shares(Chips::new(escrow), &of(told), &of(brought)),
                of(expected),
                "{escrow} {told:?}"
            );
        }
    }
}
