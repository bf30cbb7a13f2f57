//! The state that accounts hold after all they were sent, compared step by step with that of a fresh watcher.

use poker_bots::TournamentModel;
use poker_engine::tournament::Structure;
use poker_engine::tournament::director::Standing;
use poker_engine::tournament::structure::{Start, shipped};
use poker_owner::{ConnId, NoSocket};
use poker_protocol::v1::tournament::{DealKind, Offer, PlayerPresence, Rung, TournamentState};
use rand::rngs::StdRng;
use rand::{RngExt as _, SeedableRng as _};

use super::*;

/// A watching account, and the state it has from its messages.
pub(super) struct Follower {
    caller: Caller,
    model: Option<TournamentModel>,
}

impl Follower {
    fn new(number: u128) -> Self {
        let account = AccountId(uuid::Uuid::from_u128(number));
        let caller = Caller {
            account,
            info: Arc::new(person(number)),
            network: None,
            outbox: Outbox::new(ConnId(u64::try_from(number).unwrap()), Arc::new(NoSocket)),
        };
        Self { caller, model: None }
    }

    /// Takes messages from the outputs: those to all watchers, and those to the account.
    pub(super) fn read(&mut self, out: &Outputs) {
        let own = self.caller.outbox.id();
        let bursts = out.bursts.iter().filter(|(outbox, _)| outbox.id() == own);
        let frames = bursts.flat_map(|(_, burst)| burst.frames.iter());
        let private = out
            .accounts
            .iter()
            .filter(|(account, _)| *account == self.caller.account);
        for frame in frames.chain(private.map(|(_, frame)| frame)) {
            let message = serde_json::from_str(frame).unwrap();
            match (message, &mut self.model) {
                (ServerMsg::TournamentSnapshot(snapshot), model) => *model = Some(TournamentModel::new(snapshot)),
                (ServerMsg::TournamentEvents(events), Some(model)) => {
                    assert_eq!(events.first_seq, model.seq() + 1, "numbers have no gaps");
                    model.apply(&events, &[]);
                }
                (ServerMsg::TournamentYou(told), Some(model)) => model.set_you(told.you),
                _ => {}
            }
        }
    }
}

fn person(number: u128) -> PlayerInfo {
    PlayerInfo {
        id: AccountId(uuid::Uuid::from_u128(number)).to_string(),
        name: format!("Player {number}"),
        kind: PlayerKind::Guest,
    }
}

/// The part of a state that is pushed immediately. Stacks come from the tables, and time passes by itself.
fn lasting(state: &TournamentState) -> serde_json::Value {
    let mut you = state.you.clone();
    you.moved = false;
    for offer in &mut you.offers {
        if let Offer::TournamentRebuy {
            left_ms: Some(left), ..
        } = offer
        {
            *left = 0;
        }
    }
    let deal = state
        .deal
        .as_ref()
        .map(|deal| (deal.kind, deal.keep, &deal.shares, &deal.agreed));
    let tables: Vec<_> = state.tables.iter().map(|table| (table.no, table.halted)).collect();
    let summary = &state.summary;
    serde_json::json!({
        "you": you, "deal": deal, "tables": tables, "places": state.places, "paused": state.paused,
        "hand_for_hand": state.hand_for_hand, "phase": summary.phase, "entries": summary.entries, "alive": summary.alive,
    })
}

impl Bench {
    pub(super) fn follow(&mut self, number: u128) {
        let follower = Follower::new(number);
        let request = Request {
            caller: follower.caller.clone(),
            id: format!("watch {number}"),
            asked: TournamentRequest::Watch,
        };
        self.followers.push(follower);
        self.input(Input::Request(Box::new(request)));
    }

    /// Checks that each account's pushed state is what a fresh watcher would be sent.
    pub(super) fn check_followers(&self, what: &str) {
        for follower in &self.followers {
            let account = follower.caller.account;
            let fresh = lasting(&self.core.state_for(Some(account), self.now()));
            let known = lasting(follower.model.as_ref().expect("it watches").state());
            assert_eq!(known, fresh, "{what}: {}", follower.caller.info.name);
        }
    }

