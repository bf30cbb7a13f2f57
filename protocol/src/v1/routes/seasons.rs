//! Seasons of clubs.

use super::answer::{Created, Csv, Done, Nothing};
use crate::v1::seasons::{
    FormulaPoints, FormulaRequest, FormulasResponse, SeasonChanged, SeasonEventRequest, SeasonRequest, SeasonResponse,
};

routes! {
    /// Points formulas that leagues use.
    Formulas = Get "/api/v1/formulas" -> Done<FormulasResponse>;

    /// Checks a points formula.
    CheckFormula = Post "/api/v1/formulas/check" (FormulaRequest) -> Done<FormulaPoints>, costs: 2 "a formula is parsed and tried";

    /// Begins a season.
    Begin = Post "/api/v1/clubs/{club}/seasons" (SeasonRequest) -> Created<SeasonResponse>,
        token: Needed, refuses: [404, 409], costs: 10 "standings are computed in the pool";

    /// A season with its standings.
    Show = Get "/api/v1/clubs/{club}/seasons/{season}" -> Done<SeasonResponse>,
        token: Needed, refuses: [404], costs: 10 "standings are computed in the pool";

    /// Changes name and rules of a season; the standings are computed anew.
    Change = Put "/api/v1/clubs/{club}/seasons/{season}" (SeasonRequest) -> Done<SeasonChanged>,
        token: Needed, refuses: [404], costs: 20 "standings are computed twice in the pool";

    /// Deletes a season with its events.
    End = Delete "/api/v1/clubs/{club}/seasons/{season}" -> Nothing,
        token: Needed, refuses: [404];

    /// The standings with the points of each event, as CSV.
    File = Get "/api/v1/clubs/{club}/seasons/{season}/file" -> Csv,
        token: Needed, refuses: [404], costs: 10 "standings are computed in the pool";

    /// Adds an event.
    AddEvent = Post "/api/v1/clubs/{club}/seasons/{season}/events" (SeasonEventRequest) -> Created<SeasonChanged>,
        token: Needed, refuses: [404, 409], costs: 20 "standings are computed twice in the pool";

    /// Corrects an event; the standings are computed anew.
    CorrectEvent = Put "/api/v1/clubs/{club}/seasons/{season}/events/{event}" (SeasonEventRequest) -> Done<SeasonChanged>,
        token: Needed, refuses: [404, 409], costs: 20 "standings are computed twice in the pool";

    /// Deletes an event; the standings are computed anew.
    DeleteEvent = Delete "/api/v1/clubs/{club}/seasons/{season}/events/{event}" -> Done<SeasonChanged>,
        token: Needed, refuses: [404], costs: 20 "standings are computed twice in the pool";
}
