-- What a list of hands tells of each without opening it, as JSON (`gist.rs`): the table's name, the pot, the board, and for each
-- player name, chips won or lost, all-in, showdown. Rows from before have none.
ALTER TABLE hand ADD COLUMN gist TEXT;
