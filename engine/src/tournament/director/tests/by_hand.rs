//! Events whose hands are entered by hand.

use super::*;
use crate::SeatIx;
use crate::tournament::Structure;

pub(super) const HOME: &str = r#"
id = "kitchen"
name = { en = "Kitchen", fr = "Cuisine" }
games = ["no-limit-holdem"]
entries = [3, 20]
seats = 4
price = 20
bounty = { price = 5, kind = "flat" }
stack = 1000
levels = ["15m 5/10", "15m 10/20", "break 5m", "15m 20/40"]
late_levels = 1
re_entries = 1
rebuy = { levels = 1, price = 20, chips = 1000, most = 1 }
pays = [70, 30]
hand_for_hand = []
"#;

impl Floor {
    /// An event whose first entry is still to come.
    pub(super) fn registering(source: &str) -> Self {
        let structure = Arc::new(Structure::parse(source).expect("a structure"));
        let value = structure.seat_value();
        Self {
            director: Director::new(structure, value).played_by_hand(),
            at: 1_000,
            out: Outcome::default(),
        }
    }

    pub(super) fn by_hand(source: &str, players: u32) -> Self {
        let structure = Arc::new(Structure::parse(source).expect("a structure"));
        let value = structure.seat_value();
        let mut floor = Self {
            director: Director::new(structure, value).played_by_hand(),
            at: 1_000,
            out: Outcome::default(),
        };
        for _ in 0..players {
            floor.give(Command::Register).expect("entries are open");
        }
        floor.give(Command::Start).expect("there are enough");
        floor
    }

    /// Lets this many seconds pass.
    pub(super) fn wait(&mut self, seconds: u64) {
        let until = self.at + seconds * 1_000;
        while let Some(due) = self.director.due().filter(|due| *due <= until) {
            self.at = due;
            self.give(Command::Tick).expect("time goes on");
        }
        self.at = until;
        self.give(Command::Tick).expect("time goes on");
    }

    pub(super) fn at_table(&self, table: u32) -> Vec<PlayerNo> {
        let law = self.director.table(TableNo(table)).expect("the table is open");
        law.seats().map(|(_, taken)| player::number(taken.player)).collect()
    }

    pub(super) fn stack(&self, player: PlayerNo) -> u64 {
        let (table, seat) = self
            .director
            .player(player)
            .and_then(|state| state.place)
            .expect("a seat");
        self.director
            .table(table)
            .and_then(|law| law.seat(seat))
            .map_or(0, |taken| taken.stack.get())
    }

    /// Checks that the chips at all tables are those in play.
    pub(super) fn conserves(&self) {
        let tables = self.director.open_tables().collect::<Vec<_>>();
        let chips = tables.iter().filter_map(|table| self.director.table(*table));
        let sum: Chips = chips.map(crate::table::TournamentTable::chips).sum();
        assert_eq!(sum, self.director.in_play());
    }
}

pub(super) fn bust(player: PlayerNo, by: &[PlayerNo]) -> HandBust {
    HandBust {
        player,
        stack: None,
        by: by.to_vec(),
    }
}

pub(super) fn over(table: u32, busts: Vec<HandBust>) -> Command {
    Command::enter_hand(TableNo(table), busts, None, ruling(Official::Floor))
}

pub(super) fn counted(table: u32, stacks: &[(PlayerNo, u64)], added: i64) -> Command {
    Command::count(
        TableNo(table),
        stacks
            .iter()
            .map(|(player, stack)| (*player, Chips::new(*stack)))
            .collect(),
        added,
        ruling(Official::Floor),
    )
}

