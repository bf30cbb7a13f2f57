-- Accounts, their sessions and their tokens. Of a token only a hash is kept.

CREATE TABLE account (
    id            BLOB    PRIMARY KEY CHECK (length(id) = 16),
    kind          TEXT    NOT NULL CHECK (kind IN ('guest', 'account', 'bot')),
    name          TEXT    NOT NULL,
    -- The name as it is compared: two live accounts never have the same.
    name_key      TEXT    NOT NULL,
    password_hash TEXT,
    -- Whose bot it is; bots of the house have none, nor do bots that came as guests.
    owner         BLOB    REFERENCES account (id),
    house         INTEGER NOT NULL CHECK (house IN (0, 1)),
    created_at    INTEGER NOT NULL,
    -- A guest without a session can never come back: its name is free again.
    retired_at    INTEGER,
    CHECK ((kind = 'account') = (password_hash IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX account_live_name ON account (name_key) WHERE retired_at IS NULL;
CREATE INDEX account_owner ON account (owner) WHERE owner IS NOT NULL;

-- A session is what a login opened (renewed by refresh tokens), or an API token.
CREATE TABLE session (
    id         BLOB    PRIMARY KEY CHECK (length(id) = 16),
    account    BLOB    NOT NULL REFERENCES account (id),
    kind       TEXT    NOT NULL CHECK (kind IN ('login', 'api')),
    label      TEXT    NOT NULL,
    api_hash   BLOB    UNIQUE,
    created_at INTEGER NOT NULL,
    -- How long it lasts from its beginning or its last renewal on, in milliseconds.
    ttl        INTEGER NOT NULL CHECK (ttl > 0),
    expires_at INTEGER NOT NULL,
    revoked_at INTEGER,
    CHECK ((kind = 'api') = (api_hash IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX session_account ON session (account) WHERE revoked_at IS NULL;

-- All refresh tokens that a session ever had: one that was used before tells of a theft.
CREATE TABLE refresh_token (
    hash      BLOB    PRIMARY KEY CHECK (length(hash) = 32),
    session   BLOB    NOT NULL REFERENCES session (id),
    issued_at INTEGER NOT NULL,
    used_at   INTEGER
) STRICT, WITHOUT ROWID;

CREATE INDEX refresh_token_session ON refresh_token (session);
