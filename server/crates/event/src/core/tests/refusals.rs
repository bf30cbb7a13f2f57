//! Every request of a player, sent at the wrong moment: the answer says what is wrong, and nothing changes.

use poker_engine::tournament::director::Director;
use poker_owner::NoSocket;
use poker_protocol::v1::tournament::{DealKind, Official, RULES_VERSION};
use poker_table::core::direct::Stage;
use serde_json::Value;

use super::*;
use crate::floor::Book;

/// The table of the event, as the store identifies it.
const TABLE: TableId = TableId(7);

/// Every kind of purchase, and entries that close after the second level.
pub(super) const EVERYTHING: &str = r#"
id = "everything"
name = { en = "Everything", fr = "Tout" }
games = ["no-limit-holdem"]
entries = [3, 9]
seats = 9
price = 100
stack = 1000
levels = ["10m 10/20", "10m 20/40", "break 5m", "10m 40/80"]
late_levels = 2
re_entries = 1
rebuy = { levels = 1, price = 100, chips = 1000, most = 1 }
add_on = { price = 100, chips = 1500 }
pays = [50, 30, 20]
"#;

/// No purchases, and entries that close with the start.
const NOTHING: &str = r#"
id = "nothing"
name = { en = "Nothing", fr = "Rien" }
games = ["no-limit-holdem"]
entries = [3, 9]
seats = 9
price = 100
stack = 1000
levels = ["30m 10/20"]
late_levels = 0
pays = [50, 30, 20]
"#;

const KINDS: [&str; 13] = [
    "register",
    "unregister",
    "re_enter",
    "rebuy",
    "no rebuy",
    "add_on",
    "withdraw",
    "presence",
    "call_time",
    "request_ruling",
    "report",
    "propose_deal",
    "deal",
];

pub(super) fn asked(kind: &str) -> TournamentRequest {
    let call = |about| {
        TournamentRequest::Call(Box::new(Called {
            table: TABLE,
            about,
            text: "what now?".to_owned(),
        }))
    };
    match kind {
        "register" => TournamentRequest::Register {
            rules: RULES_VERSION,
            age: None,
            wait: false,
        },
        "unregister" => TournamentRequest::Unregister,
        "re_enter" => TournamentRequest::ReEnter { age: None },
        "rebuy" => TournamentRequest::Rebuy { take: true },
        "no rebuy" => TournamentRequest::Rebuy { take: false },
        "add_on" => TournamentRequest::AddOn,
        "withdraw" => TournamentRequest::Withdraw { confirm: false },
        "presence" => TournamentRequest::Presence { absent: false },
        "call_time" => TournamentRequest::CallTime { table: TABLE },
        "request_ruling" => call(None),
        "report" => call(Some(account(1))),
        "propose_deal" => TournamentRequest::ProposeDeal {
            kind: DealKind::Icm,
            keep: 0,
            shares: Vec::new(),
        },
        _ => TournamentRequest::AnswerDeal { agrees: true },
    }
}

pub(super) fn account(number: u64) -> AccountId {
    AccountId(uuid::Uuid::from_u128(number.into()))
}

/// Builds a player's request, over a connection that no client reads.
pub(super) fn ask_as(player: u64, id: String, asked: TournamentRequest) -> Request {
    let info = PlayerInfo {
        id: account(player).to_string(),
        name: format!("Player {player}"),
        kind: PlayerKind::Guest,
    };
    Request {
        caller: Caller {
            account: account(player),
            info: Arc::new(info),
            network: None,
            outbox: Outbox::new(ConnId(player), Arc::new(NoSocket)),
        },
        id,
        asked,
    }
}

impl Bench {
    /// Sends a player's request, and returns the error if it is refused.
    pub(super) fn ask(&mut self, player: u64, asked: TournamentRequest) -> Result<(), Value> {
        self.ask_with(None, player, asked)
    }

    /// Sends the request of an account to which the operator has granted a role.
    fn ask_with(&mut self, granted: Option<FloorRole>, player: u64, asked: TournamentRequest) -> Result<(), Value> {
        self.ask_for(granted, &[player], asked)
    }

    /// Sends the request of the first of a person's accounts.
    pub(super) fn ask_of(&mut self, family: &[u64], asked: TournamentRequest) -> Result<(), Value> {
        self.ask_for(None, family, asked)
    }

