//! Comparison of a hand's written results with its outcome.

use super::{Ending, HandText, Outcome};
use crate::SeatIx;
use crate::card::Card;

impl HandText {
    /// Lists the written results that did not come true, one sentence each. Cards that a seat would have got later, had
    /// the hand not ended, do not count.
    pub fn contradictions(&self, outcome: &Outcome) -> Vec<String> {
        let mut found = Vec::new();
        match (&self.refused, &outcome.refused) {
            (None, Some((at, refusal))) => found.push(format!("action {at} is refused: {refusal}")),
            (Some(_), Some((at, refusal))) if *at != self.actions.len() => {
                found.push(format!("action {at} is refused, not the last one: {refusal}"));
            }
            (Some(code), Some((_, refusal))) if refusal.code() != code => {
                found.push(format!("the last action is refused as {}, not {code}", refusal.code()));
            }
            (Some(code), None) => found.push(format!("the last action should be refused as {code}")),
            _ => {}
        }
        if outcome.refused.is_some() {
            return found;
        }
        let mut compare = |what: &str, written: String, played: String| {
            if written != played {
                found.push(format!("{what}: written `{written}`, played `{played}`"));
            }
        };
        let written = &self.expected;
        for (seat, cards) in &written.receives {
            let got = outcome.received.get(usize::from(seat.index()));
            let got = got.map_or(&[][..], Vec::as_slice);
            compare(&format!("{seat} receives"), names(beginning(cards, got)), names(got));
        }
        if let Some(board) = &written.board {
            compare("board", names(beginning(board, &outcome.board)), names(&outcome.board));
        }
        if let Some(burned) = &written.burned {
            compare("burned", names(burned), names(&outcome.burned));
        }
        if let Some(result) = &written.result {
            compare("result", result.clone(), result_line(outcome));
        }
        if let Some(high) = &written.high {
            compare("high hands", hand_line(high), hand_line(&outcome.high));
        }
        if let Some(low) = &written.low {
            compare("low hands", hand_line(low), hand_line(&outcome.low));
        }
        if let Some(stacks) = &written.stacks {
            let show = |stacks: &[crate::Chips]| {
                let words = stacks.iter().enumerate();
                let words: Vec<String> = words.map(|(index, chips)| format!("S{}={chips}", index + 1)).collect();
                words.join(" ")
            };
            compare(
                "final",
                show(stacks),
                outcome.stacks.as_deref().map_or_else(String::new, show),
            );
        }
        if let Some(carried) = written.carried_out {
            compare("carried out", carried.to_string(), outcome.carried_out.to_string());
        }
        found
    }
}

/// Returns as many of the cards, from the front, as there are others.
fn beginning<'a>(cards: &'a [Card], others: &[Card]) -> &'a [Card] {
    &cards[..cards.len().min(others.len())]
}

fn names(cards: &[Card]) -> String {
    let names: Vec<String> = cards.iter().map(ToString::to_string).collect();
    names.join(" ")
}

fn hand_line(hands: &[(SeatIx, String)]) -> String {
    let hands: Vec<String> = hands.iter().map(|(seat, name)| format!("{seat} {name}")).collect();
    hands.join("; ")
}

/// Writes the `result` line of the notation.
fn result_line(outcome: &Outcome) -> String {
    let returned = outcome.returned.iter();
    let mut parts: Vec<String> = returned
        .map(|(seat, amount)| format!("{amount} uncalled returned to {seat}"))
        .collect();
    match outcome.ending {
        None => {}
        Some(Ending::PassedOut) => parts.push(format!("passed out, {} carried over", outcome.carried_out)),
        Some(Ending::Uncontested) => {
            let takes = outcome.awards.iter().flat_map(|award| &award.shares);
            parts.extend(takes.map(|(seat, amount)| format!("uncontested: {seat} takes {amount}")));
        }
        Some(Ending::Showdown) => {
            for award in &outcome.awards {
                let contenders: Vec<String> = award.contenders.iter().map(ToString::to_string).collect();
                let shares = award.shares.iter();
                let shares: Vec<String> = shares.map(|(seat, amount)| format!("{seat} {amount}")).collect();
                parts.push(format!(
                    "pot {} ({}): {}",
                    award.amount,
                    contenders.join("/"),
                    shares.join(", ")
                ));
            }
        }
    }
    parts.join("; ")
}
