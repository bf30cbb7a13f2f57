//! Actions that a hand offers, and those that it must refuse.

use super::super::{Broken, broken};
use crate::action::{Action, Choice, Choices, DarkOffer, Declaration, Pick};
use crate::card::{Card, CardSet};
use crate::hand::Hand;
use crate::list::Cards;
use crate::{Chips, SeatIx};

/// Tries every bound of the choices, and one step beyond, on copies of the hand.
pub(super) fn offered_is_accepted(hand: &Hand) -> Result<(), Broken> {
    let Some(turn) = hand.turn() else {
        return Ok(());
    };
    let tries = |seat: SeatIx, action: Action| {
        let mut copy = hand.clone();
        let outcome = copy.apply(seat, action).is_ok();
        (outcome, outcome || copy == *hand)
    };
    for seat in hand.dealt().iter() {
        let choices = hand.choices(seat);
        if choices.is_empty() == turn.seats.contains(seat) {
            return broken("those who are asked have choices", format!("{seat}: {choices:?}"));
        }
        for (action, offered) in attempts(hand, seat, &choices) {
            let (accepted, unchanged) = tries(seat, action);
            if accepted != offered {
                let detail = format!("{seat} {action:?}: offered {offered}, accepted {accepted} ({choices:?})");
                return broken("offered is accepted, and nothing else", detail);
            }
            if !unchanged {
                return broken("a refusal changes nothing", format!("{seat} {action:?}"));
            }
        }
    }
    Ok(())
}

/// A test for the kind of a choice.
type Wanted = fn(&Choice) -> bool;

/// Ranges of totals on offer, each from the smallest to the largest.
type Ranges = Vec<(Chips, Chips)>;

/// Lists actions to try, each with `true` if it is offered: every bound of every choice, one step beyond, and actions
/// that are not offered at all.
pub(super) fn attempts(hand: &Hand, seat: SeatIx, choices: &Choices) -> Vec<(Action, bool)> {
    let one = Chips::new(1);
    let offers = |wanted: Wanted| choices.iter().any(wanted);
    let plain: [(Action, Wanted); 12] = [
        (Action::Fold, |choice| matches!(choice, Choice::Fold)),
        (Action::Check, |choice| matches!(choice, Choice::Check)),
        (Action::Call, |choice| matches!(choice, Choice::Call { .. })),
        (Action::Straddle, |choice| matches!(choice, Choice::Straddle { .. })),
        (Action::Decline, |choice| matches!(choice, Choice::Decline)),
        (Action::Flip, |choice| matches!(choice, Choice::Flip)),
        (Action::Keep, |choice| matches!(choice, Choice::Keep)),
        (Action::Swap, |choice| matches!(choice, Choice::Swap)),
        (Action::Buy, |choice| matches!(choice, Choice::Buy { .. })),
        (Action::Pass, |choice| matches!(choice, Choice::Pass)),
        (Action::RunTwice, |choice| matches!(choice, Choice::RunTwice)),
        (Action::RunOnce, |choice| matches!(choice, Choice::RunOnce)),
    ];
    let mut attempts: Vec<(Action, bool)> = plain.map(|(action, wanted)| (action, offers(wanted))).to_vec();
    let (mut bets, mut raises) = (Ranges::new(), Ranges::new());
    let (mut discard, mut roll, mut arrange) = (false, false, false);
    let mut declared: &[Declaration] = &[];
    for choice in choices {
        match choice {
            Choice::Bet { min, max } => bets.push((*min, *max)),
            Choice::Raise { min, max } => raises.push((*min, *max)),
            Choice::Discard {
                min, max, cards, up, ..
            } => {
                discard = true;
                attempts.extend(discards(hand, (*min, *max, cards), up));
            }
            Choice::Roll {
                min,
                max,
                cards,
                announce,
            } => {
                roll = true;
                let wrong = if announce.is_empty() {
                    Some(Declaration::High)
                } else {
                    None
                };
                for (cards, offered) in card_choices(hand, *min, *max, cards) {
                    let announced = announce.first().copied();
                    attempts.push((
                        Action::Roll {
                            cards,
                            announce: announced,
                        },
                        offered,
                    ));
                    attempts.push((Action::Roll { cards, announce: wrong }, false));
                }
            }
            Choice::Arrange { cards } => {
                arrange = true;
                let reversed = cards.iter().rev().copied().collect();
                let short = cards.iter().skip(1).copied().collect();
                attempts.extend([
                    (Action::Arrange(*cards), true),
                    (Action::Arrange(reversed), true),
                    (Action::Arrange(short), false),
                ]);
            }
            Choice::Declare { options } => declared = options,
            _ => {}
        }
    }
    for declaration in [Declaration::High, Declaration::Low, Declaration::Both] {
        attempts.push((Action::Declare(declaration), declared.contains(&declaration)));
    }
    let kinds = [(Action::Bet as fn(Chips) -> Action, bets), (Action::Raise, raises)];
    for (action, ranges) in kinds {
        let offered = |to: Chips| ranges.iter().any(|(min, max)| (*min..=*max).contains(&to));
        let bounds = ranges
            .iter()
            .flat_map(|(min, max)| [min.saturating_sub(one), *min, *max, max.saturating_add(one)]);
        attempts.extend(bounds.map(|to| (action(to), offered(to))));
        if ranges.is_empty() {
            attempts.extend([(action(one), false), (action(hand.stack(seat)), false)]);
        }
    }
    attempts.extend(attempts_in_the_dark(hand, seat));
    let (cards, announce) = (CardSet::EMPTY, None);
    if !discard {
        attempts.push((Action::Discard(cards), false));
    }
    if !roll {
        attempts.push((Action::Roll { cards, announce }, false));
    }
    if !arrange {
        attempts.push((Action::Arrange(Cards::EMPTY), false));
    }
    attempts
}

