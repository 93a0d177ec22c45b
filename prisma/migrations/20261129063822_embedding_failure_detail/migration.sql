-- AlterTable
ALTER TABLE "knowledge_embedding_jobs" ADD COLUMN     "failure_detail" TEXT;
