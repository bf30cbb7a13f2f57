-- The folder of the first release. Times are milliseconds since 1970, UTC.
--
-- Every row that no chain leads through has a digest of its other columns, `sum`, which an audit compares. Rows lose it whenever they
-- change, and get it back in the same transaction or with the next. What is left out can be told from other rows: `hand_at` and
-- `hand_list` from hands, balances from transfers, ends of journals from their steps.


-- The folder

-- The program that wrote to this folder last, the newest format of journal steps it knows, whether how far the database is was ever noted
-- beside it, and the fingerprints of the keys; NULL until a server has seen them. `later_seal_keys` has those of the keys that have sealed
-- cards after the first one, each 32 bytes, in their order: what each has sealed is there for good, so none of them is ever forgotten.
CREATE TABLE folder (
    one       INTEGER PRIMARY KEY CHECK (one = 1),
    program   TEXT    NOT NULL,
    format    INTEGER NOT NULL,
    seal_key  BLOB    CHECK (length(seal_key) = 32),
    headed    INTEGER NOT NULL DEFAULT 0 CHECK (headed IN (0, 1)),
    token_key BLOB    CHECK (length(token_key) = 32),
    push_key  BLOB    CHECK (length(push_key) = 32),
    later_seal_keys BLOB CHECK (length(later_seal_keys) % 32 = 0),
    sum       BLOB
) STRICT;

CREATE TRIGGER folder_kept BEFORE DELETE ON folder BEGIN
    SELECT RAISE(ABORT, 'a folder stays what it is');
END;

CREATE TRIGGER folder_key_fixed BEFORE UPDATE OF seal_key ON folder
WHEN OLD.seal_key IS NOT NULL AND NEW.seal_key IS NOT OLD.seal_key BEGIN
    SELECT RAISE(ABORT, 'what was sealed with one key cannot be opened with another');
END;

CREATE TRIGGER folder_keys_kept BEFORE UPDATE OF later_seal_keys ON folder
WHEN OLD.later_seal_keys IS NOT NULL
    AND substr(coalesce(NEW.later_seal_keys, x''), 1, length(OLD.later_seal_keys)) IS NOT OLD.later_seal_keys BEGIN
    SELECT RAISE(ABORT, 'what was sealed with one key cannot be opened with another');
END;

CREATE INDEX folder_changed ON folder (one) WHERE sum IS NULL;
CREATE TRIGGER folder_loses_sum AFTER UPDATE ON folder WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE folder SET sum = NULL WHERE one = NEW.one;
END;

-- Faults that an audit found and the operator has dealt with, word for word: an audit no longer counts them.
CREATE TABLE acknowledged_fault (
    what TEXT    NOT NULL PRIMARY KEY,
    why  TEXT    NOT NULL,
    at   INTEGER NOT NULL,
    sum  BLOB
) STRICT, WITHOUT ROWID;

CREATE INDEX acknowledged_fault_changed ON acknowledged_fault (what) WHERE sum IS NULL;
CREATE TRIGGER acknowledged_fault_loses_sum AFTER UPDATE ON acknowledged_fault WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE acknowledged_fault SET sum = NULL WHERE what = NEW.what;
END;


-- Tables and their journals

-- A tournament has a journal and an account of the ledger as a table has: it is a row of `game_table`, and takes its number from the
-- same sequence. `quarantine` says why one that is not closed could not be opened, or was given up; NULL if it is open.
CREATE TABLE game_table (
    id         INTEGER PRIMARY KEY AUTOINCREMENT,
    config     TEXT    NOT NULL CHECK (json_valid(config)),
    created_at INTEGER NOT NULL,
    closed_at  INTEGER,
    quarantine TEXT,
    kind       TEXT    NOT NULL DEFAULT 'table' CHECK (kind IN ('table', 'tournament')),
    sum        BLOB
) STRICT;

CREATE INDEX game_table_open ON game_table (id) WHERE closed_at IS NULL;

CREATE TRIGGER game_table_kept BEFORE DELETE ON game_table BEGIN
    SELECT RAISE(ABORT, 'tables are never deleted');
END;

CREATE TRIGGER game_table_fixed BEFORE UPDATE OF id, kind, config, created_at ON game_table BEGIN
    SELECT RAISE(ABORT, 'the setup of a table is part of its journal''s chain');
END;

CREATE INDEX game_table_changed ON game_table (id) WHERE sum IS NULL;
CREATE TRIGGER game_table_loses_sum AFTER UPDATE ON game_table WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE game_table SET sum = NULL WHERE id = NEW.id;
END;

