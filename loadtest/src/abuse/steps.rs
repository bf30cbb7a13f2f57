//! The steps: expensive work or shared resources, each claimed by many networks at the same time.

mod attacker;

use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use poker_bots::{
    BuyIn, Credentials, RunOptions, TableChoice, TournamentChoice, TournamentOptions, run_bot, run_tournament,
};
use poker_protocol::v1::table::TableConfig;
use poker_protocol::v1::{ClientMsg, TournamentId};
use serde_json::{Value, json};
use tokio::task::JoinSet;

use super::bound::Names;
use super::visitor::Visitor;
use crate::{Failure, http, sys};
use attacker::Attacker;

/// Number of tables in the step with hosts' own games.
const OWN_TABLES: usize = 24;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Step {
    /// All networks read a shared hand of the dearest game that a host may write.
    SharedHands,
    /// Odds of that game.
    Odds,
    /// Tables of two play hold'em as fast as they can: the cost of any busy tables.
    PlainTables,
    /// The same number of tables play that game.
    OwnGames,
    /// Guests announce tournaments.
    Announced,
    /// Guests open tables with bots.
    Practice,
    /// Guesses at private tables and tournaments.
    Guesses,
    /// One IPv6 network asks from a new address each time.
    OneNet,
    /// Watchers chat at a quiet table.
    Chatter,
    /// The players of a tournament are away, and its level is a day long.
    Absent,
    /// Logins with wrong passwords.
    Logins,
    /// Every route at its limits.
    Routes,
    /// Every message at its limits.
    Messages,
    /// An operator copies the folder and makes folders of the copies, one after the other.
    Copies,
}

impl Step {
    pub(super) const ALL: [Self; 14] = [
        Self::SharedHands,
        Self::Odds,
        Self::Guesses,
        Self::OneNet,
        Self::Chatter,
        Self::Absent,
        Self::Logins,
        Self::PlainTables,
        Self::OwnGames,
        Self::Announced,
        Self::Practice,
        Self::Routes,
        Self::Messages,
        Self::Copies,
    ];

    pub(super) const fn name(self) -> &'static str {
        match self {
            Self::SharedHands => "shared hands",
            Self::Odds => "odds",
            Self::PlainTables => "plain tables",
            Self::OwnGames => "own games",
            Self::Announced => "announced tournaments",
            Self::Practice => "practice tables",
            Self::Guesses => "guesses",
            Self::OneNet => "one net of IPv6",
            Self::Chatter => "chatter",
            Self::Absent => "absent players",
            Self::Logins => "logins",
            Self::Routes => "every route",
            Self::Messages => "every message",
            Self::Copies => "copies",
        }
    }

    /// Returns `true` if the step creates data kept on disk: hands, accounts, tables and tournaments, as many as prices and limits allow.
    pub(super) const fn makes(self) -> bool {
        matches!(
            self,
            Self::PlainTables | Self::OwnGames | Self::Announced | Self::Practice | Self::Routes | Self::Messages
        )
    }
}

/// Knowledge and counters shared by all attackers.
pub(super) struct Arena {
    server: SocketAddr,
    /// The server's program and its data folder.
    program: PathBuf,
    data: PathBuf,
    /// Game played where no other is named.
    game: String,
    /// A quiet table, with its invitation.
    quiet: String,
    names: Names,
    /// Routes of the server.
    routes: Value,
    /// Schema of messages.
    messages: Value,
    /// The dearest game that can be written, and the number of cards its players hold.
    definition: String,
    cards: usize,
    /// A table that plays this game.
    own_table: String,
    stop: AtomicBool,
    /// Attacks started so far: names are new in each.
    round: AtomicUsize,
    /// Answers by status or code.
    answers: Mutex<BTreeMap<String, u64>>,
}

