//! Live straddles.

use std::sync::Arc;

use super::{Club, Dice, STACK, blinds, game, player, posts, seat};
use crate::action::Choice;
use crate::game::{Stakes, catalogue};
use crate::table::{
    ButtonRule, CashTable, Entry, HandPlan, StraddleRule, TableConfig, TableConfigError, TableEvent, TableGame,
    TableRuleError,
};
use crate::{Action, Chips, Deck, Hand, PostKind};

/// Returns a table with this rule, where five players have played a hand with the button at seat 1.
fn club(rule: StraddleRule) -> Club {
    Club::with(6, |config| config.straddle = Some(rule)).seated([1, 2, 3, 4, 5])
}

fn wish(club: &mut Club, n: u8) {
    let told = club.0.set_straddling(player(n), true);
    let event = TableEvent::StraddlingSet {
        seat: seat(n),
        player: player(n),
        straddles: true,
    };
    assert_eq!(told, Ok(vec![event]));
}

/// Returns the seat numbers and amounts of the straddles in a hand.
fn straddles(plan: &HandPlan) -> Vec<(u8, u64)> {
    let posts = posts(plan).into_iter();
    let straddles = posts.filter(|(_, _, kind)| *kind == PostKind::Straddle);
    straddles.map(|(seat, amount, _)| (seat, amount)).collect()
}

#[test]
fn the_place_decides_whose_wish_counts() {
    for (rule, expected) in [
        (StraddleRule::UnderTheGun, [5, 1, 2, 3]),
        (StraddleRule::Button, [2, 3, 4, 5]),
        (StraddleRule::AnyPlace, [2, 3, 4, 5]),
    ] {
        let mut club = club(rule);
        for n in 1..=5 {
            wish(&mut club, n);
        }
        let found = [(); 4].map(|()| straddles(&club.play()));
        assert_eq!(found, expected.map(|seat| vec![(seat, 20)]), "{rule:?}");
    }
}

#[test]
fn at_any_place_the_nearest_to_the_button_straddles() {
    let mut club = club(StraddleRule::AnyPlace);
    wish(&mut club, 5);
    wish(&mut club, 1);
    // Button 2, blinds 3 and 4: seats 5 and 1 act after them.
    let plan = club.play();
    assert_eq!((blinds(&plan), straddles(&plan)), ([2, 3, 4], vec![(1, 20)]));
    // Button 3, blinds 4 and 5.
    assert_eq!(straddles(&club.play()), [(1, 20)]);
    // Button 4, blinds 5 and 1: both requests stand, but their seats are the blinds.
    assert_eq!(straddles(&club.play()), []);
    // A request lasts until it is withdrawn.
    assert_eq!(club.0.set_straddling(player(1), true), Err(TableRuleError::NoChange));
    club.0.set_straddling(player(1), false).unwrap();
    club.play();
    assert_eq!(straddles(&club.play()), [(5, 20)]);
}

#[test]
fn a_straddle_wants_three_players_and_the_whole_amount() {
    let mut club = Club::with(6, |config| config.straddle = Some(StraddleRule::AnyPlace)).seated([1, 2]);
    wish(&mut club, 1);
    wish(&mut club, 2);
    assert_eq!(straddles(&club.play()), []);

    let mut club = self::club(StraddleRule::UnderTheGun);
    wish(&mut club, 5);
    club.deal();
    club.finish([(5, 19), (4, 1981)]);
    for n in [1, 2] {
        club.sit_out(n);
    }
    // Button 3, blinds 4 and 5, and then 3 has the button.
    club.play();
    club.sit_in(1, Entry::Post);
    club.sit_in(2, Entry::Post);
    for _ in 0..10 {
        let plan = club.play();
        assert_eq!(straddles(&plan), [], "{:?}", posts(&plan));
    }
    // An ante counts, too.
    let stakes = Stakes {
        ante: Some(Chips::new(1)),
        ..Stakes::default()
    };
    let at_stake = TableGame::new(catalogue::find("no-limit-holdem").unwrap(), &stakes).unwrap();
    let mut config = TableConfig::ordinary(6, &at_stake);
    config.straddle = Some(StraddleRule::Button);
    config.buy_in.min = Chips::new(20);
    for (stack, expected) in [(20, vec![]), (21, vec![(1, 20)])] {
        let mut club = Club(CashTable::new(config.clone(), at_stake.clone()).unwrap());
        for n in 1..=4 {
            let stack = Chips::new(if n == 1 { stack } else { 1000 });
            club.0.sit(player(n), Some(seat(n)), stack, Entry::Post).unwrap();
        }
        wish(&mut club, 1);
        assert_eq!(straddles(&club.deal()), expected);
    }
}

#[test]
fn who_enters_by_posting_does_not_straddle() {
    let mut club = club(StraddleRule::AnyPlace);
    club.sit(6, Entry::Post);
    wish(&mut club, 6);
    let plan = club.play();
    assert!(posts(&plan).contains(&(6, 10, PostKind::EntryBlind)));
    assert_eq!(straddles(&plan), []);
    // In the next hand nothing is owed any more.
    assert_eq!(straddles(&club.play()), [(6, 20)]);
}

