//! Reports of tables: their status, chips that moved, players who are asked, words, refusals, and their end.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use poker_protocol::v1::table::TableSummary;
use poker_push::{About, Call};
use poker_store::{AccountId, Noted, RefusedAnswer, TableId};
use poker_table::{AskedAccount, House, Remark, TableStatus};
use tokio::time::Instant;

use super::Lobby;

/// Number of house bots wanted at a table: they fill seats that people leave free, and leave with the last person.
fn guests(status: &TableStatus) -> u8 {
    let TableSummary { info, taken, bots, .. } = &status.summary;
    let people = u8::try_from(taken.len()).unwrap_or(u8::MAX).saturating_sub(*bots);
    if people == 0 {
        return 0;
    }
    status.bots_asked.min(info.seats.saturating_sub(people))
}

impl House for Lobby {
    fn status(&self, table: TableId, status: TableStatus) {
        let (before, now) = {
            let Some(mut line) = self.tables.get_mut(&table) else {
                return;
            };
            if line.status.as_ref() == Some(&status) {
                return;
            }
            let host = status.summary.info.host.as_deref().and_then(|host| host.parse().ok());
            if let Some(host) = host.filter(|host| line.setup.host.is_some_and(|known| known != *host)) {
                line.setup = Arc::new(line.setup.with_host(host));
            }
            let now = status.seated.clone();
            let bots = guests(&status);
            if bots != line.status.as_ref().map_or(0, guests) {
                self.asked_in.set(&line.setup.wire_id(table), bots);
            }
            let before = line
                .status
                .replace(status)
                .map_or_else(Vec::new, |status| status.seated);
            if !before.is_empty() {
                line.used_at = Instant::now();
            }
            (before, now)
        };
        self.version.fetch_add(1, Ordering::Release);
        for account in before.iter().filter(|account| !now.contains(account)) {
            self.stands(*account, table);
        }
        for account in now.iter().filter(|account| !before.contains(account)) {
            self.sits(*account, table);
        }
        let stood = before.into_iter().filter(|account| !now.contains(account));
        self.change(|changes| {
            changes.tables.insert(table);
            changes.stood.extend(stood.map(|account| (table, account)));
        });
    }

    fn chips_moved(&self, account: AccountId) {
        self.change(|changes| {
            changes.accounts.insert(account);
        });
    }

    fn asked(&self, table: TableId, asked: AskedAccount) {
        let AskedAccount { account, left_ms } = asked;
        let Some(calls) = self.calls.as_ref().filter(|calls| calls.reach(account)) else {
            return;
        };
        if let Some(line) = self.tables.get(&table) {
            calls.call(Call {
                account,
                about: About::Turn(line.setup.wire_id(table)),
                name: line.setup.name.clone(),
                left_ms: left_ms.into(),
                at: Instant::now(),
            });
        }
    }

    fn said(&self, table: TableId, remark: Remark) {
        if let Some(record) = &self.record {
            record.note(table, remark);
        }
    }

    fn refused(&self, answer: RefusedAnswer) {
        if let Some(notes) = &self.notes {
            notes.note(Noted::Refused(answer));
        }
    }

    fn closed(&self, table: TableId) {
        let Some((_, line)) = self.tables.remove(&table) else {
            return;
        };
        self.version.fetch_add(1, Ordering::Release);
        self.asked_in.set(&line.setup.wire_id(table), 0);
        let Some(status) = line.status else { return };
        for account in status.seated {
            self.stands(account, table);
        }
        if !status.summary.info.private {
            self.change(|changes| {
                changes.tables.remove(&table);
                changes.closed.insert(table);
            });
        }
    }
}
