//! What a table looks like, kept up to date from its events.

use poker_protocol::v1::choice::DecisionKind;
use poker_protocol::v1::event::{BetAction, PostKind, PrivateEvent, PublicEvent, SeatAmount, SeatMove, SeatStack};
use poker_protocol::v1::mix::{GameAtHand, StakesAtHand};
use poker_protocol::v1::server::Snapshot;
use poker_protocol::v1::table::{
    Clock, HandState, PickState, PotState, SeatPlay, SeatState, TableInfo, TableState, TurnState, YourState,
};
use poker_protocol::v1::{Card, Chips, TableId};

/// A table as one viewer knows it: a snapshot, and all that has happened since.
///
/// Feed it every event in order, each once; the [`Client`](crate::Client) delivers them so. The state has the very shape of a
/// snapshot's.
#[derive(Clone, Debug, PartialEq)]
pub struct TableModel {
    /// The account whose view this is.
    account: String,
    /// The number of the last event in it.
    seq: u64,
    /// The number of the event with which the hand began.
    hand_seq: u64,
    /// Chips of the running hand's pot that wait for the next one.
    carried_on: Option<Chips>,
    state: TableState,
}

impl TableModel {
    /// A table from a snapshot, for the account that the snapshot was made for.
    pub fn new(account: impl Into<String>, snapshot: Snapshot) -> Self {
        Self {
            account: account.into(),
            seq: snapshot.seq,
            hand_seq: began(&snapshot),
            carried_on: None,
            state: *snapshot.state,
        }
    }

    /// Starts again from a newer snapshot.
    pub fn replace(&mut self, snapshot: Snapshot) {
        self.seq = snapshot.seq;
        self.hand_seq = began(&snapshot);
        self.carried_on = None;
        self.state = *snapshot.state;
    }

    /// The table's identifier.
    pub fn id(&self) -> &TableId {
        &self.state.info.table
    }

    /// The stakes and all else that was chosen when the table was opened.
    pub fn info(&self) -> &TableInfo {
        &self.state.info
    }

    /// The number of the last event that is included.
    pub fn seq(&self) -> u64 {
        self.seq
    }

    /// Everything that is known.
    pub fn state(&self) -> &TableState {
        &self.state
    }

    /// The hand that runs, if one does.
    pub fn hand(&self) -> Option<&HandState> {
        self.state.hand.as_ref()
    }

    /// A taken seat.
    pub fn seat(&self, seat: u8) -> Option<&SeatState> {
        self.state.seats.iter().find(|taken| taken.seat == seat)
    }

    /// The viewer's own affairs, if the viewer sits here.
    pub fn you(&self) -> Option<&YourState> {
        self.state.you.as_ref()
    }

    /// The viewer's own seat.
    pub fn own_seat(&self) -> Option<&SeatState> {
        self.seat(self.you()?.seat)
    }

    /// Whether each of the viewer's own cards lies face up, in their order; empty if none does.
    pub fn own_face_up(&self) -> Vec<bool> {
        let play = self.own_seat().and_then(|seat| seat.play.as_ref());
        let (Some(you), Some(play)) = (self.you(), play.filter(|play| play.face_up.contains(&true))) else {
            return Vec::new();
        };
        let lies_up = |card: &Card| {
            let mut lying = play.cards.iter().zip(&play.face_up);
            lying.any(|(known, up)| *up && *known == Some(*card))
        };
        you.cards.iter().map(lies_up).collect()
    }

    /// The seats that may still win the pot.
    pub fn contenders(&self) -> impl Iterator<Item = &SeatState> {
        let live = |seat: &&SeatState| seat.play.as_ref().is_some_and(|play| !play.folded);
        self.state.seats.iter().filter(live)
    }

