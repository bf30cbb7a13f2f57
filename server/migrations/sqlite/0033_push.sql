-- Where browsers are called when it is their player's turn: addresses at push services, with the keys that messages are sealed for.
CREATE TABLE push_subscription (
    endpoint TEXT    NOT NULL PRIMARY KEY,
    account  BLOB    NOT NULL REFERENCES account (id),
    key      BLOB    NOT NULL,
    auth     BLOB    NOT NULL,
    made_at  INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX push_subscription_of ON push_subscription (account, made_at);

CREATE TRIGGER account_retired_push AFTER UPDATE OF retired_at ON account
WHEN NEW.retired_at IS NOT NULL AND OLD.retired_at IS NULL BEGIN
    DELETE FROM push_subscription WHERE account = NEW.id;
END;
