//! Players dealt in, positions of the blinds, and posts to enter or return.

mod sitting_out;

use super::*;
use crate::table::{OwedBlinds, Standing};
use crate::{Deck, Hand};
use PostKind::{BigBlind, EntryBlind, SmallBlind};

fn owes(club: &Club, n: u8) -> OwedBlinds {
    club.0.seat(seat(n)).unwrap().standing.owes()
}

const SMALL: OwedBlinds = OwedBlinds {
    small: true,
    big: false,
};

const BIG: OwedBlinds = OwedBlinds {
    small: false,
    big: true,
};

const BOTH: OwedBlinds = OwedBlinds { small: true, big: true };

#[test]
fn everybody_enters_the_first_hand_free() {
    let mut club = Club::new(9);
    for number in [2, 4, 6] {
        club.sit(number, Entry::Post);
    }
    club.sit(8, Entry::WaitForBigBlind);
    assert_eq!(club.status(8), SeatStatus::Active);
    let plan = club.deal();
    assert_eq!(blinds(&plan), [2, 4, 6]);
    assert_eq!(plan.dealt, seats([2, 4, 6, 8]));
    assert_eq!(posts(&plan), [(4, 5, SmallBlind), (6, 10, BigBlind)]);
}

#[test]
fn the_first_button_is_where_it_is_drawn() {
    let mut club = Club::new(9);
    for number in [2, 4, 6] {
        club.sit(number, Entry::Post);
    }
    let before = club.0.clone();
    let refused = club.0.start_hand(|_| seat(5)).unwrap_err();
    assert_eq!((refused, &club.0), (TableRuleError::BadDraw { seat: seat(5) }, &before));
    let (plan, _) = club.0.start_hand(|among| among.iter().nth(1).unwrap()).unwrap();
    assert_eq!(blinds(&plan), [4, 6, 2]);
}

#[test]
fn one_player_is_not_enough() {
    let mut club = Club::new(9);
    club.sit(3, Entry::Post);
    let refused = TableRuleError::NotEnoughPlayers { ready: 1, needed: 2 };
    assert_eq!(club.try_deal(), Err(refused));
    club.sit(4, Entry::Post);
    assert!(club.0.can_start());
    club.sit_out(4);
    assert!(!club.0.can_start());
    assert_eq!(club.try_deal(), Err(refused));
}

#[test]
fn two_players_post_nothing_to_enter() {
    let mut club = Club::after_a_hand([1, 5]);
    club.leave(5);
    club.sit(3, Entry::Post);
    let plan = club.deal();
    assert_eq!(blinds(&plan), [3, 3, 1]);
    assert_eq!(posts(&plan), [(3, 5, SmallBlind), (1, 10, BigBlind)]);
}

#[test]
fn a_newcomer_who_waits_is_dealt_in_with_the_big_blind() {
    let mut club = Club::after_a_hand([1, 2, 3, 6]);
    club.sit(8, Entry::WaitForBigBlind);
    assert_eq!(club.status(8), SeatStatus::Waiting);
    let plan = club.play();
    assert_eq!(
        (blinds(&plan), plan.dealt, plan.waiting),
        ([2, 3, 6], seats([1, 2, 3, 6]), seats([8]))
    );
    let plan = club.play();
    assert_eq!((blinds(&plan), plan.dealt), ([3, 6, 8], seats([1, 2, 3, 6, 8])));
    assert_eq!(entry_posts(&plan), []);
    assert_eq!(club.status(8), SeatStatus::Active);
}

#[test]
fn a_newcomer_who_posts_plays_at_once() {
    let mut club = Club::after_a_hand([1, 2, 3, 6, 9]);
    club.sit(8, Entry::Post);
    let plan = club.play();
    assert_eq!(blinds(&plan), [2, 3, 6]);
    assert_eq!(
        posts(&plan),
        [(3, 5, SmallBlind), (6, 10, BigBlind), (8, 10, EntryBlind)]
    );
    assert_eq!(entry_posts(&club.play()), []);
}

