//! Hands of our own, of every game and with every complication, come back from their files.

use std::sync::Arc;

use super::{replay, stacks};
use crate::support::source;
use poker_engine::game::{GameDef, catalogue};
use poker_engine::hand::Kill;
use poker_engine::history::phh::{self, Record};
use poker_engine::setup::{IllegalBets, Setup};
use poker_engine::simulate::{Dice, HouseRules, Plan, Played, Stacks};
use poker_engine::{Action, Chips, Choice, Hand, Limit, PublicEvent, SeatIx, Viewer};

/// Plays hands of every game, writes each one as `seen` does, and replays it.
fn every_game_comes_back(hands: u64, seen: impl Fn(&Played, Record<'_>) -> Vec<String>) {
    for game in catalogue::all() {
        let plan = Plan {
            game: Arc::clone(game),
            players: None,
            stacks: Stacks::Mixed,
            rules: HouseRules::Varied,
        };
        for seed in 0..hands {
            let played = plan.play(&mut Dice::new(source(seed))).expect("a hand");
            for text in seen(&played, Record::of_played(&played)) {
                comes_back(&played, &text, &format!("{} with seed {seed}:\n{text}", game.id));
            }
        }
    }
}

pub(super) fn comes_back(played: &Played, text: &str, what: &str) {
    let replay = replay(text);
    assert_eq!(replay.error, None, "{what}");
    assert!(replay.complete, "{what}");
    let order: Vec<_> = played.hand.dealt().clockwise_from(played.setup.button).collect();
    let expected: Vec<u64> = order.iter().map(|seat| played.hand.stack(*seat).get()).collect();
    assert_eq!(stacks(&replay), expected, "{what}");
    assert_eq!(replay.board, played.hand.board(), "{what}");
    let contributed: Chips = replay.pots.iter().map(|pot| pot.amount).sum();
    let won: Chips = replay.winnings.iter().copied().sum();
    assert_eq!(won + played.hand.carried_out(), contributed, "{what}");
}

#[test]
fn hands_of_our_own_come_back_as_they_ended() {
    every_game_comes_back(100, |_, record| vec![phh::write(&record)]);
}

#[test]
fn what_one_viewer_saw_comes_back_as_it_ended() {
    every_game_comes_back(60, |played, record| {
        let seat = played.hand.dealt().iter().next().expect("someone plays");
        let viewers = [Viewer::Spectator, Viewer::Seat(seat)];
        let seen = viewers.map(|viewer| phh::write(&record.clone().seen_by(viewer)));
        seen.to_vec()
    });
}

/// Plays the same hand to another end: an official kills the hand of a seat before a decision, and all others check or fold after it.
fn killed(played: &Played, seat: SeatIx, before: usize) -> Played {
    let dealt = Hand::deal(
        Arc::clone(played.hand.game()),
        played.setup.clone(),
        played.deck.clone(),
    );
    let (mut hand, mut events) = dealt.expect("the hand was dealt");
    let mut actions = Vec::new();
    for (seat, action) in &played.actions[..before] {
        events.extend(hand.apply(*seat, *action).expect("a decision of the same hand"));
        actions.push((*seat, *action));
    }
    events.extend(hand.kill(seat, Kill::Ruling));
    while let Some(turn) = hand.turn() {
        let seat = turn.seats.iter().next().expect("someone is asked");
        let action = hand.default_action(seat).expect("there is a choice");
        events.extend(hand.apply(seat, action).expect("what is offered is accepted"));
        actions.push((seat, action));
    }
    Played {
        setup: played.setup.clone(),
        deck: played.deck.clone(),
        actions,
        events,
        hand,
    }
}

// Rule: tournament 11.4.
#[test]
fn a_hand_in_which_an_official_killed_one_comes_back() {
    let mut shown = 0;
    for game in catalogue::all().iter().filter(|game| !game.has_false_openers()) {
        let plan = Plan {
            game: Arc::clone(game),
            players: None,
            stacks: Stacks::Mixed,
            rules: HouseRules::None,
        };
        for seed in 0..20 {
            let played = plan.play(&mut Dice::new(source(seed))).expect("a hand");
            let before = played.actions.len() / 2;
            let Some((seat, _)) = played.actions.get(before).copied() else {
                continue;
            };
            let played = killed(&played, seat, before);
            let is_shown = |event: &&poker_engine::Event| matches!(event.public, PublicEvent::KilledShown { .. });
            shown += played.events.iter().filter(is_shown).count();
            let record = Record::of_played(&played);
            for text in [
                phh::write(&record.clone()),
                phh::write(&record.seen_by(Viewer::Spectator)),
            ] {
                comes_back(&played, &text, &format!("{} with seed {seed}:\n{text}", game.id));
            }
        }
    }
    assert!(shown > 500, "{shown} killed hands were shown");
}

/// A complication in the play of a hand, whatever its game.
#[derive(Clone, Copy, Debug)]
enum Trouble {
    /// Some hands are dead from the start.
    Dead,
    /// All hands, or all but one, are dead from the start.
    AlmostAllDead,
    /// An official splits the pots among the live hands, at any moment that allows it.
    Split,
    /// An official kills a hand, and later splits the pots.
    KilledAndSplit,
    /// Illegal bets count as legal ones, and their excess is dead money.
    Excess,
    /// The smallest chip is worth more than 1.
    Unit,
}

const TROUBLES: [Trouble; 6] = [
    Trouble::Dead,
    Trouble::AlmostAllDead,
    Trouble::Split,
    Trouble::KilledAndSplit,
    Trouble::Excess,
    Trouble::Unit,
];

/// Plays a hand with that complication; `None` if its game or its course leaves no room for it.
fn troubled<F: FnMut() -> u64>(plan: &Plan, trouble: Trouble, dice: &mut Dice<F>) -> Option<Played> {
    let game = &plan.game;
    match trouble {
        Trouble::Dead => Some(plan.play_with_dead_hands(dice).expect("a hand")),
        Trouble::AlmostAllDead => {
            let mut setup = plan.setup(dice);
            let alive = usize::try_from(dice.below(setup.players.len() as u64 + 1)).expect("a seat");
            for (index, player) in setup.players.iter_mut().enumerate() {
                player.dead = index != alive;
            }
            Some(Played::from_setup(game, setup, dice).expect("a hand"))
        }
        Trouble::Unit => {
            let mut setup = plan.setup(dice);
            let unit = 5;
            // Stacks, posts and limits are multiples of the smallest chip.
            for player in &mut setup.players {
                player.stack = Chips::new(player.stack.get() * unit);
            }
            for post in &mut setup.posts {
                post.amount = Chips::new(post.amount.get() * unit);
            }
            for tier in &mut setup.tiers {
                *tier = times(tier, unit);
            }
            setup.bring_in = setup.bring_in.map(|amount| Chips::new(amount.get() * unit));
            setup.rules.unit = Chips::new(unit);
            (setup.rules.kitty, setup.rules.seven_deuce) = (Chips::ZERO, Chips::ZERO);
            Some(played_by(game, setup, dice, |hand, seat, dice| {
                let choices = hand.choices(seat);
                let calls = choices.iter().any(|choice| matches!(choice, Choice::Call { .. }));
                let raise = choices.iter().find_map(|choice| match choice {
                    Choice::Bet { min, .. } => Some(Action::Bet(*min)),
                    Choice::Raise { min, .. } => Some(Action::Raise(*min)),
                    _ => None,
                });
                let call = (calls && dice.percent(80)).then_some(Action::Call);
                raise.filter(|_| dice.percent(25)).or(call)
            }))
        }
        Trouble::Split | Trouble::KilledAndSplit => {
            let played = plan.play(dice).expect("a hand");
            let before = usize::try_from(dice.below(played.actions.len() as u64 + 1)).expect("an action");
            let (setup, deck) = (played.setup.clone(), played.deck.clone());
            let (mut hand, mut events) = Hand::deal(Arc::clone(game), setup, deck).expect("the hand was dealt");
            for (seat, action) in &played.actions[..before] {
                events.extend(hand.apply(*seat, *action).expect("a decision of the same hand"));
            }
            if matches!(trouble, Trouble::KilledAndSplit) {
                let seat = hand.dealt().iter().next().expect("someone plays");
                events.extend(hand.kill(seat, Kill::Ruling));
            }
            events.extend(hand.split()?);
            let actions = played.actions[..before].to_vec();
            Some(Played {
                hand,
                events,
                actions,
                ..played
            })
        }
        Trouble::Excess => {
            let mut setup = plan.setup(dice);
            setup.rules.illegal_bets = IllegalBets::Forfeit;
            Some(played_by(game, setup, dice, |hand, seat, dice| {
                let to = Chips::new(dice.between(1, 2 * hand.stack(seat).get().max(1)));
                let bets = hand.turn().is_some_and(|turn| turn.kind == poker_engine::TurnKind::Bet);
                let wild = [Action::Raise(to), Action::Bet(to)].into_iter();
                let mut legal = wild.filter(|action| hand.clone().apply(seat, *action).is_ok());
                legal.next().filter(|_| bets && dice.percent(60))
            }))
        }
    }
}

/// Plays a hand in which `choose` makes each decision, or leaves it to the default action.
fn played_by<F: FnMut() -> u64>(
    game: &Arc<GameDef>,
    setup: Setup,
    dice: &mut Dice<F>,
    choose: impl Fn(&Hand, SeatIx, &mut Dice<F>) -> Option<Action>,
) -> Played {
    let deck = poker_engine::simulate::shuffled_deck(game, dice);
    let dealt = Hand::deal(Arc::clone(game), setup.clone(), deck.clone());
    let (mut hand, mut events) = dealt.expect("a hand");
    let mut actions = Vec::new();
    while let Some(turn) = hand.turn() {
        let seat = turn.seats.iter().next().expect("someone is asked");
        let action = choose(&hand, seat, dice).or_else(|| hand.default_action(seat));
        let action = action.expect("there is a choice");
        events.extend(hand.apply(seat, action).expect("what is offered is accepted"));
        actions.push((seat, action));
    }
    Played {
        setup,
        deck,
        actions,
        events,
        hand,
    }
}

/// Returns the limit with its amounts multiplied by `factor`.
fn times(limit: &Limit, factor: u64) -> Limit {
    let higher = |amount: &Chips| Chips::new(amount.get() * factor);
    match limit {
        Limit::Spread { min, max } => Limit::Spread {
            min: higher(min),
            max: higher(max),
        },
        Limit::Fixed(size) => Limit::Fixed(higher(size)),
        Limit::Pot(min) => Limit::Pot(higher(min)),
        Limit::NoLimit(min) => Limit::NoLimit(higher(min)),
        Limit::Straddles { unit, times } => Limit::Straddles {
            unit: higher(unit),
            times: *times,
        },
        Limit::Bloc(unit) => Limit::Bloc(higher(unit)),
    }
}

/// Returns the file as seen by programs that do not know our own fields.
fn without_own_fields(text: &str) -> String {
    let known = text.lines().filter(|line| !line.starts_with('_'));
    known.flat_map(|line| [line, "\n"]).collect()
}

/// A hand at a table with any rules comes back from its file; if its variant is one of the format, it also does so for programs that know
/// only that format.
#[test]
fn what_is_written_is_read() {
    let mut written = std::collections::BTreeMap::<String, [u32; 2]>::new();
    for game in catalogue::all() {
        let plan = Plan {
            game: Arc::clone(game),
            players: None,
            stacks: Stacks::Mixed,
            rules: HouseRules::Varied,
        };
        for (seed, trouble) in (0..12).flat_map(|seed| TROUBLES.map(|trouble| (seed, trouble))) {
            let Some(played) = troubled(&plan, trouble, &mut Dice::new(source(seed))) else {
                continue;
            };
            let record = Record::of_played(&played);
            let seat = played.hand.dealt().iter().next_back().expect("someone plays");
            for record in [
                record.clone(),
                record.clone().seen_by(Viewer::Spectator),
                record.seen_by(Viewer::Seat(seat)),
            ] {
                let text = phh::write(&record);
                let what = format!("{} with seed {seed}, {trouble:?}:\n{text}", game.id);
                comes_back(&played, &text, &what);
                let known = !text.starts_with("variant = \"X:");
                written.entry(format!("{trouble:?}")).or_default()[usize::from(known)] += 1;
                if known {
                    comes_back(
                        &played,
                        &without_own_fields(&text),
                        &format!("without own fields, {what}"),
                    );
                }
            }
        }
    }
    for (trouble, [own, known]) in written {
        assert!(own > 100, "{trouble}: {own} hands of our own");
        let has_words = !trouble.contains("Split") && trouble != "Excess";
        assert!(
            !has_words || known > 50,
            "{trouble}: {known} hands with a code of the format"
        );
    }
}
