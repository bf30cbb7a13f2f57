//! Connections that watch a club: each is sent the changes since the last ones it got, as long as its account is a member.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::mem::take;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use poker_owner::{Burst, ConnId, Outbox, encode};
use poker_protocol::v1::ServerMsg;
use poker_protocol::v1::clubs::{ClubChatLine, ClubMsg, ClubPerson, ClubPlace, WatchClub};
use poker_protocol::v1::server::OkMsg;
use poker_store::{AccountId, CLUBS_MAX, ClubRefusal, Store, StoreError};
use tokio::time::sleep;
use tokio_tungstenite::tungstenite::Utf8Bytes;

use super::{line, person, place};
use crate::{Doors, Hall, Lobby};

/// Time for which changes of clubs are gathered.
const GATHER: Duration = Duration::from_millis(200);

/// Pause after a club could not be read.
const AGAIN: Duration = Duration::from_secs(1);

/// Remarks that a connection gets at most when it begins to watch, or has missed some.
const LATEST: u32 = 100;

/// Remarks in one message, people in one, and places in one: no message exceeds what clients must accept.
const LINES_AT_ONCE: usize = 40;
const ROWS_AT_ONCE: usize = 100;

/// Reason why a connection does not watch a club.
#[derive(Debug, thiserror::Error)]
pub enum WatchError {
    /// It watches as many as an account can be in.
    #[error("this connection watches too many clubs")]
    TooMany,
    /// The club cannot be read, or the account is no member.
    #[error(transparent)]
    Store(#[from] StoreError),
}

/// What watchers know of a club apart from its chat.
struct Picture {
    name: String,
    people: Vec<ClubPerson>,
    places: Vec<ClubPlace>,
}

/// A club as it was read.
struct Reading {
    /// Number of the reading: one that began later knows more.
    no: u64,
    /// The latest remarks of members, oldest first.
    lines: Vec<ClubChatLine>,
    /// Number of the latest remark before these.
    dropped: Option<u64>,
    /// Number of the latest remark.
    newest: u64,
    members: HashSet<AccountId>,
    picture: Arc<Picture>,
}

struct Watcher {
    account: AccountId,
    outbox: Outbox,
    /// Number of the reading by which it began.
    since: u64,
    /// Number of the latest remark that it was sent.
    line: u64,
    known: Arc<Picture>,
}

#[derive(Default)]
struct Watchers {
    by_club: HashMap<u64, HashMap<ConnId, Watcher>>,
    by_conn: HashMap<ConnId, BTreeSet<u64>>,
}

/// The connections that watch clubs.
pub struct ClubWatches {
    store: Arc<dyn Store>,
    lobby: Arc<Lobby>,
    tournaments: Arc<Hall>,
    doors: Arc<Doors>,
    watchers: Mutex<Watchers>,
}

impl ClubWatches {
    /// No watchers yet; `doors` notes which clubs change.
    pub fn new(store: Arc<dyn Store>, lobby: Arc<Lobby>, tournaments: Arc<Hall>, doors: Arc<Doors>) -> Self {
        Self {
            store,
            lobby,
            tournaments,
            doors,
            watchers: Mutex::default(),
        }
    }

    /// Answers a member's request with the remarks that the client lacks, then sends changes of the club to this connection.
    ///
    /// # Errors
    /// If the account is no member, the connection watches too many clubs, or the store fails.
    pub async fn watch(&self, account: AccountId, outbox: &Outbox, request: WatchClub) -> Result<(), WatchError> {
        let WatchClub { id, club, after } = request;
        // Whoever starts over gets nothing twice.
        self.unwatch(outbox.id(), club);
        if self.count(outbox.id()) >= CLUBS_MAX as usize {
            return Err(WatchError::TooMany);
        }
        let reading = self.read(club).await?;
        let reading = reading.filter(|reading| reading.members.contains(&account));
        let reading = reading.ok_or(StoreError::Club(ClubRefusal::Unknown))?;
        let mut burst = Burst::from(&ServerMsg::Ok(OkMsg { id, ..OkMsg::default() }));
        burst.tell(encoded(news(
            club,
            &reading,
            after.unwrap_or_default(),
            &reading.picture,
        )));
        // A full or closed outbox disconnects by itself.
        let _ = outbox.send(&burst);
        let watcher = Watcher {
            account,
            outbox: outbox.clone(),
            since: reading.no,
            line: reading.newest,
            known: reading.picture,
        };
        {
            let mut watchers = self.lock();
            watchers.by_conn.entry(outbox.id()).or_default().insert(club);
            let of_club = watchers.by_club.entry(club).or_default();
            of_club.insert(outbox.id(), watcher);
        }
        // What happened since the reading has been told without this connection.
        self.doors.changed(club);
        Ok(())
    }

