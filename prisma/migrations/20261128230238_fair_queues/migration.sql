-- DropIndex
DROP INDEX "test_runs_state_created_at_idx";

-- CreateIndex
CREATE INDEX "conversation_jobs_account_id_next_attempt_at_kind_idx" ON "conversation_jobs"("account_id", "next_attempt_at", "kind");

-- CreateIndex
CREATE INDEX "test_runs_state_account_id_created_at_idx" ON "test_runs"("state", "account_id", "created_at");
