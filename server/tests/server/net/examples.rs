//! The examples of the reference, sent to a server.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::net::server::{NEVER, start};

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
    let mut opened = 0;
    for (number, (name, mut example)) in examples().into_iter().enumerate() {
        let mut client = server.connect().await;
        if example["type"] == "hello" {
            example["nickname"] = example["token"].is_null().then(|| json!(format!("e{number}"))).into();
        } else {
            client.hello(json!({"nickname": format!("e{number}")})).await;
        }
        if example.get("nickname").is_some_and(Value::is_null) {
            example.as_object_mut().unwrap().remove("nickname");
        }
        let answer = tokio::time::timeout(NEVER, client.ask_as(example.clone())).await;
        let answer = answer.unwrap_or_else(|_| panic!("no answer to {name}"));
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
