//! Files generated from the wire types: TypeScript declarations, the page's tables of table rules and officials' actions, JSON
//! Schema and the reference page.
//!
//! The same functions serve the command that writes the files and the test that checks that they are up to date.

pub(crate) mod actions;
pub(crate) mod golden;
pub(crate) mod markdown;
pub(crate) mod openapi;
pub(crate) mod rules;
pub(crate) mod schema;
pub(crate) mod typescript;

use std::io;
use std::path::{Path, PathBuf};

/// A file that is generated in full.
pub(crate) struct Generated {
    /// Path relative to the root of the repository.
    pub(crate) path: PathBuf,
    pub(crate) text: String,
}

/// Returns the root of the repository.
pub(crate) fn repository() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the crate is a folder of the repository")
}

/// Returns all generated files.
pub(crate) fn files() -> io::Result<Vec<Generated>> {
    let roots = schema::roots();
    let mut files = vec![
        Generated {
            path: "server/web/gen/protocol.d.ts".into(),
            text: typescript::declarations(&roots),
        },
        Generated {
            path: "server/web/gen/session_rules.js".into(),
            text: rules::module(),
        },
        Generated {
            path: "server/web/gen/floor-actions.js".into(),
            text: actions::script(),
        },
        Generated {
            path: "docs/protocol.md".into(),
            text: markdown::page()?,
        },
        Generated {
            path: "protocol/schema/v1/openapi.json".into(),
            text: format!("{:#}\n", openapi::document()),
        },
    ];
    files.extend(roots.into_iter().map(|root| Generated {
        path: Path::new("protocol/schema/v1").join(format!("{}.json", root.file)),
        text: format!("{:#}\n", root.schema.as_value()),
    }));
    Ok(files)
}
