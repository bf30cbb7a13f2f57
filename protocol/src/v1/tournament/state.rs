//! The state of a tournament at one point in time, and the messages to its followers.

use serde::{Deserialize, Serialize};

use super::event::TournamentEvent;
use super::reason::{DealKind, HaltReason, HandForHandReason, PlayerPresence, WaitEnd};
use super::structure::{LevelInfo, StructureInfo};
use super::{TournamentId, TournamentSummary};
use crate::describe::JsonSchema;
use crate::v1::common::{Chips, PlayerInfo, TableId, is_false};

/// The current state of a tournament; it replaces everything known about it before.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TournamentSnapshot {
    /// Identifier of the tournament.
    pub tournament: TournamentId,
    /// Number of the last event included in `state`; later events continue from here.
    pub seq: u64,
    /// The tournament as this account may see it.
    pub state: Box<TournamentState>,
}

/// Events of a tournament, in order and without gaps, the same for all viewers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TournamentEvents {
    /// Identifier of the tournament.
    pub tournament: TournamentId,
    /// Number of the first of these events, from 1; the others follow consecutively.
    pub first_seq: u64,
    /// The events, in order.
    pub events: Vec<TournamentEvent>,
    /// The level clock after the events, if one of them moved, stopped or started it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<LevelClock>,
}

/// Your own standing in a tournament. The message has no number: it is sent whenever something in it changes, after the events
/// that caused the change, even if you do not watch the tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TournamentYou {
    /// Identifier of the tournament.
    pub tournament: TournamentId,
    /// Your standing.
    pub you: YourTournament,
}

/// A tournament at one point in time, as one account may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct TournamentState {
    /// The tournament as listed in the lobby.
    pub summary: TournamentSummary,
    /// The structure, published before anyone entered.
    pub structure: StructureInfo,
    /// The version of the rules in force, to be named in `register`.
    pub rules: u32,
    /// The level clock; left out before the start and after the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub clock: Option<LevelClock>,
    /// The current level; left out before the start and after the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<LevelInfo>,
    /// The next level, or the first one before the start; left out after the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub next_level: Option<LevelInfo>,
    /// The prize of each paid place in chips, first place first, as determined by the entries so far; final once entries close.
    /// At most 100: HTTP lists all of them.
    pub prizes: Vec<Chips>,
    /// `true` once entries are closed for good, which fixes the prizes.
    #[serde(default, skip_serializing_if = "is_false")]
    pub prizes_final: bool,
    /// How officials have the pool of a live tournament paid out; left out if they have changed nothing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub payout: Option<PayoutTerms>,
    /// Chips collected for bounties so far; 0 if there are none.
    pub bounty_pool: Chips,
    /// Players with a finishing place, best first. At most 100: HTTP lists all of them.
    pub places: Vec<Finished>,
    /// The tables in play, sorted by number. At most 50: HTTP lists all of them.
    pub tables: Vec<EventTable>,
    /// Number of tables in play.
    pub table_count: u32,
    /// Numbers of the tables in the order in which they break, the next one first. At most 50.
    pub break_order: Vec<u32>,
    /// The players, those still in first, sorted by number. At most 100, you among them: HTTP lists all of them.
    pub entrants: Vec<Entrant>,
    /// Average stack of the players still in, in chips; 0 before the start.
    pub average_stack: Chips,
    /// Hand-for-hand, if it has been announced or is in progress.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hand_for_hand: Option<HandForHandState>,
    /// The reason, in words, for which an official has paused play; left out if play is not paused.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub paused: Option<String>,
    /// The deal on offer, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deal: Option<DealOffer>,
    /// Your standing.
    pub you: YourTournament,
}

impl TournamentState {
    /// The maximum number of prizes, and of finished players, in a state.
    pub const PLACES_MAX: usize = 100;
    /// The maximum number of tables in a state.
    pub const TABLES_MAX: usize = 50;
    /// The maximum number of entrants in a state.
    pub const ENTRANTS_MAX: usize = 100;

