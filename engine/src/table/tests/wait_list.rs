//! The wait list and the seats reserved for it.

use super::*;

/// Returns a full table of three with players 4 to 6 on the wait list.
fn full() -> Club {
    let mut club = Club::new(3).seated([1, 2, 3]);
    for n in [4, 5, 6] {
        club.0.join_wait_list(player(n)).unwrap();
    }
    club
}

fn waiting<const N: usize>(numbers: [u8; N]) -> TableEvent {
    TableEvent::WaitListChanged {
        players: numbers.map(player).to_vec(),
    }
}

fn offered(at: u8, n: u8) -> TableEvent {
    TableEvent::SeatOffered {
        seat: seat(at),
        player: player(n),
    }
}

#[test]
fn a_full_table_can_be_waited_for() {
    let mut club = Club::new(3).seated([1, 2, 3]);
    let refused = club.0.sit(player(4), None, STACK, Entry::Post);
    assert_eq!(refused, Err(TableRuleError::TableFull));
    assert_eq!(club.0.join_wait_list(player(4)).unwrap(), [waiting([4])]);
    assert_eq!(club.0.join_wait_list(player(4)), Err(TableRuleError::AlreadyWaiting));
    let seated = TableRuleError::AlreadySeated { seat: seat(1) };
    assert_eq!(club.0.join_wait_list(player(1)), Err(seated));
    assert_eq!(club.0.leave_wait_list(player(4)).unwrap(), [waiting([])]);
    assert_eq!(club.0.leave_wait_list(player(4)), Err(TableRuleError::NotWaiting));
}

#[test]
fn a_seat_that_frees_is_kept_for_the_first_in_line() {
    let mut club = full();
    let events = club.leave(2);
    assert_eq!(events[1..], [offered(2, 4)]);
    assert_eq!(club.0.offer_to(player(4)), Some(seat(2)));
    assert_eq!(club.0.free_seats(), SeatSet::EMPTY);

    let stranger = club.0.sit(player(9), Some(seat(2)), STACK, Entry::Post);
    assert_eq!(stranger, Err(TableRuleError::SeatReserved { seat: seat(2) }));
    let later = club.0.sit(player(5), None, STACK, Entry::Post);
    assert_eq!(later, Err(TableRuleError::TableFull));

    let events = club.0.sit(player(4), None, STACK, Entry::Post).unwrap();
    assert!(matches!(events[0], TableEvent::PlayerSat { seat: at, .. } if at == seat(2)));
    assert_eq!(events[1..], [waiting([5, 6])]);
    assert_eq!(club.0.wait_list(), [player(5), player(6)]);
}

#[test]
fn a_declined_or_expired_offer_goes_to_the_next() {
    let mut club = full();
    club.leave(2);
    let withdrawn = |n| TableEvent::OfferWithdrawn {
        seat: seat(2),
        player: player(n),
    };
    let events = club.0.leave_wait_list(player(4)).unwrap();
    assert_eq!(events, [withdrawn(4), waiting([5, 6]), offered(2, 5)]);
    assert_eq!(club.0.expire_offer(player(6)), Err(TableRuleError::NoOffer));
    let events = club.0.expire_offer(player(5)).unwrap();
    assert_eq!(events, [withdrawn(5), waiting([6]), offered(2, 6)]);
}

#[test]
fn several_seats_are_offered_in_order() {
    let mut club = full();
    club.deal();
    club.leave(3);
    club.leave(1);
    assert_eq!(club.0.offer_to(player(4)), None);
    let events = club.finish([]);
    assert_eq!(events[2..], [offered(1, 4), offered(3, 5)]);
    // A player who ignores the offer keeps no other player waiting.
    assert_eq!(club.0.expire_offer(player(4)).unwrap().last(), Some(&offered(1, 6)));
}

#[test]
fn an_offer_may_be_answered_with_another_free_seat() {
    let mut club = Club::new(4).seated([1, 2]);
    assert_eq!(club.0.join_wait_list(player(3)).unwrap(), [waiting([3]), offered(3, 3)]);
    let events = club.0.sit(player(3), Some(seat(4)), STACK, Entry::Post).unwrap();
    let withdrawn = TableEvent::OfferWithdrawn {
        seat: seat(3),
        player: player(3),
    };
    assert_eq!(events[1..], [withdrawn, waiting([])]);
    assert_eq!(club.0.free_seats(), seats([3]));
}

#[test]
fn the_wait_list_is_bounded() {
    let mut club = Club::with(2, |config| config.wait_list_max = 1).seated([1, 2]);
    club.0.join_wait_list(player(3)).unwrap();
    assert_eq!(
        club.0.join_wait_list(player(4)),
        Err(TableRuleError::WaitListFull { max: 1 })
    );
}
