//! The ground floor of the server: notions that need no other part of it.

pub mod alike;
pub mod idle;
pub mod network;
mod seldom;

pub use seldom::Seldom;
