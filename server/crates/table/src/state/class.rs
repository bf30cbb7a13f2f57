//! A class: the host stops a running hand, its players agree to show their cards or do not, and the hand goes on or ends.
//!
//! The cards lie open only once every player who holds cards has agreed. Each consent is a command of its own, and the
//! last one opens the cards in the same step, so no crash falls between the two.

use poker_engine::table::TableRuleError;
use poker_engine::{SeatIx, SeatSet};
use poker_protocol::v1::PublicEvent;
use poker_protocol::v1::event::PrivateEvent;
use poker_protocol::v1::host::{HandStop, HostDeed};
use poker_store::AccountId;

use super::applied::{Applied, Refusal};
use super::event_log::EventLog;
use super::pauses::pause;
use super::play::HandInPlay;
use super::record::HandStep;
use super::table::Table;

/// A hand that the host has stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stop {
    /// Set while the question whether the cards may be shown is open.
    is_asked: bool,
    /// Seats that have agreed.
    agreed: SeatSet,
    /// Set once the cards lie open.
    is_open: bool,
}

impl HandInPlay {
    /// The state of the stop as all viewers see it; `None` while the hand is not stopped.
    pub(crate) fn stop(&self) -> Option<HandStop> {
        let count = |seats: SeatSet| u8::try_from(seats.len()).unwrap_or(u8::MAX);
        self.stop.map(|stop| HandStop {
            asked: stop.is_asked,
            agreed: count(stop.agreed),
            holders: count(self.hand().live()),
            open: stop.is_open,
        })
    }

    /// The answer of a seat to the open question whether its cards may be shown; `None` if none is open.
    pub(crate) fn consent(&self, seat: SeatIx) -> Option<bool> {
        let asked = self.stop.filter(|stop| stop.is_asked)?;
        Some(asked.agreed.contains(seat))
    }
}

impl Table {
    /// `true` while the host has stopped the running hand: no player can act.
    pub(crate) fn is_stopped(&self) -> bool {
        self.running().is_some_and(|play| play.stop.is_some())
    }

    /// Stops the running hand, or sets another end of the stop.
    pub(super) fn stop_hand(&mut self, minutes: u8, at: i64) -> Result<Applied, Refusal> {
        self.check_class()?;
        let play = self
            .play
            .as_mut()
            .filter(|play| !play.is_over())
            .ok_or(Refusal::NoHand)?;
        let is_new = play.stop.is_none();
        if !pause(self.hosting.rules_mut(), Some(minutes), at) && !is_new {
            return Err(Refusal::NoChange);
        }
        if is_new {
            let is_open = play.has_opened();
            play.stop = Some(Stop {
                is_open,
                ..Stop::default()
            });
        }
        let mut applied = self.ruled(HostDeed::Paused);
        if is_new {
            applied.extend(self.tell_stop());
        }
        Ok(applied)
    }

    /// Lets a stopped hand go on; tells nothing if it is not stopped.
    pub(super) fn go_on(&mut self) -> Applied {
        let stop = self.play.as_mut().and_then(|play| play.stop.take());
        if stop.is_some() {
            self.tell_one(&PublicEvent::HandWentOn {})
        } else {
            Applied::default()
        }
    }

    /// Asks all who hold cards whether they may be shown.
    pub(super) fn ask_reveal(&mut self) -> Result<Applied, Refusal> {
        let play = self.stopped()?;
        if play.stop.is_some_and(|stop| stop.is_asked) {
            return Err(Refusal::NoChange);
        }
        if !play.hand().can_open() {
            return Err(Refusal::NotToOpen);
        }
        if let Some(stop) = &mut play.stop {
            stop.is_asked = true;
        }
        Ok(self.tell_stop())
    }

    /// Carries out a player's answer. The last consent opens the cards.
    pub(super) fn consent(
        &mut self,
        step: HandStep,
        account: AccountId,
        hand: u64,
        agree: bool,
    ) -> Result<Applied, Refusal> {
        self.check_class()?;
        // A caller without a seat may be watching with a delay: the refusal must not depend on the hand.
        let seat: SeatIx = self.seat_of(account).ok_or(TableRuleError::NotSeated)?;
        let play = self.stopped()?;
        let asked = play.stop.filter(|halt| halt.is_asked && play.no == hand);
        let asked = asked.ok_or(Refusal::NotAsked)?;
        let live = play.hand().live();
        if play.seat_of(account) != Some(seat) || !live.contains(seat) {
            return Err(Refusal::NothingToShow);
        }
        let agreed = if agree {
            asked.agreed.union(SeatSet::only(seat))
        } else {
            asked.agreed.difference(SeatSet::only(seat))
        };
        if agreed == asked.agreed {
            return Err(Refusal::NoChange);
        }
        if !live.difference(agreed).is_empty() {
            play.stop = Some(Stop { agreed, ..asked });
            return Ok(self.tell_consent(account, agree));
        }
        play.stop = Some(Stop {
            is_open: true,
            ..Stop::default()
        });
        let mut teller = EventLog::new(&mut self.seq);
        if let Some(play) = &mut self.play {
            play.open_hands(step, &mut teller);
        }
        let mut applied = Applied {
            told: teller.finish(),
            ..Applied::default()
        };
        applied.extend(self.tell_stop());
        Ok(applied)
    }

    /// Ends a stopped hand whose cards lie open: it is void, and the pause is over.
    pub(super) fn end_hand(&mut self) -> Result<Applied, Refusal> {
        let is_open = self.stopped()?.stop.is_some_and(|stop| stop.is_open);
        if !is_open {
            return Err(Refusal::NotOpen);
        }
        let rules = self.hosting.rules_mut();
        (rules.paused, rules.paused_until) = (false, None);
        let mut applied = self.ruled(HostDeed::Resumed);
        applied.extend(self.void()?);
        Ok(applied)
    }

    /// Refuses what only a class has.
    fn check_class(&self) -> Result<(), Refusal> {
        if self.setup.session.class {
            Ok(())
        } else {
            Err(Refusal::NoClass)
        }
    }

    /// The stopped hand.
    fn stopped(&mut self) -> Result<&mut HandInPlay, Refusal> {
        self.check_class()?;
        let play = self.play.as_mut().filter(|play| !play.is_over());
        play.filter(|play| play.stop.is_some()).ok_or(Refusal::NotStopped)
    }

    fn tell_stop(&mut self) -> Applied {
        let stop = self.play().and_then(HandInPlay::stop);
        stop.map_or_else(Applied::default, |stop| {
            self.tell_one(&PublicEvent::HandStopped { stop })
        })
    }

    /// Tells all players how many have agreed, and one of them their own current answer.
    fn tell_consent(&mut self, account: AccountId, agreed: bool) -> Applied {
        let Some(stop) = self.play().and_then(HandInPlay::stop) else {
            return Applied::default();
        };
        let mut teller = EventLog::new(&mut self.seq);
        let seq = teller.tell(&PublicEvent::HandStopped { stop });
        teller.tell_account(seq, account, &PrivateEvent::Consent { seq, agreed });
        Applied {
            told: teller.finish(),
            ..Applied::default()
        }
    }
}
