//! Vectors of the betting rules that the catalogue gives in prose, each named by its number. Rule: catalogue 4.

use crate::support::written::check;
use poker_engine::event::PublicEvent;
use poker_engine::history::notation;

/// Five cards, one round, no ante: for tests of bets alone.
const ONE_ROUND: &str = "script: deal(ddddd); bet(first=left,check=yes,tier=1); show(high=std)\n";

#[test]
fn bt_4_a_raise_below_the_minimum_is_refused() {
    let start = format!("game: V05\nstacks: 3 x 100   dealer: S3   limits: spread:5:1000\n{ONE_ROUND}");
    let deck = "deck: As Ks Qs Ad Kd Qd 9h 8h 7h 5c 4c 3c 2s 6d 8d\n";
    let bets = "actions: S1:bet5 S2:raise10";
    check(&format!(
        "{start}{deck}{bets} S3:raise13\nrefused: rule.bet_too_small\n"
    ));
    check(&format!(
        "{start}{deck}{bets} S3:raise15 S1:fold S2:fold\nfinal: S1=95 S2=90 S3=115\n"
    ));
}

#[test]
fn bt_5_a_bet_above_the_cap_is_refused() {
    let start = format!("game: V05\nstacks: 2 x 100   dealer: S2   limits: spread:1:5\n{ONE_ROUND}");
    let deck = "deck: As Ks Ad Kd 9h 8h 5c 4c 2s 6d\n";
    check(&format!(
        "{start}{deck}actions: S1:bet10\nrefused: rule.bet_too_large\n"
    ));
    check(&format!("{start}{deck}actions: S1:bet5 S2:call\nfinal: S1=105 S2=95\n"));
}

#[test]
fn bt_6_no_player_acts_out_of_turn() {
    let start = format!("game: V05\nstacks: 3 x 100   dealer: S3   limits: spread:1:1000\n{ONE_ROUND}");
    let deck = "deck: As Ks Qs Ad Kd Qd 9h 8h 7h 5c 4c 3c 2s 6d 8d\n";
    check(&format!("{start}{deck}actions: S2:bet10\nrefused: turn.not_yours\n"));
    check(&format!(
        "{start}{deck}actions: S1:bet8 S3:raise10\nrefused: turn.not_yours\n"
    ));
    check(&format!(
        "{start}{deck}actions: S1:check S2:bet10 S3:fold S1:fold\nfinal: S1=100 S2=100 S3=100\n"
    ));
}

#[test]
fn bt_7_the_cap_of_a_draw_doubles_after_it() {
    let start = "game: V03\nstacks: 2 x 100   dealer: S2   limits: spread:1:3 / spread:1:6\n\
                 deck: As Ks Ad Kd Qc Qd 9h 9s 4c 4d\n";
    check(&format!(
        "{start}actions: S1:bet3 S2:raise7\nrefused: rule.bet_too_large\n"
    ));
    check(&format!(
        "{start}actions: S1:bet3 S2:call S1:pat S2:pat S1:bet6 S2:fold\n\
         result: uncontested: S1 takes 14\nfinal: S1=104 S2=96\n"
    ));
}

#[test]
fn bt_8_an_open_pair_raises_the_cap_of_third_street() {
    let start = "game: V31\nstacks: 2 x 100   dealer: S2   limits: spread:1:1 / spread:1:2\n";
    let deck = "deck: As Kc 6d Qd 6c Jc\nactions: S2:bet1 S1:call S1:bet2";
    check(&format!(
        "{start}options: open_pair_tier=on\n{deck} S2:fold\nfinal: S1=101 S2=99\n"
    ));
    check(&format!(
        "{start}options: open_pair_tier=off\n{deck}\nrefused: rule.bet_too_large\n"
    ));
}

#[test]
fn bt_9_the_antes_of_california_make_up_the_limit() {
    // The last seat is the dealer.
    for (limit, expected) in [(2, [1, 0, 1]), (3, [1, 1, 1]), (5, [2, 2, 1])] {
        let text = format!(
            "game: V26\nstacks: 3 x 100   dealer: S3   limits: fixed:{limit} / fixed:{}\n\
             script: post(dealer,1,credit); post(left,1,credit); deal(ddddd); bet(first=left2,check=no,tier=1); \
             draw(max=5); bet(first=left,check=yes,tier=2); show(low=A5)\n\
             deck: As Ks Qs Ad Kd Qd 9h 8h 7h 5c 4c 3c 2s 6d 8d\n",
            2 * limit
        );
        let hand = notation::parse(&text).remove(0).expect("a hand that can be read");
        let (_, events) = hand.deal().expect("a hand that can be dealt");
        let mut paid = [0; 3];
        for event in events {
            if let PublicEvent::Posted { seat, amount, .. } = event.public {
                paid[usize::from(seat.index())] += amount.get();
            }
        }
        assert_eq!(paid, expected, "limit {limit}");
    }
}

#[test]
fn bt_16_the_last_of_a_round_that_all_fold_takes_the_antes() {
    check(
        "game: V02\nstacks: 3 x 100   dealer: S3   limits: spread:1:5 / spread:1:10\n\
         deck: As Ks Qs Ad Kd Qd 9h 8h 7h 5c 4c 3c 2s 6d 8d\n\
         actions: S1:fold S2:fold\nresult: uncontested: S3 takes 3\nfinal: S1=99 S2=99 S3=102\n",
    );
}

