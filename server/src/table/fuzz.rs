//! Tables under inputs of every kind, and journals that are damaged.

use std::collections::{BTreeMap, VecDeque};
use std::sync::Arc;

use poker_engine::game::catalogue;
use poker_engine::{Chips, Viewer};
use poker_protocol::v1::client::{Entry, SitOutWhen};
use poker_protocol::v1::table::TableConfig;
use poker_protocol::v1::{self, Action, Card, Choice, CloseCode, Fill, PlayerInfo, PlayerKind};
use rand::Rng;
use serde_json::{Value, json};
use uuid::Uuid;

use super::core::clock::PlayTime;
use super::core::mail::{Caller, Mail, Request, TableRequest};
use super::core::{End, Entropy, Input, NoEntropy, Now, Outputs, TableCore};
use super::setup::config::TableSetup;
use super::setup::timing::Timing;
use super::state::backlog::Backlog;
use super::state::recover::{Recovered, recover};
use super::state::snapshot;
use super::state::table::Table;
use crate::formats::fuzz::numbers_of;
use crate::fuzz::Seen;
use crate::net::{Burst, ConnId, Deliver, Outbox, OutboxError};
use crate::store::{
    AccountId, DurableNotice, JournalRow, LedgerAccount, PROGRAM, Step, StepError, StepKind, StoredTable, TableId,
    Transfer,
};

const TABLE: TableId = TableId(7);
const PLAYERS: u8 = 8;

/// Chips of each player: as many as can be without the ledger ever holding more than 2^53 - 1.
const WALLET: u64 = 1_000_000_000_000_000;

/// Milliseconds since 1970 when a life begins.
const BEGUN: i64 = 1_700_000_000_000;

/// Numbers at which something may break.
const NUMBERS: [u64; 14] = [
    0,
    1,
    2,
    5,
    10,
    100,
    255,
    256,
    u32::MAX as u64,
    1 << 52,
    (1 << 53) - 2,
    (1 << 53) - 1,
    1 << 53,
    u64::MAX,
];

/// What is to happen, byte by byte. Behind the last one are zeros.
struct Script<'a>(&'a [u8]);

impl Script<'_> {
    fn is_over(&self) -> bool {
        self.0.is_empty()
    }

    fn byte(&mut self) -> u8 {
        let Some((first, rest)) = self.0.split_first() else {
            return 0;
        };
        self.0 = rest;
        *first
    }

    /// A number below `bound`.
    fn below(&mut self, bound: usize) -> usize {
        let number = if bound > 256 {
            usize::from(self.byte()) << 8 | usize::from(self.byte())
        } else {
            self.byte().into()
        };
        number % bound.max(1)
    }

    fn one_in(&mut self, count: u8) -> bool {
        self.byte().is_multiple_of(count)
    }

    /// Any number at all.
    fn number(&mut self) -> u64 {
        match self.byte() {
            byte @ 0..200 => u64::from(byte) * 5,
            byte => NUMBERS[usize::from(byte) % NUMBERS.len()],
        }
    }

    fn amount(&mut self) -> v1::Chips {
        v1::Chips::new(self.number()).unwrap_or_default()
    }

    fn card(&mut self) -> Option<Card> {
        let index = self.below(54);
        let text = match index {
            52.. => ["X1", "X2"][index - 52].to_owned(),
            _ => ["23456789TJQKA", "cdhs"]
                .iter()
                .zip([index / 4, index % 4])
                .map(|(symbols, at)| char::from(symbols.as_bytes()[at]))
                .collect(),
        };
        Card::new(&text)
    }

    fn some_cards(&mut self) -> Vec<Card> {
        let count = self.below(7);
        (0..count).filter_map(|_| self.card()).collect()
    }
}

impl Fill for Script<'_> {
    fn total(&mut self, min: v1::Chips, max: v1::Chips) -> v1::Chips {
        let room = max.get() - min.get();
        let extra = match self.byte() {
            byte @ 0..80 => u64::from(byte).min(room),
            80..128 => room,
            _ => self.number().min(room),
        };
        v1::Chips::new(min.get() + extra).unwrap_or(min)
    }

    fn cards(&mut self, min: u8, max: u8, cards: &[Card]) -> Vec<Card> {
        let count = usize::from(min) + self.below(usize::from(max - min) + 1);
        let first = self.below(cards.len());
        cards
            .iter()
            .cycle()
            .skip(first)
            .take(count.min(cards.len()))
            .copied()
            .collect()
    }

    fn one_of(&mut self, count: usize) -> usize {
        self.below(count)
    }

    fn limit(&mut self, limits: &[String]) -> Option<String> {
        let index = self.below(limits.len() + 1);
        limits.get(index).cloned()
    }
}

