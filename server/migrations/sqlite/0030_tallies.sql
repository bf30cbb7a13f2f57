-- What came of the hands of each account in cash games. An account's hands are counted when its results are asked for, or when
-- the first of them are about to be forgotten, so that results outlive the hands. JSON in the format of `tally.rs`, some
-- hundred hands a page.
CREATE TABLE tally (
    account BLOB    NOT NULL CHECK (length(account) = 16),
    page    INTEGER NOT NULL,
    -- Hands of the account up to this one are on this page or an earlier one.
    counted INTEGER NOT NULL,
    -- When the last hand on the page ended.
    last_at INTEGER NOT NULL,
    hands   TEXT    NOT NULL,
    PRIMARY KEY (account, page)
) STRICT;

-- The same for each week at tables that are open to everybody, for the leaderboard. Weeks begin on Monday, UTC; number 0 is the
-- one with the first day of 1970. The game is empty for all games together.
CREATE TABLE week_result (
    week    INTEGER NOT NULL,
    game    TEXT    NOT NULL,
    account BLOB    NOT NULL CHECK (length(account) = 16),
    hands   INTEGER NOT NULL,
    net     INTEGER NOT NULL,
    PRIMARY KEY (week, game, account)
) STRICT, WITHOUT ROWID;

CREATE INDEX week_result_account ON week_result (account);

-- Who wants to be on the leaderboard.
CREATE TABLE listed_account (
    account BLOB    PRIMARY KEY REFERENCES account (id),
    since   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER account_retired_tally AFTER UPDATE OF retired_at ON account
WHEN NEW.retired_at IS NOT NULL AND OLD.retired_at IS NULL BEGIN
    DELETE FROM tally WHERE account = NEW.id;
    DELETE FROM week_result WHERE account = NEW.id;
    DELETE FROM listed_account WHERE account = NEW.id;
END;
