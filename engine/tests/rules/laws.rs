//! Laws that hold for every hand of every game, over random play.

use std::collections::BTreeSet;
use std::sync::Arc;

use crate::support::source;
use poker_engine::event::{DealtCard, DealtCards};
use poker_engine::game::{Both, catalogue};
use poker_engine::hand::CardView;
use poker_engine::limit::Limit;
use poker_engine::setup::IllegalBets;
use poker_engine::simulate::{Dice, HouseRules, Plan, Played, Stacks, shuffled_deck};
use poker_engine::{Action, Card, Chips, Choice, Event, Hand, PublicEvent, SeatIx, Setup, Viewer};

const HANDS: u64 = 60;

#[test]
fn every_law_holds_in_every_game() {
    for game in catalogue::all() {
        let plan = Plan {
            game: Arc::clone(game),
            players: None,
            stacks: Stacks::Mixed,
            rules: HouseRules::Varied,
        };
        for seed in 0..HANDS {
            let mut dice = Dice::new(source(seed));
            let fail = |error| panic!("{} with seed {seed}: {error}", game.id);
            let played = if seed % 4 == 3 {
                plan.play_with_dead_hands(&mut dice)
            } else {
                plan.play(&mut dice)
            };
            let played = played.unwrap_or_else(fail);
            let laws = [
                Played::chips_are_conserved,
                Played::posts_are_nominal,
                Played::winners_show,
                Played::replays,
                Played::events_tell_cards,
            ];
            for law in laws {
                law(&played).unwrap_or_else(|error| panic!("{} with seed {seed}: {error}", game.id));
            }
            let seats = played.hand.dealt();
            for viewer in seats.iter().map(Viewer::Seat).chain([Viewer::Spectator]) {
                let hides = played.hides_cards(viewer, &mut dice);
                hides.unwrap_or_else(|error| panic!("{} with seed {seed}: {error}", game.id));
            }
        }
    }
}

/// In games in which failing on one side loses both, a hand may win although a better one of its side has been shown.
#[test]
fn winners_show_where_both_sides_are_all_or_nothing() {
    let games = catalogue::all().iter().filter(|game| game.both == Both::Strict);
    for game in games {
        let plan = Plan {
            game: Arc::clone(game),
            players: None,
            stacks: Stacks::Mixed,
            rules: HouseRules::Varied,
        };
        for seed in 0..600 {
            let played = plan.play(&mut Dice::new(source(seed))).expect("a hand");
            let law = played.winners_show();
            law.unwrap_or_else(|error| panic!("{} with seed {seed}: {error}", game.id));
        }
    }
}

/// Any hand whose setup is accepted is played to the end, whatever its amounts.
#[test]
fn no_amount_overflows() {
    let mut played = 0;
    for game in catalogue::all() {
        let plan = Plan {
            game: Arc::clone(game),
            players: None,
            stacks: Stacks::Mixed,
            rules: HouseRules::Varied,
        };
        for seed in 0..HANDS {
            let mut dice = Dice::new(source(seed));
            let setup = extreme(plan.setup(&mut dice), game.may_carry(), &mut dice);
            match Played::from_setup(game, setup.clone(), &mut dice) {
                Ok(hand) => {
                    let kept = hand.chips_are_conserved().and_then(|()| hand.replays());
                    kept.unwrap_or_else(|error| panic!("{} with seed {seed}: {error}", game.id));
                    any_amount_may_be_tried(hand);
                    played += 1;
                }
                Err(error) => assert_eq!(
                    error.law, "a hand can be dealt",
                    "{} with seed {seed}: {setup:?}",
                    game.id
                ),
            }
        }
    }
    assert!(played > HANDS * 50, "only {played} setups were accepted");
}

/// If the excess is forfeited, amounts that were not offered are also accepted: none of them overflows.
fn any_amount_may_be_tried(played: Played) {
    let mut setup = played.setup;
    setup.rules.illegal_bets = IllegalBets::Forfeit;
    let dealt = Hand::deal(Arc::clone(played.hand.game()), setup, played.deck);
    let (mut hand, _) = dealt.expect("it was dealt before");
    for (seat, action) in played.actions {
        for amount in [1, 2, Chips::MAX.get() / 2, Chips::MAX.get() - 1, Chips::MAX.get()].map(Chips::new) {
            for tried in [Action::Bet(amount), Action::Raise(amount)] {
                let mut copy = hand.clone();
                let refused = copy.apply(seat, tried).is_err();
                assert!(!refused || copy == hand, "a refusal changes nothing");
            }
        }
        hand.apply(seat, action).expect("it was accepted before");
    }
}

