-- Why a table that is not closed could not be opened, or was given up; NULL if it is open.
ALTER TABLE game_table ADD COLUMN quarantine TEXT;
