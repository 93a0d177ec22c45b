-- CreateIndex
CREATE INDEX "conversations_ended_at_idx" ON "conversations"("ended_at");