    /// The open decision with the number of its hand: of the running one, or of the one whose dealer is asked for the game.
    pub fn turn(&self) -> Option<(u64, &TurnState)> {
        match self.hand() {
            Some(hand) => Some((hand.hand, hand.turn.as_ref()?)),
            None => self.state.pick.as_ref().map(|pick| (pick.hand, &pick.turn)),
        }
    }

    /// The numbers of the hand and of the open decision, as an answer repeats them.
    pub fn decision(&self) -> Option<(u64, u32)> {
        self.turn().map(|(hand, turn)| (hand, turn.turn))
    }

    /// The seats that have not yet answered the open decision.
    pub fn to_act(&self) -> &[u8] {
        self.turn().map_or(&[], |(_, turn)| &turn.seats)
    }

    /// Takes in one numbered event.
    pub fn apply(&mut self, seq: u64, event: &PublicEvent) {
        self.seq = seq;
        match event {
            PublicEvent::PlayerSat { .. } => self.apply_sitting(event),
            PublicEvent::CarriedPaid { seat, amount } => {
                self.state.carried = None;
                self.on_seat(*seat, |taken| taken.stack = plus(taken.stack, *amount));
            }
            PublicEvent::KittyShared { shares } => {
                self.state.kitty = self.state.kitty.map(|_| Chips::default());
                for share in shares {
                    self.on_seat(share.seat, |taken| taken.stack = plus(taken.stack, share.amount));
                }
            }
            PublicEvent::PlayerLeft { seat, .. } => {
                self.state.seats.retain(|taken| taken.seat != *seat);
                if self.you().is_some_and(|you| you.seat == *seat) {
                    self.state.you = None;
                }
            }
            PublicEvent::SeatStatusChanged {
                seat,
                status,
                event_status,
            } => self.on_seat(*seat, |taken| {
                taken.status = *status;
                taken.event_status = event_status.or(taken.event_status);
            }),
            PublicEvent::StraddlingSet { seat, on } => self.on_seat(*seat, |taken| taken.straddles = *on),
            PublicEvent::StackSet { seat, stack } => self.on_seat(*seat, |taken| taken.stack = *stack),
            PublicEvent::BountySet { seat, bounty } => self.on_seat(*seat, |taken| taken.bounty = Some(*bounty)),
            PublicEvent::LevelChanged { level, game } => {
                self.begin_level(*level);
                self.play_from_now_on(game);
            }
            PublicEvent::ChipsAdded { seat, stack, .. } => {
                self.on_seat(*seat, |taken| taken.stack = *stack);
                self.on_own(*seat, |you| you.rebuy_pending = Chips::default());
            }
            PublicEvent::WaitListChanged { players } => self.state.wait_list.clone_from(players),
            PublicEvent::TablePaused {} => self.state.paused = true,
            PublicEvent::TableResumed {} => self.state.paused = false,
            PublicEvent::TurnStarted {
                turn,
                seats,
                decision: DecisionKind::PickGame,
                hand: Some(hand),
            } => {
                self.state.pick = Some(PickState {
                    hand: *hand,
                    turn: TurnState::opened(*turn, seats, DecisionKind::PickGame),
                });
            }
            PublicEvent::SeatsDrawn { moves, .. } => self.move_players(moves),
            PublicEvent::PickWithdrawn {} => self.end_pick(),
            PublicEvent::RoodlesStarted { stakes } => self.play_roodles(true, stakes),
            PublicEvent::RoodlesEnded { stakes } => self.play_roodles(false, stakes),
            PublicEvent::GameChanged { game, .. } => {
                self.end_pick();
                self.play_from_now_on(game);
            }
            PublicEvent::PlayerMuted { player, muted } => self.mute(player, *muted),
            PublicEvent::HostRuled { .. } | PublicEvent::PlayerMoved { .. } | PublicEvent::StakesChanged { .. } => {
                self.apply_host(event);
            }
            PublicEvent::SeatOffered { .. }
            | PublicEvent::ChipsGiven { .. }
            | PublicEvent::TimeCalled { .. }
            | PublicEvent::TimeExtended { .. }
            | PublicEvent::DeckRefilled { .. }
            | PublicEvent::PlayerRemoved { .. }
            | PublicEvent::TableClosed {} => {}
            other => {
                self.apply_to_hand(other);
                self.price();
            }
        }
    }

