//! Button and blinds: the vectors of `tournament` 3.1, 3.3 and 3.12 by their ids, on a ring of nine seats.

use super::{Dice, seat, seats};
use crate::table::Positions;
use crate::{SeatIx, SeatSet};

/// Returns the positions of a hand with three players or more.
fn played(button: u8, small_blind: u8, big_blind: u8) -> Positions {
    Positions {
        button: seat(button),
        small_blind: seat(small_blind),
        big_blind: seat(big_blind),
        waiting: SeatSet::EMPTY,
        heads_up: false,
    }
}

/// Returns the positions of a hand heads-up.
fn duel(button: u8, big_blind: u8) -> Positions {
    Positions {
        heads_up: true,
        ..played(button, button, big_blind)
    }
}

/// Returns the same positions with one seat that waits.
fn waiting(positions: Positions, number: u8) -> Positions {
    Positions {
        waiting: seats([number]),
        ..positions
    }
}

/// Returns the hand after `last` with these seats, some of which have a new player.
fn next<const N: usize, const M: usize>(last: Positions, occupied: [u8; N], newcomers: [u8; M]) -> Positions {
    last.next_hand(seats(occupied), seats(newcomers)).unwrap()
}

#[test]
fn the_first_hand_takes_its_button_from_the_draw() {
    assert_eq!(Positions::first_hand(seat(8), seats([2, 5, 8])), Some(played(8, 2, 5)));
    assert_eq!(Positions::first_hand(seat(8), seats([2, 8])), Some(duel(8, 2)));
    assert_eq!(Positions::first_hand(seat(8), seats([8])), None);
    assert_eq!(Positions::first_hand(seat(3), seats([2, 8])), None);
}

#[test]
fn one_player_has_no_next_hand() {
    assert_eq!(played(1, 2, 3).next_hand(seats([3]), SeatSet::EMPTY), None);
    assert_eq!(played(1, 2, 3).next_hand(SeatSet::EMPTY, SeatSet::EMPTY), None);
    assert_eq!(played(1, 2, 3).rebuilt(seats([3]), SeatSet::EMPTY), None);
}

#[test]
fn t_2_3_4_newcomer_in_the_busted_small_blind_plays_the_button() {
    assert_eq!(next(played(1, 2, 3), [1, 2, 3, 5, 7], [2]), played(2, 3, 5));
}

#[test]
fn t_2_3_5_button_passes_over_a_newcomer_and_deals_him_in() {
    assert_eq!(next(played(1, 4, 5), [1, 2, 4, 5, 7, 8], [2]), played(4, 5, 7));
}

#[test]
fn t_2_3_6_newcomer_in_the_busted_big_blind_pays_the_small_blind() {
    assert_eq!(next(played(1, 2, 5), [1, 2, 5, 7, 8], [5]), played(2, 5, 7));
}

#[test]
fn t_2_3_7_newcomer_between_button_and_small_blind_waits_one_hand() {
    let first = next(played(1, 2, 5), [1, 2, 4, 5, 7, 8], [4]);
    assert_eq!(first, waiting(played(2, 5, 7), 4));
    assert_eq!(next(first, [1, 2, 4, 5, 7, 8], []), played(5, 7, 8));
}

#[test]
fn t_2_3_8_newcomer_after_the_big_blind_pays_it() {
    assert_eq!(next(played(1, 2, 5), [1, 2, 5, 6, 8, 9], [6]), played(2, 5, 6));
}

#[test]
fn t_2_3_9_big_blind_recedes_to_the_second_of_three_newcomers() {
    assert_eq!(next(played(1, 2, 5), [1, 2, 3, 4, 5, 6, 7], [3, 4, 5]), played(2, 3, 4));
}

#[test]
fn t_4_3_1_busted_small_blind_leaves_a_dead_button() {
    assert_eq!(next(played(1, 2, 3), [1, 3, 4, 5, 6], []), played(2, 3, 4));
}

#[test]
fn t_4_3_2_busted_big_blind_leaves_no_small_blind_then_a_dead_button() {
    let first = next(played(1, 2, 3), [1, 2, 4, 5, 6], []);
    assert_eq!(first, played(2, 3, 4));
    assert_eq!(next(first, [1, 2, 4, 5, 6], []), played(3, 4, 5));
}

#[test]
fn t_4_3_3_both_blinds_bust_at_once() {
    let first = next(played(1, 2, 3), [1, 4, 5, 6], []);
    assert_eq!(first, played(2, 3, 4));
    assert_eq!(next(first, [1, 4, 5, 6], []), played(3, 4, 5));
}

#[test]
fn t_4_4_1_button_busts_three_handed() {
    assert_eq!(next(played(1, 2, 3), [2, 3], []), duel(3, 2));
}

#[test]
fn t_4_4_2_small_blind_busts_three_handed() {
    assert_eq!(next(played(1, 2, 3), [1, 3], []), duel(3, 1));
}

#[test]
fn t_4_4_3_big_blind_busts_three_handed() {
    assert_eq!(next(played(1, 2, 3), [1, 2], []), duel(2, 1));
}

#[test]
fn t_4_4_4_heads_up_the_blinds_alternate() {
    let first = duel(4, 7);
    let second = next(first, [4, 7], []);
    assert_eq!(second, duel(7, 4));
    assert_eq!(next(second, [4, 7], []), first);
}

