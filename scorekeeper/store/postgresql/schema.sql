-- The tables of all books. Each has the columns that the migrations of SQLite make, and the book before them; a rowid
-- that the order of rows is read from is a column here.

CREATE SCHEMA scorekeeper;
SET LOCAL search_path = scorekeeper;

CREATE DOMAIN book_id AS TEXT COLLATE "C" CHECK (VALUE <> '');  -- the setting is empty outside of a transaction
CREATE DOMAIN words AS TEXT COLLATE "C";  -- ordered by code points, as in SQLite
CREATE DOMAIN blob AS BYTEA;

-- Functions of SQLite -------------------------------------------------------------------------------------------------

CREATE FUNCTION json_valid(said TEXT) RETURNS INTEGER IMMUTABLE PARALLEL SAFE LANGUAGE sql
RETURN CASE WHEN said IS JSON THEN 1 ELSE 0 END;

CREATE FUNCTION json_extract(said TEXT, path TEXT) RETURNS TEXT IMMUTABLE PARALLEL SAFE LANGUAGE sql
RETURN jsonb_path_query_first(said::JSONB, path::JSONPATH) #>> '{}';

CREATE FUNCTION json_array_length(said TEXT) RETURNS INTEGER IMMUTABLE PARALLEL SAFE LANGUAGE sql
RETURN jsonb_array_length(said::JSONB);

CREATE FUNCTION json_each(said TEXT) RETURNS TABLE (value TEXT) IMMUTABLE PARALLEL SAFE LANGUAGE sql
BEGIN ATOMIC SELECT jsonb_array_elements_text(said::JSONB); END;

CREATE FUNCTION instr(said TEXT, part TEXT) RETURNS INTEGER IMMUTABLE PARALLEL SAFE LANGUAGE sql
RETURN strpos(said, part);

CREATE FUNCTION join_texts(said TEXT, part TEXT, separator TEXT) RETURNS TEXT IMMUTABLE PARALLEL SAFE LANGUAGE sql
RETURN CASE WHEN said IS NULL THEN part WHEN part IS NULL THEN said ELSE said || separator || part END;

CREATE AGGREGATE group_concat(TEXT, TEXT) (SFUNC = join_texts, STYPE = TEXT);

CREATE FUNCTION next_number(counted TEXT, numbers TEXT) RETURNS BIGINT LANGUAGE plpgsql AS $$  -- of one book
DECLARE
    free BIGINT;
BEGIN
    EXECUTE format('SELECT coalesce(max(%I), 0) + 1 FROM %I', numbers, counted) INTO free;
    RETURN free;
END $$;

-- Facts ---------------------------------------------------------------------------------------------------------------

CREATE TABLE matches (
    book     book_id NOT NULL DEFAULT current_setting('scorekeeper.book'),
    serial   BIGINT NOT NULL,
    id       words NOT NULL,
    variant  words NOT NULL,
    partners SMALLINT NOT NULL CHECK (partners IN (0, 1)),
    lead     words,
    options  words NOT NULL CHECK (json_valid(options) = 1),
    started  words NOT NULL,
    post     words,
    evening  BIGINT,
    own_name words GENERATED ALWAYS AS (
        CASE WHEN variant = 'own' AND json_valid(options) = 1 THEN json_extract(options, '$.name') END
    ) STORED,
    PRIMARY KEY (book, serial),
    UNIQUE (book, id),
    UNIQUE (book, post)
);
CREATE INDEX matches_by_variant ON matches (book, variant, serial);
CREATE INDEX matches_by_own_name ON matches (book, own_name, serial) WHERE own_name IS NOT NULL;

CREATE TABLE seats (
    book   book_id NOT NULL DEFAULT current_setting('scorekeeper.book'),
    match  BIGINT NOT NULL,
    seat   SMALLINT NOT NULL CHECK (seat >= 1),
    player words NOT NULL,
    PRIMARY KEY (book, match, seat),
    FOREIGN KEY (book, match) REFERENCES matches (book, serial)
);
CREATE INDEX seats_by_player ON seats (book, player, match);

