ALTER TABLE "call_tokens" ADD COLUMN "variables_sealed" TEXT;
