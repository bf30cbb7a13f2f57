//! Turning choices into answers.

use poker_protocol::v1::{Action, Card, Chips, Choice, Fill};

/// Leaves everything at its default.
struct Least;
impl Fill for Least {}

/// Takes the opposite extreme of every open part.
struct Most;
impl Fill for Most {
    fn total(&mut self, _: Chips, max: Chips) -> Chips {
        max
    }
    fn cards(&mut self, _: u8, max: u8, cards: &[Card]) -> Vec<Card> {
        cards.iter().rev().copied().take(max.into()).collect()
    }
    fn one_of(&mut self, count: usize) -> usize {
        count - 1
    }
}

fn filled(choice: &str) -> [Option<serde_json::Value>; 2] {
    let choice: Choice = serde_json::from_str(choice).unwrap();
    let json = |action: Option<Action>| action.map(|action| serde_json::to_value(action).unwrap());
    [json(choice.fill_in(&mut Least)), json(choice.fill_in(&mut Most))]
}

#[test]
fn what_a_choice_leaves_open_is_filled_in() {
    let [least, most] = filled(r#"{"kind":"raise","min":20,"max":90}"#);
    assert_eq!(least.unwrap()["to"], 20);
    assert_eq!(most.unwrap()["to"], 90);
    let discard = r#"{"kind":"discard","min":1,"max":2,"cards":["As","Kd","2c"],"replaced":false,"up":{"min":1,"max":1,"cards":["9h"]}}"#;
    let [least, most] = filled(discard);
    assert_eq!(least.unwrap()["cards"], serde_json::json!(["As", "9h"]));
    assert_eq!(most.unwrap()["cards"], serde_json::json!(["2c", "Kd", "9h"]));
    let [least, most] = filled(r#"{"kind":"declare","options":["high","low"]}"#);
    assert_eq!(
        (least.unwrap()["sides"].clone(), most.unwrap()["sides"].clone()),
        ("high".into(), "low".into())
    );
    let [least, most] = filled(r#"{"kind":"roll","min":1,"max":1,"cards":["As"],"announce":[]}"#);
    assert_eq!(least, most);
    assert_eq!(filled(r#"{"kind":"declare","options":[]}"#), [None, None]);
    assert_eq!(filled(r#"{"kind":"pick_game","games":[]}"#), [None, None]);
}
