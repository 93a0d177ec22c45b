-- CreateTable
CREATE TABLE "test_replays" (
    "test_run_id" TEXT NOT NULL,
    "test_case_id" TEXT NOT NULL,
    "conversation_id" TEXT NOT NULL,
    "result" JSONB NOT NULL,

    CONSTRAINT "test_replays_pkey" PRIMARY KEY ("test_run_id","test_case_id")
);

-- CreateIndex
CREATE INDEX "test_replays_conversation_id_idx" ON "test_replays"("conversation_id");

-- AddForeignKey
ALTER TABLE "test_replays" ADD CONSTRAINT "test_replays_test_run_id_test_case_id_fkey" FOREIGN KEY ("test_run_id", "test_case_id") REFERENCES "test_results"("test_run_id", "test_case_id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "test_replays" ADD CONSTRAINT "test_replays_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