    fn ask_for(&mut self, granted: Option<FloorRole>, family: &[u64], asked: TournamentRequest) -> Result<(), Value> {
        let player = family[0];
        let request = ask_as(player, format!("of {player}, {}", self.rows.len()), asked);
        let mut input = Input::Request(Box::new(request));
        loop {
            let mut out = Outputs::default();
            let now = self.now();
            self.core.step(input, now, &mut self.entropy, &mut out);
            let frames = out.bursts.iter().flat_map(|(_, burst)| &burst.frames);
            let frames: Vec<Value> = frames.map(|frame| serde_json::from_str(frame).unwrap()).collect();
            if let Some(error) = frames.into_iter().find(|frame| frame["type"] == "error") {
                assert_eq!(out.steps.len(), 0);
                return Err(error);
            }
            if let Some(request) = out.families.pop() {
                input = Input::Family(request, family.iter().copied().map(account).collect());
                continue;
            }
            if let Some(call) = out.callers.pop() {
                input = Input::Caller { call, granted };
                continue;
            }
            // A refused request may have been carried out long ago, and then the store has its answer.
            let Some(lookup) = out.lookups.first() else {
                self.written(&out);
                return Ok(());
            };
            input = Input::Found {
                ticket: lookup.ticket,
                answer: None,
            };
        }
    }

    /// Checks the code of each request of [`KINDS`] at this moment; none may change anything. `-` stands for one that would succeed.
    fn expect(&mut self, player: u64, when: &str, expected: [&str; KINDS.len()]) {
        for (kind, expected) in KINDS.into_iter().zip(expected).filter(|(_, code)| *code != "-") {
            let before = self.state();
            let asks = format!("{when}: {kind} of player {player}");
            match self.ask(player, asked(kind)) {
                Ok(()) => panic!("{asks} is carried out"),
                Err(error) => assert_eq!(error["code"], format!("tournament.{expected}"), "{asks}"),
            }
            assert!(self.state() == before, "{asks} changes something");
        }
    }

    fn state(&self) -> (Director, Arc<Book>, usize, usize) {
        let tournament = &self.core.tournament;
        let (log, rows) = (self.core.log.len(), self.rows.len());
        (tournament.director.clone(), Arc::clone(&tournament.book), log, rows)
    }

    /// An event that eight players enter, the last of whom withdraws the entry.
    pub(super) fn entered(definition: &str) -> Self {
        let announced = Announced {
            starts_at: Some(START),
            ..Announced::of_house(definition)
        };
        let mut bench = Self::new(&announced);
        for number in 1..=8 {
            bench.register(number, PlayerKind::Guest);
        }
        bench.command(Command::Unregister { account: account(8) }).unwrap();
        bench
    }

    /// A running event.
    pub(super) fn playing(definition: &str) -> Self {
        let mut bench = Self::entered(definition);
        bench.wait_until(START);
        bench.core.known.insert(TableNo(1), TABLE);
        bench
    }

    /// Plays a hand in which this player loses all to player 1.
    pub(super) fn bust(&mut self, loser: u64) {
        self.command(Command::Deal { table: 1 }).unwrap();
        let law = self.core.tournament.director.table(TableNo(1)).unwrap();
        let mut stacks: Vec<(u8, u64, u128)> = law
            .seats()
            .map(|(seat, taken)| (seat.number(), taken.stack.get(), taken.player.0))
            .collect();
        let at = |player: u64| stacks.iter().position(|seat| seat.2 == player.into()).unwrap();
        let (winner, loser) = (at(1), at(loser));
        stacks[winner].1 += std::mem::take(&mut stacks[loser].1);
        let (to, from) = (stacks[winner].0, stacks[loser].0);
        let done = Command::HandDone {
            table: 1,
            stacks: stacks.into_iter().map(|(seat, stack, _)| (seat, stack)).collect(),
            pots: vec![(vec![to, from], vec![to])],
            split: None,
            paces: None,
            nuts: None,
            killed: Vec::new(),
            banks: Vec::new(),
        };
        self.command(done).unwrap();
    }

    /// Checks the refusals of players who never entered or withdrew their entry, for every request.
    fn expect_of_strangers(&mut self, when: &str, register: &str) {
        for player in [9, 8] {
            let mut expected = ["not_registered"; KINDS.len()];
            expected[0] = register;
            self.expect(player, when, expected);
        }
    }
}

#[test]
fn before_the_start() {
    let mut bench = Bench::entered(EVERYTHING);
    bench.expect_of_strangers("before the start", "-");
    #[rustfmt::skip]
    bench.expect(1, "before the start", [
        "already_registered", "-", "wrong_phase", "wrong_phase", "wrong_phase", "wrong_phase", "wrong_phase", "no_change",
        "wrong_phase", "no_such_table", "no_such_table", "wrong_phase", "no_deal",
    ]);
}

