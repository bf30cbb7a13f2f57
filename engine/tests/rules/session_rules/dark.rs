//! Checks and bets in the dark. Rule: tournament 9.16.

use poker_engine::action::DarkOffer;
use poker_engine::hand::Kill;

use super::*;

fn rules() -> TableRules {
    TableRules {
        dark_bets: true,
        ..TableRules::CASH
    }
}

/// Returns three players at a table that allows actions in the dark: seat 3 is the dealer and first to act before the flop, seat 1 after
/// it.
fn table(stacks: &[u64]) -> Table {
    deal("no-limit-holdem", stacks, "", rules())
}

fn chips(amount: u64) -> Chips {
    Chips::new(amount)
}

fn offered(table: &Table) -> Option<(u8, u64, u64)> {
    let DarkOffer { seat, min, max } = table.hand.dark_offer()?;
    Some((seat.number(), min.get(), max.get()))
}

fn asked(table: &Table) -> Option<u8> {
    let turn = table.hand.turn()?;
    turn.seats.iter().next().map(SeatIx::number)
}

/// Returns the actions in the dark: seat, action and total.
fn done(table: &Table) -> Vec<(u8, BetAction, u64)> {
    let actions = table.events.iter().filter_map(|event| match event.public {
        PublicEvent::ActionTaken {
            seat,
            action,
            to,
            dark: true,
            ..
        } => Some((seat.number(), action, to.get())),
        _ => None,
    });
    actions.collect()
}

#[test]
fn who_will_be_first_declares_and_then_the_next() {
    let mut table = table(&[1000, 1000, 1000]);
    assert_eq!(offered(&table), Some((1, 10, 995)));
    assert_eq!(
        table.act(2, Action::CheckDark),
        Err(RuleError::NotYourTurn { seat: seat(2) })
    );
    table.act(1, Action::CheckDark).unwrap();
    assert_eq!(
        table.act(1, Action::CheckDark),
        Err(RuleError::NotYourTurn { seat: seat(1) })
    );
    assert_eq!(offered(&table), Some((2, 10, 990)));
    table.act(2, Action::BetDark(chips(40))).unwrap();
    // No declaration is possible after a bet, and the open decision is unchanged.
    assert_eq!((offered(&table), asked(&table)), (None, Some(3)));
    assert_eq!(table.act(3, Action::CheckDark), Err(RuleError::DarkNotOffered));
    assert_eq!(table.hand.dark(), [(seat(1), Chips::ZERO), (seat(2), chips(40))]);
    let turn = table.hand.turn().unwrap().no;

    table.answer(&[(3, Action::Call), (1, Action::Call), (2, Action::Check)]);
    assert_eq!(table.hand.board().len(), 3);
    assert_eq!(done(&table), [(1, BetAction::Check, 0), (2, BetAction::Bet, 40)]);
    assert_eq!(asked(&table), Some(3));
    // Three seats have acted since: a declared action needs no turn.
    assert_eq!(table.hand.turn().unwrap().no, turn + 3);
    assert_eq!(table.hand.dark(), []);
    table.answer(&[(3, Action::Call), (1, Action::Fold)]);
    assert_eq!((table.hand.board().len(), asked(&table)), (4, Some(2)));
}

#[test]
fn a_round_that_all_check_in_the_dark_is_over_at_once() {
    let mut table = table(&[1000, 1000, 1000]);
    for seat in 1..=3 {
        table.act(seat, Action::CheckDark).unwrap();
    }
    assert_eq!(offered(&table), None);
    table.answer(&[(3, Action::Call), (1, Action::Call), (2, Action::Check)]);
    // Nothing was declared for the next round.
    assert_eq!((table.hand.board().len(), asked(&table)), (4, Some(1)));
    assert_eq!(done(&table).len(), 3);
}

#[test]
fn a_bet_that_has_become_too_large_is_all_in() {
    let mut table = table(&[1000, 1000, 1000]);
    table.act(1, Action::BetDark(chips(995))).unwrap();
    table.answer(&[(3, Action::Raise(chips(100))), (1, Action::Call), (2, Action::Fold)]);
    assert_eq!(done(&table), [(1, BetAction::Bet, 900)]);
    assert_eq!(table.hand.stack(seat(1)), Chips::ZERO);
    assert_eq!(asked(&table), Some(3));
}

