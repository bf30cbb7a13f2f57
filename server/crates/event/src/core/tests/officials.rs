//! The law of officials, tested on the real gate: every action by every office, in every phase, at every kind of event, with every
//! interest. The expected outcomes come from the table in `docs/floor.md` and from nowhere else.

use std::sync::LazyLock;

use poker_protocol::v1::Chips as WireChips;
use serde_json::{Value, json};

use super::refusals::account;
use super::*;
use crate::acts::{Deed, Undo};
use crate::law::{Denied, Interest, Kind, LawEntry, Phase as When, Who};

/// Two tables would do as well: the law does not care about seating.
pub(super) const NINE: &str = r#"
id = "nine"
name = { en = "Nine", fr = "Neuf" }
games = ["no-limit-holdem"]
entries = [3, 9]
seats = 9
price = 100
stack = 1000
levels = ["30m 10/20"]
late_levels = 0
pays = [50, 30, 20]
"#;

/// The director of all events, who takes no part in the trials.
pub(super) const DIRECTOR: u64 = 90;

/// Officials the host named before the start: a player, one who busts out, one who never enters.
const NAMED_BY_HOST: [u64; 3] = [3, 2, 10];

/// Officials the operator's director named: likewise.
const NAMED_BY_DIRECTOR: [u64; 3] = [4, 5, 11];

/// Players who bust out.
const LOSERS: [u64; 3] = [2, 5, 6];

/// Hosts of the events: a player, one who busts out, one who never enters.
const HOSTS: [u64; 3] = [1, 6, 20];

/// Accounts also tried with the operator's offices: likewise.
const BARE: [u64; 3] = [1, 6, 9];

/// A row of the table in the documents.
#[derive(Debug)]
struct Row {
    who: String,
    events: String,
    when: Vec<String>,
    own: String,
}

/// Returns the rows of the documents that name an action.
fn rows_of(document: &str, deed: Deed) -> Vec<Row> {
    let name = format!("`{}`", deed.name());
    let cells = |line: &str| {
        line.split('|')
            .map(|cell| cell.trim().to_owned())
            .collect::<Vec<String>>()
    };
    let rows = document.lines().map(cells).filter(|cells| cells.len() == 7);
    let rows = rows.filter(|cells| cells[1].split(", ").any(|cell| cell == name));
    rows.map(|cells| Row {
        who: cells[2].clone(),
        events: cells[3].clone(),
        when: cells[4].split(", ").map(str::to_owned).collect(),
        own: cells[5].clone(),
    })
    .collect()
}

const DOCUMENT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../../../docs/floor.md");

fn document() -> String {
    std::fs::read_to_string(DOCUMENT).unwrap()
}

const fn event_word(kind: Kind) -> &'static str {
    match kind {
        Kind::Public => "public",
        Kind::Private => "private",
        Kind::Live => "live",
    }
}

const fn when_word(when: When) -> &'static str {
    match when {
        When::Before => "before",
        When::InPlay => "in play",
        When::Paused => "paused",
        When::Over => "over",
        When::Closed => "closed",
    }
}

/// An account that attempts an act.
#[derive(Clone, Copy, Debug)]
struct Asker {
    number: u64,
    granted: Option<FloorRole>,
    hosts: bool,
    named: bool,
    interest: Interest,
}

impl Asker {
    fn is(&self, who: &str) -> bool {
        let directs = self.hosts || self.granted == Some(FloorRole::Director);
        match who {
            "officials" => directs || self.named || self.granted.is_some(),
            "directors" => directs,
            "the host" => self.hosts,
            other => panic!("nobody is {other}"),
        }
    }

    /// Returns the word of the refusal that the documents give for an action, `None` if the action is allowed.
    fn expected(&self, rows: &[Row], kind: Kind, when: When) -> Option<&'static str> {
        assert!(!rows.is_empty(), "the table has a row for every action");
        let held: Vec<&Row> = rows.iter().filter(|row| self.is(&row.who)).collect();
        if held.is_empty() {
            return Some("office");
        }
        let timely = held.into_iter().filter(|row| {
            let events = row.events == "all" || row.events.split(", ").any(|event| event == event_word(kind));
            events && row.when.iter().any(|word| word == when_word(when))
        });
        let timely: Vec<&Row> = timely.collect();
        if timely.is_empty() {
            return Some("phase");
        }
        let free = |row: &&Row| match row.own.as_str() {
            "none" => self.interest == Interest::Stranger,
            "out" => self.interest <= Interest::Out,
            "any" => true,
            other => panic!("no entry is {other}"),
        };
        match (timely.iter().any(free), self.interest) {
            (true, _) => None,
            (false, Interest::Plays) => Some("plays"),
            (false, _) => Some("played"),
        }
    }
}

