//! The decisions of a table's host, and the players who have asked the host for a seat.

use std::sync::Arc;

use poker_engine::table::{CashTable, TableEvent};
use poker_engine::{Chips, SeatIx};
use poker_owner::rows::account;
use poker_protocol::v1::host::{HostDeed, HostRules, HostStakes, SeatRequest, SeatRequestState};
use poker_protocol::v1::{PlayerInfo, PlayerKind, PublicEvent};
use poker_store::{AccountId, Transfer};
use poker_wire as wire;
use serde::{Deserialize, Serialize};

use super::applied::{Applied, Refusal};
use super::pauses::pause;
use super::players::player_id;
use super::table::{Table, account_of_info};

/// Maximum number of seat requests, answered ones included. It exceeds the number of seats at a table, and is small
/// enough to send the whole list with every change.
const REQUESTS: usize = 20;

/// A decision of the host, as the journal keeps it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum HostRule {
    /// No new hand begins.
    Pause {
        /// Minutes after which hands begin again by themselves; left out for a pause without an end.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        minutes: Option<u8>,
    },
    /// Hands begin again.
    Resume {},
    /// The running hand stands still.
    StopHand {
        /// Minutes after which it goes on by itself.
        minutes: u8,
    },
    /// The players who hold cards of a stopped hand are asked to show them.
    AskReveal {},
    /// A stopped hand whose cards lie open is void.
    EndHand {},
    /// Players who want to sit down have to ask the host, or no longer need to.
    Approval {
        /// `true` if they have to ask.
        on: bool,
    },
    /// A player who has asked may sit down, or may not.
    Answer {
        /// The player's account.
        #[serde(with = "account")]
        account: AccountId,
        /// `true` if the player may sit down.
        accepted: bool,
    },
    /// A player moves to another seat.
    Move {
        /// The player's account.
        #[serde(with = "account")]
        account: AccountId,
        /// Number of the new seat, from 1.
        seat: u8,
    },
    /// The stakes change.
    Stakes {
        /// All new stakes.
        stakes: HostStakes,
    },
    /// The current game ends and the next one in the rotation begins.
    NextGame {},
    /// The number of invited house bots changes.
    Bots {
        /// Number of bots.
        count: u8,
    },
    /// The table closes at the end of the hand.
    Close {},
    /// Another player becomes the host.
    HandOver {
        /// The player's account.
        #[serde(with = "account")]
        account: AccountId,
    },
    /// The voice room has another link, or none.
    Voice {
        /// The link.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        link: Option<String>,
    },
}

/// The host's decisions, including those that take effect at the end of the running hand.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct Hosting {
    rules: HostRules,
    /// Stakes that take effect at the end of the hand.
    #[serde(skip_serializing_if = "Option::is_none")]
    agreed: Option<HostStakes>,
    /// The stakes in force, if the host has changed them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) played_for: Option<HostStakes>,
    /// All hosts so far, the present one last, once the table has been handed over.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) hosts: Vec<String>,
    /// The players with a seat, in the order in which they came.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) came: Vec<String>,
}

impl Hosting {
    /// The public part of the decisions.
    pub(crate) const fn rules(&self) -> &HostRules {
        &self.rules
    }

    /// The same, to be changed.
    pub(super) const fn rules_mut(&mut self) -> &mut HostRules {
        &mut self.rules
    }

    /// `true` if the host has accepted a player who asked for a seat.
    pub(super) fn has_accepted(&self, player: &str) -> bool {
        self.state_of(player) == Some(SeatRequestState::Accepted)
    }

    /// `true` if the host has decided nothing.
    pub(super) fn is_default(&self) -> bool {
        *self == Self::default()
    }

    fn state_of(&self, player: &str) -> Option<SeatRequestState> {
        let asked = self.rules.requests.iter().find(|asked| asked.player.id == player);
        asked.map(|asked| asked.state)
    }

    /// Drops a player's request; `false` if there was none.
    fn forget(&mut self, player: &str) -> bool {
        let before = self.rules.requests.len();
        self.rules.requests.retain(|asked| asked.player.id != player);
        self.rules.requests.len() < before
    }

    /// Makes room for one more request by dropping the oldest refused one.
    fn make_room(&mut self) -> Result<(), Refusal> {
        let requests = &mut self.rules.requests;
        if requests.len() < REQUESTS {
            return Ok(());
        }
        let refused = requests
            .iter()
            .position(|asked| asked.state == SeatRequestState::Refused);
        requests.remove(refused.ok_or(Refusal::RequestsFull { max: REQUESTS })?);
        Ok(())
    }
}

