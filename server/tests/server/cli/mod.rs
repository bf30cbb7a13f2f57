//! The commands, as programs and people call them.

mod eval;
mod hands;