    /// Stops sending changes of a club to a connection.
    pub fn unwatch(&self, conn: ConnId, club: u64) {
        self.lock().remove(conn, club);
    }

    /// Forgets a connection that is gone.
    pub fn left(&self, conn: ConnId) {
        let mut watchers = self.lock();
        for club in watchers.by_conn.get(&conn).cloned().unwrap_or_default() {
            watchers.remove(conn, club);
        }
    }

    /// Tells watchers what changes, for as long as the server runs.
    pub async fn keep_telling(self: Arc<Self>) {
        loop {
            self.tell().await;
        }
    }

    /// Waits for changes, gathers more for a moment, and sends them to the watchers.
    async fn tell(&self) {
        self.doors.news().await;
        sleep(GATHER).await;
        for club in self.doors.take_changed() {
            if !self.lock().by_club.contains_key(&club) {
                continue;
            }
            match self.read(club).await {
                Ok(reading) => self.send(club, reading.as_ref()),
                Err(error) => {
                    tracing::warn!(%error, club, "the watchers of a club could not be notified of a change");
                    self.doors.changed(club);
                    sleep(AGAIN).await;
                }
            }
        }
    }

    fn send(&self, club: u64, reading: Option<&Reading>) {
        let ended = ClubMsg {
            club,
            ended: true,
            ..ClubMsg::default()
        };
        let ended = Burst::from(&ServerMsg::Club(ended));
        // Nearly all watchers know the same.
        let mut bursts: Vec<(u64, Arc<Picture>, Burst)> = Vec::new();
        let mut sent: Vec<(Outbox, Burst)> = Vec::new();
        {
            let mut watchers = self.lock();
            let mut gone = Vec::new();
            for (conn, watcher) in watchers.by_club.entry(club).or_default() {
                let outbox = watcher.outbox.clone();
                let Some(reading) = reading.filter(|reading| reading.members.contains(&watcher.account)) else {
                    if reading.is_none_or(|reading| reading.no > watcher.since) {
                        gone.push(*conn);
                        sent.push((outbox, ended.clone()));
                    }
                    continue;
                };
                if reading.no <= watcher.since {
                    continue;
                }
                let (line, known) = (watcher.line, &watcher.known);
                let alike = bursts.iter().find(|(at, of, _)| *at == line && Arc::ptr_eq(of, known));
                let burst = if let Some((_, _, burst)) = alike {
                    burst.clone()
                } else {
                    let mut burst = Burst::default();
                    burst.tell(encoded(news(club, reading, line, known)));
                    bursts.push((line, Arc::clone(known), burst.clone()));
                    burst
                };
                if !burst.is_empty() {
                    sent.push((outbox, burst));
                }
                watcher.line = line.max(reading.newest);
                watcher.known = Arc::clone(&reading.picture);
            }
            for conn in gone {
                watchers.remove(conn, club);
            }
        }
        for (outbox, burst) in sent {
            // A watcher with a full outbox is being disconnected, which removes it.
            let _ = outbox.send(&burst);
        }
    }

