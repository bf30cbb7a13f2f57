//! Random lives of a table: all that clients and disks do, in any order, and the invariants under it.

use poker_engine::game::catalogue;
use poker_follower::random_action;
use poker_protocol::v1::client::{Entry, SitOutWhen};
use poker_protocol::v1::table::{DoubleBoard, StraddleRule, TableConfig};
use poker_protocol::v1::{Action, Card, Chips};
use serde_json::json;

use super::world::{Chance, Dice, World, config, setup};
use crate::core::mail::TableRequest;
use crate::core::speech::Standing;

const GAMES: [&str; 6] = [
    "no-limit-holdem",
    "limit-holdem",
    "omaha-8",
    "crazy-pineapple",
    "five-card-draw",
    "short-deck",
];

/// A life: players come and go, act and misbehave, while the disk lags and the process dies now and then.
struct Life {
    world: World,
    dice: Dice,
}

impl Life {
    fn new(seed: u64) -> Self {
        let game = GAMES[usize::try_from(seed).unwrap() % GAMES.len()];
        Self::of(config(game), seed)
    }

    /// The life of a mixed-game table.
    fn mixed(seed: u64) -> Self {
        let mix = match seed % 3 {
            0 => json!({"kind": "rotation", "hands": 2, "games": [
                {"game": "limit-holdem"}, {"game": "crazy-pineapple"}, {"game": "omaha-8"},
            ]}),
            1 => json!({"kind": "rotation", "games": [
                {"game": "no-limit-holdem"}, {"game": "five-card-draw"}, {"game": "omaha-8", "limit": "fixed"},
            ]}),
            _ => json!({"kind": "dealers_choice", "games": GAMES.map(|game| json!({"game": game}))}),
        };
        let config = json!({"name": "Test", "game": "", "mix": mix, "seats": 6});
        Self::of(serde_json::from_value(config).unwrap(), seed)
    }

    fn of(mut config: TableConfig, seed: u64) -> Self {
        let mut dice = Dice(seed);
        config.all_in_face_up = dice.one_in(2);
        config.moving_button = dice.one_in(2);
        config.session.run_twice = dice.one_in(2);
        config.private = config.session.run_twice;
        config.session.kitty = config.private;
        let takes_straddles = catalogue::find(&config.game).is_some_and(|game| game.takes_straddles());
        config.session.straddle = takes_straddles.then_some(StraddleRule::AnyPlace);
        if let Some(game) = catalogue::find(&config.game) {
            let double_board = seed.is_multiple_of(3) && config.seats <= game.double_board_seats();
            config.session.double_board = double_board.then_some(DoubleBoard::Always);
            config.session.seven_deuce = game.takes_seven_deuce().then_some(2);
            config.session.dark_bets = game.has_board();
        }
        let mut world = World::with(setup(&config), 9);
        world.entropy = Chance::of(dice.next());
        world.prompt = dice.one_in(2);
        Self { world, dice }
    }

    fn someone(&mut self) -> usize {
        usize::try_from(self.dice.below(self.world.clients.len() as u64)).unwrap()
    }

    fn live(&mut self, moments: u32) {
        for _ in 0..moments {
            self.moment();
            self.settle_sometimes();
        }
        self.world.prompt = true;
        self.world.run();
        self.world.check();
        self.world.check_recovery();
    }

    fn settle_sometimes(&mut self) {
        if !self.world.prompt {
            let count = usize::try_from(self.dice.below(4)).unwrap();
            self.world.write(count);
        }
        if self.dice.one_in(8) {
            let prompt = std::mem::replace(&mut self.world.prompt, true);
            self.world.run();
            self.world.check();
            if self.dice.one_in(8) {
                self.world.check_recovery();
            }
            self.world.prompt = prompt;
        }
    }

