//! The picture of a card: a felt, the words, and a dot for each seat.

#![expect(clippy::float_arithmetic, reason = "coordinates of pixels")]

use poker_picture::{Canvas, Colour, Font, Path};

use super::Card;

/// Size that messengers ask for.
pub const SIZE: (usize, usize) = (1200, 630);

const FELT: Colour = Colour(22, 78, 62);
const EDGE: Colour = Colour(13, 52, 41);
const PAPER: Colour = Colour(250, 250, 246);
const DIM: Colour = Colour(190, 216, 204);
const AMBER: Colour = Colour(244, 183, 64);
const RED: Colour = Colour(198, 40, 40);
const INK: Colour = Colour(28, 32, 33);

const LEFT: f32 = 90.0;
const WIDTH: f32 = 1020.0;

/// Draws a card as a PNG file.
pub(super) fn draw(card: &Card) -> Vec<u8> {
    let mut canvas = Canvas::new(SIZE.0, SIZE.1, EDGE);
    canvas.fill(&Path::rounded(30.0, 30.0, 1140.0, 570.0, 60.0), FELT);
    for (x, suit, ink) in [
        (90.0, '♠', INK),
        (166.0, '♥', RED),
        (242.0, '♦', RED),
        (318.0, '♣', INK),
    ] {
        canvas.fill(&Path::rounded(x, 84.0, 62.0, 88.0, 9.0), PAPER);
        line(&mut canvas, &suit.to_string(), 52.0, (x + 9.0, 147.0), ink);
    }
    let mut y = 272.0;
    for words in lines(&legible(&card.head), 68.0, 2) {
        line(&mut canvas, &words, 68.0, (LEFT, y), PAPER);
        y += 80.0;
    }
    for words in lines(&legible(&card.line), 42.0, 2) {
        line(&mut canvas, &words, 42.0, (LEFT, y - 8.0), AMBER);
        y += 54.0;
    }
    if let Some((taken, of)) = card.seats {
        for (seat, at) in (0..of).zip(0_u8..) {
            // Beside the cards, where words of any length leave room.
            let x = 430.0 + 48.0 * f32::from(at);
            let colour = if seat < taken { AMBER } else { EDGE };
            canvas.fill(&Path::circle(x, 128.0, 16.0), colour);
        }
    }
    let notes = lines(&legible(&card.note), 30.0, 2);
    let mut y = if notes.len() > 1 { 522.0 } else { 546.0 };
    for words in notes {
        line(&mut canvas, &words, 30.0, (LEFT, y), DIM);
        y += 40.0;
    }
    canvas.png()
}

fn line(canvas: &mut Canvas, words: &str, size: f32, (x, y): (f32, f32), colour: Colour) {
    canvas.fill(&Font::sans().text(words, size, x, y), colour);
}

/// Words with a sign for each word that the font cannot write.
fn legible(text: &str) -> String {
    let font = Font::sans();
    let words = text.split(' ').map(|word| if font.covers(word) { word } else { "…" });
    words.collect::<Vec<_>>().join(" ")
}

/// Breaks a text into lines; what is left over on the last one is cut.
fn lines(text: &str, size: f32, most: usize) -> Vec<String> {
    let font = Font::sans();
    let mut lines: Vec<String> = Vec::new();
    for word in text.split(' ').filter(|word| !word.is_empty()) {
        match lines.last_mut() {
            Some(last) if lines_fit(font, last, word, size) => {
                last.push(' ');
                last.push_str(word);
            }
            _ => lines.push(word.to_owned()),
        }
    }
    if lines.len() > most {
        let rest = lines.split_off(most - 1).join(" ");
        lines.push(rest);
    }
    lines.iter().map(|line| font.cut(line, size, WIDTH)).collect()
}

fn lines_fit(font: &Font, line: &str, word: &str, size: f32) -> bool {
    font.width(&format!("{line} {word}"), size) <= WIDTH
}
