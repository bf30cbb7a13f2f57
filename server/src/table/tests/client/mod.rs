//! A client that builds its table from events alone, checks every number, and compares with snapshots.

use std::collections::BTreeMap;

use poker_engine::game::{Step, catalogue};
use poker_engine::setup as engine;
use poker_protocol::v1::choice::DecisionKind;
use poker_protocol::v1::event::{PostKind, PrivateEvent, SeatAmount, SeatCard, SeatMove};
use poker_protocol::v1::mix::StakesAtHand;
use poker_protocol::v1::server::{Events, OkMsg};
use poker_protocol::v1::table::{Clock, HandState, PickState, SeatPlay, SeatState, TableState, TurnState};
use poker_protocol::v1::{Chips, Choice, ErrorMsg, PublicEvent, ServerMsg};

use super::world;
use crate::net::ConnId;
use crate::store::AccountId;
use crate::table::core::mail::{Caller, TableRequest};

/// One account with its connection.
pub(super) struct Client {
    caller: Caller,
    /// What it knows of the table, if it watches.
    pub(super) view: Option<Box<TableState>>,
    pub(super) seq: u64,
    /// The number with which the running hand began.
    hand_seq: u64,
    /// What it watches: whether messages may come at all.
    watching: bool,
    unwatch: Option<String>,
    /// Requests that make it watch once they are carried out; taking a seat is one of them.
    joining: Vec<String>,
    /// Requests without an answer.
    pub(super) open: Vec<String>,
    pub(super) oks: BTreeMap<String, OkMsg>,
    pub(super) errors: BTreeMap<String, ErrorMsg>,
    pub(super) acted: Option<(String, TableRequest)>,
    pub(super) chats: Vec<String>,
    /// Every frame, in order.
    pub(super) frames: Vec<String>,
    /// Whether it looks at the numbers of events alone, and builds no table from them.
    pub(super) only_counts: bool,
    /// Chips of the running hand's pot that wait for the next one.
    carried_on: Option<Chips>,
    /// The bet that the blinds of the running hand set, until the first decision about it.
    blind: Chips,
}

impl Client {
    pub(super) fn new(caller: Caller) -> Self {
        Self {
            caller,
            view: None,
            seq: 0,
            hand_seq: 0,
            watching: false,
            unwatch: None,
            joining: Vec::new(),
            open: Vec::new(),
            oks: BTreeMap::new(),
            errors: BTreeMap::new(),
            acted: None,
            chats: Vec::new(),
            frames: Vec::new(),
            only_counts: false,
            carried_on: None,
            blind: chips(0),
        }
    }

    pub(super) fn account(&self) -> AccountId {
        self.caller.account
    }

    pub(super) fn conn(&self) -> ConnId {
        self.caller.outbox.id()
    }

    pub(super) fn caller(&self) -> Caller {
        self.caller.clone()
    }

    /// A new connection, which remembers what the old one saw.
    pub(super) fn reconnect(&mut self, conn: u64) {
        let info = (*self.caller.info).clone();
        self.caller = world::caller(self.caller.account, info, conn);
        self.watching = false;
        self.open.clear();
    }

    pub(super) fn asks(&mut self, id: &str, request: &TableRequest) {
        self.open.push(id.to_owned());
        match request {
            TableRequest::Act { .. } => self.acted = Some((id.to_owned(), request.clone())),
            TableRequest::Watch | TableRequest::Resume { .. } | TableRequest::Sit { .. } => {
                self.joining.push(id.to_owned());
            }
            TableRequest::Unwatch => self.unwatch = Some(id.to_owned()),
            _ => {}
        }
    }

    /// Whether it has asked to watch or to sit and has no answer yet.
    pub(super) fn is_joining(&self) -> bool {
        self.joining.iter().any(|id| self.open.contains(id))
    }

    pub(super) fn is_watching(&self) -> bool {
        self.watching
    }

    pub(super) fn seat(&self) -> Option<u8> {
        let view = self.view.as_ref()?;
        let own = view.seats.iter().find(|seat| seat.player.id == self.caller.info.id)?;
        Some(own.seat)
    }

