//! The table of a tournament: whole lives of it in every game, and fine points of seats, posts and levels.

use std::sync::Arc;

use crate::support::hold_em::{seat, seats};
use crate::support::source;
use poker_engine::game::{AnteFormat, BlindLayout, ForcedBets, GameDef, Step, catalogue};
use poker_engine::setup::Tabling;
use poker_engine::simulate::{Dice, Played};
use poker_engine::table::{HandTerms, PlayerId, TableGame, TableRuleError, TournamentTable};
use poker_engine::tournament::law::Level;
use poker_engine::{Chips, PostKind, SeatIx, SeatSet};

const fn level(small_blind: u64, big_blind: u64, ante: u64, unit: u64) -> Level {
    Level {
        small_blind: Chips::new(small_blind),
        big_blind: Chips::new(big_blind),
        ante: Chips::new(ante),
        unit: Chips::new(unit),
    }
}

fn at_stake(id: &str, level: Level, format: AnteFormat) -> TableGame {
    let game = catalogue::find(id).expect("a game of the catalogue");
    level.game(game, None, format).expect("amounts that fit")
}

const fn terms(game: &TableGame) -> HandTerms<'_> {
    HandTerms {
        game,
        unit: Chips::new(1),
        tabling: Tabling::AtOnce,
        dead: SeatSet::EMPTY,
        dark_bets: false,
    }
}

/// Returns the games that any table can play, even with two players.
fn fitting() -> impl Iterator<Item = &'static Arc<GameDef>> {
    let straddles = |game: &GameDef| game.steps.iter().any(|step| matches!(step, Step::Straddle { .. }));
    catalogue::all()
        .iter()
        .filter(move |game| game.seats.0 <= 2 && !straddles(game))
}

#[test]
fn whole_lives_obey_the_law_in_every_game() {
    let (mut hands, mut dead, mut waiting) = (0, 0, 0);
    for (number, game) in (0..).zip(fitting()) {
        let mut life = Life::new(game, Dice::new(source(number)));
        for _ in 0..25 {
            life.play_a_hand();
        }
        hands += life.hands;
        dead += life.dead;
        waiting += life.waiting;
    }
    assert!(
        hands > 1_500 && dead > 500 && waiting > 20,
        "{hands} hands, {dead} dead, {waiting} waiting"
    );
}

/// A table whose players come and go.
struct Life<F> {
    game: &'static Arc<GameDef>,
    table: TournamentTable,
    level: Level,
    format: AnteFormat,
    dice: Dice<F>,
    players: u128,
    hands: u32,
    dead: usize,
    waiting: usize,
}

impl<F: FnMut() -> u64> Life<F> {
    fn new(game: &'static Arc<GameDef>, mut dice: Dice<F>) -> Self {
        let formats = [AnteFormat::Classic, AnteFormat::Button, AnteFormat::BigBlind];
        let format = formats[usize::try_from(dice.below(3)).expect("a small number")];
        let mut life = Self {
            game,
            table: TournamentTable::new(game.seats.1),
            level: level(5, 10, dice.below(2) * 10, 1),
            format,
            dice,
            players: 0,
            hands: 0,
            dead: 0,
            waiting: 0,
        };
        while life.table.occupied().len() < 3.min(usize::from(game.seats.1)) {
            life.seat_newcomers(50);
        }
        let button = life.table.occupied().iter().next().expect("someone sits there");
        life.table.draw_button(button).expect("a player's seat");
        life
    }

    fn seat_newcomers(&mut self, percent: u64) {
        for index in 0..self.table.seat_count() {
            let seat = SeatIx::new(index);
            if self.table.seat(seat).is_none() && self.dice.percent(percent) {
                self.players += 1;
                let stack = Chips::new(self.dice.between(1, 400));
                self.table
                    .sit(seat, PlayerId(self.players), stack)
                    .expect("a free seat");
            }
        }
    }