    /// Reads a club. Its people are read after its remarks: whoever has been removed meanwhile is not sent what was said since.
    async fn read(&self, club: u64) -> Result<Option<Reading>, StoreError> {
        let no = self.doors.begin();
        let mut remarks = self.store.club_remarks(club, LATEST + 1).await?;
        let Some(record) = self.store.club(club).await? else {
            return Ok(None);
        };
        let newest = remarks.last().map_or(0, |remark| remark.no);
        let dropped = (remarks.len() > LATEST as usize).then(|| remarks.remove(0).no);
        let mut speakers = HashSet::new();
        let mut members = HashSet::new();
        for one in &record.people {
            if let Some(account) = &one.account {
                speakers.insert(one.id);
                members.insert(account.id);
            }
        }
        let lines = remarks.into_iter().filter(|remark| speakers.contains(&remark.person));
        let lines = lines.map(|remark| line(&record, remark)).collect();
        let places = record.places.iter();
        let picture = Picture {
            people: record.people.iter().map(|one| person(&record, one)).collect(),
            places: places
                .filter_map(|one| place(&self.lobby, &self.tournaments, one))
                .collect(),
            name: record.name,
        };
        Ok(Some(Reading {
            no,
            lines,
            dropped,
            newest,
            members,
            picture: Arc::new(picture),
        }))
    }

    fn count(&self, conn: ConnId) -> usize {
        self.lock().by_conn.get(&conn).map_or(0, BTreeSet::len)
    }

