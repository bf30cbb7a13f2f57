//! Answers to requests, as types: each has a status and a content.

use std::marker::PhantomData;

use crate::describe::{JsonSchema, SchemaOf, schema_of};
use crate::v1::rest::HandRecord;

/// The answer to a request that is not refused.
pub trait Answer {
    /// The status.
    const STATUS: u16;
    /// The content.
    const CONTENT: Content;
}

/// The content of an answer.
#[derive(Clone, Copy, Debug)]
pub enum Content {
    /// None.
    Nothing,
    /// JSON of this schema.
    Json(SchemaOf),
    /// Any JSON object.
    Object,
    /// Text of this media type, with its parameters.
    Text(&'static str),
    /// A PNG file.
    Picture,
    /// A file of finished hands.
    Hands,
    /// A finished hand: the record of this schema, or a file.
    Hand(SchemaOf),
}

/// JSON about what is or was done.
#[derive(Debug)]
pub struct Done<T>(PhantomData<T>);

impl<T: JsonSchema> Answer for Done<T> {
    const STATUS: u16 = 200;
    const CONTENT: Content = Content::Json(schema_of::<T>());
}

/// JSON about what was created.
#[derive(Debug)]
pub struct Created<T>(PhantomData<T>);

impl<T: JsonSchema> Answer for Created<T> {
    const STATUS: u16 = 201;
    const CONTENT: Content = Content::Json(schema_of::<T>());
}

/// Declares answers without a type of their own.
macro_rules! answers {
    ($(#[doc = $doc:literal] $name:ident = $status:literal $content:expr;)+) => {
        $(
            #[doc = $doc]
            #[derive(Debug)]
            pub struct $name;

            impl Answer for $name {
                const STATUS: u16 = $status;
                const CONTENT: Content = $content;
            }
        )+
    };
}

answers! {
    /// Nothing but the status.
    Nothing = 204 Content::Nothing;
    /// The protocol that the connection goes over to.
    Upgrade = 101 Content::Nothing;
    /// A description of the server, which is a JSON object.
    AnyObject = 200 Content::Object;
    /// A picture.
    Picture = 200 Content::Picture;
    /// A file of finished hands.
    HandsFile = 200 Content::Hands;
    /// A finished hand: the record, or a file.
    HandOrFile = 200 Content::Hand(schema_of::<HandRecord>());
}

/// Text of one media type.
pub trait Text {
    /// The media type, with its parameters.
    const KIND: &'static str;
}

/// Declares kinds of text.
macro_rules! texts {
    ($(#[doc = $doc:literal] $name:ident = $kind:literal;)+) => {
        $(
            #[doc = $doc]
            #[derive(Debug)]
            pub struct $name;

            impl Text for $name {
                const KIND: &'static str = $kind;
            }

            impl Answer for $name {
                const STATUS: u16 = 200;
                const CONTENT: Content = Content::Text($kind);
            }
        )+
    };
}

texts! {
    /// Plain text.
    PlainText = "text/plain; charset=utf-8";
    /// One JSON value per line.
    JsonLines = "application/jsonl";
    /// Comma-separated values.
    Csv = "text/csv; charset=utf-8";
}
