-- Faults that an audit found and the operator has dealt with, word for word: an audit no longer counts them.
CREATE TABLE acknowledged_fault (
    what TEXT    NOT NULL PRIMARY KEY,
    why  TEXT    NOT NULL,
    at   INTEGER NOT NULL,
    sum  BLOB
) STRICT, WITHOUT ROWID;

CREATE INDEX acknowledged_fault_changed ON acknowledged_fault (what) WHERE sum IS NULL;
CREATE TRIGGER acknowledged_fault_loses_sum AFTER UPDATE ON acknowledged_fault
WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE acknowledged_fault SET sum = NULL WHERE what = NEW.what;
END;
