//! Entries of a tournament for adults. Rule: tournament 1.4.

use poker_store::AgeCheck;
use serde_json::Value;

use super::refusals::{EVERYTHING, account, ask_as, asked};
use super::*;

/// A running tournament for adults with three entrants.
fn for_adults() -> Bench {
    let announced = Announced {
        starts_at: Some(START),
        adults_only: true,
        ..Announced::of_house(EVERYTHING)
    };
    let mut bench = Bench::new(&announced);
    for number in 1..=3 {
        bench.register(number, PlayerKind::Guest);
    }
    bench.wait_until(START);
    bench
}

/// Sends an entry. Returns the code of the answer, and how often the store was asked for the age.
fn enters(bench: &mut Bench, player: u64, kind: PlayerKind, how: &str, known: AgeCheck) -> (String, u32) {
    let mut request = ask_as(player, format!("{how} {}", bench.rows.len()), asked(how));
    let info = PlayerInfo {
        kind,
        ..(*request.caller.info).clone()
    };
    request.caller.info = Arc::new(info);
    let (mut input, mut looked) = (Input::Request(Box::new(request)), 0);
    loop {
        let (now, mut out) = (bench.now(), Outputs::default());
        bench.core.step(input, now, &mut bench.entropy, &mut out);
        let frames = out.bursts.iter().flat_map(|(_, burst)| &burst.frames);
        let error = frames
            .map(|frame| serde_json::from_str::<Value>(frame).unwrap())
            .find(|frame| frame["type"] == "error");
        if let Some(error) = error {
            return (error["code"].as_str().unwrap().to_owned(), looked);
        }
        if let Some(mut entry) = out.ages.pop() {
            assert!(out.steps.is_empty(), "nothing is taken before the age is known");
            if let TournamentRequest::Register { age, .. } | TournamentRequest::ReEnter { age } = &mut entry.asked {
                *age = Some(known);
            }
            looked += 1;
            input = Input::Request(entry);
        } else if let Some(lookup) = out.lookups.first() {
            let ticket = lookup.ticket;
            input = Input::Found { ticket, answer: None };
        } else {
            bench.written(&out);
            return ("ok".to_owned(), looked);
        }
    }
}

#[test]
fn entries_and_re_entries_take_an_age_that_is_verified() {
    let refused = |looked| ("tournament.adults_only".to_owned(), looked);
    let mut bench = for_adults();
    let (rows, pool) = (bench.rows.len(), bench.pool);
    let (guest, bot) = (PlayerKind::Guest, PlayerKind::Bot);
    assert_eq!(
        enters(&mut bench, 4, guest, "register", AgeCheck::Unverified),
        refused(1)
    );
    assert_eq!(enters(&mut bench, 5, bot, "register", AgeCheck::Adult), refused(0));
    assert_eq!((bench.rows.len(), bench.pool), (rows, pool), "no chips have moved");
    assert_eq!(
        enters(&mut bench, 4, guest, "register", AgeCheck::Adult),
        ("ok".to_owned(), 1)
    );
    assert!(bench.core.tournament.player_of(account(4)).is_some());

    bench.bust(2);
    bench.command(Command::DeclineRebuy { account: account(2) }).unwrap();
    let (rows, pool) = (bench.rows.len(), bench.pool);
    assert_eq!(
        enters(&mut bench, 2, guest, "re_enter", AgeCheck::Unverified),
        refused(1)
    );
    assert_eq!((bench.rows.len(), bench.pool), (rows, pool));
    assert_eq!(
        enters(&mut bench, 2, guest, "re_enter", AgeCheck::Adult),
        ("ok".to_owned(), 1)
    );
    assert_eq!(bench.pool, pool + 100);
}

#[test]
fn a_tournament_for_all_asks_for_no_age() {
    let mut bench = Bench::entered(EVERYTHING);
    let bot = enters(&mut bench, 8, PlayerKind::Bot, "register", AgeCheck::Unverified);
    assert_eq!(bot, ("ok".to_owned(), 0));
    assert!(!bench.core.tournament.summary().adults_only);
}