/// The chance of a life: the same for the same input.
struct Chance(rand::rngs::ChaCha8Rng);

impl Entropy for Chance {
    fn seed(&mut self) -> Result<[u8; 32], NoEntropy> {
        let mut seed = [0; 32];
        self.0.fill_bytes(&mut seed);
        Ok(seed)
    }
}

/// A connection that takes everything.
struct NoSocket;

impl Deliver for NoSocket {
    fn deliver(&self, _: &Burst) -> Result<(), OutboxError> {
        Ok(())
    }

    fn close(&self, _: CloseCode) {}
}

/// What is on disk.
struct Disk {
    rows: Vec<JournalRow>,
    purse: Purse,
    answers: BTreeMap<(AccountId, String), String>,
    last_seq: u64,
}

impl Disk {
    /// Writes a step, all or nothing.
    fn write(&mut self, step: &Step) -> Result<(), StepError> {
        let expected = self.rows.last().map_or(1, |row| row.step + 1);
        if step.step != expected {
            return Err(StepError::OutOfOrder { expected });
        }
        let key = step
            .answer
            .as_ref()
            .map(|answer| (answer.account, answer.request_id.clone()));
        if key.as_ref().is_some_and(|key| self.answers.contains_key(key)) {
            return Err(StepError::Answered);
        }
        let mut purse = self.purse.clone();
        for transfer in &step.transfers {
            purse.transfer(transfer)?;
        }
        assert_eq!(step.first_seq, self.last_seq + 1, "events have no gaps");
        let events: Vec<&serde_json::value::RawValue> =
            serde_json::from_slice(&step.events).expect("events are a list");
        self.purse = purse;
        self.last_seq += events.len() as u64;
        if let (Some(key), Some(answer)) = (key, &step.answer) {
            self.answers.insert(key, answer.body.clone());
        }
        self.rows.push(JournalRow::from(step));
        Ok(())
    }

    fn stored(&self) -> StoredTable {
        stored(TABLE, &self.rows, Chips::new(self.purse.escrow))
    }
}

/// Where all chips are.
#[derive(Clone)]
struct Purse {
    wallets: BTreeMap<AccountId, u64>,
    escrow: u64,
    /// Chips of the mint that are at the table.
    minted: u64,
}

impl Purse {
    fn transfer(&mut self, transfer: &Transfer) -> Result<(), StepError> {
        let amount = transfer.amount.get();
        assert!(amount > 0, "a transfer moves something");
        let account = transfer.debit;
        let missing = || StepError::Insufficient { account };
        match account {
            LedgerAccount::Player(account) => {
                let wallet = self.wallets.entry(account).or_default();
                *wallet = wallet.checked_sub(amount).ok_or_else(missing)?;
            }
            LedgerAccount::Table(_) => self.escrow = self.escrow.checked_sub(amount).ok_or_else(missing)?,
            LedgerAccount::Mint => {
                let left = Chips::new((1 << 40) - self.minted);
                self.minted += amount;
                if self.minted > 1 << 40 {
                    return Err(StepError::FaucetDry { left });
                }
            }
        }
        match transfer.credit {
            LedgerAccount::Player(account) => *self.wallets.entry(account).or_default() += amount,
            LedgerAccount::Table(_) => self.escrow += amount,
            LedgerAccount::Mint => self.minted -= amount,
        }
        Ok(())
    }
}

/// A table with its disk and its players.
struct World<'a> {
    setup: Arc<TableSetup>,
    core: TableCore,
    disk: Disk,
    /// Steps on their way to the disk.
    queue: VecDeque<Step>,
    /// Whether every step is written at once.
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

