//! Values of actions in the director's words.

use poker_engine::Chips;
use poker_engine::tournament::director::{self, PlayerNo};
use poker_protocol::v1::tournament::HandBust;
use poker_protocol::v1::{self, HandNo};

use crate::command::{BadCommand, chips_in};

/// Returns a hand's number at its table. No table plays more hands than fit.
pub(super) fn hand_in(hand: HandNo) -> u32 {
    u32::try_from(hand.get()).unwrap_or(u32::MAX)
}

pub(super) fn shares_of(shares: &[(u32, v1::Chips)]) -> Vec<(u32, u64)> {
    shares.iter().map(|(player, share)| (*player, share.get())).collect()
}

pub(super) fn stacks_of(stacks: &[(u32, v1::Chips)]) -> Result<Vec<(PlayerNo, Chips)>, BadCommand> {
    let stack = |(player, stack): &(u32, v1::Chips)| Ok((PlayerNo(*player), chips_in(stack.get())?));
    stacks.iter().map(stack).collect()
}

pub(super) fn payout_of(
    unit: Option<v1::Chips>,
    fee: (Option<v1::Chips>, Option<u8>),
    bonus: Option<v1::Chips>,
    prizes: &[v1::Chips],
) -> Result<director::Payout, BadCommand> {
    let amount = |amount: Option<v1::Chips>| chips_in(amount.unwrap_or_default().get());
    Ok(director::Payout {
        unit: unit.map(|unit| chips_in(unit.get())).transpose()?,
        fee: match fee {
            (chips, None) => director::Fee::Chips(amount(chips)?),
            (_, Some(percent)) => director::Fee::Percent(percent),
        },
        bonus: amount(bonus)?,
        prizes: prizes
            .iter()
            .map(|prize| chips_in(prize.get()))
            .collect::<Result<_, _>>()?,
    })
}

pub(super) fn busts_of(busts: &[HandBust]) -> Result<Vec<director::HandBust>, BadCommand> {
    let bust = |bust: &HandBust| {
        Ok(director::HandBust {
            player: PlayerNo(bust.player),
            stack: bust.stack.map(|stack| chips_in(stack.get())).transpose()?,
            by: bust.by.iter().copied().map(PlayerNo).collect(),
        })
    };
    busts.iter().map(bust).collect()
}
