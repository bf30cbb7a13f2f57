//! Random table lives: the law holds whatever players do between and during hands.

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::strategy::ValueTree;

use super::*;
use crate::seat::MAX_SEATS;
use crate::table::{Presence, Roodles, Standing};
use crate::{Deck, Hand};

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

/// The rules of a table.
#[derive(Clone, Copy)]
struct Law {
    seat_count: u8,
    button: ButtonRule,
    busted_hands: u32,
    seat_draw: bool,
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

    /// Checks the laws of every hand about to be dealt.
    fn check_plan(&self, before: &CashTable, plan: &HandPlan) {
        let Some(positions) = plan.positions else {
            assert!(entry_posts(plan).is_empty());
            assert_eq!(plan.dealt, before.ready());
            return;
        };
        let at = |seat: SeatIx| before.seat(seat).unwrap();
        let record = |seat: SeatIx| self.records[&at(seat).player];
        let big_blind = at(positions.big_blind).player;
        let ready = self.table.ready();
        assert!(plan.dealt.contains(positions.big_blind) && plan.dealt.len() >= 2);
        assert_eq!(plan.dealt.union(plan.waiting), ready);
        assert_eq!(positions.heads_up, plan.dealt.len() == 2);
        assert!(self.table.plays_roodles() || at(positions.big_blind).presence != Presence::InUntilBigBlind);

        let mut blinds = [0; MAX_SEATS as usize];
        for post in &plan.setup.posts {
            let live = matches!(
                post.kind,
                PostKind::SmallBlind | PostKind::BigBlind | PostKind::EntryBlind
            );
            blinds[usize::from(post.seat.index())] += u32::from(live);
        }
        assert!(
            blinds.iter().all(|count| *count <= 1),
            "two live blinds of one seat: {plan:?}"
        );

        let entering: SeatSet = plan
            .setup
            .posts
            .iter()
            .filter(|post| is_entry(post.kind))
            .map(|post| post.seat)
            .collect();
        let owing = before.state().owing();
        let regular = ready.difference(owing);
        let free = self.last_big.is_none() || regular.len() < 2;
        for seat in plan.dealt.intersection(owing).iter() {
            let settled = entering.contains(seat) || seat == positions.big_blind || free;
            assert!(settled, "{seat} enters for nothing: {plan:?}");
        }
        assert!(entering.is_empty() || !free && !positions.heads_up, "{plan:?}");
        assert_eq!(
            entering.between(positions.button, positions.big_blind),
            SeatSet::EMPTY,
            "{plan:?}"
        );
        for post in plan.setup.posts.iter().filter(|post| is_entry(post.kind)) {
            let (big, small) = record(post.seat).credit;
            let credit = if post.kind == PostKind::EntryBlind { big } else { small };
            assert!(credit > 0, "{} pays what it does not owe: {plan:?}", post.seat);
        }

        if let Some((last_seat, last_player)) = self.last_big {
            assert_ne!(last_player, Some(big_blind), "the big blind twice in a row: {plan:?}");
            if self.table.config().button == ButtonRule::Dead {
                assert_eq!(
                    ready.next_after(last_seat),
                    Some(positions.big_blind),
                    "the big blind skips: {plan:?}"
                );
            }
        }
        if self.table.config().button == ButtonRule::Moving {
            assert!(plan.dealt.contains(positions.button) && plan.dealt.contains(positions.small_blind));
        }
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

    fn draw_seats(&mut self, ranks: [u8; 10]) -> Result<Vec<TableEvent>, TableRuleError> {
        let before = self.table.clone();
        let suit = crate::card::parse_cards("2s 3s 4s 5s 6s 7s 8s 9s Ts Js Qs Ks As").unwrap();
        let drawn = self.table.draw_seats(ranks.map(|rank| suit[usize::from(rank)]));
        assert_eq!(drawn.is_ok(), before.can_draw_seats());
        if drawn.is_ok() {
            assert_eq!(self.table.occupied(), before.occupied());
            for seat in before.occupied().iter() {
                let state = *before.seat(seat).unwrap();
                let now = self.table.seat_of(state.player).unwrap();
                assert_eq!(self.table.seat(now), Some(&state));
            }
        }
        drawn
    }

    /// Checks that no player sits out in an orbit at doubled stakes, and that the orbit ends.
    fn check_roodles(&self, before: &CashTable) {
        if !before.plays_roodles() || !self.table.plays_roodles() {
            return;
        }
        for seat in before.ready().iter() {
            let still = self.table.seat(seat).filter(|state| {
                let same = before.seat(seat).is_some_and(|was| was.player == state.player);
                same && !state.leaving && !state.stack.is_zero()
            });
            assert!(still.is_none() || self.table.ready().contains(seat), "{seat} sits out");
        }
        // A pot that no player won would not count towards the orbit, but there is none in these lives.
        assert!(self.orbit < self.table.config().seat_count, "an orbit without end");
    }

    /// Records the chips and newcomers that events report.
    fn note(&mut self, events: &[TableEvent]) {
        for event in events {
            match event {
                TableEvent::PlayerSat { player, stack, .. } => {
                    let record = self.records.entry(*player).or_default();
                    *record = Record {
                        wallet: record.wallet - signed(*stack),
                        credit: (1, 0),
                        ..Record::default()
                    };
                }
                TableEvent::PlayerLeft { player, stack, .. } => {
                    let record = self.records.get_mut(player).unwrap();
                    assert_eq!(record.promised, 0, "{player:?} leaves with promised chips");
                    record.wallet += signed(*stack);
                    if let Some((_, last)) = &mut self.last_big {
                        *last = last.filter(|last| last != player);
                    }
                }
                TableEvent::RebuyQueued {
                    player, amount, total, ..
                } => {
                    let record = self.records.get_mut(player).unwrap();
                    record.wallet -= signed(*amount);
                    record.promised += amount.get();
                    assert_eq!(record.promised, total.get());
                }
                TableEvent::ChipsAdded {
                    player, amount, stack, ..
                } => {
                    assert!(
                        *stack <= self.table.config().buy_in.max,
                        "{player:?} bought above the maximum"
                    );
                    let record = self.records.get_mut(player).unwrap();
                    if record.promised == 0 {
                        record.wallet -= signed(*amount);
                    } else {
                        record.promised -= amount.get();
                    }
                }
                TableEvent::RebuyReturned { player, amount, .. } => {
                    let record = self.records.get_mut(player).unwrap();
                    record.promised -= amount.get();
                    record.wallet += signed(*amount);
                }
                TableEvent::StatusChanged { seat, player, status } => {
                    assert_eq!(self.table.seat_of(*player), Some(*seat));
                    assert_eq!(self.table.status(*seat), Some(*status));
                }
                TableEvent::KittyShared { shares } => {
                    // No command closes these tables, so the kitty goes to the last player to leave.
                    assert_eq!(shares.len(), 1);
                    assert!(self.table.occupied().is_empty());
                }
                TableEvent::CarriedPaid { .. } => panic!("no pot is carried here"),
                TableEvent::FreeStackGiven { .. } => panic!("these tables give no chips away"),
                TableEvent::SeatOffered { .. } | TableEvent::OfferWithdrawn { .. } => {}
                TableEvent::SeatsDrawn(draw) => assert_eq!(draw.moves.len(), self.table.occupied().len()),
                TableEvent::StraddlingSet { .. } => panic!("these tables have no straddles"),
                TableEvent::PlayerMoved { .. } => panic!("no host moves players here"),
                TableEvent::RoodlesStarted { .. } => (self.orbit, self.orbits) = (0, self.orbits + 1),
                TableEvent::RoodlesEnded { .. } => assert!(!self.table.plays_roodles()),
                TableEvent::WaitListChanged { players } => assert_eq!(self.table.wait_list(), players),
            }
        }
    }

    /// Checks the laws that hold at every moment.
    fn check(&self) {
        let restored = CashTable::from_state(self.table.state().clone());
        assert_eq!(restored.as_ref(), Ok(&self.table));
        let outside: i64 = self
            .records
            .values()
            .map(|record| record.wallet + i64::try_from(record.promised).unwrap())
            .sum();
        assert_eq!(outside + signed(self.table.chips()), 0, "chips were made or lost");
        for seat in self.table.occupied().iter() {
            let state = self.table.seat(seat).unwrap();
            assert_eq!(self.table.seat_of(state.player), Some(seat), "one player, two seats");
            assert_eq!(self.records[&state.player].promised, state.rebuy.get());
            if let Standing::Newcomer = state.standing {
                assert!(!self.records[&state.player].entered);
            }
        }
        let waits_in_vain = |player: &&PlayerId| self.table.offer_to(**player).is_none();
        let someone_waits = self.table.wait_list().iter().any(|player| waits_in_vain(&player));
        assert!(
            !someone_waits || self.table.free_seats().is_empty(),
            "a free seat is offered to no player"
        );
    }
}

fn is_entry(kind: PostKind) -> bool {
    matches!(kind, PostKind::EntryBlind | PostKind::DeadBlind)
}

fn signed(chips: Chips) -> i64 {
    i64::try_from(chips.get()).unwrap()
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
