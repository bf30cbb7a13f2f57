//! PHH files: reading, replaying, and the round trip of our own hands.

mod own_games;
mod round_trip;
mod unseen;

use std::sync::Arc;

use crate::support::source;
use poker_engine::game::{GameDef, Step, catalogue};
use poker_engine::history::phh::{self, Record, Replay};
use poker_engine::simulate::{Dice, HouseRules, Plan, Stacks};
use poker_engine::{Action, Chips, Hand, Post, PostKind, SeatIx, Viewer};
use round_trip::comes_back;

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
            let seat = turn.seats.iter().next().expect("someone is asked");
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
