//! Identifies the program: its version and a digest of all sources that decide what a table does. Journal steps carry
//! this name, so that only the very same program compares its replayed events with the recorded ones byte for byte.
//! Also bundles the page, which decides nothing.

use std::error::Error;
use std::fmt::Write;
use std::hash::{DefaultHasher, Hasher};
use std::path::{Path, PathBuf};
use std::{env, fs, io};

/// Sources that decide what a table does: rules and games, messages, tables.
const SOURCES: [&str; 6] = [
    "src",
    "crates/base/src",
    "crates/store/src",
    "crates/wire/src",
    "../engine/src",
    "../protocol/src",
];

fn main() -> Result<(), Box<dyn Error>> {
    name_program()?;
    embed_page()
}

fn name_program() -> io::Result<()> {
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

/// Bundles and packs the page for the binary. A debug build reads it from the sources on first request, so that an
/// edited page needs no rebuild; with `POKER_EMBED` it is embedded as in a release.
fn embed_page() -> Result<(), Box<dyn Error>> {
    println!("cargo:rustc-check-cfg=cfg(embedded_page)");
    println!("cargo:rerun-if-env-changed=POKER_EMBED");
    if env::var("PROFILE")? != "release" && env::var_os("POKER_EMBED").is_none() {
        return Ok(());
    }
    println!("cargo:rustc-cfg=embedded_page");
    let web = Path::new("web");
    for entry in fs::read_dir(web)? {
        let path = entry?.path();
        // Neither tests nor their tools belong to the page.
        if !["node_modules", "test", "test-results"]
            .iter()
            .any(|name| path.ends_with(name))
        {
            println!("cargo:rerun-if-changed={}", path.display());
        }
    }
    let folder = PathBuf::from(env::var_os("OUT_DIR").ok_or("cargo names no folder")?).join("page");
    let page = poker_page::join(web)?;
    let mut list = String::from("[\n");
    for file in page.files {
        let target = folder.join(&file.path);
        fs::create_dir_all(target.parent().ok_or("a file is in a folder")?)?;
        let packed = [
            ("", file.body.clone()),
            (".gz", poker_page::gzip(&file.body, poker_page::Effort::Full)),
            (".br", poker_page::brotli(&file.body, poker_page::Effort::Full)),
        ];
        write!(list, "({:?}, [", file.path)?;
        for (suffix, body) in packed {
            let path = format!("{}{suffix}", target.display());
            fs::write(&path, body)?;
            write!(list, "include_bytes!({path:?}) as &[u8],")?;
        }
        list.push_str("]),\n");
    }
    list.push(']');
    fs::write(folder.join("list.rs"), list)?;
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
