//! No frame contains a card that its reader may not see, nor anything computed from one.

use poker_engine::game::catalogue;
use poker_follower::{Dealt, Dice, Oracle};
use poker_protocol::v1::table::DoubleBoard;
use poker_protocol::v1::{Chips, Fill};

use super::hosting::hosted_as;
use super::life::seeds;
use super::world::{World, config, setup};
use crate::core::Outputs;
use crate::core::mail::TableRequest;
use crate::state::command::Command;
use crate::state::deck::Shuffle;
use crate::state::hosting::HostRule;
use crate::state::play::{HandInPlay, Participant};

/// The cards of a hand as far as it has been dealt.
pub(super) fn dealt(play: &HandInPlay) -> Dealt {
    let names = |cards: &[poker_engine::Card]| cards.iter().map(ToString::to_string).collect();
    let of = |who: &Participant| {
        (
            who.account.to_string(),
            who.seat.number(),
            names(play.received(who.seat)),
        )
    };
    let boards = play.hand().board().iter().chain(play.hand().second_board());
    let seen = play.participants().iter().flat_map(|who| play.seen(who.seat).iter());
    Dealt {
        hands: play.participants().iter().map(of).collect(),
        board: boards.map(ToString::to_string).collect(),
        seen: seen.map(|card| card.to_string()).collect(),
    }
}

/// The detector works: a frame with another player's card is reported as a leak.
#[test]
fn the_oracle_sees_a_card_that_is_not_ones_own() {
    let mut world = World::new("no-limit-holdem", 2);
    world.seat_all(500);
    world.wait_until_due();
    let [a, b] = [0, 1].map(|client| world.clients[client].account().to_string());
    let frames = world.clients[0].frames.clone();
    let private = frames.iter().find(|frame| frame.contains("\"cards\",\"seq\"")).unwrap();
    let mut oracle = Oracle::default();
    let play = world.core.table().play().unwrap();
    oracle.learn(play.no, dealt(play));
    oracle.check(&a, private, &world.disk.begun);
    let check = || oracle.check(&b, private, &world.disk.begun);
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
        let is_class = dice.one_in(3);
        if is_class {
            config.private = true;
            (config.session.own_chips, config.session.class) = (true, true);
        }
        let players = 2 + usize::try_from(dice.below(4)).unwrap();
        // The last client only watches.
        let worlds = [(); 2].map(|()| {
            let mut world = if is_class {
                hosted_as(&config, players + 1)
            } else {
                World::with(setup(&config), players + 1)
            };
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

    /// Stops the hand at both tables of a class, asks for the cards, and lets all but one of the holders agree.
    fn discuss(&mut self) {
        let missing = usize::try_from(self.dice.below(6)).unwrap();
        for world in &mut self.worlds {
            let hand = world.core.table().hand_no();
            for rule in [HostRule::StopHand { minutes: 1 }, HostRule::AskReveal {}] {
                world.ask(0, TableRequest::Host(rule));
            }
            let live = |world: &World, client: usize| {
                let play = world.core.table().play().unwrap();
                play.seat_of(world.clients[client].account())
                    .is_some_and(|seat| play.contends(seat))
            };
            let holders: Vec<usize> = (0..world.clients.len()).filter(|client| live(world, *client)).collect();
            for (at, client) in holders.iter().enumerate() {
                if at != missing % holders.len() {
                    world.ask(*client, TableRequest::Consent { hand, agree: true });
                }
            }
            world.ask(self.viewer, TableRequest::Watch);
            world.ask(0, TableRequest::Host(HostRule::Resume {}));
        }
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
            if self.worlds[0].setup.session.class && self.dice.one_in(4) {
                self.discuss();
            }
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
            deck: poker_wire::cards(deck.iter().copied()),
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
    let (mut hands, mut compared, mut discussed) = (0_u32, 0_usize, 0_usize);
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
        let consents = twins.frames()[0].iter().filter(|frame| frame.contains("\"agreed\":"));
        discussed += consents.count();
    }
    assert!(discussed > 100, "{discussed} consents");
    assert!(hands > 120 && compared > 2_000, "{hands} hands and {compared} frames");
}
