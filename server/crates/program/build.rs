//! Identifies the program: its version and a digest of all sources that decide what tables and tournaments do. Journal
//! steps carry this name, so that only the very same program compares its replayed events with the recorded ones byte
//! for byte.

use std::hash::{DefaultHasher, Hasher};
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Sources that decide what a table or a tournament does: rules and games, messages, tables.
const SOURCES: [&str; 8] = [
    "../base/src",
    "../event/src",
    "../owner/src",
    "../store/src",
    "../table/src",
    "../wire/src",
    "../../../engine/src",
    "../../../protocol/src",
];

fn main() -> io::Result<()> {
    let mut hasher = DefaultHasher::new();
    for folder in SOURCES {
        println!("cargo:rerun-if-changed={folder}");
        let mut files = Vec::new();
        list(Path::new(folder), &mut files)?;
        files.sort_unstable();
        for file in files {
            hasher.write(file.to_string_lossy().as_bytes());
            hasher.write(&fs::read(&file)?);
        }
    }
    let version = env::var("CARGO_PKG_VERSION").unwrap_or_default();
    let digest = hasher.finish() >> 32;
    println!("cargo:rustc-env=POKER_PROGRAM={version}+{digest:08x}");
    Ok(())
}

fn list(folder: &Path, files: &mut Vec<PathBuf>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            list(&path, files)?;
        } else {
            files.push(path);
        }
    }
    Ok(())
}
