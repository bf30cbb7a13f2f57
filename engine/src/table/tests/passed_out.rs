//! Hands that no player opens: the pot carries over, and some games require a stronger hand to open it. Rule: variants 4.4, V15.

use std::sync::Arc;

use super::{Club, player, seat};
use crate::game::{Stakes, catalogue};
use crate::table::{CashTable, Entry, HandPlan, TableConfig, TableGame, TableRuleError};
use crate::{Action, Chips, Deck, Hand, SeatIx};

/// Creates a table of three that plays the game with a catalogue number, and returns both.
fn table(number: &str) -> (Club, Arc<crate::GameDef>) {
    let game = catalogue::find_number(number).unwrap();
    let at_stake = TableGame::new(game, &Stakes::default()).unwrap();
    let table = CashTable::new(TableConfig::ordinary(6, &at_stake), at_stake).unwrap();
    let mut club = Club(table);
    for number in [1, 2, 3] {
        let stack = Chips::new(100);
        let sat = club
            .0
            .sit(player(number), Some(seat(number)), stack, Entry::WaitForBigBlind);
        sat.unwrap();
    }
    (club, Arc::clone(game))
}

/// The betting of a hand.
#[derive(Clone, Copy, PartialEq)]
enum Betting {
    /// All check.
    PassedOut,
    /// The first player allowed to open bets, and the others fold.
    Opened,
}

/// Plays a hand. Returns its plan and the stacks at its end.
fn play(club: &mut Club, game: &Arc<crate::GameDef>, betting: Betting) -> (HandPlan, Vec<(SeatIx, Chips)>) {
    let plan = club.deal();
    // Every player gets two pair, which open on every rung.
    let line = crate::card::parse_cards("As Qs Ts Ad Qd Td Ks Js 9s Kd Jd 9d 2c 3c 4c").unwrap();
    let deck = Deck::dealing(&line, game.cards());
    let (mut hand, _) = Hand::deal(Arc::clone(game), plan.setup.clone(), deck).unwrap();
    while let Some(turn) = hand.turn() {
        let asked = turn.seats.iter().next().unwrap();
        let free = hand.to_call(asked).is_zero();
        let action = match (betting, free) {
            (Betting::Opened, true) => Action::Bet(Chips::new(1)),
            (_, true) => Action::Check,
            (_, false) => Action::Fold,
        };
        hand.apply(asked, action).unwrap();
    }
    let stacks: Vec<_> = hand.dealt().iter().map(|seat| (seat, hand.stack(seat))).collect();
    club.0.finish_hand(&stacks, Chips::ZERO).unwrap();
    (plan, stacks)
}

#[test]
fn each_unopened_hand_takes_more_to_open_and_leaves_its_pot() {
    let (mut club, game) = table("V15");
    for (hands, rung) in ["JJ", "QQ", "KK", "AA", "2P", "2P"].into_iter().enumerate() {
        let (plan, _) = play(&mut club, &game, Betting::PassedOut);
        assert_eq!(
            plan.setup.openers.map(|openers| openers.to_string()).as_deref(),
            Some(rung)
        );
        assert_eq!(plan.setup.carried, Chips::new(3 * hands as u64), "three antes a hand");
        assert_eq!(plan.setup.button, seat([1, 2, 3][hands % 3]), "the next player deals");
    }
    let before = club.0.state().carried;
    let (plan, stacks) = play(&mut club, &game, Betting::Opened);
    assert_eq!((before, plan.setup.carried), (Chips::new(18), Chips::new(18)));
    let total: Chips = stacks.iter().map(|(_, stack)| *stack).sum();
    assert_eq!(total, Chips::new(300), "the pot that waited was won");
    let (plan, _) = play(&mut club, &game, Betting::PassedOut);
    assert_eq!(
        plan.setup.openers.map(|openers| openers.to_string()).as_deref(),
        Some("JJ")
    );
    assert_eq!(plan.setup.carried, Chips::ZERO);
}

#[test]
fn a_game_without_a_ladder_keeps_its_openers_and_one_without_openers_carries_nothing() {
    let (mut club, game) = table("V14");
    for hands in 0..3 {
        let (plan, _) = play(&mut club, &game, Betting::PassedOut);
        assert_eq!((plan.setup.openers, plan.setup.carried), (None, Chips::new(3 * hands)));
    }
    let (mut club, _) = table("V02");
    let plan = club.deal();
    let stacks: Vec<_> = plan
        .setup
        .players
        .iter()
        .map(|p| (p.seat, p.stack - Chips::new(1)))
        .collect();
    let refused = club.0.finish_hand(&stacks, Chips::ZERO);
    assert!(
        matches!(refused, Err(TableRuleError::NotConserved { .. })),
        "{refused:?}"
    );
}