#[test]
fn a_home_game_is_entered_from_its_seats_to_its_prizes() {
    let mut floor = Floor::by_hand(HOME, 6);
    assert_eq!(floor.director.open_tables().count(), 2);
    floor.refused(Command::Deal(TableNo(1)), Refusal::WrongPhase);
    let table = floor.at_table(1);
    let [ann, bob, cid] = table[..] else {
        panic!("three at each table")
    };
    floor
        .give(counted(1, &[(ann, 400), (bob, 1_600)], 0))
        .expect("the sum stays");
    floor.give(over(1, vec![bust(ann, &[bob])])).expect("a bust");
    assert_eq!((floor.stack(bob), floor.stack(cid)), (2_000, 1_000));
    assert_eq!(
        floor.director.player(ann).unwrap().standing,
        Standing::Busted,
        "a rebuy is offered"
    );
    floor.refused(over(1, vec![bust(cid, &[bob])]), Refusal::NotReady);
    floor.give(Command::Rebuy(ann)).expect("in time");
    assert_eq!(floor.stack(ann), 1_000);
    floor.give(over(1, vec![bust(ann, &[bob])])).expect("no rebuy is left");
    assert_eq!(floor.director.player(bob).unwrap().won, Chips::new(5), "the bounty");
    floor.conserves();
    assert_eq!(floor.director.open_tables().count(), 2, "more players may come");
    floor.wait(16 * 60);
    assert!(floor.director.is_closed());
    floor.give(over(1, Vec::new())).expect("a hand without a bust");
    assert_eq!(floor.director.open_tables().count(), 1, "five sit at the final table");
    floor.refused(Command::ReEnter(ann), Refusal::EntriesClosed);

    // All other players go out in one hand: the larger stack ranks higher.
    let here = floor.at_table(1);
    let (winner, losers) = (here[0], &here[1..]);
    let stacks: Vec<u64> = losers.iter().map(|player| floor.stack(*player)).collect();
    floor
        .give(over(1, losers.iter().map(|loser| bust(*loser, &[winner])).collect()))
        .expect("all out at once");
    assert_eq!(floor.director.phase(), Phase::Completed);
    let place = |player: &PlayerNo| floor.director.player(*player).unwrap().finished.unwrap();
    assert_eq!(place(&winner), (1, 1));
    for (loser, stack) in losers.iter().zip(&stacks) {
        let better = stacks.iter().filter(|other| *other > stack).count();
        assert_eq!(
            usize::try_from(place(loser).0).unwrap(),
            better + 2,
            "by the stack at the start of the hand"
        );
    }
    assert_eq!(floor.director.player(ann).unwrap().finished, Some((6, 6)));
    let won: Chips = (1..=6)
        .map(|player| floor.director.player(PlayerNo(player)).unwrap().won)
        .sum();
    let paid: Chips = (1..=6)
        .map(|player| floor.director.player(PlayerNo(player)).unwrap().paid)
        .sum();
    assert_eq!(won, paid);
}

#[test]
fn what_does_not_add_up_is_refused() {
    let mut floor = Floor::by_hand(HOME, 4);
    let table = floor.at_table(1);
    let [ann, bob, cid, dee] = table[..] else {
        panic!("four at one table")
    };
    let wrong = [
        (counted(1, &[(ann, 999), (bob, 1_000)], 0), Refusal::BadResult),
        (counted(1, &[(ann, 0), (bob, 2_000)], 0), Refusal::BadResult),
        (counted(1, &[(ann, 500), (ann, 500)], 0), Refusal::BadResult),
        (counted(1, &[(ann, 1_000)], 0), Refusal::NoChange),
        (counted(1, &[(ann, 1_000)], i64::MIN), Refusal::BadResult),
        (counted(2, &[(ann, 1_000)], 0), Refusal::NoSuchTable),
        (counted(1, &[(PlayerNo(9), 1_000)], 0), Refusal::NoSuchPlayer),
        (over(1, vec![bust(ann, &[ann])]), Refusal::BadResult),
        (over(1, vec![bust(ann, &[bob]), bust(ann, &[cid])]), Refusal::BadResult),
        (over(1, vec![bust(ann, &[bob]), bust(bob, &[cid])]), Refusal::BadResult),
        (over(1, vec![bust(ann, &[PlayerNo(9)])]), Refusal::NoSuchPlayer),
        (over(3, Vec::new()), Refusal::NoSuchTable),
    ];
    for (command, refusal) in wrong {
        floor.refused(command, refusal);
    }
    let named = |stack| HandBust {
        stack: Some(Chips::new(stack)),
        ..bust(ann, &[bob, cid])
    };
    floor.refused(over(1, vec![named(3_000)]), Refusal::BadResult);
    let beside = |button| Command::enter_hand(TableNo(1), vec![named(1_501)], Some(button), ruling(Official::Floor));
    let (_, seat) = floor.director.player(dee).unwrap().place.unwrap();
    floor.refused(beside(SeatIx::new(4)), Refusal::NoSuchPlayer);
    // A stack at the start of the hand that was never entered comes from the winners, who get it back.
    floor.give(beside(seat)).expect("both winners together had enough");
    assert_eq!(floor.stack(bob) + floor.stack(cid), 3_000);
    assert_eq!(floor.director.table(TableNo(1)).unwrap().last().unwrap().button, seat);
    floor.give(Command::DeclineRebuy(ann)).expect("who was asked");
    floor
        .give(counted(
            1,
            &[(bob, 1_505)],
            1_505 - i64::try_from(floor.stack(bob)).unwrap(),
        ))
        .expect("a race");
    floor.conserves();
    let mut dealt = Floor::started("sit-and-go", 6);
    dealt.refused(over(1, Vec::new()), Refusal::WrongPhase);
    dealt.refused(counted(1, &[(PlayerNo(1), 5)], 0), Refusal::WrongPhase);
}