CREATE TABLE photos (
    book    book_id NOT NULL DEFAULT current_setting('scorekeeper.book'),
    rowid   BIGINT NOT NULL DEFAULT next_number('photos', 'rowid'),
    id      words NOT NULL,
    match   BIGINT NOT NULL,
    kept    words NOT NULL,
    reading words NOT NULL CHECK (json_valid(reading) = 1),
    jpeg    BYTEA NOT NULL,
    digest  words,
    PRIMARY KEY (book, id),
    FOREIGN KEY (book, match) REFERENCES matches (book, serial)
);
CREATE INDEX photos_by_match ON photos (book, match);
CREATE INDEX photos_by_rowid ON photos (book, rowid);

CREATE TABLE entries (
    book    book_id NOT NULL DEFAULT current_setting('scorekeeper.book'),
    match   BIGINT NOT NULL,
    number  BIGINT NOT NULL,
    post    words NOT NULL,
    written words NOT NULL,
    entry   words NOT NULL CHECK (json_valid(entry) = 1),
    photo   words,
    came    BIGINT,
    PRIMARY KEY (book, match, number),
    UNIQUE (book, match, post),
    FOREIGN KEY (book, match) REFERENCES matches (book, serial),
    FOREIGN KEY (book, photo) REFERENCES photos (book, id)
);
CREATE INDEX entries_by_photo ON entries (book, photo) WHERE photo IS NOT NULL;

CREATE TABLE finals (
    book    book_id NOT NULL DEFAULT current_setting('scorekeeper.book'),
    rowid   BIGINT NOT NULL,
    match   BIGINT NOT NULL,
    number  BIGINT NOT NULL,
    totals  words NOT NULL CHECK (json_valid(totals) = 1),
    winners words NOT NULL CHECK (json_valid(winners) = 1),
    PRIMARY KEY (book, match, number),
    UNIQUE (book, rowid),
    FOREIGN KEY (book, match, number) REFERENCES entries (book, match, number)
);

CREATE TABLE names (
    book   book_id NOT NULL DEFAULT current_setting('scorekeeper.book'),
    number BIGINT NOT NULL DEFAULT next_number('names', 'number'),
    name   words NOT NULL,
    person words NOT NULL,
    at     words NOT NULL,
    PRIMARY KEY (book, number)
);
CREATE INDEX names_by_name ON names (book, name, number);

CREATE TABLE shelves (
    book   book_id NOT NULL DEFAULT current_setting('scorekeeper.book'),
    number BIGINT NOT NULL DEFAULT next_number('shelves', 'number'),
    match  BIGINT NOT NULL,
    place  words NOT NULL CHECK (place IN ('here', 'archived', 'deleted')),
    at     words NOT NULL,
    PRIMARY KEY (book, number),
    FOREIGN KEY (book, match) REFERENCES matches (book, serial)
);
CREATE INDEX shelves_by_match ON shelves (book, match, number);

CREATE TABLE links (
    book   book_id NOT NULL DEFAULT current_setting('scorekeeper.book'),
    match  BIGINT NOT NULL,
    doing  words NOT NULL CHECK (doing IN ('score', 'watch')),
    number BIGINT NOT NULL CHECK (number >= 1),
    key    words,
    made   words NOT NULL,
    PRIMARY KEY (book, match, doing, number),
    FOREIGN KEY (book, match) REFERENCES matches (book, serial)
);
CREATE INDEX links_by_key ON links (book, key, match);

CREATE TABLE notes (
    book   book_id NOT NULL DEFAULT current_setting('scorekeeper.book'),
    number BIGINT NOT NULL DEFAULT next_number('notes', 'number'),
    match  BIGINT NOT NULL,
    note   words NOT NULL,
    place  words NOT NULL,
    words  words NOT NULL,
    at     words NOT NULL,
    PRIMARY KEY (book, number),
    FOREIGN KEY (book, match) REFERENCES matches (book, serial)
);
CREATE INDEX notes_by_match ON notes (book, match, number);

CREATE TABLE called_off (
    book   book_id NOT NULL DEFAULT current_setting('scorekeeper.book'),
    number BIGINT NOT NULL DEFAULT next_number('called_off', 'number'),
    match  BIGINT NOT NULL,
    off    SMALLINT NOT NULL CHECK (off IN (0, 1)),
    seen   BIGINT NOT NULL,
    at     words NOT NULL,
    came   BIGINT,
    PRIMARY KEY (book, number),
    FOREIGN KEY (book, match) REFERENCES matches (book, serial)
);
CREATE INDEX called_off_by_match ON called_off (book, match, number);

