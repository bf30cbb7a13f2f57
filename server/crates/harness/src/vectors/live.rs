//! Questions about words and chips at a live table, and about penalties.

use poker_engine::tournament::law::{self, Answer, ChipEntry, LawError, LiveAction, Rung, Said, Severity};
use serde_json::{Value, json};

use super::grammar::{Fields, QuestionError, chips as amount_of};

pub(super) fn spoken(mut fields: Fields) -> Result<Value, QuestionError> {
    let (amount, big_blind) = (fields.chips("amount")?, fields.chips("big_blind")?);
    let (pot, denominations) = (fields.chips("pot")?, fields.amounts("denominations")?);
    fields.end()?;
    let total = law::spoken_amount(amount, big_blind, pot, &denominations).ok_or(LawError::Overflow)?;
    Ok(json!(total.get()))
}

pub(super) fn chips(mut fields: Fields) -> Result<Value, QuestionError> {
    let said: Option<String> = fields.take("say")?;
    let amount: Option<u64> = fields.take("amount")?;
    let entry = ChipEntry {
        bet: fields.chips("bet")?,
        last_raise: fields.chips("last_raise")?,
        big_blind: fields.chips("big_blind")?,
        committed: fields.chips("committed")?,
        stack: fields.chips("stack")?,
        chips: fields.amounts("chips")?,
        said: said.as_deref().map(word).transpose()?,
        amount: amount.map(amount_of).transpose()?,
        live: fields.take("live")?,
        first_bet: fields.take("first_bet")?,
        reopened: fields.take("reopened")?,
    };
    fields.end()?;
    let answer = law::interpret(&entry).ok_or(QuestionError::Contradiction("no amount that can be counted"))?;
    Ok(match answer {
        Answer::Check => json!(["check"]),
        Answer::Call => json!(["call"]),
        Answer::Fold => json!(["fold"]),
        Answer::To(total) => json!(["to", total.get()]),
        Answer::AskCallOrFold => json!(["ask", ["call", "fold"]]),
        Answer::FloorCallOrForfeit => json!(["floor", ["call", "forfeit"]]),
        Answer::Void => json!(["void"]),
    })
}

fn word(said: &str) -> Result<Said, QuestionError> {
    Ok(match said {
        "amount" => Said::Amount,
        "check" => Said::Check,
        "call" => Said::Call,
        "bet" | "raise" => Said::Raise,
        "allin" => Said::AllIn,
        "fold" => Said::Fold,
        _ => {
            return Err(QuestionError::Contradiction(
                "one says amount, check, call, bet, raise, allin or fold",
            ));
        }
    })
}

pub(super) fn substantial(mut fields: Fields) -> Result<Value, QuestionError> {
    let words: Vec<String> = fields.take("actions")?;
    fields.end()?;
    let actions: Vec<LiveAction> = words.iter().map(|word| action(word)).collect::<Result<_, _>>()?;
    Ok(json!(law::substantial(&actions)))
}

pub(super) fn queued(mut fields: Fields) -> Result<Value, QuestionError> {
    let declared = action(&fields.take::<String>("declared")?)?;
    let (bet_then, bet_now) = (fields.chips("bet_then")?, fields.chips("bet_now")?);
    fields.end()?;
    Ok(json!(
        law::resolve_queued(declared, bet_then, bet_now).map(LiveAction::code)
    ))
}

fn action(word: &str) -> Result<LiveAction, QuestionError> {
    let found = LiveAction::ALL.into_iter().find(|action| action.code() == word);
    found.ok_or(QuestionError::Contradiction(
        "the actions are fold, check, call, bet and raise",
    ))
}

pub(super) fn orbits(mut fields: Fields) -> Result<Value, QuestionError> {
    let (players, orbits) = (fields.take("players")?, fields.take("orbits")?);
    fields.end()?;
    Ok(json!(law::orbits(players, orbits).ok_or(LawError::Overflow)?))
}

pub(super) fn ladder(mut fields: Fields) -> Result<Value, QuestionError> {
    let before = fields.take("before")?;
    fields.end()?;
    Ok(json!(Rung::proposed(before, Severity::Normal).code()))
}