    fn play_a_hand(&mut self) {
        self.seat_newcomers(10);
        let game = self.level.game(self.game, None, self.format).expect("amounts that fit");
        let occupied = self.table.occupied();
        let dead: SeatSet = occupied.iter().filter(|_| self.dice.percent(15)).collect();
        let last = self.table.last();
        let expected = self.table.next_positions();
        let dark_bets = self.game.has_board();
        let started = self.table.start_hand(&HandTerms {
            dead,
            dark_bets,
            ..terms(&game)
        });
        let Ok(plan) = started else {
            assert!(occupied.len() < 2, "{}: {started:?}", self.game.id);
            return self.seat_newcomers(50);
        };
        assert_eq!(plan.setup.rules.dark_bets, dark_bets);
        assert_eq!(
            (plan.positions, plan.dealt),
            (expected, occupied.difference(plan.waiting))
        );
        let positions = plan.positions.expect("every game has positions");
        let newcomer = self.table.seat(positions.big_blind).is_some_and(|taken| taken.newcomer);
        let repeated = last.is_some_and(|last| last.big_blind == positions.big_blind);
        assert!(!repeated || newcomer, "{}: the big blind twice in a row", self.game.id);
        let before = self.table.chips();

        if self.dice.percent(10) {
            self.table.void_hand().expect("a hand runs");
            assert_eq!((self.table.next_positions(), self.table.chips()), (expected, before));
            return;
        }
        let played = Played::from_setup(self.game, plan.setup.clone(), &mut self.dice).expect("a hand that ends");
        played.adds_up().expect("a lawful hand");
        let stacks: Vec<_> = plan.dealt.iter().map(|seat| (seat, played.hand.stack(seat))).collect();
        let busted = self.table.finish_hand(&stacks).expect("the stacks of the hand");
        assert_eq!((self.table.last(), self.table.chips()), (Some(positions), before));
        let live = plan.dealt.difference(dead);
        for seat in plan.dealt.intersection(dead).iter() {
            let start = plan.setup.players.iter().find(|player| player.seat == seat);
            let won = start.is_none_or(|start| played.hand.stack(seat) > start.stack);
            assert!(!won || live.is_empty(), "{}: a dead hand won", self.game.id);
        }
        self.hands += 1;
        self.dead += plan.dealt.intersection(dead).len();
        self.waiting += plan.waiting.len();
        let leaving = self.table.occupied().iter().filter(|_| self.dice.percent(5));
        let leaving: SeatSet = leaving.collect();
        for seat in busted.union(leaving).iter() {
            self.table.stand(seat).expect("someone sits there");
        }
    }
}

#[test]
fn a_newcomer_sits_down_in_a_hand_and_plays_the_next() {
    let game = at_stake("no-limit-holdem", level(50, 100, 0, 1), AnteFormat::Classic);
    let mut table = TournamentTable::new(9);
    for number in [1, 2, 5] {
        table
            .sit(seat(number), PlayerId(number.into()), Chips::new(1_000))
            .unwrap();
    }
    assert_eq!(table.next_positions(), None, "no button has been drawn");
    assert_eq!(
        table.draw_button(seat(3)),
        Err(TableRuleError::BadDraw { seat: seat(3) })
    );
    table.draw_button(seat(1)).unwrap();
    let plan = table.start_hand(&terms(&game)).unwrap();
    assert_eq!((plan.dealt, plan.setup.big_blind), (seats(&[1, 2, 5]), Some(seat(5))));

    table.sit(seat(4), PlayerId(4), Chips::new(700)).unwrap();
    assert_eq!(table.stand(seat(5)), Err(TableRuleError::HandRunning));
    assert_eq!(table.set_stack(seat(1), Chips::ZERO), Err(TableRuleError::HandRunning));
    assert_eq!(
        table.sit(seat(4), PlayerId(9), Chips::new(1)),
        Err(TableRuleError::SeatTaken { seat: seat(4) })
    );
    assert_eq!(
        table.sit(seat(7), PlayerId(4), Chips::new(1)),
        Err(TableRuleError::AlreadySeated { seat: seat(4) })
    );
    let stacks = [
        (seat(1), Chips::new(900)),
        (seat(2), Chips::new(1_100)),
        (seat(5), Chips::new(999)),
    ];
    assert!(matches!(
        table.finish_hand(&stacks),
        Err(TableRuleError::NotConserved { .. })
    ));
    let stacks = [
        (seat(1), Chips::ZERO),
        (seat(2), Chips::new(2_000)),
        (seat(5), Chips::new(1_000)),
    ];
    assert_eq!(table.finish_hand(&stacks), Ok(seats(&[1])));

    // Three players hold chips, but the newcomer between button and small blind would have to wait; here no player does (D-08).
    let positions = table.next_positions().unwrap();
    assert_eq!((positions.big_blind, positions.small_blind), (seat(2), seat(5)));
    assert!(positions.waiting.is_empty() && positions.button == seat(4));
    table.set_stack(seat(4), Chips::new(800)).unwrap();
    assert_eq!(
        (table.stand(seat(4)).unwrap().stack, table.seat_of(PlayerId(4))),
        (Chips::new(800), None)
    );
    assert!(table.next_positions().is_some_and(|positions| positions.heads_up));
    table.forget_positions().unwrap();
    assert_eq!((table.last(), table.next_positions()), (None, None));
}

