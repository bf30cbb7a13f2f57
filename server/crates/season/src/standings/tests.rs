//! Tests of standings.

use proptest::prelude::*;

use super::*;

fn night(places: &[(u64, u32)]) -> Event {
    Event {
        price: 20,
        entrants: u32::try_from(places.len()).unwrap(),
        places: places
            .iter()
            .map(|&(player, place)| Finish {
                player,
                place,
                knock_outs: 0,
                rebuys: 0,
            })
            .collect(),
    }
}

fn rules(formula: &str, best: Option<u32>, ties: &[Tie]) -> Rules {
    Rules {
        formula: Formula::parse(formula).unwrap(),
        best,
        ties: ties.to_vec(),
    }
}

fn ranks(lines: &[StandingsLine]) -> Vec<(u64, u32, i64, Option<Tie>)> {
    lines
        .iter()
        .map(|line| (line.player, line.rank, line.points, line.tie))
        .collect()
}

#[test]
fn the_best_results_count_and_the_earlier_of_the_same() {
    let nights = [
        night(&[(1, 1), (2, 2)]),
        night(&[(1, 2), (2, 1)]),
        night(&[(1, 2), (2, 1)]),
    ];
    let lines = standings(&rules("entrants - place", Some(2), &[]), &nights);
    assert_eq!(ranks(&lines), [(2, 1, 200, None), (1, 2, 100, None)]);
    assert_eq!(
        lines[0].results,
        [Some((0, false)), Some((100, true)), Some((100, true))]
    );
    assert_eq!(lines[1].results, [Some((100, true)), Some((0, true)), Some((0, false))]);
}

#[test]
fn each_rule_separates_and_is_named() {
    let nights = [
        night(&[(1, 1), (2, 2), (3, 3), (4, 4)]),
        night(&[(2, 1), (3, 2), (1, 3), (5, 4)]),
        night(&[(3, 1), (1, 2), (2, 2)].map(|(player, place)| (player, place))),
    ];
    let by = |ties: &[Tie]| ranks(&standings(&rules("1", Some(2), ties), &nights));
    assert_eq!(by(&[])[..3], [(1, 1, 200, None), (2, 1, 200, None), (3, 1, 200, None)]);
    assert_eq!(by(&[])[3..], [(4, 4, 100, None), (5, 4, 100, None)]);
    // Each has won once; 2 has two seconds, 1 and 3 one second and one third.
    assert_eq!(by(&[Tie::Wins])[..3], by(&[])[..3]);
    let places = by(&[Tie::Wins, Tie::Places, Tie::Latest]);
    assert_eq!(places[0], (2, 1, 200, None));
    assert_eq!(places[1].3, Some(Tie::Places));
    // The formula gives all the same, so the latest event does not separate those who played it.
    assert_eq!((places[1].1, places[2].1), (2, 2));
    // Only 5 was there of late.
    assert_eq!(places[3..], [(5, 4, 100, None), (4, 5, 100, Some(Tie::Latest))]);
    // 1 is ahead of 2 once, of 3 once; 2 is ahead of 1 once, of 3 twice; 3 is ahead of 1 twice, of 2 once.
    let heads = by(&[Tie::HeadToHead]);
    assert_eq!(heads[2], (1, 3, 200, Some(Tie::HeadToHead)));
    assert_eq!((heads[0].1, heads[1].1), (1, 1));
}

#[test]
fn more_knock_outs_and_fewer_events_separate() {
    let mut nights = [night(&[(1, 1), (2, 2)]), night(&[(2, 1)])];
    nights[0].places[0].knock_outs = 3;
    let of = |ties: &[Tie]| ranks(&standings(&rules("1", Some(1), ties), &nights));
    assert_eq!(
        of(&[Tie::KnockOuts]),
        [(1, 1, 100, None), (2, 2, 100, Some(Tie::KnockOuts))]
    );
    assert_eq!(
        of(&[Tie::FewerEvents]),
        [(1, 1, 100, None), (2, 2, 100, Some(Tie::FewerEvents))]
    );
}

