//! Application of a table's messages to a player's view.

use poker_protocol::v1::event::PublicEvent;
use poker_protocol::v1::{ErrorCode, ServerMsg, TableId};

use crate::{Ask, TableModel};

/// The outcome of a message.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Heard {
    /// The decision put to the player, if any.
    pub ask: Option<Ask>,
    /// Set if the table is closed.
    pub is_closed: bool,
}

/// Applies a message about a table to an account's model of it, and returns the decision it puts to the account. `before`
/// receives each event together with the model as it was before the event. Messages about other tables change nothing.
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
