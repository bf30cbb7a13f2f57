-- Tables, their journals, the ledger and the history of hands. Times are milliseconds since 1970, UTC.

CREATE TABLE game_table (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    config     TEXT    NOT NULL CHECK (json_valid(config)),
    created_at INTEGER NOT NULL,
    closed_at  INTEGER
) STRICT;

CREATE INDEX game_table_open ON game_table (id) WHERE closed_at IS NULL;

CREATE TRIGGER game_table_kept BEFORE DELETE ON game_table BEGIN
    SELECT RAISE(ABORT, 'tables are never deleted');
END;

CREATE TRIGGER game_table_fixed BEFORE UPDATE OF id, config, created_at ON game_table BEGIN
    SELECT RAISE(ABORT, 'the setup of a table is part of its journal''s chain');
END;

-- Who may append to a table's journal, and where its chain ends. The one row of a table that changes with every step.
CREATE TABLE owner (
    table_id  INTEGER PRIMARY KEY REFERENCES game_table (id),
    epoch     INTEGER NOT NULL CHECK (epoch > 0),
    last_step INTEGER NOT NULL CHECK (last_step >= 0),
    last_row  INTEGER,
    last_hash BLOB    NOT NULL CHECK (length(last_hash) = 32)
) STRICT;

CREATE TRIGGER owner_kept BEFORE DELETE ON owner BEGIN
    SELECT RAISE(ABORT, 'owners are replaced by a greater epoch, never deleted');
END;

CREATE TRIGGER owner_epoch BEFORE UPDATE OF epoch ON owner WHEN NEW.epoch < OLD.epoch BEGIN
    SELECT RAISE(ABORT, 'epochs only grow');
END;

-- Rows are in the order of their commits, so that the steps of all tables that share a commit share its pages. An index
-- by table would dirty a page for every row; each row points to the table's previous one instead, and `owner` to the
-- last: recovery and claims read a table backwards along that chain.
CREATE TABLE journal (
    row       INTEGER PRIMARY KEY,
    table_id  INTEGER NOT NULL,
    step      INTEGER NOT NULL CHECK (step > 0),
    epoch     INTEGER NOT NULL,
    format    INTEGER NOT NULL,
    first_seq INTEGER NOT NULL CHECK (first_seq >= 0),
    hand_no   INTEGER,
    kind      TEXT    NOT NULL CHECK (kind IN ('snapshot', 'hand', 'table')),
    command   BLOB    NOT NULL,
    events    BLOB    NOT NULL,
    sealed    BLOB,
    prev_row  INTEGER,
    prev_hash BLOB    NOT NULL,
    hash      BLOB    NOT NULL CHECK (length(hash) = 32)
) STRICT;

-- The fence: a row of a stale epoch, out of order, or off the chain cannot be written by anybody.
CREATE TRIGGER journal_append AFTER INSERT ON journal BEGIN
    UPDATE owner
       SET last_step = NEW.step, last_row = NEW.row, last_hash = NEW.hash
     WHERE table_id = NEW.table_id
       AND epoch = NEW.epoch
       AND last_step = NEW.step - 1
       AND last_row IS NEW.prev_row
       AND last_hash = NEW.prev_hash;
    SELECT RAISE(ABORT, 'not the next step of the table''s owner') WHERE changes() = 0;
END;

CREATE TRIGGER journal_fixed BEFORE UPDATE ON journal BEGIN
    SELECT RAISE(ABORT, 'the journal is append-only');
END;

CREATE TRIGGER journal_kept BEFORE DELETE ON journal BEGIN
    SELECT RAISE(ABORT, 'the journal is append-only');
END;

-- 2^53 - 1 is the most chips there can be: `mint` may go down to minus that.
CREATE TABLE balance (
    account TEXT    PRIMARY KEY,
    amount  INTEGER NOT NULL,
    CONSTRAINT enough_chips CHECK (amount >= 0 OR account = 'mint'),
    CONSTRAINT chips_in_range CHECK (amount BETWEEN -9007199254740991 AND 9007199254740991)
) STRICT, WITHOUT ROWID;

