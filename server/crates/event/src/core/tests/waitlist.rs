//! The waiting list: who gets a place that frees, when, and who does not.

mod entries;
mod lines;

use poker_protocol::v1::tournament::{RULES_VERSION, WaitEnd, YourWaitlist};
use poker_store::{AgeCheck, Rulings};

use super::officials::NINE;
use super::refusals::{account, ask_as};
use super::*;

/// Nine places, and entries until the end of the second level.
const LATE: &str = r#"
id = "late"
name = { en = "Late", fr = "Tard" }
games = ["no-limit-holdem"]
entries = [3, 9]
seats = 9
price = 100
stack = 1000
levels = ["30m 10/20", "30m 20/40", "30m 30/60"]
late_levels = 2
pays = [50, 30, 20]
"#;

const fn enters_or_waits() -> TournamentRequest {
    TournamentRequest::Register {
        rules: RULES_VERSION,
        age: None,
        wait: true,
    }
}

const fn nothing_special() -> ApplicantFacts {
    ApplicantFacts {
        kept_out: false,
        age: AgeCheck::Unverified,
        family: Vec::new(),
    }
}

impl Bench {
    /// An event of nine with no place left.
    fn full(announced: &Announced) -> Self {
        let mut bench = Self::new(announced);
        for number in 1..=9 {
            bench.register(number, PlayerKind::Guest);
        }
        bench
    }

    fn waits(&mut self, player: u64) {
        assert_eq!(self.ask(player, enters_or_waits()), Ok(()), "player {player}");
    }

    fn code(&mut self, player: u64, asked: TournamentRequest) -> String {
        let before = (self.rows.len(), self.core.tournament.waitlist.clone());
        let error = self.ask(player, asked).expect_err("this is refused");
        assert_eq!((self.rows.len(), self.core.tournament.waitlist.clone()), before);
        error["code"].as_str().unwrap().to_owned()
    }

    /// The list as it concerns an account.
    fn list_of(&self, player: u64) -> Option<YourWaitlist> {
        let you = self.core.tournament.you(account(player), 0, &BTreeMap::new(), false);
        you.waitlist
    }

    fn place_of(&self, player: u64) -> Option<u32> {
        self.list_of(player).and_then(|yours| yours.place)
    }

    fn ended(&self, player: u64) -> Option<WaitEnd> {
        self.list_of(player).and_then(|yours| yours.ended)
    }

    fn is_in(&self, player: u64) -> bool {
        self.core.tournament.player_of(account(player)).is_some()
    }

    /// Carries out a request of a player and what follows from it; returns the accounts that are sent a message, once for each.
    fn messages(&mut self, player: u64, asked: TournamentRequest) -> Vec<u64> {
        let request = ask_as(player, format!("m{}", self.rows.len()), asked);
        let (mut inputs, mut sent) = (VecDeque::from([Input::Request(Box::new(request))]), Vec::new());
        while let Some(input) = inputs.pop_front() {
            let (now, mut out) = (self.now(), Outputs::default());
            self.core.step(input, now, &mut self.entropy, &mut out);
            sent.extend(out.accounts.iter().map(|(account, _)| number_of(*account)));
            inputs.extend(out.applicant.map(|Applicant { waiting, .. }| Input::Applicant {
                waiting,
                facts: Some(nothing_special()),
            }));
            for step in &out.steps {
                self.keep(step);
                inputs.push_back(Input::Notice(DurableNotice::Durable { step: step.step }));
            }
        }
        sent.sort_unstable();
        sent
    }

    /// Every line has its place, and no account has one without a line.
    fn lines_have_their_places(&self) {
        let list = &self.core.tournament.waitlist;
        let accounts: Vec<AccountId> = list.lines().iter().filter_map(|line| line.account).collect();
        let places: Vec<Option<u32>> = accounts.iter().map(|account| list.place_of(*account)).collect();
        let expected: Vec<Option<u32>> = (1..)
            .zip(list.lines())
            .filter(|(_, line)| line.account.is_some())
            .map(|(place, _)| Some(place))
            .collect();
        assert_eq!(places, expected);
        for player in 1..40 {
            let account = account(player);
            assert_eq!(
                list.place_of(account).is_some(),
                accounts.contains(&account),
                "player {player}"
            );
        }
    }

