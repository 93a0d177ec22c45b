-- Published documents, and files of knowledge, are stored once for each account. Neither is copied here: rows that others
-- of the account have, too, are deleted from the tables, and what belongs to one agent moves to tables beside them.

LOCK TABLE "agents" IN SHARE ROW EXCLUSIVE MODE;
LOCK TABLE "agent_contents", "knowledge_documents" IN ACCESS EXCLUSIVE MODE;

-- Bytes of the changed tables: subtracted here as they were, added at the end as they are.
INSERT INTO "stored_bytes_changes" ("account_id", "kind", "bytes")
SELECT account_id, kind, -sum(bytes) FROM (
  SELECT account_id, 'versions' AS kind, 200 + pg_column_size(document) AS bytes
  FROM "agent_contents" JOIN "agents" ON id = agent_id
  UNION ALL
  SELECT account_id, 'knowledge', 200 + size_bytes
  FROM "knowledge_documents" AS document JOIN "agents" AS agent ON agent.id = document.agent_id
) AS stored GROUP BY account_id, kind;

DROP VIEW stored_rows;
DROP TRIGGER count_inserted ON "agent_contents";
DROP TRIGGER count_deleted ON "agent_contents";
DROP TRIGGER count_inserted ON "knowledge_documents";
DROP TRIGGER count_deleted ON "knowledge_documents";
DROP TRIGGER count_updated ON "knowledge_documents";
DROP FUNCTION count_agent_contents();
DROP FUNCTION count_knowledge_documents();

-- Published documents

CREATE TABLE "agent_versions" (
    "agent_id" TEXT NOT NULL,
    "version" TEXT NOT NULL,
    "functions_hash" TEXT NOT NULL,
    "knowledge_hash" TEXT,
    "account_id" TEXT NOT NULL,
    "content_hash" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "agent_versions_pkey" PRIMARY KEY ("agent_id","version")
);

INSERT INTO "agent_versions"
SELECT agent_id, version, functions_hash, knowledge_hash, account_id,
  encode(sha256(convert_to(document::text, 'UTF8')), 'hex'), content.created_at
FROM "agent_contents" AS content JOIN "agents" AS agent ON agent.id = content.agent_id;

DELETE FROM "agent_contents" WHERE (agent_id, version) IN (
  SELECT agent_id, version FROM (
    SELECT agent_id, version, row_number() OVER (PARTITION BY account_id, content_hash) AS nth FROM "agent_versions"
  ) AS numbered WHERE nth > 1);

ALTER TABLE "agent_contents" ADD COLUMN "account_id" TEXT, ADD COLUMN "hash" TEXT;

UPDATE "agent_contents" AS content SET account_id = version.account_id, hash = version.content_hash
FROM "agent_versions" AS version WHERE version.agent_id = content.agent_id AND version.version = content.version;

ALTER TABLE "agent_contents" DROP CONSTRAINT "agent_contents_agent_id_fkey",
DROP CONSTRAINT "agent_contents_pkey",
DROP COLUMN "agent_id",
DROP COLUMN "created_at",
DROP COLUMN "functions_hash",
DROP COLUMN "knowledge_hash",
DROP COLUMN "version",
ALTER COLUMN "account_id" SET NOT NULL,
ALTER COLUMN "hash" SET NOT NULL,
ADD CONSTRAINT "agent_contents_pkey" PRIMARY KEY ("account_id", "hash");

CREATE INDEX "agent_versions_account_id_content_hash_idx" ON "agent_versions"("account_id", "content_hash");

ALTER TABLE "agent_versions" ADD CONSTRAINT "agent_versions_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "agent_versions" ADD CONSTRAINT "agent_versions_account_id_content_hash_fkey" FOREIGN KEY ("account_id", "content_hash") REFERENCES "agent_contents"("account_id", "hash") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Files

ALTER TABLE "knowledge_documents" RENAME TO "knowledge_files";
ALTER TABLE "knowledge_files" DROP CONSTRAINT "knowledge_documents_agent_id_fkey", DROP CONSTRAINT "knowledge_documents_pkey";
DROP INDEX "knowledge_documents_agent_id_name_key", "knowledge_documents_agent_id_created_at_id_idx";

CREATE TABLE "knowledge_documents" (
    "id" TEXT NOT NULL,
    "agent_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "media_type" TEXT NOT NULL,
    "size_bytes" INTEGER NOT NULL,
    "account_id" TEXT NOT NULL,
    "sha256" TEXT NOT NULL,
    "pages" INTEGER,
    "passages" INTEGER NOT NULL,
    "source" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "knowledge_documents_pkey" PRIMARY KEY ("id")
);

