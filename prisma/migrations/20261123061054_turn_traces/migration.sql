-- CreateTable
CREATE TABLE "turn_traces" (
    "conversation_id" TEXT NOT NULL,
    "part" INTEGER NOT NULL,
    "content" BYTEA NOT NULL,

    CONSTRAINT "turn_traces_pkey" PRIMARY KEY ("conversation_id","part")
);

-- AddForeignKey
ALTER TABLE "turn_traces" ADD CONSTRAINT "turn_traces_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
