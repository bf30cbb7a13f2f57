//! Hosts' tournaments that nobody enters or tends: they make room for others.

use std::collections::HashMap;
use std::time::Duration;

use poker_base::network::Network;
use poker_event::Mail;
use poker_limits::places::{self, Place};
use poker_protocol::v1::tournament::{TournamentPhase, TournamentSummary};
use poker_store::{AccountId, TableId};
use tokio::time::Instant;

use super::Hall;

/// A tournament of a host.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hosted {
    host: AccountId,
    /// The network it was announced from, since the server started; `None` for this machine's own.
    network: Option<Network>,
    /// Set if the host is a settled account.
    settled: bool,
    /// Time since which there have been no entries and no acts of officials.
    since: Instant,
    /// Numbers of entries and of acts.
    seen: (u32, usize),
}

impl Hosted {
    /// `true` if a tournament waits for people, who have not come for long.
    fn is_untended(&self, summary: &TournamentSummary) -> bool {
        // A sit & go waits for players, a live event for its officials.
        let waits = summary.live || summary.phase == TournamentPhase::Registering && summary.starts_at.is_none();
        waits && self.since.elapsed() >= places::UNTENDED
    }
}

impl Hall {
    /// Returns a copy of the hosts' tournaments, so that no lock of one registry is held while another is read.
    fn known_hosts(&self) -> HashMap<TableId, Hosted> {
        self.hosted.iter().map(|entry| (*entry.key(), *entry.value())).collect()
    }

    /// Returns the places taken.
    pub(super) fn places(&self) -> Vec<Place<TableId>> {
        let known = self.known_hosts();
        let place = |(id, summary): (TableId, &TournamentSummary)| {
            let hosted = known.get(&id);
            let users = match summary.phase {
                TournamentPhase::Completed | TournamentPhase::Cancelled => return None,
                _ if hosted.is_some_and(|hosted| hosted.is_untended(summary)) => Some(0),
                TournamentPhase::Registering => Some(summary.entries as usize),
                _ => None,
            };
            Some(Place {
                key: id,
                holder: hosted.map(|hosted| hosted.host),
                network: hosted.and_then(|hosted| hosted.network),
                settled: hosted.is_some_and(|hosted| hosted.settled),
                users,
                idle: hosted.map_or(Duration::ZERO, |hosted| hosted.since.elapsed()),
            })
        };
        let all = self.tournaments.iter();
        all.filter_map(|entry| entry.value().glance(|summary| place((*entry.key(), summary))))
            .collect()
    }

    /// Notes that a tournament has a host.
    pub(super) fn note_host(&self, id: TableId, host: AccountId, network: Option<Network>, settled: bool) {
        let hosted = Hosted {
            host,
            network,
            settled,
            since: Instant::now(),
            seen: (0, 0),
        };
        self.hosted.insert(id, hosted);
    }

    /// Returns the tournaments that nobody has entered or tended for so long that they are cancelled, with their entries.
    fn idle(&self) -> Vec<(TableId, u32)> {
        let mut idle = Vec::new();
        for (id, hosted) in self.known_hosts() {
            let Some(handle) = self.get(id) else { continue };
            let (phase, entries, live) = handle.glance(|summary| (summary.phase, summary.entries, summary.live));
            let seen = (entries, handle.acts());
            if seen != hosted.seen
                && let Some(mut hosted) = self.hosted.get_mut(&id)
            {
                (hosted.seen, hosted.since) = (seen, Instant::now());
                continue;
            }
            let most = match phase {
                TournamentPhase::Registering if entries == 0 => places::IDLE,
                TournamentPhase::Registering => continue,
                _ if live => places::FORSAKEN,
                _ => continue,
            };
            if !hosted.settled && hosted.since.elapsed() >= most {
                idle.push((id, entries));
            }
        }
        idle
    }

    /// Cancels the tournaments of hosts that stay empty, and live ones that are left alone.
    pub fn close_idle(&self) {
        for (id, entries) in self.idle() {
            let why = match entries {
                0 => "no player entered within a quarter of an hour",
                _ => "no official did anything for a day",
            };
            self.give_up(id, entries as usize, why);
        }
    }

    /// Returns the entries with which a tournament still gives way: any, if nobody tends it.
    pub(super) fn spared(&self, id: TableId) -> usize {
        let untended = self.get(id).is_some_and(|handle| {
            let hosted = self.hosted.get(&id).map(|hosted| *hosted);
            hosted.is_some_and(|hosted| handle.glance(|summary| hosted.is_untended(summary)))
        });
        if untended {
            usize::MAX
        } else {
            places::TOURNAMENTS.spare
        }
    }

    /// Cancels a tournament before its start, or a live one in play, if it has no more than `entries` entries.
    pub(super) fn give_up(&self, id: TableId, entries: usize, reason: &str) {
        if let Some(handle) = self.get(id) {
            let reason = reason.to_owned();
            // A tournament too busy to take the message is not idle.
            let _ = handle.post(Mail::GiveUp { entries, reason });
        }
    }
}

