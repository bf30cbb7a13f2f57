//! The list beside the other ways into an event: late entry, officials, a live event, bots of the house, checks of an entry.

use super::super::officials::{DIRECTOR, by, somebody};
use super::super::undo::live_by;
use super::*;

#[test]
fn late_entry_counts_as_registration_and_its_end_is_told() {
    let mut bench = Bench::full(&announced(LATE));
    bench.wait_until(START);
    bench.waits(11);
    bench.waits(12);
    assert_eq!(bench.place_of(12), Some(2));
    bench
        .command(by(DIRECTOR, FloorAction::SetPlaces { places: 10 }, None))
        .unwrap();
    assert_eq!(bench.gives(), [account(11)]);
    let number = bench.core.tournament.player_of(account(11)).unwrap();
    assert!(
        bench.core.tournament.director.player(number).unwrap().place.is_some(),
        "seated at once"
    );
    bench.wait_until(START + 31 * MINUTE);
    assert_eq!(bench.place_of(12), Some(1));
    bench.wait_until(START + 61 * MINUTE);
    assert_eq!((bench.place_of(12), bench.ended(12)), (None, Some(WaitEnd::Closed)));
    bench.comes_back();
}

#[test]
fn officials_remove_entrants_and_set_the_places() {
    let mut bench = Bench::full(&announced(LATE));
    for player in [11, 12, 13] {
        bench.waits(player);
    }
    bench.directs(FloorAction::TakeBack { player: 2 });
    assert_eq!(bench.gives(), [account(11)]);
    let refused = |bench: &mut Bench, places: u32| {
        let error = bench
            .acts(FloorRole::Director, FloorAction::SetPlaces { places })
            .unwrap_err();
        error["code"].as_str().unwrap().to_owned()
    };
    assert_eq!(refused(&mut bench, 9), "tournament.no_change");
    assert_eq!(refused(&mut bench, 8), "tournament.too_late");
    assert_eq!(refused(&mut bench, 100_001), "tournament.bad_places");
    bench.directs(FloorAction::SetPlaces { places: 11 });
    assert_eq!(bench.gives(), [account(12), account(13)]);
    assert_eq!(bench.core.tournament.summary().entries_max, 11);
    bench.comes_back();
    let mut brackets = Bench::new(&announced(
        &NINE.replace("entries = [3, 9]", "entries = [9, 9]\nstart = \"full\""),
    ));
    assert_eq!(refused(&mut brackets, 12), "tournament.not_offered");
}

#[test]
fn officials_move_a_line_up_and_take_one_off() {
    let mut bench = Bench::full(&announced(LATE));
    for player in [11, 12, 13] {
        bench.waits(player);
    }
    let desk = |bench: &Bench| {
        let director = Some(FloorRole::Director);
        let family = [account(DIRECTOR)];
        let response = bench.core.tournament.floor(0, Some(family[0]), &family, director, None);
        response.desk.unwrap()
    };
    let shown: Vec<(u32, String)> = desk(&bench)
        .waitlist
        .into_iter()
        .map(|line| (line.waiting, line.who.name))
        .collect();
    assert_eq!(
        shown,
        [
            (1, "Player 11".to_owned()),
            (2, "Player 12".to_owned()),
            (3, "Player 13".to_owned())
        ]
    );
    bench.directs(FloorAction::MoveUp { waiting: 3 });
    assert_eq!(bench.place_of(13), Some(1));
    bench.directs(FloorAction::StopWaiting { waiting: 1 });
    assert_eq!(bench.ended(11), Some(WaitEnd::Removed));
    assert_eq!(desk(&bench).passed_over[0].who.name, "Player 11");
    for action in [
        FloorAction::MoveUp { waiting: 3 },
        FloorAction::MoveUp { waiting: 1 },
        FloorAction::StopWaiting { waiting: 77 },
    ] {
        let words = format!("{action:?}");
        assert!(bench.acts(FloorRole::Floor, action).is_err(), "{words}");
    }
    bench.unregisters(4);
    assert_eq!(bench.gives(), [account(13)]);
    bench.comes_back();
}

