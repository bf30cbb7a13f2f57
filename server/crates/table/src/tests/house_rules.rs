//! The answers of a table: seats and chips, decisions, remarks. Its clocks are in `clock.rs`, its end is in `ending.rs`.

use poker_protocol::v1::client::{Entry, SitOutWhen};
use poker_protocol::v1::table::SeatStatus;
use poker_protocol::v1::tournament::Phrase;
use poker_protocol::v1::{Action, Card, Chips, Choice, ErrorCode, PublicEvent};

use super::session::told;
use super::world::{Chance, World, config, setup};
use crate::core::mail::TableRequest;
use crate::core::speech::Standing;

pub(super) fn chips(amount: u64) -> Chips {
    Chips::new(amount).unwrap()
}

/// Players with 500 each in a hand that has just begun.
pub(super) fn dealt(players: usize) -> World {
    let mut world = World::new("no-limit-holdem", players);
    world.seat_all(500);
    world.wait_until_due();
    assert_eq!(world.core.table().hand_no(), 1);
    world
}

/// All players check or call until the hand is over.
pub(super) fn call_down(world: &mut World) {
    while let Some(client) = world.asked().first().copied() {
        call_once(world, client);
    }
}

/// Checks or calls for a client that is to act.
pub(super) fn call_once(world: &mut World, client: usize) {
    let can_check = world.clients[client].choices().contains(&Choice::Check {});
    let action = if can_check {
        Action::Check {}
    } else {
        Action::Call { amount: None }
    };
    act(world, client, action);
}

pub(super) fn act(world: &mut World, client: usize, action: Action) -> String {
    let (hand, turn) = world.clients[client].turn().unwrap();
    world.ask(client, TableRequest::Act { hand, turn, action })
}

pub(super) fn error(world: &World, client: usize, id: &str) -> ErrorCode {
    world.clients[client].errors[id].code
}

pub(super) fn status_of(world: &World, client: usize) -> SeatStatus {
    let state = world.core.state_for(world.clients[client].account(), world.now());
    let own = state
        .seats
        .iter()
        .find(|seat| seat.player.id == world.clients[client].account().to_string());
    own.unwrap().status
}

#[test]
fn a_seat_that_the_account_cannot_pay_is_not_taken() {
    let mut world = World::new("no-limit-holdem", 2);
    world.set_wallet(0, 300);
    world.ask(0, TableRequest::Watch);
    let before = world.core.table().clone();
    let id = world.sit(0, 500);
    assert_eq!(error(&world, 0, &id), ErrorCode::LedgerInsufficientFunds);
    assert_eq!(*world.core.table(), before);
    let again = world.sit(0, 300);
    assert_eq!(world.clients[0].oks[&again].seat, Some(1));
    assert_eq!(world.disk.escrow, 300);
}

/// While the ledger decides, the table accepts nothing that could depend on the decision.
#[test]
fn nothing_happens_behind_a_seat_that_may_be_refused() {
    let mut world = World::new("no-limit-holdem", 3);
    world.set_wallet(0, 300);
    for client in 0..3 {
        world.ask(client, TableRequest::Watch);
    }
    world.prompt = false;
    let refused = world.sit(0, 500);
    let behind = world.sit(1, 500);
    assert!(world.core.is_busy());
    assert_eq!(world.queue.len(), 1);
    assert_eq!(world.clients[2].seq, 0, "no player has seen anything");
    world.write(1);
    assert_eq!(error(&world, 0, &refused), ErrorCode::LedgerInsufficientFunds);
    assert_eq!(world.queue.len(), 1);
    world.write(1);
    assert_eq!(world.clients[1].oks[&behind].seat, Some(1));
    world.check();
    world.check_recovery();
}

