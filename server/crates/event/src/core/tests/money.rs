//! Requests that move chips, sent again under the same `id`: they get the first answer, whatever has happened to the player since.

use std::collections::BTreeMap;

use super::refusals::{EVERYTHING, account, ask_as, asked};
use super::*;

/// The answers to finished requests that the store keeps.
type Kept = BTreeMap<(AccountId, String), String>;

/// Sends a request, playing the part of the store. Returns the answer, and the number of steps added to the journal.
fn send(bench: &mut Bench, kept: &mut Kept, request: Request) -> (serde_json::Value, usize) {
    let id = request.id.clone();
    let before = bench.rows.len();
    let mut inputs = vec![Input::Request(Box::new(request))];
    let mut answer = None;
    while let Some(input) = inputs.pop() {
        let mut out = Outputs::default();
        let now = bench.now();
        bench.core.step(input, now, &mut bench.entropy, &mut out);
        let frames = out.bursts.iter().flat_map(|(_, burst)| &burst.frames);
        for frame in frames.map(|frame| serde_json::from_str::<serde_json::Value>(frame).unwrap()) {
            if frame["id"] == *id {
                assert_eq!(answer.replace(frame), None, "answered once");
            }
        }
        for lookup in &out.lookups {
            let answer = kept.get(&(lookup.account, lookup.id.clone())).cloned();
            let ticket = lookup.ticket;
            inputs.push(Input::Found { ticket, answer });
        }
        let known = |step: &Step| {
            let answer = step.answer.as_ref()?;
            kept.contains_key(&(answer.account, answer.request_id.clone()))
                .then_some(step.step)
        };
        assert_eq!(out.failed, None);
        if let Some(step) = out.steps.iter().find_map(|step| known(step)) {
            assert_eq!(out.steps.len(), 1);
            let error = StepError::Answered;
            inputs.push(Input::Notice(DurableNotice::Failed { step, error }));
            continue;
        }
        for step in &out.steps {
            bench.keep(step);
            if let Some(answer) = &step.answer {
                kept.insert((answer.account, answer.request_id.clone()), answer.body.clone());
            }
            inputs.push(Input::Notice(DurableNotice::Durable { step: step.step }));
        }
    }
    (answer.unwrap(), bench.rows.len() - before)
}

/// A request, the preparation that makes it possible, and the events after which it would be possible once more.
struct Case {
    kind: &'static str,
    player: u64,
    at: i64,
    before: fn(&mut Bench),
    after: fn(&mut Bench),
}

const fn nothing(_: &mut Bench) {}

fn cases() -> [Case; 7] {
    [
        Case {
            kind: "register",
            player: 8,
            at: START - MINUTE,
            before: nothing,
            after: |bench| bench.command(Command::Unregister { account: account(8) }).unwrap(),
        },
        Case {
            kind: "unregister",
            player: 1,
            at: START - MINUTE,
            before: nothing,
            after: |bench| bench.register(1, PlayerKind::Guest),
        },
        Case {
            kind: "re_enter",
            player: 2,
            at: START,
            before: |bench| {
                bench.bust(2);
                bench.ask(2, asked("no rebuy")).unwrap();
            },
            after: nothing,
        },
        Case {
            kind: "rebuy",
            player: 2,
            at: START,
            before: |bench| bench.bust(2),
            after: nothing,
        },
        Case {
            kind: "no rebuy",
            player: 2,
            at: START,
            before: |bench| bench.bust(2),
            after: |bench| {
                bench.ask(2, asked("re_enter")).unwrap();
                bench.bust(2);
            },
        },
        Case {
            kind: "add_on",
            player: 4,
            at: START,
            before: |bench| {
                bench.wait_until(START + 11 * MINUTE);
                bench.wait_until(START + 21 * MINUTE);
            },
            after: nothing,
        },
        Case {
            kind: "withdraw",
            player: 3,
            at: START,
            before: |bench| {
                bench.ask(3, asked("withdraw")).unwrap_err();
            },
            after: nothing,
        },
    ]
}

/// A different request under the `id` of an earlier one is not carried out, nor reported as done.
fn another_request_is_refused(bench: &mut Bench, kept: &mut Kept, case: &Case) {
    let log = bench.core.log.clone();
    let kinds = [
        "register",
        "unregister",
        "re_enter",
        "rebuy",
        "no rebuy",
        "add_on",
        "withdraw",
    ];
    for other in kinds.into_iter().filter(|other| *other != case.kind) {
        let request = ask_as(case.player, "again".to_owned(), asked(other));
        let (answer, steps) = send(bench, kept, request);
        assert_eq!(
            (&answer["code"], steps),
            (&"protocol.id_reused".into(), 0),
            "{other} after {}: {answer}",
            case.kind
        );
    }
    assert_eq!(bench.core.log, log, "{}", case.kind);
}

#[test]
fn a_request_sent_again_gets_the_first_answer() {
    for case in cases() {
        let Case { kind, player, .. } = case;
        let mut bench = Bench::entered(EVERYTHING);
        bench.wait_until(case.at);
        (case.before)(&mut bench);
        let request = || {
            let wants = match asked(kind) {
                TournamentRequest::Withdraw { .. } => TournamentRequest::Withdraw { confirm: true },
                wants => wants,
            };
            ask_as(player, "again".to_owned(), wants)
        };
        let mut kept = Kept::new();
        let (first, steps) = send(&mut bench, &mut kept, request());
        assert_eq!((&first["type"], steps), (&"ok".into(), 1), "{kind}: {first}");
        assert_eq!(
            send(&mut bench, &mut kept, request()),
            (first.clone(), 0),
            "{kind}, at once"
        );
        // As after a crash: the answer is all that remains of the request.
        let rows = bench.rows.clone();
        let recovered = bench.recovered(&rows).unwrap();
        assert_eq!(recovered.log, bench.core.log, "{kind}");
        let last = u64::try_from(rows.len()).unwrap();
        bench.core = Core::new(recovered, (2, last), 0, bench.now());
        assert_eq!(
            send(&mut bench, &mut kept, request()),
            (first.clone(), 0),
            "{kind}, after a crash"
        );
        another_request_is_refused(&mut bench, &mut kept, &case);
        (case.after)(&mut bench);
        another_request_is_refused(&mut bench, &mut kept, &case);
        let log = bench.core.log.clone();
        assert_eq!(
            send(&mut bench, &mut kept, request()),
            (first, 0),
            "{kind}, when it could be done again"
        );
        assert_eq!(bench.core.log, log, "{kind}");
    }
}
