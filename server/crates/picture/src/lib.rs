//! Small pictures: shapes and text on a canvas, written as PNG.
//!
//! Text is drawn from the outlines in `font/sans.outlines`, which `scripts/outlines.py` takes from `DejaVu` Sans.
//!
//! ```
//! use poker_picture::{Canvas, Colour, Font, Path};
//!
//! let mut canvas = Canvas::new(320, 200, Colour(20, 90, 60));
//! canvas.fill(&Path::circle(60.0, 100.0, 40.0), Colour(255, 255, 255));
//! let font = Font::sans();
//! canvas.fill(&font.text("Zoë", 32.0, 120.0, 110.0), Colour(255, 255, 255));
//! assert!(canvas.png().starts_with(b"\x89PNG"));
//! ```

#![expect(
    clippy::float_arithmetic,
    clippy::cast_possible_truncation,
    clippy::cast_precision_loss,
    clippy::cast_sign_loss,
    reason = "coordinates of pixels"
)]

mod canvas;
mod font;
mod path;
mod png;

pub use canvas::{Canvas, Colour};
pub use font::Font;
pub use path::Path;