INSERT INTO "knowledge_documents"
SELECT file.id, agent_id, file.name, media_type, size_bytes, account_id, sha256, pages, passages, source,
  file.created_at, file.updated_at
FROM "knowledge_files" AS file JOIN "agents" AS agent ON agent.id = file.agent_id;

DELETE FROM "knowledge_files" WHERE id IN (
  SELECT id FROM (
    SELECT id, row_number() OVER (PARTITION BY account_id, sha256) AS nth FROM "knowledge_documents"
  ) AS numbered WHERE nth > 1);

ALTER TABLE "knowledge_files" ADD COLUMN "account_id" TEXT;

UPDATE "knowledge_files" AS file SET account_id = agent.account_id FROM "agents" AS agent WHERE agent.id = file.agent_id;

ALTER TABLE "knowledge_files" DROP COLUMN "id",
DROP COLUMN "agent_id",
DROP COLUMN "name",
DROP COLUMN "media_type",
DROP COLUMN "size_bytes",
DROP COLUMN "pages",
DROP COLUMN "passages",
DROP COLUMN "source",
DROP COLUMN "created_at",
DROP COLUMN "updated_at",
ALTER COLUMN "account_id" SET NOT NULL,
ADD CONSTRAINT "knowledge_files_pkey" PRIMARY KEY ("account_id", "sha256");

CREATE UNIQUE INDEX "knowledge_documents_agent_id_name_key" ON "knowledge_documents"("agent_id", "name");

CREATE INDEX "knowledge_documents_agent_id_created_at_id_idx" ON "knowledge_documents"("agent_id", "created_at", "id");

CREATE INDEX "knowledge_documents_account_id_sha256_idx" ON "knowledge_documents"("account_id", "sha256");

ALTER TABLE "knowledge_documents" ADD CONSTRAINT "knowledge_documents_agent_id_fkey" FOREIGN KEY ("agent_id") REFERENCES "agents"("id") ON DELETE CASCADE ON UPDATE CASCADE;

ALTER TABLE "knowledge_documents" ADD CONSTRAINT "knowledge_documents_account_id_sha256_fkey" FOREIGN KEY ("account_id", "sha256") REFERENCES "knowledge_files"("account_id", "sha256") ON DELETE RESTRICT ON UPDATE CASCADE;

-- Prisma's schema cannot express what follows.

-- What nothing refers to any more is deleted in the same transaction. Whoever is about to refer to it locks it, too: the
-- lock is waited for in a statement of its own, and the next statement sees what was committed meanwhile. Locks are taken
-- in the order of hashes, so that two deletions cannot wait for each other.
CREATE FUNCTION delete_unused_contents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM agent_contents WHERE (account_id, hash) IN (SELECT account_id, content_hash FROM gone)
  ORDER BY account_id, hash FOR UPDATE;
  DELETE FROM agent_contents AS content
  WHERE (account_id, hash) IN (SELECT account_id, content_hash FROM gone) AND NOT EXISTS (
    SELECT FROM agent_versions WHERE account_id = content.account_id AND content_hash = content.hash);
  RETURN NULL;
END
$$;

CREATE FUNCTION delete_unused_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM FROM knowledge_files WHERE (account_id, sha256) IN (SELECT account_id, sha256 FROM gone)
  ORDER BY account_id, sha256 FOR UPDATE;
  DELETE FROM knowledge_files AS file
  WHERE (account_id, sha256) IN (SELECT account_id, sha256 FROM gone) AND NOT EXISTS (
    SELECT FROM knowledge_documents WHERE account_id = file.account_id AND sha256 = file.sha256);
  RETURN NULL;
END
$$;

CREATE TRIGGER delete_unused AFTER DELETE ON "agent_versions"
  REFERENCING OLD TABLE AS gone EXECUTE FUNCTION delete_unused_contents();
CREATE TRIGGER delete_unused AFTER DELETE ON "knowledge_documents"
  REFERENCING OLD TABLE AS gone EXECUTE FUNCTION delete_unused_files();
CREATE TRIGGER delete_replaced AFTER UPDATE ON "knowledge_documents"
  REFERENCING OLD TABLE AS gone EXECUTE FUNCTION delete_unused_files();

