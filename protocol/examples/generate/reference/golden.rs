//! The golden files: one message each, written once and never changed.

use std::fs;
use std::io;

pub(crate) struct Golden {
    /// The `type` or `kind` of the example, the code of an error, or the name of a body.
    pub(crate) name: String,
    /// The special case shown, if it is not the plain example of its name.
    pub(crate) case: Option<String>,
    pub(crate) text: String,
}

/// Returns all golden files of a group by name, the plain example of each name first.
///
/// A file is called `name.json` or `name.case.json`; in the group `error`, whose names contain a dot, `code.json`.
pub(crate) fn group(group: &str) -> io::Result<Vec<Golden>> {
    let folder = super::repository().join("protocol/golden/v1").join(group);
    let mut all = Vec::new();
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        let stem = path.file_stem().unwrap_or_default().to_string_lossy().into_owned();
        let (name, case) = match stem.split_once('.') {
            Some((name, case)) if group != "error" => (name.to_owned(), Some(case.to_owned())),
            _ => (stem, None),
        };
        let text = fs::read_to_string(path)?;
        all.push(Golden { name, case, text });
    }
    all.sort_by(|one, other| (&one.name, &one.case).cmp(&(&other.name, &other.case)));
    Ok(all)
}
