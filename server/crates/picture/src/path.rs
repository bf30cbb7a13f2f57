//! Shapes: closed contours of straight lines.

/// A point, in pixels from the top left.
pub(crate) type Point = (f32, f32);

/// Straight pieces of a curve.
const PIECES: u8 = 8;

/// Distance of the control points of a quarter circle, for a radius of 1.
const QUARTER: f32 = 0.552_284_8;

/// Contours of a shape. Contours that run the other way cut holes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Path {
    /// Lines, from one point to another.
    pub(crate) lines: Vec<(Point, Point)>,
    start: Point,
    at: Point,
}

impl Path {
    /// A circle around a point.
    pub fn circle(x: f32, y: f32, radius: f32) -> Self {
        Self::rounded(x - radius, y - radius, 2.0 * radius, 2.0 * radius, radius)
    }

    /// A rectangle with round corners.
    pub fn rounded(x: f32, y: f32, width: f32, height: f32, radius: f32) -> Self {
        let (right, bottom, control) = (x + width, y + height, radius * (1.0 - QUARTER));
        let mut path = Self::default();
        path.move_to((x + radius, y));
        path.line_to((right - radius, y));
        path.cubic_to((right - control, y), (right, y + control), (right, y + radius));
        path.line_to((right, bottom - radius));
        path.cubic_to(
            (right, bottom - control),
            (right - control, bottom),
            (right - radius, bottom),
        );
        path.line_to((x + radius, bottom));
        path.cubic_to((x + control, bottom), (x, bottom - control), (x, bottom - radius));
        path.line_to((x, y + radius));
        path.cubic_to((x, y + control), (x + control, y), (x + radius, y));
        path.close();
        path
    }

    /// Begins a contour, and closes the one before.
    pub(crate) fn move_to(&mut self, to: Point) {
        self.close();
        (self.start, self.at) = (to, to);
    }

    pub(crate) fn line_to(&mut self, to: Point) {
        self.lines.push((self.at, to));
        self.at = to;
    }

    pub(crate) fn quad_to(&mut self, control: Point, to: Point) {
        let from = self.at;
        self.curve(|t| {
            let s = 1.0 - t;
            let on = |a: f32, b: f32, c: f32| s * s * a + 2.0 * s * t * b + t * t * c;
            (on(from.0, control.0, to.0), on(from.1, control.1, to.1))
        });
    }

    fn cubic_to(&mut self, first: Point, second: Point, to: Point) {
        let from = self.at;
        self.curve(|t| {
            let s = 1.0 - t;
            let on = |a: f32, b: f32, c: f32, d: f32| {
                s * s * s * a + 3.0 * s * s * t * b + 3.0 * s * t * t * c + t * t * t * d
            };
            (on(from.0, first.0, second.0, to.0), on(from.1, first.1, second.1, to.1))
        });
    }

    fn curve(&mut self, at: impl Fn(f32) -> Point) {
        for piece in 1..=PIECES {
            self.line_to(at(f32::from(piece) / f32::from(PIECES)));
        }
    }

    pub(crate) fn close(&mut self) {
        if self.at != self.start {
            self.line_to(self.start);
        }
    }
}
