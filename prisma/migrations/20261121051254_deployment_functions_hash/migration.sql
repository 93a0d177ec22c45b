-- AlterTable
ALTER TABLE "deployments" ADD COLUMN     "functions_hash" TEXT NOT NULL;
