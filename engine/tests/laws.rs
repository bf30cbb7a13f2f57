//! What is true of every hand of every game, over random play.

mod support;

use std::sync::Arc;

use poker_engine::game::{Both, catalogue};
use poker_engine::limit::Limit;
use poker_engine::setup::{IllegalBets, SetupError};
use poker_engine::simulate::{Dice, HouseRules, Plan, Played, Stacks};
use poker_engine::{Action, Chips, Hand, Setup, Viewer};
use support::source;

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
            let played = plan.play(&mut dice).unwrap_or_else(fail);
            let laws = [
                Played::chips_are_conserved,
                Played::posts_are_nominal,
                Played::winners_show,
                Played::replays,
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

/// Where a failure on one side loses both, a hand may win although a better one of its side has been shown.
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

/// Whatever amounts a setup is accepted with, its hand is played to the end.
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
                    error.detail,
                    SetupError::TooManyChips.to_string(),
                    "{} with seed {seed}: {setup:?}",
                    game.id
                ),
            }
        }
    }
    assert!(played > HANDS * 50, "only {played} setups were accepted");
}

/// Where excess is forfeited, amounts are taken that were not offered: none of them overflows either.
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

/// The setup with amounts at the edges of what there can be.
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
        // Every seat to come has a chip at least.
        player.stack = amount(left - (seats - index));
        left -= player.stack.get();
    }
    if carries && left > 0 {
        setup.carried = amount(left);
    }
    // Now and then posts that no table can count.
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
