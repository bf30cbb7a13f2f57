//! The inputs that are kept.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::fs;
use std::hash::{DefaultHasher, Hasher};
use std::io;
use std::path::{Path, PathBuf};

use super::run::try_input;
use super::{Seen, Target};

/// The longest input that is added to a folder, and the most files and bytes of a folder. Inputs added by hand stay, whatever
/// their length.
const INPUT_BYTES: usize = 3072;
const FOLDER_FILES: usize = 32;
const FOLDER_BYTES: usize = 20 * 1024;

/// Returns the folder in the repository with the inputs of all targets.
pub(super) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz")
}

/// Reads the inputs of a target, each with its file: those in its folder below `folder`, in the order of their names.
///
/// # Errors
/// Those of reading.
pub(super) fn inputs(target: &Target, folder: &Path) -> io::Result<Vec<(PathBuf, Vec<u8>)>> {
    read(&folder.join(target.name), "")
}

/// Reads the repository's own files in one of its folders whose names have this ending.
pub(super) fn repository(folder: &str, ending: &str) -> Vec<Vec<u8>> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../..");
    let files = read(&root.join(folder), ending).unwrap_or_default();
    files.into_iter().map(|(_, text)| text).collect()
}

fn read(folder: &Path, ending: &str) -> io::Result<Vec<(PathBuf, Vec<u8>)>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut paths: Vec<PathBuf> = entries.map(|entry| Ok(entry?.path())).collect::<io::Result<_>>()?;
    paths.retain(|path| path.is_file() && path.to_string_lossy().ends_with(ending));
    paths.sort();
    let inputs = paths.into_iter().map(|path| Ok((path.clone(), fs::read(path)?)));
    inputs.collect()
}

/// Returns the name of an input's file.
pub(super) fn file_name(input: &[u8]) -> String {
    let mut hasher = DefaultHasher::new();
    hasher.write(input);
    format!("{:016x}", hasher.finish())
}

/// Adds to a target's folder the inputs that show most beyond the repository's own inputs and those already in the folder; returns
/// their number.
///
/// # Errors
/// Those of reading and writing.
pub(super) fn collect(target: &Target, kept: &[Vec<u8>], folder: &Path) -> io::Result<usize> {
    let there = inputs(target, folder)?;
    let mut bytes: usize = there.iter().map(|(_, input)| input.len()).sum();
    let mut known: BTreeSet<u64> = BTreeSet::new();
    for input in (target.seeds)().iter().chain(there.iter().map(|(_, input)| input)) {
        known.extend(try_input(target, input).0.0);
    }
    let short = kept.iter().filter(|input| input.len() <= INPUT_BYTES);
    let mut candidates: Vec<(&Vec<u8>, BTreeSet<u64>)> = short
        .filter_map(|input| match try_input(target, input) {
            (Seen(seen), None) => Some((input, seen)),
            (_, Some(_)) => None,
        })
        .collect();
    fs::create_dir_all(folder.join(target.name))?;
    for added in 0..FOLDER_FILES.saturating_sub(there.len()) {
        candidates.retain_mut(|(input, seen)| {
            seen.retain(|seen| !known.contains(seen));
            !seen.is_empty() && bytes + input.len() <= FOLDER_BYTES
        });
        let best = candidates
            .iter()
            .max_by_key(|(input, seen)| (seen.len(), Reverse(input.len())));
        let Some((input, seen)) = best else { return Ok(added) };
        fs::write(folder.join(target.name).join(file_name(input)), input)?;
        bytes += input.len();
        known.extend(seen);
    }
    Ok(FOLDER_FILES.saturating_sub(there.len()))
}
