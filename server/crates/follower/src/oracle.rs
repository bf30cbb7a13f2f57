//! No message holds a card that its reader may not know, nor anything computed from one.

use std::collections::{BTreeMap, BTreeSet};

use poker_protocol::v1::Card;
use serde_json::Value;

/// The cards of a hand as far as it has been dealt.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Dealt {
    /// The cards that each player was dealt, by account and seat.
    pub hands: Vec<(String, u8, Vec<String>)>,
    /// The cards of the board, of both boards where there are two.
    pub board: Vec<String>,
    /// The cards that everybody has seen.
    pub seen: Vec<String>,
}

/// Knows every card, and who may know it. It knows games in which no card of a player lies face up, and none is wild.
#[derive(Debug, Default)]
pub struct Oracle {
    hands: BTreeMap<u64, Truth>,
}

#[derive(Debug, Default)]
struct Truth {
    own: BTreeMap<String, BTreeSet<String>>,
    seats: BTreeMap<u64, BTreeSet<String>>,
    board: BTreeSet<String>,
    seen: BTreeSet<String>,
}

impl Oracle {
    /// Notes what a hand has dealt so far.
    pub fn learn(&mut self, hand: u64, dealt: Dealt) {
        let truth = self.hands.entry(hand).or_default();
        truth.board = dealt.board.into_iter().collect();
        for (account, seat, cards) in dealt.hands {
            let cards: BTreeSet<String> = cards.into_iter().collect();
            truth.seats.insert(seat.into(), cards.clone());
            truth.own.insert(account, cards);
        }
        truth.seen.extend(dealt.seen);
    }

    /// Checks a frame that an account gets; `begun` are the numbers with which hands began.
    pub fn check(&self, account: &str, frame: &str, begun: &BTreeMap<u64, u64>) {
        let hand_at = |seq| begun.range(..=seq).next_back().map_or(0, |(_, hand)| *hand);
        let message: Value = serde_json::from_str(frame).expect("a message is JSON");
        match message["type"].as_str().unwrap_or_default() {
            "events" => {
                for event in list(&message["events"]) {
                    let hand = hand_at(number(&event["seq"]));
                    self.check_event(hand, &event["event"]);
                }
            }
            "private" => {
                for part in list(&message["events"]) {
                    let hand = hand_at(number(&part["seq"]));
                    self.may_know(account, hand, part);
                }
            }
            "snapshot" => {
                let state = &message["state"];
                let hand = state["hand"]["hand"].as_u64().unwrap_or(0);
                self.may_know(account, hand, state);
            }
            "error" => {
                let hand = begun.values().last().copied().unwrap_or(0);
                self.may_know(account, hand, &message);
            }
            _ => assert_eq!(cards_in(&message), BTreeSet::new(), "{frame}"),
        }
    }

    fn check_event(&self, hand: u64, event: &Value) {
        let kind = event["kind"].as_str().expect("an event has a kind");
        let truth = self.hands.get(&hand);
        let of_seat = |seat: &Value| {
            let cards = truth.and_then(|truth| truth.seats.get(&number(seat)));
            cards.cloned().unwrap_or_default()
        };
        let board = truth.map(|truth| truth.board.clone()).unwrap_or_default();
        let allowed: BTreeSet<String> = match kind {
            "board_dealt" | "second_board_dealt" => board,
            // Of a deck of its own, before the hand.
            "dealer_drawn" | "seats_drawn" => cards_in(event),
            // The next cards of the deck, which no player holds or held.
            "rabbit_shown" => {
                let held = truth.map(|truth| truth.seats.values().flatten().cloned().collect::<BTreeSet<_>>());
                cards_in(event).difference(&held.unwrap_or_default()).cloned().collect()
            }
            "openers_shown" | "killed_shown" | "seven_deuce_paid" => of_seat(&event["seat"]),
            "hand_shown" => board.union(&of_seat(&event["seat"])).cloned().collect(),
            "hands_tabled" | "hands_opened" => list(&event["hands"])
                .iter()
                .flat_map(|hand| of_seat(&hand["seat"]))
                .collect(),
            _ => BTreeSet::new(),
        };
        let told = cards_in(event);
        assert!(told.is_subset(&allowed), "{event} tells more than {allowed:?}");
    }

    fn may_know(&self, account: &str, hand: u64, told: &Value) {
        let mut allowed = BTreeSet::new();
        if let Some(truth) = self.hands.get(&hand) {
            allowed.extend(truth.board.iter().chain(&truth.seen).cloned());
            allowed.extend(truth.own.get(account).into_iter().flatten().cloned());
        }
        let cards = cards_in(told);
        assert!(
            cards.is_subset(&allowed),
            "{account} may know {allowed:?} and is told {told}"
        );
    }
}

fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

fn number(value: &Value) -> u64 {
    value.as_u64().expect("a number")
}

/// Every text in a message that is the name of a card.
fn cards_in(value: &Value) -> BTreeSet<String> {
    match value {
        Value::String(text) => Card::new(text).map(|_| text.clone()).into_iter().collect(),
        Value::Array(values) => values.iter().flat_map(cards_in).collect(),
        Value::Object(fields) => fields.values().flat_map(cards_in).collect(),
        _ => BTreeSet::new(),
    }
}
