//! Tables that change the game between hands.

use std::sync::Arc;

use super::{PostKind, STACK, blinds, entry_posts, player, posts, seat, seats};
use crate::game::catalogue;
use crate::table::{
    ButtonRule, CashTable, ChoiceError, Entry, GameOrder, HandPlan, Mix, OwedBlinds, Pick, Program, ProgramError,
    SitOut, Span, Standing, TableConfig, TableGame, TableRuleError,
};
use crate::{Chips, LimitKind, SeatIx};

/// A table with its games.
struct Room {
    table: CashTable,
    mix: Mix,
    program: Arc<Program>,
}

/// Returns the games with these catalogue numbers, at their default stakes.
fn numbered<const N: usize>(numbers: [&str; N]) -> Vec<TableGame> {
    let game = |number| catalogue::find_number(number).expect("a number of the catalogue");
    let at_stake = |number| TableGame::new(game(number), &crate::game::Stakes::default()).unwrap();
    numbers.map(at_stake).to_vec()
}

impl Room {
    fn new(seat_count: u8, games: Vec<TableGame>, order: GameOrder) -> Self {
        let program = Arc::new(Program::new(games, order).unwrap());
        let mix = Mix::new(Arc::clone(&program));
        let mut config = TableConfig::ordinary(seat_count, mix.table_game());
        config.buy_in.max = Chips::new(2000);
        config.buy_in.min = Chips::new(20);
        if matches!(order, GameOrder::DealersChoice { .. }) {
            config.button = ButtonRule::Dealer;
        }
        let table = CashTable::new(config, mix.table_game().clone()).unwrap();
        Self { table, mix, program }
    }

    /// Creates a dealer's-choice table with these games, of which the first is the default.
    fn choice<const N: usize>(seat_count: u8, numbers: [&str; N]) -> Self {
        Self::new(seat_count, numbered(numbers), GameOrder::DealersChoice { default: 0 })
    }

    fn seated<const N: usize>(mut self, players: [u8; N]) -> Self {
        for n in players {
            self.sit(n);
        }
        self
    }

    fn sit(&mut self, n: u8) {
        let sat = self.table.sit(player(n), Some(seat(n)), STACK, Entry::WaitForBigBlind);
        sat.unwrap();
        self.mix.withdraw_if_changed(&self.table);
    }

    fn sit_out(&mut self, n: u8) -> bool {
        self.table.sit_out(player(n), SitOut::NextHand).unwrap();
        self.mix.withdraw_if_changed(&self.table)
    }

    /// Prompts the dealer of the next hand; the first is drawn as the highest seat.
    fn ask(&mut self) -> SeatIx {
        let asked = self.mix.ask(&self.table, |ready| ready.iter().next_back().unwrap());
        asked.unwrap().dealer
    }

    fn pick(&mut self, dealer: u8, game: u16) -> Result<(), ChoiceError> {
        let before = (self.table.clone(), self.mix.clone());
        let picked = self.mix.pick(&mut self.table, seat(dealer), game).map(drop);
        if picked.is_err() {
            assert_eq!((&self.table, &self.mix), (&before.0, &before.1));
        }
        picked
    }

    fn deal(&mut self) -> HandPlan {
        assert!(self.mix.can_deal(&self.table));
        let dealer = self.mix.drawn_dealer();
        let first = |ready: crate::SeatSet| dealer.unwrap_or_else(|| ready.iter().next().unwrap());
        self.table.start_hand(first).unwrap().0
    }

    /// Ends the hand; each player dealt in leaves this many chips in a pot that no player has won.
    fn finish(&mut self, left: u64) -> bool {
        let players = self.table.hand().unwrap().setup.players.clone();
        let carried = self.table.state().hand.as_ref().unwrap().setup.carried;
        let stack = |stack: Chips| stack.checked_sub(Chips::new(left)).unwrap();
        let mut stacks: Vec<_> = players.iter().map(|p| (p.seat, stack(p.stack))).collect();
        if left == 0 {
            stacks[0].1 += carried;
        }
        self.table.finish_hand(&stacks, Chips::ZERO).unwrap();
        let changed = self.mix.after_hand(&mut self.table, players.len()).unwrap();
        assert_eq!(self.table.game(), self.mix.table_game());
        let progress = self.mix.progress().clone();
        let restored = Mix::restored(Arc::clone(&self.program), progress).unwrap();
        assert_eq!(restored, self.mix);
        changed.is_some()
    }

