//! What the server says in words, once in each language and side by side.
//!
//! - [`rules`]: the rules of a game, from its definition alone.
//! - [`cards`]: what a link leads to, in a few words and as a picture.

pub mod cards;
pub mod rules;
