//! The choice of the table that needs a bot most.

/// Maximum number of bots at a table with people.
const COMPANY_OF_PEOPLE: usize = 3;

/// A table as the steward sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Occupancy {
    /// Number of house bots that play here or are on their way.
    pub(super) bots: usize,
    /// Number of other players.
    pub(super) people: usize,
    /// Number of further bots that may sit here.
    pub(super) room: usize,
    /// Set if this is a host's table to which bots are invited, rather than a house table.
    pub(super) is_invited: bool,
}

/// An order to a bot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum BotOrder {
    /// Sends a free bot to this table.
    Send(usize),
    /// Calls a bot off this table, to be free for another.
    CallOff(usize),
}

/// The need of a table for a bot, lowest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Want {
    /// Another bot would keep a table of bots varied.
    Variety,
    /// The table is empty, and two bots could play.
    Life,
    /// People have an opponent or two, and there is room for more.
    Company,
    /// A bot is sitting alone.
    Mate,
    /// A person is waiting for an opponent.
    Rival,
}

/// Returns the orders to give with this number of free bots.
pub(super) fn orders(places: &[Occupancy], mut free: usize) -> Vec<BotOrder> {
    let before = places;
    let mut places = places.to_vec();
    let mut orders = Vec::new();
    while free > 0 {
        let wants = places
            .iter()
            .enumerate()
            .filter_map(|(at, place)| Some((want(place, free)?, at)));
        // Among equally needy tables, the one with fewer bots comes first.
        let Some((_, at)) = wants.max_by_key(|(want, at)| (*want, usize::MAX - places[*at].bots, usize::MAX - at))
        else {
            return orders;
        };
        places[at].bots += 1;
        places[at].room -= 1;
        free -= 1;
        orders.push(BotOrder::Send(at));
    }
    for (at, place) in places.iter().enumerate() {
        if place.is_invited && place.people == 0 {
            orders.extend(std::iter::repeat_n(BotOrder::CallOff(at), place.bots));
        }
    }
    let urgent: Vec<usize> = (0..places.len())
        .filter(|at| matches!(want(&places[*at], 1), Some(Want::Mate | Want::Rival)))
        .collect();
    for wanting in urgent {
        let givers = places.iter().enumerate();
        let givers = givers.filter(|(at, place)| *at != wanting && place.people == 0 && place.bots > 0);
        let Some((at, giver)) = givers.max_by_key(|(at, place)| (place.bots, *at)) else {
            continue;
        };
        // Two bots sitting alone are better off together; a pair is not split up for a single bot.
        let is_alone = places[wanting].people == 0 && places[wanting].bots != 1;
        if !is_alone && (places[wanting].people > 0 || giver.bots != 2) {
            orders.push(BotOrder::CallOff(at));
            places[at].bots -= 1;
            places[wanting].bots += 1;
        }
    }
    // A bot that remains alone is better off at home, from where the next round sends it to others.
    for (at, place) in places.iter().enumerate() {
        if before[at].bots == 1 && place.bots == 1 && place.people == 0 && !place.is_invited {
            orders.push(BotOrder::CallOff(at));
        }
    }
    orders
}

/// Returns the need of a table for a bot, if it has any.
fn want(place: &Occupancy, free: usize) -> Option<Want> {
    if place.room == 0 {
        return None;
    }
    match (place.people, place.bots) {
        (0, _) if place.is_invited => None,
        (0, 0) if free < 2 => None,
        (0, 0) => Some(Want::Life),
        (0, 1) => Some(Want::Mate),
        (0, _) => Some(Want::Variety),
        (1, 0) => Some(Want::Rival),
        (_, bots) if bots < COMPANY_OF_PEOPLE => Some(Want::Company),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn place(bots: usize, people: usize) -> Occupancy {
        Occupancy {
            bots,
            people,
            room: 6_usize.saturating_sub(bots + people + 2),
            is_invited: false,
        }
    }

    #[test]
    fn guests_of_people_come_and_go_with_them() {
        let invited = |bots, people| Occupancy {
            is_invited: true,
            ..place(bots, people)
        };
        assert_eq!(orders(&[invited(0, 0)], 3), []);
        assert_eq!(orders(&[invited(0, 1)], 2), [BotOrder::Send(0), BotOrder::Send(0)]);
        assert_eq!(orders(&[place(2, 0), invited(0, 1)], 0), [BotOrder::CallOff(0)]);
        assert_eq!(
            orders(&[invited(2, 0)], 0),
            [BotOrder::CallOff(0), BotOrder::CallOff(0)]
        );
    }

    #[test]
    fn tables_are_filled_by_pairs() {
        let orders = orders(&[place(0, 0), place(0, 0), place(0, 0)], 5);
        let sent = |table| orders.iter().filter(|order| **order == BotOrder::Send(table)).count();
        assert_eq!([sent(0), sent(1), sent(2)], [3, 2, 0]);
    }

    #[test]
    fn somebody_who_waits_comes_first() {
        assert_eq!(
            orders(&[place(0, 0), place(1, 0), place(0, 1)], 1)[0],
            BotOrder::Send(2)
        );
        assert_eq!(orders(&[place(3, 0), place(0, 1)], 0), [BotOrder::CallOff(0)]);
        assert_eq!(orders(&[place(2, 0), place(0, 1)], 0), [BotOrder::CallOff(0)]);
    }

    #[test]
    fn seats_for_people_stay_free() {
        assert_eq!(orders(&[place(4, 0), place(2, 2)], 3), []);
        assert_eq!(orders(&[place(3, 1)], 3), []);
    }

    #[test]
    fn two_that_sit_alone_are_brought_together() {
        assert_eq!(orders(&[place(1, 0), place(1, 0)], 0), [BotOrder::CallOff(1)]);
        assert_eq!(orders(&[place(1, 0), place(3, 0)], 0), [BotOrder::CallOff(1)]);
    }

    #[test]
    fn no_bot_is_left_alone() {
        assert_eq!(orders(&[place(1, 0)], 0), [BotOrder::CallOff(0)]);
        // A pair is not split up for a single bot, which joins it instead.
        assert_eq!(orders(&[place(1, 0), place(2, 0)], 0), [BotOrder::CallOff(0)]);
        assert_eq!(orders(&[place(0, 0), place(2, 0)], 1), [BotOrder::Send(1)]);
        assert_eq!(orders(&[place(1, 0), place(2, 0)], 1), [BotOrder::Send(0)]);
    }

    #[test]
    fn all_is_well_as_it_is() {
        assert_eq!(orders(&[place(2, 0), place(2, 1)], 0), []);
    }
}