CREATE TABLE given (
    book   book_id NOT NULL DEFAULT current_setting('scorekeeper.book'),
    number BIGINT NOT NULL DEFAULT next_number('given', 'number'),
    match  BIGINT NOT NULL,
    round  BIGINT NOT NULL,
    player words,
    said   words NOT NULL CHECK (json_valid(said) = 1),
    phone  words NOT NULL,
    post   words NOT NULL,
    at     words NOT NULL,
    PRIMARY KEY (book, number),
    UNIQUE (book, match, post),
    FOREIGN KEY (book, match) REFERENCES matches (book, serial)
);
CREATE INDEX given_by_match ON given (book, match, number);

CREATE TABLE beside (
    book    book_id NOT NULL DEFAULT current_setting('scorekeeper.book'),
    name    words NOT NULL,
    content words NOT NULL,
    PRIMARY KEY (book, name)
);

CREATE TABLE own_games (
    book   book_id NOT NULL DEFAULT current_setting('scorekeeper.book'),
    number BIGINT NOT NULL DEFAULT next_number('own_games', 'number'),
    id     words NOT NULL,
    rules  words NOT NULL CHECK (json_valid(rules) = 1),
    gone   SMALLINT NOT NULL CHECK (gone IN (0, 1)),
    at     words NOT NULL,
    PRIMARY KEY (book, number)
);
CREATE INDEX own_games_by_id ON own_games (book, id, number);

CREATE TABLE profiles (
    book     book_id NOT NULL DEFAULT current_setting('scorekeeper.book'),
    number   BIGINT NOT NULL DEFAULT next_number('profiles', 'number'),
    name     words NOT NULL,
    colour   SMALLINT NOT NULL CHECK (colour BETWEEN 1 AND 12),
    shape    SMALLINT NOT NULL CHECK (shape BETWEEN 1 AND 8),
    initials words NOT NULL,
    guest    SMALLINT NOT NULL CHECK (guest IN (0, 1)),
    at       words NOT NULL,
    PRIMARY KEY (book, number)
);
CREATE INDEX profiles_by_name ON profiles (book, name, number);
CREATE INDEX profiles_by_mark ON profiles (book, colour, shape);

CREATE TABLE events (
    book    book_id NOT NULL DEFAULT current_setting('scorekeeper.book'),
    serial  BIGINT NOT NULL DEFAULT next_number('events', 'serial'),
    id      words NOT NULL,
    started words NOT NULL,
    PRIMARY KEY (book, serial),
    UNIQUE (book, id)
);

CREATE TABLE event_entries (
    book    book_id NOT NULL DEFAULT current_setting('scorekeeper.book'),
    event   BIGINT NOT NULL,
    number  BIGINT NOT NULL,
    post    words NOT NULL,
    written words NOT NULL,
    entry   words NOT NULL CHECK (json_valid(entry) = 1),
    PRIMARY KEY (book, event, number),
    UNIQUE (book, event, post),
    FOREIGN KEY (book, event) REFERENCES events (book, serial)
);
CREATE INDEX event_entries_by_post ON event_entries (book, post);
CREATE INDEX event_entries_by_match ON event_entries (book, json_extract(entry, '$.match'));

CREATE TABLE event_links (
    book   book_id NOT NULL DEFAULT current_setting('scorekeeper.book'),
    event  BIGINT NOT NULL,
    doing  words NOT NULL CHECK (doing IN ('watch', 'table', 'play')),
    what   words NOT NULL,
    number BIGINT NOT NULL CHECK (number >= 1),
    key    words,
    made   words NOT NULL,
    PRIMARY KEY (book, event, doing, what, number),
    FOREIGN KEY (book, event) REFERENCES events (book, serial)
);
CREATE INDEX event_links_by_key ON event_links (book, key);

-- Derived from the facts ----------------------------------------------------------------------------------------------

