//! Interventions of tournament direction in a running hand: hold and release, kill, split.

use std::sync::Arc;

use crate::support::hold_em::{Deal, Table, seat, seats};
use crate::support::source;
use poker_engine::event::PublicEvent;
use poker_engine::game::{AnteFormat, GameDef, catalogue};
use poker_engine::hand::Kill;
use poker_engine::setup::{BettingOver, Tabling};
use poker_engine::simulate::{Dice, HouseRules, Plan, Played, Stacks, shuffled_deck};
use poker_engine::{Action, CardSet, Chips, Choice, Hand, RuleError, SeatIx, TurnKind};

fn held(stacks: &[(u8, u64)]) -> Table {
    let deal = Deal::new(stacks, (1, 2, 3), (50, 100));
    deal.last_round_face_up()
        .tabling(Tabling::OnRelease)
        .hole(1, "KcKd")
        .hole(2, "QcQd")
        .hole(3, "JcJd")
        .board("As9h8d5c2s")
        .start()
}

fn shows_cards(table: &Table) -> bool {
    table.events.iter().any(|event| {
        matches!(
            event.public,
            PublicEvent::HandsTabled { .. } | PublicEvent::HandShown { .. } | PublicEvent::PotAwarded { .. }
        )
    })
}

// Rule: tournament 2.9.
#[test]
fn a_called_all_in_waits_face_down_for_its_release() {
    let mut table = held(&[(1, 100), (2, 300), (3, 500)]);
    table.play("1 call, 2 raise 300, 3 call");
    assert!(table.hand.is_held() && !table.hand.is_over());
    assert!(table.hand.turn().is_none() && !shows_cards(&table));
    assert_eq!((table.hand.board().len(), table.pot()), (0, 700));
    assert_eq!(
        table.attempt(2, poker_engine::Action::Check),
        Err(RuleError::NotYourTurn { seat: seat(2) })
    );

    table.events.extend(table.hand.release().expect("it is held"));
    assert!(table.hand.is_over() && shows_cards(&table));
    assert_eq!((table.stack(1), table.stack(2), table.stack(3)), (300, 400, 200));
    assert!(table.hand.release().is_none());
}

#[test]
fn betting_beside_an_all_in_goes_on_and_the_last_round_is_held_too() {
    let mut table = held(&[(1, 200), (2, 9_000), (3, 9_000)]);
    table.play("1 call, 2 call, 3 check, 2 bet 300, 3 call, 1 call, 2 check, 3 check, 2 check");
    assert_eq!(table.hand.board().len(), 5);
    table.play("3 check");
    assert!(table.hand.is_held() && !shows_cards(&table));
    table.events.extend(table.hand.release().expect("it is held"));
    assert_eq!((table.stack(1), table.stack(2), table.stack(3)), (600, 9_000, 8_600));
}

#[test]
fn an_uncontested_hand_is_not_held() {
    let mut table = held(&[(1, 100), (2, 9_000), (3, 9_000)]);
    table.play("1 fold, 2 raise 9000, 3 fold");
    assert!(table.hand.is_over() && !table.hand.is_held());
}

#[test]
fn blinds_that_are_all_in_are_held_at_the_deal() {
    let deal = Deal::new(&[(4, 9_000), (7, 30)], (4, 4, 7), (50, 100));
    let mut table = deal.last_round_face_up().tabling(Tabling::OnRelease).start();
    assert!(table.hand.is_held() && !shows_cards(&table));
    table.events.extend(table.hand.release().expect("it is held"));
    assert_eq!(table.stack(4) + table.stack(7), 9_030);
}

// Rule: tournament 11.4.
#[test]
fn a_killed_hand_folds_at_once_where_it_is_asked() {
    let mut table = Deal::new(&[(1, 1_000), (2, 1_000), (3, 1_000)], (1, 2, 3), (50, 100)).start();
    table.play("1 call, 2 call");
    // The big blind could check: a kill does not ask.
    let events = table.hand.kill(seat(3), Kill::Absence);
    table.events.extend(events);
    assert_eq!((table.to_act(), table.hand.board().len()), (Some(2), 3));
    table.play("2 check, 1 bet 200, 2 fold");
    assert_eq!((table.stack(1), table.stack(3)), (1_200, 900));
}