-- Counts the bytes of the new tables, as the migration stored_bytes says.
CREATE FUNCTION count_agent_versions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO stored_bytes_changes (account_id, kind, bytes)
    SELECT account_id, 'versions', 200 * count(*) FROM came GROUP BY account_id;
  ELSE
    INSERT INTO stored_bytes_changes (account_id, kind, bytes)
    SELECT account_id, 'versions', -200 * count(*) FROM gone GROUP BY account_id;
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION count_knowledge_documents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO stored_bytes_changes (account_id, kind, bytes)
    SELECT account_id, 'knowledge', 200 * count(*) FROM came GROUP BY account_id;
  ELSE
    INSERT INTO stored_bytes_changes (account_id, kind, bytes)
    SELECT account_id, 'knowledge', -200 * count(*) FROM gone GROUP BY account_id;
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION count_agent_contents() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  bytes bigint;
BEGIN
  IF TG_OP = 'INSERT' THEN
    bytes := 200 + pg_column_size(NEW.document);
    INSERT INTO stored_bytes_changes (account_id, kind, bytes) VALUES (NEW.account_id, 'versions', bytes);
  ELSE
    bytes := -(200 + pg_column_size(OLD.document));
    INSERT INTO stored_bytes_changes (account_id, kind, bytes) VALUES (OLD.account_id, 'versions', bytes);
  END IF;
  RETURN NULL;
END
$$;

CREATE FUNCTION count_knowledge_files() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  bytes bigint;
BEGIN
  IF TG_OP = 'INSERT' THEN
    bytes := 200 + octet_length(NEW.content);
    INSERT INTO stored_bytes_changes (account_id, kind, bytes) VALUES (NEW.account_id, 'knowledge', bytes);
  ELSE
    bytes := -(200 + octet_length(OLD.content));
    INSERT INTO stored_bytes_changes (account_id, kind, bytes) VALUES (OLD.account_id, 'knowledge', bytes);
  END IF;
  RETURN NULL;
END
$$;

CREATE TRIGGER count_inserted AFTER INSERT ON "agent_versions"
  REFERENCING NEW TABLE AS came EXECUTE FUNCTION count_agent_versions();
CREATE TRIGGER count_deleted AFTER DELETE ON "agent_versions"
  REFERENCING OLD TABLE AS gone EXECUTE FUNCTION count_agent_versions();
CREATE TRIGGER count_inserted AFTER INSERT ON "knowledge_documents"
  REFERENCING NEW TABLE AS came EXECUTE FUNCTION count_knowledge_documents();
CREATE TRIGGER count_deleted AFTER DELETE ON "knowledge_documents"
  REFERENCING OLD TABLE AS gone EXECUTE FUNCTION count_knowledge_documents();
CREATE TRIGGER count_inserted AFTER INSERT ON "agent_contents" FOR EACH ROW EXECUTE FUNCTION count_agent_contents();
CREATE TRIGGER count_deleted AFTER DELETE ON "agent_contents" FOR EACH ROW EXECUTE FUNCTION count_agent_contents();
CREATE TRIGGER count_inserted AFTER INSERT ON "knowledge_files" FOR EACH ROW EXECUTE FUNCTION count_knowledge_files();
CREATE TRIGGER count_deleted AFTER DELETE ON "knowledge_files" FOR EACH ROW EXECUTE FUNCTION count_knowledge_files();

CREATE VIEW stored_rows AS
SELECT (SELECT account_id FROM agents WHERE id = r.agent_id) AS account_id, 'agents' AS parent, r.agent_id AS parent_id, 'drafts' AS kind,
  (200 + pg_column_size(r.document))::bigint AS bytes FROM drafts r
UNION ALL SELECT r.account_id, NULL, NULL, 'versions',
  200::bigint FROM agent_versions r
UNION ALL SELECT r.account_id, NULL, NULL, 'versions',
  (200 + pg_column_size(r.document))::bigint FROM agent_contents r
UNION ALL SELECT r.account_id, NULL, NULL, 'versions',
  (200 + octet_length(r.message))::bigint FROM deployments r
UNION ALL SELECT r.account_id, NULL, NULL, 'versions',
  (200 + octet_length(r.plan::text))::bigint FROM rollouts r
UNION ALL SELECT r.account_id, NULL, NULL, 'versions',
  (200 + octet_length(r.plan::text))::bigint FROM experiments r
UNION ALL SELECT r.account_id, NULL, NULL, 'versions',
  (200 + octet_length(concat(r.message, r.rollout)))::bigint FROM pending_deployments r
UNION ALL SELECT r.account_id, NULL, NULL, 'knowledge',
  200::bigint FROM knowledge_documents r
UNION ALL SELECT r.account_id, NULL, NULL, 'knowledge',
  (200 + octet_length(r.content))::bigint FROM knowledge_files r