#[test]
fn what_is_declared_falls_with_the_hand() {
    let mut table = table(&[1000, 1000, 1000]);
    table.act(1, Action::BetDark(chips(40))).unwrap();
    table.answer(&[(3, Action::Raise(chips(30))), (1, Action::Fold)]);
    assert_eq!(table.hand.dark(), []);
    assert_eq!(offered(&table), Some((2, 10, 990)));
    table.answer(&[(2, Action::Call)]);
    assert_eq!((done(&table), asked(&table)), (vec![], Some(2)));
}

#[test]
fn a_killed_hand_folds_whatever_it_declared() {
    let mut table = table(&[1000, 1000, 1000]);
    table.act(1, Action::CheckDark).unwrap();
    table.answer(&[(3, Action::Call), (1, Action::Call)]);
    assert_eq!(table.hand.kill(seat(1), Kill::Absence), []);
    table.answer(&[(2, Action::Check)]);
    assert_eq!((done(&table), asked(&table)), (vec![], Some(2)));
}

#[test]
fn amounts_have_bounds() {
    let mut low = table(&[1000, 1000, 1000]);
    let before = low.hand.clone();
    let small = low.act(1, Action::BetDark(chips(9)));
    assert_eq!(
        small,
        Err(RuleError::BetTooSmall {
            to: chips(9),
            min: chips(10)
        })
    );
    for large in [chips(996), Chips::MAX] {
        let refused = low.act(1, Action::BetDark(large));
        assert_eq!(
            refused,
            Err(RuleError::BetTooLarge {
                to: large,
                max: chips(995)
            })
        );
    }
    assert_eq!(low.hand, before);

    let unit = TableRules {
        unit: chips(5),
        ..rules()
    };
    let mut coarse = deal("no-limit-holdem", &[1003, 1000, 1000], "", unit);
    let odd = coarse.act(1, Action::BetDark(chips(12)));
    assert_eq!(
        odd,
        Err(RuleError::NotAMultiple {
            to: chips(12),
            unit: chips(5)
        })
    );
    coarse.act(1, Action::BetDark(chips(998))).unwrap();

    // One size in fixed limit, the pot in pot limit, the whole of a short stack.
    let limit = deal("limit-holdem", &[1000, 1000, 1000], "", rules());
    assert_eq!(offered(&limit).map(|(_, min, max)| min == max), Some(true));
    let pot = deal("omaha", &[1000, 1000, 1000], "", rules());
    assert_eq!(offered(&pot), Some((1, 10, 15)));
    let short = table(&[12, 1000, 1000]);
    assert_eq!(offered(&short), Some((1, 7, 7)));
}

#[test]
fn it_takes_a_board_to_come_and_chips_to_bet() {
    let mut off = deal("no-limit-holdem", &[1000, 1000, 1000], "", TableRules::CASH);
    assert_eq!(off.act(1, Action::CheckDark), Err(RuleError::DarkNotOffered));
    let mut draw = deal("five-card-draw", &[1000, 1000, 1000], "", rules());
    assert_eq!(draw.act(1, Action::CheckDark), Err(RuleError::DarkNotOffered));

    // On the river no card is to come.
    let mut river = table(&[1000, 1000]);
    river.answer(&[(2, Action::Call), (1, Action::Check)]);
    river.answer(&[(1, Action::Check), (2, Action::Check)]);
    assert_eq!(offered(&river).map(|(seat, ..)| seat), Some(1));
    river.answer(&[(1, Action::Check), (2, Action::Check)]);
    assert_eq!(river.act(1, Action::CheckDark), Err(RuleError::DarkNotOffered));

    // An all-in player declares nothing, and no player does if all opponents are all-in.
    let mut all_in = table(&[1000, 1000, 1000]);
    all_in.answer(&[(3, Action::Raise(chips(100))), (1, Action::Raise(chips(1000)))]);
    assert_eq!(offered(&all_in).map(|(seat, ..)| seat), Some(2));
    all_in.answer(&[(2, Action::Call)]);
    assert_eq!(all_in.act(3, Action::CheckDark), Err(RuleError::DarkNotOffered));
}
