//! A table with its disk and its players, and the invariants at every step.

mod moves;

use std::collections::VecDeque;
use std::sync::Arc;

use poker_engine::{Chips, Viewer};
use poker_owner::{Caller, ConnId, Entropy, NoEntropy, NoSocket, Now, Outbox, PlayTime};
use poker_protocol::v1::{PlayerInfo, PlayerKind};
use poker_store::{AccountId, DurableNotice, LedgerAccount, Step, StepError, StoredTable};
use poker_table::core::mail::Mail;
use poker_table::core::{End, Input, Outputs, TableCore};
use poker_table::setup::config::TableSetup;
use poker_table::state::backlog::Backlog;
use poker_table::state::recover::{Recovered, recover};
use poker_table::state::table::Table;
use rand::Rng;
use uuid::Uuid;

use super::disk::Disk;
use super::{BEGUN, PLAYERS, TABLE};
use crate::fuzz::Seen;
use crate::fuzz::targets::numbers_of;

/// The randomness of a life: the same input always gives the same.
pub(super) struct Chance(rand::rngs::ChaCha8Rng);

impl Chance {
    pub(super) fn of(input: &[u8]) -> Self {
        Self(numbers_of(input))
    }
}

impl Entropy for Chance {
    fn seed(&mut self) -> Result<[u8; 32], NoEntropy> {
        let mut seed = [0; 32];
        self.0.fill_bytes(&mut seed);
        Ok(seed)
    }
}

/// A table with its disk and its players.
pub(super) struct World<'a> {
    setup: Arc<TableSetup>,
    core: TableCore,
    disk: Disk,
    /// Steps on their way to the disk.
    queue: VecDeque<Step>,
    /// Set if every step is written immediately.
    prompt: bool,
    players: Vec<Caller>,
    connections: u64,
    requests: u64,
    time: u64,
    chance: Chance,
    /// The kind of the last event.
    last_kind: String,
    is_over: bool,
    seen: &'a mut Seen,
}

pub(super) fn account(player: u8) -> AccountId {
    AccountId(Uuid::from_u128(0x1000 + u128::from(player)))
}

fn caller(player: u8, connection: u64) -> Caller {
    let account = account(player);
    Caller {
        account,
        info: Arc::new(PlayerInfo {
            id: account.to_string(),
            name: format!("Player {player}"),
            kind: PlayerKind::Guest,
        }),
        network: None,
        outbox: Outbox::new(ConnId(connection), Arc::new(NoSocket)),
    }
}

impl<'a> World<'a> {
    pub(super) fn new(setup: TableSetup, input: &[u8], seen: &'a mut Seen) -> Self {
        let setup = Arc::new(TableSetup {
            host: Some(account(0)),
            ..setup
        });
        let now = Now {
            play: PlayTime(0),
            wall: BEGUN,
        };
        let empty = Recovered {
            table: Table::new(TABLE, Arc::clone(&setup)),
            backlog: Backlog::default(),
            epoch: 1,
            last_step: 0,
            rows: 0,
            must_void: false,
        };
        Self {
            core: TableCore::new(empty, now),
            setup,
            disk: Disk::new((0..PLAYERS).map(account)),
            queue: VecDeque::new(),
            prompt: true,
            players: (0..PLAYERS).map(|player| caller(player, player.into())).collect(),
            connections: PLAYERS.into(),
            requests: 0,
            time: 0,
            chance: Chance::of(input),
            last_kind: String::new(),
            is_over: false,
            seen,
        }
    }

    pub(super) fn setup(&self) -> &TableSetup {
        &self.setup
    }

    pub(super) fn table(&self) -> &Table {
        self.core.table()
    }

    pub(super) fn stored(&self) -> StoredTable {
        self.disk.stored()
    }

    fn now(&self) -> Now {
        Now {
            play: PlayTime(self.time),
            wall: BEGUN + i64::try_from(self.time).unwrap_or(i64::MAX - BEGUN),
        }
    }

    /// Gives mail to the table as soon as it accepts any.
    fn mail(&mut self, mail: Mail) {
        while self.core.is_busy() && !self.queue.is_empty() && !self.is_over {
            self.write(1);
        }
        if !self.is_over {
            self.step(&Input::Mail(mail));
        }
    }

    fn pass_to_due(&mut self) {
        if let Some(due) = self.core.due() {
            self.time = self.time.max(due.0);
        }
    }

    /// Runs until nothing is due and everything that can be written is.
    fn run(&mut self) {
        // The bound catches a table that always has something due.
        for _ in 0..1000 {
            if self.is_over {
                return;
            }
            if self.prompt && !self.queue.is_empty() {
                self.write(self.queue.len());
            } else if self.core.due().is_some_and(|due| due.0 <= self.time) {
                self.step(&Input::Tick);
            } else {
                return;
            }
        }
        panic!("the table does not come to rest");
    }

