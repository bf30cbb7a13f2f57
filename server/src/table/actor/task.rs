//! The task of a table: carries mail, notices and time into the supervised core, and what comes out to where it belongs.
//!
//! It awaits its own inputs and nothing else: no client, no lock, no other table. What follows from a failure is decided by
//! [`crate::table::core::supervise`]; here the table is read from the store when that asks for it.

use std::sync::Arc;
use std::time::{Duration, SystemTime};

use poker_protocol::v1::{CloseCode, ErrorCode, ErrorMsg, ServerMsg};
use rand::TryRng as _;
use rand::rngs::SysRng;
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use super::alarm::Alarm;
use super::journal::Journal;
use super::load::Load;
use super::pace::Pace;
use super::play_clock::PlayClock;
use crate::net::Burst;
use crate::network::Network;
use crate::pool::{Asker, Piece, Pool};
use crate::store::{Store, StoreError, StoredTable, TableId};
use crate::table::core::mail::Mail;
use crate::table::core::supervise::{Ended, Next, Reaction, Supervisor};
use crate::table::core::{Entropy, Input, NoEntropy, Now, Outputs};
use crate::table::handle::{FromTable, House, ReportSender};
use crate::table::setup::config::TableSetup;

/// When the journal's queue is full, the next attempt comes so much later. The queue empties within one commit.
const RETRY: Duration = Duration::from_millis(2);

/// When a table cannot be loaded because nothing can be written, the next attempt comes so much later.
const RELOAD_RETRY: Duration = Duration::from_millis(500);

/// What a table needs of the house.
#[derive(Clone)]
pub struct Deps {
    /// The journal, and what else is durable.
    pub store: Arc<dyn Store>,
    /// Who is told how the table looks from outside.
    pub house: Arc<dyn House>,
    /// The clock.
    pub clock: Arc<PlayClock>,
    /// How much the process has to do.
    pub load: Arc<Load>,
    /// Where hints are worked out.
    pub(crate) pool: Arc<Pool>,
    /// The way to the director of the event that the table is part of.
    pub director: Option<ReportSender>,
}

/// Work of a hint: a few milliseconds.
const HINT: Piece = Piece::Evaluations(500_000);

/// Runs a table until it ends. `stored` is the table as it was claimed or created, `mail` its mailbox.
pub async fn run(stored: StoredTable, setup: Arc<TableSetup>, mail: mpsc::Receiver<Mail>, deps: Deps) -> Ended {
    let id = stored.id;
    let ended = Runner::new(id, setup, mail, deps).run(stored).await;
    match &ended {
        Ended::Drained | Ended::Closed => tracing::info!(table = %id, ?ended, "the table has ended"),
        Ended::Lost(_) | Ended::Quarantined(_) => tracing::error!(table = %id, ?ended, "the table has ended"),
    }
    ended
}

/// Entropy of the operating system.
#[derive(Debug, Default)]
pub(crate) struct OsEntropy;

impl Entropy for OsEntropy {
    fn seed(&mut self) -> Result<[u8; 32], NoEntropy> {
        let mut seed = [0; 32];
        SysRng.try_fill_bytes(&mut seed).map_err(|_| NoEntropy)?;
        Ok(seed)
    }
}

struct Runner {
    id: TableId,
    epoch: u64,
    deps: Deps,
    mail: mpsc::Receiver<Mail>,
    mail_open: bool,
    journal: Journal,
    table: Supervisor,
    lookups: JoinSet<Input>,
    /// Hints that are being worked out.
    hints: JoinSet<()>,
    entropy: OsEntropy,
    alarm: Alarm,
    pace: Pace,
}

impl Runner {
    fn new(id: TableId, setup: Arc<TableSetup>, mail: mpsc::Receiver<Mail>, deps: Deps) -> Self {
        Self {
            id,
            epoch: 0,
            mail,
            mail_open: true,
            journal: Journal::new(deps.store.journal()),
            pace: Pace::new(Arc::clone(&deps.load)),
            deps,
            table: Supervisor::new(id, setup),
            lookups: JoinSet::new(),
            hints: JoinSet::new(),
            entropy: OsEntropy,
            alarm: Alarm::default(),
        }
    }

    async fn run(mut self, stored: StoredTable) -> Ended {
        let ended = self.play(stored).await;
        self.refuse_mail();
        ended
    }

    /// Answers the requests that the table has not read: they came while it ended.
    fn refuse_mail(&mut self) {
        self.mail.close();
        while let Some(mail) = self.table.kept_mail().or_else(|| self.mail.try_recv().ok()) {
            if let Mail::Request(request) = mail {
                let (id, code) = (Some(request.id), ErrorCode::TableClosed);
                let error = ServerMsg::Error(ErrorMsg::new(id, code, "the table is closed"));
                let _ = request.caller.outbox.send(&Burst::from(&error));
            }
        }
    }

    async fn play(&mut self, stored: StoredTable) -> Ended {
        let mut next = self.load(&stored);
        loop {
            next = match next {
                Next::Play => match self.next().await {
                    Some(input) => self.step(&input),
                    None => Next::Play,
                },
                Next::Load => match self.claim().await {
                    Ok(stored) => self.load(&stored),
                    Err(ended) => return ended,
                },
                Next::Close => return self.close().await,
                Next::End(ended) => return ended,
            };
        }
    }