    fn moment(&mut self) {
        let client = self.someone();
        match self.dice.below(100) {
            0..=44 => self.act(),
            45..=52 => self.come(client),
            53..=57 => self.sit(client),
            58..=59 => {
                self.world.ask(client, TableRequest::Leave);
            }
            60..=63 => self.sit_out(client),
            64 => {
                let on = self.dice.one_in(2);
                self.world.ask(client, TableRequest::Straddle { on });
            }
            65..=66 => {
                let amount = self.amount(2_000);
                self.world.ask(client, TableRequest::Rebuy { amount });
            }
            67..=69 => {
                let join = self.dice.one_in(2);
                self.world.ask(client, TableRequest::WaitList { join });
            }
            70..=74 => self.misbehave(client),
            75..=76 => self.world.drop_connection(client),
            77 => {
                self.world.ask(client, TableRequest::Unwatch);
            }
            78..=80 => self.show(client),
            81 => {
                let text = "hello".to_owned();
                self.world.ask(
                    client,
                    TableRequest::Chat {
                        text,
                        phrase: None,
                        standing: Standing::Guest,
                        family: Vec::new(),
                    },
                );
            }
            82 => self.world.crash(),
            83..=92 => {
                self.world.wait_until_due();
            }
            _ => {
                let ms = self.dice.below(3_000);
                self.world.wait(ms);
            }
        }
    }

    fn amount(&mut self, most: u64) -> Chips {
        Chips::new(1 + self.dice.below(most)).unwrap()
    }

    fn come(&mut self, client: usize) {
        let watching = self.world.clients[client].is_watching();
        if self.world.clients[client].is_joining() || (watching && !self.dice.one_in(4)) {
            return;
        }
        // A client that already watches would get the same again.
        let known = self.world.clients[client].view().is_some() && !watching;
        let request = if known && self.dice.one_in(2) {
            let after = self.world.clients[client].seq;
            TableRequest::Resume { after }
        } else {
            TableRequest::Watch
        };
        self.world.ask(client, request);
    }

    fn sit(&mut self, client: usize) {
        let (min, max) = (
            self.world.setup.law.buy_in.min.get(),
            self.world.setup.law.buy_in.max.get(),
        );
        let buy_in = if self.dice.one_in(5) {
            self.amount(2 * max)
        } else {
            Chips::new(min + self.dice.below(max - min + 1)).unwrap()
        };
        let seat = self.dice.one_in(2).then(|| u8::try_from(self.dice.below(9)).unwrap());
        let entry = if self.dice.one_in(3) { Entry::Wait } else { Entry::Post };
        self.world.ask(client, TableRequest::Sit { seat, buy_in, entry });
    }

    fn sit_out(&mut self, client: usize) {
        let when = if self.dice.one_in(2) {
            SitOutWhen::NextHand
        } else {
            SitOutWhen::NextBigBlind
        };
        // Coming back must be more frequent than sitting out, or the table falls asleep.
        let out = self.dice.one_in(4);
        let entry = Entry::Post;
        self.world.ask(
            client,
            TableRequest::SitOut {
                out,
                when,
                minutes: None,
                entry,
            },
        );
    }

    fn show(&mut self, client: usize) {
        let hand = self.world.core.table().hand_no();
        let mut cards = vec![Card::new("As").unwrap(), Card::new("2c").unwrap()];
        let play = self.world.core.table().play();
        let who = play.and_then(|play| {
            let account = self.world.clients[client].account();
            let who = play.participants().iter().find(|who| who.account == account)?;
            Some(poker_wire::cards(play.own_cards(who.seat).iter().copied()))
        });
        if let Some(own) = who.filter(|own| !own.is_empty()) {
            cards = own;
            if self.dice.one_in(2) {
                cards.truncate(1);
            }
        }
        self.world.ask(client, TableRequest::Show { hand, cards });
    }

    /// Declares in the dark for a player who, to its own knowledge, may do so.
    fn declare_dark(&mut self) {
        let offered = self.world.clients.iter().enumerate().find_map(|(index, client)| {
            let hand = client.view()?.hand.as_ref()?;
            let offer = hand.dark_offer.filter(|offer| client.seat() == Some(offer.seat))?;
            Some((index, offer, hand.hand, hand.turn.as_ref()?.turn))
        });
        let Some((client, offer, hand, turn)) = offered else {
            return;
        };
        let action = match self.dice.below(3) {
            0 => Action::BetDark { to: offer.min },
            1 => Action::BetDark { to: offer.max },
            _ => Action::CheckDark {},
        };
        self.world.ask(client, TableRequest::Act { hand, turn, action });
    }

