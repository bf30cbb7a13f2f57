//! Entries closed early, payouts set by officials, players who never came, knock-outs.

use super::by_hand::{HOME, bust, counted, over};
use super::{Floor, of_four, played, ruling};
use crate::Chips;
use crate::tournament::TableNo;
use crate::tournament::director::*;

fn close() -> Command {
    Command::close_entries(ruling(Official::Director))
}

fn no_show(player: PlayerNo) -> Command {
    Command::no_show(player, ruling(Official::Floor))
}

fn pays(payout: Payout) -> Command {
    Command::set_payout(payout, ruling(Official::Director))
}

fn chips(amounts: &[u64]) -> Vec<Chips> {
    amounts.iter().copied().map(Chips::new).collect()
}

/// A home game without bounties: 20 for each entry, two paid places, no rebuys.
fn plain(players: u32) -> Floor {
    let kept = |line: &&str| !line.starts_with("bounty") && !line.starts_with("rebuy");
    let source: Vec<&str> = HOME.lines().filter(kept).collect();
    Floor::by_hand(&source.join("\n"), players)
}

fn prizes_told(floor: &Floor) -> Option<(Chips, Chips, Chips, Chips)> {
    floor.out.events.iter().find_map(|event| match event {
        Event::RegistrationClosed {
            pool,
            fee,
            bonus,
            prizes,
            ..
        } => Some((*pool, *fee, *bonus, prizes.iter().copied().sum())),
        _ => None,
    })
}

#[test]
fn entries_close_at_once_and_once() {
    let mut floor = Floor::new("deep");
    floor.refused(close(), Refusal::WrongPhase);
    let mut floor = Floor::by_hand(HOME, 6);
    let table = floor.at_table(1);
    floor.refused(Command::close_entries(ruling(Official::Floor)), Refusal::NotAllowed);
    // The player who busts may still rebuy.
    floor.give(over(1, vec![bust(table[0], &[table[1]])])).expect("a bust");
    floor.refused(close(), Refusal::NotReady);
    floor.give(Command::DeclineRebuy(table[0])).expect("it is offered");
    floor.give(close()).expect("entries are open");
    assert_eq!(
        prizes_told(&floor),
        Some((Chips::new(120), Chips::ZERO, Chips::ZERO, Chips::new(120)))
    );
    assert_eq!(floor.director.prizes(), chips(&[84, 36]));
    assert_eq!(floor.director.player(table[0]).unwrap().finished, Some((6, 6)));
    floor.refused(close(), Refusal::EntriesClosed);
    floor.refused(Command::Register, Refusal::EntriesClosed);
    floor.refused(Command::ReEnter(table[0]), Refusal::EntriesClosed);
    floor.refused(Command::Rebuy(table[1]), Refusal::EntriesClosed);
    // The end of the period changes nothing more.
    floor.wait(16 * 60);
    assert_eq!(floor.director.prizes(), chips(&[84, 36]));
}

/// The offer of a rebuy outlasts the period: its price is paid out, whatever the answer.
#[test]
fn entries_close_once_the_last_offer_is_answered() {
    for buys in [true, false] {
        let mut floor = Floor::by_hand(HOME, 6);
        let table = floor.at_table(1);
        floor.wait(14 * 60);
        floor.give(over(1, vec![bust(table[0], &[table[1]])])).expect("a bust");
        floor.wait(2 * 60);
        assert!(!floor.director.is_closed() && !floor.director.accepts_entries());
        let answer = if buys {
            Command::Rebuy(table[0])
        } else {
            Command::DeclineRebuy(table[0])
        };
        floor.give(answer).expect("it is offered");
        assert!(floor.director.is_closed());
        let pool = if buys { 140 } else { 120 };
        assert_eq!(
            prizes_told(&floor).map(|(pool, _, _, sum)| (pool.get(), sum.get())),
            Some((pool, pool))
        );
        let place = floor.director.player(table[0]).unwrap().finished;
        assert_eq!(place, (!buys).then_some((6, 6)));
        floor.conserves();
    }
    // Without an answer the offer expires, and entries close.
    let mut floor = Floor::by_hand(HOME, 6);
    let table = floor.at_table(1);
    floor.wait(14 * 60);
    floor.give(over(1, vec![bust(table[0], &[table[1]])])).expect("a bust");
    floor.wait(6 * 60);
    assert_eq!(floor.director.player(table[0]).unwrap().finished, Some((6, 6)));
}

