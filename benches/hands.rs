//! Whole hands: six-max no-limit hold'em, random legal play by one policy, against the arena of `rs_poker`.
//!
//! `cargo bench --manifest-path benches/Cargo.toml --bench hands`
//!
//! Our side checks every action, builds the events of every viewer and asks for the legal actions before each decision, as a server does.

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use poker_benches::{Contender, race};
use poker_engine::game::{GameDef, Stakes, Structure, catalogue};
use poker_engine::action::Choices;
use poker_engine::{Action, Chips, Choice, Deck, Hand, SeatIx, SeatSet, SeatSetup, Setup, TableRules};
use rand::{Rng, RngExt, SeedableRng, rngs::SmallRng};
use rs_poker::arena::action::Action as RsAction;
use rs_poker::arena::agent::RandomAgent;
use rs_poker::arena::historian::FnHistorian;
use rs_poker::arena::{Agent, GameStateBuilder, Historian, HoldemSimulationBuilder};

const HANDS: u64 = 5_000;
const SEATS: u8 = 6;
const STACK: u32 = 1000;
/// Probabilities of folding to a bet, and of calling or checking otherwise, after no raise in this betting round, one, and more; in the
/// remaining cases the player bets or raises. These are the defaults of the arena's random agent.
const FOLDS: [f64; 3] = [0.25, 0.30, 0.50];
const CALLS: [f64; 3] = [0.50, 0.60, 0.45];

fn main() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .build()
        .expect("a runtime");
    let table = Table::new();
    // With the same policy, hands should be about as long on both sides.
    let mut random = SmallRng::seed_from_u64(7);
    let decisions: u64 = (0..HANDS).map(|hand| table.play(hand, &mut random).decisions).sum();
    let counter = Arc::new(AtomicU64::new(0));
    for hand in 0..HANDS {
        let counter = counter.clone();
        let historian = FnHistorian::new(move |_, _, action: &RsAction| {
            if matches!(action, RsAction::PlayedAction(_) | RsAction::FailedAction(_)) {
                counter.fetch_add(1, Ordering::Relaxed);
            }
            Ok(())
        });
        runtime.block_on(arena(hand, vec![Box::new(historian)]));
    }
    let theirs = counter.load(Ordering::Relaxed);
    println!("In {HANDS} hands: {decisions} decisions of ours, {theirs} in the arena of rs_poker");
    race(
        "Six-max no-limit hold'em at random",
        HANDS,
        "hands",
        vec![
            Contender::new("ours", || {
                let mut random = SmallRng::seed_from_u64(8);
                (0..HANDS).map(|hand| table.play(hand, &mut random).events).sum()
            }),
            Contender::new("rs_poker arena", || {
                (0..HANDS).map(|hand| runtime.block_on(arena(hand, Vec::new()))).sum()
            }),
        ],
    );
}

struct Table {
    game: Arc<GameDef>,
    structure: Structure,
}

struct Played {
    decisions: u64,
    events: u64,
}

impl Table {
    fn new() -> Self {
        let game = catalogue::find("no-limit-holdem")
            .expect("it is in the catalogue")
            .clone();
        let structure = game.structure(&Stakes::default()).expect("the game's own stakes");
        Self { game, structure }
    }

    fn play(&self, number: u64, random: &mut SmallRng) -> Played {
        let seat = |offset: u64| SeatIx::new(u8::try_from((number + offset) % u64::from(SEATS)).expect("below six"));
        let (button, small, big) = (seat(0), seat(1), seat(2));
        let seats: SeatSet = (0..SEATS).map(SeatIx::new).collect();
        let sit = |seat| SeatSetup {
            seat,
            stack: Chips::new(STACK.into()),
            dead: false,
        };
        let setup = Setup {
            seat_count: SEATS,
            players: seats.iter().map(sit).collect(),
            button,
            small_blind: Some(small),
            big_blind: Some(big),
            posts: self.structure.posts(seats, button, Some(small), Some(big)),
            bring_in: None,
            tiers: self.structure.tiers.clone(),
            carried: Chips::ZERO,
            openers: None,
            rules: TableRules::default(),
        };
        let deck = Deck::shuffled(self.game.cards(), &mut || random.next_u32());
        let (mut hand, dealt) = Hand::deal(self.game.clone(), setup, deck).expect("a setup that fits");
        let mut played = Played {
            decisions: 0,
            events: dealt.len() as u64,
        };
        let (mut raises, mut street) = (0, 0);
        let mut events = dealt;
        let mut choices = Choices::EMPTY;
        while let Some(seat) = hand.turn().and_then(|turn| turn.seats.iter().next()) {
            if hand.board().len() != street {
                (raises, street) = (0, hand.board().len());
            }
            hand.choices_to(seat, &mut choices);
            let action = decide(&hand, &choices, raises, random);
            raises += usize::from(matches!(action, Action::Bet(_) | Action::Raise(_)));
            events.clear();
            hand.apply_to(seat, action, &mut events).expect("a legal action");
            played.events += events.len() as u64;
            played.decisions += 1;
        }
        played
    }
}

/// Decides like `rs_poker`'s random agent.
fn decide(hand: &Hand, choices: &[Choice], raises: usize, random: &mut SmallRng) -> Action {
    let raises = raises.min(2);
    let (mut can_fold, mut can_check, mut sizes) = (false, false, None);
    for choice in choices {
        match *choice {
            Choice::Fold => can_fold = true,
            Choice::Check => can_check = true,
            Choice::Bet { min, max } => sizes = Some((Action::Bet as fn(Chips) -> Action, min, max)),
            Choice::Raise { min, max } => sizes = Some((Action::Raise as fn(Chips) -> Action, min, max)),
            _ => {}
        }
    }
    if can_fold && random.random_bool(FOLDS[raises]) {
        return Action::Fold;
    }
    if !random.random_bool(CALLS[raises])
        && let Some((action, min, max)) = sizes
    {
        // It does not bet more than the pot would be if every player called.
        let cap = 6 * hand.pot().get();
        let max = max.get().min(cap).max(min.get());
        return action(Chips::new(random.random_range(min.get()..=max)));
    }
    if can_check { Action::Check } else { Action::Call }
}

async fn arena(hand: u64, historians: Vec<Box<dyn Historian>>) -> u64 {
    let dealer = usize::try_from(hand % u64::from(SEATS)).expect("below six");
    #[expect(clippy::cast_precision_loss, reason = "a thousand")]
    let stack = STACK as f32;
    let state = GameStateBuilder::new()
        .num_players_with_stack(SEATS.into(), stack)
        .blinds(10.0, 5.0)
        .dealer_idx(dealer)
        .build()
        .expect("a state");
    let agents = (0..u64::from(SEATS)).map(|seat| -> Box<dyn Agent> {
        let agent = RandomAgent::new_with_seed("random", FOLDS.to_vec(), CALLS.to_vec(), hand * 8 + seat);
        Box::new(agent)
    });
    let mut simulation = HoldemSimulationBuilder::default()
        .game_state(state)
        .agents(agents.collect())
        .historians(historians)
        .build()
        .expect("a simulation");
    simulation.run().await;
    u64::from(simulation.game_state.round_data.total_raise_count)
}
