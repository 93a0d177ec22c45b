-- CreateTable
CREATE TABLE "tool_secrets" (
    "account_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "value_sealed" TEXT NOT NULL,
    "allowed_hosts" TEXT[],
    "updated_by" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tool_secrets_pkey" PRIMARY KEY ("account_id","name")
);
