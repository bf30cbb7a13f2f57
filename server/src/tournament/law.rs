//! The law of officials: which acts each office allows, when, at which kind of event, and with which interest of the official's own.
//!
//! [`Deed::lines`] is the whole of it. Every act of an official, and every list of allowed acts, asks [`Official::check`] before
//! anything else; `docs/floor.md` shows the same table. The gate applies to live commands only: the commands in a journal were
//! judged by the law of their day.

use poker_protocol::v1::tournament::{FloorAction, FloorDenial, FloorRole};
use poker_protocol::v1::{ErrorCode, PlayerInfo};

use crate::store::AccountId;

use Interest::{Out, Plays, Stranger};
use Kind::{Live, Private, Public};
use Phase::{Before, Closed, InPlay, Over, Paused};
use Who::{Director, Host, Official as Anyone};

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
pub(crate) struct Line {
    /// The officials it applies to.
    pub(crate) who: Who,
    /// The kinds of events it applies to.
    pub(crate) at: &'static [Kind],
    /// The phases it applies in.
    pub(crate) when: &'static [Phase],
    /// The greatest interest with which it still applies.
    pub(crate) interest: Interest,
}

const fn line(who: Who, at: &'static [Kind], when: &'static [Phase], interest: Interest) -> Line {
    Line {
        who,
        at,
        when,
        interest,
    }
}

const ALL: &[Kind] = &[Public, Private, Live];
const DEALT: &[Kind] = &[Public, Private];
const BY_HAND: &[Kind] = &[Live];
const START: &[Phase] = &[Before];
const PLAY: &[Phase] = &[InPlay, Paused];
const ENTRIES: &[Phase] = &[Before, InPlay, Paused];
const OPEN: &[Phase] = &[Before, InPlay, Paused, Over];
const ALWAYS: &[Phase] = &[Before, InPlay, Paused, Over, Closed];

/// Before the start there are no chips, hands or seats, and entrants get everything back: a host who has entered prepares the event
/// like any other host.
const PREPARES: Line = line(Host, ALL, START, Plays);
const DIRECTOR_PREPARES: &[Line] = &[line(Director, ALL, START, Stranger), PREPARES];
const DIRECTS: &[Line] = &[line(Director, ALL, PLAY, Stranger)];
const RULES: &[Line] = &[line(Anyone, ALL, PLAY, Stranger)];
const RULES_HANDS: &[Line] = &[line(Anyone, DEALT, PLAY, Stranger)];
const SILENCES: &[Line] = &[line(Anyone, DEALT, OPEN, Plays)];
const TURNS_BACK: &[Line] = &[
    line(Anyone, BY_HAND, OPEN, Stranger),
    line(Anyone, DEALT, PLAY, Stranger),
];
const ENTERS: &[Line] = &[line(Anyone, BY_HAND, PLAY, Stranger)];

macro_rules! deeds {
    ($($deed:ident $name:literal $pattern:tt: $lines:expr;)*) => {
        /// An action of officials, without its arguments.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Deed {
            $(
                #[doc = concat!("`", $name, "`.")]
                $deed,
            )*
        }

        impl Deed {
            /// All deeds.
            pub(crate) const ALL: &[Self] = &[$(Self::$deed),*];

            /// Returns the deed of an action.
            pub(crate) const fn of(action: &FloorAction) -> Self {
                match action {
                    $(FloorAction::$deed $pattern => Self::$deed,)*
                }
            }

            /// Returns its word in the protocol.
            pub(crate) const fn name(self) -> &'static str {
                match self {
                    $(Self::$deed => $name,)*
                }
            }

            /// Returns the lines of the table that allow it.
            pub(crate) const fn lines(self) -> &'static [Line] {
                match self {
                    $(Self::$deed => {
                        const LINES: &[Line] = $lines;
                        LINES
                    })*
                }
            }
        }
    };
}

