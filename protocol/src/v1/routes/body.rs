//! Bodies of requests, as types.

use std::marker::PhantomData;

use crate::describe::{JsonSchema, SchemaOf, schema_of};

/// The body of a request.
pub trait Request {
    /// Its description.
    const BODY: Option<Body>;
}

/// A JSON body as it is described.
#[derive(Clone, Copy, Debug)]
pub struct Body {
    /// The schema.
    pub schema: SchemaOf,
    /// `true` if it may be left out.
    pub optional: bool,
}

/// No body.
#[derive(Debug)]
pub struct NoBody;

impl Request for NoBody {
    const BODY: Option<Body> = None;
}

/// A JSON body.
#[derive(Debug)]
pub struct Required<T>(PhantomData<T>);

impl<T: JsonSchema> Request for Required<T> {
    const BODY: Option<Body> = Some(Body {
        schema: schema_of::<T>(),
        optional: false,
    });
}

/// A JSON body that may be left out.
#[derive(Debug)]
pub struct Optional<T>(PhantomData<T>);

impl<T: JsonSchema> Request for Optional<T> {
    const BODY: Option<Body> = Some(Body {
        schema: schema_of::<T>(),
        optional: true,
    });
}
