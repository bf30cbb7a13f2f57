-- What an account noted about players, for itself alone.
CREATE TABLE note (
    account    BLOB    NOT NULL REFERENCES account (id),
    player     BLOB    NOT NULL REFERENCES account (id),
    text       TEXT    NOT NULL,
    -- One of the protocol's words, or NULL.
    colour     TEXT,
    changed_at INTEGER NOT NULL,
    PRIMARY KEY (account, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX note_about ON note (player);

-- A note goes with the account that made it, and with the one that it is about.
CREATE TRIGGER account_retired_note AFTER UPDATE OF retired_at ON account
WHEN NEW.retired_at IS NOT NULL AND OLD.retired_at IS NULL BEGIN
    DELETE FROM note WHERE account = NEW.id;
    DELETE FROM note WHERE player = NEW.id;
END;
