//! Between a table of an event and its director: what the director wants, and what the table reports.
//!
//! Both ends forget nothing and may repeat everything: a wish that was carried out already changes nothing, and a report tells
//! how the table stands, not what has changed.

use std::collections::BTreeSet;

use poker_engine::hand::Kill;
use poker_engine::odds::{Sight, is_unbeatable};
use poker_engine::tournament::director::PotResult;
use poker_engine::{Chips, SeatIx, SeatSet};
use poker_protocol::v1::Action;

use super::{Now, Outputs, TableCore};
use crate::store::AccountId;
use crate::table::state::command::Command;
use crate::table::state::event::{Arranged, EventDeal, Outcome};
use crate::table::state::players::account_of;

/// What the director of an event wants of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Direct {
    /// These seats, and no others.
    Arrange {
        /// Every taken one.
        seats: Vec<Arranged>,
        /// Those whose players go to another table.
        moved: Vec<u8>,
    },
    /// This hand.
    Deal(Box<EventDeal>),
    /// The hand of this number goes on, if it is held.
    Release(u64),
    /// In the hand of this number, the hand of this seat folds at its next turn.
    Kill(u64, u8, Kill),
    /// The hand of this number ends by sharing each pot equally.
    Split(u64),
    /// The hand of this number is void.
    Void(u64),
    /// No pauses between hands, or the usual ones again.
    Hurry(bool),
    /// The same, unless hands were tabled: an official wants it.
    Recall(u64),
    /// What may be said here.
    Chat(ChatRule),
    /// A report, even if nothing has changed.
    Report,
}

/// What may be said at a table of an event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChatRule {
    /// Whether the tables of the event wait for each other.
    pub hand_for_hand: bool,
    /// Whether those alone speak who have a seat here.
    pub rail_closed: bool,
    /// Whom an official keeps from chatting.
    pub muted: BTreeSet<AccountId>,
}

/// How a table of an event stands. All of it is on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// Whether the table was loaded from its journal, so that what it was told before may be lost.
    pub loaded: bool,
    /// The number of the last hand that began, 0 before the first.
    pub hand: u64,
    /// What became of it.
    pub stage: Stage,
    /// Whether the table is ready for the next hand: the last one was looked at.
    pub ready: bool,
    /// The seats whose hand contends in the running hand.
    pub contenders: SeatSet,
    /// The seats whose players watch.
    pub online: SeatSet,
    /// The seats whose players let the time run out so often as to count as absent from the next hand on.
    pub absent: SeatSet,
    /// Milliseconds in the time banks.
    pub banks: Vec<(AccountId, u32)>,
    /// How long players take for decisions that cost nothing.
    pub paces: Vec<(AccountId, Pace)>,
    /// Who ended the last hand's betting by checking a hand that cannot be beaten. Rule: tournament 10.5.
    pub nuts: Option<AccountId>,
}

/// How long a player takes for decisions that cost nothing: folds and checks. Rule: tournament 11.7.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pace {
    /// How many there were.
    pub decisions: u32,
    /// How many of them took at least half of the time that there is before the time bank begins.
    pub slow: u32,
}

impl Pace {
    /// Both together.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            decisions: self.decisions.saturating_add(other.decisions),
            slow: self.slow.saturating_add(other.slow),
        }
    }
}

/// Where the last hand stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    /// No hand has begun.
    Idle,
    /// It runs.
    Running,
    /// It is held before its cards are tabled.
    Held,
    /// It is over.
    Done {
        /// The stack of each seat that took part.
        stacks: Vec<(SeatIx, Chips)>,
        /// The pots, main pot first.
        pots: Vec<PotResult>,
        /// Whether an official had each pot shared equally.
        split: bool,
        /// The hands that officials killed, each with what it has won all the same.
        killed: Vec<(SeatIx, Chips)>,
    },
    /// It is void.
    Voided,
}

impl Report {
    /// Whether its hand runs.
    pub const fn has_begun(&self) -> bool {
        matches!(self.stage, Stage::Running | Stage::Held)
    }

    /// Whether it tells the director anything that another one did not.
    fn is_news_after(&self, other: &Self) -> bool {
        let seats = |report: &Self| (report.online, report.absent, report.contenders);
        (self.hand, self.ready, seats(self), &self.stage) != (other.hand, other.ready, seats(other), &other.stage)
    }
}