#[test]
fn bt_17_the_odd_chip_goes_left_of_the_dealer_and_to_the_high_side() {
    let start = "game: V05\nstacks: 3 x 100   dealer: S3   carried pot: 1   limits: spread:1:5\n";
    check(&format!(
        "{start}{ONE_ROUND}deck: 7c As Ah 5d Ks Kh 4h Qd Qc 3s Jd Jc 2c 9c 9d\n\
         actions: S1:bet2 S2:call S3:call\n\
         result: pot 7 (S1/S2/S3): S2 4, S3 3\nfinal: S1=98 S2=102 S3=101\n"
    ));
    check(&format!(
        "{start}{}deck: 7c As Qh 5d Ks Jh 4h Qd Th 3s Jd 8d 2c 9c 6d\n\
         actions: S1:bet2 S2:call S3:call\n\
         result: pot 7 (S1/S2/S3): S1 3, S2 4\nfinal: S1=101 S2=102 S3=98\n",
        ONE_ROUND.replace("high=std", "high=std,low=A5")
    ));
}

#[test]
fn bt_18_a_short_all_in_is_called_and_does_not_reopen_the_betting() {
    let start = format!("game: V05\nstacks: S1=100 S2=100 S3=14   dealer: S3   limits: nl:10\n{ONE_ROUND}");
    let deck = "deck: As Ks Qs Ad Kd Qd 9h 8h 7h 5c 4c 3c 2s 6d 8d\n";
    let bets = "actions: S1:bet10 S2:call S3:raise14";
    check(&format!(
        "{start}{deck}{bets} S1:raise24\nrefused: rule.raise_not_reopened\n"
    ));
    check(&format!(
        "{start}{deck}{bets} S1:call S2:raise24\nrefused: rule.raise_not_reopened\n"
    ));
    check(&format!(
        "{start}{deck}{bets} S1:call S2:call\nresult: pot 42 (S1/S2/S3): S1 42\nfinal: S1=128 S2=86 S3=0\n"
    ));
}

// Rule: catalogue 4.4.
#[test]
fn a_false_opener_is_dead_at_the_showdown_where_openers_are_not_enforced() {
    let start = "game: V01\nstacks: 2 x 100   dealer: S2   limits: spread:1:5 / spread:1:10\n";
    let deck = "deck: As Qs Kd Jd 9h 8h 5c 4c 3d 2d\nactions: S1:bet2";
    check(&format!("{start}{deck}\nrefused: rule.no_openers\n"));
    check(&format!(
        "{start}options: openers_check=penalty\n{deck} S2:call S1:pat S2:pat S1:check S2:check\n\
         final: S1=97 S2=103\n"
    ));
}

/// The openers of another player in a later round change nothing for a false opener of the first one.
// Rule: catalogue 4.4.
#[test]
fn a_false_opener_stays_one_when_a_later_round_is_opened_by_another() {
    check(
        "game: V01\nstacks: 2 x 100   dealer: S2   limits: spread:1:5 / spread:1:10\n\
         options: openers_check=penalty\n\
         script: ante(all,1); deal(ddddd); bet(first=left,check=yes,tier=1,open=JJ); draw(max=3); \
         bet(first=left,check=yes,tier=2,open=JJ); show(high=std)\n\
         deck: Ts Js Th Jd 9h 8h 5c 4c 3d 2d Td 6c 7c\n\
         actions: S1:bet2 S2:call S1:draw(9h,5c,3d) S2:pat S1:check S2:bet2 S1:call\n\
         final: S1=95 S2=105\n",
    );
}

/// The burn card is the last one that may be dealt, so only the opener's discards can replace cards.
// Rule: catalogue D2.
#[test]
fn the_discards_of_the_opener_serve_where_the_burn_takes_the_last_card() {
    check(
        "game: V01\nstacks: 6 x 100   dealer: S6   limits: spread:1:5 / spread:1:10\n\
         options: deck=36; burn=draw\n\
         script: ante(all,1); deal(ddddd); bet(first=left,check=yes,tier=1,open=JJ); draw(max=3); \
         bet(first=opener,check=yes,tier=2); show(high=std)\n\
         deck: Js Ks Ah As Ad Ac Jd Qd Kd Qs Kc Kh 6s 9s Th Tc Td Ts 7s 8s 9h 8h 9d 8c 8d 6d 7h 7d 6h 7c \
         6c 9c Jh Qh Jc 6s 7s 8d\n\
         actions: S1:bet2 S2:call S3:call S4:call S5:call S6:call S1:draw(6s,7s,8d) S2:draw(9s,8s,6d) S3:pat S4:pat \
         S5:pat S6:pat S1:check S2:check S3:check S4:check S5:check S6:check\n\
         final: S1=115 S2=97 S3=97 S4=97 S5=97 S6=97\n",
    );
}

// Rule: catalogue 4.4.
#[test]
fn a_false_opener_who_is_left_alone_wins_nothing_and_the_pot_waits() {
    check(
        "game: V01\nstacks: 2 x 100   dealer: S2   limits: spread:1:5 / spread:1:10\n\
         options: openers_check=penalty\ndeck: As Qs Kd Jd 9h 8h 5c 4c 3d 2d\nactions: S1:bet2 S2:fold\n\
         final: S1=97 S2=99   carried out: 4\n",
    );
}
