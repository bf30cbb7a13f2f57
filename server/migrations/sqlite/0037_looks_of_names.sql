-- What the name of each live account looks like: no two have the same looks but those from before this was asked.
CREATE TABLE name_looks (
    account BLOB PRIMARY KEY REFERENCES account (id),
    looks   TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX name_looks_taken ON name_looks (looks);

CREATE TRIGGER account_retired_looks AFTER UPDATE OF retired_at ON account
WHEN NEW.retired_at IS NOT NULL AND OLD.retired_at IS NULL BEGIN
    DELETE FROM name_looks WHERE account = NEW.id;
END;