/// The schema of officials' actions, one object each.
static ACTIONS: LazyLock<Vec<Value>> = LazyLock::new(|| {
    let schema = include_str!("../../../../../../protocol/schema/v1/floor_request.json");
    let mut schema: Value = serde_json::from_str(schema).unwrap();
    serde_json::from_value(schema["$defs"]["FloorAction"]["oneOf"].take()).unwrap()
});

/// Returns the names of an action's fields: those it needs in the order of the protocol, and the others.
fn fields(deed: Deed) -> (Vec<&'static str>, Vec<&'static str>) {
    let is_of = |action: &&Value| action["properties"]["kind"]["const"] == deed.name();
    let action = ACTIONS.iter().find(is_of).unwrap();
    let needed = action["required"].as_array().unwrap().iter();
    let needed: Vec<&str> = needed
        .filter_map(Value::as_str)
        .filter(|name| *name != "kind")
        .collect();
    let all = action["properties"].as_object().unwrap().keys().map(String::as_str);
    let others = all.filter(|name| *name != "kind" && !needed.contains(name)).collect();
    (needed, others)
}

/// An action with plausible arguments: those of its own, and else by the names of its fields.
pub(super) fn sample(deed: Deed) -> FloorAction {
    let mut action = match deed {
        Deed::Edit => json!({"name": "Other"}),
        Deed::SetLevel => json!({"left_s": 60}),
        Deed::Move => json!({"table": 2}),
        Deed::CorrectAward => json!({"stacks": [[1, 3_999], [7, 1_001]]}),
        Deed::SeeHand => json!({"table": "7", "hand": 1}),
        Deed::HandOver => json!({"busts": [{"player": 7, "by": [1]}]}),
        Deed::MuteAccount => json!({"account": account(31).to_string()}),
        Deed::Grant => json!({"account": account(30).to_string()}),
        Deed::Revoke => json!({"account": account(11).to_string()}),
        _ => json!({}),
    };
    let by_name = json!({
        "player": 7, "with": 4, "table": 1, "seat": 2, "ticket": 1, "hand": 3, "level": 1, "order": [1], "count": 2,
        "stacks": [[1, 900], [7, 1_100]], "keep": 0, "on": true, "muted": true, "open": false, "rung": "hands", "terms": "chop",
        "role": "floor", "name": "Somebody", "flight": "9", "fault": "1.1", "rule": "1.1", "text": "1.1",
        "places": 12, "waiting": 2,
    });
    for name in fields(deed).0 {
        if action[name].is_null() {
            action[name] = by_name[name].clone();
        }
    }
    action["kind"] = deed.name().into();
    serde_json::from_value(action).unwrap_or_else(|fault| panic!("a sample of `{}` is missing: {fault}", deed.name()))
}

pub(super) fn chips(amount: u64) -> WireChips {
    WireChips::new(amount).unwrap()
}

/// An act by a director, without the gate.
pub(super) fn by(number: u64, action: FloorAction, named: Option<u64>) -> Command {
    Command::Floor {
        line: None,
        who: somebody(number),
        role: FloorRole::Director,
        reason: "because".to_owned(),
        action,
        structure: None,
        sheet: None,
        account: named.map(somebody),
        begins_at: None,
    }
}

pub(super) fn somebody(number: u64) -> PlayerInfo {
    PlayerInfo {
        id: account(number).to_string(),
        name: format!("Player {number}"),
        kind: PlayerKind::Guest,
    }
}

fn ask(asker: u64, granted: Option<FloorRole>, family: &[u64], deed: Deed) -> TournamentRequest {
    let named = match deed {
        Deed::Grant => Some(30),
        Deed::MuteAccount => Some(31),
        Deed::Revoke => Some(11),
        _ => None,
    };
    TournamentRequest::Floor(Box::new(FloorAsk {
        action: sample(deed),
        reason: "because".to_owned(),
        granted,
        family: std::iter::once(asker)
            .chain(family.iter().copied())
            .map(account)
            .collect(),
        structure: None,
        sheet: None,
        account: named.map(somebody),
    }))
}