/// In hand-for-hand each table is entered once a round, even if no player lost; players who go out at two tables tie.
#[test]
fn rounds_of_hand_for_hand_are_entered_table_by_table() {
    let source = HOME
        .replace("hand_for_hand = []", "hand_for_hand = [\"money\"]")
        .replace("pays = [70, 30]", "pays = [50, 30, 10, 5, 5]")
        .replace("late_levels = 1", "late_levels = 0")
        .replace("rebuy = { levels = 1, price = 20, chips = 1000, most = 1 }", "")
        .replace("re_entries = 1", "")
        .replace("seats = 4", "seats = 3")
        .replace("entries = [3, 20]", "entries = [5, 20]");
    let mut floor = Floor::by_hand(&source, 7);
    let big = floor
        .director
        .open_tables()
        .find(|table| floor.at_table(table.0).len() == 3)
        .unwrap();
    let here = floor.at_table(big.0);
    floor
        .give(over(big.0, vec![bust(here[0], &here[1..2])]))
        .expect("six are left, five are paid");
    assert!(floor.director.is_synchronised());
    let tables: Vec<TableNo> = floor.director.open_tables().collect();
    assert_eq!(
        floor.director.running() as usize,
        tables.len(),
        "a round has begun at each table"
    );
    let mut out = Vec::new();
    for table in &tables[..2] {
        let here = floor.at_table(table.0);
        out.push(here[0]);
        floor
            .give(over(table.0, vec![bust(here[0], &here[1..2])]))
            .expect("a bust in the round");
    }
    for table in &tables[2..] {
        floor.give(over(table.0, Vec::new())).expect("no player has lost here");
    }
    for player in out {
        assert_eq!(floor.director.player(player).unwrap().finished, Some((5, 6)));
    }
    floor.conserves();
}

#[test]
fn seats_and_buttons_are_set_right_before_a_hand() {
    let mut floor = Floor::started("sit-and-go", 6);
    let place = |floor: &Floor, player| floor.director.player(PlayerNo(player)).unwrap().place.unwrap();
    let (one, two) = (place(&floor, 1), place(&floor, 2));
    let swap = || Command::swap_seats(PlayerNo(1), PlayerNo(2), ruling(Official::Floor));
    floor.give(swap()).expect("before the first hand");
    assert_eq!((place(&floor, 1), place(&floor, 2)), (two, one));
    let same = Command::swap_seats(PlayerNo(1), PlayerNo(1), ruling(Official::Floor));
    floor.refused(same, Refusal::NoChange);
    let button = |seat| Command::set_button(TableNo(1), seat, ruling(Official::Floor));
    floor.give(button(two.1)).expect("before the hand");
    let deal = floor.deal(1);
    assert_eq!(deal.plan.positions.unwrap().button, two.1);
    floor.refused(button(one.1), Refusal::HandRunning);
    floor.refused(swap(), Refusal::HandRunning);
    floor.win_from(&deal, &[]);
    floor.refused(swap(), Refusal::TooLate);
    floor.give(button(one.1)).expect("between two hands");
    assert_eq!(floor.deal(1).plan.positions.unwrap().button, one.1);
}

