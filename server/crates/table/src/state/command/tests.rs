use rand::SeedableRng as _;
use rand::rngs::ChaCha20Rng;

use super::super::deck::{Nonce, RefillSecret};
use super::*;

fn order(command: Command) -> TableOrder {
    let by = Some(RequestOrigin {
        account: AccountId::generate(),
        id: "7".to_owned(),
    });
    TableOrder { at: 5, by, command }
}

fn cards(text: &str) -> Vec<Card> {
    text.split(' ').map(|card| Card::new(card).unwrap()).collect()
}

fn deal(draw_cards: Vec<Card>, refills: Option<RefillSecret>) -> Command {
    let (deck, nonce) = (cards("Ah Kd"), Nonce::draw(&mut ChaCha20Rng::from_seed([5; 32])));
    Command::Deal {
        draw: 2519,
        draw_cards,
        shuffle: Box::new(Shuffle { deck, refills, nonce }),
    }
}

#[test]
fn rows_read_back() {
    let mut rng = ChaCha20Rng::from_seed([3; 32]);
    let refills = Some(RefillSecret::draw(&mut rng));
    for command in [
        deal(cards("Js"), None),
        deal(Vec::new(), refills),
        Command::Act {
            seat: 2,
            action: Action::Discard { cards: cards("2c 3c") },
            back: true,
        },
        Command::Act {
            seat: 2,
            action: Action::Raise {
                to: Chips::new(40).unwrap(),
            },
            back: false,
        },
        Command::TimeOut { seat: 1, absent: true },
        Command::Pick {
            seat: 1,
            game: None,
            absent: true,
        },
    ] {
        let order = order(command);
        let (row, sealed) = order.encode();
        assert_eq!(TableOrder::decode(&row, sealed.as_deref()), Ok(order));
    }
}

#[test]
fn hidden_cards_are_in_the_sealed_part_alone() {
    for command in [
        deal(Vec::new(), None),
        Command::Act {
            seat: 2,
            action: Action::Discard { cards: cards("Ah Kd") },
            back: false,
        },
    ] {
        let (row, sealed) = order(command).encode();
        let row = String::from_utf8(row).unwrap();
        assert!(!row.contains("Ah") && !row.contains("Kd"), "{row}");
        let sealed = String::from_utf8(sealed.unwrap()).unwrap();
        assert!(sealed.contains("[\"Ah\",\"Kd\"]"), "{sealed}");
        assert!(TableOrder::decode(row.as_bytes(), None).is_err());
    }
}

#[test]
fn the_draw_is_even_for_every_number_of_seats() {
    for seats in 1..=10 {
        assert_eq!(DRAW_RANGE % seats, 0);
    }
}
