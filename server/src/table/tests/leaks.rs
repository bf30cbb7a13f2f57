//! No frame contains a card that its reader may not see, nor anything computed from one.

use std::collections::{BTreeMap, BTreeSet};

use poker_engine::game::catalogue;
use poker_protocol::v1::table::DoubleBoard;
use poker_protocol::v1::{Card, Chips, Fill};
use serde_json::Value;

use super::life::seeds;
use super::world::{Dice, World, config, setup};
use crate::store::AccountId;
use crate::table::core::Outputs;
use crate::table::core::mail::TableRequest;
use crate::table::state::command::Command;
use crate::table::state::deck::Shuffle;
use crate::table::state::play::Play;

/// A record of every card, and of the accounts that may see it.
#[derive(Debug, Default)]
pub(super) struct Oracle {
    hands: BTreeMap<u64, Truth>,
}

#[derive(Debug, Default)]
struct Truth {
    own: BTreeMap<AccountId, BTreeSet<String>>,
    seats: BTreeMap<u64, BTreeSet<String>>,
    board: BTreeSet<String>,
    seen: BTreeSet<String>,
}

impl Oracle {
    /// Records the cards that a hand has dealt so far.
    pub(super) fn learn(&mut self, play: &Play) {
        let truth = self.hands.entry(play.no).or_default();
        let boards = play.hand().board().iter().chain(play.hand().second_board());
        truth.board = boards.map(ToString::to_string).collect();
        for who in play.participants() {
            let cards: BTreeSet<String> = play.received(who.seat).iter().map(ToString::to_string).collect();
            truth.seats.insert(who.seat.number().into(), cards.clone());
            truth.own.insert(who.account, cards);
            truth
                .seen
                .extend(play.seen(who.seat).iter().map(|card| card.to_string()));
        }
    }

