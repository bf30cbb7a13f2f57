-- Finished hands are found by their table and by who played them. Both used to be written with each hand or soon after it,
-- a page of its own for its table and for each of its players; now many hands share these pages.

-- The history of an account: lists of hands as JSON, ascending. The last hands are in no list yet: `journal_end.listed`.
CREATE TABLE hand_list (
    account BLOB    NOT NULL CHECK (length(account) = 16),
    first   INTEGER NOT NULL,
    last    INTEGER NOT NULL CHECK (last >= first),
    hands   TEXT    NOT NULL,
    PRIMARY KEY (account, last)
) STRICT, WITHOUT ROWID;

INSERT INTO hand_list (account, first, last, hands)
SELECT account, min(hand), max(hand), json_group_array(hand ORDER BY hand)
FROM hand_player
GROUP BY account, hand / 2048;

DROP TABLE hand_player;

CREATE TABLE finished_hand (
    id         INTEGER PRIMARY KEY,
    table_id   INTEGER NOT NULL,
    hand_no    INTEGER NOT NULL,
    game       TEXT    NOT NULL,
    started_at INTEGER NOT NULL,
    ended_at   INTEGER NOT NULL,
    players    BLOB    NOT NULL CHECK (length(players) <= 160 AND length(players) % 16 = 0),
    public     TEXT    NOT NULL,
    sealed     BLOB    NOT NULL
) STRICT;

INSERT INTO finished_hand (id, table_id, hand_no, game, started_at, ended_at, players, public, sealed)
SELECT id, table_id, hand_no, game, started_at, ended_at, players, public, sealed FROM hand;

DROP TABLE hand;
ALTER TABLE finished_hand RENAME TO hand;

-- The hands of a table, but for those behind `journal_end.filed`.
CREATE TABLE hand_at (
    table_id INTEGER NOT NULL,
    hand_no  INTEGER NOT NULL,
    hand     INTEGER NOT NULL REFERENCES hand (id),
    PRIMARY KEY (table_id, hand_no)
) STRICT, WITHOUT ROWID;

INSERT INTO hand_at (table_id, hand_no, hand)
SELECT table_id, hand_no, id FROM hand WHERE id <= (SELECT filed FROM journal_end) ORDER BY table_id, hand_no;

-- No list lacks a hand up to `listed`; of the hands behind it, one that is older than an account's last list is in a list
-- if the account played it.
ALTER TABLE journal_end ADD COLUMN listed INTEGER NOT NULL DEFAULT 0;
UPDATE journal_end SET listed = filed;

CREATE TRIGGER hand_fixed BEFORE UPDATE ON hand BEGIN
    SELECT RAISE(ABORT, 'history does not change');
END;

CREATE TRIGGER hand_at_fixed BEFORE UPDATE ON hand_at BEGIN
    SELECT RAISE(ABORT, 'history does not change');
END;

CREATE TRIGGER hand_list_fixed BEFORE UPDATE ON hand_list BEGIN
    SELECT RAISE(ABORT, 'history does not change');
END;
