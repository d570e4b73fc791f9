-- How a list of files is served (single-page fallback, headers, redirects): part of what its digest covers.
ALTER TABLE file_lists ADD COLUMN rules TEXT NOT NULL DEFAULT '{}';

-- Compressed forms of an object; each is an object of its own.
CREATE TABLE object_encodings (
  sha256 TEXT NOT NULL REFERENCES objects (sha256),
  encoding TEXT NOT NULL CHECK (encoding IN ('br', 'gzip')),
  -- NULL when the compressed form was not smaller.
  encoded_sha256 TEXT REFERENCES objects (sha256),
  encoded_size INTEGER NOT NULL,
  PRIMARY KEY (sha256, encoding)
);
CREATE INDEX object_encodings_encoded ON object_encodings (encoded_sha256);
