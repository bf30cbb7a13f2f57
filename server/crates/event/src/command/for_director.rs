//! A row as a command of the director.

use poker_engine::tournament::TableNo;
use poker_engine::tournament::director::{self, PlayerNo, PotResult};
use poker_engine::{Chips, SeatIx, SeatSet};
use poker_store::AccountId;

use super::super::acts;
use super::{BadCommand, Command, chips_in, presence_in, rung_in, seat_in, terms_in};

impl Command {
    /// Returns the director's command for it, `None` if it is not for the director. `number` maps an account to its player.
    ///
    /// # Errors
    /// If a player, seat or word is unknown.
    pub(crate) fn for_director(
        &self,
        number: impl Fn(AccountId) -> Option<PlayerNo>,
    ) -> Result<Option<director::Command>, BadCommand> {
        use director::Command as To;
        let player = |account: &AccountId| number(*account).ok_or(BadCommand::Player);
        Ok(Some(match self {
            Self::Postpone { .. }
            | Self::GiveSeat { .. }
            | Self::Wait { .. }
            | Self::LeaveWaitlist { .. }
            | Self::PassOver { .. }
            | Self::ProposeDeal { .. }
            | Self::OfferDeal {}
            | Self::AnswerDeal { .. }
            | Self::EndDeal { .. } => {
                return Ok(None);
            }
            Self::Floor {
                role, reason, action, ..
            } => return acts::for_director(action, *role, reason),
            Self::Ticket { .. } => return Ok(None),
            Self::Tick {} => To::Tick,
            Self::Register { .. } | Self::Admit { .. } => To::Register,
            Self::Unregister { account } => To::Unregister(player(account)?),
            Self::Start {} => To::Start,
            Self::ReEnter { account } => To::ReEnter(player(account)?),
            Self::Rebuy { account } => To::Rebuy(player(account)?),
            Self::DeclineRebuy { account } => To::DeclineRebuy(player(account)?),
            Self::AddOn { account } => To::AddOn(player(account)?),
            Self::Deal { table } => To::Deal(TableNo(*table)),
            Self::HandHeld { table } => To::HandHeld(TableNo(*table)),
            Self::HandDone {
                table,
                stacks,
                pots,
                split,
                killed,
                ..
            } => {
                let (table, stacks, pots) = (TableNo(*table), stacks_in(stacks)?, pots_in(pots)?);
                let forfeits = stacks_in(killed)?;
                match split {
                    None => To::HandDone {
                        table,
                        stacks,
                        pots,
                        forfeits,
                    },
                    Some(ruling) => To::SplitHand {
                        table,
                        stacks,
                        pots,
                        forfeits,
                        ruling: ruling.read(),
                    },
                }
            }
            Self::VoidHand { table, ruling } => To::VoidHand(TableNo(*table), ruling.read()),
            Self::StopTable { table, ruling, .. } => To::StopTable(TableNo(*table), ruling.read()),
            Self::ResumeTable { table, ruling } => To::resume_table(TableNo(*table), ruling.read()),
            Self::SetPresence { player, presence } => To::SetPresence(PlayerNo(*player), presence_in(*presence)),
            Self::Withdraw { account } => To::Withdraw(player(account)?),
            Self::Disqualify { player, ruling } => To::disqualify(PlayerNo(*player), ruling.read()),
            Self::Penalise {
                player,
                fault,
                rung,
                count,
                ruling,
            } => To::penalise(PlayerNo(*player), fault.clone(), rung_in(*rung), *count, ruling.read()),
            Self::Pause { ruling } => To::pause(ruling.read()),
            Self::Resume { ruling } => To::resume(ruling.read()),
            Self::Move { player, table, ruling } => To::move_player(PlayerNo(*player), TableNo(*table), ruling.read()),
            Self::BreakOrder { order, ruling } => {
                To::break_order(order.iter().copied().map(TableNo).collect(), ruling.read())
            }
            Self::StartHandForHand { ruling } => To::start_hand_for_hand(ruling.read()),
            Self::StopHandForHand { ruling } => To::stop_hand_for_hand(ruling.read()),
            Self::MakeDeal {
                terms,
                shares,
                keep,
                ruling,
            } => To::make_deal(terms_in(*terms, shares)?, chips_in(*keep)?, ruling.read()),
            Self::Cancel { ruling } => To::cancel(ruling.read()),
            Self::Rule { rule, tool, ruling } => To::rule(rule.clone(), tool.clone(), ruling.read()),
        }))
    }
}

fn stacks_in(stacks: &[(u8, u64)]) -> Result<Vec<(SeatIx, Chips)>, BadCommand> {
    let stack = |(seat, stack): &(u8, u64)| Ok((seat_in(*seat)?, chips_in(*stack)?));
    stacks.iter().map(stack).collect()
}

fn pots_in(pots: &[(Vec<u8>, Vec<u8>)]) -> Result<Vec<PotResult>, BadCommand> {
    let seats = |seats: &[u8]| seats.iter().map(|seat| seat_in(*seat)).collect::<Result<SeatSet, _>>();
    let pot = |(eligible, winners): &(Vec<u8>, Vec<u8>)| {
        Ok(PotResult {
            eligible: seats(eligible)?,
            winners: seats(winners)?,
        })
    };
    pots.iter().map(pot).collect()
}
