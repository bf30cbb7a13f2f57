//! Officials who intervene in a running hand.

use poker_engine::hand::Kill;
use poker_engine::simulate::{Broken, broken};
use poker_engine::tournament::TableNo;
use poker_engine::tournament::director::{Command, Official, PlayerNo};
use poker_engine::{Chips, SeatIx};

use super::play::{Award, Played, play_killed};
use super::trouble::ruling;
use super::{Crew, End, Log, Simulation};

impl<N, F, L, C> Simulation<'_, N, F, L, C>
where
    N: Fn(u64) -> F,
    F: FnMut() -> u64,
    L: Log,
    C: Crew<F>,
{
    /// Checks that this hand still runs, and has reached the point at which an official intervenes.
    fn has_come_to_moment(&self, table: TableNo, hand: u32) -> bool {
        let running = self.tables.get(&table).and_then(|seated| seated.hand.as_ref());
        let moment = running
            .filter(|played| played.number == hand)
            .and_then(|played| played.moment.as_ref());
        moment.is_some_and(|moment| moment.at == self.now)
    }

    /// Splits the pots of a hand, if hands with matched bets are live. Rule: tournament 7.8.
    pub(super) fn split(&mut self, table: TableNo, hand: u32) -> Result<(), Broken> {
        if !self.has_come_to_moment(table, hand) {
            return Ok(());
        }
        self.tell_hand(table, hand);
        let (wanted, deal) = (self.log.wants_hands(), self.director.running_deal(table));
        let unit = deal.map(|deal| deal.plan.setup.rules.unit);
        let Some((mut cut, mut played)) = self
            .seated(table)
            .hand
            .take_if(|played| played.can_split())
            .and_then(Played::cut)
        else {
            return Ok(());
        };
        let events = cut.split().unwrap_or_default();
        played.settle(&cut, &events);
        if wanted {
            played.tell(&events);
        }
        let fair = |award: &Award| {
            let shares = || award.shares.iter().map(|(_, share)| *share);
            let (least, most) = (shares().min().unwrap_or_default(), shares().max().unwrap_or_default());
            let contends = |(seat, _): &(SeatIx, Chips)| {
                let pot = played.pots.get(usize::from(award.pot));
                pot.is_some_and(|pot| pot.eligible.contains(*seat))
            };
            most.checked_sub(least) <= unit && award.shares.iter().all(contends)
        };
        if let Some(award) = played.awards.iter().find(|award| !fair(award)) {
            return broken(
                "a split pot is shared equally by its contenders",
                format!("{:?}", award.shares),
            );
        }
        self.seated(table).hand = Some(played);
        self.tell_hand(table, hand);
        self.complete(table, End::Split)
    }

    /// Withdraws a player during a hand, which is killed. Rules: tournament 1.9, 11.1.
    pub(super) fn leave_in_hand(&mut self, table: TableNo, hand: u32, player: PlayerNo) -> Result<(), Broken> {
        if !self.has_come_to_moment(table, hand) || self.director.is_synchronised() {
            return Ok(());
        }
        let command = if self.dice.percent(50) {
            Command::Withdraw(player)
        } else {
            Command::disqualify(player, ruling(Official::Director))
        };
        self.may(command).map(|_| ())
    }

    /// Kills a player's hand by an official's ruling. Rule: tournament 11.4.
    pub(super) fn rule_out(&mut self, table: TableNo, hand: u32, player: PlayerNo) -> Result<(), Broken> {
        let seat = self.director.player(player).and_then(|player| player.place);
        let running = self.tables.get(&table).and_then(|seated| seated.hand.as_ref());
        let lives = running
            .zip(seat)
            .is_some_and(|(played, (_, seat))| played.is_live(seat));
        if !self.has_come_to_moment(table, hand) || !lives {
            return Ok(());
        }
        self.may(Command::kill_hand(player, ruling(Official::Floor)))
            .map(|_| ())
    }

    /// Kills a hand for the director, and discards whatever was played ahead of time.
    pub(super) fn kill(&mut self, (table, seat, why): (TableNo, SeatIx, Kill)) -> Result<(), Broken> {
        let hand = self.director.running_deal(table).map_or(0, |deal| deal.hand);
        if !self.has_come_to_moment(table, hand) {
            return broken(
                "a hand is killed where it has come to",
                format!("{seat} of table {table}"),
            );
        }
        self.tell_hand(table, hand);
        let cut = self.seated(table).hand.take().and_then(Played::cut);
        let Some((cut, deal)) = cut.zip(self.director.running_deal(table)) else {
            return broken("a hand that is killed runs", format!("table {table}"));
        };
        let on = play_killed(cut, &deal, (seat, why), self.telling(), self.hand_dice())?;
        let done = self.next_number();
        self.announce(table, done, &on);
        self.seated(table).hand = Some(on);
        Ok(())
    }
}
