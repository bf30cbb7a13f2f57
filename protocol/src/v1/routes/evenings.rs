//! Ledgers of closed tables with chips of their own.

use super::answer::Done;
use crate::v1::ledger::{Evening, EveningsResponse};
use crate::v1::table::TableInfo;

routes! {
    /// Your evenings at tables with chips of their own, newest first: who bought what, and who pays whom.
    List = Get "/api/v1/evenings" -> Done<EveningsResponse>,
        token: Needed, query: Evenings, costs: 5 "up to 20 ledgers are read";

    /// One of your evenings, by the number of its table.
    Show = Get "/api/v1/evenings/{table}" -> Done<Evening>,
        token: Needed, refuses: [404];

    /// Opens a table with the settings of a closed one, for its host. The evening then names it, so that all who were
    /// there find it. While that table is open, a repetition opens no other and gets the same answer.
    Again = Post "/api/v1/evenings/{table}/again" -> Done<TableInfo>,
        token: Needed, refuses: [404, 429, 503], costs: 10 "a table is opened";
}