impl Arena {
    /// Prepares a shared hand of the dearest game, and collects valid names.
    pub(super) async fn prepare(
        server: SocketAddr,
        program: PathBuf,
        data: &Path,
        game: &str,
        quiet: &str,
    ) -> Result<Self, Failure> {
        let mut players = Vec::new();
        for number in 0..2 {
            let mut player = Visitor::new(server, format!("100.64.255.{}", number + 1));
            let status = player.enter(&format!("first {number}")).await;
            if player.token.is_none() {
                return Err(format!("no guest is taken: {status}").into());
            }
            players.push(player);
        }
        let host = &players[0];
        let (definition, cards) = dearest(host).await?;
        let (status, opened) = host.ask("POST", "/api/v1/tables", Some(&own_table(&definition))).await;
        let own = opened["table"]
            .as_str()
            .ok_or_else(|| format!("{status} {opened}"))?
            .to_owned();
        let mut hands = JoinSet::new();
        for player in &players {
            let who = Credentials::Token(player.token.clone().unwrap_or_default());
            let table = TableChoice::Table(poker_protocol::v1::TableId(own.clone()));
            let url = format!("ws://{server}/ws");
            let options = RunOptions {
                hands: Some(1),
                ..RunOptions::default()
            };
            hands.spawn(async move {
                let bot = |ask: &poker_bots::Ask, _: &poker_bots::TableModel| ask.check_or_call();
                run_bot(&url, who, table, bot, options).await
            });
        }
        let play = async {
            while let Some(played) = hands.join_next().await {
                played??;
            }
            Ok::<_, Failure>(())
        };
        tokio::time::timeout(Duration::from_mins(1), play)
            .await
            .map_err(|_| "the hand to share does not end")??;
        let (_, listed) = host.ask("GET", "/api/v1/hands?limit=1", None).await;
        let hand = &listed["hands"][0];
        let number = hand["hand"]
            .as_u64()
            .ok_or_else(|| format!("no hand was kept: {listed}"))?;
        let path = format!(
            "/api/v1/hands/{}/{number}/share",
            hand["table"].as_str().unwrap_or(&own)
        );
        let share = json!({"own_cards": true, "hide_names": false});
        let (status, shared) = host.ask("POST", &path, Some(&share)).await;
        let token = shared["token"].as_str().ok_or_else(|| format!("{status} {shared}"))?;
        let texts = |list: &Value, key: &str| -> Vec<String> {
            let all = list.as_array().into_iter().flatten();
            all.filter_map(|one| one[key].as_str().map(str::to_owned)).collect()
        };
        let (_, games) = host.ask("GET", "/api/v1/games", None).await;
        let (_, structures) = host.ask("GET", "/api/v1/structures", None).await;
        let (_, tournaments) = host.ask("GET", "/api/v1/tournaments", None).await;
        let names = Names::new([
            ("table", vec![own.clone(), "1".to_owned(), u64::MAX.to_string()]),
            ("tournament", texts(&tournaments["tournaments"], "tournament")),
            ("game", texts(&games["games"], "game")),
            ("structure", texts(&structures["structures"], "id")),
            ("token", vec![token.to_owned()]),
            ("definition", vec![definition.clone()]),
        ]);
        Ok(Self {
            server,
            program,
            data: data.to_owned(),
            game: game.to_owned(),
            quiet: quiet.to_owned(),
            names,
            routes: http::get_json(server, "/api/v1/openapi.json", None).await?,
            messages: schemars::schema_for!(ClientMsg).to_value(),
            definition,
            cards,
            own_table: own,
            stop: AtomicBool::new(false),
            round: AtomicUsize::new(0),
            answers: Mutex::default(),
        })
    }

    /// Begins an attack.
    pub(super) fn begin(&self) {
        self.stop.store(false, Ordering::Relaxed);
        self.round.fetch_add(1, Ordering::Relaxed);
    }