impl TableCore {
    /// The director wants something.
    pub(super) fn direct(&mut self, wish: &Direct, now: Now, out: &mut Outputs) {
        let Some(law) = self.table.law.event() else { return };
        if self.table.closed {
            return;
        }
        let running = self.table.running();
        let runs = |hand: &u64| running.is_some_and(|play| play.no == *hand);
        let command = match wish {
            Direct::Arrange { seats, moved } => {
                if self.table.is_arranged(seats) {
                    return;
                }
                Command::Arrange {
                    seats: seats.clone(),
                    moved: moved.clone(),
                }
            }
            Direct::Deal(deal) => {
                if deal.hand > self.table.hand_no() && running.is_none() && law.seats.hand().is_none() {
                    self.deadlines.want_hand((**deal).clone());
                }
                return;
            }
            Direct::Release(hand) if runs(hand) && running.is_some_and(|play| play.hand().is_held()) => {
                Command::Release { hand: *hand }
            }
            Direct::Kill(hand, seat, why) if runs(hand) => {
                let lives =
                    SeatIx::from_number(*seat).is_some_and(|seat| running.is_some_and(|play| play.contends(seat)));
                let killed = running.is_some_and(|play| play.is_condemned(*seat));
                if !lives || killed {
                    return;
                }
                Command::Kill {
                    hand: *hand,
                    seat: *seat,
                    absent: false,
                    ruled: *why == Kill::Ruling,
                }
            }
            // A hand that is held is over but for its cards.
            Direct::Split(hand) if runs(hand) && !running.is_some_and(|play| play.hand().is_held()) => {
                // It may be too late for it, and then the hand stands as it is played.
                let split = Command::Split { hand: *hand };
                if let Err(refusal) = self.commit(split, None, now, out) {
                    tracing::info!(table = %self.table.id, hand, %refusal, "the hand is not split");
                }
                return;
            }
            Direct::Void(hand) if runs(hand) => Command::Void {},
            Direct::Recall(hand) if runs(hand) => {
                // As with a split, it may be too late.
                if running.is_some_and(|play| play.hand().is_tabled()) {
                    tracing::info!(table = %self.table.id, hand, "the hand is tabled and stands");
                    return;
                }
                Command::Void {}
            }
            Direct::Chat(rule) => {
                self.chat_rule = rule.clone();
                return;
            }
            Direct::Report => {
                self.reported = None;
                return;
            }
            Direct::Hurry(hurries) => return self.deadlines.hurry(*hurries),
            Direct::Release(_) | Direct::Kill(..) | Direct::Split(_) | Direct::Void(_) | Direct::Recall(_) => return,
        };
        self.must_commit(command, now, out);
    }

    /// Notes how many milliseconds a player took for a decision.
    pub(super) fn note_pace(&mut self, account: AccountId, action: &Action, taken: Option<u32>) {
        let (Some(taken), Action::Fold { .. } | Action::Check { .. }) = (taken, action) else {
            return;
        };
        if self.table.law.event().is_none() {
            return;
        }
        let pace = self.paces.entry(account).or_default();
        pace.decisions = pace.decisions.saturating_add(1);
        let slow = taken.saturating_mul(2) >= self.table.setup.timing.action_ms;
        pace.slow = pace.slow.saturating_add(u32::from(slow));
    }

    /// What the player of a seat sees who is about to check, with every card dealt.
    pub(super) fn last_sight(&self, seat: SeatIx, action: &Action) -> Option<Sight> {
        self.table.law.event()?;
        let play = self.table.running().filter(|_| matches!(action, Action::Check {}))?;
        play.hand().sight(seat).filter(|sight| sight.ahead.is_empty())
    }

    /// Notes that a hand which cannot be beaten was checked, if that has ended the hand.
    pub(super) fn note_nuts(&mut self, account: AccountId, sight: Option<Sight>) {
        let play = self.table.play().filter(|_| self.table.running().is_none());
        if let Some((play, sight)) = play.zip(sight)
            && is_unbeatable(play.hand().game(), &sight)
        {
            self.nuts = Some((play.no, account));
        }
    }

    /// Tells the director how the table stands, if that has changed and is on disk.
    pub(super) fn report(&mut self, out: &mut Outputs) {
        let Some(law) = self.table.law.event() else { return };
        if !self.steps.are_durable() || !self.fan_out.is_idle() {
            return;
        }
        let viewers = self.fan_out.viewers();
        let seated = law.seats.seats();
        let seated: Vec<(SeatIx, AccountId)> = seated.map(|(seat, taken)| (seat, account_of(taken.player))).collect();
        let online = seated.iter().filter(|(_, account)| viewers.is_online(*account));
        let stage = match (self.table.running(), &law.outcome) {
            (Some(play), _) if play.hand().is_held() => Stage::Held,
            (Some(_), _) => Stage::Running,
            (
                None,
                Some(Outcome::Done {
                    stacks,
                    pots,
                    split,
                    killed,
                }),
            ) => Stage::Done {
                stacks: stacks.clone(),
                pots: pots.clone(),
                split: *split,
                killed: killed.clone(),
            },
            (None, Some(Outcome::Voided)) => Stage::Voided,
            (None, None) => Stage::Idle,
        };
        let timing = &self.table.setup.timing;
        let banks = seated.iter();
        let report = Report {
            loaded: self.reported.is_none(),
            hand: self.table.hand_no(),
            stage,
            ready: self.deadlines.is_ready(),
            contenders: self.table.running().map_or(SeatSet::EMPTY, |play| play.hand().live()),
            online: online.map(|(seat, _)| *seat).collect(),
            absent: law.absent,
            banks: banks
                .map(|(_, account)| (*account, self.deadlines.bank_left(*account, timing)))
                .collect(),
            paces: self.paces.iter().map(|(account, pace)| (*account, *pace)).collect(),
            nuts: self
                .nuts
                .filter(|(hand, _)| *hand == self.table.hand_no())
                .map(|(_, account)| account),
        };
        if self.reported.as_ref().is_none_or(|last| report.is_news_after(last)) {
            self.reported = Some(report.clone());
            out.report = Some(Box::new(report));
        }
    }
}
