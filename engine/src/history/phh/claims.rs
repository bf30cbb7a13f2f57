//! The results claimed by a file, compared with those of the engine.

use super::PhhHand;
use super::replay::Replay;
use crate::event::{Event, PublicEvent};
use crate::{Card, Chips, SeatIx};

/// A result stated by a file outside its actions. The engine has to arrive at the same.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// Line of the file, from 1.
    pub line: usize,
    /// Content of the claim.
    pub what: Claimed,
}

/// The content of a claim. Players, actions and pots are numbered from 0.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Claimed {
    /// Final stacks in the order of the file; `None` for one that the file does not know.
    Stacks(Vec<Option<Chips>>),
    /// Chips collected by each player. The part of the pots that is missing was taken as rake, at most a tenth.
    Winnings(Vec<Chips>),
    /// Posts of a player before the first decision.
    Posted {
        /// Player in the order of the file.
        player: usize,
        /// Total posted.
        amount: Chips,
    },
    /// Chips that a decision put in, 0 for a check.
    Added {
        /// Index of the action.
        action: usize,
        /// Chips put in.
        amount: Chips,
    },
    /// Size of a raise above the bet before it.
    RaisedBy {
        /// Index of the action.
        action: usize,
        /// Chips above that bet.
        amount: Chips,
    },
    /// Statement that a decision took the rest of the stack.
    AllIn {
        /// Index of the action.
        action: usize,
    },
    /// Unmatched chips returned to a player.
    Returned {
        /// Player in the order of the file.
        player: usize,
        /// Total returned, 0 for nothing.
        amount: Chips,
    },
    /// Chips paid to a player from all pots, without the rake.
    Collected {
        /// Player in the order of the file.
        player: usize,
        /// Total paid, 0 for nothing.
        amount: Chips,
    },
    /// Chips paid to a player from one of several pots, without the rake.
    PaidFrom {
        /// Player in the order of the file.
        player: usize,
        /// Index of the pot, main pot first.
        pot: usize,
        /// Total paid from it.
        amount: Chips,
    },
    /// Size of one of several pots, without the rake.
    Pot {
        /// Index of the pot, main pot first.
        pot: usize,
        /// Chips in it.
        amount: Chips,
    },
    /// Size of all pots together.
    Total {
        /// Chips in them, rake included.
        amount: Chips,
        /// Chips that the house took of them.
        rake: Chips,
    },
    /// Cards of the board, followed by those of the second board if it was dealt twice.
    Board(Vec<Card>),
}

impl Claimed {
    /// Returns `true` if it states how the hand ended.
    const fn is_result(&self) -> bool {
        matches!(
            self,
            Self::Stacks(_)
                | Self::Winnings(_)
                | Self::Collected { .. }
                | Self::PaidFrom { .. }
                | Self::Pot { .. }
                | Self::Total { .. }
        )
    }
}

/// The engine's results of a hand that was played to the end of its file.
struct Ended<'a> {
    replay: &'a Replay,
    /// Chips posted by each player.
    posted: Vec<Chips>,
    /// Chips returned to each player.
    returned: Vec<Chips>,
    /// Chips paid to each player, by pot.
    shares: &'a [Vec<Chips>],
    /// Number of payments from parts of pots: each may include an odd chip, which other programs assign differently.
    payments: u64,
}

impl<'a> Ended<'a> {
    fn of(replay: &'a Replay, events: &[Event], shares: &'a [Vec<Chips>], players: usize) -> Self {
        let sum_of = |paid: fn(&PublicEvent) -> Option<(SeatIx, Chips)>| {
            let mut sums = vec![Chips::ZERO; players];
            for (seat, amount) in events.iter().filter_map(|event| paid(&event.public)) {
                sums[usize::from(seat.index())] += amount;
            }
            sums
        };
        let is_paid = |event: &&Event| matches!(event.public, PublicEvent::PotAwarded { .. });
        Self {
            replay,
            posted: sum_of(|event| match event {
                PublicEvent::Posted { seat, amount, .. } => Some((*seat, *amount)),
                _ => None,
            }),
            returned: sum_of(|event| match event {
                PublicEvent::UncalledReturned { seat, amount } => Some((*seat, *amount)),
                _ => None,
            }),
            shares,
            payments: events.iter().filter(is_paid).count().try_into().unwrap_or(u64::MAX),
        }
    }
}

