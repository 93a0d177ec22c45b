-- AlterTable
ALTER TABLE "outbound_calls" ADD COLUMN     "answered_by" TEXT,
ADD COLUMN     "invite" JSONB,
ADD COLUMN     "sip_status" INTEGER;

-- AlterTable
ALTER TABLE "sip_trunks" ADD COLUMN     "local_numbers" TEXT[] DEFAULT ARRAY[]::TEXT[];
