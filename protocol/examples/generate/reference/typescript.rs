//! TypeScript declarations, laid out for readers.

use std::collections::BTreeMap;

use poker_protocol::v1::tournament::{FloorEntry, FloorHand, FloorRequest, FloorResponse};
use poker_protocol::v1::{
    ClientMsg, CloseCode, ServerMsg, clubs, friends, ledger, odds, personal, practice, push, rest, seasons, templates,
};
use ts_rs::{Config, TS, TypeVisitor};

/// Returns one declaration file with every type, by name.
pub(crate) fn declarations() -> String {
    let mut all = Collect {
        config: Config::default().with_large_int("number"),
        declared: BTreeMap::new(),
    };
    all.visit::<ClientMsg>();
    all.visit::<ServerMsg>();
    all.visit::<CloseCode>();
    all.visit::<rest::GuestRequest>();
    all.visit::<rest::Credentials>();
    all.visit::<rest::RefreshRequest>();
    all.visit::<rest::TopUpRequest>();
    all.visit::<rest::BotTokenRequest>();
    all.visit::<rest::SessionResponse>();
    all.visit::<rest::MeResponse>();
    all.visit::<rest::BotTokenResponse>();
    all.visit::<rest::BotTokensResponse>();
    all.visit::<rest::GamesResponse>();
    all.visit::<rest::GameRules>();
    all.visit::<rest::GameCheckRequest>();
    all.visit::<rest::GameCheckResponse>();
    all.visit::<rest::GameDealResponse>();
    all.visit::<rest::TablesResponse>();
    all.visit::<rest::TournamentConfig>();
    all.visit::<rest::StructuresResponse>();
    all.visit::<rest::StructureFile>();
    all.visit::<rest::StructureCheckRequest>();
    all.visit::<rest::StructureCheckResponse>();
    all.visit::<rest::TournamentsResponse>();
    all.visit::<rest::EntrantsResponse>();
    all.visit::<rest::PlacesResponse>();
    all.visit::<rest::EventTablesResponse>();
    all.visit::<FloorRequest>();
    all.visit::<FloorEntry>();
    all.visit::<FloorResponse>();
    all.visit::<FloorHand>();
    all.visit::<rest::VersionResponse>();
    all.visit::<rest::HandsResponse>();
    all.visit::<rest::HandRecord>();
    all.visit::<rest::ShareRequest>();
    all.visit::<rest::ShareResponse>();
    all.visit::<rest::CardResponse>();
    all.visit::<practice::PracticeRequest>();
    all.visit::<practice::StudyResponse>();
    all.visit::<odds::OddsRequest>();
    all.visit::<odds::OddsResponse>();
    all.visit::<personal::ResultsResponse>();
    all.visit::<personal::SessionsResponse>();
    all.visit::<personal::EventResultsResponse>();
    all.visit::<personal::NoteRequest>();
    all.visit::<personal::PlayerNote>();
    all.visit::<personal::NotesResponse>();
    all.visit::<friends::FriendsResponse>();
    all.visit::<friends::FriendAnswer>();
    all.visit::<friends::PresenceChoice>();
    all.visit::<ledger::Evening>();
    all.visit::<ledger::EveningsResponse>();
    all.visit::<clubs::ClubName>();
    all.visit::<clubs::ClubNames>();
    all.visit::<clubs::ClubPersonChange>();
    all.visit::<clubs::ClubCalls>();
    all.visit::<clubs::ClubRemark>();
    all.visit::<clubs::ClubPlaceRequest>();
    all.visit::<clubs::ClubsResponse>();
    all.visit::<clubs::ClubResponse>();
    all.visit::<clubs::ClubInvitation>();
    all.visit::<clubs::ClubChat>();
    all.visit::<clubs::ClubFile>();
    all.visit::<seasons::FormulaRequest>();
    all.visit::<seasons::SeasonRequest>();
    all.visit::<seasons::SeasonEventRequest>();
    all.visit::<seasons::FormulaPoints>();
    all.visit::<seasons::FormulasResponse>();
    all.visit::<seasons::SeasonResponse>();
    all.visit::<seasons::SeasonChanged>();
    all.visit::<templates::TemplateRequest>();
    all.visit::<templates::TemplatesResponse>();
    all.visit::<templates::TemplateResponse>();
    all.visit::<templates::RecurringRequest>();
    all.visit::<templates::RecurringEvent>();
    all.visit::<templates::RecurringResponse>();
    all.visit::<push::PushKey>();
    all.visit::<push::PushSubscription>();
    all.visit::<push::PushAddress>();
    all.visit::<personal::LeaderboardChoice>();
    all.visit::<personal::LeaderboardResponse>();
    all.visit::<personal::LimitsRequest>();
    all.visit::<personal::LimitsResponse>();
    let mut text = "// The messages of poker.v1. Generated from protocol/src/v1 by\n\
                    // `cargo run -p poker-protocol --example generate`; edit the Rust types instead.\n"
        .to_owned();
    for declaration in all.declared.values() {
        text.push('\n');
        text.push_str(declaration);
    }
    text
}

