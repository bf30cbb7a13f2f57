//! Consistency checks of each event against the table that the events before it have built.
//!
//! The SDK's model tolerates errors of the server: it takes a stack for empty rather than negative, and ignores seats
//! that it does not know. These checks do not.

use poker_bots::TableModel;
use poker_protocol::v1::choice::DecisionKind;
use poker_protocol::v1::event::{PrivateEvent, SeatAmount, SeatCard, SeatMove};
use poker_protocol::v1::table::{HandState, SeatPlay, SeatState, TableState};
use poker_protocol::v1::{Card, Chips, PublicEvent};

/// A public event that comes next.
pub(crate) fn check_public(model: &TableModel, event: &PublicEvent) {
    let table = Known(model);
    match event {
        PublicEvent::PlayerSat { seat, .. } => assert!(model.seat(*seat).is_none(), "the seat is free"),
        PublicEvent::PlayerLeft { seat, stack, .. } => assert_eq!(table.seat(*seat).stack, *stack),
        PublicEvent::SeatStatusChanged { seat, .. } | PublicEvent::FreeStackGiven { seat, .. } => {
            table.seat(*seat);
        }
        PublicEvent::ChipsAdded { seat, amount, stack } => {
            assert_eq!(table.seat(*seat).stack.get() + amount.get(), stack.get());
        }
        PublicEvent::CarriedPaid { seat, amount } => {
            table.seat(*seat);
            assert_eq!(table.state().carried, Some(*amount));
        }
        PublicEvent::OwnPauseSet { seat, until } => {
            let had = table.seat(*seat).back_at;
            assert!(until.or(had).is_some(), "a pause that ends has begun");
        }
        PublicEvent::StraddlingSet { seat, on } => assert_ne!(table.seat(*seat).straddles, *on),
        PublicEvent::KittyShared { shares } => {
            assert_eq!(table.state().kitty.map(Chips::get), Some(table.total(shares)));
        }
        PublicEvent::SeatsDrawn { cards, moves } => table.check_moves(cards, moves),
        PublicEvent::TurnStarted {
            decision,
            hand: Some(_),
            ..
        } => {
            table.check_between_hands();
            assert_eq!(*decision, DecisionKind::PickGame);
        }
        PublicEvent::PickWithdrawn {} => assert!(table.state().pick.is_some()),
        PublicEvent::GameChanged { seat, .. } => {
            let asked = table.state().pick.as_ref().map(|pick| pick.turn.seats.clone());
            assert_eq!(asked, seat.map(|seat| vec![seat]));
        }
        PublicEvent::RoodlesStarted { .. } | PublicEvent::LevelChanged { .. } | PublicEvent::StakesChanged { .. } => {
            table.check_between_hands();
        }
        PublicEvent::RoodlesEnded { .. } => {
            table.check_between_hands();
            assert!(table.state().roodles);
        }
        PublicEvent::HandStarted { seats, .. } => {
            table.check_between_hands();
            for dealt in seats {
                assert_eq!(table.seat(dealt.seat).stack, dealt.stack);
            }
        }
        PublicEvent::HandVoided { stacks, .. } => {
            table.hand();
            table.total(stacks);
        }
        PublicEvent::StackSet { seat, .. } => {
            let plays = table.seat(*seat).play.is_some();
            assert!(!plays || model.hand().is_none(), "the seat is in no hand");
        }
        PublicEvent::BountySet { seat, .. } => {
            table.check_between_hands();
            table.seat(*seat);
        }
        PublicEvent::PlayerMoved { from, to, .. } => {
            table.check_between_hands();
            table.seat(*from);
            assert!(
                table.state().seats.iter().all(|taken| taken.seat != *to),
                "the seat is free"
            );
        }
        PublicEvent::ChipsGiven { seat, .. } => {
            assert!(table.seat(*seat).play.is_none(), "chips come to no running hand");
        }
        // A player may show the cards of a hand that is over, and leave in between.
        PublicEvent::HandShown { .. }
        | PublicEvent::RabbitShown { .. }
        | PublicEvent::WaitListChanged { .. }
        | PublicEvent::SeatOffered { .. }
        | PublicEvent::DealerDrawn { .. }
        | PublicEvent::ClosingAnnounced { .. }
        | PublicEvent::PlayerMuted { .. }
        | PublicEvent::PlayerRemoved { .. }
        | PublicEvent::HostChanged { .. }
        | PublicEvent::HostRuled { .. }
        | PublicEvent::LedgerChanged { .. }
        | PublicEvent::LedgerSettled { .. }
        | PublicEvent::TablePaused {}
        | PublicEvent::TableResumed {}
        | PublicEvent::TableClosed {} => {}
        other => check_in_hand(table, other),
    }
}

