//! The permanent record of a closed tournament.

use jiff::Timestamp;
use poker_formats::Ending;
use poker_owner::Now;
use poker_protocol::v1::rest::PlacesResponse;
use poker_protocol::v1::tournament::{
    Entrant, Finished, FloorAction, FloorDesk, FloorEntry, FloorOfficial, FloorResponse, FloorRole, FloorTicket,
    GonePlayer, Place, TournamentPhase, TournamentState, YourTournament,
};
use poker_protocol::v1::{Chips, PlayerInfo};
use poker_store::{AccountId, TableId};
use poker_table::TableName;
use poker_wire as wire;
use serde::{Deserialize, Serialize};

use super::acts::Deed;
use super::core::Core;
use super::floor;
use super::handle::Asker;
use super::law::{Denied, Interest, Kind, Office, Official, Phase, is_of};

/// Lines of the log in one stored text.
pub const LOG_LINES: usize = 1_000;

/// The results of a tournament. Stored as JSON; fields are added, never changed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Results {
    /// Its last state, as seen by an account that has not entered.
    pub state: TournamentState,
    /// Start of play, in milliseconds since 1970; `None` for tournaments closed before this was recorded.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    started_at: Option<i64>,
    /// All places, best first.
    places: Vec<Finished>,
    /// The prizes of all places, best first.
    prizes: Vec<Chips>,
    /// All players by number.
    entrants: Vec<Entrant>,
    /// Players with knock-outs, re-entries or rebuys; empty for tournaments closed before these were recorded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    counts: Vec<Counts>,
    /// The latest players whose entry was given back.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    gone: Vec<GonePlayer>,
    /// The acts of its officials.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    trail: Vec<FloorEntry>,
    /// Officials named by its director.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    officials: Vec<FloorOfficial>,
    /// Calls and reports left without an answer.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    tickets: Vec<FloorTicket>,
    /// Length of the trail, in lines, when the tournament was closed.
    #[serde(skip)]
    closed_at: usize,
}

/// Figures of a player that count for points in a season.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Number of the player.
    pub player: u32,
    /// Eliminated players whose last chips this player won, alone or with others.
    pub knock_outs: u32,
    /// Re-entries and rebuys.
    pub rebuys: u32,
}

impl Results {
    /// Builds the results of a tournament.
    pub fn of(core: &Core, now: Now) -> Self {
        let tournament = core.tournament();
        Self {
            state: core.state_for(None, now),
            started_at: tournament.start.began_at(),
            places: tournament.places().best_first().copied().collect(),
            prizes: tournament.prizes().into_iter().map(wire::chips).collect(),
            entrants: core.entrants(0, usize::MAX),
            counts: tournament.counts().collect(),
            gone: tournament.gone(),
            trail: tournament.book.trail().to_vec(),
            officials: tournament.named_officials().cloned().collect(),
            tickets: tournament.book.open_tickets(&tournament.setup),
            closed_at: 0,
        }
    }

    /// Returns its last state as seen by an account that won this much in it.
    pub fn state_for(self, account: AccountId, won: Chips) -> TournamentState {
        let Some(own) = self.entrant(&account.to_string()).cloned() else {
            return self.state;
        };
        let place = self.places.iter().find(|place| place.player == own.player);
        let you = YourTournament {
            registered: true,
            player: Some(own.player),
            entry: Some(own.entry),
            level: self.state.summary.level,
            out: own.out,
            place: place.map(|place| Place {
                best: place.best,
                worst: place.worst,
            }),
            prize: Some(won).filter(|won| won.get() > 0),
            ..YourTournament::default()
        };
        let mut state = TournamentState { you, ..self.state };
        if !state.entrants.iter().any(|entrant| entrant.player == own.player) {
            // A state has so many of a large field, the reader among them.
            state.entrants.pop();
            state.entrants.push(own);
        }
        state
    }

    /// Returns up to `most` places, best first, skipping `after` of them, and all prizes.
    pub fn places(&self, after: usize, most: usize) -> PlacesResponse {
        places(self.places.iter(), self.prizes.clone(), after, most)
    }

