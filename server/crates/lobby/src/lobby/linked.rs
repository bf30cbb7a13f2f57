//! Tables as the cards of their links show them.

use poker_protocol::v1::table::TableSummary;

use super::Lobby;

impl Lobby {
    /// Latest summary of a named table, listed or not, and `true` if only those with its link may see it.
    pub fn linked(&self, name: &str) -> Option<(TableSummary, bool)> {
        let line = self.named(name, |_| false)?;
        let summary = line.status.as_ref()?.summary.clone();
        let of_private_event = line.setup.event.as_ref().is_some_and(|event| event.private);
        Some((summary, of_private_event || line.setup.invitation.is_some()))
    }
}