    /// Opens the tables that were ordered, so accounts learn their seats.
    pub(super) fn open_tables(&mut self) {
        for (no, generation) in std::mem::take(&mut self.opened) {
            self.input(Input::Opened {
                no: TableNo(no),
                generation,
                table: TableId(u64::from(1_000 * generation + no)),
            });
        }
    }

    pub(super) fn offers(&self, number: u128) -> Vec<Offer> {
        let account = AccountId(uuid::Uuid::from_u128(number));
        self.core.state_for(Some(account), self.now()).you.offers
    }

    /// Lets time pass, by `most` or to the next deadline.
    fn pass(&mut self, most: i64) {
        let now = self.now();
        let due = self.core.due(now).map_or(i64::MAX, |due| {
            let left = due.0.saturating_sub(now.play.0);
            i64::try_from(left).unwrap_or(i64::MAX)
        });
        self.wait_until(self.wall + due.clamp(0, most));
    }
}

/// An event played at random, by players who accept their offers and officials who intervene.
struct Story {
    bench: Bench,
    random: StdRng,
    accounts: u128,
}

impl Story {
    fn one_in(&mut self, count: u32) -> bool {
        self.random.random_range(0..count) == 0
    }

    /// Makes something happen, and describes it.
    fn go_on(&mut self) -> String {
        let number = self.random.random_range(1..=self.accounts);
        let account = AccountId(uuid::Uuid::from_u128(number));
        match self.random.random_range(0..20) {
            0 => {
                let most = self.random.random_range(0..20_000);
                self.bench.pass(most);
                "time passes".to_owned()
            }
            1 => {
                self.bench.pass(10 * MINUTE);
                "more time passes".to_owned()
            }
            2..=5 => self.take(number, account),
            6 if self.one_in(4) => self.meddle(number, account),
            _ => self.play(),
        }
    }

    /// Makes an account accept an offer.
    fn take(&mut self, number: u128, account: AccountId) -> String {
        let offers = self.bench.offers(number);
        if offers.is_empty() {
            return "nothing is offered".to_owned();
        }
        let offer = &offers[self.random.random_range(0..offers.len())];
        let command = match offer {
            Offer::Register { .. } => Command::Register { player: person(number) },
            Offer::Unregister { .. } if self.one_in(10) => Command::Unregister { account },
            Offer::Unregister { .. } => return "an entry stays".to_owned(),
            Offer::ReEnter { .. } => Command::ReEnter { account },
            Offer::TournamentRebuy { .. } if self.one_in(3) => Command::DeclineRebuy { account },
            Offer::TournamentRebuy { .. } => Command::Rebuy { account },
            Offer::AddOn { .. } => Command::AddOn { account },
        };
        let words = format!("{number}: {command:?}");
        let done = self.bench.command(command);
        format!("{words}: {done:?}")
    }

    /// Makes a player leave, come back, propose or answer, or an official act.
    fn meddle(&mut self, number: u128, account: AccountId) -> String {
        let ruling = RulingRow::of_server("because");
        let player = self
            .bench
            .core
            .tournament
            .number_of(account)
            .map_or(1, |number| number.0);
        let agrees = !self.one_in(4);
        let level = self.bench.core.state_for(None, self.bench.now()).clock;
        let level = level.map_or(1, |clock| clock.level) + 1;
        let command = match self.random.random_range(0..11) {
            0 => Command::Pause { ruling },
            1..=3 => Command::Resume { ruling },
            4 => by_flo(FloorAction::SetLevel { level, left_s: None }),
            5 => Command::Penalise {
                player,
                fault: "phone".to_owned(),
                rung: Rung::Warning,
                count: 1,
                ruling,
            },
            6 if self.one_in(4) => Command::Withdraw { account },
            7 => Command::SetPresence {
                player,
                presence: PlayerPresence::Absent,
            },
            8 => Command::ProposeDeal {
                account,
                terms: DealKind::Chop,
                keep: 0,
                shares: Vec::new(),
            },
            9 => Command::AnswerDeal { account, agrees },
            _ => by_flo(FloorAction::HandForHand { on: agrees }),
        };
        let words = format!("{number}: {command:?}");
        let done = self.bench.command(command);
        format!("{words}: {done:?}")
    }