-- Who may append to a table's journal, and where its chain ended when the ends were last written down: the groups after
-- `journal_end.settled` go on from there. `head_` is where the part of the chain begins that is still needed: after the step before the
-- last snapshot, or at the end once the table is closed. Without a hash the chain is needed from the table's setup on.
CREATE TABLE owner (
    table_id   INTEGER PRIMARY KEY REFERENCES game_table (id),
    epoch      INTEGER NOT NULL CHECK (epoch > 0),
    last_step  INTEGER NOT NULL CHECK (last_step >= 0),
    last_group INTEGER NOT NULL CHECK (last_group >= 0),
    last_hash  BLOB    NOT NULL CHECK (length(last_hash) = 32),
    head_step  INTEGER NOT NULL DEFAULT 0 CHECK (head_step >= 0),
    head_group INTEGER NOT NULL DEFAULT 0 CHECK (head_group >= 0),
    head_hash  BLOB    CHECK (head_hash IS NULL OR length(head_hash) = 32)
) STRICT;

CREATE INDEX owner_whole ON owner (table_id) WHERE head_hash IS NULL;

CREATE TRIGGER owner_kept BEFORE DELETE ON owner BEGIN
    SELECT RAISE(ABORT, 'owners are replaced by a greater epoch, never deleted');
END;

CREATE TRIGGER owner_epoch BEFORE UPDATE OF epoch ON owner WHEN NEW.epoch < OLD.epoch BEGIN
    SELECT RAISE(ABORT, 'epochs only grow');
END;

-- A row is all steps of one commit, in the format of `group.rs`: a row for each step, or an index by table, would cost more
-- than everything else that the disk has to do for it. Each step names the group of its table's previous one, and `owner`
-- a late one: recovery and claims read a table backwards along that chain.
CREATE TABLE journal (
    id     INTEGER PRIMARY KEY,
    owners INTEGER NOT NULL,
    steps  BLOB    NOT NULL
) STRICT;

-- Where the journal ends (`last_group`), how often a table has changed its owner (`owners`), up to which group `owner` knows the ends of
-- the chains (`settled`), up to which hand `hand_at` (`filed`) and `hand_list` (`listed`) know the hands, up to which group steps before
-- the heads of their tables may be gone (`swept`), and how often something else than steps was written (`changes`): with the last group
-- it tells how far a database is (`poker.head`).
CREATE TABLE journal_end (
    one        INTEGER PRIMARY KEY CHECK (one = 1),
    last_group INTEGER NOT NULL,
    owners     INTEGER NOT NULL,
    settled    INTEGER NOT NULL CHECK (settled <= last_group),
    filed      INTEGER NOT NULL,
    listed     INTEGER NOT NULL DEFAULT 0,
    swept      INTEGER NOT NULL DEFAULT 0 CHECK (swept <= settled),
    changes    INTEGER NOT NULL DEFAULT 0
) STRICT;

INSERT INTO journal_end (one, last_group, owners, settled, filed) VALUES (1, 0, 0, 0, 0);

CREATE TRIGGER journal_end_kept BEFORE DELETE ON journal_end BEGIN
    SELECT RAISE(ABORT, 'the journal has one end');
END;

-- The fence: nobody can write who does not know the last group and the last change of an owner.
CREATE TRIGGER journal_append AFTER INSERT ON journal BEGIN
    UPDATE journal_end SET last_group = NEW.id WHERE last_group = NEW.id - 1 AND owners = NEW.owners;
    SELECT RAISE(ABORT, 'not the next group of those who own the tables') WHERE changes() = 0;
END;

CREATE TRIGGER owner_changed AFTER UPDATE OF epoch ON owner BEGIN
    UPDATE journal_end SET owners = owners + 1;
END;

CREATE TRIGGER journal_fixed BEFORE UPDATE ON journal
WHEN OLD.id > (SELECT swept FROM journal_end) OR NEW.id <> OLD.id OR NEW.owners <> OLD.owners BEGIN
    SELECT RAISE(ABORT, 'the journal is append-only');
END;

CREATE TRIGGER journal_kept BEFORE DELETE ON journal WHEN OLD.id > (SELECT swept FROM journal_end) BEGIN
    SELECT RAISE(ABORT, 'the journal is append-only');
END;


-- The ledger

-- 2^53 - 1 is the most chips there can be: `mint` may go down to minus that. `checked` is the amount as all transfers up to
-- `ledger_check` make it.
CREATE TABLE balance (
    account TEXT    PRIMARY KEY,
    amount  INTEGER NOT NULL,
    checked INTEGER NOT NULL DEFAULT 0,
    CONSTRAINT enough_chips CHECK (amount >= 0 OR account = 'mint'),
    CONSTRAINT chips_in_range CHECK (amount BETWEEN -9007199254740991 AND 9007199254740991)
) STRICT, WITHOUT ROWID;

INSERT INTO balance (account, amount) VALUES ('mint', 0);

