//! Cards: what a link leads to, in a few words and a picture, for messengers and for guests.
//!
//! A messenger shows the card of a link to everyone in the conversation, and stores it. So a card for messengers tells
//! nothing of a private table or tournament but that it is one; a guest who opens the link reads the whole.

mod picture;
mod words;

use std::collections::VecDeque;
use std::sync::{Mutex, PoisonError};

use bytes::Bytes;
use poker_protocol::v1::rest::{CardResponse, LinkState};

use crate::rules::{Lang, say};

pub use self::picture::SIZE as PICTURE;
pub use self::words::{Reader, broken, event, fault_of, hand, season, table};

/// Maximum number of pictures kept, of up to 80 KB each.
const KEPT_MAX: usize = 64;

/// What a link leads to, in one language.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Card {
    /// State of what the link leads to.
    pub state: LinkState,
    /// Who invites, or what it is.
    pub head: String,
    /// What is played, and how many play; empty for a private one.
    pub line: String,
    /// What the reader can do.
    pub note: String,
    /// Seats taken, of how many.
    pub seats: Option<(u8, u8)>,
}

impl Card {
    /// Head and line in one.
    pub fn title(&self, lang: Lang) -> String {
        let Self { head, line, .. } = self;
        if line.is_empty() {
            return head.clone();
        }
        say!(lang, "{head}: {line}", "{head}\u{a0}: {line}")
    }
}

impl From<Card> for CardResponse {
    fn from(card: Card) -> Self {
        Self {
            state: card.state,
            head: card.head,
            line: card.line,
            text: card.note,
        }
    }
}

/// Pictures drawn lately, the one asked for longest ago first.
#[derive(Debug, Default)]
pub struct Pictures {
    kept: Mutex<VecDeque<(Card, Bytes)>>,
}

impl Pictures {
    /// The picture of a card, if it was drawn lately.
    pub fn kept(&self, card: &Card) -> Option<Bytes> {
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let at = kept.iter().position(|(known, _)| known == card)?;
        let found = kept.remove(at)?;
        let picture = found.1.clone();
        kept.push_back(found);
        Some(picture)
    }

    /// The picture of a card, drawn if need be: some ten milliseconds. One that was drawn while the caller waited for
    /// its turn is not drawn again.
    pub fn draw(&self, card: Card) -> Bytes {
        if let Some(picture) = self.kept(&card) {
            return picture;
        }
        let picture = Bytes::from(picture::draw(&card));
        let mut kept = self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((_, known)) = kept.iter().find(|(known, _)| *known == card) {
            return known.clone();
        }
        if kept.len() >= KEPT_MAX {
            kept.pop_front();
        }
        kept.push_back((card, picture.clone()));
        picture
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn card(head: &str) -> Card {
        Card {
            state: LinkState::Open,
            head: head.to_owned(),
            line: "Dealer’s choice 5/10, 3 of 6 seated".to_owned(),
            note: "Open the link to watch. To sit down, a name is all you need.".to_owned(),
            seats: Some((3, 6)),
        }
    }

    #[test]
    fn a_picture_is_drawn_once_and_the_oldest_go() {
        let pictures = Pictures::default();
        let first = card("Maëlle invites you");
        assert!(pictures.kept(&first).is_none());
        let drawn = pictures.draw(first.clone());
        assert!((8_000..60_000).contains(&drawn.len()), "{} bytes", drawn.len());
        assert_eq!(pictures.draw(first.clone()).as_ptr(), drawn.as_ptr());
        assert_ne!(pictures.draw(card("李雷 invites you")), drawn);
        let mut kept = pictures.kept.lock().unwrap();
        assert_eq!(kept.len(), 2);
        let blank = Bytes::new();
        kept.extend((2..KEPT_MAX).map(|at| (card(&at.to_string()), blank.clone())));
        drop(kept);
        pictures.draw(card("Zoe"));
        assert_eq!(pictures.kept.lock().unwrap().len(), KEPT_MAX);
        assert!(pictures.kept(&first).is_none());
    }
}
