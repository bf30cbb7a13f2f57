//! Seats, buy-ins, rebuys, departures, and stored state.

use super::*;
use crate::table::{BuyIn, LeaveReason, TableConfigError, TableState, TableStateError};
use crate::{Deck, Hand};

const fn chips(amount: u64) -> Chips {
    Chips::new(amount)
}

fn added(n: u8, amount: u64, stack: u64) -> TableEvent {
    TableEvent::ChipsAdded {
        seat: seat(n),
        player: player(n),
        amount: chips(amount),
        stack: chips(stack),
    }
}

fn returned(n: u8, amount: u64) -> TableEvent {
    TableEvent::RebuyReturned {
        seat: seat(n),
        player: player(n),
        amount: chips(amount),
    }
}

fn left(n: u8, stack: u64, reason: LeaveReason) -> TableEvent {
    TableEvent::PlayerLeft {
        seat: seat(n),
        player: player(n),
        stack: chips(stack),
        reason,
    }
}

fn status(n: u8, status: SeatStatus) -> TableEvent {
    TableEvent::StatusChanged {
        seat: seat(n),
        player: player(n),
        status,
    }
}

#[test]
fn the_ordinary_table_takes_20_to_100_big_blinds() {
    let config = TableConfig::ordinary(6, &game("no-limit-holdem"));
    assert_eq!(
        config.buy_in,
        BuyIn {
            min: chips(200),
            max: chips(1000)
        }
    );
    assert_eq!(config.button, ButtonRule::Dead);
}

#[test]
fn a_table_fits_its_game_and_its_chips() {
    let at_stake = game("draw-with-blinds");
    let refused = |change: fn(&mut TableConfig)| {
        let mut config = TableConfig::ordinary(7, &at_stake);
        change(&mut config);
        CashTable::new(config, at_stake.clone()).unwrap_err()
    };
    let seat_count = |seat_count| TableConfigError::SeatCount {
        seat_count,
        min: 2,
        max: 7,
    };
    assert_eq!(refused(|config| config.seat_count = 8), seat_count(8));
    assert_eq!(refused(|config| config.seat_count = 1), seat_count(1));
    let range = |min, max| TableConfigError::BuyInRange {
        min: chips(min),
        max: chips(max),
    };
    assert_eq!(refused(|config| config.buy_in.min = chips(0)), range(0, 1000));
    assert_eq!(refused(|config| config.buy_in.min = chips(1001)), range(1001, 1000));
    assert_eq!(
        refused(|config| config.rules.unit = chips(0)),
        TableConfigError::Unit { unit: chips(0) }
    );
    assert_eq!(
        refused(|config| config.rules.unit = chips(300)),
        TableConfigError::Unit { unit: chips(300) }
    );
    assert_eq!(
        refused(|config| config.rules.conceding = seats([2])),
        TableConfigError::Conceding
    );
}

#[test]
fn a_seat_is_taken_once_and_a_player_sits_once() {
    let mut club = Club::new(3);
    let events = club.sit(2, Entry::Post);
    let sat = TableEvent::PlayerSat {
        seat: seat(2),
        player: player(2),
        stack: STACK,
        status: SeatStatus::Active,
    };
    assert_eq!(events, [sat]);
    let mut sit = |n: u8, at: Option<u8>| club.0.sit(player(n), at.map(seat), STACK, Entry::Post);
    assert_eq!(sit(3, Some(2)), Err(TableRuleError::SeatTaken { seat: seat(2) }));
    assert_eq!(sit(2, Some(3)), Err(TableRuleError::AlreadySeated { seat: seat(2) }));
    assert_eq!(
        sit(3, Some(4)),
        Err(TableRuleError::NoSuchSeat {
            seat: seat(4),
            seat_count: 3
        })
    );
    assert!(sit(1, None).is_ok());
    assert_eq!(club.0.seat_of(player(1)), Some(seat(1)));
}

#[test]
fn a_buy_in_is_within_the_range_and_payable() {
    let mut club = Club::with(3, |config| config.rules.unit = chips(5));
    let mut sit = |amount| club.0.sit(player(1), None, chips(amount), Entry::Post);
    let range = |amount| TableRuleError::AmountOutOfRange {
        amount: chips(amount),
        min: chips(200),
        max: chips(1000),
    };
    assert_eq!(sit(195), Err(range(195)));
    assert_eq!(sit(1005), Err(range(1005)));
    assert_eq!(
        sit(501),
        Err(TableRuleError::NotAMultiple {
            amount: chips(501),
            unit: chips(5)
        })
    );
    assert!(sit(200).is_ok());
}

