-- AlterTable
ALTER TABLE "sip_trunks" ADD COLUMN     "allowed_prefixes" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "blocked_prefixes" TEXT[] DEFAULT ARRAY[]::TEXT[],
ADD COLUMN     "caller_identity" TEXT NOT NULL DEFAULT 'from',
ADD COLUMN     "quiet_hours" JSONB;

-- CreateTable
CREATE TABLE "outbound_calls" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "environment" "Environment" NOT NULL,
    "trunk_id" TEXT NOT NULL,
    "to_number" TEXT NOT NULL,
    "from_number" TEXT NOT NULL,
    "variant_id" TEXT,
    "encrypted" BOOLEAN NOT NULL DEFAULT false,
    "metadata" JSONB NOT NULL,
    "machine" JSONB,
    "ring_seconds" INTEGER NOT NULL,
    "status" TEXT NOT NULL DEFAULT 'QUEUED',
    "reason" TEXT,
    "refused_at_once" BOOLEAN NOT NULL DEFAULT false,
    "not_before" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "owner" TEXT,
    "lease_expires_at" TIMESTAMPTZ(3),
    "claimed_at" TIMESTAMPTZ(3),
    "dialled_at" TIMESTAMPTZ(3),
    "answered_at" TIMESTAMPTZ(3),
    "ended_at" TIMESTAMPTZ(3),
    "cancel_wanted" BOOLEAN NOT NULL DEFAULT false,
    "session_id" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "outbound_calls_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "outbound_calls_account_id_status_not_before_idx" ON "outbound_calls"("account_id", "status", "not_before");

-- CreateIndex
CREATE INDEX "outbound_calls_status_not_before_idx" ON "outbound_calls"("status", "not_before");

-- CreateIndex
CREATE INDEX "outbound_calls_account_id_ended_at_idx" ON "outbound_calls"("account_id", "ended_at");

-- CreateIndex
CREATE INDEX "outbound_calls_account_id_claimed_at_idx" ON "outbound_calls"("account_id", "claimed_at");

-- CreateIndex
CREATE INDEX "outbound_calls_agent_id_idx" ON "outbound_calls"("agent_id");

-- CreateIndex
CREATE INDEX "outbound_calls_ended_at_idx" ON "outbound_calls"("ended_at");

-- AddForeignKey
ALTER TABLE "outbound_calls" ADD CONSTRAINT "outbound_calls_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE ON UPDATE CASCADE;
