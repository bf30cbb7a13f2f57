//! The setup of a table: the creator's wishes, checked and resolved.

use std::sync::Arc;

use poker_engine::game::{Stakes, Structure, catalogue};
use poker_engine::table::{
    ButtonRule, BuyIn, CashTable, FirstDealer, GameOrder, Program, TableConfig as LawConfig, TableGame,
};
use poker_engine::{GameDef, LimitKind};
use poker_protocol::v1::MixInfo;
use poker_protocol::v1::choice::DecisionKind;
use poker_protocol::v1::host::HostStakes;
use poker_protocol::v1::mix::{GameAtHand, StakesAtHand};
use poker_protocol::v1::table::session::Need;
use poker_protocol::v1::table::{SessionRules, TableConfig, TableInfo};
use poker_store::{AccountId, TableId};
use poker_wire as wire;

use super::error::{ConfigError, DEFINITION_BYTES};
use super::event::EventSetup;
use super::invitation::{Invitation, wire_id};
use super::mix::{self, Played, Resolved};
use super::timing::{BOT_ACTION_MIN_MS, TIME_MAX_MS, Timing};

/// Maximum length of a table's name, in characters.
const NAME_MAX: usize = 40;

/// A table's settings, resolved and checked. They stay the same from its first hand to its last.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableSetup {
    /// The table's name.
    pub name: String,
    /// The games played: one, or several.
    pub games: Vec<Played>,
    /// Stakes and order of the games, in the form that table law needs.
    pub program: Arc<Program>,
    /// Public description of the mix, if there are several games.
    pub mix: Option<MixInfo>,
    /// Seats, buy-ins and rules.
    pub law: LawConfig,
    /// All durations at the table.
    pub timing: Timing,
    /// `true` if the table is left out of the lobby's list.
    pub private: bool,
    /// `true` if house bots may come to a table where people play.
    pub house_bots: bool,
    /// The session rules that the creator chose in addition to the game.
    pub session: SessionRules,
    /// The creator's original wishes, used to check the host's stakes; `None` for tournament tables.
    pub wished: Option<Arc<TableConfig>>,
    /// The invitation that opens a private table.
    pub invitation: Option<Invitation>,
    /// `true` if this is the host's practice against bots. Its chips are not money, and only the host can find it.
    pub practice: bool,
    /// The account that opened the table; `None` for house tables.
    pub host: Option<AccountId>,
    /// The table's place in a tournament; `None` for cash tables.
    pub event: Option<Arc<EventSetup>>,
}

impl TableSetup {
    /// Resolves the wishes of a table's creator; `timing` applies where they say nothing.
    ///
    /// # Errors
    /// Names the setting that does not fit.
    pub fn new(config: &TableConfig, timing: Timing) -> Result<Self, ConfigError> {
        Self::read(config, timing, own_game)
    }

    /// Resolves wishes that were accepted before, by this version or an earlier one: the host's own game may cost more
    /// than new games may today.
    ///
    /// # Errors
    /// Names the setting that does not fit.
    pub fn kept(config: &TableConfig, timing: Timing) -> Result<Self, ConfigError> {
        Self::read(config, timing, kept_game)
    }

    fn read(config: &TableConfig, timing: Timing, read: ReadGame) -> Result<Self, ConfigError> {
        let name = config.name.trim();
        let visible = |c: char| !c.is_control() && !is_invisible(c);
        if name.is_empty() || name.chars().count() > NAME_MAX || !name.chars().all(visible) {
            return Err(ConfigError::Name);
        }
        if config.house_bots && config.private {
            return Err(ConfigError::BotsPrivate);
        }
        let timing = chosen_timing(config, timing)?;
        let (games, program, mix) = match &config.mix {
            None => {
                let (game, at_stake) = single(config, read)?;
                (vec![game], Program::single(at_stake), None)
            }
            Some(wanted) => {
                let own = [config.small_blind, config.big_blind, config.ante];
                let alone = config.game.is_empty() && config.definition.is_none() && config.limit.is_none();
                if !alone || own.iter().flatten().any(|amount| amount.get() > 0) {
                    return Err(ConfigError::MixAmounts);
                }
                let factor = config.multiplier.map_or(1, u64::from);
                let Resolved { games, program, info } = mix::resolve(wanted, factor, timing.action_ms)?;
                (games, program, Some(info))
            }
        };
        config.session.check(|need| meets(need, config, &games, &program))?;
        let first = &program.games()[usize::from(program.first())];
        let mut law = LawConfig::ordinary(config.seats, first);
        law.buy_in = BuyIn {
            min: config.buy_in_min.map_or(law.buy_in.min, wire::chips_in),
            max: config.buy_in_max.map_or(law.buy_in.max, wire::chips_in),
        };
        law.button = match program.order() {
            GameOrder::DealersChoice { .. } => ButtonRule::Dealer,
            GameOrder::Turns(_) if config.moving_button => ButtonRule::Moving,
            GameOrder::Turns(_) => ButtonRule::Dead,
        };
        law.rules.all_in_face_up = config.all_in_face_up;
        wire::set_rules(&mut law, &config.session);
        if law.button == ButtonRule::Dealer && (first.seats.0 > 2 || first.seats.1 < config.seats) {
            return Err(ConfigError::MixDefault);
        }
        // The table law is set up once with every game here, so that nothing is left to be refused later.
        for game in program.games() {
            CashTable::new(law.clone(), game.clone())?;
        }
        Ok(Self {
            name: name.to_owned(),
            games,
            program: Arc::new(program),
            mix,
            law,
            timing,
            private: config.private,
            house_bots: config.house_bots,
            session: config.session.clone(),
            wished: Some(Arc::new(config.clone())),
            invitation: None,
            practice: false,
            host: None,
            event: None,
        })
    }

