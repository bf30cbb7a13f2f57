//! Rules of a session that change how a hand is played, each at a table that has chosen them.

mod dark;
mod double_board;
mod seven_deuce;

use std::sync::Arc;

use poker_engine::action::Choice;
use poker_engine::card::parse_cards;
use poker_engine::eval::Category;
use poker_engine::event::{BetAction, Event, PublicEvent};
use poker_engine::game::{Stakes, catalogue};
use poker_engine::setup::IllegalBets;
use poker_engine::{
    Action, CardSet, Chips, Deck, GameDef, Hand, RuleError, SeatIx, SeatSet, SeatSetup, Setup, SetupError, TableRules,
    TurnKind, Viewer,
};

fn seat(number: u8) -> SeatIx {
    SeatIx::from_number(number).expect("a seat of the table")
}

/// A paid pot: the run, the pot, and each winner's share.
type Award = (Option<u8>, u8, Vec<(u8, u64)>);

/// A hand and all its events.
struct Table {
    hand: Box<Hand>,
    events: Vec<Event>,
}

/// Deals a hand to seats 1 to n with these stacks, the last seat being the dealer; the deck begins with these cards.
fn deal(game: &str, stacks: &[u64], deck: &str, rules: TableRules) -> Table {
    let game = catalogue::find(game).expect("a game of the catalogue");
    deal_game(game, stacks, deck, rules)
}

fn deal_game(game: &Arc<GameDef>, stacks: &[u64], deck: &str, rules: TableRules) -> Table {
    try_deal(game, stacks, deck, rules).expect("a hand that can be dealt")
}

fn try_deal(game: &Arc<GameDef>, stacks: &[u64], deck: &str, rules: TableRules) -> Result<Table, SetupError> {
    let structure = game.structure(&Stakes::default()).expect("default stakes fit");
    let players: Vec<SeatSetup> = (1..)
        .zip(stacks)
        .map(|(number, stack)| SeatSetup {
            seat: seat(number),
            stack: Chips::new(*stack),
            dead: false,
        })
        .collect();
    let dealt: SeatSet = players.iter().map(|player| player.seat).collect();
    let button = seat(u8::try_from(players.len()).expect("few players"));
    let (small_blind, big_blind) = game.blind_layout().seats(dealt, button);
    let setup = Setup {
        seat_count: 10,
        players,
        button,
        small_blind,
        big_blind,
        posts: structure.posts(dealt, button, small_blind, big_blind),
        bring_in: structure.bring_in,
        tiers: structure.tiers,
        carried: Chips::ZERO,
        openers: None,
        rules,
    };
    let first = parse_cards(deck).expect("cards");
    let rest = game.cards().difference(first.iter().copied().collect::<CardSet>());
    let refill: Vec<_> = game.cards().iter().collect();
    let deck = Deck::new(first.into_iter().chain(rest.iter()), [refill]);
    let (hand, events) = Hand::deal(game.clone(), setup, deck)?;
    Ok(Table { hand, events })
}

impl Table {
    fn act(&mut self, number: u8, action: Action) -> Result<(), RuleError> {
        self.events.extend(self.hand.apply(seat(number), action)?);
        Ok(())
    }

    /// Puts all stacks in: `raiser` raises and `callers` call.
    fn all_in(&mut self, raiser: u8, to: u64, callers: &[u8]) -> &mut Self {
        self.act(raiser, Action::Raise(Chips::new(to))).expect("a raise");
        for caller in callers {
            self.act(*caller, Action::Call).expect("a call");
        }
        self
    }

    fn answer(&mut self, answers: &[(u8, Action)]) -> &mut Self {
        for (number, action) in answers {
            self.act(*number, *action).expect("an answer");
        }
        self
    }

    fn awards(&self) -> Vec<Award> {
        let awards = self.events.iter().filter_map(|event| match &event.public {
            PublicEvent::PotAwarded { pot, shares, run, .. } => {
                let shares = shares.iter().map(|(seat, chips)| (seat.number(), chips.get()));
                Some((*run, *pot, shares.collect()))
            }
            _ => None,
        });
        awards.collect()
    }

    fn stacks(&self) -> Vec<u64> {
        let seats = self.hand.dealt().iter();
        seats.map(|seat| self.hand.stack(seat).get()).collect()
    }
}

const RUN_TWICE: TableRules = TableRules {
    run_twice: true,
    ..TableRules::CASH
};

