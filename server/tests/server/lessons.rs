//! The lessons of the page: each is a hand written down with its players' actions, and the page shows what
//! the engine makes of it. `POKER_WRITE=1` rewrites the page's files.

mod telling;

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use poker_engine::SeatIx;
use poker_engine::game::{Family, GameDef, catalogue};
use poker_protocol::v1::{Action, Card, Choice};
use serde::Deserialize;
use serde_json::{Value, json};

use telling::Telling;

/// A lesson as written.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Script {
    id: String,
    family: String,
    /// The game at the table when the lesson begins.
    game: String,
    /// Several games at one table, if the lesson is about those.
    mix: Option<String>,
    /// The learner's choices as the dealer, before the first hand.
    #[serde(default)]
    menu: Vec<String>,
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

/// The next thing that happens: a player acts, or the hand is over and the next one is dealt.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Done {
    Act { seat: u8, action: Action },
    Deal { deal: Deal },
}

/// A hand of the next game.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Deal {
    game: String,
    button: u8,
    deck: Vec<Card>,
}

impl Done {
    /// Returns the learner's answer, if it is the learner's turn.
    const fn answer(&self) -> Option<&Action> {
        match self {
            Self::Act { seat: 1, action } => Some(action),
            Self::Act { .. } | Self::Deal { .. } => None,
        }
    }
}

/// The text shown once `at` actions are done, and a question if there is one: then the next action is the learner's, and `why` says
/// what is wrong with other answers, by their kinds.
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

/// Returns every lesson with its text.
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
        // Every decision of the learner has a question, and reasons why other answers are worse.
        for (at, done) in script.actions.iter().enumerate() {
            let beat = script.beats.iter().find(|beat| beat.at == at && beat.why.is_some());
            assert_eq!(beat.is_some(), done.answer().is_some(), "{id}: action {at}");
            let whys = beat.and_then(|beat| beat.why.as_ref()).and_then(Value::as_object);
            for text in whys.into_iter().flat_map(|whys| whys.values()) {
                bilingual(id, text);
            }
        }
    }
}

#[test]
fn every_family_has_a_lesson() {
    let scripts = scripts();
    for family in Family::ALL {
        let has_one = scripts.iter().any(|script| script.family == family.code());
        assert!(has_one, "{} has no lesson", family.code());
    }
}

fn bilingual(id: &str, text: &Value) {
    for lang in ["en", "fr"] {
        let words = text[lang].as_str().unwrap_or_default();
        assert!(words.len() > 3, "{id}: {text} lacks {lang}");
    }
}

/// Builds the data from which the page plays a lesson.
fn lesson(script: &Script) -> Value {
    let game = game_of(script, &script.game);
    let family = if script.mix.is_some() {
        Family::Mixed
    } else {
        game.family
    };
    assert_eq!(family.code(), script.family, "{}", script.id);
    let mut telling = Telling::begin(script);
    let mut ends = vec![telling.events.len()];
    for (at, done) in script.actions.iter().enumerate() {
        if let Some(answer) = done.answer() {
            explained(script, at, answer, &telling.offered());
        }
        telling.happen(at, done);
        ends.push(telling.events.len());
    }
    assert!(telling.is_over(), "{}: the hand goes on", script.id);
    let mix = script.mix.as_ref().map(|id| telling.mix_of(id));
    let record = telling.record();
    let beats: Vec<Value> = script.beats.iter().map(|beat| beat_of(script, beat, &ends)).collect();
    let mut lesson = json!({
        "id": script.id, "family": script.family, "game": script.game, "title": script.title, "gist": script.gist,
        "beats": beats, "record": record,
    });
    if let Some(mix) = mix {
        lesson["mix"] = mix;
    }
    lesson
}

fn game_of(script: &Script, id: &str) -> &'static Arc<GameDef> {
    catalogue::find(id).unwrap_or_else(|| panic!("{}: no such game as {id}", script.id))
}

fn beat_of(script: &Script, beat: &Beat, ends: &[usize]) -> Value {
    let mut told = json!({ "to": ends[beat.at], "text": beat.text });
    if let Some(why) = &beat.why {
        told["answer"] = serde_json::to_value(script.actions[beat.at].answer()).unwrap();
        told["why"] = why.clone();
        told["right"] = beat.right.clone().unwrap_or_default();
    }
    told
}

/// Checks that every kind of answer the learner may give is either right or explained.
fn explained(script: &Script, at: usize, answer: &Action, offered: &[Choice]) {
    let beat = script.beats.iter().find(|beat| beat.at == at && beat.why.is_some());
    let why = beat
        .and_then(|beat| beat.why.as_ref())
        .unwrap_or_else(|| panic!("{}: {at}", script.id));
    let right = serde_json::to_value(answer).unwrap();
    for choice in offered {
        let choice = serde_json::to_value(choice).unwrap();
        let kind = choice["kind"].as_str().unwrap();
        let has_one = choice["min"] == choice["max"] && !["discard", "pick_game"].contains(&kind);
        let is_only = choice["kind"] == right["kind"] && has_one;
        assert!(
            is_only || why.get(kind).is_some(),
            "{}: why not {kind} at action {at}?",
            script.id
        );
    }
}
