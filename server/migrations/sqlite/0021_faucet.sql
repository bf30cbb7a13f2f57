-- What the faucet has given today, by account, by network and in all. Rows of earlier days go with the first grant of a day.
CREATE TABLE faucet (
    -- Days since 1970, UTC.
    day    INTEGER NOT NULL,
    share  TEXT    NOT NULL,
    amount INTEGER NOT NULL CHECK (amount >= 0),
    PRIMARY KEY (day, share)
) STRICT, WITHOUT ROWID;
