//! Moves at a table, driven by a script.

use std::sync::Arc;

use poker_engine::Chips;
use poker_engine::action::DarkOffer;
use poker_engine::game::catalogue;
use poker_protocol::v1::Action;
use poker_protocol::v1::client::{BankStart, Entry, SitOutWhen};
use poker_protocol::v1::host::HostStakes;
use poker_protocol::v1::tournament::Phrase;
use poker_protocol::v1::{self, Choice, Emote};
use poker_store::{AccountId, LedgerAccount, StepError};
use poker_table::core::mail::{Mail, OperatorWish, Request, TableRequest};
use poker_table::core::speech::Standing;
use poker_table::state::hosting::HostRule;
use poker_table::state::play::OpenDecision;
use poker_table::state::recover::Recovered;
use poker_table::state::snapshot;
use poker_wire as wire;

use super::super::script::Script;
use super::super::{PLAYERS, TABLE};
use super::{World, account, caller};

impl World<'_> {
    /// Lives by the script, then checks that the disk has the same table.
    pub(in crate::fuzz::targets::table) fn live(&mut self, script: &mut Script<'_>) {
        self.gather(script);
        while !script.is_over() && !self.is_over {
            self.moment(script);
            self.run();
        }
        self.prompt = true;
        self.run();
        if self.queue.is_empty() && !self.is_over {
            let Recovered { table, must_void, .. } = self.recovered();
            assert!(!must_void, "a hand of our own replays");
            assert!(table == *self.core.table(), "the journal gives the same table");
            if self.core.table().running().is_none() && self.core.table().asked().is_none() {
                let mut table = self.core.table().clone();
                table.play = None;
                let row = snapshot::encode(&table);
                let read = snapshot::decode(TABLE, Arc::clone(&self.setup), &row);
                assert!(read.as_ref() == Ok(&table), "a snapshot reads back");
            }
        }
    }

    /// Seats some players at the start: a table that plays from the beginning covers more than one that has to be
    /// filled first.
    fn gather(&mut self, script: &mut Script<'_>) {
        let least = self.setup.law.buy_in.min.get();
        let room = self.setup.law.buy_in.max.get() - least;
        for player in 0..script.byte() % (PLAYERS + 1) {
            let buy_in = v1::Chips::new(least + script.number().min(room)).unwrap_or_default();
            let sit = TableRequest::Sit {
                seat: None,
                buy_in,
                entry: Entry::Post,
            };
            self.ask(player.into(), sit);
            self.run();
        }
    }

    fn moment(&mut self, script: &mut Script<'_>) {
        let what = script.byte() % 64;
        match what {
            0..25 => self.answer(script),
            25..28 => self.comfort(script),
            28..35 => self.pass_to_due(),
            35..38 => self.time += u64::from(script.byte()) * 40,
            38..54 => self.request(what, script),
            54..56 => {
                let player = script.below(self.players.len());
                self.connections += 1;
                let number = u8::try_from(player).unwrap_or_default();
                let gone = std::mem::replace(&mut self.players[player], caller(number, self.connections));
                self.mail(Mail::Disconnected(gone));
            }
            56 => self.mail(Mail::Pause(script.one_in(2))),
            57 => match script.byte() {
                0..8 => self.mail(Mail::Drain),
                8..16 => self.mail(Mail::Close),
                16..32 => {
                    let player = script.below(self.players.len());
                    let account = self.players[player].account;
                    self.mail(Mail::Operator(OperatorWish::StandUp(account)));
                }
                _ => {}
            },
            58..61 => {
                let count = script.below(4);
                self.write(count);
            }
            61 => self.prompt = script.one_in(2),
            62 => {
                let error = any_failure(script);
                self.fail(&error);
            }
            _ if script.one_in(4) => self.load(),
            _ => {}
        }
    }

    /// Answers for a seat to act, with a legal choice or with something else.
    fn answer(&mut self, script: &mut Script<'_>) {
        let Some(asked) = self.core.table().asked() else {
            return self.pass_to_due();
        };
        if let Some(offer) = self.core.table().play().and_then(|play| play.hand().dark_offer())
            && script.one_in(3)
        {
            return self.declare_dark(asked, offer, script);
        }
        let seats: Vec<_> = asked.seats.iter().collect();
        let Some(seat) = seats.get(script.below(seats.len())).copied() else {
            return;
        };
        let offered = self.core.table().offered(seat);
        let action = if script.one_in(8) {
            Some(any_action(&offered, script))
        } else {
            let choice = offered.get(script.below(offered.len()));
            choice.and_then(|choice: &Choice| choice.fill_in(script))
        };
        let who = self.core.table().decider(seat);
        let player = self.players.iter().position(|player| Some(player.account) == who);
        let (Some(action), Some(player)) = (action, player) else {
            return;
        };
        let (mut hand, mut turn) = (asked.hand, asked.turn);
        if script.one_in(32) {
            hand = script.number();
            turn = u32::try_from(script.number()).unwrap_or(u32::MAX);
        }
        self.ask(player, TableRequest::Act { hand, turn, action });
    }

    /// Declares in the dark for a seat that may, or for one that may not; the amount is mostly legal.
    fn declare_dark(&mut self, asked: OpenDecision, offer: DarkOffer, script: &mut Script<'_>) {
        let who = self.core.table().decider(offer.seat);
        let allowed = self.players.iter().position(|player| Some(player.account) == who);
        let anybody = script.below(self.players.len());
        let player = allowed.filter(|_| !script.one_in(8)).unwrap_or(anybody);
        let to = match script.byte() {
            0..32 => script.amount(),
            32..96 => wire::chips(offer.max),
            _ => wire::chips(offer.min),
        };
        let action = if script.one_in(2) {
            v1::Action::CheckDark {}
        } else {
            v1::Action::BetDark { to }
        };
        let (hand, turn) = (asked.hand, asked.turn);
        self.ask(player, TableRequest::Act { hand, turn, action });
    }

    fn request(&mut self, what: u8, script: &mut Script<'_>) {
        let player = script.below(self.players.len());
        let entry = if script.one_in(2) { Entry::Wait } else { Entry::Post };
        let (least, most) = (self.setup.law.buy_in.min.get(), self.setup.law.buy_in.max.get());
        let request = match what {
            38..41 => TableRequest::Sit {
                seat: script.one_in(2).then(|| script.byte() % 16),
                buy_in: match script.byte() {
                    0..64 => script.amount(),
                    byte => v1::Chips::new(least + u64::from(byte).min(most - least)).unwrap_or_default(),
                },
                entry,
            },
            41 => TableRequest::Watch,
            42 => TableRequest::Resume { after: script.number() },
            43 => TableRequest::Unwatch,
            44 => TableRequest::Leave,
            45 | 46 => TableRequest::SitOut {
                out: script.one_in(3),
                when: match script.byte() % 2 {
                    0 => SitOutWhen::NextHand,
                    _ => SitOutWhen::NextBigBlind,
                },
                minutes: script.one_in(3).then(|| 1 + script.byte() % 60),
                entry,
            },
            47 => TableRequest::Rebuy {
                amount: script.amount(),
            },
            48 => TableRequest::ChooseStack { stack: script.amount() },
            49 => TableRequest::WaitList { join: script.one_in(2) },
            50 | 51 => self.show(player, script),
            52 if script.one_in(4) => {
                let emotes = Emote::ALL;
                TableRequest::Emote {
                    emote: emotes[script.below(emotes.len())],
                    family: Vec::new(),
                }
            }
            52 => {
                let times = script.byte();
                TableRequest::Chat {
                    text: "♠é\u{202e} ".repeat(times.into()),
                    phrase: times.is_multiple_of(8).then_some(Phrase::GoodLuck),
                    standing: Standing::Guest,
                    family: Vec::new(),
                }
            }
            _ => {
                let about = account(script.byte() % PLAYERS);
                if script.one_in(2) {
                    host_request(about, script)
                } else if script.one_in(4) {
                    TableRequest::Remove { player: about }
                } else {
                    let muted = script.one_in(2);
                    TableRequest::Mute { player: about, muted }
                }
            }
        };
        self.ask(player, request);
    }

    /// Makes one of the other requests that a player may make.
    fn comfort(&mut self, script: &mut Script<'_>) {
        let player = script.below(self.players.len());
        let request = match script.byte() % 9 {
            0..3 => TableRequest::Straddle {
                on: script.byte() < 192,
            },
            3 | 4 => TableRequest::HuntRabbit,
            5 => TableRequest::Hint,
            6 => TableRequest::CallTime,
            7 => TableRequest::Consent {
                hand: self.core.table().hand_no(),
                agree: !script.one_in(4),
            },
            _ => {
                let starts = [BankStart::Itself, BankStart::Button, BankStart::Now];
                TableRequest::TimeBank(starts[script.below(starts.len())])
            }
        };
        self.ask(player, request);
    }

    fn show(&self, player: usize, script: &mut Script<'_>) -> TableRequest {
        let table = self.core.table();
        let own = table.play().and_then(|play| {
            let seat = play.seat_of(self.players[player].account)?;
            Some(wire::cards(play.own_cards(seat).iter().copied()))
        });
        let mut cards = own.filter(|_| script.one_in(2)).unwrap_or_else(|| script.some_cards());
        cards.truncate(script.below(8));
        let hand = if script.one_in(8) {
            script.number()
        } else {
            table.hand_no()
        };
        TableRequest::Show { hand, cards }
    }

    fn ask(&mut self, player: usize, request: TableRequest) {
        self.requests += 1;
        let caller = self.players[player].clone();
        let id = format!("r{}", self.requests);
        self.mail(Mail::Request(Box::new(Request { caller, id, request })));
    }
}