    /// Lets the disk write up to `count` steps.
    fn write(&mut self, count: usize) {
        for _ in 0..count {
            let Some(step) = self.queue.pop_front() else { return };
            match self.disk.write(&step) {
                Ok(()) => self.step(&Input::Notice(DurableNotice::Durable { step: step.step })),
                Err(error) => self.failed(&step, &error),
            }
            if self.is_over {
                return;
            }
        }
    }

    /// Makes the disk refuse the next step.
    fn fail(&mut self, error: &StepError) {
        if let Some(step) = self.queue.pop_front() {
            self.failed(&step, error);
        }
    }

    fn failed(&mut self, step: &Step, error: &StepError) {
        // The steps after it can never be written.
        self.queue.clear();
        let (step, error) = (step.step, error.clone());
        self.step(&Input::Notice(DurableNotice::Failed { step, error }));
    }

    /// Loads the table from the disk, which has everything that viewers have seen.
    fn load(&mut self) {
        let recovered = self.recovered();
        assert!(!recovered.must_void, "a hand of our own replays");
        let left = self.core.abandon();
        let now = self.now();
        self.core = TableCore::new(recovered, now);
        self.queue.clear();
        self.core.adopt(left, now);
        self.check();
    }

    fn recovered(&self) -> Recovered {
        let recovered = recover(&self.disk.stored(), &self.setup);
        recovered.unwrap_or_else(|damage| panic!("a journal of our own is whole: {damage}"))
    }

    /// Runs one step of the core and checks the invariants.
    fn step(&mut self, input: &Input) {
        let mut out = Outputs::default();
        self.core.step(input, self.now(), &mut self.chance, &mut out);
        self.look_at(&out);
        self.queue.extend(out.steps.into_iter().map(|step| *step));
        match out.end {
            None => self.check(),
            Some(End::Reload(error)) => {
                self.load();
                if error.is_final() && self.core.table().law_hand_runs() {
                    self.step(&Input::Void);
                }
                return;
            }
            Some(End::Lost(_)) => return self.load(),
            Some(End::Drained | End::Closed) => self.is_over = true,
        }
        for lookup in out.lookups {
            let answer = self.disk.answer(lookup.account, lookup.id);
            let ticket = lookup.ticket;
            self.step(&Input::Found { ticket, answer });
        }
    }

    /// Records the sequences of events and the refusals, which are what distinguishes inputs.
    fn look_at(&mut self, out: &Outputs) {
        let game = self.core.table().mix.game();
        for step in &out.steps {
            let events = String::from_utf8_lossy(&step.events);
            for kind in values(&events, "\"kind\":\"") {
                self.seen.note((&self.last_kind, kind));
                kind.clone_into(&mut self.last_kind);
            }
        }
        for (_, burst) in &out.bursts {
            for frame in &burst.frames {
                for code in values(frame, "\"code\":\"") {
                    self.seen.note((&self.last_kind, code));
                }
            }
        }
        self.seen
            .note(("game", self.setup.played(game).game.id.as_str(), &self.last_kind));
        self.seen.note(out.end.as_ref().map(std::mem::discriminant));
    }

    /// Checks that no chip appears or disappears: the table has those in its escrow once all is written, and a running
    /// hand has those brought into it.
    fn check(&self) {
        let table = self.core.table();
        let (gone, come) = self
            .queue
            .iter()
            .flat_map(|step| &step.transfers)
            .fold((0, 0), |(gone, come), transfer| {
                let amount = transfer.amount.get();
                match (transfer.debit, transfer.credit) {
                    (LedgerAccount::Table(_), _) => (gone + amount, come),
                    (_, LedgerAccount::Table(_)) => (gone, come + amount),
                    (LedgerAccount::Tab(..), LedgerAccount::Tab(..)) => (gone, come),
                    _ => panic!("a table moves chips past itself"),
                }
            });
        assert_eq!(
            table.chips().get() + gone,
            self.disk.escrow() + come,
            "the chips at the table are those of its escrow"
        );
        self.disk.check();
        if let Some(play) = table.running() {
            let view = play.hand().view(Viewer::Spectator);
            let now: Chips = view.seats.iter().map(|seat| seat.stack).sum::<Chips>() + view.pot;
            let taken = |seat| table.law.seat(seat).map_or(Chips::ZERO, |taken| taken.stack);
            let brought = view.seats.iter().map(|view| taken(view.seat)).sum::<Chips>() + table.law.carried();
            assert_eq!(now, brought, "stacks and pots are what was brought into the hand");
        }
    }
}

/// The text values of each `key` in a JSON text.
fn values<'t>(text: &'t str, key: &'static str) -> impl Iterator<Item = &'t str> {
    text.split(key).skip(1).filter_map(|rest| rest.split('"').next())
}