#[test]
fn a_table_holds_no_more_than_can_be_counted() {
    let quarter = Chips::MAX.get() / 4;
    let mut club = Club::with(3, |config| config.buy_in.max = chips(quarter));
    for number in [1, 2, 3] {
        club.0.sit(player(number), None, chips(quarter), Entry::Post).unwrap();
    }
    club.deal();
    club.finish([(1, 3 * quarter), (2, 0), (3, 0)]);
    club.0.rebuy(player(2), chips(quarter)).unwrap();
    let refused = club.0.rebuy(player(3), chips(quarter));
    assert_eq!(refused, Err(TableRuleError::TooManyChips));
}

/// Creates a table of six with these blinds and stacks up to `most`.
fn for_stakes(blinds: [u64; 2], most: u64, change: impl FnOnce(&mut TableConfig)) -> Result<Club, TableConfigError> {
    let [small_blind, big_blind] = blinds.map(|blind| Some(chips(blind)));
    let stakes = Stakes {
        small_blind,
        big_blind,
        ..Stakes::default()
    };
    let game = TableGame::new(catalogue::find("no-limit-holdem").unwrap(), &stakes).unwrap();
    let mut config = TableConfig::ordinary(6, &game);
    (config.buy_in.min, config.buy_in.max) = (chips(1), chips(most));
    change(&mut config);
    CashTable::new(config, game).map(Club)
}

#[test]
fn the_chips_of_a_full_table_can_be_counted() {
    let max = Chips::MAX.get();
    let refused = |blinds, most, change: fn(&mut TableConfig)| {
        let refused = for_stakes(blinds, most, change).err();
        assert_eq!(refused, Some(TableConfigError::Ceiling), "{blinds:?} with {most}");
    };
    refused([1, max], 1000, |_| {});
    refused([1, 2], max / 6, |_| {});
    assert!(for_stakes([1, 2], max / 6 - 1, |_| {}).is_ok());
    refused([1, 2], max / 6 - 1, |config| config.free_stacks = 1);
    refused([1, max / 3], 1000, |config| config.roodles = true);
    assert!(for_stakes([1, max / 3], 1000, |_| {}).is_ok());

    let (mut dice, mut dealt) = (Dice(3), 0);
    for _ in 0..2000 {
        let mut amount = || 1 << dice.below(53);
        let mut blinds = [amount(), amount()];
        blinds.sort_unstable();
        let most = amount();
        let Ok(mut club) = for_stakes(blinds, most, |config| config.roodles = true) else {
            continue;
        };
        for number in 1..=6 {
            club.0.sit(player(number), None, chips(most), Entry::Post).unwrap();
        }
        let mut setup = club.deal().setup;
        for post in &mut setup.posts {
            post.amount = chips(2 * post.amount.get());
        }
        let game = catalogue::find("no-limit-holdem").unwrap();
        let deck = Deck::shuffled(game.cards(), &mut || 7);
        Hand::deal(game.clone(), setup, deck).unwrap();
        dealt += 1;
    }
    assert!(dealt > 500, "only {dealt} tables were accepted");
}

#[test]
fn a_rebuy_between_hands_is_added_at_once_up_to_the_maximum() {
    let mut club = Club::after_a_hand([1, 2, 3]);
    club.deal();
    club.finish([(1, 400), (2, 1600)]);
    assert_eq!(
        club.0.rebuy_for(player(1)),
        Ok(BuyIn {
            min: chips(1),
            max: chips(600)
        })
    );
    let refused = |amount| TableRuleError::AmountOutOfRange {
        amount,
        min: chips(1),
        max: chips(600),
    };
    assert_eq!(club.0.rebuy(player(1), chips(601)), Err(refused(chips(601))));
    let full = TableRuleError::StackFull { max: chips(1000) };
    assert_eq!(club.0.rebuy(player(2), chips(1)), Err(full));
    assert_eq!(club.0.rebuy(player(1), chips(0)), Err(refused(chips(0))));
    assert_eq!(club.0.rebuy(player(9), chips(100)), Err(TableRuleError::NotSeated));
    assert_eq!(club.0.rebuy(player(1), chips(600)).unwrap(), [added(1, 600, 1000)]);
    assert_eq!(club.0.chips(), chips(3600));
}

