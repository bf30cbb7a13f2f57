//! The lessons of the page: each is a hand that is written down with what its players do, and what the page shows of it is what
//! the engine makes of that. `POKER_WRITE=1` writes the page's files anew.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use poker_engine::event::{Event, PublicEvent as Told};
use poker_engine::game::{GameDef, ShowRule, Stakes, catalogue};
use poker_engine::setup::{SeatSetup, TableRules};
use poker_engine::{Chips, Deck, Hand, SeatIx, SeatSet, Setup, Viewer};
use poker_protocol::v1::event::{PrivateEvent, SeatStack, ShownCards};
use poker_protocol::v1::rest::{HandPlayer, HandRecord};
use poker_protocol::v1::{Action, Card, PlayerInfo, PlayerKind, PublicEvent, TableId};
use poker_server::table::PrivateRecord;
use poker_server::wire;
use serde::Deserialize;
use serde_json::{Value, json};

/// A lesson as it is written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Script {
    id: String,
    family: String,
    game: String,
    title: Value,
    gist: Value,
    /// From seat 1 on; seat 1 is the learner's.
    players: Vec<Player>,
    button: u8,
    /// In the order of the deal.
    deck: Vec<Card>,
    actions: Vec<Done>,
    beats: Vec<Beat>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Player {
    name: String,
    stack: u64,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Done {
    seat: u8,
    action: Action,
}

/// What is said once so many actions are done, and what is asked: then the next action is the learner's, and `why` tells of
/// other answers, by their kinds, what is wrong with them.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Beat {
    at: usize,
    text: Value,
    #[serde(default)]
    why: Option<Value>,
    #[serde(default)]
    right: Option<Value>,
}

const ME: SeatIx = SeatIx::new(0);

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("web/lessons/hands")
}

/// Every lesson with its text.
fn scripts() -> Vec<Script> {
    let mut paths: Vec<PathBuf> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "json"))
        .collect();
    paths.sort();
    let read = |path: &PathBuf| {
        let text = fs::read_to_string(path).unwrap();
        serde_json::from_str(&text).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
    };
    paths.iter().map(read).collect()
}

#[test]
fn lessons_show_what_the_engine_plays() {
    let scripts = scripts();
    assert!(!scripts.is_empty());
    for script in &scripts {
        let lesson = lesson(script);
        let mut text = format!(
            "// Made from {}.json by the tests of the server: what the engine plays.\n\n",
            script.id
        );
        let name = script.id.to_uppercase().replace('-', "_");
        let body = serde_json::to_string(&lesson).unwrap();
        writeln!(
            text,
            "/** @type {{import('../lesson.js').Lesson}} */\nexport const {name} = {body};"
        )
        .unwrap();
        let path = folder().join(format!("{}.js", script.id));
        if std::env::var_os("POKER_WRITE").is_some() {
            fs::write(&path, &text).unwrap();
        }
        let kept = fs::read_to_string(&path).unwrap_or_default();
        assert!(kept == text, "{}: POKER_WRITE=1 writes it anew", path.display());
    }
}

#[test]
fn lessons_have_a_handful_of_beats_and_ask() {
    for script in scripts() {
        let id = &script.id;
        assert!(
            (8..=15).contains(&script.beats.len()),
            "{id}: {} beats",
            script.beats.len()
        );
        let asks = script.beats.iter().filter(|beat| beat.why.is_some()).count();
        assert!(asks >= 3, "{id} asks {asks} times");
        assert!(script.beats.windows(2).all(|pair| pair[0].at <= pair[1].at), "{id}");
        assert_eq!(
            script.beats.last().unwrap().at,
            script.actions.len(),
            "{id} ends with its hand"
        );
        let texts = [&script.title, &script.gist].into_iter();
        let beats = script
            .beats
            .iter()
            .flat_map(|beat| [Some(&beat.text), beat.right.as_ref()]);
        for text in texts.chain(beats.flatten()) {
            bilingual(id, text);
        }
        // Every decision of the learner is asked, and told why other answers are worse.
        for (at, done) in script.actions.iter().enumerate() {
            let beat = script.beats.iter().find(|beat| beat.at == at && beat.why.is_some());
            assert_eq!(beat.is_some(), done.seat == 1, "{id}: action {at}");
            let whys = beat.and_then(|beat| beat.why.as_ref()).and_then(Value::as_object);
            for text in whys.into_iter().flat_map(|whys| whys.values()) {
                bilingual(id, text);
            }
        }
    }
}

