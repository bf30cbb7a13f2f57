//! Table law: what holds between hands.

mod positions;
#[cfg(test)]
mod tests;

pub use positions::Positions;
