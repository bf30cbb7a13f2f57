//! What messages of a table tell a player.

use poker_protocol::v1::event::PublicEvent;
use poker_protocol::v1::{ErrorCode, ServerMsg, TableId};

use crate::{Ask, TableModel};

/// What came of a message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heard {
    /// The decision that it asks for.
    pub ask: Option<Ask>,
    /// The table is closed.
    pub is_closed: bool,
}

/// Takes a message of a table into the model that an account has of it, and tells what it asks for. `before` sees each event with
/// the model as it was before. Messages of other tables change nothing.
pub fn hear(
    model: &mut Option<TableModel>,
    (account, table): (&str, &TableId),
    message: &ServerMsg,
    mut before: impl FnMut(&TableModel, &PublicEvent),
) -> Heard {
    let mut heard = Heard::default();
    match message {
        ServerMsg::Snapshot(snapshot) if snapshot.table == *table => {
            let new = TableModel::new(account, snapshot.clone());
            heard.ask = Ask::from_table(&new);
            *model = Some(new);
        }
        ServerMsg::Events(events) if events.table == *table => {
            let Some(model) = model else { return heard };
            for event in &events.events {
                before(model, &event.event);
                heard.is_closed |= matches!(event.event, PublicEvent::TableClosed {});
                model.apply(event.seq, &event.event);
            }
            if let Some(clock) = &events.clock {
                model.set_clock(clock);
            }
        }
        ServerMsg::Private(private) if private.table == *table => {
            for event in &private.events {
                if let Some(model) = model {
                    model.apply_private(event);
                }
                heard.ask = Ask::from_private(table, event).or(heard.ask);
            }
        }
        ServerMsg::Presence(presence) if presence.table == *table => {
            if let Some(model) = model {
                model.set_connected(presence.seat, presence.connected);
            }
        }
        ServerMsg::Paused(paused) if paused.table == *table => {
            if let Some(model) = model {
                model.set_paused();
            }
        }
        ServerMsg::Error(error) => {
            heard.is_closed = matches!(error.code, ErrorCode::TableNotFound | ErrorCode::TableClosed);
        }
        _ => {}
    }
    heard
}