#[test]
fn the_last_player_wins_when_entries_close() {
    let mut floor = plain(3);
    let [ann, bob, cid] = floor.at_table(1)[..] else {
        panic!("three at one table")
    };
    floor
        .give(over(1, vec![bust(bob, &[ann]), bust(cid, &[ann])]))
        .expect("both are out");
    assert!(floor.director.waits_for_entries(), "others may come");
    floor.give(close()).expect("entries are open");
    assert_eq!(floor.director.phase(), Phase::Completed);
    assert_eq!(floor.director.player(ann).unwrap().knock_outs, 2);
    assert_eq!(floor.director.player(ann).unwrap().won, Chips::new(42));
}

#[test]
fn a_fee_a_bonus_and_a_unit_shape_the_prizes() {
    let mut floor = plain(6);
    let payout = Payout {
        unit: Some(Chips::new(10)),
        fee: Fee::Percent(11),
        bonus: Chips::new(50),
        prizes: Vec::new(),
    };
    floor.give(pays(payout.clone())).expect("a payout");
    // Of 120, 13 are kept and 50 added: 157, of which 47 are rounded to 40.
    assert_eq!(floor.director.prizes(), chips(&[117, 40]));
    floor.refused(pays(payout), Refusal::NoChange);
    floor.give(Command::Register).expect("entries are open");
    assert_eq!(floor.director.paid_out().fee, Chips::new(15), "11 % of 140");
    floor.give(close()).expect("entries are open");
    assert_eq!(
        prizes_told(&floor),
        Some((Chips::new(140), Chips::new(15), Chips::new(50), Chips::new(175)))
    );
    assert_eq!(floor.director.prizes(), chips(&[125, 50]));
}

#[test]
fn prizes_by_hand_add_up_or_are_refused() {
    let by_hand = |prizes: &[u64]| {
        let prizes = chips(prizes);
        pays(Payout {
            prizes,
            ..Payout::default()
        })
    };
    let mut floor = plain(6);
    let table = floor.at_table(1);
    floor.refused(by_hand(&[70, 30, 20]), Refusal::NotYet);
    floor.give(over(1, vec![bust(table[0], &[table[1]])])).expect("a bust");
    floor.give(close()).expect("entries are open");
    for wrong in [
        &[70, 30, 21][..],
        &[120, 0],
        &[50, 70],
        &[119],
        &[20; 6],
        &[u64::from(u32::MAX); 3],
    ] {
        floor.refused(by_hand(wrong), Refusal::BadPrizes);
    }
    let wrong = [
        Payout {
            unit: Some(Chips::ZERO),
            ..Payout::default()
        },
        Payout {
            fee: Fee::Percent(101),
            ..Payout::default()
        },
        Payout {
            fee: Fee::Chips(Chips::new(121)),
            ..Payout::default()
        },
        Payout {
            bonus: Chips::MAX,
            ..Payout::default()
        },
        Payout {
            prizes: vec![Chips::MAX; 2],
            ..Payout::default()
        },
    ];
    for payout in wrong {
        floor.refused(pays(payout), Refusal::BadPrizes);
    }
    floor.refused(
        Command::set_payout(Payout::default(), ruling(Official::Floor)),
        Refusal::NotAllowed,
    );
    floor.give(by_hand(&[70, 30, 20])).expect("they add up");
    let set = floor
        .out
        .events
        .iter()
        .any(|event| matches!(event, Event::PrizesSet { .. }));
    assert!(set && floor.director.prizes() == chips(&[70, 30, 20]));
    // A place is paid: the prizes are final.
    let here: Vec<PlayerNo> = floor
        .director
        .stacks_by_entry()
        .into_iter()
        .map(|(player, _)| player)
        .collect();
    let table = floor.director.player(here[0]).unwrap().place.unwrap().0;
    let here = floor.at_table(table.0);
    floor
        .give(over(table.0, vec![bust(here[0], &[here[1]])]))
        .expect("a bust");
    let mut left = floor.director.alive();
    while left > 2 {
        let open: Vec<TableNo> = floor.director.open_tables().collect();
        let table = open
            .into_iter()
            .find(|table| floor.at_table(table.0).len() > 1)
            .unwrap();
        let here = floor.at_table(table.0);
        floor
            .give(over(table.0, vec![bust(here[0], &[here[1]])]))
            .expect("a bust");
        left = floor.director.alive();
    }
    floor.refused(pays(Payout::default()), Refusal::TooLate);
    let here = floor.at_table(1);
    floor
        .give(over(1, vec![bust(here[0], &[here[1]])]))
        .expect("the last bust");
    assert_eq!(floor.director.phase(), Phase::Completed);
    let won: Chips = (1..=6)
        .map(|player| floor.director.player(PlayerNo(player)).unwrap().won)
        .sum();
    assert_eq!(won, Chips::new(120));
    floor.refused(pays(Payout::default()), Refusal::WrongPhase);
}