/// Checks the next event of a running hand.
fn check_in_hand(table: Known<'_>, event: &PublicEvent) {
    let hand = table.hand();
    match event {
        PublicEvent::Posted { seat, amount, .. }
        | PublicEvent::CardBought { seat, amount, .. }
        | PublicEvent::ExcessForfeited { seat, amount }
        | PublicEvent::ActionTaken {
            seat, added: amount, ..
        } => {
            table.play(*seat);
            assert!(table.seat(*seat).stack >= *amount, "seat {seat} has what it pays");
            if matches!(event, PublicEvent::ActionTaken { dark: true, .. }) {
                let mut declared = hand.dark.iter();
                assert!(
                    declared.any(|declared| declared.seat == *seat),
                    "what is done in the dark was declared"
                );
            }
        }
        PublicEvent::UncalledReturned { seat, amount } => {
            table.play(*seat);
            assert!(hand.pot >= *amount, "the middle holds what goes back");
        }
        PublicEvent::KittyTaken { amount } => assert!(hand.pot >= *amount, "the middle holds what the kitty gets"),
        PublicEvent::PotsFormed { pots } => {
            let total: u64 = pots.iter().map(|pot| pot.amount.get()).sum();
            assert_eq!(hand.pot.get(), total, "the pots are all there is in the middle");
        }
        PublicEvent::PotAwarded { amount, shares, .. } => {
            assert_eq!(table.total(shares), amount.get());
            assert!(hand.pot >= *amount, "the middle holds what is paid");
        }
        PublicEvent::CardsDiscarded { seat, count, .. } => {
            assert!(table.play(*seat).cards.len() >= usize::from(*count));
        }
        PublicEvent::CardsDrawn { seat, .. }
        | PublicEvent::ExtraCardDealt { seat }
        | PublicEvent::StraddleDeclined { seat, .. }
        | PublicEvent::ChoiceMade { seat, .. }
        | PublicEvent::CardKept { seat, .. }
        | PublicEvent::CardSwapped { seat, .. }
        | PublicEvent::CardsArranged { seat, .. }
        | PublicEvent::BuyPassed { seat, .. }
        | PublicEvent::OpenersShown { seat, .. }
        | PublicEvent::KilledShown { seat, .. }
        | PublicEvent::SevenDeucePaid { seat, .. }
        | PublicEvent::HandMucked { seat } => {
            table.play(*seat);
        }
        PublicEvent::HoleCardsDealt { hands } => table.check_dealt(hands.iter().map(|dealt| dealt.seat)),
        PublicEvent::CardsRolled { rolls } => table.check_dealt(rolls.iter().map(|rolled| rolled.seat)),
        PublicEvent::Declared { declarations } => table.check_dealt(declarations.iter().map(|declared| declared.seat)),
        PublicEvent::HandsTabled { hands } | PublicEvent::HandsOpened { hands } => {
            table.check_dealt(hands.iter().map(|shown| shown.seat));
        }
        PublicEvent::HandCompleted { stacks, .. } => {
            for stack in stacks {
                let known = table.seat(stack.seat).stack;
                assert_eq!(known, stack.amount, "the events tell where every chip went");
            }
        }
        PublicEvent::TurnStarted { seats, .. } => table.check_dealt(seats.iter().copied()),
        PublicEvent::DarkDeclared { seat, .. } => {
            let offered = hand.dark_offer.map(|offer| offer.seat);
            assert_eq!(offered, Some(*seat), "only who may declare declares");
        }
        PublicEvent::TimeCalled { seat, .. } | PublicEvent::TimeExtended { seat } => {
            assert!(hand.turn.as_ref().is_some_and(|turn| turn.seats.contains(seat)));
        }
        PublicEvent::HandHeld {} => assert!(!hand.held),
        PublicEvent::HandReleased {} => assert!(hand.held),
        PublicEvent::HandStopped { stop } => assert!(stop.agreed <= stop.holders),
        PublicEvent::HandWentOn {} => assert!(hand.stop.is_some()),
        PublicEvent::BoardDealt { .. }
        | PublicEvent::SecondBoardDealt { .. }
        | PublicEvent::BoardDealtDown { .. }
        | PublicEvent::BoardTurned { .. }
        | PublicEvent::CommunalDealt { .. }
        | PublicEvent::PassedOut {}
        | PublicEvent::PotCarried { .. }
        | PublicEvent::DeckRefilled { .. }
        | PublicEvent::RunsDecided { .. }
        | PublicEvent::SecondRunStarted { .. } => {}
        other => panic!("{other:?} is not an event of a running hand"),
    }
}

