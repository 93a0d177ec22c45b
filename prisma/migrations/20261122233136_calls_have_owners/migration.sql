-- AlterTable
ALTER TABLE "conversations" ADD COLUMN     "epoch" INTEGER;

-- AlterTable
ALTER TABLE "instances" ADD COLUMN     "address" TEXT,
ADD COLUMN     "calls" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "capacity" INTEGER NOT NULL DEFAULT 0,
ADD COLUMN     "fences" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "state" TEXT NOT NULL DEFAULT 'ready',
ADD COLUMN     "version" TEXT;

-- CreateTable
CREATE TABLE "call_journals" (
    "conversation_id" TEXT NOT NULL,
    "state" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "call_journals_pkey" PRIMARY KEY ("conversation_id")
);

-- AddForeignKey
ALTER TABLE "call_journals" ADD CONSTRAINT "call_journals_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE ON UPDATE CASCADE;
