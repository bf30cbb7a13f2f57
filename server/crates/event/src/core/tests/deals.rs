//! Deals by ICM, whose shares are worked out elsewhere while the event continues.

use poker_protocol::v1::tournament::{DealKind, DealOffer};

use super::refusals::{account, ask_as, asked};
use super::*;

/// All players share one table, and entries close once play has begun.
const LAST_TABLE: &str = r#"
id = "last"
name = { en = "Last", fr = "Dernière" }
games = ["no-limit-holdem"]
entries = [3, 20]
seats = 10
price = 100
stack = 1000
late_levels = 0
pays = [50, 30, 20]
levels = ["30m 10/20"]
"#;

impl Bench {
    /// Feeds an input and returns the outputs.
    fn step(&mut self, input: Input) -> Outputs {
        let (now, mut out) = (self.now(), Outputs::default());
        self.core.step(input, now, &mut self.entropy, &mut out);
        self.written(&out);
        out
    }

    fn asks(&mut self, player: u64, id: &str, asked: TournamentRequest) -> Outputs {
        self.step(Input::Request(Box::new(ask_as(player, id.to_owned(), asked))))
    }

    fn offered(&self) -> Option<DealOffer> {
        self.core.state_for(None, self.now()).deal
    }
}

/// Returns the single piece of work.
fn only(mut out: Outputs) -> IcmWork {
    assert_eq!(out.icm.len(), 1, "{:?}", out.icm);
    out.icm.remove(0)
}

#[test]
fn an_event_goes_on_while_a_deal_of_players_is_worked_out() {
    let mut bench = Bench::playing(LAST_TABLE);
    let work = only(bench.asks(1, "propose", asked("propose_deal")));
    assert!(work.request.is_none());
    // Meanwhile other requests are answered, time passes, and nothing is worked out twice.
    let out = bench.asks(2, "away", TournamentRequest::Presence { absent: true });
    assert_eq!((out.steps.len(), out.icm.len()), (1, 0));
    bench.wall += 1_000;
    assert!(bench.step(Input::Tick).icm.is_empty());
    assert_eq!(bench.offered(), None);
    // After a crash it has to be worked out again, and likewise after the server was too busy.
    let recovered = bench.recovered(&bench.rows).unwrap();
    let (now, mut out) = (bench.now(), Outputs::default());
    let mut again = Core::new(recovered, (1, bench.rows.len() as u64), 0, now);
    again.step(Input::Tick, now, &mut Seeds(0), &mut out);
    assert_eq!(only(out).terms, work.terms);
    assert_eq!(only(bench.step(Input::Icm(None, None))).terms, work.terms);

    let out = bench.step(Input::Icm(Some(Box::new(work.terms.work_out())), None));
    assert!(out.icm.is_empty());
    let offered = bench.offered().expect("it is known");
    assert_eq!((offered.kind, offered.shares.len()), (DealKind::Icm, 7));
    for player in 1..=7 {
        let agrees = TournamentRequest::AnswerDeal { agrees: true };
        let out = bench.asks(player, &format!("{player} agrees"), agrees);
        assert!(out.icm.is_empty(), "the stacks are the same");
    }
    assert_eq!(bench.phase(), Phase::Completed);
    assert_eq!(
        bench.recovered(&bench.rows).unwrap().tournament.director,
        bench.core.tournament.director
    );
}

#[test]
fn an_event_goes_on_while_a_deal_of_an_official_is_worked_out() {
    let mut bench = Bench::playing(LAST_TABLE);
    bench.command(by_flo(FloorAction::Pause {})).unwrap();
    let deal = || {
        let ask = FloorAsk {
            action: FloorAction::MakeDeal {
                terms: DealKind::Icm,
                keep: poker_protocol::v1::Chips::default(),
                shares: Vec::new(),
            },
            reason: "all have agreed".to_owned(),
            granted: Some(FloorRole::Director),
            family: vec![account(9)],
            structure: None,
            sheet: None,
            account: None,
        };
        TournamentRequest::Floor(Box::new(ask))
    };
    let out = bench.asks(9, "deal", deal());
    assert!(out.steps.is_empty());
    let work = only(out);
    let out = bench.asks(2, "away", TournamentRequest::Presence { absent: true });
    assert_eq!((out.steps.len(), out.icm.len()), (1, 0));
    // A server that is too busy says so.
    let out = bench.step(Input::Icm(None, work.request.clone()));
    let told = out.bursts.iter().flat_map(|(_, burst)| &burst.frames);
    let told: Vec<String> = told.map(ToString::to_string).collect();
    assert!(told.len() == 1 && told[0].contains("tournament.busy"), "{told:?}");
    assert_eq!((out.steps.len(), bench.phase()), (0, Phase::Running));

    let out = bench.step(Input::Icm(Some(Box::new(work.terms.work_out())), work.request));
    assert!(out.icm.is_empty());
    assert_eq!(bench.phase(), Phase::Completed);
}
