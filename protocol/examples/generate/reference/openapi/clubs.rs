//! Operations on clubs, their seasons, and templates.

use poker_protocol::v1::clubs::{
    ClubCalls, ClubChat, ClubFile, ClubInvitation, ClubName, ClubNames, ClubPersonChange, ClubPlaceRequest, ClubRemark,
    ClubResponse, ClubsResponse,
};
use poker_protocol::v1::seasons::{
    FormulaPoints, FormulaRequest, FormulasResponse, SeasonChanged, SeasonEventRequest, SeasonRequest, SeasonResponse,
};
use poker_protocol::v1::templates::{
    RecurringEvent, RecurringRequest, RecurringResponse, TemplateRequest, TemplateResponse, TemplatesResponse,
};

use super::{Content, Operation, Types};

fn delete(path: &'static str, about: &'static str) -> Operation {
    Operation {
        method: "delete",
        ..Operation::get(path, about, (204, Content::Nothing))
    }
}

/// Operations on clubs.
#[expect(clippy::too_many_lines, reason = "a list")]
pub(super) fn clubs(types: &mut Types) -> Vec<Operation> {
    let (clubs, club) = ("/api/v1/clubs", "/api/v1/clubs/{club}");
    let person = "/api/v1/clubs/{club}/people/{person}";
    let chat = "/api/v1/clubs/{club}/chat";
    let invitation = "/api/v1/club-invitations/{invitation}";
    vec![
        Operation::get(clubs, "Your clubs.", types.json::<ClubsResponse>(200)).refused(&[401]),
        Operation::post(
            clubs,
            "Founds a club with you as its owner.",
            types.request::<ClubName>(),
            types.json::<ClubResponse>(201),
        )
        .refused(&[401, 403, 409, 415]),
        Operation::get(club, "A club of yours.", types.json::<ClubResponse>(200)).refused(&[401, 404]),
        Operation::put(
            club,
            "Renames a club.",
            types.request::<ClubName>(),
            types.json::<ClubResponse>(200),
        )
        .refused(&[401, 403, 404, 415]),
        delete(
            club,
            "Closes a club and deletes everything that belongs to it but its tables and events.",
        )
        .refused(&[401, 403, 404]),
        Operation::post(
            "/api/v1/clubs/{club}/invitation",
            "Replaces the invitation: the earlier one leads nowhere from now on.",
            None,
            types.json::<ClubResponse>(200),
        )
        .refused(&[401, 403, 404]),
        Operation::get(
            invitation,
            "The club that an invitation leads to.",
            types.json::<ClubInvitation>(200),
        )
        .refused(&[401, 404]),
        Operation::post(
            invitation,
            "Makes you a member of the club. Repeating it changes nothing.",
            None,
            types.json::<ClubResponse>(200),
        )
        .refused(&[401, 404, 409]),
        Operation::post(
            "/api/v1/clubs/{club}/people",
            "Adds players without an account.",
            types.request::<ClubNames>(),
            types.json::<ClubResponse>(200),
        )
        .refused(&[401, 403, 404, 409, 415]),
        Operation::put(
            person,
            "Changes the role of a member, the name of a player without an account, or answers a claim.",
            types.request::<ClubPersonChange>(),
            types.json::<ClubResponse>(200),
        )
        .refused(&[401, 403, 404, 409, 415]),
        delete(
            person,
            "Removes a person; yourself to leave. Who has results stays as a player without an account. A removed member who plays at a \
             table of the club leaves it after the hand.",
        )
        .refused(&[401, 403, 404, 409]),
        Operation::post(
            "/api/v1/clubs/{club}/people/{person}/claim",
            "Claims to be a player without an account. The owner or a director answers.",
            None,
            types.json::<ClubResponse>(200),
        )
        .refused(&[401, 404, 409]),
        Operation::put(
            "/api/v1/clubs/{club}/calls",
            "Has you called by Web Push, or not any more, when an event of the club is announced.",
            types.request::<ClubCalls>(),
            types.json::<ClubResponse>(200),
        )
        .refused(&[401, 404, 415]),
        Operation::get(chat, "The latest remarks of a club.", types.json::<ClubChat>(200)).refused(&[401, 404]),
        Operation::post(
            chat,
            "Says something to the members.",
            types.request::<ClubRemark>(),
            types.json::<ClubChat>(200),
        )
        .refused(&[401, 404, 415]),
        Operation::post(
            "/api/v1/clubs/{club}/places",
            "Makes a private table or tournament of yours one for the members of the club alone.",
            types.request::<ClubPlaceRequest>(),
            types.json::<ClubResponse>(200),
        )
        .refused(&[401, 404, 409, 415]),
        delete(
            "/api/v1/clubs/{club}/places/{place}",
            "Takes a table or tournament, given by its number, out of the club: its link opens it again.",
        )
        .refused(&[401, 403, 404]),
        Operation::get(
            "/api/v1/clubs/{club}/file",
            "Everything that is kept of a club but its seasons.",
            types.json::<ClubFile>(200),
        )
        .refused(&[401, 404]),
        Operation::get(
            "/api/v1/clubs/{club}/people/file",
            "The people of a club, as CSV.",
            (200, Content::Text("text/csv")),
        )
        .refused(&[401, 404]),
    ]
    .into_iter()
    .map(Operation::token)
    .collect()
}