fn bilingual(id: &str, text: &Value) {
    for lang in ["en", "fr"] {
        let words = text[lang].as_str().unwrap_or_default();
        assert!(words.len() > 3, "{id}: {text} lacks {lang}");
    }
}

/// What the page plays a lesson from.
fn lesson(script: &Script) -> Value {
    let game = catalogue::find(&script.game).unwrap_or_else(|| panic!("{}: no such game", script.id));
    assert_eq!(game.family.code(), script.family, "{}", script.id);
    let mut telling = Telling::begin(script, game);
    let mut ends = vec![telling.events.len()];
    for (at, done) in script.actions.iter().enumerate() {
        if done.seat == 1 {
            explained(script, at, &telling.hand);
        }
        telling.act(script, at, done);
        ends.push(telling.events.len());
    }
    assert!(telling.hand.is_over(), "{}: the hand goes on", script.id);
    let record = telling.record(script, game);
    let beats: Vec<Value> = script.beats.iter().map(|beat| beat_of(script, beat, &ends)).collect();
    json!({
        "id": script.id, "family": script.family, "game": script.game, "title": script.title, "gist": script.gist,
        "beats": beats, "record": record,
    })
}

fn beat_of(script: &Script, beat: &Beat, ends: &[usize]) -> Value {
    let mut told = json!({ "to": ends[beat.at], "text": beat.text });
    if let Some(why) = &beat.why {
        told["answer"] = serde_json::to_value(&script.actions[beat.at].action).unwrap();
        told["why"] = why.clone();
        told["right"] = beat.right.clone().unwrap_or_default();
    }
    told
}

/// Every kind of answer that the learner may give is either right or explained.
fn explained(script: &Script, at: usize, hand: &Hand) {
    let own = hand.seat_view(ME, Viewer::Seat(ME));
    let beat = script.beats.iter().find(|beat| beat.at == at && beat.why.is_some());
    let why = beat
        .and_then(|beat| beat.why.as_ref())
        .unwrap_or_else(|| panic!("{}: {at}", script.id));
    let right = serde_json::to_value(&script.actions[at].action).unwrap();
    for choice in wire::choices(&hand.choices(ME), &own) {
        let choice = serde_json::to_value(&choice).unwrap();
        let kind = choice["kind"].as_str().unwrap();
        let is_only = choice["kind"] == right["kind"] && choice["min"] == choice["max"] && kind != "discard";
        assert!(
            is_only || why.get(kind).is_some(),
            "{}: why not {kind} at action {at}?",
            script.id
        );
    }
}

/// A hand as it is told.
struct Telling {
    hand: Box<Hand>,
    setup: Setup,
    events: Vec<PublicEvent>,
    asked: Vec<PrivateEvent>,
    private: PrivateRecord,
}

