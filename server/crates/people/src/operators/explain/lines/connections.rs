//! Connections that were lost and came back, and requests that were refused.

use poker_store::RefusedAnswer;
use serde_json::json;

use super::super::presence::Presence;
use super::{CLOCK, Story, TimelineEntry, seconds};

impl Story<'_> {
    /// Connections that began or ended during the hand.
    pub(super) fn connections(&self) -> Vec<TimelineEntry> {
        let times = || self.course.moments.iter().filter_map(|moment| moment.at);
        let (Some(from), Some(until)) = (times().min(), times().max()) else {
            return Vec::new();
        };
        let mut lines = Vec::new();
        for (seat, presence) in self.presences {
            lines.extend(connection_lines(presence, Some(*seat), &self.who(*seat), from, until));
        }
        lines
    }

    pub(super) fn refusal(&self, answer: &RefusedAnswer) -> TimelineEntry {
        let seat = self
            .course
            .players
            .iter()
            .find_map(|(seat, player)| (player.account == Some(answer.account)).then_some(*seat));
        let who = seat.map_or_else(|| "a player".to_owned(), |seat| self.who(seat));
        let at = answer.at.as_millisecond();
        let late = seat
            .and_then(|seat| self.timed_out.get(&(answer.turn, seat)))
            .filter(|end| **end <= at);
        refused_line(answer, seat, &who, late.map(|end| at - end))
    }
}

/// Describes a refused answer, and by how much it was too late.
pub(in crate::operators::explain) fn refused_line(
    answer: &RefusedAnswer,
    seat: Option<u8>,
    who: &str,
    late_ms: Option<i64>,
) -> TimelineEntry {
    let why = match answer.code.as_str() {
        "turn.stale" | "turn.no_hand" => "that decision was over",
        "turn.not_yours" => "it was not this player's turn",
        "table.paused" => "play was paused",
        code if code.starts_with("rule.") => "the rules do not allow it",
        _ => "it was no answer to the question",
    };
    let late = late_ms
        .map(|ms| format!(", {} after the clock ended", seconds(ms)))
        .unwrap_or_default();
    let text = format!(
        "an answer of {who} to decision {} arrives{late}: {}; it is refused, as {why}",
        answer.turn, answer.action
    );
    let mut line = TimelineEntry::new(Some(answer.at.as_millisecond()), "answer_refused", text);
    line.seat = seat;
    line.rule = late_ms.map(|_| CLOCK);
    line.more = json!({
        "hand": format!("{}/{}", answer.table, answer.hand_no), "turn": answer.turn, "action": answer.action,
        "code": answer.code, "late_ms": late_ms,
    });
    line
}

/// Describes what happened to an account's connections from `from` until `until`.
pub(in crate::operators::explain) fn connection_lines(
    presence: &Presence,
    seat: Option<u8>,
    who: &str,
    from: i64,
    until: i64,
) -> Vec<TimelineEntry> {
    let mut lines = Vec::new();
    let within = |at: i64| (from..=until).contains(&at);
    let mut push = |at: i64, kind, text: String, why: Option<&str>| {
        let mut line = TimelineEntry::new(Some(at), kind, text);
        line.seat = seat;
        line.more = json!({ "why": why });
        lines.push(line);
    };
    for line in &presence.lines {
        let opened = line.opened_at.as_millisecond();
        if within(opened) {
            push(opened, "connected", format!("{who} is connected"), None);
        }
        let why = presence.why(line);
        let words = super::super::presence::why_in_words(why);
        let closed = line.closed_at.map(jiff::Timestamp::as_millisecond);
        let lost = presence.lost_at(line);
        // If the last message came long before the end, the player experienced that message as the end.
        if let (Some(lost), Some(closed)) = (lost, closed)
            && lost < closed
            && within(lost)
        {
            let text = format!("{who} is heard for the last time on this connection");
            push(lost, "heard_last", text, Some(why));
        }
        if let Some(at) = closed.or(lost).filter(|at| within(*at)) {
            push(
                at,
                "connection_lost",
                format!("the connection of {who} ends: {words}"),
                Some(why),
            );
        }
    }
    lines
}
