//! The canvas: pixels, and the filling of shapes.

use crate::path::{Path, Point};
use crate::png;

/// Red, green and blue.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Colour(pub u8, pub u8, pub u8);

/// A picture in the making.
#[derive(Clone, Debug)]
pub struct Canvas {
    width: usize,
    height: usize,
    /// Three bytes for each pixel, row by row.
    pixels: Vec<u8>,
}

impl Canvas {
    /// A canvas in one colour.
    pub fn new(width: usize, height: usize, Colour(r, g, b): Colour) -> Self {
        Self {
            width,
            height,
            pixels: [r, g, b].repeat(width * height),
        }
    }

    /// Fills a shape. What lies outside the canvas is cut off.
    pub fn fill(&mut self, path: &Path, Colour(r, g, b): Colour) {
        let ys = path.lines.iter().flat_map(|(from, to)| [from.1, to.1]);
        let (top, bottom) = ys.fold((f32::MAX, f32::MIN), |(low, high), y| (low.min(y), high.max(y)));
        let top = top.floor().clamp(0.0, self.height as f32) as usize;
        let bottom = bottom.ceil().clamp(0.0, self.height as f32) as usize;
        if top >= bottom {
            return;
        }
        // Signed area to the right of the lines, as a difference to the pixel before.
        let stride = self.width + 2;
        let mut cover = vec![0.0; stride * (bottom - top)];
        for &(from, to) in &path.lines {
            let moved = |(x, y): Point| (x.clamp(0.0, self.width as f32), y - top as f32);
            add(&mut cover, stride, bottom - top, moved(from), moved(to));
        }
        for (row, cover) in cover.chunks_exact(stride).enumerate() {
            let mut sum = 0.0_f32;
            let begin = (top + row) * self.width;
            for (at, change) in cover[..self.width].iter().enumerate() {
                sum += change;
                let alpha = sum.abs().min(1.0);
                if alpha > 0.002 {
                    let pixel = &mut self.pixels[(begin + at) * 3..][..3];
                    for (old, new) in pixel.iter_mut().zip([r, g, b]) {
                        let mixed = f32::from(*old) + (f32::from(new) - f32::from(*old)) * alpha;
                        *old = mixed.round() as u8;
                    }
                }
            }
        }
    }

    /// The colour of a pixel; `None` outside the canvas.
    pub fn pixel(&self, x: usize, y: usize) -> Option<Colour> {
        let at = (x < self.width && y < self.height).then_some((y * self.width + x) * 3)?;
        Some(Colour(self.pixels[at], self.pixels[at + 1], self.pixels[at + 2]))
    }

    /// The picture as a PNG file.
    pub fn png(&self) -> Vec<u8> {
        png::write(self.width, self.height, &self.pixels)
    }
}

/// Adds the area to the right of a line to each row that it crosses.
fn add(cover: &mut [f32], stride: usize, rows: usize, from: Point, to: Point) {
    let (sign, from, to) = if from.1 < to.1 {
        (1.0, from, to)
    } else {
        (-1.0, to, from)
    };
    let slope = (to.0 - from.0) / (to.1 - from.1);
    let first = from.1.max(0.0);
    let last = to.1.min(rows as f32);
    // A level line covers nothing.
    if first >= last {
        return;
    }
    for row in first as usize..(last.ceil() as usize) {
        let (low, high) = (first.max(row as f32), last.min(row as f32 + 1.0));
        let (one, other) = (from.0 + (low - from.1) * slope, from.0 + (high - from.1) * slope);
        let height = sign * (high - low);
        let (left, right) = (one.min(other), one.max(other));
        let line = &mut cover[row * stride..][..stride];
        let (begin, end) = (left.floor() as usize, right.ceil() as usize);
        if end <= begin + 1 {
            let inside = left.midpoint(right) - begin as f32;
            line[begin] += height * (1.0 - inside);
            line[begin + 1] += height * inside;
            continue;
        }
        // The line crosses several pixels: each holds a part of it, and has the area to its right.
        let per_pixel = height / (right - left);
        let mut before = 0.0;
        for (x, cell) in line.iter_mut().enumerate().take(end).skip(begin) {
            let (a, b) = (left.max(x as f32), right.min(x as f32 + 1.0));
            let part = per_pixel * (b - a);
            let inside = part * ((x as f32 + 1.0) - a.midpoint(b));
            *cell += inside + before;
            before = part - inside;
        }
        line[end] += before;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const BLACK: Colour = Colour(0, 0, 0);
    const WHITE: Colour = Colour(255, 255, 255);

    /// White in a canvas of black, in pixels.
    fn area(canvas: &Canvas) -> f64 {
        canvas.pixels.iter().map(|part| f64::from(*part)).sum::<f64>() / (3.0 * 255.0)
    }

    #[test]
    fn shapes_cover_their_area() {
        let circle = |x, y, radius| {
            let mut canvas = Canvas::new(100, 80, BLACK);
            canvas.fill(&Path::circle(x, y, radius), WHITE);
            canvas
        };
        let whole = circle(50.3, 40.7, 30.0);
        assert!(
            (area(&whole) - 30.0_f64.powi(2) * std::f64::consts::PI).abs() < 20.0,
            "{}",
            area(&whole)
        );
        assert_eq!(whole.pixel(50, 40), Some(WHITE));
        assert_eq!(whole.pixel(2, 2), Some(BLACK));
        assert_eq!(whole.pixel(100, 2), None);
        let half = circle(0.0, 40.0, 30.0);
        assert!(
            (area(&half) * 2.0 - area(&circle(50.0, 40.0, 30.0))).abs() < 40.0,
            "{}",
            area(&half)
        );
        let outside = circle(50.0, -90.0, 30.0);
        assert!(area(&outside) < 0.5);
    }

    #[test]
    fn a_half_covered_pixel_is_half_coloured() {
        let mut canvas = Canvas::new(4, 4, BLACK);
        canvas.fill(&Path::rounded(1.5, 1.0, 1.0, 2.0, 0.0), WHITE);
        let row: Vec<u8> = (0..4).filter_map(|x| Some(canvas.pixel(x, 1)?.0)).collect();
        assert_eq!(row, [0, 128, 128, 0]);
        assert_eq!(canvas.pixel(1, 0), Some(BLACK));
    }
}