#[cfg(test)]
mod tests {
    use poker_engine::tournament::structure::shipped;
    use poker_event::setup::TournamentSetup;
    use poker_event::{Announced, TournamentHandle};
    use poker_protocol::v1::UnixMs;
    use tokio::sync::mpsc;
    use tokio::time::advance;

    use super::*;

    /// Tournaments of hosts, numbered from 1 and without tasks: their messages stay in their mailboxes.
    struct Hosts {
        hall: Hall,
        mailboxes: Vec<mpsc::Receiver<Mail>>,
    }

    impl Hosts {
        fn new(settled: &[bool]) -> Self {
            let (hall, mut mailboxes) = (Hall::default(), Vec::new());
            let announced = Announced::of_house(shipped::source("freezeout").unwrap());
            for (id, settled) in (1..).map(TableId).zip(settled) {
                let (handle, mailbox) = TournamentHandle::alone(TournamentSetup::new(id, &announced).unwrap());
                hall.tournaments.insert(id, handle);
                hall.note_host(id, AccountId::generate(), None, *settled);
                mailboxes.push(mailbox);
            }
            Self { hall, mailboxes }
        }

        fn show(&self, id: u64, change: impl FnOnce(&mut TournamentSummary)) {
            self.hall.get(TableId(id)).unwrap().show(change);
        }

        /// Returns, after this many minutes, the numbers of those ordered to give up.
        async fn given_up_after(&mut self, minutes: u64) -> Vec<u64> {
            advance(Duration::from_mins(minutes)).await;
            self.hall.close_idle();
            let told = (1..).zip(&mut self.mailboxes);
            let told = told.filter_map(|(id, mailbox)| match mailbox.try_recv() {
                Ok(Mail::GiveUp { .. }) => Some(id),
                Ok(other) => panic!("{other:?}"),
                Err(_) => None,
            });
            told.collect()
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_tournament_that_nobody_enters_lapses_after_a_quarter_of_an_hour() {
        const NONE: [u64; 0] = [];
        // The third host is settled; the second tournament has a player, the fourth has one for a while.
        let mut hosts = Hosts::new(&[false, false, true, false]);
        for id in [2, 4] {
            hosts.show(id, |summary| summary.entries = 1);
        }
        assert_eq!(hosts.given_up_after(0).await, NONE);
        assert_eq!(hosts.given_up_after(14).await, NONE);
        hosts.show(4, |summary| summary.entries = 0);
        assert_eq!(hosts.given_up_after(0).await, NONE);
        assert_eq!(hosts.given_up_after(1).await, [1]);
        hosts.hall.forget(TableId(1));
        assert_eq!(
            hosts.given_up_after(13).await,
            NONE,
            "its quarter begins when the player goes"
        );
        assert_eq!(hosts.given_up_after(1).await, [4]);
        // A running tournament ends by itself.
        hosts.show(4, |summary| summary.phase = TournamentPhase::Running);
        assert_eq!(hosts.given_up_after(600).await, NONE);
    }

    #[tokio::test(start_paused = true)]
    async fn a_tournament_that_waits_for_people_and_sees_none_is_no_longer_used() {
        const NONE: [u64; 0] = [];
        // Live and in play, of a stranger and of a settled host; a sit & go that two have entered; one that begins by itself.
        let mut hosts = Hosts::new(&[false, true, false, false]);
        for id in [1, 2] {
            hosts.show(id, |summary| {
                (summary.live, summary.phase, summary.entries) = (true, TournamentPhase::Running, 3);
            });
        }
        hosts.show(3, |summary| (summary.starts_at, summary.entries) = (None, 2));
        hosts.show(4, |summary| (summary.starts_at, summary.entries) = (UnixMs::new(1), 2));
        let users = |hosts: &Hosts| {
            let mut places = hosts.hall.places();
            places.sort_by_key(|place| place.key);
            places.iter().map(|place| place.users).collect::<Vec<_>>()
        };
        assert_eq!(hosts.given_up_after(0).await, NONE);
        assert_eq!(hosts.given_up_after(59).await, NONE);
        assert_eq!(users(&hosts), [None, None, Some(2), Some(2)]);
        assert_eq!(hosts.hall.spared(TableId(1)), places::TOURNAMENTS.spare);
        assert_eq!(hosts.given_up_after(1).await, NONE);
        assert_eq!(users(&hosts), [Some(0), Some(0), Some(0), Some(2)]);
        assert_eq!(hosts.hall.spared(TableId(1)), usize::MAX);
        // Something happens there.
        hosts.show(1, |summary| summary.entries = 4);
        assert_eq!(hosts.given_up_after(0).await, NONE);
        assert_eq!(users(&hosts)[0], None);
        assert_eq!(hosts.given_up_after(24 * 60 - 1).await, NONE);
        assert_eq!(hosts.given_up_after(1).await, [1], "a settled host's stays");
    }
}