    /// A player takes a seat.
    fn apply_sitting(&mut self, event: &PublicEvent) {
        let PublicEvent::PlayerSat {
            seat,
            player,
            stack,
            status,
            event_status,
            bounty,
            ..
        } = event
        else {
            return;
        };
        let taken = SeatState {
            seat: *seat,
            player: player.clone(),
            stack: *stack,
            status: *status,
            connected: true,
            event_status: *event_status,
            bounty: *bounty,
            straddles: false,
            play: None,
        };
        self.state.seats.retain(|other| other.seat != *seat);
        self.state.seats.push(taken);
        self.state.seats.sort_by_key(|taken| taken.seat);
        if player.id == self.account {
            self.state.you = Some(self.newcomer(*seat));
        }
    }

    /// What the table's host does.
    fn apply_host(&mut self, event: &PublicEvent) {
        match event {
            PublicEvent::HostRuled { rules, .. } => self.state.host_rules.clone_from(rules),
            PublicEvent::PlayerMoved { from, to, status } => {
                self.move_players(&[SeatMove { from: *from, to: *to }]);
                self.on_seat(*to, |taken| taken.status = *status);
            }
            PublicEvent::StakesChanged {
                game,
                buy_in_min,
                buy_in_max,
            } => {
                self.play_from_now_on(game);
                (self.state.info.buy_in_min, self.state.info.buy_in_max) = (*buy_in_min, *buy_in_max);
            }
            _ => {}
        }
    }

    /// Passes over an event of a kind that this client does not know.
    pub fn skip(&mut self, seq: u64) {
        self.seq = seq;
    }

    /// Takes in what the viewer alone learns. Private parts come behind the events of their burst: what belongs to a hand or to a
    /// decision that is over by then is passed over.
    pub fn apply_private(&mut self, event: &PrivateEvent) {
        let running = self.state.hand.is_some().then_some(self.hand_seq);
        let open = self.decision();
        let is_out = self
            .own_seat()
            .is_some_and(|own| own.play.as_ref().is_some_and(|play| play.folded));
        let Some(you) = &mut self.state.you else {
            return;
        };
        match event {
            PrivateEvent::Cards { .. } | PrivateEvent::Made { .. }
                if running.is_none_or(|began| event.seq() < began) => {}
            PrivateEvent::Cards { hand, .. } => {
                you.cards.clone_from(hand);
                let (seat, cards) = (you.seat, hand.iter().copied().map(Some).collect());
                self.on_play(seat, |play| play.cards = cards);
            }
            PrivateEvent::Made { .. } if is_out => {}
            PrivateEvent::Made { high, low, second, .. } => {
                you.made.clone_from(high);
                you.made_low.clone_from(low);
                you.made_second = second.as_deref().cloned();
            }
            PrivateEvent::Choices { hand, turn, .. } if open != Some((*hand, *turn)) => {}
            PrivateEvent::Choices {
                choices,
                cards,
                to_call,
                ..
            } => {
                you.choices.clone_from(choices);
                you.cards.clone_from(cards);
                you.to_call = *to_call;
            }
        }
    }

    /// Takes in the clock of the open decision.
    pub fn set_clock(&mut self, clock: &Clock) {
        let hand = self.state.hand.as_mut().and_then(|hand| hand.turn.as_mut());
        let turn = hand.or(self.state.pick.as_mut().map(|pick| &mut pick.turn));
        if let Some(turn) = turn.filter(|turn| turn.turn == clock.turn) {
            turn.clock = clock.clone();
        }
        if let Some(you) = &mut self.state.you
            && let Some(bank) = clock.banks.iter().find(|bank| bank.seat == you.seat)
        {
            you.time_bank_ms = bank.left_ms;
        }
    }