    /// Shortens the lists to fit in one message: to the maximum lengths above, and further, first entrants and then tables, if
    /// long names or many levels would exceed `bytes`. The viewer always stays among the entrants.
    pub fn shorten(&mut self, bytes: usize) {
        let own = self.you.player;
        self.prizes.truncate(Self::PLACES_MAX);
        self.places.truncate(Self::PLACES_MAX);
        self.tables.truncate(Self::TABLES_MAX);
        self.break_order.truncate(Self::TABLES_MAX);
        if let Some(deal) = &mut self.deal {
            deal.shares.truncate(Self::ENTRANTS_MAX);
            deal.agreed.truncate(Self::ENTRANTS_MAX);
        }
        keep_first(&mut self.entrants, Self::ENTRANTS_MAX, own);
        while self.length() > bytes && (self.entrants.len() > 1 || !self.tables.is_empty()) {
            if self.entrants.len() > 1 {
                let fewer = self.entrants.len() * 3 / 4;
                keep_first(&mut self.entrants, fewer, own);
            } else {
                self.tables.truncate(self.tables.len() * 3 / 4);
            }
        }
    }

    /// Returns the length of the state as JSON, in bytes.
    fn length(&self) -> usize {
        serde_json::to_string(self).map_or(0, |text| text.len())
    }
}

/// Keeps `count` entrants: the first ones, and in any case the one numbered `own`.
fn keep_first(entrants: &mut Vec<Entrant>, count: usize, own: Option<u32>) {
    let own = entrants.iter().skip(count).find(|entrant| Some(entrant.player) == own);
    let own = own.cloned();
    entrants.truncate(count.saturating_sub(usize::from(own.is_some())));
    entrants.extend(own);
}

/// How officials have the pool of a live tournament paid out. The prizes add up to the pool, less the fee, plus the bonus.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct PayoutTerms {
    /// The unit of all prizes except the first, which gets the remainder; left out if it is that of the structure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<Chips>,
    /// Chips to keep back from the pool, and all of it if it is smaller; of a percentage, those of the pool as it stands.
    pub fee: Chips,
    /// The fee as a percentage of the pool, if it is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fee_percent: Option<u8>,
    /// Chips added to the prizes.
    pub bonus: Chips,
    /// `true` if officials set the prize of each place.
    #[serde(default, skip_serializing_if = "is_false")]
    pub by_hand: bool,
}

/// The level clock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct LevelClock {
    /// The level, from 1.
    pub level: u16,
    /// Time elapsed in the level or break, in milliseconds.
    pub elapsed_ms: u64,
    /// Time left in the level or break, in milliseconds.
    pub left_ms: u64,
    /// `true` while the clock is running.
    pub running: bool,
    /// `true` during a break; `level` is then the one played before it.
    #[serde(rename = "break", default, skip_serializing_if = "is_false")]
    pub on_break: bool,
}

/// A table of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EventTable {
    /// Number of the table in the tournament, from 1.
    pub no: u32,
    /// The table to watch; left out until it can be watched.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub table: Option<TableId>,
    /// The taken seats, each with its number, the player's number, and the stack after the last hand.
    pub seats: Vec<(u8, u32, Chips)>,
    /// The reason for which the table is halted, if it is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub halted: Option<HaltReason>,
}

/// A player of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Entrant {
    /// Number of the player in the tournament, from 1 in order of registration.
    pub player: u32,
    /// The player's account.
    pub who: PlayerInfo,
    /// Number of the player's latest entry.
    pub entry: u32,
    /// The presence of the player.
    pub status: PlayerPresence,
    /// `true` if the player is out.
    #[serde(default, skip_serializing_if = "is_false")]
    pub out: bool,
    /// The stack after the last hand, in chips; left out for a player who is out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stack: Option<Chips>,
    /// The bounty on the player's head in chips, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bounty: Option<Chips>,
    /// Number of hands the player still has to miss as a penalty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub penalty: Option<u32>,
    /// Table and seat, from 1, at which the stack was bagged at the end of the day.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub bag: Option<(u32, u8)>,
}

