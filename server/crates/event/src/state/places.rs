//! The players with a place, and the prizes that were paid.

use std::collections::BTreeMap;

use poker_engine::Chips;
use poker_engine::tournament::director::PlayerNo;
use poker_protocol::v1::tournament::Finished;
use poker_wire as wire;

/// Places and prizes, as far as they are known.
#[derive(Clone, Debug, Default)]
pub(crate) struct Places {
    /// The last place first, and of tied players the one who was placed first.
    finished: Vec<Finished>,
    /// Including those of players without a place yet: a deal is paid before any player has one.
    paid: BTreeMap<PlayerNo, Chips>,
}

impl Places {
    /// Gives a player a place. Those who tie share several, and those who go out in one hand are placed in any order.
    pub(super) fn assign(&mut self, player: PlayerNo, best: u32, worst: u32) {
        // Places that are assigned together come from the best down. Of tied players, the last one stays last.
        let at = self.finished.partition_point(|other| other.best >= best);
        let finished = Finished {
            player: player.0,
            best,
            worst,
            prize: wire::chips(self.paid_to(player).unwrap_or_default()),
        };
        self.finished.insert(at, finished);
    }

    /// Pays a prize, which may not be the player's only one.
    pub(super) fn pay(&mut self, player: PlayerNo, amount: Chips) {
        let paid = self.paid.entry(player).or_default();
        *paid += amount;
        let paid = wire::chips(*paid);
        if let Some(finished) = self.finished.iter_mut().find(|finished| finished.player == player.0) {
            finished.prize = paid;
        }
    }

    /// Returns the prizes paid to a player; `None` if there were none.
    pub(super) fn paid_to(&self, player: PlayerNo) -> Option<Chips> {
        self.paid.get(&player).copied()
    }

    /// Returns the places, best first.
    pub(crate) fn best_first(&self) -> impl ExactSizeIterator<Item = &Finished> {
        self.finished.iter().rev()
    }

    /// Returns the prizes paid, largest first.
    pub(super) fn prizes(&self) -> Vec<Chips> {
        let mut paid: Vec<Chips> = self.paid.values().copied().collect();
        paid.sort_unstable_by(|a, b| b.cmp(a));
        paid
    }
}