    /// Returns its summary for hand trackers, with the place and the bounties of a reader who played in it; `None` if it did not end
    /// with prizes.
    pub fn text(&self, number: TableId, reader: Option<(AccountId, Chips)>) -> Option<String> {
        if self.state.summary.phase != TournamentPhase::Completed {
            return None;
        }
        let ended_at = self.state.summary.ended_at;
        let ended_at = ended_at.and_then(|at| i64::try_from(at.get()).ok());
        let at = |ms: i64| Timestamp::from_millisecond(ms).ok();
        let hero = reader.and_then(|(account, bounties)| {
            let entrant = self.entrant(&account.to_string())?;
            Some((entrant.player, bounties))
        });
        let names = self.entrants.iter().map(|entrant| (entrant.player, &*entrant.who.name));
        let ending = Ending {
            number,
            summary: &self.state.summary,
            started_at: self.started_at.and_then(at),
            ended_at: ended_at.and_then(at),
            places: &self.places,
            prizes: &self.prizes,
            names: names.collect(),
            hero,
        };
        Some(ending.text())
    }

    /// Returns each player with a place: who it is, the place, and the figures that count for points.
    pub fn ranking(&self) -> impl Iterator<Item = (&PlayerInfo, u32, Counts)> {
        self.places.iter().filter_map(|place| {
            let entrant = self.entrants.iter().find(|entrant| entrant.player == place.player)?;
            let counts = self.counts.iter().find(|counts| counts.player == place.player);
            Some((&entrant.who, place.best, counts.copied().unwrap_or_default()))
        })
    }

    fn entrant(&self, account: &str) -> Option<&Entrant> {
        self.entrants.iter().find(|entrant| entrant.who.id == account)
    }

    /// Returns the best place of an account, shared or not, if it has one.
    pub fn place_of(&self, account: &str) -> Option<u32> {
        let entrant = self.entrant(account)?;
        let place = self.places.iter().find(|place| place.player == entrant.player);
        place.map(|place| place.best)
    }

    /// Returns the audit trail after a line, including acts since the closing. For an official, `role` and the open requests are added.
    /// `host` is the account that opened the tournament.
    pub fn floor(
        &self,
        after: u32,
        family: &[AccountId],
        official: Option<&Official>,
        host: Option<PlayerInfo>,
    ) -> FloorResponse {
        let role = official.and_then(Official::role);
        let summary = &self.state.summary;
        let stays = Kind::of(summary.live, summary.private) != Kind::Public;
        let host = host.filter(|_| stays).map(|who| FloorOfficial {
            who,
            role: FloorRole::Director,
        });
        FloorResponse {
            officials: host.into_iter().chain(self.officials.iter().cloned()).collect(),
            role,
            desk: role.map(|_| FloorDesk {
                tickets: self
                    .open_tickets()
                    .filter(|ticket| !ticket.about.as_ref().is_some_and(|who| is_of(family, who)))
                    .cloned()
                    .collect(),
                ..FloorDesk::default()
            }),
            denied: official
                .filter(|_| role.is_some())
                .map(Official::denied)
                .unwrap_or_default(),
            gone: if after == 0 { self.gone.clone() } else { Vec::new() },
            ..floor::page(&self.trail, after)
        }
    }

    /// `true` if a player's request is unanswered.
    pub fn is_open(&self, ticket: u32) -> bool {
        self.open_tickets().any(|open| open.ticket == ticket)
    }

    fn open_tickets(&self) -> impl Iterator<Item = &FloorTicket> {
        let late = self.trail.get(self.closed_at..).unwrap_or_default();
        let is_answer = |entry: &FloorEntry, ticket: u32| matches!(entry.action, FloorAction::Answer { ticket: to } if to == ticket);
        let is_open = move |kept: &&FloorTicket| !late.iter().any(|entry| is_answer(entry, kept.ticket));
        self.tickets.iter().filter(is_open)
    }

