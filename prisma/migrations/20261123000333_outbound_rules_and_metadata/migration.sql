-- AlterTable
ALTER TABLE "conversations" ADD COLUMN     "metadata" JSONB;

-- AlterTable
ALTER TABLE "outbound_calls" ADD COLUMN     "from_name" TEXT;

-- AlterTable
ALTER TABLE "phone_numbers" ADD COLUMN     "caller_name" TEXT;

-- CreateTable
CREATE TABLE "outbound_rules" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "agent_id" TEXT,
    "allowed_prefixes" TEXT[],
    "blocked_prefixes" TEXT[],
    "quiet_hours" JSONB,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "outbound_rules_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE UNIQUE INDEX "outbound_rules_agent_id_key" ON "outbound_rules"("agent_id");

-- CreateIndex
CREATE INDEX "outbound_rules_account_id_idx" ON "outbound_rules"("account_id");

-- AddForeignKey
ALTER TABLE "outbound_rules" ADD CONSTRAINT "outbound_rules_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE ON UPDATE CASCADE;
