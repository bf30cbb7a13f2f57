//! The waiting list of an event whose places are all taken. Rule: tournament 1.8.
//!
//! A line costs nothing. A place that frees goes to the first in line, in a step of its own that takes the price from the account;
//! whoever cannot pay or may not enter is passed over. The list lives while entries are open.

use std::collections::{HashMap, VecDeque};
use std::sync::Arc;

use poker_engine::tournament::director::{Phase, Player, PlayerNo, Refusal};
use poker_protocol::v1::tournament::{
    FloorAction, FloorPassedOver, FloorWaiting, TournamentEvent, WaitEnd, YourWaitlist,
};
use poker_protocol::v1::{PlayerInfo, PlayerKind, UnixMs};
use poker_store::{AccountId, Rulings};

use super::command::{BadCommand, Command, EventOrder};
use super::state::{Applied, Entrant, Refused, Tournament};

/// The most lines of a list, however many places there are.
const LINES_MAX: usize = 1_000;

/// The most ended waits that are remembered, oldest forgotten first.
const ENDED_MAX: usize = LINES_MAX;

/// Ended waits that the desk shows.
const SHOWN: usize = 100;

/// The lines in their order, and how earlier ones ended.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Waitlist {
    lines: Vec<Line>,
    /// The place of each account, from 1. A change moves many lines, and all of them ask for their places then.
    places: HashMap<AccountId, u32>,
    /// The number of the last line.
    last: u32,
    ended: VecDeque<Ended>,
    /// The end of each account's last wait.
    ends: HashMap<AccountId, WaitEnd>,
}

/// Changes of a list by a command.
#[derive(Debug, Default)]
pub(crate) struct WaitlistChanges {
    /// `true` if lines came, went or moved.
    pub(crate) changed: bool,
    /// Accounts that are no longer on the list.
    pub(crate) gone: Vec<AccountId>,
    /// `true` if the command gives a place to the list.
    pub(crate) is_admission: bool,
    /// The account that was given a place.
    pub(crate) place_given: Option<AccountId>,
}

/// A line of the list.
#[derive(Clone, Debug, PartialEq)]
pub(crate) struct Line {
    /// Its number, never used again.
    pub(crate) no: u32,
    /// The account; `None` for a player whom an official has put on the list by name.
    pub(crate) account: Option<AccountId>,
    pub(crate) info: PlayerInfo,
    /// In milliseconds since 1970.
    since: i64,
}

/// The end of a wait.
#[derive(Clone, Debug, PartialEq)]
struct Ended {
    account: Option<AccountId>,
    info: PlayerInfo,
    why: WaitEnd,
}

impl Waitlist {
    /// Returns the lines, first in line first.
    pub(crate) fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Returns the place of an account, from 1.
    pub(crate) fn place_of(&self, account: AccountId) -> Option<u32> {
        self.places.get(&account).copied()
    }

    /// Gives the accounts the places of their lines.
    fn number_places(&mut self) {
        let places = (1..).zip(&self.lines);
        self.places = places
            .filter_map(|(place, line)| Some((line.account?, place)))
            .collect();
    }

    fn line(&self, no: u32) -> Option<&Line> {
        self.lines.iter().find(|line| line.no == no)
    }

    fn has_name(&self, name: &str) -> bool {
        let name = name.trim().to_lowercase();
        self.lines.iter().any(|line| line.info.name.to_lowercase() == name)
    }

    fn add(&mut self, account: Option<AccountId>, info: PlayerInfo, since: i64) {
        self.last += 1;
        self.forget(account);
        self.lines.push(Line {
            no: self.last,
            account,
            info,
            since,
        });
    }

    fn take(&mut self, no: u32) -> Option<Line> {
        let at = self.lines.iter().position(|line| line.no == no)?;
        Some(self.lines.remove(at))
    }

    fn note_end(&mut self, line: Line, why: WaitEnd) {
        let Line { account, info, .. } = line;
        self.ends.extend(account.map(|account| (account, why)));
        self.ended.push_back(Ended { account, info, why });
        if self.ended.len() > ENDED_MAX {
            // An account has one line among them: the next wait forgets the one before.
            let oldest = self.ended.pop_front().and_then(|ended| ended.account);
            if let Some(account) = oldest {
                self.ends.remove(&account);
            }
        }
    }

    /// Forgets how an account's earlier wait ended.
    fn forget(&mut self, account: Option<AccountId>) {
        if account.is_some_and(|account| self.ends.remove(&account).is_some()) {
            self.ended.retain(|ended| ended.account != account);
        }
    }
}

impl Tournament {
    /// `true` if a player who enters now would have to wait: all places are taken, or the free ones are for those who wait.
    pub(super) fn is_full(&self) -> bool {
        self.director.is_full() || (self.director.accepts_entries() && !self.waitlist.lines.is_empty())
    }

    /// `true` if an account that asks for an entry, or to wait for one, has to wait.
    pub(super) fn would_wait(&self, account: AccountId) -> bool {
        self.player_of(account).is_none() && self.is_full()
    }