    /// Appends the acts of officials since the closing to its trail, each under the next number.
    pub fn add_acts(&mut self, acts: impl IntoIterator<Item = FloorEntry>) {
        self.closed_at = self.trail.len();
        for act in acts {
            let no = u32::try_from(self.trail.len()).unwrap_or(u32::MAX).saturating_add(1);
            self.trail.push(FloorEntry { no, ..act });
        }
    }

    /// Returns an act of an official since the closing, by its index from 0.
    pub fn late_act(&self, place: usize) -> Option<&FloorEntry> {
        self.trail.get(self.closed_at.checked_add(place)?)
    }

    /// Returns an account as the law of officials sees it; `family` are all accounts of the same person, and `granted` is the role
    /// granted by the operator. Once a public tournament is closed, only the operator's officials remain.
    pub fn official(&self, account: AccountId, family: &[AccountId], granted: Option<FloorRole>) -> Official {
        let summary = &self.state.summary;
        let kind = Kind::of(summary.live, summary.private);
        let account = account.to_string();
        let is_named = self.officials.iter().any(|official| official.who.id == account);
        let of_event = [
            (summary.host.as_deref() == Some(account.as_str())).then_some(Office::Host),
            is_named.then_some(Office::Named),
        ];
        let of_event = of_event.into_iter().flatten().filter(|_| kind != Kind::Public);
        let was_in = self.entrants.iter().any(|entrant| is_of(family, &entrant.who));
        Official {
            offices: of_event.chain(granted.map(Office::Operator)).collect(),
            kind,
            phase: Phase::Closed,
            interest: if was_in { Interest::Out } else { Interest::Stranger },
        }
    }

    /// The gate before every act of an official: returns the role in which the account acts.
    pub fn may_act(
        &self,
        official: &Official,
        family: &[AccountId],
        action: &FloorAction,
    ) -> Result<FloorRole, Denied> {
        let role = official.check(Deed::of(action))?;
        let is_own = match action {
            FloorAction::Answer { ticket } => self.tickets.iter().any(|kept| {
                let parties = std::iter::once(&kept.by).chain(&kept.about);
                kept.ticket == *ticket && parties.into_iter().any(|who| is_of(family, who))
            }),
            _ => false,
        };
        if is_own { Err(Denied::OwnCase) } else { Ok(role) }
    }

    /// `true` if a name opens the tournament to an asker. A private tournament stays private, and is open by its number to its
    /// players, its host and its officials.
    pub fn lets_in(&self, name: &TableName<'_>, asker: Asker) -> bool {
        let summary = &self.state.summary;
        let invitation = TableName::parse(&summary.tournament.0).and_then(|own| own.invitation());
        let is_inside = |account: AccountId| {
            let account = account.to_string();
            let has_entered = || self.entrants.iter().any(|entrant| entrant.who.id == account);
            let is_named = || self.officials.iter().any(|official| official.who.id == account);
            summary.host.as_ref() == Some(&account) || is_named() || has_entered()
        };
        let is_known = || !summary.private || asker.is_official || asker.account.is_some_and(is_inside);
        name.lets_in(invitation.as_ref(), is_known())
    }

    /// `true` if an official gave a reason to see a hand.
    pub fn may_see(&self, account: &str, table: &str, hand: u64) -> bool {
        floor::may_see(&self.trail, account, table, hand)
    }

    /// Returns up to `most` players with numbers after `after`.
    pub fn entrants(&self, after: u32, most: usize) -> Vec<Entrant> {
        let behind = self.entrants.iter().filter(|entrant| entrant.player > after);
        behind.take(most).cloned().collect()
    }
}

/// Returns a page of places, best first: up to `most` of them, skipping `after`.
pub fn places<'a>(
    all: impl ExactSizeIterator<Item = &'a Finished>,
    prizes: Vec<Chips>,
    after: usize,
    most: usize,
) -> PlacesResponse {
    let count = all.len();
    let places: Vec<Finished> = all.skip(after).take(most).copied().collect();
    let told = after.saturating_add(places.len());
    PlacesResponse {
        after: (told < count).then(|| u32::try_from(told).unwrap_or(u32::MAX)),
        prizes,
        places,
    }
}
