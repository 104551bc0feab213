-- The tallies of all books are computed again: they have the record at each table from now on.
ALTER TABLE tallies NO FORCE ROW LEVEL SECURITY;
ALTER TABLE periods NO FORCE ROW LEVEL SECURITY;
DELETE FROM tallies;
DELETE FROM periods WHERE kind = 'tallies';
ALTER TABLE tallies FORCE ROW LEVEL SECURITY;
ALTER TABLE periods FORCE ROW LEVEL SECURITY;
