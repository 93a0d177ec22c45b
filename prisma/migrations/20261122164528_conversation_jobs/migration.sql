-- CreateTable
CREATE TABLE "conversation_jobs" (
    "conversation_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "attempts" INTEGER NOT NULL DEFAULT 0,

    CONSTRAINT "conversation_jobs_pkey" PRIMARY KEY ("conversation_id","kind")
);

-- CreateIndex
CREATE INDEX "conversation_jobs_next_attempt_at_idx" ON "conversation_jobs"("next_attempt_at");

-- AddForeignKey
ALTER TABLE "conversation_jobs" ADD CONSTRAINT "conversation_jobs_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