#[test]
fn a_newcomer_may_change_from_waiting_to_posting() {
    let mut club = Club::after_a_hand([1, 2, 3, 6, 7]);
    club.sit(9, Entry::WaitForBigBlind);
    club.play();
    club.sit_in(9, Entry::Post);
    assert_eq!(club.0.sit_in(player(9), Entry::Post), Err(TableRuleError::NoChange));
    assert_eq!(entry_posts(&club.play()), [(9, 10, EntryBlind)]);
}

#[test]
fn a_newcomer_who_has_the_big_blind_anyway_posts_nothing_else() {
    let mut club = Club::after_a_hand([1, 2, 3, 6]);
    club.sit(4, Entry::Post);
    let plan = club.play();
    assert_eq!(blinds(&plan), [2, 3, 4]);
    assert_eq!(posts(&plan), [(3, 5, SmallBlind), (4, 10, BigBlind)]);
}

/// As in T-2.3-7, except that the newcomer pays to enter.
#[test]
fn no_player_enters_between_button_and_small_blind() {
    let mut club = Club::after_a_hand([1, 2, 5, 7, 8]);
    club.sit(4, Entry::Post);
    let plan = club.play();
    assert_eq!((blinds(&plan), plan.waiting), ([2, 5, 7], seats([4])));
    let plan = club.play();
    assert_eq!(
        (blinds(&plan), entry_posts(&plan)),
        ([5, 7, 8], vec![(4, 10, EntryBlind)])
    );
}

#[test]
fn no_player_enters_on_the_small_blind_but_on_the_button() {
    let mut club = Club::after_a_hand([1, 2, 5, 7, 8]);
    club.leave(5);
    club.0.sit(player(6), Some(seat(5)), STACK, Entry::Post).unwrap();
    let plan = club.play();
    assert_eq!((blinds(&plan), plan.waiting), ([2, 5, 7], seats([5])));
    assert_eq!(posts(&plan), [(7, 10, BigBlind)]);
    let plan = club.play();
    assert_eq!(blinds(&plan), [5, 7, 8]);
    assert_eq!(
        posts(&plan),
        [(7, 5, SmallBlind), (8, 10, BigBlind), (5, 10, EntryBlind)]
    );
}

#[test]
fn those_who_enter_pay_clockwise_from_the_button_after_the_blinds() {
    let mut club = Club::after_a_hand([2, 3, 4, 5, 6]);
    for number in [1, 8, 9] {
        club.sit(number, Entry::Post);
    }
    let plan = club.play();
    assert_eq!(blinds(&plan), [3, 4, 5]);
    assert_eq!(
        entry_posts(&plan),
        [(8, 10, EntryBlind), (9, 10, EntryBlind), (1, 10, EntryBlind)]
    );
}

#[test]
fn x_28_third_player_of_a_duel_posts_on_the_button() {
    let mut club = Club::after_a_hand([1, 5]);
    club.sit(3, Entry::Post);
    let plan = club.play();
    assert_eq!(
        (blinds(&plan), entry_posts(&plan)),
        ([3, 5, 1], vec![(3, 10, EntryBlind)])
    );
}

#[test]
fn a_third_player_who_waits_lets_the_duel_go_on() {
    let mut club = Club::after_a_hand([1, 5]);
    club.sit(3, Entry::WaitForBigBlind);
    let plan = club.play();
    assert_eq!((blinds(&plan), plan.dealt), ([5, 5, 1], seats([1, 5])));
    let plan = club.play();
    assert_eq!((blinds(&plan), plan.dealt), ([5, 1, 3], seats([1, 3, 5])));
    assert_eq!(entry_posts(&plan), []);
}

#[test]
fn the_game_starts_anew_where_one_is_left_who_owes_nothing() {
    let mut club = Club::after_a_hand([1, 2, 5, 7]);
    for number in [1, 2, 7] {
        club.leave(number);
    }
    for number in [3, 4, 8] {
        club.sit(number, Entry::WaitForBigBlind);
    }
    assert_eq!(club.status(4), SeatStatus::Active);
    let plan = club.play();
    assert_eq!((blinds(&plan), plan.dealt), ([4, 5, 8], seats([3, 4, 5, 8])));
    assert_eq!(entry_posts(&plan), []);
}