/// Lists declarations in the dark to try: both bounds and one step beyond, or some that are not offered.
fn attempts_in_the_dark(hand: &Hand, seat: SeatIx) -> Vec<(Action, bool)> {
    let one = Chips::new(1);
    let Some(DarkOffer { min, max, .. }) = hand.dark_offer().filter(|offer| offer.seat == seat) else {
        return vec![(Action::CheckDark, false), (Action::BetDark(one), false)];
    };
    vec![
        (Action::CheckDark, true),
        (Action::BetDark(min.saturating_sub(one)), false),
        (Action::BetDark(min), true),
        (Action::BetDark(max), true),
        (Action::BetDark(max.saturating_add(one)), false),
    ]
}

/// Lists sets of cards to try if from `min` to `max` of some cards are to be named.
fn card_choices(hand: &Hand, min: u8, max: u8, cards: &[Card]) -> Vec<(CardSet, bool)> {
    let first = |count: usize| cards.iter().copied().take(count).collect::<CardSet>();
    let all: CardSet = cards.iter().copied().collect();
    let foreign = hand.game().cards().difference(all).iter().next();
    let mut tries = vec![(first(min.into()), true), (first(max.into()), true)];
    tries.push((all, (usize::from(min)..=usize::from(max)).contains(&cards.len())));
    if min > 0 {
        tries.push((first(usize::from(min) - 1), false));
    }
    tries.push((
        first(usize::from(max).saturating_sub(1)).union(foreign.into_iter().collect()),
        false,
    ));
    tries
}

/// Lists discards to try: the bounds of either heap with the minimum of the other.
fn discards(hand: &Hand, (min, max, cards): (u8, u8, &[Card]), up: &Pick) -> Vec<(Action, bool)> {
    let mut tries = Vec::new();
    let least_up: CardSet = up.cards.iter().take(usize::from(up.min)).copied().collect();
    for (discarded, offered) in card_choices(hand, min, max, cards) {
        tries.push((Action::Discard(discarded.union(least_up)), offered));
    }
    let least: CardSet = cards.iter().take(usize::from(min)).copied().collect();
    let all: CardSet = cards.iter().copied().collect();
    for (discarded, offered) in card_choices(hand, up.min, up.max, &up.cards) {
        // A card foreign to this heap may belong to the other one.
        if offered || discarded.intersection(all).is_empty() {
            tries.push((Action::Discard(discarded.union(least)), offered));
        }
    }
    tries
}
