-- Clubs and their seasons. Times are milliseconds since 1970, UTC.

-- A club. Whoever has the `invitation` may join.
CREATE TABLE club (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    name       TEXT    NOT NULL,
    invitation BLOB    NOT NULL UNIQUE CHECK (length(invitation) = 16),
    founded_at INTEGER NOT NULL,
    sum        BLOB
) STRICT;

CREATE INDEX club_changed ON club (id) WHERE sum IS NULL;
CREATE TRIGGER club_loses_sum AFTER UPDATE ON club WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE club SET sum = NULL WHERE id = NEW.id;
END;

-- The people of a club. A player without an account has a name of the club's own; a member has that of the account, and `name` is not
-- read. `claim` is the member's account that says to be this player.
CREATE TABLE club_person (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    club    INTEGER NOT NULL REFERENCES club (id) ON DELETE CASCADE,
    account BLOB    REFERENCES account (id),
    name    TEXT    NOT NULL,
    role    TEXT    NOT NULL CHECK (role IN ('owner', 'director', 'member', 'player')),
    since   INTEGER NOT NULL,
    claim   BLOB    REFERENCES account (id),
    sum     BLOB,
    CHECK ((account IS NULL) = (role = 'player')),
    CHECK (claim IS NULL OR role = 'player')
) STRICT;

CREATE INDEX club_person_in ON club_person (club);
CREATE UNIQUE INDEX club_person_account ON club_person (account, club) WHERE account IS NOT NULL;
CREATE UNIQUE INDEX club_owner ON club_person (club) WHERE role = 'owner';
CREATE INDEX club_person_claim ON club_person (claim) WHERE claim IS NOT NULL;

CREATE INDEX club_person_changed ON club_person (id) WHERE sum IS NULL;
CREATE TRIGGER club_person_loses_sum AFTER UPDATE ON club_person WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE club_person SET sum = NULL WHERE id = NEW.id;
END;

-- Tables and tournaments for the members of a club alone. `link` is how clients name it, with the invitation.
CREATE TABLE club_place (
    place  INTEGER PRIMARY KEY REFERENCES game_table (id),
    club   INTEGER NOT NULL REFERENCES club (id) ON DELETE CASCADE,
    person INTEGER REFERENCES club_person (id) ON DELETE SET NULL,
    name   TEXT    NOT NULL,
    link   TEXT    NOT NULL,
    sum    BLOB
) STRICT;

CREATE INDEX club_place_in ON club_place (club);
CREATE INDEX club_place_by ON club_place (person);

CREATE INDEX club_place_changed ON club_place (place) WHERE sum IS NULL;
CREATE TRIGGER club_place_loses_sum AFTER UPDATE ON club_place WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE club_place SET sum = NULL WHERE place = NEW.place;
END;

-- What members said to each other. The oldest lines of a club go by number.
CREATE TABLE club_line (
    no      INTEGER PRIMARY KEY AUTOINCREMENT,
    club    INTEGER NOT NULL REFERENCES club (id) ON DELETE CASCADE,
    person  INTEGER NOT NULL REFERENCES club_person (id) ON DELETE CASCADE,
    said_at INTEGER NOT NULL,
    text    TEXT    NOT NULL,
    sum     BLOB
) STRICT;

CREATE INDEX club_line_in ON club_line (club, no);
CREATE INDEX club_line_by ON club_line (person);

CREATE INDEX club_line_changed ON club_line (no) WHERE sum IS NULL;
CREATE TRIGGER club_line_loses_sum AFTER UPDATE ON club_line WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE club_line SET sum = NULL WHERE no = NEW.no;
END;

-- A season. `ties` are words of the protocol, as a JSON list.
CREATE TABLE season (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    club    INTEGER NOT NULL REFERENCES club (id) ON DELETE CASCADE,
    name    TEXT    NOT NULL,
    formula TEXT    NOT NULL,
    best    INTEGER,
    ties    TEXT    NOT NULL CHECK (json_valid(ties)),
    sum     BLOB
) STRICT;

CREATE INDEX season_of ON season (club);

