//! Templates and the events that recur by them, of accounts and of clubs.

use super::answer::{Created, Done, Nothing};
use crate::v1::templates::{
    RecurringEvent, RecurringRequest, RecurringResponse, TemplateRequest, TemplateResponse, TemplatesResponse,
};

routes! {
    /// Your templates.
    List = Get "/api/v1/templates" -> Done<TemplatesResponse>,
        token: Needed, costs: 2 "up to 50 templates are read";

    /// Keeps a template. Its content is checked as the real thing is.
    Keep = Post "/api/v1/templates" (TemplateRequest) -> Created<TemplateResponse>,
        token: Needed, refuses: [404, 409],
        costs: 5 "a structure, a game or an announcement is checked";

    /// A template.
    Show = Get "/api/v1/templates/{template}" -> Done<TemplateResponse>,
        token: Needed, refuses: [404];

    /// Replaces name and content of a template. Events announced before stay as they are.
    Replace = Put "/api/v1/templates/{template}" (TemplateRequest) -> Done<TemplateResponse>,
        token: Needed, refuses: [404, 409],
        costs: 5 "a structure, a game or an announcement is checked";

    /// Deletes a template by which no event recurs.
    Delete = Delete "/api/v1/templates/{template}" -> Nothing,
        token: Needed, refuses: [404, 409];

    /// Your events that recur.
    Recurring = Get "/api/v1/recurring" -> Done<RecurringResponse>,
        token: Needed;

    /// Has an event announced again and again, each time once.
    BeginRecurring = Post "/api/v1/recurring" (RecurringRequest) -> Created<RecurringEvent>,
        token: Needed, refuses: [404, 409], costs: 10 "events are opened and kept for good";

    /// Changes an event that recurs, or pauses it. What was announced stays, and is not announced again.
    ChangeRecurring = Put "/api/v1/recurring/{recurring}" (RecurringRequest) -> Done<RecurringEvent>,
        token: Needed, refuses: [404, 409], costs: 10 "events are opened and kept for good";

    /// Ends an event that recurs. What was announced stays.
    EndRecurring = Delete "/api/v1/recurring/{recurring}" -> Nothing,
        token: Needed, refuses: [404];

    /// The templates of a club.
    ClubList = Get "/api/v1/clubs/{club}/templates" -> Done<TemplatesResponse>,
        token: Needed, refuses: [404], costs: 2 "up to 50 templates are read";

    /// Keeps a template. Its content is checked as the real thing is.
    ClubKeep = Post "/api/v1/clubs/{club}/templates" (TemplateRequest) -> Created<TemplateResponse>,
        token: Needed, refuses: [404, 409],
        costs: 5 "a structure, a game or an announcement is checked";

    /// A template.
    ClubShow = Get "/api/v1/clubs/{club}/templates/{template}" -> Done<TemplateResponse>,
        token: Needed, refuses: [404];

    /// Replaces name and content of a template. Events announced before stay as they are.
    ClubReplace = Put "/api/v1/clubs/{club}/templates/{template}" (TemplateRequest) -> Done<TemplateResponse>,
        token: Needed, refuses: [404, 409],
        costs: 5 "a structure, a game or an announcement is checked";

    /// Deletes a template by which no event recurs.
    ClubDelete = Delete "/api/v1/clubs/{club}/templates/{template}" -> Nothing,
        token: Needed, refuses: [404, 409];

    /// The events of a club that recur.
    ClubRecurring = Get "/api/v1/clubs/{club}/recurring" -> Done<RecurringResponse>,
        token: Needed, refuses: [404];

    /// Has an event announced again and again, each time once.
    ClubBeginRecurring = Post "/api/v1/clubs/{club}/recurring" (RecurringRequest) -> Created<RecurringEvent>,
        token: Needed, refuses: [404, 409], costs: 10 "events are opened and kept for good";

    /// Changes an event that recurs, or pauses it. What was announced stays, and is not announced again.
    ClubChangeRecurring = Put "/api/v1/clubs/{club}/recurring/{recurring}" (RecurringRequest) -> Done<RecurringEvent>,
        token: Needed, refuses: [404, 409], costs: 10 "events are opened and kept for good";

    /// Ends an event that recurs. What was announced stays.
    ClubEndRecurring = Delete "/api/v1/clubs/{club}/recurring/{recurring}" -> Nothing,
        token: Needed, refuses: [404];
}