/// Operations on seasons.
pub(super) fn seasons(types: &mut Types) -> Vec<Operation> {
    let season = "/api/v1/clubs/{club}/seasons/{season}";
    let event = "/api/v1/clubs/{club}/seasons/{season}/events/{event}";
    vec![
        Operation::get(
            "/api/v1/formulas",
            "Points formulas that leagues use.",
            types.json::<FormulasResponse>(200),
        ),
        Operation::post(
            "/api/v1/formulas/check",
            "Checks a points formula.",
            types.request::<FormulaRequest>(),
            types.json::<FormulaPoints>(200),
        )
        .refused(&[415]),
        Operation::post(
            "/api/v1/clubs/{club}/seasons",
            "Begins a season.",
            types.request::<SeasonRequest>(),
            types.json::<SeasonResponse>(201),
        )
        .refused(&[401, 403, 404, 409, 415])
        .token(),
        Operation::get(
            season,
            "A season with its standings.",
            types.json::<SeasonResponse>(200),
        )
        .refused(&[401, 404])
        .token(),
        Operation::put(
            season,
            "Changes name and rules of a season; the standings are computed anew.",
            types.request::<SeasonRequest>(),
            types.json::<SeasonChanged>(200),
        )
        .refused(&[401, 403, 404, 415])
        .token(),
        delete(season, "Deletes a season with its events.")
            .refused(&[401, 403, 404])
            .token(),
        Operation::get(
            "/api/v1/clubs/{club}/seasons/{season}/file",
            "The standings with the points of each event, as CSV.",
            (200, Content::Text("text/csv")),
        )
        .refused(&[401, 404])
        .token(),
        Operation::post(
            "/api/v1/clubs/{club}/seasons/{season}/events",
            "Adds an event.",
            types.request::<SeasonEventRequest>(),
            types.json::<SeasonChanged>(201),
        )
        .refused(&[401, 403, 404, 409, 415])
        .token(),
        Operation::put(
            event,
            "Corrects an event; the standings are computed anew.",
            types.request::<SeasonEventRequest>(),
            types.json::<SeasonChanged>(200),
        )
        .refused(&[401, 403, 404, 409, 415])
        .token(),
        Operation {
            method: "delete",
            ..Operation::get(
                event,
                "Deletes an event; the standings are computed anew.",
                types.json::<SeasonChanged>(200),
            )
        }
        .refused(&[401, 403, 404])
        .token(),
    ]
}

/// Operations on templates and the events that recur by them, of accounts and of clubs.
pub(super) fn templates(types: &mut Types) -> Vec<Operation> {
    let own = kept(
        types,
        ["/api/v1/templates", "/api/v1/templates/{template}"],
        ["/api/v1/recurring", "/api/v1/recurring/{recurring}"],
        ["Your templates.", "Your events that recur."],
        &[401],
    );
    let of_club = kept(
        types,
        [
            "/api/v1/clubs/{club}/templates",
            "/api/v1/clubs/{club}/templates/{template}",
        ],
        [
            "/api/v1/clubs/{club}/recurring",
            "/api/v1/clubs/{club}/recurring/{recurring}",
        ],
        ["The templates of a club.", "The events of a club that recur."],
        &[401, 404],
    );
    own.into_iter().chain(of_club).map(Operation::token).collect()
}

fn kept(
    types: &mut Types,
    [templates, template]: [&'static str; 2],
    [recurring, one]: [&'static str; 2],
    [their_templates, their_events]: [&'static str; 2],
    read: &'static [u16],
) -> Vec<Operation> {
    vec![
        Operation::get(templates, their_templates, types.json::<TemplatesResponse>(200)).refused(read),
        Operation::post(
            templates,
            "Keeps a template. Its content is checked as the real thing is.",
            types.request::<TemplateRequest>(),
            types.json::<TemplateResponse>(201),
        )
        .refused(&[401, 403, 404, 409, 415]),
        Operation::get(template, "A template.", types.json::<TemplateResponse>(200)).refused(&[401, 404]),
        Operation::put(
            template,
            "Replaces name and content of a template. Events announced before stay as they are.",
            types.request::<TemplateRequest>(),
            types.json::<TemplateResponse>(200),
        )
        .refused(&[401, 403, 404, 409, 415]),
        delete(template, "Deletes a template by which no event recurs.").refused(&[401, 403, 404, 409]),
        Operation::get(recurring, their_events, types.json::<RecurringResponse>(200)).refused(read),
        Operation::post(
            recurring,
            "Has an event announced again and again, each time once.",
            types.request::<RecurringRequest>(),
            types.json::<RecurringEvent>(201),
        )
        .refused(&[401, 403, 404, 409, 415]),
        Operation::put(
            one,
            "Changes an event that recurs, or pauses it. What was announced stays, and is not announced again.",
            types.request::<RecurringRequest>(),
            types.json::<RecurringEvent>(200),
        )
        .refused(&[401, 403, 404, 409, 415]),
        delete(one, "Ends an event that recurs. What was announced stays.").refused(&[401, 403, 404]),
    ]
}
