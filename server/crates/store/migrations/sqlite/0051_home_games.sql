-- Tables with chips of their own: their players have tabs, which may be below zero, and their evenings are kept.

DROP TRIGGER transfer_posted;

CREATE TABLE new_balance (
    account TEXT    PRIMARY KEY,
    amount  INTEGER NOT NULL,
    checked INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT enough_chips CHECK (amount >= 0 OR account = 'mint' OR substr(account, 1, 4) = 'tab:'),
    CONSTRAINT chips_in_range CHECK (amount BETWEEN -9007199254740991 AND 9007199254740991)
) STRICT, WITHOUT ROWID;

INSERT INTO new_balance (account, amount, checked) SELECT account, amount, checked FROM balance;
DROP TABLE balance;
ALTER TABLE new_balance RENAME TO balance;

-- Balances change here and nowhere else.
CREATE TRIGGER transfer_posted AFTER INSERT ON transfer BEGIN
    UPDATE balance SET amount = amount - NEW.amount WHERE account = NEW.debit;
    SELECT RAISE(ABORT, 'no such account to debit') WHERE changes() = 0;
    UPDATE balance SET amount = amount + NEW.amount WHERE account = NEW.credit;
    SELECT RAISE(ABORT, 'no such account to credit') WHERE changes() = 0;
END;

-- The ledger of a closed table with chips of its own. `next_table` is the table at which the same people play on.
CREATE TABLE evening (
    table_id   INTEGER PRIMARY KEY REFERENCES game_table (id),
    body       TEXT    NOT NULL,
    next_table TEXT,
    sum        BLOB
) STRICT;

CREATE INDEX evening_changed ON evening (table_id) WHERE sum IS NULL;
CREATE TRIGGER evening_loses_sum AFTER UPDATE ON evening WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE evening SET sum = NULL WHERE table_id = NEW.table_id;
END;

-- Those in the ledger. Whom the host sent away (`invited` 0) is not led on to the next table.
CREATE TABLE evening_player (
    account  BLOB    NOT NULL REFERENCES account (id),
    table_id INTEGER NOT NULL REFERENCES evening (table_id),
    invited  INTEGER NOT NULL CHECK (invited IN (0, 1)),
    sum      BLOB,
    PRIMARY KEY (account, table_id)
) STRICT, WITHOUT ROWID;

CREATE INDEX evening_player_changed ON evening_player (account, table_id) WHERE sum IS NULL;
CREATE TRIGGER evening_player_loses_sum AFTER UPDATE ON evening_player
WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE evening_player SET sum = NULL WHERE account = NEW.account AND table_id = NEW.table_id;
END;

-- The list of an account goes with it; the evening stays for those who were there too.
CREATE TRIGGER account_retired_evening AFTER UPDATE OF retired_at ON account
WHEN NEW.retired_at IS NOT NULL AND OLD.retired_at IS NULL BEGIN
    DELETE FROM evening_player WHERE account = NEW.id;
END;