CREATE TABLE transfer (
    id         INTEGER PRIMARY KEY,
    debit      TEXT    NOT NULL,
    credit     TEXT    NOT NULL,
    amount     INTEGER NOT NULL CHECK (amount BETWEEN 1 AND 9007199254740991),
    reason     TEXT    NOT NULL CHECK (reason IN (
        'grant', 'top_up', 'buy_in', 'cash_out', 'entry', 'rebuy', 'refund', 'prize', 'bounty', 'overlay', 'operator'
    )),
    table_id   INTEGER,
    step       INTEGER,
    hand_no    INTEGER,
    request_id TEXT,
    made_at    INTEGER NOT NULL,
    prev_hash  BLOB    NOT NULL,
    hash       BLOB    NOT NULL CHECK (length(hash) = 32),
    CHECK (debit <> credit)
) STRICT;

CREATE INDEX transfer_to_event ON transfer (debit, table_id) WHERE reason IN ('entry', 'rebuy');
CREATE INDEX transfer_from_event ON transfer (credit, table_id) WHERE reason IN ('refund', 'prize', 'bounty');

-- Balances change here and nowhere else.
CREATE TRIGGER transfer_posted AFTER INSERT ON transfer BEGIN
    UPDATE balance SET amount = amount - NEW.amount WHERE account = NEW.debit;
    SELECT RAISE(ABORT, 'no such account to debit') WHERE changes() = 0;
    UPDATE balance SET amount = amount + NEW.amount WHERE account = NEW.credit;
    SELECT RAISE(ABORT, 'no such account to credit') WHERE changes() = 0;
END;

CREATE TRIGGER transfer_fixed BEFORE UPDATE ON transfer BEGIN
    SELECT RAISE(ABORT, 'transfers are append-only');
END;

CREATE TRIGGER transfer_kept BEFORE DELETE ON transfer BEGIN
    SELECT RAISE(ABORT, 'transfers are append-only');
END;

-- The last transfer that a start need not read any more.
CREATE TABLE ledger_check (
    one      INTEGER PRIMARY KEY CHECK (one = 1),
    transfer INTEGER NOT NULL,
    hash     BLOB    NOT NULL CHECK (length(hash) = 32)
) STRICT;

INSERT INTO ledger_check (one, transfer, hash) VALUES (1, 0, zeroblob(32));

