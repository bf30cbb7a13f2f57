//! A lesson in the events of its table, as the engine plays it.

use std::sync::Arc;
use std::{iter, mem};

use poker_engine::event::{Event, PublicEvent as Told};
use poker_engine::game::{GameDef, ShowRule, Stakes, Structure, catalogue};
use poker_engine::setup::{SeatSetup, TableRules};
use poker_engine::{Chips, Deck, Hand, SeatIx, SeatSet, Setup, Viewer};
use poker_protocol::v1::choice::DecisionKind;
use poker_protocol::v1::event::{PrivateEvent, SeatStack, ShownCards};
use poker_protocol::v1::mix::{GameAtHand, OfferedGame};
use poker_protocol::v1::rest::{HandPlayer, HandRecord};
use poker_protocol::v1::table::GameInfo;
use poker_protocol::v1::{Action, Card, Choice, PlayerInfo, PlayerKind, PublicEvent, TableId};
use poker_table::catalogue_mixes;
use poker_wire::{self as wire, MadeAt, OwnHand, PrivateRecord};
use serde_json::{Value, json};

use super::{Done, ME, Player, Script, game_of};

/// A lesson in the events of its table.
pub(super) struct Telling<'a> {
    script: &'a Script,
    /// The game at the table.
    pub(super) game: &'static Arc<GameDef>,
    /// The running hand, or the last one.
    hand: Option<Box<Hand>>,
    hand_no: u64,
    stacks: Vec<Chips>,
    pub(super) events: Vec<PublicEvent>,
    /// Number of events before the hand.
    before: usize,
    private: PrivateRecord,
    /// The learner's private events in the hands before this one.
    parts: Vec<PrivateEvent>,
    /// Every card of the learner, hand after hand.
    cards: Vec<Card>,
    asked: Vec<PrivateEvent>,
}

impl<'a> Telling<'a> {
    pub(super) fn begin(script: &'a Script) -> Self {
        let mut telling = Self {
            script,
            game: game_of(script, &script.game),
            hand: None,
            hand_no: 0,
            stacks: script.players.iter().map(|player| Chips::new(player.stack)).collect(),
            events: Vec::new(),
            before: 0,
            private: nothing_learned(),
            parts: Vec::new(),
            cards: Vec::new(),
            asked: Vec::new(),
        };
        if script.menu.is_empty() {
            telling.deal(script.button, &script.deck);
        } else {
            telling.ask_dealer();
        }
        telling
    }

    pub(super) fn is_over(&self) -> bool {
        self.hand.as_ref().is_some_and(|hand| hand.is_over())
    }

    /// Returns the stakes of a game at the table.
    fn structure(&self, game: &GameDef) -> Structure {
        let mix = self.script.mix.as_ref();
        let rotation = catalogue::rotations().iter().find(|rotation| Some(&rotation.id) == mix);
        let entry = rotation.and_then(|rotation| rotation.games.iter().find(|entry| entry.game.id == game.id));
        let stakes = entry.map_or_else(Stakes::default, |entry| entry.stakes(1));
        game.structure(&stakes).unwrap()
    }

    fn at_hand(&self, game: &GameDef) -> GameAtHand {
        let structure = self.structure(game);
        GameAtHand {
            game: game.id.clone(),
            game_name: wire::local_name(&game.name),
            limit: structure.tiers[0].kind().code().to_owned(),
            stakes: wire::stakes(&structure),
        }
    }

    /// Describes several games at one table: their common name, and those played here.
    pub(super) fn mix_of(&self, id: &String) -> Value {
        let mix = catalogue_mixes().into_iter().find(|mix| mix.id.as_ref() == Some(id));
        let name = mix
            .and_then(|mix| mix.name)
            .unwrap_or_else(|| panic!("no such mix as {id}"));
        let changed = self.events.iter().filter_map(|event| match event {
            PublicEvent::GameChanged { game, .. } => Some(game.game.as_str()),
            _ => None,
        });
        let games: Vec<GameInfo> = iter::once(self.script.game.as_str())
            .chain(changed)
            .map(|id| wire::game_info(game_of(self.script, id)))
            .collect();
        json!({ "id": id, "name": name, "games": games })
    }

    /// Returns the learner's choices now.
    pub(super) fn offered(&self) -> Vec<Choice> {
        match &self.hand {
            Some(hand) => wire::choices(&hand.choices(ME), &hand.seat_view(ME, Viewer::Seat(ME))),
            None => vec![Choice::PickGame { games: self.menu() }],
        }
    }

    fn menu(&self) -> Vec<OfferedGame> {
        let offer = |id: &String| {
            let at_hand = self.at_hand(game_of(self.script, id));
            OfferedGame {
                game: at_hand.game,
                name: at_hand.game_name,
                limits: vec![at_hand.limit],
            }
        };
        self.script.menu.iter().map(offer).collect()
    }

    fn ask_dealer(&mut self) {
        assert_eq!(self.script.button, 1, "{}: the learner deals", self.script.id);
        self.events.push(PublicEvent::TurnStarted {
            turn: 0,
            seats: vec![ME.number()],
            decision: DecisionKind::PickGame,
            hand: Some(1),
            dark: None,
            draw: None,
        });
        let asked = self.question(0, 1, 0);
        self.asked.push(asked);
    }

