//! A client: an account, a connection that breaks, and no trust in the server.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use poker_event::core::TournamentRequest;
use poker_follower::{Asking, Dice, Follower, random_action};
use poker_owner::ConnId;
use poker_protocol::v1::client::{Entry, SitOutWhen};
use poker_protocol::v1::{Action, Card, Chips, PlayerInfo, PlayerKind};
use poker_store::{AccountId, SessionId, TableId};
use poker_table::core::speech::Standing;
use poker_table::{HostRule, TableRequest, TableSetup};
use uuid::Uuid;

use super::attendee::Attendee;

/// Silence after which a client asks a tournament again, in milliseconds.
const SILENCE_MS: u64 = 10_000;

/// A table as a player has heard of it.
#[derive(Clone, Debug)]
pub(super) struct Heard {
    pub(super) table: TableId,
    pub(super) setup: Arc<TableSetup>,
}

/// A request on its way.
#[derive(Clone, Debug)]
pub(super) struct Sent {
    pub(super) table: TableId,
    pub(super) id: String,
    pub(super) request: TableRequest,
}

/// A request to a tournament on its way.
#[derive(Clone, Debug)]
pub(super) struct Entered {
    pub(super) event: TableId,
    pub(super) id: String,
    pub(super) asked: TournamentRequest,
    /// The instant at which it was sent.
    pub(super) at: u64,
}

/// A client.
pub(super) struct Player {
    pub(super) account: AccountId,
    pub(super) info: Arc<PlayerInfo>,
    pub(super) session: SessionId,
    pub(super) conn: Option<ConnId>,
    pub(super) follows: BTreeMap<TableId, Follower>,
    /// The tournaments that it has heard of.
    pub(super) attends: BTreeMap<TableId, Attendee>,
    /// Its unanswered requests to tournaments.
    pub(super) entering: Vec<Entered>,
    /// Reads slowly.
    pub(super) slow: bool,
    /// `true` once its next move is on the agenda.
    pub(super) thinks: bool,
    pub(super) dice: Dice,
    /// Requests whose answer has not come, oldest first.
    pub(super) open: Vec<Sent>,
    /// The last one that may be sent again.
    last: Option<Sent>,
    requests: u64,
    /// Answers that were offered.
    pub(super) offered: BTreeSet<String>,
    /// The decision that is left to the clock.
    stalls_at: Option<(TableId, u64, u32)>,
}

impl Player {
    pub(super) fn new(index: usize, dice: Dice, slow: bool) -> Self {
        let account = AccountId(Uuid::from_u128(0x1000 + index as u128));
        let kind = if index.is_multiple_of(3) {
            PlayerKind::Bot
        } else {
            PlayerKind::Guest
        };
        Self {
            account,
            info: Arc::new(PlayerInfo {
                id: account.to_string(),
                name: format!("Player {index}"),
                kind,
            }),
            session: SessionId(Uuid::from_u128(0x5000 + index as u128)),
            conn: None,
            follows: BTreeMap::new(),
            attends: BTreeMap::new(),
            entering: Vec::new(),
            slow,
            thinks: false,
            dice,
            open: Vec::new(),
            last: None,
            requests: 0,
            offered: BTreeSet::new(),
            stalls_at: None,
        }
    }

    /// A new request, noted as one that waits for its answer.
    fn ask(&mut self, table: TableId, request: TableRequest) -> Sent {
        self.requests += 1;
        let id = format!("r{}", self.requests);
        let sent = Sent { table, id, request };
        self.sends(&sent);
        self.open.push(sent.clone());
        if matches!(
            sent.request,
            TableRequest::Act { .. } | TableRequest::Sit { .. } | TableRequest::Rebuy { .. }
        ) {
            self.last = Some(sent.clone());
        }
        sent
    }

    /// A request leaves, for the first time or again.
    pub(super) fn sends(&mut self, sent: &Sent) {
        let asking = match sent.request {
            TableRequest::Watch | TableRequest::Resume { .. } | TableRequest::Sit { .. } => Asking::Joins,
            TableRequest::Unwatch => Asking::Leaves,
            _ => Asking::Stays,
        };
        self.follower(sent.table).asks(&sent.id, asking);
    }

    pub(super) fn follower(&mut self, table: TableId) -> &mut Follower {
        let account = &self.info.id;
        let begin = || Follower::new(account.clone());
        self.follows.entry(table).or_insert_with(begin)
    }

