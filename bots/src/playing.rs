//! A bot at one table: follows its events and answers the bot's decisions.

use std::ops::RangeInclusive;
use std::time::Duration;

use poker_protocol::v1::event::PublicEvent;
use poker_protocol::v1::{Action, Chips, ErrorCode, ServerMsg, TableId};
use rand::rngs::SmallRng;
use rand::{RngExt, SeedableRng};
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;

use crate::error::pause_of;
use crate::hear::hear;
use crate::{Ask, Bot, Client, ClientError, TableModel};

/// The first pause before an answer refused for a moment is given again; each further one is twice as long.
const FIRST_PAUSE: Duration = Duration::from_millis(250);

/// The longest such pause.
const LONGEST_PAUSE: Duration = Duration::from_secs(10);

/// Running totals of play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Tally {
    pub(crate) hands: u64,
    pub(crate) decisions: u64,
    /// Answers refused by the server as illegal.
    pub(crate) refused: u64,
    /// Net chips won.
    pub(crate) won: i64,
}

impl Tally {
    /// Counts the effect of an event on the player; `model` is the table before it, `stack_before` the stack before the running hand.
    fn note(&mut self, stack_before: &mut Option<Chips>, model: &TableModel, event: &PublicEvent) {
        let own = model.you().map(|you| you.seat);
        match event {
            PublicEvent::HandStarted { seats, .. } => {
                let dealt_in = seats.iter().find(|dealt| Some(dealt.seat) == own);
                *stack_before = dealt_in.map(|dealt| dealt.stack);
            }
            PublicEvent::HandCompleted { stacks, .. } => {
                let after = stacks.iter().find(|stack| Some(stack.seat) == own);
                if let (Some(before), Some(after)) = (stack_before.take(), after) {
                    self.hands += 1;
                    self.won += difference(after.amount, before);
                }
            }
            PublicEvent::HandVoided { .. } => *stack_before = None,
            // The last player to leave takes the pot carried over to the next hand.
            PublicEvent::CarriedPaid { seat, amount } if Some(*seat) == own => {
                self.won += difference(*amount, Chips::default());
            }
            _ => {}
        }
    }
}

/// The manner in which a bot plays, at any table.
#[derive(Debug)]
pub(crate) struct Manner {
    /// Range of the simulated thinking time.
    pub(crate) think: Option<RangeInclusive<Duration>>,
    /// Cuts the thinking short.
    pub(crate) stop: CancellationToken,
    /// Seed for repeatable randomness.
    pub(crate) seed: Option<u64>,
}

impl Manner {
    /// Waits, unless the bot is told to stop. Returns `true` if nothing cut the time short.
    async fn wait(&self, pause: Duration) -> bool {
        tokio::select! {
            () = sleep(pause) => true,
            () = self.stop.cancelled() => false,
        }
    }
}

/// A decision with its answer.
#[derive(Debug)]
struct Answer {
    ask: Ask,
    action: Action,
    /// Set if it stands in for an illegal one.
    is_last: bool,
}

impl Answer {
    /// `true` if the decision is still open.
    fn is_due(&self, model: &TableModel) -> bool {
        Ask::from_table(model).is_some_and(|ask| (ask.hand, ask.turn) == (self.ask.hand, self.ask.turn))
    }
}

/// The reason an answer was refused.
enum Refused {
    /// It came too late, or the server is newer than this client.
    Late,
    /// Play is paused, and the decision stays open.
    Paused,
    /// Another device of the account has the seat.
    Elsewhere,
    /// The server could not take it at the moment; it may have said after what pause to try again.
    ForNow(Option<Duration>),
    Illegal(ErrorCode),
}

impl Refused {
    /// Returns the reason in an error, or the error if it is no refusal.
    fn of(error: ClientError) -> Result<Self, ClientError> {
        let refusal = match error {
            ClientError::Refused(refusal) => refusal,
            ClientError::RefusedAnew(refusal) if refusal.retryable => return Ok(Self::ForNow(None)),
            ClientError::RefusedAnew(_) => return Ok(Self::Late),
            error => return Err(error),
        };
        Ok(match refusal.code {
            // The clock answered first; or the answer was carried out before the connection broke, and when it was sent again
            // the hand was over, the seat at another table, or the table gone.
            ErrorCode::TurnStale
            | ErrorCode::TurnNotYours
            | ErrorCode::TurnNoHand
            | ErrorCode::RuleHandOver
            | ErrorCode::TableNotSeated
            | ErrorCode::TableNotFound
            | ErrorCode::TableClosed => Self::Late,
            ErrorCode::TablePaused => Self::Paused,
            ErrorCode::TableOtherDevice => Self::Elsewhere,
            _ if refusal.retryable => Self::ForNow(pause_of(&refusal)),
            code => Self::Illegal(code),
        })
    }
}

pub(crate) struct Playing<B> {
    pub(crate) bot: B,
    pub(crate) table: TableId,
    pub(crate) model: Option<TableModel>,
    pub(crate) tally: Tally,
    /// Set while the bot skips its simulated thinking.
    pub(crate) is_hurried: bool,
    manner: Manner,
    random: SmallRng,
    /// The last decision answered: a snapshot may present it again.
    answered: Option<(u64, u32)>,
    /// An answer that met a pause.
    held: Option<Answer>,
    /// The last question of a host answered: the hand, and the number of the event that asked.
    told_host: Option<(u64, u64)>,
    /// The bot's stack before the running hand.
    stack_before: Option<Chips>,
}

