//! Joins the sources of the browser client into a few files and compresses them, without any tool but cargo.
//!
//! The sources work as they are: ES modules, style sheets and translations, referred to by `index.html`. Joined, the modules needed by
//! the same views travel as one script, neighbouring style sheets as one sheet, and every file but the page and the service worker
//! has a hash of its content in its name, so browsers may keep it permanently.
//!
//! ```no_run
//! let page = poker_page::join(std::path::Path::new("server/web"))?;
//! println!("{}: {} files", page.version, page.files.len());
//! # Ok::<(), poker_page::Fault>(())
//! ```

mod chunks;
mod html;
mod lexer;
mod module;
mod pack;

use std::hash::{DefaultHasher, Hasher};
use std::io;
use std::path::Path;

pub use pack::{Effort, brotli, gzip};

/// The folder in which browsers find the files whose names have a hash.
pub const FOLDER: &str = "assets";

/// A file as requested by browsers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its path, without a leading slash: `assets/app.0123456789abcdef.js`.
    pub path: String,
    /// Its content.
    pub body: Vec<u8>,
}

impl File {
    /// Returns `true` if the name has a hash of the content, so the content of this name never changes.
    pub fn is_lasting(&self) -> bool {
        self.path.strip_prefix(FOLDER).is_some_and(|rest| rest.starts_with('/'))
    }
}

/// Everything a browser is served.
#[derive(Clone, Debug)]
pub struct Page {
    /// Version of this page: a hash over all files.
    pub version: String,
    /// The page, the service worker and every file they refer to.
    pub files: Vec<File>,
}

/// The reasons the sources cannot be joined.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// A file that is referred to cannot be read.
    #[error("{path}: {source}")]
    Read {
        /// Its expected path, from the folder of the page.
        path: String,
        /// The error of the system.
        source: io::Error,
    },
    /// A script uses a form that cannot be joined.
    #[error("line {line}: {why}")]
    Script {
        /// The form expected.
        why: &'static str,
        /// Line number, from 1.
        line: usize,
    },
    /// The same, with the script's path.
    #[error("{path}, {fault}")]
    Within {
        /// The path of the script.
        path: String,
        /// The fault.
        fault: Box<Fault>,
    },
    /// Modules import each other, or a module loads on demand one that it cannot be loaded without.
    #[error("a module needs itself, by way of {0}")]
    Circle(String),
    /// A module imports a name that is not exported.
    #[error("{path} imports `{name}`, which {from} does not export")]
    Missing {
        /// The imported name.
        name: String,
        /// The module imported from.
        from: String,
        /// The importing module.
        path: String,
    },
    /// The page or its manifest lacks something.
    #[error("{0}")]
    Html(&'static str),
}

impl Fault {
    fn script(source: &str, at: usize, why: &'static str) -> Self {
        let line = 1 + source[..at].matches('\n').count();
        Self::Script { why, line }
    }

    fn within(self, path: &str) -> Self {
        Self::Within {
            path: path.to_owned(),
            fault: Box::new(self),
        }
    }
}

/// Joins the page whose sources are in a folder.
///
/// # Errors
///
/// Names the file, and where possible the line, that is missing or cannot be joined.
pub fn join(folder: &Path) -> Result<Page, Fault> {
    html::Joiner::new(folder).join()
}

/// Returns a path with a hash of the content before its extension.
fn hashed(path: &str, body: &[u8]) -> String {
    let (name, extension) = path.rsplit_once('.').unwrap_or((path, ""));
    format!("{name}.{}.{extension}", digest([body]))
}

/// Returns a hash that serves to tell versions of a file apart, and nothing else: 16 hexadecimal digits.
pub fn digest<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut hasher = DefaultHasher::new();
    for part in parts {
        hasher.write_usize(part.len());
        hasher.write(part);
    }
    format!("{:016x}", hasher.finish())
}