    /// Begins or ends a hand at some table, or ends the event.
    fn play(&mut self) -> String {
        let director = &self.bench.core.tournament.director;
        if director.phase() == Phase::Registering {
            let done = self.bench.command(Command::Start {});
            return format!("it starts: {done:?}");
        }
        let tables: Vec<TableNo> = director.open_tables().collect();
        if tables.is_empty() {
            return "there is no table".to_owned();
        }
        let no = tables[self.random.random_range(0..tables.len())];
        if director.may_deal_at(no) {
            let done = self.bench.command(Command::Deal { table: no.0 });
            return format!("table {} deals: {done:?}", no.0);
        }
        let Some(plan) = director.table(no).and_then(|law| law.hand()).cloned() else {
            return format!("table {} waits", no.0);
        };
        let mut stacks: Vec<(u8, u64)> = plan
            .setup
            .players
            .iter()
            .map(|player| (player.seat.number(), player.stack.get()))
            .collect();
        let alive = plan.setup.players.iter().enumerate().filter(|(_, player)| !player.dead);
        let alive: Vec<usize> = alive.map(|(at, _)| at).collect();
        let mut pots = Vec::new();
        if alive.len() > 1 {
            let winner = alive[self.random.random_range(0..alive.len())];
            let loser = alive[self.random.random_range(0..alive.len())];
            if winner != loser {
                let most = stacks[winner].1.min(stacks[loser].1);
                let lost = if self.one_in(2) { most } else { most / 4 };
                stacks[winner].1 += lost;
                stacks[loser].1 -= lost;
            }
            let both = vec![stacks[winner].0, stacks[loser].0];
            pots.push((both, vec![stacks[winner].0]));
        }
        let carried = plan.setup.carried.get();
        stacks[0].1 += carried;
        let done = Command::HandDone {
            table: no.0,
            stacks,
            pots,
            split: None,
            paces: None,
            nuts: None,
            killed: Vec::new(),
            banks: Vec::new(),
        };
        let done = self.bench.command(done);
        format!("table {}: {done:?}", no.0)
    }
}

/// Plays an event at random and checks it after every step.
fn tell(definition: &str, seed: u64) {
    let structure = Structure::parse(definition).unwrap();
    let entries = u128::from(structure.entries.0.max(7).min(structure.entries.1));
    let announced = Announced {
        starts_at: (structure.start != Start::Full).then_some(START),
        ..Announced::of_house(definition)
    };
    let mut story = Story {
        bench: Bench::new(&announced),
        random: StdRng::seed_from_u64(seed),
        accounts: entries + 4,
    };
    for number in 1..=story.accounts {
        story.bench.follow(number);
    }
    for number in 1..entries {
        let player = person(number);
        story.bench.command(Command::Register { player }).unwrap();
    }
    story.bench.check_followers("before anything");
    for step in 0..600 {
        let what = story.go_on();
        story.bench.open_tables();
        let what = format!("{} with seed {seed}, step {step}, {what}", structure.id);
        story.bench.check_followers(&what);
        if story.bench.core.tournament.is_over() {
            break;
        }
    }
    let first = story.bench.core.tournament.director.player(PlayerNo(1));
    assert!(
        first.is_some_and(|player| player.standing != Standing::Registered),
        "it began"
    );
}

#[test]
fn what_is_pushed_at_every_step_is_what_a_fresh_watcher_is_told() {
    for structure in shipped::all() {
        let source = shipped::source(&structure.id).unwrap();
        tell(source, 1);
    }
}
