//! Bomb pots.

use std::sync::Arc;

use super::{Club, Dice, STACK, blinds, game, player, posts, seat};
use crate::event::PublicEvent;
use crate::game::catalogue;
use crate::table::{BombPot, ButtonRule, CashTable, Entry, SeatStatus, TableConfig, TableConfigError, TableStateError};
use crate::{Action, Chips, Deck, Hand, PostKind, TurnKind};

fn club(every: u16, ante: u8) -> Club {
    Club::with(9, |config| config.bomb_pot = Some(BombPot { every, ante }))
}

/// Every third hand all players ante and the button moves on, and no player misses or repeats a blind for it.
#[test]
fn a_bomb_pot_comes_every_so_many_hands_and_leaves_the_blinds_where_they_were() {
    let mut club = club(3, 5).seated([1, 2, 3, 4]);
    assert_eq!(club.0.bomb_pot_in(), Some(2));
    assert_eq!(blinds(&club.deal()), [2, 3, 4]);
    assert_eq!(club.0.bomb_pot_in(), Some(1), "the next hand, while this one runs");
    club.finish([]);
    assert_eq!(club.0.bomb_pot_in(), Some(1));
    let bomb = club.deal();
    assert!(bomb.setup.rules.bomb_pot);
    assert_eq!(bomb.setup.button, seat(3));
    assert_eq!((bomb.setup.small_blind, bomb.setup.big_blind), (None, None));
    assert_eq!(posts(&bomb), [4, 1, 2, 3].map(|n| (n, 50, PostKind::Ante)));
    assert_eq!(club.0.bomb_pot_in(), Some(3));
    club.finish([]);
    assert_eq!(blinds(&club.play()), [3, 4, 1]);
    assert_eq!(blinds(&club.play()), [4, 1, 2]);
    assert!(club.play().setup.rules.bomb_pot);
    assert_eq!(blinds(&club.play()), [1, 2, 3]);
}

#[test]
fn a_hand_that_is_undone_comes_again() {
    let mut club = club(2, 1).seated([1, 2, 3]);
    for _ in 0..2 {
        let bomb = club.deal();
        assert!(bomb.setup.rules.bomb_pot);
        club.0.void_hand().unwrap();
        assert_eq!(club.0.bomb_pot_in(), Some(1));
    }
    assert!(club.play().setup.rules.bomb_pot);
    assert!(!club.play().setup.rules.bomb_pot);
}

#[test]
fn who_owes_blinds_plays_the_bomb_pot_and_owes_them_still() {
    let mut club = club(2, 2).seated([1, 2, 3, 4]);
    club.sit(6, Entry::WaitForBigBlind);
    assert!(club.play().dealt.contains(seat(6)));
    assert_eq!(club.status(6), SeatStatus::Waiting);
    assert_eq!(club.0.seat(seat(6)).unwrap().standing, crate::table::Standing::Newcomer);
}

#[test]
fn with_one_every_hand_is_a_bomb_pot() {
    let mut club = club(1, 1).seated([1, 2, 3]);
    for button in [2, 3, 1, 2] {
        assert_eq!(club.0.bomb_pot_in(), Some(1));
        let plan = club.play();
        assert!(plan.setup.rules.bomb_pot);
        assert_eq!(plan.setup.button, seat(button));
    }
}

#[test]
fn only_blind_games_with_a_board_have_bomb_pots() {
    let check = |id: &str, bomb_pot: BombPot, button| {
        let game = game(id);
        let mut config = TableConfig::ordinary(4, &game);
        config.bomb_pot = Some(bomb_pot);
        config.button = button;
        CashTable::new(config, game).map(|_| ())
    };
    let usual = BombPot { every: 10, ante: 5 };
    for id in [
        "no-limit-holdem",
        "limit-holdem",
        "omaha",
        "omaha-8",
        "crazy-pineapple",
        "pineapple",
    ] {
        assert_eq!(check(id, usual, ButtonRule::Dead), Ok(()), "{id}");
    }
    for id in ["seven-card-stud", "badugi", "five-card-draw", "razz"] {
        assert_eq!(
            check(id, usual, ButtonRule::Dead),
            Err(TableConfigError::BombPotGame),
            "{id}"
        );
    }
    let wrong = [(0, 5), (101, 5), (10, 0), (10, 21)];
    for (every, ante) in wrong {
        let found = check("omaha", BombPot { every, ante }, ButtonRule::Dead);
        assert_eq!(found, Err(TableConfigError::BombPotRange), "{every} {ante}");
    }
    let picked = check("no-limit-holdem", usual, ButtonRule::Dealer);
    assert_eq!(picked, Err(TableConfigError::BombPotGame));
}

