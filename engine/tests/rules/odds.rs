//! Odds: shares, outs and prices, from one seat's view and from hands that are face up.

use poker_engine::card::parse_cards;
use poker_engine::game::{GameDef, Step, catalogue};
use poker_engine::list::Cards;
use poker_engine::odds::{
    Known, Rival, Sight, cards_to_discard, cards_to_exchange, chance, known_shares, outs, price_of,
};
use poker_engine::{Card, CardSet, Chips};

fn random(seed: u64) -> impl FnMut() -> u64 {
    let mut state = seed;
    move || {
        state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (state ^ state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }
}

fn game(id: &str) -> &'static GameDef {
    catalogue::find(id).expect("it is in the catalogue")
}

fn cards(text: &str) -> Cards {
    parse_cards(text).expect("the test names cards").into_iter().collect()
}

fn board(text: &str) -> Vec<Option<Card>> {
    cards(text).iter().copied().map(Some).collect()
}

/// Returns the view of a hand after this many cards of the board, or of each player, were dealt.
fn sight(id: &str, down: &str, on_board: &str, rivals: usize) -> Sight {
    let game = game(id);
    let (down, board) = (cards(down), board(on_board));
    let (mut held, mut lying) = (down.len(), board.len());
    let mut ahead = Vec::new();
    for step in &game.steps {
        match step {
            Step::Deal(faces) if held >= faces.len() => held -= faces.len(),
            Step::Board { count, .. } if lying >= usize::from(*count) => lying -= usize::from(*count),
            Step::Show(_) => {}
            step => ahead.push(*step),
        }
    }
    Sight {
        first_down: down.first().copied(),
        rivals: vec![
            Rival {
                up: Cards::EMPTY,
                down: down.len(),
                declared: None
            };
            rivals
        ],
        down,
        up: Cards::EMPTY,
        declared: None,
        board,
        gone: CardSet::EMPTY,
        ahead,
    }
}

fn pot(id: &str, down: &str, on_board: &str, rivals: usize) -> u64 {
    chance(game(id), &sight(id, down, on_board, rivals), &mut random(5)).pot
}

fn known(hands: &[&str]) -> Vec<Known> {
    let hand = |text: &&str| Known {
        down: cards(text),
        up: Cards::EMPTY,
        declared: None,
    };
    hands.iter().map(hand).collect()
}

fn shares(id: &str, hands: &[&str], on_board: &str) -> (Vec<u64>, u32, bool) {
    known_shares(
        game(id),
        &known(hands),
        &board(on_board),
        CardSet::EMPTY,
        &mut random(7),
    )
    .expect("nothing is left to decide")
}

#[test]
fn chances_come_near_the_known_ones() {
    for (down, rivals, known) in [
        ("As Ah", 1, 852),
        ("7s 2h", 1, 346),
        ("As Ks", 1, 670),
        ("As Ah", 8, 349),
    ] {
        let pot = pot("no-limit-holdem", down, "", rivals);
        assert!(pot.abs_diff(known) < 35, "{down}: {pot}");
    }
}

#[test]
fn a_sure_hand_wins_all_and_a_dead_one_nothing() {
    assert_eq!(pot("no-limit-holdem", "As Ks", "Qs Js Ts 2d 2c", 3), 1000);
    // Four aces in the hand are just a pair if exactly two of them play.
    assert!(pot("omaha", "As Ah Ad Ac", "2s 7d 9h Jc Qs", 1) < 900);
    let beaten = shares("no-limit-holdem", &["2c 2d", "As Ks"], "Qs Js Ts 4h 5d");
    assert_eq!(beaten, (vec![0, 1000], 1, true));
}

#[test]
fn the_same_numbers_give_the_same_answer() {
    let sight = sight("omaha-8", "As 2h 7c 9d", "3s 4d Kh", 3);
    let ask = || chance(game("omaha-8"), &sight, &mut random(11));
    assert_eq!(ask(), ask());
}

#[test]
fn hands_that_are_up_share_as_the_tables_say() {
    let near = |shares: &[u64], expected: &[u64]| {
        let off = shares.iter().zip(expected).map(|(share, known)| share.abs_diff(*known));
        assert!(off.max().unwrap() < 30, "{shares:?}, not {expected:?}");
    };
    near(&shares("no-limit-holdem", &["As Ah", "Kd Kc"], "").0, &[815, 185]);
    near(&shares("no-limit-holdem", &["As Kd", "7h 7c"], "").0, &[446, 554]);
    near(
        &shares("no-limit-holdem", &["As Ah", "Kd Kc", "Qd Qc"], "").0,
        &[672, 178, 150],
    );
    // Nine hearts among 45 cards, twice.
    let (parts, deals, exact) = shares("no-limit-holdem", &["Ah Kh", "9s 9c"], "2h 7h 9d");
    assert!(exact);
    assert_eq!(deals, 45 * 44 / 2);
    near(&parts, &[257, 743]);
    // With one card to come, the boards are enumerated.
    let (parts, deals, exact) = shares("no-limit-holdem", &["Ah Kh", "Qs Qc"], "2h 7h 9d 3c");
    assert_eq!((deals, exact), (44, true));
    assert_eq!(parts, [1000 * 15 / 44, 1000 * 29 / 44]);
}

