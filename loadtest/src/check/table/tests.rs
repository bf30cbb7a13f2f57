//! Messages that the checks of a table report, and messages that they accept.

use super::*;

fn frame(first: u64, events: &[&str]) -> String {
    let events: Vec<String> = (first..)
        .zip(events)
        .map(|(seq, event)| format!(r#"{{"seq":{seq},"event":{event}}}"#))
        .collect();
    format!(r#"{{"type":"events","table":"t1","events":[{}]}}"#, events.join(","))
}

const START: &str = r#"{"kind":"hand_started","hand":1,"game":"V68","button":1,"seats":[{"seat":1,"stack":100},{"seat":2,"stack":100}],"carried":0}"#;
const TURN: &str = r#"{"kind":"turn_started","turn":1,"seats":[1],"decision":"bet"}"#;
const FOLD: &str = r#"{"kind":"action_taken","seat":1,"action":"fold","added":0,"to":0,"all_in":false,"auto":false}"#;
const SNAPSHOT: &str = r#"{"table":"t1","seq":9,"state":{"info":{"table":"t1","name":"n","game":"V68","game_name":{"en":"e","fr":"f"},"limit":"nl","small_blind":1,"big_blind":2,"ante":0,"bets":[],"seats":9,"buy_in_min":1,"buy_in_max":2,"action_ms":1,"time_bank_ms":1,"private":false},"seats":[],"wait_list":[],"hands":0,"paused":false}}"#;
const BOARD: &str = r#"{"kind":"board_dealt","cards":["2c","3c","4c"]}"#;

fn laws(check: &mut TableCheck) -> Vec<Law> {
    check.finish();
    check.take_findings().into_iter().map(|finding| finding.law).collect()
}

fn viewer(seat: u8) -> Viewer {
    Viewer {
        seat,
        ..Viewer::default()
    }
}

#[test]
fn all_viewers_share_one_reading_of_the_same_bytes() {
    let mut check = TableCheck::new("t1", true);
    let text = frame(1, &[START, TURN]);
    let (mut one, mut two) = (viewer(1), viewer(2));
    let first = check.events(&mut one, &text).unwrap();
    let second = check.events(&mut two, &text).unwrap();
    assert!(Arc::ptr_eq(&first, &second));
    assert_eq!((one.seq, two.hand), (2, 1));
    assert_eq!(check.take_news(), News::default());
    assert_eq!(
        first.marks,
        [Mark::HandStarted { hand: 1 }, Mark::Turn { hand: 1, turn: 1 }]
    );
    assert_eq!(check.transcript().count(), 2);
    assert_eq!(laws(&mut check), []);
}

#[test]
fn events_may_be_grouped_differently() {
    let mut check = TableCheck::new("t1", false);
    check.events(&mut viewer(1), &frame(1, &[START, TURN]));
    let mut two = viewer(2);
    check.events(&mut two, &frame(1, &[START]));
    check.events(&mut two, &frame(2, &[TURN]));
    assert_eq!((two.seq, two.hand), (2, 1));
    assert_eq!(laws(&mut check), []);
}

#[test]
fn a_message_without_events_changes_nothing() {
    let mut check = TableCheck::new("t1", false);
    let mut one = viewer(1);
    check.events(&mut one, &frame(1, &[START]));
    let clock = r#"{"turn":1,"left_ms":5,"banks":[]}"#;
    let text = format!(r#"{{"type":"events","table":"t1","events":[],"clock":{clock}}}"#);
    assert!(check.events(&mut one, &text).is_none());
    assert_eq!(one.seq, 1);
    assert_eq!(laws(&mut check), []);
}

#[test]
fn a_gap_a_repetition_and_a_hole_in_one_message_are_found() {
    let mut check = TableCheck::new("t1", false);
    let mut one = viewer(1);
    check.events(&mut one, &frame(1, &[START]));
    check.events(&mut one, &frame(3, &[TURN]));
    assert_eq!(laws(&mut check), [Law::SeqGapless]);
    check.events(&mut one, &frame(3, &[TURN]));
    assert_eq!(laws(&mut check), [Law::SeqGapless]);
    let holed = frame(4, &[BOARD, TURN]).replace(r#""seq":5"#, r#""seq":6"#);
    check.events(&mut one, &holed);
    assert_eq!(laws(&mut check), [Law::SeqGapless]);
}

#[test]
fn viewers_who_were_told_different_events_are_found() {
    let mut check = TableCheck::new("t1", false);
    check.events(&mut viewer(1), &frame(1, &[START]));
    let other = START.replace(r#""button":1"#, r#""button":2"#);
    check.events(&mut viewer(2), &frame(1, &[&other]));
    assert_eq!(laws(&mut check), [Law::SameForAll]);
}

#[test]
fn an_action_tells_who_waited_for_it() {
    let mut check = TableCheck::new("t1", false);
    let mut one = viewer(1);
    check.events(&mut one, &frame(1, &[START, TURN]));
    let now = Instant::now();
    check.under_way = Some((1, now));
    let frame = check.events(&mut one, &frame(3, &[FOLD])).unwrap();
    assert_eq!((frame.actions, frame.cause), (1, Some((1, now))));
    assert_eq!(check.under_way, None);
}

#[test]
fn private_cards_reach_the_oracle() {
    let mut check = TableCheck::new("t1", false);
    let (mut one, mut two) = (viewer(1), viewer(2));
    for viewer in [&mut one, &mut two] {
        check.events(viewer, &frame(1, &[START]));
    }
    let private = |cards: &str| {
        let text = format!(
            r#"{{"type":"private","table":"t1","events":[{{"kind":"cards","seq":1,"cards":{cards},"hand":{cards}}}]}}"#
        );
        (serde_json::from_str::<Private>(&text).unwrap(), text)
    };
    let (message, text) = private(r#"["Ah","Kh"]"#);
    check.private(&one, &message, &text);
    let (message, text) = private(r#"["2h","Kh"]"#);
    check.private(&two, &message, &text);
    assert_eq!(laws(&mut check), [Law::CardsDistinct]);
    let (message, text) = private(r#"["9h","8h"]"#);
    check.private(&viewer(0), &message, &text);
    assert_eq!(laws(&mut check), [Law::Protocol, Law::OwnCardsOnly]);
}

#[test]
fn cards_belong_to_their_hand_where_a_snapshot_is_ahead_of_the_events() {
    let mut check = TableCheck::new("t1", false);
    let (mut one, mut two, mut three) = (viewer(1), viewer(2), viewer(3));
    let private = |seq: u64| {
        let text = format!(
            r#"{{"type":"private","table":"t1","events":[{{"kind":"cards","seq":{seq},"cards":["Ah","Kh"],"hand":["Ah","Kh"]}}]}}"#
        );
        (serde_json::from_str::<Private>(&text).unwrap(), text)
    };
    check.events(&mut one, &frame(1, &[START]));
    let (message, text) = private(1);
    check.private(&one, &message, &text);
    let second = START.replace(r#""hand":1"#, r#""hand":2"#);
    let snapshot = |seq: u64| {
        let hand = r#","hand":{"hand":2,"game":"V68","button":1,"board":[],"pots":[],"pot":0,"bet":0}}}"#;
        let text = SNAPSHOT.replace(r#""seq":9"#, &format!(r#""seq":{seq}"#));
        let text = format!("{}{hand}", text.strip_suffix("}}").unwrap());
        (serde_json::from_str::<Snapshot>(&text).unwrap(), text)
    };
    let (ahead, text) = snapshot(5);
    check.snapshot(&mut three, &ahead, &text);
    check.events(&mut two, &frame(1, &[START]));
    check.events(&mut two, &frame(2, &[&second, TURN]));
    let (message, text) = private(2);
    check.private(&two, &message, &text);
    assert_eq!(laws(&mut check), [], "the start of the second hand is told late");

    let mut check = TableCheck::new("t1", false);
    let (mut one, mut two, mut three) = (viewer(1), viewer(2), viewer(3));
    check.events(&mut one, &frame(1, &[START]));
    let (message, text) = private(1);
    check.private(&one, &message, &text);
    let (ahead, text) = snapshot(5);
    check.snapshot(&mut three, &ahead, &text);
    let (behind, text) = snapshot(3);
    check.snapshot(&mut two, &behind, &text);
    let (message, text) = private(3);
    check.private(&two, &message, &text);
    assert_eq!(laws(&mut check), [], "a second snapshot is behind the first");
}

#[test]
fn cards_that_are_turned_up_communal_or_a_proof_are_everybodys() {
    let mut check = TableCheck::new("t1", false);
    let rolled = r#"{"kind":"cards_rolled","rolls":[{"seat":1,"cards":["7s"]},{"seat":2,"cards":["Ts"]}]}"#;
    let communal = r#"{"kind":"communal_dealt","card":"4d"}"#;
    let proof = r#"{"kind":"openers_shown","seat":1,"cards":["Jh","Jc"]}"#;
    check.events(&mut viewer(1), &frame(1, &[START, rolled, communal, FOLD, proof]));
    check.other(&viewer(2), r#"{"type":"ok","id":"1","x":["7s","Ts","4d","Jh"]}"#);
    assert_eq!(laws(&mut check), []);
}

#[test]
fn a_card_in_an_answer_that_is_not_the_readers_is_found() {
    let mut check = TableCheck::new("t1", false);
    let mut one = viewer(1);
    check.events(&mut one, &frame(1, &[START, BOARD]));
    check.other(&one, r#"{"type":"ok","id":"1","x":"2c"}"#);
    assert_eq!(laws(&mut check), []);
    check.events(&mut one, &frame(3, &[&START.replace(r#""hand":1"#, r#""hand":2"#)]));
    check.take_findings();
    check.other(&one, r#"{"type":"ok","id":"1","x":"Ah"}"#);
    assert_eq!(laws(&mut check), [Law::OwnCardsOnly]);
}

#[test]
fn a_snapshot_may_not_go_back() {
    let mut check = TableCheck::new("t1", false);
    let text = SNAPSHOT;
    let mut snapshot: Snapshot = serde_json::from_str(text).unwrap();
    let mut one = viewer(1);
    check.snapshot(&mut one, &snapshot, text);
    assert_eq!((one.seq, check.last_seq()), (9, 9));
    assert_eq!(laws(&mut check), []);
    snapshot.seq = 8;
    check.snapshot(&mut one, &snapshot, text);
    assert_eq!(laws(&mut check), [Law::NothingLost]);
}

#[test]
fn a_snapshot_that_shows_another_table_than_the_events_is_found() {
    let mut check = TableCheck::new("t1", false);
    let (mut one, mut two) = (viewer(1), viewer(2));
    check.snapshot(&mut one, &serde_json::from_str(SNAPSHOT).unwrap(), SNAPSHOT);
    check.events(&mut one, &frame(10, &[r#"{"kind":"table_paused"}"#]));
    let after = |paused: &str| {
        let text = SNAPSHOT.replace(r#""seq":9"#, r#""seq":10"#);
        text.replace(r#""paused":false"#, &format!(r#""paused":{paused}"#))
    };
    let text = after("true");
    check.snapshot(&mut two, &serde_json::from_str(&text).unwrap(), &text);
    assert_eq!(laws(&mut check), []);
    let text = after("false");
    check.snapshot(&mut two, &serde_json::from_str(&text).unwrap(), &text);
    assert_eq!(laws(&mut check), [Law::SnapshotTrue]);
}

#[test]
fn what_a_snapshot_overtook_is_in_the_transcript() {
    let mut check = TableCheck::new("t1", true);
    let (mut one, mut two) = (viewer(1), viewer(2));
    check.events(&mut one, &frame(1, &[START]));
    let text = SNAPSHOT.replace(r#""seq":9"#, r#""seq":3"#);
    check.snapshot(&mut two, &serde_json::from_str(&text).unwrap(), &text);
    check.events(&mut one, &frame(2, &[TURN, FOLD]));
    check.events(&mut one, &frame(4, &[BOARD]));
    let told: Vec<(u64, &str)> = check.transcript().collect();
    assert_eq!(told, [(1, START), (2, TURN), (3, FOLD), (4, BOARD)]);
    assert_eq!(laws(&mut check), []);
}

#[test]
fn what_cannot_be_read_is_reported() {
    let mut check = TableCheck::new("t1", false);
    assert!(check.events(&mut viewer(1), r#"{"type":"events"}"#).is_none());
    let mut one = viewer(1);
    check.events(&mut one, &frame(1, &[r#"{"kind":"flew"}"#]));
    assert_eq!(laws(&mut check), [Law::Protocol, Law::Protocol]);
}
