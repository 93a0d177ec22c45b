-- AlterTable
ALTER TABLE "sip_trunks" ADD COLUMN     "trace_until" TIMESTAMPTZ(3);

-- CreateTable
CREATE TABLE "sip_notes" (
    "id" BIGSERIAL NOT NULL,
    "trunk_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "call_id" TEXT NOT NULL,
    "at" TIMESTAMPTZ(3) NOT NULL,
    "details" JSONB NOT NULL,

    CONSTRAINT "sip_notes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "sip_notes_trunk_id_kind_id_idx" ON "sip_notes"("trunk_id", "kind", "id" DESC);

-- CreateIndex
CREATE INDEX "sip_notes_at_idx" ON "sip_notes"("at");

-- AddForeignKey
ALTER TABLE "sip_notes" ADD CONSTRAINT "sip_notes_trunk_id_fkey" FOREIGN KEY ("trunk_id") REFERENCES "sip_trunks"("id") ON DELETE CASCADE ON UPDATE CASCADE;
