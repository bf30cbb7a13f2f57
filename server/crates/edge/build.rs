//! Bundles the page.

use std::error::Error;
use std::fmt::Write;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// Bundles and packs the page for the binary. A debug build reads it from the sources on first request, so that an
/// edited page needs no rebuild; with `POKER_EMBED` it is embedded as in a release.
fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo:rustc-check-cfg=cfg(embedded_page)");
    println!("cargo:rerun-if-env-changed=POKER_EMBED");
    if env::var("PROFILE")? != "release" && env::var_os("POKER_EMBED").is_none() {
        return Ok(());
    }
    println!("cargo:rustc-cfg=embedded_page");
    let web = Path::new("../../web");
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
