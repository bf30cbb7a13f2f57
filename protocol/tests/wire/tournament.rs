//! Tests that messages about a tournament fit the size limit, however large the tournament.

use poker_protocol::MAX_SERVER_MESSAGE_BYTES;
use poker_protocol::v1::tournament::{
    DealKind, DealOffer, Entrant, EventTable, Finished, LevelInfo, LevelRow, Official, PayoutTerms, Statement,
    TournamentEvents, TournamentId, TournamentSnapshot, TournamentState,
};
use poker_protocol::v1::{Chips, LocalName, ServerMsg, TableId, TournamentEvent};

use crate::reference::golden;

fn state() -> TournamentState {
    let all = golden::group("rest").unwrap();
    let golden = all.iter().find(|golden| golden.name == "tournament_state").unwrap();
    serde_json::from_str(&golden.text).unwrap()
}

fn most() -> Chips {
    Chips::new(Chips::MAX).unwrap()
}

/// A tournament with more of everything than the limits allow.
fn great_state() -> TournamentState {
    let mut state = state();
    let name = "ⱷ".repeat(80);
    state.structure.name = LocalName {
        en: name.clone(),
        fr: name.clone(),
    };
    let level = LevelInfo {
        level: u16::MAX,
        game: "twenty-characters-id:spread".to_owned(),
        small_blind: most(),
        big_blind: most(),
        ante: most(),
        unit: most(),
        duration: 86_400,
    };
    state.structure.levels = vec![LevelRow::Level(level); 200];
    let entrant = |player: u32| {
        let mut entrant: Entrant = state.entrants[0].clone();
        entrant.player = player;
        entrant.who.name = "ⱷ".repeat(20);
        entrant.stack = Some(most());
        entrant
    };
    state.entrants = (1..=100_000).map(entrant).collect();
    let finished = |player: u32| Finished {
        player,
        best: player,
        worst: player,
        prize: most(),
    };
    state.places = (1..=100_000).map(finished).collect();
    state.prizes = vec![most(); 15_000];
    let table = |no: u32| EventTable {
        no,
        table: Some(TableId(format!("{no}-{}", "f".repeat(32)))),
        seats: (1..=10).map(|seat| (seat, 100_000, most())).collect(),
        halted: None,
    };
    state.tables = (1..=11_000).map(table).collect();
    state.break_order = (1..=11_000).collect();
    state.deal = Some(DealOffer {
        kind: DealKind::Chop,
        keep: most(),
        shares: (1..=100_000).map(|player| (player, most())).collect(),
        agreed: (1..=100_000).collect(),
        left_ms: Some(60_000),
    });
    state.you.player = Some(77_777);
    state
}

fn length(message: &ServerMsg) -> usize {
    serde_json::to_string(message).unwrap().len()
}

fn snapshot(state: TournamentState) -> ServerMsg {
    ServerMsg::TournamentSnapshot(TournamentSnapshot {
        tournament: TournamentId("12".to_owned()),
        seq: Chips::MAX,
        state: Box::new(state),
    })
}

#[test]
fn the_greatest_state_fits_into_a_message_and_keeps_its_viewer() {
    let mut state = great_state();
    let room = MAX_SERVER_MESSAGE_BYTES - 200;
    state.shorten(room);
    assert!(state.entrants.iter().any(|entrant| entrant.player == 77_777));
    assert_eq!(state.places.len(), TournamentState::PLACES_MAX);
    assert_eq!(state.structure.levels.len(), 200);
    let bytes = length(&snapshot(state));
    assert!(bytes <= MAX_SERVER_MESSAGE_BYTES, "{bytes} bytes");
}

#[test]
fn a_state_that_fits_keeps_what_it_has() {
    let whole = state();
    let mut shortened = whole.clone();
    shortened.shorten(MAX_SERVER_MESSAGE_BYTES);
    assert_eq!(shortened, whole);
}

#[test]
fn the_first_entrants_stay_and_so_does_the_viewer() {
    let mut state = great_state();
    state.structure.levels.clear();
    for entrant in &mut state.entrants {
        entrant.who.name = "hal".to_owned();
    }
    state.shorten(MAX_SERVER_MESSAGE_BYTES);
    let players: Vec<u32> = state.entrants.iter().map(|entrant| entrant.player).collect();
    let (own, first) = players.split_last().unwrap();
    assert_eq!(*own, 77_777);
    assert!(first.iter().copied().eq(1..=u32::try_from(first.len()).unwrap()));
}

#[test]
fn the_longest_events_fit_into_a_message() {
    let tables: Vec<u32> = (1..=50_000).collect();
    let shares: Vec<(u32, Chips)> = (1..=100_000).map(|player| (player, most())).collect();
    let long = [
        TournamentEvent::BreakOrderPublished { order: tables.clone() },
        TournamentEvent::RoundStarted {
            round: 1,
            tables: tables.clone(),
        },
        TournamentEvent::HandForHandRoundEnded { round: 1, tables },
        TournamentEvent::DealMade {
            kind: DealKind::Icm,
            shares,
        },
        TournamentEvent::RegistrationClosed {
            entries: 100_000,
            players: 100_000,
            alive: 100_000,
            pool: most(),
            overlay: most(),
            fee: Some(most()),
            bonus: Some(most()),
            bounty_pool: most(),
            prizes: vec![most(); 15_000],
        },
        TournamentEvent::PrizesSet {
            payout: PayoutTerms {
                unit: Some(most()),
                fee: most(),
                fee_percent: Some(100),
                bonus: most(),
                by_hand: true,
            },
            prizes: vec![most(); 15_000],
            by: Official::Director,
            reason: "because ".repeat(62),
            rule: Some("2.10".into()),
        },
    ];
    for event in long {
        let events = TournamentEvents {
            tournament: TournamentId("12".to_owned()),
            first_seq: Chips::MAX,
            events: vec![event.shortened()],
            clock: None,
        };
        let bytes = length(&ServerMsg::TournamentEvents(events));
        assert!(bytes <= MAX_SERVER_MESSAGE_BYTES, "{bytes} bytes");
    }
}

#[test]
fn words_to_an_official_are_bounded() {
    for legal in ["x", "Seat 4\nand seat 5.", &"é".repeat(500)] {
        assert_eq!(Statement::new(legal).unwrap().as_str(), legal);
    }
    for illegal in ["", "   ", "\n", "a\u{0}b", "a\tb", "\u{1b}[2J", &"é".repeat(501)] {
        assert_eq!(Statement::new(illegal), None, "{illegal:?}");
    }
}