/// An event of a host, in a phase, with its officials. Its last act was a ruling, which can be undone without any other office.
fn event(kind: Kind, when: When, host: u64) -> Bench {
    let mut bench = event_in(kind, when, host);
    let rule = "1.1".to_owned();
    bench.command(by(DIRECTOR, FloorAction::Rule { rule }, None)).unwrap();
    bench
}

fn event_in(kind: Kind, when: When, host: u64) -> Bench {
    let announced = Announced {
        starts_at: Some(START),
        host: Some(account(host).to_string()),
        private: kind == Kind::Private,
        live: kind == Kind::Live,
        ..Announced::of_house(NINE)
    };
    let mut bench = Bench::new(&announced);
    if kind == Kind::Live {
        for number in 1..=7 {
            let name = format!("Player {number}");
            bench.command(by(DIRECTOR, FloorAction::Enter { name }, None)).unwrap();
        }
    } else {
        for number in 1..=8 {
            bench.register(number, PlayerKind::Guest);
        }
        bench.command(Command::Unregister { account: account(8) }).unwrap();
    }
    for (namer, named) in [(host, NAMED_BY_HOST), (DIRECTOR, NAMED_BY_DIRECTOR)] {
        for number in named {
            let grant = FloorAction::Grant {
                account: account(number).to_string(),
                role: FloorRole::Floor,
            };
            bench.command(by(namer, grant, Some(number))).unwrap();
        }
    }
    if when == When::Before {
        return bench;
    }
    bench.wait_until(START);
    assert_eq!(bench.phase(), Phase::Running);
    bench.core.known.insert(TableNo(1), TableId(7));
    if kind != Kind::Live {
        for loser in LOSERS {
            bench.bust(loser);
        }
    }
    match when {
        When::Before | When::InPlay => {}
        When::Paused => bench.command(by(DIRECTOR, FloorAction::Pause {}, None)).unwrap(),
        When::Over | When::Closed => {
            // Allowed between hands only.
            bench.command(by(DIRECTOR, FloorAction::Pause {}, None)).unwrap();
            bench.command(by(DIRECTOR, FloorAction::Cancel {}, None)).unwrap();
        }
    }
    bench
}

/// Every account that attempts an act in an event.
fn askers(kind: Kind, when: When, host: u64) -> Vec<Asker> {
    let stays = kind != Kind::Public || when == When::Before;
    let is_named = |number: u64| {
        let by_director = NAMED_BY_DIRECTOR.contains(&number) && !(when == When::Closed && kind == Kind::Public);
        by_director || (stays && NAMED_BY_HOST.contains(&number))
    };
    let interest = |number: u64| match when {
        _ if kind == Kind::Live || !(1..=7).contains(&number) => Interest::Stranger,
        When::Before => Interest::Plays,
        When::InPlay | When::Paused if !LOSERS.contains(&number) => Interest::Plays,
        _ => Interest::Out,
    };
    let asker = |(number, granted)| Asker {
        number,
        granted,
        hosts: stays && number == host,
        named: is_named(number),
        interest: interest(number),
    };
    let bare = [1, 2, 3, 4, 5, 6, 8, 9, 10, 11, 20].map(|number| (number, None));
    let granted = [FloorRole::Floor, FloorRole::Director].map(|role| BARE.map(|number| (number, Some(role))));
    bare.into_iter()
        .chain(granted.into_iter().flatten())
        .map(asker)
        .collect()
}