/// Real cards and chips: names, with accounts or without, and no ledger.
#[test]
fn at_a_live_event_a_no_show_gives_the_seat_to_the_first_in_line() {
    let mut bench = live_by(LATE.replace("[3, 9]", "[3, 11]").as_str(), true);
    bench.waits(21);
    bench.directs(FloorAction::Wait { name: "Ada".to_owned() });
    for name in ["Ada", "player 21", "Player 3", ""] {
        let name = name.to_owned();
        let error = bench.acts(FloorRole::Floor, FloorAction::Wait { name }).unwrap_err();
        assert!(error["code"].is_string());
    }
    let full = FloorAction::Enter { name: "Bo".to_owned() };
    assert_eq!(
        bench.acts(FloorRole::Floor, full).unwrap_err()["code"],
        "tournament.full"
    );
    let mut never_came = (1..=11).rev();
    for entered in ["Player 21", "Ada"] {
        let player = never_came.next().unwrap();
        bench.directs(FloorAction::NoShow { player });
        bench.gives();
        let last = bench.core.tournament.entrants().last().unwrap();
        assert_eq!((last.1.info.name.as_str(), last.1.account), (entered, None));
        assert!(bench.core.tournament.director.player(last.0).unwrap().place.is_some());
    }
    assert_eq!(bench.ended(21), Some(WaitEnd::Seated));
    assert_eq!(bench.pool, 0);
    bench.comes_back();
}

/// A place that an act freed goes back with it, and whoever got it from the list is first in line again.
#[test]
fn at_a_live_event_an_act_is_taken_back_with_the_place_that_it_gave_to_the_list() {
    for (action, places) in [
        (FloorAction::NoShow { player: 11 }, ["Player 21"].as_slice()),
        (FloorAction::SetPlaces { places: 13 }, &["Player 21", "Ada"]),
    ] {
        let mut bench = live_by(LATE.replace("[3, 9]", "[3, 11]").as_str(), true);
        bench.waits(21);
        bench.directs(FloorAction::Wait { name: "Ada".to_owned() });
        let before = bench.whole();
        for _ in 0..2 {
            bench.directs(action.clone());
            bench.gives();
            let entered = bench.core.tournament.entrants().skip(11);
            let names: Vec<String> = entered.map(|(_, entrant)| entrant.info.name.clone()).collect();
            assert_eq!(names, places);
            bench.directs(FloorAction::Undo {});
            bench.gives();
            assert!(bench.whole() == before, "{action:?}");
            assert_eq!((bench.place_of(21), bench.ended(21)), (Some(1), None));
            bench.comes_back();
        }
        bench.directs(FloorAction::Redo {});
        bench.gives();
        assert_eq!(bench.ended(21), Some(WaitEnd::Seated));
        bench.lines_have_their_places();
        bench.comes_back();
    }
}

/// Bots of the house fill an event up, and give way to people before the start.
#[test]
fn bots_starve_nobody() {
    let mut bench = Bench::new(&Announced {
        fill: 9,
        ..announced(LATE)
    });
    bench.register(1, PlayerKind::Account);
    for bot in 2..=9 {
        bench.register(bot, PlayerKind::Bot);
    }
    let paid = bench.pool;
    bench.waits(11);
    bench.waits(12);
    assert_eq!(bench.core.tournament.summary().bots_wanted, None);
    bench.gives();
    assert!(bench.is_in(11) && bench.is_in(12) && !bench.is_in(9) && !bench.is_in(8) && bench.is_in(7));
    assert_eq!(bench.pool, paid);
    bench.comes_back();
    // In play a bot keeps its seat.
    bench.wait_until(START);
    bench.waits(13);
    bench.gives();
    assert_eq!(bench.place_of(13), Some(1));
}

/// An official who has ruled may not enter, and so gets no place.
#[test]
fn the_doors_of_an_entry_are_those_of_a_place() {
    let mut bench = Bench::full(&Announced {
        adults_only: true,
        ..announced(LATE)
    });
    for player in [11, 12] {
        bench
            .command(Command::Wait {
                player: somebody(player),
            })
            .unwrap();
    }
    bench.unregisters(4);
    let given = bench.gives_places(&[], |player| ApplicantFacts {
        age: if player == 12 {
            AgeCheck::Adult
        } else {
            AgeCheck::Unverified
        },
        ..nothing_special()
    });
    assert_eq!(given, [account(12)]);
    assert_eq!(bench.ended(11), Some(WaitEnd::NotAllowed));

    let mut bench = Bench::full(&announced(LATE));
    bench.waits(11);
    bench.directs(FloorAction::TakeBack { player: 2 });
    bench.gives_places(&[], |_| ApplicantFacts {
        family: vec![account(11), account(DIRECTOR)],
        ..nothing_special()
    });
    assert_eq!(bench.ended(11), Some(WaitEnd::NotAllowed));
}