    /// Takes in whether a player's connection is open.
    pub fn set_connected(&mut self, seat: u8, connected: bool) {
        self.on_seat(seat, |taken| taken.connected = connected);
    }

    /// The table stands still until the next snapshot.
    pub fn set_paused(&mut self) {
        self.state.paused = true;
    }

    /// What deals, asks and shows in a hand.
    fn apply_to_hand(&mut self, event: &PublicEvent) {
        match event {
            PublicEvent::HandStarted {
                hand,
                game,
                button,
                small_blind,
                big_blind,
                seats,
                carried,
                level,
                dead,
                bomb_pot,
                bomb_pot_in,
                double_board,
                waiting: _,
            } => {
                self.clear_hand();
                self.hand_seq = self.seq;
                if let Some(level) = level {
                    self.begin_level(*level);
                }
                let live = seats.iter().map(|dealt| dealt.seat);
                let waited = (*carried > Chips::default()).then(|| PotState {
                    amount: *carried,
                    seats: live.filter(|seat| !dead.contains(seat)).collect(),
                });
                self.state.hand = Some(HandState {
                    hand: *hand,
                    first_seq: Some(self.seq),
                    game: game.clone(),
                    button: *button,
                    small_blind: *small_blind,
                    big_blind: *big_blind,
                    bomb_pot: *bomb_pot,
                    double_board: *double_board,
                    board: Vec::new(),
                    second_board: Vec::new(),
                    board_down: 0,
                    pots: waited.into_iter().collect(),
                    pot: *carried,
                    bet: Chips::default(),
                    held: false,
                    turn: None,
                });
                self.state.bomb_pot_in = *bomb_pot_in;
                self.deal_in(seats, dead);
            }
            PublicEvent::HoleCardsDealt { hands } => {
                self.begin_round();
                for dealt in hands {
                    self.on_play(dealt.seat, |play| {
                        // No player ever sees the cards of a dead hand.
                        let is_dead = play.folded;
                        for card in dealt.cards.iter().filter(|_| !is_dead) {
                            match card {
                                Some(card) => lay_up(play, *card),
                                None => lay_down(play, None),
                            }
                        }
                    });
                }
            }
            PublicEvent::BoardDealt { cards } => {
                self.begin_round();
                self.on_hand(|hand| hand.board.extend_from_slice(cards));
            }
            PublicEvent::SecondBoardDealt { cards } => {
                self.on_hand(|hand| hand.second_board.extend_from_slice(cards));
            }
            PublicEvent::TurnStarted {
                turn, seats, decision, ..
            } => {
                if *decision != DecisionKind::Bet {
                    self.on_plays(|play| play.last_action = None);
                }
                self.on_hand(|hand| {
                    hand.turn = Some(TurnState::opened(*turn, seats, *decision));
                });
            }
            PublicEvent::CardsDrawn { seat, count, up, .. } => {
                self.on_play(*seat, |play| {
                    for card in up {
                        remove(play, |_, known| known == Some(*card));
                        lay_down(play, None);
                    }
                    play.drew = Some(*count);
                    play.last_action = None;
                    play.posted = None;
                });
                self.answered(*seat);
            }
            PublicEvent::HandsTabled { hands } => {
                for shown in hands {
                    self.show(shown.seat, &shown.cards);
                }
            }
            PublicEvent::HandShown { seat, cards, .. } => self.show(*seat, cards),
            PublicEvent::HandHeld {} => self.on_hand(|hand| hand.held = true),
            PublicEvent::HandReleased {} => self.on_hand(|hand| hand.held = false),
            other => self.apply_to_cards(other),
        }
    }

