-- AlterTable
ALTER TABLE "conversations" ADD COLUMN     "analysis" JSONB,
ADD COLUMN     "analysis_request" JSONB,
ADD COLUMN     "success" BOOLEAN;