/// Returns the setup with amounts at the limits of what is possible.
fn extreme(mut setup: Setup, carries: bool, dice: &mut Dice<impl FnMut() -> u64>) -> Setup {
    let max = Chips::MAX.get();
    let mut amount = |most: u64| {
        let near = match dice.below(6) {
            0 => 1,
            1 => 2,
            2 => most,
            3 => most - 1,
            4 => 1 << dice.below(53),
            _ => dice.between(1, most),
        };
        Chips::new(near.clamp(1, most))
    };
    let mut left = max;
    let seats = setup.players.len() as u64;
    for (index, player) in (1..).zip(&mut setup.players) {
        // Each remaining seat has at least one chip.
        player.stack = amount(left - (seats - index));
        left -= player.stack.get();
    }
    if carries && left > 0 {
        setup.carried = amount(left);
    }
    // Now and then, posts that no table can count.
    let posts = setup.posts.len() as u64;
    let most = if seats == 2 { max } else { max / posts.max(1) };
    for post in &mut setup.posts {
        post.amount = amount(most);
    }
    setup.bring_in = setup.bring_in.map(|_| amount(max));
    for limit in &mut setup.tiers {
        *limit = match *limit {
            Limit::Spread { .. } => {
                let (one, other) = (amount(max), amount(max));
                let (min, max) = (one.min(other), one.max(other));
                Limit::Spread { min, max }
            }
            Limit::Fixed(_) => Limit::Fixed(amount(max)),
            Limit::Pot(_) => Limit::Pot(amount(max)),
            Limit::NoLimit(_) => Limit::NoLimit(amount(max)),
            Limit::Straddles { times, .. } => Limit::Straddles {
                unit: amount(max),
                times,
            },
            Limit::Bloc(_) => Limit::Bloc(amount(max)),
        };
    }
    setup.rules.kitty = amount(max);
    setup
}

/// Knowing the cards of one refill reveals nothing about another: with every player exchanging the maximum at a full table, each refill has
/// an order of its own.
#[test]
fn no_two_refills_of_a_hand_share_an_order() {
    let mut most = 0;
    for game in catalogue::all().iter().filter(|game| game.has_draw()) {
        let plan = Plan {
            game: Arc::clone(game),
            players: Some(game.seats.1),
            stacks: Stacks::Deep,
            rules: HouseRules::Varied,
        };
        for seed in 0..20 {
            let mut dice = Dice::new(source(seed));
            let (setup, deck) = (plan.setup(&mut dice), shuffled_deck(game, &mut dice));
            let (mut hand, mut events) = Hand::deal(Arc::clone(game), setup, deck.clone()).expect("a legal setup");
            while let Some(turn) = hand.turn() {
                let seat = turn.seats.iter().next().expect("someone is asked");
                let action = exchange_the_most(&hand, seat);
                events.extend(hand.apply(seat, action).expect("what is offered is accepted"));
            }
            let refilled = |event: &&Event| matches!(event.public, PublicEvent::DeckRefilled { .. });
            let count = u32::try_from(events.iter().filter(refilled).count()).expect("a small number");
            let orders: BTreeSet<Vec<Card>> = deck.refill_orders(count).into_iter().collect();
            assert_eq!(orders.len(), count as usize, "{} with seed {seed}", game.id);
            most = most.max(count);
        }
    }
    assert!(most > 4, "no hand has more than {most} refills");
}

/// Stays in, and discards as many cards as can be replaced.
fn exchange_the_most(hand: &Hand, seat: SeatIx) -> Action {
    let choices = hand.choices(seat);
    let stays = choices.iter().find_map(|choice| match choice {
        Choice::Discard {
            max,
            cards,
            replaced: true,
            ..
        } => Some(Action::Discard(cards.iter().take(usize::from(*max)).copied().collect())),
        Choice::Check => Some(Action::Check),
        Choice::Call { .. } => Some(Action::Call),
        Choice::Bet { min, .. } => Some(Action::Bet(*min)),
        _ => None,
    });
    let default = || hand.default_action(seat).expect("the seat is asked");
    stays.unwrap_or_else(default)
}

/// A dead hand is dealt and posts, but none of its cards is ever seen, up cards included.
#[test]
fn the_cards_of_a_dead_hand_are_never_seen() {
    let mut dead = 0;
    for game in catalogue::all() {
        let plan = Plan {
            game: Arc::clone(game),
            players: None,
            stacks: Stacks::Mixed,
            rules: HouseRules::Varied,
        };
        for seed in 0..20 {
            let played = plan.play_with_dead_hands(&mut Dice::new(source(seed))).expect("a hand");
            let absent = played.setup.players.iter().filter(|player| player.dead);
            for seat in absent.map(|player| player.seat) {
                let seen = played.hand.view(Viewer::Spectator);
                let hidden = seen
                    .seats
                    .iter()
                    .find(|view| view.seat == seat)
                    .expect("it was dealt in");
                let faces: Vec<_> = hidden.cards.iter().filter(|card| **card != CardView::Hidden).collect();
                assert!(faces.is_empty(), "{} with seed {seed}: {seat} shows {faces:?}", game.id);
                dead += 1;
            }
            for event in &played.events {
                if let PublicEvent::HoleCardsDealt { hands } = &event.public {
                    let up = |cards: &DealtCards| cards.iter().any(|card| matches!(card, DealtCard::Up(_)));
                    let shows = hands.iter().find(|(seat, cards)| {
                        up(cards)
                            && played
                                .setup
                                .players
                                .iter()
                                .any(|player| player.seat == *seat && player.dead)
                    });
                    assert_eq!(shows, None, "{} with seed {seed}", game.id);
                }
            }
        }
    }
    assert!(dead > 500, "only {dead} hands were dead");
}
