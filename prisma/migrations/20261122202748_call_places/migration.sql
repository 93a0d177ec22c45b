-- CreateTable
CREATE TABLE "call_places" (
    "id" TEXT NOT NULL,
    "call_token_id" TEXT NOT NULL,
    "public_connector_id" TEXT,
    "instance_id" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "call_places_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "call_places_call_token_id_idx" ON "call_places"("call_token_id");

-- CreateIndex
CREATE INDEX "call_places_public_connector_id_idx" ON "call_places"("public_connector_id");

-- CreateIndex
CREATE INDEX "call_places_instance_id_idx" ON "call_places"("instance_id");