    /// Answers what is asked about the first in line, until no place is free or no account waits. The ledger of those named is empty.
    fn gives_places(&mut self, poor: &[u64], facts: impl Fn(u64) -> ApplicantFacts) -> Vec<AccountId> {
        let (mut inputs, mut given) = (VecDeque::from([Input::Tick]), Vec::new());
        let judged = |Applicant { waiting, account }: Applicant| {
            let facts = Some(facts(number_of(account)));
            Input::Applicant { waiting, facts }
        };
        inputs.extend(self.applicant.take().map(judged));
        while let Some(input) = inputs.pop_front() {
            let (now, mut out) = (self.now(), Outputs::default());
            self.core.step(input, now, &mut self.entropy, &mut out);
            given.append(&mut out.given_places);
            inputs.extend(out.applicant.take().map(judged));
            for step in std::mem::take(&mut out.steps) {
                let pays = |transfer: &poker_store::Transfer| match transfer.debit {
                    LedgerAccount::Player(account) => poor.contains(&number_of(account)),
                    _ => false,
                };
                let step_no = step.step;
                if step.transfers.iter().any(pays) {
                    let account = LedgerAccount::Player(account(poor[0]));
                    let error = StepError::Insufficient { account };
                    inputs.push_back(Input::Notice(DurableNotice::Failed { step: step_no, error }));
                } else {
                    self.keep(&step);
                    inputs.push_back(Input::Notice(DurableNotice::Durable { step: step_no }));
                }
            }
        }
        given
    }

    /// The same where all may enter and can pay.
    fn gives(&mut self) -> Vec<AccountId> {
        self.gives_places(&[], |_| nothing_special())
    }

    fn unregisters(&mut self, player: u64) {
        let account = account(player);
        self.command(Command::Unregister { account }).unwrap();
    }

    /// The journal brings back the same event.
    fn comes_back(&self) {
        let again = self.recovered(&self.rows).unwrap();
        assert_eq!(again.log, self.core.log);
        assert!(again.tournament.director == self.core.tournament.director);
        assert_eq!(again.tournament.waitlist, self.core.tournament.waitlist);
    }
}

fn number_of(account: AccountId) -> u64 {
    u64::try_from(account.0.as_u128()).unwrap()
}

fn announced(definition: &str) -> Announced {
    Announced {
        starts_at: Some(START),
        ..Announced::of_house(definition)
    }
}

#[test]
fn the_trail_names_those_whose_entry_was_given_back() {
    let mut bench = Bench::full(&announced(LATE));
    bench.unregisters(4);
    let gone = |after| bench.core.floor(after, None, &[], None, None, bench.now()).gone;
    let numbers: Vec<u32> = gone(0).iter().map(|gone| gone.player).collect();
    assert_eq!(numbers, [4]);
    assert!(!gone(0)[0].who.name.is_empty());
    assert!(gone(1).is_empty(), "told with the first page");
}

