-- Who officiates in all tournaments, by the operator's grant. Officials of one tournament are in its journal.
CREATE TABLE official (
    account    BLOB    PRIMARY KEY REFERENCES account (id),
    role       TEXT    NOT NULL CHECK (role IN ('floor', 'director')),
    granted_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