/// A private part that comes after the public events up to `seq`.
pub(crate) fn check_private(model: &TableModel, seq: u64, part: &PrivateEvent) {
    assert!(part.seq() <= seq, "the public part comes first");
    if let PrivateEvent::Cards { cards, hand, .. } = part {
        assert!(cards.iter().all(|card| hand.contains(card)));
    }
    // Parts of a hand that ended in the same burst, or of a pick that was withdrawn in it, have lost their meaning.
    let PrivateEvent::Choices {
        hand,
        turn,
        cards,
        board,
        second_board,
        pot,
        stack,
        ..
    } = part
    else {
        return;
    };
    if model.decision() != Some((*hand, *turn)) {
        return;
    }
    let own = model.own_seat().expect("only a seat learns anything alone");
    assert!(model.to_act().contains(&own.seat), "only who is asked gets choices");
    assert_eq!(own.stack, *stack);
    if let Some(running) = model.hand() {
        assert_eq!((&running.board, &running.second_board), (board, second_board));
        assert_eq!(running.pot, *pot);
        // Private parts follow the public ones of a burst: cards that were turned up in it may lie elsewhere.
        let sorted = |cards: &[Card]| {
            let mut names: Vec<_> = cards.iter().map(ToString::to_string).collect();
            names.sort_unstable();
            names
        };
        let known = model.you().map(|you| sorted(&you.cards));
        assert_eq!(known, Some(sorted(cards)));
    }
}

/// The table as built from the events so far.
#[derive(Clone, Copy)]
struct Known<'a>(&'a TableModel);

impl<'a> Known<'a> {
    fn state(self) -> &'a TableState {
        self.0.state()
    }

    fn hand(self) -> &'a HandState {
        self.0.hand().expect("a hand runs")
    }

    fn seat(self, number: u8) -> &'a SeatState {
        self.0.seat(number).unwrap_or_else(|| panic!("seat {number} is taken"))
    }

    fn play(self, number: u8) -> &'a SeatPlay {
        let play = self.seat(number).play.as_ref();
        play.unwrap_or_else(|| panic!("seat {number} was dealt in"))
    }

    /// The sum of the amounts, all of which must be for taken seats.
    fn total(self, amounts: &[SeatAmount]) -> u64 {
        let amount = |entry: &SeatAmount| {
            self.seat(entry.seat);
            entry.amount.get()
        };
        amounts.iter().map(amount).sum()
    }

    fn check_dealt(self, seats: impl Iterator<Item = u8>) {
        for seat in seats {
            self.play(seat);
        }
    }

    fn check_between_hands(self) {
        assert!(self.0.hand().is_none(), "no hand runs");
    }

    /// Checks that every player got a card and a seat, and that the same seats are taken.
    fn check_moves(self, cards: &[SeatCard], moves: &[SeatMove]) {
        self.check_between_hands();
        let taken: Vec<u8> = self.state().seats.iter().map(|state| state.seat).collect();
        assert_eq!(cards.iter().map(|card| card.seat).collect::<Vec<_>>(), taken);
        let to = |seat: &u8| moves.iter().find(|way| way.from == *seat).expect("all have a way").to;
        let mut now: Vec<u8> = taken.iter().map(to).collect();
        now.sort_unstable();
        assert_eq!(now, taken);
    }
}
