//! Odds of open hands. All viewers of an all-in see the same cards and ask the same question together, so each question
//! is worked out once, one after the other, in the pool for long work.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use poker_engine::list::Cards;
use poker_engine::odds::{Known, known_price, known_shares};
use poker_engine::{CardSet, GameDef};
use poker_owner::pool::{Asker, NotDone, Piece, Pool};
use poker_protocol::v1::odds::{OddsRequest, OddsResponse, OpenHand};
use poker_wire as wire;
use rand::rngs::SmallRng;
use rand::{Rng, SeedableRng};
use tokio::sync::OnceCell;

/// Answers kept. A table with four streets to come asks four times.
const KEPT: usize = 1_024;

/// Maximum number of hands in a question.
const HANDS_MAX: usize = 12;

/// An answer, possibly still being worked out; all who asked for it wait for the same one.
type Answer = Arc<OnceCell<OddsResponse>>;

/// Works out odds, and keeps the answers.
#[derive(Debug, Default)]
pub struct Bookmaker {
    answers: Mutex<HashMap<OddsRequest, Answer>>,
}

/// Reasons why a question has no answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NoOdds {
    /// Too few or too many hands.
    #[error("`hands` must have from 2 to {HANDS_MAX} hands")]
    Hands,
    /// The hands differ in size, or have more cards than any game deals.
    #[error("all `hands` must have the same number of cards, at most {}", Cards::ROOM)]
    Size,
    /// A card appears twice.
    #[error("`{0}` has a card that is in two places")]
    Twice(&'static str),
    /// A card is not in the game's deck.
    #[error("`{0}` has a card that the game's deck does not have")]
    Foreign(&'static str),
    /// Too many questions are waiting.
    #[error("too many requests for odds at the same time")]
    Busy,
    /// The server failed.
    #[error("the odds could not be computed")]
    Failed,
}

impl NoOdds {
    /// The faulty field of the request; `None` where the question itself is sound.
    pub const fn field(self) -> Option<&'static str> {
        match self {
            Self::Hands | Self::Size => Some("hands"),
            Self::Twice(field) | Self::Foreign(field) => Some(field),
            Self::Busy | Self::Failed => None,
        }
    }
}

impl Bookmaker {
    /// Computes the odds of open hands, or returns the kept answer to the same question.
    pub async fn odds(
        &self,
        pool: &Pool,
        asker: Asker,
        game: Arc<GameDef>,
        request: OddsRequest,
    ) -> Result<OddsResponse, NoOdds> {
        let question = Question::of(game, &request)?;
        let answer = self.place_of(request);
        let odds = answer.get_or_try_init(|| question.work_out(pool, asker)).await;
        odds.cloned()
    }

    /// `true` if the question has been asked before, so that repeating it costs nothing.
    pub fn knows(&self, request: &OddsRequest) -> bool {
        let answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        request.table.is_none() && answers.contains_key(request)
    }

    /// The slot of the answer to a question.
    fn place_of(&self, request: OddsRequest) -> Answer {
        // Another game of a host may have the same name.
        if request.table.is_some() {
            return Answer::default();
        }
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        if answers.len() >= KEPT && !answers.contains_key(&request) {
            answers.clear();
        }
        Arc::clone(answers.entry(request).or_default())
    }
}

/// A valid question: cards that can lie on a table together.
#[derive(Debug)]
struct Question {
    game: Arc<GameDef>,
    hands: Vec<Known>,
    board: Vec<Option<poker_engine::Card>>,
    gone: CardSet,
}