    fn play(&mut self) -> HandPlan {
        let plan = self.deal();
        self.finish(0);
        plan
    }

    fn owes(&self, n: u8) -> OwedBlinds {
        match self.table.seat(seat(n)).unwrap().standing {
            Standing::Newcomer => panic!("{n} is new"),
            Standing::Regular { owes } => owes,
        }
    }
}

fn rotation(id: &str) -> Vec<TableGame> {
    let known = catalogue::rotations()
        .iter()
        .find(|rotation| rotation.id == id)
        .unwrap();
    let games = known.games.iter();
    games
        .map(|entry| TableGame::new(&entry.game, &entry.stakes(1)).unwrap())
        .collect()
}

#[test]
fn v61_t1_the_same_dealer_deals_a_passed_out_hand_again() {
    let mut room = Room::choice(4, ["V01", "V14", "V46"]).seated([1, 2, 3, 4]);
    assert_eq!(room.ask(), seat(4));
    room.pick(4, 1).unwrap();
    let plan = room.deal();
    assert_eq!((plan.setup.button, plan.setup.carried), (seat(4), Chips::ZERO));
    room.finish(1);

    // Same dealer, same game, no prompt; every player antes again into a pot of 4.
    assert!(!room.mix.can_ask(&room.table));
    let plan = room.deal();
    assert_eq!((plan.setup.button, plan.setup.carried), (seat(4), Chips::new(4)));
    let antes: u64 = posts(&plan).iter().map(|(_, amount, _)| amount).sum();
    assert_eq!(antes + plan.setup.carried.get(), 8);
    assert_eq!(room.mix.game(), 1);
    room.finish(0);

    assert_eq!(room.ask(), seat(1));
}

#[test]
fn v61_t2_games_for_fewer_players_are_not_offered() {
    let mut room = Room::choice(8, ["V01", "V46", "V40", "V62"]).seated([1, 2, 3, 4, 5, 6, 7, 8]);
    assert_eq!(room.ask(), seat(8));
    assert_eq!(room.mix.asked().unwrap().offered, [0, 1, 2]);
    let (players, min, max) = (8, 3, 6);
    assert_eq!(room.pick(8, 3), Err(ChoiceError::DoesNotFit { players, min, max }));
    assert_eq!(room.pick(8, 4), Err(ChoiceError::NotOnTheMenu));
    assert_eq!(room.pick(1, 1), Err(ChoiceError::NotTheDealer { dealer: seat(8) }));
    assert_eq!(room.mix.timed_out(), Some(0));
    room.pick(8, 1).unwrap();
    assert_eq!(room.pick(8, 2), Err(ChoiceError::NobodyAsked));
    assert_eq!(room.play().dealt.len(), 8);

    // Two players sit out: the game fits now.
    room.sit_out(1);
    room.sit_out(2);
    assert_eq!(room.ask(), seat(3));
    assert_eq!(room.mix.asked().unwrap().offered, [0, 1, 2, 3]);
    room.pick(3, 3).unwrap();
    assert_eq!(room.play().dealt.len(), 6);
}