    pub(super) fn choices(&self) -> Vec<Choice> {
        if !self.watching {
            return Vec::new();
        }
        let you = self.view.as_ref().and_then(|view| view.you.as_ref());
        you.map_or_else(Vec::new, |you| you.choices.clone())
    }

    /// The hand and the decision that is open.
    pub(super) fn turn(&self) -> Option<(u64, u32)> {
        let view = self.view.as_ref()?;
        match &view.hand {
            Some(hand) => Some((hand.hand, hand.turn.as_ref()?.turn)),
            None => view.pick.as_ref().map(|pick| (pick.hand, pick.turn.turn)),
        }
    }

    pub(super) fn read(&mut self, frame: &str, durable_seq: u64, told: &mut BTreeMap<u64, String>) {
        self.frames.push(frame.to_owned());
        let message: ServerMsg = serde_json::from_str(frame).unwrap();
        match message {
            ServerMsg::Ok(ok) => {
                assert!(
                    ok.seq.is_none_or(|seq| seq <= durable_seq),
                    "an answer before it was durable"
                );
                self.answered(&ok.id);
                if self.unwatch.as_ref() == Some(&ok.id) {
                    self.watching = false;
                }
                if let Some(before) = self.oks.insert(ok.id.clone(), ok.clone()) {
                    assert_eq!(before, ok, "a repeated request gets the first answer");
                }
            }
            ServerMsg::Error(error) => {
                let id = error.id.clone().unwrap();
                self.answered(&id);
                self.errors.insert(id, error);
            }
            ServerMsg::Snapshot(snapshot) => {
                assert!(snapshot.seq <= durable_seq, "a snapshot before it was durable");
                self.seq = snapshot.seq;
                self.hand_seq = 0;
                self.view = Some(snapshot.state);
                self.watching = true;
            }
            ServerMsg::Events(events) => self.read_events(events, durable_seq, told),
            ServerMsg::Private(private) => {
                assert!(self.watching);
                for part in private.events {
                    self.read_private(part);
                }
            }
            ServerMsg::Presence(_) if self.only_counts => {}
            ServerMsg::Presence(presence) => {
                let seat = self.seat_mut(presence.seat);
                seat.connected = presence.connected;
            }
            ServerMsg::Chat(chat) => self.chats.push(chat.text),
            other => panic!("a table sends no {other:?}"),
        }
    }

    fn answered(&mut self, id: &str) {
        let index = self.open.iter().position(|open| open == id);
        self.open
            .remove(index.unwrap_or_else(|| panic!("{id} was answered twice, or never asked")));
    }

    fn read_events(&mut self, events: Events, durable_seq: u64, told: &mut BTreeMap<u64, String>) {
        // A resume begins with the missed events.
        self.watching = true;
        for event in events.events {
            assert_eq!(event.seq, self.seq + 1, "numbers have no gaps");
            assert!(event.seq <= durable_seq, "an event before it was durable");
            let text = serde_json::to_string(&event.event).unwrap();
            let first = told.entry(event.seq).or_insert_with(|| text.clone());
            assert_eq!(*first, text, "all viewers are told the same under the same number");
            self.seq = event.seq;
            if !self.only_counts {
                self.happen(&event.event);
            }
        }
        if let Some(clock) = events.clock.filter(|_| !self.only_counts) {
            self.read_clock(clock);
        }
    }

    fn read_clock(&mut self, clock: Clock) {
        let view = self.view_mut();
        let turn = match &mut view.hand {
            Some(hand) => hand.turn.as_mut(),
            None => view.pick.as_mut().map(|pick| &mut pick.turn),
        };
        let turn = turn.expect("a clock belongs to a decision");
        assert_eq!(turn.turn, clock.turn);
        turn.clock = clock;
    }

    fn view_mut(&mut self) -> &mut TableState {
        self.view.as_mut().expect("the table is known")
    }

    fn hand_mut(&mut self) -> &mut HandState {
        self.view_mut().hand.as_mut().expect("a hand runs")
    }

