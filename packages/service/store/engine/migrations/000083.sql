-- A small picture of the first page that changed, and its public name, which cannot be guessed.
ALTER TABLE reviews ADD COLUMN thumbnail_sha256 TEXT;
ALTER TABLE reviews ADD COLUMN thumbnail_name TEXT;
CREATE UNIQUE INDEX reviews_thumbnail ON reviews (thumbnail_name) WHERE thumbnail_name IS NOT NULL;
