//! The names in a ledger.

use poker_protocol::v1::ledger::LedgerLine;
use poker_protocol::v1::{PlayerInfo, PublicEvent};

use super::Book;

impl Book {
    /// Everyone whom the ledger names.
    pub(in crate::state) fn named(&self) -> impl Iterator<Item = &PlayerInfo> {
        let corrected = self.corrections.iter();
        let corrected = corrected.flat_map(|one| [Some(&one.author), Some(&one.player), one.paid_by.as_ref()]);
        self.lines
            .iter()
            .map(|line| &line.shown.player)
            .chain(corrected.flatten())
    }

    /// Replaces the name of a deleted account; its words go with it. Returns what changes, if anything does.
    pub(in crate::state) fn unname(&mut self, account: &str, name: &str) -> Option<PublicEvent> {
        let rename = |player: &mut PlayerInfo| {
            let changes = player.id == account && player.name != name;
            if changes {
                name.clone_into(&mut player.name);
            }
            changes
        };
        let lines = self
            .lines
            .iter_mut()
            .filter_map(|line| rename(&mut line.shown.player).then(|| line.shown.clone()));
        let lines: Vec<LedgerLine> = lines.collect();
        let mut is_corrected = false;
        for correction in &mut self.corrections {
            if rename(&mut correction.author) {
                correction.reason.clear();
                is_corrected = true;
            }
            is_corrected |= rename(&mut correction.player);
            is_corrected |= correction.paid_by.as_mut().is_some_and(rename);
        }
        let corrections = if is_corrected {
            self.corrections.clone()
        } else {
            Vec::new()
        };
        (is_corrected || !lines.is_empty()).then_some(PublicEvent::LedgerChanged {
            lines,
            correction: None,
            corrections,
        })
    }
}