    /// Gives seats their part in the hand that begins; dead hands are folded from the start.
    fn deal_in(&mut self, seats: &[SeatStack], dead: &[u8]) {
        for dealt in seats {
            self.on_seat(dealt.seat, |taken| {
                taken.stack = dealt.stack;
                taken.play = Some(SeatPlay {
                    cards: Vec::new(),
                    face_up: Vec::new(),
                    folded: dead.contains(&dealt.seat),
                    all_in: false,
                    bet: Chips::default(),
                    last_action: None,
                    posted: None,
                    declared: None,
                    announced: None,
                    drew: None,
                });
            });
        }
    }

    /// What cards do in games in which they are turned up or bought.
    fn apply_to_cards(&mut self, event: &PublicEvent) {
        match event {
            PublicEvent::CardsDiscarded { seat, count, up, .. } => {
                self.on_play(*seat, |play| {
                    for card in up {
                        remove(play, |_, known| known == Some(*card));
                    }
                    let down = usize::from(*count).saturating_sub(up.len());
                    for _ in 0..down {
                        if !remove(play, |_, known| known.is_none()) {
                            remove(play, |is_up, _| !is_up);
                        }
                    }
                });
                self.answered(*seat);
            }
            PublicEvent::ExtraCardDealt { seat } => self.on_play(*seat, |play| lay_down(play, None)),
            PublicEvent::CardSwapped { seat, card } => {
                self.on_play(*seat, |play| {
                    remove(play, |_, known| known == Some(*card));
                    lay_down(play, None);
                });
                self.answered(*seat);
            }
            PublicEvent::CardsRolled { rolls } => {
                for roll in rolls {
                    self.on_play(roll.seat, |play| {
                        for card in &roll.cards {
                            if !remove(play, |_, known| known == Some(*card)) {
                                remove(play, |_, known| known.is_none());
                            }
                            lay_up(play, *card);
                        }
                        play.announced = roll.announced.or(play.announced);
                    });
                    self.answered(roll.seat);
                }
            }
            PublicEvent::StraddleDeclined { seat, .. }
            | PublicEvent::ChoiceMade { seat, .. }
            | PublicEvent::CardKept { seat, .. }
            | PublicEvent::CardsArranged { seat, .. } => self.answered(*seat),
            PublicEvent::Declared { declarations } => {
                for declared in declarations {
                    self.on_play(declared.seat, |play| play.declared = Some(declared.sides));
                }
            }
            PublicEvent::BoardDealtDown { count } => self.on_hand(|hand| hand.board_down += count),
            PublicEvent::BoardTurned { cards } => {
                self.begin_round();
                let count = u8::try_from(cards.len()).unwrap_or(u8::MAX);
                self.on_hand(|hand| {
                    hand.board.extend_from_slice(cards);
                    hand.board_down = hand.board_down.saturating_sub(count);
                });
            }
            PublicEvent::SecondRunStarted { kept } => self.on_hand(|hand| hand.board.truncate(usize::from(*kept))),
            PublicEvent::CommunalDealt { card } => {
                self.begin_round();
                self.on_hand(|hand| hand.board.push(*card));
            }
            other => self.apply_to_chips(other),
        }
    }

