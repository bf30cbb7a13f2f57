//! The orbit at doubled stakes that follows a big hand. Rules: variants 4.2, A10.

use std::sync::Arc;

use super::{Club, blinds, player, posts, seat, seats};
use crate::action::Choice;
use crate::card::parse_cards;
use crate::game::{GameDef, Stakes, catalogue};
use crate::table::{
    CashTable, Entry, HandPlan, Presence, Roodles, SeatStatus, SitOut, TableConfig, TableEvent, TableGame,
    TableRuleError, TableStateError,
};
use crate::{Action, Chips, Deck, Hand, PostKind};

/// No pair, a pair, and a pair that opens.
const SMALL: &str = "As Kh Qs Ad 9d 8d 7s 5h 2s 3d 4h 6s Jd Tc 2h";
/// A full house for the player dealt to first.
const FULL_HOUSE: &str = "As Kh Qs Ad 9d 8d Ah 5h 2s Kd 4h 6s Ks Tc 2h";
/// A straight flush for the player dealt to first.
const STRAIGHT_FLUSH: &str = "9s Kh Qs 8s 9d 8d 7s 5h 2c 6s 4h 6d 5s Tc 2h";

/// Returns a table of three at five-card draw, with an ante of 1 and caps of 5 and 10, and the game.
fn draw_table() -> (Club, Arc<GameDef>) {
    let game = catalogue::find_number("V03").unwrap();
    let stakes = Stakes {
        bets: vec![Chips::new(5), Chips::new(10)],
        ..Stakes::default()
    };
    let at_stake = TableGame::new(game, &stakes).unwrap();
    let mut config = TableConfig::ordinary(6, &at_stake);
    config.roodles = true;
    config.buy_in.min = Chips::new(1);
    config.buy_in.max = Chips::new(500);
    let mut club = Club(CashTable::new(config, at_stake).unwrap());
    for n in [1, 2, 3] {
        let sat = club.0.sit(player(n), Some(seat(n)), Chips::new(100), Entry::default());
        sat.unwrap();
    }
    (club, Arc::clone(game))
}

/// Plays a hand from this deal to showdown with a single minimum bet. Returns its plan and the events that followed.
fn play(club: &mut Club, game: &Arc<GameDef>, line: &str) -> (HandPlan, Vec<TableEvent>) {
    let (plan, _) = club.0.start_hand(|seats| seats.iter().next_back().unwrap()).unwrap();
    let deck = Deck::dealing(&parse_cards(line).unwrap(), game.cards());
    let (mut hand, _) = Hand::deal(Arc::clone(game), plan.setup.clone(), deck).unwrap();
    let mut bet = false;
    while let Some(turn) = hand.turn() {
        let asked = turn.seats.iter().next().unwrap();
        let action = hand.choices(asked).iter().find_map(|choice| match choice {
            Choice::Discard { .. } => Some(Action::Discard(crate::CardSet::EMPTY)),
            Choice::Call { .. } => Some(Action::Call),
            Choice::Bet { min, .. } if !bet => Some(Action::Bet(*min)),
            Choice::Check if bet => Some(Action::Check),
            _ => None,
        });
        let action = action.unwrap();
        bet |= matches!(action, Action::Bet(_));
        hand.apply(asked, action).unwrap();
    }
    let mut events = Vec::new();
    if club.0.begins_roodles(&hand) {
        events = club.0.start_roodles().unwrap();
    }
    let stacks: Vec<_> = hand.dealt().iter().map(|seat| (seat, hand.stack(seat))).collect();
    events.extend(club.0.finish_hand(&stacks, Chips::ZERO).unwrap());
    (plan, events)
}

/// Returns the ante, the cap before the draw and the cap after it.
fn stakes(plan: &HandPlan) -> (u64, String, String) {
    assert!(posts(plan).iter().all(|(_, _, kind)| *kind == PostKind::Ante));
    let tiers = &plan.setup.tiers;
    (posts(plan)[0].1, tiers[0].to_string(), tiers[1].to_string())
}

fn begins(events: &[TableEvent]) -> bool {
    events
        .iter()
        .any(|event| matches!(event, TableEvent::RoodlesStarted { .. }))
}

fn ends(events: &[TableEvent]) -> bool {
    events
        .iter()
        .any(|event| matches!(event, TableEvent::RoodlesEnded { .. }))
}

#[test]
fn bt13_an_orbit_for_doubled_stakes_follows_a_full_house() {
    let (mut club, game) = draw_table();
    let usual = (1, "spread:1:5".to_owned(), "spread:1:10".to_owned());
    let doubled = (2, "spread:2:10".to_owned(), "spread:2:20".to_owned());
    for dealer in [3, 1, 2, 3, 1, 2] {
        let (plan, events) = play(&mut club, &game, SMALL);
        assert_eq!((plan.setup.button, stakes(&plan)), (seat(dealer), usual.clone()));
        assert!(!begins(&events) && !ends(&events));
    }
    let (plan, events) = play(&mut club, &game, FULL_HOUSE);
    assert_eq!((plan.setup.button, stakes(&plan)), (seat(3), usual.clone()));
    assert!(begins(&events) && !ends(&events), "hand 7");

    // No player may sit out now: the request takes effect when the orbit is over.
    club.0.sit_out(player(2), SitOut::NextHand).unwrap();
    for (dealer, line) in [(1, SMALL), (2, STRAIGHT_FLUSH), (3, SMALL)] {
        let (plan, events) = play(&mut club, &game, line);
        assert_eq!((plan.setup.button, stakes(&plan)), (seat(dealer), doubled.clone()));
        assert_eq!(plan.dealt, seats([1, 2, 3]));
        assert!(!begins(&events), "a straight flush extends nothing");
        assert_eq!(ends(&events), dealer == 3);
    }
    assert_eq!(club.status(2), SeatStatus::SittingOut);
    let (plan, _) = play(&mut club, &game, SMALL);
    assert_eq!((plan.setup.button, stakes(&plan)), (seat(1), usual), "hand 11");
    assert_eq!(plan.dealt, seats([1, 3]));
}

