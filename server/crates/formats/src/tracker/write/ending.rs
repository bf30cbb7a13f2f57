//! The showdown, what is collected, and the summary.

use poker_engine::event::PublicEvent;
use poker_engine::setup::PostKind;
use poker_engine::{Chips, SeatIx};

use super::super::bracketed;
use super::{End, Text};

impl Text<'_> {
    /// Writes the line before the first hand shown, and before those of the second run.
    pub(super) fn show_down(&mut self, run: usize) {
        if self.showdowns > run || self.showdowns == run && run > 0 {
            return;
        }
        self.showdowns = run.max(1);
        if self.twice && run == 2 {
            self.collected(Some(1));
        }
        self.line(match (self.twice, run) {
            (true, 2) => "*** SECOND SHOW DOWN ***",
            (true, _) => "*** FIRST SHOW DOWN ***",
            (false, _) => "*** SHOW DOWN ***",
        });
    }

    /// Writes the amounts collected on one run of the board, or on all.
    fn collected(&mut self, run: Option<u8>) {
        let count = self.telling.awards(None).len();
        for (index, (_, winners)) in self.telling.awards(run).iter().enumerate() {
            let pot = match index {
                _ if count < 2 => "pot".to_owned(),
                0 => "main pot".to_owned(),
                _ if count == 2 => "side pot".to_owned(),
                _ => format!("side pot-{index}"),
            };
            for (seat, won) in winners {
                let line = format!("{} collected {won} from {pot}", self.names[*seat]);
                self.line(&line);
            }
        }
    }

    pub(super) fn summary(&mut self) {
        self.collected(self.twice.then_some(2));
        let awards = self.telling.awards(None);
        let total: Chips = awards.iter().map(|(amount, _)| *amount).sum();
        self.line("*** SUMMARY ***");
        let mut pots = String::new();
        for (index, (amount, _)) in awards.iter().enumerate().filter(|_| awards.len() > 1) {
            let name = match index {
                0 => "Main pot".to_owned(),
                1 if awards.len() == 2 => "Side pot".to_owned(),
                _ => format!("Side pot-{index}"),
            };
            pots.extend([" ", &name, " ", &amount.to_string(), "."]);
        }
        self.line(&format!("Total pot {total}{pots} | Rake 0"));
        if self.twice {
            self.line("Hand was run twice");
        }
        for (board, name) in [(0, "FIRST Board"), (1, "SECOND Board")] {
            if !self.boards[board].is_empty() {
                let name = if self.twice { name } else { "Board" };
                let line = format!("{name} {}", bracketed(&self.boards[board]));
                self.line(&line);
            }
        }
        for (seat, _) in self.telling.stacks() {
            let line = format!(
                "Seat {}: {}{} {}",
                seat.number(),
                self.names[seat],
                self.position(seat),
                self.ended(seat)
            );
            self.line(&line);
        }
        self.out.push_str("\n\n");
    }
}

impl Text<'_> {
    fn position(&self, seat: SeatIx) -> String {
        let posted = |wanted: PostKind| {
            let posts = |event: &&&PublicEvent| matches!(event, PublicEvent::Posted { seat: s, kind, .. } if *s == seat && *kind == wanted);
            self.telling.record.events.iter().find(posts).is_some()
        };
        let mut places = String::new();
        for (there, place) in [
            (self.telling.record.setup.button == seat, " (button)"),
            (posted(PostKind::SmallBlind), " (small blind)"),
            (posted(PostKind::BigBlind), " (big blind)"),
        ] {
            if there {
                places.push_str(place);
            }
        }
        places
    }

    /// Returns what the seat won on one run of the board, or on all.
    fn won(&self, seat: SeatIx, run: Option<u8>) -> Chips {
        let awards = self.telling.awards(run);
        let won = awards.iter().flat_map(|(_, winners)| winners);
        won.filter(|(winner, _)| *winner == seat).map(|(_, won)| *won).sum()
    }

    /// Returns the summary's words for a seat.
    fn ended(&self, seat: SeatIx) -> String {
        match &self.ends[seat] {
            End::Folded(Some(street)) => format!("folded on the {street}"),
            End::Folded(None) if self.staked.contains(seat) => "folded before Flop".to_owned(),
            End::Folded(None) => "folded before Flop (didn't bet)".to_owned(),
            End::Showed(cards, made) => {
                let ends = made.iter().zip(1..).map(|(made, run)| {
                    let won = self.won(seat, self.twice.then_some(run));
                    if won.is_zero() {
                        format!("lost with {made}")
                    } else {
                        format!("won ({won}) with {made}")
                    }
                });
                format!("showed {cards} and {}", ends.collect::<Vec<_>>().join(", and "))
            }
            End::Mucked if self.won(seat, None).is_zero() => "mucked".to_owned(),
            End::Mucked | End::Alone => format!("collected ({})", self.won(seat, None)),
        }
    }
}

/// Formats a street as in the summary: `First Draw`.
pub(super) fn titled(street: &str) -> String {
    let words = street.split(' ').map(|word| {
        let (first, rest) = word.split_at(1);
        format!("{first}{}", rest.to_lowercase())
    });
    words.collect::<Vec<_>>().join(" ")
}
