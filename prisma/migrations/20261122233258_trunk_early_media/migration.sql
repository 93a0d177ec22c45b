-- AlterTable
ALTER TABLE "sip_trunks" ADD COLUMN     "early_media" BOOLEAN NOT NULL DEFAULT false;