    fn seat_mut(&mut self, number: u8) -> &mut SeatState {
        let mut seats = self.view_mut().seats.iter_mut();
        seats.find(|seat| seat.seat == number).expect("the seat is taken")
    }

    fn play_mut(&mut self, number: u8) -> &mut SeatPlay {
        self.seat_mut(number).play.as_mut().expect("the seat was dealt in")
    }

    fn read_private(&mut self, part: PrivateEvent) {
        let seq = match &part {
            PrivateEvent::Cards { seq, .. } | PrivateEvent::Made { seq, .. } | PrivateEvent::Choices { seq, .. } => {
                *seq
            }
        };
        assert!(seq <= self.seq, "the public part comes first");
        if self.view_mut().pick.is_some() {
            return self.read_pick(part);
        }
        // Of a hand that the same burst has ended.
        if seq < self.hand_seq || self.view_mut().hand.is_none() {
            return;
        }
        let own = self.seat().expect("only who sits is told something alone");
        match part {
            PrivateEvent::Cards { cards, hand, .. } => {
                assert!(cards.iter().all(|card| hand.contains(card)));
                self.play_mut(own).cards = hand.iter().copied().map(Some).collect();
                self.you_mut().cards = hand;
            }
            // Told for a moment before the fold, and of no interest after it.
            PrivateEvent::Made { .. } if self.play_mut(own).folded => {}
            PrivateEvent::Made { high, low, .. } => {
                let you = self.you_mut();
                (you.made, you.made_low) = (high, low);
            }
            PrivateEvent::Choices {
                hand,
                turn,
                choices,
                cards,
                board,
                pot,
                to_call,
                stack,
                ..
            } => {
                assert_eq!(self.turn(), Some((hand, turn)), "choices belong to the open decision");
                assert_eq!(self.hand_mut().board, board);
                assert_eq!(self.hand_mut().pot, pot);
                assert_eq!(self.seat_mut(own).stack, stack);
                let you = self.you_mut();
                assert_eq!(you.cards, cards);
                (you.choices, you.to_call) = (choices, to_call);
            }
        }
    }

    /// The private part of a dealer who is asked for a game.
    fn read_pick(&mut self, part: PrivateEvent) {
        // What belongs to the hand before, or to a question that was taken back, has lost its meaning.
        let PrivateEvent::Choices {
            hand,
            turn,
            choices,
            stack,
            ..
        } = part
        else {
            return;
        };
        let own = self.seat().expect("only who sits is told something alone");
        let pick = self.view_mut().pick.as_ref().unwrap();
        assert_eq!((pick.hand, pick.turn.turn), (hand, turn));
        assert_eq!(pick.turn.seats, [own]);
        assert_eq!(self.seat_mut(own).stack, stack);
        self.you_mut().choices = choices;
    }

