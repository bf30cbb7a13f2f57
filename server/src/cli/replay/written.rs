//! Hands in the notation of test vectors: `.hand` and `.hands`.

use std::collections::BTreeMap;
use std::io::{self, Write};

use poker_engine::history::notation::{self, Award, HandText, NotationError, Outcome};
use poker_engine::{Chips, SeatIx};
use serde::Serialize;

/// The result of one hand. Seats have the names of the file.
#[derive(Default, Serialize)]
pub(super) struct WrittenHand<'a> {
    file: &'a str,
    index: usize,
    game: Option<String>,
    /// The stacks in seat order.
    #[serde(rename = "final")]
    stacks: Option<Vec<u64>>,
    carried_out: u64,
    pots: Vec<PotLine>,
    high: BTreeMap<String, String>,
    low: BTreeMap<String, String>,
    error: Option<String>,
    error_at: Option<usize>,
    /// Set if the text is not a hand at all.
    #[serde(skip)]
    unreadable: bool,
}

#[derive(Serialize)]
struct PotLine {
    amount: u64,
    contenders: Vec<String>,
    shares: BTreeMap<String, u64>,
}

impl WrittenHand<'_> {
    pub(super) const fn is_unreadable(&self) -> bool {
        self.unreadable
    }

    pub(super) const fn is_refused(&self) -> bool {
        self.error.is_some()
    }

    pub(super) fn error(&self) -> Option<&str> {
        self.error.as_deref()
    }

    pub(super) fn print(&self, out: &mut impl Write, json: bool) -> io::Result<()> {
        if json {
            serde_json::to_writer(&mut *out, self)?;
            return writeln!(out);
        }
        let WrittenHand { file, index, .. } = self;
        let game = self.game.as_deref().unwrap_or("?");
        match (&self.error, &self.stacks) {
            (Some(error), _) => writeln!(out, "{file} {index} {game}: {error}"),
            (None, stacks) => {
                let stacks: Vec<String> = stacks.iter().flatten().map(u64::to_string).collect();
                writeln!(out, "{file} {index} {game}: stacks {}", stacks.join(" "))?;
                if self.carried_out > 0 {
                    writeln!(out, "  carried over: {}", self.carried_out)?;
                }
                Ok(())
            }
        }
    }
}

/// Plays every hand of a text.
pub(super) fn lines<'a>(file: &'a str, text: &str) -> Vec<WrittenHand<'a>> {
    let hands = notation::parse(text).into_iter().enumerate();
    hands.map(|(index, hand)| line(file, index + 1, hand)).collect()
}

fn line(file: &str, index: usize, hand: Result<HandText, NotationError>) -> WrittenHand<'_> {
    let blank = WrittenHand {
        file,
        index,
        ..WrittenHand::default()
    };
    let hand = match hand {
        Ok(hand) => hand,
        Err(error) => {
            return WrittenHand {
                error: Some(error.to_string()),
                unreadable: true,
                ..blank
            };
        }
    };
    let blank = WrittenHand {
        game: Some(hand.game.clone()),
        ..blank
    };
    let outcome = match hand.play() {
        Ok(outcome) => outcome,
        Err(error) => {
            return WrittenHand {
                error: Some(format!("line {}: {error}", hand.line)),
                ..blank
            };
        }
    };
    if let Some((at, refusal)) = &outcome.refused {
        let (seat, word) = &hand.actions[at - 1];
        return WrittenHand {
            error: Some(format!("{}: action {at} (`{seat}:{word}`): {refusal}", refusal.code())),
            error_at: Some(*at),
            ..blank
        };
    }
    let error = if outcome.stacks.is_none() {
        Some(format!("line {}: the hand is not over when its actions are", hand.line))
    } else {
        let contradictions = hand.contradictions(&outcome);
        (!contradictions.is_empty()).then(|| format!("line {}: {}", hand.line, contradictions.join("; ")))
    };
    WrittenHand {
        error,
        ..played(blank, outcome)
    }
}

fn played(blank: WrittenHand<'_>, outcome: Outcome) -> WrittenHand<'_> {
    let names = |hands: Vec<(SeatIx, String)>| hands.into_iter().map(|(seat, name)| (seat.to_string(), name)).collect();
    WrittenHand {
        stacks: outcome
            .stacks
            .map(|stacks| stacks.into_iter().map(Chips::get).collect()),
        carried_out: outcome.carried_out.get(),
        pots: outcome.awards.iter().map(pot).collect(),
        high: names(outcome.high),
        low: names(outcome.low),
        ..blank
    }
}

fn pot(award: &Award) -> PotLine {
    let shares = award.shares.iter();
    PotLine {
        amount: award.amount.get(),
        contenders: award.contenders.iter().map(ToString::to_string).collect(),
        shares: shares.map(|(seat, chips)| (seat.to_string(), chips.get())).collect(),
    }
}
