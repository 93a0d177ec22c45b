-- Counts what was stored before the triggers. This is a migration of its own: it may take minutes, and locks nothing.
-- One statement reads rows and changes in one snapshot, so a change made meanwhile is neither missed nor counted twice.
INSERT INTO "stored_bytes" ("account_id", "kind", "bytes")
SELECT account_id, kind, sum(bytes) FROM (
  SELECT account_id, kind, bytes FROM stored_rows
  UNION ALL
  SELECT account_id, kind, -bytes FROM stored_bytes_changes
) AS stored
WHERE account_id IS NOT NULL GROUP BY account_id, kind;
