-- AlterTable
ALTER TABLE "deployments" ADD COLUMN     "evidence" JSONB;
