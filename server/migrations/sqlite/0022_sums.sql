-- A digest of every other column of the row, which an audit compares. Hands and answers have it from the beginning; accounts,
-- sessions and tokens lose it whenever they change, and get it back in the same transaction. Rows from before have none.
ALTER TABLE hand ADD COLUMN sum BLOB;
ALTER TABLE command ADD COLUMN sum BLOB;
ALTER TABLE account ADD COLUMN sum BLOB;
ALTER TABLE session ADD COLUMN sum BLOB;
ALTER TABLE refresh_token ADD COLUMN sum BLOB;

CREATE INDEX account_changed ON account (id) WHERE sum IS NULL;
CREATE INDEX session_changed ON session (id) WHERE sum IS NULL;
CREATE INDEX refresh_token_changed ON refresh_token (hash) WHERE sum IS NULL;

CREATE TRIGGER account_loses_sum AFTER UPDATE ON account WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE account SET sum = NULL WHERE id = NEW.id;
END;

CREATE TRIGGER session_loses_sum AFTER UPDATE ON session WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE session SET sum = NULL WHERE id = NEW.id;
END;

CREATE TRIGGER refresh_token_loses_sum AFTER UPDATE ON refresh_token
WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE refresh_token SET sum = NULL WHERE hash = NEW.hash;
END;
