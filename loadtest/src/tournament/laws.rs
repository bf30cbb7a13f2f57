//! The laws of a tournament, judged from its public events alone: seats, places, prizes. It shares nothing with the server or the SDK.

use std::collections::BTreeMap;

use poker_protocol::v1::TournamentEvent;
use poker_protocol::v1::tournament::PrizeReason;

/// A table of the event and a seat there.
type Seat = (u32, u8);

/// State of a tournament as reported by its events so far, and their faults.
#[derive(Debug, Default)]
pub(crate) struct EventCheck {
    /// Number of the last event.
    seq: u64,
    /// Players entered, with the amount paid to the pool and the stack received for it.
    registered: BTreeMap<u32, (u64, u64)>,
    seats: BTreeMap<u32, Seat>,
    taken: BTreeMap<Seat, u32>,
    /// Finishing place of each player, as the best and worst of shared places.
    places: BTreeMap<u32, (u32, u32)>,
    /// Prize won by each player for a place.
    prizes: BTreeMap<u32, u64>,
    /// Bounties won by each player, and the amounts paid for them.
    bounties: BTreeMap<u32, u64>,
    heads: u64,
    /// Chips paid in, and those of them that are to be paid out.
    paid: u64,
    pool: Option<u64>,
    /// Chips kept back from the pool, and added to it.
    terms: (u64, u64),
    /// `true` if officials may void hands.
    has_officials: bool,
    /// Chips in play.
    chips: u64,
    moves: u64,
    is_over: bool,
    faults: Vec<String>,
}

impl EventCheck {
    /// Returns a check for an event in which officials act: they may void hands.
    pub(crate) fn with_officials() -> Self {
        Self {
            has_officials: true,
            ..Self::default()
        }
    }

    /// Takes in the next event.
    pub(crate) fn take(&mut self, event: &TournamentEvent) {
        use TournamentEvent as E;
        self.seq += 1;
        // A ruling put on record by an official changes nothing.
        let is_record = matches!(event, E::RulingIssued { tool, .. } if tool == "ruling");
        if self.is_over && !is_record {
            self.fault("something happened after the end");
        }
        match event {
            E::PlayerRegistered {
                player,
                paid,
                bounty,
                stack,
                ..
            } => {
                let entry = (paid.get(), stack.get());
                self.heads += bounty.get();
                if self.registered.insert(*player, entry).is_some() {
                    self.fault(format!("player {player} entered twice"));
                }
                self.paid += entry.0;
                self.chips += entry.1;
            }
            E::PlayerUnregistered { player, .. } => {
                let Some((paid, stack)) = self.registered.remove(player) else {
                    return self.fault(format!("player {player} took an entry back and had none"));
                };
                self.paid -= paid;
                // The chips of a player who has a seat leave play with an event of their own.
                if self.seats.contains_key(player) {
                    self.leave(*player, None);
                } else {
                    self.chips -= stack;
                }
            }
            E::ReEntered {
                player,
                paid,
                bounty,
                stack,
                ..
            } => {
                if self.seats.contains_key(player) || !self.registered.contains_key(player) {
                    self.fault(format!("player {player} enters again and is in, or never was"));
                }
                self.paid += paid.get();
                self.heads += bounty.get();
                self.chips += stack.get();
            }
            E::RebuyTaken { paid, chips, .. } | E::AddOnTaken { paid, chips, .. } => {
                if self.pool.is_some() {
                    self.fault("chips were bought after the end of entries");
                }
                self.paid += paid.get();
                self.chips += chips.get();
            }
            E::BountyAwarded { player, cash, .. } => *self.bounties.entry(*player).or_default() += cash.get(),
            E::PrizesSet { payout, .. } => self.terms = (payout.fee.get(), payout.bonus.get()),
            E::RegistrationClosed {
                pool,
                overlay,
                fee,
                bonus,
                ..
            } => {
                self.terms = (fee.unwrap_or_default().get(), bonus.unwrap_or_default().get());
                if pool.get() != self.paid + overlay.get() {
                    self.fault(format!(
                        "{} was paid, the pool is {pool} with {overlay} of it added",
                        self.paid
                    ));
                }
                if self.pool.replace(pool.get()).is_some() {
                    self.fault("entries closed twice");
                }
            }
            _ => self.take_play(event),
        }
    }