    /// What moves chips in a hand.
    fn apply_to_chips(&mut self, event: &PublicEvent) {
        match event {
            PublicEvent::Posted {
                seat,
                amount,
                post,
                all_in,
            } => self.post(*seat, *amount, *post, *all_in),
            PublicEvent::CardBought { seat, amount, all_in } => {
                self.pay(*seat, *amount);
                self.on_play(*seat, |play| play.all_in = *all_in);
                self.answered(*seat);
            }
            PublicEvent::BuyPassed { seat, .. } => {
                self.fold(*seat);
                self.answered(*seat);
            }
            PublicEvent::ActionTaken {
                seat,
                action,
                added,
                to,
                all_in,
                ..
            } => {
                self.pay(*seat, *added);
                self.on_play(*seat, |play| {
                    play.bet = *to;
                    play.all_in = *all_in;
                    play.last_action = Some(*action);
                    play.posted = None;
                    play.drew = None;
                });
                if *action == BetAction::Fold {
                    self.fold(*seat);
                }
                self.on_hand(|hand| hand.bet = hand.bet.max(*to));
                self.answered(*seat);
            }
            PublicEvent::ExcessForfeited { seat, amount } => {
                self.pay(*seat, *amount);
                self.add_dead(*amount);
            }
            PublicEvent::KittyTaken { amount } => {
                self.on_hand(|hand| hand.pot = minus(hand.pot, *amount));
                self.state.kitty = self.state.kitty.map(|kitty| plus(kitty, *amount));
            }
            PublicEvent::UncalledReturned { seat, amount } => {
                self.on_seat(*seat, |taken| taken.stack = plus(taken.stack, *amount));
                self.on_play(*seat, |play| {
                    play.bet = minus(play.bet, *amount);
                    play.all_in = false;
                });
                self.on_hand(|hand| hand.pot = minus(hand.pot, *amount));
            }
            PublicEvent::PotsFormed { pots } => {
                self.on_hand(|hand| {
                    hand.pots.clone_from(pots);
                    hand.bet = Chips::default();
                });
                self.on_plays(|play| play.bet = Chips::default());
                self.begin_round();
            }
            PublicEvent::PotAwarded { amount, shares, .. } => {
                for share in shares {
                    self.on_seat(share.seat, |taken| taken.stack = plus(taken.stack, share.amount));
                }
                self.on_hand(|hand| hand.pot = minus(hand.pot, *amount));
            }
            PublicEvent::SevenDeucePaid { seat, cards, payments } => {
                self.show(*seat, cards);
                for payment in payments {
                    let amount = payment.amount;
                    self.on_seat(payment.seat, |taken| taken.stack = minus(taken.stack, amount));
                    self.on_seat(*seat, |taken| taken.stack = plus(taken.stack, amount));
                }
            }
            PublicEvent::PotCarried { amount } => self.carried_on = Some(*amount),
            PublicEvent::HandCompleted { stacks, .. } => {
                self.state.carried = self.carried_on.take();
                self.settle(stacks);
                self.state.hands += 1;
            }
            PublicEvent::HandVoided { stacks, .. } => self.settle(stacks),
            _ => {}
        }
    }

    fn post(&mut self, seat: u8, amount: Chips, post: PostKind, all_in: bool) {
        self.pay(seat, amount);
        let (live, sets_the_bet) = match post {
            PostKind::Ante | PostKind::DeadAnte | PostKind::DeadBlind => (false, false),
            PostKind::Credit => (true, false),
            PostKind::SmallBlind
            | PostKind::BigBlind
            | PostKind::ButtonBlind
            | PostKind::Straddle
            | PostKind::EntryBlind
            | PostKind::BringIn => (true, true),
        };
        let mut total = Chips::default();
        self.on_play(seat, |play| {
            play.all_in = all_in && !play.folded;
            play.posted = Some(post);
            if live {
                play.bet = plus(play.bet, amount);
            }
            total = play.bet;
        });
        if !live {
            self.add_dead(amount);
        }
        if sets_the_bet {
            // Who is short of a blind still faces the others with the whole of it.
            let nominal = match post {
                PostKind::BigBlind => self.info().big_blind,
                PostKind::ButtonBlind => self.info().bets.first().copied().unwrap_or_default(),
                _ => Chips::default(),
            };
            self.on_hand(|hand| hand.bet = hand.bet.max(total).max(nominal));
        }
    }

    /// Dead money goes into the main pot at once.
    fn add_dead(&mut self, amount: Chips) {
        let seats = self.contenders().map(|seat| seat.seat).collect();
        self.on_hand(|hand| match hand.pots.first_mut() {
            Some(main) => main.amount = plus(main.amount, amount),
            None => hand.pots.push(PotState { amount, seats }),
        });
    }

