-- AlterTable
ALTER TABLE "people" ADD COLUMN     "alert_mails" BOOLEAN NOT NULL DEFAULT true,
ADD COLUMN     "weekly_mails" BOOLEAN NOT NULL DEFAULT true;

-- CreateTable
CREATE TABLE "weekly_summaries" (
    "account_id" TEXT NOT NULL,
    "week" DATE NOT NULL,

    CONSTRAINT "weekly_summaries_pkey" PRIMARY KEY ("account_id")
);

-- CreateTable
CREATE TABLE "outgoing_mails" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "sealed" TEXT NOT NULL,
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "next_attempt_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "outgoing_mails_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "outgoing_mails_next_attempt_at_idx" ON "outgoing_mails"("next_attempt_at");

-- CreateIndex
CREATE INDEX "outgoing_mails_account_id_next_attempt_at_idx" ON "outgoing_mails"("account_id", "next_attempt_at");