CREATE TABLE standings (
    book    book_id NOT NULL DEFAULT current_setting('scorekeeper.book'),
    match   BIGINT NOT NULL,
    place   words NOT NULL DEFAULT 'here',
    over    SMALLINT NOT NULL DEFAULT 0,
    number  BIGINT NOT NULL DEFAULT 0,
    written words,
    ended   BIGINT,
    totals  words,
    winners words,
    digest  words,
    evening BIGINT,
    touched words,
    off     SMALLINT NOT NULL DEFAULT 0,
    latest  BIGINT,
    PRIMARY KEY (book, match),
    FOREIGN KEY (book, match) REFERENCES matches (book, serial)
);
CREATE INDEX standings_by_place ON standings (book, place, over, match);
CREATE INDEX standings_by_match ON standings (book, place, match);
CREATE INDEX standings_by_end ON standings (book, ended);
CREATE INDEX standings_by_evening ON standings (book, place, evening, match);
CREATE INDEX standings_finished ON standings (book, place, over, evening);
CREATE INDEX standings_by_touch ON standings (book, place, over, touched);
CREATE INDEX standings_by_latest ON standings (book, place, over, latest);
CREATE INDEX standings_newest ON standings (book, latest);

CREATE TABLE tallies (
    book   book_id NOT NULL DEFAULT current_setting('scorekeeper.book'),
    person words NOT NULL,
    upto   BIGINT NOT NULL,
    tally  words NOT NULL,
    PRIMARY KEY (book, person)
);

CREATE TABLE rivalries (
    book    book_id NOT NULL DEFAULT current_setting('scorekeeper.book'),
    upto    BIGINT NOT NULL,
    matches BIGINT NOT NULL,
    counted words NOT NULL,
    PRIMARY KEY (book, upto)
);

CREATE TABLE periods (
    book    book_id NOT NULL DEFAULT current_setting('scorekeeper.book'),
    kind    words NOT NULL,
    begins  BIGINT NOT NULL,
    ends    BIGINT NOT NULL,
    upto    BIGINT NOT NULL,
    counted words NOT NULL,
    PRIMARY KEY (book, kind, begins, ends)
);

CREATE VIEW persons WITH (security_invoker = true) AS SELECT name, person FROM names AS last
WHERE number = (SELECT max(number) FROM names WHERE names.name = last.name);

CREATE VIEW sitting WITH (security_invoker = true) AS SELECT match, seat, player,
    coalesce((SELECT person FROM persons WHERE name = player), player) AS person
FROM seats;

CREATE FUNCTION begin_standing() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    UPDATE matches SET evening = NEW.serial WHERE serial = NEW.serial AND evening IS NULL;
    INSERT INTO standings (match, evening, touched, latest)
    VALUES (NEW.serial, coalesce(NEW.evening, NEW.serial), NEW.started, NEW.serial);
    RETURN NULL;
END $$;
CREATE TRIGGER standings_begin AFTER INSERT ON matches FOR EACH ROW EXECUTE FUNCTION begin_standing();

CREATE FUNCTION gather_standing() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    UPDATE standings SET evening = NEW.evening WHERE match = NEW.serial;
    RETURN NULL;
END $$;
CREATE TRIGGER standings_gather AFTER UPDATE OF evening ON matches FOR EACH ROW EXECUTE FUNCTION gather_standing();

CREATE FUNCTION go_on_with_standing() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM tallies WHERE upto >= (SELECT ended FROM standings WHERE match = NEW.match)
    AND person IN (SELECT person FROM sitting WHERE match = NEW.match);
    UPDATE standings SET over = 0, number = NEW.number, written = NEW.written, touched = NEW.written, off = 0,
        latest = coalesce(NEW.came, match), ended = NULL, totals = NULL, winners = NULL, digest = NULL
    WHERE match = NEW.match;
    RETURN NULL;
END $$;
CREATE TRIGGER standings_go_on AFTER INSERT ON entries FOR EACH ROW EXECUTE FUNCTION go_on_with_standing();

CREATE FUNCTION end_standing() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM tallies WHERE upto >= NEW.rowid AND person IN (SELECT person FROM sitting WHERE match = NEW.match);
    UPDATE standings SET over = 1, ended = NEW.rowid, totals = NEW.totals, winners = NEW.winners
    WHERE match = NEW.match;
    RETURN NULL;
END $$;
CREATE TRIGGER standings_end AFTER INSERT ON finals FOR EACH ROW EXECUTE FUNCTION end_standing();

CREATE FUNCTION move_standing() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM tallies WHERE person IN (SELECT person FROM sitting WHERE match = NEW.match);
    UPDATE standings SET place = NEW.place WHERE match = NEW.match;
    RETURN NULL;
END $$;
CREATE TRIGGER standings_move AFTER INSERT ON shelves FOR EACH ROW EXECUTE FUNCTION move_standing();