/// The game of the next hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NextGame {
    /// The same as in the last hand.
    Same,
    /// A different one.
    Other,
}

impl NextGame {
    /// [`Self::Other`] if the game changes.
    pub(super) const fn of(changes: bool) -> Self {
        if changes { Self::Other } else { Self::Same }
    }
}

/// Sets a flag, or refuses if it would not change.
fn change(flag: &mut bool, to: bool) -> Result<(), Refusal> {
    if *flag == to {
        return Err(Refusal::NoChange);
    }
    *flag = to;
    Ok(())
}

impl Table {
    /// Carries out a decision of the host.
    pub(super) fn rule(&mut self, rule: &HostRule, at: i64) -> Result<Applied, Refusal> {
        // Tournament tables have no host.
        self.law.cash_mut()?;
        let (is_private, is_stopped) = (self.is_among_friends(), self.is_stopped());
        let rules = &mut self.hosting.rules;
        let deed = match rule {
            HostRule::Pause { minutes: Some(_) } | HostRule::Voice { .. } if !is_private => {
                return Err(Refusal::PublicTable);
            }
            HostRule::Pause { minutes } => {
                // A hand does not stand still for ever.
                let is_endless = minutes.is_none() && is_stopped;
                if is_endless || !pause(rules, *minutes, at) {
                    return Err(Refusal::NoChange);
                }
                HostDeed::Paused
            }
            HostRule::Resume {} => {
                change(&mut rules.paused, false)?;
                rules.paused_until = None;
                let mut applied = self.ruled(HostDeed::Resumed);
                applied.extend(self.go_on());
                return Ok(applied);
            }
            HostRule::StopHand { minutes } => return self.stop_hand(*minutes, at),
            HostRule::AskReveal {} => return self.ask_reveal(),
            HostRule::EndHand {} => return self.end_hand(),
            HostRule::Voice { link } => {
                if rules.voice == *link {
                    return Err(Refusal::NoChange);
                }
                rules.voice.clone_from(link);
                HostDeed::Voice
            }
            HostRule::Close {} => {
                change(&mut rules.closing, true)?;
                HostDeed::Closing
            }
            HostRule::Approval { on } => {
                change(&mut rules.approval, *on)?;
                rules.requests.clear();
                if *on {
                    HostDeed::ApprovalOn
                } else {
                    HostDeed::ApprovalOff
                }
            }
            HostRule::Answer { account, accepted } => {
                self.answer_request(*account, *accepted)?;
                HostDeed::Requests
            }
            HostRule::Bots { count } => {
                self.ask_bots(*count)?;
                HostDeed::Bots
            }
            HostRule::Move { account, seat } => return self.move_player(*account, *seat),
            HostRule::HandOver { account } => return self.hand_over(*account),
            HostRule::Stakes { stakes } => return self.set_stakes(*stakes),
            HostRule::NextGame {} => return self.next_game(),
        };
        Ok(self.ruled(deed))
    }

    /// Adds a player's request for a seat, or withdraws it.
    pub(super) fn ask_seat(&mut self, player: &PlayerInfo, ask: bool) -> Result<Applied, Refusal> {
        let account = account_of_info(player)?;
        let state = self.hosting.state_of(&player.id);
        if !ask {
            if !self.hosting.forget(&player.id) {
                return Err(Refusal::NoChange);
            }
            return Ok(self.ruled(HostDeed::Requests));
        }
        if self.hosting.rules.closing {
            return Err(Refusal::Closed);
        }
        match state {
            Some(SeatRequestState::Refused) => return Err(Refusal::NotAccepted),
            Some(_) => return Err(Refusal::NoChange),
            None if self.setup.host == Some(account) => return Err(Refusal::NoChange),
            None if !self.hosting.rules.approval && !self.comes_back(&player.id) => return Err(Refusal::NoChange),
            None => {}
        }
        if let Some(seat) = self.seat_of(account) {
            return Err(poker_engine::table::TableRuleError::AlreadySeated { seat }.into());
        }
        self.hosting.make_room()?;
        self.hosting.rules.requests.push(SeatRequest {
            player: player.clone(),
            state: SeatRequestState::Asked,
        });
        Ok(self.ruled(HostDeed::Requests))
    }

