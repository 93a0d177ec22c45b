-- AlterTable
ALTER TABLE "agent_contents" ADD COLUMN     "knowledge_hash" TEXT;

-- AlterTable
ALTER TABLE "drafts" ADD COLUMN     "knowledge_hash" TEXT;

-- CreateTable
CREATE TABLE "knowledge_topics" (
    "id" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "content" TEXT NOT NULL,
    "actions" TEXT NOT NULL,
    "example_queries" TEXT[],
    "is_active" BOOLEAN NOT NULL,
    "source" TEXT,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "knowledge_topics_pkey" PRIMARY KEY ("id")
);

-- CreateTable
CREATE TABLE "knowledge_passages" (
    "agent_id" TEXT NOT NULL,
    "source" TEXT NOT NULL,
    "position" INTEGER NOT NULL,
    "origin_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "title" TEXT NOT NULL,
    "text" TEXT NOT NULL,
    "actions" TEXT NOT NULL,
    "language" TEXT NOT NULL,
    "terms" tsvector NOT NULL,

    CONSTRAINT "knowledge_passages_pkey" PRIMARY KEY ("agent_id","source","position")
);

-- CreateTable
CREATE TABLE "knowledge_sets" (
    "agent_id" TEXT NOT NULL,
    "hash" TEXT NOT NULL,
    "sources" TEXT[],
    "languages" TEXT[],
    "passages" INTEGER NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "knowledge_sets_pkey" PRIMARY KEY ("agent_id","hash")
);

-- CreateIndex
CREATE INDEX "knowledge_topics_agent_id_created_at_id_idx" ON "knowledge_topics"("agent_id", "created_at", "id");

-- CreateIndex
CREATE INDEX "knowledge_passages_terms_idx" ON "knowledge_passages" USING GIN ("terms");

-- AddForeignKey
ALTER TABLE "knowledge_topics" ADD CONSTRAINT "knowledge_topics_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "knowledge_passages" ADD CONSTRAINT "knowledge_passages_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "knowledge_sets" ADD CONSTRAINT "knowledge_sets_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE ON UPDATE CASCADE;
