-- CreateTable
CREATE TABLE "knowledge_embeddings" (
    "agent_id" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "space" TEXT NOT NULL,
    "vector" BYTEA NOT NULL,

    CONSTRAINT "knowledge_embeddings_pkey" PRIMARY KEY ("agent_id","source","position","space")
);

-- CreateTable
CREATE TABLE "knowledge_embedding_jobs" (
    "agent_id" TEXT NOT NULL,
    "requested_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "due_at" TIMESTAMPTZ(3) DEFAULT CURRENT_TIMESTAMP,
    "leased_until" TIMESTAMPTZ(3),
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "failure" TEXT,

    CONSTRAINT "knowledge_embedding_jobs_pkey" PRIMARY KEY ("agent_id")
);

-- CreateIndex
CREATE INDEX "knowledge_embedding_jobs_due_at_idx" ON "knowledge_embedding_jobs"("due_at");

-- AddForeignKey
ALTER TABLE "knowledge_embeddings" ADD CONSTRAINT "knowledge_embeddings_agent_id_source_position_fkey" FOREIGN KEY ("agent_id", "source", "position") REFERENCES "knowledge_passages"("agent_id", "source", "position") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "knowledge_embedding_jobs" ADD CONSTRAINT "knowledge_embedding_jobs_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE ON UPDATE CASCADE;