fn account(player: u8) -> AccountId {
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
    fn new(setup: TableSetup, input: &[u8], seen: &'a mut Seen) -> Self {
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
            disk: Disk {
                rows: Vec::new(),
                purse: Purse {
                    wallets: (0..PLAYERS).map(|player| (account(player), WALLET)).collect(),
                    escrow: 0,
                    minted: 0,
                },
                answers: BTreeMap::new(),
                last_seq: 0,
            },
            queue: VecDeque::new(),
            prompt: true,
            players: (0..PLAYERS).map(|player| caller(player, player.into())).collect(),
            connections: PLAYERS.into(),
            requests: 0,
            time: 0,
            chance: Chance(numbers_of(input)),
            last_kind: String::new(),
            is_over: false,
            seen,
        }
    }

    fn now(&self) -> Now {
        Now {
            play: PlayTime(self.time),
            wall: BEGUN + i64::try_from(self.time).unwrap_or(i64::MAX - BEGUN),
        }
    }

    /// Lives as the script says, then checks that the disk has the same table.
    fn live(&mut self, script: &mut Script<'_>) {
        self.gather(script);
        while !script.is_over() && !self.is_over {
            self.moment(script);
            self.run();
        }
        self.prompt = true;
        self.run();
        if self.queue.is_empty() && !self.is_over {
            let Recovered { table, must_void, .. } = self.recovered();
            assert!(!must_void, "a hand of our own replays");
            assert!(table == *self.core.table(), "the journal gives the same table");
            if self.core.table().running().is_none() && self.core.table().asked().is_none() {
                let mut table = self.core.table().clone();
                table.play = None;
                let row = snapshot::encode(&table);
                let read = snapshot::decode(TABLE, Arc::clone(&self.setup), &row);
                assert!(read.as_ref() == Ok(&table), "a snapshot reads back");
            }
        }
    }

    /// A table that plays from the start shows more than one that has to be filled first.
    fn gather(&mut self, script: &mut Script<'_>) {
        let least = self.setup.law.buy_in.min.get();
        let room = self.setup.law.buy_in.max.get() - least;
        for player in 0..script.byte() % (PLAYERS + 1) {
            let buy_in = v1::Chips::new(least + script.number().min(room)).unwrap_or_default();
            let sit = TableRequest::Sit {
                seat: None,
                buy_in,
                entry: Entry::Post,
            };
            self.ask(player.into(), sit);
            self.run();
        }
    }

    fn moment(&mut self, script: &mut Script<'_>) {
        let what = script.byte() % 64;
        match what {
            0..28 => self.answer(script),
            28..35 => self.pass_to_due(),
            35..38 => self.time += u64::from(script.byte()) * 40,
            38..54 => self.request(what, script),
            54..56 => {
                let player = script.below(self.players.len());
                self.connections += 1;
                let number = u8::try_from(player).unwrap_or_default();
                let gone = std::mem::replace(&mut self.players[player], caller(number, self.connections));
                self.mail(Mail::Disconnected(gone));
            }
            56 => self.mail(Mail::Pause(script.one_in(2))),
            57 => match script.byte() {
                0..8 => self.mail(Mail::Drain),
                8..16 => self.mail(Mail::Close),
                _ => {}
            },
            58..61 => {
                let count = script.below(4);
                self.write(count);
            }
            61 => self.prompt = script.one_in(2),
            62 => {
                let error = any_failure(script);
                self.fail(&error);
            }
            _ if script.one_in(4) => self.load(false),
            _ => {}
        }
    }

    /// One of those who are asked takes a choice, or something that is none.
    fn answer(&mut self, script: &mut Script<'_>) {
        let Some(asked) = self.core.table().asked() else {
            return self.pass_to_due();
        };
        let seats: Vec<_> = asked.seats.iter().collect();
        let Some(seat) = seats.get(script.below(seats.len())).copied() else {
            return;
        };
        let offered = self.core.table().offered(seat);
        let action = if script.one_in(8) {
            Some(any_action(&offered, script))
        } else {
            let choice = offered.get(script.below(offered.len()));
            choice.and_then(|choice: &Choice| choice.fill_in(script))
        };
        let who = self.core.table().decider(seat);
        let player = self.players.iter().position(|player| Some(player.account) == who);
        let (Some(action), Some(player)) = (action, player) else {
            return;
        };
        let (mut hand, mut turn) = (asked.hand, asked.turn);
        if script.one_in(32) {
            hand = script.number();
            turn = u32::try_from(script.number()).unwrap_or(u32::MAX);
        }
        self.ask(player, TableRequest::Act { hand, turn, action });
    }

    fn request(&mut self, what: u8, script: &mut Script<'_>) {
        let player = script.below(self.players.len());
        let entry = if script.one_in(2) { Entry::Wait } else { Entry::Post };
        let (least, most) = (self.setup.law.buy_in.min.get(), self.setup.law.buy_in.max.get());
        let request = match what {
            38..41 => TableRequest::Sit {
                seat: script.one_in(2).then(|| script.byte() % 16),
                buy_in: match script.byte() {
                    0..64 => script.amount(),
                    byte => v1::Chips::new(least + u64::from(byte).min(most - least)).unwrap_or_default(),
                },
                entry,
            },
            41 => TableRequest::Watch,
            42 => TableRequest::Resume { after: script.number() },
            43 => TableRequest::Unwatch,
            44 => TableRequest::Leave,
            45 | 46 => TableRequest::SitOut {
                out: script.one_in(3),
                when: match script.byte() % 2 {
                    0 => SitOutWhen::NextHand,
                    _ => SitOutWhen::NextBigBlind,
                },
                entry,
            },
            47 | 48 => TableRequest::Rebuy {
                amount: script.amount(),
            },
            49 => TableRequest::WaitList { join: script.one_in(2) },
            50 | 51 => self.show(player, script),
            52 => TableRequest::Chat {
                text: "♠é\u{202e} ".repeat(script.byte().into()),
            },
            _ => {
                let about = account(script.byte() % PLAYERS);
                if script.one_in(4) {
                    TableRequest::Remove { player: about }
                } else {
                    let muted = script.one_in(2);
                    TableRequest::Mute { player: about, muted }
                }
            }
        };
        self.ask(player, request);
    }

    fn show(&self, player: usize, script: &mut Script<'_>) -> TableRequest {
        let table = self.core.table();
        let own = table.play().and_then(|play| {
            let seat = play.seat_of(self.players[player].account)?;
            Some(crate::wire::cards(play.own_cards(seat).iter().copied()))
        });
        let mut cards = own.filter(|_| script.one_in(2)).unwrap_or_else(|| script.some_cards());
        cards.truncate(script.below(8));
        let hand = if script.one_in(8) {
            script.number()
        } else {
            table.hand_no()
        };
        TableRequest::Show { hand, cards }
    }

    fn ask(&mut self, player: usize, request: TableRequest) {
        self.requests += 1;
        let caller = self.players[player].clone();
        let id = format!("r{}", self.requests);
        self.mail(Mail::Request(Box::new(Request { caller, id, request })));
    }

    /// Gives mail to the table, as soon as it takes any.
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

    /// What is due happens, and what can be written is.
    fn run(&mut self) {
        // A table that always has something due would never come to an end.
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

    /// The disk takes up to `count` steps.
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

    /// The disk refuses the next step.
    fn fail(&mut self, error: &StepError) {
        if let Some(step) = self.queue.pop_front() {
            self.failed(&step, error);
        }
    }

    fn failed(&mut self, step: &Step, error: &StepError) {
        // Those behind it can never be written.
        self.queue.clear();
        let (step, error) = (step.step, error.clone());
        self.step(&Input::Notice(DurableNotice::Failed { step, error }));
    }

    /// The table is loaded from the disk, which has all that anybody was shown.
    fn load(&mut self, void: bool) {
        let recovered = self.recovered();
        assert!(!recovered.must_void, "a hand of our own replays");
        let left = self.core.abandon();
        let now = self.now();
        self.core = TableCore::new(recovered, now);
        self.queue.clear();
        self.core.adopt(left, now);
        self.check();
        if void && self.core.table().law_hand_runs() {
            self.step(&Input::Void);
        }
    }

    fn recovered(&self) -> Recovered {
        let recovered = recover(&self.disk.stored(), &self.setup);
        recovered.unwrap_or_else(|damage| panic!("a journal of our own is whole: {damage}"))
    }

    /// One step of the core, with all that must hold after it.
    fn step(&mut self, input: &Input) {
        let mut out = Outputs::default();
        self.core.step(input, self.now(), &mut self.chance, &mut out);
        self.look_at(&out);
        self.queue.extend(out.steps.into_iter().map(|step| *step));
        match out.end {
            None => self.check(),
            Some(End::Reload(error)) => return self.load(error.is_final()),
            Some(End::Lost(_)) => return self.load(false),
            Some(End::Drained | End::Closed) => self.is_over = true,
        }
        for lookup in out.lookups {
            let answer = self.disk.answers.get(&(lookup.account, lookup.id)).cloned();
            let ticket = lookup.ticket;
            self.step(&Input::Found { ticket, answer });
        }
    }

    /// Which events follow one another, and what is refused, is what tells inputs apart.
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

    /// No chip comes or goes: at the table are those in its escrow once all is written, and in a running hand are those that
    /// were brought into it.
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
                    _ => panic!("a table moves chips past itself"),
                }
            });
        assert_eq!(
            table.chips().get() + gone,
            self.disk.purse.escrow + come,
            "the chips at the table are those of its escrow"
        );
        let Purse {
            wallets,
            escrow,
            minted,
        } = &self.disk.purse;
        assert_eq!(
            wallets.values().sum::<u64>() + escrow,
            u64::from(PLAYERS) * WALLET + minted,
            "chips are conserved"
        );
        if let Some(play) = table.running() {
            let view = play.hand().view(Viewer::Spectator);
            let now: Chips = view.seats.iter().map(|seat| seat.stack).sum::<Chips>() + view.pot;
            let taken = |seat| table.law.seat(seat).map_or(Chips::ZERO, |taken| taken.stack);
            let brought = view.seats.iter().map(|view| taken(view.seat)).sum::<Chips>() + table.law.state().carried;
            assert_eq!(now, brought, "stacks and pots are what was brought into the hand");
        }
    }
}

