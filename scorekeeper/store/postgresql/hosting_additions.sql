-- Columns of `hosting.sql` that databases of earlier versions lack.

ALTER TABLE hosting.camera ADD COLUMN IF NOT EXISTS source TEXT, ADD COLUMN IF NOT EXISTS memory TEXT;
