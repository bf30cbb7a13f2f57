//! Changes a host makes between hands: seats, stakes, the current game.

use std::sync::Arc;

use super::{Club, Dice, blinds, entry_posts, game, player, seat};
use crate::Chips;
use crate::game::{Stakes, catalogue};
use crate::table::{
    BuyIn, CashTable, Entry, GameOrder, Mix, Program, SeatStatus, Span, TableConfig, TableEvent, TableGame,
    TableRuleError,
};

#[test]
fn a_player_who_is_moved_enters_there_as_a_newcomer() {
    let mut club = Club::after_a_hand([1, 2, 3, 4]);
    let moved = club.0.move_player(player(4), seat(6)).unwrap();
    let told = TableEvent::PlayerMoved {
        from: seat(4),
        to: seat(6),
        player: player(4),
        status: SeatStatus::Waiting,
    };
    assert_eq!(moved, [told]);
    assert_eq!((club.0.seat_of(player(4)), club.0.seat(seat(4))), (Some(seat(6)), None));
    // The big blind comes to the new seat next, and settles everything.
    let plan = club.play();
    assert_eq!(blinds(&plan)[2], 6);
    assert!(entry_posts(&plan).is_empty());
    assert_eq!(club.0.chips(), Chips::new(4000));
}

#[test]
fn before_the_first_hand_a_move_costs_nothing() {
    let mut club = Club::new(6);
    club.sit(1, Entry::WaitForBigBlind);
    club.sit(2, Entry::WaitForBigBlind);
    club.0.move_player(player(2), seat(5)).unwrap();
    assert_eq!(club.0.status(seat(5)), Some(SeatStatus::Active));
    assert_eq!(club.play().dealt, super::seats([1, 5]));
}

#[test]
fn no_player_moves_to_a_seat_that_cannot_be_had_or_while_a_hand_runs() {
    let mut club = Club::after_a_hand([1, 2, 3]);
    let before = club.0.clone();
    let refusals = [
        (player(9), seat(5), TableRuleError::NotSeated),
        (player(1), seat(1), TableRuleError::NoChange),
        (player(1), seat(2), TableRuleError::SeatTaken { seat: seat(2) }),
        (
            player(1),
            seat(10),
            TableRuleError::NoSuchSeat {
                seat: seat(10),
                seat_count: 9,
            },
        ),
    ];
    for (who, to, why) in refusals {
        assert_eq!(club.0.move_player(who, to), Err(why));
    }
    assert_eq!(club.0, before);
    club.deal();
    assert_eq!(club.0.move_player(player(1), seat(5)), Err(TableRuleError::HandRunning));
}

#[test]
fn moves_between_random_hands_break_nothing() {
    let mut dice = Dice(7);
    for _ in 0..40 {
        let mut club = Club::new(9);
        for n in 1..=u8::try_from(2 + dice.below(6)).unwrap() {
            let entry = if dice.one_in(2) {
                Entry::Post
            } else {
                Entry::WaitForBigBlind
            };
            club.sit(n, entry);
        }
        let chips = club.0.chips();
        for _ in 0..60 {
            let who = player(u8::try_from(1 + dice.below(8)).unwrap());
            let to = seat(u8::try_from(1 + dice.below(9)).unwrap());
            let _ = club.0.move_player(who, to);
            if club.try_deal().is_ok() {
                assert!(club.0.move_player(who, to).is_err());
                club.finish([]);
            }
            assert_eq!(club.0.chips(), chips);
            assert_eq!(CashTable::from_state(club.0.state().clone()).as_ref(), Ok(&club.0));
        }
    }
}

#[test]
fn stakes_change_between_hands_and_stacks_stay() {
    let mut club = Club::after_a_hand([1, 2, 3]);
    let stakes = Stakes {
        big_blind: Some(Chips::new(50)),
        small_blind: Some(Chips::new(25)),
        ..Stakes::default()
    };
    let dearer = TableGame::new(catalogue::find("no-limit-holdem").unwrap(), &stakes).unwrap();
    let buy_in = BuyIn {
        min: Chips::new(1000),
        max: Chips::new(5000),
    };
    club.0.set_stakes(buy_in, dearer.clone()).unwrap();
    assert_eq!((club.0.chips(), club.0.config().buy_in), (Chips::new(3000), buy_in));
    let plan = club.play();
    let paid: Vec<u64> = plan.setup.posts.iter().map(|post| post.amount.get()).collect();
    assert_eq!(paid, [25, 50]);
    club.deal();
    assert_eq!(
        club.0.set_stakes(buy_in, dearer.clone()),
        Err(TableRuleError::HandRunning)
    );
    club.finish([]);
    let before = club.0.clone();
    let none = BuyIn {
        min: Chips::ZERO,
        max: Chips::ZERO,
    };
    assert!(matches!(
        club.0.set_stakes(none, dearer),
        Err(TableRuleError::Config(_))
    ));
    assert_eq!(club.0, before);
}

#[test]
fn a_game_that_comes_in_turn_can_be_ended_before_its_span() {
    let games = vec![game("no-limit-holdem"), game("omaha"), game("razz")];
    let program = Arc::new(Program::new(games, GameOrder::Turns(Span::Hands(5))).unwrap());
    let mut mix = Mix::new(program);
    let mut table = CashTable::new(TableConfig::ordinary(6, mix.table_game()), mix.table_game().clone()).unwrap();
    for expected in [1, 2, 0] {
        mix.skip(&mut table).unwrap();
        assert_eq!((mix.game(), table.game()), (expected, mix.table_game()));
        assert_eq!(mix.hands_left(), None);
    }
    let mut alone = Mix::new(Arc::new(Program::single(game("razz"))));
    assert!(!alone.takes_turns());
    assert_eq!(alone.skip(&mut table), Err(TableRuleError::NoChange));
}
