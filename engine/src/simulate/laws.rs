//! The laws of every hand that was played.

mod attempts;

use std::sync::Arc;

use super::{Broken, Dice, Played, broken};
use crate::action::{Action, Choices};
use crate::card::{Card, CardSet};
use crate::deck::Deck;
use crate::event::{BetAction, Event, PublicEvent};
use crate::hand::{Hand, Viewer};
use crate::{BySeat, Chips, SeatIx, SeatSet, TurnKind};
use attempts::{attempts, offered_is_accepted};

impl Played {
    /// Checks the quick laws: chips, posts, hands shown, and declarations in the dark.
    ///
    /// # Errors
    /// Gives the first law that is broken.
    pub fn adds_up(&self) -> Result<(), Broken> {
        self.chips_are_conserved()?;
        self.posts_are_nominal()?;
        self.winners_show()?;
        self.declared_is_done()
    }

    /// Checks every law of a hand, for every viewer.
    ///
    /// # Errors
    /// Gives the first law that is broken.
    pub fn obeys<F: FnMut() -> u64>(&self, dice: &mut Dice<F>) -> Result<(), Broken> {
        self.adds_up()?;
        self.replays()?;
        self.events_tell_cards()?;
        let seats = self.hand.dealt().iter().map(Viewer::Seat);
        seats
            .chain([Viewer::Spectator])
            .try_for_each(|viewer| self.hides_cards(viewer, dice))
    }