// Rules: tournament 2.3, 4.2.
#[test]
fn antes_are_posted_in_their_order() {
    let kinds = |format| {
        let game = at_stake("no-limit-holdem", level(50, 100, 25, 1), format);
        let mut table = TournamentTable::new(9);
        for number in [1, 2, 3] {
            table
                .sit(seat(number), PlayerId(number.into()), Chips::new(1_000))
                .unwrap();
        }
        table.draw_button(seat(1)).unwrap();
        let plan = table.start_hand(&terms(&game)).unwrap();
        let posts = plan.setup.posts.iter();
        posts
            .map(|post| (post.seat.number(), post.kind, post.amount.get()))
            .collect::<Vec<_>>()
    };
    let blinds = [(2, PostKind::SmallBlind, 50), (3, PostKind::BigBlind, 100)];
    let classic = [2, 3, 1].map(|number| (number, PostKind::Ante, 25));
    assert_eq!(kinds(AnteFormat::Classic), [&classic[..], &blinds].concat());
    assert_eq!(
        kinds(AnteFormat::Button),
        [&blinds[..], &[(1, PostKind::DeadAnte, 25)]].concat()
    );
    assert_eq!(
        kinds(AnteFormat::BigBlind),
        [&blinds[..], &[(3, PostKind::DeadAnte, 25)]].concat()
    );
}

// Rule: tournament L-4.
#[test]
fn the_dealer_of_a_game_without_blinds_is_the_next_player_after_an_empty_button() {
    let game = at_stake("seven-card-stud", level(50, 100, 0, 1), AnteFormat::BigBlind);
    let mut table = TournamentTable::new(8);
    for number in [1, 2, 3, 4, 5] {
        table
            .sit(seat(number), PlayerId(number.into()), Chips::new(1_000))
            .unwrap();
    }
    table.draw_button(seat(1)).unwrap();
    let plan = table.start_hand(&terms(&game)).unwrap();
    assert_eq!((plan.setup.button, plan.setup.big_blind), (seat(1), None));
    assert_eq!(plan.positions.map(|positions| positions.big_blind), Some(seat(3)));
    let stacks = [1, 2, 3, 4, 5].map(|number| (seat(number), Chips::new(1_000)));
    table.finish_hand(&stacks).unwrap();
    table.stand(seat(2)).unwrap();
    let plan = table.start_hand(&terms(&game)).unwrap();
    assert_eq!(plan.positions.map(|positions| positions.button), Some(seat(2)));
    assert_eq!(plan.setup.button, seat(3));
}

#[test]
fn a_level_makes_the_stakes_of_every_game() {
    let stud = at_stake("seven-card-stud", level(100, 200, 0, 25), AnteFormat::BigBlind).structure;
    // One fifth of the small bet as ante, two fifths as bring-in.
    let amounts: Vec<u64> = stud.tiers.iter().map(|limit| limit.min_bet().get()).collect();
    assert_eq!((stud.ante().get(), stud.bring_in.map(Chips::get)), (50, Some(100)));
    assert_eq!(amounts, [200, 400]);
    let classic = at_stake("seven-card-stud", level(100, 200, 10, 1), AnteFormat::Classic).structure;
    assert_eq!(classic.ante(), Chips::new(10));

    let limit = at_stake("limit-holdem", level(100, 200, 25, 25), AnteFormat::Classic).structure;
    let amounts: Vec<u64> = limit.tiers.iter().map(|limit| limit.min_bet().get()).collect();
    assert_eq!(
        (limit.small_blind().get(), limit.big_blind().get(), limit.ante().get()),
        (100, 200, 25)
    );
    assert_eq!(amounts, [200, 400]);

    for game in fitting() {
        for unit in [1, 25, 100] {
            let level = level(100, 300, 0, unit);
            for kind in game.limit_kinds() {
                let of_level = level
                    .game(game, Some(kind), AnteFormat::BigBlind)
                    .expect("amounts that fit");
                let structure = of_level.structure;
                let whole = |amount: Chips| amount.is_multiple_of(Chips::new(unit)) && !amount.is_zero();
                assert!(
                    structure.tiers.iter().all(|limit| whole(limit.min_bet())),
                    "{}",
                    game.id
                );
                let forced = structure.forced.iter().all(|forced| match *forced {
                    ForcedBets::Ante { amount }
                    | ForcedBets::SingleAnte { amount, .. }
                    | ForcedBets::Post { amount, .. } => whole(amount),
                    ForcedBets::SharedCredit => true,
                });
                assert!(forced && structure.bring_in.is_none_or(whole), "{}", game.id);
                if structure.layout == BlindLayout::SmallAndBig {
                    let least = structure.tiers.iter().map(|limit| limit.min_bet()).min();
                    assert_eq!(
                        (structure.big_blind(), structure.ante()),
                        (Chips::new(300), Chips::ZERO)
                    );
                    assert_eq!(least, Some(Chips::new(300)), "{}", game.id);
                }
            }
        }
    }
}
