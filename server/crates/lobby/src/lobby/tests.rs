//! Tests of the lobby, with tables that only report their summaries.

use std::sync::{Arc, Mutex};

use poker_owner::{Deliver, OutboxError};
use poker_protocol::v1::table::{SessionRules, TableInfo};
use poker_protocol::v1::{Chips, CloseCode, LocalName};
use poker_table::{House, Timing};
use tokio::sync::mpsc;

use super::*;

/// Keeps the messages it receives.
#[derive(Default)]
struct Kept(Mutex<Vec<ServerMsg>>);

impl Deliver for Kept {
    fn deliver(&self, burst: &Burst) -> Result<(), OutboxError> {
        let messages = burst.frames.iter().map(|frame| serde_json::from_str(frame).unwrap());
        self.0.lock().unwrap().extend(messages);
        Ok(())
    }

    fn close(&self, _: CloseCode) {}
}

impl Kept {
    fn take(&self) -> Vec<ServerMsg> {
        take(&mut *self.0.lock().unwrap())
    }
}

fn setup() -> Arc<TableSetup> {
    let config = serde_json::json!({"name": "a", "game": "no-limit-holdem", "seats": 6});
    Arc::new(TableSetup::new(&serde_json::from_value(config).unwrap(), Timing::default()).unwrap())
}

fn status(table: u64, seated: &[AccountId], private: bool) -> TableStatus {
    let name = LocalName {
        en: String::new(),
        fr: String::new(),
    };
    let chips = Chips::default();
    TableStatus {
        summary: TableSummary {
            info: TableInfo {
                table: WireTableId(table.to_string()),
                name: String::new(),
                mix: None,
                game: String::new(),
                game_name: name,
                limit: String::new(),
                small_blind: chips,
                big_blind: chips,
                ante: chips,
                bets: Vec::new(),
                seats: 6,
                buy_in_min: chips,
                buy_in_max: chips,
                action_ms: 0,
                time_bank_ms: 0,
                private,
                house_bots: false,
                session: SessionRules::default(),
                own_game: false,
                practice: false,
                host: None,
                tournament: None,
            },
            taken: (1..).take(seated.len()).collect(),
            away: 0,
            bots: 0,
            waiting: 0,
            hands: 0,
            hands_left: None,
            average_pot: chips,
        },
        seated: seated.to_vec(),
        in_line: Vec::new(),
        bots_asked: 0,
        is_on_break: false,
        game: 0,
    }
}

fn open(lobby: &Lobby, table: u64) -> mpsc::Receiver<Mail> {
    let (handle, mail) = TableHandle::new(TableId(table));
    lobby.opened(handle, setup(), false, Opener::default());
    mail
}

/// The lobby's messages as pairs: tables reported, tables closed.
fn news(messages: Vec<ServerMsg>) -> Vec<(Vec<String>, Vec<String>)> {
    messages
        .into_iter()
        .map(|message| match message {
            ServerMsg::Lobby(lobby) => (
                lobby.tables.into_iter().map(|table| table.info.table.0).collect(),
                lobby.closed.into_iter().map(|table| table.0).collect(),
            ),
            other => panic!("{other:?}"),
        })
        .collect()
}

#[tokio::test(start_paused = true)]
async fn changes_are_gathered_and_told_once() {
    let lobby = Lobby::new(Vec::new());
    let kept = Arc::new(Kept::default());
    let _mail = [open(&lobby, 1), open(&lobby, 2), open(&lobby, 3)];
    lobby.watch(&Outbox::new(ConnId(1), Arc::clone(&kept) as _), "1".to_owned());
    assert!(matches!(&kept.take()[..], [ServerMsg::Ok(ok)] if ok.tables.as_ref().is_some_and(Vec::is_empty)));
    let ada = AccountId::generate();
    lobby.status(TableId(1), status(1, &[], false));
    lobby.status(TableId(1), status(1, &[ada], false));
    lobby.status(TableId(2), status(2, &[], false));
    lobby.status(TableId(3), status(3, &[], true));
    lobby.chips_moved(ada);
    let told = lobby.tell().await;
    assert_eq!(told.accounts, HashSet::from([ada]));
    let both = vec!["1".to_owned(), "2".to_owned()];
    assert_eq!(news(kept.take()), [(both, Vec::new())]);
    // An unchanged status is no news.
    lobby.status(TableId(2), status(2, &[], false));
    lobby.closed(TableId(1));
    lobby.closed(TableId(3));
    lobby.tell().await;
    assert_eq!(news(kept.take()), [(Vec::new(), vec!["1".to_owned()])]);
    lobby.unwatch(ConnId(1));
    lobby.closed(TableId(2));
    lobby.tell().await;
    assert!(kept.take().is_empty());
}

