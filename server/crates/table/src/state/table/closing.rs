//! Pauses of the host, the announced hour, and the end of a table.

use poker_protocol::v1::{PublicEvent, UnixMs};

use super::super::applied::{Applied, Refusal};
use super::Table;

impl Table {
    pub(super) fn set_paused(&mut self, paused: bool) -> Result<Applied, Refusal> {
        if self.paused == paused {
            return Err(Refusal::NoChange);
        }
        self.paused = paused;
        let event = if paused {
            PublicEvent::TablePaused {}
        } else {
            PublicEvent::TableResumed {}
        };
        Ok(self.tell_one(&event))
    }

    pub(super) fn announce_closing(&mut self) -> Result<Applied, Refusal> {
        let at = self
            .setup
            .session
            .closes_at
            .map(UnixMs::get)
            .filter(|_| !self.closing_announced);
        let at = at.ok_or(Refusal::NoChange)?;
        self.closing_announced = true;
        Ok(self.tell_one(&PublicEvent::ClosingAnnounced { at }))
    }

    /// Makes all players leave, and closes the table. Rule: variants 4.6.
    pub(super) fn end_session(&mut self) -> Result<Applied, Refusal> {
        let events = self.law.cash_mut()?.close()?;
        self.closed = true;
        let mut applied = Applied::default();
        let (mut teller, mut law) = self.teller();
        law.tell(events, &mut teller, &mut applied.transfers);
        applied.told = teller.finish();
        self.keep_book(&mut applied, None);
        self.settle_book(&mut applied);
        applied.extend(self.tell_one(&PublicEvent::TableClosed {}));
        Ok(applied)
    }

    pub(super) fn close(&mut self) -> Result<Applied, Refusal> {
        if !self.law.occupied().is_empty() {
            return Err(Refusal::Occupied);
        }
        self.closed = true;
        let mut applied = Applied::default();
        self.settle_book(&mut applied);
        applied.extend(self.tell_one(&PublicEvent::TableClosed {}));
        Ok(applied)
    }

    /// Tells who pays whom, at a table with chips of its own that closes.
    fn settle_book(&mut self, applied: &mut Applied) {
        if self.has_own_chips() && !self.book.is_empty() {
            let payments = self.book.payments();
            applied.extend(self.tell_one(&PublicEvent::LedgerSettled { payments }));
        }
    }
}