/// An official who names the button that the rules give changes nothing, and a dead button lies at an empty seat.
#[test]
fn a_named_button_may_be_dead_and_keeps_the_blinds_of_the_rules() {
    let source = HOME.replace("seats = 4", "seats = 8");
    let mut floor = Floor::by_hand(&source, 6);
    let law = |floor: &Floor| floor.director.table(TableNo(1)).unwrap().clone();
    let hand = |busts, button| Command::enter_hand(TableNo(1), busts, Some(button), ruling(Official::Floor));
    let first = law(&floor).occupied().iter().next().expect("players");
    floor.give(hand(Vec::new(), first)).expect("a hand");
    let last = law(&floor).last().expect("the hand");
    let at = |floor: &Floor, seat| player::number(law(floor).seat(seat).expect("a player").player);
    // The next small blind goes out: the button after that is dead.
    let (button, small) = (at(&floor, last.small_blind), at(&floor, last.big_blind));
    floor.give(over(1, vec![bust(small, &[button])])).expect("a bust");
    floor.give(Command::DeclineRebuy(small)).expect("who was asked");
    let rules = law(&floor).next_positions().expect("the next hand");
    let mut named = floor.director.clone();
    floor
        .give(hand(Vec::new(), rules.button))
        .expect("the button of the rules");
    assert_eq!(law(&floor).last(), Some(rules));
    assert!(law(&floor).seat(rules.button).is_none());
    std::mem::swap(&mut floor.director, &mut named);
    let mut empty = (0..8).map(SeatIx::new).filter(|seat| law(&floor).seat(*seat).is_none());
    let dead = empty.rfind(|seat| *seat != rules.button).expect("an empty seat");
    floor.give(hand(Vec::new(), dead)).expect("a dead button");
    let last = law(&floor).last().expect("the hand");
    assert_eq!(last.button, dead);
    assert_eq!(Some(last.small_blind), law(&floor).occupied().next_after(dead));
    let set = Command::set_button(TableNo(1), dead, ruling(Official::Floor));
    floor.refused(set, Refusal::NoSuchPlayer);
}

#[test]
fn a_bust_of_which_the_winner_is_not_known_is_entered() {
    for bounty in ["flat", "progressive"] {
        let mut floor = Floor::by_hand(&HOME.replace("flat", bounty), 4);
        let table = floor.at_table(1);
        floor.give(over(1, vec![bust(table[0], &[])])).expect("a bust");
        floor
            .give(Command::DeclineRebuy(table[0]))
            .expect("the player was asked");
        assert_eq!(floor.director.alive(), 3);
        floor.conserves();
        // These are all who are left: one of them must remain in play.
        let nobody = vec![bust(table[1], &[]), bust(table[2], &[]), bust(table[3], &[])];
        floor.refused(over(1, nobody), Refusal::BadResult);
        floor.wait(3_600);
        let both = vec![bust(table[1], &[]), bust(table[2], &[])];
        floor.give(over(1, both)).expect("both go to the one who is left");
        assert_eq!(floor.director.phase(), Phase::Completed);
        let won = |player: PlayerNo| floor.director.player(player).map(|state| state.won.get());
        let all: u64 = table.iter().filter_map(|player| won(*player)).sum();
        assert_eq!(all, 4 * 25, "entries and bounties are paid out");
        assert!(
            won(table[3]) >= Some(56 + 20),
            "the winner has the bounties that no player is known to have won"
        );
    }
}

#[test]
fn stacks_are_multiples_of_the_smallest_chip_in_play() {
    let units = HOME
        .replace("15m 5/10", "15m 50/100 unit 25")
        .replace("15m 10/20", "15m 100/200 unit 100");
    let units = units.replace("15m 20/40", "15m 200/400 unit 100");
    let mut floor = Floor::by_hand(&units, 4);
    let table = floor.at_table(1);
    let [ann, bob, ..] = table[..] else {
        panic!("four players")
    };
    floor.refused(counted(1, &[(ann, 962), (bob, 1_038)], 0), Refusal::OddChips);
    floor.refused(counted(1, &[(ann, 1)], -999), Refusal::OddChips);
    floor
        .give(counted(1, &[(ann, 975), (bob, 1_025)], 0))
        .expect("these are chips of 25");
    floor.wait(16 * 60);
    // Until the race the chips of the level before are in play.
    floor
        .give(counted(1, &[(ann, 925), (bob, 1_075)], 0))
        .expect("the race is still to come");
    floor.refused(counted(1, &[(ann, 912), (bob, 1_088)], 0), Refusal::OddChips);
    floor
        .give(counted(1, &[(ann, 900), (bob, 1_100)], 0))
        .expect("the race is over");
    floor.refused(counted(1, &[(ann, 925), (bob, 1_075)], 0), Refusal::OddChips);
    let odd = HandBust {
        stack: Some(Chips::new(50)),
        ..bust(ann, &[bob])
    };
    floor.refused(over(1, vec![odd]), Refusal::OddChips);
    let shared = bust(ann, &[table[1], table[2]]);
    floor.give(over(1, vec![shared])).expect("a bust");
    let stacks: Vec<u64> = table[1..].iter().map(|player| floor.stack(*player)).collect();
    assert!(stacks.iter().all(|stack| stack % 100 == 0), "{stacks:?}");
    floor.conserves();
}