    /// The connection is gone.
    pub(super) fn lost_connection(&mut self) {
        self.conn = None;
        for follower in self.follows.values_mut() {
            follower.reconnected();
        }
        for attendee in self.attends.values_mut() {
            attendee.reconnected();
        }
    }

    /// Takes up a new connection: watches tables again, and repeats unanswered requests under their `id`.
    pub(super) fn come_back(&mut self) -> Vec<Sent> {
        let watched: Vec<(TableId, Option<u64>)> = self
            .follows
            .iter()
            .map(|(table, follower)| (*table, follower.view().map(|_| follower.seq)))
            .collect();
        let open = std::mem::take(&mut self.open);
        let mut sent = Vec::new();
        for (table, seen) in watched {
            let request = match seen {
                Some(after) if !self.dice.one_in(4) => TableRequest::Resume { after },
                _ => TableRequest::Watch,
            };
            sent.push(self.ask(table, request));
        }
        for open in open {
            let again = matches!(
                open.request,
                TableRequest::Act { .. }
                    | TableRequest::Sit { .. }
                    | TableRequest::Rebuy { .. }
                    | TableRequest::GiveChips { .. }
            );
            if again {
                self.sends(&open);
                self.open.push(open.clone());
                sent.push(open);
            }
        }
        sent
    }

    /// A request to a tournament, noted as one that waits for its answer.
    pub(super) fn enter(&mut self, event: TableId, asked: TournamentRequest, at: u64) -> Entered {
        self.requests += 1;
        let id = format!("r{}", self.requests);
        let entered = Entered { event, id, asked, at };
        self.enters(&entered);
        self.entering.push(entered.clone());
        entered
    }

    /// A request to a tournament leaves, for the first time or again.
    pub(super) fn enters(&mut self, entered: &Entered) {
        let attendee = self.attends.entry(entered.event).or_default();
        attendee.open.push(entered.id.clone());
    }

    /// Takes tournaments up on a new connection: watches them again, and repeats unanswered requests.
    pub(super) fn attend_again(&mut self, at: u64) -> Vec<Entered> {
        let events: Vec<(TableId, u64)> = self
            .attends
            .iter()
            .map(|(event, attendee)| (*event, attendee.seq))
            .collect();
        let open = std::mem::take(&mut self.entering);
        let mut sent = Vec::new();
        for (event, after) in events {
            let asked = if self.dice.one_in(2) && after > 0 {
                TournamentRequest::Resume { after }
            } else {
                TournamentRequest::Watch
            };
            sent.push(self.enter(event, asked, at));
        }
        for entered in open {
            if !matches!(
                entered.asked,
                TournamentRequest::Watch | TournamentRequest::Resume { .. }
            ) {
                self.enters(&entered);
                self.entering.push(entered.clone());
                sent.push(entered);
            }
        }
        sent
    }

    /// Draws a request to a tournament, unless an answer is awaited there.
    pub(super) fn attend(&mut self, events: &[TableId], healed: bool, at: u64) -> Option<Entered> {
        let event = *self.dice.pick(events)?;
        if let Some(entered) = self.entering.iter_mut().find(|entered| entered.event == event) {
            // A tournament that is loaded anew after a failed write answers nothing that waited for that write.
            if at < entered.at + SILENCE_MS {
                return None;
            }
            entered.at = at;
            // The first request may yet be answered, and what it asked for be out of date.
            if matches!(entered.asked, TournamentRequest::Resume { .. }) {
                entered.asked = TournamentRequest::Watch;
            }
            let entered = entered.clone();
            let attendee = self.attends.entry(event).or_default();
            attendee.impatient.insert(entered.id.clone());
            return Some(entered);
        }
        let attendee = self.attends.entry(event).or_default();
        let asked = attendee.wish(&mut self.dice, healed)?;
        Some(self.enter(event, asked, at))
    }

    /// A request of an earlier moment is sent once more.
    pub(super) fn repeat(&mut self) -> Option<Sent> {
        let sent = self.last.clone()?;
        self.sends(&sent);
        Some(sent)
    }

    /// An answer has come.
    pub(super) fn answered(&mut self) {
        let follows = &self.follows;
        self.open.retain(|sent| {
            let follower = follows.get(&sent.table);
            follower.is_some_and(|follower| follower.open.contains(&sent.id))
        });
        let attends = &self.attends;
        self.entering.retain(|entered| {
            let attendee = attends.get(&entered.event);
            attendee.is_some_and(|attendee| attendee.open.contains(&entered.id))
        });
    }

