//! Which tables are opened, and when.

use poker_protocol::v1::table::{TableConfig, TableInfo};
use poker_protocol::v1::{ErrorCode, ErrorMsg};

use crate::app::App;
use crate::http::error::rate_limited;
use crate::store::AccountId;
use crate::table::{TableSetup, Timing};

/// Opens a table for somebody.
pub(crate) fn create_for(app: &App, account: AccountId, config: &TableConfig) -> Result<TableInfo, ErrorMsg> {
    if app.is_draining() {
        return Err(ErrorMsg::new(None, ErrorCode::ServerDraining, "the server is stopping"));
    }
    // What is wrong is told before it is counted.
    TableSetup::new(config, timing(app)).map_err(|wrong| wrong.answer(None))?;
    if let Err(wait) = app.new_tables.count(&account) {
        return Err(rate_limited(None, wait, "too many new tables"));
    }
    Err(ErrorMsg::new(
        None,
        ErrorCode::ServerFull,
        "no tables can be opened yet",
    ))
}

/// How long things take at the tables of this server.
fn timing(app: &App) -> Timing {
    let scaled = |millis: u32| {
        let scaled = u64::from(millis) * u64::from(app.config.hand_pause_percent) / 100;
        u32::try_from(scaled).unwrap_or(u32::MAX)
    };
    let ordinary = Timing::default();
    Timing {
        showdown_pause_ms: scaled(ordinary.showdown_pause_ms),
        pot_pause_ms: scaled(ordinary.pot_pause_ms),
        uncontested_pause_ms: scaled(ordinary.uncontested_pause_ms),
        start_pause_ms: scaled(ordinary.start_pause_ms),
        ..ordinary
    }
}