    /// Takes in an event that is not about entry money.
    fn take_play(&mut self, event: &TournamentEvent) {
        use TournamentEvent as E;
        match event {
            E::SeatAssigned {
                player, table, seat, ..
            } => self.sit(*player, (*table, *seat)),
            E::PlayerMoved { player, from, to, .. } => {
                self.moves += 1;
                self.leave(*player, Some(*from));
                self.sit(*player, *to);
            }
            // All players are seated again.
            E::FinalTableFormed { .. } | E::RoundStarted { .. } => {
                self.seats.clear();
                self.taken.clear();
            }
            E::PlayerEliminated { player, table, .. } => {
                if self.seats.get(player).is_none_or(|seat| seat.0 != *table) {
                    self.fault(format!("player {player} went out at table {table} and sat elsewhere"));
                }
                self.leave(*player, None);
            }
            E::PlayerWithdrew { player, .. } | E::PlayerDisqualified { player, .. } => self.leave(*player, None),
            E::ChipsRemoved { amount, .. } => self.chips = self.chips.saturating_sub(amount.get()),
            E::ChipRaceCompleted { delta, .. } => self.chips = self.chips.saturating_add_signed(*delta),
            E::PlaceAssigned {
                player, best, worst, ..
            } => {
                if *best > 1 && self.seats.contains_key(player) {
                    self.fault(format!("player {player} is out and has a seat"));
                }
                let earlier = self.places.insert(*player, (*best, *worst));
                if let Some(earlier) = earlier {
                    self.fault(format!("player {player} has a place already: {earlier:?}"));
                }
            }
            E::PrizeAwarded { player, amount, why } => {
                if matches!(why, PrizeReason::Place) && self.prizes.contains_key(player) {
                    self.fault(format!("player {player} was paid twice for a place"));
                }
                *self.prizes.entry(*player).or_default() += amount.get();
            }
            E::TournamentCompleted { players } => {
                if players.iter().any(|player| !self.seats.contains_key(player)) {
                    self.fault("the tournament was won by a player without a seat");
                }
                self.is_over = true;
            }
            E::TournamentCancelled { .. } => self.fault("the tournament was cancelled"),
            E::HandVoided { table, hand, .. } if !self.has_officials => {
                self.fault(format!("hand {hand} of table {table} was voided"));
            }
            _ => {}
        }
    }

    /// Judges the whole and returns the verdict.
    pub(crate) fn finish(mut self) -> Verdict {
        if !self.is_over {
            self.fault("the tournament did not end");
        }
        let mut shared: BTreeMap<(u32, u32), u32> = BTreeMap::new();
        for place in self.places.values() {
            *shared.entry(*place).or_default() += 1;
        }
        let mut next = 1;
        for ((best, worst), players) in shared {
            if best != next || worst.checked_sub(best).is_none_or(|more| more + 1 != players) {
                self.fault(format!(
                    "{players} players have places {best} to {worst}, and {next} is the next one"
                ));
            }
            next = worst.saturating_add(1);
        }
        let without: Vec<u32> = self
            .registered
            .keys()
            .filter(|player| !self.places.contains_key(*player))
            .copied()
            .collect();
        if !without.is_empty() {
            self.fault(format!(
                "{} players have no place, such as {}",
                without.len(),
                without[0]
            ));
        }
        let paid_out: u64 = self.prizes.values().sum();
        let bounties: u64 = self.bounties.values().sum();
        // Bounties that no one won are added to the prizes.
        let (fee, bonus) = self.terms;
        if self.pool.map(|pool| pool + bonus + self.heads) != Some(paid_out + fee + bounties) {
            self.fault(format!(
                "the pool is {:?} and {} for bounties, prizes are {paid_out} and bounties {bounties}",
                self.pool, self.heads
            ));
        }
        Verdict {
            events: self.seq,
            players: self.registered.len(),
            moves: self.moves,
            chips: self.chips,
            places: self.places,
            prizes: self.prizes,
            bounties: self.bounties,
            faults: self.faults,
        }
    }

    fn sit(&mut self, player: u32, seat: Seat) {
        if !self.registered.contains_key(&player) || self.places.contains_key(&player) {
            self.fault(format!("player {player} got a seat and is not in"));
        }
        if let Some(at) = self.seats.insert(player, seat) {
            self.fault(format!("player {player} sits at {at:?} and at {seat:?}"));
        }
        if let Some(other) = self.taken.insert(seat, player) {
            self.fault(format!("players {other} and {player} sit in {seat:?}"));
        }
    }

    fn leave(&mut self, player: u32, from: Option<Seat>) {
        let seat = self.seats.remove(&player);
        if let Some(seat) = seat {
            self.taken.remove(&seat);
        }
        if from.is_some() && from != seat {
            self.fault(format!("player {player} left {from:?} and sat at {seat:?}"));
        }
    }

    fn fault(&mut self, what: impl Into<String>) {
        self.faults.push(format!("event {}: {}", self.seq, what.into()));
    }
}