-- The first answer to each request that moved chips.
CREATE TABLE command (
    account     BLOB    NOT NULL CHECK (length(account) = 16),
    request_id  TEXT    NOT NULL,
    answer      TEXT    NOT NULL,
    answered_at INTEGER NOT NULL,
    sum         BLOB,
    PRIMARY KEY (account, request_id)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER command_fixed BEFORE UPDATE ON command BEGIN
    SELECT RAISE(ABORT, 'answers are given once');
END;

-- What the faucet has given today, by account, by network and in all. Rows of earlier days go with the first grant of a day.
CREATE TABLE faucet (
    -- Days since 1970, UTC.
    day    INTEGER NOT NULL,
    share  TEXT    NOT NULL,
    amount INTEGER NOT NULL CHECK (amount >= 0),
    sum    BLOB,
    PRIMARY KEY (day, share)
) STRICT, WITHOUT ROWID;

CREATE INDEX faucet_changed ON faucet (day, share) WHERE sum IS NULL;
CREATE TRIGGER faucet_loses_sum AFTER UPDATE ON faucet WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE faucet SET sum = NULL WHERE day = NEW.day AND share = NEW.share;
END;


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
    sum           BLOB,
    CHECK ((kind = 'account') = (password_hash IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE UNIQUE INDEX account_live_name ON account (name_key) WHERE retired_at IS NULL;
CREATE INDEX account_owner ON account (owner) WHERE owner IS NOT NULL;

CREATE INDEX account_changed ON account (id) WHERE sum IS NULL;
CREATE TRIGGER account_loses_sum AFTER UPDATE ON account WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE account SET sum = NULL WHERE id = NEW.id;
END;

-- What the name of each live account looks like: no two have the same looks.
CREATE TABLE name_looks (
    account BLOB PRIMARY KEY REFERENCES account (id),
    looks   TEXT NOT NULL,
    sum     BLOB
) STRICT, WITHOUT ROWID;

CREATE INDEX name_looks_taken ON name_looks (looks);

CREATE TRIGGER account_retired_looks AFTER UPDATE OF retired_at ON account
WHEN NEW.retired_at IS NOT NULL AND OLD.retired_at IS NULL BEGIN
    DELETE FROM name_looks WHERE account = NEW.id;
END;

CREATE INDEX name_looks_changed ON name_looks (account) WHERE sum IS NULL;
CREATE TRIGGER name_looks_loses_sum AFTER UPDATE ON name_looks WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE name_looks SET sum = NULL WHERE account = NEW.account;
END;

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
    sum        BLOB,
    CHECK ((kind = 'api') = (api_hash IS NOT NULL))
) STRICT, WITHOUT ROWID;

CREATE INDEX session_account ON session (account) WHERE revoked_at IS NULL;

CREATE INDEX session_changed ON session (id) WHERE sum IS NULL;
CREATE TRIGGER session_loses_sum AFTER UPDATE ON session WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE session SET sum = NULL WHERE id = NEW.id;
END;

-- All refresh tokens that a session ever had: one that was used before tells of a theft.
CREATE TABLE refresh_token (
    hash      BLOB    PRIMARY KEY CHECK (length(hash) = 32),
    session   BLOB    NOT NULL REFERENCES session (id),
    issued_at INTEGER NOT NULL,
    used_at   INTEGER,
    sum       BLOB
) STRICT, WITHOUT ROWID;

CREATE INDEX refresh_token_session ON refresh_token (session);

CREATE INDEX refresh_token_changed ON refresh_token (hash) WHERE sum IS NULL;
CREATE TRIGGER refresh_token_loses_sum AFTER UPDATE ON refresh_token WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE refresh_token SET sum = NULL WHERE hash = NEW.hash;
END;

-- Where browsers are called when it is their player's turn: addresses at push services, with the keys that messages are sealed for.
-- A browser is called for the session that it subscribed in, and no longer than that lasts.
CREATE TABLE push_subscription (
    endpoint TEXT    NOT NULL PRIMARY KEY,
    account  BLOB    NOT NULL REFERENCES account (id),
    key      BLOB    NOT NULL,
    auth     BLOB    NOT NULL,
    made_at  INTEGER NOT NULL,
    session  BLOB,
    sum      BLOB
) STRICT, WITHOUT ROWID;

CREATE INDEX push_subscription_of ON push_subscription (account, made_at);
CREATE INDEX push_subscription_in ON push_subscription (session);

CREATE INDEX push_subscription_changed ON push_subscription (endpoint) WHERE sum IS NULL;
CREATE TRIGGER push_subscription_loses_sum AFTER UPDATE ON push_subscription WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE push_subscription SET sum = NULL WHERE endpoint = NEW.endpoint;
END;

CREATE TRIGGER account_retired_push AFTER UPDATE OF retired_at ON account
WHEN NEW.retired_at IS NOT NULL AND OLD.retired_at IS NULL BEGIN
    DELETE FROM push_subscription WHERE account = NEW.id;
END;

CREATE TRIGGER session_revoked_push AFTER UPDATE OF revoked_at ON session
WHEN NEW.revoked_at IS NOT NULL AND OLD.revoked_at IS NULL BEGIN
    DELETE FROM push_subscription WHERE session = NEW.id;
END;


-- Hands

-- `players` are the accounts that took part, 16 bytes each; `packed` is what everybody saw, in the format of `packing.rs`; `sealed` is what
-- each player alone saw; `gist` is what a list tells of it without opening it, JSON in the format of `gist.rs`.
CREATE TABLE hand (
    id         INTEGER PRIMARY KEY,
    table_id   INTEGER NOT NULL,
    hand_no    INTEGER NOT NULL,
    game       TEXT    NOT NULL,
    started_at INTEGER NOT NULL,
    ended_at   INTEGER NOT NULL,
    players    BLOB    NOT NULL CHECK (length(players) <= 160 AND length(players) % 16 = 0),
    packed     BLOB    NOT NULL,
    sealed     BLOB    NOT NULL,
    gist       TEXT    NOT NULL,
    sum        BLOB    NOT NULL
) STRICT;

CREATE TRIGGER hand_fixed BEFORE UPDATE ON hand BEGIN
    SELECT RAISE(ABORT, 'history does not change');
END;

-- The hands of a table, but for those after `journal_end.filed`. Without a reference to `hand`: old hands go by thousands, and each would
-- be looked for here.
CREATE TABLE hand_at (
    table_id INTEGER NOT NULL,
    hand_no  INTEGER NOT NULL,
    hand     INTEGER NOT NULL,
    PRIMARY KEY (table_id, hand_no)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER hand_at_fixed BEFORE UPDATE ON hand_at BEGIN
    SELECT RAISE(ABORT, 'history does not change');
END;

-- The history of an account: lists of hands as JSON, ascending. Written with each hand, it would touch a page for each of its players;
-- many hands share these pages. No list lacks a hand up to `journal_end.listed`; of the hands after it, one that is older than an
-- account's last list is in a list if the account played it.
CREATE TABLE hand_list (
    account BLOB    NOT NULL CHECK (length(account) = 16),
    first   INTEGER NOT NULL,
    last    INTEGER NOT NULL CHECK (last >= first),
    hands   TEXT    NOT NULL,
    PRIMARY KEY (account, last)
) STRICT, WITHOUT ROWID;

CREATE TRIGGER hand_list_fixed BEFORE UPDATE ON hand_list BEGIN
    SELECT RAISE(ABORT, 'history does not change');
END;

-- Links to hands that a player of them made for all to see.
CREATE TABLE shared_hand (
    token      BLOB    PRIMARY KEY CHECK (length(token) = 16),
    account    BLOB    NOT NULL CHECK (length(account) = 16),
    table_id   INTEGER NOT NULL,
    hand_no    INTEGER NOT NULL,
    -- Whether the cards of the one who shares are shown, and whether names are left out.
    own_cards  INTEGER NOT NULL CHECK (own_cards IN (0, 1)),
    hide_names INTEGER NOT NULL CHECK (hide_names IN (0, 1)),
    made_at    INTEGER NOT NULL,
    sum        BLOB,
    UNIQUE (account, table_id, hand_no, own_cards, hide_names)
) STRICT, WITHOUT ROWID;

CREATE INDEX shared_hand_changed ON shared_hand (token) WHERE sum IS NULL;
CREATE TRIGGER shared_hand_loses_sum AFTER UPDATE ON shared_hand WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE shared_hand SET sum = NULL WHERE token = NEW.token;
END;


-- Results

-- What came of the hands of each account in cash games. An account's hands are counted when its results are asked for, or when
-- the first of them are about to be forgotten, so that results outlive the hands. JSON in the format of `tally.rs`, some
-- hundred hands a page.
CREATE TABLE tally (
    account BLOB    NOT NULL CHECK (length(account) = 16),
    page    INTEGER NOT NULL,
    -- Hands of the account up to this one are on this page or an earlier one.
    counted INTEGER NOT NULL,
    -- When the last hand on the page ended.
    last_at INTEGER NOT NULL,
    hands   TEXT    NOT NULL,
    sum     BLOB,
    PRIMARY KEY (account, page)
) STRICT;

CREATE INDEX tally_changed ON tally (account, page) WHERE sum IS NULL;
CREATE TRIGGER tally_loses_sum AFTER UPDATE ON tally WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE tally SET sum = NULL WHERE account = NEW.account AND page = NEW.page;
END;

-- The same for each week at tables that are open to all, for the leaderboard. Weeks begin on Monday, UTC; number 0 is the
-- one with the first day of 1970. The game is empty for all games together.
CREATE TABLE week_result (
    week    INTEGER NOT NULL,
    game    TEXT    NOT NULL,
    account BLOB    NOT NULL CHECK (length(account) = 16),
    hands   INTEGER NOT NULL,
    net     INTEGER NOT NULL,
    sum     BLOB,
    PRIMARY KEY (week, game, account)
) STRICT, WITHOUT ROWID;

CREATE INDEX week_result_account ON week_result (account);

CREATE INDEX week_result_changed ON week_result (week, game, account) WHERE sum IS NULL;
CREATE TRIGGER week_result_loses_sum AFTER UPDATE ON week_result WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE week_result SET sum = NULL WHERE week = NEW.week AND game = NEW.game AND account = NEW.account;
END;

-- Who wants to be on the leaderboard.
CREATE TABLE listed_account (
    account BLOB    PRIMARY KEY REFERENCES account (id),
    since   INTEGER NOT NULL,
    sum     BLOB
) STRICT, WITHOUT ROWID;

CREATE INDEX listed_account_changed ON listed_account (account) WHERE sum IS NULL;
CREATE TRIGGER listed_account_loses_sum AFTER UPDATE ON listed_account WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE listed_account SET sum = NULL WHERE account = NEW.account;
END;

CREATE TRIGGER account_retired_tally AFTER UPDATE OF retired_at ON account
WHEN NEW.retired_at IS NOT NULL AND OLD.retired_at IS NULL BEGIN
    DELETE FROM tally WHERE account = NEW.id;
    DELETE FROM week_result WHERE account = NEW.id;
    DELETE FROM listed_account WHERE account = NEW.id;
END;

-- What came of a tournament, for those who look at it when its journal is long forgotten. JSON that the store only keeps.
CREATE TABLE result (
    tournament INTEGER PRIMARY KEY REFERENCES game_table (id),
    body       TEXT    NOT NULL,
    sum        BLOB
) STRICT;

CREATE INDEX result_changed ON result (tournament) WHERE sum IS NULL;
CREATE TRIGGER result_loses_sum AFTER UPDATE ON result WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE result SET sum = NULL WHERE tournament = NEW.tournament;
END;

-- The events of a tournament that is closed, one a line: as many lines a row as the server puts there, packed as hands are.
CREATE TABLE result_log (
    tournament INTEGER NOT NULL REFERENCES game_table (id),
    page       INTEGER NOT NULL,
    lines      BLOB    NOT NULL,
    sum        BLOB,
    PRIMARY KEY (tournament, page)
) STRICT, WITHOUT ROWID;

CREATE INDEX result_log_changed ON result_log (tournament, page) WHERE sum IS NULL;
CREATE TRIGGER result_log_loses_sum AFTER UPDATE ON result_log WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE result_log SET sum = NULL WHERE tournament = NEW.tournament AND page = NEW.page;
END;

-- What officials did in a tournament after it was closed, after the lines that its result has. JSON that the store only keeps.
CREATE TABLE result_act (
    no         INTEGER PRIMARY KEY,
    tournament INTEGER NOT NULL REFERENCES game_table (id),
    account    BLOB    NOT NULL REFERENCES account (id),
    request    TEXT    NOT NULL,
    body       TEXT    NOT NULL,
    sum        BLOB,
    UNIQUE (tournament, account, request)
) STRICT;

CREATE INDEX result_act_changed ON result_act (no) WHERE sum IS NULL;
CREATE TRIGGER result_act_loses_sum AFTER UPDATE ON result_act WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE result_act SET sum = NULL WHERE no = NEW.no;
END;


-- Grants of the operator

-- Who officiates in all tournaments. Officials of one tournament are in its journal.
CREATE TABLE official (
    account    BLOB    PRIMARY KEY REFERENCES account (id),
    role       TEXT    NOT NULL CHECK (role IN ('floor', 'director')),
    granted_at INTEGER NOT NULL,
    sum        BLOB
) STRICT, WITHOUT ROWID;

CREATE INDEX official_changed ON official (account) WHERE sum IS NULL;
CREATE TRIGGER official_loses_sum AFTER UPDATE ON official WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE official SET sum = NULL WHERE account = NEW.account;
END;

-- Whose age the operator has verified: they may enter tournaments for adults only.
CREATE TABLE verified_adult (
    account     BLOB    PRIMARY KEY REFERENCES account (id),
    verified_at INTEGER NOT NULL,
    sum         BLOB
) STRICT, WITHOUT ROWID;

CREATE INDEX verified_adult_changed ON verified_adult (account) WHERE sum IS NULL;
CREATE TRIGGER verified_adult_loses_sum AFTER UPDATE ON verified_adult WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE verified_adult SET sum = NULL WHERE account = NEW.account;
END;


-- Players among themselves

-- Friendships, one row for each of the two.
CREATE TABLE friend (
    account BLOB    NOT NULL REFERENCES account (id),
    player  BLOB    NOT NULL REFERENCES account (id),
    since   INTEGER NOT NULL,
    sum     BLOB,
    PRIMARY KEY (account, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX friend_of ON friend (player);

CREATE INDEX friend_changed ON friend (account, player) WHERE sum IS NULL;
CREATE TRIGGER friend_loses_sum AFTER UPDATE ON friend WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE friend SET sum = NULL WHERE account = NEW.account AND player = NEW.player;
END;

-- Questions for friendship. One that was declined stays, so that it looks open to the asker and cannot be asked again at once.
CREATE TABLE friend_question (
    asker       BLOB    NOT NULL REFERENCES account (id),
    asked       BLOB    NOT NULL REFERENCES account (id),
    asked_at    INTEGER NOT NULL,
    -- NULL while it waits for an answer.
    declined_at INTEGER,
    -- Whether the asker took it back after it was declined.
    withdrawn   INTEGER NOT NULL DEFAULT 0,
    sum         BLOB,
    PRIMARY KEY (asker, asked)
) STRICT, WITHOUT ROWID;

CREATE INDEX friend_question_to ON friend_question (asked, declined_at);

CREATE INDEX friend_question_changed ON friend_question (asker, asked) WHERE sum IS NULL;
CREATE TRIGGER friend_question_loses_sum AFTER UPDATE ON friend_question WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE friend_question SET sum = NULL WHERE asker = NEW.asker AND asked = NEW.asked;
END;

-- Accounts that do not show friends when they are here and where they play.
CREATE TABLE hidden_account (
    account BLOB NOT NULL PRIMARY KEY REFERENCES account (id),
    sum     BLOB
) STRICT, WITHOUT ROWID;

CREATE INDEX hidden_account_changed ON hidden_account (account) WHERE sum IS NULL;
CREATE TRIGGER hidden_account_loses_sum AFTER UPDATE ON hidden_account WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE hidden_account SET sum = NULL WHERE account = NEW.account;
END;

CREATE TRIGGER account_retired_friend AFTER UPDATE OF retired_at ON account
WHEN NEW.retired_at IS NOT NULL AND OLD.retired_at IS NULL BEGIN
    DELETE FROM friend WHERE account = NEW.id;
    DELETE FROM friend WHERE player = NEW.id;
    DELETE FROM friend_question WHERE asker = NEW.id;
    DELETE FROM friend_question WHERE asked = NEW.id;
    DELETE FROM hidden_account WHERE account = NEW.id;
END;

-- What an account noted about players, for itself alone.
CREATE TABLE note (
    account    BLOB    NOT NULL REFERENCES account (id),
    player     BLOB    NOT NULL REFERENCES account (id),
    text       TEXT    NOT NULL,
    -- One of the protocol's words, or NULL.
    colour     TEXT,
    changed_at INTEGER NOT NULL,
    sum        BLOB,
    PRIMARY KEY (account, player)
) STRICT, WITHOUT ROWID;

CREATE INDEX note_about ON note (player);

CREATE INDEX note_changed ON note (account, player) WHERE sum IS NULL;
CREATE TRIGGER note_loses_sum AFTER UPDATE ON note WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE note SET sum = NULL WHERE account = NEW.account AND player = NEW.player;
END;

-- A note goes with the account that made it, and with the one that it is about.
CREATE TRIGGER account_retired_note AFTER UPDATE OF retired_at ON account
WHEN NEW.retired_at IS NOT NULL AND OLD.retired_at IS NULL BEGIN
    DELETE FROM note WHERE account = NEW.id;
    DELETE FROM note WHERE player = NEW.id;
END;


-- People, as the operator sees them

-- Whom the operator keeps out, and until when; for ever without that.
CREATE TABLE ban (
    account BLOB    NOT NULL PRIMARY KEY REFERENCES account (id),
    since   INTEGER NOT NULL,
    until   INTEGER,
    reason  TEXT    NOT NULL,
    sum     BLOB
) STRICT, WITHOUT ROWID;

CREATE INDEX ban_changed ON ban (account) WHERE sum IS NULL;
CREATE TRIGGER ban_loses_sum AFTER UPDATE ON ban WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE ban SET sum = NULL WHERE account = NEW.account;
END;

-- Whom the operator keeps from chatting at all tables, in the same way.
CREATE TABLE chat_mute (
    account BLOB    NOT NULL PRIMARY KEY REFERENCES account (id),
    since   INTEGER NOT NULL,
    until   INTEGER,
    reason  TEXT    NOT NULL,
    sum     BLOB
) STRICT, WITHOUT ROWID;

CREATE INDEX chat_mute_changed ON chat_mute (account) WHERE sum IS NULL;
CREATE TRIGGER chat_mute_loses_sum AFTER UPDATE ON chat_mute WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE chat_mute SET sum = NULL WHERE account = NEW.account;
END;

-- Accounts that were deleted: their names are taken out of what is read.
CREATE TABLE deleted_account (
    account    BLOB    NOT NULL PRIMARY KEY REFERENCES account (id),
    deleted_at INTEGER NOT NULL,
    sum        BLOB
) STRICT, WITHOUT ROWID;

CREATE INDEX deleted_account_changed ON deleted_account (account) WHERE sum IS NULL;
CREATE TRIGGER deleted_account_loses_sum AFTER UPDATE ON deleted_account WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE deleted_account SET sum = NULL WHERE account = NEW.account;
END;

-- What operators did. `id` is the request's own, `request` a digest of what it asked for: the same one again gets the first answer.
-- An act names accounts by their identifiers. What a deleted account was called is taken out of its lines, and nothing else changes.
CREATE TABLE trail (
    no      INTEGER PRIMARY KEY AUTOINCREMENT,
    id      TEXT    NOT NULL UNIQUE,
    request BLOB    NOT NULL CHECK (length(request) = 32),
    at      INTEGER NOT NULL,
    author  TEXT    NOT NULL,
    reason  TEXT    NOT NULL,
    account BLOB    REFERENCES account (id),
    act     TEXT    NOT NULL CHECK (json_valid(act)),
    outcome TEXT    NOT NULL CHECK (json_valid(outcome)),
    sum     BLOB
) STRICT;

CREATE INDEX trail_about ON trail (account, no) WHERE account IS NOT NULL;
CREATE INDEX trail_changed ON trail (no) WHERE sum IS NULL;
CREATE TRIGGER trail_loses_sum AFTER UPDATE ON trail WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE trail SET sum = NULL WHERE no = NEW.no;
END;

CREATE TRIGGER trail_fixed BEFORE UPDATE OF no, id, request, at, author, reason, account ON trail BEGIN
    SELECT RAISE(ABORT, 'the trail does not change');
END;

CREATE TRIGGER trail_kept BEFORE DELETE ON trail BEGIN
    SELECT RAISE(ABORT, 'the trail is kept');
END;

-- What the operator says to all, by the line of the trail.
CREATE TABLE notice (
    no    INTEGER PRIMARY KEY REFERENCES trail (no),
    en    TEXT    NOT NULL,
    fr    TEXT    NOT NULL,
    until INTEGER NOT NULL,
    sum   BLOB
) STRICT;

CREATE INDEX notice_changed ON notice (no) WHERE sum IS NULL;
CREATE TRIGGER notice_loses_sum AFTER UPDATE ON notice WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE notice SET sum = NULL WHERE no = NEW.no;
END;

-- What was said at the tables of late. Lines go by age and by number.
CREATE TABLE chat_line (
    no         INTEGER PRIMARY KEY AUTOINCREMENT,
    said_at    INTEGER NOT NULL,
    table_id   INTEGER NOT NULL,
    account    BLOB    NOT NULL REFERENCES account (id),
    text       TEXT    NOT NULL,
    removed_at INTEGER,
    sum        BLOB
) STRICT;

CREATE INDEX chat_line_of ON chat_line (account, no);
CREATE INDEX chat_line_changed ON chat_line (no) WHERE sum IS NULL;
CREATE TRIGGER chat_line_loses_sum AFTER UPDATE ON chat_line WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE chat_line SET sum = NULL WHERE no = NEW.no;
END;


-- Connections

-- Connections of the last days, so that it can be told why a player did not answer. Bots of the house have none here.

-- `run` is when the server started and `conn` its number of the connection, so that the end finds its beginning. `net` is a digest of
-- the network that only the folder's seal key makes; nothing for this machine's own. `heard_at` is when the client was heard last,
-- `tables` the tables that it watched from a seat, JSON. Without `closed_at` the connection is open, or the server was killed.
CREATE TABLE connection (
    no        INTEGER PRIMARY KEY AUTOINCREMENT,
    run       INTEGER NOT NULL,
    conn      INTEGER NOT NULL,
    account   BLOB    NOT NULL REFERENCES account (id),
    net       BLOB,
    opened_at INTEGER NOT NULL,
    closed_at INTEGER,
    heard_at  INTEGER,
    why       TEXT,
    tables    TEXT    CHECK (tables IS NULL OR json_valid(tables)),
    sum       BLOB,
    UNIQUE (run, conn)
) STRICT;

CREATE INDEX connection_of ON connection (account, opened_at);
CREATE INDEX connection_open ON connection (no) WHERE closed_at IS NULL;
CREATE INDEX connection_closed ON connection (closed_at) WHERE closed_at IS NOT NULL;
CREATE INDEX connection_changed ON connection (no) WHERE sum IS NULL;
CREATE TRIGGER connection_loses_sum AFTER UPDATE ON connection WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE connection SET sum = NULL WHERE no = NEW.no;
END;

-- Answers to decisions that were refused: too late, to another decision, or no legal action. `action` is its kind, with the amount
-- after it where it has one.
CREATE TABLE refused_answer (
    no       INTEGER PRIMARY KEY AUTOINCREMENT,
    at       INTEGER NOT NULL,
    account  BLOB    NOT NULL REFERENCES account (id),
    table_id INTEGER NOT NULL,
    hand_no  INTEGER NOT NULL,
    turn     INTEGER NOT NULL,
    action   TEXT    NOT NULL,
    code     TEXT    NOT NULL,
    sum      BLOB
) STRICT;

CREATE INDEX refused_answer_of ON refused_answer (account, at);
CREATE INDEX refused_answer_in ON refused_answer (table_id, hand_no);
CREATE INDEX refused_answer_at ON refused_answer (at);
CREATE INDEX refused_answer_changed ON refused_answer (no) WHERE sum IS NULL;
CREATE TRIGGER refused_answer_loses_sum AFTER UPDATE ON refused_answer WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE refused_answer SET sum = NULL WHERE no = NEW.no;
END;

-- How far both are written, and since when the server of that time runs.
CREATE TABLE connection_record (
    one        INTEGER PRIMARY KEY CHECK (one = 1),
    run        INTEGER NOT NULL,
    written_at INTEGER NOT NULL,
    left_out   INTEGER NOT NULL,
    sum        BLOB
) STRICT;

CREATE INDEX connection_record_changed ON connection_record (one) WHERE sum IS NULL;
CREATE TRIGGER connection_record_loses_sum AFTER UPDATE ON connection_record WHEN NEW.sum IS OLD.sum AND NEW.sum IS NOT NULL BEGIN
    UPDATE connection_record SET sum = NULL WHERE one = NEW.one;
END;
