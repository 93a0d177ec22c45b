-- AlterTable
ALTER TABLE "test_results" ADD COLUMN     "simulation" JSONB;
