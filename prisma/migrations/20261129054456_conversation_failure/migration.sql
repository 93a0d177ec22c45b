-- AlterTable
ALTER TABLE "conversations" ADD COLUMN     "failure" JSONB;