#[test]
fn the_table_of_the_documents_is_the_answer_of_the_gate_to_everybody_at_any_time() {
    let document = document();
    for kind in [Kind::Public, Kind::Private, Kind::Live] {
        for host in HOSTS {
            for when in [When::Before, When::InPlay, When::Paused, When::Over] {
                let mut bench = event(kind, when, host);
                let (tournament, log, rows) = (bench.core.tournament.clone(), bench.core.log.clone(), bench.rows.len());
                for asker in askers(kind, when, host) {
                    for deed in Deed::ALL {
                        let context = format!("{} of {asker:?}, {kind:?}, {when:?}, host {host}", deed.name());
                        let expected = asker.expected(&rows_of(&document, *deed), kind, when);
                        let done = bench.ask(asker.number, ask(asker.number, asker.granted, &[], *deed));
                        let error = done.err().unwrap_or_default();
                        match expected {
                            None => {
                                assert_eq!(error["params"]["why"], Value::Null, "{context}: {error}");
                                assert_ne!(error["code"], "tournament.not_allowed", "{context}: {error}");
                            }
                            Some("phase") => assert_eq!(error["code"], "tournament.wrong_phase", "{context}"),
                            Some(why) => {
                                let told = (&error["code"], &error["params"]["why"]);
                                assert_eq!(told, (&"tournament.not_allowed".into(), &why.into()), "{context}");
                            }
                        }
                        if bench.rows.len() == rows {
                            continue;
                        }
                        assert_eq!(expected, None, "{context} is carried out");
                        let (now, last) = (bench.now(), u64::try_from(rows).unwrap());
                        bench.rows.truncate(rows);
                        let (tournament, log) = (tournament.clone(), log.clone());
                        let recovered = Recovered {
                            tournament,
                            log,
                            wrote_at: 0,
                        };
                        bench.core = Core::new(recovered, (1, last), 0, now);
                        bench.core.known.insert(TableNo(1), TableId(7));
                    }
                }
            }
        }
    }
}

#[test]
fn the_table_of_the_documents_is_the_answer_of_a_closed_event() {
    let document = document();
    for kind in [Kind::Public, Kind::Private, Kind::Live] {
        for host in HOSTS {
            let bench = event(kind, When::Closed, host);
            let results = Results::of(&bench.core, bench.now());
            let results: Results = serde_json::from_str(&serde_json::to_string(&results).unwrap()).unwrap();
            for asker in askers(kind, When::Closed, host) {
                let own = [account(asker.number)];
                let official = results.official(own[0], &own, asker.granted);
                for deed in Deed::ALL {
                    let expected = asker.expected(&rows_of(&document, *deed), kind, When::Closed);
                    let told = results.may_act(&official, &own, &sample(*deed)).err().map(Denied::word);
                    assert_eq!(told, expected, "{} of {asker:?}, {kind:?}, host {host}", deed.name());
                }
            }
        }
    }
}

/// Checks that the documents show a table. `POKER_WRITE=1` puts it in place of the one with the same head.
fn document_shows(table: &str) {
    let (document, head) = (document(), table.lines().next().unwrap());
    let from = document
        .find(head)
        .unwrap_or_else(|| panic!("docs/floor.md has a table `{head}`"));
    let end = document[from..]
        .find("\n\n")
        .map_or(document.len(), |length| from + length + 1);
    if std::env::var_os("POKER_WRITE").is_some() {
        let text = [&document[..from], table, &document[end..]].concat();
        #[expect(clippy::disallowed_methods, reason = "asked for by name")]
        std::fs::write(DOCUMENT, text).unwrap();
        return;
    }
    assert!(
        &document[from..end] == table,
        "docs/floor.md wants this table, and POKER_WRITE=1 writes it:\n{table}"
    );
}

/// Both tables, one after the other, as they are in the same file.
#[test]
fn the_documents_show_the_tables() {
    document_shows(&law_table());
    document_shows(&actions_table());
}

/// The law as printed in the documents: actions with identical lines share their rows.
fn law_table() -> String {
    let mut groups: Vec<(Vec<Deed>, &[LawEntry])> = Vec::new();
    let same = |one: &[LawEntry], other: &[LawEntry]| format!("{one:?}") == format!("{other:?}");
    for deed in Deed::ALL {
        match groups.iter_mut().find(|(_, lines)| same(lines, deed.lines())) {
            Some((deeds, _)) => deeds.push(*deed),
            None => groups.push((vec![*deed], deed.lines())),
        }
    }
    let mut table = "| Action | Who | Events | When | Own entry |\n|---|---|---|---|---|\n".to_owned();
    for (deeds, lines) in groups {
        let names: Vec<String> = deeds.iter().map(|deed| format!("`{}`", deed.name())).collect();
        for line in lines {
            let who = match line.who {
                Who::Official => "officials",
                Who::Director => "directors",
                Who::Host => "the host",
            };
            let events: Vec<&str> = line.at.iter().map(|kind| event_word(*kind)).collect();
            let events = if events.len() == 3 {
                "all".to_owned()
            } else {
                events.join(", ")
            };
            let when: Vec<&str> = line.when.iter().map(|when| when_word(*when)).collect();
            let own = match line.interest {
                Interest::Stranger => "none",
                Interest::Out => "out",
                Interest::Plays => "any",
            };
            let names = names.join(", ");
            let when = when.join(", ");
            table.extend([
                "| ", &names, " | ", who, " | ", &events, " | ", &when, " | ", own, " |\n",
            ]);
        }
    }
    table
}

