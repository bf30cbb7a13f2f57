//! What the core needs from the store and the pool before it carries out requests.

use std::sync::Arc;

use poker_base::network::Network;
use poker_owner::pool::{Asker, PIECE_MOST, Piece, Pool};
use poker_owner::{Lookup, store_fault};
use poker_protocol::v1::ErrorMsg;
use poker_store::{AccountId, Store, StoreError};
use poker_wire::tournament::ToWire as _;
use tokio::time::sleep;

use super::{Actor, RELOAD};
use crate::core::{Applicant, ApplicantFacts, IcmWork, Input, Request, TimeCall, TournamentRequest};
use crate::handle::House;

impl Actor {
    /// Looks up what the core needs from the store before it carries out requests.
    pub(super) fn look_up(
        &mut self,
        lookups: Vec<Lookup>,
        callers: Vec<TimeCall>,
        families: impl IntoIterator<Item = Box<Request>>,
        ages: impl IntoIterator<Item = Box<Request>>,
    ) {
        for lookup in lookups {
            let store = Arc::clone(&self.deps.store);
            self.lookups.spawn(async move {
                let (ticket, answer) = lookup.ask(&*store).await;
                Input::Found { ticket, answer }
            });
        }
        for call in callers {
            let store = Arc::clone(&self.deps.store);
            self.lookups.spawn(async move {
                let granted = store.official(call.caller.account).await.unwrap_or_default();
                let granted = granted.map(|role| role.to_wire());
                Input::Caller { call, granted }
            });
        }
        for request in families {
            let store = Arc::clone(&self.deps.store);
            self.lookups.spawn(async move { with_family(&*store, request).await });
        }
        for request in ages {
            let store = Arc::clone(&self.deps.store);
            self.lookups.spawn(async move { with_age(&*store, request).await });
        }
    }
}

/// Adds what the store knows about the age of the account to an entry.
async fn with_age(store: &dyn Store, mut request: Box<Request>) -> Input {
    match store.age(request.caller.account).await {
        Ok(known) => {
            if let TournamentRequest::Register { age, .. } | TournamentRequest::ReEnter { age } = &mut request.asked {
                *age = Some(known);
            }
            Input::Request(request)
        }
        Err(fault) => unanswered(*request, &fault, "the age of an account cannot be read"),
    }
}

/// Looks up the facts by which the first in line may have a place or not. They are asked for again after a failure.
pub(super) async fn with_facts(store: &dyn Store, house: &dyn House, applicant: Applicant) -> Input {
    let Applicant { waiting, account } = applicant;
    let facts = async {
        Ok::<_, StoreError>(ApplicantFacts {
            kept_out: house.keeps_out(account).await?,
            age: store.age(account).await?,
            family: family(store, account).await?,
        })
    };
    let facts = facts.await;
    if let Err(fault) = &facts {
        tracing::warn!(%account, %fault, "it could not be checked whether a waiting player may enter");
        sleep(RELOAD).await;
    }
    let facts = facts.ok();
    Input::Applicant { waiting, facts }
}

/// Adds all accounts of its sender to an entry.
async fn with_family(store: &dyn Store, request: Box<Request>) -> Input {
    match family(store, request.caller.account).await {
        Ok(family) => Input::Family(request, family),
        Err(fault) => unanswered(*request, &fault, "the accounts of a person cannot be read"),
    }
}

/// Returns all accounts known to belong to the same person as `account`: the owner's, and those of the owner's bots.
pub async fn family(store: &dyn Store, account: AccountId) -> Result<Vec<AccountId>, StoreError> {
    let record = store.account(account).await?;
    let owner = record.and_then(|record| record.owner).unwrap_or(account);
    let bots = store.bots_of(owner).await?;
    let mut family = vec![account, owner];
    family.extend(bots.into_iter().map(|bot| bot.id));
    Ok(family)
}

/// Answers a request that could not be judged because the store failed.
fn unanswered(request: Request, fault: &StoreError, what: &'static str) -> Input {
    let error = store_fault(fault, what);
    let id = Some(request.id);
    let _ = request.caller.outbox.reply(ErrorMsg { id, ..error }.into());
    Input::Tick
}

/// Works out ICM shares on the pool. Work that no request waits for pauses for a moment after a failure before it is tried again.
pub(super) async fn worked_out(pool: &Pool, work: IcmWork) -> Input {
    let IcmWork { terms, request } = work;
    let (asker, piece) = (Asker::known(Network::HERE), Piece::Evaluations(PIECE_MOST));
    let shares = pool.run(asker, piece, move || Box::new(terms.work_out())).await.ok();
    if shares.is_none() && request.is_none() {
        sleep(RELOAD).await;
    }
    Input::Icm(shares, request)
}

#[cfg(test)]
mod tests {
    use std::future::poll_fn;
    use std::pin::pin;
    use std::task::Poll;

    use poker_engine::Chips;
    use poker_engine::tournament::law::{IcmTerms, icm};

    use super::*;

    #[tokio::test]
    async fn shares_by_icm_are_worked_out_in_the_pool() {
        let (stacks, prizes) = ([50, 30, 20].map(Chips::new), [70, 30].map(Chips::new));
        let terms = IcmTerms::new(stacks.to_vec(), prizes.to_vec()).unwrap();
        let pool = Pool::default();
        let turn = pool.hold(Piece::Evaluations(1)).await;
        let mut work = pin!(worked_out(&pool, IcmWork { terms, request: None }));
        let waits = poll_fn(|context| Poll::Ready(work.as_mut().poll(context).is_pending())).await;
        assert!(waits, "others are at work");
        drop(turn);
        let Input::Icm(Some(shares), None) = work.await else {
            panic!("there is room");
        };
        assert_eq!(shares.shares(), icm(&stacks, &prizes).unwrap());
    }
}
