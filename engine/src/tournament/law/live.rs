//! What words and chips mean at a live table, for clients of home games. Rules: tournament 2.13, 2.14, 6.7, 9.1 to 9.13.

use crate::Chips;

/// What a player says beside moving chips.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Said {
    /// A number and nothing else.
    Amount,
    /// "Check".
    Check,
    /// "Call".
    Call,
    /// "Bet" or "raise", which mean the same.
    Raise,
    /// "All-in".
    AllIn,
    /// "Fold".
    Fold,
}

/// What a player did in one motion, and where the betting stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChipEntry {
    /// The bet to match, a total.
    pub bet: Chips,
    /// The size of the last full bet or raise.
    pub last_raise: Chips,
    /// The big blind.
    pub big_blind: Chips,
    /// Chips of the player that lie in front already, in this round.
    pub committed: Chips,
    /// Chips behind them.
    pub stack: Chips,
    /// The chips pushed in the first forward motion, each by its denomination.
    pub chips: Vec<Chips>,
    /// What was said.
    pub said: Option<Said>,
    /// The number that was said, if one was.
    pub amount: Option<Chips>,
    /// How many hands are still in the deal.
    pub live: u64,
    /// Whether the bet faced is the first of the round; the big blind counts as one.
    pub first_bet: bool,
    /// Whether the player may raise. Rule: tournament 9.21.
    pub reopened: bool,
}

/// What it counts as. The engine still checks whatever comes out.
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
    /// The player has to choose between a call and a fold.
    AskCallOrFold,
    /// The floor decides: complete the call, or forfeit the chips and fold. Rule: tournament 9.10.
    FloorCallOrForfeit,
    /// Nothing: the player is asked again.
    Void,
}

/// What a spoken number means: 5 may be 500 or 5,000 where it is below the big blind and no chip is worth it. `None` if
/// that is more than there can be. Rule: tournament 9.1 (`spoken_amount`), D-35.
pub fn spoken_amount(amount: Chips, big_blind: Chips, pot: Chips, denominations: &[Chips]) -> Option<Chips> {
    if amount >= big_blind || denominations.contains(&amount) {
        return Some(amount);
    }
    match amount.checked_mul(1_000) {
        Some(thousands) if pot >= thousands => Some(thousands),
        _ => amount.checked_mul(100),
    }
}

/// What chips and words count as. `None` if the player has more chips than there can be, or said a number and there is none. Rule: tournament 2.14 (`interpret`).
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
    // No total counts for more than the stack.
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

/// Where the betting stands for the player.
struct Facing<'a> {
    entry: &'a ChipEntry,
    /// The greatest total the player can make.
    top: Chips,
    /// The least total of a full raise.
    full_raise: Chips,
    /// A call, or a check where nothing is to call.
    stay: Answer,
}

impl Facing<'_> {
    /// A bet or raise, brought up to the least one and down to the stack.
    fn raise_to(&self, total: Chips) -> Answer {
        if !self.entry.reopened {
            self.stay
        } else if self.top > self.entry.bet {
            Answer::To(total.max(self.full_raise).min(self.top))
        } else {
            Answer::Call
        }
    }

    /// Chips pushed in silence, or a number said alone, which is a total without chips.
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
        // A single chip, or alike ones of which none can be spared, is a call (9.11, 9.13).
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

/// What a player does in turn, or says before.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum LiveAction {
    /// Gives up.
    Fold,
    /// Stays in without money.
    Check,
    /// Matches the bet.
    Call,
    /// Opens.
    Bet,
    /// Raises.
    Raise,
}

impl LiveAction {
    /// Every action.
    pub const ALL: [Self; 5] = [Self::Fold, Self::Check, Self::Call, Self::Bet, Self::Raise];

    /// The stable name.
    pub const fn code(self) -> &'static str {
        match self {
            Self::Fold => "fold",
            Self::Check => "check",
            Self::Call => "call",
            Self::Bet => "bet",
            Self::Raise => "raise",
        }
    }

    const fn is_money(self) -> bool {
        matches!(self, Self::Call | Self::Bet | Self::Raise)
    }
}

/// Whether the actions of a hand are substantial: two in a row of which one brought money, or three folds. Rule:
/// tournament 6.7 (`substantial`).
pub fn substantial(actions: &[LiveAction]) -> bool {
    let folds = actions.iter().filter(|action| **action == LiveAction::Fold).count();
    let pairs = actions.windows(2);
    folds >= 3
        || pairs
            .into_iter()
            .any(|pair| pair.iter().any(|action| action.is_money()))
}

/// What an action declared out of turn becomes when the turn comes: a fold always binds, anything else unless the bet has
/// grown, and then the choice is free (`None`). Rule: tournament 9.3 (`resolve_queued`).
pub fn resolve_queued(declared: LiveAction, bet_then: Chips, bet_now: Chips) -> Option<LiveAction> {
    let binds = declared == LiveAction::Fold || bet_now <= bet_then;
    binds.then_some(declared)
}

/// How long a player may think before Time can be called, in milliseconds. Rule: tournament 3.5.
pub const THINKING_MS: u32 = 60_000;
/// How long is left once it is, in milliseconds. Rule: tournament 3.5.
const TIME_MS: u32 = 30_000;

/// Calls of Time in one turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TimeCall {
    /// Whether each call is accepted: the first one once a minute is over. Time is called once in a turn.
    pub accepted: Vec<bool>,
    /// When the time is up, by the first accepted call; `None` without one.
    pub deadline: Option<u64>,
}

/// Calls of Time at these instants, in milliseconds, in a turn that began at `started`. `None` beyond what can be counted.
/// Rule: tournament 3.5.
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
    /// Whether an action at this instant counts, without the grace that a network gets.
    pub fn is_in_time(&self, acted: u64) -> bool {
        self.deadline.is_none_or(|deadline| acted <= deadline)
    }
}