/// Aces against kings before the flop: the first board brings a king, the second nothing.
const ACES_AND_KINGS: &str = "Ks As Kd Ad 2c 7h Kh 9s 3d 4h 8c Jd 2s 5h";

#[test]
fn two_runs_share_the_pot_and_each_has_its_own_board() {
    let mut table = deal("no-limit-holdem", &[101, 101], ACES_AND_KINGS, RUN_TWICE);
    table.all_in(2, 101, &[1]);
    let turn = table.hand.turn().expect("both are asked");
    assert_eq!((turn.kind, turn.seats), (TurnKind::Runs, table.hand.dealt()));
    table.answer(&[(2, Action::RunTwice), (1, Action::RunTwice)]);
    assert_eq!(table.hand.board(), parse_cards("2c 7h Kh 9s 3d").unwrap());
    assert_eq!(table.hand.second_board(), parse_cards("4h 8c Jd 2s 5h").unwrap());
    assert_eq!(
        table.hand.view(Viewer::Spectator).second_board,
        table.hand.second_board()
    );
    assert_eq!(
        table.awards(),
        [(Some(1), 0, vec![(1, 101)]), (Some(2), 0, vec![(2, 101)])]
    );
    assert_eq!(table.stacks(), [101, 101]);
    let shown = table.events.iter().filter_map(|event| match event.public {
        PublicEvent::HandShown { seat, run, .. } => Some((run, seat.number())),
        _ => None,
    });
    let shown: Vec<_> = shown.collect();
    // The kings are beaten in the second run but may still win the first: no player mucks.
    assert_eq!(shown.len(), 4, "{shown:?}");
}

/// Checks that a main pot of 63 and a side pot of 78 were halved: seat 2 won the side pot twice, and the smaller half of the main pot.
fn assert_halved_with_the_odd_chip_to_the_first(table: &Table) {
    let expected = [
        (Some(1), 1, vec![(2, 39)]),
        (Some(1), 0, vec![(1, 32)]),
        (Some(2), 1, vec![(2, 39)]),
        (Some(2), 0, vec![(2, 31)]),
    ];
    assert_eq!(table.awards(), expected);
    assert_eq!(table.stacks(), [32, 109, 41]);
}

#[test]
fn the_odd_chip_is_the_first_runs_and_side_pots_are_halved_as_well() {
    // A main pot of 63 and a side pot of 78; 41 are returned.
    let deck = "As Ks Qs Ad Kd Qd 2c 7h 9s Jd 3c 4h 8c Kh 5d 6s";
    let mut table = deal("no-limit-holdem", &[21, 60, 101], deck, RUN_TWICE);
    table.all_in(3, 101, &[1, 2]);
    let agree = [1, 2, 3].map(|number| (number, Action::RunTwice));
    table.answer(&agree);
    assert_halved_with_the_odd_chip_to_the_first(&table);
}

#[test]
fn cards_that_lie_already_are_part_of_both_runs() {
    let mut table = deal("no-limit-holdem", &[100, 100], ACES_AND_KINGS, RUN_TWICE);
    table.act(2, Action::Call).unwrap();
    table.act(1, Action::Check).unwrap();
    assert_eq!(table.hand.board().len(), 3);
    table.act(1, Action::Bet(Chips::new(90))).unwrap();
    table.act(2, Action::Call).unwrap();
    table.answer(&[(1, Action::RunTwice), (2, Action::RunTwice)]);
    assert_eq!(table.hand.board(), parse_cards("2c 7h Kh 9s 3d").unwrap());
    assert_eq!(table.hand.second_board(), parse_cards("2c 7h Kh 4h 8c").unwrap());
    let started = table
        .events
        .iter()
        .filter(|event| event.public == PublicEvent::SecondRunStarted { kept: 3 });
    assert_eq!(started.count(), 1);
}

#[test]
fn one_refusal_is_enough_and_is_told_when_all_have_answered() {
    let mut table = deal("no-limit-holdem", &[101, 101], ACES_AND_KINGS, RUN_TWICE);
    table.all_in(2, 101, &[1]);
    assert_eq!(table.hand.default_action(seat(1)), Some(Action::RunOnce));
    table.answer(&[(1, Action::RunOnce)]);
    assert_eq!(
        table.act(1, Action::RunTwice),
        Err(RuleError::NotYourTurn { seat: seat(1) })
    );
    assert!(table.hand.board().is_empty(), "nothing is told yet");
    table.answer(&[(2, Action::RunTwice)]);
    assert!(table.hand.second_board().is_empty());
    assert_eq!(table.awards(), [(None, 0, vec![(1, 202)])]);
}