    /// `true` if a player who is not on the list may enter now.
    pub(crate) fn takes_entries(&self) -> bool {
        self.director.accepts_entries() && self.waitlist.lines.is_empty()
    }

    /// Returns the most lines of the list.
    fn most_lines(&self) -> usize {
        let places = usize::try_from(self.director.structure().entries.1).unwrap_or(usize::MAX);
        places.min(LINES_MAX)
    }

    /// Returns the first in line, if a place is free.
    pub(super) fn first_to_admit(&self) -> Option<&Line> {
        self.waitlist.lines.first().filter(|_| self.director.accepts_entries())
    }

    /// Returns the command that gives the first in line the free place, or passes the line over.
    pub(super) fn admission(&self, line: &Line, verdict: Result<(), WaitEnd>) -> Command {
        let is_free = !self.setup.live || self.check_name(&line.info.name).is_ok();
        let verdict = verdict.and(if is_free { Ok(()) } else { Err(WaitEnd::Name) });
        let waiting = line.no;
        match verdict {
            Ok(()) => Command::Admit { waiting },
            Err(why) => Command::PassOver { waiting, why },
        }
    }

    /// Returns the bot that gives its place to a person who waits, before the start of an event that house bots fill up: the
    /// one that entered last.
    pub(super) fn bot_giving_way(&self) -> Option<AccountId> {
        let gives = self.setup.fill > 0 && self.director.phase() == Phase::Registering && self.director.is_full();
        let first = self.waitlist.lines.first().filter(|_| gives)?;
        if first.info.kind == PlayerKind::Bot {
            return None;
        }
        let is_bot = |(number, entrant): &(PlayerNo, &Entrant)| {
            entrant.info.kind == PlayerKind::Bot && self.director.player(*number).is_some_and(Player::is_alive)
        };
        let bot = self.entrants().filter(is_bot).last();
        bot.and_then(|(_, entrant)| entrant.account)
    }

    /// The accounts on the list that operators have banned, deleted or renamed since.
    pub(crate) fn waiting_in_vain(&self, rulings: &Rulings) -> Vec<AccountId> {
        let lines = self.waitlist.lines.iter();
        let accounts = lines.filter_map(|line| {
            line.account
                .filter(|account| rulings.sends_away(*account, &line.info.name))
        });
        accounts.collect()
    }

    /// Carries out a command that concerns the list alone; `None` if it is another.
    pub(super) fn apply_to_waitlist(&mut self, order: &EventOrder) -> Option<Result<Applied, Refused>> {
        match &order.command {
            Command::Wait { player } => Some(self.wait(player, order.at)),
            Command::LeaveWaitlist { account } => {
                let no = self.waitlist.lines.iter().find(|line| line.account == Some(*account));
                let no = no.map(|line| line.no).ok_or(Refused::Bad(BadCommand::Player));
                Some(no.and_then(|no| self.end_wait(no, None)))
            }
            Command::PassOver { waiting, why } => Some(self.end_wait(*waiting, Some(*why))),
            _ => None,
        }
    }

    fn wait(&mut self, player: &PlayerInfo, since: i64) -> Result<Applied, Refused> {
        let account: AccountId = player.id.parse().map_err(|_| BadCommand::Player)?;
        if self.player_of(account).is_some() {
            return Err(Refused::AlreadyRegistered);
        }
        if let Some(place) = self.waitlist.place_of(account) {
            return Err(Refused::AlreadyWaiting(place));
        }
        self.check_wait(&player.name)?;
        Arc::make_mut(&mut self.waitlist).add(Some(account), player.clone(), since);
        let mut applied = Applied::default();
        self.tell_waitlist(&mut applied);
        Ok(applied)
    }

    /// Checks that the list takes another line, of this name.
    fn check_wait(&self, name: &str) -> Result<(), Refused> {
        if !self.is_full() {
            let is_open = self.director.accepts_entries();
            return Err(if is_open {
                Refusal::NoChange
            } else {
                Refusal::EntriesClosed
            }
            .into());
        }
        let most = self.most_lines();
        if self.waitlist.lines.len() >= most {
            return Err(Refused::WaitlistFull(most));
        }
        if self.setup.live {
            self.check_name(name)?;
            if self.waitlist.has_name(name) {
                return Err(Refused::BadName);
            }
        }
        Ok(())
    }

    fn end_wait(&mut self, no: u32, why: Option<WaitEnd>) -> Result<Applied, Refused> {
        let waitlist = Arc::make_mut(&mut self.waitlist);
        let line = waitlist.take(no).ok_or(Refusal::NoSuchPlayer)?;
        let mut applied = Applied::default();
        applied.waitlist.gone.extend(line.account);
        if let Some(why) = why {
            waitlist.note_end(line, why);
        }
        self.tell_waitlist(&mut applied);
        Ok(applied)
    }

