//! The tournament without a disk, a socket and a clock.

use std::sync::Arc;

use poker_engine::tournament::director::Phase;
use poker_protocol::v1::{PlayerInfo, PlayerKind};

use super::*;
use crate::store::TableId;
use crate::table::core::NoEntropy;
use crate::tournament::setup::{Announced, TournamentSetup};

/// When the tournaments of these tests begin, in milliseconds since 1970.
const START: i64 = 1_800_000_000_000;

const MINUTE: i64 = 60_000;

/// Chance that is the same every time.
struct Seeds(u8);

impl Entropy for Seeds {
    fn seed(&mut self) -> Result<[u8; 32], NoEntropy> {
        self.0 = self.0.wrapping_add(1);
        Ok([self.0; 32])
    }
}

/// A tournament whose disk is as fast as it is.
struct Bench {
    core: Core,
    entropy: Seeds,
    /// Milliseconds since 1970.
    wall: i64,
}

impl Bench {
    fn new(announced: &Announced) -> Self {
        let setup = TournamentSetup::new(TableId(1), announced).unwrap();
        let recovered = Recovered {
            tournament: Tournament::new(Arc::new(setup)),
            log: Vec::new(),
            wrote_at: 0,
        };
        let wall = START - 10 * MINUTE;
        Self {
            core: Core::new(recovered, (1, 0), 0, Self::at(wall)),
            entropy: Seeds(0),
            wall,
        }
    }

    fn at(wall: i64) -> Now {
        let play = PlayTime((wall - START + 3_600_000).unsigned_abs());
        Now { play, wall }
    }

    fn now(&self) -> Now {
        Self::at(self.wall)
    }

    /// What came out, once it is on disk.
    fn written(&mut self, out: &Outputs) {
        assert!(out.failed.is_none());
        for step in &out.steps {
            let notice = DurableNotice::Durable { step: step.step };
            let mut after = Outputs::default();
            let now = self.now();
            self.core
                .step(Input::Notice(notice), now, &mut self.entropy, &mut after);
            self.written(&after);
        }
    }

    fn command(&mut self, command: Command) -> Result<(), Refused> {
        let (now, mut out) = (self.now(), Outputs::default());
        let done = self.core.commit(command, None, now, &mut self.entropy, &mut out);
        self.written(&out);
        done
    }

    /// Time passes, to the minute.
    fn wait_until(&mut self, wall: i64) {
        self.wall = wall;
        let mut out = Outputs::default();
        let now = self.now();
        self.core.step(Input::Tick, now, &mut self.entropy, &mut out);
        self.written(&out);
    }

    fn register(&mut self, number: u128, kind: PlayerKind) {
        let player = PlayerInfo {
            id: AccountId(uuid::Uuid::from_u128(number)).to_string(),
            name: format!("Player {number}"),
            kind,
        };
        self.command(Command::Register { player }).unwrap();
    }

    fn phase(&self) -> Phase {
        self.core.tournament.director.phase()
    }

    fn told(&self) -> String {
        self.core.log.join("\n")
    }
}

/// A freezeout of every half hour.
fn half_hourly() -> Announced {
    Announced {
        starts_at: Some(START),
        every_ms: Some(30 * MINUTE),
        fill: 18,
        ..Announced::of_house(include_str!("../house/half-hour.toml"))
    }
}

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