    /// The next input. Answers that are in the mailbox when their time runs out still count: mail comes before time.
    async fn next(&mut self) -> Option<Input> {
        if let Some(failed) = self.journal.take_failure() {
            return Some(Input::Notice(failed));
        }
        let due = self.table.due().map(|due| self.deps.clock.instant_of(due));
        let takes_mail = self.table.takes_mail() && !self.journal.is_full();
        if takes_mail && let Some(kept) = self.table.kept_mail() {
            return Some(Input::Mail(kept));
        }
        tokio::select! {
            biased;
            notice = self.journal.notice() => Some(Input::Notice(notice)),
            Some(Ok(found)) = self.lookups.join_next() => Some(found),
            Some(_) = self.hints.join_next() => None,
            mail = self.mail.recv(), if takes_mail && self.mail_open => {
                // Without any handle left no request can come any more.
                self.mail_open = mail.is_some();
                Some(Input::Mail(mail.unwrap_or(Mail::Drain)))
            }
            () = self.alarm.wait(due.unwrap_or_else(Instant::now)), if due.is_some() => Some(Input::Tick),
            () = sleep(RETRY), if self.journal.is_full() => {
                self.journal.send();
                None
            }
        }
    }

    fn step(&mut self, input: &Input) -> Next {
        let now = now(&self.deps.clock);
        let reaction = self.table.step(input, now, &mut self.entropy);
        self.react(reaction)
    }

    fn load(&mut self, stored: &StoredTable) -> Next {
        self.epoch = stored.epoch;
        let now = now(&self.deps.clock);
        let reaction = self.table.loaded(stored, now, &mut self.entropy);
        self.react(reaction)
    }

    fn react(&mut self, reaction: Reaction) -> Next {
        let Reaction { out, sent_away, next } = reaction;
        self.carry_out(out);
        for outbox in sent_away {
            outbox.close(CloseCode::Internal);
        }
        next
    }

    fn carry_out(&mut self, out: Outputs) {
        let Outputs {
            steps,
            bursts,
            lookups,
            hints,
            status,
            moved,
            asked,
            said,
            refused,
            report,
            // The supervisor has seen to these.
            end: _,
            own_command: _,
        } = out;
        self.journal.append(steps);
        self.pace.send(bursts);
        for lookup in lookups {
            let store = Arc::clone(&self.deps.store);
            self.lookups.spawn(async move {
                let answer = store.answer(lookup.account, lookup.id).await;
                Input::Found {
                    ticket: lookup.ticket,
                    answer: answer.unwrap_or_default(),
                }
            });
        }
        for question in hints {
            // The table goes on meanwhile. A client that is gone needs no hint.
            let pool = Arc::clone(&self.deps.pool);
            let asker = Asker::of(question.caller.network.unwrap_or(Network::HERE));
            self.hints.spawn(async move {
                let (outbox, refusal) = (question.caller.outbox.clone(), question.refusal());
                let answer = pool.run(asker, HINT, move || question.answer()).await;
                let _ = outbox.send(&Burst::from(&answer.unwrap_or(refusal)));
            });
        }
        if let Some(status) = status {
            self.deps.house.status(self.id, status);
        }
        for account in moved {
            self.deps.house.chips_moved(account);
        }
        for asked in asked {
            self.deps.house.asked(self.id, asked);
        }
        for remark in said {
            self.deps.house.said(self.id, remark);
        }
        for answer in refused {
            self.deps.house.refused(answer);
        }
        if let (Some(report), Some(director)) = (report, &self.deps.director) {
            director.tell(FromTable::Report(report));
        }
    }

    async fn close(&mut self) -> Ended {
        match self.deps.store.close_table(self.id, self.epoch).await {
            Ok(()) => {
                self.deps.house.closed(self.id);
                Ended::Closed
            }
            Err(error) => Ended::Quarantined(error.to_string()),
        }
    }

    /// Reads the table from the store again, waiting until that can be written. What was on its way there before either
    /// arrived or never will.
    async fn claim(&mut self) -> Result<StoredTable, Ended> {
        self.lookups.shutdown().await;
        self.journal.forget();
        loop {
            match self.deps.store.claim_table(self.id).await {
                Ok(stored) => return Ok(stored),
                Err(error @ (StoreError::Busy | StoreError::Unavailable(_))) => {
                    // The store has told the log that it cannot write; a line for each table would only repeat it.
                    tracing::debug!(table = %self.id, %error, "the table waits until it can be loaded");
                    for (outbox, burst) in self.table.stand_still() {
                        let _ = outbox.send(&burst);
                    }
                    self.wait_for_store().await;
                }
                Err(error @ (StoreError::Stopped(_) | StoreError::Fenced(_))) => {
                    return Err(Ended::Lost(error.to_string()));
                }
                Err(error) => return Err(Ended::Quarantined(error.to_string())),
            }
        }
    }

    /// Waits a moment, reading mail.
    async fn wait_for_store(&mut self) {
        let until = sleep(RELOAD_RETRY);
        tokio::pin!(until);
        loop {
            tokio::select! {
                () = &mut until => return,
                mail = self.mail.recv(), if self.mail_open => {
                    self.mail_open = mail.is_some();
                    self.step(&Input::Mail(mail.unwrap_or(Mail::Drain)));
                }
            }
        }
    }
}

/// This instant.
pub(crate) fn now(clock: &PlayClock) -> Now {
    let since_1970 = SystemTime::now()
        .duration_since(SystemTime::UNIX_EPOCH)
        .unwrap_or_default();
    Now {
        play: clock.now(),
        wall: i64::try_from(since_1970.as_millis()).unwrap_or(i64::MAX),
    }
}
