//! Everything about a table that outlives the process, as its journal describes it.
//!
//! [`Table::apply`] is the only way to change it, for live commands and for replayed ones alike. The same commands
//! always give the same events: there is no clock, no randomness and no connection.

mod closing;
mod hands;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use poker_engine::table::{CashTable, Entry, Mix, PlayerId, TableEvent, TableRuleError};
use poker_engine::{Chips, SeatIx};
use poker_protocol::v1::choice::DecisionKind;
use poker_protocol::v1::client;
use poker_protocol::v1::{PlayerInfo, PlayerKind, PublicEvent};
use poker_store::{AccountId, TableId, Transfer};
use poker_wire::{self as wire, Cause};

use super::answers::{Answers, mark_of};
use super::applied::{Applied, Refusal};
use super::book::Book;
use super::command::{Command, TableOrder};
use super::event::EventTable;
use super::event_log::EventLog;
use super::hosting::Hosting;
use super::law::Law;
use super::law_events::LawTeller;
use super::own_pauses::OwnPauses;
use super::pick::PickTurns;
use super::play::HandInPlay;
use super::players::{account_of, player_id};
use super::recent_pots::RecentPots;
use super::record::HandStep;
use super::spare::Spare;
use crate::setup::config::TableSetup;
use crate::setup::timing::ACTION_MIN_MS;

/// The durable state of a table.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    pub(crate) id: TableId,
    pub(crate) setup: Arc<TableSetup>,
    /// The law of its seats: that of a cash game, or the director's.
    pub law: Law,
    /// Chips set aside for free stacks.
    pub(super) spare: Spare,
    /// The ledger, at a table with chips of its own.
    pub(crate) book: Book,
    /// Players muted and players sent away by the host.
    pub(crate) muted: BTreeSet<PlayerId>,
    pub(crate) removed: BTreeSet<PlayerId>,
    pub(crate) hosting: Hosting,
    pub(super) own_pauses: OwnPauses,
    /// The table's position in its games.
    pub mix: Mix,
    pub(super) picks: PickTurns,
    /// Players who sit, wait or were dealt in.
    pub(crate) people: BTreeMap<PlayerId, Arc<PlayerInfo>>,
    /// The running hand, or the last one until the next begins.
    pub play: Option<HandInPlay>,
    /// Number of the last hand that began.
    pub(crate) hand_no: u64,
    /// Number of hands completed.
    pub(crate) hands: u64,
    /// Number of the last event.
    pub(super) seq: u64,
    pub(super) pots: RecentPots,
    pub(crate) paused: bool,
    /// Set once viewers know that the table is about to close.
    pub(crate) closing_announced: bool,
    pub(crate) closed: bool,
    pub(crate) answers: Answers,
}

impl Table {
    /// Creates an empty table.
    pub fn new(id: TableId, setup: Arc<TableSetup>) -> Self {
        let mix = Mix::new(Arc::clone(&setup.program));
        let law = if let Some(event) = &setup.event {
            Law::Event(Box::new(EventTable::new(event)))
        } else {
            let law = CashTable::new(setup.law.clone(), mix.table_game().clone());
            Law::Cash(Box::new(law.expect("a setup was checked")))
        };
        Self {
            id,
            setup,
            law,
            spare: Spare::default(),
            book: Book::default(),
            muted: BTreeSet::new(),
            removed: BTreeSet::new(),
            hosting: Hosting::default(),
            own_pauses: OwnPauses::default(),
            mix,
            picks: PickTurns::default(),
            people: BTreeMap::new(),
            play: None,
            hand_no: 0,
            hands: 0,
            seq: 0,
            pots: RecentPots::default(),
            paused: false,
            closing_announced: false,
            closed: false,
            answers: Answers::default(),
        }
    }

