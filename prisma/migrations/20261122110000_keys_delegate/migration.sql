-- Whoever could make keys for other people goes on to do so, unless the key was made to end.
UPDATE "api_keys" SET "scopes" = array_append("scopes", 'keys:delegate')
WHERE 'keys:admin' = ANY ("scopes") AND NOT 'keys:delegate' = ANY ("scopes")
  AND "expires_at" IS NULL AND "revoked_at" IS NULL;