#[test]
fn faulty_results_are_refused() {
    let fault = |places: &[(u64, u32)]| check_event(&night(places));
    assert_eq!(fault(&[(1, 1), (2, 2), (3, 2), (4, 4)]), Ok(()));
    assert_eq!(fault(&[(1, 1), (2, 1), (3, 3)]), Ok(()));
    assert_eq!(fault(&[]), Ok(()));
    for places in [
        &[(1, 0)][..],
        &[(1, 2)],
        &[(1, 1), (2, 3)],
        &[(1, 1), (2, 2), (3, 2), (4, 3)],
        &[(1, u32::MAX)],
    ] {
        assert_eq!(fault(places), Err(Fault::Place), "{places:?}");
    }
    assert_eq!(fault(&[(1, 1), (1, 2)]), Err(Fault::Twice));
    let mut short = night(&[(1, 1), (2, 2)]);
    short.entrants = 1;
    assert_eq!(check_event(&short), Err(Fault::Entrants));
    let crowd: Vec<(u64, u32)> = (1..=201).map(|place| (u64::from(place), place)).collect();
    assert_eq!(fault(&crowd), Err(Fault::TooMany));
}

#[test]
fn a_correction_says_who_moved() {
    let rules = rules("entrants - place + 1", None, &[]);
    let before = standings(&rules, &[night(&[(1, 1), (2, 2), (3, 3)])]);
    let after = standings(&rules, &[night(&[(2, 1), (1, 2), (4, 3)])]);
    assert_eq!(
        moves(&before, &after),
        [
            Move {
                player: 2,
                before: Some((2, 200)),
                after: Some((1, 300))
            },
            Move {
                player: 1,
                before: Some((1, 300)),
                after: Some((2, 200))
            },
            Move {
                player: 4,
                before: None,
                after: Some((3, 100))
            },
            Move {
                player: 3,
                before: Some((3, 100)),
                after: None
            },
        ]
    );
    assert_eq!(moves(&after, &after), []);
}

prop_compose! {
    fn season()(nights in prop::collection::vec(
        (Just((1..=8_u64).collect::<Vec<_>>()).prop_shuffle(), 1..=8_usize, prop::collection::vec(0..3_u32, 8)), 0..7,
    )) -> Vec<Event> {
        nights.into_iter().map(|(players, count, kos)| Event {
            price: 20,
            entrants: u32::try_from(count).unwrap(),
            places: players.into_iter().take(count).zip(1..).zip(kos)
                .map(|((player, place), knock_outs)| Finish { player, place, knock_outs, rebuys: 0 })
                .collect(),
        }).collect()
    }
}

proptest! {
    #[test]
    fn standings_are_a_ranking(
        nights in season(),
        best in prop::option::of(1..4_u32),
        ties in prop::sample::subsequence(Tie::ALL.to_vec(), 0..=6),
    ) {
        let rules = Rules { formula: Formula::parse("10 * sqrt(entrants / place) + knockouts").unwrap(), best, ties };
        let lines = standings(&rules, &nights);
        let players: BTreeSet<u64> = nights.iter().flat_map(|night| &night.places).map(|place| place.player).collect();
        prop_assert_eq!(lines.iter().map(|line| line.player).collect::<BTreeSet<_>>(), players);
        for (at, line) in lines.iter().enumerate() {
            let counted: Vec<i64> = line.results.iter().flatten().filter(|(_, counts)| *counts).map(|(points, _)| *points).collect();
            prop_assert_eq!(counted.iter().sum::<i64>(), line.points);
            let dropped = line.results.iter().flatten().filter(|(_, counts)| !counts).map(|(points, _)| *points);
            prop_assert!(dropped.max() <= counted.iter().min().copied());
            if let Some(best) = best { prop_assert!(counted.len() <= best as usize); }
            if at > 0 {
                let above = &lines[at - 1];
                prop_assert!(above.points >= line.points);
                prop_assert!(line.rank == above.rank || line.rank as usize == at + 1);
                // Behind on the same points is by a rule, and by none on fewer points.
                if line.rank > above.rank {
                    prop_assert_eq!(line.tie.is_some(), above.points == line.points);
                }
            }
        }
        // The order in which results are entered changes nothing.
        let mut turned = nights.clone();
        for night in &mut turned {
            night.places.reverse();
        }
        prop_assert_eq!(standings(&rules, &turned), lines);
    }

    #[test]
    fn taking_a_correction_back_restores_the_standings(nights in season(), later in season()) {
        let rules = rules("entrants - place + 1", Some(3), &Tie::ALL);
        let (before, after) = (standings(&rules, &nights), standings(&rules, &later));
        let there = moves(&before, &after);
        let back = moves(&after, &before);
        let turned: BTreeMap<u64, _> = back.iter().map(|line| (line.player, (line.after, line.before))).collect();
        prop_assert_eq!(turned, there.iter().map(|line| (line.player, (line.before, line.after))).collect());
    }
}
