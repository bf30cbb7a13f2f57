//! Who may have how much of the server. A limit counts accounts or networks, never addresses.
//!
//! - [`Keyed`], [`Limiter`]: rates of accounts and networks, and of one connection.
//! - [`places`]: free places shared by all users, and who gives way when they run out.
//! - [`rate_limited`], [`too_busy`]: the answers to those who have to wait.

mod answer;
pub mod places;
mod rate;

pub use answer::{of_network, rate_limited, too_busy};
pub use rate::{Key, Keyed, Limiter, limit_bites};
