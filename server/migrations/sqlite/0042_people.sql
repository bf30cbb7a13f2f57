-- What the operator does about people, and what is kept of the chat.

-- Transfers have one more reason: an act of the operator. A check belongs to its table, so the rows move into another one, as they
-- are: the chain of their hashes goes on. Balances have been moved by them already, so the triggers follow at the end.
CREATE TABLE transfer_made (
    id         INTEGER PRIMARY KEY,
    debit      TEXT    NOT NULL,
    credit     TEXT    NOT NULL,
    amount     INTEGER NOT NULL CHECK (amount BETWEEN 1 AND 9007199254740991),
    reason     TEXT    NOT NULL CHECK (reason IN (
        'grant', 'top_up', 'buy_in', 'cash_out', 'entry', 'rebuy', 'refund', 'prize', 'bounty', 'overlay', 'operator'
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

DROP TABLE transfer;
ALTER TABLE transfer_made RENAME TO transfer;

CREATE INDEX transfer_to_event ON transfer (debit, table_id) WHERE reason IN ('entry', 'rebuy');
CREATE INDEX transfer_from_event ON transfer (credit, table_id) WHERE reason IN ('refund', 'prize', 'bounty');

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

-- Whom the operator keeps out, and until when; for ever without that.
CREATE TABLE ban (
    account BLOB    NOT NULL PRIMARY KEY REFERENCES account (id),
    since   INTEGER NOT NULL,
    until   INTEGER,
    reason  TEXT    NOT NULL,
    sum     BLOB
) STRICT, WITHOUT ROWID;

CREATE INDEX ban_changed ON ban (account) WHERE sum IS NULL;
CREATE TRIGGER ban_loses_sum AFTER UPDATE ON ban WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE ban SET sum = NULL WHERE account = NEW.account;
END;

-- Whom the operator keeps from chatting at all tables, in the same way.
CREATE TABLE chat_mute (
    account BLOB    NOT NULL PRIMARY KEY REFERENCES account (id),
    since   INTEGER NOT NULL,
    until   INTEGER,
    reason  TEXT    NOT NULL,
    sum     BLOB
) STRICT, WITHOUT ROWID;

CREATE INDEX chat_mute_changed ON chat_mute (account) WHERE sum IS NULL;
CREATE TRIGGER chat_mute_loses_sum AFTER UPDATE ON chat_mute WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE chat_mute SET sum = NULL WHERE account = NEW.account;
END;

-- Accounts that were deleted: their names are taken out of what is read.
CREATE TABLE deleted_account (
    account    BLOB    NOT NULL PRIMARY KEY REFERENCES account (id),
    deleted_at INTEGER NOT NULL,
    sum        BLOB
) STRICT, WITHOUT ROWID;

CREATE INDEX deleted_account_changed ON deleted_account (account) WHERE sum IS NULL;
CREATE TRIGGER deleted_account_loses_sum AFTER UPDATE ON deleted_account WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE deleted_account SET sum = NULL WHERE account = NEW.account;
END;

-- What operators did. `id` is the request's own, `request` a digest of what it asked for: the same one again gets the first answer.
-- An act names accounts by their identifiers. What a deleted account was called is taken out of its lines, and nothing else changes.
CREATE TABLE trail (
    no      INTEGER PRIMARY KEY AUTOINCREMENT,
    id      TEXT    NOT NULL UNIQUE,
    request BLOB    NOT NULL CHECK (length(request) = 32),
    at      INTEGER NOT NULL,
    author  TEXT    NOT NULL,
    reason  TEXT    NOT NULL,
    account BLOB    REFERENCES account (id),
    act     TEXT    NOT NULL CHECK (json_valid(act)),
    outcome TEXT    NOT NULL CHECK (json_valid(outcome)),
    sum     BLOB
) STRICT;

CREATE INDEX trail_about ON trail (account, no) WHERE account IS NOT NULL;
CREATE INDEX trail_changed ON trail (no) WHERE sum IS NULL;
CREATE TRIGGER trail_loses_sum AFTER UPDATE ON trail WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE trail SET sum = NULL WHERE no = NEW.no;
END;

CREATE TRIGGER trail_fixed BEFORE UPDATE OF no, id, request, at, author, reason, account ON trail BEGIN
    SELECT RAISE(ABORT, 'the trail does not change');
END;

CREATE TRIGGER trail_kept BEFORE DELETE ON trail BEGIN
    SELECT RAISE(ABORT, 'the trail is kept');
END;

-- What the operator says to everybody, by the line of the trail.
CREATE TABLE notice (
    no    INTEGER PRIMARY KEY REFERENCES trail (no),
    en    TEXT    NOT NULL,
    fr    TEXT    NOT NULL,
    until INTEGER NOT NULL,
    sum   BLOB
) STRICT;

CREATE INDEX notice_changed ON notice (no) WHERE sum IS NULL;
CREATE TRIGGER notice_loses_sum AFTER UPDATE ON notice WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE notice SET sum = NULL WHERE no = NEW.no;
END;

-- What was said at the tables of late. Lines go by age and by number.
CREATE TABLE chat_line (
    no         INTEGER PRIMARY KEY AUTOINCREMENT,
    said_at    INTEGER NOT NULL,
    table_id   INTEGER NOT NULL,
    account    BLOB    NOT NULL REFERENCES account (id),
    text       TEXT    NOT NULL,
    removed_at INTEGER,
    sum        BLOB
) STRICT;

CREATE INDEX chat_line_of ON chat_line (account, no);
CREATE INDEX chat_line_changed ON chat_line (no) WHERE sum IS NULL;
CREATE TRIGGER chat_line_loses_sum AFTER UPDATE ON chat_line WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE chat_line SET sum = NULL WHERE no = NEW.no;
END;
