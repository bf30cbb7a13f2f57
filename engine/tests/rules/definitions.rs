//! Definition files: accepted input, refusals with their lines, and amounts that a table may choose.

use std::collections::BTreeSet;

use poker_engine::game::{AnteFormat, BlindLayout, GameDef, Stakes, StakesError, catalogue};
use poker_engine::history::notation;
use poker_engine::setup::PostKind::{Ante, BigBlind, ButtonBlind, DeadAnte, SmallBlind};
use poker_engine::{Chips, Limit, LimitKind, SeatIx, SeatSet};

const GOOD: &str = r#"id = "test-game"
number = "T01"
name = { en = "Test", fr = "Essai" }
family = "holdem"
seats = [2, 9]
limits = ["nl:10"]
script = """
  post(left,5); post(left2,10); deal(dd); bet(first=left3,check=yes,tier=1);
  board(3,u); bet(first=left,check=yes,tier=1);
  show(high=std)
"""
"#;

/// Returns the line and the message of the fault when `from` is replaced by `to`.
fn fault(from: &str, to: &str) -> (usize, String) {
    assert!(GOOD.contains(from), "`{from}` is not in the definition");
    let error = GameDef::parse(&GOOD.replacen(from, to, 1)).expect_err("a fault");
    (error.line, error.message)
}

#[test]
fn a_sound_definition_is_read() {
    let game = GameDef::parse(GOOD).expect("a sound definition");
    assert_eq!(
        (game.id.as_str(), game.cards_each(), game.board_cards()),
        ("test-game", 2, 3)
    );
    assert_eq!(game.blind_layout(), BlindLayout::SmallAndBig);
}

#[test]
fn faults_name_their_line() {
    let faults = [
        ("id = \"test-game\"", "id = \"Test Game\"", 1, "an id is made of"),
        ("number = \"T01\"\n", "", 1, "`number` is missing"),
        ("fr = \"Essai\"", "fr = \"\"", 3, "`name` lacks the language `fr`"),
        ("family = \"holdem\"", "family = \"poker\"", 4, "`family` is one of"),
        ("[2, 9]", "[2, 11]", 5, "`seats` must lie within"),
        ("[2, 9]", "[1, 9]", 5, "`seats` must lie within"),
        ("[2, 9]", "9", 5, "`seats` must be two numbers"),
        ("nl:10", "nl:0", 6, "`nl:0` is not a limit"),
        ("nl:10", "nl:8000000000000000", 6, "must sum to less than 2^53"),
        ("nl:10", "spread:1:9007199254740991", 6, "must sum to less than 2^53"),
        (
            "post(left2,10)",
            "post(left2,8000000000000000)",
            6,
            "must sum to less than 2^53",
        ),
        ("[\"nl:10\"]", "[]", 6, "a game with betting rounds has `limits`"),
        (
            "[\"nl:10\"]",
            "[\"nl:10 / fixed:10\"]",
            6,
            "all tiers of a betting structure are of one kind",
        ),
        ("family", "colour = \"red\"\nfamily", 4, "there is no key `colour`"),
        ("post(left2,10)", "post(left3,10)", 8, "`left3` is not a seat"),
        ("post(left,5)", "post(left,0)", 8, "`0` is not an amount above zero"),
        ("deal(dd)", "deal(dx)", 8, "`x` is not a face"),
        ("deal(dd); ", "", 7, "no player can bet before a card is dealt"),
        ("check=yes", "check=maybe", 8, "`maybe` is neither yes nor no"),
        (
            "tier=1);\n  board",
            "tier=0);\n  board",
            8,
            "`0` is not a number from 1 to 8",
        ),
        (
            "tier=1);\n  board",
            "tier=1,odd=1);\n  board",
            8,
            "`bet` has no parameter `odd`",
        ),
        (
            "board(3,u); bet(first=left",
            "board(3,u; bet(first=left",
            9,
            "the parenthesis of `board` is not closed",
        ),
        ("board(3,u)", "burn(1)", 9, "there is no step `burn`"),
        ("board(3,u)", "hello", 9, "`hello` is not a step"),
        ("  show(high=std)\n", "", 7, "a script ends with `show`"),
        ("show(high=std)", "show(high=best)", 10, "`best` is not a high ranking"),
        (
            "show(high=std)",
            "show()",
            10,
            "a showdown has a high side, a low side or both",
        ),
        (
            "board(3,u)",
            "board(2,u)",
            7,
            "a showdown ranks 5 cards, and there are 4",
        ),
        (
            "show(high=std)",
            "show(high=std,use=4+1)",
            7,
            "a hand takes 4 cards of 2",
        ),
        ("show(high=std)", "show(low=9)", 10, "`9` is not a low ranking"),
        ("family", "wild = \"rank:1\"\nfamily", 4, "not `rank:1`"),
        ("family", "wild = \"board_card:4\"\nfamily", 4, "the board has 3"),
        ("family", "jokers = 3\nfamily", 4, "`jokers` is 0, 1 or 2"),
        (
            "family",
            "jokers = 1\njoker = \"pig\"\nfamily",
            5,
            "wild, bug, ace or basic",
        ),
        ("family", "joker = \"bug\"\nfamily", 4, "there are no `jokers`"),
        ("family", "special = \"cats\"\nfamily", 4, "not `cats`"),
        ("family", "low_wild = \"two\"\nfamily", 4, "not `two`"),
        ("family", "three_order = \"odd\"\nfamily", 4, "rarity or listed"),
        ("post(left,5); ", "", 7, "`post(left,...)`"),
        ("post(left,5); post(left2,10); ", "", 7, "no seat posts one"),
        (
            "seats = [2, 9]",
            "seats = [2, 9]\ndeck = \"40\"",
            6,
            "`deck` is one of 52, 36, 32",
        ),
        ("name = {", "name = ", 3, ""),
    ];
    check_faults(&faults);
}

