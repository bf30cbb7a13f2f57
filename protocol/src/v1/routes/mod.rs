//! The operations of the HTTP interface, each declared once: the server's router, its prices, the `OpenAPI` description
//! and the reference all follow from here.
//!
//! A declaration is a type: [`Route`] has the types of its path, query, body and answer, and of the token it needs;
//! [`Operation`] has the rest.

/// Declares operations, each as a type and with the docs as its description.
macro_rules! routes {
    ($(
        $(#[doc = $about:literal])+
        $name:ident = $method:ident $path:literal $(($required:ty))? $(?($optional:ty))? -> $answer:ty
        $(, token: $token:ident)?
        $(, query: $query:ident)?
        $(, refuses: [$($refusal:literal),+])?
        $(, costs: $units:literal $why:literal)?;
    )+) => {
        $(
            $(#[doc = $about])+
            #[derive(Clone, Copy, Debug)]
            pub struct $name;

            impl $crate::v1::routes::Route for $name {
                type Path = [String; $crate::v1::routes::parameters($path)];
                type Query = routes!(@query $($query)?);
                type Token = routes!(@token $($token)?);
                type Request = routes!(@body $(required $required)? $(optional $optional)?);
                type Answer = $answer;
                const OPERATION: $crate::v1::routes::Operation = $crate::v1::routes::Operation {
                    $(refusals: &[$($refusal),+],)?
                    $(price: $crate::v1::routes::Price { units: $units, why: $why },)?
                    ..$crate::v1::routes::Operation::of::<Self>(
                        $crate::v1::routes::Method::$method,
                        $path,
                        concat!($($about),+),
                    )
                };
            }
        )+

        pub(super) const ALL: &[$crate::v1::routes::Operation] =
            &[$(<$name as $crate::v1::routes::Route>::OPERATION),+];
    };
    (@query) => { $crate::v1::routes::query::NoQuery };
    (@query $query:ident) => { $crate::v1::routes::query::$query };
    (@token) => { $crate::v1::routes::token::Ignored };
    (@token $token:ident) => { $crate::v1::routes::token::$token };
    (@body) => { $crate::v1::routes::body::NoBody };
    (@body required $required:ty) => { $crate::v1::routes::body::Required<$required> };
    (@body optional $optional:ty) => { $crate::v1::routes::body::Optional<$optional> };
}

pub mod accounts;
pub mod answer;
pub mod body;
pub mod cards;
pub mod clubs;
pub mod evenings;
pub mod friends;
pub mod games;
pub mod hands;
pub mod personal;
pub mod push;
pub mod query;
pub mod seasons;
pub mod server;
pub mod tables;
pub mod templates;
pub mod token;
pub mod tournaments;
pub mod value;

use std::collections::BTreeSet;

pub use crate::describe::SchemaOf;
use answer::{Answer, Content};
use body::{Body, Request};
use query::{Parameter, Query};
use token::Admission;

/// Statuses with which any operation may refuse a request.
pub const ANYWHERE: [u16; 6] = [400, 408, 413, 429, 500, 503];

/// A declared operation.
pub trait Route: 'static {
    /// The parameters of the path, in its order.
    type Path: AsRef<[String]> + TryFrom<Vec<String>> + Send + 'static;
    /// The query.
    type Query: Query + Send + 'static;
    /// The need for a token.
    type Token: Admission;
    /// The body of the request.
    type Request: Request;
    /// The answer if the request is not refused.
    type Answer: Answer;
    /// Everything else that is declared.
    const OPERATION: Operation;
}

/// An operation as it is declared.
#[derive(Clone, Copy, Debug)]
pub struct Operation {
    /// The method.
    pub method: Method,
    /// The path, with its parameters in braces.
    pub path: &'static str,
    /// What it does.
    pub about: &'static str,
    /// The need for a token.
    pub token: Token,
    /// The parameters of the query. Others are refused.
    pub query: &'static [Parameter],
    /// The body of the request.
    pub request: Option<Body>,
    /// The status of the answer.
    pub status: u16,
    /// The content of the answer.
    pub content: Content,
    /// Statuses of the refusals that follow neither from its parts nor from being a request.
    pub refusals: &'static [u16],
    /// The price.
    pub price: Price,
}

impl Operation {
    /// An operation without refusals of its own, and of the lowest price.
    const fn of<R: Route>(method: Method, path: &'static str, about: &'static str) -> Self {
        Self {
            method,
            path,
            about: about.trim_ascii(),
            token: R::Token::TOKEN,
            query: R::Query::PARAMETERS,
            request: R::Request::BODY,
            status: R::Answer::STATUS,
            content: R::Answer::CONTENT,
            refusals: &[],
            price: Price { units: 1, why: "" },
        }
    }

    /// Statuses of the refusals specific to the operation, in ascending order: those that are declared, and those that
    /// follow from its token, its query and its body.
    pub fn refused_with(&self) -> BTreeSet<u16> {
        let reads = self.request.is_some() || !self.query.is_empty();
        let knows_callers = self.token != Token::None;
        let implied = [
            (400, reads),
            (401, knows_callers),
            // The operator may have banned the account.
            (403, knows_callers),
            (415, self.request.is_some()),
        ];
        let implied = implied
            .into_iter()
            .filter_map(|(status, follows)| follows.then_some(status));
        self.refusals.iter().copied().chain(implied).collect()
    }
}

/// The number of parameters in a path.
pub const fn parameters(path: &str) -> usize {
    let (mut at, mut count) = (0, 0);
    while at < path.len() {
        if path.as_bytes()[at] == b'{' {
            count += 1;
        }
        at += 1;
    }
    count
}

/// A method of HTTP.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Method {
    /// Reads.
    Get,
    /// Creates or does something.
    Post,
    /// Replaces something.
    Put,
    /// Ends something.
    Delete,
}

impl Method {
    /// Its name in a request.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Get => "GET",
            Self::Post => "POST",
            Self::Put => "PUT",
            Self::Delete => "DELETE",
        }
    }
}

/// The need of a request for an access token or an API token.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Token {
    /// A token changes nothing.
    None,
    /// The answer differs with a token.
    Optional,
    /// Without a token the request is refused.
    Needed,
}

/// The price of a request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Price {
    /// Units that are paid beforehand.
    pub units: u32,
    /// The reason, and what is charged on top; empty for the price of most requests.
    pub why: &'static str,
}

/// Every operation, in the order of the reference.
pub fn all() -> impl Iterator<Item = &'static Operation> {
    [
        accounts::ALL,
        games::ALL,
        tables::ALL,
        tournaments::ALL,
        hands::ALL,
        server::ALL,
        personal::ALL,
        friends::ALL,
        evenings::ALL,
        clubs::ALL,
        seasons::ALL,
        templates::ALL,
        push::ALL,
        cards::ALL,
    ]
    .into_iter()
    .flatten()
}