/// What a disk or a ledger may say.
fn any_failure(script: &mut Script<'_>) -> StepError {
    let account = LedgerAccount::Player(account(script.byte() % PLAYERS));
    match script.byte() % 6 {
        0 => StepError::Unavailable("full".to_owned()),
        1 => StepError::Refused("contradiction".to_owned()),
        2 => StepError::Insufficient { account },
        3 => StepError::FaucetDry { left: Chips::ZERO },
        4 => StepError::Fenced,
        _ => StepError::Stopped("gone".to_owned()),
    }
}

/// The texts behind each `key` of a JSON text.
fn values<'t>(text: &'t str, key: &'static str) -> impl Iterator<Item = &'t str> {
    text.split(key).skip(1).filter_map(|rest| rest.split('"').next())
}

/// An action that may be none of the choices.
fn any_action(offered: &[Choice], script: &mut Script<'_>) -> Action {
    match script.byte() % 12 {
        0 => Action::Fold {},
        1 => Action::Check {},
        2 => Action::Call {
            amount: Some(script.amount()),
        },
        3 => Action::Bet { to: script.amount() },
        4 => Action::Raise { to: script.amount() },
        5 => Action::Discard {
            cards: script.some_cards(),
        },
        6 => Action::Roll {
            cards: script.some_cards(),
            announce: None,
        },
        7 => Action::Arrange {
            cards: script.some_cards(),
        },
        8 => Action::PickGame {
            game: catalogue::all()[0].id.clone(),
            limit: Some("spread".to_owned()),
        },
        9 => Action::Straddle {},
        10 => Action::RunTwice {},
        // One that was offered, with cards that repeat.
        _ => match offered.first().and_then(|choice| choice.fill_in(script)) {
            Some(Action::Discard { mut cards }) => {
                cards.extend_from_within(..);
                Action::Discard { cards }
            }
            Some(action) => action,
            None => Action::Keep {},
        },
    }
}