#[test]
fn symmetric_hands_share_alike() {
    for (id, hands) in [
        ("no-limit-holdem", ["As Kh", "Ad Kc"]),
        ("omaha", ["As Kh 7s 6h", "Ad Kc 7d 6c"]),
        ("omaha-8", ["As 2h Ks 3h", "Ad 2c Kd 3c"]),
        ("short-deck", ["As Kh", "Ad Kc"]),
    ] {
        let (parts, deals, _) = shares(id, &hands, "");
        assert!(parts[0].abs_diff(parts[1]) < 60, "{id}: {parts:?} of {deals}");
    }
}

/// Deals two hands and a board of this many cards from the top of the deck.
fn dealt(game: &GameDef, held: usize, on_board: usize) -> (Vec<Known>, Vec<Option<Card>>) {
    let mut deck = game
        .cards()
        .iter()
        .step_by(2)
        .chain(game.cards().iter().skip(1).step_by(2));
    let mut hand = || Known {
        down: deck.by_ref().take(held).collect(),
        up: Cards::EMPTY,
        declared: None,
    };
    let hands = vec![hand(), hand()];
    (hands, deck.take(on_board).map(Some).collect())
}

#[test]
fn parts_add_up_at_every_place_of_every_game_that_chance_alone_decides() {
    let mut asked = 0;
    for game in catalogue::all() {
        let is_choice = |step: &Step| {
            let is_draw = matches!(step, Step::Draw { .. } | Step::Discard { .. } | Step::OptionalRoll);
            is_draw || matches!(step, Step::Arrange | Step::Declare { .. })
        };
        let last_choice = game.steps.iter().rposition(is_choice);
        let (mut held, mut on_board) = (0, 0);
        for (at, step) in game.steps.iter().enumerate() {
            match step {
                Step::Deal(faces) => held += faces.len(),
                Step::OptionalRoll => held += 1,
                Step::Discard { down, up } => held -= usize::from(down + up),
                Step::Board { count, .. } => on_board += usize::from(*count),
                Step::Communal => on_board += 1,
                _ => continue,
            }
            let (hands, board) = dealt(game, held, on_board);
            let known = known_shares(game, &hands, &board, CardSet::EMPTY, &mut random(3));
            let is_open = last_choice.is_some_and(|last| last > at) || !game.triggers.is_empty();
            assert_eq!(known.is_none(), is_open, "{} at step {at}", game.id);
            let Some((parts, deals, _)) = known else { continue };
            asked += 1;
            let sum: u64 = parts.iter().sum();
            assert!(
                (995..=1000).contains(&sum),
                "{} at step {at}: {parts:?} of {deals}",
                game.id
            );
        }
    }
    assert!(asked > 140, "{asked} places were dealt to their end");
}

#[test]
fn cards_that_cannot_lie_like_that_have_no_shares() {
    let holdem = game("no-limit-holdem");
    let ask = |hands: &[&str], on_board: &str, gone: &str| {
        let gone = cards(gone).into_iter().collect();
        known_shares(holdem, &known(hands), &board(on_board), gone, &mut random(1))
    };
    let good = ["As Ah", "Kd Kc"];
    assert!(ask(&good, "2c 3d 4h", "9s").is_some());
    for (hands, on_board, gone) in [
        (&good[..], "2c", ""),
        (&good, "2c 3d 4h 5s 6s 7s", ""),
        (&good, "As 3d 4h", ""),
        (&good, "2c 3d 4h", "Kd"),
        (&["As Ah", "As Kc"], "", ""),
        (&["As Ah", "Kd"], "", ""),
        (&["As Ah Ad", "Kd Kc Kh"], "", ""),
        (&[], "", ""),
    ] {
        assert_eq!(ask(hands, on_board, gone), None, "{hands:?} {on_board:?} {gone:?}");
    }
    // A 36-card deck has no deuces.
    let none = known_shares(
        game("short-deck"),
        &known(&["2s 2h", "Ks Kh"]),
        &[],
        CardSet::EMPTY,
        &mut random(1),
    );
    assert_eq!(none, None);
    // Too few cards are left for a last street.
    let crowd: Vec<String> = catalogue::find("seven-card-stud")
        .unwrap()
        .cards()
        .iter()
        .map(|card| card.to_string())
        .collect();
    let crowd: Vec<String> = crowd.chunks(6).take(8).map(|hand| hand.join(" ")).collect();
    let crowd: Vec<&str> = crowd.iter().map(String::as_str).collect();
    let none = known_shares(
        game("seven-card-stud"),
        &known(&crowd),
        &[],
        CardSet::EMPTY,
        &mut random(1),
    );
    assert_eq!(none, None);
}

#[test]
fn a_card_discarded_for_good_comes_no_more() {
    // With three cards there is still a decision; with two after the flop there is not.
    let game = game("crazy-pineapple");
    let ask = |hands: &[&str], on_board: &str| {
        known_shares(game, &known(hands), &board(on_board), CardSet::EMPTY, &mut random(1))
    };
    assert_eq!(ask(&["As Ah Qd", "Kd Kc Qc"], "2c 3d 4h"), None);
    assert!(ask(&["As Ah", "Kd Kc"], "2c 3d 4h").is_some());
}

