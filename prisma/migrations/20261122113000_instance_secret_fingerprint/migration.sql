-- CreateTable
CREATE TABLE "instance_secrets" (
    "id" TEXT NOT NULL,
    "fingerprint" TEXT NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "instance_secrets_pkey" PRIMARY KEY ("id")
);
