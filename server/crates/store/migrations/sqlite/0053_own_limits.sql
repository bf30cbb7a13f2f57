-- Limits that accounts have set for themselves. Days are numbered from 1970-01-01, UTC.

CREATE TABLE own_limit (
    account       BLOB    NOT NULL PRIMARY KEY REFERENCES account (id),
    minutes       INTEGER CHECK (minutes > 0),
    loss          INTEGER CHECK (loss > 0),
    -- What holds instead from a day on; nothing is to change if that is NULL.
    later_from    INTEGER,
    later_minutes INTEGER CHECK (later_minutes > 0),
    later_loss    INTEGER CHECK (later_loss > 0),
    break_until   INTEGER,
    -- Time at tables on one day: the last on which any was counted.
    day           INTEGER NOT NULL,
    played_ms     INTEGER NOT NULL CHECK (played_ms >= 0),
    sum           BLOB
) STRICT, WITHOUT ROWID;

CREATE INDEX own_limit_changed ON own_limit (account) WHERE sum IS NULL;
CREATE TRIGGER own_limit_loses_sum AFTER UPDATE ON own_limit WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE own_limit SET sum = NULL WHERE account = NEW.account;
END;

CREATE TRIGGER account_retired_own_limit AFTER UPDATE OF retired_at ON account
WHEN NEW.retired_at IS NOT NULL AND OLD.retired_at IS NULL BEGIN
    DELETE FROM own_limit WHERE account = NEW.id;
END;
