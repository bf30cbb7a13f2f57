//! A router that records its operations, so that a test can compare them with the documentation.

use axum::Router;
use axum::extract::Request;
use axum::handler::Handler;
use axum::middleware::{self, Next};
use axum::response::Response;
use axum::routing::{MethodFilter, MethodRouter, on};
use serde::Deserialize;

use super::extract::Asked;
use crate::app::Services;

/// Query of an operation without parameters.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NoParameters {}

/// Routes with their methods.
#[derive(Default)]
pub(crate) struct Api {
    router: Router<Services>,
    /// Methods and paths, in the order they were added.
    #[cfg(test)]
    pub(super) operations: Vec<(&'static str, &'static str)>,
}

impl Api {
    /// Adds a read-only operation with query parameters. Its handler refuses unknown ones.
    pub(crate) fn ask<T: 'static>(self, path: &'static str, handler: impl Handler<T, Services>) -> Self {
        self.with("get", path, on(MethodFilter::GET, handler))
    }

    /// Adds a read-only operation.
    pub(crate) fn get<T: 'static>(self, path: &'static str, handler: impl Handler<T, Services>) -> Self {
        self.with("get", path, without_parameters(on(MethodFilter::GET, handler)))
    }

    /// Adds an operation that creates or changes something.
    pub(crate) fn post<T: 'static>(self, path: &'static str, handler: impl Handler<T, Services>) -> Self {
        self.with("post", path, without_parameters(on(MethodFilter::POST, handler)))
    }

    /// Adds an operation that replaces something.
    pub(crate) fn put<T: 'static>(self, path: &'static str, handler: impl Handler<T, Services>) -> Self {
        self.with("put", path, without_parameters(on(MethodFilter::PUT, handler)))
    }

    /// Adds an operation that ends something.
    pub(crate) fn delete<T: 'static>(self, path: &'static str, handler: impl Handler<T, Services>) -> Self {
        self.with("delete", path, without_parameters(on(MethodFilter::DELETE, handler)))
    }

    pub(crate) fn into_router(self) -> Router<Services> {
        self.router
    }

    fn with(
        mut self,
        #[cfg_attr(not(test), expect(unused_variables, reason = "only a test asks for names"))] name: &'static str,
        path: &'static str,
        handler: MethodRouter<Services>,
    ) -> Self {
        #[cfg(test)]
        self.operations.push((name, path));
        self.router = self.router.route(path, handler);
        self
    }
}

/// Wraps an operation so that it refuses any query parameter.
fn without_parameters(handler: MethodRouter<Services>) -> MethodRouter<Services> {
    async fn refuse(_: Asked<NoParameters>, request: Request, next: Next) -> Response {
        next.run(request).await
    }
    handler.route_layer(middleware::from_fn(refuse))
}
