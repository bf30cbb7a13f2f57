//! Random table lives: the law holds whatever players do between and during hands.

mod law;

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::strategy::ValueTree;

use super::*;
use crate::table::Roodles;
use crate::{Deck, Hand};
use law::Law;

/// The next thing to happen; its numbers select the player and the amount.
#[derive(Clone, Copy, Debug)]
enum Step {
    Sit {
        who: u8,
        at: Option<u8>,
        amount: u64,
        entry: Entry,
    },
    Leave {
        who: u8,
    },
    SitOut {
        who: u8,
        when: SitOut,
    },
    SitIn {
        who: u8,
        entry: Entry,
    },
    Rebuy {
        who: u8,
        amount: u64,
    },
    JoinWaitList {
        who: u8,
    },
    LeaveWaitList {
        who: u8,
    },
    ExpireOffer {
        who: u8,
    },
    Forget {
        who: u8,
    },
    Game {
        which: u8,
    },
    Start {
        draw: u8,
    },
    /// Seats are drawn from a deck that begins with these ranks.
    DrawSeats {
        ranks: [u8; 10],
    },
    /// A big hand wins a pot of the running hand.
    BigWin,
    /// Each pair moves part of the first seat's stack to the second.
    Finish {
        moves: [(u8, u8, u8); 3],
        /// `true` if the kitty gets a chip.
        kitty: bool,
    },
    Void,
}

fn step() -> impl Strategy<Value = Step> {
    let who = || 0..14_u8;
    let entry = || prop_oneof![Just(Entry::WaitForBigBlind), Just(Entry::Post)];
    let when = || prop_oneof![Just(SitOut::NextHand), Just(SitOut::NextBigBlind)];
    let moves = prop::array::uniform3((0..10_u8, 0..10_u8, 0..=4_u8));
    prop_oneof![
        6 => (who(), prop::option::of(1..=10_u8), 150..1100_u64, entry())
            .prop_map(|(who, at, amount, entry)| Step::Sit { who, at, amount, entry }),
        2 => who().prop_map(|who| Step::Leave { who }),
        3 => (who(), when()).prop_map(|(who, when)| Step::SitOut { who, when }),
        5 => (who(), entry()).prop_map(|(who, entry)| Step::SitIn { who, entry }),
        4 => (who(), 1..900_u64).prop_map(|(who, amount)| Step::Rebuy { who, amount }),
        2 => who().prop_map(|who| Step::JoinWaitList { who }),
        1 => who().prop_map(|who| Step::LeaveWaitList { who }),
        1 => who().prop_map(|who| Step::ExpireOffer { who }),
        1 => who().prop_map(|who| Step::Forget { who }),
        1 => (0..6_u8).prop_map(|which| Step::Game { which }),
        12 => any::<u8>().prop_map(|draw| Step::Start { draw }),
        6 => prop::array::uniform10(0..13_u8).prop_map(|ranks| Step::DrawSeats { ranks }),
        2 => Just(Step::BigWin),
        12 => (moves, any::<bool>()).prop_map(|(moves, kitty)| Step::Finish { moves, kitty }),
        1 => Just(Step::Void),
    ]
}

/// An outsider's knowledge of a player, from events and plans.
#[derive(Clone, Copy, Debug, Default)]
struct Record {
    /// Chips in the wallet: those brought back less those taken out.
    wallet: i64,
    /// Chips promised for the end of a hand.
    promised: u64,
    /// `true` if the player was dealt in with blinds since sitting down.
    entered: bool,
    /// Numbers of big and small blinds that may still be charged out of turn: one each for sitting down (a big one
    /// alone) or for each absence.
    credit: (u32, u32),
    /// `true` if the player was absent from the last hand.
    absent: bool,
    /// Number of hands for which the player has been ready but not dealt in.
    waited: u32,
}

