//! The edge of the server: the session of a client, and HTTP with the page, the API and the operators' interface.

pub mod http;
pub mod price;
mod services;
pub mod session;

pub use services::Services;
