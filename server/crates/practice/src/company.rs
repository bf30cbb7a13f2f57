//! The bots of a practice table. They can see and do what any client can: they receive the frames that the table sends
//! them and send requests, only without a socket in between. Who sits where is asked of the table, as a guest asks.

use std::sync::Arc;
use std::time::Duration;

use poker_bots::house::{HOUSE_NAMES, Style};
use poker_bots::{Ask, Bot, TableModel, hear};
use poker_owner::{Burst, Caller, Deliver, Outbox, OutboxError, Reply};
use poker_protocol::v1::client::Entry;
use poker_protocol::v1::table::{SeatState, SeatStatus, TableInfo, TableState};
use poker_protocol::v1::{
    Action, Chips, CloseCode, ErrorCode, PlayerInfo, PlayerKind, ServerMsg, TableId as WireTableId,
};
use poker_store::AccountId;
use poker_table::{HostRule, Mail, TableError, TableHandle, TableRequest};
use rand::RngExt;
use rand::rngs::StdRng;
use rand::seq::SliceRandom;
use tokio::sync::{mpsc, oneshot};
use tokio::time::{Instant, MissedTickBehavior, interval, sleep_until};

use super::{Counted, Practice};

/// Interval at which the bots check the table.
const ROUND: Duration = Duration::from_millis(200);

/// Time for the player to sit down.
const SIT_WITHIN: Duration = Duration::from_mins(2);

/// Time for which the player may be away.
const AWAY: Duration = Duration::from_mins(3);

/// Pause before a bot retries after a refusal.
const PATIENCE: Duration = Duration::from_secs(1);

/// A bot's pretended thinking time, in milliseconds, before the server's own percentage is applied.
const THINK_MS: std::ops::RangeInclusive<u64> = 400..=1_300;

/// Bursts that may wait in the inbox: more than a table sends to all its seats over several hands.
const INBOX: usize = 4_096;

/// Delivers the table's frames for one player to the inbox.
struct Chair {
    at: usize,
    to: mpsc::Sender<(usize, Burst)>,
}

impl Deliver for Chair {
    fn deliver(&self, burst: &Burst) -> Result<(), OutboxError> {
        self.to.try_send((self.at, burst.clone())).map_err(|error| match error {
            mpsc::error::TrySendError::Full(_) => OutboxError::Full,
            mpsc::error::TrySendError::Closed(_) => OutboxError::Closed,
        })
    }

    fn close(&self, _: CloseCode) {}
}

/// One of the bots.
struct Member {
    caller: Caller,
    model: Option<TableModel>,
    bot: Box<dyn Bot>,
    /// The decision under consideration, and the time of its answer.
    thinks: Option<(Instant, Ask)>,
    /// The last decision answered: a snapshot may repeat the question.
    answered: Option<(u64, u32)>,
    /// Time of the next look at the seat.
    try_at: Instant,
}

struct Company {
    table: WireTableId,
    handle: TableHandle,
    /// The player, in whose name the table is closed.
    host: Caller,
    /// The table as spectators see it, at the last look.
    seen: Option<TableState>,
    /// The table as a player who has left sees it.
    left: Option<TableModel>,
    members: Vec<Member>,
    buy_in: Chips,
    think_percent: u32,
    random: StdRng,
    requests: u64,
    presence: Presence,
    /// Set once the table deals. It starts when the player has a seat, so that all are in the first hand.
    deals: bool,
}

/// Tracks how long the player has been away.
#[derive(Debug)]
struct Presence {
    opened_at: Instant,
    /// The last time the player was present.
    here_at: Option<Instant>,
    /// `true` if the player was present at the last check.
    is_here: bool,
}

impl Presence {
    const fn new(opened_at: Instant) -> Self {
        Self {
            opened_at,
            here_at: None,
            is_here: false,
        }
    }

    /// Returns `true` if the player is gone or never came. `seat` is the current status of the player's seat, and
    /// whether the player is connected.
    fn is_over(&mut self, seat: Option<(SeatStatus, bool)>, now: Instant) -> bool {
        let sits = seat.is_some_and(|(status, _)| status != SeatStatus::Leaving);
        // A player who sits out for long is away as well.
        let is_here = seat.is_some_and(|(status, connected)| connected && status != SeatStatus::SittingOut);
        self.is_here = sits && is_here;
        if self.is_here {
            self.here_at = Some(now);
        }
        match self.here_at {
            None => now - self.opened_at > SIT_WITHIN,
            Some(here_at) => !sits || now - here_at > AWAY,
        }
    }
}

/// The chair that finishes the hand in the player's place.
const HOST: usize = usize::MAX;

