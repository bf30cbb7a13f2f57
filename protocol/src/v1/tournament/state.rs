//! A tournament at an instant, and what its followers are sent.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use ts_rs::TS;

use super::event::TournamentEvent;
use super::reason::{DealKind, HaltReason, HandForHandReason, PlayerPresence};
use super::structure::{LevelInfo, StructureInfo};
use super::{TournamentId, TournamentSummary};
use crate::v1::common::{Chips, PlayerInfo, TableId, is_false};

/// A tournament as it is now; what was known of it before is void.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TournamentSnapshot {
    /// The tournament.
    pub tournament: TournamentId,
    /// The last number that it includes; events go on from there.
    pub seq: u64,
    /// What it looks like.
    pub state: Box<TournamentState>,
}

/// Events of a tournament, in order and without gaps, the same for all.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TournamentEvents {
    /// The tournament.
    pub tournament: TournamentId,
    /// The number of the first of these events, from 1; each further one has the next number.
    pub first_seq: u64,
    /// The events.
    pub events: Vec<TournamentEvent>,
    /// The level clock after them, where one of them has moved, stopped or started it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub clock: Option<LevelClock>,
}

/// Where you stand in a tournament. It has no number: it comes whenever something of it has changed, behind the events that changed
/// it, also where you do not watch the tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TournamentYou {
    /// The tournament.
    pub tournament: TournamentId,
    /// Where you stand.
    pub you: YourTournament,
}

/// A tournament at an instant, as one account may see it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct TournamentState {
    /// In short.
    pub summary: TournamentSummary,
    /// What was published before anybody entered.
    pub structure: StructureInfo,
    /// The version of the rules that it is played by, to be named by `register`.
    pub rules: u32,
    /// The level clock; left out before the start and after the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub clock: Option<LevelClock>,
    /// The level that is played; left out before the start and after the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub level: Option<LevelInfo>,
    /// The level after it, or the first one before the start; left out after the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub next_level: Option<LevelInfo>,
    /// The prize of each paid place, the first place first, as far as the entries so far decide it; fixed once entries close. At most 100:
    /// HTTP has them all.
    pub prizes: Vec<Chips>,
    /// Chips for bounties so far; 0 if there are none.
    pub bounty_pool: Chips,
    /// Who has a finishing place, the best first. At most 100: HTTP has them all.
    pub places: Vec<Finished>,
    /// The tables in play by number. At most 50: HTTP has them all.
    pub tables: Vec<EventTable>,
    /// How many tables are in play.
    pub table_count: u32,
    /// The order in which tables break, the next one first. At most 50.
    pub break_order: Vec<u32>,
    /// The players, those still in first, by number. At most 100, you among them: HTTP has them all.
    pub entrants: Vec<Entrant>,
    /// The average stack of the players still in; 0 before the start.
    pub average_stack: Chips,
    /// Hand-for-hand, if it is announced or played.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub hand_for_hand: Option<HandForHandState>,
    /// Why play is paused, in words, if an official has paused it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub paused: Option<String>,
    /// The deal that is offered, if one is.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub deal: Option<DealOffer>,
    /// Where you stand.
    pub you: YourTournament,
}

impl TournamentState {
    /// The most prizes, and the most finished players, in a state.
    pub const PLACES_MAX: usize = 100;
    /// The most tables in a state.
    pub const TABLES_MAX: usize = 50;
    /// The most entrants in a state.
    pub const ENTRANTS_MAX: usize = 100;

    /// Shortens the lists to what one message holds: the lengths above, and fewer entrants and then tables where long names or
    /// many levels would make it more than `bytes`. The viewer stays among the entrants.
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

    /// How many bytes it has as JSON.
    fn length(&self) -> usize {
        serde_json::to_string(self).map_or(0, |text| text.len())
    }
}

/// Keeps so many entrants, the first ones and the one of this number.
fn keep_first(entrants: &mut Vec<Entrant>, count: usize, own: Option<u32>) {
    let own = entrants.iter().skip(count).find(|entrant| Some(entrant.player) == own);
    let own = own.cloned();
    entrants.truncate(count.saturating_sub(usize::from(own.is_some())));
    entrants.extend(own);
}

/// What the level clock shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct LevelClock {
    /// The level.
    pub level: u16,
    /// Milliseconds of the level, or of the break, that are over.
    pub elapsed_ms: u64,
    /// Milliseconds of it that are left.
    pub left_ms: u64,
    /// Whether it runs.
    pub running: bool,
    /// Whether there is a break; the level is then the one that was played before it.
    #[serde(rename = "break", default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub on_break: bool,
}