CREATE FUNCTION call_standing_off() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    UPDATE standings SET off = NEW.off, touched = NEW.at, latest = coalesce(NEW.came, match)
    WHERE match = NEW.match AND number = NEW.seen;
    RETURN NULL;
END $$;
CREATE TRIGGER standings_off AFTER INSERT ON called_off FOR EACH ROW EXECUTE FUNCTION call_standing_off();

CREATE FUNCTION forget_tallies() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM tallies;
    DELETE FROM rivalries;
    DELETE FROM periods;
    RETURN NULL;
END $$;
CREATE TRIGGER names_change_tallies AFTER INSERT ON names FOR EACH ROW EXECUTE FUNCTION forget_tallies();

CREATE FUNCTION forget_rivalries() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM rivalries WHERE upto >= OLD.ended OR upto >= NEW.ended;
    RETURN NULL;
END $$;
CREATE TRIGGER rivalries_follow AFTER UPDATE OF ended, place ON standings FOR EACH ROW
WHEN (OLD.ended IS DISTINCT FROM NEW.ended
    OR (NEW.ended IS NOT NULL AND (OLD.place = 'deleted') <> (NEW.place = 'deleted')))
EXECUTE FUNCTION forget_rivalries();

CREATE FUNCTION forget_periods() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    DELETE FROM periods WHERE (upto >= OLD.ended OR upto >= NEW.ended)
    AND (OLD.evening >= begins AND OLD.evening < ends OR NEW.evening >= begins AND NEW.evening < ends);
    RETURN NULL;
END $$;
CREATE TRIGGER periods_follow AFTER UPDATE OF ended, place, evening ON standings FOR EACH ROW
WHEN (OLD.ended IS DISTINCT FROM NEW.ended OR (NEW.ended IS NOT NULL
    AND ((OLD.place = 'deleted') <> (NEW.place = 'deleted') OR OLD.evening IS DISTINCT FROM NEW.evening)))
EXECUTE FUNCTION forget_periods();

-- What was written stays ----------------------------------------------------------------------------------------------

CREATE FUNCTION follow_the_last_entry() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM entries WHERE match = NEW.match) THEN
        RAISE integrity_constraint_violation USING MESSAGE = 'an entry follows the last one';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER entries_in_order BEFORE INSERT ON entries FOR EACH ROW EXECUTE FUNCTION follow_the_last_entry();

CREATE FUNCTION follow_the_last_event_entry() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.number <> (SELECT coalesce(max(number), 0) + 1 FROM event_entries WHERE event = NEW.event) THEN
        RAISE integrity_constraint_violation USING MESSAGE = 'an entry follows the last one';
    END IF;
    RETURN NEW;
END $$;
CREATE TRIGGER event_entries_in_order BEFORE INSERT ON event_entries
FOR EACH ROW EXECUTE FUNCTION follow_the_last_event_entry();

CREATE FUNCTION refuse_changes() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    IF TG_LEVEL = 'ROW' AND TG_OP = 'DELETE' THEN
        IF OLD.book = current_setting('scorekeeper.erased', true) THEN  -- all of the book is deleted for good
            RETURN OLD;
        END IF;
    END IF;
    RAISE integrity_constraint_violation
    USING MESSAGE = format('rows of %s are never changed nor deleted: write a new one', TG_TABLE_NAME);
END $$;

DO $$
DECLARE
    each TEXT;
BEGIN
    FOREACH each IN ARRAY ARRAY[
        'entries', 'finals', 'names', 'shelves', 'links', 'notes', 'called_off', 'own_games', 'profiles', 'events',
        'event_entries', 'event_links'
    ] LOOP
        EXECUTE format(
            'CREATE TRIGGER %I BEFORE UPDATE OR DELETE ON %I FOR EACH ROW EXECUTE FUNCTION refuse_changes()',
            each || '_stay', each
        );
    END LOOP;
    FOR each IN SELECT tablename FROM pg_tables WHERE schemaname = 'scorekeeper' LOOP
        EXECUTE format(  -- it would empty all books
            'CREATE TRIGGER %I BEFORE TRUNCATE ON %I FOR EACH STATEMENT EXECUTE FUNCTION refuse_changes()',
            each || '_are_kept', each
        );
        EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', each);
        EXECUTE format('CREATE POLICY own_book ON %I USING (book = current_setting(''scorekeeper.book''))', each);
    END LOOP;
END $$;
