-- Friendships, one row for each of the two.
CREATE TABLE friend (
    account BLOB    NOT NULL REFERENCES account (id),
    player  BLOB    NOT NULL REFERENCES account (id),
    since   INTEGER NOT NULL,
    PRIMARY KEY (account, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX friend_of ON friend (player);

-- Questions for friendship. One that was declined stays, so that it looks open to the asker and cannot be asked again at once.
CREATE TABLE friend_question (
    asker       BLOB    NOT NULL REFERENCES account (id),
    asked       BLOB    NOT NULL REFERENCES account (id),
    asked_at    INTEGER NOT NULL,
    -- NULL while it waits for an answer.
    declined_at INTEGER,
    -- Whether the asker took it back after it was declined.
    withdrawn   INTEGER NOT NULL DEFAULT 0,
    PRIMARY KEY (asker, asked)
) STRICT, WITHOUT ROWID;

CREATE INDEX friend_question_to ON friend_question (asked, declined_at);

-- Accounts that do not show friends when they are here and where they play.
CREATE TABLE hidden_account (
    account BLOB NOT NULL PRIMARY KEY REFERENCES account (id)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER account_retired_friend AFTER UPDATE OF retired_at ON account
WHEN NEW.retired_at IS NOT NULL AND OLD.retired_at IS NULL BEGIN
    DELETE FROM friend WHERE account = NEW.id;
    DELETE FROM friend WHERE player = NEW.id;
    DELETE FROM friend_question WHERE asker = NEW.id;
    DELETE FROM friend_question WHERE asked = NEW.id;
    DELETE FROM hidden_account WHERE account = NEW.id;
END;