/// An action that need not be one of the choices.
fn any_action(offered: &[Choice], script: &mut Script<'_>) -> Action {
    match script.byte() % 12 {
        0 => Action::Fold {},
        1 => Action::Check {},
        2 => Action::Call {
            amount: Some(script.amount()),
        },
        3 => Action::Bet { to: script.amount() },
        4 => Action::Raise { to: script.amount() },
        5 => Action::Discard {
            cards: script.some_cards(),
        },
        6 => Action::Roll {
            cards: script.some_cards(),
            announce: None,
        },
        7 => Action::Arrange {
            cards: script.some_cards(),
        },
        8 => Action::PickGame {
            game: catalogue::all()[0].id.clone(),
            limit: Some("spread".to_owned()),
        },
        9 => Action::Straddle {},
        10 => Action::RunTwice {},
        // An offered action, with repeated cards.
        _ => match offered.first().and_then(|choice| choice.fill_in(script)) {
            Some(Action::Discard { mut cards }) => {
                cards.extend_from_within(..);
                Action::Discard { cards }
            }
            Some(action) => action,
            None => Action::Keep {},
        },
    }
}

/// A failure that a disk or a ledger may report.
fn any_failure(script: &mut Script<'_>) -> StepError {
    let account = LedgerAccount::Player(account(script.byte() % PLAYERS));
    match script.byte() % 6 {
        0 => StepError::Unavailable("full".to_owned()),
        1 => StepError::Refused("contradiction".to_owned()),
        2 => StepError::Insufficient { account },
        3 => StepError::FaucetDry { left: Chips::ZERO },
        4 => StepError::Fenced,
        _ => StepError::Stopped("gone".to_owned()),
    }
}