    /// Checks that chips are conserved after every event, and that awards were in the pot.
    ///
    /// # Errors
    /// Gives the event after which they are not.
    pub fn chips_are_conserved(&self) -> Result<(), Broken> {
        let in_play: Chips = self.setup.players.iter().map(|player| player.stack).sum();
        let mut stacks: Chips = in_play;
        let mut pot = self.setup.carried;
        for event in &self.events {
            match &event.public {
                PublicEvent::Posted { amount, .. } => (stacks, pot) = (stacks - *amount, pot + *amount),
                PublicEvent::ActionTaken { added: paid, .. }
                | PublicEvent::ExcessForfeited { amount: paid, .. }
                | PublicEvent::CardBought { amount: paid, .. } => {
                    (stacks, pot) = (stacks - *paid, pot + *paid);
                }
                PublicEvent::PotCarried { amount } | PublicEvent::KittyTaken { amount } => pot -= *amount,
                PublicEvent::UncalledReturned { amount, .. } => (stacks, pot) = (stacks + *amount, pot - *amount),
                PublicEvent::PotAwarded { amount, shares, .. } => {
                    let shared: Chips = shares.iter().map(|(_, share)| *share).sum();
                    if shared != *amount || *amount > pot {
                        return broken(
                            "chips are conserved",
                            format!("{shared} of {amount} shared, {pot} in the pot"),
                        );
                    }
                    (stacks, pot) = (stacks + *amount, pot - *amount);
                }
                PublicEvent::HandCompleted { stacks: last } => {
                    let last: Chips = last.iter().map(|(_, stack)| *stack).sum();
                    if last != stacks || !pot.is_zero() {
                        return broken(
                            "chips are conserved",
                            format!("{last} in stacks, {stacks} expected, {pot} left"),
                        );
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Checks that the bet to match before the first decision about bets is the nominal amount of the largest post that
    /// sets one, even if that was posted short. Rule: tournament 2.4.
    ///
    /// # Errors
    /// If the bet to match differs.
    pub fn posts_are_nominal(&self) -> Result<(), Broken> {
        let dealt = Hand::deal(Arc::clone(self.hand.game()), self.setup.clone(), self.deck.clone());
        let (hand, _) = dealt.or_else(|error| broken("posts are nominal", error.to_string()))?;
        let asked = hand.turn().map(|turn| turn.kind);
        if self.setup.bring_in.is_some() || !matches!(asked, Some(TurnKind::Bet | TurnKind::Straddle)) {
            return Ok(());
        }
        let set = self.setup.posts.iter().filter(|post| post.kind.sets_bet());
        let (nominal, bet) = (set.map(|post| post.amount).max(), hand.bet_to_match());
        if nominal.unwrap_or_default() != bet {
            return broken("posts are nominal", format!("{bet} to match, {nominal:?} posted"));
        }
        Ok(())
    }

    /// Checks that every player who gets a share of a contested pot has shown the hand.
    ///
    /// # Errors
    /// Gives the player who has not.
    pub fn winners_show(&self) -> Result<(), Broken> {
        let mut shown = SeatSet::EMPTY;
        for event in &self.events {
            match &event.public {
                PublicEvent::HandShown { seat, .. } => shown.insert(*seat),
                PublicEvent::HandsTabled { hands } => shown = hands.iter().map(|(seat, _)| *seat).collect(),
                _ => {}
            }
        }
        let pots = self.hand.awarded_pots();
        for event in &self.events {
            let PublicEvent::PotAwarded { pot, shares, .. } = &event.public else {
                continue;
            };
            let contested = pots.get(usize::from(*pot)).is_some_and(|pot| pot.eligible.is_several());
            if let Some((seat, share)) = shares.iter().find(|(seat, _)| contested && !shown.contains(*seat)) {
                return broken("winners show", format!("{seat} gets {share} of pot {pot} unseen"));
            }
        }
        Ok(())
    }

    /// Checks that a declaration in the dark is carried out once the board is dealt, and that nothing else is done in
    /// the dark.
    ///
    /// # Errors
    /// Gives the player who did something else.
    pub fn declared_is_done(&self) -> Result<(), Broken> {
        let mut declared: BySeat<Option<Chips>> = BySeat::default();
        let mut due = SeatSet::EMPTY;
        for event in &self.events {
            match &event.public {
                PublicEvent::DarkDeclared { seat, to, .. } => declared[*seat] = Some(*to),
                PublicEvent::BoardDealt { .. } | PublicEvent::BoardTurned { .. } => {
                    due = declared.iter().filter_map(|(seat, to)| to.and(Some(seat))).collect();
                }
                PublicEvent::ActionTaken {
                    seat,
                    action,
                    to,
                    all_in,
                    dark,
                    ..
                } => {
                    let said = declared[*seat].filter(|_| due.contains(*seat));
                    let is_done = match said {
                        None => !dark,
                        Some(Chips::ZERO) => *dark && *action == BetAction::Check,
                        Some(most) => {
                            *dark && (*action == BetAction::Check || *action == BetAction::Bet && *to <= most)
                        }
                    };
                    if !is_done {
                        let detail = format!("{seat} said {said:?}: {action:?} to {to}, dark {dark}");
                        return broken("what is declared in the dark is done", detail);
                    }
                    due.remove(*seat);
                    if said.is_some() || *action == BetAction::Fold || *all_in {
                        declared[*seat] = None;
                    }
                }
                _ => {}
            }
        }
        Ok(())
    }

    /// Checks that replaying the log gives the same events and the same hand. On the way, every action offered is
    /// accepted up to its bounds, any beyond them is refused, and a refusal changes nothing.
    ///
    /// # Errors
    /// Gives the decision at which this fails.
    pub fn replays(&self) -> Result<(), Broken> {
        let dealt = Hand::deal(Arc::clone(self.hand.game()), self.setup.clone(), self.deck.clone());
        let (mut hand, mut events) = dealt.or_else(|error| broken("the log replays", error.to_string()))?;
        for &(seat, action) in &self.actions {
            offered_is_accepted(&hand)?;
            choices_stay_secret(&hand)?;
            match hand.apply(seat, action) {
                Ok(more) => events.extend(more),
                Err(error) => return broken("the log replays", error.to_string()),
            }
        }
        if hand != self.hand || events != self.events {
            return broken("the log replays", "another hand came out");
        }
        Ok(())
    }

    /// Checks that hidden cards change nothing that another viewer sees: if the cards that `viewer` never learns and
    /// that no showdown compares are dealt in another order, the same actions give that viewer the same events, choices
    /// and views.
    ///
    /// # Errors
    /// Gives the first difference.
    pub fn hides_cards<F: FnMut() -> u64>(&self, viewer: Viewer, dice: &mut Dice<F>) -> Result<(), Broken> {
        let mut fixed = self.known_to(viewer);
        for seat in self.hand.dealt().iter() {
            if self.contends(seat) {
                fixed = fixed.union(self.received(seat));
            }
        }
        let hidden: Vec<Card> = self.hand.game().cards().difference(fixed).iter().collect();
        let mut shuffled = hidden.clone();
        for len in (2..=shuffled.len()).rev() {
            shuffled.swap(len - 1, dice.index(len));
        }
        let swap = |card: Card| {
            hidden
                .iter()
                .position(|h| *h == card)
                .map_or(card, |index| shuffled[index])
        };
        let refills = self.deck.refill_orders(self.refills().max(1));
        let map = |cards: Vec<Card>| cards.into_iter().map(swap).collect::<Vec<_>>();
        let deck = Deck::new(map(self.deck.order()), refills.into_iter().map(map));
        let game = Arc::clone(self.hand.game());
        let deal = |deck: Deck| Hand::deal(Arc::clone(&game), self.setup.clone(), deck);
        let (Ok((mut hand, events)), Ok((mut twin, twin_events))) = (deal(self.deck.clone()), deal(deck)) else {
            return broken("hidden cards change nothing", "the twin cannot be dealt");
        };
        same_to(viewer, &hand, &events, &twin, &twin_events)?;
        for &(seat, action) in &self.actions {
            let twin_action = match action {
                Action::Discard(cards) => Action::Discard(cards.iter().map(swap).collect()),
                Action::Arrange(order) => Action::Arrange(order.iter().copied().map(swap).collect()),
                other => other,
            };
            let (events, twin_events) = (hand.apply(seat, action), twin.apply(seat, twin_action));
            match (events, twin_events) {
                // The ability of a hand to open is judged at the end, and not before.
                (Ok(_), Ok(_)) if hand.is_over() && hand.false_openers() != twin.false_openers() => return Ok(()),
                (Ok(events), Ok(twin_events)) => same_to(viewer, &hand, &events, &twin, &twin_events)?,
                // Openers depend on hidden cards: the twin may not be able to open. That is no leak.
                (Ok(_), Err(crate::RuleError::NoOpeners)) => return Ok(()),
                (events, twin_events) => {
                    let detail = format!(
                        "{seat} {action:?}: {:?} against {:?}",
                        events.is_ok(),
                        twin_events.err()
                    );
                    return broken("hidden cards change nothing", detail);
                }
            }
        }
        Ok(())
    }

    /// Returns the number of times the deck was refilled.
    pub fn refills(&self) -> u32 {
        let refilled = |event: &&Event| matches!(event.public, PublicEvent::DeckRefilled { .. });
        let count = self.events.iter().filter(refilled).count();
        u32::try_from(count).expect("a hand has fewer events")
    }

    /// Returns the cards that a viewer has learned by the end.
    fn known_to(&self, viewer: Viewer) -> CardSet {
        let mut known = CardSet::EMPTY;
        for event in &self.events {
            let shown: Vec<Card> = match &event.public {
                PublicEvent::BoardDealt { cards }
                | PublicEvent::SecondBoardDealt { cards }
                | PublicEvent::BoardTurned { cards }
                | PublicEvent::CardsDiscarded { up: cards, .. }
                | PublicEvent::CardsDrawn { up: cards, .. }
                | PublicEvent::OpenersShown { cards, .. }
                | PublicEvent::KilledShown { cards, .. }
                | PublicEvent::SevenDeucePaid { cards, .. }
                | PublicEvent::HandShown { cards, .. } => cards.to_vec(),
                PublicEvent::CommunalDealt { card } | PublicEvent::CardSwapped { card, .. } => vec![*card],
                PublicEvent::CardsRolled { rolls } => rolls.iter().flat_map(|roll| roll.cards).collect(),
                PublicEvent::HandsTabled { hands } | PublicEvent::HandsOpened { hands } => {
                    hands.iter().flat_map(|(_, cards)| *cards).collect()
                }
                PublicEvent::HoleCardsDealt { hands } => hands
                    .iter()
                    .flat_map(|(_, cards)| cards)
                    .filter_map(|card| match card {
                        crate::event::DealtCard::Up(card) => Some(*card),
                        crate::event::DealtCard::Down => None,
                    })
                    .collect(),
                _ => Vec::new(),
            };
            known = known.union(shown.into_iter().collect());
        }
        match viewer {
            Viewer::Seat(seat) => known.union(self.received(seat)),
            Viewer::Spectator => known,
        }
    }

    /// Returns all cards that a seat has received.
    fn received(&self, seat: SeatIx) -> CardSet {
        let secrets = self
            .events
            .iter()
            .flat_map(|event| &event.secrets)
            .filter(|secret| secret.seat() == seat);
        secrets
            .flat_map(|secret| secret.reveal_to_owner().iter().copied())
            .collect()
    }

    /// Checks that a seat's hand was compared at a showdown, proved its openers, or won the seven-deuce bounty.
    fn contends(&self, seat: SeatIx) -> bool {
        let pays = !self.setup.rules.seven_deuce.is_zero();
        self.events.iter().any(|event| match &event.public {
            PublicEvent::HandShown { seat: s, .. }
            | PublicEvent::HandMucked { seat: s }
            | PublicEvent::OpenersShown { seat: s, .. } => *s == seat,
            PublicEvent::PotAwarded { shares, .. } => pays && shares.iter().any(|(s, _)| *s == seat),
            _ => false,
        })
    }
}

fn same_to(viewer: Viewer, hand: &Hand, events: &[Event], twin: &Hand, twin_events: &[Event]) -> Result<(), Broken> {
    let told = |events: &[Event]| {
        let tell = |event: &Event| {
            let own = event
                .secrets
                .iter()
                .filter(|secret| viewer == Viewer::Seat(secret.seat()));
            let own: Vec<Vec<Card>> = own.map(|secret| secret.reveal_to_owner().to_vec()).collect();
            (event.public.clone(), own)
        };
        events.iter().map(tell).collect::<Vec<_>>()
    };
    let choices = |hand: &Hand| match viewer {
        Viewer::Seat(seat) => hand.choices(seat),
        Viewer::Spectator => Choices::EMPTY,
    };
    if told(events) != told(twin_events) {
        return broken(
            "hidden cards change nothing",
            format!("{viewer:?} is told something else"),
        );
    }
    let dark = |hand: &Hand| (hand.dark(), hand.dark_offer());
    if hand.view(viewer) != twin.view(viewer) || choices(hand) != choices(twin) || dark(hand) != dark(twin) {
        return broken("hidden cards change nothing", format!("{viewer:?} sees something else"));
    }
    Ok(())
}

/// Checks that while several seats choose at the same time, the choice of one changes nothing that any other viewer is sent or sees.
fn choices_stay_secret(hand: &Hand) -> Result<(), Broken> {
    let Some(turn) = hand.turn().filter(|turn| turn.seats.len() > 1) else {
        return Ok(());
    };
    for seat in turn.seats.iter() {
        let mut seen = None;
        for (action, _) in attempts(hand, seat, &hand.choices(seat)) {
            let mut copy = hand.clone();
            let Ok(events) = copy.apply(seat, action) else {
                continue;
            };
            let others = hand.dealt().iter().filter(|other| *other != seat);
            let viewers = others.map(Viewer::Seat).chain([Viewer::Spectator]);
            let views: Vec<_> = viewers.map(|viewer| copy.view(viewer)).collect();
            let told: Vec<_> = events.iter().map(|event| event.public.clone()).collect();
            let foreign = events.iter().flat_map(|event| &event.secrets);
            if foreign.into_iter().any(|secret| secret.seat() != seat) {
                return broken("choices stay secret", format!("{seat} {action:?} tells another seat"));
            }
            if seen.get_or_insert_with(|| (told.clone(), views.clone())) != &(told, views) {
                return broken(
                    "choices stay secret",
                    format!("{seat} {action:?} can be told from another"),
                );
            }
        }
    }
    Ok(())
}