#[test]
fn no_player_is_asked_where_it_was_not_chosen_or_more_than_board_cards_are_to_come() {
    let asked = |game: &str, rules: TableRules| {
        let mut table = deal(game, &[100, 100], "", rules);
        while let Some(turn) = table.hand.turn() {
            let number = turn.seats.iter().next().expect("someone is asked").number();
            if turn.kind == TurnKind::Runs {
                return true;
            }
            let choices = table.hand.choices(seat(number));
            let raise = choices.iter().find_map(|choice| match choice {
                poker_engine::Choice::Bet { max, .. } => Some(Action::Bet(*max)),
                poker_engine::Choice::Raise { max, .. } => Some(Action::Raise(*max)),
                _ => None,
            });
            let calls = choices
                .iter()
                .any(|choice| matches!(choice, poker_engine::Choice::Call { .. }));
            let call = calls.then_some(Action::Call);
            let action = raise.or(call).or_else(|| table.hand.default_action(seat(number)));
            table.act(number, action.expect("a choice")).expect("it is offered");
        }
        false
    };
    assert!(asked("no-limit-holdem", RUN_TWICE));
    assert!(asked("omaha-8", RUN_TWICE));
    // After the last choice of cards.
    assert!(asked("crazy-pineapple", RUN_TWICE));
    assert!(!asked("no-limit-holdem", TableRules::default()));
    for game in ["cincinnati", "seven-card-stud", "five-card-draw", "bull"] {
        assert!(!asked(game, RUN_TWICE), "{game}");
    }
}

/// Returns the rules of a table at which an illegal size is not refused.
fn forfeits() -> TableRules {
    TableRules {
        illegal_bets: IllegalBets::Forfeit,
        ..TableRules::default()
    }
}

#[test]
fn bt4_a_raise_that_is_too_small_is_a_call_and_the_rest_is_dead() {
    // The big blind of 10 is the bet, and the minimum raise is 10.
    let mut table = deal("no-limit-holdem", &[100, 100, 100], "", forfeits());
    table.act(3, Action::Raise(Chips::new(13))).unwrap();
    let taken = table.events.iter().rev().find_map(|event| match event.public {
        PublicEvent::ActionTaken { action, added, to, .. } => Some((action, added.get(), to.get())),
        _ => None,
    });
    assert_eq!(taken, Some((BetAction::Call, 10, 10)));
    let forfeited = PublicEvent::ExcessForfeited {
        seat: seat(3),
        amount: Chips::new(3),
    };
    assert!(table.events.iter().any(|event| event.public == forfeited));
    assert_eq!(
        table.hand.to_call(seat(1)),
        Chips::new(5),
        "the others owe no more than before"
    );
    assert_eq!(table.hand.pot(), Chips::new(28));
    // No player may go below the bet, or beyond the stack.
    assert!(table.act(1, Action::Raise(Chips::new(9))).is_err());
    assert!(table.act(1, Action::Raise(Chips::new(101))).is_err());
    table.answer(&[
        (1, Action::Fold),
        (2, Action::Check),
        (2, Action::Bet(Chips::new(90))),
        (3, Action::Fold),
    ]);
    assert_eq!(table.stacks(), [95, 118, 87]);
}

#[test]
fn bt5_a_bet_above_the_limit_is_one_to_the_limit_and_the_rest_is_dead() {
    let refused = deal("limit-holdem", &[100, 100, 100], "", TableRules::default());
    let mut table = refused;
    assert!(matches!(
        table.act(3, Action::Raise(Chips::new(40))),
        Err(RuleError::BetTooLarge { .. })
    ));
    let mut table = deal("limit-holdem", &[100, 100, 100], "", forfeits());
    let limit = table.hand.choices(seat(3)).iter().find_map(|choice| match choice {
        poker_engine::Choice::Raise { max, .. } => Some(*max),
        _ => None,
    });
    let limit = limit.expect("a raise is offered");
    let before = table.hand.pot();
    table.act(3, Action::Raise(limit + Chips::new(5))).unwrap();
    assert_eq!(table.hand.bet_to_match(), limit, "it counts as the limit");
    assert_eq!(table.hand.pot(), before + limit + Chips::new(5));
    assert_eq!(table.hand.stack(seat(3)), Chips::new(100) - limit - Chips::new(5));
}

