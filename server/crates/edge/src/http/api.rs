//! A router of declared operations. A handler takes the body that its operation declares, and gives the answer.

use axum::extract::{Extension, Path, Request, State};
use axum::handler::Handler;
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, NoContent, Response};
use axum::routing::{MethodFilter, MethodRouter, on};
use axum::{Json, Router};
use poker_protocol::v1::routes::answer::{Created, Done, Nothing, PlainText};
use poker_protocol::v1::routes::body::{NoBody, Optional, Required};
use poker_protocol::v1::routes::{Method, Operation, Route};
use serde::{Deserialize, Serialize};

use super::bearer::Bearer;
use super::extract::{Asked, Body};
use crate::services::RouteState;

/// Routes of declared operations.
#[derive(Default)]
pub(crate) struct Api {
    router: Router<RouteState>,
    /// The operations, in the order they were added.
    #[cfg(test)]
    pub(super) operations: Vec<(&'static str, &'static str)>,
}

impl Api {
    /// Adds an operation. One that declares no query refuses any parameter.
    pub(crate) fn on<R: Route, T: 'static>(mut self, _: R, handler: impl Serves<R, T>) -> Self {
        let Operation { method, path, .. } = R::OPERATION;
        let filter = match method {
            Method::Get => MethodFilter::GET,
            Method::Post => MethodFilter::POST,
            Method::Put => MethodFilter::PUT,
            Method::Delete => MethodFilter::DELETE,
        };
        let mut route = on(filter, handler);
        if R::OPERATION.query.is_empty() {
            route = without_parameters(route);
        }
        #[cfg(test)]
        self.operations.push((method.name(), path));
        self.router = self.router.route(path, route);
        self
    }

    pub(crate) fn into_router(self) -> Router<RouteState> {
        self.router
    }
}

/// Query of an operation without parameters.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct NoParameters {}

/// Wraps an operation so that it refuses any query parameter.
pub(super) fn without_parameters(handler: MethodRouter<RouteState>) -> MethodRouter<RouteState> {
    async fn refuse(_: Asked<NoParameters>, request: Request, next: Next) -> Response {
        next.run(request).await
    }
    handler.route_layer(middleware::from_fn(refuse))
}

/// A handler of an operation: its last argument takes the declared body, and its result is the declared answer.
pub(crate) trait Serves<R, T>: Handler<T, RouteState> {}

/// Takes the body of a request.
pub(crate) trait Takes<Request> {}

impl<T> Takes<Required<T>> for Body<T> {}
impl<T> Takes<Optional<T>> for Option<Body<T>> {}
impl<T> Takes<NoBody> for State<T> {}
impl<T> Takes<NoBody> for Path<T> {}
impl<T> Takes<NoBody> for Extension<T> {}
impl<T> Takes<NoBody> for Asked<T> {}
impl Takes<NoBody> for Bearer {}
impl Takes<NoBody> for HeaderMap {}
impl Takes<NoBody> for Request {}

/// Gives an answer.
pub(crate) trait Gives<Answer> {}

impl<T> Gives<Done<T>> for Json<T> {}
impl<T> Gives<Created<T>> for New<T> {}
impl Gives<Nothing> for NoContent {}
impl Gives<PlainText> for &'static str {}
impl<A, T: Gives<A>> Gives<A> for (HeaderMap, T) {}
impl<A, T: Gives<A>, const N: usize> Gives<A> for ([(HeaderName, &'static str); N], T) {}
impl<A, T: Gives<A>, E> Gives<A> for Result<T, E> {}
/// Files, pictures, and what is kept or packed in a way of its own.
impl<A> Gives<A> for Response {}

/// JSON about what was created.
pub(crate) struct New<T>(pub T);

impl<T: Serialize> IntoResponse for New<T> {
    fn into_response(self) -> Response {
        (StatusCode::CREATED, Json(self.0)).into_response()
    }
}

impl<R, F, Fut> Serves<R, ((),)> for F
where
    R: Route<Request = NoBody>,
    F: FnOnce() -> Fut + Handler<((),), RouteState>,
    Fut: Future<Output: Gives<R::Answer>>,
{
}

/// Lets functions of so many arguments serve.
macro_rules! serves {
    ($($argument:ident)*, $last:ident) => {
        impl<R, F, Fut, M, $($argument,)* $last> Serves<R, (M, $($argument,)* $last,)> for F
        where
            R: Route,
            F: FnOnce($($argument,)* $last) -> Fut + Handler<(M, $($argument,)* $last,), RouteState>,
            Fut: Future<Output: Gives<R::Answer>>,
            $last: Takes<R::Request>,
        {
        }
    };
}

serves!(, A);
serves!(A, B);
serves!(A B, C);
serves!(A B C, D);
serves!(A B C D, E);
serves!(A B C D E, G);
serves!(A B C D E G, H);
serves!(A B C D E G H, I);