/// Compares the claims about the whole hand with the engine's results: its events, the chips paid to each player by pot,
/// and the face-up cards of the boards, as far as the file deals them.
///
/// # Errors
/// Describes the difference, with its line.
pub(super) fn check(
    file: &PhhHand,
    replay: &Replay,
    events: &[Event],
    shares: &[Vec<Chips>],
    boards: &[Card],
) -> Result<(), String> {
    let ended = &Ended::of(replay, events, shares, file.stacks.len());
    let scale = file.scale;
    let result = file.claims.iter().find(|claim| claim.what.is_result());
    match result {
        Some(Claim { line, .. }) if !ended.replay.complete => {
            return Err(format!(
                "line {line}: the file says how the hand ended, but does not tell it to the end"
            ));
        }
        _ => {}
    }
    for Claim { line, what } in &file.claims {
        let differs = |what: String| Err(format!("line {line}: {what}"));
        match what {
            Claimed::Posted { player, amount } if *amount != ended.posted[*player] => {
                let (told, paid) = (scale.show(*amount), scale.show(ended.posted[*player]));
                return differs(format!("p{} posts {told}, where it takes {paid}", player + 1));
            }
            Claimed::Returned { player, amount } if *amount != ended.returned[*player] => {
                let (told, back) = (scale.show(*amount), scale.show(ended.returned[*player]));
                return differs(format!("{told} go back to p{}, where {back} are uncalled", player + 1));
            }
            Claimed::Total { amount, .. } if *amount != won(ended) => {
                let (told, total) = (scale.show(*amount), scale.show(won(ended)));
                return differs(format!("a total pot of {told}, where it is {total}"));
            }
            Claimed::Board(cards) if cards != boards => {
                return differs("the board is not the one that was dealt".to_owned());
            }
            _ => {}
        }
    }
    check_pots(file, ended)?;
    check_shares(file, ended)?;
    check_payments(file, ended)
}

/// Returns the total of all winnings.
fn won(ended: &Ended<'_>) -> Chips {
    ended.replay.winnings.iter().copied().sum()
}

/// Returns the rake according to the file.
fn rake(file: &PhhHand) -> Option<Chips> {
    file.claims.iter().find_map(|claim| match claim.what {
        Claimed::Total { rake, .. } => Some(rake),
        _ => None,
    })
}

/// Compares the pots of a file, some of which lack the rake.
fn check_pots(file: &PhhHand, ended: &Ended<'_>) -> Result<(), String> {
    let told = || {
        file.claims.iter().filter_map(|claim| match claim.what {
            Claimed::Pot { pot, amount } => Some((claim.line, pot, amount)),
            _ => None,
        })
    };
    let rake = rake(file).unwrap_or_default();
    let sum = told().map(|(.., amount)| amount).try_fold(rake, Chips::checked_add);
    match told().next_back() {
        Some((line, ..)) if sum != Some(won(ended)) => {
            let total = file.scale.show(won(ended));
            return Err(format!("line {line}: the pots and the rake do not add up to {total}"));
        }
        _ => {}
    }
    let pots = &ended.replay.pots;
    if told().count() != pots.len() {
        // Other programs merge two pots with the same contenders, or split one in two.
        return Ok(());
    }
    for (line, pot, amount) in told() {
        let held = pots.get(pot).map_or(Chips::ZERO, |pot| pot.amount);
        if amount > held || held - amount > rake {
            let (told, held) = (file.scale.show(amount), file.scale.show(held));
            return Err(format!("line {line}: a pot of {told}, where it is {held}"));
        }
    }
    Ok(())
}