impl<B: Bot> Playing<B> {
    pub(crate) fn new(bot: B, table: TableId, manner: Manner) -> Self {
        let random = match manner.seed {
            Some(seed) => SmallRng::seed_from_u64(seed),
            None => rand::make_rng(),
        };
        Self {
            bot,
            table,
            model: None,
            tally: Tally::default(),
            is_hurried: false,
            manner,
            random,
            answered: None,
            held: None,
            told_host: None,
            stack_before: None,
        }
    }

    /// Moves to another table, about which nothing is known yet.
    pub(crate) fn go_to(&mut self, table: TableId) {
        self.table = table;
        self.model = None;
        self.answered = None;
        self.held = None;
        self.told_host = None;
        self.stack_before = None;
    }

    /// Applies a message about the table and answers the decision in it, if there is one. Returns `true` if the table is closed.
    pub(crate) async fn take_in(
        &mut self,
        client: &Client,
        message: ServerMsg,
        skipped: &[u64],
    ) -> Result<bool, ClientError> {
        let account = client.welcome().you.id.clone();
        let (tally, stack_before) = (&mut self.tally, &mut self.stack_before);
        let heard = hear(&mut self.model, (&account, &self.table), &message, |model, event| {
            tally.note(stack_before, model, event);
        });
        if let (ServerMsg::Events(events), Some(model)) = (&message, &mut self.model)
            && events.table == self.table
            && let Some(last) = skipped.iter().max().filter(|last| **last > model.seq())
        {
            model.skip(*last);
        }
        if heard.is_closed {
            return Ok(true);
        }
        match heard.ask {
            Some(ask) => self.answer(client, ask).await?,
            None => self.answer_again(client).await?,
        }
        self.answer_host(client).await?;
        Ok(false)
    }

    /// Agrees to show the cards of a stopped hand if the host asks and the bot wants to.
    async fn answer_host(&mut self, client: &Client) -> Result<(), ClientError> {
        let Some(model) = &self.model else { return Ok(()) };
        let question = model.asked_to_show();
        if question == self.told_host {
            return Ok(());
        }
        // Without a question the last one is forgotten: after a snapshot the next in this hand may have the same number.
        self.told_host = question;
        let agreed = question.filter(|_| self.bot.shows(model));
        let Some((hand, _)) = agreed else { return Ok(()) };
        match client.consent(&self.table, hand, true).await {
            // The hand went on meanwhile.
            Ok(_) | Err(ClientError::Refused(_) | ClientError::RefusedAnew(_)) => Ok(()),
            Err(error) => Err(error),
        }
    }

    /// Puts a decision to the bot, and gives its answer. An answer that met a pause is given again if its decision is put again.
    async fn answer(&mut self, client: &Client, ask: Ask) -> Result<(), ClientError> {
        let decision = (ask.hand, ask.turn);
        let held = self.held.take();
        let Some(model) = self.model.as_ref().filter(|_| self.answered != Some(decision)) else {
            return match held {
                Some(answer) => self.give(client, answer).await,
                None => Ok(()),
            };
        };
        self.answered = Some(decision);
        let action = self.bot.act(&ask, model);
        if let Some(think) = self.manner.think.as_ref().filter(|_| !self.is_hurried) {
            let pause = self.random.random_range(think.clone());
            self.manner.wait(pause).await;
        }
        let is_last = false;
        self.give(client, Answer { ask, action, is_last }).await
    }

    /// Gives an answer that met a pause again, once play goes on.
    async fn answer_again(&mut self, client: &Client) -> Result<(), ClientError> {
        match (&self.model, self.held.take()) {
            (Some(model), Some(answer)) if model.stands_still() => self.held = Some(answer),
            (Some(model), Some(answer)) if answer.is_due(model) => return self.give(client, answer).await,
            _ => {}
        }
        Ok(())
    }

    /// Gives an answer until the server takes it, or refuses it for more than a moment. After an illegal one the bot checks or
    /// folds.
    async fn give(&mut self, client: &Client, mut answer: Answer) -> Result<(), ClientError> {
        let mut pause = FIRST_PAUSE;
        loop {
            let Answer { ask, action, is_last } = &answer;
            let Err(error) = client.act(&ask.table, ask.hand, ask.turn, action.clone()).await else {
                self.tally.decisions += 1;
                return Ok(());
            };
            match Refused::of(error)? {
                Refused::Late => return Ok(()),
                Refused::Paused => break,
                Refused::Elsewhere => {
                    // With the seat, the decision comes back.
                    self.answered = None;
                    return Ok(());
                }
                Refused::ForNow(told) => {
                    if !self.manner.wait(told.unwrap_or(pause)).await {
                        break;
                    }
                    pause = (pause * 2).min(LONGEST_PAUSE);
                }
                Refused::Illegal(code) => {
                    // Logs neither the answer nor the choices: both may name hidden cards.
                    tracing::warn!(
                        code = code.code(),
                        table = %ask.table,
                        hand = ask.hand,
                        turn = ask.turn,
                        "an illegal answer"
                    );
                    if *is_last {
                        return Ok(());
                    }
                    self.tally.refused += 1;
                    answer.action = answer.ask.check_or_fold();
                    answer.is_last = true;
                }
            }
        }
        self.held = Some(answer);
        Ok(())
    }
}

fn difference(after: Chips, before: Chips) -> i64 {
    after.get().cast_signed() - before.get().cast_signed()
}
