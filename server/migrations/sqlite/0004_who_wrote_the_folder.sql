-- The program that wrote to this folder last, the newest format of journal steps it knows, and the fingerprint of the key
-- that seals cards; NULL until a server has seen the key.
CREATE TABLE folder (
    one      INTEGER PRIMARY KEY CHECK (one = 1),
    program  TEXT    NOT NULL,
    format   INTEGER NOT NULL,
    seal_key BLOB    CHECK (length(seal_key) = 32)
) STRICT;

CREATE TRIGGER folder_kept BEFORE DELETE ON folder BEGIN
    SELECT RAISE(ABORT, 'a folder stays what it is');
END;

CREATE TRIGGER folder_key_fixed BEFORE UPDATE OF seal_key ON folder
WHEN OLD.seal_key IS NOT NULL AND NEW.seal_key IS NOT OLD.seal_key BEGIN
    SELECT RAISE(ABORT, 'what was sealed with one key cannot be opened with another');
END;
