//! Random game definitions of the kind a host may write: right, odd or wrong. Any that the check accepts must be playable.

use std::fmt::Write as _;
use std::sync::Arc;

use super::{Broken, Dice, HouseRules, Plan, Stacks};
use crate::game::{GameDef, catalogue};

/// Writes a definition: the script of a catalogue game with a few edits, or a script of its own, under a random header.
/// About one in three passes the check.
pub fn definition<F: FnMut() -> u64>(dice: &mut Dice<F>) -> String {
    let mut steps = if dice.percent(50) {
        of_catalogue(dice)
    } else {
        fresh(dice)
    };
    if dice.percent(60) {
        for _ in 0..=dice.index(3) {
            edit(&mut steps, dice);
        }
    }
    let players = (2 + dice.small(3), pick(&["4", "5", "6", "7", "8", "9", "10"], dice));
    let mut text = format!(
        "id = \"random\"\nnumber = \"R01\"\nname = {{ en = \"Random\", fr = \"Hasard\" }}\nfamily = \"draw\"\n\
         seats = [{}, {}]\n",
        players.0, players.1
    );
    let limits = limits(dice);
    let _ = writeln!(text, "limits = [{limits}]");
    for (key, values) in KEYS {
        if dice.percent(6) {
            let _ = writeln!(text, "{key} = {}", pick(values, dice));
        }
    }
    let _ = writeln!(text, "script = \"\"\"\n  {};\n\"\"\"", steps.join(";\n  "));
    text
}

/// Plays `hands` hands of a game, at the smallest and at the largest number of players, and checks every law on each.
///
/// # Errors
/// Gives the first law that a hand broke.
pub fn try_out<F: FnMut() -> u64>(game: &Arc<GameDef>, hands: u32, dice: &mut Dice<F>) -> Result<(), Broken> {
    for players in [game.seats.0, game.seats.1] {
        let plan = Plan {
            game: Arc::clone(game),
            players: Some(players),
            stacks: Stacks::Mixed,
            rules: HouseRules::Varied,
        };
        for _ in 0..hands {
            plan.play(dice)?.obeys(dice)?;
        }
    }
    Ok(())
}

/// Header keys beyond those that every definition has, each with values to try.
const KEYS: [(&str, &[&str]); 25] = [
    ("deck", &["'36'", "'32'"]),
    ("raise_cap", &["1", "2", "5"]),
    ("raise_cap_player", &["1", "2"]),
    ("check_raise", &["'off'"]),
    ("first_bet", &["'forced'"]),
    ("credit", &["'shared'"]),
    ("burn", &["'draw'"]),
    ("openers_check", &["'penalty'"]),
    ("openers_ladder", &["['JJ', 'QQ', 'KK']", "['2P']"]),
    ("show", &["'all'"]),
    ("last_card", &["'allow'"]),
    ("ranking", &["'short-deck'"]),
    ("three_order", &["'listed'"]),
    ("open_pair_tier", &["'on'", "'plus2'"]),
    ("both", &["'strict'"]),
    (
        "triggers",
        &["'3=buy:pot'", "'3=buy:7 4=extra'", "'K=swap A=extra'", "'2=extra'"],
    ),
    (
        "wild",
        &[
            "'rank:2'",
            "'rank:3 cards:9s 9h one_eyed'",
            "'first_down'",
            "'own_low'",
            "'board_card:1'",
            "'board_low'",
        ],
    ),
    ("jokers", &["1", "2"]),
    ("joker", &["'bug'", "'ace'"]),
    ("low_wild", &["'ace'", "'zero'", "'zeropair'", "'copylow'"]),
    ("wild_tie", &["'fewest_wilds'", "'basic'"]),
    ("five_of_a_kind", &["'below_royal'", "'none'"]),
    ("special", &["'dogs'", "'skeet'", "'blaze'", "'dutch'"]),
    ("wheel_straight", &["'off'"]),
    ("propagate", &["'on'"]),
];

fn pick<'a, T: ?Sized, F: FnMut() -> u64>(values: &'a [&'a T], dice: &mut Dice<F>) -> &'a T {
    values[dice.index(values.len())]
}

fn amount<F: FnMut() -> u64>(dice: &mut Dice<F>) -> &'static str {
    pick(&["1", "2", "5", "10", "20", "50", "1000"], dice)
}

fn limits<F: FnMut() -> u64>(dice: &mut Dice<F>) -> String {
    let structures = [
        "nl:10",
        "pot:10",
        "fixed:10 / fixed:20",
        "spread:1:5",
        "spread:5:20 / spread:5:40",
        "straddle1",
        "straddle2",
        "fixed:2 / fixed:4 / fixed:6",
        "spread:2:10 / bloc",
        "nl:1",
        "pot:2 / pot:7",
    ];
    let count = 1 + dice.index(2);
    let chosen: Vec<String> = (0..count).map(|_| format!("\"{}\"", pick(&structures, dice))).collect();
    chosen.join(", ")
}

/// Returns the steps of a catalogue game, as they are written.
fn of_catalogue<F: FnMut() -> u64>(dice: &mut Dice<F>) -> Vec<String> {
    let games = catalogue::all();
    let source = catalogue::source(&games[dice.index(games.len())].id).unwrap_or_default();
    let script = source.split("\"\"\"").nth(1).unwrap_or_default();
    let steps = script.split(';').map(|step| step.trim().to_owned());
    steps.filter(|step| !step.is_empty()).collect()
}