#[test]
fn a_repeated_request_gets_the_first_answer_and_moves_chips_once() {
    let mut world = World::new("no-limit-holdem", 2);
    let sit = TableRequest::Sit {
        seat: Some(4),
        buy_in: chips(500),
        entry: Entry::Post,
    };
    world.ask_as(0, "mine", sit.clone());
    world.ask_as(0, "mine", sit.clone());
    assert_eq!(world.disk.escrow, 500);
    // After a restart, and when the table itself no longer remembers, the store does.
    world.crash();
    world.ask_as(0, "mine", sit.clone());
    world.ask(0, TableRequest::Leave);
    world.core.table.answers = crate::state::answers::Answers::default();
    world.ask_as(0, "mine", sit);
    assert_eq!(world.disk.escrow, 0, "the seat was left, and is not taken again");
    assert!(world.clients[0].errors.is_empty());
    assert_eq!(world.clients[0].oks["mine"].seat, Some(4));
}

#[test]
fn a_repeated_act_gets_the_first_answer_even_after_a_restart() {
    let mut world = dealt(3);
    let client = world.asked()[0];
    let (hand, turn) = world.clients[client].turn().unwrap();
    let call = TableRequest::Act {
        hand,
        turn,
        action: Action::Call { amount: None },
    };
    world.ask_as(client, "mine", call.clone());
    let pot = world.core.table().running().unwrap().hand().pot();
    world.ask_as(client, "mine", call.clone());
    world.crash();
    world.ask_as(client, "mine", call);
    assert_eq!(world.core.table().running().unwrap().hand().pot(), pot);
    assert!(world.clients[client].oks["mine"].seq.is_some());
}

#[test]
fn an_act_names_the_open_decision_of_its_own_seat() {
    let mut world = dealt(3);
    let client = world.asked()[0];
    let other = (client + 1) % 3;
    let (hand, turn) = world.clients[client].turn().unwrap();
    let fold = |hand, turn| TableRequest::Act {
        hand,
        turn,
        action: Action::Fold {},
    };
    let not_yours = world.ask(other, fold(hand, turn));
    assert_eq!(error(&world, other, &not_yours), ErrorCode::TurnNotYours);
    let future = world.ask(client, fold(hand, turn + 1));
    assert_eq!(error(&world, client, &future), ErrorCode::TurnStale);
    let stale = world.ask(client, fold(hand + 1, turn));
    let told = &world.clients[client].errors[&stale];
    assert_eq!((told.code, told.turn), (ErrorCode::TurnStale, Some(turn)));
    assert!(told.legal.as_ref().unwrap().contains(&Choice::Fold {}));
    assert_eq!(told.params.as_ref().unwrap()["hand"], hand);
}

#[test]
fn an_illegal_act_changes_nothing_and_is_told_what_is_legal() {
    let mut world = dealt(3);
    let client = world.asked()[0];
    let before = world.core.table().clone();
    let check = act(&mut world, client, Action::Check {});
    let small = act(&mut world, client, Action::Raise { to: chips(11) });
    let price = act(&mut world, client, Action::Call { amount: Some(chips(9)) });
    let as_is = Card::new("As").unwrap();
    let twice = act(
        &mut world,
        client,
        Action::Discard {
            cards: vec![as_is, as_is],
        },
    );
    assert_eq!(*world.core.table(), before);
    let told = |id: &str| world.clients[client].errors[id].clone();
    assert_eq!(told(&check).code, ErrorCode::RuleCheckNotOffered);
    assert_eq!(told(&small).code, ErrorCode::RuleBetTooSmall);
    assert_eq!(told(&small).params.unwrap()["min"], 20);
    assert_eq!(told(&price).code, ErrorCode::RulePriceChanged);
    assert_eq!(told(&price).params.unwrap()["price"], 10);
    assert_eq!(told(&twice).code, ErrorCode::ProtocolInvalidField);
    for id in [&check, &small, &price] {
        assert_eq!(told(id).legal.unwrap(), world.clients[client].choices());
    }
}

