-- AlterTable
ALTER TABLE "call_journals" ADD COLUMN     "by_line" BOOLEAN;
