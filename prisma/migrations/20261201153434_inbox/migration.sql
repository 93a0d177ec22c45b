-- AlterTable
ALTER TABLE "conversations" ADD COLUMN     "tags" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- AlterTable
ALTER TABLE "recordings" ADD COLUMN     "waveform" BYTEA;

-- CreateTable
CREATE TABLE "conversation_comments" (
    "id" TEXT NOT NULL,
    "conversation_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "created_by" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "conversation_comments_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "saved_filters" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "filter" JSONB NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "saved_filters_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "conversation_comments_conversation_id_created_at_idx" ON "conversation_comments"("conversation_id", "created_at");

-- CreateIndex
CREATE UNIQUE INDEX "saved_filters_account_id_name_key" ON "saved_filters"("account_id", "name");

-- CreateIndex
CREATE INDEX "conversations_tags_idx" ON "conversations" USING GIN ("tags");

-- AddForeignKey
ALTER TABLE "conversation_comments" ADD CONSTRAINT "conversation_comments_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Counts the bytes of comments, as the migration stored_bytes says.
CREATE FUNCTION count_conversation_comments() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO stored_bytes_changes (account_id, kind, bytes)
    SELECT account_id, 'conversations', sum(200 + octet_length(text)) FROM came GROUP BY account_id;
  ELSE
    INSERT INTO stored_bytes_changes (account_id, kind, bytes)
    SELECT account_id, 'conversations', -sum(200 + octet_length(text)) FROM gone GROUP BY account_id;
  END IF;
  RETURN NULL;
END
$$;
CREATE TRIGGER count_inserted AFTER INSERT ON "conversation_comments"
  REFERENCING NEW TABLE AS came FOR EACH STATEMENT EXECUTE FUNCTION count_conversation_comments();
CREATE TRIGGER count_deleted AFTER DELETE ON "conversation_comments"
  REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION count_conversation_comments();

DO $migration$
BEGIN
  EXECUTE 'CREATE OR REPLACE VIEW stored_rows AS ' || rtrim(pg_get_viewdef('stored_rows'), '; ') || '
    UNION ALL SELECT account_id, NULL, NULL, ''conversations'', (200 + octet_length(text))::bigint
    FROM conversation_comments';
END
$migration$;