    fn tell_waitlist(&mut self, applied: &mut Applied) {
        Arc::make_mut(&mut self.waitlist).number_places();
        applied.waitlist.changed = true;
        let waiting = u32::try_from(self.waitlist.lines.len()).unwrap_or(u32::MAX);
        self.tell(TournamentEvent::WaitlistChanged { waiting }, applied);
    }

    /// Returns the player to whom a command gives a place. In a live event it is a name, as of all its players.
    pub(super) fn entrant_from_waitlist(&self, command: &Command) -> Result<Option<Entrant>, Refused> {
        let Command::Admit { waiting } = command else {
            return Ok(None);
        };
        let line = self.waitlist.line(*waiting).ok_or(Refusal::NoSuchPlayer)?;
        if self.setup.live {
            self.check_name(&line.info.name)?;
            return Ok(Some(self.entrant_named(&line.info.name)));
        }
        Ok(Some(Entrant {
            account: line.account,
            info: line.info.clone(),
        }))
    }

    /// Takes the line off the list to which a command has given a place.
    pub(super) fn note_admission(&mut self, command: &Command, applied: &mut Applied) {
        let Command::Admit { waiting } = command else {
            return;
        };
        let waitlist = Arc::make_mut(&mut self.waitlist);
        let Some(line) = waitlist.take(*waiting) else {
            return;
        };
        applied.waitlist.place_given = line.account;
        applied.waitlist.gone.extend(line.account);
        if self.setup.live {
            waitlist.note_end(line, WaitEnd::Seated);
        }
        self.tell_waitlist(applied);
    }

    /// Ends all waits once entries are closed.
    pub(super) fn close_waitlist(&mut self, applied: &mut Applied) {
        if self.waitlist.lines.is_empty() || self.is_full() {
            return;
        }
        let waitlist = Arc::make_mut(&mut self.waitlist);
        for line in std::mem::take(&mut waitlist.lines) {
            applied.waitlist.gone.extend(line.account);
            waitlist.note_end(line, WaitEnd::Closed);
        }
        self.tell_waitlist(applied);
    }

    /// Checks an official's action on the list.
    pub(super) fn check_waitlist_act(&self, action: &FloorAction) -> Result<(), Refused> {
        match action {
            FloorAction::Wait { name } => {
                self.check_name(name)?;
                self.check_wait(name)
            }
            FloorAction::MoveUp { waiting } | FloorAction::StopWaiting { waiting } => {
                let line = self.waitlist.line(*waiting).ok_or(Refusal::NoSuchPlayer)?;
                let is_first = self.waitlist.lines.first() == Some(line);
                if is_first && matches!(action, FloorAction::MoveUp { .. }) {
                    return Err(Refusal::NoChange.into());
                }
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// Carries out an official's action on the list.
    pub(super) fn note_waitlist_act(&mut self, action: &FloorAction, at: i64, applied: &mut Applied) {
        let waitlist = Arc::make_mut(&mut self.waitlist);
        match action {
            FloorAction::Wait { name } => {
                let info = PlayerInfo {
                    id: format!("waiting-{}", waitlist.last + 1),
                    name: name.trim().to_owned(),
                    kind: PlayerKind::Guest,
                };
                waitlist.add(None, info, at);
            }
            FloorAction::MoveUp { waiting } => {
                let Some(line) = waitlist.take(*waiting) else { return };
                waitlist.lines.insert(0, line);
            }
            FloorAction::StopWaiting { waiting } => {
                let Some(line) = waitlist.take(*waiting) else { return };
                applied.waitlist.gone.extend(line.account);
                waitlist.note_end(line, WaitEnd::Removed);
            }
            _ => return,
        }
        self.tell_waitlist(applied);
    }

    /// Returns the list as it concerns an account that has not entered.
    pub(super) fn waitlist_for(&self, account: AccountId) -> Option<YourWaitlist> {
        let place = self.waitlist.place_of(account);
        let yours = YourWaitlist {
            open: place.is_none() && self.is_full(),
            place,
            ended: self.waitlist.ends.get(&account).copied(),
        };
        (yours != YourWaitlist::default()).then_some(yours)
    }

    /// Returns the lines as officials see them.
    pub(super) fn shown_waitlist(&self) -> Vec<FloorWaiting> {
        let lines = self.waitlist.lines.iter();
        let shown = lines.map(|line| FloorWaiting {
            waiting: line.no,
            who: line.info.clone(),
            since: UnixMs::new(line.since.max(0).unsigned_abs()).unwrap_or_default(),
        });
        shown.collect()
    }

    /// Returns the latest waits that ended without a place, as officials see them.
    pub(super) fn shown_passed_over(&self) -> Vec<FloorPassedOver> {
        let ended = self.waitlist.ended.iter().rev();
        let ended = ended.filter(|ended| !matches!(ended.why, WaitEnd::Seated | WaitEnd::Closed));
        let shown = ended.map(|ended| FloorPassedOver {
            who: ended.info.clone(),
            why: ended.why,
        });
        shown.take(SHOWN).collect()
    }
}