    /// Notes whether the host keeps an account from chatting.
    fn mute(&mut self, player: &str, muted: bool) {
        let known = &mut self.state.muted;
        known.retain(|other| other != player);
        if muted {
            known.push(player.to_owned());
            known.sort();
        }
    }

    /// The dealer is not asked for a game any more.
    fn end_pick(&mut self) {
        self.state.pick = None;
        if let Some(you) = &mut self.state.you {
            you.choices.clear();
        }
    }

    fn begin_level(&mut self, level: u16) {
        if let Some(event) = &mut self.state.info.tournament {
            event.level = level;
        }
    }

    fn play_from_now_on(&mut self, at_hand: &GameAtHand) {
        let info = &mut self.state.info;
        info.game.clone_from(&at_hand.game);
        info.game_name.clone_from(&at_hand.game_name);
        info.limit.clone_from(&at_hand.limit);
        self.play_for(&at_hand.stakes);
    }

    /// Everybody moves at once.
    fn move_players(&mut self, moves: &[SeatMove]) {
        let to = |seat: u8| moves.iter().find(|way| way.from == seat).map_or(seat, |way| way.to);
        for taken in &mut self.state.seats {
            taken.seat = to(taken.seat);
        }
        self.state.seats.sort_by_key(|taken| taken.seat);
        if let Some(you) = &mut self.state.you {
            you.seat = to(you.seat);
        }
    }

    fn play_roodles(&mut self, on: bool, stakes: &StakesAtHand) {
        self.state.roodles = on;
        self.play_for(stakes);
    }

    fn play_for(&mut self, stakes: &StakesAtHand) {
        let info = &mut self.state.info;
        info.small_blind = stakes.small_blind;
        info.big_blind = stakes.big_blind;
        info.ante = stakes.ante;
        info.bets.clone_from(&stakes.bets);
    }

    /// There was no action yet.
    fn begin_round(&mut self) {
        self.on_plays(|play| {
            play.last_action = None;
            play.posted = None;
            play.drew = None;
        });
    }

    /// Gives a hand up. It is gone from the table, but its owner remembers it.
    fn fold(&mut self, seat: u8) {
        let is_own = self.you().is_some_and(|you| you.seat == seat);
        self.on_play(seat, |play| {
            play.folded = true;
            if !is_own {
                play.cards.clear();
                play.face_up.clear();
            }
        });
        self.on_hand(|hand| {
            for pot in &mut hand.pots {
                pot.seats.retain(|other| *other != seat);
            }
        });
        self.on_own(seat, |you| {
            you.made = None;
            you.made_low = None;
            you.made_second = None;
        });
    }

    /// Moves chips from a stack to the middle.
    fn pay(&mut self, seat: u8, amount: Chips) {
        self.on_seat(seat, |taken| taken.stack = minus(taken.stack, amount));
        self.on_hand(|hand| hand.pot = plus(hand.pot, amount));
    }

    /// Notes that a seat has answered the open decision.
    fn answered(&mut self, seat: u8) {
        self.on_hand(|hand| {
            if let Some(turn) = &mut hand.turn {
                turn.seats.retain(|other| *other != seat);
            }
            hand.turn.take_if(|turn| turn.seats.is_empty());
        });
        self.on_own(seat, |you| you.choices.clear());
    }

    fn show(&mut self, seat: u8, cards: &[Card]) {
        self.on_play(seat, |play| {
            if cards.len() >= play.cards.len() {
                play.cards = cards.iter().copied().map(Some).collect();
                play.face_up = vec![true; cards.len()];
            }
        });
    }

    /// Works out what the viewer would have to call.
    fn price(&mut self) {
        let own = self.own_seat().and_then(|seat| Some((seat.stack, seat.play.as_ref()?)));
        let price = match (self.hand(), own) {
            (Some(hand), Some((stack, play))) if !play.folded => minus(hand.bet, play.bet).min(stack),
            _ => Chips::default(),
        };
        if let Some(you) = &mut self.state.you {
            you.to_call = price;
        }
    }

