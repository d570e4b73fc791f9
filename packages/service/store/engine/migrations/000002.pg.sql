-- Requests of each token, session and address in this minute, counted for all processes together. The columns are those
-- of rate-limiter-flexible, which deletes what has expired. After a crash of the server counting begins again.
CREATE UNLOGGED TABLE request_counts (
  key TEXT PRIMARY KEY,
  points INTEGER NOT NULL,
  expire BIGINT
) WITH (fillfactor = 70);