/// Compares the payments from each pot. Other programs form different pots from the same chips; in that case nothing is compared.
fn check_shares(file: &PhhHand, ended: &Ended<'_>) -> Result<(), String> {
    let told = || {
        file.claims.iter().filter_map(|claim| match claim.what {
            Claimed::PaidFrom { player, pot, amount } => Some((claim.line, player, pot, amount)),
            _ => None,
        })
    };
    let listed = file
        .claims
        .iter()
        .filter(|claim| matches!(claim.what, Claimed::Pot { .. }));
    let paid = told().map(|(.., pot, _)| pot + 1).max().unwrap_or_default();
    if ![listed.count(), paid].contains(&ended.shares.len()) {
        return Ok(());
    }
    let odd = Chips::new(ended.payments);
    for (line, player, pot, amount) in told() {
        let won = ended.shares.get(pot).map_or(Chips::ZERO, |shares| shares[player]);
        let most = rake(file).unwrap_or_else(|| Chips::new(won.get().div_ceil(10)));
        if amount > won + odd || won.saturating_sub(amount) > most + odd {
            let (told, won) = (file.scale.show(amount), file.scale.show(won));
            let (player, pot) = (player + 1, pot + 1);
            return Err(format!(
                "line {line}: p{player} is paid {told} from pot {pot}, where it pays {won}"
            ));
        }
    }
    Ok(())
}

/// Compares the chips collected and the final stacks, both of which lack the rake.
fn check_payments(file: &PhhHand, ended: &Ended<'_>) -> Result<(), String> {
    let (scale, winnings) = (file.scale, &ended.replay.winnings);
    let count = winnings.len();
    let several = winnings.iter().filter(|amount| !amount.is_zero()).count() > 1;
    let odd = Chips::new(if several { ended.payments } else { 0 });
    let mut lines = vec![None; count];
    let mut collected = vec![Chips::ZERO; count];
    for Claim { line, what } in &file.claims {
        match what {
            Claimed::Winnings(amounts) => {
                lines = vec![Some(*line); count];
                collected.clone_from(amounts);
            }
            Claimed::Collected { player, amount } => {
                (lines[*player], collected[*player]) = (Some(*line), *amount);
            }
            _ => {}
        }
    }
    let told = lines.iter().flatten().max().copied();
    let sum = collected.iter().copied().try_fold(Chips::ZERO, Chips::checked_add);
    let missing = sum.and_then(|sum| won(ended).checked_sub(sum));
    let most = rake(file).unwrap_or_else(|| Chips::new(won(ended).get().div_ceil(10)));
    let exact = rake(file).is_some();
    let taken = missing.filter(|missing| *missing <= most && (!exact || *missing == most));
    for (player, line) in lines.iter().enumerate() {
        let Some(line) = line else { continue };
        let (told, won) = (collected[player], winnings[player]);
        if told > won + odd || won.saturating_sub(told) > most + odd {
            let (told, won) = (scale.show(told), scale.show(won));
            return Err(format!(
                "line {line}: p{} collects {told}, where {won} are won",
                player + 1
            ));
        }
    }
    if let (Some(line), None) = (told, taken) {
        let total = scale.show(won(ended));
        return Err(format!(
            "line {line}: what is collected is not the pot of {total} without the rake"
        ));
    }
    let Some((line, stacks)) = file.claims.iter().find_map(|claim| match &claim.what {
        Claimed::Stacks(stacks) => Some((claim.line, stacks)),
        _ => None,
    }) else {
        return Ok(());
    };
    let mut surplus = [Chips::ZERO; 2];
    for (player, (told, stack)) in stacks.iter().zip(ended.replay.stacks.iter().flatten()).enumerate() {
        let (Some(told), Some(stack)) = (told, stack) else {
            continue;
        };
        // The rake is missing from the stack as well.
        let due = match lines[player] {
            Some(_) => *stack - winnings[player].min(*stack) + collected[player],
            None => *stack,
        };
        let off = told.saturating_sub(due).max(due.saturating_sub(*told));
        if off > odd {
            let (told, due) = (scale.show(*told), scale.show(due));
            return Err(format!(
                "line {line}: p{} ends with {told}, where it is {due}",
                player + 1
            ));
        }
        surplus[0] += told.saturating_sub(due);
        surplus[1] += due.saturating_sub(*told);
    }
    if surplus[0] != surplus[1] && stacks.iter().all(Option::is_some) {
        return Err(format!("line {line}: chips come in or go missing at the end"));
    }
    Ok(())
}
