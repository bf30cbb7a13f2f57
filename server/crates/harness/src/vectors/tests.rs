use std::io::Write;

use proptest::prelude::*;
use serde_json::Map;

use super::*;

/// Every numbered vector of the rules that is a question.
const VECTORS: &str = include_str!(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/tournaments.jsonl"));

/// Returns the output, and `true` if all was well.
fn ask(lines: &[u8]) -> (Vec<Value>, bool) {
    let mut output = Vec::new();
    let good = answer_lines(lines, &mut output).expect("memory can be read and written");
    let lines = str::from_utf8(&output).unwrap().lines();
    (lines.map(|line| serde_json::from_str(line).unwrap()).collect(), good)
}

fn out_of(question: &str) -> Value {
    let (mut answers, _) = ask(question.as_bytes());
    answers.remove(0)["out"].take()
}

fn is_refused(question: &str) -> bool {
    let (answers, good) = ask(question.as_bytes());
    !good && answers.len() == 1 && answers[0]["line"] == 1 && answers[0]["error"].is_string()
}

#[test]
fn every_vector_of_the_rules_is_answered_as_expected() {
    let (answers, good) = ask(VECTORS.as_bytes());
    assert_eq!(answers.len(), 185);
    let wrong: Vec<&Value> = answers.iter().filter(|answer| answer["ok"] != true).collect();
    assert!(good && wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn a_wrong_expectation_and_a_line_that_makes_no_sense_are_told() {
    let lines = "\n{\"id\":\"a\",\"algo\":\"final_size\",\"seats\":6}\n\
                 {\"id\":\"b\",\"algo\":\"final_size\",\"seats\":6,\"out\":8}\n\
                 {\"id\":\"c\",\"algo\":\"queued\",\"declared\":\"call\",\"bet_then\":1,\"bet_now\":2,\"out\":null}\n\
                 nonsense\n";
    let (answers, good) = ask(lines.as_bytes());
    assert!(!good);
    assert_eq!(answers[0], json!({ "id": "a", "out": 7 }));
    assert_eq!(answers[1], json!({ "id": "b", "out": 7, "ok": false }));
    assert_eq!(answers[2], json!({ "id": "c", "out": null, "ok": true }));
    assert_eq!(
        (&answers[3]["line"], answers[3]["error"].is_string()),
        (&json!(5), true)
    );
}

#[test]
fn the_exit_code_tells_whether_all_was_well() {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    writeln!(file, "{{\"id\":\"a\",\"algo\":\"final_size\",\"seats\":6}}").unwrap();
    let run_with = |input: &str| {
        let files = vec![file.path().to_owned(), "-".into()];
        let mut output = Vec::new();
        let code = run(&Args { files }, input.as_bytes(), &mut output).unwrap();
        (code, String::from_utf8(output).unwrap().lines().count())
    };
    assert_eq!(
        run_with("{\"id\":\"b\",\"algo\":\"final_size\",\"seats\":7}"),
        (ExitCode::SUCCESS, 2)
    );
    assert_eq!(run_with("{}"), (ExitCode::from(1), 2));
    let missing = Args {
        files: vec!["/no/such/file".into()],
    };
    assert!(run(&missing, io::empty(), io::sink()).is_err());
}

#[test]
fn contradictions_are_refused() {
    for question in [
        r#"{"id":"","algo":"final_size","seats":6,"seats":7}"#,
        r#"{"id":"","algo":"final_size","seats":6,"more":1}"#,
        r#"{"id":"","algo":"final_size","seats":11}"#,
        r#"{"id":"","algo":"final_size","seats":6.0}"#,
        r#"{"id":1,"algo":"final_size","seats":6}"#,
        r#"{"id":"","algo":"none"}"#,
        r#"{"id":"","algo":"pots","seats":9,"contributions":[[1,18446744073709551615]],"live":[1],"dead":0}"#,
        r#"{"id":"","algo":"pots","seats":9,"contributions":[[1,9007199254740991],[2,1]],"live":[1],"dead":0}"#,
        r#"{"id":"","algo":"pots","seats":9,"contributions":[[1,5],[1,6]],"live":[1],"dead":0}"#,
        r#"{"id":"","algo":"pots","seats":9,"contributions":[],"live":[],"dead":0}"#,
        r#"{"id":"","algo":"award","seats":9,"pots":[[5,[1,2]]],"ranks":[[1,1]],"button":1,"unit":1}"#,
        r#"{"id":"","algo":"award","seats":9,"pots":[[5,[1]]],"ranks":[],"button":1,"unit":0}"#,
        r#"{"id":"","algo":"clock","level":1,"elapsed":0,"durations":[0],"hands":1}"#,
        r#"{"id":"","algo":"clock","level":1,"elapsed":0,"durations":[60],"hands":18446744073709551615}"#,
        r#"{"id":"","algo":"next_level","levels":[[1,2,0]],"unit":1,"level":9007199254740991}"#,
        r#"{"id":"","algo":"places","alive":1,"busts":[["a",1,5],["b",1,5]]}"#,
        r#"{"id":"","algo":"places","alive":9,"busts":[["a",1,5],["a",2,5]]}"#,
        r#"{"id":"","algo":"payouts","kind":"field","entries":18446744073709551615,"pool":1}"#,
        r#"{"id":"","algo":"chip_race","from":25,"to":100,"stacks":[[1,25]],"cards":["Ks","Ks"]}"#,
        r#"{"id":"","algo":"chip_race","from":25,"to":100,"stacks":[[1,30]],"cards":["Ks"]}"#,
        r#"{"id":"","algo":"chip_race","from":25,"to":100,"stacks":[[1,50]],"cards":["Ks"]}"#,
        r#"{"id":"","algo":"icm","stacks":[],"prizes":[]}"#,
        r#"{"id":"","algo":"chop","stacks":[5],"prizes":[3,2]}"#,
        r#"{"id":"","algo":"withdraw","alive":3,"in_play":5,"stack":6}"#,
        r#"{"id":"","algo":"substantial","actions":["allin"]}"#,
        r#"{"id":"","algo":"chips","bet":0}"#,
    ] {
        assert!(is_refused(question), "{question}");
    }
}

#[test]
fn long_ways_are_short() {
    // A billion levels later, a thousand players with as many prizes, a place beyond every prize.
    let clock = r#"{"id":"","algo":"clock","level":2,"elapsed":3,"durations":[60,60],"hands":1000000000}"#;
    assert_eq!(out_of(clock), json!([2_000_000_002_u64, 3]));
    let stacks = json!(vec![5; 1_000]);
    let icm = json!({ "id": "", "algo": "icm", "stacks": stacks, "prizes": stacks }).to_string();
    assert_eq!(out_of(&icm), stacks);
    let pay =
        r#"{"id":"","algo":"pay","prizes":[7],"best":9007199254740991,"worst":9007199254740991,"players":[["a",1,1]]}"#;
    assert_eq!(out_of(pay), json!([["a", 0]]));
}

#[test]
fn with_every_hand_dead_the_pot_is_the_big_blinds() {
    let question =
        r#"{"id":"","algo":"hand","seats":9,"positions":{"button":1,"small_blind":2,"big_blind":3,"waiting":[4],
        "heads_up":false},"stacks":[[1,900],[2,900],[3,250],[4,70]],"blinds":[100,200],"ante":200,"ante_format":"bb",
        "dead":[1,2,3],"actions":[]}"#
            .replace('\n', " ");
    let expected = json!({
        "asked": [], "returned": null, "pots": [[350, [3]]], "shown": [],
        "stacks": [[1, 900], [2, 800], [3, 350], [4, 70]],
    });
    assert_eq!(out_of(&question), expected);
}

/// Returns a question with one value somewhere in it replaced, left out or doubled.
fn damaged(line: usize, spot: usize, harm: usize) -> Value {
    let harms = [
        json!(u64::MAX),
        json!(-1),
        json!(1.5),
        json!("x"),
        Value::Null,
        json!([]),
        json!({}),
        json!(true),
        json!((1_u64 << 53) - 1),
        json!(1_u64 << 53),
        json!(0),
        json!(11),
    ];
    let line = VECTORS.lines().nth(line % 185).unwrap();
    let mut question: Value = serde_json::from_str(line).unwrap();
    let mut spots = count(&question);
    spots = spot % spots;
    harm_at(&mut question, &mut spots, &harms, harm);
    question
}

fn count(value: &Value) -> usize {
    1 + match value {
        Value::Array(items) => items.iter().map(count).sum(),
        Value::Object(fields) => fields.values().map(count).sum(),
        _ => 0,
    }
}

/// Damages the value of that number, counted from the outermost on; `true` once it has.
fn harm_at(value: &mut Value, spot: &mut usize, harms: &[Value], harm: usize) -> bool {
    if *spot == 0 {
        let whole = harm % (harms.len() + 3);
        match (harms.get(whole), &mut *value) {
            (Some(other), _) => *value = other.clone(),
            (None, Value::Array(items)) if !items.is_empty() => {
                let at = harm % items.len();
                let item = items[at].clone();
                items.insert(at, item);
            }
            (None, Value::Object(fields)) => remove_any(fields, harm),
            (None, Value::Number(number)) => *value = json!(number.as_u64().unwrap_or_default().wrapping_add(1)),
            (None, _) => *value = Value::Null,
        }
        return true;
    }
    *spot -= 1;
    match value {
        Value::Array(items) => items.iter_mut().any(|item| harm_at(item, spot, harms, harm)),
        Value::Object(fields) => fields.values_mut().any(|item| harm_at(item, spot, harms, harm)),
        _ => false,
    }
}

fn remove_any(fields: &mut Map<String, Value>, harm: usize) {
    let name = fields.keys().nth(harm % fields.len().max(1)).cloned();
    name.map(|name| fields.remove(&name));
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4_000))]

    /// Every line gets exactly one answer, and none of the law's functions panics.
    #[test]
    fn damaged_questions_get_an_answer(line in any::<usize>(), spot in any::<usize>(), harm in any::<usize>()) {
        let question = damaged(line, spot, harm);
        let (answers, good) = ask(question.to_string().as_bytes());
        prop_assert_eq!(answers.len(), 1);
        let refused = answers[0].get("error").is_some();
        prop_assert!(refused || answers[0].get("out").is_some());
        prop_assert_eq!(good, !refused && answers[0].get("ok") != Some(&json!(false)));
    }

    #[test]
    fn any_bytes_get_answers(bytes in prop::collection::vec(any::<u8>(), 0..200)) {
        ask(&bytes);
    }
}
