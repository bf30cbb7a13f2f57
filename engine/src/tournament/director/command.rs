//! Commands to the director, and the reasons for refusing them.

use std::any::type_name;
use std::fmt;
use std::sync::Arc;

use super::{Director, Step};
use crate::tournament::TableNo;
use crate::{Chips, SeatIx, SeatSet};

/// The number of a player in a tournament, from 1 in the order of registration.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayerNo(pub u32);

crate::coded! {
    /// The author of a decision.
    #[derive(Clone, Copy, Debug, PartialEq, Eq)]
    pub enum Official: code {
        /// The server's clock, without human action.
        Server = "server",
        /// A player, on the player's own behalf.
        Player = "player",
        /// A floor official, who makes rulings but does not disqualify, cancel or make deals.
        Floor = "floor",
        /// The tournament director, who alone disqualifies, cancels and makes deals.
        Director = "director",
    }
}

/// The author and the reason of an intervention.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ruling {
    /// Author of the decision.
    pub by: Official,
    /// Reason in words.
    pub reason: String,
}

crate::coded! {
    /// A player's presence at the table. Rules: tournament 0, 4.1.
    #[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
    pub enum Presence: code {
        /// Present.
        #[default]
        Active = "active",
        /// The connection is lost, and the timers act.
        Disconnected = "disconnected",
        /// Sitting out, or marked absent after timeouts.
        Absent = "absent",
    }
}

/// The contenders and the winners of a pot in a finished hand. In a list the main pot comes first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PotResult {
    /// Live seats that could have won it.
    pub eligible: SeatSet,
    /// Seats that won a part of it.
    pub winners: SeatSet,
}

/// The terms on which a deal shares the prizes. Rule: L-11.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum DealTerms {
    /// The lowest prize left for each player, and the rest in proportion to the stacks.
    Chop,
    /// Shares by the independent chip model.
    Icm,
    /// Shares that the players agreed on, in chips for each player alive.
    Other(Vec<(PlayerNo, Chips)>),
}

impl DealTerms {
    /// Returns the stable name.
    pub const fn code(&self) -> &'static str {
        match self {
            Self::Chop => "chop",
            Self::Icm => "icm",
            Self::Other(_) => "other",
        }
    }
}

/// The loss of a player's last chip in a hand that was entered by hand.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HandBust {
    /// Player who busted.
    pub player: PlayerNo,
    /// Stack at the start of the hand, which decides the place; `None` for the one entered last.
    pub stack: Option<Chips>,
    /// Players who won it, sharing the chips and the bounty. Empty if no official saw it: the other players at the
    /// table then share the chips until they are counted, and a bounty goes to first place.
    pub by: Vec<PlayerNo>,
}

/// A command to the director, which comes with the time and a seed.
#[derive(Clone, Debug)]
pub enum Command {
    /// Brings time forward, and with it everything due on the clock.
    Tick,
    /// Enters a new player under the next number.
    Register,
    /// Withdraws a player's entry before the start.
    Unregister(PlayerNo),
    /// Starts the tournament at its announced time.
    Start,
    /// Enters an eliminated player again.
    ReEnter(PlayerNo),
    /// Buys chips for a player, possibly one who has just lost the last of them.
    Rebuy(PlayerNo),
    /// Declines the rebuy offered to a player who has just lost the last chip.
    DeclineRebuy(PlayerNo),
    /// Buys the add-on for a player.
    AddOn(PlayerNo),
    /// Deals the next hand of a table that was reported ready.
    Deal(TableNo),
    /// Reports, in a round of hand-for-hand, that betting at a table ended with an all-in player called; the hand is held.
    HandHeld(TableNo),
    /// Reports a finished hand.
    HandDone {
        /// Table of the hand.
        table: TableNo,
        /// Final stack of each seat that took part.
        stacks: Vec<(SeatIx, Chips)>,
        /// Pots, main pot first.
        pots: Vec<PotResult>,
        /// Chips that killed hands won nonetheless, by seat.
        forfeits: Vec<(SeatIx, Chips)>,
    },
    /// Voids the running hand of a table: everything goes back, and it is dealt again. Rule: tournament 2.16.
    VoidHand(TableNo, Ruling),
    /// Reports that the running hand of a table was ended by splitting each pot equally among its contenders. Rule: tournament 7.8.
    SplitHand {
        /// Table of the hand.
        table: TableNo,
        /// Final stack of each seat that took part.
        stacks: Vec<(SeatIx, Chips)>,
        /// Pots, main pot first.
        pots: Vec<PotResult>,
        /// Chips that killed hands won nonetheless, by seat.
        forfeits: Vec<(SeatIx, Chips)>,
        /// Author and reason of the split.
        ruling: Ruling,
    },
    /// Stops a table that the server has lost: its running hand is void, and no other begins until an official resumes the table.
    StopTable(TableNo, Ruling),
    /// Sets the presence of a player.
    SetPresence(PlayerNo, Presence),
    /// Withdraws a player for good. Rule: tournament 1.9.
    Withdraw(PlayerNo),
    /// A decision of an official, as made by [`Command::pause`] and the like.
    Decide(Decision),
}