/// Wishes for a table, made of the first bytes of a script: any game, or several, with any rules of the house.
fn any_table(script: &mut Script<'_>) -> Value {
    let games = catalogue::all();
    let any_game = |script: &mut Script<'_>| Arc::clone(&games[script.below(games.len())]);
    let (kind, rules) = (script.byte(), script.byte());
    let first = any_game(script);
    let seats = (2 + script.byte() % 9).clamp(first.seats.0, first.seats.1);
    let chosen = |bit: u8| rules >> bit & 1 == 1;
    let private = chosen(0);
    let mut config = json!({
        "name": "Any", "seats": seats, "private": private, "moving_button": chosen(1), "all_in_face_up": chosen(2),
        "session": {
            "run_twice": chosen(3), "roodles": chosen(4), "forfeit_excess": chosen(5),
            "kitty": private && chosen(6), "seat_draw": private && chosen(7),
        },
    });
    if private && script.one_in(3) {
        config["session"]["free_stacks"] = json!(1 + script.byte() % 5);
    }
    if script.one_in(4) {
        config["session"]["show_rule"] = json!(if script.one_in(2) { "all" } else { "muck_losers" });
    }
    if script.one_in(8) {
        config["session"]["closes_at"] = json!(BEGUN + i64::from(script.byte()) * 10_000);
    }
    match kind {
        0..180 => config["game"] = json!(first.id),
        180..220 => {
            let others: Vec<Value> = (0..=script.byte() % 4)
                .map(|_| json!({ "game": any_game(script).id }))
                .chain([json!({ "game": first.id })])
                .collect();
            config["game"] = json!("");
            config["mix"] = json!({ "kind": "rotation", "games": others, "hands": 1 + script.byte() % 3 });
            config["seats"] = json!(seats.min(6));
        }
        _ => {
            config["game"] = json!("");
            config["mix"] = json!({ "kind": "dealers_choice" });
            config["seats"] = json!(seats.min(5));
        }
    }
    config
}