UNION ALL SELECT (SELECT account_id FROM agents WHERE id = r.agent_id), 'agents', r.agent_id, 'knowledge',
  (200 + octet_length(r.content) + octet_length(r.actions) + octet_length(array_to_string(r.example_queries, '')))::bigint FROM knowledge_topics r
UNION ALL SELECT (SELECT account_id FROM agents WHERE id = r.agent_id), 'agents', r.agent_id, 'knowledge',
  (200 + 3 * octet_length(r.text))::bigint FROM knowledge_passages r
UNION ALL SELECT (SELECT account_id FROM agents WHERE id = r.agent_id), 'agents', r.agent_id, 'knowledge',
  (200 + octet_length(array_to_string(r.sources, '')))::bigint FROM knowledge_sets r
UNION ALL SELECT (SELECT account_id FROM agents WHERE id = r.agent_id), 'agents', r.agent_id, 'knowledge',
  (200 + octet_length(r.vector) + COALESCE(octet_length(r.signs) + octet_length(r.bits), 0))::bigint FROM knowledge_embeddings r
UNION ALL SELECT (SELECT account_id FROM test_sets WHERE id = r.test_set_id), 'test_sets', r.test_set_id, 'tests',
  (200 + pg_column_size(r.script))::bigint FROM test_cases r
UNION ALL SELECT r.account_id, NULL, NULL, 'tests',
  (200 + pg_column_size(r.cases) + COALESCE(pg_column_size(r.document), 0))::bigint FROM test_runs r
UNION ALL SELECT (SELECT account_id FROM test_runs WHERE id = r.test_run_id), 'test_runs', r.test_run_id, 'tests',
  (200 + pg_column_size(r.turns) + COALESCE(pg_column_size(r.simulation), 0))::bigint FROM test_results r
UNION ALL SELECT (SELECT account_id FROM test_runs WHERE id = r.test_run_id), 'test_runs', r.test_run_id, 'tests',
  (200 + pg_column_size(r.result))::bigint FROM test_replays r
UNION ALL SELECT r.account_id, NULL, NULL, 'conversations',
  (200 + octet_length(concat(r.metadata, r.analysis_request, r.analysis)))::bigint FROM conversations r
UNION ALL SELECT r.account_id, NULL, NULL, 'conversations',
  (200 + COALESCE(octet_length(r.text), 0))::bigint FROM turns r
UNION ALL SELECT (SELECT account_id FROM conversations WHERE id = r.conversation_id), 'conversations', r.conversation_id, 'conversations',
  (200 + octet_length(r.details::text))::bigint FROM conversation_events r
UNION ALL SELECT (SELECT account_id FROM conversations WHERE id = r.conversation_id), 'conversations', r.conversation_id, 'conversations',
  (200 + octet_length(r.content))::bigint FROM turn_traces r
UNION ALL SELECT r.account_id, NULL, NULL, 'conversations',
  (200 + octet_length(r.state))::bigint FROM text_chats r
UNION ALL SELECT (SELECT account_id FROM conversations WHERE id = r.conversation_id), 'conversations', r.conversation_id, 'recordings',
  (200 + r.bytes)::bigint FROM recordings r
UNION ALL SELECT r.account_id, NULL, NULL, 'webhooks',
  (200 + octet_length(r.body))::bigint FROM webhook_events r
UNION ALL SELECT r.account_id, NULL, NULL, 'outboundCalls',
  (200 + octet_length(r.metadata::text))::bigint FROM outbound_calls r
UNION ALL SELECT r.account_id, NULL, NULL, 'callTokens',
  (200 + octet_length(r.variables::text))::bigint FROM call_tokens r
UNION ALL SELECT r.account_id, NULL, NULL, 'idempotency',
  (200 + COALESCE(octet_length(r.response), 0))::bigint FROM idempotent_requests r
UNION ALL SELECT r.account_id, NULL, NULL, 'auditLog',
  (200 + COALESCE(octet_length(r.details::text), 0))::bigint FROM audit_log r;

INSERT INTO "stored_bytes_changes" ("account_id", "kind", "bytes")
SELECT account_id, kind, sum(bytes) FROM (
  SELECT account_id, 'versions' AS kind, 200 AS bytes FROM "agent_versions"
  UNION ALL SELECT account_id, 'versions', 200 + pg_column_size(document) FROM "agent_contents"
  UNION ALL SELECT account_id, 'knowledge', 200 FROM "knowledge_documents"
  UNION ALL SELECT account_id, 'knowledge', 200 + octet_length(content) FROM "knowledge_files"
) AS stored GROUP BY account_id, kind;