#[test]
fn who_sits_down_during_a_hand_inherits_no_missed_blind() {
    let mut club = Club::after_a_hand([1, 2, 3, 4, 6]);
    club.sit_out(4);
    assert_eq!(club.deal().missed_big_blind, seats([4]));
    club.leave(4);
    club.0.sit(player(7), Some(seat(4)), STACK, Entry::Post).unwrap();
    club.finish([]);
    assert_eq!(club.0.seat(seat(4)).unwrap().standing, Standing::Newcomer);
}

#[test]
fn a_void_hand_leaves_positions_and_debts_as_they_were() {
    let mut club = Club::after_a_hand([1, 2, 3, 4, 6]);
    club.sit_out(4);
    club.sit(8, Entry::Post);
    let before = club.0.clone();
    let plan = club.deal();
    assert_eq!(entry_posts(&plan), [(8, 10, EntryBlind)]);
    club.0.void_hand().unwrap();
    assert_eq!(club.0, before);
    assert_eq!(club.deal(), plan);
}

#[test]
fn the_moving_button_never_stays_behind() {
    let moving = || Club::with(9, |config| config.button = ButtonRule::Moving).seated([1, 2, 3, 6, 8]);
    let mut club = moving();
    assert_eq!(blinds(&club.play()), [2, 3, 6]);

    // The small blind leaves: the next player has the button, and the one after the big blind misses it.
    let mut club = moving();
    club.leave(2);
    assert_eq!(blinds(&club.play()), [3, 6, 8]);

    // Both leave.
    let mut club = moving();
    club.leave(2);
    club.leave(3);
    assert_eq!(blinds(&club.play()), [6, 8, 1]);
}

#[test]
fn no_player_enters_behind_a_moving_button_to_hold_it_back() {
    let mut club = Club::with(9, |config| config.button = ButtonRule::Moving).seated([1, 3, 5, 7, 8]);
    club.sit(2, Entry::Post);
    club.sit(4, Entry::Post);
    let plan = club.play();
    assert_eq!((blinds(&plan), plan.waiting), ([3, 5, 7], seats([2, 4])));
    // The button has passed seat 2, which pays; with seat 4 it would stop before seat 5, the small blind again.
    let plan = club.play();
    assert_eq!(
        (blinds(&plan), entry_posts(&plan)),
        ([5, 7, 8], vec![(2, 10, EntryBlind)])
    );
    let plan = club.play();
    assert_eq!(
        (blinds(&plan), entry_posts(&plan)),
        ([7, 8, 1], vec![(4, 10, EntryBlind)])
    );
}

/// Seats 1, 8 and 9 play on. Seat 2 sits out, and no blind has passed over it, as the table has shrunk in the meantime.
fn absent_in_front_of_the_big_blind(button: ButtonRule) -> Club {
    let mut club = Club::with(9, |config| config.button = button).seated([1, 2, 3]);
    club.sit_out(2);
    club.leave(3);
    club.sit(8, Entry::Post);
    club.sit(9, Entry::Post);
    assert_eq!(blinds(&club.play()), [9, 1, 8]);
    club.sit_in(2, Entry::Post);
    assert_eq!((club.status(2), owes(&club, 2)), (SeatStatus::Active, OwedBlinds::NONE));
    club
}

#[test]
fn who_comes_back_behind_the_dead_button_waits_for_it_to_pass() {
    let mut club = absent_in_front_of_the_big_blind(ButtonRule::Dead);
    let (plan, events) = club.0.start_hand(|_| unreachable!("the button is drawn once")).unwrap();
    assert_eq!((blinds(&plan), plan.waiting), ([1, 8, 9], seats([2])));
    let changed = |status| TableEvent::StatusChanged {
        seat: seat(2),
        player: player(2),
        status,
    };
    assert_eq!(events, [changed(SeatStatus::Waiting)]);
    assert_eq!(club.finish([]), [changed(SeatStatus::Active)]);
    assert_eq!((blinds(&club.deal()), club.status(2)), ([8, 9, 1], SeatStatus::Active));
}

#[test]
fn who_comes_back_does_not_hold_the_moving_button_back() {
    let mut club = absent_in_front_of_the_big_blind(ButtonRule::Moving);
    let plan = club.play();
    assert_eq!((blinds(&plan), plan.dealt), ([2, 8, 9], seats([1, 2, 8, 9])));
}