#[test]
fn while_there_is_something_to_buy_and_once_there_is_not() {
    let mut bench = Bench::playing(EVERYTHING);
    let when = "in the first level";
    bench.expect_of_strangers(when, "-");
    #[rustfmt::skip]
    bench.expect(2, when, [
        "already_registered", "wrong_phase", "already_registered", "-", "no_change", "not_yet", "unconfirmed", "no_change",
        "-", "-", "-", "wrong_phase", "no_deal",
    ]);
    bench.ask(1, asked("rebuy")).unwrap();
    let again = bench.ask(1, asked("rebuy")).unwrap_err();
    assert_eq!(again["code"], "tournament.none_left");
    bench.bust(2);
    #[rustfmt::skip]
    bench.expect(2, "with a rebuy on offer", [
        "already_registered", "wrong_phase", "already_registered", "-", "-", "no_such_player", "no_such_player", "no_change",
        "no_such_player", "-", "-", "wrong_phase", "no_deal",
    ]);
    bench.ask(2, asked("no rebuy")).unwrap();
    #[rustfmt::skip]
    bench.expect(2, "out", [
        "already_registered", "wrong_phase", "-", "no_such_player", "no_such_player", "no_such_player", "no_such_player",
        "no_such_player", "no_such_player", "-", "-", "wrong_phase", "no_deal",
    ]);
    bench.ask(2, asked("re_enter")).unwrap();
    let again = bench.ask(2, asked("re_enter")).unwrap_err();
    assert_eq!(again["code"], "tournament.already_registered");
    for (confirm, code) in [
        (true, Some("tournament.unconfirmed")),
        (false, Some("tournament.unconfirmed")),
        (true, None),
    ] {
        let answer = bench.ask(3, TournamentRequest::Withdraw { confirm });
        assert_eq!(answer.err().as_ref().and_then(|error| error["code"].as_str()), code);
    }
    #[rustfmt::skip]
    bench.expect(3, "gone for good", [
        "already_registered", "wrong_phase", "no_such_player", "no_such_player", "no_such_player", "no_such_player",
        "no_such_player", "no_such_player", "no_such_player", "-", "-", "wrong_phase", "no_deal",
    ]);

    bench.wait_until(START + 11 * MINUTE);
    let late = bench.ask(4, asked("rebuy")).unwrap_err();
    assert_eq!(late["code"], "tournament.entries_closed");
    bench.bust(2);
    let twice = bench.ask(2, asked("re_enter")).unwrap_err();
    assert_eq!(twice["code"], "tournament.none_left");

    bench.wait_until(START + 21 * MINUTE);
    bench.ask(4, asked("add_on")).unwrap();
    let again = bench.ask(4, asked("add_on")).unwrap_err();
    assert_eq!(again["code"], "tournament.none_left");
    bench.wait_until(START + 26 * MINUTE);
    bench.expect_of_strangers("once entries are closed", "entries_closed");
    #[rustfmt::skip]
    bench.expect(5, "once entries are closed", [
        "already_registered", "wrong_phase", "already_registered", "entries_closed", "no_change", "entries_closed",
        "unconfirmed", "no_change", "-", "-", "-", "-", "no_deal",
    ]);
    #[rustfmt::skip]
    bench.expect(2, "with a place", [
        "already_registered", "wrong_phase", "entries_closed", "no_such_player", "no_such_player", "no_such_player",
        "no_such_player", "no_such_player", "no_such_player", "-", "-", "no_such_player", "no_deal",
    ]);
}

#[test]
fn where_nothing_is_sold_and_once_it_is_over() {
    let mut bench = Bench::playing(NOTHING);
    bench.expect_of_strangers("in a freezeout", "entries_closed");
    #[rustfmt::skip]
    bench.expect(2, "in a freezeout", [
        "already_registered", "wrong_phase", "not_offered", "not_offered", "not_offered", "not_offered", "unconfirmed",
        "no_change", "-", "-", "-", "-", "no_deal",
    ]);
    for loser in 2..=6 {
        bench.bust(loser);
    }
    let cost = bench.ask(7, asked("withdraw")).unwrap_err();
    assert_eq!(cost["params"], serde_json::json!({"stack": 1000, "place": 2}));
    bench.bust(7);
    assert_eq!(bench.phase(), Phase::Completed);
    bench.expect_over();

    let mut bench = Bench::playing(NOTHING);
    bench.command(by_flo(FloorAction::Pause {})).unwrap();
    let ruling = RulingRow {
        by: Official::Director,
        reason: "fire".to_owned(),
    };
    bench.command(Command::Cancel { ruling }).unwrap();
    assert_eq!(bench.phase(), Phase::Cancelled);
    bench.expect_over();
}

