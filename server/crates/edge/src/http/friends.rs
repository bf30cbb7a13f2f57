//! Friends, friend requests, and the tables where friends play.

use poker_lobby::Lobby;
use poker_lobby::Sessions;
use poker_store::Store;
use std::sync::Arc;

use axum::Json;
use axum::response::NoContent;
use poker_people::{auth, instant};
use poker_protocol::v1::friends::{
    Friend, FriendAnswer, FriendQuestion, FriendState, FriendTable, FriendsResponse, PresenceChoice,
};
use poker_protocol::v1::server::FriendsMsg;
use poker_protocol::v1::table::TableSummary;
use poker_protocol::v1::{ErrorCode, ErrorMsg, ServerMsg, routes};
use poker_store::{AccountId, FRIENDS_MAX, FriendRequestOutcome, QUESTIONS_MAX, Tie};

use super::api::{Api, Call};
use super::error::ApiError;

/// Adds this module's routes.
pub(crate) fn routes(api: Api) -> Api {
    api.on(list).on(ask).on(part).on(accept).on(show)
}

async fn list(
    store: Arc<dyn Store>,
    lobby: Arc<Lobby>,
    sessions: Arc<Sessions>,
    call: Call<routes::friends::List>,
) -> Result<Json<FriendsResponse>, ApiError> {
    let ties = store.ties(call.caller.account).await?;
    let questions = |ties: Vec<Tie>| ties.iter().map(question).collect();
    Ok(Json(FriendsResponse {
        friends: ties.friends.iter().map(|tie| friend(&lobby, &sessions, tie)).collect(),
        asked_you: questions(ties.asked_by),
        you_asked: questions(ties.asks),
        shown: ties.shown,
    }))
}

async fn ask(
    store: Arc<dyn Store>,
    sessions: Arc<Sessions>,
    call: Call<routes::friends::Ask>,
) -> Result<Json<FriendAnswer>, ApiError> {
    let [player] = call.path;
    let player = player.parse().map_err(|_| unknown())?;
    if player == call.caller.account {
        let message = "a friend must be another player";
        return Err(ApiError::invalid_field("player", message));
    }
    let asked = store.ask_friend(call.caller.account, player).await?;
    answered(&*store, &sessions, call.caller.account, player, asked).await
}

async fn accept(
    store: Arc<dyn Store>,
    sessions: Arc<Sessions>,
    call: Call<routes::friends::Accept>,
) -> Result<Json<FriendAnswer>, ApiError> {
    let [player] = call.path;
    let player = player.parse().map_err(|_| unknown())?;
    let asked = store.accept_friend(call.caller.account, player).await?;
    answered(&*store, &sessions, call.caller.account, player, asked).await
}

async fn part(
    store: Arc<dyn Store>,
    sessions: Arc<Sessions>,
    call: Call<routes::friends::Part>,
) -> Result<NoContent, ApiError> {
    let [player] = call.path;
    // Text that names no player names no friend either.
    if let Ok(player) = player.parse() {
        if store.part(call.caller.account, player).await? {
            tell(&*store, &sessions, player).await?;
        }
        tell(&*store, &sessions, call.caller.account).await?;
    }
    Ok(NoContent)
}

async fn show(
    store: Arc<dyn Store>,
    call: Call<routes::friends::ShowPresence>,
) -> Result<Json<PresenceChoice>, ApiError> {
    store.set_shown(call.caller.account, call.body.shown).await?;
    Ok(Json(call.body))
}

/// Answers a friend request or an acceptance. Both players are notified of a change.
async fn answered(
    store: &dyn Store,
    sessions: &Sessions,
    caller: AccountId,
    player: AccountId,
    asked: FriendRequestOutcome,
) -> Result<Json<FriendAnswer>, ApiError> {
    let full = |code, max: u32, message: String| Err(ErrorMsg::new(None, code, message).with("max", max).into());
    let state = match asked {
        FriendRequestOutcome::Asks | FriendRequestOutcome::Stands => FriendState::Asked,
        FriendRequestOutcome::Accepted | FriendRequestOutcome::Friends => FriendState::Friends,
        FriendRequestOutcome::Full => {
            let message = format!("there can be {FRIENDS_MAX} friends");
            return full(ErrorCode::FriendFull, FRIENDS_MAX, message);
        }
        FriendRequestOutcome::QuestionsFull => {
            let message = format!("{QUESTIONS_MAX} players can be asked at a time");
            return full(ErrorCode::FriendQuestionsFull, QUESTIONS_MAX, message);
        }
        FriendRequestOutcome::PlayerFull(max) => {
            let message = "the player has no room for another friend or question".to_owned();
            return full(ErrorCode::FriendPlayerFull, max, message);
        }
        FriendRequestOutcome::Program => {
            return Err(ApiError::new(ErrorCode::FriendProgram, "a program has no friends"));
        }
        FriendRequestOutcome::NoSuchPlayer => return Err(unknown()),
        FriendRequestOutcome::NoQuestion => {
            let message = "that player does not ask you";
            return Err(ApiError::new(ErrorCode::FriendNoQuestion, message));
        }
    };
    if matches!(asked, FriendRequestOutcome::Asks | FriendRequestOutcome::Accepted) {
        tell(store, sessions, player).await?;
        tell(store, sessions, caller).await?;
    }
    Ok(Json(FriendAnswer { state }))
}

/// Sends a connected account its number of open friend requests.
async fn tell(store: &dyn Store, sessions: &Sessions, account: AccountId) -> Result<(), ApiError> {
    if sessions.is_connected(account) {
        let questions = store.questions_to(account).await?;
        sessions.send(account, &ServerMsg::Friends(FriendsMsg { questions }));
    }
    Ok(())
}

fn unknown() -> ApiError {
    ApiError::new(ErrorCode::PlayerUnknown, "there is no such player")
}

fn question(tie: &Tie) -> FriendQuestion {
    FriendQuestion {
        player: auth::info_of(&tie.player),
        at: instant(tie.at),
    }
}

/// A friend and the tables where that friend plays. Private tables are never named, although they can be joined by
/// invitation.
fn friend(lobby: &Lobby, sessions: &Sessions, tie: &Tie) -> Friend {
    let account = tie.player.id;
    let online = tie.shown && sessions.is_connected(account);
    let (tables, private) = if online {
        lobby.watchable_seats(account)
    } else {
        (Vec::new(), false)
    };
    Friend {
        player: auth::info_of(&tie.player),
        since: instant(tie.at),
        online,
        tables: tables.into_iter().map(table).collect(),
        private,
    }
}

fn table(TableSummary { info, .. }: TableSummary) -> FriendTable {
    FriendTable {
        table: info.table,
        name: info.name,
        game: info.game_name,
        tournament: info.tournament.map(|event| event.tournament),
    }
}
