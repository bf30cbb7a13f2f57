-- Clubs go to members with a password first, and a name that a former member left behind goes with the account.

-- The account of a former member who stays in a club as a player without one.
CREATE TABLE club_former (
    person  INTEGER PRIMARY KEY REFERENCES club_person (id) ON DELETE CASCADE,
    account BLOB    NOT NULL REFERENCES account (id),
    sum     BLOB
) STRICT;

CREATE INDEX club_former_account ON club_former (account);

CREATE INDEX club_former_changed ON club_former (person) WHERE sum IS NULL;
CREATE TRIGGER club_former_loses_sum AFTER UPDATE ON club_former WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE club_former SET sum = NULL WHERE person = NEW.person;
END;

DROP TRIGGER account_retired_club;

-- An account that retires leaves its clubs: with results it stays as a player without an account, otherwise it goes. Who has a password
-- follows an owner before guests do: the longest-serving director, else member. A club without members is closed.
CREATE TRIGGER account_retired_club AFTER UPDATE OF retired_at ON account
WHEN NEW.retired_at IS NOT NULL AND OLD.retired_at IS NULL
    AND (EXISTS (SELECT 1 FROM club_person WHERE account = NEW.id OR claim = NEW.id)
        OR EXISTS (SELECT 1 FROM club_former WHERE account = NEW.id)) BEGIN
    UPDATE club_person SET name = NEW.name WHERE id IN (SELECT person FROM club_former WHERE account = NEW.id);
    DELETE FROM club_former WHERE account = NEW.id;
    UPDATE club_person SET claim = NULL WHERE claim = NEW.id;
    DELETE FROM club_person WHERE account = NEW.id
        AND NOT EXISTS (SELECT 1 FROM season_result WHERE season_result.person = club_person.id);
    DELETE FROM club_line WHERE person IN (SELECT id FROM club_person WHERE account = NEW.id);
    UPDATE club_person SET account = NULL, role = 'player', name = NEW.name WHERE account = NEW.id;
    UPDATE club_person SET role = 'owner' WHERE id IN (
        SELECT (SELECT next.id FROM club_person AS next JOIN account AS heir ON heir.id = next.account
                WHERE next.club = club.id
                ORDER BY heir.kind = 'account' DESC, next.role = 'director' DESC, next.since, next.id LIMIT 1)
        FROM club
        WHERE NOT EXISTS (SELECT 1 FROM club_person AS owner WHERE owner.club = club.id AND owner.role = 'owner'));
    DELETE FROM club WHERE NOT EXISTS (SELECT 1 FROM club_person WHERE club_person.club = club.id AND account IS NOT NULL);
END;
