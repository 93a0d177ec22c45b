-- AlterTable
ALTER TABLE "accounts" ADD COLUMN     "suspended_at" TIMESTAMPTZ(3),
ADD COLUMN     "suspension_reason" TEXT;

-- CreateIndex
CREATE INDEX "accounts_suspended_at_idx" ON "accounts"("suspended_at");
