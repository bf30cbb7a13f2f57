//! Names of events and posts, as used in the lines.

use poker_protocol::v1::event::PostKind;
use poker_protocol::v1::{Card, PublicEvent};

pub(super) fn pot_name(pot: u8) -> String {
    match pot {
        0 => "main pot".to_owned(),
        side => format!("side pot {side}"),
    }
}

pub(super) fn told(cards: &[Card]) -> String {
    let cards: Vec<String> = cards.iter().map(ToString::to_string).collect();
    cards.join(" ")
}

pub(super) const fn post_in_words(post: PostKind) -> &'static str {
    match post {
        PostKind::Ante => "ante",
        PostKind::DeadAnte => "dead ante",
        PostKind::SmallBlind => "small blind",
        PostKind::BigBlind => "big blind",
        PostKind::ButtonBlind => "button blind",
        PostKind::Straddle => "straddle",
        PostKind::EntryBlind => "entry blind",
        PostKind::DeadBlind => "missed small blind",
        PostKind::Credit => "credit ante",
        PostKind::BringIn => "bring-in",
    }
}

/// The name of an event that says nothing about the hand.
pub(super) const NO_NEWS: &str = "event";

/// The name of an event, as in its JSON.
pub(super) fn kind_of(event: &PublicEvent) -> &'static str {
    macro_rules! names {
        ($($event:ident $name:literal),* $(,)?) => {
            match event { $(PublicEvent::$event { .. } => $name,)* _ => NO_NEWS }
        };
    }
    names!(
        HandStarted "hand_started", Posted "posted", HoleCardsDealt "hole_cards_dealt", BoardDealt "board_dealt",
        SecondBoardDealt "second_board_dealt", BoardDealtDown "board_dealt_down", BoardTurned "board_turned",
        CommunalDealt "communal_dealt", ExtraCardDealt "extra_card_dealt", DarkDeclared "dark_declared",
        ActionTaken "action_taken", ExcessForfeited "excess_forfeited", KittyTaken "kitty_taken",
        SevenDeucePaid "seven_deuce_paid", CardsDiscarded "cards_discarded", CardsDrawn "cards_drawn",
        StraddleDeclined "straddle_declined", ChoiceMade "choice_made", CardsRolled "cards_rolled", CardKept "card_kept",
        CardSwapped "card_swapped", CardsArranged "cards_arranged", CardBought "card_bought", BuyPassed "buy_passed",
        Declared "declared", PassedOut "passed_out", OpenersShown "openers_shown", KilledShown "killed_shown",
        PotCarried "pot_carried", DeckRefilled "deck_refilled", UncalledReturned "uncalled_returned",
        PotsFormed "pots_formed", HandsTabled "hands_tabled", HandsOpened "hands_opened", RunsDecided "runs_decided",
        SecondRunStarted "second_run_started", HandShown "hand_shown", HandMucked "hand_mucked",
        HandCompleted "hand_completed", HandVoided "hand_voided", HandHeld "hand_held", HandReleased "hand_released",
        RabbitShown "rabbit_shown", RoodlesStarted "roodles_started", RoodlesEnded "roodles_ended",
    )
}
