-- CreateTable
CREATE TABLE "tool_requests" (
    "id" TEXT NOT NULL,
    "account_id" TEXT NOT NULL,
    "conversation_id" TEXT,
    "instance_id" TEXT NOT NULL,
    "request_sealed" TEXT NOT NULL,
    "takeovers" INTEGER NOT NULL DEFAULT 0,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tool_requests_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "tool_requests_instance_id_idx" ON "tool_requests"("instance_id");