#[test]
fn the_question_goes_back_when_another_dealer_or_other_games_would_be_asked() {
    let mut room = Room::choice(8, ["V01", "V62"]).seated([1, 2, 3, 4]);
    assert_eq!(room.ask(), seat(4));
    // A fifth player changes neither.
    room.sit(5);
    assert_eq!(room.mix.asked().unwrap().dealer, seat(4));
    assert!(!room.sit_out(5));
    // The dealer leaves.
    assert!(room.sit_out(4));
    assert_eq!(room.mix.progress().pick, Pick::Due);
    assert_eq!(room.ask(), seat(3));
    // The game for three players is no longer offered.
    assert_eq!(room.mix.asked().unwrap().offered, [0, 1]);
    assert!(room.sit_out(1));
    assert_eq!(room.ask(), seat(3));
    assert_eq!(room.mix.asked().unwrap().offered, [0]);
    // No player can play.
    assert!(room.sit_out(2));
    assert!(!room.mix.can_ask(&room.table) && !room.mix.can_deal(&room.table));
    let refused = room.mix.ask(&room.table, |_| seat(3)).map(drop);
    assert_eq!(refused, Err(TableRuleError::NoChange));
}

#[test]
fn a_picked_game_that_fits_no_more_is_not_dealt() {
    let mut room = Room::choice(8, ["V01", "V62"]).seated([1, 2, 3]);
    room.ask();
    room.pick(3, 1).unwrap();
    for n in 4..=7 {
        room.sit(n);
    }
    assert!(!room.mix.can_deal(&room.table));
    assert_eq!(
        room.table.start_hand(|_| seat(3)).map(drop),
        Err(TableRuleError::TooManyPlayers { ready: 7, most: 6 })
    );
    room.ask();
    assert_eq!(room.mix.asked().unwrap().offered, [0]);
}

#[test]
fn a_dealer_who_has_picked_and_goes_leaves_the_game_to_the_next() {
    let mut room = Room::choice(4, ["V01", "V14"]).seated([1, 2, 3, 4]);
    room.ask();
    room.pick(4, 1).unwrap();
    room.play();
    assert_eq!(room.ask(), seat(1));
    room.pick(1, 1).unwrap();
    room.sit_out(1);
    let plan = room.deal();
    assert_eq!((plan.setup.button, room.mix.game()), (seat(2), 1));
    // Once voided, it is dealt again without a prompt.
    room.table.void_hand().unwrap();
    assert_eq!(room.deal(), plan);
}

#[test]
fn no_player_owes_blinds_where_dealers_pick() {
    let mut room = Room::choice(6, ["V68", "V14"]).seated([1, 2, 3]);
    room.ask();
    room.pick(3, 0).unwrap();
    assert_eq!(blinds(&room.play()), [3, 1, 2]);
    room.sit_out(2);
    room.sit(5);
    assert_eq!(room.ask(), seat(5));
    room.pick(5, 0).unwrap();
    // A newcomer is dealt in immediately, and pays whatever the seat pays.
    let plan = room.play();
    assert_eq!((blinds(&plan), plan.dealt), ([5, 1, 3], seats([1, 3, 5])));
    room.table.sit_in(player(2), Entry::WaitForBigBlind).unwrap();
    assert_eq!(room.ask(), seat(1));
    room.pick(1, 0).unwrap();
    let plan = room.play();
    assert_eq!((blinds(&plan), entry_posts(&plan)), ([1, 2, 3], Vec::new()));
    // With two players left, the dealer is the small blind.
    room.sit_out(1);
    room.sit_out(3);
    assert_eq!(room.ask(), seat(2));
    room.pick(2, 0).unwrap();
    assert_eq!(blinds(&room.play()), [2, 2, 5]);
}

