//! Tables and practice.

use super::answer::{Created, Done};
use crate::v1::practice::{PracticeRequest, StudyResponse};
use crate::v1::rest::{GameRules, TablesResponse};
use crate::v1::server::Snapshot;
use crate::v1::table::{TableConfig, TableInfo, TableSummary};

routes! {
    /// The tables of the lobby.
    List = Get "/api/v1/tables" -> Done<TablesResponse>;

    /// Opens a table.
    Open = Post "/api/v1/tables" (TableConfig) -> Created<TableInfo>,
        token: Needed, refuses: [404], costs: 10 "a table is opened";

    /// Opens a table against bots that only the caller can find, with chips of no value. Another one can be opened once
    /// the caller has left it.
    Practice = Post "/api/v1/practice" (PracticeRequest) -> Created<TableInfo>,
        token: Needed, refuses: [404, 409],
        costs: 15 "a table with bots is opened, and the previous one closed";

    /// Hands to study, played by bots: the same for all players for a day.
    StudyHands = Get "/api/v1/practice/hands" -> Done<StudyResponse>,
        refuses: [503], costs: 2 "the hands of a day, about 100 KB";

    /// A table of the lobby.
    Show = Get "/api/v1/tables/{table}" -> Done<TableSummary>,
        refuses: [404];

    /// The state of a table as spectators see it, for clients without an account. Clients that want every event watch
    /// over the WebSocket. The identifier of a private table contains its invitation.
    State = Get "/api/v1/tables/{table}/state" -> Done<Snapshot>,
        refuses: [404, 503], costs: 2 "the state of a table";

    /// The rules of a table's game, which may be one that its host defined.
    Rules = Get "/api/v1/tables/{table}/rules" -> Done<GameRules>,
        token: Optional, query: RulesLanguage, refuses: [404];
}
