//! A row as a command of the director.

use poker_engine::tournament::TableNo;
use poker_engine::tournament::director::{self, PlayerNo};
use poker_store::AccountId;

use super::super::acts;
use super::{BadCommand, Command, chips_in, pots_in, presence_in, rung_in, stacks_in, terms_in};

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
            Self::ResumeTable { table, ruling } => To::ResumeTable(TableNo(*table), ruling.read()),
            Self::SetPresence { player, presence } => To::SetPresence(PlayerNo(*player), presence_in(*presence)),
            Self::Withdraw { account } => To::Withdraw(player(account)?),
            Self::Disqualify { player, ruling } => To::Disqualify(PlayerNo(*player), ruling.read()),
            Self::Penalise {
                player,
                fault,
                rung,
                count,
                ruling,
            } => To::Penalise {
                player: PlayerNo(*player),
                fault: fault.clone(),
                rung: rung_in(*rung),
                count: *count,
                ruling: ruling.read(),
            },
            Self::Pause { ruling } => To::Pause(ruling.read()),
            Self::Resume { ruling } => To::Resume(ruling.read()),
            Self::Move { player, table, ruling } => To::Move {
                player: PlayerNo(*player),
                table: TableNo(*table),
                ruling: ruling.read(),
            },
            Self::BreakOrder { order, ruling } => {
                To::BreakOrder(order.iter().copied().map(TableNo).collect(), ruling.read())
            }
            Self::StartHandForHand { ruling } => To::StartHandForHand(ruling.read()),
            Self::StopHandForHand { ruling } => To::StopHandForHand(ruling.read()),
            Self::MakeDeal {
                terms,
                shares,
                keep,
                ruling,
            } => To::MakeDeal {
                terms: terms_in(*terms, shares)?,
                keep: chips_in(*keep)?,
                ruling: ruling.read(),
            },
            Self::Cancel { ruling } => To::Cancel(ruling.read()),
            Self::Rule { rule, tool, ruling } => To::Rule {
                rule: rule.clone(),
                tool: tool.clone(),
                ruling: ruling.read(),
            },
        }))
    }
}
