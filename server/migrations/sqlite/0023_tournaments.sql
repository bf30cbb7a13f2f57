-- A tournament has a journal and an account of the ledger as a table has: it is a row of `game_table`, and takes its number
-- from the same sequence.
ALTER TABLE game_table ADD COLUMN kind TEXT NOT NULL DEFAULT 'table' CHECK (kind IN ('table', 'tournament'));

DROP TRIGGER game_table_fixed;

CREATE TRIGGER game_table_fixed BEFORE UPDATE OF id, kind, config, created_at ON game_table BEGIN
    SELECT RAISE(ABORT, 'the setup of a table is part of its journal''s chain');
END;

-- Transfers have more reasons. A check belongs to its table, so the rows move into another one, as they are: the chain of
-- their hashes goes on. Balances have been moved by them already, so the triggers follow at the end.
CREATE TABLE transfer_made (
    id         INTEGER PRIMARY KEY,
    debit      TEXT    NOT NULL,
    credit     TEXT    NOT NULL,
    amount     INTEGER NOT NULL CHECK (amount BETWEEN 1 AND 9007199254740991),
    reason     TEXT    NOT NULL CHECK (reason IN (
        'grant', 'top_up', 'buy_in', 'cash_out', 'entry', 'rebuy', 'refund', 'prize', 'bounty', 'overlay'
    )),
    table_id   INTEGER,
    step       INTEGER,
    hand_no    INTEGER,
    request_id TEXT,
    made_at    INTEGER NOT NULL,
    prev_hash  BLOB    NOT NULL,
    hash       BLOB    NOT NULL CHECK (length(hash) = 32),
    CHECK (debit <> credit)
) STRICT;

INSERT INTO transfer_made
    (id, debit, credit, amount, reason, table_id, step, hand_no, request_id, made_at, prev_hash, hash)
SELECT id, debit, credit, amount, reason, table_id, step, hand_no, request_id, made_at, prev_hash, hash
FROM transfer ORDER BY id;

-- With it goes `transfer_issued`, an index that nothing reads since the faucet keeps its own sums.
DROP TABLE transfer;
ALTER TABLE transfer_made RENAME TO transfer;

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