    fn lock(&self) -> MutexGuard<'_, Watchers> {
        self.watchers.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Watchers {
    fn remove(&mut self, conn: ConnId, club: u64) {
        if let Some(of_club) = self.by_club.get_mut(&club) {
            of_club.remove(&conn);
            if of_club.is_empty() {
                self.by_club.remove(&club);
            }
        }
        if let Some(clubs) = self.by_conn.get_mut(&conn) {
            clubs.remove(&club);
            if clubs.is_empty() {
                self.by_conn.remove(&conn);
            }
        }
    }
}

fn encoded(messages: Vec<ClubMsg>) -> impl Iterator<Item = Utf8Bytes> {
    messages.into_iter().map(|message| encode(&ServerMsg::Club(message)))
}

/// What a watcher lacks that has the remarks up to `after` and knows a picture. Those who speak come before what they say.
fn news(club: u64, reading: &Reading, after: u64, known: &Picture) -> Vec<ClubMsg> {
    let Picture { name, people, places } = &*reading.picture;
    let part = || ClubMsg {
        club,
        ..ClubMsg::default()
    };
    let mut messages = Vec::new();
    let here: HashSet<u64> = people.iter().map(|one| one.person).collect();
    let gone = known.people.iter().map(|one| one.person);
    let gone: Vec<u64> = gone.filter(|one| !here.contains(one)).collect();
    let open: HashSet<&str> = places.iter().map(id_of).collect();
    let closed = known.places.iter().map(id_of).filter(|one| !open.contains(one));
    let closed: Vec<String> = closed.map(str::to_owned).collect();
    if *name != known.name || !gone.is_empty() || !closed.is_empty() {
        messages.push(ClubMsg {
            name: (*name != known.name).then(|| name.clone()),
            gone,
            closed,
            ..part()
        });
    }
    let known_people: HashMap<u64, &ClubPerson> = known.people.iter().map(|one| (one.person, one)).collect();
    let people = people.iter().filter(|one| known_people.get(&one.person) != Some(one));
    let people: Vec<ClubPerson> = people.cloned().collect();
    messages.extend(people.chunks(ROWS_AT_ONCE).map(|people| ClubMsg {
        people: people.to_vec(),
        ..part()
    }));
    let known_places: HashMap<&str, &ClubPlace> = known.places.iter().map(|one| (id_of(one), one)).collect();
    let is_told = |one: &&ClubPlace| {
        let known = known_places.get(id_of(one));
        // Players come and go all the time.
        known.is_some_and(|known| (&known.name, known.over) == (&one.name, one.over))
    };
    let places: Vec<ClubPlace> = places.iter().filter(|one| !is_told(one)).cloned().collect();
    messages.extend(places.chunks(ROWS_AT_ONCE).map(|places| ClubMsg {
        places: places.to_vec(),
        ..part()
    }));
    let start = reading.lines.partition_point(|line| line.line <= after);
    let mut cut = reading.dropped.is_some_and(|dropped| dropped > after);
    messages.extend(reading.lines[start..].chunks(LINES_AT_ONCE).map(|lines| ClubMsg {
        lines: lines.to_vec(),
        cut: take(&mut cut),
        ..part()
    }));
    messages
}

/// Identifier of a place.
fn id_of(place: &ClubPlace) -> &str {
    let table = place.table.as_ref().map(|table| &*table.0);
    let tournament = || place.tournament.as_ref().map(|tournament| &*tournament.0);
    table.or_else(tournament).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use poker_protocol::MAX_SERVER_MESSAGE_BYTES;
    use poker_protocol::v1::clubs::ClubRole;
    use poker_protocol::v1::{PlayerInfo, PlayerKind, TableId, UnixMs};

    use super::*;

    /// The longest text of this many characters.
    fn long(characters: usize) -> String {
        "🂡".repeat(characters)
    }

    fn member(no: u64) -> ClubPerson {
        ClubPerson {
            person: no,
            name: long(40),
            role: ClubRole::Director,
            player: Some(PlayerInfo {
                id: AccountId::generate().to_string(),
                name: long(40),
                kind: PlayerKind::Account,
            }),
            since: UnixMs::new(1_780_000_000_000).unwrap(),
            claimed_by: None,
        }
    }

    fn line(no: u64) -> ClubChatLine {
        ClubChatLine {
            line: no,
            person: 1,
            name: long(40),
            at: UnixMs::new(1_780_000_000_000).unwrap(),
            text: long(300),
        }
    }

    fn table(no: u64, players: u32) -> ClubPlace {
        ClubPlace {
            table: Some(TableId(format!("{no}-0123456789abcdef0123456789abcdef"))),
            tournament: None,
            name: long(40),
            players,
            over: false,
        }
    }

    fn picture(people: Vec<ClubPerson>, places: Vec<ClubPlace>) -> Picture {
        let name = "Thursday".to_owned();
        Picture { name, people, places }
    }

    fn reading(lines: std::ops::RangeInclusive<u64>, picture: Picture) -> Reading {
        Reading {
            no: 1,
            dropped: (*lines.start() > 1).then(|| lines.start() - 1),
            newest: *lines.end(),
            lines: lines.map(line).collect(),
            members: HashSet::new(),
            picture: Arc::new(picture),
        }
    }

    #[test]
    fn a_great_change_comes_in_messages_that_clients_accept() {
        let people: Vec<ClubPerson> = (1..=500).map(member).collect();
        let places: Vec<ClubPlace> = (1..=250).map(|no| table(no, 0)).collect();
        let read = reading(51..=150, picture(people.clone(), places));
        let messages = news(3, &read, 20, &picture(Vec::new(), vec![table(999, 2)]));
        for message in &messages {
            let length = serde_json::to_string(&ServerMsg::Club(message.clone())).unwrap().len();
            assert!(length <= MAX_SERVER_MESSAGE_BYTES, "{length}");
        }
        let told: Vec<ClubPerson> = messages.iter().flat_map(|message| message.people.clone()).collect();
        assert_eq!(told, people);
        let places: usize = messages.iter().map(|message| message.places.len()).sum();
        assert_eq!((places, messages[0].closed.len()), (250, 1));
        let lines = messages.iter().flat_map(|message| &message.lines);
        assert!(lines.map(|line| line.line).eq(51..=150));
        let cuts: Vec<usize> = messages
            .iter()
            .filter(|message| message.cut)
            .map(|message| message.lines.len())
            .collect();
        assert_eq!(
            cuts,
            [LINES_AT_ONCE],
            "the first lines alone say that others were left out"
        );
    }

    #[test]
    fn only_what_changed_is_told() {
        let [ann, bob] = [member(1), member(2)];
        let known = picture(vec![ann.clone(), bob.clone()], vec![table(7, 1)]);
        let read = reading(1..=5, picture(vec![ann.clone(), bob.clone()], vec![table(7, 4)]));
        assert_eq!(news(3, &read, 5, &known), [], "seats fill all the time");
        let lines = news(3, &read, 3, &known);
        assert!(lines.len() == 1 && !lines[0].cut && lines[0].lines.len() == 2);
        let renamed = ClubPerson {
            name: "Bobby".to_owned(),
            ..bob
        };
        let read = reading(1..=5, picture(vec![renamed.clone()], Vec::new()));
        let messages = news(3, &read, 9, &known);
        assert_eq!((&messages[0].gone, messages[0].closed.len()), (&vec![ann.person], 1));
        assert_eq!(messages[1].people, [renamed]);
        assert_eq!(messages.len(), 2);
    }
}
