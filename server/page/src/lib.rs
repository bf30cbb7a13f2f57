//! Joins the sources of the browser client into a few files and packs them, without any tool but cargo.
//!
//! The sources work as they stand: ES modules, style sheets and words, named by `index.html`. Joined, the modules that the same
//! views need travel as one script, neighbouring style sheets as one sheet, and every file but the page and the service worker
//! has a hash of its content in its name, so that browsers may keep it for good.
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

/// A file as browsers ask for it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Its path, without a slash before it: `assets/app.0123456789abcdef.js`.
    pub path: String,
    /// What is in it.
    pub body: Vec<u8>,
}

impl File {
    /// Whether another content would have another name.
    pub fn is_lasting(&self) -> bool {
        self.path.strip_prefix(FOLDER).is_some_and(|rest| rest.starts_with('/'))
    }
}

/// All that a browser is given.
#[derive(Clone, Debug)]
pub struct Page {
    /// Names this page: a hash over all files.
    pub version: String,
    /// The page, the service worker and all that they name.
    pub files: Vec<File>,
}

/// Why the sources cannot be joined.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// A file that is named cannot be read.
    #[error("{path}: {source}")]
    Read {
        /// Where it should be, from the folder of the page.
        path: String,
        /// What the system said.
        source: io::Error,
    },
    /// A script is written in a way that is not joined.
    #[error("line {line}: {why}")]
    Script {
        /// What is expected.
        why: &'static str,
        /// Counted from 1.
        line: usize,
    },
    /// The same, with the script.
    #[error("{path}, {fault}")]
    Within {
        /// The path of the script.
        path: String,
        /// What is wrong.
        fault: Box<Fault>,
    },
    /// Modules import each other, or a module loads at need what cannot be loaded without it.
    #[error("a module needs itself, by way of {0}")]
    Circle(String),
    /// A module imports a name that is not exported.
    #[error("{path} imports `{name}`, which {from} does not export")]
    Missing {
        /// What is imported.
        name: String,
        /// From which module.
        from: String,
        /// By which module.
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
/// Names the file, and where it can the line, that is missing or cannot be joined.
pub fn join(folder: &Path) -> Result<Page, Fault> {
    html::Joiner::new(folder).join()
}

/// A path with a hash of the content before its extension.
fn hashed(path: &str, body: &[u8]) -> String {
    let (name, extension) = path.rsplit_once('.').unwrap_or((path, ""));
    format!("{name}.{}.{extension}", digest([body]))
}

/// A hash that is good for telling versions of a file apart, and for nothing else: 16 hexadecimal digits.
pub fn digest<'a>(parts: impl IntoIterator<Item = &'a [u8]>) -> String {
    let mut hasher = DefaultHasher::new();
    for part in parts {
        hasher.write_usize(part.len());
        hasher.write(part);
    }
    format!("{:016x}", hasher.finish())
}