/// A decision of a host, or a request to one.
fn host_request(about: AccountId, script: &mut Script<'_>) -> TableRequest {
    let on = script.one_in(2);
    TableRequest::Host(match script.byte() % 15 {
        0 | 1 => HostRule::Pause {
            minutes: on.then_some(5),
        },
        2 | 3 => HostRule::Resume {},
        12 => HostRule::StopHand { minutes: 5 },
        13 => HostRule::AskReveal {},
        14 => HostRule::EndHand {},
        4 => HostRule::Approval { on },
        5 => HostRule::Answer {
            account: about,
            accepted: on,
        },
        6 => HostRule::Move {
            account: about,
            seat: script.byte() % 16,
        },
        7 => HostRule::Stakes {
            stakes: HostStakes {
                multiplier: on.then(|| u32::try_from(script.number()).unwrap_or(u32::MAX)),
                big_blind: script.one_in(4).then(|| script.amount()),
                buy_in_max: script.one_in(4).then(|| script.amount()),
                ..HostStakes::default()
            },
        },
        8 => HostRule::NextGame {},
        9 => HostRule::Bots {
            count: script.byte() % 16,
        },
        10 if script.one_in(8) => HostRule::Close {},
        10 => return TableRequest::AskSeat { ask: on },
        _ => {
            let (player, amount) = (about, script.amount());
            return TableRequest::GiveChips { player, amount };
        }
    })
}
