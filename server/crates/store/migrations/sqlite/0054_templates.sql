-- Templates, and events that recur by them. Times are milliseconds since 1970, UTC.

-- A template of an account or a club. `body` is the protocol's JSON of its content.
CREATE TABLE template (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    account    BLOB    REFERENCES account (id),
    club       INTEGER REFERENCES club (id) ON DELETE CASCADE,
    kind       TEXT    NOT NULL,
    name       TEXT    NOT NULL,
    body       TEXT    NOT NULL CHECK (json_valid(body) AND length(body) <= 32768),
    changed_at INTEGER NOT NULL,
    sum        BLOB,
    CHECK ((account IS NULL) <> (club IS NULL))
) STRICT;

CREATE INDEX template_of_account ON template (account) WHERE account IS NOT NULL;
CREATE INDEX template_of_club ON template (club) WHERE club IS NOT NULL;

CREATE INDEX template_changed ON template (id) WHERE sum IS NULL;
CREATE TRIGGER template_loses_sum AFTER UPDATE ON template WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE template SET sum = NULL WHERE id = NEW.id;
END;

-- An event that recurs. `days` has a bit for each day of the week, Monday first; `minute` is counted from midnight in `zone`. The next
-- event starts at `next_at`, and is announced from `due_at` on. `last_at` and `last_link` are start and name of the one announced last.
CREATE TABLE recurring_event (
    id        INTEGER PRIMARY KEY AUTOINCREMENT,
    account   BLOB    REFERENCES account (id),
    club      INTEGER REFERENCES club (id) ON DELETE CASCADE,
    set_by    BLOB    NOT NULL REFERENCES account (id),
    template  INTEGER NOT NULL REFERENCES template (id),
    days      INTEGER NOT NULL CHECK (days BETWEEN 1 AND 127),
    minute    INTEGER NOT NULL CHECK (minute BETWEEN 0 AND 1439),
    zone      TEXT    NOT NULL,
    ahead     INTEGER NOT NULL,
    paused    INTEGER NOT NULL CHECK (paused IN (0, 1)),
    next_at   INTEGER NOT NULL,
    due_at    INTEGER NOT NULL,
    last_at   INTEGER,
    last_link TEXT,
    fault     TEXT,
    sum       BLOB,
    CHECK ((account IS NULL) <> (club IS NULL))
) STRICT;

CREATE INDEX recurring_event_of_account ON recurring_event (account) WHERE account IS NOT NULL;
CREATE INDEX recurring_event_of_club ON recurring_event (club) WHERE club IS NOT NULL;
CREATE INDEX recurring_event_by ON recurring_event (template);
CREATE INDEX recurring_event_due ON recurring_event (due_at) WHERE paused = 0;

CREATE INDEX recurring_event_changed ON recurring_event (id) WHERE sum IS NULL;
CREATE TRIGGER recurring_event_loses_sum AFTER UPDATE ON recurring_event WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE recurring_event SET sum = NULL WHERE id = NEW.id;
END;

-- Members who are called when an event of their club is announced.
CREATE TABLE club_call (
    person INTEGER PRIMARY KEY REFERENCES club_person (id) ON DELETE CASCADE,
    sum    BLOB
) STRICT;

CREATE INDEX club_call_changed ON club_call (person) WHERE sum IS NULL;
CREATE TRIGGER club_call_loses_sum AFTER UPDATE ON club_call WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE club_call SET sum = NULL WHERE person = NEW.person;
END;

-- With an account go its templates and its events that recur.
CREATE TRIGGER account_retired_template AFTER UPDATE OF retired_at ON account
WHEN NEW.retired_at IS NOT NULL AND OLD.retired_at IS NULL BEGIN
    DELETE FROM recurring_event WHERE account = NEW.id;
    DELETE FROM template WHERE account = NEW.id;
    DELETE FROM club_call WHERE person IN (
        SELECT person FROM club_call JOIN club_person ON club_person.id = person WHERE account IS NULL OR account = NEW.id);
END;
