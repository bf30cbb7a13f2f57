-- The events of a tournament that is closed, one a line: as many lines a row as the server puts there, packed as hands are.
CREATE TABLE result_log (
    tournament INTEGER NOT NULL REFERENCES game_table (id),
    page       INTEGER NOT NULL,
    lines      BLOB    NOT NULL,
    PRIMARY KEY (tournament, page)
) STRICT, WITHOUT ROWID;

-- What officials did in a tournament after it was closed, behind the lines that its result has. JSON that the store only keeps.
CREATE TABLE result_act (
    no         INTEGER PRIMARY KEY,
    tournament INTEGER NOT NULL REFERENCES game_table (id),
    account    BLOB    NOT NULL REFERENCES account (id),
    request    TEXT    NOT NULL,
    body       TEXT    NOT NULL,
    UNIQUE (tournament, account, request)
) STRICT;