/// The answer, the events and the private part of a step reach a seat in one write, in this order.
#[test]
fn what_one_act_causes_leaves_together() {
    let mut world = dealt(2);
    let client = world.asked()[0];
    let other = 1 - client;
    let before = [client, other].map(|index| world.clients[index].frames.len());
    act(&mut world, client, Action::Call { amount: None });
    let kinds = |index: usize, from: usize| -> Vec<String> {
        let frames = &world.clients[index].frames[from..];
        let kind = |frame: &String| serde_json::from_str::<serde_json::Value>(frame).unwrap()["type"].to_string();
        frames.iter().map(kind).collect()
    };
    assert_eq!(kinds(client, before[0]), ["\"ok\"", "\"events\""]);
    assert_eq!(kinds(other, before[1]), ["\"events\"", "\"private\""]);
}

/// Steps that become durable together are sent together.
#[test]
fn steps_of_one_commit_are_one_frame() {
    let mut world = World::new("crazy-pineapple", 3);
    world.seat_all(500);
    world.wait_until_due();
    while !matches!(world.clients[world.asked()[0]].choices()[0], Choice::Discard { .. }) {
        let client = world.asked()[0];
        let choices = world.clients[client].choices();
        let free = choices.contains(&Choice::Check {});
        let action = if free {
            Action::Check {}
        } else {
            Action::Call { amount: None }
        };
        act(&mut world, client, action);
    }
    world.prompt = false;
    let before = world.clients[0].frames.len();
    for client in world.asked() {
        let Choice::Discard { cards, .. } = &world.clients[client].choices()[0] else {
            panic!("a discard was expected");
        };
        let action = Action::Discard { cards: vec![cards[0]] };
        act(&mut world, client, action);
    }
    assert_eq!(
        world.clients[0].frames.len(),
        before,
        "nothing is shown before it is durable"
    );
    let steps = world.queue.len();
    assert_eq!(steps, 3);
    // Three notices: the last one alone implies that all three steps are on disk.
    for step in world.queue.drain(..).collect::<Vec<_>>() {
        world.disk.write(&step).unwrap();
    }
    let step = world.disk.rows.last().unwrap().step;
    world.step(&crate::core::Input::Notice(poker_store::DurableNotice::Durable {
        step,
    }));
    let events = world.clients[0].frames[before..]
        .iter()
        .filter(|frame| frame.contains("\"type\":\"events\""));
    assert_eq!(events.count(), 1);
    world.check();
}

#[test]
fn a_player_who_leaves_during_a_hand_takes_the_stack_when_it_is_over() {
    let mut world = dealt(3);
    world.ask(0, TableRequest::Leave);
    assert_eq!(status_of(&world, 0), SeatStatus::Leaving);
    assert_eq!(world.disk.escrow, 1_500);
    call_down(&mut world);
    assert!(world.core.table().seat_of(world.clients[0].account()).is_none());
    world.check();
    world.check_recovery();
}

#[test]
fn chips_added_during_a_hand_come_when_it_is_over_and_the_rest_goes_back() {
    let mut world = dealt(2);
    let amount = chips(700);
    world.ask(0, TableRequest::Rebuy { amount });
    assert_eq!(world.disk.escrow, 1_700);
    let you = world
        .core
        .state_for(world.clients[0].account(), world.now())
        .you
        .unwrap();
    assert_eq!(you.rebuy_pending, amount);
    call_down(&mut world);
    world.check();
    let stacks: Vec<u64> = world.clients[1]
        .view()
        .unwrap()
        .seats
        .iter()
        .map(|seat| seat.stack.get())
        .collect();
    assert!(stacks.iter().all(|stack| *stack <= 1_010), "{stacks:?}");
    assert_eq!(stacks.iter().sum::<u64>(), world.disk.escrow);
}