    /// Checks a frame sent to an account; `begun` are the numbers of the events that began hands.
    pub(super) fn check(&self, account: AccountId, frame: &str, begun: &BTreeMap<u64, u64>) {
        let hand_at = |seq| begun.range(..=seq).next_back().map_or(0, |(_, hand)| *hand);
        let message: Value = serde_json::from_str(frame).unwrap();
        match message["type"].as_str().unwrap() {
            "events" => {
                for event in message["events"].as_array().unwrap() {
                    let hand = hand_at(event["seq"].as_u64().unwrap());
                    self.check_event(hand, &event["event"]);
                }
            }
            "private" => {
                for part in message["events"].as_array().unwrap() {
                    let hand = hand_at(part["seq"].as_u64().unwrap());
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
        let kind = event["kind"].as_str().unwrap();
        let truth = self.hands.get(&hand);
        let of_seat = |seat: &Value| {
            let cards = truth.and_then(|truth| truth.seats.get(&seat.as_u64().unwrap()));
            cards.cloned().unwrap_or_default()
        };
        let board = truth.map(|truth| truth.board.clone()).unwrap_or_default();
        let allowed: BTreeSet<String> = match kind {
            "board_dealt" | "second_board_dealt" => board,
            // From a deck of its own, before the hand.
            "dealer_drawn" | "seats_drawn" => cards_in(event),
            // The next cards of the deck, which no player has or had.
            "rabbit_shown" => {
                let held = truth.map(|truth| truth.seats.values().flatten().cloned().collect::<BTreeSet<_>>());
                cards_in(event).difference(&held.unwrap_or_default()).cloned().collect()
            }
            "openers_shown" | "killed_shown" | "seven_deuce_paid" => of_seat(&event["seat"]),
            "hand_shown" => board.union(&of_seat(&event["seat"])).cloned().collect(),
            "hands_tabled" => {
                let hands = event["hands"].as_array().unwrap();
                hands.iter().flat_map(|hand| of_seat(&hand["seat"])).collect()
            }
            _ => BTreeSet::new(),
        };
        let told = cards_in(event);
        assert!(told.is_subset(&allowed), "{event} tells more than {allowed:?}");
    }

    fn may_know(&self, account: AccountId, hand: u64, told: &Value) {
        let mut allowed = BTreeSet::new();
        if let Some(truth) = self.hands.get(&hand) {
            allowed.extend(truth.board.iter().chain(&truth.seen).cloned());
            allowed.extend(truth.own.get(&account).into_iter().flatten().cloned());
        }
        let cards = cards_in(told);
        assert!(
            cards.is_subset(&allowed),
            "{account} may know {allowed:?} and is told {told}"
        );
    }
}

/// All texts in a message that are names of cards.
fn cards_in(value: &Value) -> BTreeSet<String> {
    match value {
        Value::String(text) => Card::new(text).map(|_| text.clone()).into_iter().collect(),
        Value::Array(values) => values.iter().flat_map(cards_in).collect(),
        Value::Object(fields) => fields.values().flat_map(cards_in).collect(),
        _ => BTreeSet::new(),
    }
}

/// The detector works: a frame with another player's card is reported as a leak.
#[test]
fn the_oracle_sees_a_card_that_is_not_ones_own() {
    let mut world = World::new("no-limit-holdem", 2);
    world.seat_all(500);
    world.wait_until_due();
    let [a, b] = [0, 1].map(|client| world.clients[client].account());
    let frames = world.clients[0].frames.clone();
    let private = frames.iter().find(|frame| frame.contains("\"cards\",\"seq\"")).unwrap();
    let mut oracle = Oracle::default();
    oracle.learn(world.core.table().play().unwrap());
    oracle.check(a, private, &world.disk.begun);
    let check = || oracle.check(b, private, &world.disk.begun);
    let leak = std::panic::catch_unwind(std::panic::AssertUnwindSafe(check));
    assert!(leak.is_err());
}

/// Two tables that are the same in everything but the cards that one viewer cannot see.
struct Twins {
    worlds: [World; 2],
    viewer: usize,
    dice: Dice,
}

impl Twins {
    fn new(seed: u64, game: &str) -> Self {
        let mut dice = Dice(seed);
        let mut config = config(game);
        config.all_in_face_up = dice.one_in(2);
        config.session.run_twice = dice.one_in(2);
        let double_board_seats = catalogue::find(game).map_or(0, |game| game.double_board_seats());
        let double_board = seed.is_multiple_of(2) && config.seats <= double_board_seats;
        config.session.double_board = double_board.then_some(DoubleBoard::Always);
        let players = 2 + usize::try_from(dice.below(4)).unwrap();
        // The last client only watches.
        let worlds = [(); 2].map(|()| {
            let mut world = World::with(setup(&config), players + 1);
            for client in 0..=players {
                world.ask(client, TableRequest::Watch);
            }
            for client in 0..players {
                world.sit(client, 400 + 40 * client as u64);
            }
            world
        });
        let viewer = usize::try_from(dice.below(players as u64 + 1)).unwrap();
        Self { worlds, viewer, dice }
    }

    /// Deals the same hand at both, except for the cards that the viewer cannot see. `false` if no hand can be dealt.
    fn deal(&mut self) -> bool {
        let game = self.worlds[0].setup.played(0).game.clone();
        let mut deck: Vec<poker_engine::Card> = game.cards().iter().collect();
        shuffle(&mut deck, &mut self.dice);
        if !self.worlds[0].core.table().law.cash().unwrap().can_start() {
            return false;
        }
        commit_deal(&mut self.worlds[0], &deck);
        let (visible, board) = self.visible(&game);
        let dealt = self.worlds[0]
            .core
            .table()
            .play()
            .map_or(0, |play| play.participants().len());
        let board_from = dealt * game.cards_each();
        let hidden: Vec<usize> = (0..deck.len())
            .filter(|index| !visible.contains(&deck[*index]) && !(board_from..board_from + board).contains(index))
            .collect();
        let mut moved: Vec<poker_engine::Card> = hidden.iter().map(|index| deck[*index]).collect();
        shuffle(&mut moved, &mut self.dice);
        for (index, card) in hidden.into_iter().zip(moved) {
            deck[index] = card;
        }
        commit_deal(&mut self.worlds[1], &deck);
        true
    }

    fn visible(&self, game: &poker_engine::GameDef) -> (Vec<poker_engine::Card>, usize) {
        let world = &self.worlds[0];
        let account = world.clients[self.viewer].account();
        let play = world.core.table().play().unwrap();
        let own = play.participants().iter().find(|who| who.account == account);
        let own = own.map_or_else(Vec::new, |who| play.own_cards(who.seat).to_vec());
        // The board may be dealt twice.
        (own, 2 * game.board_cards())
    }

    /// Plays a hand at both, with the same decisions. `false` once legitimate reveals have made them differ.
    fn play(&mut self) -> bool {
        loop {
            let asked: Vec<usize> = self.worlds[0].asked();
            let Some(client) = self.dice.pick(&asked).copied() else {
                break;
            };
            assert_eq!(asked, self.worlds[1].asked());
            let before = self.frames().map(<[String]>::len);
            let choices = [0, 1].map(|world: usize| self.worlds[world].clients[client].choices());
            let kind = usize::try_from(self.dice.below(choices[0].len() as u64)).unwrap();
            let high = self.dice.one_in(6);
            for (world, choices) in self.worlds.iter_mut().zip(choices) {
                let (hand, turn) = world.clients[client].turn().unwrap();
                let action = choices[kind].fill_in(&mut Blind { high }).unwrap();
                world.ask(client, TableRequest::Act { hand, turn, action });
            }
            let shown = |frame: &String| frame.contains("hand_shown") || frame.contains("hands_tabled");
            if self.frames()[0][before[0]..].iter().any(shown) {
                return false;
            }
            let seen = self
                .frames()
                .map(|frames| frames.iter().map(|frame| uncommitted(frame)).collect::<Vec<_>>());
            assert_eq!(seen[0], seen[1], "the viewer sees a difference");
        }
        true
    }

    fn frames(&self) -> [&[String]; 2] {
        [0, 1].map(|world: usize| &self.worlds[world].clients[self.viewer].frames[..])
    }
}

/// A frame without the commitment to the deck, which differs with the deck and reveals nothing about it.
fn uncommitted(frame: &str) -> String {
    match frame.split_once("\"commitment\":\"") {
        Some((before, after)) => format!("{before}{}", &after[64..]),
        None => frame.to_owned(),
    }
}

/// Fills in choices without looking at a card: discards are made by position.
struct Blind {
    high: bool,
}

impl Fill for Blind {
    fn total(&mut self, min: Chips, max: Chips) -> Chips {
        if self.high { max } else { min }
    }
}

fn shuffle<T>(items: &mut [T], dice: &mut Dice) {
    for last in (1..items.len()).rev() {
        let other = usize::try_from(dice.below(last as u64 + 1)).unwrap();
        items.swap(last, other);
    }
}

fn commit_deal(world: &mut World, deck: &[poker_engine::Card]) {
    let command = Command::Deal {
        draw: 0,
        draw_cards: Vec::new(),
        shuffle: Box::new(Shuffle {
            deck: crate::wire::cards(deck.iter().copied()),
            ..Shuffle::default()
        }),
    };
    let mut out = Outputs::default();
    let now = world.now();
    world.core.commit(command, None, now, &mut out).unwrap();
    world.carry_out(out);
    world.run();
}

/// Whatever cards others have, a viewer gets the same bytes until they are shown.
#[test]
fn hidden_cards_change_no_byte_of_what_another_sees() {
    let (mut hands, mut compared) = (0_u32, 0_usize);
    for seed in seeds(120) {
        let game = ["no-limit-holdem", "omaha-8", "crazy-pineapple", "pineapple"][usize::try_from(seed % 4).unwrap()];
        let mut twins = Twins::new(seed, game);
        while hands < u32::MAX && twins.deal() {
            hands += 1;
            if !twins.play() || hands.is_multiple_of(8) {
                break;
            }
        }
        compared += twins.frames()[0].len();
    }
    assert!(hands > 120 && compared > 2_000, "{hands} hands and {compared} frames");
}