#[test]
fn steps_ask_only_for_cards_that_are_there() {
    check_faults(&[
        ("board(3,u)", "board(3)", 7, "3 board cards are never turned up"),
        ("board(3,u)", "board(3); turn(4)", 7, "4 of 3 board cards"),
        ("board(3,u)", "flip(n=3)", 7, "3 of 2 down-cards"),
        ("board(3,u)", "flip(n=1,which=all)", 9, "`flip` wants"),
        ("board(3,u)", "declare(choices=H|X)", 9, "`X` is not a declaration"),
        ("board(3,u)", "declare(choices=H|L); board(3,u)", 7, "belong together"),
        ("board(3,u)", "discard(d=2,u=0); board(3,u)", 7, "2 of 2 down-cards"),
        (
            "board(3,u)",
            "optflip(); deal(u); discard(d=0,u=3)",
            7,
            "3 of 2 up-cards",
        ),
        (
            "board(3,u); bet(first=left",
            "board(3,u); bet(first=highup",
            7,
            "by up cards",
        ),
        (
            "board(3,u); bet(first=left",
            "board(3,u); bet(first=bringin",
            7,
            "`bringin` comes once",
        ),
        (
            "family",
            "triggers = \"3=gift\"\nfamily",
            4,
            "`3=gift` is not a rule for up cards",
        ),
        (
            "family",
            "both = \"strict\"\nfamily",
            4,
            "no player declares both sides",
        ),
    ]);
}

#[test]
fn what_could_not_be_played_is_refused() {
    check_faults(&[
        (
            "deal(dd)",
            "post(dealer,11,credit); deal(dd)",
            6,
            "posts on credit exceed a bet",
        ),
        (
            "deal(dd)",
            "post(dealer,6,credit); post(left,6,credit); deal(dd)",
            6,
            "posts on credit exceed a bet",
        ),
        (
            "family",
            "triggers = \"3=buy:pot\"\nfamily",
            4,
            "`buy:pot` needs an ante",
        ),
        ("family", "first_bet = \"forced\"\nfamily", 4, "needs `check=no`"),
    ]);
    let burns = GOOD.replacen("family", "burn = \"draw\"\nfamily", 1);
    let draws = |count: usize| burns.replacen("deal(dd)", &format!("deal(dd){}", "; draw(max=1)".repeat(count)), 1);
    GameDef::parse(&draws(1)).expect("nine burned cards");
    let error = GameDef::parse(&draws(2)).expect_err("eighteen burned cards");
    assert_eq!(
        error.to_string(),
        "line 4: 9 players burn up to 18 cards, and no more than 15 are kept"
    );
}