    /// `true` while it is asked to decide, as far as it knows.
    pub(super) fn is_asked(&self) -> bool {
        self.follows.values().any(Follower::is_asked)
    }

    /// The answer to a decision that it was asked, if it is asked and does not leave it to the clock.
    pub(super) fn decide(&mut self, stalls: u64) -> Option<Sent> {
        let asked: Vec<TableId> = self
            .follows
            .iter()
            .filter(|(_, follower)| follower.is_asked())
            .map(|(table, _)| *table)
            .collect();
        let table = *self.dice.pick(&asked)?;
        let is_stopped = self.follows[&table].stop().is_some();
        if is_stopped && !self.dice.one_in(8) {
            return None;
        }
        let follower = &self.follows[&table];
        let (hand, turn) = follower.turn()?;
        let choices = follower.choices();
        if self.stalls_at == Some((table, hand, turn)) {
            return None;
        }
        let waits = self.open.iter().any(|sent| {
            sent.table == table
                && matches!(sent.request, TableRequest::Act { hand: h, turn: t, .. } if (h, t) == (hand, turn))
        });
        if waits {
            return None;
        }
        if stalls > 0 && self.dice.one_in(stalls) {
            self.stalls_at = Some((table, hand, turn));
            return None;
        }
        let action = random_action(&choices, &mut self.dice)?;
        let sent = self.ask(table, TableRequest::Act { hand, turn, action });
        self.offered.insert(sent.id.clone());
        Some(sent)
    }

    /// Something else than an answer: it comes, sits, talks, misbehaves, leaves.
    pub(super) fn do_something(&mut self, tables: &[Heard]) -> Option<Sent> {
        let heard = self.dice.pick(tables)?.clone();
        let (table, setup) = (heard.table, &heard.setup);
        let (watching, joining, seat, view) =
            self.follows
                .get(&table)
                .map_or((false, false, None, false), |follower| {
                    (
                        follower.is_watching(),
                        follower.is_joining(),
                        follower.seat(),
                        follower.view().is_some(),
                    )
                });
        if !watching && !joining && self.dice.one_in(2) {
            return Some(self.ask(table, TableRequest::Watch));
        }
        let hosts = setup.host == Some(self.account);
        if setup.session.class && view && self.dice.one_in(3) {
            let request = self.attend_class(table, hosts);
            return Some(self.ask(table, request));
        }
        let request = match self.dice.below(100) {
            0..=39 if seat.is_none() && !joining => self.sit(setup),
            40..=43 => TableRequest::Leave,
            44..=52 => TableRequest::SitOut {
                // Coming back is more frequent, or the table falls asleep.
                out: self.dice.one_in(4),
                when: if self.dice.one_in(2) {
                    SitOutWhen::NextHand
                } else {
                    SitOutWhen::NextBigBlind
                },
                minutes: self
                    .dice
                    .one_in(2)
                    .then(|| 1 + u8::try_from(self.dice.below(3)).expect("few")),
                entry: Entry::Post,
            },
            53..=55 => TableRequest::Straddle {
                on: self.dice.one_in(2),
            },
            56..=61 => TableRequest::Rebuy {
                amount: self.amount(2_000),
            },
            62..=65 => TableRequest::WaitList {
                join: self.dice.one_in(2),
            },
            66..=72 if view => self.misbehave(table),
            73..=74 if watching => TableRequest::Unwatch,
            75..=78 => TableRequest::Chat {
                text: "hello".to_owned(),
                phrase: None,
                standing: Standing::Guest,
                family: Vec::new(),
            },
            79..=82 => TableRequest::Show {
                hand: self
                    .follows
                    .get(&table)
                    .and_then(Follower::turn)
                    .map_or(1, |(hand, _)| hand),
                cards: ["As", "2c"].into_iter().filter_map(Card::new).collect(),
            },
            83..=84 => TableRequest::HuntRabbit,
            85..=90 if hosts => self.host(),
            // The table as it is, once more.
            93..=97 if watching => TableRequest::Watch,
            91..=92 => TableRequest::AskSeat {
                ask: self.dice.one_in(2),
            },
            _ => return None,
        };
        Some(self.ask(table, request))
    }

