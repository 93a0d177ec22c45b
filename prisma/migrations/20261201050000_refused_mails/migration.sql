-- AlterTable
ALTER TABLE "outgoing_mails" ADD COLUMN     "refused_at" TIMESTAMPTZ(3);