#[test]
fn a_state_with_an_overdue_bomb_pot_is_refused() {
    let club = club(3, 1).seated([1, 2]);
    let mut state = club.0.state().clone();
    state.since_bomb_pot = 3;
    assert_eq!(CashTable::from_state(state).unwrap_err(), TableStateError::BombPot);
}

/// There is no betting before the flop, and the seat left of the button acts first on it. Short antes make side pots.
#[test]
fn the_play_begins_on_the_flop() {
    for (id, cards) in [("no-limit-holdem", 2), ("omaha", 4)] {
        let def = catalogue::find(id).unwrap();
        let game = game(id);
        let mut config = TableConfig::ordinary(6, &game);
        config.bomb_pot = Some(BombPot { every: 1, ante: 3 });
        config.buy_in.min = Chips::new(20);
        let mut club = Club(CashTable::new(config, game).unwrap());
        for n in 1..=3 {
            let stack = if n == 1 { Chips::new(20) } else { STACK };
            club.0.sit(player(n), Some(seat(n)), stack, Entry::Post).unwrap();
        }
        let plan = club.deal();
        let mut card = 0;
        let deck = Deck::shuffled(def.cards(), &mut || {
            card += 1;
            card
        });
        let (mut hand, events) = Hand::deal(Arc::clone(def), plan.setup, deck).unwrap();
        let first = events.iter().find_map(|event| match &event.public {
            PublicEvent::HoleCardsDealt { hands } => Some(hands[0].1.len()),
            _ => None,
        });
        assert_eq!(first, Some(cards), "{id}");
        assert_eq!(hand.board().len(), 3);
        assert_eq!(hand.pot(), Chips::new(20 + 30 + 30));
        let turn = hand.turn().unwrap();
        assert_eq!((turn.kind, turn.seats), (TurnKind::Bet, crate::SeatSet::only(seat(2))));
        while let Some(turn) = hand.turn() {
            hand.apply(turn.seats.iter().next().unwrap(), Action::Check).unwrap();
        }
        assert_eq!(hand.board().len(), 5);
        let total: Chips = hand.dealt().iter().map(|seat| hand.stack(seat)).sum();
        assert_eq!(total, Chips::new(2020));
        let pots = hand.awarded_pots();
        let amounts: Vec<u64> = pots.iter().map(|pot| pot.amount.get()).collect();
        assert_eq!(amounts, [60, 20]);
    }
}

/// Bomb pots come once every set number of played hands, however players come and go.
#[test]
fn the_count_holds_whatever_happens() {
    let mut dice = Dice(5);
    for every in [1, 2, 3, 7] {
        let mut club = club(every, 2).seated([1, 2, 3, 4]);
        let mut since = u16::from(every != 1);
        for _ in 0..200 {
            let n = u8::try_from(1 + dice.below(6)).unwrap();
            let who = player(n);
            // Some of these are refused, which changes nothing.
            let _ = match dice.below(5) {
                0 => club.0.sit_out(who, crate::table::SitOut::NextBigBlind),
                1 => club.0.sit_in(who, Entry::Post),
                2 => club.0.leave(who),
                _ => club.0.sit(who, Some(seat(n)), STACK, Entry::Post),
            };
            let Ok(plan) = club.try_deal() else { continue };
            assert_eq!(plan.setup.rules.bomb_pot, since + 1 == every);
            if dice.one_in(5) {
                club.0.void_hand().unwrap();
                continue;
            }
            club.finish([]);
            since = if plan.setup.rules.bomb_pot { 0 } else { since + 1 };
        }
    }
}