#[test]
fn a_place_goes_to_the_first_in_line_who_pays_then_and_not_before() {
    let mut bench = Bench::full(&announced(LATE));
    let paid = bench.pool;
    for player in [11, 12, 13] {
        bench.waits(player);
    }
    assert_eq!(
        [11, 12, 13].map(|player| bench.place_of(player)),
        [Some(1), Some(2), Some(3)]
    );
    assert_eq!(bench.pool, paid, "waiting costs nothing");
    assert_eq!(bench.core.tournament.summary().waiting, Some(3));
    bench.comes_back();

    bench.unregisters(4);
    assert_eq!(bench.gives(), [account(11)]);
    assert!(bench.is_in(11));
    assert_eq!([12, 13].map(|player| bench.place_of(player)), [Some(1), Some(2)]);
    assert_eq!(bench.pool, paid, "one entry went, one came");
    assert!(bench.told().contains(r#""waited":true}"#), "{}", bench.told());
    assert_eq!(bench.list_of(11), None);

    // The list is left at any time, by the request that takes back an entry.
    bench.ask(12, TournamentRequest::Unregister).unwrap();
    assert_eq!((bench.place_of(12), bench.place_of(13)), (None, Some(1)));
    assert_eq!(
        bench.code(12, TournamentRequest::Unregister),
        "tournament.not_registered"
    );
    bench.comes_back();
}

#[test]
fn an_account_that_has_to_go_leaves_the_line() {
    let mut bench = Bench::full(&announced(LATE));
    for player in [11, 12] {
        bench.waits(player);
    }
    let banned = |player| {
        let banned = [account(player)].into();
        Input::CatchUp(Arc::new(Rulings {
            banned,
            ..Rulings::default()
        }))
    };
    bench.input(banned(11));
    assert_eq!((bench.place_of(11), bench.place_of(12)), (None, Some(1)));
    let before = bench.rows.len();
    for other in [11, 4] {
        bench.input(banned(other));
    }
    assert_eq!(bench.rows.len(), before, "who does not wait has nothing to give up");
    assert!(bench.is_in(4), "an entry is no line");
    bench.comes_back();
}

#[test]
fn a_free_place_is_refused_to_whoever_does_not_wait_for_it() {
    let mut bench = Bench::full(&announced(LATE));
    let enters = TournamentRequest::Register {
        rules: RULES_VERSION,
        age: None,
        wait: false,
    };
    assert_eq!(
        bench.code(11, enters.clone()),
        "tournament.full",
        "an older client reads the refusal it knows"
    );
    bench.waits(11);
    bench.unregisters(4);
    assert!(
        !bench.core.tournament.summary().entries_open,
        "the place is for those who wait"
    );
    assert_eq!(bench.code(12, enters.clone()), "tournament.full");
    bench.waits(12);
    bench.gives();
    assert_eq!((bench.is_in(11), bench.place_of(12)), (true, Some(1)));
    // While places are left, the same request is an entry.
    bench.ask(12, TournamentRequest::Unregister).unwrap();
    bench.unregisters(5);
    bench.waits(13);
    assert!(bench.is_in(13));
}

#[test]
fn a_place_for_which_nobody_waits_any_more_is_offered_to_all_who_watch() {
    let mut bench = Bench::full(&announced(LATE));
    bench.follow(20);
    bench.waits(11);
    bench.unregisters(4);
    assert!(bench.offers(20).is_empty(), "the place is for the one who waits");
    bench.check_followers("one waits");
    bench.ask(11, TournamentRequest::Unregister).unwrap();
    assert_eq!(bench.offers(20).len(), 1);
    bench.check_followers("nobody waits");
    bench.waits(12);
    assert!(bench.is_in(12) && bench.offers(20).is_empty());
    bench.check_followers("the place is taken");
}

#[test]
fn those_who_cannot_pay_or_may_not_enter_are_passed_over() {
    let mut bench = Bench::full(&announced(LATE));
    for player in [11, 12, 13, 14] {
        bench.waits(player);
    }
    bench.unregisters(4);
    let given = bench.gives_places(&[12], |player| ApplicantFacts {
        kept_out: player == 11,
        ..nothing_special()
    });
    assert_eq!(given, [account(13)]);
    assert_eq!(bench.ended(11), Some(WaitEnd::NotAllowed));
    assert_eq!(bench.ended(12), Some(WaitEnd::Funds));
    assert!(!bench.is_in(11) && !bench.is_in(12) && bench.is_in(13));
    assert_eq!(bench.place_of(14), Some(1));
    bench.comes_back();
    // They may wait again, at the end.
    bench.waits(12);
    assert_eq!((bench.place_of(12), bench.ended(12)), (Some(2), None));
}

#[test]
fn facts_that_cannot_be_read_are_asked_for_again_and_late_ones_count_for_nothing() {
    let mut bench = Bench::full(&announced(LATE));
    bench.waits(11);
    bench.waits(12);
    let asks = |bench: &mut Bench, input: Input| {
        let (now, mut out) = (bench.now(), Outputs::default());
        bench.core.step(input, now, &mut bench.entropy, &mut out);
        bench.written(&out);
        bench.applicant.take().map(|applicant| applicant.waiting)
    };
    let unregister = Request {
        asked: TournamentRequest::Unregister,
        ..ask_as(4, "gone".to_owned(), TournamentRequest::Unregister)
    };
    // The step has to be on disk before a place is free.
    let mut out = Outputs::default();
    let now = bench.now();
    bench
        .core
        .step(Input::Request(Box::new(unregister)), now, &mut bench.entropy, &mut out);
    assert_eq!(out.applicant, None);
    let step = out.steps.pop().unwrap();
    bench.keep(&step);
    let notice = Input::Notice(DurableNotice::Durable { step: step.step });
    assert_eq!(asks(&mut bench, notice), Some(1));
    assert_eq!(asks(&mut bench, Input::Tick), None, "once is enough");
    let again = Input::Applicant {
        waiting: 1,
        facts: None,
    };
    assert_eq!(asks(&mut bench, again), Some(1));
    // The first leaves meanwhile: what was found is not about the next.
    let leaves = ask_as(11, "off".to_owned(), TournamentRequest::Unregister);
    assert_eq!(asks(&mut bench, Input::Request(Box::new(leaves))), Some(2));
    let facts = Some(nothing_special());
    assert_eq!(asks(&mut bench, Input::Applicant { waiting: 1, facts }), None);
    assert!(!bench.is_in(11) && !bench.is_in(12));
    let facts = Some(nothing_special());
    asks(&mut bench, Input::Applicant { waiting: 2, facts });
    assert!(bench.is_in(12));
}

#[test]
fn bad_requests_change_nothing() {
    let mut bench = Bench::full(&announced(LATE));
    bench.waits(11);
    let twice = bench.ask(11, enters_or_waits()).unwrap_err();
    assert_eq!(
        (&twice["code"], &twice["params"]["place"]),
        (&"tournament.already_waiting".into(), &1.into())
    );
    assert_eq!(bench.code(1, enters_or_waits()), "tournament.already_registered");
    assert_eq!(
        bench.code(12, TournamentRequest::Unregister),
        "tournament.not_registered"
    );
    let rules = TournamentRequest::Register {
        rules: RULES_VERSION + 1,
        age: None,
        wait: true,
    };
    assert_eq!(bench.code(12, rules), "tournament.rules_version");
    // Where entries close with the start, nobody waits after it.
    let mut bench = Bench::full(&announced(NINE));
    bench.waits(11);
    bench.wait_until(START);
    assert_eq!(bench.phase(), Phase::Running);
    assert_eq!(bench.ended(11), Some(WaitEnd::Closed));
    assert_eq!(bench.code(12, enters_or_waits()), "tournament.entries_closed");
    bench.comes_back();
}