/// A table's life: the first bytes say what it plays, the others what happens there.
pub(crate) fn life(input: &[u8], seen: &mut Seen) {
    let mut script = Script(input);
    let config = any_table(&mut script);
    if let Some(mut world) = world(config, input, seen) {
        world.live(&mut script);
    }
}

fn world<'a>(config: Value, input: &[u8], seen: &'a mut Seen) -> Option<World<'a>> {
    let config: TableConfig = seen.outcome(serde_json::from_value(config))?;
    let setup = seen.outcome(TableSetup::new(&config, Timing::default()))?;
    Some(World::new(setup, input, seen))
}

/// Bytes of a script that plays for some hands.
fn any_script(seed: u32, length: usize) -> Vec<u8> {
    let mut bytes = vec![0; length];
    numbers_of(&seed.to_le_bytes()).fill_bytes(&mut bytes);
    bytes
}

/// A game for every one of the catalogue, and some of several.
pub(crate) fn life_seeds() -> Vec<Vec<u8>> {
    let games = u8::try_from(catalogue::all().len()).unwrap_or(u8::MAX);
    let seed = |index: u8| {
        let mut bytes = any_script(index.into(), 300);
        bytes[0] = if index < games { 0 } else { index };
        bytes[2] = index;
        bytes
    };
    (0..games).chain([185, 190, 230, 240]).map(seed).collect()
}

/// Wishes for a table as JSON. What is accepted can be described, and played.
pub(crate) fn setup(input: &[u8], seen: &mut Seen) {
    let Ok(wishes) = serde_json::from_slice::<Value>(input) else {
        return;
    };
    let numbers = any_script(u32::try_from(input.len()).unwrap_or_default(), 200);
    let mut script = Script(&numbers);
    if let Some(mut world) = world(wishes, input, seen) {
        let first = world.setup.program.first();
        let info = world.setup.info(TABLE, first, &world.setup.at_stake(first).structure);
        assert!(serde_json::to_string(&info).is_ok());
        world.live(&mut script);
    }
}

/// The wishes of the protocol's examples, and some that are made of bytes.
pub(crate) fn setup_seeds() -> Vec<Vec<u8>> {
    let examples = crate::session::fuzz::message_seeds();
    let examples = examples.iter().filter_map(|message| {
        let message: Value = serde_json::from_slice(message).ok()?;
        Some(message.get("config")?.to_string().into_bytes())
    });
    let made = life_seeds().into_iter().step_by(8);
    let made = made.map(|seed| any_table(&mut Script(&seed)).to_string().into_bytes());
    examples.chain(made).collect()
}