/// Seats the bots at a table that was just opened. They play until the player is gone, and then close the table.
pub(super) fn seat(
    practice: &Practice,
    handle: TableHandle,
    (account, info): (AccountId, PlayerInfo),
    table: &TableInfo,
    bots: u8,
    counted: Counted,
) {
    let (to, inbox) = mpsc::channel(INBOX);
    let mut random: StdRng = rand::make_rng();
    let mut names = HOUSE_NAMES;
    names.shuffle(&mut random);
    let caller = |at: usize, account: AccountId, info: PlayerInfo| Caller {
        account,
        info: Arc::new(info),
        network: None,
        outbox: Outbox::new(
            practice.tables.sessions.next_conn(),
            Arc::new(Chair { at, to: to.clone() }),
        ),
    };
    let member = |(number, name): (usize, &&str)| {
        let account = AccountId::generate();
        let info = PlayerInfo {
            id: account.to_string(),
            name: (*name).to_owned(),
            kind: PlayerKind::Bot,
        };
        Member {
            caller: caller(number, account, info),
            model: None,
            bot: Style::of_number(number).bot(random.random()),
            thinks: None,
            answered: None,
            try_at: Instant::now(),
        }
    };
    let members = names.iter().cycle().enumerate().take(bots.into()).map(member).collect();
    let host = caller(HOST, account, info);
    let company = Company {
        table: table.table.clone(),
        handle,
        host,
        seen: None,
        left: None,
        members,
        buy_in: table.buy_in_max,
        think_percent: practice.bot_think_percent,
        random,
        requests: 0,
        presence: Presence::new(Instant::now()),
        deals: false,
    };
    let stop = practice.stop.clone();
    practice.tasks.spawn(async move {
        stop.run_until_cancelled(company.run(inbox, counted)).await;
    });
}

impl Company {
    /// Plays until the table is closed.
    async fn run(mut self, mut inbox: mpsc::Receiver<(usize, Burst)>, counted: Counted) {
        let mut counted = Some(counted);
        let mut rounds = interval(ROUND);
        rounds.set_missed_tick_behavior(MissedTickBehavior::Delay);
        let mut looking = None;
        let host = self.host.clone();
        self.ask(&host, TableRequest::Host(HostRule::Pause { minutes: None }));
        loop {
            let due = self
                .members
                .iter()
                .filter_map(|member| Some(member.thinks.as_ref()?.0))
                .min();
            tokio::select! {
                burst = inbox.recv() => match burst {
                    Some((at, burst)) => self.hear(at, &burst),
                    None => break,
                },
                answer = answered(&mut looking), if looking.is_some() => {
                    looking = None;
                    self.see(answer);
                }
                () = sleep_until(due.unwrap_or_else(Instant::now)), if due.is_some() => self.answer(),
                _ = rounds.tick() => {
                    if looking.is_none() {
                        match self.look() {
                            Ok(answer) => looking = Some(answer),
                            Err(TableError::Busy) => {}
                            Err(TableError::Closed) => break,
                        }
                    }
                    if let Some(counted) = &counted {
                        counted.note_use(self.presence.is_here);
                    }
                    let gives_way = counted.as_ref().is_some_and(Counted::gives_way);
                    if counted.is_some() && (self.is_over() || gives_way) {
                        counted = None;
                        self.close();
                    } else if counted.is_some() {
                        self.look_after_seats();
                    }
                }
            }
        }
        self.handle.deliver(Mail::Disconnected(self.host)).await;
    }

    /// Sends a request. One for which the table has no room is retried in the next round.
    fn ask(&mut self, caller: &Caller, request: TableRequest) {
        self.requests += 1;
        let id = format!("practice-{}", self.requests);
        // A table that is gone says so to its spectators.
        let _ = self.handle.request(caller.clone(), id, request);
    }

    /// Asks what is public at the table, never what the player alone sees.
    fn look(&self) -> Result<oneshot::Receiver<Reply>, TableError> {
        let (outbox, answer) = Outbox::of_caller();
        let stranger = Caller {
            account: AccountId::generate(),
            info: Arc::clone(&self.host.info),
            network: None,
            outbox,
        };
        self.handle.request(stranger, "look".to_owned(), TableRequest::Look)?;
        Ok(answer)
    }

    /// Takes the answer to a look; `None` from a table that is being loaded anew.
    fn see(&mut self, answer: Option<Reply>) {
        if let Some(Reply::Message(message)) = answer
            && let ServerMsg::Snapshot(snapshot) = *message
        {
            self.seen = Some(*snapshot.state);
        }
    }