struct Life {
    table: CashTable,
    games: Vec<(&'static str, TableGame)>,
    current: usize,
    records: BTreeMap<PlayerId, Record>,
    /// Seat of the last big blind of a played hand, and the player who posted it, if still seated.
    last_big: Option<(SeatIx, Option<PlayerId>)>,
    hands: u32,
    /// Number of hands played of the orbit at doubled stakes.
    orbit: u8,
    orbits: u32,
}

impl Life {
    fn new(law: Law) -> Self {
        let Law {
            seat_count,
            button,
            busted_hands,
            seat_draw,
        } = law;
        let ids = ["no-limit-holdem", "omaha", "short-deck"];
        let games: Vec<_> = ids.into_iter().map(|id| (id, game(id))).collect();
        let mut config = TableConfig::ordinary(seat_count, &games[0].1);
        config.button = button;
        config.busted_hands = busted_hands;
        config.wait_list_max = 4;
        config.roodles = true;
        config.rules.kitty = Chips::new(1);
        config.seat_draw = seat_draw;
        let table = CashTable::new(config, games[0].1.clone()).unwrap();
        Self {
            table,
            games,
            current: 0,
            records: BTreeMap::new(),
            last_big: None,
            hands: 0,
            orbit: 0,
            orbits: 0,
        }
    }

    fn take(&mut self, step: Step) {
        let before = self.table.clone();
        let result = match step {
            Step::Sit { who, at, amount, entry } => {
                // Some try to return with the stack they left with.
                let left_with = self.table.buy_in_for(player(who)).min.get();
                let amount = Chips::new(if amount < 500 { amount } else { amount.max(left_with) });
                self.table.sit(player(who), at.map(seat), amount, entry)
            }
            Step::Leave { who } => self.table.leave(player(who)),
            Step::SitOut { who, when } => self.table.sit_out(player(who), when),
            Step::SitIn { who, entry } => self.table.sit_in(player(who), entry),
            Step::Rebuy { who, amount } => self.table.rebuy(player(who), Chips::new(amount)),
            Step::JoinWaitList { who } => self.table.join_wait_list(player(who)),
            Step::LeaveWaitList { who } => self.table.leave_wait_list(player(who)),
            Step::ExpireOffer { who } => self.table.expire_offer(player(who)),
            Step::Forget { who } => {
                self.table.forget(player(who));
                Ok(Vec::new())
            }
            Step::Game { which } => {
                // In most cases the game with blinds continues.
                let which = usize::from(which).saturating_sub(3);
                let changed = self.table.set_game(self.games[which].1.clone());
                if changed.is_ok() {
                    self.current = which;
                }
                changed
            }
            Step::Start { draw } => self.start(draw),
            Step::DrawSeats { ranks } => self.draw_seats(ranks),
            Step::BigWin => self.table.start_roodles(),
            Step::Finish { moves, kitty } => self.finish(moves, kitty),
            Step::Void => self.table.void_hand(),
        };
        match result {
            Ok(events) => {
                self.check_roodles(&before);
                self.note(&events);
            }
            Err(_) => assert_eq!(self.table, before, "a refusal changed the table: {step:?}"),
        }
        self.check();
    }

    fn start(&mut self, nth: u8) -> Result<Vec<TableEvent>, TableRuleError> {
        let before = self.table.clone();
        let startable = self.table.can_start();
        let draw = |among: SeatSet| among.iter().nth(usize::from(nth) % among.len()).unwrap();
        let started = self.table.start_hand(draw);
        assert_eq!(started.is_ok(), startable, "{started:?}");
        let (plan, events) = started?;
        self.check_plan(&before, &plan);
        let factor = if before.plays_roodles() { 2 } else { 1 };
        assert_eq!(plan.setup.tiers, before.game().structure.times(factor).tiers);
        let def = catalogue::find(self.games[self.current].0).unwrap();
        let mut card = u32::from(nth);
        let mut source = || {
            card = card.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            card
        };
        let deck = Deck::shuffled(def.cards(), &mut source);
        assert!(Hand::deal(def.clone(), plan.setup.clone(), deck).is_ok(), "{plan:?}");
        Ok(events)
    }