/// A table of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct EventTable {
    /// Its number in this tournament, from 1.
    pub no: u32,
    /// The table to watch; left out until it can be.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub table: Option<TableId>,
    /// Each taken seat: the seat, the player's number, the stack as the last hand left it.
    pub seats: Vec<(u8, u32, Chips)>,
    /// Why it deals no hand, if it is halted.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub halted: Option<HaltReason>,
}

/// A player of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Entrant {
    /// The number in this tournament, from 1 in the order of registration.
    pub player: u32,
    /// Who it is.
    pub who: PlayerInfo,
    /// The number of the last entry.
    pub entry: u32,
    /// Whether the player is there.
    pub status: PlayerPresence,
    /// Whether the player is out.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub out: bool,
    /// The stack as the last hand left it; left out for a player who is out.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub stack: Option<Chips>,
    /// The bounty on the player's head, if there is one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub bounty: Option<Chips>,
    /// Hands that the player still has to miss.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub penalty: Option<u32>,
}

/// A player with a finishing place.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Finished {
    /// The player's number.
    pub player: u32,
    /// The best place that the player shares.
    pub best: u32,
    /// The worst one; the same as `best` without a tie.
    pub worst: u32,
    /// What the player has won for it, 0 if nothing.
    pub prize: Chips,
}

/// Hand-for-hand: all tables deal at the same instant, and a table whose hand is over waits for the others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct HandForHandState {
    /// Why.
    pub why: HandForHandReason,
    /// The round that is played, from 1; 0 while it waits for hands that began before.
    pub round: u32,
}

/// A deal that is offered.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct DealOffer {
    /// How prizes are shared out.
    pub kind: DealKind,
    /// Chips of the prizes that stay for the first place, to be played for.
    pub keep: Chips,
    /// Each player with what is due.
    pub shares: Vec<(u32, Chips)>,
    /// Who has agreed so far.
    pub agreed: Vec<u32>,
    /// Milliseconds in which all have to agree, from now on; left out if there is no limit.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub left_ms: Option<u32>,
}

/// Where an account stands in a tournament.
#[expect(
    clippy::struct_excessive_bools,
    reason = "each says of one thing whether it is so now"
)]
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct YourTournament {
    /// Whether you have entered, and have not taken the entry back.
    pub registered: bool,
    /// Your number in this tournament, once you have entered.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub player: Option<u32>,
    /// The number of your last entry.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub entry: Option<u32>,
    /// Where you sit, if you have a seat now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub seat: Option<EventSeat>,
    /// Whether you have that seat because you were just moved there from another table.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub moved: bool,
    /// The level that is played, once play has begun.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub level: Option<u16>,
    /// Whether you are away: your hands are dead.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub absent: bool,
    /// Whether you are out. While entries are open you may be able to come back, and have no place yet.
    #[serde(default, skip_serializing_if = "is_false")]
    #[ts(optional, as = "Option<_>")]
    pub out: bool,
    /// Your finishing place, once it is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub place: Option<Place>,
    /// All that you have won so far, bounties included.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[ts(optional)]
    pub prize: Option<Chips>,
    /// What you may buy or give back now.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    #[ts(optional, as = "Option<_>")]
    pub offers: Vec<Offer>,
}

/// A seat of a tournament.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct EventSeat {
    /// The table to watch.
    pub table: TableId,
    /// Its number in this tournament.
    pub table_no: u32,
    /// The seat there.
    pub seat: u8,
}

/// A finishing place. Players who tie share several.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
pub struct Place {
    /// The best place of those that are shared.
    pub best: u32,
    /// The worst one; the same as `best` without a tie.
    pub worst: u32,
}

/// What a player may buy or give back at this instant. Its `kind` is the `type` of the request that does it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema, TS)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Offer {
    /// An entry; of a tournament for adults also where the age of the account is not verified.
    Register {
        /// What it costs in all, bounty included.
        price: Chips,
    },
    /// The entry can be taken back.
    Unregister {
        /// What is paid back.
        refund: Chips,
    },
    /// Another entry.
    ReEnter {
        /// What it costs in all, bounty included.
        price: Chips,
    },
    /// A rebuy.
    TournamentRebuy {
        /// What it costs.
        price: Chips,
        /// The chips that it brings.
        chips: Chips,
        /// Milliseconds in which it has to be answered, from now on, after the last chip is lost; left out while there are some.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        #[ts(optional)]
        left_ms: Option<u32>,
    },
    /// The add-on.
    AddOn {
        /// What it costs.
        price: Chips,
        /// The chips that it brings.
        chips: Chips,
    },
}