#[test]
fn only_events_by_hand_have_payouts_set() {
    let mut floor = Floor::started("deep", 6);
    floor.refused(
        pays(Payout {
            bonus: Chips::new(1),
            ..Payout::default()
        }),
        Refusal::WrongPhase,
    );
}

#[test]
fn who_never_came_gets_the_entry_back() {
    let mut floor = Floor::by_hand(HOME, 6);
    let table = floor.at_table(1);
    let [ann, bob, cid] = table[..] else {
        panic!("three at each table")
    };
    floor
        .give(counted(1, &[(ann, 950), (bob, 1_050)], 0))
        .expect("the blinds are paid");
    floor.give(no_show(ann)).expect("nobody has seen ann");
    let told: Vec<&Event> = floor
        .out
        .events
        .iter()
        .filter(|event| !matches!(event, Event::RulingIssued { .. }))
        .collect();
    assert!(matches!(told[0], Event::PlayerUnregistered { refund, .. } if *refund == Chips::new(25)));
    assert!(matches!(told[1], Event::ChipsRemoved { amount, .. } if *amount == Chips::new(950)));
    let director = &floor.director;
    assert_eq!(
        (director.pool(), director.bounty_pool()),
        (Chips::new(100), Chips::new(25))
    );
    assert_eq!((director.entries(), director.alive()), (5, 5));
    assert_eq!(director.in_play(), Chips::new(5_050));
    assert_eq!(director.player(ann).unwrap().place, None);
    floor.conserves();
    floor.refused(no_show(ann), Refusal::NoSuchPlayer);
    floor.refused(no_show(PlayerNo(9)), Refusal::NoSuchPlayer);
    // Bob and Cid have been seen, and so has who bought again.
    floor.give(over(1, vec![bust(cid, &[bob])])).expect("a bust");
    floor.give(Command::Rebuy(cid)).expect("it is offered");
    for seen in [bob, cid] {
        floor.refused(no_show(seen), Refusal::TooLate);
    }
    // An unseen winner names nobody.
    let other = floor.at_table(2);
    floor.give(over(2, vec![bust(other[0], &[])])).expect("a bust");
    floor.give(Command::DeclineRebuy(other[0])).expect("it is offered");
    let winners: u32 = other
        .iter()
        .map(|player| floor.director.player(*player).unwrap().knock_outs)
        .sum();
    assert_eq!(winners, 0);
    floor.give(no_show(other[1])).expect("nobody has seen this one either");
    floor.conserves();
    floor.wait(16 * 60);
    floor.refused(no_show(other[2]), Refusal::EntriesClosed);
}

#[test]
fn a_dealt_player_has_come() {
    let mut floor = played(
        of_four("price = 100\nentries = [3, 20]\nlate_levels = 1\nlevels = [\"10m 25/50\"]\n"),
        5,
    );
    let table = floor.director.player(PlayerNo(1)).unwrap().place.unwrap().0;
    let deal = floor.deal(table.0);
    floor.refused(no_show(PlayerNo(1)), Refusal::TooLate);
    floor.win_from(&deal, &[1]);
    let (winner, loser) = (deal.seats[0].player, deal.seats[1].player);
    let knock_outs = |player| floor.director.player(player).unwrap().knock_outs;
    assert_eq!((knock_outs(winner), knock_outs(loser)), (1, 0));
    let unseen = (1..=5)
        .map(PlayerNo)
        .find(|player| deal.seats.iter().all(|seat| seat.player != *player))
        .unwrap();
    let pool = floor.director.pool();
    floor.give(no_show(unseen)).expect("never dealt a hand");
    assert!(floor.director.pool() < pool);
    floor.conserves();
}