#[test]
fn a_game_without_two_blinds_deals_everybody_in() {
    let at_stake = game("five-card-draw");
    let mut config = TableConfig::ordinary(6, &at_stake);
    config.buy_in.max = STACK;
    let mut club = Club(CashTable::new(config, at_stake).unwrap());
    for number in [2, 3, 5] {
        club.sit(number, Entry::WaitForBigBlind);
    }
    let plan = club.play();
    assert_eq!(
        (plan.setup.button, plan.setup.big_blind, plan.positions),
        (seat(2), None, None)
    );
    assert!(posts(&plan).iter().all(|(_, _, kind)| *kind == PostKind::Ante));
    club.sit(6, Entry::WaitForBigBlind);
    assert_eq!(club.status(6), SeatStatus::Active);
    club.sit_out(3);
    let plan = club.play();
    assert_eq!((plan.setup.button, plan.dealt), (seat(5), seats([2, 5, 6])));
    // This game has no blinds to miss.
    assert_eq!(owes(&club, 3), BIG);
    club.sit_in(3, Entry::WaitForBigBlind);
    assert_eq!(club.deal().dealt, seats([2, 3, 5, 6]));
}

#[test]
fn the_blinds_of_a_mixed_table_go_on_where_they_stopped() {
    let mut club = Club::with(6, |_| {}).seated([1, 2, 3, 5]);
    club.sit_out(1);
    assert_eq!(blinds(&club.play()), [2, 3, 5]);
    assert_eq!(blinds(&club.play()), [3, 5, 2]);
    assert_eq!(owes(&club, 1), BIG);

    club.0.set_game(game("five-card-draw")).unwrap();
    club.sit_in(1, Entry::Post);
    club.sit(6, Entry::Post);
    let plan = club.play();
    assert_eq!((plan.setup.button, plan.dealt), (seat(5), seats([1, 2, 3, 5, 6])));
    assert_eq!(club.play().setup.button, seat(6));
    assert_eq!(owes(&club, 1), BIG);

    club.0.set_game(game("no-limit-holdem")).unwrap();
    let plan = club.play();
    assert_eq!((blinds(&plan), plan.waiting), ([5, 2, 3], seats([1, 6])));
    let plan = club.play();
    assert_eq!(
        (blinds(&plan), entry_posts(&plan)),
        ([2, 3, 5], vec![(6, 10, EntryBlind), (1, 10, EntryBlind)])
    );
}

#[test]
fn a_game_changes_between_hands_only() {
    let mut club = Club::new(9).seated([1, 2]);
    let refused = club.0.set_game(game("draw-with-blinds")).unwrap_err();
    assert_eq!(
        refused,
        TableRuleError::GameDoesNotFit {
            seat_count: 9,
            min: 2,
            max: 7
        }
    );
    club.deal();
    assert_eq!(club.0.set_game(game("omaha")), Err(TableRuleError::HandRunning));
    assert_eq!(club.try_deal(), Err(TableRuleError::HandRunning));
}

#[test]
fn a_blind_for_which_the_ante_leaves_nothing_is_the_bet_to_match_all_the_same() {
    let stakes = Stakes {
        ante: Some(Chips::new(5)),
        ..Stakes::default()
    };
    let definition = catalogue::find("no-limit-holdem").unwrap();
    let game = TableGame::new(definition, &stakes).unwrap();
    let config = TableConfig::ordinary(6, &game);
    let mut club = Club(CashTable::new(config, game).unwrap());
    for number in [1, 2, 3] {
        club.sit(number, Entry::WaitForBigBlind);
    }
    club.deal();
    club.finish([(1, 5), (3, 1995)]);
    let plan = club.deal();
    assert_eq!(blinds(&plan), [2, 3, 1]);
    let deck = Deck::shuffled(definition.cards(), &mut || 7);
    let (hand, _) = Hand::deal(definition.clone(), plan.setup, deck).unwrap();
    assert_eq!(hand.stack(seat(1)), Chips::ZERO);
    assert_eq!(hand.to_call(seat(2)), Chips::new(10));
    assert_eq!(hand.to_call(seat(3)), Chips::new(5));
}
