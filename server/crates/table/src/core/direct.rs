//! Between a tournament table and its director: the director's orders, and the table's reports.
//!
//! Both sides may repeat anything and lose nothing by it: an order that has been carried out already changes nothing,
//! and a report describes the state of the table rather than what has changed.

use std::collections::BTreeSet;

use poker_engine::hand::Kill;
use poker_engine::tournament::director::PotResult;
use poker_engine::{Chips, SeatIx, SeatSet};
use poker_owner::Now;
use poker_store::AccountId;

use super::{Outputs, TableCore};
use crate::state::command::Command;
use crate::state::event::{Arranged, EventDeal, Outcome};
use crate::state::players::{account_of, player_id};

/// An order from the tournament director to a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Direct {
    /// Set the seating to exactly these seats.
    Arrange {
        /// All taken seats.
        seats: Vec<Arranged>,
        /// Numbers of the seats whose players move to another table.
        moved: Vec<u8>,
    },
    /// Deal this hand.
    Deal(Box<EventDeal>),
    /// Resume the hand of this number, if it is held.
    Release(u64),
    /// Kill a seat's hand, in the hand of this number: it folds at its next turn.
    Kill(u64, u8, Kill),
    /// End the hand of this number by splitting each pot equally.
    Split(u64),
    /// Void the hand of this number.
    Void(u64),
    /// Drop the pauses between hands, or bring them back.
    Hurry(bool),
    /// Void the hand of this number on an official's order, unless hands have been tabled.
    Recall(u64),
    /// Change the chat rules of the table.
    Chat(ChatRule),
    /// Send a report even if nothing has changed.
    Report,
}

/// The chat rules of a tournament table.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ChatRule {
    /// `true` while the tournament is played hand for hand.
    pub hand_for_hand: bool,
    /// `true` if only players with a seat here may chat.
    pub rail_closed: bool,
    /// Accounts muted by an official.
    pub muted: BTreeSet<AccountId>,
}

/// The state of a tournament table. Everything in it is on disk.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Report {
    /// `true` if the table was loaded from its journal, so that earlier orders may have been lost.
    pub loaded: bool,
    /// Number of the last hand that began, 0 before the first.
    pub hand: u64,
    /// The state of that hand.
    pub stage: Stage,
    /// `true` if the table is ready for the next hand: players have had time to see the end of the last one.
    pub ready: bool,
    /// The seats still contending in the running hand.
    pub contenders: SeatSet,
    /// The seats whose players are connected.
    pub online: SeatSet,
    /// The seats whose players ran out of time so often that they count as absent from the next hand on.
    pub absent: SeatSet,
    /// Each player's time bank.
    pub banks: Vec<(AccountId, TimeBank)>,
    /// The time each player takes for decisions that cost nothing.
    pub paces: Vec<(AccountId, Pace)>,
    /// The player who ended the last hand's betting by checking the nuts. Rule: tournament 10.5.
    pub nuts: Option<AccountId>,
}

/// A player's time bank at a tournament's table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeBank {
    /// Milliseconds left in it.
    pub left_ms: u32,
    /// The level up to which the time gained with new levels is in it. Rule: tournament 2.13.
    pub level: u16,
}

/// A player's speed at decisions that cost nothing, which are folds and checks. Rule: tournament 11.7.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pace {
    /// Number of such decisions.
    pub decisions: u32,
    /// Those that took at least half of the action time (the time before the time bank starts).
    pub slow: u32,
}

impl Pace {
    /// The sum of both.
    #[must_use]
    pub const fn plus(self, other: Self) -> Self {
        Self {
            decisions: self.decisions.saturating_add(other.decisions),
            slow: self.slow.saturating_add(other.slow),
        }
    }
}

/// The stage of the last hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Stage {
    /// No hand has begun.
    Idle,
    /// The hand is running.
    Running,
    /// The hand is held before its cards are tabled.
    Held,
    /// The hand is over.
    Done {
        /// The stack of each seat that took part.
        stacks: Vec<(SeatIx, Chips)>,
        /// The pots, main pot first.
        pots: Vec<PotResult>,
        /// `true` if an official had each pot split equally.
        split: bool,
        /// The hands killed by officials, each with the chips it won nonetheless.
        killed: Vec<(SeatIx, Chips)>,
    },
    /// The hand is void.
    Voided,
}

impl Report {
    /// `true` if a hand is running or held.
    pub const fn has_begun(&self) -> bool {
        matches!(self.stage, Stage::Running | Stage::Held)
    }

    /// `true` if it contains anything new to a director who has read `other`.
    fn is_news_after(&self, other: &Self) -> bool {
        let seats = |report: &Self| (report.online, report.absent, report.contenders);
        (self.hand, self.ready, seats(self), &self.stage) != (other.hand, other.ready, seats(other), &other.stage)
    }
}

impl TableCore {
    /// Carries out an order of the director.
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
            // A held hand is over except for tabling its cards.
            Direct::Split(hand) if runs(hand) && !running.is_some_and(|play| play.hand().is_held()) => {
                // It may be too late to split, in which case the hand stands as played.
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

    /// Reports the state of the table to the director, if it has changed and is on disk.
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
        let bank = |account: AccountId| TimeBank {
            left_ms: self.deadlines.bank_left(account, timing),
            level: law.bank_level(player_id(account)),
        };
        let report = Report {
            loaded: self.reported.is_none(),
            hand: self.table.hand_no(),
            stage,
            ready: self.deadlines.is_ready(),
            contenders: self.table.running().map_or(SeatSet::EMPTY, |play| play.hand().live()),
            online: online.map(|(seat, _)| *seat).collect(),
            absent: law.absent,
            banks: seated.iter().map(|(_, account)| (*account, bank(*account))).collect(),
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
