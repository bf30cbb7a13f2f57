//! The lines of the list: their places, their number, and the messages about them.

use super::super::officials::{DIRECTOR, by};
use super::*;

/// A change of the list costs a message for each line that it moves, and none for any other.
#[test]
fn only_lines_that_move_are_sent_a_message() {
    let mut bench = Bench::new(&announced(&LATE.replace("[3, 9]", "[3, 40]")));
    for number in 1..=40 {
        bench.register(number, PlayerKind::Guest);
    }
    for player in 101..=139 {
        assert_eq!(
            bench.messages(player, enters_or_waits()),
            [player],
            "those before stay where they are"
        );
    }
    let leaves = TournamentRequest::Unregister;
    assert_eq!(bench.messages(139, leaves.clone()), [139]);
    assert_eq!(bench.messages(120, leaves.clone()), (120..=138).collect::<Vec<_>>());
    // The place of a player who leaves goes to the first, and all others are one place further.
    let moved = (101..=138).filter(|player| *player != 120);
    let sent = bench.messages(7, leaves);
    assert_eq!(
        sent.iter().filter(|player| **player > 100).copied().collect::<Vec<_>>(),
        moved.collect::<Vec<_>>()
    );
    assert!(bench.is_in(101));
    bench.comes_back();
}

#[test]
fn lines_keep_their_places_through_all_changes() {
    let mut bench = Bench::full(&announced(LATE));
    for player in 11..=16 {
        bench.waits(player);
        bench.lines_have_their_places();
    }
    bench.directs(FloorAction::MoveUp { waiting: 4 });
    bench.lines_have_their_places();
    assert_eq!((bench.place_of(14), bench.place_of(11)), (Some(1), Some(2)));
    bench.directs(FloorAction::StopWaiting { waiting: 2 });
    bench.lines_have_their_places();
    assert_eq!(bench.ended(12), Some(WaitEnd::Removed));
    bench.ask(13, TournamentRequest::Unregister).unwrap();
    bench.lines_have_their_places();
    bench.unregisters(4);
    // The first may not enter, the second cannot pay.
    let given = bench.gives_places(&[11], |player| ApplicantFacts {
        kept_out: player == 14,
        ..nothing_special()
    });
    assert_eq!(given, [account(15)]);
    bench.lines_have_their_places();
    assert_eq!(
        (bench.ended(14), bench.ended(11)),
        (Some(WaitEnd::NotAllowed), Some(WaitEnd::Funds))
    );
    bench.waits(14);
    assert_eq!((bench.place_of(14), bench.ended(14)), (Some(2), None));
    bench.lines_have_their_places();
    bench.comes_back();
    let again = bench.recovered(&bench.rows).unwrap();
    assert_eq!(again.tournament.waitlist, bench.core.tournament.waitlist);
}

/// As many wait as there are places; where there are very many places, a thousand.
#[test]
fn the_list_is_bounded() {
    let mut bench = Bench::full(&announced(LATE));
    for player in 101..=109 {
        bench.waits(player);
    }
    let error = bench.ask(110, enters_or_waits()).unwrap_err();
    assert_eq!(
        (&error["code"], &error["params"]["max"]),
        (&"tournament.waitlist_full".into(), &9.into())
    );

    let many = LATE.replace("entries = [3, 9]", "entries = [3, 2000]");
    let mut bench = Bench::new(&announced(&many));
    for number in 1..=2_000 {
        bench.register(number, PlayerKind::Guest);
    }
    for player in 10_001..=11_000 {
        bench.waits(player);
    }
    for player in [11_001, 15_000, 20_000] {
        assert_eq!(bench.code(player, enters_or_waits()), "tournament.waitlist_full");
    }
    assert_eq!(bench.place_of(11_000), Some(1_000));
    // A closed list is remembered for as many.
    bench.command(by(DIRECTOR, FloorAction::Cancel {}, None)).unwrap();
    assert_eq!(bench.ended(10_001), Some(WaitEnd::Closed));
    assert_eq!(bench.ended(11_000), Some(WaitEnd::Closed));
}
