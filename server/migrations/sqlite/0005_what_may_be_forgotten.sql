-- What is behind a table's last snapshot may go; hands are packed; a start reads the last transfers alone.

-- Where the part of a table's chain begins that is still needed: behind the step before its last snapshot, or at its end once
-- it is closed. Without a hash the chain is needed from the table's setup on.
ALTER TABLE owner ADD COLUMN head_step  INTEGER NOT NULL DEFAULT 0 CHECK (head_step >= 0);
ALTER TABLE owner ADD COLUMN head_group INTEGER NOT NULL DEFAULT 0 CHECK (head_group >= 0);
ALTER TABLE owner ADD COLUMN head_hash  BLOB CHECK (head_hash IS NULL OR length(head_hash) = 32);

CREATE INDEX owner_whole ON owner (table_id) WHERE head_hash IS NULL;

-- Up to this group, steps before the heads of their tables may be gone, and groups of nothing but such steps.
ALTER TABLE journal_end ADD COLUMN swept INTEGER NOT NULL DEFAULT 0 CHECK (swept <= settled);

DROP TRIGGER journal_fixed;
DROP TRIGGER journal_kept;

CREATE TRIGGER journal_fixed BEFORE UPDATE ON journal
WHEN OLD.id > (SELECT swept FROM journal_end) OR NEW.id <> OLD.id OR NEW.owners <> OLD.owners BEGIN
    SELECT RAISE(ABORT, 'the journal is append-only');
END;

CREATE TRIGGER journal_kept BEFORE DELETE ON journal WHEN OLD.id > (SELECT swept FROM journal_end) BEGIN
    SELECT RAISE(ABORT, 'the journal is append-only');
END;

-- What everybody saw of a hand, in the format of `packing.rs`; `public` has it where this is NULL.
ALTER TABLE hand ADD COLUMN packed BLOB;

-- Without a reference to `hand`: old hands go by thousands, and each would be looked for here.
CREATE TABLE hand_of_table (
    table_id INTEGER NOT NULL,
    hand_no  INTEGER NOT NULL,
    hand     INTEGER NOT NULL,
    PRIMARY KEY (table_id, hand_no)
) STRICT, WITHOUT ROWID;

INSERT INTO hand_of_table (table_id, hand_no, hand) SELECT table_id, hand_no, hand FROM hand_at;
DROP TABLE hand_at;
ALTER TABLE hand_of_table RENAME TO hand_at;

CREATE TRIGGER hand_at_fixed BEFORE UPDATE ON hand_at BEGIN
    SELECT RAISE(ABORT, 'history does not change');
END;

-- The balances as all transfers up to `ledger_check` make them, and the last of these.
ALTER TABLE balance ADD COLUMN checked INTEGER NOT NULL DEFAULT 0;

CREATE TABLE ledger_check (
    one      INTEGER PRIMARY KEY CHECK (one = 1),
    transfer INTEGER NOT NULL,
    hash     BLOB    NOT NULL CHECK (length(hash) = 32)
) STRICT;

INSERT INTO ledger_check (one, transfer, hash) VALUES (1, 0, zeroblob(32));