CREATE INDEX season_changed ON season (id) WHERE sum IS NULL;
CREATE TRIGGER season_loses_sum AFTER UPDATE ON season WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE season SET sum = NULL WHERE id = NEW.id;
END;

-- An event of a season. `tournament` is where its results were taken from.
CREATE TABLE season_event (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    season     INTEGER NOT NULL REFERENCES season (id) ON DELETE CASCADE,
    name       TEXT    NOT NULL,
    at         INTEGER NOT NULL,
    price      INTEGER NOT NULL,
    entrants   INTEGER NOT NULL,
    tournament INTEGER,
    sum        BLOB
) STRICT;

CREATE INDEX season_event_of ON season_event (season, at, id);

CREATE INDEX season_event_changed ON season_event (id) WHERE sum IS NULL;
CREATE TRIGGER season_event_loses_sum AFTER UPDATE ON season_event WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE season_event SET sum = NULL WHERE id = NEW.id;
END;

-- The results of an event.
CREATE TABLE season_result (
    event      INTEGER NOT NULL REFERENCES season_event (id) ON DELETE CASCADE,
    person     INTEGER NOT NULL REFERENCES club_person (id) ON DELETE CASCADE,
    place      INTEGER NOT NULL,
    knock_outs INTEGER NOT NULL,
    rebuys     INTEGER NOT NULL,
    sum        BLOB,
    PRIMARY KEY (event, person)
) STRICT, WITHOUT ROWID;

CREATE INDEX season_result_of ON season_result (person);

CREATE INDEX season_result_changed ON season_result (event, person) WHERE sum IS NULL;
CREATE TRIGGER season_result_loses_sum AFTER UPDATE ON season_result WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE season_result SET sum = NULL WHERE event = NEW.event AND person = NEW.person;
END;

-- What was changed in a season, by whom, and how many players moved; NULL until that was counted.
CREATE TABLE season_change (
    no     INTEGER PRIMARY KEY AUTOINCREMENT,
    season INTEGER NOT NULL REFERENCES season (id) ON DELETE CASCADE,
    at     INTEGER NOT NULL,
    person INTEGER REFERENCES club_person (id) ON DELETE SET NULL,
    kind   TEXT    NOT NULL,
    name   TEXT,
    moved  INTEGER,
    sum    BLOB
) STRICT;

CREATE INDEX season_change_of ON season_change (season, no);
CREATE INDEX season_change_by ON season_change (person);

CREATE INDEX season_change_changed ON season_change (no) WHERE sum IS NULL;
CREATE TRIGGER season_change_loses_sum AFTER UPDATE ON season_change WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE season_change SET sum = NULL WHERE no = NEW.no;
END;

-- An account that retires leaves its clubs: with results it stays as a player without an account, otherwise it goes. The longest-serving
-- director, else member, follows an owner, and a club without members is closed.
CREATE TRIGGER account_retired_club AFTER UPDATE OF retired_at ON account
WHEN NEW.retired_at IS NOT NULL AND OLD.retired_at IS NULL
    AND EXISTS (SELECT 1 FROM club_person WHERE account = NEW.id OR claim = NEW.id) BEGIN
    UPDATE club_person SET claim = NULL WHERE claim = NEW.id;
    DELETE FROM club_person WHERE account = NEW.id
        AND NOT EXISTS (SELECT 1 FROM season_result WHERE season_result.person = club_person.id);
    DELETE FROM club_line WHERE person IN (SELECT id FROM club_person WHERE account = NEW.id);
    UPDATE club_person SET account = NULL, role = 'player', name = NEW.name WHERE account = NEW.id;
    UPDATE club_person SET role = 'owner' WHERE id IN (
        SELECT (SELECT next.id FROM club_person AS next WHERE next.club = club.id AND next.account IS NOT NULL
                ORDER BY next.role = 'director' DESC, next.since, next.id LIMIT 1)
        FROM club
        WHERE NOT EXISTS (SELECT 1 FROM club_person AS owner WHERE owner.club = club.id AND owner.role = 'owner'));
    DELETE FROM club WHERE NOT EXISTS (SELECT 1 FROM club_person WHERE club_person.club = club.id AND account IS NOT NULL);
END;
