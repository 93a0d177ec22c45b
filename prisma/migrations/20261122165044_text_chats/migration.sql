-- CreateTable
CREATE TABLE "text_chats" (
    "conversation_id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "target" TEXT NOT NULL,
    "version" TEXT,
    "variant_id" TEXT,
    "state" TEXT NOT NULL,
    "turns" INTEGER NOT NULL DEFAULT 0,
    "events" INTEGER NOT NULL DEFAULT 0,
    "busy_until" TIMESTAMPTZ(3),
    "used_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "text_chats_pkey" PRIMARY KEY ("conversation_id")
);

-- CreateIndex
CREATE INDEX "text_chats_account_id_idx" ON "text_chats"("account_id");

-- CreateIndex
CREATE INDEX "text_chats_used_at_idx" ON "text_chats"("used_at");

-- AddForeignKey
ALTER TABLE "text_chats" ADD CONSTRAINT "text_chats_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "text_chats" ADD CONSTRAINT "text_chats_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