#[test]
fn a_straight_flush_that_ends_an_orbit_begins_no_other() {
    let (mut club, game) = draw_table();
    play(&mut club, &game, FULL_HOUSE);
    for _ in 0..3 {
        assert!(club.0.plays_roodles());
        play(&mut club, &game, STRAIGHT_FLUSH);
    }
    assert!(!club.0.plays_roodles());
    // After it, the next hand starts one.
    let (_, events) = play(&mut club, &game, STRAIGHT_FLUSH);
    assert!(begins(&events));
}

#[test]
fn a_table_that_does_not_play_them_goes_on_as_usual() {
    let (mut club, game) = draw_table();
    club.0.state.config.roodles = false;
    let (_, events) = play(&mut club, &game, FULL_HOUSE);
    assert!(!begins(&events) && !club.0.plays_roodles());
    club.deal();
    assert_eq!(club.0.start_roodles(), Err(TableRuleError::NoChange));
}

#[test]
fn they_begin_once_and_only_with_a_hand() {
    let (mut club, game) = draw_table();
    assert_eq!(club.0.start_roodles(), Err(TableRuleError::NoHand));
    play(&mut club, &game, FULL_HOUSE);
    club.deal();
    assert_eq!(club.0.start_roodles(), Err(TableRuleError::NoChange));
}

/// Returns a table of hold'em with roodles after a hand with the button on the first of these players.
fn holdem<const N: usize>(numbers: [u8; N]) -> Club {
    let mut club = Club::with(9, |config| config.roodles = true).seated(numbers);
    club.deal();
    club.0.start_roodles().unwrap();
    club.finish([]);
    club
}

#[test]
fn blinds_are_doubled_and_so_is_what_entering_costs() {
    let mut club = holdem([1, 2, 3]);
    club.sit(4, Entry::Post);
    let plan = club.play();
    assert_eq!(blinds(&plan), [3, 1, 2]);
    assert_eq!(
        posts(&plan),
        [(1, 10, PostKind::SmallBlind), (2, 20, PostKind::BigBlind)],
        "the button has to pass first"
    );
    let plan = club.play();
    assert_eq!(posts(&plan)[2], (4, 20, PostKind::EntryBlind));
    assert_eq!(plan.setup.tiers[0].min_bet(), Chips::new(20));
}

#[test]
fn a_player_who_leaves_is_gone_and_the_orbit_ends_where_it_began() {
    let mut club = holdem([1, 2, 3, 4]);
    assert_eq!(blinds(&club.play())[0], 3);
    assert_eq!(
        club.0.state().roodles,
        Some(Roodles::Since {
            dealer: seat(3),
            left: 3
        })
    );
    // The first dealer leaves: the orbit is over when the button passes the seat.
    club.leave(3);
    let mut hands = 1;
    while club.0.plays_roodles() {
        club.play();
        hands += 1;
    }
    assert_eq!(hands, 4);
}

#[test]
fn a_voided_hand_is_not_the_first_of_the_orbit() {
    let mut club = holdem([1, 2, 3]);
    club.deal();
    club.0.void_hand().unwrap();
    assert_eq!(club.0.state().roodles, Some(Roodles::Due));
    let buttons: Vec<u8> = std::iter::from_fn(|| club.0.plays_roodles().then(|| blinds(&club.play())[0])).collect();
    assert_eq!(buttons, [3, 1, 2]);
}

#[test]
fn sitting_out_begins_when_it_is_over_and_can_be_taken_back() {
    let mut club = holdem([1, 2, 3, 4]);
    for (n, when) in [(1, SitOut::NextHand), (2, SitOut::NextBigBlind), (4, SitOut::NextHand)] {
        club.0.sit_out(player(n), when).unwrap();
        assert_eq!(club.status(n), SeatStatus::Active);
    }
    assert_eq!(
        club.0.sit_out(player(1), SitOut::NextHand),
        Err(TableRuleError::NoChange)
    );
    club.sit_in(4, Entry::default());
    for _ in 0..4 {
        assert_eq!(club.play().dealt, seats([1, 2, 3, 4]));
    }
    assert_eq!(club.status(1), SeatStatus::SittingOut);
    assert_eq!(club.status(4), SeatStatus::Active);
    assert!(!club.0.plays_roodles());
}

#[test]
fn a_player_who_sat_out_before_still_does_and_an_empty_table_starts_as_usual() {
    let mut club = Club::with(9, |config| config.roodles = true).seated([1, 2, 3]);
    club.deal();
    club.sit_out(3);
    club.0.start_roodles().unwrap();
    club.finish([]);
    assert_eq!(club.status(3), SeatStatus::SittingOut);
    assert_eq!(club.play().dealt, seats([1, 2]));
    for n in [1, 2, 3] {
        assert!(club.0.plays_roodles());
        club.leave(n);
    }
    assert!(!club.0.plays_roodles());
    assert_eq!(club.0.structure().big_blind(), Chips::new(10));
}

#[test]
fn a_stored_orbit_fits_its_table() {
    let state = holdem([1, 2]).0.state().clone();
    let mut without = state.clone();
    without.config.roodles = false;
    assert_eq!(CashTable::from_state(without), Err(TableStateError::Roodles));
    let mut held = state;
    held.roodles = None;
    held.seats[seat(1)].as_mut().unwrap().presence = Presence::InUntilOrbit;
    assert_eq!(CashTable::from_state(held), Err(TableStateError::Roodles));
}
