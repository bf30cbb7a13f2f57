//! A router of declared operations. A handler is a function of the services it uses and of one [`Call`], which has
//! exactly what its operation declares; its result is the declared answer.

use axum::body;
use axum::extract::{FromRef, FromRequest, FromRequestParts, OptionalFromRequest, RawPathParams, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, StatusCode};
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, NoContent, Response};
use axum::routing::{MethodFilter, MethodRouter, on};
use axum::{Json, Router};
use poker_base::network::Network;
use poker_people::auth::Identity;
use poker_protocol::v1::routes::answer::{Created, Done, Nothing};
use poker_protocol::v1::routes::body::{NoBody, Optional, Required};
use poker_protocol::v1::routes::query::{NoQuery, Query};
use poker_protocol::v1::routes::{ANYWHERE, Method, Operation, Route, token};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::bearer::{self, bearer};
use super::error::ApiError;
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
    /// Adds the operation that a handler serves.
    pub(crate) fn on<R: Declared, S>(mut self, handler: impl Serves<R, S>) -> Self {
        let Operation { method, path, .. } = R::OPERATION;
        let filter = match method {
            Method::Get => MethodFilter::GET,
            Method::Post => MethodFilter::POST,
            Method::Put => MethodFilter::PUT,
            Method::Delete => MethodFilter::DELETE,
        };
        let serve = move |State(state): State<RouteState>, request: Request| {
            let handler = handler.clone();
            async move {
                let response = match Call::<R>::read(request, &state).await {
                    Ok(call) => handler.serve(&state, call).await.into_response(),
                    Err(refused) => refused.into_response(),
                };
                debug_assert!(
                    is_declared(&R::OPERATION, response.status()),
                    "{method:?} {path}: {response:?}"
                );
                response
            }
        };
        #[cfg(test)]
        self.operations.push((method.name(), path));
        self.router = self.router.route(path, on(filter, serve));
        self
    }

    pub(crate) fn into_router(self) -> Router<RouteState> {
        self.router
    }
}

/// `true` if an operation may answer with this status.
fn is_declared(operation: &Operation, status: StatusCode) -> bool {
    let number = status.as_u16();
    let is_refusal = ANYWHERE.contains(&number) || operation.refused_with().contains(&number);
    number == operation.status || status == StatusCode::NOT_MODIFIED || is_refusal
}

/// Wraps an operation that is not declared so that it refuses any query parameter.
pub(super) fn without_parameters(handler: MethodRouter<RouteState>) -> MethodRouter<RouteState> {
    async fn refuse(_: Asked<NoQuery>, request: Request, next: Next) -> Response {
        next.run(request).await
    }
    handler.route_layer(middleware::from_fn(refuse))
}

/// A request of an operation, read as it is declared.
pub(crate) struct Call<R: Declared> {
    /// The holder of the token.
    pub(super) caller: <R::Token as Admits>::Caller,
    /// The parameters of the path.
    pub(super) path: R::Path,
    /// The query.
    pub(super) query: R::Query,
    /// The body.
    pub(super) body: <R::Request as Reads>::Body,
    /// Where the request comes from.
    pub(super) network: Network,
    /// The head of the request.
    pub(super) parts: Parts,
}

impl<R: Declared> Call<R> {
    async fn read(request: Request, state: &RouteState) -> Result<Self, ApiError> {
        let (mut parts, body) = request.into_parts();
        let Asked(query) = Asked::<R::Query>::from_request_parts(&mut parts, state).await?;
        query.check()?;
        let caller = R::Token::admit(&parts, state, R::OPERATION.price.units).await?;
        let named = RawPathParams::from_request_parts(&mut parts, state).await;
        // Its text may be no UTF-8.
        let named = named.map_err(|_| ApiError::of_status(StatusCode::BAD_REQUEST))?;
        let values: Vec<String> = named.iter().map(|(_, value)| value.to_owned()).collect();
        let path = R::Path::try_from(values);
        let path = path.map_err(|_| ApiError::internal(&"a path has other parameters than are declared"))?;
        let network = parts.extensions.get::<Network>().copied();
        let unknown = || ApiError::internal(&"a request has no network");
        Ok(Self {
            caller,
            path,
            query,
            network: network.ok_or_else(unknown)?,
            body: R::Request::read(&parts, body, state).await?,
            parts,
        })
    }
}

/// A route whose parts can all be read.
pub(crate) trait Declared: Route<Token: Admits, Request: Reads> {}

impl<R: Route<Token: Admits, Request: Reads>> Declared for R {}

/// Admits the callers of an operation.
pub(crate) trait Admits {
    /// What is known of them.
    type Caller: Send;

