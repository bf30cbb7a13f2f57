-- A browser is called for the session that it subscribed in, and no longer than that lasts.
ALTER TABLE push_subscription ADD COLUMN session BLOB;

CREATE INDEX push_subscription_in ON push_subscription (session);

CREATE TRIGGER session_revoked_push AFTER UPDATE OF revoked_at ON session
WHEN NEW.revoked_at IS NOT NULL AND OLD.revoked_at IS NULL BEGIN
    DELETE FROM push_subscription WHERE session = NEW.id;
END;
