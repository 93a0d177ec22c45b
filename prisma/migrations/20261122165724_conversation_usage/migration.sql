-- AlterTable
ALTER TABLE "conversations" ADD COLUMN     "usage" JSONB;
