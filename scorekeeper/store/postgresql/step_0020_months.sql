-- The rivalries of all books are counted again: their months are those of the phone's time zone from now on.
ALTER TABLE rivalries NO FORCE ROW LEVEL SECURITY;
ALTER TABLE periods NO FORCE ROW LEVEL SECURITY;
DELETE FROM rivalries;
DELETE FROM periods WHERE kind = 'rivalries';
ALTER TABLE rivalries FORCE ROW LEVEL SECURITY;
ALTER TABLE periods FORCE ROW LEVEL SECURITY;
