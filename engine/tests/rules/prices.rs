//! Prices of definitions: the estimate matches the clock, the catalogue fits, and a stranger's definitions are bounded.

use std::hint::black_box;
use std::time::{Duration, Instant};

use poker_engine::game::{GameDef, SHOWDOWN_MOST, STREET_MOST, Step, catalogue};
use poker_engine::hand::Holding;
use poker_engine::list::Cards;
use poker_engine::odds::{EVALUATIONS_MOST, Known, known_price, known_shares};
use poker_engine::simulate::{Dice, definition};
use poker_engine::{Card, CardSet};

use crate::support::source;

/// Returns a host's own definition with this script.
fn own(seats: &str, header: &str, script: &str) -> String {
    format!(
        "id = \"own\"\nnumber = \"R01\"\nname = {{ en = \"Own\", fr = \"Propre\" }}\nfamily = \"draw\"\nseats = {seats}\n\
         limits = [\"nl:10\"]\n{header}\nscript = \"\"\"\n{script};\n\"\"\"\n"
    )
}

/// Deals one card after another, each as a street of its own, up to `own` own cards and `board` board cards.
fn many_streets(own: usize, board: usize, show: &str) -> String {
    let mut steps = vec!["post(left,5)".to_owned(), "post(left2,10)".to_owned()];
    for first in (0..own).step_by(10) {
        steps.push(format!("deal({})", "d".repeat((own - first).min(10))));
    }
    steps.push("bet(first=left3,check=yes,tier=1)".to_owned());
    for _ in 0..board {
        steps.push("board(1,u)".to_owned());
        steps.push("bet(first=left,check=yes,tier=1)".to_owned());
    }
    steps.push(show.to_owned());
    steps.join(";\n")
}

#[test]
fn a_hand_out_of_very_many_is_refused_with_the_step_that_costs_most() {
    let wild = "wild = 'board_low own_low'";
    let script = many_streets(15, 15, "show(high=std,low=8,use=2+3)");
    let error = GameDef::parse(&own("[2, 2]", wild, &script)).expect_err("too dear");
    assert!(error.message.contains("evaluations"), "{error}");
    assert!(error.message.contains("`show`"), "{error}");
    let kept = GameDef::parse_at_any_price(&own("[2, 2]", wild, &script)).expect("it can be played");
    assert!(kept.price().check().is_err());
    for (seats, header, own_cards, board, show) in [
        ("[2, 2]", "", 15, 15, "show(high=std,use=2+3)"),
        ("[2, 3]", "", 15, 5, "show(low=27)"),
        ("[2, 2]", "", 15, 10, "show(high=std,low=8,use=4+1)"),
        ("[2, 3]", "jokers = 2\njoker = 'basic'", 13, 0, "show(high=std)"),
        ("[2, 3]", "wild = 'own_low'\nlow_wild = 'zero'", 15, 0, "show(low=A5)"),
    ] {
        let text = own(seats, header, &many_streets(own_cards, board, show));
        let kept = GameDef::parse_at_any_price(&text).unwrap_or_else(|error| panic!("{show}: {error}"));
        assert!(GameDef::parse(&text).is_err(), "{show} {header}: {:?}", kept.price());
    }
}

#[test]
fn the_catalogue_uses_no_more_than_half_of_what_is_allowed() {
    for game in catalogue::all() {
        let price = game.price();
        if std::env::var("POKER_PRICES").is_ok() {
            println!("{:28} {:?}", game.id, price);
        }
        assert!(price.street * 2 <= STREET_MOST, "{}: {price:?}", game.id);
        assert!(price.showdown * 2 <= SHOWDOWN_MOST, "{}: {price:?}", game.id);
    }
}

/// Returns the number of cards a player holds at the end.
fn held(game: &GameDef) -> usize {
    let gone = game.steps.iter().map(|step| match step {
        Step::Discard { down, up } => usize::from(down + up),
        _ => 0,
    });
    game.cards_each() - gone.sum::<usize>()
}

