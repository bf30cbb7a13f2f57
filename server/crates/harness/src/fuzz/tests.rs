use std::path::Path;

use super::TARGETS;
use super::corpus::{folder, inputs};
use super::run::{Options, run, try_input};

/// Inputs that once did harm, and those that together show everything seen so far.
#[test]
fn the_corpus_does_no_harm() {
    for target in &TARGETS {
        for (file, input) in inputs(target, &folder()).unwrap() {
            let (_, trouble) = try_input(target, &input);
            assert_eq!(trouble, None, "{}", file.display());
        }
    }
}

/// Every folder of the corpus belongs to a target.
#[test]
fn no_folder_is_left_behind() {
    let known: Vec<&str> = TARGETS.iter().map(|target| target.name).collect();
    for entry in std::fs::read_dir(folder()).unwrap() {
        let name = entry.unwrap().file_name();
        assert!(
            known.iter().any(|known| Path::new(known) == Path::new(&name)),
            "{}",
            name.display()
        );
    }
}

/// Executions of the slowest target in addition to its seeds, and the most of any other.
const FEW: (u64, u64) = (20, 1200);

#[test]
fn a_short_run_finds_nothing() {
    for target in &TARGETS {
        let corpus: Vec<_> = inputs(target, &folder()).unwrap();
        let corpus: Vec<Vec<u8>> = corpus.into_iter().map(|(_, input)| input).collect();
        let seeds = (target.seeds)().len() + corpus.len();
        let options = Options {
            executions: seeds as u64 + (FEW.0 * u64::from(target.share)).min(FEW.1),
            threads: 1,
            seed: 1,
            limit: None,
            findings: None,
        };
        let report = run(target, &corpus, &options).unwrap();
        let found: Vec<_> = report
            .findings
            .iter()
            .map(|found| (&found.trouble, String::from_utf8_lossy(&found.input)))
            .collect();
        assert!(found.is_empty(), "{target:?}: {found:#?}");
    }
}

/// A run is the same with the same seed.
#[test]
fn a_run_is_repeated_by_its_seed() {
    let target = TARGETS.iter().find(|target| target.name == "settings").unwrap();
    let kept = |seed| {
        let options = Options {
            executions: 300,
            threads: 2,
            seed,
            limit: None,
            findings: None,
        };
        run(target, &[], &options).unwrap().kept
    };
    assert_eq!(kept(7), kept(7));
    assert_ne!(kept(7), kept(8));
}
