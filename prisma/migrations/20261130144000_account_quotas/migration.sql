-- Accounts that exist keep NULL until the limits of former settings are copied to them.
-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "quotas" JSONB;

-- AlterTable
ALTER TABLE "accounts" ALTER COLUMN "quotas" SET DEFAULT '{}';
