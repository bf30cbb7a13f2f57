//! The font: outlines of letters, and lines of text made of them.

use std::collections::HashMap;
use std::io::Read;
use std::sync::LazyLock;

use flate2::read::ZlibDecoder;

use crate::path::{Path, Point};

/// Written by `scripts/outlines.py`, which describes the format.
const SANS: &[u8] = include_bytes!("../font/sans.outlines");

/// Replaces characters that the font does not have.
const UNKNOWN: char = '?';

/// Marks the end of a text that was cut.
const CUT: char = '…';

/// A font of one weight.
#[derive(Debug)]
pub struct Font {
    /// Units of the em.
    em: f32,
    glyphs: HashMap<char, Glyph>,
}

#[derive(Debug)]
struct Glyph {
    advance: f32,
    segments: Vec<Segment>,
}

#[derive(Clone, Copy, Debug)]
enum Segment {
    Move(Point),
    Line(Point),
    Quad(Point, Point),
}

impl Font {
    /// Bold condensed `DejaVu` Sans: Latin, Greek and Cyrillic letters, punctuation, suits.
    pub fn sans() -> &'static Self {
        static FONT: LazyLock<Font> = LazyLock::new(|| {
            let mut bytes = Vec::new();
            let read = ZlibDecoder::new(SANS).read_to_end(&mut bytes);
            let font = read.ok().and_then(|_| Reader(&bytes).font());
            font.expect("the outlines are as their script wrote them")
        });
        &FONT
    }

    /// `true` if the font has every character of a text.
    pub fn covers(&self, text: &str) -> bool {
        text.chars().all(|char| self.glyphs.contains_key(&char))
    }

    /// Width of a text, in pixels.
    pub fn width(&self, text: &str, size: f32) -> f32 {
        self.glyphs_of(text).map(|glyph| glyph.advance).sum::<f32>() * size / self.em
    }

    /// Cuts a text that is wider than it may be, with an ellipsis for the rest.
    pub fn cut(&self, text: &str, size: f32, width_max: f32) -> String {
        if self.width(text, size) <= width_max {
            return text.to_owned();
        }
        let mut kept = text.to_owned();
        while kept.pop().is_some() {
            let cut = format!("{}{CUT}", kept.trim_end());
            if self.width(&cut, size) <= width_max {
                return cut;
            }
        }
        CUT.to_string()
    }

    /// The outlines of a text whose baseline begins at a point.
    pub fn text(&self, text: &str, size: f32, x: f32, y: f32) -> Path {
        let scale = size / self.em;
        let (mut path, mut pen) = (Path::default(), x);
        for glyph in self.glyphs_of(text) {
            let placed = |(across, up): Point| (pen + across * scale, y - up * scale);
            for segment in &glyph.segments {
                match *segment {
                    Segment::Move(to) => path.move_to(placed(to)),
                    Segment::Line(to) => path.line_to(placed(to)),
                    Segment::Quad(control, to) => path.quad_to(placed(control), placed(to)),
                }
            }
            pen += glyph.advance * scale;
        }
        path.close();
        path
    }

    fn glyphs_of(&self, text: &str) -> impl Iterator<Item = &Glyph> {
        text.chars()
            .filter_map(|char| self.glyphs.get(&char).or_else(|| self.glyphs.get(&UNKNOWN)))
    }
}

/// Reads the outlines.
struct Reader<'a>(&'a [u8]);

impl Reader<'_> {
    fn font(&mut self) -> Option<Font> {
        let em = f32::from(self.u16()?);
        let glyphs = (0..self.u16()?).map(|_| self.glyph()).collect::<Option<_>>()?;
        Some(Font { em, glyphs })
    }

    fn glyph(&mut self) -> Option<(char, Glyph)> {
        let char = char::from_u32(self.u16()?.into())?;
        let advance = f32::from(self.u16()?);
        let segments = (0..self.u16()?).map(|_| self.segment()).collect::<Option<_>>()?;
        Some((char, Glyph { advance, segments }))
    }

    fn segment(&mut self) -> Option<Segment> {
        let (kind, rest) = self.0.split_first()?;
        self.0 = rest;
        Some(match kind {
            0 => Segment::Move(self.point()?),
            1 => Segment::Line(self.point()?),
            2 => Segment::Quad(self.point()?, self.point()?),
            _ => return None,
        })
    }

    fn point(&mut self) -> Option<Point> {
        let mut number = || Some(f32::from(self.u16()?.cast_signed()));
        Some((number()?, number()?))
    }

    fn u16(&mut self) -> Option<u16> {
        let (bytes, rest) = self.0.split_first_chunk()?;
        self.0 = rest;
        Some(u16::from_be_bytes(*bytes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Canvas, Colour};

    #[test]
    fn the_font_has_the_letters_of_europe() {
        let font = Font::sans();
        for text in [
            "Maëlle O'Connor",
            "Łukasz Đường",
            "Αθήνα",
            "Привет",
            "« 5 000 » ♠♥♦♣ … — €",
        ] {
            assert!(font.covers(text), "{text}");
        }
        assert!(!font.covers("李雷"));
        assert!(font.width("李雷", 20.0) > 0.0, "each has a sign that stands for it");
    }

    #[test]
    fn text_is_drawn_above_its_baseline_and_as_wide_as_it_says() {
        let font = Font::sans();
        let mut canvas = Canvas::new(200, 60, Colour(0, 0, 0));
        canvas.fill(&font.text("HH", 40.0, 10.0, 50.0), Colour(255, 255, 255));
        let inked = |x: usize, y: usize| canvas.pixel(x, y) == Some(Colour(255, 255, 255));
        let columns: Vec<usize> = (0..200).filter(|x| (0..60).any(|y| inked(*x, y))).collect();
        let rows: Vec<usize> = (0..60).filter(|y| (0..200).any(|x| inked(x, *y))).collect();
        assert!(columns[0] > 10 && columns[columns.len() - 1] < 10 + font.width("HH", 40.0) as usize);
        assert_eq!(rows[rows.len() - 1], 49);
        assert!((26..34).contains(&rows.len()), "{}", rows.len());
        let o = font.text("O", 40.0, 10.0, 50.0);
        let mut ring = Canvas::new(60, 60, Colour(0, 0, 0));
        ring.fill(&o, Colour(255, 255, 255));
        let middle = 10 + (font.width("O", 40.0) / 2.0) as usize;
        assert_eq!(
            ring.pixel(middle, 36),
            Some(Colour(0, 0, 0)),
            "the inside of a ring is empty"
        );
    }

    #[test]
    fn a_text_that_is_too_wide_is_cut() {
        let font = Font::sans();
        assert_eq!(font.cut("short", 20.0, 500.0), "short");
        let cut = font.cut("a much longer text", 20.0, 100.0);
        assert!(cut.ends_with('…') && font.width(&cut, 20.0) <= 100.0, "{cut}");
    }
}
