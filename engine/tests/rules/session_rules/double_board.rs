//! Double boards.

use poker_engine::card::parse_cards;
use poker_engine::eval::Category;
use poker_engine::event::PublicEvent;
use poker_engine::game::catalogue;
use poker_engine::{Action, SetupError, TableRules, Viewer};

use super::{RUN_TWICE, Table, assert_halved_with_the_odd_chip_to_the_first, deal, seat, try_deal};

const DOUBLE_BOARD: TableRules = TableRules {
    double_board: true,
    ..RUN_TWICE
};

/// Seat 1 has kings, seat 2 aces; the first board brings a king on the turn, the second nothing.
const ACES_AND_KINGS: &str = "Ks As Kd Ad 2c 7h 9s 3d 4h 8c Kh Jd 5s 6h";

/// Returns the number of cards added to each board, in the order of the events.
fn boards(table: &Table) -> Vec<(u8, usize)> {
    let dealt = table.events.iter().filter_map(|event| match &event.public {
        PublicEvent::BoardDealt { cards } => Some((1, cards.len())),
        PublicEvent::SecondBoardDealt { cards } => Some((2, cards.len())),
        _ => None,
    });
    dealt.collect()
}

#[test]
fn both_boards_come_street_by_street_and_each_decides_about_one_half() {
    let mut table = deal("no-limit-holdem", &[101, 101], ACES_AND_KINGS, DOUBLE_BOARD);
    table.act(2, Action::Call).unwrap();
    table.act(1, Action::Check).unwrap();
    assert_eq!(table.hand.board(), parse_cards("2c 7h 9s").unwrap());
    let view = table.hand.view(Viewer::Spectator);
    assert_eq!(
        view.second_board,
        parse_cards("3d 4h 8c").unwrap(),
        "while the hand runs"
    );
    for _ in 0..3 {
        table.answer(&[(1, Action::Check), (2, Action::Check)]);
    }
    assert_eq!(boards(&table), [(1, 3), (2, 3), (1, 1), (2, 1), (1, 1), (2, 1)]);
    assert_eq!(table.hand.board(), parse_cards("2c 7h 9s Kh 5s").unwrap());
    assert_eq!(table.hand.second_board(), parse_cards("3d 4h 8c Jd 6h").unwrap());
    assert_eq!(
        table.awards(),
        [(Some(1), 0, vec![(1, 10)]), (Some(2), 0, vec![(2, 10)])]
    );
    assert_eq!(table.stacks(), [101, 101]);
}

#[test]
fn no_player_is_asked_to_run_two_boards_twice_and_side_pots_are_halved_as_well() {
    // A main pot of 63 and a side pot of 78; 41 are returned.
    let deck = "As Ks Qs Ad Kd Qd 2c 7h 9s 3c 4h 8c Jd Kh 5d 6s";
    let mut table = deal("no-limit-holdem", &[21, 60, 101], deck, DOUBLE_BOARD);
    table.all_in(3, 101, &[1, 2]);
    assert_halved_with_the_odd_chip_to_the_first(&table);
}

#[test]
fn who_is_left_alone_takes_both_halves() {
    let mut table = deal("no-limit-holdem", &[101, 101], ACES_AND_KINGS, DOUBLE_BOARD);
    table.act(2, Action::Raise(poker_engine::Chips::new(30))).unwrap();
    table.act(1, Action::Fold).unwrap();
    assert_eq!(table.stacks(), [91, 111]);
    assert!(table.hand.undealt_board().is_empty());
}

#[test]
fn a_high_low_pot_is_quartered() {
    // Seat 1 wins both highs; seat 2 has the low of the first board, and the second board has none.
    let deck = "As 2s Ad 6s Kc Qd Kd Qh 4c 5c Ah Jh Jc Ts 8d 9s 7d Td";
    let mut table = deal("omaha-8", &[100, 100], deck, DOUBLE_BOARD);
    table.act(2, Action::Call).unwrap();
    table.act(1, Action::Check).unwrap();
    for _ in 0..3 {
        table.answer(&[(1, Action::Check), (2, Action::Check)]);
    }
    let shares: Vec<_> = table
        .awards()
        .into_iter()
        .map(|(run, _, shares)| (run, shares))
        .collect();
    assert_eq!(
        shares,
        [
            (Some(1), vec![(1, 5)]),
            (Some(1), vec![(2, 5)]),
            (Some(2), vec![(1, 10)])
        ]
    );
}

#[test]
fn what_a_hand_makes_is_told_for_each_board() {
    let mut table = deal("no-limit-holdem", &[101, 101], ACES_AND_KINGS, DOUBLE_BOARD);
    table.act(2, Action::Call).unwrap();
    table.act(1, Action::Check).unwrap();
    table.answer(&[(1, Action::Check), (2, Action::Check)]);
    let ranks = |made: Option<poker_engine::eval::Described>| made.map(|made| made.category);
    let kings = (
        ranks(table.hand.made(seat(1)).0),
        ranks(table.hand.made_second(seat(1)).0),
    );
    assert_eq!(kings, (Some(Category::ThreeOfAKind), Some(Category::OnePair)));
    let plain = deal("no-limit-holdem", &[101, 101], ACES_AND_KINGS, RUN_TWICE);
    assert_eq!(plain.hand.made_second(seat(1)), (None, None));
}

/// Every game that allows a double board has enough cards for its largest number of players.
#[test]
fn games_take_two_boards_for_as_many_players_as_the_deck_has_cards_for() {
    let seats = |id: &str| catalogue::find(id).expect("a game").double_board_seats();
    assert_eq!(seats("no-limit-holdem"), 10);
    assert_eq!(seats("omaha"), 10);
    assert_eq!(seats("five-card-omaha"), 8);
    assert_eq!(seats("five-card-draw"), 0);
    assert_eq!(seats("seven-card-stud"), 0);
    for game in catalogue::all().iter().filter(|game| game.double_board_seats() > 0) {
        let most = game.double_board_seats();
        assert!((2..=game.seats.1).contains(&most), "{}", game.id);
        let count = usize::from(most);
        let dealt = deal(&game.id, &vec![500; count], "", DOUBLE_BOARD);
        assert_eq!(dealt.hand.dealt().len(), count, "{}", game.id);
    }
}

#[test]
fn two_boards_need_a_game_that_has_them() {
    let draw = catalogue::find("five-card-draw").expect("a game");
    let refused = try_deal(draw, &[100, 100], "", DOUBLE_BOARD);
    assert_eq!(refused.err(), Some(SetupError::DoubleBoard));
}
