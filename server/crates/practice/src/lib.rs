//! Practice tables for one player and bots. No other account can find them, no list shows them, and their chips are not money.

mod company;
pub mod odds;
pub mod study;

use std::collections::HashMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Instant;

use poker_base::network::Network;
use poker_engine::game::catalogue;
use poker_limits::places::{self, Newcomer, Place, Verdict};
use poker_limits::{rate_limited, too_busy};
use poker_lobby::{Opener, Tables, tables};
use poker_protocol::v1::practice::PracticeRequest;
use poker_protocol::v1::table::{SessionRules, TableConfig, TableInfo};
use poker_protocol::v1::{ErrorCode, ErrorMsg, MixConfig, PlayerInfo};
use poker_store::{AccountId, TableId};
use poker_table::stored::Opened;
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use self::study::Shelf;

/// Time for a decision: a player who is practising may take a break at any of them.
const ACTION_MS: u32 = 600_000;

/// What it takes to practise.
pub struct Practice {
    /// What opens the tables.
    pub tables: Arc<Tables>,
    /// Accounts that are practising.
    pub rooms: Rooms,
    /// Hands for study.
    pub study: Shelf,
    /// Thinking time of the bots, in percent.
    pub bot_think_percent: u32,
    /// Stops the tasks.
    pub stop: CancellationToken,
    /// The tasks of the bots, and of hands in the making.
    pub tasks: TaskTracker,
}

/// The open practice tables, one per account.
#[derive(Debug, Default)]
pub struct Rooms(Arc<Mutex<HashMap<AccountId, Room>>>);

#[derive(Debug)]
struct Room {
    network: Option<Network>,
    settled: bool,
    /// The table, once it is open.
    table: Option<TableId>,
    company: Arc<Company>,
}

/// State shared by a practice table and its entry in [`Rooms`].
#[derive(Debug)]
struct Company {
    opened_at: Instant,
    /// Set while the player is present.
    is_used: AtomicBool,
    /// Set once the place has gone to another account.
    is_over: AtomicBool,
}

/// A practice table that counts towards the limit until this is dropped.
#[derive(Debug)]
struct Counted {
    rooms: Arc<Mutex<HashMap<AccountId, Room>>>,
    account: AccountId,
    company: Arc<Company>,
}

impl Counted {
    /// Notes whether the player is present.
    fn note_use(&self, is_used: bool) {
        self.company.is_used.store(is_used, Ordering::Relaxed);
    }

    /// `true` once the place has gone to another account.
    fn gives_way(&self) -> bool {
        self.company.is_over.load(Ordering::Relaxed)
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut rooms = self.rooms.lock().unwrap_or_else(PoisonError::into_inner);
        let is_own = |room: &Room| Arc::ptr_eq(&room.company, &self.company);
        // The account may have opened another table after this one gave way.
        if rooms.get(&self.account).is_some_and(is_own) {
            rooms.remove(&self.account);
        }
    }
}

impl Rooms {
    /// Counts a new table for an account; another may have to give way.
    ///
    /// # Errors
    /// Returns an error if the account already has a table, which is then named if it is open, or if there is no place left.
    fn count(&self, newcomer: &Newcomer) -> Result<Counted, Enough> {
        let account = newcomer.account;
        let mut rooms = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(open) = rooms.get(&account) {
            return Err(Enough::Own(open.table));
        }
        let place = |(account, room): (&AccountId, &Room)| Place {
            key: *account,
            holder: Some(*account),
            network: room.network,
            settled: room.settled,
            users: Some(usize::from(room.company.is_used.load(Ordering::Relaxed))),
            idle: room.company.opened_at.elapsed(),
        };
        let taken: Vec<_> = rooms.iter().map(place).collect();
        match places::PRACTICE.admit(newcomer, &taken) {
            Verdict::Enters => {}
            Verdict::InPlaceOf(other) => {
                if let Some(room) = rooms.remove(&other) {
                    room.company.is_over.store(true, Ordering::Relaxed);
                }
            }
            Verdict::HasItsShare | Verdict::Full => return Err(Enough::All),
        }
        let company = Arc::new(Company {
            opened_at: Instant::now(),
            is_used: AtomicBool::new(false),
            is_over: AtomicBool::new(false),
        });
        let room = Room {
            network: newcomer.network,
            settled: newcomer.settled,
            table: None,
            company: Arc::clone(&company),
        };
        rooms.insert(account, room);
        Ok(Counted {
            rooms: Arc::clone(&self.0),
            account,
            company,
        })
    }

    fn opened(&self, account: AccountId, table: TableId) {
        let mut rooms = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(room) = rooms.get_mut(&account) {
            room.table = Some(table);
        }
    }
}

/// The reasons for which no further practice table is opened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Enough {
    /// The account already has one.
    Own(Option<TableId>),
    /// The limit of practice tables has been reached.
    All,
}

/// Opens a practice table for an account, with its bots.
pub async fn open(
    practice: &Practice,
    player: PlayerInfo,
    account: AccountId,
    from: Network,
    wanted: &PracticeRequest,
) -> Result<TableInfo, ErrorMsg> {
    if practice.tables.is_draining() {
        return Err(ErrorMsg::new(None, ErrorCode::ServerDraining, "the server is stopping"));
    }
    let config = config(wanted)?;
    let _opening = practice.tables.openings.turn(from).await.map_err(too_busy)?;
    let counted = practice
        .rooms
        .count(&Newcomer::of(&*practice.tables.store, account, from).await)
        .map_err(|enough| match enough {
            Enough::Own(table) => {
                let message = "the account has a practice table open";
                let error = ErrorMsg::new(None, ErrorCode::PracticeOpen, message);
                match table {
                    Some(table) => error.with("table", table.to_string()),
                    None => error,
                }
            }
            Enough::All => {
                let message = "there are as many practice tables as there may be";
                ErrorMsg::new(None, ErrorCode::PracticeFull, message)
            }
        })?;
    if let Err(wait) = practice.tables.new_tables.count(&account) {
        return Err(rate_limited(None, wait, "too many new tables"));
    }
    let opened = Opened::practice(config, account).map_err(|fault| tables::internal(&fault))?;
    let (info, handle) = tables::create(&practice.tables, opened, Opener::default()).await?;
    practice.rooms.opened(account, handle.id());
    company::seat(practice, handle, (account, player), &info, wanted.bots, counted);
    Ok(info)
}