/// A journal as JSON, which is damaged. The table is recovered from what can be trusted, or refused.
pub(crate) fn rows(input: &[u8], seen: &mut Seen) {
    let Ok(journal) = serde_json::from_slice::<Value>(input) else {
        return;
    };
    let Ok(config) = serde_json::from_value::<TableConfig>(journal["config"].clone()) else {
        return;
    };
    let Ok(setup) = TableSetup::new(&config, Timing::default()) else {
        return;
    };
    let bytes = |value: &Value| value.to_string().into_bytes();
    let row = |row: &Value| JournalRow {
        program: row["program"]
            .as_bool()
            .map(|own| if own { PROGRAM } else { "older" }.into()),
        epoch: row["epoch"].as_u64().unwrap_or(1),
        step: row["step"].as_u64().unwrap_or(1),
        format: row["format"]
            .as_u64()
            .and_then(|format| u16::try_from(format).ok())
            .unwrap_or(1),
        first_seq: row["first_seq"].as_u64().unwrap_or(1),
        hand_no: row["hand_no"].as_u64(),
        kind: row["kind"]
            .as_str()
            .and_then(StepKind::from_code)
            .unwrap_or(StepKind::Table),
        command: bytes(&row["command"]),
        events: bytes(&row["events"]),
        secret: (!row["secret"].is_null()).then(|| bytes(&row["secret"])),
    };
    let stored = StoredTable {
        id: TABLE,
        config: String::new(),
        epoch: journal["epoch"].as_u64().unwrap_or(1),
        last_step: journal["last_step"].as_u64().unwrap_or(1),
        escrow: journal["escrow"]
            .as_u64()
            .and_then(Chips::try_new)
            .unwrap_or(Chips::ZERO),
        tail: journal["rows"].as_array().into_iter().flatten().map(row).collect(),
    };
    let now = Now {
        play: PlayTime(0),
        wall: BEGUN,
    };
    if let Some(recovered) = seen.outcome(recover(&stored, &Arc::new(setup))) {
        let must_void = recovered.must_void;
        seen.note(must_void);
        let mut core = TableCore::new(recovered, now);
        let mut out = Outputs::default();
        let input = if must_void { Input::Void } else { Input::Tick };
        core.step(&input, now, &mut Chance(numbers_of(&[])), &mut out);
        let _ = core.state_for(account(0), now);
    }
}

/// Journals of short lives, one of which has a snapshot.
pub(crate) fn row_seeds() -> Vec<Vec<u8>> {
    let seed = |(index, bytes): (usize, Vec<u8>)| {
        let mut script = Script(&bytes[..150]);
        let config = any_table(&mut script);
        let mut seen = Seen::default();
        let mut world = world(config.clone(), &bytes, &mut seen)?;
        world.live(&mut script);
        let json = |bytes: &[u8]| serde_json::from_slice::<Value>(bytes).unwrap_or_default();
        let row = |row: &JournalRow| {
            json!({
                "program": true, "epoch": row.epoch, "step": row.step, "format": row.format, "first_seq": row.first_seq,
                "hand_no": row.hand_no, "kind": row.kind.code(), "command": json(&row.command),
                "events": json(&row.events), "secret": row.secret.as_deref().map(json),
            })
        };
        let stored = world.disk.stored();
        let mut rows: Vec<Value> = stored.tail.iter().map(row).collect();
        if index == 0 && world.core.table().running().is_none() {
            let snapshot = snapshot::encode(world.core.table());
            rows = vec![json!({
                "program": true, "epoch": 1, "step": stored.last_step, "kind": "snapshot",
                "first_seq": world.core.table().seq() + 1, "command": json(&snapshot), "events": [],
            })];
        }
        let journal = json!({
            "config": config, "epoch": stored.epoch, "last_step": stored.last_step, "escrow": stored.escrow.get(),
            "rows": rows,
        });
        Some(journal.to_string().into_bytes())
    };
    life_seeds()
        .into_iter()
        .step_by(12)
        .enumerate()
        .filter_map(seed)
        .collect()
}

/// A table as the store hands it over, of all rows of its journal.
pub(super) fn stored(id: TableId, rows: &[JournalRow], escrow: Chips) -> StoredTable {
    let snapshot = rows.iter().rposition(|row| row.kind == StepKind::Snapshot);
    StoredTable {
        id,
        config: String::new(),
        epoch: rows.last().map_or(1, |row| row.epoch + 1),
        last_step: rows.last().map_or(0, |row| row.step),
        escrow,
        tail: rows[snapshot.unwrap_or(0)..].to_vec(),
    }
}
