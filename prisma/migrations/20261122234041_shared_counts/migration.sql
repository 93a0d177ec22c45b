-- CreateTable: unlogged, because its loss costs nothing, and a count need not wait for the disk.
CREATE UNLOGGED TABLE "shared_counts" (
    "id" TEXT NOT NULL,
    "count" INTEGER NOT NULL,
    "ends_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "shared_counts_pkey" PRIMARY KEY ("id")
);
