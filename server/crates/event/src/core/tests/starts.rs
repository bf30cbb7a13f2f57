//! When an event starts: with a person, with announced bots, and when an official says so.

use super::*;

#[test]
fn without_a_person_the_start_moves_on_and_with_one_it_is_kept() {
    let mut bench = Bench::new(&half_hourly());
    bench.wait_until(START - 1);
    assert_eq!(bench.told(), "");
    bench.wait_until(START + 65 * MINUTE);
    let next = START + 90 * MINUTE;
    assert_eq!(
        bench.told(),
        format!("{{\"event\":\"start_postponed\",\"starts_at\":{next}}}"),
        "a server that was down skips what it missed"
    );
    bench.register(1, PlayerKind::Account);
    bench.wait_until(next - 121_000);
    let wanted = |bench: &Bench| bench.core.tournament.summary().bots_wanted;
    assert_eq!(wanted(&bench), None, "bots play elsewhere until the start is near");
    bench.wait_until(next - 120_000);
    assert_eq!(wanted(&bench), Some(17));
    for bot in 2..=18 {
        bench.register(bot, PlayerKind::Bot);
    }
    assert_eq!(wanted(&bench), None);
    bench.wait_until(next - 1);
    assert_eq!(bench.phase(), Phase::Registering);
    bench.wait_until(next);
    assert_eq!(bench.phase(), Phase::Running);
}

#[test]
fn bots_that_were_announced_come_when_an_official_starts_at_once() {
    let mut bench = Bench::new(&half_hourly());
    let wanted = |bench: &Bench| bench.core.tournament.summary().bots_wanted;
    bench.wait_until(START - 9 * MINUTE);
    bench.register(1, PlayerKind::Account);
    bench.start_at_once();
    assert_eq!(bench.phase(), Phase::Registering);
    let soon = START - 9 * MINUTE + 15_000;
    assert!(
        bench
            .told()
            .contains(&format!("{{\"event\":\"start_postponed\",\"starts_at\":{soon}}}")),
        "{}",
        bench.told()
    );
    bench.wait_until(START - 9 * MINUTE + 1);
    assert_eq!(wanted(&bench), Some(17));
    for bot in 2..=18 {
        bench.register(bot, PlayerKind::Bot);
    }
    bench.wait_until(START - 9 * MINUTE + 2);
    assert_eq!(
        bench.phase(),
        Phase::Running,
        "nobody waits for longer than the bots need"
    );
    let again = bench.recovered(&bench.rows).unwrap();
    assert_eq!(again.log, bench.core.log);
}

#[test]
fn a_start_at_once_to_which_too_few_bots_come_is_put_back() {
    let mut bench = Bench::new(&half_hourly());
    bench.wait_until(START - 9 * MINUTE);
    bench.register(1, PlayerKind::Account);
    bench.start_at_once();
    bench.wait_until(START - 8 * MINUTE);
    assert_eq!(bench.phase(), Phase::Registering, "{}", bench.told());
    assert_eq!(
        bench
            .core
            .tournament
            .summary()
            .starts_at
            .map(poker_protocol::v1::UnixMs::get),
        Some(START.unsigned_abs())
    );
    // Again, but this time the official does not wait: those present play.
    for bot in 2..=9 {
        bench.register(bot, PlayerKind::Bot);
    }
    bench.start_at_once();
    bench.start_at_once();
    assert_eq!(bench.phase(), Phase::Running);
}

#[test]
fn bots_without_a_person_get_their_entries_back() {
    let mut bench = Bench::new(&half_hourly());
    bench.register(1, PlayerKind::Account);
    bench.register(2, PlayerKind::Bot);
    let account = AccountId(uuid::Uuid::from_u128(1));
    bench.command(Command::Unregister { account }).unwrap();
    bench.wait_until(START);
    assert_eq!(bench.phase(), Phase::Cancelled);
    assert!(bench.told().contains("\"event\":\"player_unregistered\",\"player\":2"));
}