impl Question {
    fn of(game: Arc<GameDef>, request: &OddsRequest) -> Result<Self, NoOdds> {
        let OddsRequest {
            hands,
            board,
            board_down,
            gone,
            ..
        } = request;
        if !(2..=HANDS_MAX).contains(&hands.len()) {
            return Err(NoOdds::Hands);
        }
        let size = |hand: &OpenHand| hand.down.len() + hand.up.len();
        if size(&hands[0]) > Cards::ROOM || hands.iter().any(|hand| size(hand) != size(&hands[0])) {
            return Err(NoOdds::Size);
        }
        let held = hands.iter().flat_map(|hand| hand.down.iter().chain(&hand.up));
        let placed = held.map(|card| ("hands", card));
        let placed = placed.chain(board.iter().map(|card| ("board", card)));
        let mut all = CardSet::default();
        for (field, card) in placed.chain(gone.iter().map(|card| ("gone", card))) {
            let card = wire::card_in(*card);
            if !game.cards().contains(card) {
                return Err(NoOdds::Foreign(field));
            }
            if !all.insert(card) {
                return Err(NoOdds::Twice(field));
            }
        }
        let open = board.iter().map(|card| Some(wire::card_in(*card)));
        Ok(Self {
            hands: hands.iter().map(known).collect(),
            board: open.chain((0..*board_down).map(|_| None)).collect(),
            gone: wire::card_set_in(gone).unwrap_or_default(),
            game,
        })
    }

    async fn work_out(self, pool: &Pool, asker: Asker) -> Result<OddsResponse, NoOdds> {
        let piece = Piece::Evaluations(known_price(&self.game, self.hands.len()));
        pool.run(asker, piece, move || self.answer())
            .await
            .map_err(|refused| match refused {
                NotDone::Busy => NoOdds::Busy,
                NotDone::Failed => NoOdds::Failed,
            })
    }

    fn answer(&self) -> OddsResponse {
        let mut rng = SmallRng::seed_from_u64(0);
        let shares = known_shares(&self.game, &self.hands, &self.board, self.gone, &mut || rng.next_u64());
        shares.map_or_else(OddsResponse::default, |(shares, deals, exact)| OddsResponse {
            shares: shares
                .into_iter()
                .filter_map(|share| u16::try_from(share).ok())
                .collect(),
            deals,
            exact,
        })
    }
}

