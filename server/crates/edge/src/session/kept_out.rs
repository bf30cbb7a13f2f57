//! Doors that are closed to players who have reached a limit of their own.

use poker_lobby::restraints;
use poker_people::store_error;
use poker_protocol::v1::ErrorMsg;
use poker_protocol::v1::client::ClientMsg;

use super::Session;

impl Session<'_> {
    /// Refuses a request for a seat, chips or an entry if the account has reached a limit of its own. Practice is free.
    pub(super) async fn is_kept_out(&self, message: &ClientMsg) -> bool {
        let reception = self.desk.reception;
        let table = restraints::table_of(message).and_then(|table| self.table(table));
        if table.is_some_and(|table| reception.lobby.is_practice(table.id())) {
            return false;
        }
        let id = Some(message.id().to_owned());
        match Box::pin(reception.restraints.keeps_out(self.caller.account)).await {
            Ok(None) => return false,
            Ok(Some(error)) => self.desk.refuse(ErrorMsg { id, ..error }),
            Err(fault) => {
                let error = store_error(&fault, "a player's own limit cannot be read");
                self.desk.refuse(ErrorMsg { id, ..error });
            }
        }
        true
    }
}