#[test]
fn a_killed_hand_folds_when_its_turn_comes() {
    let mut table = Deal::new(&[(1, 1_000), (2, 1_000), (3, 1_000)], (1, 2, 3), (50, 100)).start();
    assert!(table.hand.kill(seat(2), Kill::Absence).is_empty());
    assert!(table.hand.kill(seat(3), Kill::Absence).is_empty());
    table.play("1 call");
    assert!(table.hand.is_over());
    assert_eq!((table.stack(1), table.stack(2), table.stack(3)), (1_150, 950, 900));
}

#[test]
fn a_killed_hand_that_is_all_in_plays_on() {
    let mut table = Deal::new(&[(1, 100), (2, 9_000), (3, 9_000)], (1, 2, 3), (50, 100))
        .hole(1, "KcKd")
        .hole(2, "QcQd")
        .hole(3, "JcJd")
        .board("As9h8d5c2s")
        .start();
    table.play("1 call, 2 call");
    assert!(table.hand.kill(seat(1), Kill::Absence).is_empty());
    table.play("3 check, 2 check, 3 check, 2 check, 3 check, 2 check, 3 check");
    assert_eq!(table.stack(1), 300);
}

/// Returns the hands shown because officials had killed them: seat and cards.
fn killed_shown(table: &Table) -> Vec<(u8, String)> {
    let shown = table.events.iter().filter_map(|event| match &event.public {
        PublicEvent::KilledShown { seat, cards } => {
            let cards: Vec<String> = cards.iter().map(ToString::to_string).collect();
            Some((seat.number(), cards.concat()))
        }
        _ => None,
    });
    shown.collect()
}

fn won(table: &Table) -> Vec<(u8, u64)> {
    let condemned = table.hand.condemned().iter();
    condemned.map(|hand| (hand.seat.number(), hand.won.get())).collect()
}

fn three_handed(stacks: &[(u8, u64)]) -> Table {
    let deal = Deal::new(stacks, (1, 2, 3), (50, 100));
    deal.hole(1, "KcKd")
        .hole(2, "QcQd")
        .hole(3, "JcJd")
        .board("As9h8d5c2s")
        .start()
}

// Rule: tournament 11.4.
#[test]
fn a_hand_that_an_official_killed_is_shown_to_all_when_the_hand_is_over() {
    let mut table = three_handed(&[(1, 1_000), (2, 1_000), (3, 1_000)]);
    table.play("1 call, 2 call");
    let events = table.hand.kill(seat(3), Kill::Ruling);
    table.events.extend(events);
    assert!(killed_shown(&table).is_empty(), "no one sees it while the hand runs");
    table.play("2 check, 1 bet 200");
    assert!(killed_shown(&table).is_empty(), "no one sees it while the hand runs");
    table.play("2 fold");
    assert_eq!(killed_shown(&table), [(3, "JcJd".to_owned())]);
    assert_eq!(won(&table), [(3, 0)]);
    let last: Vec<_> = table.events.iter().rev().take(3).map(|event| &event.public).collect();
    assert!(matches!(last[0], PublicEvent::HandCompleted { .. }));
    assert!(matches!(last[2], PublicEvent::PotAwarded { .. }), "the pots come first");
}

// Rules: tournament 2.15, D-36.
#[test]
fn what_a_hand_wins_that_an_official_killed_is_known() {
    let mut table = three_handed(&[(1, 100), (2, 9_000), (3, 9_000)]);
    table.play("1 call, 2 call");
    assert!(table.hand.kill(seat(1), Kill::Ruling).is_empty());
    // A second kill changes nothing.
    assert!(table.hand.kill(seat(1), Kill::Ruling).is_empty());
    table.play("3 check, 2 check, 3 check, 2 check, 3 check, 2 check, 3 check");
    assert_eq!((table.stack(1), won(&table)), (300, vec![(1, 300)]));
    assert!(killed_shown(&table).is_empty(), "it was shown down");

    // No decision was left for the killed hand: it wins unseen, and is shown nevertheless.
    let mut table = three_handed(&[(1, 1_000), (2, 1_000), (3, 1_000)]);
    table.hand.kill(seat(3), Kill::Ruling);
    table.play("1 fold, 2 fold");
    assert_eq!((table.stack(3), won(&table)), (1_050, vec![(3, 100)]));
    assert_eq!(killed_shown(&table), [(3, "JcJd".to_owned())]);
}

