use poker_engine::table::PlayerId;
use poker_engine::tournament::TableNo;
use poker_engine::tournament::structure::shipped;
use poker_store::TableId;

use super::*;

/// The director plans a hand and then seats another player; after a crash, the table gets the two orders the other
/// way round.
#[test]
fn a_player_who_comes_behind_the_deal_waits_for_the_next_hand() {
    let structure = shipped::find("sit-and-go").expect("it is shipped");
    let setup = EventSetup {
        tournament: TableId(1),
        name: poker_wire::local_name(&structure.name),
        no: TableNo(1),
        seats: 6,
        started_at: None,
        structure: std::sync::Arc::clone(structure),
        private: false,
        invitation: None,
    };
    let mut law = EventTable::new(&setup);
    for number in [1, 2, 3, 5] {
        let seat = SeatIx::from_number(number).unwrap();
        law.seats.sit(seat, PlayerId(number.into()), Chips::new(1_500)).unwrap();
    }
    let deal = EventDeal {
        hand: 1,
        level: 1,
        game: 1,
        button: 1,
        small_blind: 2,
        big_blind: 3,
        statuses: [1, 2, 3].map(|seat| (seat, EventStatus::Active)).to_vec(),
        ..EventDeal::default()
    };
    let plan = law.start(&deal, &setup).unwrap();
    assert_eq!(plan.dealt, set_in(&[1, 2, 3]));
    assert_eq!(plan.waiting, set_in(&[5]));
}