    /// Refuses a player whom the host does not let sit down or wait for a seat.
    pub(super) fn check_accepted(&self, player: &PlayerInfo) -> Result<(), Refusal> {
        let rules = &self.hosting.rules;
        if rules.closing {
            return Err(Refusal::Closed);
        }
        let is_host = self.setup.host == Some(account_of_info(player)?);
        let is_asked_in = player.kind == PlayerKind::Bot && self.seated_bots() < usize::from(rules.bots);
        if !rules.approval || is_host || is_asked_in || self.hosting.has_accepted(&player.id) {
            Ok(())
        } else {
            Err(Refusal::NotAccepted)
        }
    }

    /// Ends an account's request, because it has taken a seat or was sent away.
    pub(super) fn end_request(&mut self, account: AccountId, applied: &mut Applied) {
        if self.hosting.forget(&account.to_string()) {
            applied.extend(self.ruled(HostDeed::Requests));
        }
    }

    /// Adds chips from the host's own account to a stack that is not in a running hand.
    pub(super) fn give_chips(
        &mut self,
        from: AccountId,
        account: AccountId,
        amount: Chips,
    ) -> Result<Applied, Refusal> {
        if self.hosting.rules.closing {
            return Err(Refusal::Closed);
        }
        if self.has_own_chips() {
            return Err(Refusal::OtherChips);
        }
        let law = self.law.cash_mut()?;
        let seat = law.seat_of(player_id(account));
        let is_dealt_in = law
            .hand()
            .zip(seat)
            .is_some_and(|(hand, seat)| hand.dealt.contains(seat));
        if is_dealt_in {
            return Err(poker_engine::table::TableRuleError::HandRunning.into());
        }
        let events = law.rebuy(player_id(account), amount)?;
        let given = PublicEvent::ChipsGiven {
            seat: seat.map_or(0, SeatIx::number),
            amount: wire::chips(amount),
        };
        let mut applied = self.tell_one(&given);
        applied.transfers.push(Transfer::buy_in(from, self.id, amount));
        let follow = self.follow(events);
        applied.extend(follow);
        Ok(applied)
    }

    /// Carries out what was postponed to the end of the hand, with its events; `next` is the game that follows in any
    /// case.
    pub(super) fn after_hand(&mut self, next: NextGame, applied: &mut Applied) {
        let (told, events) = self.do_agreed(next);
        for event in &told {
            applied.extend(self.tell_one(event));
        }
        applied.extend(self.follow(events));
    }

    /// Carries out what was postponed to the end of the hand.
    ///
    /// # Panics
    /// If table law refuses what it accepted while the hand was running.
    pub(super) fn do_agreed(&mut self, next: NextGame) -> (Vec<PublicEvent>, Vec<TableEvent>) {
        let (mut told, mut events) = (Vec::new(), Vec::new());
        let Some(passed_out) = self
            .law
            .cash()
            .filter(|law| law.hand().is_none())
            .map(CashTable::passed_out)
        else {
            return (told, events);
        };
        let before = self.hosting.rules.clone();
        if let Some(stakes) = self.hosting.agreed.take() {
            self.hosting.rules.stakes = false;
            let (public, follow) = self.play_for(stakes).expect("these stakes were checked");
            told.push(public);
            events.extend(follow);
        }
        if self.hosting.rules.next_game && next == NextGame::Other {
            self.hosting.rules.next_game = false;
        } else if self.hosting.rules.next_game && passed_out == 0 {
            self.hosting.rules.next_game = false;
            let (public, follow) = self.skip_game().expect("games come in turn, and no hand runs");
            told.push(public);
            events.extend(follow);
        }
        if self.hosting.rules != before {
            told.push(self.as_told(HostDeed::Done));
        }
        (told, events)
    }

    fn answer_request(&mut self, account: AccountId, accepted: bool) -> Result<(), Refusal> {
        let id = account.to_string();
        let mut requests = self.hosting.rules.requests.iter_mut();
        let asked = requests.find(|asked| asked.player.id == id).ok_or(Refusal::NoChange)?;
        let state = if accepted {
            SeatRequestState::Accepted
        } else {
            SeatRequestState::Refused
        };
        if asked.state == state {
            return Err(Refusal::NoChange);
        }
        asked.state = state;
        Ok(())
    }

