-- CreateTable
CREATE TABLE "recording_deletions" (
    "conversation_id" TEXT NOT NULL,
    "deleted_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "cleared_at" TIMESTAMPTZ(3),
    "next_attempt_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "attempts" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "recording_deletions_pkey" PRIMARY KEY ("conversation_id")
);

-- CreateIndex
CREATE INDEX "recording_deletions_next_attempt_at_idx" ON "recording_deletions"("next_attempt_at");

-- Whoever deletes conversations, and however: what was recorded of them is to be deleted, too.
CREATE FUNCTION note_deleted_recordings() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO recording_deletions (conversation_id) SELECT id FROM deleted ON CONFLICT DO NOTHING;
  RETURN NULL;
END
$$;

CREATE TRIGGER conversations_recordings AFTER DELETE ON "conversations"
  REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION note_deleted_recordings();