    /// Tells the attackers to leave.
    pub(super) fn end(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Takes the answers since the last call, by status or code.
    pub(super) fn take_answers(&self) -> BTreeMap<String, u64> {
        std::mem::take(&mut *self.answers.lock().unwrap_or_else(PoisonError::into_inner))
    }

    fn count(&self, answer: impl Into<String>) {
        let mut answers = self.answers.lock().unwrap_or_else(PoisonError::into_inner);
        *answers.entry(answer.into()).or_default() += 1;
    }

    fn is_over(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    /// Returns an unused name.
    fn name(&self, who: impl std::fmt::Display) -> String {
        format!("{who} r{}", self.round.load(Ordering::Relaxed))
    }

    fn url(&self) -> String {
        format!("ws://{}/ws", self.server)
    }
}

/// Returns the dearest game of a host's own that the server accepts, and the number of cards its players hold.
async fn dearest(host: &Visitor) -> Result<(String, usize), Failure> {
    let mut last = Value::Null;
    for (own, board) in [
        (15, 15),
        (12, 9),
        (9, 9),
        (9, 5),
        (7, 5),
        (5, 5),
        (4, 5),
        (3, 3),
        (2, 5),
    ] {
        for (wild, show) in [
            ("wild = 'board_low own_low'", "show(high=std,low=8,use=2+3)"),
            ("", "show(high=std,low=8,use=2+3)"),
            ("", "show(high=std)"),
        ] {
            let definition = definition(own, board, wild, show);
            let check = json!({"definition": definition});
            let (status, answer) = host.ask("POST", "/api/v1/games/check", Some(&check)).await;
            if status == 200 && answer["error"].is_null() {
                return Ok((definition, own));
            }
            last = answer;
        }
    }
    Err(format!("no game of one's own is taken: {last}").into())
}

/// Returns a game with one street for each board card.
fn definition(own: usize, board: usize, wild: &str, show: &str) -> String {
    let mut script = vec!["post(left,5)".to_owned(), "post(left2,10)".to_owned()];
    script.extend(
        (0..own)
            .step_by(10)
            .map(|first| format!("deal({})", "d".repeat((own - first).min(10)))),
    );
    script.push("bet(first=left3,check=yes,tier=1)".to_owned());
    for _ in 0..board {
        script.push("board(1,u)".to_owned());
        script.push("bet(first=left,check=yes,tier=1)".to_owned());
    }
    script.push(show.to_owned());
    format!(
        "id = \"own\"\nnumber = \"R01\"\nname = {{ en = \"Own\", fr = \"Propre\" }}\nfamily = \"draw\"\nseats = [2, 2]\n\
         limits = [\"nl:10\"]\n{wild}\nscript = \"\"\"\n{};\n\"\"\"\n",
        script.join(";\n")
    )
}

/// Returns the network of an attacker in a step.
fn network(step: Step, number: usize) -> String {
    format!("100.{}.{}.{}", 64 + step as usize, number / 250, 1 + number % 250)
}

/// Attacks until told to stop.
pub(super) async fn attack(step: Step, arena: Arc<Arena>, networks: usize, pace: Duration) -> Result<(), Failure> {
    let mut attackers = JoinSet::new();
    match step {
        Step::PlainTables | Step::OwnGames => {
            let config = if step == Step::OwnGames {
                own_table(&arena.definition)
            } else {
                json!({"name": "Plain", "game": arena.game, "seats": 2, "private": true, "action_ms": 20_000})
            };
            for table in 0..OWN_TABLES {
                attackers.spawn(play_table(Arc::clone(&arena), config.clone(), table));
            }
        }
        Step::Absent => {
            attackers.spawn(be_absent(Arc::clone(&arena)));
        }
        Step::Copies => {
            attackers.spawn(copy(Arc::clone(&arena)));
        }
        _ => {
            let count = if step == Step::Chatter {
                networks.max(45)
            } else {
                networks
            };
            for number in 0..count {
                attackers.spawn(Attacker::new(step, number, &arena).run(pace));
            }
        }
    }
    while let Some(done) = attackers.join_next().await {
        done?;
    }
    Ok(())
}

/// Copies the folder in play and restores each copy, which checks it.
async fn copy(arena: Arc<Arena>) {
    while !arena.is_over() {
        let answer = match one_copy(&arena).await {
            Ok(answer) => answer.to_owned(),
            Err(error) => error.to_string(),
        };
        arena.count(answer);
    }
}

async fn one_copy(arena: &Arena) -> Result<&'static str, Failure> {
    let place = sys::temp_folder("copies")?;
    let (copy, made) = (place.path().join("copy"), place.path().join("made"));
    if !poker(&arena.program, &["backup", "--keys", "--data"], [&arena.data, &copy]).await? {
        return Ok("backup failed");
    }
    let restored = poker(&arena.program, &["restore", "--data"], [&made, &copy]).await?;
    Ok(if restored { "sound" } else { "restore failed" })
}

/// Runs a command of the server's program. `true` if it succeeds.
async fn poker(program: &Path, words: &[&str], folders: [&Path; 2]) -> Result<bool, Failure> {
    let mut command = tokio::process::Command::new(program);
    command
        .args(words)
        .args(folders)
        .stdout(Stdio::null())
        .stderr(Stdio::null());
    Ok(command.status().await?.success())
}

/// Plays two players at a table of their own, checking and calling until told to stop.
async fn play_table(arena: Arc<Arena>, config: Value, table: usize) {
    let opened = match open_table(&arena, config, table).await {
        Ok(opened) => opened,
        Err(error) => return arena.count(format!("refused: {error}")),
    };
    let url = arena.url();
    let mut players = JoinSet::new();
    for seat in 0..2 {
        let (url, opened) = (url.clone(), opened.clone());
        let who = Credentials::Guest {
            nickname: arena.name(format_args!("own{table}x{seat}")),
        };
        let options = RunOptions {
            buy_in: BuyIn::Most,
            ..RunOptions::default()
        };
        players.spawn(async move {
            let bot = |ask: &poker_bots::Ask, _: &poker_bots::TableModel| ask.check_or_call();
            run_bot(&url, who, TableChoice::Table(opened), bot, options).await
        });
    }
    while !arena.is_over() {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    // Like attackers, they leave without a word.
    while let Some(ended) = players.try_join_next() {
        arena.count(match ended {
            Ok(Ok(report)) => format!("{:?}", report.ended),
            Ok(Err(error)) => format!("refused: {error}"),
            Err(error) => format!("crashed: {error}"),
        });
    }
    arena.count("played to the end of the step");
}

/// Returns the setup of a table with a host's own game.
fn own_table(definition: &str) -> Value {
    json!({"name": "Own", "game": "", "definition": definition, "seats": 2, "private": true, "action_ms": 20_000})
}

async fn open_table(arena: &Arena, config: Value, table: usize) -> Result<poker_protocol::v1::TableId, Failure> {
    let who = Credentials::Guest {
        nickname: arena.name(format_args!("host{table}")),
    };
    let client = poker_bots::Client::connect(&arena.url(), who).await?;
    let config: TableConfig = serde_json::from_value(config)?;
    let opened = client.create_table(config).await?;
    client.close().await;
    Ok(opened.table)
}

/// Enters three players into a tournament with one endless level and lets them go away.
async fn be_absent(arena: Arc<Arena>) {
    if let Err(error) = absent_event(&arena).await {
        arena.count(format!("refused: {error}"));
    }
    while !arena.is_over() {
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
}

async fn absent_event(arena: &Arena) -> Result<(), Failure> {
    let mut host = Visitor::new(arena.server, network(Step::Absent, 0));
    host.enter(&arena.name("absent host")).await;
    let definition = format!(
        "id = \"absent\"\nname = {{ en = \"Absent\", fr = \"Absents\" }}\ngames = [\"{}\"]\nstart = \"full\"\nentries = [3, 3]\n\
         seats = 3\nprice = 0\nstack = 1000000\nlevels = [\"24h 50/100\"]\n",
        arena.game
    );
    let body = json!({"definition": definition, "private": true});
    let (status, answer) = host.ask("POST", "/api/v1/tournaments", Some(&body)).await;
    let Some(tournament) = answer["tournament"].as_str() else {
        return Err(format!("{status} {answer}").into());
    };
    let mut players = JoinSet::new();
    for seat in 0..3 {
        let who = Credentials::Guest {
            nickname: arena.name(format_args!("absent{seat}")),
        };
        let choice = TournamentChoice::Tournament(TournamentId(tournament.to_owned()));
        let url = arena.url();
        players.spawn(async move {
            let bot = |ask: &poker_bots::Ask, _: &poker_bots::TableModel| ask.check_or_fold();
            run_tournament(&url, who, choice, bot, TournamentOptions::default()).await
        });
    }
    // They are present for the first hand.
    tokio::time::sleep(Duration::from_secs(2)).await;
    players.shutdown().await;
    let path = format!("/api/v1/tournaments/{tournament}");
    let (status, state) = host.ask("GET", &path, None).await;
    let phase = state["summary"]["phase"].as_str().unwrap_or("not there");
    arena.count(format!("{status}: the event is {phase}"));
    Ok(())
}