    /// Ends the hand.
    fn settle(&mut self, stacks: &[SeatAmount]) {
        self.clear_hand();
        for stack in stacks {
            self.on_seat(stack.seat, |taken| taken.stack = stack.amount);
        }
    }

    fn clear_hand(&mut self) {
        self.state.hand = None;
        for taken in &mut self.state.seats {
            taken.play = None;
        }
        if let Some(you) = &mut self.state.you {
            you.cards.clear();
            you.choices.clear();
            you.to_call = Chips::default();
            you.made = None;
            you.made_low = None;
            you.made_second = None;
        }
    }

    fn newcomer(&self, seat: u8) -> YourState {
        YourState {
            seat,
            cards: Vec::new(),
            choices: Vec::new(),
            to_call: Chips::default(),
            made: None,
            made_low: None,
            made_second: None,
            rebuy_pending: Chips::default(),
            time_bank_ms: self.info().time_bank_ms,
        }
    }

    fn on_seat(&mut self, seat: u8, change: impl FnOnce(&mut SeatState)) {
        if let Some(taken) = self.state.seats.iter_mut().find(|taken| taken.seat == seat) {
            change(taken);
        }
    }

    fn on_play(&mut self, seat: u8, change: impl FnOnce(&mut SeatPlay)) {
        self.on_seat(seat, |taken| {
            if let Some(play) = &mut taken.play {
                change(play);
            }
        });
    }

    fn on_plays(&mut self, change: impl FnMut(&mut SeatPlay)) {
        let plays = self.state.seats.iter_mut().filter_map(|taken| taken.play.as_mut());
        plays.for_each(change);
    }

    fn on_hand(&mut self, change: impl FnOnce(&mut HandState)) {
        if let Some(hand) = &mut self.state.hand {
            change(hand);
        }
    }

    fn on_own(&mut self, seat: u8, change: impl FnOnce(&mut YourState)) {
        if let Some(you) = self.state.you.as_mut().filter(|you| you.seat == seat) {
            change(you);
        }
    }
}

/// The number of the event with which the hand of a snapshot began; 0 if that is not told.
fn began(snapshot: &Snapshot) -> u64 {
    let hand = snapshot.state.hand.as_ref();
    hand.and_then(|hand| hand.first_seq).unwrap_or(0)
}

/// Puts a card after the other up-cards of a seat.
fn lay_up(play: &mut SeatPlay, card: Card) {
    play.face_up.resize(play.cards.len(), false);
    play.cards.push(Some(card));
    play.face_up.push(true);
}

/// Puts a card after the other down-cards of a seat.
fn lay_down(play: &mut SeatPlay, card: Option<Card>) {
    let at = play.face_up.iter().position(|up| *up).unwrap_or(play.cards.len());
    play.cards.insert(at, card);
    if !play.face_up.is_empty() {
        play.face_up.insert(at, false);
    }
}

/// Takes away the last card of a seat of which it is asked whether it lies face up and what it is; `false` if there is
/// none such.
fn remove(play: &mut SeatPlay, is_it: impl Fn(bool, Option<Card>) -> bool) -> bool {
    let is_up = |at: usize| play.face_up.get(at).copied().unwrap_or(false);
    let Some(at) = (0..play.cards.len())
        .rev()
        .find(|at| is_it(is_up(*at), play.cards[*at]))
    else {
        return false;
    };
    play.cards.remove(at);
    if at < play.face_up.len() {
        play.face_up.remove(at);
    }
    if !play.face_up.contains(&true) {
        play.face_up.clear();
    }
    true
}

fn plus(one: Chips, other: Chips) -> Chips {
    Chips::new(one.get().saturating_add(other.get())).unwrap_or(one)
}

fn minus(one: Chips, other: Chips) -> Chips {
    Chips::new(one.get().saturating_sub(other.get())).unwrap_or_default()
}