/// A decision of an official: its arguments, its ruling, and the code that carries it out. Each is declared in the file that
/// carries it out, as a function of [`Command`].
#[derive(Clone)]
pub struct Decision(Arc<dyn Decide>);

trait Decide: Send + Sync {
    fn carry_out(&self, director: &mut Director, step: &mut Step<'_>) -> Result<(), Refusal>;
    fn tell(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result;
}

struct Declared<A, F> {
    arguments: A,
    ruling: Ruling,
    carry_out: F,
}

impl<A, F> Decide for Declared<A, F>
where
    A: Clone + fmt::Debug + Send + Sync,
    F: Fn(&mut Director, A, Ruling, &mut Step<'_>) -> Result<(), Refusal> + Send + Sync,
{
    fn carry_out(&self, director: &mut Director, step: &mut Step<'_>) -> Result<(), Refusal> {
        (self.carry_out)(director, self.arguments.clone(), self.ruling.clone(), step)
    }

    fn tell(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // The function that carries it out, or that declares it.
        let path = type_name::<F>().trim_end_matches("::{{closure}}");
        let name = path.rsplit("::").next().unwrap_or(path);
        f.debug_tuple(name).field(&self.arguments).field(&self.ruling).finish()
    }
}

impl Decision {
    pub(super) fn carry_out(&self, director: &mut Director, step: &mut Step<'_>) -> Result<(), Refusal> {
        self.0.carry_out(director, step)
    }
}

impl fmt::Debug for Decision {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.tell(f)
    }
}

impl Command {
    /// Declares a decision of an official.
    pub(super) fn decide<A, F>(arguments: A, ruling: Ruling, carry_out: F) -> Self
    where
        A: Clone + fmt::Debug + Send + Sync + 'static,
        F: Fn(&mut Director, A, Ruling, &mut Step<'_>) -> Result<(), Refusal> + Send + Sync + 'static,
    {
        Self::Decide(Decision(Arc::new(Declared {
            arguments,
            ruling,
            carry_out,
        })))
    }

    /// Returns `true` if the command comes from a table that deals.
    pub(super) const fn is_of_tables(&self) -> bool {
        matches!(
            self,
            Self::Deal(_)
                | Self::HandHeld(_)
                | Self::HandDone { .. }
                | Self::VoidHand(..)
                | Self::StopTable(..)
                | Self::SplitHand { .. }
        )
    }
}

crate::coded! {
    /// The reason why a command was refused. Nothing has changed.
    #[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
    pub enum Refusal: code {
        /// An event is due on the clock first: send [`Command::Tick`].
        #[error("the clock owes something first")]
        ClockDue = "tournament.clock_due",
        /// The time is earlier than that of the last command.
        #[error("time cannot go backwards")]
        TimeReversed = "tournament.time_reversed",
        /// The tournament is not in a state that allows this.
        #[error("the tournament is not in the state for this")]
        WrongPhase = "tournament.wrong_phase",
        /// Entries are closed, or this kind of purchase is over.
        #[error("this is no longer possible")]
        EntriesClosed = "tournament.entries_closed",
        /// The structure offers no purchase of this kind.
        #[error("this tournament does not offer it")]
        NotOffered = "tournament.not_offered",
        /// This kind of purchase is not open yet.
        #[error("it is too early for this")]
        NotYet = "tournament.not_yet",
        /// The player is still in and cannot enter again.
        #[error("the player is still in")]
        StillIn = "tournament.already_registered",
        /// The event is full.
        #[error("the event is full")]
        Full = "tournament.full",
        /// There are too few players.
        #[error("there are not enough players")]
        TooFewPlayers = "tournament.too_few_players",
        /// The player does not exist, or is not in a state that allows this.
        #[error("there is no such player, or not in this tournament any more")]
        NoSuchPlayer = "tournament.no_such_player",
        /// The table does not exist.
        #[error("there is no such table")]
        NoSuchTable = "tournament.no_such_table",
        /// A hand is running at the table.
        #[error("a hand is running there")]
        HandRunning = "tournament.hand_running",
        /// No hand is running there, or not one of this kind.
        #[error("no such hand is running there")]
        NoHand = "tournament.no_hand",
        /// The table may not deal now.
        #[error("the table may not deal now")]
        NotReady = "tournament.not_ready",
        /// The player has used every purchase of this kind.
        #[error("the player has taken as many as there are")]
        NoneLeft = "tournament.none_left",
        /// The stack is too large for it.
        #[error("the stack is too large for it")]
        StackTooLarge = "tournament.stack_too_large",
        /// The stacks or pots do not match the hand.
        #[error("the stacks are not those of this hand")]
        BadResult = "tournament.bad_result",
        /// The chips in play cannot make up the stack: it is not a multiple of the smallest one.
        #[error("a stack is no multiple of the smallest chip in play")]
        OddChips = "tournament.odd_chips",
        /// The order does not name every table once with table 1 last.
        #[error("the order must name every table once, table 1 last")]
        BadOrder = "tournament.bad_order",
        /// The penalty is not one of the rung.
        #[error("the rung of the ladder has no such penalty")]
        BadPenalty = "tournament.bad_penalty",
        /// The deal does not share out exactly what is left.
        #[error("the deal does not share out exactly what is left")]
        BadDeal = "tournament.bad_deal",
        /// The prizes do not add up to the pool after fee and bonus, or another amount of the payout is wrong.
        #[error("the prizes must add up to the pool after fee and bonus, largest first, for players still in")]
        BadPrizes = "tournament.bad_prizes",
        /// The number of places is out of range, or the structure allows no such number.
        #[error("the structure allows no such number of places")]
        BadPlaces = "tournament.bad_places",
        /// An intervention needs a reason, of a limited length.
        #[error("a reason of at most 500 characters is needed")]
        NoReason = "tournament.no_reason",
        /// Only the director may do this.
        #[error("only the director may do this")]
        NotAllowed = "tournament.not_allowed",
        /// The command would change nothing.
        #[error("nothing would change")]
        NoChange = "tournament.no_change",
        /// There is no empty seat.
        #[error("there is no empty seat")]
        NoSeat = "tournament.no_seat",
        /// The level does not exist, or is not that long.
        #[error("there is no such level, or it is not that long")]
        BadLevel = "tournament.bad_level",
        /// The next hand has begun, or cards were tabled.
        #[error("it is too late for this")]
        TooLate = "tournament.too_late",
        /// The chips exceed what can be counted.
        #[error("more chips than there can be")]
        TooManyChips = "tournament.too_many_chips",
    }
}

impl Ruling {
    /// Longest reason or fault, in characters.
    pub const MAX_REASON: usize = 500;

    /// Checks that there is a reason, of a limited length.
    pub(super) fn check(&self) -> Result<(), Refusal> {
        check_words(&self.reason)
    }

    /// Checks that there is a reason, and that the director decided.
    pub(super) fn check_director(&self) -> Result<(), Refusal> {
        if self.by != Official::Director {
            return Err(Refusal::NotAllowed);
        }
        self.check()
    }
}

/// Checks that a text is neither blank nor too long.
pub(super) fn check_words(text: &str) -> Result<(), Refusal> {
    if text.trim().is_empty() || text.chars().count() > Ruling::MAX_REASON {
        return Err(Refusal::NoReason);
    }
    Ok(())
}
