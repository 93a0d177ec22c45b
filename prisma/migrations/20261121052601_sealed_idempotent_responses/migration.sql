-- AlterTable
ALTER TABLE "idempotent_requests" DROP COLUMN "status",
ALTER COLUMN "response" SET DATA TYPE TEXT;