    /// Processes what the table sent to one player.
    fn hear(&mut self, at: usize, burst: &Burst) {
        for frame in &burst.frames {
            let Ok(message) = serde_json::from_str::<ServerMsg>(frame.as_str()) else {
                continue;
            };
            if at == HOST {
                self.end_for_player(&message);
                continue;
            }
            let Some(member) = self.members.get_mut(at) else {
                continue;
            };
            let account = member.caller.info.id.clone();
            let heard = hear(&mut member.model, (&account, &self.table), &message, |_, _| {});
            if let Some(ask) = heard.ask.filter(|ask| member.answered != Some((ask.hand, ask.turn))) {
                let pause = self.random.random_range(THINK_MS) * u64::from(self.think_percent) / 100;
                member.thinks = Some((Instant::now() + Duration::from_millis(pause), ask));
            }
            match message {
                ServerMsg::Error(error) if error.retryable => member.think_again(Instant::now()),
                ServerMsg::Error(error) => member.refused(error.code, error.turn, &self.handle),
                _ => {}
            }
        }
    }

    /// Sends the answers that are due.
    fn answer(&mut self) {
        let now = Instant::now();
        for member in &mut self.members {
            let Some((_, ask)) = member.thinks.take_if(|(at, _)| *at <= now) else {
                continue;
            };
            let Some(model) = &member.model else { continue };
            let action = member.bot.act(&ask, model);
            member.answered = Some((ask.hand, ask.turn));
            self.requests += 1;
            member.act(&self.handle, format!("practice-{}", self.requests), &ask, action);
        }
    }

    /// The player's seat, as spectators see it.
    fn host_seat(&self) -> Option<&SeatState> {
        let id = &self.host.info.id;
        let mut seats = self.seen.as_ref()?.seats.iter();
        seats.find(|seat| seat.player.id == *id)
    }

    /// Returns `true` if the player is gone or never came.
    fn is_over(&mut self) -> bool {
        let seat = self.host_seat().map(|seat| (seat.status, seat.connected));
        self.presence.is_over(seat, Instant::now())
    }

    /// Returns `true` if every bot has a seat.
    fn are_all_seated(&self) -> bool {
        let Some(seen) = &self.seen else { return false };
        let sits = |member: &Member| {
            let mut seats = seen.seats.iter();
            seats.any(|seat| seat.player.id == member.caller.info.id)
        };
        self.members.iter().all(sits)
    }

    /// Acts for a player who left in the middle of a hand: the most modest action finishes the hand.
    fn end_for_player(&mut self, message: &ServerMsg) {
        let account = self.host.info.id.clone();
        let heard = hear(&mut self.left, (&account, &self.table), message, |_, _| {});
        if let Some(ask) = heard.ask.filter(|_| self.left.is_some()) {
            let host = self.host.clone();
            let (hand, turn, action) = (ask.hand, ask.turn, ask.check_or_fold());
            self.ask(&host, TableRequest::Act { hand, turn, action });
        }
    }

    /// Closes the table after the current hand, as its host would.
    fn close(&mut self) {
        let host = self.host.clone();
        self.ask(&host, TableRequest::Watch);
        self.ask(&host, TableRequest::Host(HostRule::Close {}));
        if self.host_seat().is_some() {
            self.ask(&host, TableRequest::Leave);
        }
    }

    /// Makes bots sit down, buy in again after losing everything, and return from sitting out.
    fn look_after_seats(&mut self) {
        if !self.deals && self.host_seat().is_some() && self.are_all_seated() {
            self.deals = true;
            let host = self.host.clone();
            self.ask(&host, TableRequest::Host(HostRule::Resume {}));
        }
        let Some(seen) = &self.seen else { return };
        let now = Instant::now();
        let amount = self.buy_in;
        let mut wishes = Vec::new();
        for member in self.members.iter_mut().filter(|member| member.try_at <= now) {
            let mut seats = seen.seats.iter();
            let seat = seats.find(|seat| seat.player.id == member.caller.info.id);
            let wish = match seat.map(|seat| seat.status) {
                None => TableRequest::Sit {
                    seat: None,
                    buy_in: amount,
                    entry: Entry::Post,
                },
                Some(SeatStatus::Busted) => TableRequest::Rebuy { amount },
                Some(SeatStatus::SittingOut) => TableRequest::SitOut {
                    out: false,
                    when: poker_protocol::v1::client::SitOutWhen::NextHand,
                    minutes: None,
                    entry: Entry::Post,
                },
                Some(_) => continue,
            };
            member.try_at = now + PATIENCE;
            wishes.push((member.caller.clone(), wish));
        }
        for (caller, wish) in wishes {
            self.ask(&caller, wish);
        }
    }
}

