//! A whole server on a free port, and clients that behave well, badly, or not at all.

mod bad_input;
mod blocked;
mod caller;
mod conformance;
mod deals;
mod drain;
mod floor;
mod friends;
mod hosts;
mod http;
mod live;
mod lost;
mod openapi;
mod operator;
mod poison;
mod practice;
mod private_events;
mod process;
mod push;
pub(crate) mod raw;
mod results;
mod satellites;
pub(crate) mod server;
mod sessions;
mod strangers;
mod terms;
mod tournaments;
