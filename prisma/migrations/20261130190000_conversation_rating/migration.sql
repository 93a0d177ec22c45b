-- AlterTable
ALTER TABLE "conversations" ADD COLUMN     "rating" INTEGER;
