-- What came of a tournament, for those who look at it when its journal is long forgotten. JSON that the store only keeps.
CREATE TABLE result (
    tournament INTEGER PRIMARY KEY REFERENCES game_table (id),
    body       TEXT    NOT NULL
) STRICT;