/// Rule: variants M14. The blinds of two of the five games resume where they stopped; the stud games only move the button.
#[test]
fn horse_changes_every_orbit_and_keeps_what_is_owed() {
    let order = GameOrder::Turns(Span::Orbit);
    let mut room = Room::new(6, rotation("horse"), order).seated([1, 2, 3, 4]);
    assert_eq!(blinds(&room.play()), [1, 2, 3]);
    assert_eq!(blinds(&room.play()), [2, 3, 4]);
    assert_eq!(blinds(&room.play()), [3, 4, 1]);
    // Seat 2 misses both blinds.
    room.sit_out(2);
    assert_eq!((room.mix.game(), room.mix.progress().turnover.left()), (0, Some(1)));
    assert_eq!(room.play().dealt, seats([1, 3, 4]));
    let mut games = Vec::new();
    for _ in 0..3 {
        games.push(room.mix.game());
        room.play();
    }
    assert_eq!((games, room.mix.game()), (vec![1, 1, 1], 2));
    let (small, big) = (true, true);
    assert_eq!(room.owes(2), OwedBlinds { small, big });

    // The third game has no blinds: a returning player is dealt in and still owes them.
    room.table.sit_in(player(2), Entry::Post).unwrap();
    let plan = room.deal();
    assert_eq!((plan.dealt, plan.positions), (seats([1, 2, 3, 4]), None));
    assert!(posts(&plan).iter().all(|(_, _, kind)| *kind == PostKind::Ante));
    room.finish(0);
    assert_eq!(room.owes(2), OwedBlinds { small, big });
    while room.mix.game() != 0 {
        room.play();
    }
    let paid: Vec<_> = (0..4).flat_map(|_| entry_posts(&room.play())).collect();
    let owed = vec![(2, 10, PostKind::EntryBlind), (2, 5, PostKind::DeadBlind)];
    assert_eq!(paid, owed);
    assert_eq!(room.owes(2), OwedBlinds::NONE);
}

/// Rule: variants M15.
#[test]
fn eight_games_of_two_hands_each_come_round_again() {
    let games = rotation("eight-game");
    let caps: Vec<_> = games.iter().map(|game| game.structure.tiers[0].kind()).collect();
    assert_eq!(caps[6..], [LimitKind::NoLimit, LimitKind::Pot]);
    let mut room = Room::new(6, games, GameOrder::Turns(Span::Hands(2))).seated([1, 2, 3, 4]);
    let mut played = Vec::new();
    for _ in 0..18 {
        played.push(room.mix.game());
        room.play();
    }
    let expected: Vec<u16> = (0..18).map(|hand| hand / 2 % 8).collect();
    assert_eq!(played, expected);
}

/// The pot that no player opened carries over to the same game; the next player deals it, as at any table with one game (A16).
#[test]
fn a_passed_out_hand_keeps_its_game_and_passes_the_deal_on() {
    let order = GameOrder::Turns(Span::Hands(1));
    let mut room = Room::new(4, numbered(["V14", "V01"]), order).seated([1, 2, 3]);
    assert_eq!(room.deal().setup.button, seat(1));
    assert!(!room.finish(1));
    assert_eq!(room.mix.game(), 0);
    let plan = room.deal();
    assert_eq!((plan.setup.button, plan.setup.carried), (seat(2), Chips::new(3)));
    assert!(room.finish(0));
    assert_eq!(room.mix.game(), 1);
}

#[test]
fn a_pot_that_waits_for_a_game_which_fits_no_more_goes_with_another() {
    let mut room = Room::choice(10, ["V68", "V14"]).seated([1, 2, 3, 4, 5, 6, 7, 8]);
    room.ask();
    room.pick(8, 1).unwrap();
    room.deal();
    room.finish(1);
    assert!(room.mix.can_deal(&room.table) && !room.mix.can_ask(&room.table));
    room.sit(9);
    assert!(!room.mix.can_deal(&room.table));
    // The same dealer is prompted for a game for nine.
    assert_eq!(room.ask(), seat(8));
    assert_eq!(room.mix.asked().unwrap().offered, [0]);
    room.pick(8, 0).unwrap();
    let plan = room.deal();
    assert_eq!((plan.setup.button, plan.setup.carried), (seat(8), Chips::new(8)));
}

#[test]
fn programs_that_cannot_be_played_are_refused() {
    let program = |games, order| Program::new(games, order).map(drop);
    let turns = GameOrder::Turns(Span::Orbit);
    assert_eq!(program(Vec::new(), turns), Err(ProgramError::GameCount));
    let none = GameOrder::Turns(Span::Hands(0));
    assert_eq!(program(numbered(["V01"]), none), Err(ProgramError::NoHands));
    let beyond = GameOrder::DealersChoice { default: 1 };
    assert_eq!(program(numbered(["V01"]), beyond), Err(ProgramError::NoDefault));
}
