//! The director's commands for the acts of officials, and the rules they rest on.

use poker_engine::Chips;
use poker_engine::tournament::TableNo;
use poker_engine::tournament::director::{self, PlayerNo};
use poker_protocol::v1;
use poker_protocol::v1::tournament::{FloorAction, FloorRole, HandBust, Official};

use super::command::{BadCommand, RulingRow, chips_in, rung_in, seat_in, terms_in};

/// Builds the ruling that the director records for an official's decision.
pub(super) fn ruling(role: FloorRole, reason: &str) -> RulingRow {
    RulingRow {
        by: match role {
            FloorRole::Floor => Official::Floor,
            FloorRole::Director => Official::Director,
        },
        reason: reason.to_owned(),
    }
}

/// Returns the rule an action rests on, if there is one.
pub(crate) fn rule_of(action: &FloorAction) -> Option<&str> {
    Some(match action {
        FloorAction::Rule { rule } => rule,
        FloorAction::SetLevel { .. } => "2.12",
        FloorAction::Move { .. } => "2.3",
        FloorAction::BreakTable { .. } | FloorAction::BreakOrder { .. } => "2.4",
        FloorAction::HandForHand { .. } => "2.7",
        FloorAction::Penalise { .. } => "11.2",
        FloorAction::Remove { .. } => "1.9",
        FloorAction::Disqualify { .. } => "11.1",
        FloorAction::VoidHand { .. } => "2.16",
        FloorAction::SplitHand { .. } => "7.8",
        FloorAction::KillHand { .. } | FloorAction::TellTable { .. } => "11.4",
        FloorAction::CorrectAward { .. } => "10.9",
        FloorAction::ResumeTable { .. } | FloorAction::ReplaceTable { .. } => "6.2",
        FloorAction::Cancel {} => "2.18",
        FloorAction::Answer { .. } => "1.7",
        FloorAction::Mute { .. } | FloorAction::MuteAccount { .. } => "11.7",
        FloorAction::RailChat { .. } => "11.3",
        FloorAction::SeeHand { .. } => "10.6",
        FloorAction::SwapSeats { .. } => "2.1",
        FloorAction::SetButton { .. } => "6.7",
        FloorAction::HandOver { .. } | FloorAction::Count { .. } => "2.14",
        FloorAction::MakeDeal { .. }
        | FloorAction::ReEnter { .. }
        | FloorAction::Rebuy { .. }
        | FloorAction::NoRebuy { .. }
        | FloorAction::AddOn { .. } => "2.17",
        FloorAction::Edit { .. }
        | FloorAction::Announce {}
        | FloorAction::Start {}
        | FloorAction::Pause {}
        | FloorAction::Resume {}
        | FloorAction::Enter { .. }
        | FloorAction::TakeBack { .. }
        | FloorAction::Undo {}
        | FloorAction::Redo {}
        | FloorAction::Grant { .. }
        | FloorAction::Revoke { .. } => return None,
    })
}

