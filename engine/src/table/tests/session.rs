//! What holds from the first hand of a session to its end.

use super::{Club, STACK, player};
use crate::table::{LeaveReason, TableEvent, TableRuleError};

#[test]
fn when_the_session_ends_everybody_leaves_with_the_stack_and_nobody_waits() {
    let mut club = Club::new(2).seated([1, 2]);
    club.0.join_wait_list(player(3)).unwrap();
    let plan = club.0.start_hand(|_| unreachable!("it was drawn before")).unwrap().0;
    assert_eq!(club.0.close(), Err(TableRuleError::HandRunning));
    let stacks: Vec<_> = plan.dealt.iter().map(|seat| (seat, STACK)).collect();
    club.0.finish_hand(&stacks).unwrap();
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
