//! Fine points of stud, rolls, bought cards and declarations, each as a hand that must end as written.

use crate::support::written::check;
use poker_engine::history::notation;
use poker_engine::{Action, Choice, Declaration, Viewer};

// Rule: catalogue M06.
#[test]
fn suits_break_ties_between_door_cards_and_the_bring_in_is_completed() {
    check(
        "game: M06\n\
         stacks: 3 x 100   dealer: S3   limits: fixed:5 / fixed:10\n\
         deck: As Kc Qd Ad Kd Qh 2d 2c 9h 8d 7c\n\
         actions: S3:call S1:raise5 S2:call S3:fold S1:bet5 S2:fold\n\
         result: uncontested: S1 takes 20\n\
         final: S1=109 S2=94 S3=97\n",
    );
}

// Rule: catalogue M06.
#[test]
fn an_all_in_below_the_completion_leaves_completing_possible() {
    check(
        "game: M06\n\
         stacks: S1=100 S2=4 S3=100   dealer: S3   limits: fixed:5 / fixed:10\n\
         deck: As Kc Qd Ad Kd Qh 2c Jd 9h 7c 8c Js 4s 4d 4h 6s 6d 6h 3c 5h 5s\n\
         actions: S2:raise3 S3:raise5 S1:raise10 S3:fold\n\
         result: 5 uncalled returned to S1; pot 12 (S1/S2): S2 12; pot 4 (S1): S1 4\n\
         final: S1=98 S2=12 S3=94\n",
    );
}

// Rule: catalogue M06.
#[test]
fn who_brought_in_is_asked_again_only_after_a_raise() {
    check(
        "game: M08\n\
         stacks: 2 x 100   dealer: S2   limits: fixed:5 / fixed:10\n\
         deck: As 4s 2d 5d Kc Ks 8h 6h\n\
         actions: S1:call S2:bet5 S1:fold\n\
         result: uncontested: S2 takes 11\n",
    );
}

// Rule: catalogue 4.2, A76.
#[test]
fn an_open_pair_leaves_the_choice_of_the_bet_until_a_big_one_is_made() {
    let start = "game: M06\n\
                 stacks: 2 x 100   dealer: S2   limits: fixed:5 / fixed:10\n\
                 deck: As Kc Ad Kd 6d Qd 6c Js\n\
                 actions: S2:raise5 S1:call S1:";
    check(&format!(
        "{start}bet10 S2:raise20 S1:fold\nresult: uncontested: S2 takes 42\n"
    ));
    check(&format!(
        "{start}bet5 S2:raise10 S1:raise20 S2:fold\nresult: uncontested: S1 takes 42\n"
    ));
    check(&format!("{start}bet10 S2:raise15\nrefused: rule.bet_too_small\n"));
    check(&format!("{start}bet7\nrefused: rule.bet_too_large\n"));
}

// Rule: catalogue 4.2.
#[test]
fn an_open_pair_raises_the_cap_of_a_spread_limit() {
    check(
        "game: V31\n\
         stacks: 2 x 100   dealer: S2   limits: spread:1:1 / spread:1:2\n\
         deck: As Kc 6d Qd 6c Js\n\
         actions: S2:bet1 S1:call S1:bet2 S2:raise4 S1:raise7\n\
         refused: rule.bet_too_large\n",
    );
}

// Rules: catalogue 0, A22.
#[test]
fn a_short_buy_doubles_the_oldest_pot_first() {
    check(
        "game: V44\n\
         stacks: S1=2 S2=7 S3=100   dealer: S3   limits: spread:1:1 / spread:1:2\n\
         deck: As Kc Qd Ad Kd Qh 2d Jc 9h 3c 5d 8c 4s 4d 4h 6s 6d 6h 3h 8s 9s\n\
         actions: S2:bet1 S3:call S1:call S2:buy\n\
         result: pot 11 (S1/S2/S3): S2 11\n\
         final: S1=0 S2=11 S3=98\n",
    );
}

// Rule: catalogue 2.2.
#[test]
fn an_up_card_is_kept_free_of_charge_without_chips() {
    check(
        "game: V44\n\
         stacks: S1=2 S2=100   dealer: S2   limits: spread:1:1 / spread:1:2\n\
         deck: As Kc Ad Kd 2d Jc 5h 3c 8h 8d 4s 4d 9h 9d\n\
         actions: S2:bet1 S1:call\n\
         result: pot 4 (S1/S2): S1 4\n\
         final: S1=4 S2=98\n",
    );
}

// Rule: catalogue A73.
#[test]
fn an_up_card_may_be_changed_for_a_down_card() {
    let hand = "game: V42\n\
                stacks: 2 x 100   dealer: S2   limits: spread:1:1 / spread:1:2\n\
                options: triggers=4=swap\n\
                deck: As Kc Ad Kd 4d ";
    check(&format!(
        "{hand}Jc\nactions: S1:keep S2:bet1 S1:fold\nresult: uncontested: S2 takes 3\n"
    ));
    check(&format!(
        "{hand}9h Jc\nactions: S1:swap S2:bet1 S1:fold\nresult: uncontested: S2 takes 3\n"
    ));
}

// Rule: catalogue 8, algorithm S2.
#[test]
fn all_who_declared_both_and_fail_share_as_usual() {
    check(
        "game: V58\n\
         stacks: 2 x 100   dealer: S2   limits: spread:1:1 / spread:1:2\n\
         deck: As Ks 2d Kh 3c Kc 4h 9d 6s 9s Kd 8h Qc Jd\n\
         actions: S2:bet1 S1:call S2:check S1:check S2:check S1:check S2:check S1:check S2:bet2 S1:call S1:HL S2:HL\n\
         result: pot 6 (S1/S2): S1 3, S2 3\n",
    );
}