fn known(hand: &OpenHand) -> Known {
    Known {
        down: hand.down.iter().map(|card| wire::card_in(*card)).collect(),
        up: hand.up.iter().map(|card| wire::card_in(*card)).collect(),
        declared: hand.declared.map(wire::declaration_in),
    }
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::task::Poll;

    use poker_engine::game::catalogue;
    use poker_owner::pool::LONG_WAITING;
    use poker_protocol::v1::Card;

    use super::*;
    use poker_base::network::Network;

    fn cards(text: &str) -> Vec<Card> {
        text.split_whitespace().map(|card| Card::new(card).unwrap()).collect()
    }

    fn ask(hands: &[&str], board: &str) -> OddsRequest {
        let hand = |text: &&str| OpenHand {
            down: cards(text),
            up: Vec::new(),
            declared: None,
        };
        OddsRequest {
            game: "no-limit-holdem".to_owned(),
            table: None,
            hands: hands.iter().map(hand).collect(),
            board: cards(board),
            board_down: 0,
            gone: Vec::new(),
        }
    }

    /// A caller on this machine.
    fn here() -> Asker {
        Asker::of(Network::HERE)
    }

    async fn held(pool: &Pool) -> impl Sized + use<> {
        pool.hold(Piece::Evaluations(0)).await
    }

    fn holdem() -> Arc<GameDef> {
        Arc::clone(catalogue::find("no-limit-holdem").unwrap())
    }

    #[tokio::test]
    async fn a_question_is_worked_out_once() {
        let (bookmaker, pool) = (Bookmaker::default(), Pool::default());
        let request = ask(&["Ah Kh", "Qs Qc"], "2h 7h 9d 3c");
        assert!(!bookmaker.knows(&request));
        let odds = bookmaker.odds(&pool, here(), holdem(), request.clone()).await.unwrap();
        assert!(bookmaker.knows(&request));
        assert_eq!((&odds.shares[..], odds.deals, odds.exact), (&[340, 659][..], 44, true));
        // Long work is blocked, and this question is answered all the same.
        let _turn = held(&pool).await;
        assert_eq!(bookmaker.odds(&pool, here(), holdem(), request).await, Ok(odds));
    }

    #[tokio::test]
    async fn more_questions_than_there_is_room_for_are_refused() {
        let (bookmaker, pool) = (Bookmaker::default(), Pool::default());
        let turn = held(&pool).await;
        let mut waiting = Vec::new();
        for card in ["2", "3", "4", "5"]
            .iter()
            .flat_map(|rank| ["c", "d", "h", "s"].map(|suit| format!("{rank}{suit}")))
        {
            for other in ["6c", "7c", "8c", "9c"] {
                waiting.push(Box::pin(bookmaker.odds(
                    &pool,
                    here(),
                    holdem(),
                    ask(&["Ah Kh", "Qs Qc"], &format!("{card} {other} Td")),
                )));
            }
        }
        assert_eq!(waiting.len(), LONG_WAITING);
        poll_fn(|context| {
            assert!(waiting.iter_mut().all(|one| one.as_mut().poll(context).is_pending()));
            Poll::Ready(())
        })
        .await;
        // An equal question waits for the same answer.
        let mut again = Box::pin(bookmaker.odds(&pool, here(), holdem(), ask(&["Ah Kh", "Qs Qc"], "2c 6c Td")));
        poll_fn(|context| {
            assert!(again.as_mut().poll(context).is_pending());
            Poll::Ready(())
        })
        .await;
        drop(again);
        let late = ask(&["Ah Kh", "Qs Qc"], "");
        assert_eq!(
            bookmaker.odds(&pool, here(), holdem(), late.clone()).await,
            Err(NoOdds::Busy)
        );
        // A caller from another network finds room: the network with the most gives a place up.
        let elsewhere = Asker::of(Network::of([192, 0, 2, 1].into()));
        let mut other = Box::pin(bookmaker.odds(&pool, elsewhere, holdem(), late.clone()));
        poll_fn(|context| {
            assert!(other.as_mut().poll(context).is_pending());
            Poll::Ready(())
        })
        .await;
        drop(other);
        // Callers that left have given their places back.
        drop(waiting);
        drop(turn);
        assert!(bookmaker.odds(&pool, here(), holdem(), late).await.is_ok());
    }

    #[tokio::test]
    async fn no_more_answers_are_kept_than_there_is_room_for() {
        let (bookmaker, pool) = (Bookmaker::default(), Pool::default());
        let deck: Vec<_> = holdem().cards().iter().map(|card| card.to_string()).collect();
        let mut asked = 0;
        for first in &deck[..45] {
            for second in &deck[..45] {
                let board = format!("{first} {second} Ac Ad As");
                let request = ask(&["Kh Kd", "Ks Kc"], &board);
                asked += u32::from(bookmaker.odds(&pool, here(), holdem(), request).await.is_ok());
            }
        }
        assert!(asked > 1_500, "{asked}");
        assert!(bookmaker.answers.lock().unwrap().len() <= KEPT);
    }

    #[tokio::test]
    async fn cards_that_cannot_be_there_are_refused() {
        let (bookmaker, pool) = (Bookmaker::default(), Pool::default());
        for (hands, board, why) in [
            (&["As Ah"][..], "", NoOdds::Hands),
            (&["As Ah"; 13], "", NoOdds::Hands),
            (&["As Ah", "As Kc"], "", NoOdds::Twice("hands")),
            (&["As Ah", "Kd Kc"], "Kd 2c 3c", NoOdds::Twice("board")),
            (&["As Ah", "Kd"], "", NoOdds::Size),
            (&["As Ah", "Kd X1"], "", NoOdds::Foreign("hands")),
            (&["As Ah", "Kd Kc"], "2c 3c X2", NoOdds::Foreign("board")),
        ] {
            assert_eq!(
                bookmaker.odds(&pool, here(), holdem(), ask(hands, board)).await,
                Err(why),
                "{hands:?}"
            );
        }
        // The game never has a board of one card.
        let odds = bookmaker
            .odds(&pool, here(), holdem(), ask(&["As Ah", "Kd Kc"], "2c"))
            .await;
        assert_eq!(odds, Ok(OddsResponse::default()));
    }
}
