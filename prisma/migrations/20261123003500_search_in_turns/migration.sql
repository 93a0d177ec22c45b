-- CreateIndex: for the search in what was said. pg_trgm comes with PostgreSQL and may be created by the owner of the
-- database. Where it is not there after all, the search works as before, by looking through all turns.
DO $$
BEGIN
    CREATE EXTENSION IF NOT EXISTS pg_trgm;
    CREATE INDEX "turns_text_idx" ON "turns" USING GIN ("text" gin_trgm_ops);
EXCEPTION WHEN insufficient_privilege OR undefined_file OR feature_not_supported OR undefined_object THEN
    RAISE NOTICE 'no index for the search in what was said: %', SQLERRM;
END
$$;