// Rule: catalogue 8, algorithm S1.
#[test]
fn an_undeclared_side_goes_to_the_other() {
    check(
        "game: V57\n\
         stacks: 2 x 100   dealer: S2   limits: spread:1:1 / spread:1:2\n\
         deck: As Ks 2d Kh 3c Kc 4h 9d 6s 9s Kd 8h Qc Jd\n\
         actions: S2:bet1 S1:call S2:check S1:check S2:check S1:check S2:check S1:check S2:bet2 S1:call S1:H S2:H\n\
         result: pot 6 (S1/S2): S2 6\n",
    );
}

// Rule: catalogue V12.
#[test]
fn a_roll_in_high_low_is_refused_without_its_announcement() {
    let start = "game: V12\n\
                 stacks: 2 x 100   dealer: S2   limits: spread:1:5 / spread:1:10\n\
                 deck: As 8c Ad 7d 9c 4s 5h 3h 3s 2s\n\
                 actions: S1:flip(As";
    check(&format!("{start})\nrefused: rule.announcement_missing\n"));
    check(&format!("{start}/H) S2:flip(As/H)\nrefused: rule.card_not_held\n"));
}

// Rule: catalogue 8.
#[test]
fn nothing_of_a_roll_or_declaration_is_seen_before_all_have_chosen() {
    let text = "game: V12\n\
                stacks: 2 x 100   dealer: S2   limits: spread:1:5 / spread:1:10\n\
                deck: As 8c Ad 7d 9c 4s 5h 3h 3s 2s\n";
    let written = notation::parse(text).remove(0).expect("a hand");
    let (mut hand, _) = written.deal().expect("a hand that can be dealt");
    let seats: Vec<_> = hand.turn().expect("a turn").seats.iter().collect();
    let before = hand.view(Viewer::Spectator);
    let [Choice::Roll { cards, .. }] = hand.choices(seats[0])[..] else {
        panic!("a roll is asked for");
    };
    let roll = |index: usize, sides| Action::Roll {
        cards: [cards[index]].into_iter().collect(),
        announce: Some(sides),
    };
    let events = hand.apply(seats[0], roll(2, Declaration::High)).expect("a legal roll");
    assert_eq!(events.len(), 1, "only that a choice was made is told");
    let after = hand.view(Viewer::Spectator);
    assert_eq!(before.seats, after.seats);
    assert_eq!(hand.choices(seats[0]).len(), 0, "a choice is final");
    let timed_out = hand.default_action(seats[1]).expect("a default");
    let events = hand.apply(seats[1], timed_out).expect("the default is legal");
    assert!(events.len() > 2, "both are shown together");
}

// Rules: catalogue 0, A22.
#[test]
fn who_buys_pays_for_each_pot_that_he_contends_for() {
    check(
        "game: V44\n\
         stacks: S1=2 S2=100 S3=100   dealer: S3   limits: spread:1:1 / spread:1:2\n\
         deck: As Kc Qd Ad Kd Qh 2d Jc 9h 3c 8c 8d 4s 5d 4h 6s 6d 6h 3h 8s 9s\n\
         actions: S2:bet1 S3:call S1:call S2:bet1 S3:call S2:buy S2:check S3:check S2:check S3:check S2:check S3:check\n\
         result: pot 12 (S1/S2/S3): S2 12; pot 4 (S2/S3): S2 4\n\
         final: S1=0 S2=105 S3=97\n",
    );
}

// Rule: catalogue D3.
#[test]
fn a_street_for_which_the_deck_is_too_short_becomes_one_card_for_all() {
    let vector = include_str!("../vectors/V38-T2.hand");
    let own_script: String = vector
        .lines()
        .filter(|line| !line.starts_with("script:"))
        .flat_map(|line| [line, "\n"])
        .collect();
    assert_ne!(own_script, vector, "the vector writes the communal card as a step");
    check(&own_script);
}

// Rule: tournament 0.
#[test]
fn a_dead_hand_takes_its_cards_face_down_where_up_cards_have_a_price() {
    use poker_engine::event::{DealtCard, PublicEvent};
    use poker_engine::simulate::{Dice, Plan};
    let bought = |game: &&std::sync::Arc<poker_engine::GameDef>| !game.triggers.is_empty();
    for game in poker_engine::game::catalogue::all().iter().filter(bought) {
        let plan = Plan {
            game: game.clone(),
            players: Some(3),
            stacks: poker_engine::simulate::Stacks::Deep,
            rules: poker_engine::simulate::HouseRules::None,
        };
        let mut dice = Dice::new(crate::support::source(5));
        let mut setup = plan.setup(&mut dice);
        setup.players[1].dead = true;
        let dead = setup.players[1].seat;
        let played = poker_engine::simulate::Played::from_setup(game, setup, &mut dice).expect("a hand that ends");
        let dealt: Vec<DealtCard> = played
            .events
            .iter()
            .filter_map(|event| match &event.public {
                PublicEvent::HoleCardsDealt { hands } => Some(hands),
                _ => None,
            })
            .flatten()
            .filter(|(seat, _)| *seat == dead)
            .flat_map(|(_, cards)| cards.iter().copied())
            .collect();
        assert!(
            !dealt.is_empty() && dealt.iter().all(|card| *card == DealtCard::Down),
            "{}: {dealt:?}",
            game.id
        );
        assert!(
            played
                .events
                .iter()
                .all(|event| event.secrets.iter().all(|secret| secret.seat() != dead))
        );
    }
}
