//! Bounds of numbers and times.

use std::fmt::Display;
use std::ops::RangeInclusive;

/// The bounds of a setting, as a host reads them.
#[derive(Debug)]
pub(super) struct Bounds {
    pub(super) name: String,
    pub(super) least: String,
    pub(super) most: String,
    /// `true` if the value is within.
    pub(super) are_kept: bool,
}

impl Bounds {
    /// The bounds of the field `name`, which has this value.
    pub(super) fn new<T: Display + PartialOrd>(name: &str, bounds: &RangeInclusive<T>, value: &T) -> Self {
        Self {
            name: name.replace('_', "-"),
            least: format!("{:#}", bounds.start()),
            most: format!("{:#}", bounds.end()),
            are_kept: bounds.contains(value),
        }
    }
}
