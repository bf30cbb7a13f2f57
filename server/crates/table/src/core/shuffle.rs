//! Source of a table's cards: each deal, and each draw before one, uses fresh entropy.

use poker_engine::table::CashTable;
use poker_engine::{Deck, GameDef};
use poker_owner::{Entropy, NoEntropy};
use poker_protocol::v1::Card;
use poker_wire as wire;
use rand::SeedableRng;
use rand::rngs::ChaCha20Rng;

use crate::state::command::{Command, DRAW_RANGE};
use crate::state::deck::{Nonce, RefillSecret, Shuffle};
use crate::state::event::EventDeal;
use crate::state::table::Table;

/// The next command for a table without a running hand: the draw for seats, the dealer's choice of game, or a hand.
///
/// # Errors
/// If the source of entropy fails.
pub(super) fn next_deal(table: &Table, entropy: &mut dyn Entropy) -> Result<Command, NoEntropy> {
    let mut rng = ChaCha20Rng::from_seed(entropy.seed()?);
    let law = table.law.cash();
    Ok(if law.is_some_and(CashTable::can_draw_seats) {
        draw_seats(table, &mut rng)
    } else if law.is_some_and(|law| table.mix.can_ask(law)) {
        Command::Ask {
            draw: draw_seat(&mut rng),
        }
    } else {
        deal(table, &mut rng)
    })
}

/// The hand that the tournament director wants, with a fresh deck. `banks` are the time banks of the seats.
///
/// # Errors
/// If the source of entropy fails.
pub(super) fn event_deal(
    table: &Table,
    deal: &EventDeal,
    banks: Vec<(u8, u32)>,
    entropy: &mut dyn Entropy,
) -> Result<Command, NoEntropy> {
    let mut rng = ChaCha20Rng::from_seed(entropy.seed()?);
    let index = table
        .setup
        .event
        .as_ref()
        .map_or(0, |event| event.structure.game_index(deal.game));
    let index = u16::try_from(index).unwrap_or_default();
    Ok(Command::DealEvent {
        deal: deal.clone(),
        banks,
        shuffle: Box::new(fresh_deck(&table.setup.played(index).game, &mut rng)),
    })
}

/// A shuffled deck for a game, the secret for its refills if the game has draws, and a nonce for the commitment to
/// both.
fn fresh_deck(game: &GameDef, rng: &mut ChaCha20Rng) -> Shuffle {
    let order = Deck::shuffled(game.cards(), &mut || next(rng)).order();
    let refills = game.has_draw().then(|| RefillSecret::draw(rng));
    Shuffle {
        deck: wire::cards(order),
        refills,
        nonce: Nonce::draw(rng),
    }
}

/// A command that draws cards for the seats.
fn draw_seats(table: &Table, rng: &mut ChaCha20Rng) -> Command {
    let mut cards = cards_to_draw(table, rng);
    cards.truncate(table.law.occupied().len());
    Command::DrawSeats { cards }
}

/// A command that deals a hand from a fresh deck.
fn deal(table: &Table, rng: &mut ChaCha20Rng) -> Command {
    let game = &table.setup.played(table.mix.game()).game;
    let draw = draw_seat(rng);
    let shuffle = Box::new(fresh_deck(game, rng));
    let began = table.law.cash().is_some_and(|law| law.state().last_button.is_some());
    let is_first = !began && table.mix.drawn_dealer().is_none();
    let draw_cards = if is_first {
        cards_to_draw(table, rng)
    } else {
        Vec::new()
    };
    Command::Deal {
        draw,
        draw_cards,
        shuffle,
    }
}

/// A deck without jokers, from which one card is dealt face up to each player before the first hand.
fn cards_to_draw(table: &Table, rng: &mut ChaCha20Rng) -> Vec<Card> {
    let game = &table.setup.played(table.mix.game()).game;
    let cards = Deck::shuffled(game.deck.cards(), &mut || next(rng)).order();
    wire::cards(cards)
}

/// The number that decides the button's position, in case it has to be drawn.
fn draw_seat(rng: &mut ChaCha20Rng) -> u16 {
    let draw = draw_below(u32::from(DRAW_RANGE), rng);
    u16::try_from(draw).expect("it is below a 16-bit bound")
}

fn next(rng: &mut ChaCha20Rng) -> u32 {
    use rand::Rng as _;
    rng.next_u32()
}

/// A uniformly random number below `bound`.
fn draw_below(bound: u32, rng: &mut ChaCha20Rng) -> u32 {
    let even = u32::MAX - u32::MAX % bound;
    loop {
        let number = next(rng);
        if number < even {
            return number % bound;
        }
    }
}