#[test]
fn each_run_tells_what_it_was_won_with() {
    let mut table = deal("no-limit-holdem", &[101, 101], ACES_AND_KINGS, RUN_TWICE);
    assert_eq!(table.hand.won_with(), []);
    table.all_in(2, 101, &[1]);
    table.answer(&[(2, Action::RunTwice), (1, Action::RunTwice)]);
    assert_eq!(table.hand.won_with(), [Category::ThreeOfAKind, Category::OnePair]);
}

#[test]
fn a_pot_is_won_with_a_high_hand_or_with_none() {
    // Kings full beat aces up; the first seat has the better low.
    let deck = "As Ks Ad Kd 2c Qh 3c Qd Kh 4d 5s 8c 4c";
    let mut hi_lo = deal("omaha-8", &[20, 20], deck, TableRules::default());
    call_down(&mut hi_lo);
    assert_eq!(hi_lo.hand.won_with(), [Category::FullHouse]);
    // All others fold: the last player's cards stay secret.
    let mut folded = deal("no-limit-holdem", &[100, 100], ACES_AND_KINGS, TableRules::default());
    folded.act(2, Action::Fold).expect("a fold");
    assert_eq!(folded.hand.won_with(), []);
    // In a low game, a full house never wins as one.
    let mut low = deal(
        "deuce-to-seven-single-draw",
        &[200, 200],
        "As Ks Ad Kd Ah Kh 2c 2d 2s 3d",
        TableRules::default(),
    );
    call_down(&mut low);
    assert_eq!(low.hand.won_with(), []);
}

/// Checks or calls for every player, discarding nothing, until the hand is over.
fn call_down(table: &mut Table) {
    while let Some(turn) = table.hand.turn() {
        let asked = turn.seats.iter().next().expect("someone is asked");
        let choices = table.hand.choices(asked);
        let action = choices.iter().find_map(|choice| match choice {
            Choice::Check => Some(Action::Check),
            Choice::Call { .. } => Some(Action::Call),
            Choice::Discard { .. } => Some(Action::Discard(CardSet::EMPTY)),
            Choice::Bet { min, .. } => Some(Action::Bet(*min)),
            _ => None,
        });
        let action = action.expect("something cheap");
        table.act(asked.number(), action).expect("it was offered");
    }
}

/// Returns the rules of a table whose kitty takes one chip.
fn kitty() -> TableRules {
    TableRules {
        kitty: Chips::new(1),
        ..TableRules::default()
    }
}

/// Returns the chips taken by the kitty, according to the events.
fn taken(table: &Table) -> Vec<u64> {
    let taken = table.events.iter().filter_map(|event| match event.public {
        PublicEvent::KittyTaken { amount } => Some(amount.get()),
        _ => None,
    });
    taken.collect()
}

/// Five cards and one round without an ante; the first player has aces, the second kings.
fn one_round(stacks: &[u64]) -> Table {
    let game = GameDef::parse(
        "id = \"one-round\"\nnumber = \"H1\"\nname = { en = \"One round\", fr = \"Un tour\" }\nfamily = \"draw\"\nseats = [2, 8]\n\
         limits = [\"nl:10\"]\nscript = \"deal(ddddd); bet(first=left,check=yes,tier=1); show(high=std)\"\n",
    );
    let game = Arc::new(game.expect("a definition"));
    deal_game(&game, stacks, "As Kc Ad Kd 6c 8s 4h 7h 2s 2d", kitty())
}

#[test]
fn bt14_the_kitty_gets_a_chip_of_a_pot_with_more_than_one_raise() {
    let [bet, raise] = [Action::Bet, Action::Raise].map(|action| move |to| action(Chips::new(to)));
    let mut table = one_round(&[100, 100]);
    table.answer(&[(1, bet(10)), (2, raise(20)), (1, Action::Call)]);
    assert_eq!(taken(&table), []);
    assert_eq!(
        (table.awards(), table.stacks()),
        (vec![(None, 0, vec![(1, 40)])], vec![120, 80])
    );

    let mut table = one_round(&[100, 100]);
    table.answer(&[(1, bet(10)), (2, raise(20)), (1, raise(30)), (2, Action::Call)]);
    assert_eq!(taken(&table), [1]);
    assert_eq!(
        (table.awards(), table.stacks()),
        (vec![(None, 0, vec![(1, 59)])], vec![129, 70])
    );
    assert_eq!(table.hand.kitty(), Chips::new(1));
    assert_eq!(table.hand.awarded_pots()[0].amount, Chips::new(59));

    // An uncontested pot is still a pot; uncalled chips are not part of it.
    let mut table = one_round(&[100, 100]);
    table.answer(&[(1, bet(10)), (2, raise(20)), (1, raise(30)), (2, Action::Fold)]);
    assert_eq!((taken(&table), table.stacks()), (vec![1], vec![119, 80]));
}