    /// The same table with another host.
    #[must_use]
    pub fn with_host(&self, host: AccountId) -> Self {
        Self {
            host: Some(host),
            ..self.clone()
        }
    }

    /// The same table at other stakes, checked like a new table.
    ///
    /// # Errors
    /// Names the setting that does not fit.
    pub(crate) fn with_stakes(&self, stakes: &HostStakes) -> Result<Self, ConfigError> {
        let HostStakes {
            multiplier,
            small_blind,
            big_blind,
            ante,
            buy_in_min,
            buy_in_max,
        } = *stakes;
        let wished = self.wished.as_deref().ok_or(ConfigError::NoSuchGame)?;
        let config = TableConfig {
            multiplier,
            small_blind,
            big_blind,
            ante,
            buy_in_min,
            buy_in_max,
            ..wished.clone()
        };
        Ok(Self {
            wished: self.wished.clone(),
            invitation: self.invitation.clone(),
            practice: self.practice,
            host: self.host,
            ..Self::kept(&config, self.timing)?
        })
    }

    /// The table's identifier on the wire.
    pub fn wire_id(&self, table: TableId) -> poker_protocol::v1::TableId {
        wire_id(table, self.invitation.as_ref())
    }

    /// Milliseconds by which those without a seat see the table late; `None` if they see it at once.
    pub fn watch_delay_ms(&self) -> Option<u32> {
        let minutes = self.session.watch_delay.filter(|minutes| *minutes > 0);
        minutes.map(|minutes| u32::from(minutes) * 60_000)
    }

    /// `true` if one of its games costs more than a new table's may.
    pub(crate) fn is_too_dear(&self) -> bool {
        self.games.iter().any(|played| played.game.price().check().is_err())
    }

    /// `true` if the table's closing time has passed at `now`.
    pub fn is_past(&self, now: jiff::Timestamp) -> bool {
        let at = self
            .session
            .closes_at
            .map(|at| i64::try_from(at.get()).unwrap_or(i64::MAX));
        at.is_some_and(|at| at <= now.as_millisecond())
    }

    /// The way to find the first dealer: by cards if `cards` are dealt for it, otherwise by chance alone.
    pub fn first_dealer(&self, index: u16, cards: &[poker_protocol::v1::Card]) -> FirstDealer {
        let wished = self.session.first_dealer.map(wire::first_dealer_in);
        let rule = wished.unwrap_or_else(|| self.at_stake(index).first_dealer());
        if rule.deals_cards() && cards.is_empty() {
            FirstDealer::Random
        } else {
            rule
        }
    }

    /// A game of the table, by its position in the program.
    pub fn played(&self, index: u16) -> &Played {
        &self.games[usize::from(index)]
    }

    /// A game of the table with its stakes.
    pub fn at_stake(&self, index: u16) -> &TableGame {
        &self.program.games()[usize::from(index)]
    }

    /// The betting structure of a game of the table.
    pub(crate) fn limit_kind(&self, index: u16) -> Option<LimitKind> {
        limit_kind_of(&self.at_stake(index).structure)
    }

    /// Milliseconds for a decision before the time bank starts, at a table with bots only.
    pub(crate) fn decision_ms(&self, decision: DecisionKind) -> u32 {
        let own = match decision {
            DecisionKind::PickGame => self.mix.as_ref().and_then(|mix| mix.pick_ms),
            _ => None,
        };
        own.unwrap_or(self.timing.action_ms)
    }

    /// A game of the table at these stakes, as clients see it.
    pub fn at_hand(&self, index: u16, structure: &Structure) -> GameAtHand {
        let game = &self.played(index).game;
        GameAtHand {
            game: game.id.clone(),
            game_name: wire::local_name(&game.name),
            limit: limit_kind_of(structure).map_or("", LimitKind::code).to_owned(),
            stakes: wire::stakes(structure),
        }
    }

    /// The table as clients see it while it plays the game with this index at these stakes.
    pub fn info(&self, table: TableId, index: u16, structure: &Structure) -> TableInfo {
        let GameAtHand {
            game,
            game_name,
            limit,
            stakes,
        } = self.at_hand(index, structure);
        let StakesAtHand {
            small_blind,
            big_blind,
            ante,
            bets,
        } = stakes;
        TableInfo {
            table: self.wire_id(table),
            name: self.name.clone(),
            mix: self.mix.clone().map(Box::new),
            game,
            game_name,
            limit,
            small_blind,
            big_blind,
            ante,
            bets,
            seats: self.law.seat_count,
            buy_in_min: wire::chips(self.law.buy_in.min),
            buy_in_max: wire::chips(self.law.buy_in.max),
            action_ms: self.timing.action_ms,
            time_bank_ms: self.timing.bank_ms,
            private: self.private,
            house_bots: self.house_bots,
            session: self.session.clone(),
            own_game: self.played(index).definition.is_some(),
            practice: self.practice,
            host: self.host.map(|host| host.to_string()),
            tournament: None,
        }
    }
}

