//! Players' decisions: one of the legal actions, chosen by a seeded random number.

use poker_protocol::v1::{Action, Card, Chips, Choice, Fill};

use crate::rng::Rng;

/// Playing styles.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Profile {
    /// Check and call, seldom raise or fold: long hands, few busts, even load.
    Calm,
    /// Take any action with any amount: all-ins, side pots, busts and rebuys.
    Wild,
}

/// Picks one of the legal actions; `None` if there is none.
pub(crate) fn decide(profile: Profile, choices: &[Choice], rng: &mut Rng) -> Option<Action> {
    let weights = choices.iter().map(|choice| weight(profile, choice));
    let total: u64 = weights.clone().sum();
    let mut left = if total == 0 { 0 } else { rng.below(total) };
    for (choice, weight) in choices.iter().zip(weights) {
        if left < weight || total == 0 {
            return choice.fill_in(&mut Dice { profile, rng });
        }
        left -= weight;
    }
    None
}

/// Returns the weight of an action against the others.
fn weight(profile: Profile, choice: &Choice) -> u64 {
    match (profile, choice) {
        (Profile::Calm, Choice::Check {} | Choice::Call { .. }) => 90,
        (Profile::Calm, Choice::Fold {} | Choice::Pass {} | Choice::Bet { .. } | Choice::Raise { .. }) => 5,
        (Profile::Wild, Choice::Fold {} | Choice::Pass {}) => 15,
        (Profile::Wild, Choice::Check {} | Choice::Call { .. }) => 55,
        (Profile::Wild, Choice::Bet { .. } | Choice::Raise { .. }) => 30,
        (
            _,
            Choice::Discard { .. }
            | Choice::Straddle { .. }
            | Choice::Decline {}
            | Choice::Roll { .. }
            | Choice::Flip {}
            | Choice::Keep {}
            | Choice::Swap { .. }
            | Choice::Arrange { .. }
            | Choice::Buy { .. }
            | Choice::Declare { .. }
            | Choice::RunTwice {}
            | Choice::RunOnce {}
            | Choice::PickGame { .. },
        ) => 100,
    }
}

/// Fills in the details of an action at random.
struct Dice<'a> {
    profile: Profile,
    rng: &'a mut Rng,
}

impl Fill for Dice<'_> {
    fn total(&mut self, min: Chips, max: Chips) -> Chips {
        match self.profile {
            Profile::Calm => min,
            // A third each: the minimum, the maximum, anything between.
            Profile::Wild => match self.rng.below(3) {
                0 => min,
                1 => max,
                _ => Chips::new(self.rng.between(min.get(), max.get())).unwrap_or(min),
            },
        }
    }

    fn cards(&mut self, min: u8, max: u8, cards: &[Card]) -> Vec<Card> {
        let count = self.rng.between(u64::from(min), u64::from(max));
        let mut left = cards.to_vec();
        let mut chosen = Vec::new();
        while (chosen.len() as u64) < count && !left.is_empty() {
            let index = self.one_of(left.len());
            chosen.push(left.swap_remove(index));
        }
        chosen
    }

    fn order(&mut self, cards: &[Card]) -> Vec<Card> {
        self.cards(u8::MAX, u8::MAX, cards)
    }

    fn one_of(&mut self, count: usize) -> usize {
        usize::try_from(self.rng.below(count as u64)).unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn chips(amount: u64) -> Chips {
        Chips::new(amount).unwrap()
    }

    /// Returns a thousand decisions.
    fn decisions(profile: Profile, choices: &[Choice]) -> Vec<Action> {
        let mut rng = Rng::new(3, 0);
        (0..1000).filter_map(|_| decide(profile, choices, &mut rng)).collect()
    }

    #[test]
    fn every_choice_is_taken_and_amounts_stay_in_bounds() {
        let choices = [
            Choice::Fold {},
            Choice::Call { amount: chips(10) },
            Choice::Raise {
                min: chips(20),
                max: chips(400),
            },
        ];
        let taken = decisions(Profile::Wild, &choices);
        assert!(taken.contains(&Action::Fold {}));
        assert!(taken.contains(&Action::Call { amount: None }));
        let raises: Vec<u64> = taken
            .iter()
            .filter_map(|action| {
                if let Action::Raise { to } = action {
                    Some(to.get())
                } else {
                    None
                }
            })
            .collect();
        assert!(raises.iter().all(|to| (20..=400).contains(to)));
        assert!(raises.contains(&20) && raises.contains(&400) && raises.iter().any(|to| (21..400).contains(to)));
        let calm = decisions(Profile::Calm, &choices);
        assert!(
            calm.iter()
                .filter(|action| matches!(action, Action::Call { .. }))
                .count()
                > 850
        );
    }

    #[test]
    fn both_of_two_bets_are_made() {
        let bet = |to| Choice::Bet {
            min: chips(to),
            max: chips(to),
        };
        for profile in [Profile::Calm, Profile::Wild] {
            let made = decisions(profile, &[Choice::Check {}, bet(5), bet(10)]);
            for to in [5, 10] {
                assert!(made.contains(&Action::Bet { to: chips(to) }), "{profile:?} {to}");
            }
        }
    }

    #[test]
    fn thrown_cards_are_held_and_different() {
        let cards: Vec<Card> = ["2c", "3c", "4c", "5c", "6c"]
            .map(|card| Card::new(card).unwrap())
            .to_vec();
        let choice = Choice::Discard {
            min: 1,
            max: 3,
            cards: cards.clone(),
            replaced: true,
            up: None,
        };
        let mut counts = [0; 4];
        for action in decisions(Profile::Wild, &[choice]) {
            let Action::Discard { cards: discarded } = action else {
                panic!("{action:?}")
            };
            counts[discarded.len()] += 1;
            assert!(discarded.iter().all(|card| cards.contains(card)));
            assert!((1..discarded.len()).all(|index| !discarded[..index].contains(&discarded[index])));
        }
        assert_eq!(counts[0], 0);
        assert!(counts[1..].iter().all(|count| *count > 0));
    }

    #[test]
    fn without_choices_there_is_no_decision() {
        assert_eq!(decide(Profile::Calm, &[], &mut Rng::new(1, 1)), None);
    }
}