INSERT INTO balance (account, amount) VALUES ('mint', 0);

CREATE TABLE transfer (
    id         INTEGER PRIMARY KEY,
    debit      TEXT    NOT NULL,
    credit     TEXT    NOT NULL,
    amount     INTEGER NOT NULL CHECK (amount BETWEEN 1 AND 9007199254740991),
    reason     TEXT    NOT NULL CHECK (reason IN ('grant', 'top_up', 'buy_in', 'cash_out')),
    table_id   INTEGER,
    step       INTEGER,
    hand_no    INTEGER,
    request_id TEXT,
    made_at    INTEGER NOT NULL,
    prev_hash  BLOB    NOT NULL,
    hash       BLOB    NOT NULL CHECK (length(hash) = 32),
    CHECK (debit <> credit)
) STRICT;

CREATE INDEX transfer_issued ON transfer (credit, made_at) WHERE debit = 'mint';

-- Balances change here and nowhere else.
CREATE TRIGGER transfer_posted AFTER INSERT ON transfer BEGIN
    UPDATE balance SET amount = amount - NEW.amount WHERE account = NEW.debit;
    SELECT RAISE(ABORT, 'no such account to debit') WHERE changes() = 0;
    UPDATE balance SET amount = amount + NEW.amount WHERE account = NEW.credit;
    SELECT RAISE(ABORT, 'no such account to credit') WHERE changes() = 0;
END;

CREATE TRIGGER transfer_fixed BEFORE UPDATE ON transfer BEGIN
    SELECT RAISE(ABORT, 'transfers are append-only');
END;

CREATE TRIGGER transfer_kept BEFORE DELETE ON transfer BEGIN
    SELECT RAISE(ABORT, 'transfers are append-only');
END;

-- The first answer to each request that moved chips.
CREATE TABLE command (
    account     BLOB    NOT NULL CHECK (length(account) = 16),
    request_id  TEXT    NOT NULL,
    answer      TEXT    NOT NULL,
    answered_at INTEGER NOT NULL,
    PRIMARY KEY (account, request_id)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER command_fixed BEFORE UPDATE ON command BEGIN
    SELECT RAISE(ABORT, 'answers are given once');
END;

-- `players` are the accounts that took part, 16 bytes each; `sealed` is what each of them alone saw.
CREATE TABLE hand (
    id         INTEGER PRIMARY KEY,
    table_id   INTEGER NOT NULL,
    hand_no    INTEGER NOT NULL,
    game       TEXT    NOT NULL,
    started_at INTEGER NOT NULL,
    ended_at   INTEGER NOT NULL,
    players    BLOB    NOT NULL CHECK (length(players) <= 160 AND length(players) % 16 = 0),
    public     TEXT    NOT NULL,
    sealed     BLOB    NOT NULL,
    UNIQUE (table_id, hand_no)
) STRICT;

CREATE TABLE hand_player (
    account BLOB    NOT NULL CHECK (length(account) = 16),
    hand    INTEGER NOT NULL REFERENCES hand (id),
    PRIMARY KEY (account, hand)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER hand_players AFTER INSERT ON hand BEGIN
    INSERT INTO hand_player (account, hand)
    SELECT substr(NEW.players, 1 + 16 * seat.column1, 16), NEW.id
    FROM (VALUES (0), (1), (2), (3), (4), (5), (6), (7), (8), (9)) AS seat
    WHERE 16 * seat.column1 < length(NEW.players);
END;

CREATE TRIGGER hand_fixed BEFORE UPDATE ON hand BEGIN
    SELECT RAISE(ABORT, 'history does not change');
END;

CREATE TRIGGER hand_player_fixed BEFORE UPDATE ON hand_player BEGIN
    SELECT RAISE(ABORT, 'history does not change');
END;
