//! Chips that have left the stacks: the contribution of each seat, dead money, and the pots they make. Rules: tournament 2.6; variants 4.5,
//! 4.6, A22.

use crate::event::Pot;
use crate::post::PostKind;
use crate::{BySeat, Chips, SeatIx, SeatSet, pot};

/// All chips put in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Wagers {
    /// Chips that each seat has put into the layers of the pot, bets of this round included.
    contributed: BySeat<Chips>,
    /// Chips that each seat has put in during this betting round, live posts included.
    committed: BySeat<Chips>,
    /// All chips in the middle, bets of this round included.
    middle: Chips,
    /// Dead money: chips of the main pot that form no layer.
    dead: Chips,
    /// The dead ante in full, even if it was posted short.
    dead_ante: Chips,
    /// Payments for up cards at the price of the pot: the layer of the pot paid, and the amount.
    bought: Vec<(Chips, Chips)>,
    /// The kitty's share of the main pot.
    kitty: Chips,
    /// Chips carried over to the next hand, once this one is over.
    carried_out: Chips,
    /// `true` once the pots were reported.
    told: bool,
    /// Live seats at the end of the last round whose pots were reported.
    told_for: SeatSet,
}

impl Wagers {
    /// Returns the state before the posts, with the chips carried over from an earlier hand.
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
            told: false,
            told_for: SeatSet::EMPTY,
        }
    }

    /// Adds a forced payment, of which the seat `paid` this much. Rule: variants 4.5.
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

    /// Adds chips to a seat's bet of this round.
    pub(super) fn bet(&mut self, seat: SeatIx, added: Chips) {
        self.middle += added;
        self.contributed[seat] += added;
        self.committed[seat] += added;
    }

    /// Adds dead money to the main pot.
    pub(super) fn add_dead(&mut self, amount: Chips) {
        self.middle += amount;
        self.dead += amount;
    }

    /// Adds a payment as large as the pots that the seat contends for: to each of them its own amount, the oldest first.
    /// Rule: variants A22.
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

    /// Returns the chips that the seat has put in during this betting round.
    #[inline]
    pub(super) fn committed(&self, seat: SeatIx) -> Chips {
        self.committed[seat]
    }

    /// Returns the chips that the seat put into the layers in earlier rounds.
    fn settled(&self, seat: SeatIx) -> Chips {
        self.contributed[seat] - self.committed[seat]
    }

    /// Returns all chips in the middle, bets of this round included.
    pub(super) const fn middle(&self) -> Chips {
        self.middle
    }

    /// Returns all chips in the middle except a dead ante, which does not count towards a bloc. Rule: variants 4.2.
    pub(super) fn without_dead_ante(&self) -> Chips {
        self.middle.saturating_sub(self.dead_ante)
    }

    /// Moves the bets of this round into the pots; returns `true` if there were any.
    pub(super) fn gather(&mut self) -> bool {
        let bets = std::mem::take(&mut self.committed);
        bets.iter().any(|(_, bet)| !bet.is_zero())
    }

    /// Takes out the uncalled chips and returns them with their owner. Rule: tournament 2.6.
    pub(super) fn take_uncalled(&mut self, live: SeatSet) -> Option<(SeatIx, Chips)> {
        let (seat, amount) = pot::uncalled(&self.contributed, live)?;
        self.contributed[seat] -= amount;
        self.middle -= amount;
        Some((seat, amount))
    }

    /// Takes the kitty's share, at most `most`, out of the main pot; zero if that is empty. Rule: variants 4.6.
    pub(super) fn feed_kitty(&mut self, most: Chips, live: SeatSet) -> Chips {
        let pots = self.pots(live);
        let amount = most.min(pots.first().map_or(Chips::ZERO, |main| main.amount));
        self.kitty += amount;
        self.middle -= amount;
        amount
    }

    /// Pays a winner.
    pub(super) fn pay_out(&mut self, share: Chips) {
        self.middle -= share;
    }

    /// Carries all chips in the middle over to the next hand, and returns their number.
    pub(super) fn carry(&mut self) -> Chips {
        let carried_out = self.middle;
        *self = Self {
            kitty: self.kitty,
            carried_out,
            bought: std::mem::take(&mut self.bought),
            dead_ante: self.dead_ante,
            told: self.told,
            told_for: self.told_for,
            ..Self::new(Chips::ZERO)
        };
        carried_out
    }

    /// Returns the pots as they stand, bets of this round included.
    pub(super) fn pots(&self, live: SeatSet) -> Vec<Pot> {
        self.pots_of(&self.contributed, live)
    }

    /// Returns the pots of earlier rounds.
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

    /// Returns `true` if the pots at the end of a round differ from those last reported: bets were gathered, or other seats are live.
    pub(super) fn is_news(&mut self, staked: bool, live: SeatSet) -> bool {
        let is_news = staked || live != self.told_for;
        if is_news {
            self.told_for = live;
        }
        is_news
    }

    /// Notes that the pots were reported.
    pub(super) const fn note_told(&mut self) {
        self.told = true;
    }

    /// Returns `true` once the pots were reported.
    pub(super) const fn are_told(&self) -> bool {
        self.told
    }

    pub(super) const fn kitty(&self) -> Chips {
        self.kitty
    }

    pub(super) const fn carried_out(&self) -> Chips {
        self.carried_out
    }
}