/// Returns the first of these that is legal: call, check, drawing as many cards as possible.
fn stays(hand: &Hand, seat: SeatIx) -> Action {
    let choices = hand.choices(seat);
    let stays = choices.iter().find_map(|choice| match choice {
        Choice::Call { .. } => Some(Action::Call),
        Choice::Check => Some(Action::Check),
        Choice::Discard { cards, max, .. } => {
            Some(Action::Discard(cards.iter().take((*max).into()).copied().collect()))
        }
        _ => None,
    });
    stays.or_else(|| hand.default_action(seat)).expect("there is a choice")
}

#[test]
fn a_killed_hand_whose_cards_went_back_into_the_deck_is_shown_as_it_was() {
    let mut refilled = 0;
    for game in catalogue::all() {
        let (_, most) = game.seats;
        for seed in 0..5 {
            let dice = &mut Dice::new(source(seed));
            let plan = Plan {
                game: Arc::clone(game),
                players: Some(most),
                stacks: Stacks::Deep,
                rules: HouseRules::None,
            };
            let deck = shuffled_deck(game, dice);
            let (mut hand, events) = Hand::deal(Arc::clone(game), plan.setup(dice), deck).expect("a hand");
            let Some(seat) = hand
                .turn()
                .filter(|turn| turn.kind == TurnKind::Bet)
                .and_then(|turn| turn.seats.iter().next())
            else {
                continue;
            };
            let secrets = events
                .iter()
                .flat_map(|event| &event.secrets)
                .filter(|secret| secret.seat() == seat);
            let held: CardSet = secrets
                .flat_map(poker_engine::Secret::reveal_to_owner)
                .copied()
                .collect();
            let mut events = hand.kill(seat, Kill::Ruling);
            while let Some(turn) = hand.turn() {
                let seat = turn.seats.iter().next().expect("someone is asked");
                events.extend(
                    hand.apply(seat, stays(&hand, seat))
                        .expect("what is offered is accepted"),
                );
            }
            let shown = events.iter().find_map(|event| match event.public {
                PublicEvent::KilledShown { seat, cards } => Some((seat, cards.iter().copied().collect::<CardSet>())),
                _ => None,
            });
            let (shown_of, cards) = shown.expect("a killed hand is shown");
            assert!(
                shown_of == seat && cards.is_superset(held),
                "{} with seed {seed}",
                game.id
            );
            refilled += u32::from(
                events
                    .iter()
                    .any(|event| matches!(event.public, PublicEvent::DeckRefilled { .. })),
            );
        }
    }
    assert!(refilled > 20, "{refilled} decks were refilled");
}

// Rules: tournament 2.16, 7.8.
#[test]
fn a_split_hand_shares_each_pot_among_its_live_hands() {
    let deal = Deal::new(&[(1, 100), (2, 1_000), (3, 1_000), (4, 1_000)], (1, 2, 3), (50, 100));
    let mut table = deal.ante(AnteFormat::BigBlind, 25).start();
    table.play("4 call, 1 call, 2 call, 3 check, 2 bet 300, 3 call, 4 fold, 2 bet 200");
    let events = table.hand.split().expect("two live hands have matched bets");
    table.events.extend(events);
    assert!(table.hand.is_over());
    assert_eq!(table.returned(), [(2, 200)]);
    assert_eq!(table.pots(), [(425, seats(&[1, 2, 3])), (600, seats(&[2, 3]))]);
    let awards = [(1, vec![(2, 300), (3, 300)]), (0, vec![(2, 142), (3, 142), (1, 141)])];
    assert_eq!(table.awards(), awards);
    assert_eq!((table.stack(1), table.stack(2), table.stack(3)), (141, 1_042, 1_017));
    assert!(table.hand.split().is_none());
}

