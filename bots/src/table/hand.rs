//! Application of events to the running hand.

use poker_protocol::v1::Chips;
use poker_protocol::v1::choice::DecisionKind;
use poker_protocol::v1::dark::DarkAction;
use poker_protocol::v1::event::{PublicEvent, SeatAmount, SeatStack};
use poker_protocol::v1::host::HandStop;
use poker_protocol::v1::table::{HandState, PotState, SeatPlay, SeatState, TurnState};

use super::TableModel;
use super::cards::{lay_down, lay_up, remove};
use super::chips::minus;

impl TableModel {
    /// Applies an event that deals or shows cards, and all other events of the hand.
    pub(super) fn apply_to_hand(&mut self, event: &PublicEvent) {
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
                commitment: _,
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
                    stop: None,
                    dark: Vec::new(),
                    dark_offer: None,
                    draw: None,
                    turn: None,
                });
                self.state.bomb_pot_in = *bomb_pot_in;
                self.deal_in(seats, dead);
                self.note_played(seats);
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
            other => self.apply_to_course(other),
        }
    }

    /// Applies decisions, choices, declarations in the dark and holds of a hand.
    fn apply_to_course(&mut self, event: &PublicEvent) {
        match event {
            PublicEvent::TurnStarted {
                turn,
                seats,
                decision,
                dark,
                draw,
                hand: _,
            } => {
                if *decision != DecisionKind::Bet {
                    self.on_plays(|play| play.last_action = None);
                }
                self.on_hand(|hand| {
                    hand.turn = Some(TurnState::opened(*turn, seats, *decision));
                    hand.dark_offer = *dark;
                    hand.draw = draw.or(hand.draw);
                });
            }
            PublicEvent::HandsTabled { hands } => {
                for shown in hands {
                    self.show(shown.seat, &shown.cards);
                }
            }
            PublicEvent::HandShown { seat, cards, .. } => self.show(*seat, cards),
            PublicEvent::DarkDeclared { seat, action, to, next } => {
                let (seat, action, to) = (*seat, *action, *to);
                self.on_hand(|hand| {
                    hand.dark.push(DarkAction { seat, action, to });
                    hand.dark_offer = *next;
                });
            }
            PublicEvent::PassedOut {} => self.on_hand(|hand| hand.dark.clear()),
            PublicEvent::HandsOpened { hands } => {
                for opened in hands {
                    self.open(opened.seat, &opened.cards);
                }
            }
            PublicEvent::HandStopped { stop } => self.stop(Some(*stop)),
            PublicEvent::HandWentOn {} => self.stop(None),
            PublicEvent::HandHeld {} => self.on_hand(|hand| hand.held = true),
            PublicEvent::HandReleased {} => self.on_hand(|hand| hand.held = false),
            other => self.apply_to_cards(other),
        }
    }

    /// Notes in the ledger who is dealt a hand.
    fn note_played(&mut self, seats: &[SeatStack]) {
        let Some(ledger) = &mut self.state.ledger else { return };
        for taken in &self.state.seats {
            let is_dealt = seats.iter().any(|dealt| dealt.seat == taken.seat);
            let line = ledger.players.iter_mut().find(|line| line.player.id == taken.player.id);
            if let Some(line) = line.filter(|_| is_dealt) {
                line.played = true;
            }
        }
    }

    /// Deals the seats into the new hand; dead hands are folded from the start.
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

    /// Clears the actions of the previous round.
    pub(super) fn begin_round(&mut self) {
        self.on_plays(|play| {
            play.last_action = None;
            play.posted = None;
            play.drew = None;
        });
    }

    /// Folds a hand. It is gone from the table, but its owner remembers it.
    pub(super) fn fold(&mut self, seat: u8) {
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

    /// Records that a seat has answered the open decision.
    pub(super) fn answered(&mut self, seat: u8) {
        let can_bet = |taken: &&SeatState| taken.play.as_ref().is_some_and(|play| !play.all_in);
        let is_contested = self.contenders().filter(can_bet).nth(1).is_some();
        self.on_hand(|hand| {
            // Fewer than two players can bet: declarations for the coming round lapse.
            if !is_contested {
                hand.dark.clear();
            }
            if let Some(turn) = &mut hand.turn {
                turn.seats.retain(|other| *other != seat);
            }
            hand.turn.take_if(|turn| turn.seats.is_empty());
            hand.dark_offer.take_if(|_| hand.turn.is_none());
        });
        self.on_own(seat, |you| you.choices.clear());
    }

    pub(super) fn settle(&mut self, stacks: &[SeatAmount]) {
        self.clear_hand();
        for stack in stacks {
            self.on_seat(stack.seat, |taken| taken.stack = stack.amount);
        }
    }

    fn clear_hand(&mut self) {
        self.stop(None);
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

    /// Notes the state of a stop. A consent is the answer to one question, and ends with it.
    fn stop(&mut self, stop: Option<HandStop>) {
        let is_asked = |stop: Option<HandStop>| stop.is_some_and(|stop| stop.asked);
        let before = self.hand().and_then(|hand| hand.stop);
        self.on_hand(|hand| hand.stop = stop);
        if is_asked(stop) && !is_asked(before) {
            self.asked_seq = self.seq;
        }
        if let Some(you) = self.state.you.as_mut().filter(|_| !is_asked(stop)) {
            you.agreed = false;
        }
    }

    /// Computes the amount the viewer would have to call.
    pub(super) fn price(&mut self) {
        let own = self.own_seat().and_then(|seat| Some((seat.stack, seat.play.as_ref()?)));
        // While a straddle is on offer, the blinds are no price yet.
        let betting = self.hand().filter(|hand| {
            let turn = hand.turn.as_ref();
            turn.is_some_and(|turn| turn.decision == DecisionKind::Bet)
        });
        let price = match (betting, own) {
            (Some(hand), Some((stack, play))) if !play.folded => minus(hand.bet, play.bet).min(stack),
            _ => Chips::default(),
        };
        if let Some(you) = &mut self.state.you {
            you.to_call = price;
        }
    }
}