    fn act(&mut self) {
        if self.dice.one_in(4) {
            self.declare_dark();
        }
        let asked = self.world.asked();
        let Some(client) = self.dice.pick(&asked).copied() else {
            return;
        };
        let choices = self.world.clients[client].choices();
        let Some((hand, turn)) = self.world.clients[client].turn() else {
            return;
        };
        let action = random_action(&choices, &mut self.dice).unwrap();
        let id = self.world.ask(client, TableRequest::Act { hand, turn, action });
        if let Some(error) = self.world.clients[client].errors.get(&id) {
            // An offered action is accepted, unless the answer came too late.
            let late = matches!(
                error.code,
                poker_protocol::v1::ErrorCode::TurnStale
                    | poker_protocol::v1::ErrorCode::TurnNotYours
                    | poker_protocol::v1::ErrorCode::TurnNoHand
            );
            assert!(late, "{error:?}");
        }
    }

    /// Repeats the last act, acts out of turn, answers an old decision, or acts illegally.
    fn misbehave(&mut self, client: usize) {
        let again = self.world.clients[client].acted.clone();
        if let Some((id, request)) = again.filter(|_| self.dice.one_in(2)) {
            if !self.world.clients[client].open.contains(&id) {
                self.world.ask_as(client, &id, request);
            }
            return;
        }
        let (hand, turn) = self.world.clients[client].turn().unwrap_or((1, 1));
        let hand = (hand + 1).saturating_sub(self.dice.below(2));
        let turn = turn.saturating_sub(u32::try_from(self.dice.below(2)).unwrap());
        let action = match self.dice.below(4) {
            0 => Action::Raise { to: self.amount(5) },
            1 => Action::Bet {
                to: Chips::new(Chips::MAX).unwrap(),
            },
            2 => Action::Discard {
                cards: vec![Card::new("As").unwrap()],
            },
            _ => Action::Call {
                amount: Some(self.amount(3)),
            },
        };
        self.world.ask(client, TableRequest::Act { hand, turn, action });
    }
}

/// The seeds of a run: a few by default, more on demand (`POKER_SEEDS=0..5000`).
pub(super) fn seeds(few: u64) -> std::ops::Range<u64> {
    let Ok(text) = std::env::var("POKER_SEEDS") else {
        return 0..few;
    };
    let (first, end) = text.split_once("..").expect("POKER_SEEDS=FIRST..END");
    first.parse().unwrap()..end.parse().unwrap()
}

/// Seeds that once failed. 63: a declaration in the dark outlived, for clients that had seen it, the last bet that any
/// player could call. 750: a player's connection was reported under a seat that was not durable yet.
const MENDED: [u64; 2] = [63, 750];

/// Nothing is shown before it is durable; numbers have no gaps and are the same for all viewers; a table built from
/// events matches a snapshot; the journal gives the live table; chips are conserved; no frame contains a card that its
/// reader may not see; each request has one answer.
#[test]
fn whatever_happens_the_table_keeps_its_promises() {
    live_all(Life::new, seeds(24), &MENDED);
}

/// The same for tables that change the game between hands, in turn or by dealer's choice.
#[test]
fn whatever_happens_a_table_of_several_games_keeps_its_promises() {
    let told = live_all(Life::mixed, seeds(24), &[]);
    let count = |kind: &str| told.iter().filter(|event| event.contains(kind)).count();
    let (changed, asked) = (count("game_changed"), count("pick_game"));
    let withdrawn = count("pick_withdrawn");
    println!("{changed} times another game, {asked} dealers asked, {withdrawn} not any more");
    assert!(changed > 12 && asked > 12 && withdrawn > 0);
}

/// Lives a life per seed; returns all events.
fn live_all(begin: fn(u64) -> Life, seeds: std::ops::Range<u64>, mended: &[u64]) -> Vec<String> {
    let (mut hands, mut showdowns) = (0, 0);
    let mut told = Vec::new();
    for seed in seeds.clone().chain(mended.iter().copied()) {
        let life = std::panic::catch_unwind(|| {
            let mut life = begin(seed);
            life.live(600);
            life
        });
        let life = life.unwrap_or_else(|_| panic!("seed {seed} fails; POKER_SEEDS={seed}..{} repeats it", seed + 1));
        hands += life.world.core.table().hand_no();
        showdowns += life
            .world
            .told
            .values()
            .filter(|event| event.contains("hand_shown"))
            .count();
        for client in &life.world.clients {
            assert!(client.open.is_empty(), "seed {seed}: {:?} has no answer", client.open);
        }
        told.extend(life.world.told.into_values());
    }
    println!("{hands} hands, {showdowns} hands shown");
    let lives = seeds.end - seeds.start;
    assert!(
        hands > 5 * lives && showdowns as u64 > lives,
        "{hands} hands, {showdowns} hands shown"
    );
    told
}
