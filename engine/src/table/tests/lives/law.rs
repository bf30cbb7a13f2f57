//! The law that every step of a life is held to.

use super::super::*;
use super::{Life, Record};
use crate::seat::MAX_SEATS;
use crate::table::{Presence, Standing};

/// The rules of a table.
#[derive(Clone, Copy)]
pub(super) struct Law {
    pub(super) seat_count: u8,
    pub(super) button: ButtonRule,
    pub(super) busted_hands: u32,
    pub(super) seat_draw: bool,
}

impl Life {
    /// Checks the laws of every hand about to be dealt.
    pub(super) fn check_plan(&self, before: &CashTable, plan: &HandPlan) {
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

    /// Checks that no player sits out in an orbit at doubled stakes, and that the orbit ends.
    pub(super) fn check_roodles(&self, before: &CashTable) {
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

    pub(super) fn draw_seats(&mut self, ranks: [u8; 10]) -> Result<Vec<TableEvent>, TableRuleError> {
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

    /// Records the chips and newcomers that events report.
    pub(super) fn note(&mut self, events: &[TableEvent]) {
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
                TableEvent::StackChosen { .. } => panic!("no player chooses a stack anew here"),
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
    pub(super) fn check(&self) {
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