/// An option of a written hand has no quotes, so the name of a deck is a number there.
#[test]
fn a_deck_may_be_named_by_a_number() {
    let game = GameDef::parse(&GOOD.replacen("family", "deck = 36\nfamily", 1)).expect("a sound definition");
    assert_eq!(game.cards().len(), 36);
    let hand = "game: V68\nstacks: 2 x 100   dealer: S2   limits: nl:10\noptions: deck=36\n\
                deck: As Kc Ad Kd\nactions: S2:fold\n";
    let hand = notation::parse(hand).remove(0).expect("a hand that can be read");
    let outcome = hand.play().expect("it can be dealt");
    assert_eq!(outcome.stacks.map(|stacks| stacks[0].get()), Some(105));
    assert_eq!(
        fault("family", "deck = 40\nfamily"),
        (4, "`deck` is one of 52, 36, 32".to_owned())
    );
}

/// The text replaced, its replacement, the line of the resulting fault, and words of its message.
type Fault<'a> = (&'a str, &'a str, usize, &'a str);

fn check_faults(faults: &[Fault<'_>]) {
    for &(from, to, line, words) in faults {
        let (at, message) = fault(from, to);
        assert!(message.contains(words), "`{to}`: {message}");
        assert_eq!(at, line, "`{to}`: {message}");
    }
}

#[test]
fn the_deck_must_suffice() {
    let (line, message) = fault("deal(dd)", "deal(dddddd)");
    assert_eq!(
        (line, message.as_str()),
        (5, "9 players and the board need 57 cards, the deck has 52")
    );
}

#[test]
fn no_player_gets_more_cards_than_there_is_room_for() {
    let heads_up = GOOD.replacen("[2, 9]", "[2, 2]", 1);
    let sixteen = heads_up.replacen("deal(dd)", "deal(dddddddd); deal(dddddddd)", 1);
    let error = GameDef::parse(&sixteen).expect_err("a fault");
    assert!(error.message.contains("more than 15 cards"), "{}", error.message);
}

#[test]
fn a_game_that_leads_its_family_is_listed_first() {
    assert_eq!(catalogue::all()[0].id, "no-limit-holdem");
    let families = catalogue::all().chunk_by(|one, next| one.family == next.family);
    for family in families {
        assert!(
            family[1..].iter().all(|game| !game.leads),
            "{} leads too late",
            family[0].family.code()
        );
    }
}

#[test]
fn the_catalogue_is_sound() {
    let (mut ids, mut codes) = (BTreeSet::new(), BTreeSet::new());
    for game in catalogue::all() {
        assert!(
            catalogue::source(&game.id).is_some(),
            "the file of {} is called otherwise",
            game.id
        );
        assert!(ids.insert(&game.id), "{} appears twice", game.id);
        if let Some(code) = &game.phh {
            assert!(codes.insert(code), "two games are called {code}");
        }
        assert_eq!(catalogue::find(&game.id), Some(game));
        assert!(
            game.numbers
                .iter()
                .all(|number| catalogue::find_number(number).is_some())
        );
        for kind in game.limit_kinds() {
            let stakes = Stakes {
                limit: Some(kind),
                ..Stakes::default()
            };
            assert!(game.structure(&stakes).is_ok(), "{} with {}", game.id, kind.code());
        }
    }
    assert_eq!(
        catalogue::find_number("M01").map(|game| game.id.as_str()),
        Some("no-limit-holdem")
    );
    assert_eq!(
        catalogue::find_phh("FO/8").map(|game| game.id.as_str()),
        Some("omaha-8")
    );
    assert_eq!(catalogue::find("no-such-game"), None);
}

fn game(id: &str) -> &'static GameDef {
    catalogue::find(id).expect("a game of the catalogue")
}

#[test]
fn blinds_replace_the_defaults_and_carry_the_bets_along() {
    let chips = |amount| Some(Chips::new(amount));
    let stakes = Stakes {
        small_blind: chips(25),
        big_blind: chips(50),
        ..Stakes::default()
    };
    let no_limit = game("no-limit-holdem").structure(&stakes).expect("stakes");
    assert_eq!(
        (no_limit.small_blind(), no_limit.big_blind()),
        (Chips::new(25), Chips::new(50))
    );
    assert_eq!(no_limit.tiers[0], Limit::NoLimit(Chips::new(50)));
    let fixed = game("limit-holdem").structure(&stakes).expect("stakes");
    assert_eq!(
        fixed.tiers,
        [Limit::Fixed(Chips::new(50)), Limit::Fixed(Chips::new(100))]
    );
}