    fn ask_bots(&mut self, count: u8) -> Result<(), Refusal> {
        // A practice table has bots of its own.
        if !self.setup.private || self.setup.practice {
            return Err(Refusal::BotsPublic);
        }
        let max = self.setup.law.seat_count.saturating_sub(1);
        if count > max {
            return Err(Refusal::TooManyBots { max });
        }
        if self.hosting.rules.bots == count {
            return Err(Refusal::NoChange);
        }
        self.hosting.rules.bots = count;
        Ok(())
    }

    fn move_player(&mut self, account: AccountId, seat: u8) -> Result<Applied, Refusal> {
        let seats = self.setup.law.seat_count;
        let to = SeatIx::from_number(seat).ok_or(Refusal::NoSuchSeat { seat, seats })?;
        let events = self.law.cash_mut()?.move_player(player_id(account), to)?;
        Ok(self.follow(events))
    }

    /// Changes the stakes: immediately between hands, otherwise at the end of the hand.
    fn set_stakes(&mut self, stakes: HostStakes) -> Result<Applied, Refusal> {
        let setup = self.setup.with_stakes(&stakes)?;
        let is_same = setup.program == self.setup.program && setup.law.buy_in == self.setup.law.buy_in;
        if is_same && self.hosting.agreed.is_none() || self.hosting.agreed == Some(stakes) {
            return Err(Refusal::NoChange);
        }
        if self.law.hand().is_some() {
            self.hosting.agreed = Some(stakes);
            self.hosting.rules.stakes = true;
            return Ok(self.ruled(HostDeed::Stakes));
        }
        let (told, events) = self.play_for(stakes)?;
        let mut applied = self.tell_one(&told);
        applied.extend(self.follow(events));
        Ok(applied)
    }

    /// Puts new stakes into force, between hands.
    fn play_for(&mut self, stakes: HostStakes) -> Result<(PublicEvent, Vec<TableEvent>), Refusal> {
        let setup = self.setup.with_stakes(&stakes)?;
        let mut mix = self.mix.clone();
        let stays = mix.set_program(Arc::clone(&setup.program));
        stays.map_err(|error| Refusal::Broken(error.to_string()))?;
        let law = self.law.cash_mut()?;
        let events = law.set_stakes(setup.law.buy_in, mix.table_game().clone())?;
        (self.mix, self.setup) = (mix, Arc::new(setup));
        self.hosting.played_for = Some(stakes);
        let changed = PublicEvent::StakesChanged {
            game: self.setup.at_hand(self.mix.game(), &self.law.structure()),
            buy_in_min: wire::chips(self.setup.law.buy_in.min),
            buy_in_max: wire::chips(self.setup.law.buy_in.max),
        };
        Ok((changed, events))
    }

    /// Moves on to the next game of a rotation: immediately between hands, otherwise at the end of the hand, once its
    /// pot has been won. In dealer's choice, a dealer who has not picked yet gets the table's default game.
    fn next_game(&mut self) -> Result<Applied, Refusal> {
        if let Some(dealer) = self.mix.asked().map(|asked| asked.dealer) {
            return self.pick(dealer.number(), None);
        }
        if !self.mix.takes_turns() {
            return Err(Refusal::NoOtherGame);
        }
        if self.law.hand().is_some() || self.law.cash_mut()?.passed_out() > 0 {
            change(&mut self.hosting.rules.next_game, true)?;
            return Ok(self.ruled(HostDeed::NextGame));
        }
        let (told, events) = self.skip_game()?;
        let mut applied = self.tell_one(&told);
        applied.extend(self.follow(events));
        Ok(applied)
    }

    fn skip_game(&mut self) -> Result<(PublicEvent, Vec<TableEvent>), Refusal> {
        let events = self.mix.skip(self.law.cash_mut()?)?;
        let changed = PublicEvent::GameChanged {
            game: self.setup.at_hand(self.mix.game(), &self.law.structure()),
            seat: None,
            auto: false,
        };
        Ok((changed, events))
    }

    pub(super) fn ruled(&mut self, deed: HostDeed) -> Applied {
        let told = self.as_told(deed);
        self.tell_one(&told)
    }

    fn as_told(&self, deed: HostDeed) -> PublicEvent {
        PublicEvent::HostRuled {
            deed,
            rules: self.hosting.rules.clone(),
        }
    }
}