/// The fields of the actions as printed in the documents, with the rule each rests on.
fn actions_table() -> String {
    let mut table = "| Action | Fields | Rule | Undo |\n|---|---|---|---|\n".to_owned();
    for deed in Deed::ALL {
        let (needed, others) = fields(*deed);
        let needed = needed.into_iter().map(|name| format!("`{name}`"));
        let others = others.into_iter().map(|name| format!("[`{name}`]"));
        let fields = needed.chain(others).collect::<Vec<String>>().join(", ");
        let undo = if deed.undo() == Undo::Never { "no" } else { "yes" };
        let (name, rule) = (deed.name(), deed.rule().unwrap_or_default());
        table.extend(["| `", name, "` | ", &fields, " | ", rule, " | ", undo, " |\n"]);
    }
    table
}

#[test]
fn every_action_has_its_own_word() {
    for deed in Deed::ALL {
        let action = sample(*deed);
        assert_eq!(Deed::of(&action), *deed);
        assert_eq!(serde_json::to_value(&action).unwrap()["kind"], deed.name());
    }
}

#[test]
fn another_account_of_an_official_counts_as_the_official() {
    // Player 7 is another account of the asker.
    let mut bench = event(Kind::Private, When::InPlay, 20);
    let error = bench.ask(20, ask(20, None, &[7], Deed::Pause)).unwrap_err();
    assert_eq!(error["params"]["why"], "plays");
    let error = bench.ask(20, ask(20, None, &[2], Deed::Pause)).unwrap_err();
    assert_eq!(error["params"]["why"], "played");
    // The player to be muted is player 7.
    let error = bench.ask(20, ask(20, None, &[7], Deed::Mute)).unwrap_err();
    assert_eq!(error["params"]["why"], "own_case");
    bench.ask(20, ask(20, None, &[2], Deed::Mute)).unwrap();
    bench.ask(20, ask(20, None, &[8], Deed::Pause)).unwrap();
}

#[test]
fn whoever_has_ruled_does_not_enter_by_any_account() {
    let register = || refusals::asked("register");
    for deed in [Deed::Rule, Deed::Edit, Deed::Grant] {
        let mut bench = event(Kind::Private, When::Before, 20);
        bench.ask(20, ask(20, None, &[], deed)).unwrap();
        let error = bench.ask(20, register()).err().unwrap_or_default();
        let why = if deed == Deed::Rule {
            "ruled".into()
        } else {
            Value::Null
        };
        assert_eq!(error["params"]["why"], why, "{deed:?}");
        let bot = bench.ask_of(&[21, 20], register()).err().unwrap_or_default();
        assert_eq!(bot["params"]["why"], why, "{deed:?} and a bot");
        bench.ask(22, register()).unwrap_or_default();
        let entered = bench.core.tournament.player_of(account(22));
        assert_eq!(entered.is_some(), deed == Deed::Rule, "nine are the most");
    }
}

#[test]
fn reports_about_an_official_are_kept_from_them_and_answered_by_others() {
    let mut bench = event(Kind::Private, When::InPlay, 20);
    let report = Command::Ticket {
        what: poker_protocol::v1::tournament::TicketKind::Report,
        who: somebody(7),
        table: 1,
        table_id: 7,
        hand: 1,
        about: Some(somebody(4)),
        text: "whispers".to_owned(),
    };
    bench.command(report).unwrap();
    let tickets = |bench: &Bench, number: u64| {
        let own = [account(number)];
        let told = bench.core.floor(0, Some(own[0]), &own, None, None, bench.now());
        told.desk.unwrap().tickets.len()
    };
    assert_eq!(
        (tickets(&bench, 4), tickets(&bench, 11), tickets(&bench, 20)),
        (0, 1, 1)
    );
    let error = bench.ask(4, ask(4, None, &[], Deed::Answer)).unwrap_err();
    assert_eq!(error["params"]["why"], "own_case");
    bench.ask(11, ask(11, None, &[], Deed::Answer)).unwrap();
}
