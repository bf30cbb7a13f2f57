//! PHH files: reading, replaying, and the round trip of our own hands.

use std::sync::Arc;

use crate::support::source;
use poker_engine::game::{GameDef, Step, catalogue};
use poker_engine::hand::{CardView, Kill};
use poker_engine::history::phh::{self, Record, Replay};
use poker_engine::setup::{IllegalBets, Setup};
use poker_engine::simulate::{Dice, HouseRules, Plan, Played, Stacks};
use poker_engine::{Action, Chips, Choice, Hand, Limit, Post, PostKind, PublicEvent, SeatIx, Viewer};

fn replay(text: &str) -> Replay {
    let hands = phh::read(text).expect("a file that can be read");
    let hand = hands
        .into_iter()
        .next()
        .expect("a hand")
        .expect("a hand that can be read");
    phh::replay(&hand)
}

fn stacks(replay: &Replay) -> Vec<u64> {
    let known = replay.stacks.as_ref().expect("the hand was not refused");
    known.iter().map(|stack| stack.expect("a known stack").get()).collect()
}

const HEADER: &str = "variant = 'NT'\nantes = [0, 0, 0]\nblinds_or_straddles = [1, 2, 0]\nmin_bet = 2\n\
                      starting_stacks = [100, 100, 100]\n";

fn three_handed(actions: &[&str]) -> Replay {
    let actions: Vec<String> = actions.iter().map(|action| format!("'{action}'")).collect();
    replay(&format!("{HEADER}actions = [{}]\n", actions.join(", ")))
}

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

