-- CreateTable
CREATE TABLE "hang_ups" (
    "conversation_id" TEXT NOT NULL,
    "asked_by" TEXT NOT NULL,
    "asked_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "hang_ups_pkey" PRIMARY KEY ("conversation_id")
);

-- CreateIndex
CREATE INDEX "outbound_calls_account_id_created_at_id_idx" ON "outbound_calls"("account_id", "created_at" DESC, "id" DESC);

-- AddForeignKey
ALTER TABLE "hang_ups" ADD CONSTRAINT "hang_ups_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