/// Walks from the roots to every type they mention.
struct Collect {
    config: Config,
    declared: BTreeMap<String, String>,
}

impl TypeVisitor for Collect {
    fn visit<T: TS + 'static + ?Sized>(&mut self) {
        let name = T::ident(&self.config);
        if T::output_path().is_none() || self.declared.contains_key(&name) {
            return;
        }
        let docs = T::docs().map(|docs| comment(&docs, "")).unwrap_or_default();
        let body = layout(&T::decl(&self.config));
        self.declared.insert(name, format!("{docs}export {body}\n"));
        T::visit_dependencies(self);
    }
}

/// Formats a comment block with its lines joined at the given indentation; a single line if there is only one.
fn comment(block: &str, indent: &str) -> String {
    let lines: Vec<&str> = block
        .lines()
        .map(|line| line.trim().trim_start_matches("/**").trim_end_matches("*/"))
        .map(|line| line.trim().trim_start_matches('*').trim())
        .filter(|line| !line.is_empty())
        .collect();
    if let [only] = lines.as_slice() {
        return format!("{indent}/** {only} */\n");
    }
    let between = format!("\n{indent} * ");
    format!("{indent}/**{between}{}\n{indent} */\n", lines.join(&between))
}

/// Formats a declaration with one field per line and one union member per line.
fn layout(declaration: &str) -> String {
    let declaration = declaration.trim_end_matches(';');
    let (head, body) = declaration.split_once(" = ").expect("a type is declared");
    let members = split(body, '|');
    match members.as_slice() {
        [only] => format!("{head} = {};", member(only)),
        several => {
            let several: Vec<String> = several.iter().map(|one| member(one).replace('\n', "\n    ")).collect();
            format!("{head} =\n  | {};", several.join("\n  | "))
        }
    }
}

/// Formats one member of a union: objects joined by `&`, or anything else as it is.
fn member(text: &str) -> String {
    let parts: Vec<String> = split(text, '&').iter().map(|part| object(part)).collect();
    parts.join(" & ")
}

fn object(text: &str) -> String {
    let text = text.trim();
    let Some(inside) = text.strip_prefix('{').and_then(|text| text.strip_suffix('}')) else {
        return text.to_owned();
    };
    let fields: Vec<(String, String)> = split(inside, ',')
        .iter()
        .filter_map(|field| docs_and_field(field))
        .collect();
    match fields.as_slice() {
        [] => "Record<string, never>".to_owned(),
        [(docs, field)] if docs.is_empty() => format!("{{ {field} }}"),
        several => {
            let lines: Vec<String> = several
                .iter()
                .map(|(docs, field)| format!("{docs}  {field};"))
                .collect();
            format!("{{\n{}\n}}", lines.join("\n"))
        }
    }
}

/// Returns a field's comment and the field itself with its name unquoted.
fn docs_and_field(text: &str) -> Option<(String, String)> {
    let (docs, field) = match text.rsplit_once("*/") {
        Some((docs, field)) => (comment(docs, "  "), field),
        None => (String::new(), text),
    };
    let field = field.trim();
    let (name, kind) = field.split_once(": ")?;
    Some((docs, format!("{}: {kind}", name.replace('"', ""))))
}

/// Splits at separators outside brackets, strings and comments.
fn split(text: &str, separator: char) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut depth, mut quoted, mut commented, mut start) = (0_usize, false, false, 0);
    for (at, symbol) in text.char_indices() {
        let rest = &text[at..];
        match symbol {
            _ if commented => commented = !text[..=at].ends_with("*/"),
            '"' => quoted = !quoted,
            _ if quoted => {}
            '/' if rest.starts_with("/**") => commented = true,
            '{' | '<' | '(' | '[' => depth += 1,
            '}' | '>' | ')' | ']' => depth -= 1,
            _ if symbol == separator && depth == 0 => {
                parts.push(text[start..at].trim());
                start = at + symbol.len_utf8();
            }
            _ => {}
        }
    }
    parts.push(text[start..].trim());
    parts
}