impl Bench {
    fn expect_over(&mut self) {
        self.expect_of_strangers("over", "wrong_phase");
        for player in [1, 2] {
            #[rustfmt::skip]
            self.expect(player, "over", [
                "already_registered", "wrong_phase", "wrong_phase", "wrong_phase", "wrong_phase", "wrong_phase", "wrong_phase",
                "wrong_phase", "wrong_phase", "no_such_table", "no_such_table", "wrong_phase", "no_deal",
            ]);
        }
    }
}

#[test]
fn officials_of_the_tournament_call_time_without_an_entry() {
    let mut bench = Bench::playing(NOTHING);
    let call = || TournamentRequest::CallTime { table: TABLE };
    assert_eq!(bench.ask(9, call()).unwrap_err()["code"], "tournament.not_registered");
    let role = FloorRole::Floor;
    let named = account(9).to_string();
    let Command::Floor { who, .. } = by_flo(FloorAction::Pause {}) else {
        panic!("Flo is an official");
    };
    let grant = Command::Floor {
        line: None,
        who,
        role: FloorRole::Director,
        reason: "helps".to_owned(),
        action: FloorAction::Grant {
            account: named.clone(),
            role,
        },
        structure: None,
        sheet: None,
        account: Some(PlayerInfo {
            id: named,
            name: "Player 9".to_owned(),
            kind: PlayerKind::Account,
        }),
        begins_at: None,
    };
    bench.command(grant).unwrap();
    bench.ask(9, call()).unwrap();
    let elsewhere = || TournamentRequest::CallTime { table: TableId(99) };
    assert_eq!(
        bench.ask(9, elsewhere()).unwrap_err()["code"],
        "tournament.no_such_table"
    );
    // With a role in all tournaments.
    for role in [FloorRole::Floor, FloorRole::Director] {
        bench.ask_with(Some(role), 10, call()).unwrap();
        let refused = bench.ask_with(Some(role), 10, elsewhere()).unwrap_err();
        assert_eq!(refused["code"], "tournament.no_such_table");
    }
    // A busted player may act as an official.
    bench.bust(2);
    assert_eq!(bench.ask(2, call()).unwrap_err()["code"], "tournament.no_such_player");
    bench.ask_with(Some(FloorRole::Floor), 2, call()).unwrap();
}

#[test]
fn leaving_for_good_is_confirmed_within_a_minute() {
    let mut bench = Bench::playing(NOTHING);
    let leave = || TournamentRequest::Withdraw { confirm: true };
    let cost = bench.ask(2, leave()).unwrap_err();
    assert_eq!(cost["params"], serde_json::json!({"stack": 1000, "place": 7}));
    bench.wait_until(START + 2 * MINUTE);
    assert_eq!(bench.ask(2, leave()).unwrap_err()["code"], "tournament.unconfirmed");
    bench.wait_until(START + 3 * MINUTE);
    bench.ask(2, leave()).unwrap();
}

// Rule: tournament 11.4.
#[test]
fn a_hand_that_is_folded_is_not_killed() {
    let mut bench = begun();
    let seat = |number| poker_engine::SeatIx::from_number(number).unwrap();
    let live = poker_engine::SeatSet::from_iter([seat(2), seat(3)]);
    let (now, mut out) = (bench.now(), Outputs::default());
    let running = floor::report_of(true, 1, Stage::Running, live);
    bench.core.step(running, now, &mut bench.entropy, &mut out);
    bench.written(&out);
    let mut kill = |at: u8| {
        let law = bench.core.tournament.director.table(TableNo(1)).unwrap();
        let player = u32::try_from(law.seat(seat(at)).unwrap().player.0).unwrap();
        let ask = FloorAsk {
            granted: Some(FloorRole::Floor),
            family: vec![account(9)],
            structure: None,
            sheet: None,
            account: None,
            action: FloorAction::KillHand { player },
            reason: "told a friend".to_owned(),
        };
        let done = bench.ask(9, TournamentRequest::Floor(Box::new(ask)));
        (
            done.err().map(|error| error["code"].clone()),
            bench.core.tournament.book.trail().len(),
        )
    };
    assert_eq!(
        kill(1),
        (Some(Value::from("tournament.too_late")), 0),
        "it leaves no line"
    );
    assert_eq!(kill(2), (None, 1));
    assert_eq!(kill(2), (Some(Value::from("tournament.no_change")), 1));
}
