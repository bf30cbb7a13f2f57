//! Rules that hold from the first hand of a session to its end.

use super::{Club, STACK, blinds, player, seat};
use crate::Chips;
use crate::card::parse_cards;
use crate::table::{BuyIn, CashTable, Entry, LeaveReason, SeatDraw, TableEvent, TableRuleError};

#[test]
fn when_the_session_ends_everybody_leaves_with_the_stack_and_the_wait_list_is_empty() {
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

/// Creates a table with this many chips in the kitty, each from a hand that player 1 won.
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

/// Returns the shares of the kitty, and the stacks of the players who left.
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

#[test]
fn before_the_first_hand_cards_say_who_sits_where_and_then_no_more() {
    let mut club = Club::with(6, |config| config.seat_draw = true);
    let deck = || parse_cards("9s Ad Kc Js Qd").unwrap();
    club.sit(1, Entry::WaitForBigBlind);
    assert_eq!(
        club.0.draw_seats(deck()),
        Err(TableRuleError::NoSeatDraw),
        "one is not enough"
    );
    club.sit(2, Entry::WaitForBigBlind);
    club.sit(4, Entry::WaitForBigBlind);
    assert_eq!(club.try_deal().unwrap_err(), TableRuleError::SeatsNotDrawn);
    assert!(!club.0.can_start());
    let events = club.0.draw_seats(deck()).unwrap();
    let moves = vec![(seat(2), seat(4)), (seat(4), seat(2)), (seat(1), seat(1))];
    let cards = [1, 2, 4].map(seat).into_iter().zip(deck()).collect();
    assert_eq!(events, [TableEvent::SeatsDrawn(SeatDraw { cards, moves })]);
    assert_eq!(
        [1, 2, 4].map(|n| club.0.seat_of(player(n)).unwrap().number()),
        [1, 4, 2]
    );
    assert_eq!(club.0.draw_seats(deck()), Err(TableRuleError::NoSeatDraw));
    // The positions follow it, as every player is new.
    assert_eq!(blinds(&club.deal()), [1, 2, 4]);
    club.0.void_hand().unwrap();
    assert!(club.0.can_start(), "no other draw after a hand that was undone");
    let restored = CashTable::from_state(club.0.state().clone()).unwrap();
    assert_eq!(restored, club.0);
}

#[test]
fn a_table_without_a_draw_has_none() {
    let mut club = Club::new(6);
    for n in [1, 2] {
        club.sit(n, Entry::WaitForBigBlind);
    }
    assert_eq!(
        club.0.draw_seats(parse_cards("9s Ad").unwrap()),
        Err(TableRuleError::NoSeatDraw)
    );
    assert!(club.0.can_start());
}

// The fourth bust of the vector cannot happen: two free stacks make three in all, and the third bust is the last.
#[test]
fn bt15_who_loses_three_stacks_has_lost_the_first_one_and_is_out() {
    let fifty = Chips::new(50);
    let mut club = Club::with(3, |config| {
        (config.free_stacks, config.buy_in) = (2, BuyIn { min: fifty, max: fifty });
    });
    for number in [1, 2] {
        club.0
            .sit(player(number), Some(seat(number)), fifty, Entry::Post)
            .unwrap();
    }
    assert_eq!(club.0.rebuy(player(1), fifty), Err(TableRuleError::NoRebuys));
    let given = |events: &[TableEvent]| {
        let given = events.iter().filter_map(|event| match event {
            TableEvent::FreeStackGiven {
                player, amount, left, ..
            } => Some((*player, amount.get(), *left)),
            _ => None,
        });
        given.collect::<Vec<_>>()
    };
    for (won, left) in [(100, 1), (150, 0)] {
        club.deal();
        let events = club.finish([(1, 0), (2, won)]);
        assert_eq!(given(&events), [(player(1), 50, left)]);
        assert_eq!(club.0.seat(seat(1)).unwrap().stack, fifty);
    }
    // Leaving and returning brings no new ones.
    club.leave(1);
    club.0.sit(player(1), Some(seat(1)), fifty, Entry::Post).unwrap();
    club.deal();
    let events = club.finish([(1, 0), (2, 200)]);
    assert_eq!(given(&events), []);
    assert_eq!(settled(&events).1, [(1, 0)]);
    let again = club.0.sit(player(1), None, fifty, Entry::Post);
    assert_eq!(again, Err(TableRuleError::StacksLost));
    assert_eq!(club.0.join_wait_list(player(1)), Err(TableRuleError::StacksLost));
    assert_eq!(club.0.chips(), Chips::new(200), "two stacks bought, two given");
}