fn limit_kind_of(structure: &Structure) -> Option<LimitKind> {
    structure.tiers.first().map(|limit| limit.kind())
}

/// The only game of a table without a mix, with its stakes.
fn single(config: &TableConfig, read: ReadGame) -> Result<(Played, TableGame), ConfigError> {
    let game = game_of(config, read)?;
    let kind = |name: &String| wire::limit_kind_in(name).ok_or(ConfigError::NoSuchLimit);
    let usual = wire::game_info(&game);
    // Zero for an amount that the game does not have means none, as in the list of games.
    let chosen = |wanted: Option<poker_protocol::v1::Chips>, usual: poker_protocol::v1::Chips| {
        wanted
            .filter(|wanted| wanted.get() > 0 || usual.get() > 0)
            .map(wire::chips_in)
    };
    let stakes = Stakes {
        limit: config.limit.as_ref().map(kind).transpose()?,
        multiplier: config.multiplier.map(u64::from),
        ante: chosen(config.ante, usual.ante),
        small_blind: chosen(config.small_blind, usual.small_blind),
        big_blind: chosen(config.big_blind, usual.big_blind),
        ..Stakes::default()
    };
    let at_stake = TableGame::new(&game, &stakes)?;
    let definition = config.definition.as_deref().map(Arc::from);
    Ok((Played { game, definition }, at_stake))
}

/// The chosen game: one from the catalogue, or the host's own.
fn game_of(config: &TableConfig, read: ReadGame) -> Result<Arc<GameDef>, ConfigError> {
    let Some(definition) = &config.definition else {
        return catalogue::find(&config.game).cloned().ok_or(ConfigError::NoSuchGame);
    };
    let game = read(definition)?;
    if !config.private {
        return Err(ConfigError::DefinitionPublic);
    }
    if !(config.game.is_empty() || config.game == game.id) {
        return Err(ConfigError::DefinitionName);
    }
    Ok(Arc::new(game))
}

/// Parses a host's definition of a game.
type ReadGame = fn(&str) -> Result<GameDef, ConfigError>;

/// Parses a host's definition of a game.
///
/// # Errors
/// Names the faulty line.
pub fn own_game(definition: &str) -> Result<GameDef, ConfigError> {
    if definition.len() > DEFINITION_BYTES {
        return Err(ConfigError::DefinitionTooLong);
    }
    own(GameDef::parse(definition)?)
}

/// Parses a definition that was accepted before.
fn kept_game(definition: &str) -> Result<GameDef, ConfigError> {
    own(GameDef::parse_at_any_price(definition)?)
}

fn own(game: GameDef) -> Result<GameDef, ConfigError> {
    if catalogue::find(&game.id).is_some() {
        return Err(ConfigError::DefinitionName);
    }
    Ok(game)
}

/// `true` if a table of these games meets the condition of a rule. Dealers may pick games that do not.
fn meets(need: Need, config: &TableConfig, games: &[Played], program: &Program) -> bool {
    let all = |takes: fn(&TableGame, u8) -> bool| {
        let is_fixed = matches!(program.order(), GameOrder::Turns(_));
        is_fixed && program.games().iter().all(|game| takes(game, config.seats))
    };
    match need {
        Need::Private => config.private,
        Need::Board => games.iter().any(|played| played.game.has_board()),
        Need::Straddles => all(|game, _| game.straddles),
        Need::BombPots => all(|game, _| game.bomb_pots),
        Need::DoubleBoard => all(|game, seats| seats <= game.double_board_seats),
        Need::OwnChips => config.session.own_chips,
        Need::AccountChips => !config.session.own_chips,
        Need::SevenDeuce => all(|game, _| game.seven_deuce),
    }
}

fn chosen_timing(config: &TableConfig, timing: Timing) -> Result<Timing, ConfigError> {
    let action_ms = config.action_ms.unwrap_or(timing.action_ms);
    let bank_ms = config.time_bank_ms.unwrap_or(timing.bank_ms);
    let chosen_action = config.action_ms.is_some();
    if (chosen_action && action_ms < BOT_ACTION_MIN_MS) || action_ms > TIME_MAX_MS {
        return Err(ConfigError::Time);
    }
    if bank_ms > TIME_MAX_MS {
        return Err(ConfigError::TimeBank);
    }
    Ok(Timing {
        action_ms,
        bank_ms,
        bank_max_ms: timing.bank_max_ms.max(bank_ms),
        ..timing
    })
}

/// `true` for characters that are not control characters but are invisible, or change the direction of the text around
/// them.
pub const fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{61c}' | '\u{180e}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
            | '\u{feff}' | '\u{fff9}'..='\u{fffb}'
    )
}