#[test]
fn x_25_both_blinds_bust_and_two_are_left() {
    assert_eq!(next(played(1, 2, 3), [1, 4], []), duel(1, 4));
}

#[test]
fn x_26_button_and_fourth_player_bust() {
    assert_eq!(next(played(1, 2, 3), [2, 3], []), duel(3, 2));
}

#[test]
fn x_27_third_player_sits_after_the_big_blind_of_a_duel() {
    assert_eq!(next(duel(1, 5), [1, 5, 7], [7]), played(1, 5, 7));
}

#[test]
fn x_28_third_player_sits_before_the_big_blind_of_a_duel() {
    assert_eq!(next(duel(1, 5), [1, 3, 5], [3]), played(3, 5, 1));
}

#[test]
fn x_29_two_newcomers_join_a_duel_at_once() {
    assert_eq!(next(duel(1, 5), [1, 3, 5, 7], [3, 7]), played(3, 5, 7));
}

#[test]
fn x_30_no_player_waits_where_that_would_leave_two_dealt_in() {
    assert_eq!(next(played(1, 2, 4), [2, 3, 4], [3]), played(3, 4, 2));
}

#[test]
fn x_31_big_blind_recedes_over_its_empty_seat() {
    assert_eq!(next(played(1, 2, 5), [1, 2, 3, 4, 7], [3, 4]), played(2, 3, 4));
}

#[test]
fn x_32_one_newcomer_does_not_make_the_big_blind_recede() {
    assert_eq!(next(played(1, 2, 5), [1, 2, 4, 7, 8], [4]), waiting(played(2, 5, 7), 4));
}

/// The players of one table by seat; every newcomer gets a new number.
struct Life {
    seats: [Option<u32>; 9],
    players: u32,
}

impl Life {
    fn occupied(&self) -> SeatSet {
        (0..9)
            .filter(|ix| self.seats[usize::from(*ix)].is_some())
            .map(SeatIx::new)
            .collect()
    }

    fn player(&self, at: SeatIx) -> Option<u32> {
        self.seats[usize::from(at.index())]
    }

    /// Lets each player bust and each empty seat get a newcomer, at random.
    fn turn_over(&mut self, dice: &mut Dice) {
        let [busts, joins] = [3 + dice.below(12), 2 + dice.below(12)];
        for place in &mut self.seats {
            match place {
                Some(_) if dice.one_in(busts) => *place = None,
                None if dice.one_in(joins) => {
                    self.players += 1;
                    *place = Some(self.players);
                }
                _ => {}
            }
        }
    }
}

/// Checks the right to the button and the other laws of positions, in 20 000 random table lives.
#[test]
fn t_2_5_1_last_small_blind_has_the_button() {
    let mut checked = 0;
    for life_no in 0..20_000 {
        let mut dice = Dice(life_no);
        let mut life = Life {
            seats: [None; 9],
            players: 0,
        };
        let mut last: Option<(Positions, Life)> = None;
        for _ in 0..12 {
            life.turn_over(&mut dice);
            let occupied = life.occupied();
            let positions = match &last {
                None => {
                    let nth = dice.below(occupied.len().max(1));
                    occupied
                        .iter()
                        .nth(nth)
                        .and_then(|button| Positions::first_hand(button, occupied))
                }
                Some((last, before)) => {
                    let new = |at: &SeatIx| life.player(*at) != before.player(*at);
                    let newcomers = occupied.iter().filter(new).collect();
                    last.next_hand(occupied, newcomers)
                }
            };
            let Some(positions) = positions else {
                assert!(occupied.len() < 2);
                continue;
            };
            check_hand(positions, occupied);
            if let Some((last, before)) = &last {
                let still_there = |at: SeatIx| life.player(at).is_some() && life.player(at) == before.player(at);
                let (was_big, is_big) = (last.big_blind, positions.big_blind);
                assert!(
                    was_big != is_big || !still_there(was_big),
                    "the big blind twice: {last:?} {positions:?}"
                );
                let dealt_without_waiting = occupied.len() - occupied.between(last.small_blind, last.big_blind).len();
                if !last.heads_up && still_there(last.small_blind) && dealt_without_waiting >= 3 {
                    assert_eq!(positions.button, last.small_blind, "{last:?} {positions:?}");
                    checked += 1;
                }
            }
            last = Some((positions, Life { ..life }));
        }
    }
    assert!(
        checked > 20_000,
        "only {checked} hands had a small blind with a right to the button"
    );
}

fn check_hand(positions: Positions, occupied: SeatSet) {
    let dealt = occupied.difference(positions.waiting);
    assert!(dealt.contains(positions.big_blind), "{positions:?}");
    assert_eq!(positions.heads_up, dealt.len() == 2, "{positions:?} {occupied:?}");
    if positions.heads_up {
        assert_eq!(positions.button, positions.small_blind);
        assert!(dealt.contains(positions.button) && positions.waiting.is_empty());
    } else {
        assert_eq!(
            positions.waiting,
            occupied.between(positions.button, positions.small_blind),
            "{positions:?}"
        );
        let between_blinds = occupied.between(positions.small_blind, positions.big_blind);
        assert!(between_blinds.is_empty(), "{positions:?} {occupied:?}");
    }
}