#[test]
fn tables_without_straddles_refuse_the_wish() {
    let mut club = Club::after_a_hand([1, 2, 3]);
    assert_eq!(club.0.set_straddling(player(1), true), Err(TableRuleError::NoStraddles));
    assert_eq!(club.0.set_straddling(player(9), true), Err(TableRuleError::NotSeated));
}

#[test]
fn a_game_without_two_blinds_has_no_straddles() {
    let check = |id: &str, button| {
        let game = game(id);
        let mut config = TableConfig::ordinary(4, &game);
        config.straddle = Some(StraddleRule::AnyPlace);
        config.button = button;
        CashTable::new(config, game).map(|_| ())
    };
    for id in ["no-limit-holdem", "omaha", "omaha-8", "badugi"] {
        assert_eq!(check(id, ButtonRule::Dead), Ok(()), "{id}");
    }
    for id in ["seven-card-stud", "short-deck", "razz"] {
        assert_eq!(check(id, ButtonRule::Dead), Err(TableConfigError::Straddle), "{id}");
    }
    assert_eq!(
        check("no-limit-holdem", ButtonRule::Dealer),
        Err(TableConfigError::Straddle)
    );
}

#[test]
fn a_straddle_counts_to_the_ceiling() {
    let game = game("no-limit-holdem");
    let mut config = TableConfig::ordinary(2, &game);
    // Two stacks, blinds of 15 and a bet of 10 add up to 2^53 less 1, which leaves no room for a straddle.
    config.buy_in.max = Chips::new((Chips::MAX.get() - 25) / 2);
    assert!(CashTable::new(config.clone(), game.clone()).is_ok());
    config.straddle = Some(StraddleRule::Button);
    assert_eq!(CashTable::new(config, game), Err(TableConfigError::Ceiling));
}

/// The straddler acts last and may raise; the minimum raise is the big blind, as the straddle itself was a raise by it.
#[test]
fn the_straddler_has_the_last_word() {
    let holdem = catalogue::find("no-limit-holdem").unwrap();
    for (rule, order) in [
        (StraddleRule::UnderTheGun, [1, 2, 3, 4, 5]),
        (StraddleRule::Button, [3, 4, 5, 1, 2]),
    ] {
        let mut club = club(rule);
        for n in 1..=5 {
            wish(&mut club, n);
        }
        let plan = club.deal();
        let mut card = 0;
        let deck = Deck::shuffled(holdem.cards(), &mut || {
            card += 1;
            card
        });
        let (mut hand, _) = Hand::deal(Arc::clone(holdem), plan.setup, deck).unwrap();
        for n in order {
            let asked = hand.turn().unwrap().seats.iter().next().unwrap();
            assert_eq!(asked, seat(n), "{rule:?}");
            let choices = hand.choices(asked);
            let raise = choices.iter().find_map(|choice| match choice {
                Choice::Raise { min, .. } => Some(min.get()),
                _ => None,
            });
            assert_eq!(raise, Some(30), "{rule:?} {n}");
            let last = n == order[4];
            assert_eq!(choices.contains(&Choice::Check), last);
            hand.apply(asked, if last { Action::Check } else { Action::Call })
                .unwrap();
        }
        assert_eq!(hand.board().len(), 3);
        assert_eq!(hand.pot(), Chips::new(100));
    }
}

/// Whatever players choose, do and lose, at most one straddles, and only from a place that may.
#[test]
fn at_most_one_straddles_whatever_happens() {
    let mut dice = Dice(11);
    for round in 0..200 {
        let rules = [StraddleRule::UnderTheGun, StraddleRule::Button, StraddleRule::AnyPlace];
        let rule = rules[dice.below(3)];
        let mut club = Club::with(6, |config| config.straddle = Some(rule)).seated([1, 2, 3, 4, 5]);
        for _ in 0..40 {
            let n = u8::try_from(1 + dice.below(6)).unwrap();
            let who = player(n);
            // Some of these are refused, which changes nothing.
            let _ = match dice.below(6) {
                0 => club.0.sit_out(who, crate::table::SitOut::NextHand),
                1 => club.0.sit_in(who, Entry::Post),
                2 => club.0.leave(who),
                3 => club.0.sit(who, Some(seat(n)), STACK, Entry::Post),
                wish => club.0.set_straddling(who, wish == 4),
            };
            let Ok(plan) = club.try_deal() else { continue };
            let straddles = straddles(&plan);
            assert!(straddles.len() <= usize::from(plan.dealt.len() > 2), "round {round}");
            for (n, amount) in straddles {
                let own: Vec<_> = posts(&plan).into_iter().filter(|(seat, ..)| *seat == n).collect();
                assert_eq!(own, [(n, amount, PostKind::Straddle)]);
                assert!(club.0.seat(seat(n)).unwrap().straddles);
                assert!(!blinds(&plan)[1..].contains(&n));
            }
            club.finish([]);
        }
    }
}