#[test]
fn a_rebuy_during_a_hand_waits_for_its_end() {
    let mut club = Club::after_a_hand([1, 2, 3]);
    club.deal();
    let events = club.0.rebuy(player(1), chips(300)).unwrap();
    let queued = |amount, total| TableEvent::RebuyQueued {
        seat: seat(1),
        player: player(1),
        amount: chips(amount),
        total: chips(total),
    };
    assert_eq!(events, [queued(300, 300)]);
    assert_eq!(club.0.rebuy(player(1), chips(500)).unwrap(), [queued(500, 800)]);
    assert!(club.0.rebuy(player(1), chips(201)).is_err());
    assert_eq!(club.0.chips(), chips(3000));
    // The stack is 600, so half of the amount requested fits.
    let events = club.finish([(1, 600), (2, 1400)]);
    assert_eq!(events, [added(1, 400, 1000), returned(1, 400)]);
    assert_eq!(club.0.chips(), chips(3400));
}

#[test]
fn a_busted_player_keeps_the_seat_and_comes_back_with_a_rebuy() {
    let mut club = Club::after_a_hand([1, 2, 3, 4]);
    club.deal();
    assert_eq!(club.finish([(1, 0), (2, 2000)]), [status(1, SeatStatus::Busted)]);
    assert_eq!(club.0.sit_in(player(1), Entry::Post), Err(TableRuleError::NoChips));
    assert_eq!(club.play().dealt, seats([2, 3, 4]));
    let too_few = TableRuleError::AmountOutOfRange {
        amount: chips(199),
        min: chips(200),
        max: chips(1000),
    };
    assert_eq!(club.0.rebuy(player(1), chips(199)), Err(too_few));
    let events = club.0.rebuy(player(1), chips(200)).unwrap();
    // The big blind has passed since.
    assert_eq!(events, [added(1, 200, 200), status(1, SeatStatus::Waiting)]);
}

#[test]
fn a_queued_rebuy_saves_from_busting_if_it_is_enough() {
    let mut club = Club::after_a_hand([1, 2, 3, 4]);
    club.deal();
    club.0.rebuy(player(1), chips(200)).unwrap();
    club.0.rebuy(player(3), chips(199)).unwrap();
    let events = club.finish([(1, 0), (2, 3000), (3, 0)]);
    assert_eq!(
        events,
        [added(1, 200, 200), returned(3, 199), status(3, SeatStatus::Busted)]
    );
    assert_eq!(club.status(1), SeatStatus::Active);
}

#[test]
fn a_busted_player_gives_the_seat_up_in_the_end() {
    let mut club = Club::with(9, |config| config.busted_hands = 2).seated([1, 2, 3, 4]);
    club.deal();
    club.finish([(1, 0), (2, 2000)]);
    club.play();
    // A void hand does not count.
    club.deal();
    assert_eq!(club.0.void_hand().unwrap(), []);
    club.deal();
    assert_eq!(club.finish([]), [left(1, 0, LeaveReason::Busted)]);

    let mut club = Club::with(9, |config| config.busted_hands = 0).seated([1, 2, 3]);
    club.deal();
    assert_eq!(club.finish([(1, 0), (2, 2000)]), [left(1, 0, LeaveReason::Busted)]);
}

#[test]
fn leaving_waits_for_the_end_of_the_players_hand() {
    let mut club = Club::after_a_hand([1, 2, 3, 4]);
    club.sit_out(4);
    club.deal();
    assert_eq!(club.leave(4), [left(4, 1000, LeaveReason::Asked)]);
    club.0.rebuy(player(1), chips(100)).unwrap();
    assert_eq!(club.leave(1), [returned(1, 100), status(1, SeatStatus::Leaving)]);
    assert_eq!(club.0.leave(player(1)), Err(TableRuleError::NoChange));
    assert_eq!(
        club.0.sit_out(player(1), SitOut::NextHand),
        Err(TableRuleError::NoChange)
    );
    assert!(club.0.rebuy(player(1), chips(100)).is_err());
    assert_eq!(club.finish([(1, 1200), (2, 800)]), [left(1, 1200, LeaveReason::Asked)]);
    assert_eq!(club.leave(2), [left(2, 800, LeaveReason::Asked)]);
    assert_eq!(club.0.leave(player(2)), Err(TableRuleError::NotSeated));
    assert_eq!(club.0.chips(), chips(1000));
}

