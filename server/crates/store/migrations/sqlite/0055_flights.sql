-- Flights: live tournaments whose stacks were bagged, each with the event that takes them over.
CREATE TABLE flight (
    flight INTEGER PRIMARY KEY REFERENCES game_table (id),
    event  INTEGER NOT NULL REFERENCES game_table (id),
    sum    BLOB
) STRICT;

CREATE INDEX flight_changed ON flight (flight) WHERE sum IS NULL;
CREATE TRIGGER flight_loses_sum AFTER UPDATE ON flight WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE flight SET sum = NULL WHERE flight = NEW.flight;
END;
