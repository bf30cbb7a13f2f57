-- Every row that no chain leads through has a digest, as accounts have: an audit sees a bit that has changed. Rows lose it
-- whenever they change, and get it back in the same transaction or with the next; those from before get one at the next start.
-- What is left out can be told from other rows: `hand_at` and `hand_list` from hands, balances from transfers, ends of journals
-- from their steps.

-- How often something else than steps was written. With the last group it tells how far a database is (`poker.head`).
ALTER TABLE journal_end ADD COLUMN changes INTEGER NOT NULL DEFAULT 0;

-- Whether how far the database is was ever noted beside it, and the fingerprints of the other keys; NULL until a server has seen them.
ALTER TABLE folder ADD COLUMN headed INTEGER NOT NULL DEFAULT 0 CHECK (headed IN (0, 1));
ALTER TABLE folder ADD COLUMN token_key BLOB CHECK (length(token_key) = 32);
ALTER TABLE folder ADD COLUMN push_key BLOB CHECK (length(push_key) = 32);

ALTER TABLE game_table ADD COLUMN sum BLOB;
CREATE INDEX game_table_changed ON game_table (id) WHERE sum IS NULL;
CREATE TRIGGER game_table_loses_sum AFTER UPDATE ON game_table WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE game_table SET sum = NULL WHERE id = NEW.id;
END;

ALTER TABLE folder ADD COLUMN sum BLOB;
CREATE INDEX folder_changed ON folder (one) WHERE sum IS NULL;
CREATE TRIGGER folder_loses_sum AFTER UPDATE ON folder WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE folder SET sum = NULL WHERE one = NEW.one;
END;

ALTER TABLE result ADD COLUMN sum BLOB;
CREATE INDEX result_changed ON result (tournament) WHERE sum IS NULL;
CREATE TRIGGER result_loses_sum AFTER UPDATE ON result WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE result SET sum = NULL WHERE tournament = NEW.tournament;
END;

ALTER TABLE result_log ADD COLUMN sum BLOB;
CREATE INDEX result_log_changed ON result_log (tournament, page) WHERE sum IS NULL;
CREATE TRIGGER result_log_loses_sum AFTER UPDATE ON result_log WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE result_log SET sum = NULL WHERE tournament = NEW.tournament AND page = NEW.page;
END;

ALTER TABLE result_act ADD COLUMN sum BLOB;
CREATE INDEX result_act_changed ON result_act (no) WHERE sum IS NULL;
CREATE TRIGGER result_act_loses_sum AFTER UPDATE ON result_act WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE result_act SET sum = NULL WHERE no = NEW.no;
END;

ALTER TABLE official ADD COLUMN sum BLOB;
CREATE INDEX official_changed ON official (account) WHERE sum IS NULL;
CREATE TRIGGER official_loses_sum AFTER UPDATE ON official WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE official SET sum = NULL WHERE account = NEW.account;
END;

ALTER TABLE verified_adult ADD COLUMN sum BLOB;
CREATE INDEX verified_adult_changed ON verified_adult (account) WHERE sum IS NULL;
CREATE TRIGGER verified_adult_loses_sum AFTER UPDATE ON verified_adult WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE verified_adult SET sum = NULL WHERE account = NEW.account;
END;

ALTER TABLE shared_hand ADD COLUMN sum BLOB;
CREATE INDEX shared_hand_changed ON shared_hand (token) WHERE sum IS NULL;
CREATE TRIGGER shared_hand_loses_sum AFTER UPDATE ON shared_hand WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE shared_hand SET sum = NULL WHERE token = NEW.token;
END;

ALTER TABLE friend ADD COLUMN sum BLOB;
CREATE INDEX friend_changed ON friend (account, player) WHERE sum IS NULL;
CREATE TRIGGER friend_loses_sum AFTER UPDATE ON friend WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE friend SET sum = NULL WHERE account = NEW.account AND player = NEW.player;
END;

ALTER TABLE friend_question ADD COLUMN sum BLOB;
CREATE INDEX friend_question_changed ON friend_question (asker, asked) WHERE sum IS NULL;
CREATE TRIGGER friend_question_loses_sum AFTER UPDATE ON friend_question WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE friend_question SET sum = NULL WHERE asker = NEW.asker AND asked = NEW.asked;
END;

ALTER TABLE hidden_account ADD COLUMN sum BLOB;
CREATE INDEX hidden_account_changed ON hidden_account (account) WHERE sum IS NULL;
CREATE TRIGGER hidden_account_loses_sum AFTER UPDATE ON hidden_account WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE hidden_account SET sum = NULL WHERE account = NEW.account;
END;

ALTER TABLE tally ADD COLUMN sum BLOB;
CREATE INDEX tally_changed ON tally (account, page) WHERE sum IS NULL;
CREATE TRIGGER tally_loses_sum AFTER UPDATE ON tally WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE tally SET sum = NULL WHERE account = NEW.account AND page = NEW.page;
END;

ALTER TABLE week_result ADD COLUMN sum BLOB;
CREATE INDEX week_result_changed ON week_result (week, game, account) WHERE sum IS NULL;
CREATE TRIGGER week_result_loses_sum AFTER UPDATE ON week_result WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE week_result SET sum = NULL WHERE week = NEW.week AND game = NEW.game AND account = NEW.account;
END;

ALTER TABLE listed_account ADD COLUMN sum BLOB;
CREATE INDEX listed_account_changed ON listed_account (account) WHERE sum IS NULL;
CREATE TRIGGER listed_account_loses_sum AFTER UPDATE ON listed_account WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE listed_account SET sum = NULL WHERE account = NEW.account;
END;

ALTER TABLE note ADD COLUMN sum BLOB;
CREATE INDEX note_changed ON note (account, player) WHERE sum IS NULL;
CREATE TRIGGER note_loses_sum AFTER UPDATE ON note WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE note SET sum = NULL WHERE account = NEW.account AND player = NEW.player;
END;

ALTER TABLE push_subscription ADD COLUMN sum BLOB;
CREATE INDEX push_subscription_changed ON push_subscription (endpoint) WHERE sum IS NULL;
CREATE TRIGGER push_subscription_loses_sum AFTER UPDATE ON push_subscription WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE push_subscription SET sum = NULL WHERE endpoint = NEW.endpoint;
END;

ALTER TABLE faucet ADD COLUMN sum BLOB;
CREATE INDEX faucet_changed ON faucet (day, share) WHERE sum IS NULL;
CREATE TRIGGER faucet_loses_sum AFTER UPDATE ON faucet WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE faucet SET sum = NULL WHERE day = NEW.day AND share = NEW.share;
END;

ALTER TABLE name_looks ADD COLUMN sum BLOB;
CREATE INDEX name_looks_changed ON name_looks (account) WHERE sum IS NULL;
CREATE TRIGGER name_looks_loses_sum AFTER UPDATE ON name_looks WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE name_looks SET sum = NULL WHERE account = NEW.account;
END;