    fn change(&mut self, game: &str, seat: Option<u8>) {
        self.game = game_of(self.script, game);
        self.events.push(PublicEvent::GameChanged {
            game: self.at_hand(self.game),
            seat,
            auto: false,
        });
    }

    fn deal(&mut self, button: u8, deck: &[Card]) {
        let game = self.game;
        self.hand_no += 1;
        self.before = self.events.len();
        let count = u8::try_from(self.stacks.len()).unwrap();
        let button = SeatIx::new(button - 1);
        let seats: SeatSet = (0..count).map(SeatIx::new).collect();
        let structure = self.structure(game);
        let (small_blind, big_blind) = game.blind_layout().seats(seats, button);
        let players = seats.iter().zip(&self.stacks).map(|(seat, stack)| SeatSetup {
            seat,
            stack: *stack,
            dead: false,
        });
        let setup = Setup {
            seat_count: count,
            players: players.collect(),
            button,
            small_blind,
            big_blind,
            posts: structure.posts(seats, button, small_blind, big_blind),
            bring_in: structure.bring_in,
            tiers: structure.tiers,
            carried: Chips::ZERO,
            openers: None,
            // A learner sees what the others had.
            rules: TableRules {
                show: Some(ShowRule::All),
                ..TableRules::default()
            },
        };
        self.events.push(PublicEvent::HandStarted {
            hand: self.hand_no,
            game: game.id.clone(),
            button: button.number(),
            small_blind: small_blind.map(SeatIx::number),
            big_blind: big_blind.map(SeatIx::number),
            seats: setup.players.iter().map(stack_of).collect(),
            carried: wire::chips(Chips::ZERO),
            bomb_pot: false,
            bomb_pot_in: None,
            double_board: false,
            level: None,
            dead: Vec::new(),
            waiting: Vec::new(),
            commitment: None,
        });
        let cards: Vec<poker_engine::Card> = deck.iter().map(|card| card.to_string().parse().unwrap()).collect();
        let deck = Deck::dealing(&cards, game.cards());
        let (hand, events) = Hand::deal(Arc::clone(game), setup, deck).unwrap();
        self.hand = Some(hand);
        self.tell(&events);
    }

    /// Records the learner's private events of a finished hand, and the stacks of all players.
    fn put_away(&mut self) {
        assert!(self.is_over(), "{}: the hand goes on", self.script.id);
        let mut private = mem::replace(&mut self.private, nothing_learned());
        let events = &self.events[self.before..];
        private.made = made(self.game, events, &private);
        let learned = wire::own_parts(events, &private);
        let by = u64::try_from(self.before).unwrap();
        self.parts.extend(learned.into_iter().map(|part| later(part, by)));
        self.cards.extend(private.cards);
        let hand = self.hand.as_ref().unwrap();
        self.stacks = (0..)
            .map(SeatIx::new)
            .map(|seat| hand.stack(seat))
            .take(self.stacks.len())
            .collect();
    }

    pub(super) fn happen(&mut self, at: usize, done: &Done) {
        match done {
            Done::Deal { deal } => {
                self.put_away();
                self.change(&deal.game, None);
                self.deal(deal.button, &deal.deck);
            }
            Done::Act {
                action: Action::PickGame { game, .. },
                seat,
            } => {
                assert!(self.script.menu.contains(game), "{}: {game} is offered", self.script.id);
                self.change(game, Some(*seat));
                self.deal(self.script.button, &self.script.deck);
            }
            Done::Act { seat, action } => self.act(at, *seat, action),
        }
    }

    fn act(&mut self, at: usize, number: u8, action: &Action) {
        let seat = SeatIx::new(number - 1);
        let hand = self.hand.as_mut().unwrap();
        let wanted = wire::action_in(action, hand.to_call(seat)).unwrap();
        let events = hand.apply(seat, wanted);
        let events = events.unwrap_or_else(|error| panic!("{}: action {at}, {action:?}: {error}", self.script.id));
        if let (1, Action::Discard { cards }) = (number, action) {
            self.private.discarded.push(cards.clone());
        }
        self.tell(&events);
    }

    /// Takes in events, and the learner's private part of them.
    fn tell(&mut self, events: &[Event]) {
        let context = wire::Context {
            hand: self.hand_no,
            turns_before: 0,
            auto: false,
            dark: None,
            draw: self.hand.as_ref().and_then(|hand| hand.draw_round()),
        };
        for event in events {
            self.events.push(wire::public_event(&event.public, context));
            let own = event.secrets.iter().filter(|secret| secret.seat() == ME);
            for secret in own {
                let cards = wire::cards(secret.reveal_to_owner().iter().copied());
                match &event.public {
                    Told::CardsArranged { .. } => self.private.orders.push(cards),
                    Told::CardsDiscarded { .. } => {}
                    _ => self.private.cards.extend(cards),
                }
            }
        }
        let turn = self.hand.as_ref().and_then(|hand| hand.turn());
        let Some(turn) = turn.filter(|turn| turn.seats.contains(ME)) else {
            return;
        };
        let no = turn.no;
        let is_asked = |event: &PublicEvent| matches!(event, PublicEvent::TurnStarted { turn, .. } if *turn == no);
        let Some(at) = self.events[self.before..].iter().rposition(is_asked) else {
            return;
        };
        let asked = self.question(self.before + at, self.hand_no, no);
        // A choice that others make meanwhile raises no second question.
        if self.asked.last().is_none_or(|last| last.seq() != asked.seq()) {
            self.asked.push(asked);
        }
    }

