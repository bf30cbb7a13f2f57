//! Pauses that players take for themselves: they sit out until an announced time, and are dealt in again then if they are there.

use poker_engine::table::{SeatStatus, SitOut, TableRuleError};
use poker_owner::rows::account;
use poker_protocol::v1::client::{Entry, SitOutWhen};
use poker_protocol::v1::{PublicEvent, UnixMs};
use poker_store::AccountId;
use serde::{Deserialize, Serialize};

use super::applied::{Applied, Refusal};
use super::pauses::MINUTE_MS;
use super::players::player_id;
use super::table::{Table, entry_in};

/// The time within which pauses are added up, in milliseconds.
const HOUR_MS: i64 = 60 * MINUTE_MS;

/// The most minutes of pauses within that time.
const MINUTES_MAX: i64 = 60;

/// The same while others wait for a seat. It is also the time for which an absent player's pause lasts then.
const MINUTES_IN_DEMAND: i64 = 15;

/// The wish for a pause.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PauseTerms {
    /// Minutes until its end.
    pub minutes: u8,
    /// The way to re-enter the game at its end.
    pub entry: Entry,
}

/// The pauses under way, and those of the last hour.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct OwnPauses {
    open: Vec<OwnPause>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    taken: Vec<Taken>,
}

/// A pause under way. Instants are milliseconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct OwnPause {
    #[serde(with = "account")]
    account: AccountId,
    since: i64,
    until: i64,
    entry: Entry,
}

/// A pause that is over.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Taken {
    #[serde(with = "account")]
    account: AccountId,
    since: i64,
    until: i64,
}

impl OwnPauses {
    /// `true` if no player has taken a pause lately.
    pub(super) const fn is_empty(&self) -> bool {
        self.open.is_empty() && self.taken.is_empty()
    }

    fn of(&self, account: AccountId) -> Option<&OwnPause> {
        self.open.iter().find(|pause| pause.account == account)
    }

    /// `true` if a player has asked for a pause that has not ended.
    pub(super) fn has(&self, account: AccountId) -> bool {
        self.of(account).is_some()
    }

    /// Milliseconds of an account's pauses within the last hour. Each counts for a minute at least, so there are 60 of them at most.
    fn spent_ms(&self, account: AccountId, at: i64) -> i64 {
        let open = self.of(account).map(|pause| (pause.since, at.min(pause.until)));
        let taken = self.taken.iter().filter(|taken| taken.account == account);
        let all = taken.map(|taken| (taken.since, taken.until)).chain(open);
        let hour = at - HOUR_MS;
        let lately = all.filter(|(_, until)| *until > hour);
        lately
            .map(|(since, until)| (until - since.max(hour)).max(MINUTE_MS))
            .sum()
    }

    /// Ends a pause, and remembers it as long as it counts.
    fn end(&mut self, account: AccountId, at: i64) -> Option<OwnPause> {
        let index = self.open.iter().position(|pause| pause.account == account)?;
        let pause = self.open.remove(index);
        self.taken.retain(|taken| taken.until > at - HOUR_MS);
        let (since, until) = (pause.since, pause.until.min(at));
        self.taken.push(Taken { account, since, until });
        Some(pause)
    }

    /// Ends the pauses of players who have no seat any more.
    pub(super) fn forget(&mut self, is_seated: impl Fn(AccountId) -> bool, at: i64) {
        let gone: Vec<AccountId> = self.open.iter().map(|pause| pause.account).collect();
        for account in gone.into_iter().filter(|account| !is_seated(*account)) {
            self.end(account, at);
        }
    }
}

impl Table {
    /// Sits a player out, for a while or until further notice.
    pub(super) fn sit_out(
        &mut self,
        account: AccountId,
        when: SitOutWhen,
        pause: Option<PauseTerms>,
        at: i64,
    ) -> Result<Applied, Refusal> {
        let player = player_id(account);
        let law = self.law.cash_mut()?;
        let seat = law.seat_of(player).ok_or(TableRuleError::NotSeated)?;
        let sits_out = law.status(seat) == Some(SeatStatus::SittingOut);
        let Some(terms) = pause else {
            // A pause becomes a time without an end.
            let ended = self.own_pauses.has(account) && sits_out;
            let mut applied = match self.law(|law| law.sit_out(player, when_in(when))) {
                Err(Refusal::Law(TableRuleError::NoChange)) if ended => Applied::default(),
                done => done?,
            };
            applied.extend(self.end_own_pause(account, at));
            return Ok(applied);
        };
        if law.seat(seat).is_none_or(|taken| taken.stack.is_zero()) {
            return Err(TableRuleError::NoChips.into());
        }
        let left = self.minutes_left(account, at);
        if i64::from(terms.minutes) > left {
            return Err(Refusal::PauseTooLong { left });
        }
        let mut applied = match self.law(|law| law.sit_out(player, when_in(when))) {
            // The end of the time is new.
            Err(Refusal::Law(TableRuleError::NoChange)) if self.law.status(seat) != Some(SeatStatus::Leaving) => {
                Applied::default()
            }
            done => done?,
        };
        self.own_pauses.end(account, at);
        let until = at.saturating_add(i64::from(terms.minutes) * MINUTE_MS);
        self.own_pauses.open.push(OwnPause {
            account,
            since: at,
            until,
            entry: terms.entry,
        });
        let until = self.back_at(account);
        let seat = seat.number();
        applied.extend(self.tell_one(&PublicEvent::OwnPauseSet { seat, until }));
        Ok(applied)
    }