/// Waits for the answer to a look; `None` if it is lost.
async fn answered(looking: &mut Option<oneshot::Receiver<Reply>>) -> Option<Reply> {
    looking.as_mut()?.await.ok()
}

impl Member {
    fn act(&self, handle: &TableHandle, id: String, ask: &Ask, action: Action) {
        let (hand, turn) = (ask.hand, ask.turn);
        // A table that is too busy acts for the seat when its time is up.
        let _ = handle.request(self.caller.clone(), id, TableRequest::Act { hand, turn, action });
    }

    /// Keeps the open decision for a moment, because the table stands still or has too much to do.
    fn think_again(&mut self, now: Instant) {
        let open = self.model.as_ref().and_then(Ask::from_table);
        self.thinks = open.map(|ask| (now + PATIENCE, ask));
    }

    /// Handles a refused action: if the decision is still open, the most modest action follows.
    fn refused(&mut self, code: ErrorCode, turn: Option<u32>, handle: &TableHandle) {
        let stale = matches!(
            code,
            ErrorCode::TurnStale | ErrorCode::TurnNotYours | ErrorCode::TurnNoHand
        );
        let open = self.model.as_ref().and_then(Ask::from_table);
        if let Some(ask) = open.filter(|ask| !stale && turn == Some(ask.turn)) {
            let action = ask.check_or_fold();
            self.act(
                handle,
                format!("practice-again-{}-{}", ask.hand, ask.turn),
                &ask,
                action,
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_decision_outlasts_a_pause() {
        let golden = include_str!("../../../../protocol/golden/v1/server/snapshot.json");
        let ServerMsg::Snapshot(snapshot) = serde_json::from_str(golden).unwrap() else {
            panic!("a snapshot");
        };
        let account = AccountId::generate();
        let info = snapshot.state.seats[2].player.clone();
        let mut member = Member {
            model: Some(TableModel::new(&info.id, snapshot)),
            caller: Caller {
                account,
                info: Arc::new(info),
                network: None,
                outbox: Outbox::new(poker_owner::ConnId(1), Arc::new(poker_owner::NoSocket)),
            },
            bot: Style::of_number(0).bot(1),
            thinks: None,
            answered: Some((42, 7)),
            try_at: Instant::now(),
        };
        let now = Instant::now();
        member.think_again(now);
        let (at, ask) = member.thinks.take().unwrap();
        assert_eq!((at, ask.hand, ask.turn), (now + PATIENCE, 42, 7));
        member.model = None;
        member.think_again(now);
        assert!(member.thinks.is_none());
    }

    const MOMENT: Duration = Duration::from_millis(1);
    const HERE: Option<(SeatStatus, bool)> = Some((SeatStatus::Active, true));

    /// The state after the player has had a seat for an hour, and the instant at which that is checked.
    fn seated(opened: Instant) -> (Presence, Instant) {
        let mut presence = Presence::new(opened);
        let now = opened + Duration::from_hours(1);
        assert!(!presence.is_over(HERE, opened) && !presence.is_over(HERE, now));
        (presence, now)
    }

    #[test]
    fn a_player_has_two_minutes_to_sit_down() {
        let opened = Instant::now();
        let mut presence = Presence::new(opened);
        assert!(!presence.is_over(None, opened + SIT_WITHIN));
        assert!(presence.is_over(None, opened + SIT_WITHIN + MOMENT));
    }

    #[test]
    fn a_player_may_be_away_for_three_minutes() {
        let gone = Some((SeatStatus::Active, false));
        for away in [
            gone,
            Some((SeatStatus::SittingOut, true)),
            Some((SeatStatus::SittingOut, false)),
        ] {
            let (mut presence, last) = seated(Instant::now());
            assert!(!presence.is_over(away, last + AWAY), "{away:?}");
            assert!(presence.is_over(away, last + AWAY + MOMENT), "{away:?}");
        }
        // A player who comes back gets the full three minutes again.
        let (mut presence, last) = seated(Instant::now());
        let back = last + AWAY;
        assert!(!presence.is_over(gone, back) && !presence.is_over(HERE, back));
        assert!(!presence.is_over(gone, back + AWAY));
        assert!(presence.is_over(gone, back + AWAY + MOMENT));
    }

    #[test]
    fn who_gives_up_the_seat_is_gone_at_once() {
        for seat in [None, Some((SeatStatus::Leaving, true))] {
            let (mut presence, last) = seated(Instant::now());
            assert!(presence.is_over(seat, last), "{seat:?}");
        }
        // A player who has lost everything is still present, and may buy in again.
        let (mut presence, last) = seated(Instant::now());
        assert!(!presence.is_over(Some((SeatStatus::Busted, true)), last + AWAY + AWAY));
    }
}