/// A player with a finishing place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Finished {
    /// Number of the player.
    pub player: u32,
    /// The player's place, the best one in a tie.
    pub best: u32,
    /// The worst place in a tie; equal to `best` without one.
    pub worst: u32,
    /// Prize for the place, in chips; 0 if there is none.
    pub prize: Chips,
}

/// Hand-for-hand: all tables deal simultaneously, and a table whose hand is over waits for the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct HandForHandState {
    /// The reason.
    pub why: HandForHandReason,
    /// The round in progress, from 1; 0 while waiting for hands that began earlier to end.
    pub round: u32,
}

/// A deal on offer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct DealOffer {
    /// The division of the prizes.
    pub kind: DealKind,
    /// Chips of the prizes that are held back for first place, to be played for.
    pub keep: Chips,
    /// The share of each player, as pairs of player number and chips.
    pub shares: Vec<(u32, Chips)>,
    /// Numbers of the players who have agreed so far.
    pub agreed: Vec<u32>,
    /// Time left for all players to agree, in milliseconds; left out if there is no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub left_ms: Option<u32>,
}

/// The waiting list of a tournament, as it concerns one account.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct YourWaitlist {
    /// `true` if all places are taken and `register` with `wait` puts you on the list.
    #[serde(default, skip_serializing_if = "is_false")]
    pub open: bool,
    /// Your place on the list, from 1; left out if you are not on it. `unregister` takes you off it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<u32>,
    /// The reason you are no longer on the list, if you were and have not entered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ended: Option<WaitEnd>,
}

/// The standing of an account in a tournament.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says of one thing whether it is so now"
)]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct YourTournament {
    /// `true` if you have entered and have not cancelled the entry.
    pub registered: bool,
    /// Your number in the tournament, once you have entered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub player: Option<u32>,
    /// Number of your latest entry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub entry: Option<u32>,
    /// Your seat, if you have one now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<EventSeat>,
    /// `true` if you have that seat because you were just moved from another table.
    #[serde(default, skip_serializing_if = "is_false")]
    pub moved: bool,
    /// The current level, once play has begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub level: Option<u16>,
    /// `true` while you are away: your hands are dead.
    #[serde(default, skip_serializing_if = "is_false")]
    pub absent: bool,
    /// `true` if you are out. While entries are open you may be able to re-enter, and have no place yet.
    #[serde(default, skip_serializing_if = "is_false")]
    pub out: bool,
    /// Your finishing place, once it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub place: Option<Place>,
    /// Your total winnings so far in chips, bounties included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub prize: Option<Chips>,
    /// The waiting list, if it is open or concerns you.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waitlist: Option<YourWaitlist>,
    /// Purchases and refunds open to you now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub offers: Vec<Offer>,
}

/// A seat in a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct EventSeat {
    /// The table to watch.
    pub table: TableId,
    /// Number of the table in the tournament, from 1.
    pub table_no: u32,
    /// The seat at the table, from 1.
    pub seat: u8,
}

/// A finishing place. Players who tie share several places.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
pub struct Place {
    /// The best of the shared places.
    pub best: u32,
    /// The worst place in a tie; equal to `best` without one.
    pub worst: u32,
}

/// A purchase or refund open to a player at this point in time. Its `kind` is the `type` of the request that carries it out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Offer {
    /// An entry. In a tournament for adults it is listed even if the age of the account has not been verified.
    Register {
        /// Total price in chips, bounty included.
        price: Chips,
    },
    /// The cancellation of the entry.
    Unregister {
        /// Chips refunded.
        refund: Chips,
    },
    /// A re-entry.
    ReEnter {
        /// Total price in chips, bounty included.
        price: Chips,
    },
    /// A rebuy.
    TournamentRebuy {
        /// Price in chips.
        price: Chips,
        /// Chips added to the stack.
        chips: Chips,
        /// Time left to answer, in milliseconds, after the last chip is lost; left out while the player has chips.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        left_ms: Option<u32>,
    },
    /// The add-on.
    AddOn {
        /// Price in chips.
        price: Chips,
        /// Chips added to the stack.
        chips: Chips,
    },
}