#[tokio::test]
async fn it_is_known_who_sits_where() {
    let lobby = Lobby::new(Vec::new());
    let _mail = [open(&lobby, 1), open(&lobby, 2)];
    let (ada, bea) = (AccountId::generate(), AccountId::generate());
    lobby.status(TableId(1), status(1, &[ada], false));
    lobby.status(TableId(2), status(2, &[ada, bea], false));
    assert_eq!(lobby.seats_of(ada), [TableId(1), TableId(2)]);
    lobby.status(TableId(1), status(1, &[bea], false));
    assert_eq!(
        (lobby.seats_of(ada), lobby.seats_of(bea)),
        (vec![TableId(2)], vec![TableId(2), TableId(1)])
    );
    lobby.closed(TableId(2));
    assert_eq!((lobby.seats_of(ada), lobby.seats_of(bea)), (vec![], vec![TableId(1)]));
}

#[tokio::test(start_paused = true)]
async fn unused_tables_are_found() {
    let lobby = Lobby::new(Vec::new());
    let _mail = [open(&lobby, 1), open(&lobby, 2)];
    let (handle, _demo) = TableHandle::new(TableId(3));
    lobby.opened(handle, setup(), true, Opener::default());
    let ada = AccountId::generate();
    lobby.status(TableId(1), status(1, &[ada], false));
    let minute = Duration::from_mins(1);
    assert!(lobby.empty_for(minute).is_empty());
    sleep(minute).await;
    assert_eq!(lobby.empty_for(minute), [TableId(2)]);
    lobby.status(TableId(1), status(1, &[], false));
    assert_eq!(lobby.empty_for(minute), [TableId(2)]);
    sleep(minute).await;
    assert_eq!(lobby.empty_for(minute).len(), 2);
    // A table in a pause of its host's is in use.
    let mut paused = status(1, &[], false);
    paused.is_on_break = true;
    lobby.status(TableId(1), paused);
    assert_eq!(lobby.empty_for(minute), [TableId(2)]);
    assert_eq!(lobby.demo_tables(), [TableId(3)]);
}

#[tokio::test]
async fn the_list_is_written_once_a_change() {
    let lobby = Lobby::new(Vec::new());
    let _mail = open(&lobby, 1);
    let empty = lobby.listing();
    assert!(Arc::ptr_eq(&empty, &lobby.listing()));
    lobby.status(TableId(1), status(1, &[], false));
    let one = lobby.listing();
    assert!(!Arc::ptr_eq(&empty, &one));
    lobby.status(TableId(1), status(1, &[], false));
    assert!(Arc::ptr_eq(&one, &lobby.listing()), "nothing has changed");
    lobby.closed(TableId(1));
    assert!(!Arc::ptr_eq(&one, &lobby.listing()));
}

#[tokio::test]
async fn many_tables_are_told_in_messages_that_a_client_accepts() {
    let lobby = Lobby::new(Vec::new());
    let mail: Vec<_> = (1..=250).map(|table| open(&lobby, table)).collect();
    for table in 1..=250 {
        lobby.status(TableId(table), status(table, &[], false));
    }
    assert_eq!(lobby.tables().len(), 250);
    let answer = lobby.list("7".to_owned());
    let ServerMsg::Ok(ok) = serde_json::from_str(&answer.frames[0]).unwrap() else {
        panic!("no answer");
    };
    assert_eq!(
        (ok.id.as_str(), ok.tables.unwrap().len(), answer.frames.len()),
        ("7", 100, 1)
    );
    let kept = Arc::new(Kept::default());
    lobby.watch(&Outbox::new(ConnId(1), Arc::clone(&kept) as _), "1".to_owned());
    let mut messages = kept.take();
    let ServerMsg::Ok(ok) = messages.remove(0) else {
        panic!("no answer");
    };
    assert_eq!(ok.tables.unwrap().len(), 100);
    let counts: Vec<usize> = news(messages).iter().map(|(tables, _)| tables.len()).collect();
    assert_eq!(counts, [100, 50]);
    drop(mail);
}

#[tokio::test]
async fn bots_are_asked_in_for_people_and_take_no_seat_of_theirs() {
    let lobby = Lobby::new(Vec::new());
    let _mail = open(&lobby, 1);
    let people: Vec<AccountId> = (0..6).map(|_| AccountId::generate()).collect();
    let tell = |people: &[AccountId], asked: u8| {
        let mut told = status(1, people, true);
        told.bots_asked = asked;
        lobby.status(TableId(1), told);
        lobby
            .asked_in
            .tables()
            .into_iter()
            .map(|(_, count)| count)
            .collect::<Vec<u8>>()
    };
    assert_eq!(tell(&[], 4), Vec::<u8>::new(), "no player is there to play with");
    assert_eq!(tell(&people[..1], 4), [4]);
    assert_eq!(tell(&people[..4], 4), [2], "people go before bots");
    assert_eq!(tell(&people, 4), Vec::<u8>::new());
    assert_eq!(tell(&people[..2], 3), [3]);
    assert_eq!(tell(&people[..2], 0), Vec::<u8>::new());
    tell(&people[..2], 3);
    lobby.closed(TableId(1));
    assert_eq!(lobby.asked_in.tables(), []);
}