    fn finish(&mut self, moves: [(u8, u8, u8); 3], kitty: bool) -> Result<Vec<TableEvent>, TableRuleError> {
        let Some(plan) = self.table.hand().cloned() else {
            return self.table.finish_hand(&[], Chips::ZERO);
        };
        let mut stacks: Vec<(SeatIx, Chips)> = plan
            .setup
            .players
            .iter()
            .map(|player| (player.seat, player.stack))
            .collect();
        for (from, to, part) in moves {
            let [from, to] = [from, to].map(|n| usize::from(n) % stacks.len());
            let lost = Chips::new(stacks[from].1.get() * u64::from(part) / 4);
            stacks[from].1 -= lost;
            stacks[to].1 += lost;
        }
        let most = stacks.iter_mut().map(|(_, stack)| stack).max().filter(|_| kitty);
        let kitty = Chips::new(u64::from(kitty));
        if let Some(most) = most {
            *most -= kitty;
        }
        let players: BTreeMap<SeatIx, PlayerId> = self
            .table
            .occupied()
            .iter()
            .map(|seat| (seat, self.table.seat(seat).unwrap().player))
            .collect();
        let owing = self.table.state().owing();
        let events = self.table.finish_hand(&stacks, kitty)?;
        self.hands += 1;
        self.orbit += u8::from(matches!(self.table.state().roodles, Some(Roodles::Since { .. })));
        self.learn(&plan, &players, owing);
        Ok(events)
    }

    /// Records the effect of a played hand on its players.
    fn learn(&mut self, plan: &HandPlan, players: &BTreeMap<SeatIx, PlayerId>, owing: SeatSet) {
        let Some(positions) = plan.positions else { return };
        self.last_big = Some((positions.big_blind, Some(players[&positions.big_blind])));
        for (seat, player) in players {
            let record = self.records.get_mut(player).unwrap();
            if plan.dealt.contains(*seat) {
                *record = Record {
                    entered: true,
                    credit: (0, 0),
                    absent: false,
                    waited: 0,
                    ..*record
                };
            } else if plan.waiting.contains(*seat) {
                record.absent = false;
                record.waited += 1;
                let bound = u32::from(self.table.config().seat_count) + 2;
                if self.table.config().button == ButtonRule::Dead {
                    assert!(record.waited <= bound, "{player:?} waits for ever");
                }
                assert!(
                    owing.contains(*seat) || record.waited <= 1,
                    "{player:?} owes nothing and waits"
                );
            } else {
                record.waited = 0;
                if record.entered && !record.absent {
                    record.credit = (1, 1);
                }
                record.absent = true;
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, max_shrink_iters: 20_000, ..ProptestConfig::default() })]

    #[test]
    fn the_law_holds_in_every_table_life(
        seat_count in 2..=9_u8,
        moving in any::<bool>(),
        seat_draw in any::<bool>(),
        busted_hands in 0..4_u32,
        steps in prop::collection::vec(step(), 1..400),
    ) {
        let button = if moving { ButtonRule::Moving } else { ButtonRule::Dead };
        let mut life = Life::new(Law { seat_count, button, busted_hands, seat_draw });
        for step in steps {
            life.take(step);
        }
    }
}

/// The random lives above prove something only if they play many hands.
#[test]
fn long_lives_see_many_hands() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let steps = prop::collection::vec(step(), 3000);
    for button in [ButtonRule::Dead, ButtonRule::Moving] {
        let mut life = Life::new(Law {
            seat_count: 9,
            button,
            busted_hands: 3,
            seat_draw: true,
        });
        for step in steps.new_tree(&mut runner).unwrap().current() {
            life.take(step);
        }
        assert!(life.hands > 200, "only {} hands were played", life.hands);
        assert!(life.orbits > 5, "only {} orbits were for doubled stakes", life.orbits);
    }
}