#[test]
fn a_draw_to_a_flush_has_nine_outs_and_pairs_too_few() {
    let found = outs(
        game("no-limit-holdem"),
        &sight("no-limit-holdem", "4h 3h", "Ah Kh 9c", 1),
        &mut random(2),
    );
    let found = found.unwrap().cards;
    let hearts: CardSet = cards("2h 5h 6h 7h 8h 9h Th Jh Qh").iter().copied().collect();
    assert!(found.is_superset(hearts), "{found:?}");
    assert!(found.len() <= 15, "{found:?}");
    // A leading hand needs no outs; before the flop there is no single next card.
    let leads = outs(
        game("no-limit-holdem"),
        &sight("no-limit-holdem", "Ac Ad", "Ah Kh 9c", 1),
        &mut random(2),
    );
    assert!(
        leads.is_some_and(|outs| outs.leads && outs.cards.is_empty()),
        "{leads:?}"
    );
    let early = outs(
        game("no-limit-holdem"),
        &sight("no-limit-holdem", "Ac Ad", "", 1),
        &mut random(2),
    );
    assert_eq!(early, None);
}

#[test]
fn a_stud_hand_waits_for_what_completes_it() {
    let mut sight = sight("seven-card-stud", "Kh 9h", "", 1);
    sight.up = cards("2h 6h 3c 4s");
    sight.rivals[0].up = cards("Qc Qd 8s 5c");
    let last = [*game("seven-card-stud")
        .steps
        .iter()
        .rev()
        .find(|step| matches!(step, Step::Deal(_)))
        .unwrap()];
    sight.ahead = last.to_vec();
    let found = outs(game("seven-card-stud"), &sight, &mut random(4)).unwrap().cards;
    let hearts = cards("Ah Qh Jh Th 8h 7h 5h 4h 3h");
    assert!(hearts.iter().all(|card| found.contains(*card)), "{found:?}");
    assert!(!found.contains(cards("Jc")[0]), "{found:?}");
}

#[test]
fn draws_keep_what_is_made() {
    let discarded = |id: &str, own: &str| -> String {
        let sight = sight(id, own, "", 2);
        let discarded = cards_to_exchange(game(id), &sight, (0, 3), &mut random(9));
        let mut names: Vec<String> = discarded.iter().map(|card| card.to_string()).collect();
        names.sort();
        names.join(" ")
    };
    assert_eq!(discarded("five-card-draw", "2h 5h 9h Jh Kh"), "");
    // The kicker may be kept; the pair is.
    let beside_a_pair = discarded("five-card-draw", "Qc Qd 3h 7s 9c");
    assert!(
        !beside_a_pair.contains('Q') && beside_a_pair.contains("7s"),
        "{beside_a_pair}"
    );
    assert_eq!(discarded("five-card-draw", "2h 5h 9h Jh Kc"), "Kc");
    assert_eq!(discarded("deuce-to-seven-single-draw", "2c 3d 4h 7s Kc"), "Kc");
    let pair = pot("five-card-draw", "Ac Ad 3h 7s 9c", "", 1);
    let nothing = pot("five-card-draw", "2c 4d 8h Js Kc", "", 1);
    assert!(pair > nothing + 200, "{pair} and {nothing}");
}

#[test]
fn what_is_discarded_for_good_helps_least() {
    let sight = sight("pineapple", "As Ah 2c", "", 2);
    let options: Vec<CardSet> = sight.down.iter().map(|card| CardSet::only(*card)).collect();
    let discarded = cards_to_discard(game("pineapple"), &sight, &options, 5);
    assert_eq!(discarded, CardSet::only(cards("2c")[0]));
}

#[test]
fn every_game_answers_from_the_first_card_on() {
    for game in catalogue::all() {
        let each = game.steps.iter().find_map(|step| match step {
            Step::Deal(faces) => Some(faces.len()),
            _ => None,
        });
        let own: Cards = game.cards().iter().step_by(3).take(each.unwrap()).collect();
        let mut seen = sight(&game.id, "", "", game.seats.1.min(8) as usize - 1);
        seen.ahead.remove(
            seen.ahead
                .iter()
                .position(|step| matches!(step, Step::Deal(_)))
                .unwrap(),
        );
        seen.down = own;
        for rival in &mut seen.rivals {
            rival.down = own.len();
        }
        let chance = chance(game, &seen, &mut random(1));
        assert!(chance.deals > 0 && chance.pot <= 1000, "{}: {chance:?}", game.id);
        assert!(chance.won + chance.shared <= chance.deals, "{}: {chance:?}", game.id);
    }
}

#[test]
fn prices_are_rounded_against_the_caller() {
    assert_eq!(price_of(Chips::new(1), Chips::new(2)), 334);
    assert_eq!(price_of(Chips::new(100), Chips::ZERO), 1000);
    assert_eq!(price_of(Chips::ZERO, Chips::ZERO), 0);
}