#[test]
fn the_winner_may_show_within_the_window_and_no_other_player() {
    let mut world = dealt(3);
    let folds: Vec<usize> = (0..2)
        .map(|_| {
            let client = world.asked()[0];
            act(&mut world, client, Action::Fold {});
            client
        })
        .collect();
    let winner = (0..3).find(|client| !folds.contains(client)).unwrap();
    let own = |world: &World, client: usize| {
        let play = world.core.table().play().unwrap();
        let account = world.clients[client].account();
        let who = play.participants().iter().find(|who| who.account == account).unwrap();
        poker_wire::cards(play.own_cards(who.seat).iter().copied())
    };
    let show =
        |world: &mut World, client: usize, cards: Vec<Card>| world.ask(client, TableRequest::Show { hand: 1, cards });
    let cards = own(&world, folds[0]);
    let folded = show(&mut world, folds[0], cards.clone());
    assert_eq!(error(&world, folds[0], &folded), ErrorCode::TableNothingToShow);
    let others = show(&mut world, winner, cards);
    assert_eq!(error(&world, winner, &others), ErrorCode::TableNothingToShow);
    let first = own(&world, winner)[..1].to_vec();
    let shown = show(&mut world, winner, first.clone());
    assert!(world.clients[winner].oks.contains_key(&shown));
    assert!(
        world
            .told
            .values()
            .any(|event| event.contains("hand_shown") && event.contains(first[0].as_str()))
    );
    let again = show(&mut world, winner, first);
    assert_eq!(
        error(&world, winner, &again),
        ErrorCode::TableNothingToShow,
        "it was shown already"
    );
    let rest = own(&world, winner);
    world.wait_until_due();
    let late = show(&mut world, winner, rest);
    assert_eq!(
        error(&world, winner, &late),
        ErrorCode::TableNothingToShow,
        "the next hand has begun"
    );
    world.check();
    world.check_recovery();
}

#[test]
fn remarks_are_checked_and_reach_everybody() {
    let mut world = World::new("no-limit-holdem", 2);
    world.ask(0, TableRequest::Watch);
    world.ask(1, TableRequest::Watch);
    for text in ["", "  ", "a\u{7}b", "x\u{202e}y", &"x".repeat(201)] {
        let text = text.to_owned();
        let id = world.ask(
            0,
            TableRequest::Chat {
                text,
                phrase: None,
                standing: Standing::Guest,
                family: Vec::new(),
            },
        );
        assert_eq!(error(&world, 0, &id), ErrorCode::ChatInvalid);
    }
    let text = format!(" {} ", "é".repeat(200));
    world.ask(
        0,
        TableRequest::Chat {
            text,
            phrase: None,
            standing: Standing::Guest,
            family: Vec::new(),
        },
    );
    assert_eq!(world.clients[1].chats, ["é".repeat(200)]);
    let phrase = Some(Phrase::GoodLuck);
    let text = "all in!".to_owned();
    let id = world.ask(
        0,
        TableRequest::Chat {
            text,
            phrase,
            standing: Standing::Guest,
            family: Vec::new(),
        },
    );
    assert_eq!(error(&world, 0, &id), ErrorCode::ChatInvalid);
    let text = String::new();
    world.ask(
        0,
        TableRequest::Chat {
            text,
            phrase,
            standing: Standing::Guest,
            family: Vec::new(),
        },
    );
    assert_eq!(world.clients[1].chats[1], "Good luck!");
    assert!(world.disk.rows.is_empty(), "remarks are not written down");
}

#[test]
fn remarks_come_from_those_alone_who_sit_or_watch() {
    let mut world = World::new("no-limit-holdem", 3);
    world.ask(0, TableRequest::Watch);
    world.sit(1, 500);
    let remark = |text: &str| TableRequest::Chat {
        text: text.to_owned(),
        phrase: None,
        standing: Standing::Guest,
        family: Vec::new(),
    };
    let id = world.ask(2, remark("from the street"));
    assert_eq!(error(&world, 2, &id), ErrorCode::ChatNotHere);
    world.ask(1, remark("from a seat"));
    world.ask(0, remark("from behind"));
    assert_eq!(world.clients[0].chats, ["from a seat", "from behind"]);
}