    /// `true` while it watches a table, as far as it knows, and has not asked to stop.
    pub(super) fn watches(&self, table: TableId) -> bool {
        let unwatches = |sent: &Sent| sent.table == table && sent.request == TableRequest::Unwatch;
        self.follows.get(&table).is_some_and(Follower::is_watching) && !self.open.iter().any(unwatches)
    }

    /// Draws the next request of a player who is to leave; `None` if nothing is left to ask for.
    pub(super) fn part(&mut self, heard: &Heard) -> Option<Sent> {
        let table = heard.table;
        let is_open = |request: &TableRequest| {
            let mut open = self.open.iter().filter(|sent| sent.table == table);
            open.any(|sent| sent.request == *request)
        };
        let resume = TableRequest::Host(HostRule::Resume {});
        let resumes = heard.setup.host == Some(self.account) && !is_open(&resume);
        let leaves = is_open(&TableRequest::Leave);
        if resumes && self.dice.one_in(4) {
            return Some(self.ask(table, resume));
        }
        let follower = self.follows.get(&table)?;
        let (seated, watching, joining) = (follower.seat().is_some(), follower.is_watching(), follower.is_joining());
        if !watching && !joining {
            return Some(self.ask(table, TableRequest::Watch));
        }
        (seated && !leaves).then(|| self.ask(table, TableRequest::Leave))
    }

    fn amount(&mut self, most: u64) -> Chips {
        Chips::new(1 + self.dice.below(most)).expect("few chips")
    }

    fn sit(&mut self, setup: &TableSetup) -> TableRequest {
        let (min, max) = (setup.law.buy_in.min.get(), setup.law.buy_in.max.get());
        let buy_in = if self.dice.one_in(5) {
            self.amount(2 * max)
        } else {
            Chips::new(min + self.dice.below(max - min + 1)).expect("a buy-in")
        };
        TableRequest::Sit {
            seat: self
                .dice
                .one_in(3)
                .then(|| u8::try_from(self.dice.below(9)).expect("a digit")),
            buy_in,
            entry: if self.dice.one_in(3) { Entry::Wait } else { Entry::Post },
        }
    }

    fn host(&mut self) -> TableRequest {
        TableRequest::Host(match self.dice.below(8) {
            0 => HostRule::Pause { minutes: None },
            1..=3 => HostRule::Resume {},
            4 => HostRule::Approval {
                on: self.dice.one_in(3),
            },
            5 => HostRule::NextGame {},
            _ => {
                let player = AccountId(Uuid::from_u128(0x1000 + u128::from(self.dice.below(6))));
                return TableRequest::GiveChips {
                    player,
                    amount: self.amount(500),
                };
            }
        })
    }

    /// A stop, a question, an answer or an end in a class, from players who may do it and players who may not.
    fn attend_class(&mut self, table: TableId, hosts: bool) -> TableRequest {
        let follower = &self.follows[&table];
        let (stop, hand) = (follower.stop(), follower.hand_no());
        let dice = &mut self.dice;
        let Some(stop) = stop else {
            let minutes = 1 + u8::try_from(dice.below(3)).expect("few");
            return TableRequest::Host(HostRule::StopHand { minutes });
        };
        let rules = dice.one_in(if hosts { 2 } else { 8 });
        if !rules {
            return TableRequest::Consent {
                hand: hand + u64::from(dice.one_in(16)),
                agree: !dice.one_in(6),
            };
        }
        TableRequest::Host(match dice.below(6) {
            0 => HostRule::Resume {},
            1 => HostRule::StopHand { minutes: 2 },
            2 => HostRule::EndHand {},
            _ if stop.open => HostRule::EndHand {},
            _ => HostRule::AskReveal {},
        })
    }

    /// It acts out of turn, on a stale decision, or illegally.
    fn misbehave(&mut self, table: TableId) -> TableRequest {
        let (hand, turn) = self.follows.get(&table).and_then(Follower::turn).unwrap_or((1, 1));
        let hand = (hand + 1).saturating_sub(self.dice.below(2));
        let turn = turn.saturating_sub(u32::try_from(self.dice.below(2)).expect("a bit"));
        let action = match self.dice.below(3) {
            0 => Action::Raise { to: self.amount(5) },
            1 => Action::Bet {
                to: Chips::new(Chips::MAX).expect("the most there is"),
            },
            _ => Action::Call {
                amount: Some(self.amount(3)),
            },
        };
        TableRequest::Act { hand, turn, action }
    }
}
