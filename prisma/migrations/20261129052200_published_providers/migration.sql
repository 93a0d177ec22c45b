ALTER TABLE "deployments" ADD COLUMN "providers" JSONB;