#[test]
fn hands_that_are_tabled_are_not_split() {
    let mut table = Deal::new(&[(1, 200), (2, 9_000), (3, 9_000)], (1, 2, 3), (50, 100)).start();
    assert!(table.hand.clone().split().is_some());
    table.play("1 fold");
    assert_eq!(
        table.hand.split().map(|_| table.stack(2)),
        Some(9_000),
        "50 each, 50 go back"
    );
    let mut table = held(&[(1, 100), (2, 300), (3, 500)]);
    table.play("1 call, 2 raise 300, 3 call");
    let mut other = table.hand.clone();
    other.release();
    assert!(other.split().is_none(), "it is over");
    assert!(table.hand.split().is_some(), "it was held face down");
    assert_eq!(table.hand.stack(seat(1)), Chips::new(100));
}

/// Plays a random hand of a game under tournament rules.
fn played<F: FnMut() -> u64>(game: &Arc<GameDef>, dice: &mut Dice<F>) -> Played {
    let plan = Plan {
        game: Arc::clone(game),
        players: None,
        stacks: Stacks::Short,
        rules: HouseRules::None,
    };
    let mut setup = plan.setup(dice);
    setup.rules.all_in_face_up = true;
    setup.rules.betting_over = BettingOver::AfterLastRound;
    Played::from_setup(game, setup, dice).expect("a hand that ends")
}

#[test]
fn a_release_goes_on_as_if_the_hand_had_not_been_held() {
    let mut held = 0;
    for game in catalogue::all() {
        for seed in 0..20 {
            let played = played(game, &mut Dice::new(source(seed)));
            let mut setup = played.setup.clone();
            setup.rules.tabling = Tabling::OnRelease;
            let (mut hand, mut events) = Hand::deal(Arc::clone(game), setup, played.deck.clone()).expect("a hand");
            let mut actions = played.actions.iter();
            while !hand.is_over() {
                if hand.is_held() {
                    held += 1;
                    events.extend(hand.release().expect("it is held"));
                } else {
                    let (seat, action) = *actions.next().expect("as many decisions");
                    events.extend(hand.apply(seat, action).expect("a decision of the same hand"));
                }
            }
            assert_eq!(events, played.events, "{} with seed {seed}", game.id);
        }
    }
    assert!(held > 300, "only {held} hands were held");
}

#[test]
fn a_hand_with_kills_or_split_in_the_middle_ends_with_all_its_chips() {
    let (mut killed, mut split) = (0, 0);
    for game in catalogue::all() {
        for seed in 0..20 {
            let dice = &mut Dice::new(source(seed));
            let played = played(game, dice);
            let setup = played.setup.clone();
            let chips = |hand: &Hand| hand.dealt().iter().map(|seat| hand.stack(seat)).sum::<Chips>();
            let total: Chips = setup.players.iter().map(|player| player.stack).sum();
            let (mut hand, _) = Hand::deal(Arc::clone(game), setup, played.deck.clone()).expect("a hand");
            for (seat, action) in &played.actions {
                let mut other = hand.clone();
                if dice.percent(20) && other.split().is_some() {
                    assert!(
                        other.is_over() && chips(&other) == total,
                        "{} with seed {seed}",
                        game.id
                    );
                    split += 1;
                }
                if dice.percent(10) {
                    hand.kill(*seat, Kill::Absence);
                    killed += 1;
                }
                // After a kill, another seat may be to act.
                if hand.apply(*seat, *action).is_err() {
                    break;
                }
            }
            while let Some(turn) = hand.turn() {
                let seat = turn.seats.iter().next().expect("someone is asked");
                let action = hand.default_action(seat).expect("there is a choice");
                hand.apply(seat, action).expect("what is offered is accepted");
            }
            assert_eq!(chips(&hand) + hand.carried_out(), total, "{} with seed {seed}", game.id);
        }
    }
    assert!(killed > 300 && split > 300, "{killed} kills, {split} splits");
}
