//! The meaning of words and chips at a live table, for clients of home games. Rules: tournament 2.13, 2.14, 6.7, 9.1 to 9.13.

use crate::Chips;

/// A player's words, with or without a motion of chips.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Said {
    /// A number alone.
    Amount,
    /// The word "check".
    Check,
    /// The word "call".
    Call,
    /// The word "bet" or "raise", which mean the same.
    Raise,
    /// The word "all-in".
    AllIn,
    /// The word "fold".
    Fold,
}

/// A player's words and chips in one motion, and the state of the betting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChipEntry {
    /// Bet to match, as a total.
    pub bet: Chips,
    /// Size of the last full bet or raise.
    pub last_raise: Chips,
    /// Big blind of the level.
    pub big_blind: Chips,
    /// Chips that the player has already put in front in this round.
    pub committed: Chips,
    /// Chips behind, apart from those in front.
    pub stack: Chips,
    /// Denominations of the chips pushed in the first forward motion.
    pub chips: Vec<Chips>,
    /// Words spoken, if any.
    pub said: Option<Said>,
    /// Number spoken, if any.
    pub amount: Option<Chips>,
    /// Number of hands still live in the deal.
    pub live: u64,
    /// `true` if the bet faced is the first of the round; the big blind counts as one.
    pub first_bet: bool,
    /// `true` if the player may raise. Rule: tournament 9.21.
    pub reopened: bool,
}

/// The action as which it counts. The engine still checks it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Answer {
    /// A check.
    Check,
    /// A call.
    Call,
    /// A bet or raise to this total.
    To(Chips),
    /// A fold.
    Fold,
    /// A choice between call and fold, which the player has to make.
    AskCallOrFold,
    /// A decision by the floor: complete the call, or forfeit the chips and fold. Rule: tournament 9.10.
    FloorCallOrForfeit,
    /// No action: it remains the player's turn.
    Void,
}

/// Returns the amount that a spoken number means: 5 may be 500 or 5,000 if it is below the big blind and no chip is
/// worth it. `None` if that is more than can be counted. Rule: tournament 9.1 (`spoken_amount`), D-35.
pub fn spoken_amount(amount: Chips, big_blind: Chips, pot: Chips, denominations: &[Chips]) -> Option<Chips> {
    if amount >= big_blind || denominations.contains(&amount) {
        return Some(amount);
    }
    match amount.checked_mul(1_000) {
        Some(thousands) if pot >= thousands => Some(thousands),
        _ => amount.checked_mul(100),
    }
}

/// Interprets chips and words as an action. `None` if the player has more chips than can be counted, or named an amount
/// without giving a number. Rule: tournament 2.14 (`interpret`).
pub fn interpret(entry: &ChipEntry) -> Option<Answer> {
    let top = entry.committed.checked_add(entry.stack)?;
    let full_raise = entry.bet.saturating_add(entry.last_raise);
    let table = Facing {
        entry,
        top,
        full_raise,
        stay: if entry.bet > entry.committed {
            Answer::Call
        } else {
            Answer::Check
        },
    };
    // A total counts for at most the stack.
    let total = entry
        .chips
        .iter()
        .fold(entry.committed, |sum, chip| sum.saturating_add(*chip));
    Some(match entry.said {
        Some(Said::Fold) => Answer::Fold,
        Some(Said::AllIn) => table.raise_to(top),
        Some(Said::Call) => table.stay,
        Some(Said::Check) if table.stay == Answer::Check => Answer::Check,
        Some(Said::Check) => Answer::AskCallOrFold,
        Some(Said::Raise) => table.raise_to(entry.amount.unwrap_or(total)),
        Some(Said::Amount) => table.count(entry.amount?, &[]),
        None if entry.chips.is_empty() => Answer::Void,
        None => table.count(total, &entry.chips),
    })
}

/// The state of the betting for the player.
struct Facing<'a> {
    entry: &'a ChipEntry,
    /// Largest total the player can make.
    top: Chips,
    /// Smallest total of a full raise.
    full_raise: Chips,
    /// A call, or a check if there is nothing to call.
    stay: Answer,
}

