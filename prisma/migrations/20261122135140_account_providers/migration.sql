-- CreateTable
CREATE TABLE "account_providers" (
    "account_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "preset" TEXT NOT NULL,
    "url" TEXT,
    "services" JSONB NOT NULL,
    "api_key_sealed" TEXT,
    "revision" TEXT NOT NULL,
    "last_test" JSONB,
    "updated_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "account_providers_pkey" PRIMARY KEY ("account_id","name")
);
