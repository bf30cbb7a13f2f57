//! The examples of the reference, sent to a server.

use std::fs;
use std::path::Path;
use std::time::{SystemTime, UNIX_EPOCH};

use serde_json::{Value, json};

use crate::net::server::start;

/// The examples of what clients send, by the names of their files.
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

/// Every example is understood: what a server refuses of one is that its table, event or player is not there, never a field. The
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
            // The instants of examples are past.
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
