use poker_engine::tournament::structure::shipped;
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
            Ok(Mail::GiveUp { entries: 0, .. }) => Some(id),
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
