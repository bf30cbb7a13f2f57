//! A table that can write nothing, as with a full disk: it says so, remembers who wants to come or go, and refuses
//! everything else.

use std::collections::VecDeque;

use poker_owner::{Burst, ConnId, Outbox};
use poker_protocol::v1::server::{OkMsg, Paused};
use poker_protocol::v1::{ErrorCode, ErrorMsg, ServerMsg, TableId};

use super::mail::{Mail, Request, TableRequest};

/// Capacity for mail kept until play resumes: room for every seat to leave, and for viewers who come back.
const KEPT: usize = 256;

/// A table that stands still, or has resumed with mail left to handle.
#[derive(Debug, Default)]
pub(super) struct Standstill {
    announced: bool,
    /// Mail to be handled first once play resumes.
    kept: VecDeque<Mail>,
}

impl Standstill {
    /// The notice for all viewers, returned only once.
    pub(super) fn announce<'a>(
        &mut self,
        table: &TableId,
        viewers: impl Iterator<Item = &'a Outbox>,
    ) -> Vec<(Outbox, Burst)> {
        if std::mem::replace(&mut self.announced, true) {
            return Vec::new();
        }
        viewers.map(|outbox| (outbox.clone(), notice(table))).collect()
    }

    /// Handles a request and returns what its sender gets. Requests to leave or watch are kept, a request to stop
    /// watching is carried out immediately, and all others are refused because they could not be written.
    pub(super) fn hear(&mut self, table: &TableId, request: &Request) -> Option<Burst> {
        let id = request.id.clone();
        match request.request {
            TableRequest::Unwatch => {
                self.forget(request.caller.outbox.id());
                let ok = OkMsg { id, ..OkMsg::default() };
                Some(Burst::from(&ServerMsg::Ok(ok)))
            }
            TableRequest::Watch | TableRequest::Resume { .. } | TableRequest::WatchAside { .. }
                if self.keep(request) =>
            {
                Some(notice(table))
            }
            TableRequest::Leave if self.keep(request) => None,
            _ => {
                let error = ErrorMsg::new(Some(id), ErrorCode::TablePaused, "play is paused");
                Some(Burst::from(&ServerMsg::Error(error)))
            }
        }
    }

    /// Keeps a request for later. Returns `false` if there is no room or the same connection has made the same request
    /// before, so that no client can use up the room of others. A request from an earlier connection of the same device
    /// is replaced.
    fn keep(&mut self, request: &Request) -> bool {
        let leaves = |request: &Request| request.request == TableRequest::Leave;
        let before = self.kept.iter().position(|mail| {
            matches!(mail, Mail::Request(kept)
                if kept.caller.account == request.caller.account
                    && kept.caller.outbox.is_same_device(&request.caller.outbox)
                    && leaves(kept) == leaves(request))
        });
        if let Some(at) = before {
            let conn = request.caller.outbox.id();
            if matches!(&self.kept[at], Mail::Request(kept) if kept.caller.outbox.id() == conn) {
                return false;
            }
            self.kept.remove(at);
        }
        let has_room = self.kept.len() < KEPT;
        if has_room {
            self.kept.push_back(Mail::Request(Box::new(request.clone())));
        }
        has_room
    }

    /// Keeps an operator's order to pause or resume; only the last one counts.
    pub(super) fn keep_pause(&mut self, paused: bool) {
        self.kept.retain(|mail| !matches!(mail, Mail::Pause(_)));
        self.kept.push_back(Mail::Pause(paused));
    }

    /// Drops a connection's requests to watch. A request to leave a seat stays.
    pub(super) fn forget(&mut self, conn: ConnId) {
        self.kept.retain(|mail| match mail {
            Mail::Request(kept) => kept.caller.outbox.id() != conn || kept.request == TableRequest::Leave,
            _ => true,
        });
    }

    /// Notes that play has resumed.
    pub(super) fn is_over(&mut self) {
        self.announced = false;
    }

    /// Takes the next kept message, oldest first.
    pub(super) fn next_kept(&mut self) -> Option<Mail> {
        self.kept.pop_front()
    }
}

