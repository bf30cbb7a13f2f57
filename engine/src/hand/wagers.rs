//! Chips that have left the stacks: what each seat has put in, dead money, and the pots that they make. Rules: tournament
//! 2.6; variants 4.5, 4.6, A22.

use crate::event::Pot;
use crate::post::PostKind;
use crate::{BySeat, Chips, SeatIx, SeatSet, pot};

/// All that has been put in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wagers {
    /// What each seat has put into the layers of the pot, bets of this round included.
    contributed: BySeat<Chips>,
    /// What each seat has put in during this betting round, live posts included.
    committed: BySeat<Chips>,
    /// All chips in the middle, bets of this round included.
    middle: Chips,
    /// Those of them in the main pot that make no layer.
    dead: Chips,
    /// The dead ante in full, even where it was posted short.
    dead_ante: Chips,
    /// Payments for up-cards as large as the pot: how much went to the pot of which layer.
    bought: Vec<(Chips, Chips)>,
    /// The kitty's part of the main pot.
    kitty: Chips,
    /// What waits for the next hand, once this one is over.
    carried_out: Chips,
}

impl Wagers {
    /// Before the posts, with what an earlier hand left in the pot.
    pub(super) fn new(carried: Chips) -> Self {
        Self {
            contributed: BySeat::default(),
            committed: BySeat::default(),
            middle: carried,
            dead: carried,
            dead_ante: Chips::ZERO,
            bought: Vec::new(),
            kitty: Chips::ZERO,
            carried_out: Chips::ZERO,
        }
    }

    /// A forced payment, of which so much was `paid`. Rule: variants 4.5.
    pub(super) fn post(&mut self, seat: SeatIx, nominal: Chips, paid: Chips, kind: PostKind) {
        self.middle += paid;
        if kind == PostKind::DeadAnte {
            self.dead_ante += nominal;
        }
        if kind.is_dead() {
            self.dead += paid;
        } else {
            self.contributed[seat] += paid;
        }
        if kind.is_live() {
            self.committed[seat] += paid;
        }
    }

    /// A seat adds chips to its bet of this round.
    pub(super) fn bet(&mut self, seat: SeatIx, added: Chips) {
        self.middle += added;
        self.contributed[seat] += added;
        self.committed[seat] += added;
    }

    /// Chips for the main pot that make no layer.
    pub(super) fn add_dead(&mut self, amount: Chips) {
        self.middle += amount;
        self.dead += amount;
    }

    /// A seat pays as much as is in the pots that it contends for: to each of them, the oldest first. Rule: variants A22.
    pub(super) fn match_pots(&mut self, seat: SeatIx, price: Chips, live: SeatSet) {
        let mut left = price;
        for pot in self.pots(live).iter().filter(|pot| pot.eligible.contains(seat)) {
            let paid = pot.amount.min(left);
            let paid_in = pot.eligible.iter().map(|seat| self.settled(seat));
            self.bought.push((paid_in.min().unwrap_or_default(), paid));
            left -= paid;
        }
        self.middle += price;
    }

    /// What the seat has put in during this betting round.
    #[inline]
    pub(super) fn committed(&self, seat: SeatIx) -> Chips {
        self.committed[seat]
    }

    /// What the seat has put into the layers in the rounds before this one.
    fn settled(&self, seat: SeatIx) -> Chips {
        self.contributed[seat] - self.committed[seat]
    }

    /// All chips in the middle, bets of this round included.
    pub(super) const fn middle(&self) -> Chips {
        self.middle
    }

    /// All chips in the middle but for a dead ante, which is no unit of a bloc. Rule: variants 4.2.
    pub(super) fn without_dead_ante(&self) -> Chips {
        self.middle.saturating_sub(self.dead_ante)
    }

    /// The bets of this round become part of what was put in before; tells whether there were any.
    pub(super) fn gather(&mut self) -> bool {
        let bets = std::mem::take(&mut self.committed);
        bets.iter().any(|(_, bet)| !bet.is_zero())
    }

    /// Takes out what no other seat has matched; gives its owner. Rule: tournament 2.6.
    pub(super) fn take_uncalled(&mut self, live: SeatSet) -> Option<(SeatIx, Chips)> {
        let (seat, amount) = pot::uncalled(&self.contributed, live)?;
        self.contributed[seat] -= amount;
        self.middle -= amount;
        Some((seat, amount))
    }

    /// Takes the kitty's part, at most so much, out of the main pot; zero if that is empty. Rule: variants 4.6.
    pub(super) fn feed_kitty(&mut self, most: Chips, live: SeatSet) -> Chips {
        let pots = self.pots(live);
        let amount = most.min(pots.first().map_or(Chips::ZERO, |main| main.amount));
        self.kitty += amount;
        self.middle -= amount;
        amount
    }

    /// A winner is paid.
    pub(super) fn pay_out(&mut self, share: Chips) {
        self.middle -= share;
    }

    /// No hand wins: all that is there waits for the next hand; gives how much that is.
    pub(super) fn carry(&mut self) -> Chips {
        let carried_out = self.middle;
        *self = Self {
            kitty: self.kitty,
            carried_out,
            bought: std::mem::take(&mut self.bought),
            dead_ante: self.dead_ante,
            ..Self::new(Chips::ZERO)
        };
        carried_out
    }

    /// The pots as they stand, bets of this round included.
    pub(super) fn pots(&self, live: SeatSet) -> Vec<Pot> {
        self.pots_of(&self.contributed, live)
    }

    /// The pots of the rounds before this one.
    pub(super) fn settled_pots(&self, live: SeatSet) -> Vec<Pot> {
        let settled = BySeat::from_fn(|seat| self.settled(seat));
        let staked = settled.iter().any(|(_, paid)| !paid.is_zero());
        if staked || !self.dead.is_zero() || !self.bought.is_empty() {
            self.pots_of(&settled, live)
        } else {
            Vec::new()
        }
    }

    fn pots_of(&self, contributed: &BySeat<Chips>, live: SeatSet) -> Vec<Pot> {
        let mut pots = pot::build(contributed, live, self.dead);
        pot::add_bought(&mut pots, contributed, live, &self.bought);
        if let Some(main) = pots.first_mut() {
            main.amount -= self.kitty;
        }
        pots
    }

    pub(super) const fn kitty(&self) -> Chips {
        self.kitty
    }

    pub(super) const fn carried_out(&self) -> Chips {
        self.carried_out
    }
}
