//! The task of a table: carries mail, notices and time into the supervised core, and delivers its outputs.
//!
//! It awaits its own inputs and nothing else: no client, no lock, no other table. The consequences of a failure are
//! decided in [`crate::core::supervise`]; this task reads the table from the store again when told to.

use std::sync::Arc;
use std::time::Duration;

use poker_base::network::Network;
use poker_owner::pool::{Asker, Piece, Pool};
use poker_owner::{Burst, Journal, OsEntropy, PlayClock, now, to_json};
use poker_protocol::v1::{CloseCode, ErrorCode, ErrorMsg, UnixMs};
use poker_store::{JournalHandle, Store, StoreError, StoredTable, TableId};
use tokio::sync::mpsc;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep};

use super::alarm::Alarm;
use super::load::Load;
use super::pace::Pace;
use crate::core::mail::Mail;
use crate::core::supervise::{Ended, Next, Reaction, Supervisor};
use crate::core::{Input, Outputs, TableCore};
use crate::handle::{FromTable, House, ReportSender};
use crate::setup::config::TableSetup;

/// Delay before the next attempt when the journal's queue is full. The queue empties within one commit.
const RETRY: Duration = Duration::from_millis(2);

/// Delay before the next attempt to load a table while the store cannot write.
const RELOAD_RETRY: Duration = Duration::from_millis(500);

/// The services of the server that a table needs.
#[derive(Clone)]
pub struct Deps {
    /// Everything that is durable.
    pub store: Arc<dyn Store>,
    /// The queue of steps on their way to the store.
    pub journal: JournalHandle,
    /// Receives the table's status and events for the rest of the server.
    pub house: Arc<dyn House>,
    /// The play clock.
    pub clock: Arc<PlayClock>,
    /// The load of the process.
    pub load: Arc<Load>,
    /// The pool in which hints are computed.
    pub pool: Arc<Pool>,
    /// The channel to the director, for a table of a tournament.
    pub director: Option<ReportSender>,
}

/// The cost of a hint: a few milliseconds of computing.
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

struct Runner {
    id: TableId,
    epoch: u64,
    deps: Deps,
    mail: mpsc::Receiver<Mail>,
    mail_open: bool,
    journal: Journal,
    table: Supervisor,
    lookups: JoinSet<Input>,
    /// Hints being computed.
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
            journal: Journal::new(deps.journal.clone()),
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

    /// Answers the requests that arrived while the table was ending and were never read.
    fn refuse_mail(&mut self) {
        self.mail.close();
        while let Some(mail) = self.table.kept_mail().or_else(|| self.mail.try_recv().ok()) {
            if let Mail::Request(request) = mail {
                let (id, code) = (Some(request.id), ErrorCode::TableClosed);
                let error = ErrorMsg::new(id, code, "the table is closed");
                let _ = request.caller.outbox.reply(error.into());
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

    /// Waits for the next input. Answers already in the mailbox when their time runs out still count: mail comes before
    /// time.
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
                // Once all handles are dropped, no further request can arrive.
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
            replies,
            lookups,
            hints,
            status,
            moved,
            asked,
            said,
            refused,
            report,
            // Already handled by the supervisor.
            end: _,
            own_command: _,
        } = out;
        self.journal.append(steps);
        self.pace.send(bursts);
        for (outbox, reply) in replies {
            // The caller may have gone.
            let _ = outbox.reply(reply);
        }
        for lookup in lookups {
            let store = Arc::clone(&self.deps.store);
            self.lookups.spawn(async move {
                let (ticket, answer) = lookup.ask(&*store).await;
                Input::Found { ticket, answer }
            });
        }
        for question in hints {
            // The table carries on in the meantime. A client that is gone needs no hint.
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
        if let Err(error) = self.keep_evening().await {
            return Ended::Quarantined(error.to_string());
        }
        match self.deps.store.close_table(self.id, self.epoch).await {
            Ok(()) => {
                self.deps.house.closed(self.id);
                Ended::Closed
            }
            Err(error) => Ended::Quarantined(error.to_string()),
        }
    }

    /// Stores the ledger of a table with chips of its own, before nothing but the store knows the table.
    async fn keep_evening(&self) -> Result<(), StoreError> {
        let ended_at = u64::try_from(now(&self.deps.clock).wall).ok().and_then(UnixMs::new);
        let table = self.table.core().map(TableCore::table);
        let Some((players, evening)) = table.and_then(|table| table.evening(ended_at.unwrap_or_default())) else {
            return Ok(());
        };
        let body = to_json(&evening).into();
        self.deps.store.keep_evening(self.id, players, body).await
    }

    /// Reads the table from the store again, waiting until the store can write. Steps under way before this have either
    /// arrived or never will.
    async fn claim(&mut self) -> Result<StoredTable, Ended> {
        self.lookups.shutdown().await;
        self.journal.forget();
        loop {
            match self.deps.store.claim_table(self.id).await {
                Ok(stored) => return Ok(stored),
                Err(error @ (StoreError::Busy | StoreError::Unavailable(_))) => {
                    // The store has logged that it cannot write; one line per table would only repeat it.
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

    /// Waits for [`RELOAD_RETRY`], reading mail meanwhile.
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