/// The configuration of a practice table.
fn config(wanted: &PracticeRequest) -> Result<TableConfig, ErrorMsg> {
    let unknown = || ErrorMsg::new(None, ErrorCode::GameUnknown, "there is no such game");
    let (name, most, mix) = if let Some(game) = catalogue::find(&wanted.game) {
        (&game.name, game.seats.1, None)
    } else if let Some(rotation) = catalogue::rotations().iter().find(|mix| mix.id == wanted.game) {
        let most = rotation.games.iter().map(|entry| entry.game.seats.1).min();
        let mix = MixConfig::Rotation {
            rotation: Some(rotation.id.clone()),
            games: Vec::new(),
            hands: None,
        };
        (&rotation.name, most.unwrap_or(2), Some(mix))
    } else {
        let choice = catalogue::dealers_choices().iter().find(|mix| mix.id == wanted.game);
        let choice = choice.ok_or_else(unknown)?;
        let mix = MixConfig::DealersChoice {
            games: Vec::new(),
            default: None,
            pick_ms: None,
        };
        (&choice.name, choice.default.seats.1, Some(mix))
    };
    if wanted.bots == 0 || wanted.bots >= most {
        let message = "at least one bot plays, and the player needs a seat of the game";
        let error = ErrorMsg::new(None, ErrorCode::TableConfigInvalid, message);
        return Err(error.with("max", most.saturating_sub(1)));
    }
    Ok(TableConfig {
        name: name.en.chars().take(40).collect(),
        game: if mix.is_some() {
            String::new()
        } else {
            wanted.game.clone()
        },
        definition: None,
        limit: wanted.limit.clone().filter(|_| mix.is_none()),
        mix,
        seats: wanted.bots + 1,
        multiplier: None,
        small_blind: None,
        big_blind: None,
        ante: None,
        buy_in_min: None,
        buy_in_max: None,
        action_ms: Some(ACTION_MS),
        time_bank_ms: Some(0),
        moving_button: false,
        all_in_face_up: true,
        private: true,
        house_bots: false,
        session: SessionRules::default(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn newcomer(last: u8) -> Newcomer {
        Newcomer {
            account: AccountId::generate(),
            network: Some(Network::of([203, 0, 113, last].into())),
            settled: false,
        }
    }

    #[test]
    fn an_account_has_one_at_a_time() {
        let rooms = Rooms::default();
        let ann = newcomer(1);
        let first = rooms.count(&ann).unwrap();
        rooms.opened(ann.account, TableId(7));
        assert_eq!(rooms.count(&ann).unwrap_err(), Enough::Own(Some(TableId(7))));
        drop(first);
        assert!(rooms.count(&ann).is_ok());
    }

    #[test]
    fn thirteen_networks_keep_no_stranger_out() {
        let rooms = Rooms::default();
        let open = |network: u8| {
            let counted = rooms.count(&newcomer(network));
            counted.inspect(|counted| counted.company.is_used.store(true, Ordering::Relaxed))
        };
        let share = places::PRACTICE.by_network;
        let mut taken: Vec<Counted> = (0..share).map(|_| open(1).unwrap()).collect();
        assert_eq!(open(1).unwrap_err(), Enough::All, "a network has its share");
        for network in 2..=13 {
            taken.extend((0..share).filter_map(|_| open(network).ok()));
        }
        let stranger = newcomer(200);
        let place = rooms.count(&stranger).unwrap();
        let is_over = |counted: &&Counted| counted.company.is_over.load(Ordering::Relaxed);
        assert!(taken.iter().filter(is_over).count() > 0, "one of theirs gave way");
        // The stranger keeps its own table when the evicted ones are dropped.
        taken.clear();
        assert!(matches!(rooms.count(&stranger), Err(Enough::Own(_))));
        drop(place);
        assert!(rooms.0.lock().unwrap().is_empty());
    }

    #[test]
    fn every_game_and_mix_can_be_practised_at_its_largest_table() {
        let games = catalogue::all().iter().map(|game| (game.id.clone(), game.seats.1));
        for (game, seats) in games {
            let wanted = |bots| PracticeRequest {
                game: game.clone(),
                bots,
                limit: None,
            };
            let config = config(&wanted(seats - 1)).unwrap();
            assert!(
                poker_table::TableSetup::new(&config, poker_table::Timing::default()).is_ok(),
                "{game}"
            );
            assert_eq!(
                super::config(&wanted(seats)).unwrap_err().code,
                ErrorCode::TableConfigInvalid
            );
            assert_eq!(
                super::config(&wanted(0)).unwrap_err().code,
                ErrorCode::TableConfigInvalid
            );
        }
        let mixes = catalogue::rotations().iter().map(|mix| &mix.id);
        for game in mixes.chain(catalogue::dealers_choices().iter().map(|mix| &mix.id)) {
            let wanted = PracticeRequest {
                game: game.clone(),
                bots: 1,
                limit: None,
            };
            let config = config(&wanted).unwrap();
            assert!(
                poker_table::TableSetup::new(&config, poker_table::Timing::default()).is_ok(),
                "{game}"
            );
        }
    }
}