impl Telling {
    fn begin(script: &Script, game: &Arc<GameDef>) -> Self {
        let count = u8::try_from(script.players.len()).unwrap();
        let button = SeatIx::new(script.button - 1);
        let seats: SeatSet = (0..count).map(SeatIx::new).collect();
        let structure = game.structure(&Stakes::default()).unwrap();
        let (small_blind, big_blind) = game.blind_layout().seats(seats, button);
        let players = seats.iter().zip(&script.players).map(|(seat, player)| SeatSetup {
            seat,
            stack: Chips::new(player.stack),
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
        let cards: Vec<poker_engine::Card> = script
            .deck
            .iter()
            .map(|card| card.to_string().parse().unwrap())
            .collect();
        let deck = Deck::dealing(&cards, game.cards());
        let (hand, events) = Hand::deal(Arc::clone(game), setup.clone(), deck).unwrap();
        let started = PublicEvent::HandStarted {
            hand: 1,
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
        };
        let private = PrivateRecord {
            seat: 1,
            cards: Vec::new(),
            discarded: Vec::new(),
            orders: Vec::new(),
            held: None,
        };
        let mut telling = Self {
            hand,
            setup,
            events: vec![started],
            asked: Vec::new(),
            private,
        };
        telling.tell(&events);
        telling
    }

    fn act(&mut self, script: &Script, at: usize, done: &Done) {
        let seat = SeatIx::new(done.seat - 1);
        let action = wire::action_in(&done.action, self.hand.to_call(seat)).unwrap();
        let events = self.hand.apply(seat, action);
        let events = events.unwrap_or_else(|error| panic!("{}: action {at}, {:?}: {error}", script.id, done.action));
        if let (1, Action::Discard { cards }) = (done.seat, &done.action) {
            self.private.discarded.push(cards.clone());
        }
        self.tell(&events);
    }

    /// Takes in events, and what the learner alone learns by them.
    fn tell(&mut self, events: &[Event]) {
        let context = wire::Context {
            hand: 1,
            turns_before: 0,
            auto: false,
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
        let Some(turn) = self.hand.turn().filter(|turn| turn.seats.contains(ME)) else {
            return;
        };
        let own = self.hand.seat_view(ME, Viewer::Seat(ME));
        let is_asked =
            |event: &PublicEvent| matches!(event, PublicEvent::TurnStarted { turn: no, .. } if *no == turn.no);
        let Some(at) = self.events.iter().rposition(is_asked) else {
            return;
        };
        let seq = u64::try_from(at).unwrap() + 1;
        // A choice that others make meanwhile asks no second time.
        if self.asked.last().is_some_and(|asked| asked.seq() == seq) {
            return;
        }
        self.asked.push(PrivateEvent::Choices {
            seq,
            hand: 1,
            turn: turn.no,
            choices: wire::choices(&self.hand.choices(ME), &own),
            cards: Vec::new(),
            face_up: Vec::new(),
            board: Vec::new(),
            board_down: 0,
            second_board: Vec::new(),
            pot: wire::chips(self.hand.pot()),
            to_call: wire::chips(self.hand.to_call(ME)),
            stack: wire::chips(self.hand.stack(ME)),
        });
    }

    /// The hand as the history would tell it to the learner, with what it was asked.
    fn record(self, script: &Script, game: &Arc<GameDef>) -> HandRecord {
        let mut parts = wire::own_parts(game, &self.events, &self.private);
        for mut asked in self.asked {
            name_cards(&mut asked, &parts);
            parts.push(asked);
        }
        // What is asked stands behind the cards that came with it: the order of equal numbers is kept.
        parts.sort_by_key(PrivateEvent::seq);
        let info = wire::game_info(game);
        let structure = game.structure(&Stakes::default()).unwrap();
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
            game: game.id.clone(),
            definition: None,
            ended_at: "1970-01-01T00:00:00Z".to_owned(),
            started_at: None,
            table_name: None,
            seats: Some(self.setup.seat_count),
            limit: info.limits.first().cloned(),
            stakes: Some(wire::stakes(&structure)),
            game_info: Some(Box::new(info)),
            players: script.players.iter().enumerate().map(player).collect(),
            events: self.events,
            own: Some(ShownCards {
                seat: 1,
                cards: self.private.cards,
            }),
            parts,
        }
    }
}

/// What is asked tells the learner's own cards: those that the last private part told.
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
