//! Tables: one task each, reached by handles.

mod handle;

pub use handle::{Caller, House, MAILBOX, Mail, Request, TableError, TableHandle, TableRequest, TableStatus};