/// Removes, repeats, replaces, adds or swaps steps.
fn edit<F: FnMut() -> u64>(steps: &mut Vec<String>, dice: &mut Dice<F>) {
    let at = dice.index(steps.len().max(1));
    match dice.below(6) {
        _ if steps.len() < 3 => steps.push(any_step(dice)),
        0 => drop(steps.remove(at)),
        1 => steps.insert(at, steps[at].clone()),
        2 => steps[at] = any_step(dice),
        3 => {
            let other = dice.index(steps.len());
            steps.swap(at, other);
        }
        4 => {
            let last = steps.len() - 1;
            steps[last] = show(dice);
        }
        _ => steps.insert(at, any_step(dice)),
    }
}

fn any_step<F: FnMut() -> u64>(dice: &mut Dice<F>) -> String {
    match dice.below(4) {
        0 => post(dice),
        1 => bet(dice),
        _ => cards(dice),
    }
}

/// Forced payments, a deal, streets with a betting round each, and a showdown.
fn fresh<F: FnMut() -> u64>(dice: &mut Dice<F>) -> Vec<String> {
    let mut steps = Vec::new();
    if dice.percent(50) {
        steps.push(format!("ante(all,{})", amount(dice)));
    }
    if dice.percent(40) {
        steps.extend(["post(left,5)".to_owned(), "post(left2,10)".to_owned()]);
    }
    if dice.percent(30) {
        steps.push(post(dice));
    }
    steps.push(deal(dice, 5));
    for _ in 0..dice.below(5) {
        if dice.percent(80) {
            steps.push(bet(dice));
        }
        steps.push(cards(dice));
    }
    steps.push(bet(dice));
    if dice.percent(15) {
        steps.push(declare(dice));
    }
    steps.push(show(dice));
    steps
}

fn post<F: FnMut() -> u64>(dice: &mut Dice<F>) -> String {
    let seat = pick(&["left", "left2", "dealer"], dice);
    match dice.below(8) {
        0 => format!("ante(all,{})", amount(dice)),
        1 => format!("ante({seat},{})", amount(dice)),
        2 => format!("straddle(first=left3,max={})", 1 + dice.below(4)),
        3 => format!("bringin({},{})", pick(&["low", "highrazz"], dice), amount(dice)),
        4 | 5 => format!("post({seat},{},credit)", amount(dice)),
        6 => format!("post({seat},{},dead)", amount(dice)),
        _ => format!("post({seat},{})", amount(dice)),
    }
}

fn deal<F: FnMut() -> u64>(dice: &mut Dice<F>, most: u8) -> String {
    let faces: String = (0..=dice.small(most))
        .map(|_| if dice.percent(70) { 'd' } else { 'u' })
        .collect();
    format!("deal({faces})")
}

fn cards<F: FnMut() -> u64>(dice: &mut Dice<F>) -> String {
    let few = 1 + dice.below(3);
    match dice.below(20) {
        0..5 => deal(dice, 2),
        5..8 => format!("board({few},u)"),
        8 => format!("board({few})"),
        9 => format!("turn({few})"),
        10 => "communal()".to_owned(),
        11..14 => {
            let max = 1 + dice.below(5);
            let passes = if dice.percent(30) {
                format!(",perpass={}", 1 + dice.below(max))
            } else {
                String::new()
            };
            format!("draw(max={max}{passes})")
        }
        14 => format!("discard(d={},u={})", dice.below(3), dice.below(3)),
        15 => format!("flip(n={few})"),
        16 => format!("flip(which={})", pick(&["near", "all"], dice)),
        17 => "optflip()".to_owned(),
        18 => "arrange()".to_owned(),
        _ => declare(dice),
    }
}

fn declare<F: FnMut() -> u64>(dice: &mut Dice<F>) -> String {
    let order = pick(&["", ",order=turn"], dice);
    format!("declare(choices={}{order})", pick(&["H|L", "H|L|HL", "L|HL"], dice))
}

fn bet<F: FnMut() -> u64>(dice: &mut Dice<F>) -> String {
    let first = pick(
        &[
            "left", "left", "left2", "left3", "dealer", "opener", "raiser", "highup", "lowupA5", "bringin",
        ],
        dice,
    );
    let check = pick(&["yes", "yes", "no"], dice);
    let mut bet = format!("bet(first={first},check={check},tier={}", 1 + dice.below(2));
    for more in ["open=JJ", "open=2P/bobtail", "allcheck=redeal", "nofirstraise=1"] {
        if dice.percent(8) {
            bet = format!("{bet},{more}");
        }
    }
    bet + ")"
}

fn show<F: FnMut() -> u64>(dice: &mut Dice<F>) -> String {
    let mut parts = Vec::new();
    if dice.percent(80) {
        let high = ["std", "std", "std", "three", "two", "widow", "badugi", "badugi27"];
        parts.push(format!("high={}", pick(&high, dice)));
    }
    if parts.is_empty() || dice.percent(40) {
        let low = ["A5", "A6", "27", "8", "misere", "badugi", "three", "two"];
        parts.push(format!("low={}", pick(&low, dice)));
    }
    if dice.percent(25) {
        parts.push(format!("use={}", pick(&["best", "2+3", "4+1", "max2"], dice)));
    }
    if dice.percent(25) {
        parts.push("speak=declare".to_owned());
    }
    format!("show({})", parts.join(","))
}