#[test]
fn a_kept_seat_is_given_up_in_time() {
    let mut two = config("no-limit-holdem");
    two.seats = 2;
    let mut world = World::with(setup(&two), 4);
    world.seat_all(500);
    for client in [2, 3] {
        world.ask(client, TableRequest::WaitList { join: true });
    }
    world.ask(0, TableRequest::Leave);
    let offered = |world: &World| {
        world
            .told
            .values()
            .filter(|event| event.contains("seat_offered"))
            .count()
    };
    assert_eq!(offered(&world), 1);
    assert!(world.core.status().seated.contains(&world.clients[2].account()));
    let full = world.sit(3, 500);
    assert_eq!(error(&world, 3, &full), ErrorCode::TableFull);
    world.wait(30_000);
    assert_eq!(offered(&world), 2, "it is the next one's turn");
    let offers = told(&world).into_iter().filter_map(|event| match event {
        PublicEvent::SeatOffered { keep_ms, .. } => Some(keep_ms),
        _ => None,
    });
    assert!(offers.eq([Some(30_000), Some(30_000)]), "a client can tell until when");
    let mine = world.sit(3, 500);
    assert!(world.clients[3].oks.contains_key(&mine));
    world.check();
    world.check_recovery();
}

#[test]
fn a_seat_that_sits_out_without_a_connection_is_given_up() {
    let mut world = World::new("no-limit-holdem", 2);
    world.ask(0, TableRequest::Watch);
    world.sit(0, 500);
    let (out, when, entry) = (true, SitOutWhen::NextHand, Entry::Wait);
    world.ask(
        0,
        TableRequest::SitOut {
            out,
            when,
            minutes: None,
            entry,
        },
    );
    world.wait(3_600_000);
    assert!(
        world.core.table().seat_of(world.clients[0].account()).is_some(),
        "who is there may sit out"
    );
    world.drop_connection(0);
    world.wait(299_999);
    assert_eq!(world.disk.escrow, 500);
    world.wait(1);
    assert_eq!(world.disk.escrow, 0);
    world.check();
}

/// No going south: for an hour, chips that were taken away must be brought back.
#[test]
fn a_stack_that_left_is_remembered_for_an_hour() {
    let mut world = World::new("no-limit-holdem", 2);
    world.sit(0, 900);
    world.ask(0, TableRequest::Leave);
    let too_few = world.sit(0, 200);
    assert_eq!(error(&world, 0, &too_few), ErrorCode::TableBuyIn);
    world.wait(3_600_000);
    let later = world.sit(0, 200);
    assert!(world.clients[0].oks.contains_key(&later));
    world.check_recovery();
}

/// Without entropy no hand is dealt; play resumes when it is back.
#[test]
fn no_hand_without_entropy() {
    struct Dry(u32);
    impl poker_owner::Entropy for Dry {
        fn seed(&mut self) -> Result<[u8; 32], poker_owner::NoEntropy> {
            self.0 = self.0.saturating_sub(1);
            if self.0 > 0 {
                Err(poker_owner::NoEntropy)
            } else {
                Ok([7; 32])
            }
        }
    }
    let mut world = World::new("no-limit-holdem", 2);
    world.seat_all(500);
    let mut dry = Dry(3);
    for _ in 0..2 {
        world.time = world.due().unwrap().0;
        let mut out = crate::core::Outputs::default();
        let now = world.now();
        world.core.step(&crate::core::Input::Tick, now, &mut dry, &mut out);
        world.carry_out(out);
        assert_eq!(world.core.table().hand_no(), 0);
    }
    world.time = world.due().unwrap().0;
    let mut out = crate::core::Outputs::default();
    let now = world.now();
    world.core.step(&crate::core::Input::Tick, now, &mut dry, &mut out);
    world.carry_out(out);
    assert_eq!(world.core.table().hand_no(), 1);
}

/// Every seat has the same chance of the first button.
#[test]
fn the_first_button_is_drawn() {
    let mut buttons = [0; 3];
    for seed in 0..60 {
        let mut world = World::new("no-limit-holdem", 3);
        world.entropy = Chance::of(seed);
        world.seat_all(500);
        world.wait_until_due();
        let state = world.core.state_for(world.clients[0].account(), world.now());
        buttons[usize::from(state.hand.unwrap().button) - 1] += 1;
    }
    assert!(buttons.iter().all(|count| *count >= 10), "{buttons:?}");
}
