//! The edge of the server: the session of a client, and HTTP with the page, the API and the operators' interface.

mod app;
pub mod http;
pub mod price;
pub mod session;

pub use app::{App, Services};
