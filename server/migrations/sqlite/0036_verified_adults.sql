-- Whose age the operator has verified: they may enter tournaments for adults only.
CREATE TABLE verified_adult (
    account     BLOB    PRIMARY KEY REFERENCES account (id),
    verified_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID;
