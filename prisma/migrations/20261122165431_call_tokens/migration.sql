-- AlterTable
ALTER TABLE "connectors" ADD COLUMN     "mints_call_tokens" BOOLEAN NOT NULL DEFAULT false,
ADD COLUMN     "public_calls_per_minute" INTEGER NOT NULL DEFAULT 6,
ADD COLUMN     "public_max_call_seconds" INTEGER NOT NULL DEFAULT 600,
ADD COLUMN     "public_max_concurrent_calls" INTEGER NOT NULL DEFAULT 5,
ADD COLUMN     "public_origins" TEXT[] DEFAULT ARRAY[]::TEXT[];

-- CreateTable
CREATE TABLE "call_tokens" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "connector_id" TEXT NOT NULL,
    "minted_by" TEXT NOT NULL,
    "uses" INTEGER NOT NULL,
    "used" INTEGER NOT NULL DEFAULT 0,
    "caller" TEXT,
    "variant_id" TEXT,
    "variables" JSONB NOT NULL,
    "origins" TEXT[],
    "max_call_seconds" INTEGER,
    "max_concurrent_calls" INTEGER,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "revoked_at" TIMESTAMPTZ(3),
    "last_used_at" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "call_tokens_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "call_tokens_connector_id_created_at_idx" ON "call_tokens"("connector_id", "created_at" DESC);

-- CreateIndex
CREATE INDEX "call_tokens_connector_id_expires_at_idx" ON "call_tokens"("connector_id", "expires_at");

-- CreateIndex
CREATE INDEX "call_tokens_expires_at_idx" ON "call_tokens"("expires_at");

-- AddForeignKey
ALTER TABLE "call_tokens" ADD CONSTRAINT "call_tokens_connector_id_fkey" FOREIGN KEY ("connector_id") REFERENCES "connectors"("id") ON DELETE CASCADE ON UPDATE CASCADE;
