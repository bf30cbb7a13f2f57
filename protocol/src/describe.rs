//! The derive and schemas that describe messages: those of `schemars` with the feature `schema`, and without it some that write nothing.
//! Only the generator of schemas and types needs the first, and they are a good part of what this crate takes to compile.

pub use given::SchemaOf;
pub(crate) use given::{JsonSchema, schema_of};

#[cfg(feature = "schema")]
mod given {
    pub(crate) use schemars::JsonSchema;
    use schemars::{Schema, SchemaGenerator};

    /// Adds the schema of a type to a document, and returns the reference to it.
    pub type SchemaOf = fn(&mut SchemaGenerator) -> Schema;

    /// The schema of a type.
    pub(crate) const fn schema_of<T: JsonSchema>() -> SchemaOf {
        SchemaGenerator::subschema_for::<T>
    }
}

#[cfg(not(feature = "schema"))]
mod given {
    pub(crate) use poker_protocol_derive::JsonSchema;

    /// Every type, as none is described.
    pub trait JsonSchema {}

    impl<T> JsonSchema for T {}

    /// Nothing, in place of the schema of a type.
    #[derive(Clone, Copy, Debug)]
    pub struct SchemaOf;

    /// The schema of a type.
    pub(crate) const fn schema_of<T: JsonSchema>() -> SchemaOf {
        SchemaOf
    }
}
