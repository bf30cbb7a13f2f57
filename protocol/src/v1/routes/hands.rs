//! Finished hands and links to them.

use super::answer::{Done, HandOrFile, HandsFile, Nothing};
use crate::v1::rest::{HandRecord, HandsResponse, ShareRequest, ShareResponse};

routes! {
    /// Your finished hands that match the search, newest first.
    List = Get "/api/v1/hands" -> Done<HandsResponse>,
        token: Needed, query: HandSearch, costs: 5 "up to 4,000 hands are examined";

    /// The same hands as one file. `x-hands` and `x-skipped` count the hands in it and those that the format cannot
    /// express; `x-before` is the place where older hands begin. `x-skipped-hands` names the missing hands, each with
    /// what the format cannot express; so do comments in PHH and text files.
    File = Get "/api/v1/hands/file" -> HandsFile,
        token: Needed, query: HandFileSearch,
        costs: 20 "up to 200 hands are written";

    /// A finished hand as you saw it; with `format`, as a file.
    Show = Get "/api/v1/hands/{table}/{hand}" -> HandOrFile,
        token: Needed, query: HandForm, refuses: [404], costs: 2 "a record is read";

    /// Creates a public link to a hand that you played.
    Share = Post "/api/v1/hands/{table}/{hand}/share" (ShareRequest) -> Done<ShareResponse>,
        token: Needed, refuses: [404];

    /// Revokes your links to a hand.
    Unshare = Delete "/api/v1/hands/{table}/{hand}/share" -> Nothing,
        token: Needed, refuses: [404];

    /// A hand shared by a player.
    Shared = Get "/api/v1/shared/{token}" -> Done<HandRecord>,
        refuses: [404], costs: 2 "a record is read";
}
