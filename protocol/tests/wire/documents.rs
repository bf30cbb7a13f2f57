//! Tests that the paths named in the repository's documents exist.

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

#[test]
fn architecture_names_files_that_exist() {
    let root = reference::repository();
    let mut found = Vec::new();
    paths(root, root, &mut found);
    let text = fs::read_to_string(root.join("ARCHITECTURE.md")).unwrap();
    let named = named(&text);
    assert!(named.len() > 80, "{named:?}");
    for path in named {
        // A path from the root must exist as written; a shorter one must be the end of an existing path.
        let first = path.split('/').next().unwrap_or_default();
        let is_whole = path.contains('/') && root.join(first).is_dir();
        let exists = if is_whole {
            root.join(&path).exists()
        } else {
            found.iter().any(|known| known.ends_with(&path))
        };
        assert!(exists, "ARCHITECTURE.md names `{path}`, which does not exist");
    }
}
