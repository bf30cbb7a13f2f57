//! Reports of a run: for people, for programs, and as a page.

mod hdr;
mod html;
mod plot;
mod summary;

pub(crate) use hdr::write_log;
pub(crate) use html::page;
pub(crate) use summary::{Context, summarize};
