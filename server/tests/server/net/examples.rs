//! The examples of the reference, sent to a server.

use std::fs;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use poker_engine::GameDef;
use poker_engine::tournament::Structure;
use serde_json::{Value, json};

use crate::net::server::start;

/// Returns the examples of clients' messages, by the names of their files.
fn examples() -> Vec<(String, Value)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../protocol/golden/v1/client");
    let files = fs::read_dir(folder)
        .expect("the examples")
        .map(|file| file.expect("a file").path());
    let mut examples: Vec<(String, Value)> = files
        .map(|file| {
            let name = file.file_stem().unwrap().to_string_lossy().into_owned();
            let text = fs::read_to_string(&file).expect("a text");
            (name, serde_json::from_str(&text).expect("JSON"))
        })
        .collect();
    examples.sort_by(|one, other| one.0.cmp(&other.0));
    examples
}

/// Every example is understood: a server refuses one only because its table, event or player is not there, never for a field. The
/// tables of the examples are opened.
#[tokio::test]
async fn every_example_is_understood() {
    let server = start(|_| {}).await;
    let (greetings, others): (Vec<_>, Vec<_>) = examples()
        .into_iter()
        .partition(|(_, example)| example["type"] == "hello");
    let mut answers = Vec::new();
    for (name, greeting) in greetings {
        let mut client = server.connect().await;
        let answer = client.ask_as(greeting.clone()).await;
        answers.push((name, greeting, answer));
    }
    for (number, some) in others.chunks(8).enumerate() {
        let mut client = server.guest(&format!("e{number}")).await;
        for (name, example) in some {
            let mut example = example.clone();
            // The times in examples are past.
            if example["config"]["session"]["closes_at"].is_u64() {
                let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap().as_millis();
                let later = u64::try_from(now).unwrap() + 3_600_000;
                example["config"]["session"]["closes_at"] = json!(later);
            }
            let answer = client.ask_as(example.clone()).await;
            answers.push((name.clone(), example, answer));
        }
    }
    let mut opened = 0;
    for (name, example, answer) in answers {
        let code = answer["code"].as_str().unwrap_or_default();
        let about = format!("{name}: {example} is answered {answer}");
        assert!(!code.starts_with("protocol."), "{about}");
        if example["type"] == "create_table" {
            assert!(answer["table"]["table"].is_string(), "{about}");
            opened += 1;
        }
    }
    assert!(opened >= 6, "{opened} tables");
}

/// Collects every text of a key `definition` in a value, at any depth.
fn definitions(value: &Value, found: &mut Vec<String>) {
    match value {
        Value::Object(fields) => {
            for (name, value) in fields {
                match value {
                    Value::String(text) if name == "definition" => found.push(text.clone()),
                    other => definitions(other, found),
                }
            }
        }
        Value::Array(values) => values.iter().for_each(|value| definitions(value, found)),
        _ => {}
    }
}

/// Returns the code blocks of a page, with the word after their fence.
fn blocks(page: &str) -> Vec<(String, String)> {
    let mut blocks: Vec<(String, String)> = Vec::new();
    let mut is_open = false;
    for line in page.lines() {
        match line.strip_prefix("```") {
            Some(word) if !is_open => blocks.push((word.to_owned(), String::new())),
            None if is_open => blocks.last_mut().unwrap().1.extend([line, "\n"]),
            _ => {}
        }
        is_open ^= line.starts_with("```");
    }
    blocks
}

/// Returns the fault of a structure or game definition, as a host writes it: line and words.
fn fault(definition: &str) -> Option<(usize, String)> {
    if definition.contains("script") || definition.contains("seats = [") {
        let fault = GameDef::parse(definition).err();
        return fault.map(|fault| (fault.line, fault.message));
    }
    let fault = Structure::parse_hosted(definition).err();
    fault.map(|fault| (fault.line, fault.message))
}

/// The structures and games of the pages can be played, except for those that show a refusal.
#[test]
fn definitions_of_the_pages_are_right() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let pages = fs::read_dir(root.join("docs"))
        .unwrap()
        .map(|page| page.unwrap().path());
    let pages = pages.filter(|page| page.extension().is_some_and(|ending| ending == "md"));
    let mut found = Vec::new();
    for page in pages.chain([root.join("README.md"), root.join("ARCHITECTURE.md")]) {
        for (word, block) in blocks(&fs::read_to_string(page).unwrap()) {
            match word.as_str() {
                "toml" => found.push(block),
                "json" => definitions(&serde_json::from_str(&block).unwrap_or_default(), &mut found),
                _ => {}
            }
        }
    }
    let (mut right, mut wrong) = (0, Vec::new());
    for definition in &found {
        match fault(definition) {
            None => right += 1,
            Some((line, words)) => wrong.push((definition.as_str(), line, words)),
        }
    }
    assert!(right >= 2, "{found:?}");
    let shown: Vec<&str> = wrong.iter().map(|(definition, ..)| *definition).collect();
    let refused = [
        // Only the beginning of these is shown.
        "id = \"no-limit-holdem\"\n",
        "id = \"my-game\"\nseats = [1, 6]\n",
        "id = \"mine\"\nname = { en = \"Mine\", fr = \"Le mien\" }\ngames = [\"no-limit-holdem\"]\nstack = 0\n",
        "id = \"friday\"",
    ];
    assert_eq!(shown, refused, "{wrong:?}");
    assert_eq!(wrong[2].1, 4, "the answer beside it says so: {wrong:?}");
}
