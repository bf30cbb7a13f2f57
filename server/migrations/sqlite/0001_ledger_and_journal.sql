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

-- Who may append to a table's journal, and where its chain ended when the ends were last written down: the groups behind
-- `journal_end.settled` go on from there.
CREATE TABLE owner (
    table_id   INTEGER PRIMARY KEY REFERENCES game_table (id),
    epoch      INTEGER NOT NULL CHECK (epoch > 0),
    last_step  INTEGER NOT NULL CHECK (last_step >= 0),
    last_group INTEGER NOT NULL CHECK (last_group >= 0),
    last_hash  BLOB    NOT NULL CHECK (length(last_hash) = 32)
) STRICT;

CREATE TRIGGER owner_kept BEFORE DELETE ON owner BEGIN
    SELECT RAISE(ABORT, 'owners are replaced by a greater epoch, never deleted');
END;

CREATE TRIGGER owner_epoch BEFORE UPDATE OF epoch ON owner WHEN NEW.epoch < OLD.epoch BEGIN
    SELECT RAISE(ABORT, 'epochs only grow');
END;

-- A row is all steps of one commit, in the format of `group.rs`: a row for each step, or an index by table, would cost more
-- than everything else that the disk has to do for it. Each step names the group of its table's previous one, and `owner`
-- a late one: recovery and claims read a table backwards along that chain.
CREATE TABLE journal (
    id     INTEGER PRIMARY KEY,
    owners INTEGER NOT NULL,
    steps  BLOB    NOT NULL
) STRICT;

-- Where the journal ends, how often a table has changed its owner, up to which group `owner` knows the ends of the chains,
-- and up to which hand `hand_player` knows who played.
CREATE TABLE journal_end (
    one        INTEGER PRIMARY KEY CHECK (one = 1),
    last_group INTEGER NOT NULL,
    owners     INTEGER NOT NULL,
    settled    INTEGER NOT NULL CHECK (settled <= last_group),
    filed      INTEGER NOT NULL
) STRICT;

INSERT INTO journal_end (one, last_group, owners, settled, filed) VALUES (1, 0, 0, 0, 0);

CREATE TRIGGER journal_end_kept BEFORE DELETE ON journal_end BEGIN
    SELECT RAISE(ABORT, 'the journal has one end');
END;

-- The fence: nobody can write who does not know the last group and the last change of an owner.
CREATE TRIGGER journal_append AFTER INSERT ON journal BEGIN
    UPDATE journal_end SET last_group = NEW.id WHERE last_group = NEW.id - 1 AND owners = NEW.owners;
    SELECT RAISE(ABORT, 'not the next group of those who own the tables') WHERE changes() = 0;
END;

CREATE TRIGGER owner_changed AFTER UPDATE OF epoch ON owner BEGIN
    UPDATE journal_end SET owners = owners + 1;
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

-- The history of an account. Hands behind `journal_end.filed` are not in it yet: one hand would touch a page for each of its
-- players, many hands share them.
CREATE TABLE hand_player (
    account BLOB    NOT NULL CHECK (length(account) = 16),
    hand    INTEGER NOT NULL REFERENCES hand (id),
    PRIMARY KEY (account, hand)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER hand_fixed BEFORE UPDATE ON hand BEGIN
    SELECT RAISE(ABORT, 'history does not change');
END;

CREATE TRIGGER hand_player_fixed BEFORE UPDATE ON hand_player BEGIN
    SELECT RAISE(ABORT, 'history does not change');
END;
