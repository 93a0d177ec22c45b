-- CreateTable: unlogged, because its loss costs nothing, and telling need not wait for the disk.
CREATE UNLOGGED TABLE "instance_tallies" (
    "id" TEXT NOT NULL,
    "counts" JSONB NOT NULL,
    "expires_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "instance_tallies_pkey" PRIMARY KEY ("id")
);