    fn you_mut(&mut self) -> &mut poker_protocol::v1::table::YourState {
        let own = self.seat().expect("only who sits is told something alone");
        let bank = self.view_mut().info.time_bank_ms;
        self.view_mut()
            .you
            .get_or_insert_with(|| poker_protocol::v1::table::YourState {
                seat: own,
                cards: Vec::new(),
                choices: Vec::new(),
                to_call: chips(0),
                made: None,
                made_low: None,
                rebuy_pending: chips(0),
                time_bank_ms: bank,
            })
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each event that changes the table")]
    fn happen(&mut self, event: &PublicEvent) {
        let own = self.seat();
        match event {
            PublicEvent::PlayerSat {
                seat,
                player,
                stack,
                status,
            } => {
                let state = SeatState {
                    seat: *seat,
                    player: player.clone(),
                    stack: *stack,
                    status: *status,
                    connected: true,
                    play: None,
                };
                let mine = player.id == self.caller.info.id;
                let seats = &mut self.view_mut().seats;
                seats.push(state);
                seats.sort_by_key(|seat| seat.seat);
                if mine {
                    self.you_mut();
                }
            }
            PublicEvent::CarriedPaid { seat, amount } => {
                assert_eq!(self.view_mut().carried.take(), Some(*amount));
                let state = self.seat_mut(*seat);
                state.stack = sum(state.stack, *amount);
            }
            PublicEvent::KittyShared { shares } => {
                let shared: u64 = shares.iter().map(|share| share.amount.get()).sum();
                assert_eq!(self.view_mut().kitty.replace(chips(0)), Some(chips(shared)));
                for share in shares {
                    let state = self.seat_mut(share.seat);
                    state.stack = sum(state.stack, share.amount);
                }
            }
            PublicEvent::PlayerLeft { seat, stack } => {
                assert_eq!(self.seat_mut(*seat).stack, *stack);
                if own == Some(*seat) {
                    self.view_mut().you = None;
                }
                self.view_mut().seats.retain(|state| state.seat != *seat);
            }
            PublicEvent::SeatStatusChanged { seat, status } => self.seat_mut(*seat).status = *status,
            PublicEvent::ChipsAdded { seat, amount, stack } => {
                let state = self.seat_mut(*seat);
                state.stack = sum(state.stack, *amount);
                assert_eq!(state.stack, *stack);
            }
            PublicEvent::WaitListChanged { players } => self.view_mut().wait_list.clone_from(players),
            PublicEvent::TablePaused {} => self.view_mut().paused = true,
            PublicEvent::TableResumed {} => self.view_mut().paused = false,
            PublicEvent::SeatOffered { .. }
            | PublicEvent::FreeStackGiven { .. }
            | PublicEvent::DealerDrawn { .. }
            | PublicEvent::ClosingAnnounced { .. }
            | PublicEvent::PlayerRemoved { .. }
            | PublicEvent::TableClosed {} => {}
            PublicEvent::PlayerMuted { player, muted } => {
                let known = &mut self.view_mut().muted;
                known.retain(|one| one != player);
                known.extend(muted.then(|| player.clone()));
                known.sort();
            }
            PublicEvent::TurnStarted {
                turn,
                seats,
                decision,
                hand: Some(hand),
            } => {
                assert!(self.view_mut().hand.is_none() && *decision == DecisionKind::PickGame);
                self.view_mut().pick = Some(PickState {
                    hand: *hand,
                    turn: TurnState::opened(*turn, seats, *decision),
                });
            }
            PublicEvent::PickWithdrawn {} => {
                assert!(self.view_mut().pick.take().is_some());
                self.forget_choices();
            }
            PublicEvent::GameChanged { game, seat, .. } => {
                let pick = self.view_mut().pick.take();
                assert_eq!(pick.map(|pick| pick.turn.seats), seat.map(|seat| vec![seat]));
                self.forget_choices();
                let info = &mut self.view_mut().info;
                info.game.clone_from(&game.game);
                info.game_name.clone_from(&game.game_name);
                info.limit.clone_from(&game.limit);
                self.play_for(&game.stakes);
            }
            PublicEvent::SeatsDrawn { cards, moves } => self.move_players(cards, moves),
            PublicEvent::RoodlesStarted { stakes } => {
                assert!(self.view_mut().hand.is_none());
                self.view_mut().roodles = true;
                self.play_for(stakes);
            }
            PublicEvent::RoodlesEnded { stakes } => {
                assert!(self.view_mut().roodles && self.view_mut().hand.is_none());
                self.view_mut().roodles = false;
                self.play_for(stakes);
            }
            PublicEvent::HandCompleted { stacks, .. } => {
                self.view_mut().carried = self.carried_on.take();
                self.view_mut().hands += 1;
                self.end_hand(stacks, true);
            }
            PublicEvent::HandVoided { stacks, .. } => self.end_hand(stacks, false),
            PublicEvent::HandStarted { .. } => self.begin_hand(event),
            _ => self.play_on(event, own),
        }
    }

    fn move_players(&mut self, cards: &[SeatCard], moves: &[SeatMove]) {
        let view = self.view_mut();
        assert!(view.hand.is_none());
        let taken: Vec<u8> = view.seats.iter().map(|state| state.seat).collect();
        assert_eq!(cards.iter().map(|card| card.seat).collect::<Vec<_>>(), taken);
        let way = |seat: u8| moves.iter().find(|way| way.from == seat).expect("all are told").to;
        for state in &mut view.seats {
            state.seat = way(state.seat);
        }
        view.seats.sort_by_key(|state| state.seat);
        assert_eq!(view.seats.iter().map(|state| state.seat).collect::<Vec<_>>(), taken);
        if let Some(you) = &mut view.you {
            you.seat = way(you.seat);
        }
    }

    fn play_for(&mut self, stakes: &StakesAtHand) {
        let info = &mut self.view_mut().info;
        (info.small_blind, info.big_blind, info.ante) = (stakes.small_blind, stakes.big_blind, stakes.ante);
        info.bets.clone_from(&stakes.bets);
    }

    fn begin_hand(&mut self, event: &PublicEvent) {
        let PublicEvent::HandStarted {
            hand,
            game,
            button,
            small_blind,
            big_blind,
            seats,
            carried,
        } = event
        else {
            unreachable!("called for a beginning hand");
        };
        self.hand_seq = self.seq;
        let first_seq = self.seq;
        self.blind = self.nominal_blind();
        self.view_mut().hand = Some(HandState {
            hand: *hand,
            first_seq: Some(first_seq),
            game: game.clone(),
            button: *button,
            small_blind: *small_blind,
            big_blind: *big_blind,
            board: Vec::new(),
            board_down: 0,
            pots: Vec::new(),
            pot: *carried,
            bet: chips(0),
            turn: None,
        });
        for dealt in seats {
            let state = self.seat_mut(dealt.seat);
            assert_eq!(state.stack, dealt.stack);
            state.play = Some(SeatPlay {
                cards: Vec::new(),
                face_up: Vec::new(),
                folded: false,
                all_in: false,
                bet: chips(0),
                last_action: None,
                posted: None,
                drew: None,
                declared: None,
                announced: None,
            });
        }
    }

    /// The bet that the blinds of the game set, also where the seat that owes one has no chips left after the ante: then
    /// no event tells of it.
    fn nominal_blind(&mut self) -> Chips {
        let info = &self.view_mut().info;
        let button_blind = |step: &Step| {
            matches!(
                step,
                Step::Post {
                    kind: engine::PostKind::ButtonBlind,
                    ..
                }
            )
        };
        match catalogue::find(&info.game) {
            Some(game) if game.steps.iter().any(button_blind) => info.bets[0],
            _ => info.big_blind,
        }
    }

    fn end_hand(&mut self, stacks: &[SeatAmount], completed: bool) {
        for stack in stacks {
            let state = self.seat_mut(stack.seat);
            if completed {
                assert_eq!(state.stack, stack.amount, "the events tell where every chip went");
            }
            state.stack = stack.amount;
        }
        let view = self.view_mut();
        view.hand = None;
        for seat in &mut view.seats {
            seat.play = None;
        }
        if let Some(you) = &mut view.you {
            you.cards.clear();
            you.choices.clear();
            (you.made, you.made_low) = (None, None);
            you.to_call = chips(0);
        }
    }

    #[expect(
        clippy::too_many_lines,
        reason = "one arm for each event of a hand, as every client has it"
    )]
    fn play_on(&mut self, event: &PublicEvent, own: Option<u8>) {
        match event {
            PublicEvent::Posted {
                seat,
                amount,
                post,
                all_in,
            } => {
                let nominal = match post {
                    PostKind::SmallBlind => self.view_mut().info.small_blind,
                    PostKind::BigBlind | PostKind::EntryBlind => self.view_mut().info.big_blind,
                    _ => *amount,
                };
                let live = !matches!(post, PostKind::Ante | PostKind::DeadAnte | PostKind::DeadBlind);
                let state = self.seat_mut(*seat);
                state.stack = less(state.stack, *amount);
                let play = self.play_mut(*seat);
                play.all_in = *all_in;
                play.posted = Some(*post);
                if live {
                    play.bet = sum(play.bet, *amount);
                }
                let hand = self.hand_mut();
                hand.pot = sum(hand.pot, *amount);
                if live && *post != PostKind::Credit {
                    hand.bet = hand.bet.max(nominal);
                }
            }
            PublicEvent::HoleCardsDealt { hands } => {
                self.clear_actions(true);
                for dealt in hands {
                    if own != Some(dealt.seat) {
                        self.play_mut(dealt.seat).cards.extend(&dealt.cards);
                    }
                }
            }
            PublicEvent::BoardDealt { cards } => {
                self.clear_actions(true);
                self.hand_mut().board.extend(cards);
            }
            PublicEvent::TurnStarted {
                turn, seats, decision, ..
            } => {
                if *decision == DecisionKind::Bet {
                    let blind = std::mem::replace(&mut self.blind, chips(0));
                    let hand = self.hand_mut();
                    hand.bet = hand.bet.max(blind);
                } else {
                    self.clear_actions(false);
                }
                self.hand_mut().turn = Some(TurnState::opened(*turn, seats, *decision));
                self.forget_choices();
            }
            PublicEvent::ActionTaken {
                seat,
                action,
                added,
                to,
                all_in,
                ..
            } => {
                let state = self.seat_mut(*seat);
                state.stack = less(state.stack, *added);
                let play = self.play_mut(*seat);
                play.bet = *to;
                play.all_in = *all_in;
                play.last_action = Some(*action);
                play.posted = None;
                play.drew = None;
                if *action == poker_protocol::v1::event::BetAction::Fold {
                    play.folded = true;
                    if own == Some(*seat) {
                        let you = self.you_mut();
                        (you.made, you.made_low) = (None, None);
                    } else {
                        play.cards.clear();
                    }
                }
                let hand = self.hand_mut();
                hand.pot = sum(hand.pot, *added);
                hand.bet = hand.bet.max(*to);
                self.answered_turn(*seat, own);
            }
            PublicEvent::CardsDiscarded { seat, count, .. } => {
                if own != Some(*seat) {
                    let cards = &mut self.play_mut(*seat).cards;
                    cards.truncate(cards.len() - usize::from(*count));
                }
                self.answered_turn(*seat, own);
            }
            PublicEvent::CardsDrawn { seat, count, .. } => {
                let play = self.play_mut(*seat);
                (play.drew, play.last_action, play.posted) = (Some(*count), None, None);
                self.answered_turn(*seat, own);
            }
            PublicEvent::ChoiceMade { seat, .. } => self.answered_turn(*seat, own),
            PublicEvent::SecondRunStarted { kept } => self.hand_mut().board.truncate(usize::from(*kept)),
            PublicEvent::ExcessForfeited { seat, amount } => {
                let state = self.seat_mut(*seat);
                state.stack = less(state.stack, *amount);
                let hand = self.hand_mut();
                hand.pot = sum(hand.pot, *amount);
            }
            PublicEvent::KittyTaken { amount } => {
                let kitty = &mut self.view_mut().kitty;
                *kitty = kitty.map(|kitty| sum(kitty, *amount));
                let hand = self.hand_mut();
                hand.pot = less(hand.pot, *amount);
            }
            PublicEvent::UncalledReturned { seat, amount } => {
                let state = self.seat_mut(*seat);
                state.stack = sum(state.stack, *amount);
                let play = self.play_mut(*seat);
                play.all_in = false;
                let hand = self.hand_mut();
                hand.pot = less(hand.pot, *amount);
            }
            PublicEvent::PotsFormed { pots } => {
                self.clear_actions(true);
                let view = self.view_mut();
                for seat in &mut view.seats {
                    if let Some(play) = &mut seat.play {
                        play.bet = chips(0);
                    }
                }
                let hand = self.hand_mut();
                hand.pots.clone_from(pots);
                hand.bet = chips(0);
                let total = pots.iter().map(|pot| pot.amount.get()).sum();
                assert_eq!(hand.pot, chips(total), "the pots are all there is in the middle");
            }
            PublicEvent::HandsTabled { hands } => {
                for shown in hands {
                    let play = self.play_mut(shown.seat);
                    play.cards = shown.cards.iter().copied().map(Some).collect();
                    play.face_up = vec![true; shown.cards.len()];
                }
            }
            PublicEvent::HandShown { seat, cards, .. } => {
                let seat = self.view_mut().seats.iter_mut().find(|state| state.seat == *seat);
                if let Some(play) = seat.and_then(|state| state.play.as_mut()) {
                    play.cards = cards.iter().copied().map(Some).collect();
                }
            }
            PublicEvent::PotAwarded { amount, shares, .. } => {
                let paid: u64 = shares.iter().map(|share| share.amount.get()).sum();
                assert_eq!(paid, amount.get());
                for share in shares {
                    let state = self.seat_mut(share.seat);
                    state.stack = sum(state.stack, share.amount);
                }
                let hand = self.hand_mut();
                hand.pot = less(hand.pot, *amount);
                hand.turn = None;
            }
            PublicEvent::DeckRefilled { .. }
            | PublicEvent::HandMucked { .. }
            | PublicEvent::RunsDecided { .. }
            | PublicEvent::OpenersShown { .. }
            | PublicEvent::PassedOut { .. } => {}
            PublicEvent::PotCarried { amount } => self.carried_on = Some(*amount),
            other => panic!("{other:?} is no event of a running hand"),
        }
    }

    fn clear_actions(&mut self, draws_too: bool) {
        let seats = &mut self.view_mut().seats;
        for play in seats.iter_mut().filter_map(|seat| seat.play.as_mut()) {
            play.last_action = None;
            if draws_too {
                play.posted = None;
                play.drew = None;
            }
        }
    }

    fn answered_turn(&mut self, seat: u8, own: Option<u8>) {
        if let Some(turn) = &mut self.hand_mut().turn {
            turn.seats.retain(|asked| *asked != seat);
        }
        if own == Some(seat) {
            self.forget_choices();
        }
        // Nobody is asked any more: the next decision is told by an event of its own.
        if self.hand_mut().turn.as_ref().is_some_and(|turn| turn.seats.is_empty()) {
            self.hand_mut().turn = None;
            self.hand_mut().bet = self.hand_mut().bet.max(chips(0));
        }
    }

    fn forget_choices(&mut self) {
        if let Some(you) = &mut self.view_mut().you {
            you.choices.clear();
            you.to_call = chips(0);
        }
    }

    /// What was built from events is what a snapshot would show.
    pub(super) fn check_against(&self, snapshot: &TableState, seq: u64) {
        let (Some(view), true) = (&self.view, self.watching) else {
            return;
        };
        assert_eq!(self.seq, seq, "everything that is durable was told");
        let (mine, theirs) = (comparable(view), comparable(snapshot));
        if mine != theirs {
            let last = self.frames.len().saturating_sub(6);
            panic!(
                "seen from {}\n  left: {mine:?}\n right: {theirs:?}\n{:#?}",
                self.caller.info.name,
                &self.frames[last..]
            );
        }
    }
}

/// A state without what no numbered event tells: clocks and banks, and pots, which a snapshot shows by those who still
/// contend for them.
fn comparable(state: &TableState) -> TableState {
    let mut state = state.clone();
    if let Some(pick) = &mut state.pick {
        pick.turn.clock.left_ms = 0;
        pick.turn.clock.banks.clear();
    }
    if let Some(hand) = &mut state.hand {
        hand.pots.clear();
        if let Some(turn) = &mut hand.turn {
            turn.clock.left_ms = 0;
            turn.clock.banks.clear();
            if turn.decision != DecisionKind::Bet {
                hand.bet = chips(0);
            }
        }
    }
    if let Some(you) = &mut state.you {
        you.time_bank_ms = 0;
        you.rebuy_pending = chips(0);
        // Told when the seat is asked, and of no use before.
        if you.choices.is_empty() {
            you.to_call = chips(0);
        }
    }
    state
}

fn chips(amount: u64) -> Chips {
    Chips::new(amount).unwrap()
}

fn sum(a: Chips, b: Chips) -> Chips {
    chips(a.get() + b.get())
}

fn less(a: Chips, b: Chips) -> Chips {
    chips(a.get() - b.get())
}