#[test]
fn a_short_all_in_is_no_raise_for_the_kitty() {
    // All-in for five on top of a raise to twenty.
    let mut table = one_round(&[25, 100]);
    table.answer(&[
        (1, Action::Bet(Chips::new(10))),
        (2, Action::Raise(Chips::new(20))),
        (1, Action::Raise(Chips::new(25))),
        (2, Action::Call),
    ]);
    assert_eq!(taken(&table), []);
}

#[test]
fn blinds_are_no_raises_for_the_kitty_and_raises_of_all_rounds_count() {
    let limp = [(3, Action::Call), (1, Action::Call), (2, Action::Check)];
    let mut table = deal("no-limit-holdem", &[100, 100, 100], "", kitty());
    table.answer(&limp);
    let bet = (1, Action::Bet(Chips::new(10)));
    table.answer(&[
        bet,
        (2, Action::Raise(Chips::new(20))),
        (3, Action::Fold),
        (1, Action::Call),
    ]);
    table.answer(&[bet, (2, Action::Fold)]);
    assert_eq!((taken(&table), table.stacks()), (vec![], vec![140, 70, 90]));

    let mut table = deal("no-limit-holdem", &[100, 100, 100], "", kitty());
    table.answer(&[(3, Action::Raise(Chips::new(20))), (1, Action::Fold), (2, Action::Call)]);
    let raise = (3, Action::Raise(Chips::new(20)));
    table.answer(&[(2, Action::Bet(Chips::new(10))), raise, (2, Action::Fold)]);
    // Twenty each, the small blind and the called bet.
    assert_eq!((taken(&table), table.stacks()), (vec![1], vec![95, 70, 134]));
}

#[test]
fn the_completion_of_a_bring_in_is_no_raise_for_the_kitty() {
    let play = |raises: usize| {
        let mut table = deal("seven-card-stud", &[100, 100, 100], "", kitty());
        let mut left = raises;
        while let Some(turn) = table.hand.turn() {
            let number = turn.seats.iter().next().expect("someone is asked").number();
            let raise = table.hand.choices(seat(number)).iter().find_map(|choice| match choice {
                poker_engine::Choice::Raise { min, .. } if left > 0 => Some(Action::Raise(*min)),
                _ => None,
            });
            left -= usize::from(raise.is_some());
            let action = raise.unwrap_or_else(|| table.hand.default_action(seat(number)).expect("it is asked"));
            table.act(number, action).expect("it is offered");
        }
        taken(&table)
    };
    // The first raise over a bring-in completes it to a whole bet.
    assert_eq!(play(2), []);
    assert_eq!(play(3), [1]);
}

#[test]
fn two_runs_share_what_the_kitty_leaves() {
    let rules = TableRules {
        kitty: Chips::new(1),
        ..RUN_TWICE
    };
    let mut table = deal("no-limit-holdem", &[101, 101], ACES_AND_KINGS, rules);
    table.answer(&[(2, Action::Raise(Chips::new(30)))]);
    table.all_in(1, 101, &[2]);
    table.answer(&[(2, Action::RunTwice), (1, Action::RunTwice)]);
    assert_eq!(taken(&table), [1]);
    assert_eq!(
        table.awards(),
        [(Some(1), 0, vec![(1, 101)]), (Some(2), 0, vec![(2, 100)])]
    );
}

#[test]
fn a_blind_of_a_player_without_chips_is_told_and_is_the_bet_to_match() {
    let table = deal("short-deck", &[100, 100, 3], "", TableRules::default());
    let posted = table.events.iter().find_map(|event| match event.public {
        PublicEvent::Posted {
            seat,
            amount,
            kind,
            all_in,
        } if kind.sets_bet() => Some((seat.number(), amount.get(), all_in)),
        _ => None,
    });
    assert_eq!(posted, Some((3, 0, true)));
    assert_eq!(table.hand.bet_to_match(), Chips::new(10));
}