/// Returns the time it takes to describe random hands at the end of a game: the shortest of several runs, since other processes share the
/// machine.
fn measured(game: &GameDef, random: &mut impl FnMut() -> u64) -> Duration {
    const HANDS: usize = 12;
    let (own, board) = (held(game), game.board_cards());
    let hands: Vec<Holding> = (0..HANDS)
        .map(|_| {
            let mut left: Vec<Card> = game.cards().iter().collect();
            let mut draw = || left.swap_remove(usize::try_from(random() % left.len() as u64).expect("a place"));
            let own: Vec<Card> = (0..own).map(|_| draw()).collect();
            Holding {
                down: own.iter().copied().collect(),
                up: CardSet::EMPTY,
                first_down: own.first().copied(),
                board: (0..board).map(|_| Some(draw())).collect(),
            }
        })
        .collect();
    let once = |hand: &Holding| {
        let runs = (0..4).map(|_| {
            let begun = Instant::now();
            black_box(game.made(black_box(hand)));
            begun.elapsed()
        });
        runs.min().unwrap_or_default()
    };
    hands.iter().map(once).sum::<Duration>() / u32::try_from(HANDS).expect("few")
}

/// The duration of an evaluation is measured in the same run, over all games; no game takes much longer than its price says.
#[test]
fn the_price_holds_against_the_clock() {
    const RANDOM: u64 = 400;
    const DEARER: f64 = 4.0;
    let mut random = source(35);
    let mut games: Vec<GameDef> = catalogue::all().iter().map(|game| (**game).clone()).collect();
    games.extend((0..RANDOM).filter_map(|seed| GameDef::parse(&definition(&mut Dice::new(source(seed)))).ok()));
    for (header, own_cards, board, show) in [
        ("", 9, 5, "show(high=std,low=8,use=2+3)"),
        ("", 12, 0, "show(low=27)"),
        ("", 13, 0, "show(low=badugi)"),
        ("wild = 'own_low'", 6, 5, "show(high=std,low=8,use=2+3)"),
        ("wild = 'own_low'\nlow_wild = 'copylow'", 9, 0, "show(low=A5)"),
        ("jokers = 2\njoker = 'basic'", 10, 0, "show(high=std)"),
        ("", 14, 0, "show(high=three)"),
        ("deck = '32'", 9, 0, "show(low=A6)"),
    ] {
        let text = own("[2, 2]", header, &many_streets(own_cards, board, show));
        games.push(GameDef::parse_at_any_price(&text).unwrap_or_else(|error| panic!("{show}: {error}")));
    }
    assert!(games.len() > 150, "{}", games.len());
    let seen: Vec<(f64, f64)> = games
        .iter()
        .map(|game| {
            let nanos = measured(game, &mut random).as_secs_f64() * 1e9;
            (nanos, f64::from(u32::try_from(game.price().look).expect("a price")))
        })
        .collect();
    let mut ratios: Vec<f64> = seen.iter().map(|(nanos, price)| nanos / price).collect();
    ratios.sort_by(f64::total_cmp);
    let unit = ratios[ratios.len() / 2];
    let dearer: Vec<String> = games
        .iter()
        .zip(&seen)
        .filter(|(_, (nanos, price))| nanos / price > DEARER * unit)
        .map(|(game, (nanos, price))| format!("{} {:?}: {nanos:.0} ns for {price}", game.id, game.showdown()))
        .collect();
    if std::env::var("POKER_PRICES").is_ok() {
        let most = ratios.last().expect("games") / unit;
        println!(
            "an evaluation takes {unit:.1} ns; the most: {most:.1} times as much; the least: {:.3}",
            ratios[0] / unit
        );
    }
    assert!(dearer.is_empty(), "an evaluation takes {unit:.1} ns, but {dearer:#?}");
}

/// Odds of a game whose hands are expensive to rank come from fewer deals, so that no question takes long.
#[test]
fn odds_of_a_dear_game_are_of_few_deals() {
    let script = many_streets(9, 9, "show(high=std,low=8,use=2+3)");
    let text = own("[2, 2]", "wild = 'own_low'", &script);
    let game = GameDef::parse_at_any_price(&text).expect("it can be played");
    let mut deck = game.cards().iter();
    let mut hand = || Known {
        down: deck.by_ref().take(9).collect(),
        up: Cards::EMPTY,
        declared: None,
    };
    let hands = [hand(), hand()];
    let mut random = source(1);
    let (shares, deals, exact) =
        known_shares(&game, &hands, &[], CardSet::EMPTY, &mut random).expect("nothing is left to decide");
    assert!(!exact && shares.iter().sum::<u64>() > 900, "{shares:?}");
    let work = game.price().look * 2 * u64::from(deals);
    assert!(
        work <= EVALUATIONS_MOST || deals == 1,
        "{deals} deals of {work} evaluations"
    );
    assert!(known_price(&game, 2) >= work);
}