/// Verdict on the events of a whole tournament.
#[derive(Debug)]
pub(crate) struct Verdict {
    /// Number of events.
    pub(crate) events: u64,
    /// Number of players entered.
    pub(crate) players: usize,
    /// Total number of moves.
    pub(crate) moves: u64,
    /// Chips in play at the end.
    pub(crate) chips: u64,
    /// Finishing place of each player.
    pub(crate) places: BTreeMap<u32, (u32, u32)>,
    /// Prize won by each player.
    pub(crate) prizes: BTreeMap<u32, u64>,
    /// Bounties won by each player.
    pub(crate) bounties: BTreeMap<u32, u64>,
    /// Faults in the events.
    pub(crate) faults: Vec<String>,
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A heads-up final after a move, as lines.
    const SOUND: [&str; 16] = [
        r#"{"event":"player_registered","player":1,"entry":1,"paid":10,"bounty":0,"stack":50}"#,
        r#"{"event":"player_registered","player":2,"entry":2,"paid":10,"bounty":0,"stack":50}"#,
        r#"{"event":"player_registered","player":3,"entry":3,"paid":10,"bounty":0,"stack":50}"#,
        r#"{"event":"registration_closed","entries":3,"players":3,"alive":3,"pool":30,"overlay":0,"bounty_pool":0,"prizes":[20,10]}"#,
        r#"{"event":"seat_assigned","player":1,"entry":1,"table":1,"seat":1,"stack":50,"why":"start"}"#,
        r#"{"event":"seat_assigned","player":2,"entry":2,"table":1,"seat":2,"stack":50,"why":"start"}"#,
        r#"{"event":"seat_assigned","player":3,"entry":3,"table":2,"seat":1,"stack":50,"why":"start"}"#,
        r#"{"event":"player_moved","player":3,"from":[2,1],"to":[1,3],"why":"break"}"#,
        r#"{"event":"player_eliminated","player":2,"entry":2,"table":1,"hand":4,"stack":50}"#,
        r#"{"event":"place_assigned","player":2,"best":3,"worst":3}"#,
        r#"{"event":"player_eliminated","player":3,"entry":3,"table":1,"hand":5,"stack":50}"#,
        r#"{"event":"place_assigned","player":3,"best":2,"worst":2}"#,
        r#"{"event":"prize_awarded","player":3,"amount":10,"why":"place"}"#,
        r#"{"event":"place_assigned","player":1,"best":1,"worst":1}"#,
        r#"{"event":"prize_awarded","player":1,"amount":20,"why":"place"}"#,
        r#"{"event":"tournament_completed","players":[1]}"#,
    ];

    fn judge(lines: &[String]) -> Verdict {
        let mut check = EventCheck::default();
        for line in lines {
            check.take(&serde_json::from_str(line).unwrap());
        }
        check.finish()
    }

    fn sound() -> Vec<String> {
        SOUND.map(str::to_owned).to_vec()
    }

    #[test]
    fn a_sound_tournament_has_no_fault() {
        let verdict = judge(&sound());
        assert_eq!(verdict.faults, Vec::<String>::new());
        assert_eq!(
            (verdict.events, verdict.players, verdict.moves, verdict.chips),
            (16, 3, 1, 150)
        );
        assert_eq!((verdict.places[&3], verdict.prizes[&1]), ((2, 2), 20));
    }

    #[test]
    fn every_line_that_is_missing_twice_or_changed_is_found() {
        for (at, line) in SOUND.into_iter().enumerate() {
            let mut missing = sound();
            missing.remove(at);
            assert!(!judge(&missing).faults.is_empty(), "without {line}");
            let mut twice = sound();
            twice.insert(at, line.to_owned());
            assert!(!judge(&twice).faults.is_empty(), "twice {line}");
        }
        let changes = [
            (r#""table":2,"seat":1"#, r#""table":1,"seat":2"#),
            (r#""to":[1,3]"#, r#""to":[1,1]"#),
            (r#""from":[2,1]"#, r#""from":[2,2]"#),
            (r#""best":3,"worst":3"#, r#""best":2,"worst":3"#),
            (r#""amount":10"#, r#""amount":11"#),
            (r#""pool":30"#, r#""pool":31"#),
        ];
        for (from, to) in changes {
            let other: Vec<String> = SOUND.iter().map(|line| line.replace(from, to)).collect();
            assert!(!judge(&other).faults.is_empty(), "{to}");
        }
    }

    #[test]
    fn players_who_tie_share_their_places() {
        let shares = |line: &&str| {
            let line = line.replace(r#""best":3,"worst":3"#, r#""best":2,"worst":3"#);
            line.replace(r#""best":2,"worst":2"#, r#""best":2,"worst":3"#)
        };
        let lines: Vec<String> = SOUND.iter().map(shares).collect();
        assert_eq!(judge(&lines).faults, Vec::<String>::new());
    }
}