fn notice(table: &TableId) -> Burst {
    Burst::from(&ServerMsg::Paused(Paused {
        table: table.clone(),
        reason: "storage".to_owned(),
    }))
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use poker_owner::{Caller, NoSocket};
    use poker_protocol::v1::{PlayerInfo, PlayerKind};
    use poker_store::AccountId;
    use serde_json::{Value, json};

    use super::*;

    fn table() -> TableId {
        TableId("7".to_owned())
    }

    fn caller(conn: u64) -> Caller {
        let info = PlayerInfo {
            id: conn.to_string(),
            name: format!("Player {conn}"),
            kind: PlayerKind::Guest,
        };
        Caller {
            account: AccountId::generate(),
            info: Arc::new(info),
            network: None,
            outbox: Outbox::new(ConnId(conn), Arc::new(NoSocket)),
        }
    }

    fn text(burst: &Burst) -> Value {
        serde_json::from_str(&burst.frames[0]).unwrap()
    }

    fn hear(standstill: &mut Standstill, caller: &Caller, request: TableRequest) -> Option<Value> {
        let request = Request {
            caller: caller.clone(),
            id: "1".to_owned(),
            request,
        };
        standstill.hear(&table(), &request).as_ref().map(text)
    }

    #[test]
    fn all_viewers_are_told_once() {
        let viewers = [caller(1), caller(2)];
        let outboxes = || viewers.iter().map(|viewer| &viewer.outbox);
        let mut standstill = Standstill::default();
        for _ in 0..2 {
            let told = standstill.announce(&table(), outboxes());
            let conns: Vec<_> = told.iter().map(|(outbox, _)| outbox.id()).collect();
            assert_eq!(conns, [ConnId(1), ConnId(2)]);
            for (_, burst) in told {
                let notice = json!({"type": "paused", "table": table(), "reason": "storage"});
                assert_eq!(text(&burst), notice);
            }
            assert!(standstill.announce(&table(), outboxes()).is_empty());
            standstill.is_over();
        }
    }

    #[test]
    fn what_needs_no_journal_is_kept_or_done_and_the_rest_is_refused() {
        let (ada, bea, cleo) = (caller(1), caller(2), caller(3));
        let mut standstill = Standstill::default();
        assert_eq!(hear(&mut standstill, &ada, TableRequest::Leave), None, "it waits");
        let told = hear(&mut standstill, &bea, TableRequest::Resume { after: 3 }).unwrap();
        assert_eq!(told["type"], "paused");
        hear(&mut standstill, &cleo, TableRequest::Watch);
        let gone = hear(&mut standstill, &cleo, TableRequest::Unwatch).unwrap();
        assert_eq!((&gone["type"], &gone["id"]), (&json!("ok"), &json!("1")));
        let refused = hear(&mut standstill, &bea, TableRequest::WaitList { join: true }).unwrap();
        assert_eq!(
            (&refused["code"], &refused["retryable"]),
            (&json!("table.paused"), &json!(true))
        );

        standstill.forget(ada.outbox.id());
        let kept: Vec<_> = std::iter::from_fn(|| standstill.next_kept()).collect();
        let [Mail::Request(leave), Mail::Request(resume)] = &kept[..] else {
            panic!("{kept:?}");
        };
        assert_eq!(
            leave.request,
            TableRequest::Leave,
            "a lost connection does not take it back"
        );
        assert_eq!(resume.request, TableRequest::Resume { after: 3 });
    }

    /// A stranger who keeps asking to watch must not stop a player from leaving.
    #[test]
    fn no_connection_takes_the_room_of_others() {
        let (ada, eve) = (caller(1), caller(2));
        let mut standstill = Standstill::default();
        assert_eq!(
            hear(&mut standstill, &eve, TableRequest::Watch).unwrap()["type"],
            "paused"
        );
        for request in [TableRequest::Watch, TableRequest::Resume { after: 3 }]
            .iter()
            .cycle()
            .take(KEPT)
        {
            let refused = hear(&mut standstill, &eve, request.clone()).unwrap();
            assert_eq!(refused["code"], "table.paused");
        }
        assert_eq!(hear(&mut standstill, &ada, TableRequest::Leave), None);
        // On the account's next connection, the newer request gets the answer.
        let again = Caller {
            outbox: Outbox::new(ConnId(3), Arc::new(NoSocket)),
            ..ada
        };
        assert_eq!(hear(&mut standstill, &again, TableRequest::Leave), None);
        let kept: Vec<_> = std::iter::from_fn(|| standstill.next_kept()).collect();
        let [Mail::Request(watch), Mail::Request(leave)] = &kept[..] else {
            panic!("{kept:?}");
        };
        assert_eq!(watch.caller.outbox.id(), ConnId(2));
        assert_eq!(leave.caller.outbox.id(), ConnId(3));
    }

    #[test]
    fn no_more_is_kept_than_there_is_room_for() {
        let mut standstill = Standstill::default();
        for conn in 0..KEPT as u64 {
            assert_eq!(hear(&mut standstill, &caller(conn), TableRequest::Leave), None);
        }
        let ada = caller(u64::MAX);
        let refused = hear(&mut standstill, &ada, TableRequest::Leave).unwrap();
        assert_eq!(refused["code"], "table.paused");
        assert_eq!(std::iter::from_fn(|| standstill.next_kept()).count(), KEPT);
    }
}
