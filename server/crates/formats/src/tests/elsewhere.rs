//! Texts and objects that other programs have written.

use poker_engine::Chips;
use poker_engine::history::phh;

use super::super::{ohh, tracker};
use super::{only, stacks};

const TEXT: &str = "\u{feff}PokerStars Hand #250000000001:  Hold'em No Limit ($0.50/$1.00 USD) - 2026/11/21 3:00:00 ET
Table 'Alpha I' 6-max Seat #1 is the button
Seat 1: Alice ($100.00 in chips)
Seat 3: Bob: the 2nd ($80 in chips)
Seat 5: Carl ($120.50 in chips)
Seat 6: Dora ($50 in chips) is sitting out
Bob: the 2nd: posts small blind $0.50
Carl: posts big blind $1.00
*** HOLE CARDS ***
Dealt to Alice [Ah Kd]
Alice: raises $1.50 to $2.50
Bob: the 2nd: folds
Carl: calls $1.50
*** FLOP *** [Kc 7d 2s]
Carl: checks
Alice: bets $4.00
Carl: calls $4.00
*** TURN *** [Kc 7d 2s] [5h]
Carl: checks
Alice: checks
*** RIVER *** [Kc 7d 2s 5h] [9c]
Carl: bets $10.00
Alice: calls $10.00
*** SHOW DOWN ***
Carl: shows [Kh Qh] (a pair of Kings)
Alice: shows [Ah Kd] (a pair of Kings - Ace kicker)
Alice collected $33.50 from pot
*** SUMMARY ***
Total pot $33.50 | Rake $0.00
Board [Kc 7d 2s 5h 9c]
Seat 1: Alice (button) showed [Ah Kd] and won ($33.50) with a pair of Kings
";

/// A hand killed by an official after draws: the cards shown then are not those dealt.
#[test]
fn a_killed_hand_that_has_drawn_is_read() {
    let text = "PokerStars Hand #7700000025:  Badugi Limit (200/400) - 2026/11/29 11:56:57 UTC
Table '75' 3-max (Play Money) Seat #1 is the button
Seat 1: Ana (3684 in chips)
Seat 2: Bea (3633 in chips)
Seat 3: Cid (4710 in chips)
Bea: posts small blind 100
Cid: posts big blind 200
*** DEALING HANDS ***
Ana: calls 200
Bea: folds
Cid: checks
*** FIRST DRAW ***
Cid: discards 3 cards
Ana: discards 3 cards
Cid: checks
Ana: bets 200
Cid: folds
Cid: shows [4h Ah 5h 7h] (a killed hand)
Uncalled bet (200) returned to Ana
Ana collected 500 from pot
*** SUMMARY ***
Total pot 500 | Rake 0
Seat 1: Ana (button) collected (500)
Seat 2: Bea (small blind) folded before Flop
Seat 3: Cid (big blind) folded on the First Draw
";
    let replay = only(tracker::read(text));
    assert_eq!((&replay.error, replay.complete), (&None, true));
    // There is no player of that name in the hand.
    let other = text.replace("Seat 1: Ana (button) collected", "Seat 1: Zoe (button) collected");
    let refused = tracker::read(&other).pop().unwrap().unwrap_err().to_string();
    assert!(refused.contains("nobody of this name"), "{refused}");
}

#[test]
fn a_text_from_elsewhere_is_read() {
    let replay = only(tracker::read(TEXT));
    assert_eq!((&replay.error, replay.complete), (&None, true));
    assert_eq!(
        stacks(&replay),
        [7_950, 10_400, 11_700],
        "cents, from the left of the button on"
    );
    assert_eq!(replay.winnings, [Chips::ZERO, Chips::ZERO, Chips::new(3_350)]);
}

#[test]
fn a_broken_text_names_its_line() {
    let error = |text: &str| {
        let hands = tracker::read(text);
        hands.into_iter().find_map(Result::err).expect("a fault").to_string()
    };
    assert_eq!(
        error(&TEXT.replace("Carl: checks", "Carl: sings")),
        "line 15: `sings` is not an action"
    );
    assert_eq!(
        error(&TEXT.replace("Hold'em No Limit", "Whist No Limit")),
        "line 1: the game `Whist` with this limit is not known"
    );
    assert!(error("nothing\n").starts_with("line 1: there is no hand"));
    let refused = only(tracker::read(
        &TEXT.replace("raises $1.50 to $2.50", "raises $0.50 to $1.50"),
    ));
    assert!(
        refused
            .error
            .expect("a refusal")
            .contains("1.5 is below the minimum of 2")
    );
}

const OHH: &str = r#"{"ohh": {"spec_version": "1.4.7", "site_name": "Elsewhere", "network_name": "Elsewhere",
  "internal_version": "1", "tournament": false, "game_number": "1", "start_date_utc": "2026-11-21T08:00:00Z",
  "table_name": "A", "game_type": "Omaha", "bet_limit": {"bet_type": "PL", "bet_cap": 0.0}, "table_size": 6,
  "currency": "USD", "dealer_seat": 4, "small_blind_amount": 1.00, "big_blind_amount": 2.00, "ante_amount": 0.00,
  "hero_player_id": 8, "players": [
    {"id": 8, "seat": 4, "name": "Alice", "starting_stack": 200.50},
    {"id": 9, "seat": 5, "name": "Bob", "starting_stack": 100.00}],
  "rounds": [
    {"id": 0, "street": "Preflop", "actions": [
      {"action_number": 1, "player_id": 8, "action": "Post SB", "amount": 1.00},
      {"action_number": 2, "player_id": 9, "action": "Post BB", "amount": 2.00},
      {"action_number": 3, "player_id": 8, "action": "Dealt Cards", "cards": ["As", "Ah", "Kd", "Qd"]},
      {"action_number": 4, "player_id": 8, "action": "Raise", "amount": 5.00},
      {"action_number": 5, "player_id": 9, "action": "Call", "amount": 4.00}]},
    {"id": 1, "street": "Flop", "cards": ["2c", "3d", "9h"], "actions": [
      {"action_number": 6, "player_id": 9, "action": "Check"},
      {"action_number": 7, "player_id": 8, "action": "Bet", "amount": 7.50},
      {"action_number": 8, "player_id": 9, "action": "Fold"}]}],
  "pots": [{"number": 0, "amount": 12.00, "rake": 0.00, "player_wins": [{"player_id": 8, "win_amount": 12.00}]}]}}
"#;

#[test]
fn an_open_hand_history_from_elsewhere_is_read() {
    let many = format!("{OHH}\n{}\n{OHH}", OHH.replace("\"Omaha\"", "\"Badugi\""));
    let hands = ohh::read(&many);
    assert_eq!(hands.len(), 3);
    let fault = hands[1].as_ref().expect_err("a game that the format does not know");
    assert_eq!(
        fault.to_string(),
        "line 21: the game `Badugi` with this limit is not known"
    );
    for hand in [&hands[0], &hands[2]] {
        let replay = phh::replay(hand.as_ref().expect("a hand"));
        assert_eq!((&replay.error, replay.complete), (&None, true));
        assert_eq!(stacks(&replay), [9_400, 20_650], "cents, the button last");
    }
    let broken = ohh::read(&OHH.replace("\"Fold\"", "\"Sing\"")).remove(0);
    assert_eq!(
        broken.expect_err("a fault").message,
        "`Sing` is not an action of a hand"
    );
    let cut = ohh::read(&OHH[..400]).remove(0);
    assert_eq!(cut.expect_err("a fault").line, 4);
}