    /// Reads the token of a request of this price.
    fn admit(
        parts: &Parts,
        state: &RouteState,
        units: u32,
    ) -> impl Future<Output = Result<Self::Caller, ApiError>> + Send;
}

impl Admits for token::Ignored {
    type Caller = ();

    async fn admit(_: &Parts, _: &RouteState, _: u32) -> Result<(), ApiError> {
        Ok(())
    }
}

impl Admits for token::Optional {
    type Caller = Option<Identity>;

    async fn admit(parts: &Parts, state: &RouteState, units: u32) -> Result<Option<Identity>, ApiError> {
        if !bearer::is_presented(&parts.headers) {
            return Ok(None);
        }
        bearer(parts, state, units).await.map(Some)
    }
}

impl Admits for token::Needed {
    type Caller = Identity;

    async fn admit(parts: &Parts, state: &RouteState, units: u32) -> Result<Identity, ApiError> {
        bearer(parts, state, units).await
    }
}

impl Admits for token::OrCookie {
    type Caller = Result<Identity, ApiError>;

    async fn admit(parts: &Parts, state: &RouteState, units: u32) -> Result<Self::Caller, ApiError> {
        Ok(bearer(parts, state, units).await)
    }
}

/// Reads the bodies of an operation.
pub(crate) trait Reads {
    /// A body as its handler takes it.
    type Body: Send;

    /// Reads the body of a request.
    fn read(
        parts: &Parts,
        body: body::Body,
        state: &RouteState,
    ) -> impl Future<Output = Result<Self::Body, ApiError>> + Send;
}

impl Reads for NoBody {
    type Body = ();

    async fn read(_: &Parts, _: body::Body, _: &RouteState) -> Result<(), ApiError> {
        Ok(())
    }
}

impl<T: DeserializeOwned + Send> Reads for Required<T> {
    type Body = T;

    async fn read(parts: &Parts, body: body::Body, state: &RouteState) -> Result<T, ApiError> {
        let request = Request::from_parts(parts.clone(), body);
        let Body(body) = <Body<T> as FromRequest<RouteState>>::from_request(request, state).await?;
        Ok(body)
    }
}

impl<T: DeserializeOwned + Send> Reads for Optional<T> {
    type Body = Option<T>;

    async fn read(parts: &Parts, body: body::Body, state: &RouteState) -> Result<Option<T>, ApiError> {
        let request = Request::from_parts(parts.clone(), body);
        let body = <Body<T> as OptionalFromRequest<RouteState>>::from_request(request, state).await?;
        Ok(body.map(|Body(body)| body))
    }
}

/// A handler of an operation that takes these services.
pub(crate) trait Serves<R: Declared, S>: Clone + Send + Sync + 'static {
    /// Answers a request.
    fn serve(self, state: &RouteState, call: Call<R>) -> impl Future<Output: IntoResponse> + Send;
}

/// Lets functions with this many services serve.
macro_rules! serves {
    ($state:tt; $($service:ident)*) => {
        impl<R, F, Fut, $($service),*> Serves<R, ($($service,)*)> for F
        where
            R: Declared,
            F: FnOnce($($service,)* Call<R>) -> Fut + Clone + Send + Sync + 'static,
            Fut: Future<Output: Gives<R::Answer>> + Send,
            $($service: FromRef<RouteState>,)*
        {
            fn serve(self, $state: &RouteState, call: Call<R>) -> impl Future<Output: IntoResponse> + Send {
                self($($service::from_ref($state),)* call)
            }
        }
    };
}

serves!(_;);
serves!(state; A);
serves!(state; A B);
serves!(state; A B C);
serves!(state; A B C D);

/// Gives an answer.
pub(crate) trait Gives<Answer>: IntoResponse {}

impl<T: Serialize> Gives<Done<T>> for Json<T> {}
impl<T: Serialize> Gives<Created<T>> for New<T> {}
impl Gives<Nothing> for NoContent {}
impl<A, T: Gives<A>> Gives<A> for (HeaderMap, T) where Self: IntoResponse {}
impl<A, T: Gives<A>, const N: usize> Gives<A> for ([(HeaderName, &'static str); N], T) where Self: IntoResponse {}
impl<A, T: Gives<A>, E> Gives<A> for Result<T, E> where Self: IntoResponse {}

/// JSON about what was created.
pub(crate) struct New<T>(pub T);

impl<T: Serialize> IntoResponse for New<T> {
    fn into_response(self) -> Response {
        (StatusCode::CREATED, Json(self.0)).into_response()
    }
}