#[test]
fn leaving_can_be_taken_back_during_the_hand() {
    let mut club = Club::after_a_hand([1, 2, 3]);
    club.deal();
    club.leave(1);
    let events = club.0.sit_in(player(1), Entry::WaitForBigBlind).unwrap();
    assert_eq!(events, [status(1, SeatStatus::Active)]);
    assert_eq!(club.finish([]), []);
}

#[test]
fn a_void_hand_lets_those_go_who_wanted_to() {
    let mut club = Club::after_a_hand([1, 2, 3]);
    assert_eq!(club.0.void_hand(), Err(TableRuleError::NoHand));
    club.deal();
    club.leave(1);
    assert_eq!(club.0.void_hand().unwrap(), [left(1, 1000, LeaveReason::Asked)]);
    assert_eq!(club.0.hand(), None);
}

#[test]
fn who_left_with_more_comes_back_with_no_less() {
    let mut club = Club::after_a_hand([1, 2, 3]);
    club.deal();
    club.finish([(1, 2503), (2, 300), (3, 197)]);
    for n in [1, 2, 3] {
        club.leave(n);
    }
    let range = |min, max| BuyIn {
        min: chips(min),
        max: chips(max),
    };
    assert_eq!(club.0.buy_in_for(player(1)), range(2503, 2503));
    assert_eq!(club.0.buy_in_for(player(2)), range(300, 1000));
    assert_eq!(club.0.buy_in_for(player(3)), range(200, 1000));
    assert!(club.0.sit(player(1), None, chips(1000), Entry::Post).is_err());
    club.0.sit(player(1), None, chips(2503), Entry::Post).unwrap();
    // After the return, the stack of the second departure counts.
    club.leave(1);
    assert_eq!(club.0.buy_in_for(player(1)), range(2503, 2503));
    club.0.sit(player(1), Some(seat(1)), chips(2503), Entry::Post).unwrap();
    club.sit(2, Entry::Post);
    club.deal();
    club.finish([(1, 190), (2, 3313)]);
    club.leave(1);
    assert_eq!(club.0.buy_in_for(player(1)), range(200, 1000));
    club.leave(2);
    assert_eq!(club.0.buy_in_for(player(2)), range(3313, 3313));
    club.0.forget(player(2));
    assert_eq!(club.0.buy_in_for(player(2)), range(200, 1000));
    club.0.sit(player(1), None, chips(200), Entry::Post).unwrap();
}

#[test]
fn an_odd_stack_comes_back_as_it_left() {
    let mut club = Club::with(9, |config| config.rules.unit = chips(5)).seated([1, 2]);
    club.deal();
    club.finish([(1, 1002), (2, 998)]);
    club.leave(1);
    club.leave(2);
    assert!(club.0.sit(player(2), None, chips(999), Entry::Post).is_err());
    assert!(club.0.sit(player(2), None, chips(998), Entry::Post).is_ok());
    assert!(club.0.sit(player(1), None, chips(1002), Entry::Post).is_ok());
}

#[test]
fn the_stacks_of_a_hand_are_those_of_its_players_and_add_up() {
    let mut club = Club::after_a_hand([1, 2, 3]);
    let stacks =
        |amounts: &[(u8, u64)]| -> Vec<_> { amounts.iter().map(|(n, stack)| (seat(*n), chips(*stack))).collect() };
    let even = stacks(&[(1, 1000), (2, 1000), (3, 1000)]);
    assert_eq!(club.0.finish_hand(&even, Chips::ZERO), Err(TableRuleError::NoHand));
    club.deal();
    let before = club.0.clone();
    let mut refused = |amounts: &[(u8, u64)]| club.0.finish_hand(&stacks(amounts), Chips::ZERO).unwrap_err();
    assert_eq!(refused(&[(1, 1000), (2, 2000)]), TableRuleError::WrongSeats);
    assert_eq!(refused(&[(1, 1000), (2, 1000), (4, 1000)]), TableRuleError::WrongSeats);
    assert_eq!(
        refused(&[(1, 1000), (2, 1000), (3, 500), (3, 500)]),
        TableRuleError::WrongSeats
    );
    let made = TableRuleError::NotConserved {
        before: chips(3000),
        after: chips(3001),
    };
    assert_eq!(refused(&[(1, 1000), (2, 1000), (3, 1001)]), made);
    assert_eq!(club.0, before);
    assert!(club.0.finish_hand(&even, Chips::ZERO).is_ok());
}

