//! The desk at which entries and the add-on are sold. Rules: tournament 1.8, 2.17.

/// What may be bought now.
///
/// The add-on goes on sale in one break only, and only while entries are open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Registration {
    is_closed: bool,
    add_on: AddOn,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum AddOn {
    /// Its break is still to come.
    #[default]
    Ahead,
    /// Its break is under way.
    OnSale,
    /// Its break is over.
    Over,
}

impl Registration {
    /// Returns `true` until entries are closed.
    pub(super) const fn is_open(&self) -> bool {
        !self.is_closed
    }

    pub(super) const fn close(&mut self) {
        self.is_closed = true;
    }

    /// Returns `true` if the add-on may be bought.
    pub(super) fn sells_add_on(&self) -> bool {
        self.add_on == AddOn::OnSale
    }

    /// Returns `true` once the break of the add-on is over.
    pub(super) fn add_on_is_over(&self) -> bool {
        self.add_on == AddOn::Over
    }

    /// Starts a break, which is that of the add-on if `is_due`.
    pub(super) fn start_break(&mut self, is_due: bool) {
        if self.add_on != AddOn::Over {
            let sells = is_due && self.is_open();
            self.add_on = if sells { AddOn::OnSale } else { AddOn::Ahead };
        }
    }

    /// Ends the sale of the add-on, as a rule with its break.
    pub(super) fn end_add_on(&mut self) {
        if self.sells_add_on() {
            self.add_on = AddOn::Over;
        }
    }
}
