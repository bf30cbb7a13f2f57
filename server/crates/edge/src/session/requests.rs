//! What a message asks of a table.

use poker_protocol::v1::TableId;
use poker_protocol::v1::client::{ClientMsg, SeatClaim, Straddle, TimeBank};
use poker_table::TableRequest;

/// Returns the `id` of a request, the table that it is for, and what it asks; other messages come back as they were.
#[expect(
    clippy::result_large_err,
    reason = "no fault: what is not for a table goes on to the hall"
)]
pub(super) fn table_request(message: ClientMsg) -> Result<(String, TableId, TableRequest), ClientMsg> {
    Ok(match message {
        ClientMsg::Watch(request) => (request.id, request.table, watch(None, request.seat)),
        ClientMsg::Unwatch(request) => (request.id, request.table, TableRequest::Unwatch),
        ClientMsg::Resume(request) => {
            let after = Some(request.after.get());
            (request.id, request.table, watch(after, request.seat))
        }
        ClientMsg::Sit(request) => {
            let sit = TableRequest::Sit {
                seat: request.seat,
                buy_in: request.buy_in,
                entry: request.entry,
            };
            (request.id, request.table, sit)
        }
        ClientMsg::Leave(request) => (request.id, request.table, TableRequest::Leave),
        ClientMsg::SitOut(request) => {
            let sit_out = TableRequest::SitOut {
                out: request.out,
                when: request.when,
                minutes: request.minutes,
                entry: request.entry,
            };
            (request.id, request.table, sit_out)
        }
        ClientMsg::Rebuy(request) => {
            let amount = request.amount;
            let rebuy = if request.whole {
                TableRequest::ChooseStack { stack: amount }
            } else {
                TableRequest::Rebuy { amount }
            };
            (request.id, request.table, rebuy)
        }
        ClientMsg::Straddle(Straddle { id, table, on }) => (id, table, TableRequest::Straddle { on }),
        ClientMsg::WaitList(request) => {
            let join = request.join;
            (request.id, request.table, TableRequest::WaitList { join })
        }
        ClientMsg::Act(request) => {
            let act = TableRequest::Act {
                hand: request.hand.get(),
                turn: request.turn,
                action: request.action,
            };
            (request.id, request.table, act)
        }
        ClientMsg::Hint(request) => (request.id, request.table, TableRequest::Hint),
        ClientMsg::Show(request) => {
            let show = TableRequest::Show {
                hand: request.hand.get(),
                cards: request.cards,
            };
            (request.id, request.table, show)
        }
        ClientMsg::RabbitHunt(request) => (request.id, request.table, TableRequest::HuntRabbit),
        ClientMsg::TimeBank(TimeBank { id, table, start }) => (id, table, TableRequest::TimeBank(start)),
        ClientMsg::AskSeat(request) => {
            let ask = request.ask;
            (request.id, request.table, TableRequest::AskSeat { ask })
        }
        ClientMsg::Consent(request) => {
            let consent = TableRequest::Consent {
                hand: request.hand.get(),
                agree: request.agree,
            };
            (request.id, request.table, consent)
        }
        other @ (ClientMsg::Hello(_)
        | ClientMsg::Ping(_)
        | ClientMsg::Visible(_)
        | ClientMsg::ListGames(_)
        | ClientMsg::ListTables(_)
        | ClientMsg::WatchLobby(_)
        | ClientMsg::UnwatchLobby(_)
        | ClientMsg::WatchClub(_)
        | ClientMsg::UnwatchClub(_)
        | ClientMsg::CreateTable(_)
        | ClientMsg::Chat(_)
        | ClientMsg::Mute(_)
        | ClientMsg::Remove(_)
        | ClientMsg::Host(_)
        | ClientMsg::ListTournaments(_)
        | ClientMsg::WatchTournament(_)
        | ClientMsg::UnwatchTournament(_)
        | ClientMsg::ResumeTournament(_)
        | ClientMsg::Register(_)
        | ClientMsg::Unregister(_)
        | ClientMsg::ReEnter(_)
        | ClientMsg::TournamentRebuy(_)
        | ClientMsg::AddOn(_)
        | ClientMsg::Withdraw(_)
        | ClientMsg::TournamentPresence(_)
        | ClientMsg::CallTime(_)
        | ClientMsg::RequestRuling(_)
        | ClientMsg::Report(_)
        | ClientMsg::ProposeDeal(_)
        | ClientMsg::Deal(_)) => return Err(other),
    })
}

/// The request of a connection that watches, from the start or after an event, with or without taking the seat.
const fn watch(after: Option<u64>, claim: SeatClaim) -> TableRequest {
    match (claim, after) {
        (SeatClaim::Take, None) => TableRequest::Watch,
        (SeatClaim::Take, Some(after)) => TableRequest::Resume { after },
        (SeatClaim::IfFree, after) => TableRequest::WatchAside { after, if_free: true },
        (SeatClaim::No, after) => TableRequest::WatchAside { after, if_free: false },
    }
}
