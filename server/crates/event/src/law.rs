//! The law of officials: which acts each office allows, when, at which kind of event, and with which interest of the official's own.
//!
//! The lines of the table stand with the acts they allow, see `Deed::lines`. Every act of an official, and every list of allowed acts, asks `Official::check` before
//! anything else; `docs/floor.md` shows the same table. The gate applies to live commands only: the commands in a journal were
//! judged by the law of their day.

use Interest::{Out, Plays, Stranger};
use Who::{Director, Host, Official as Anyone};
use poker_protocol::v1::tournament::{FloorDenial, FloorRole};
use poker_protocol::v1::{ErrorCode, PlayerInfo};
use poker_store::AccountId;

use super::acts::Deed;

/// The kind of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// Listed for everyone.
    Public,
    /// Found only by those the host has told about it.
    Private,
    /// Real cards and chips, public or private. Its players have no accounts.
    Live,
}

impl Kind {
    /// Returns the kind of an event announced like this.
    pub(crate) const fn of(live: bool, private: bool) -> Self {
        match (live, private) {
            (true, _) => Self::Live,
            (false, true) => Self::Private,
            (false, false) => Self::Public,
        }
    }
}

/// The progress of an event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Play has not begun.
    Before,
    /// Hands are dealt.
    InPlay,
    /// Paused by an official.
    Paused,
    /// Played to its end, or cancelled.
    Over,
    /// Only its results are kept.
    Closed,
}

/// An account's stake in the event, its own or that of another account of the same person.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Interest {
    /// Not in the event, and never was. An entry withdrawn before the start does not count.
    Stranger,
    /// Formerly in the event: busted, withdrawn, disqualified, or the event is over.
    Out,
    /// In the event.
    Plays,
}

/// The source of an official's office.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Office {
    /// Granted by the operator, for all events.
    Operator(FloorRole),
    Host,
    /// Named by a director of the event.
    Named,
}

impl Office {
    /// Returns the holder's role.
    pub(crate) const fn role(self) -> FloorRole {
        match self {
            Self::Operator(role) => role,
            Self::Host => FloorRole::Director,
            Self::Named => FloorRole::Floor,
        }
    }
}

/// The officials a line of the table applies to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Who {
    /// Any official.
    Official,
    /// A director.
    Director,
    /// The host, in that capacity.
    Host,
}

/// One line of the table. An act that no line allows is refused.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LawEntry {
    /// The officials it applies to.
    pub(crate) who: Who,
    /// The kinds of events it applies to.
    pub(crate) at: &'static [Kind],
    /// The phases it applies in.
    pub(crate) when: &'static [Phase],
    /// The greatest interest with which it still applies.
    pub(crate) interest: Interest,
}

/// Builds a line.
pub(super) const fn line(who: Who, at: &'static [Kind], when: &'static [Phase], interest: Interest) -> LawEntry {
    LawEntry {
        who,
        at,
        when,
        interest,
    }
}

poker_engine::coded! {
    /// The reasons an official may not act.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
    pub enum Denied: word {
        /// The account holds no office here, or none that may do this.
        #[error("only an official of the tournament may do this, or only its director")]
        Office = "office",
        /// Wrong time, or wrong kind of event.
        #[error("the tournament is not at the point for this")]
        Phase = "phase",
        /// The official is in the event.
        #[error("an official who plays in the tournament may not rule on it")]
        Plays = "plays",
        /// The official was in the event.
        #[error("an official who has played in the tournament may not rule on it")]
        Played = "played",
        /// The act concerns the official.
        #[error("no official rules in a case of their own")]
        OwnCase = "own_case",
        /// The account has ruled in the event it would enter.
        #[error("an official who has ruled in a tournament may not enter it")]
        Ruled = "ruled",
    }
}

/// An account, as the law sees it in one event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Official {
    /// The offices in force.
    pub(crate) offices: Vec<Office>,
    /// The kind of the event.
    pub(crate) kind: Kind,
    /// The progress of the event.
    pub(crate) phase: Phase,
    /// The account's stake in the event.
    pub(crate) interest: Interest,
}

impl Official {
    /// Returns the acts denied to an official now, with reasons.
    pub(crate) fn denied(&self) -> Vec<FloorDenial> {
        let denial = |deed: &Deed| {
            let why = self.check(*deed).err()?.word().to_owned();
            let action = deed.name().to_owned();
            Some(FloorDenial { action, why })
        };
        Deed::ALL.iter().filter_map(denial).collect()
    }

    /// Returns the account's highest role in the event, whatever it may do with it; `None` if it is no official.
    pub(crate) fn role(&self) -> Option<FloorRole> {
        self.offices.iter().map(|office| office.role()).max()
    }

    /// The gate: returns the role in which the account may do something now.
    ///
    /// # Errors
    /// The reason it may not.
    pub(crate) fn check(&self, deed: Deed) -> Result<FloorRole, Denied> {
        let fits = |who: Who, office: &Office| match who {
            Anyone => true,
            Director => office.role() == FloorRole::Director,
            Host => *office == Office::Host,
        };
        let lines = deed.lines().iter();
        let held = lines.flat_map(|line| {
            let offices = self.offices.iter().filter(|office| fits(line.who, office));
            offices.map(move |office| (line, office.role()))
        });
        let held: Vec<(&LawEntry, FloorRole)> = held.collect();
        if held.is_empty() {
            return Err(Denied::Office);
        }
        let is_time = |line: &LawEntry| line.at.contains(&self.kind) && line.when.contains(&self.phase);
        let timely = held.into_iter().filter(|(line, _)| is_time(line));
        let timely: Vec<(&LawEntry, FloorRole)> = timely.collect();
        if timely.is_empty() {
            return Err(Denied::Phase);
        }
        let free = timely.into_iter().filter(|(line, _)| self.interest <= line.interest);
        free.map(|(_, role)| role).max().ok_or(match self.interest {
            Plays => Denied::Plays,
            Stranger | Out => Denied::Played,
        })
    }
}

/// `true` if a player is one of these accounts.
pub(crate) fn is_of(family: &[AccountId], who: &PlayerInfo) -> bool {
    who.id.parse().is_ok_and(|id| family.contains(&id))
}

/// Checks that an official may see the hidden cards of a finished hand, with or without a reason on record.
pub fn may_see_hand(official: &Official, has_reason: bool) -> Result<(), ErrorCode> {
    if official.role().is_none() {
        return Err(ErrorCode::TournamentNotAllowed);
    }
    if !has_reason {
        return Err(ErrorCode::TournamentNoReason);
    }
    let may = official.check(Deed::SeeHand);
    may.map(|_| ()).map_err(|_| ErrorCode::TournamentNotAllowed)
}