fn comes_back(played: &Played, text: &str, what: &str) {
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
        let seat = played.hand.dealt().iter().next().expect("somebody plays");
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
        let seat = turn.seats.iter().next().expect("somebody is asked");
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
                let seat = hand.dealt().iter().next().expect("somebody plays");
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
        let seat = turn.seats.iter().next().expect("somebody is asked");
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
            let seat = played.hand.dealt().iter().next_back().expect("somebody plays");
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

/// In the format a muck wins nothing, and readers deal the rest of a board without the player who mucked.
#[test]
fn mucks_follow_the_last_card_and_win_nothing() {
    let (mut late, mut kept, mut unseen) = (0, 0, 0);
    for game in catalogue::all() {
        for seed in 0..150 {
            let plan = Plan {
                game: Arc::clone(game),
                players: None,
                stacks: Stacks::Mixed,
                rules: HouseRules::Varied,
            };
            let played = plan.play(&mut Dice::new(source(seed))).expect("a hand");
            let record = Record::of_played(&played);
            let order: Vec<_> = played.hand.dealt().clockwise_from(played.setup.button).collect();
            for (text, known) in [
                (phh::write(&record), true),
                (phh::write(&record.seen_by(Viewer::Spectator)), false),
            ] {
                let what = format!("{} with seed {seed}:\n{text}", game.id);
                let lines: Vec<&str> = text.lines().filter_map(|line| line.trim().strip_prefix('"')).collect();
                for (player, seat) in (1..).zip(&order) {
                    let won = played.events.iter().any(|event| match &event.public {
                        PublicEvent::PotAwarded { shares, .. } => shares.iter().any(|(winner, _)| winner == seat),
                        _ => false,
                    });
                    let mucked = played.events.iter().any(
                        |event| matches!(event.public, PublicEvent::HandMucked { seat: mucker } if mucker == *seat),
                    );
                    let bare = lines.iter().position(|line| *line == format!("p{player} sm\","));
                    if let Some(at) = bare {
                        assert!(!won, "p{player} mucks and wins, {what}");
                        assert!(
                            lines[at..].iter().all(|line| !line.starts_with("d ")),
                            "p{player} mucks early, {what}"
                        );
                        late += u32::from(
                            lines[..at]
                                .iter()
                                .rev()
                                .take_while(|line| !line.contains(" sm "))
                                .any(|line| line.starts_with("d db")),
                        );
                    } else if mucked {
                        kept += 1;
                        let shown = lines
                            .iter()
                            .find_map(|line| line.strip_prefix(&format!("p{player} sm ")));
                        let shown = shown.unwrap_or_else(|| panic!("p{player} says nothing, {what}"));
                        let viewer = if known { Viewer::Seat(*seat) } else { Viewer::Spectator };
                        assert_eq!(in_order(shown), seen(&played, *seat, viewer), "p{player}, {what}");
                        unseen += u32::from(shown.contains("??"));
                    }
                }
            }
        }
    }
    assert!(
        late > 0 && kept > unseen && unseen > 0,
        "{late} mucks after a run-out, {kept} muckers with a side pot"
    );
}

/// Returns the cards of a line in a fixed order.
fn in_order(line: &str) -> Vec<String> {
    let letters: Vec<char> = line.chars().take_while(|letter| *letter != '"').collect();
    let mut cards: Vec<String> = letters.chunks(2).map(String::from_iter).collect();
    cards.sort();
    cards
}

/// Returns the cards of a seat as a viewer sees them at the end of a hand, in the same order.
fn seen(played: &Played, seat: SeatIx, viewer: Viewer) -> Vec<String> {
    let seats = played.hand.view(viewer).seats;
    let play = seats
        .into_iter()
        .find(|play| play.seat == seat)
        .expect("it was dealt in");
    let text = |card: CardView| card.known().map_or_else(|| "??".to_owned(), |card| card.to_string());
    let mut cards: Vec<String> = play.cards.into_iter().map(text).collect();
    cards.sort();
    cards
}

#[test]
fn a_hand_that_stays_unseen_wins_only_what_is_uncontested() {
    let to_the_end = |shows: [&str; 2]| {
        three_handed(&[
            "d dh p1 ????",
            "d dh p2 ????",
            "d dh p3 AsAd",
            "p3 cc",
            "p1 cc",
            "p2 cc",
            "d db 2c3d7h",
            "p1 cc",
            "p2 cc",
            "p3 cc",
            "d db 8h",
            "p1 cc",
            "p2 cc",
            "p3 cc",
            "d db 9s",
            "p1 f",
            "p2 cc",
            "p3 cc",
            shows[0],
            shows[1],
        ])
    };
    let replay = to_the_end(["p3 sm AsAd", "p2 sm ????"]);
    assert_eq!((replay.error.as_deref(), replay.complete), (None, true));
    assert_eq!(stacks(&replay), [98, 98, 104]);
    assert_eq!(
        to_the_end(["p3 sm", "p2 sm ????"]).error.as_deref(),
        Some("all who contend for a pot muck, and not all their cards are known")
    );
}

/// If the dealer is first to act and the button is on an empty seat, the first player to its left acts.
#[test]
fn a_button_on_an_empty_seat_comes_back() {
    let source_of = catalogue::source("no-limit-holdem").expect("a game of the catalogue");
    let definition = source_of
        .replace("id = \"no-limit-holdem\"", "id = \"house-holdem\"")
        .replace("phh = \"NT\"\n", "")
        .replace("first=left,", "first=dealer,");
    let game = Arc::new(GameDef::parse(&definition).expect("a sound definition"));
    for seed in 0..50 {
        let plan = Plan {
            game: Arc::clone(&game),
            players: Some(4),
            stacks: Stacks::Mixed,
            rules: HouseRules::None,
        };
        let mut played = plan.play(&mut Dice::new(source(seed))).expect("a hand");
        let setup = &mut played.setup;
        (setup.seat_count, setup.button) = (5, SeatIx::new(4));
        (setup.small_blind, setup.big_blind) = (Some(SeatIx::new(0)), Some(SeatIx::new(1)));
        setup.posts = [(0, 5, PostKind::SmallBlind), (1, 10, PostKind::BigBlind)]
            .map(|(seat, amount, kind)| Post {
                seat: SeatIx::new(seat),
                amount: Chips::new(amount),
                kind,
            })
            .to_vec();
        let dealt = Hand::deal(Arc::clone(&game), setup.clone(), played.deck.clone());
        let (mut hand, mut events) = dealt.expect("a hand");
        while let Some(turn) = hand.turn() {
            let seat = turn.seats.iter().next().expect("somebody is asked");
            let free = hand.to_call(seat).is_zero();
            events.extend(
                hand.apply(seat, if free { Action::Check } else { Action::Call })
                    .expect("a legal action"),
            );
        }
        (played.hand, played.events, played.actions) = (hand, events, Vec::new());
        let mut record = Record::of_played(&played);
        record.fields = vec![format!("_definition = '''\n{definition}'''")];
        let text = phh::write(&record);
        comes_back(&played, &text, &format!("seed {seed}:\n{text}"));
    }
}

/// A host's own game, in which a false opener is found out at the end, or never.
#[test]
fn false_openers_of_a_hosts_own_game_come_back() {
    let source_of = catalogue::source("five-card-draw").expect("a game of the catalogue");
    let definition = source_of
        .replace("id = \"five-card-draw\"", "id = \"house-draw\"")
        .replace("show = \"all\"", "show = \"all\"\nopeners_check = \"penalty\"");
    let plan = Plan {
        game: Arc::new(GameDef::parse(&definition).expect("a sound definition")),
        players: None,
        stacks: Stacks::Mixed,
        rules: HouseRules::Varied,
    };
    let mut carried = 0;
    for seed in 0..1000 {
        let played = plan.play(&mut Dice::new(source(seed))).expect("a hand");
        carried += u32::from(!played.hand.carried_out().is_zero());
        let mut record = Record::of_played(&played).seen_by(Viewer::Spectator);
        record.fields = vec![format!("_definition = '''\n{definition}'''")];
        let text = phh::write(&record);
        comes_back(&played, &text, &format!("seed {seed}:\n{text}"));
    }
    assert!(carried > 0, "no false opener was left alone");
}

/// Plays hands of a host's own game; each comes back from the files of all who saw it.
fn own_game_comes_back(definition: &str, hands: u64) -> Vec<Played> {
    let plan = Plan {
        game: Arc::new(GameDef::parse(definition).expect("a sound definition")),
        players: None,
        stacks: Stacks::Mixed,
        rules: HouseRules::Varied,
    };
    let mut all = Vec::new();
    for seed in 0..hands {
        let played = plan.play(&mut Dice::new(source(seed))).expect("a hand");
        let mut record = Record::of_played(&played);
        record.fields = vec![format!("_definition = '''\n{definition}'''")];
        let seat = played.hand.dealt().iter().next().expect("somebody plays");
        let seen = [Viewer::Spectator, Viewer::Seat(seat)].map(|viewer| record.clone().seen_by(viewer));
        for record in seen.into_iter().chain([record]) {
            let text = phh::write(&record);
            comes_back(&played, &text, &format!("seed {seed}:\n{text}"));
        }
        all.push(played);
    }
    all
}

/// A draw may discard up cards: the event shows them to all viewers, and the file records them.
#[test]
fn draws_that_discard_up_cards_come_back() {
    let header = "id = \"stud-draw\"\nnumber = \"H01\"\nname = { en = \"Stud draw\", fr = \"Stud draw\" }\n\
                  family = \"draw\"\nseats = [2, 6]\nlimits = [\"nl:10\"]\n";
    let scripts = [
        "ante(all,1); deal(du); bet(first=highup,check=yes,tier=1); deal(u); draw(max=2); \
         bet(first=highup,check=yes,tier=1); deal(du); draw(max=3); bet(first=left,check=yes,tier=1); show(high=std)",
        "ante(all,1); deal(dddu); flip(n=1); draw(max=4,perpass=2); bet(first=highup,check=yes,tier=1); deal(u); \
         draw(max=3,perpass=1); bet(first=left,check=yes,tier=1); show(high=std)",
    ];
    for script in scripts {
        let definition = format!("{header}script = \"{script}\"\n");
        let played = own_game_comes_back(&definition, 200);
        let mut told = 0;
        for hand in played {
            hand.events_tell_cards().expect("all that lies open is told");
            let up = hand.events.iter().filter_map(|event| match &event.public {
                PublicEvent::CardsDrawn { up, .. } | PublicEvent::CardsDiscarded { up, .. } => Some(up.len()),
                _ => None,
            });
            told += up.sum::<usize>();
        }
        assert!(told > 100, "only {told} up-cards were discarded");
    }
}

/// The first bettor of a hand need not be the opener of the round that requires openers.
#[test]
fn false_openers_of_later_rounds_come_back() {
    let source_of = catalogue::source("five-card-draw").expect("a game of the catalogue");
    let own = source_of
        .replace("id = \"five-card-draw\"", "id = \"house-draw\"")
        .replace("show = \"all\"", "show = \"all\"\nopeners_check = \"penalty\"");
    let opened = |script: &str| script.replace("first=opener,check=yes,tier=2", "first=left,check=yes,tier=2,open=JJ");
    let (last, both) = (opened(&own.replace(",open=JJ", "")), opened(&own));
    for definition in [last, both] {
        let played = own_game_comes_back(&definition, 400);
        let carried = played.iter().filter(|played| !played.hand.carried_out().is_zero());
        assert!(carried.count() > 0, "no false opener was left alone");
    }
}

/// Up cards decide who brings in and who is first to act. Those missing from a file are chosen to fit what it records.
#[test]
fn up_cards_that_a_file_does_not_tell_fit_its_actions() {
    // If up cards have a price, bring another card or are discarded, a file without them says too little.
    let is_tellable = |game: &GameDef| {
        let discards = |step: &Step| matches!(step, Step::Discard { .. } | Step::Draw { .. });
        game.triggers.is_empty() && !game.steps.iter().any(discards)
    };
    let games = catalogue::all()
        .iter()
        .filter(|game| game.has_up_cards() && is_tellable(game));
    let (mut hands, mut faults) = (0, Vec::new());
    for game in games {
        let plan = Plan {
            game: Arc::clone(game),
            players: None,
            stacks: Stacks::Mixed,
            rules: HouseRules::Varied,
        };
        for seed in 0..12 {
            let played = plan.play(&mut Dice::new(source(seed))).expect("a hand");
            let text = phh::write(&Record::of_played(&played).seen_by(Viewer::Spectator));
            let hidden: Vec<String> = text.lines().map(without_cards).collect();
            let replay = replay(&hidden.join("\n"));
            hands += 1;
            let order = played.hand.dealt().clockwise_from(played.setup.button);
            let expected: Vec<Option<Chips>> = order.map(|seat| Some(played.hand.stack(seat))).collect();
            if replay.stacks.as_ref() != Some(&expected) {
                faults.push(format!(
                    "{} with seed {seed}: {:?}\n{}",
                    game.id,
                    replay.error,
                    hidden.join("\n")
                ));
            }
        }
    }
    for fault in faults.iter().take(20) {
        eprintln!("{fault}");
    }
    assert!(faults.is_empty(), "{} of {hands} hands do not come back", faults.len());
}

/// Returns a line of a file, with the cards dealt to players unknown.
fn without_cards(line: &str) -> String {
    match line
        .trim()
        .strip_prefix("\"d dh ")
        .and_then(|dealt| dealt.split_once(' '))
    {
        Some((player, cards)) => format!(
            "  \"d dh {player} {}\",",
            "??".repeat(cards.len().saturating_sub(2) / 2)
        ),
        None => line.to_owned(),
    }
}

#[test]
fn every_code_of_the_format_is_a_game() {
    for code in [
        "FT", "NT", "NS", "PO", "FO/8", "F7S", "F7S/8", "FR", "N2L1D", "F2L3D", "FB",
    ] {
        assert!(catalogue::find_phh(code).is_some(), "{code}");
    }
}

#[test]
fn a_hand_to_the_showdown() {
    let replay = three_handed(&[
        "d dh p1 AsAh",
        "d dh p2 KsKh",
        "d dh p3 7c2d",
        "p3 f",
        "p1 cbr 6",
        "p2 cc",
        "d db QdJd9s",
        "p1 cbr 10 # a bet",
        "p2 cc",
        "d db 4h",
        "p1 cc",
        "p2 cc",
        "d db 3c",
        "p1 cc",
        "p2 cc",
        "p1 sm AsAh",
        "p2 sm",
    ]);
    assert_eq!((replay.error.as_deref(), replay.complete), (None, true));
    assert_eq!(stacks(&replay), [116, 84, 100]);
    let pot = &replay.pots[0];
    assert_eq!(
        (pot.amount.get(), &pot.eligible[..], &pot.winners[..]),
        (32, &[1, 2][..], &[1][..])
    );
    assert_eq!(replay.board.len(), 5);
}

#[test]
fn heads_up_the_lists_are_reversed() {
    let replay = replay(
        "variant = 'NT'\nantes = [0, 3]\nblinds_or_straddles = [1, 2]\nmin_bet = 2\nstarting_stacks = [100, 50]\n\
         actions = ['d dh p1 ????', 'd dh p2 ????', 'p2 f']\n",
    );
    assert_eq!((replay.error.as_deref(), replay.complete), (None, true));
    assert_eq!(stacks(&replay), [101, 49], "p1 posts 3 and 2, p2 posts 1");
}

#[test]
fn unknown_cards_are_told_by_the_showdown() {
    let replay = three_handed(&[
        "d dh p1 ????",
        "d dh p2 ????",
        "d dh p3 ????",
        "p3 cbr 100",
        "p1 f",
        "p2 cc",
        "p3 sm AsAh",
        "p2 sm KsKh",
        "d db QdJd9s",
        "d db 4h",
        "d db 3c",
    ]);
    assert_eq!((replay.error.as_deref(), replay.complete), (None, true));
    assert_eq!(stacks(&replay), [99, 0, 201]);
}

#[test]
fn cards_may_be_dealt_one_by_one() {
    let replay = three_handed(&[
        "d dh p1 As",
        "d dh p2 Ks",
        "d dh p3 ??",
        "d dh p1 Ah",
        "d dh p2 Kh",
        "d dh p3 ??",
        "p3 f",
        "p1 cc",
        "p2 cc",
        "d db QdJd9s",
        "p1 cc",
        "p2 cc",
        "d db 4h",
        "p1 cc",
        "p2 cc",
        "d db 3c",
        "p1 cc",
        "p2 cc",
        "p1 sm -",
        "p2 sm -",
    ]);
    assert_eq!((replay.error.as_deref(), replay.complete), (None, true));
    assert_eq!(stacks(&replay), [102, 98, 100]);
    let early = three_handed(&[
        "d dh p1 As",
        "d dh p2 Ks",
        "d dh p3 ??",
        "d dh p1 Ah",
        "d dh p2 Kh",
        "p3 f",
    ]);
    assert_eq!(
        early.error.as_deref(),
        Some("action 6 (`p3 f`): p3 is to be dealt cards first")
    );
}

#[test]
fn a_mucked_hand_gives_up_its_pots() {
    let replay = three_handed(&[
        "d dh p1 ????",
        "d dh p2 7c2d",
        "d dh p3 ????",
        "p3 cbr 100",
        "p1 f",
        "p2 cc",
        "p3 sm",
        "p2 sm 7c2d",
        "d db QdJd9s",
        "d db 4h",
        "d db 3c",
    ]);
    assert_eq!((replay.error.as_deref(), replay.complete), (None, true));
    assert_eq!(stacks(&replay), [99, 201, 0]);
}

#[test]
fn a_file_may_stop_early() {
    let replay = three_handed(&["d dh p1 AsAh", "d dh p2 KsKh", "d dh p3 7c2d", "p3 cbr 100", "p1 cc"]);
    assert_eq!((replay.error.as_deref(), replay.complete), (None, false));
    assert_eq!(stacks(&replay), [0, 98, 0]);
    let undealt = three_handed(&[
        "d dh p1 AsAh",
        "d dh p2 KsKh",
        "d dh p3 7c2d",
        "p3 cbr 100",
        "p1 cc",
        "p2 f",
    ]);
    assert_eq!((undealt.complete, undealt.board.len()), (false, 0));
}

#[test]
fn a_call_of_nothing_by_the_last_player_with_chips() {
    let replay = replay(
        "variant = 'NT'\nantes = [0, 0, 0]\nblinds_or_straddles = [1, 2, 0]\nmin_bet = 2\n\
         starting_stacks = [50, 100, 50]\nactions = ['d dh p1 AsAh', 'd dh p2 KsKh', 'd dh p3 7c2d', 'p3 cbr 50', \
         'p1 cc', 'p2 cc', 'p1 sm -', 'p2 sm -', 'p3 sm -', 'd db QdJd9s', 'p2 cc', 'd db 4h', 'd db 3c']\n",
    );
    assert_eq!(replay.error, None);
    assert_eq!(stacks(&replay), [150, 50, 0]);
}

#[test]
fn decimals_are_exact() {
    let replay = replay(
        "variant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [0.25, 0.5]\nmin_bet = 0.5\n\
         starting_stacks = [100.25, 1259450.25]\nactions = ['d dh p1 ????', 'd dh p2 ????', 'p2 cbr 1.75', 'p1 f']\n",
    );
    assert_eq!(stacks(&replay), [9_975, 125_945_075]);
}

#[test]
fn straddles_move_the_first_to_act() {
    let straddle = |blinds: &str, first: &str| {
        let text = format!(
            "variant = 'NT'\nantes = [0, 0, 0, 0]\nblinds_or_straddles = {blinds}\nmin_bet = 2\n\
             starting_stacks = [100, 100, 100, 100]\nactions = ['d dh p1 ????', 'd dh p2 ????', 'd dh p3 ????', \
             'd dh p4 ????', '{first} f']\n",
        );
        replay(&text).error
    };
    assert_eq!(straddle("[1, 2, 4, 0]", "p4"), None);
    assert_eq!(straddle("[1, 2, 0, 4]", "p1"), None);
    assert_eq!(straddle("[1, 2, 0, -2]", "p3"), None);
    assert!(straddle("[1, 2, 0, 4]", "p3").is_some());
}

#[test]
fn faults_name_the_action_and_the_reason() {
    let deal = ["d dh p1 AsAh", "d dh p2 KsKh", "d dh p3 7c2d"];
    let fault = |more: &[&str]| {
        let actions: Vec<&str> = deal.iter().chain(more).copied().collect();
        let replay = three_handed(&actions);
        assert_eq!(replay.stacks, None);
        replay.error.expect("a fault")
    };
    assert_eq!(fault(&["p1 f"]), "action 4 (`p1 f`): it is the turn of p3");
    assert_eq!(
        fault(&["p3 cbr 3"]),
        "action 4 (`p3 cbr 3`): 3 is below the minimum of 4"
    );
    assert_eq!(
        fault(&["p3 cbr 101"]),
        "action 4 (`p3 cbr 101`): 101 is above the maximum of 100"
    );
    assert_eq!(
        fault(&["p3 f", "d db 2c3c4c"]),
        "action 5 (`d db 2c3c4c`): no board cards are due"
    );
    assert_eq!(
        fault(&["p3 f", "p1 cc", "p2 cc", "p1 cc"]),
        "action 7 (`p1 cc`): the board is to be dealt first"
    );
    assert_eq!(fault(&["p9 f"]), "action 4 (`p9 f`): there is no player `p9`");
    assert_eq!(fault(&["p3 jump"]), "action 4 (`p3 jump`): this is not an action");
    assert_eq!(fault(&["p3 sm"]), "action 4 (`p3 sm`): the betting is not over");
    assert_eq!(fault(&["d db AsKdQd"]), "As is dealt twice");
}

#[test]
fn unknown_variants_are_refused_by_name() {
    let refused = |variant: &str| {
        let text = format!("{HEADER}actions = []\n").replace("'NT'", &format!("'{variant}'"));
        replay(&text).error.expect("a refusal")
    };
    assert_eq!(refused("ZZ"), "there is no variant `ZZ`");
    assert_eq!(refused("X:zz"), "there is no variant `X:zz`");
}

#[test]
fn broken_files_name_the_line() {
    let error = |text: &str| match phh::read(text) {
        Err(error) => error.to_string(),
        Ok(mut hands) => hands.remove(0).expect_err("a broken hand").to_string(),
    };
    assert!(error("variant = 'NT'\nantes = [0,\n").starts_with("line "));
    assert_eq!(error("a = 1\n"), "line 1: there is no hand: `variant` is missing");
    assert!(error(&format!("{HEADER}actions = 7\n")).contains("`actions` is missing or no list"));
    let negative = format!("{HEADER}actions = []\n").replace("[100, 100, 100]", "[100, -5, 100]");
    assert_eq!(error(&negative), "line 5: `-5` is not a starting stack");
    let short = format!("{HEADER}actions = []\n").replace("[0, 0, 0]", "[0, 0]");
    assert_eq!(error(&short), "line 2: `antes` has 2 entries for 3 players");
}

#[test]
fn a_file_of_many_hands_reads_each() {
    let text = format!("[1]\n{HEADER}actions = []\n[2]\nvariant = 'NT'\n[3]\n{HEADER}actions = []\n");
    let hands = phh::read(&text).expect("a file");
    let readable: Vec<bool> = hands.iter().map(Result::is_ok).collect();
    assert_eq!(readable, [true, false, true]);
}
