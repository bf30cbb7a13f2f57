//! Tests that the paths and links in the repository's documents exist.

use std::fs;
use std::path::{Path, PathBuf};

use crate::reference;

/// Folders that are not part of the project.
const FOREIGN: [&str; 3] = ["target", "node_modules", ".git"];

/// Extensions of files that documents name without their folder.
const ENDINGS: [&str; 8] = ["rs", "js", "json", "game", "toml", "md", "html", "css"];

/// Collects all files and folders below a folder, relative to the root of the repository.
fn paths(folder: &Path, root: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let is_foreign = path
            .file_name()
            .is_some_and(|name| FOREIGN.iter().any(|foreign| name == *foreign));
        if is_foreign {
            continue;
        }
        if path.is_dir() {
            paths(&path, root, found);
        }
        found.push(path.strip_prefix(root).unwrap().to_owned());
    }
}

/// Returns the paths in backquotes, each up to a `*` if it has one. Text between fences is skipped.
fn named(text: &str) -> Vec<String> {
    let prose = text.split("```").step_by(2);
    let spans = prose.flat_map(|prose| prose.split('`').skip(1).step_by(2));
    let is_path = |span: &&str| {
        let plain = span
            .chars()
            .all(|symbol| symbol.is_ascii_alphanumeric() || "_-./*".contains(symbol));
        let has_ending = Path::new(span).extension();
        let is_file = has_ending.is_some_and(|ending| ENDINGS.iter().any(|known| ending == *known));
        plain && !span.starts_with('/') && (span.contains('/') || is_file)
    };
    let kept = |span: &str| {
        span.split('*')
            .next()
            .unwrap_or_default()
            .trim_end_matches('/')
            .to_owned()
    };
    spans.filter(is_path).map(kept).collect()
}

/// Finds the pages of a folder.
fn pages(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    entries
        .filter(|path| path.extension().is_some_and(|ending| ending == "md"))
        .collect()
}

/// Finds the pages about the code.
fn internals(root: &Path) -> Vec<PathBuf> {
    let rooms = pages(&root.join("docs/internals"));
    let decisions = pages(&root.join("docs/decisions"));
    assert!(rooms.len() > 10 && decisions.len() > 10);
    [rooms, decisions, vec![root.join("ARCHITECTURE.md")]].concat()
}

/// Returns the relative links of a page, each with the heading it leads to, which may be empty.
fn links(text: &str) -> Vec<(String, String)> {
    let targets = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
    targets
        .filter(|target| !target.contains("://"))
        .map(|target| target.split_once('#').unwrap_or((target, "")))
        .map(|(path, heading)| (path.to_owned(), heading.to_owned()))
        .collect()
}

/// Returns the names by which links lead to the headings of a page.
pub(crate) fn headings(text: &str) -> Vec<String> {
    let plain = |line: &str| -> String {
        let kept = line.trim_start_matches('#').trim().to_lowercase();
        let kept = kept
            .chars()
            .filter(|symbol| symbol.is_alphanumeric() || " -_".contains(*symbol));
        kept.collect::<String>().replace(' ', "-")
    };
    text.lines().filter(|line| line.starts_with('#')).map(plain).collect()
}

#[test]
fn pages_about_the_code_name_files_that_exist() {
    let root = reference::repository();
    let mut found = Vec::new();
    paths(root, root, &mut found);
    let mut count = 0;
    for page in internals(root) {
        for path in named(&fs::read_to_string(&page).unwrap()) {
            count += 1;
            // A path from the root must exist as written; a shorter one must be the end of an existing path.
            let first = path.split('/').next().unwrap_or_default();
            let is_whole = path.contains('/') && root.join(first).is_dir();
            let exists = if is_whole {
                root.join(&path).exists()
            } else {
                found.iter().any(|known| known.ends_with(&path))
            };
            assert!(exists, "{} names `{path}`, which does not exist", page.display());
        }
    }
    assert!(count > 200, "only {count} paths were read");
}

#[test]
fn documents_link_to_files_and_headings_that_exist() {
    let root = reference::repository();
    let mut all = internals(root);
    // The reference is generated and has a test of its own.
    let written = pages(&root.join("docs")).into_iter();
    all.extend(written.filter(|page| !page.ends_with("docs/protocol.md")));
    all.extend(["README.md", "CONTRIBUTING.md"].map(|page| root.join(page)));
    let mut count = 0;
    for page in all {
        for (path, heading) in links(&fs::read_to_string(&page).unwrap()) {
            count += 1;
            let folder = page.parent().unwrap_or(root);
            let target = if path.is_empty() {
                page.clone()
            } else {
                folder.join(&path)
            };
            assert!(target.exists(), "{} links to {path}", page.display());
            let is_there = heading.is_empty() || headings(&fs::read_to_string(&target).unwrap()).contains(&heading);
            assert!(is_there, "{} links to {path}#{heading}", page.display());
        }
    }
    assert!(count > 150, "only {count} links were read");
}
