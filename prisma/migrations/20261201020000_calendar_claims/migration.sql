-- AlterTable
ALTER TABLE "tool_requests" ADD COLUMN     "claim_from" TIMESTAMPTZ(3),
ADD COLUMN     "claim_of" TEXT,
ADD COLUMN     "claim_until" TIMESTAMPTZ(3);