impl Facing<'_> {
    /// Makes a bet or raise, increased to the minimum and limited to the stack.
    fn raise_to(&self, total: Chips) -> Answer {
        if !self.entry.reopened {
            self.stay
        } else if self.top > self.entry.bet {
            Answer::To(total.max(self.full_raise).min(self.top))
        } else {
            Answer::Call
        }
    }

    /// Interprets chips pushed in silence, or a number spoken alone, which is a total without chips.
    fn count(&self, total: Chips, chips: &[Chips]) -> Answer {
        let ChipEntry {
            bet,
            big_blind,
            last_raise,
            live,
            first_bet,
            ..
        } = *self.entry;
        if bet.is_zero() {
            return Answer::To(total.max(big_blind).min(self.top));
        }
        if total < bet {
            return match chips {
                _ if total >= self.top => Answer::Call,
                [] => Answer::Void,
                _ if live == 2 => Answer::Call,
                [_] => Answer::AskCallOrFold,
                _ if first_bet => Answer::Call,
                _ => Answer::FloorCallOrForfeit,
            };
        }
        // A single chip, or several of one kind of which none can be spared, is a call (9.11, 9.13).
        if let [first, others @ ..] = chips {
            let alike = others.iter().all(|chip| chip == first);
            if others.is_empty() || (alike && total.saturating_sub(*first) < bet) {
                return self.stay;
            }
        }
        let increment = total - bet;
        if increment >= last_raise {
            self.raise_to(total)
        } else if increment.get() * 2 >= last_raise.get() {
            self.raise_to(self.full_raise)
        } else {
            self.stay
        }
    }
}

crate::coded! {
    /// A player's action in turn, or declared ahead of it.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
    pub enum LiveAction: ALL, code {
        /// Gives up the hand.
        Fold = "fold",
        /// Stays in without putting in chips.
        Check = "check",
        /// Matches the bet.
        Call = "call",
        /// Makes the first bet of the round.
        Bet = "bet",
        /// Increases the bet.
        Raise = "raise",
    }
}

impl LiveAction {
    const fn is_money(self) -> bool {
        matches!(self, Self::Call | Self::Bet | Self::Raise)
    }
}

/// Returns `true` if the actions of a hand are substantial: two in a row of which one put in chips, or three folds.
/// Rule: tournament 6.7 (`substantial`).
pub fn substantial(actions: &[LiveAction]) -> bool {
    let folds = actions.iter().filter(|action| **action == LiveAction::Fold).count();
    let pairs = actions.windows(2);
    folds >= 3
        || pairs
            .into_iter()
            .any(|pair| pair.iter().any(|action| action.is_money()))
}

/// Returns what an action declared out of turn becomes in turn: a fold always binds, anything else unless the bet has
/// grown, in which case the choice is free (`None`). Rule: tournament 9.3 (`resolve_queued`).
pub fn resolve_queued(declared: LiveAction, bet_then: Chips, bet_now: Chips) -> Option<LiveAction> {
    let binds = declared == LiveAction::Fold || bet_now <= bet_then;
    binds.then_some(declared)
}

/// Thinking time before Time can be called, in milliseconds. Rule: tournament 3.5.
pub const THINKING_MS: u32 = 60_000;
/// Time left once it is called, in milliseconds. Rule: tournament 3.5.
const TIME_MS: u32 = 30_000;

/// The calls of Time in one turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeCall {
    /// `true` for each call that is accepted: the first one after a minute. Time is called once in a turn.
    pub accepted: Vec<bool>,
    /// End of the time, in milliseconds on the clock of the calls, set by the accepted call; `None` without one.
    pub deadline: Option<u64>,
}

/// Judges calls of Time at these moments, in milliseconds, in a turn that began at `started`. `None` beyond what can be
/// counted. Rule: tournament 3.5.
pub fn call_time(started: u64, called: &[u64]) -> Option<TimeCall> {
    let open = started.checked_add(THINKING_MS.into())?;
    let numbered = called.iter().enumerate().filter(|(_, at)| **at >= open);
    let first = numbered.min_by_key(|(_, at)| **at);
    let accepted = (0..called.len()).map(|call| first.is_some_and(|(index, _)| index == call));
    let accepted = accepted.collect();
    let deadline = match first {
        Some((_, at)) => Some(at.checked_add(TIME_MS.into())?),
        None => None,
    };
    Some(TimeCall { accepted, deadline })
}

impl TimeCall {
    /// Returns `true` if an action at this moment, in milliseconds, counts; no allowance is made for the network.
    pub fn is_in_time(&self, acted: u64) -> bool {
        self.deadline.is_none_or(|deadline| acted <= deadline)
    }
}