#[test]
fn a_multiplier_scales_everything() {
    let stakes = Stakes {
        multiplier: Some(7),
        ..Stakes::default()
    };
    let draw = game("five-card-draw").structure(&stakes).expect("stakes");
    assert_eq!(draw.ante(), Chips::new(7));
    let (min, max) = (Chips::new(7), Chips::new(35));
    assert_eq!(draw.tiers[0], Limit::Spread { min, max });
    let fixed = game("limit-holdem").structure(&stakes).expect("stakes");
    assert_eq!(
        fixed.tiers,
        [Limit::Fixed(Chips::new(70)), Limit::Fixed(Chips::new(140))]
    );
}

#[test]
fn stakes_that_do_not_fit_are_refused() {
    let chips = |amount| Some(Chips::new(amount));
    let refused = |id: &str, stakes: Stakes| game(id).structure(&stakes).expect_err("a refusal");
    let base = Stakes::default;
    let pot = Some(LimitKind::Pot);
    assert_eq!(
        refused("limit-holdem", Stakes { limit: pot, ..base() }),
        StakesError::NoSuchLimit("pot")
    );
    let no_blinds = Stakes {
        big_blind: chips(10),
        ..base()
    };
    assert_eq!(
        refused("five-card-draw", no_blinds),
        StakesError::NoSuchAmount("big_blind")
    );
    let zero = Stakes {
        ante: chips(0),
        ..base()
    };
    assert_eq!(refused("no-limit-holdem", zero), StakesError::BadAmount("ante"));
    let upside_down = Stakes {
        small_blind: chips(20),
        ..base()
    };
    assert!(matches!(refused("no-limit-holdem", upside_down), StakesError::Order(_)));
    let shrinking = Stakes {
        bets: vec![Chips::new(20), Chips::new(10)],
        ..base()
    };
    assert!(matches!(refused("limit-holdem", shrinking), StakesError::Order(_)));
    let huge = Stakes {
        multiplier: Some(u64::MAX),
        ..base()
    };
    assert_eq!(refused("no-limit-holdem", huge), StakesError::BadAmount("multiplier"));
}

#[test]
fn posts_are_in_the_order_in_which_they_are_paid() {
    let seats: SeatSet = (0..4).map(SeatIx::new).collect();
    let [button, small, big] = [0, 1, 2].map(SeatIx::new);
    let posts = |id: &str, stakes: Stakes| {
        let structure = game(id).structure(&stakes).expect("stakes");
        let posts = structure.posts(seats, button, Some(small), Some(big));
        posts
            .into_iter()
            .map(|post| (post.seat.number(), post.kind))
            .collect::<Vec<_>>()
    };
    let ante = |ante_format| Stakes {
        ante: Some(Chips::new(5)),
        ante_format,
        ..Stakes::default()
    };
    let classic = [
        (2, Ante),
        (3, Ante),
        (4, Ante),
        (1, Ante),
        (2, SmallBlind),
        (3, BigBlind),
    ];
    assert_eq!(posts("no-limit-holdem", ante(AnteFormat::Classic)), classic);
    let by_button = [(1, DeadAnte), (2, SmallBlind), (3, BigBlind)];
    assert_eq!(posts("no-limit-holdem", ante(AnteFormat::Button)), by_button);
    let by_big_blind = [(2, SmallBlind), (3, BigBlind), (3, DeadAnte)];
    assert_eq!(posts("no-limit-holdem", ante(AnteFormat::BigBlind)), by_big_blind);
    let short_deck = [(2, Ante), (3, Ante), (4, Ante), (1, Ante), (1, ButtonBlind)];
    assert_eq!(posts("short-deck", Stakes::default()), short_deck);
}

/// Ten stacks of such antes would exceed the largest amount; dealing such a hand used to panic.
#[test]
fn the_antes_of_a_game_without_betting_are_bounded_too() {
    let game = |ante: u64| {
        let text = format!(
            "id = \"cold\"\nnumber = \"-\"\nname = {{ en = \"-\", fr = \"-\" }}\nfamily = \"draw\"\nseats = [2, 10]\n\
             limits = []\nscript = \"ante(all,{ante}); deal(uuuuu); show(high=std)\"\n"
        );
        GameDef::parse(&text)
    };
    assert!(game(1_000_000).is_ok());
    for ante in [1 << 43, (1 << 53) - 1] {
        let error = game(ante).expect_err("too many chips").to_string();
        assert!(error.starts_with("line 7: the stacks, posts and bets"), "{error}");
    }
}
