-- Links to hands that somebody who played them made for everybody.
CREATE TABLE shared_hand (
    token      BLOB    PRIMARY KEY CHECK (length(token) = 16),
    account    BLOB    NOT NULL CHECK (length(account) = 16),
    table_id   INTEGER NOT NULL,
    hand_no    INTEGER NOT NULL,
    -- Whether the cards of the one who shares are shown, and whether names are left out.
    own_cards  INTEGER NOT NULL CHECK (own_cards IN (0, 1)),
    hide_names INTEGER NOT NULL CHECK (hide_names IN (0, 1)),
    made_at    INTEGER NOT NULL,
    UNIQUE (account, table_id, hand_no, own_cards, hide_names)
) STRICT, WITHOUT ROWID;