    /// Brings a player back, which ends a pause.
    pub(super) fn sit_in(&mut self, account: AccountId, entry: Entry, at: i64) -> Result<Applied, Refusal> {
        let mut applied = self.law(|law| law.sit_in(player_id(account), entry_in(entry)))?;
        applied.extend(self.end_own_pause(account, at));
        Ok(applied)
    }

    /// Ends a pause whose time is up. A player who `returns` is back in the game if table law allows it; any other goes on sitting
    /// out, and who is leaving leaves.
    pub(super) fn expire_own_pause(&mut self, account: AccountId, returns: bool, at: i64) -> Result<Applied, Refusal> {
        let pause = *self.own_pauses.of(account).ok_or(Refusal::NoChange)?;
        let mut applied = self.end_own_pause(account, at);
        let seat = self.seat_of(account);
        let leaves = seat.is_some_and(|seat| self.law.status(seat) == Some(SeatStatus::Leaving));
        if returns
            && !leaves
            && let Ok(back) = self.law(|law| law.sit_in(player_id(account), entry_in(pause.entry)))
        {
            applied.extend(back);
        }
        Ok(applied)
    }

    fn end_own_pause(&mut self, account: AccountId, at: i64) -> Applied {
        let seat = self.seat_of(account);
        match self.own_pauses.end(account, at).and(seat) {
            Some(seat) => self.tell_one(&PublicEvent::OwnPauseSet {
                seat: seat.number(),
                until: None,
            }),
            None => Applied::default(),
        }
    }

    /// Minutes for which an account may pause from an instant on.
    fn minutes_left(&self, account: AccountId, at: i64) -> i64 {
        let most = if self.is_in_demand() {
            MINUTES_IN_DEMAND
        } else {
            MINUTES_MAX
        };
        let left = most * MINUTE_MS - self.own_pauses.spent_ms(account, at);
        left.max(0) / MINUTE_MS
    }

    /// `true` while others wait for a seat.
    fn is_in_demand(&self) -> bool {
        let offers = |law: &poker_engine::table::CashTable| law.state().reserved.iter().any(|(_, kept)| kept.is_some());
        !self.law.wait_list().is_empty() || self.law.cash().is_some_and(offers)
    }

    /// The announced end of an account's pause.
    pub(crate) fn back_at(&self, account: AccountId) -> Option<UnixMs> {
        let pause = self.own_pauses.of(account)?;
        u64::try_from(pause.until).ok().and_then(UnixMs::new)
    }

    /// `true` if a seat is kept although its player is away: in a pause, at a private table.
    pub(crate) fn keeps_seat(&self, account: AccountId) -> bool {
        self.is_among_friends() && self.own_pauses.has(account)
    }

    /// The pauses under way, each with its account and the instant of its end. While others wait for a seat, the pause of an absent
    /// player is over after a quarter of an hour.
    pub(crate) fn own_pauses(&self, is_away: impl Fn(AccountId) -> bool) -> impl Iterator<Item = (AccountId, i64)> {
        let in_demand = self.is_in_demand();
        self.own_pauses.open.iter().map(move |pause| {
            let most = pause.since.saturating_add(MINUTES_IN_DEMAND * MINUTE_MS);
            let is_short = in_demand && is_away(pause.account);
            (
                pause.account,
                if is_short { pause.until.min(most) } else { pause.until },
            )
        })
    }
}

const fn when_in(when: SitOutWhen) -> SitOut {
    match when {
        SitOutWhen::NextHand => SitOut::NextHand,
        SitOutWhen::NextBigBlind => SitOut::NextBigBlind,
    }
}
