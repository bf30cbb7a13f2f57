//! The choices of a host who announces a tournament, checked.

use poker_engine::tournament::Structure;
use poker_engine::tournament::structure::{Pays, Start};
use poker_event::setup::{self, own_structure};
use poker_event::{Announced, Asker, Target};
use poker_protocol::v1::rest::TournamentConfig;
use poker_protocol::v1::tournament::TournamentPhase;
use poker_protocol::v1::{ErrorCode, ErrorMsg, UnixMs};
use poker_store::{AccountId, TableId};
use poker_table::Invitation;
use rand::rngs::SysError;

use crate::hall::Events;

/// Checks an announcement that leaves its start open, as a template does.
///
/// # Errors
/// Its first fault.
pub fn check_template(events: &Events, host: AccountId, config: &TournamentConfig) -> Result<(), ErrorMsg> {
    if config.starts_at.is_some() || config.target.is_some() {
        let message = "a template of an event has no start and no target";
        return Err(ErrorMsg::invalid_field(None, "content", message));
    }
    let source = setup::hosted_source(&config.structure, config.definition.as_deref()).map_err(wrong)?;
    let structure = own_structure(&source).map_err(|fault| wrong(fault.to_string()))?;
    // Any start will do.
    let soon = u64::try_from(jiff::Timestamp::now().as_millisecond() + DAY_MS).ok();
    let starts_at = soon.filter(|_| structure.start != Start::Full).and_then(UnixMs::new);
    let config = TournamentConfig {
        starts_at,
        ..config.clone()
    };
    chosen(events, host, &config).map(drop)
}

const DAY_MS: i64 = 24 * 3_600_000;

fn wrong(message: String) -> ErrorMsg {
    ErrorMsg::new(None, ErrorCode::TournamentBadStructure, message)
}

/// Checks a host's choices.
pub(crate) fn chosen(events: &Events, host: AccountId, config: &TournamentConfig) -> Result<Announced, ErrorMsg> {
    let source = setup::hosted_source(&config.structure, config.definition.as_deref()).map_err(wrong)?;
    let structure = own_structure(&source).map_err(|fault| wrong(fault.to_string()))?;
    let name = config.name.as_deref().map(setup::hosted_name);
    let name = name.transpose().map_err(wrong)?;
    events
        .tables
        .blocked
        .check_names(name.iter().map(|name| name.en.as_str()))?;
    if config.definition.is_some() {
        events.tables.blocked.check_names(setup::words_of(&structure))?;
    }
    let languages = setup::declared_languages(&config.languages)
        .map_err(|message| ErrorMsg::invalid_field(None, "languages", message))?;
    setup::check_delay(config.watch_delay, config.live)
        .map_err(|message| ErrorMsg::invalid_field(None, "watch_delay", message))?;
    let now = jiff::Timestamp::now().as_millisecond();
    let starts_at = config.starts_at.map(|at| i64::try_from(at.get()).unwrap_or(i64::MAX));
    setup::check_start(&structure, starts_at, config.live, now).map_err(wrong)?;
    if config.live && (matches!(structure.pays, Pays::Seats { .. }) || config.bots.is_some_and(|bots| bots > 0)) {
        return Err(wrong("a live tournament awards no seats and admits no bots".to_owned()));
    }
    if config.private && config.bots.is_some_and(|bots| bots > 0) {
        return Err(wrong(
            "a private tournament admits no bots, which have no link".to_owned(),
        ));
    }
    let target = target_of(events, host, &structure, config).map_err(|why| wrong(why.to_owned()))?;
    let leads_to = target.and_then(|target| events.tournaments.get(TableId(target.tournament)));
    let adults_only = config.adults_only || leads_to.is_some_and(|target| target.summary().adults_only);
    if adults_only && config.bots.is_some_and(|bots| bots > 0) {
        return Err(wrong("a tournament for adults admits no bots".to_owned()));
    }
    let invitation = config.private.then(Invitation::draw);
    Ok(Announced {
        structure: source,
        name,
        starts_at,
        host: Some(host.to_string()),
        private: config.private,
        invitation: invitation.transpose().map_err(drew_nothing)?,
        fill: config.bots.unwrap_or(0),
        every_ms: None,
        live: config.live,
        adults_only,
        watch_delay: config.watch_delay,
        languages,
        least: target.and_then(|target| least_entries(&structure, target)),
        target,
    })
}

/// Reports that no randomness could be drawn for an invitation.
fn drew_nothing(fault: SysError) -> ErrorMsg {
    tracing::error!(%fault, "a tournament cannot be announced");
    ErrorMsg::new(None, ErrorCode::ServerInternal, "a fault of the server")
}

/// Returns the tournament whose seats a satellite pays. Its players pay for them: the house adds nothing.
fn target_of(
    events: &Events,
    host: AccountId,
    structure: &Structure,
    config: &TournamentConfig,
) -> Result<Option<Target>, &'static str> {
    let Pays::Seats { seats, of } = &structure.pays else {
        return match config.target {
            Some(_) => Err("only a structure that pays seats has a target"),
            None => Ok(None),
        };
    };
    let target = config
        .target
        .as_ref()
        .ok_or("a satellite needs the target of its seats")?;
    let asker = Asker {
        account: Some(host),
        is_official: false,
    };
    let found = events.tournaments.find(&target.0, asker);
    let (id, handle) = found.ok_or("there is no such target")?;
    let line = handle.summary();
    if line.structure != *of {
        return Err("the target has another structure than the seats are of");
    }
    if line.phase != TournamentPhase::Registering {
        return Err("play has begun in the target");
    }
    let price = line.buy_in.get().saturating_add(line.bounty.get());
    let most = structure.price.get().saturating_mul(structure.entries.1.into());
    if price == 0 || most < price.saturating_mul((*seats).into()) {
        return Err("the entries must pay for all seats");
    }
    let tournament = id.0;
    Ok(Some(Target { tournament, price }))
}

/// Returns how many entries pay for the seats of a satellite, if its structure would start with fewer.
fn least_entries(structure: &Structure, target: Target) -> Option<u32> {
    let Pays::Seats { seats, .. } = &structure.pays else {
        return None;
    };
    let costs = target.price.saturating_mul((*seats).into());
    let least = u32::try_from(costs.div_ceil(structure.price.get().max(1))).unwrap_or(u32::MAX);
    Some(least).filter(|least| *least > structure.entries.0)
}
