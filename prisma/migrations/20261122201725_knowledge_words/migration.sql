-- DropIndex
DROP INDEX "knowledge_passages_terms_idx";

-- AlterTable
ALTER TABLE "knowledge_passages" ADD COLUMN     "number" BIGSERIAL NOT NULL,
ADD COLUMN     "words" BIGINT[] DEFAULT ARRAY[]::BIGINT[];

-- The keys of src/knowledge/passages/word-key.ts for what is stored already.
UPDATE "knowledge_passages" SET "words" = ARRAY(
  SELECT ('x' || encode(substring(sha256(convert_to(agent_id || '/' || language || '/' || lexeme, 'UTF8')) for 8), 'hex'))::bit(64)::bigint
  FROM unnest(tsvector_to_array(terms)) AS lexeme
);

-- CreateIndex
CREATE UNIQUE INDEX "knowledge_passages_number_key" ON "knowledge_passages"("number");

-- CreateIndex
CREATE INDEX "knowledge_passages_words_idx" ON "knowledge_passages" USING GIN ("words");

-- Else what was saved last is looked through from end to end by each search, until a vacuum comes by.
ALTER INDEX "knowledge_passages_words_idx" SET (fastupdate = off);
