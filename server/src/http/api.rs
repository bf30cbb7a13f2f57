//! A router that knows its operations, so that a test can compare them with what is documented.

use std::sync::Arc;

use axum::Router;
use axum::handler::Handler;
use axum::routing::{MethodFilter, on};

use crate::app::App;

/// Routes, each with its method.
#[derive(Default)]
pub(crate) struct Api {
    router: Router<Arc<App>>,
    /// Methods and paths, in the order in which they were added.
    #[cfg(test)]
    pub(super) operations: Vec<(&'static str, &'static str)>,
}

impl Api {
    /// Adds an operation that only reads.
    pub(crate) fn get<T: 'static>(self, path: &'static str, handler: impl Handler<T, Arc<App>>) -> Self {
        self.with(("get", MethodFilter::GET), path, handler)
    }

    /// Adds an operation that makes or changes something.
    pub(crate) fn post<T: 'static>(self, path: &'static str, handler: impl Handler<T, Arc<App>>) -> Self {
        self.with(("post", MethodFilter::POST), path, handler)
    }

    /// Adds an operation that puts something in the place of what was there.
    pub(crate) fn put<T: 'static>(self, path: &'static str, handler: impl Handler<T, Arc<App>>) -> Self {
        self.with(("put", MethodFilter::PUT), path, handler)
    }

    /// Adds an operation that ends something.
    pub(crate) fn delete<T: 'static>(self, path: &'static str, handler: impl Handler<T, Arc<App>>) -> Self {
        self.with(("delete", MethodFilter::DELETE), path, handler)
    }

    /// The routes alone.
    pub(crate) fn into_router(self) -> Router<Arc<App>> {
        self.router
    }

    fn with<T: 'static>(
        mut self,
        #[cfg_attr(not(test), expect(unused_variables, reason = "only a test asks for names"))] (name, method): (
            &'static str,
            MethodFilter,
        ),
        path: &'static str,
        handler: impl Handler<T, Arc<App>>,
    ) -> Self {
        #[cfg(test)]
        self.operations.push((name, path));
        self.router = self.router.route(path, on(method, handler));
        self
    }
}