deeds! {
    Edit "edit" { .. }: DIRECTOR_PREPARES;
    Announce "announce" {}: DIRECTOR_PREPARES;
    Start "start" {}: DIRECTOR_PREPARES;
    Cancel "cancel" {}: &[line(Director, ALL, ENTRIES, Stranger), PREPARES];
    Grant "grant" { .. }: &[line(Director, ALL, OPEN, Stranger), PREPARES, line(Host, &[Private, Live], OPEN, Plays)];
    Revoke "revoke" { .. }: &[line(Director, ALL, OPEN, Stranger), PREPARES];
    Pause "pause" {}: RULES;
    Resume "resume" {}: RULES;
    SetLevel "set_level" { .. }: RULES;
    Move "move" { .. }: RULES;
    BreakTable "break_table" { .. }: RULES;
    BreakOrder "break_order" { .. }: RULES;
    Penalise "penalise" { .. }: RULES;
    SwapSeats "swap_seats" { .. }: RULES;
    SetButton "set_button" { .. }: RULES;
    TellTable "tell_table" { .. }: RULES;
    Remove "remove" { .. }: DIRECTS;
    Disqualify "disqualify" { .. }: DIRECTS;
    MakeDeal "make_deal" { .. }: DIRECTS;
    HandForHand "hand_for_hand" { .. }: DIRECTS;
    VoidHand "void_hand" { .. }: RULES_HANDS;
    SplitHand "split_hand" { .. }: RULES_HANDS;
    KillHand "kill_hand" { .. }: RULES_HANDS;
    CorrectAward "correct_award" { .. }: RULES_HANDS;
    ResumeTable "resume_table" { .. }: RULES_HANDS;
    ReplaceTable "replace_table" { .. }: RULES_HANDS;
    Enter "enter" { .. }: &[line(Anyone, BY_HAND, ENTRIES, Stranger)];
    TakeBack "take_back" { .. }: &[line(Anyone, BY_HAND, START, Stranger)];
    ReEnter "re_enter" { .. }: ENTERS;
    Rebuy "rebuy" { .. }: ENTERS;
    NoRebuy "no_rebuy" { .. }: ENTERS;
    AddOn "add_on" { .. }: ENTERS;
    HandOver "hand_over" { .. }: ENTERS;
    Count "count" { .. }: ENTERS;
    Undo "undo" {}: TURNS_BACK;
    Redo "redo" {}: TURNS_BACK;
    Rule "rule" { .. }: &[line(Anyone, ALL, OPEN, Stranger)];
    Answer "answer" { .. }: &[line(Anyone, ALL, ALWAYS, Plays)];
    Mute "mute" { .. }: SILENCES;
    MuteAccount "mute_account" { .. }: SILENCES;
    RailChat "rail_chat" { .. }: &[line(Anyone, DEALT, OPEN, Stranger)];
    SeeHand "see_hand" { .. }: &[line(Anyone, DEALT, &[InPlay, Paused, Over, Closed], Out)];
}

impl Deed {
    /// `true` if its doer may no longer enter the event: it rules on what players have at stake, or shows their cards.
    pub(crate) fn bars_entry(self) -> bool {
        self.lines().iter().all(|line| line.interest < Plays)
    }

    /// `true` if only a director may do it, or undo it.
    pub(crate) fn is_for_directors(self) -> bool {
        self.lines().iter().all(|line| line.who != Anyone)
    }
}

/// The reasons an official may not act.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum Denied {
    /// The account holds no office here, or none that may do this.
    #[error("only an official of the tournament may do this, or only its director")]
    Office,
    /// Wrong time, or wrong kind of event.
    #[error("the tournament is not at the point for this")]
    Phase,
    /// The official is in the event.
    #[error("an official who plays in the tournament may not rule on it")]
    Plays,
    /// The official was in the event.
    #[error("an official who has played in the tournament may not rule on it")]
    Played,
    /// The act concerns the official.
    #[error("no official rules in a case of their own")]
    OwnCase,
    /// The account has ruled in the event it would enter.
    #[error("an official who has ruled in a tournament may not enter it")]
    Ruled,
}

impl Denied {
    /// Returns the word that clients get for it.
    pub(crate) const fn word(self) -> &'static str {
        match self {
            Self::Office => "office",
            Self::Phase => "phase",
            Self::Plays => "plays",
            Self::Played => "played",
            Self::OwnCase => "own_case",
            Self::Ruled => "ruled",
        }
    }
}

/// An account, as the law sees it in one event.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Official {
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
        let held: Vec<(&Line, FloorRole)> = held.collect();
        if held.is_empty() {
            return Err(Denied::Office);
        }
        let is_time = |line: &Line| line.at.contains(&self.kind) && line.when.contains(&self.phase);
        let timely = held.into_iter().filter(|(line, _)| is_time(line));
        let timely: Vec<(&Line, FloorRole)> = timely.collect();
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
pub(crate) fn may_see_hand(official: &Official, has_reason: bool) -> Result<(), ErrorCode> {
    if official.role().is_none() {
        return Err(ErrorCode::TournamentNotAllowed);
    }
    if !has_reason {
        return Err(ErrorCode::TournamentNoReason);
    }
    let may = official.check(Deed::SeeHand);
    may.map(|_| ()).map_err(|_| ErrorCode::TournamentNotAllowed)
}