#[test]
fn a_state_that_no_table_can_be_in_is_refused() {
    let mut club = Club::new(4).seated([1, 2, 3]);
    club.0.join_wait_list(player(7)).unwrap();
    club.deal();
    assert_eq!(CashTable::from_state(club.0.state().clone()).as_ref(), Ok(&club.0));
    let refused = |change: fn(&mut TableState)| {
        let mut state = club.0.state().clone();
        change(&mut state);
        CashTable::from_state(state).unwrap_err()
    };
    let range = TableConfigError::SeatCount {
        seat_count: 1,
        min: 2,
        max: 10,
    };
    assert_eq!(
        refused(|state| state.config.seat_count = 1),
        TableStateError::Config(range)
    );
    assert_eq!(refused(|state| state.config.seat_count = 2), TableStateError::Seats);
    assert_eq!(
        refused(|state| state.reserved[seat(9)] = Some(player(7))),
        TableStateError::Seats
    );
    assert_eq!(
        refused(|state| state.taken_mut(seat(2)).player = player(1)),
        TableStateError::PlayerTwice
    );
    assert_eq!(
        refused(|state| state.wait_list.push(player(7))),
        TableStateError::WaitList
    );
    assert_eq!(
        refused(|state| state.wait_list.push(player(1))),
        TableStateError::WaitList
    );
    assert_eq!(refused(|state| state.wait_list.clear()), TableStateError::WaitList);
    assert_eq!(refused(|state| state.bought_in += 1), TableStateError::Chips);
    assert_eq!(refused(|state| state.taken_away = u128::MAX), TableStateError::Chips);
    assert_eq!(
        refused(|state| state.taken_mut(seat(1)).rebuy = Chips::MAX),
        TableStateError::Chips
    );
    assert_eq!(
        refused(|state| state.hand.as_mut().unwrap().dealt.remove(seat(1))),
        TableStateError::Hand
    );
    assert_eq!(
        refused(|state| {
            state.hand = None;
            state.taken_mut(seat(1)).leaving = true;
        }),
        TableStateError::Hand
    );
}

#[test]
fn a_stack_is_chosen_anew_within_the_buy_ins() {
    let mut table = CashTable::new(
        TableConfig::ordinary(6, &game("no-limit-holdem")),
        game("no-limit-holdem"),
    )
    .unwrap();
    for n in 1..=3 {
        table.sit(player(n), Some(seat(n)), chips(500), Entry::Post).unwrap();
    }
    let before = table.clone();
    for (stack, refused) in [
        (0, range_of(0)),
        (199, range_of(199)),
        (1001, range_of(1001)),
        (Chips::MAX.get(), range_of(Chips::MAX.get())),
        (500, TableRuleError::NoChange),
    ] {
        assert_eq!(table.set_stack(player(1), chips(stack)), Err(refused), "{stack}");
    }
    assert_eq!(table.set_stack(player(9), chips(300)), Err(TableRuleError::NotSeated));
    assert_eq!(table, before);
    let chosen = |n: u8, stack: u64| TableEvent::StackChosen {
        seat: seat(n),
        player: player(n),
        stack: chips(stack),
    };
    assert_eq!(table.set_stack(player(1), chips(1000)), Ok(vec![chosen(1, 1000)]));
    assert_eq!(table.set_stack(player(2), chips(200)), Ok(vec![chosen(2, 200)]));
    assert_eq!(table.chips(), chips(1700));
    assert_eq!(CashTable::from_state(table.state().clone()).as_ref(), Ok(&table));
}

fn range_of(amount: u64) -> TableRuleError {
    TableRuleError::AmountOutOfRange {
        amount: chips(amount),
        min: chips(200),
        max: chips(1000),
    }
}
