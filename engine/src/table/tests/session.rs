//! What holds from the first hand of a session to its end.

use super::{Club, STACK, player, seat};
use crate::Chips;
use crate::table::{LeaveReason, TableEvent, TableRuleError};

#[test]
fn when_the_session_ends_everybody_leaves_with_the_stack_and_nobody_waits() {
    let mut club = Club::new(2).seated([1, 2]);
    club.0.join_wait_list(player(3)).unwrap();
    let plan = club.0.start_hand(|_| unreachable!("it was drawn before")).unwrap().0;
    assert_eq!(club.0.close(), Err(TableRuleError::HandRunning));
    let stacks: Vec<_> = plan.dealt.iter().map(|seat| (seat, STACK)).collect();
    club.0.finish_hand(&stacks, Chips::ZERO).unwrap();
    let events = club.0.close().unwrap();
    let left = events.iter().filter_map(|event| match event {
        TableEvent::PlayerLeft {
            player,
            stack,
            reason: LeaveReason::Closed,
            ..
        } => Some((*player, *stack)),
        _ => None,
    });
    assert_eq!(left.collect::<Vec<_>>(), [(player(1), STACK), (player(2), STACK)]);
    assert!(club.0.occupied().is_empty() && club.0.wait_list().is_empty());
    assert!(club.0.chips().is_zero());
}

/// A table with this many chips in the kitty: each came out of a hand that player 1 won.
fn with_kitty<const N: usize>(players: [u8; N], chips: u64) -> Club {
    let mut club = Club::with(9, |config| config.rules.kitty = Chips::new(1)).seated(players);
    for _ in 0..chips {
        let players = club.deal().setup.players;
        let stack = |player: &crate::SeatSetup| {
            let one = if player.seat == seat(1) {
                Chips::new(1)
            } else {
                Chips::ZERO
            };
            (player.seat, player.stack - one)
        };
        let stacks: Vec<_> = players.iter().map(stack).collect();
        club.0.finish_hand(&stacks, Chips::new(1)).unwrap();
    }
    club
}

/// Seats with chips.
type Amounts = Vec<(u8, u64)>;

/// Who got what of the kitty, and who left with what.
fn settled(events: &[TableEvent]) -> (Amounts, Amounts) {
    let (mut shared, mut left) = (Vec::new(), Vec::new());
    for event in events {
        match event {
            TableEvent::KittyShared { shares } => {
                shared.extend(shares.iter().map(|(seat, share)| (seat.number(), share.get())));
            }
            TableEvent::PlayerLeft { seat, stack, .. } => left.push((seat.number(), stack.get())),
            _ => {}
        }
    }
    (shared, left)
}

#[test]
fn bt14_those_who_sit_there_at_the_end_share_the_kitty_and_who_left_gets_nothing() {
    let mut club = with_kitty([1, 2, 3, 4], 7);
    assert_eq!(club.0.chips(), Chips::new(4000), "the kitty is at the table");
    assert_eq!(settled(&club.leave(4)), (vec![], vec![(4, 1000)]));
    let dealer = club.0.state().last_button.unwrap();
    let first = club.0.occupied().next_after(dealer).unwrap().number();
    let (mut shared, left) = settled(&club.0.close().unwrap());
    assert_eq!(shared[0], (first, 3), "the odd chip goes left of the dealer");
    shared.sort_unstable();
    let share = |number: u8| if number == first { 3 } else { 2 };
    assert_eq!(shared, [1, 2, 3].map(|number| (number, share(number))));
    assert_eq!(left, [(1, 993 + share(1)), (2, 1000 + share(2)), (3, 1000 + share(3))]);
    assert!(club.0.chips().is_zero());
}

#[test]
fn the_last_one_to_leave_takes_the_kitty() {
    let mut club = with_kitty([1, 2], 3);
    assert_eq!(settled(&club.leave(1)), (vec![], vec![(1, 997)]));
    assert_eq!(settled(&club.leave(2)), (vec![(2, 3)], vec![(2, 1003)]));
    assert!(club.0.chips().is_zero());
}

#[test]
fn a_table_without_a_kitty_takes_nothing() {
    let mut club = Club::new(9).seated([1, 2]);
    let players = club.deal().setup.players;
    let mut stacks: Vec<_> = players.iter().map(|player| (player.seat, player.stack)).collect();
    stacks[0].1 -= Chips::new(1);
    let refused = club.0.finish_hand(&stacks, Chips::new(1));
    assert!(
        matches!(refused, Err(TableRuleError::NotConserved { .. })),
        "{refused:?}"
    );
}
