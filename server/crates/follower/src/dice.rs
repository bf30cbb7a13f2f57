//! Numbers from a seed, and decisions drawn from them.

use poker_protocol::v1::{Action, Card, Chips, Choice, Fill};

/// Numbers for tests (splitmix64): the same for the same seed, for ever.
#[derive(Clone, Debug)]
pub struct Dice(pub u64);

impl Dice {
    /// The next number.
    #[expect(
        clippy::should_implement_trait,
        reason = "numbers never end, so there is no `Option`"
    )]
    pub fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `bound`; 0 if there is none.
    pub fn below(&mut self, bound: u64) -> u64 {
        self.next() % bound.max(1)
    }

    /// `true` once in `count` times.
    pub fn one_in(&mut self, count: u64) -> bool {
        self.below(count) == 0
    }

    /// One of these; `None` if there are none.
    pub fn pick<'a, T>(&mut self, of: &'a [T]) -> Option<&'a T> {
        let index = self.one_of(of.len());
        of.get(index)
    }

    /// 32 bytes.
    pub fn bytes(&mut self) -> [u8; 32] {
        let mut bytes = [0; 32];
        for part in bytes.chunks_mut(8) {
            part.copy_from_slice(&self.next().to_le_bytes());
        }
        bytes
    }
}

impl Fill for Dice {
    fn total(&mut self, min: Chips, max: Chips) -> Chips {
        let room = max.get() - min.get() + 1;
        let extra = if self.one_in(3) {
            room - 1
        } else {
            let room = room.min(50);
            self.below(room)
        };
        Chips::new(min.get() + extra).expect("no more than the maximum")
    }

    fn cards(&mut self, min: u8, max: u8, cards: &[Card]) -> Vec<Card> {
        let count = u64::from(min) + self.below(u64::from(max - min) + 1);
        let mut cards = cards.to_vec();
        while cards.len() as u64 > count {
            let index = self.one_of(cards.len());
            cards.remove(index);
        }
        cards
    }

    fn one_of(&mut self, count: usize) -> usize {
        usize::try_from(self.below(count as u64)).expect("it is below a `usize`")
    }

    fn limit(&mut self, limits: &[String]) -> Option<String> {
        let named = self.one_in(2);
        self.pick(limits).filter(|_| named).cloned()
    }
}

/// One of the choices, filled in; contested rather than folded. `None` if there is none.
pub fn random_action(choices: &[Choice], dice: &mut Dice) -> Option<Action> {
    let keen: Vec<&Choice> = choices
        .iter()
        .filter(|choice| !matches!(choice, Choice::Fold {}) || choices.len() == 1)
        .collect();
    let choice = if dice.one_in(6) {
        dice.pick(choices)?
    } else {
        dice.pick(&keen)?
    };
    match choice {
        Choice::Call { amount } => Some(Action::Call {
            amount: dice.one_in(2).then_some(*amount),
        }),
        choice => choice.fill_in(dice),
    }
}