    /// Carries out a command, completely or not at all.
    ///
    /// # Errors
    /// The reason for the refusal; the table is exactly as before.
    pub fn apply(&mut self, order: &TableOrder) -> Result<Applied, Refusal> {
        #[cfg(test)]
        let before = self.clone();
        let applied = self.carry_out(order);
        // This makes every refusal in any test a test of that promise.
        #[cfg(test)]
        if let Err(refusal) = &applied {
            assert_eq!(*self, before, "refused ({refusal}), and changed: {order:?}");
        }
        applied
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each command")]
    fn carry_out(&mut self, order: &TableOrder) -> Result<Applied, Refusal> {
        if self.closed {
            return Err(Refusal::Closed);
        }
        #[cfg(test)]
        crate::tests::fail_point::pass(&self.setup.name, &order.command);
        let what = order.by.as_ref().and_then(|_| mark_of(&order.command, self.asked()));
        let step = HandStep::of(order);
        let was_stopped = self.is_stopped();
        let mut applied = match &order.command {
            Command::Sit {
                player,
                seat,
                buy_in,
                entry,
                set_aside,
            } => {
                let mut applied = self.sit(player, *seat, wire::chips_in(*buy_in), entry_in(*entry))?;
                if *set_aside && let Law::Cash(law) = &self.law {
                    let player = player_id(account_of_info(player)?);
                    applied
                        .transfers
                        .extend(self.spare.set_aside(player, self.id, law.state()));
                }
                applied
            }
            Command::Leave { account } => self.law(|law| law.leave(player_id(*account)))?,
            Command::SitOut { account, when, pause } => self.sit_out(*account, *when, *pause, order.at)?,
            Command::SitIn { account, entry } => self.sit_in(*account, *entry, order.at)?,
            Command::ExpireOwnPause { account, returns } => self.expire_own_pause(*account, *returns, order.at)?,
            Command::Straddle { account, on } => self.law(|law| law.set_straddling(player_id(*account), *on))?,
            Command::Rebuy { account, amount } => self.rebuy(*account, wire::chips_in(*amount))?,
            Command::ChooseStack { account, stack } => self.choose_stack(*account, wire::chips_in(*stack))?,
            Command::Mute { account, muted } => self.mute(*account, *muted)?,
            Command::Remove { account } => self.remove(*account)?,
            Command::Unname { account, name } => self.unname(*account, name)?,
            Command::Host { rule } => self.rule(rule, order.at)?,
            Command::AskSeat { player, ask } => self.ask_seat(player, *ask)?,
            Command::GiveChips { from, account, amount } => {
                self.give_chips(*from, *account, wire::chips_in(*amount))?
            }
            Command::AnswerRebuy { account, accepted } => self.answer_rebuy(*account, *accepted)?,
            Command::Correct { wish } => self.correct(wish, order.at)?,
            Command::JoinWaitList { player } => self.join_wait_list(player)?,
            Command::LeaveWaitList { account } => self.law(|law| law.leave_wait_list(player_id(*account)))?,
            Command::ExpireOffer { account } => self.law(|law| law.expire_offer(player_id(*account)))?,
            Command::Forget { account } => {
                self.law.cash_mut()?.forget(player_id(*account));
                Applied::default()
            }
            Command::DrawSeats { cards } => {
                self.law(|law| law.draw_seats(cards.iter().map(|card| wire::card_in(*card))))?
            }
            Command::Ask { draw } => self.ask(*draw)?,
            Command::Pick { seat, game, absent } => {
                let mut applied = self.pick(*seat, game.as_ref())?;
                if let Some(seat) = SeatIx::from_number(*seat).filter(|_| *absent) {
                    applied.extend(self.sit_out_absent(seat));
                }
                applied
            }
            Command::Deal {
                draw,
                draw_cards,
                shuffle,
            } => self.deal(order.at, (*draw, draw_cards), shuffle)?,
            Command::Arrange { seats, moved } => self.arrange(seats, moved)?,
            Command::DealEvent { deal, banks, shuffle } => self.deal_event(order.at, deal, banks, shuffle)?,
            Command::Release { hand } => self.release(step, *hand)?,
            Command::Kill { .. } => self.kill(step, &order.command)?,
            Command::CallTime { by } => self.call_time(by.as_ref())?,
            Command::ExtendTime { seat } => self.extend_time(*seat)?,
            Command::Split { hand } => self.split(step, *hand)?,
            Command::Act { seat, action, back } => self.act(step, *seat, action, *back)?,
            Command::TimeOut { seat, absent } => self.time_out(step, *seat, *absent)?,
            Command::Show { seat, cards } => self.show(*seat, cards)?,
            Command::Consent { account, hand, agree } => self.consent(step, *account, *hand, *agree)?,
            Command::HuntRabbit { seat } => self.hunt_rabbit(*seat)?,
            Command::Void {} => self.void()?,
            Command::Pause {} => self.set_paused(true)?,
            Command::Resume {} => self.set_paused(false)?,
            Command::AnnounceClosing {} => self.announce_closing()?,
            Command::EndSession {} => self.end_session()?,
            Command::Close {} => self.close()?,
        };
        if let Command::Leave { account } | Command::SitOut { account, .. } | Command::SitIn { account, .. } =
            &order.command
        {
            self.heed(*account);
        }
        let step = match (was_stopped, self.is_stopped()) {
            (false, true) => step.because(Cause::Paused),
            (true, false) => step.because(Cause::Resumed),
            _ => step,
        };
        let is_about_clocks = step.cause.is_some_and(|(cause, ..)| cause.is_about_clocks());
        if let Some(play) = self.play.as_mut().filter(|play| is_about_clocks && !play.is_over()) {
            play.note_step(step);
        }
        // No player leaves while a hand is running.
        if !matches!(order.command, Command::Act { .. }) || applied.hand_end.is_some() {
            self.forget_people();
            self.note_who_came();
            let law = &self.law;
            let is_seated = |account| law.seat_of(player_id(account)).is_some();
            self.own_pauses.forget(is_seated, order.at);
        }
        if self.setup.practice {
            // Practice chips are not money: none come from an account or go to one.
            applied.transfers.clear();
        }
        self.keep_book(&mut applied, None);
        self.keep_pick(&mut applied);
        self.check_chips();
        if let Some(by) = &order.by {
            let seat = match order.command {
                Command::Sit { .. } => self.law.seat_of(player_id(by.account)).map(SeatIx::number),
                _ => None,
            };
            let seq = applied.told.last().map(|told| told.seq);
            applied.answer = Some(self.answers.keep(by, what, self.hand_no, (seat, seq)).clone());
        }
        Ok(applied)
    }

    fn rebuy(&mut self, account: AccountId, amount: Chips) -> Result<Applied, Refusal> {
        if self.hosting.rules().closing {
            return Err(Refusal::Closed);
        }
        if self.may_buy(account, amount, true)? {
            self.add_chips(account, amount)
        } else {
            self.ask_rebuy(account, amount)
        }
    }

    /// The table's chips that are money: stacks, pots, the kitty, chips waiting to be added, and free stacks. The
    /// escrow contains exactly these. Chips of a tournament or of practice are not money.
    pub fn chips(&self) -> Chips {
        let Law::Cash(law) = &self.law else { return Chips::ZERO };
        if self.setup.practice {
            return Chips::ZERO;
        }
        let law = law.state();
        let seats = law.seats.iter().filter_map(|(_, seat)| seat.as_ref());
        seats.map(|seat| seat.stack + seat.rebuy).sum::<Chips>() + law.carried + law.kitty + self.spare.total()
    }

    /// Number of the last event.
    pub const fn seq(&self) -> u64 {
        self.seq
    }

    /// Number of the last hand that began.
    pub const fn hand_no(&self) -> u64 {
        self.hand_no
    }

    /// `true` if a hand is running, even if its cards are unknown.
    pub fn law_hand_runs(&self) -> bool {
        self.law.hand().is_some()
    }

    /// The running hand, or the last one until the next begins.
    pub const fn play(&self) -> Option<&HandInPlay> {
        self.play.as_ref()
    }

    /// The running hand.
    pub fn running(&self) -> Option<&HandInPlay> {
        self.play.as_ref().filter(|play| !play.is_over())
    }

    /// The seat of an account.
    pub fn seat_of(&self, account: AccountId) -> Option<SeatIx> {
        self.law.seat_of(player_id(account))
    }

    /// `true` for an account that is known to be a bot's.
    pub(crate) fn is_bot(&self, account: AccountId) -> bool {
        let known = self.people.get(&player_id(account));
        known.is_some_and(|info| info.kind == PlayerKind::Bot)
    }

    /// Milliseconds for a decision before the time bank starts. At least one second if people sit at the table: only a
    /// table of bots may be faster.
    pub(crate) fn decision_ms(&self, decision: DecisionKind) -> u32 {
        let chosen = self.setup.decision_ms(decision);
        if chosen >= ACTION_MIN_MS {
            return chosen;
        }
        let mut seated = self.law.occupied().iter().filter_map(|seat| self.law.seat(seat));
        if seated.all(|seat| self.is_bot(account_of(seat.player))) {
            chosen
        } else {
            ACTION_MIN_MS
        }
    }

    /// The average pot of the last hands.
    pub fn average_pot(&self) -> Chips {
        self.pots.average()
    }

    fn sit(&mut self, player: &PlayerInfo, seat: Option<u8>, buy_in: Chips, entry: Entry) -> Result<Applied, Refusal> {
        let account = account_of_info(player)?;
        self.check_accepted(player)?;
        self.may_buy(account, buy_in, false)?;
        let seat_count = self.setup.law.seat_count;
        let law = self.law.cash_mut()?;
        let seat = match seat.map(|number| (number, SeatIx::from_number(number))) {
            None => None,
            Some((_, Some(seat))) => Some(seat),
            // No table has such a seat.
            Some((number, None)) => {
                let seats = seat_count;
                return Err(Refusal::NoSuchSeat { seat: number, seats });
            }
        };
        let events = law.sit(player_id(account), seat, buy_in, entry)?;
        self.people.insert(player_id(account), Arc::new(player.clone()));
        let mut applied = self.follow(events);
        applied.transfers.insert(0, Transfer::buy_in(account, self.id, buy_in));
        self.end_request(account, &mut applied);
        Ok(applied)
    }

    fn join_wait_list(&mut self, player: &PlayerInfo) -> Result<Applied, Refusal> {
        self.check_accepted(player)?;
        let id = player_id(account_of_info(player)?);
        let events = self.law.cash_mut()?.join_wait_list(id)?;
        self.people.insert(id, Arc::new(player.clone()));
        Ok(self.follow(events))
    }

    /// Carries out a change by table law, with everything that follows from it.
    pub(super) fn law(
        &mut self,
        command: impl FnOnce(&mut CashTable) -> Result<Vec<TableEvent>, TableRuleError>,
    ) -> Result<Applied, Refusal> {
        let events = command(self.law.cash_mut()?)?;
        Ok(self.follow(events))
    }

    /// Announces the events reported by table law, with their transfers.
    pub(super) fn follow(&mut self, events: Vec<TableEvent>) -> Applied {
        let mut applied = Applied::default();
        let (mut teller, mut law) = self.teller();
        law.tell(events, &mut teller, &mut applied.transfers);
        applied.told = teller.finish();
        applied
    }

    /// Updates the chips set aside for events whose transfers are known already.
    pub(super) fn follow_spare(&mut self, events: &[TableEvent]) {
        for event in events {
            self.spare.follow(event, self.id);
        }
    }

    /// A teller for events, and one for the reports of table law.
    fn teller(&mut self) -> (EventLog<'_>, LawTeller<'_>) {
        let law = LawTeller {
            table: self.id,
            people: &self.people,
            spare: &mut self.spare,
            offer_ms: self.setup.timing.offer_ms,
        };
        (EventLog::new(&mut self.seq), law)
    }

    fn mute(&mut self, account: AccountId, muted: bool) -> Result<Applied, Refusal> {
        let player = player_id(account);
        let changes = if muted {
            self.muted.insert(player)
        } else {
            self.muted.remove(&player)
        };
        if !changes {
            return Err(Refusal::NoChange);
        }
        let player = account.to_string();
        Ok(self.tell_one(&PublicEvent::PlayerMuted { player, muted }))
    }

    /// Sends an account away: from its seat as if it had asked to leave, and from the wait list.
    fn remove(&mut self, account: AccountId) -> Result<Applied, Refusal> {
        let player = player_id(account);
        if !self.removed.insert(player) {
            return Err(Refusal::NoChange);
        }
        let mut applied = self.tell_one(&PublicEvent::PlayerRemoved {
            player: account.to_string(),
        });
        self.end_request(account, &mut applied);
        // An account that is about to leave already, or is not waiting, has nothing to give up.
        if let Law::Cash(law) = &mut self.law {
            for left in [law.leave(player), law.leave_wait_list(player)] {
                applied.extend(self.follow(left.unwrap_or_default()));
            }
        }
        Ok(applied)
    }

    /// Replaces the name of a deleted account in the ledger.
    fn unname(&mut self, account: AccountId, name: &str) -> Result<Applied, Refusal> {
        let changed = self.book.unname(&account.to_string(), name);
        let changed = changed.ok_or(Refusal::NoChange)?;
        Ok(self.tell_one(&changed))
    }

    /// The accounts that have a seat here, wait or ask for one, or are in the ledger, each with its name here.
    pub(crate) fn named_here(&self) -> BTreeMap<AccountId, String> {
        let asked = self.hosting.rules().requests.iter().map(|asked| &asked.player);
        let people = self.people.values().map(|info| &**info);
        let mut named = BTreeMap::new();
        // The first name counts: a ledger may know an account by an earlier one.
        for info in people.chain(asked).chain(self.book.named()) {
            if let Ok(account) = account_of_info(info) {
                named.entry(account).or_insert_with(|| info.name.clone());
            }
        }
        named
    }

    pub(super) fn tell_one(&mut self, event: &PublicEvent) -> Applied {
        let (mut teller, _) = self.teller();
        teller.tell(event);
        Applied {
            told: teller.finish(),
            ..Applied::default()
        }
    }

    /// Forgets the profiles of players who are gone.
    pub(super) fn forget_people(&mut self) {
        let law = &self.law;
        self.people
            .retain(|player, _| law.seat_of(*player).is_some() || law.wait_list().contains(player));
    }

    /// Checks the invariant of the running hand, in production too: a breach stops the table before anything is shown.
    fn check_chips(&self) {
        let Some(play) = self.running() else { return };
        let hand = play.hand();
        let stacks: Chips = hand.dealt().iter().map(|seat| hand.stack(seat)).sum();
        let on_table = stacks + hand.pot() + hand.carried_out() + hand.kitty();
        let before = self.law.hand().map(|hand| {
            let stacks: Chips = hand.setup.players.iter().map(|player| player.stack).sum();
            stacks + hand.setup.carried
        });
        assert_eq!(Some(on_table), before, "stacks and pots are what the hand began with");
    }
}

pub(super) fn account_of_info(player: &PlayerInfo) -> Result<AccountId, Refusal> {
    let account = player.id.parse();
    account.map_err(|_| Refusal::Broken(format!("`{}` is not an account", player.id)))
}

pub(super) const fn entry_in(entry: client::Entry) -> Entry {
    match entry {
        client::Entry::Wait => Entry::WaitForBigBlind,
        client::Entry::Post => Entry::Post,
    }
}