/// Returns the director's command for an action; `None` if a table has to be consulted first.
///
/// # Errors
/// If it names something that does not exist.
pub(crate) fn for_director(
    action: &FloorAction,
    role: FloorRole,
    reason: &str,
) -> Result<Option<director::Command>, BadCommand> {
    use director::Command as To;
    let ruling = ruling(role, reason).read();
    let on_record = |tool: &str, ruling| To::Rule {
        rule: rule_of(action).unwrap_or("1.1").to_owned(),
        tool: tool.to_owned(),
        ruling,
    };
    Ok(Some(match action {
        FloorAction::VoidHand { .. } | FloorAction::SplitHand { .. } | FloorAction::Undo {} | FloorAction::Redo {} => {
            return Ok(None);
        }
        FloorAction::Edit { .. } => on_record("edit", ruling),
        FloorAction::Announce {} => on_record("announce", ruling),
        FloorAction::Start {} => To::Start,
        FloorAction::Cancel {} => To::Cancel(ruling),
        FloorAction::Pause {} => To::Pause(ruling),
        FloorAction::Resume {} => To::Resume(ruling),
        FloorAction::SetLevel { level, left_s } => To::SetLevel {
            level: *level,
            left: *left_s,
            ruling,
        },
        FloorAction::Move { player, table } => To::Move {
            player: PlayerNo(*player),
            table: TableNo(*table),
            ruling,
        },
        FloorAction::BreakTable { table } => To::BreakTable(TableNo(*table), ruling),
        FloorAction::BreakOrder { order } => To::BreakOrder(order.iter().copied().map(TableNo).collect(), ruling),
        FloorAction::HandForHand { on: true } => To::StartHandForHand(ruling),
        FloorAction::HandForHand { on: false } => To::StopHandForHand(ruling),
        FloorAction::Penalise {
            player,
            fault,
            rung,
            count,
        } => To::Penalise {
            player: PlayerNo(*player),
            fault: fault.clone(),
            rung: rung_in(*rung),
            count: *count,
            ruling,
        },
        FloorAction::Remove { player } => To::Remove(PlayerNo(*player), ruling),
        FloorAction::Disqualify { player } => To::Disqualify(PlayerNo(*player), ruling),
        FloorAction::KillHand { player } => To::KillHand(PlayerNo(*player), ruling),
        FloorAction::TellTable { table, text } => To::TellTable {
            table: TableNo(*table),
            text: text.clone(),
            ruling,
        },
        FloorAction::CorrectAward { table, hand, stacks } => To::CorrectAward {
            table: TableNo(*table),
            // No table plays more hands than this.
            hand: u32::try_from(hand.get()).unwrap_or(u32::MAX),
            stacks: stacks_of(stacks)?,
            ruling,
        },
        FloorAction::ResumeTable { table } | FloorAction::ReplaceTable { table } => {
            To::ResumeTable(TableNo(*table), ruling)
        }
        FloorAction::MakeDeal { terms, keep, shares } => {
            let shares: Vec<(u32, u64)> = shares.iter().map(|(player, share)| (*player, share.get())).collect();
            To::MakeDeal {
                terms: terms_in(*terms, &shares)?,
                keep: chips_in(keep.get())?,
                ruling,
            }
        }
        FloorAction::SwapSeats { player, with } => To::SwapSeats(PlayerNo(*player), PlayerNo(*with), ruling),
        FloorAction::SetButton { table, seat } => To::SetButton(TableNo(*table), seat_in(*seat)?, ruling),
        FloorAction::Enter { .. } => To::Register,
        FloorAction::TakeBack { player } => To::Unregister(PlayerNo(*player)),
        FloorAction::ReEnter { player } => To::ReEnter(PlayerNo(*player)),
        FloorAction::Rebuy { player } => To::Rebuy(PlayerNo(*player)),
        FloorAction::NoRebuy { player } => To::DeclineRebuy(PlayerNo(*player)),
        FloorAction::AddOn { player } => To::AddOn(PlayerNo(*player)),
        FloorAction::HandOver { table, busts, button } => To::EnterHand {
            table: TableNo(*table),
            busts: busts.iter().map(bust_in).collect::<Result<_, BadCommand>>()?,
            button: button.map(seat_in).transpose()?,
            ruling,
        },
        FloorAction::Count { table, stacks, added } => To::Count {
            table: TableNo(*table),
            stacks: stacks_of(stacks)?,
            added: added.unwrap_or(0),
            ruling,
        },
        FloorAction::Rule { .. } => on_record("ruling", ruling),
        FloorAction::Answer { .. } => on_record("answer", ruling),
        FloorAction::Mute { .. } | FloorAction::MuteAccount { .. } => on_record("mute", ruling),
        FloorAction::RailChat { .. } => on_record("rail_chat", ruling),
        FloorAction::SeeHand { .. } => on_record("see_hand", ruling),
        FloorAction::Grant { .. } => on_record("grant", ruling),
        FloorAction::Revoke { .. } => on_record("revoke", ruling),
    }))
}

fn stacks_of(stacks: &[(u32, v1::Chips)]) -> Result<Vec<(PlayerNo, Chips)>, BadCommand> {
    let stack = |(player, stack): &(u32, v1::Chips)| Ok((PlayerNo(*player), chips_in(stack.get())?));
    stacks.iter().map(stack).collect()
}

fn bust_in(bust: &HandBust) -> Result<director::HandBust, BadCommand> {
    Ok(director::HandBust {
        player: PlayerNo(bust.player),
        stack: bust.stack.map(|stack| chips_in(stack.get())).transpose()?,
        by: bust.by.iter().copied().map(PlayerNo).collect(),
    })
}