    /// Builds the learner's decision at the event at an index.
    fn question(&self, at: usize, hand: u64, turn: u32) -> PrivateEvent {
        let running = self.hand.as_ref();
        PrivateEvent::Choices {
            seq: u64::try_from(at).unwrap() + 1,
            hand,
            turn,
            choices: self.offered(),
            cards: Vec::new(),
            face_up: Vec::new(),
            board: Vec::new(),
            board_down: 0,
            second_board: Vec::new(),
            pot: wire::chips(running.map_or(Chips::ZERO, |hand| hand.pot())),
            to_call: wire::chips(running.map_or(Chips::ZERO, |hand| hand.to_call(ME))),
            stack: wire::chips(running.map_or(self.stacks[0], |hand| hand.stack(ME))),
        }
    }

    /// Returns the hands as the learner's history would have them, with the learner's decisions.
    pub(super) fn record(mut self) -> HandRecord {
        self.put_away();
        let mut parts = mem::take(&mut self.parts);
        for mut asked in mem::take(&mut self.asked) {
            name_cards(&mut asked, &parts);
            parts.push(asked);
        }
        // A decision comes after the cards of the same number: the sort is stable.
        parts.sort_by_key(PrivateEvent::seq);
        let game = game_of(self.script, &self.script.game);
        let GameAtHand {
            game: id,
            limit,
            stakes,
            ..
        } = self.at_hand(game);
        let player = |(at, player): (usize, &Player)| HandPlayer {
            seat: u8::try_from(at + 1).unwrap(),
            player: PlayerInfo {
                id: format!("lesson-{}", at + 1),
                name: player.name.clone(),
                kind: PlayerKind::Guest,
            },
        };
        HandRecord {
            table: TableId("lesson".to_owned()),
            hand: 1,
            game: id,
            definition: None,
            chip_value: None,
            currency: None,
            ended_at: "1970-01-01T00:00:00Z".to_owned(),
            started_at: None,
            table_name: None,
            seats: Some(u8::try_from(self.stacks.len()).unwrap()),
            limit: Some(limit),
            stakes: Some(stakes),
            game_info: Some(Box::new(wire::game_info(game))),
            players: self.script.players.iter().enumerate().map(player).collect(),
            events: self.events,
            own: Some(ShownCards {
                seat: 1,
                cards: self.cards,
            }),
            parts,
        }
    }
}

const fn nothing_learned() -> PrivateRecord {
    PrivateRecord {
        seat: 1,
        cards: Vec::new(),
        discarded: Vec::new(),
        orders: Vec::new(),
        held: None,
        made: Vec::new(),
    }
}

/// Returns what the learner's cards made, event by event.
fn made(game: &GameDef, events: &[PublicEvent], private: &PrivateRecord) -> Vec<MadeAt> {
    let list = |cards: &[Card]| {
        cards
            .iter()
            .map(|card| card.as_str().parse().unwrap())
            .collect::<Vec<_>>()
    };
    let mut own = OwnHand::new(private.seat);
    own.expect_cards(&list(&private.cards));
    private
        .discarded
        .iter()
        .for_each(|cards| own.expect_discard(list(cards)));
    private.orders.iter().for_each(|cards| own.expect_order(list(cards)));
    let mut all = Vec::new();
    for (seq, event) in (1..).zip(events) {
        if own.take(event).is_some() && !own.has_folded() {
            let made = own.made(game);
            all.push(MadeAt { seq, made });
        }
    }
    all
}

/// Returns the same part, with its number `by` events later.
fn later(mut part: PrivateEvent, by: u64) -> PrivateEvent {
    let (PrivateEvent::Cards { seq, .. }
    | PrivateEvent::Made { seq, .. }
    | PrivateEvent::Choices { seq, .. }
    | PrivateEvent::Consent { seq, .. }) = &mut part;
    *seq += by;
    part
}

/// Adds the learner's own cards to a decision: those of the last private part.
fn name_cards(asked: &mut PrivateEvent, parts: &[PrivateEvent]) {
    let PrivateEvent::Choices { seq, cards, .. } = asked else {
        return;
    };
    let told = parts.iter().filter(|part| part.seq() <= *seq);
    let mut held = told.filter_map(|part| match part {
        PrivateEvent::Cards { hand, .. } => Some(hand),
        _ => None,
    });
    if let Some(held) = held.next_back() {
        cards.clone_from(held);
    }
}

fn stack_of(player: &SeatSetup) -> SeatStack {
    SeatStack {
        seat: player.seat.number(),
        stack: wire::chips(player.stack),
    }
}
