-- AlterTable
ALTER TABLE "conversations" ADD COLUMN     "unrecorded" TEXT;

-- CreateTable
CREATE TABLE "recordings" (
    "conversation_id" TEXT NOT NULL,
    "name" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,
    "modified_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "recordings_pkey" PRIMARY KEY ("conversation_id","name")
);

-- CreateTable
CREATE TABLE "stored_bytes" (
    "account_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,

    CONSTRAINT "stored_bytes_pkey" PRIMARY KEY ("account_id","kind")
);

-- CreateTable
CREATE TABLE "stored_bytes_changes" (
    "id" BIGSERIAL NOT NULL,
    "account_id" TEXT NOT NULL,
    "kind" TEXT NOT NULL,
    "bytes" BIGINT NOT NULL,

    CONSTRAINT "stored_bytes_changes_pkey" PRIMARY KEY ("id")
);

-- CreateIndex
CREATE INDEX "stored_bytes_changes_account_id_idx" ON "stored_bytes_changes"("account_id");

-- CreateIndex
CREATE INDEX "recordings_modified_at_idx" ON "recordings" USING BRIN ("modified_at");

-- CreateIndex
CREATE INDEX "audit_log_created_at_idx" ON "audit_log" USING BRIN ("created_at");

-- AddForeignKey
ALTER TABLE "recordings" ADD CONSTRAINT "recordings_conversation_id_fkey" FOREIGN KEY ("conversation_id") REFERENCES "conversations"("id") ON DELETE CASCADE ON UPDATE CASCADE;

-- Prisma's schema cannot express what follows.

-- Triggers count the bytes that each account stores. A statement that adds or removes counted rows appends the
-- difference to stored_bytes_changes in its own transaction: it waits for no other transaction, and is rolled back with
-- its own. The service adds the changes up in stored_bytes.
--
-- The list below has one line for each counted table: its kind; the table that knows the account where the row does not
-- (`parent`), with the column that leads there (`key`); whether to count row by row (`by_row`); whether updates change
-- the size (`is_changed`); and the size of a row r. JSON documents count as they are stored, compressed. Their size can
-- be read without reading the document only row by row, in an assignment of PL/pgSQL. Rows that are deleted with their
-- parent are subtracted by count_with_parent.
--
-- To drop or change a column that is named here, drop the view stored_rows first and create it again.
DO $migration$
DECLARE
  -- Of a row and its index entries, besides its content.
  row_bytes CONSTANT int := 200;
  append CONSTANT text := 'INSERT INTO stored_bytes_changes (account_id, kind, bytes)
    SELECT account_id, %L, sum(bytes) FROM (%s) AS changed
    WHERE account_id IS NOT NULL GROUP BY account_id HAVING sum(bytes) <> 0;';
  each_row CONSTANT text := 'SELECT %s AS account_id, %s AS bytes FROM %s r';
  counted record;
  body text;
  all_rows text[] := '{}';
BEGIN
  FOR counted IN
    SELECT name, kind, parent, by_row, is_changed, COALESCE('r.' || key, 'NULL') AS parent_id,
      format('(%s + %s)::bigint', row_bytes, size) AS size,
      CASE WHEN parent IS NULL THEN 'r.account_id'
        ELSE format('(SELECT account_id FROM %I WHERE id = r.%I)', parent, key) END AS account
    FROM (VALUES
      ('drafts', 'drafts', 'agents', 'agent_id', true, true, 'pg_column_size(r.document)'),
      ('agent_contents', 'versions', 'agents', 'agent_id', true, false, 'pg_column_size(r.document)'),
      ('deployments', 'versions', NULL, NULL, false, false, 'octet_length(r.message)'),
      ('rollouts', 'versions', NULL, NULL, false, false, 'octet_length(r.plan::text)'),
      ('experiments', 'versions', NULL, NULL, false, false, 'octet_length(r.plan::text)'),
      ('pending_deployments', 'versions', NULL, NULL, false, false,
        'octet_length(concat(r.message, r.rollout))'),
      ('knowledge_documents', 'knowledge', 'agents', 'agent_id', false, true, 'r.size_bytes'),
      ('knowledge_topics', 'knowledge', 'agents', 'agent_id', false, true,
        'octet_length(r.content) + octet_length(r.actions) + octet_length(array_to_string(r.example_queries, ''''))'),
      -- The text, its terms, and its words.
      ('knowledge_passages', 'knowledge', 'agents', 'agent_id', false, false, '3 * octet_length(r.text)'),
      ('knowledge_sets', 'knowledge', 'agents', 'agent_id', false, false,
        'octet_length(array_to_string(r.sources, ''''))'),
      ('knowledge_embeddings', 'knowledge', 'agents', 'agent_id', false, true,
        'octet_length(r.vector) + COALESCE(octet_length(r.signs) + octet_length(r.bits), 0)'),
      ('test_cases', 'tests', 'test_sets', 'test_set_id', true, true, 'pg_column_size(r.script)'),
      ('test_runs', 'tests', NULL, NULL, true, false,
        'pg_column_size(r.cases) + COALESCE(pg_column_size(r.document), 0)'),
      ('test_results', 'tests', 'test_runs', 'test_run_id', true, false,
        'pg_column_size(r.turns) + COALESCE(pg_column_size(r.simulation), 0)'),
      ('test_replays', 'tests', 'test_runs', 'test_run_id', true, false, 'pg_column_size(r.result)'),
      ('conversations', 'conversations', NULL, NULL, false, true,
        'octet_length(concat(r.metadata, r.analysis_request, r.analysis))'),
      ('turns', 'conversations', NULL, NULL, false, true, 'COALESCE(octet_length(r.text), 0)'),
      ('conversation_events', 'conversations', 'conversations', 'conversation_id', false, false,
        'octet_length(r.details::text)'),
      ('turn_traces', 'conversations', 'conversations', 'conversation_id', false, true, 'octet_length(r.content)'),
      ('text_chats', 'conversations', NULL, NULL, false, true, 'octet_length(r.state)'),
      ('recordings', 'recordings', 'conversations', 'conversation_id', false, true, 'r.bytes'),
      ('webhook_events', 'webhooks', NULL, NULL, false, false, 'octet_length(r.body)'),
      ('outbound_calls', 'outboundCalls', NULL, NULL, false, false, 'octet_length(r.metadata::text)'),
      ('call_tokens', 'callTokens', NULL, NULL, false, false, 'octet_length(r.variables::text)'),
      ('idempotent_requests', 'idempotency', NULL, NULL, false, true, 'COALESCE(octet_length(r.response), 0)'),
      ('audit_log', 'auditLog', NULL, NULL, false, false, 'COALESCE(octet_length(r.details::text), 0)')
    ) AS t (name, kind, parent, key, by_row, is_changed, size)
  LOOP
    all_rows := all_rows || format(
      'SELECT %s AS account_id, %L AS parent, %s AS parent_id, %L AS kind, %s AS bytes FROM %I r',
      counted.account, counted.parent, counted.parent_id, counted.kind, counted.size, counted.name);
    IF counted.by_row THEN
      body := format('
        DECLARE
          changed_by bigint := 0;
          owner text;
        BEGIN
          IF TG_OP <> ''INSERT'' THEN
            changed_by := changed_by - %s;
            owner := %s;
          END IF;
          IF TG_OP <> ''DELETE'' THEN
            changed_by := changed_by + %s;
            owner := %s;
          END IF;
          IF changed_by <> 0 AND owner IS NOT NULL THEN
            INSERT INTO stored_bytes_changes (account_id, kind, bytes) VALUES (owner, %L, changed_by);
          END IF;
          RETURN NULL;
        END', replace(counted.size, 'r.', 'OLD.'), replace(counted.account, 'r.', 'OLD.'),
        replace(counted.size, 'r.', 'NEW.'), replace(counted.account, 'r.', 'NEW.'), counted.kind);
    ELSE
      body := format('
        BEGIN
          IF TG_OP = ''INSERT'' THEN %s
          ELSIF TG_OP = ''DELETE'' THEN %s
          ELSE %s
          END IF;
          RETURN NULL;
        END',
        format(append, counted.kind, format(each_row, counted.account, counted.size, 'came')),
        format(append, counted.kind, format(each_row, counted.account, '-' || counted.size, 'gone')),
        format(append, counted.kind, format(each_row || ' UNION ALL ' || each_row,
          counted.account, counted.size, 'came', counted.account, '-' || counted.size, 'gone')));
    END IF;
    EXECUTE format('CREATE FUNCTION count_%s() RETURNS trigger LANGUAGE plpgsql AS %L', counted.name, body);
    EXECUTE format('CREATE TRIGGER count_inserted AFTER INSERT ON %I %s EXECUTE FUNCTION count_%s()', counted.name,
      CASE WHEN counted.by_row THEN 'FOR EACH ROW' ELSE 'REFERENCING NEW TABLE AS came' END, counted.name);
    EXECUTE format('CREATE TRIGGER count_deleted AFTER DELETE ON %I %s EXECUTE FUNCTION count_%s()', counted.name,
      CASE WHEN counted.by_row THEN 'FOR EACH ROW' ELSE 'REFERENCING OLD TABLE AS gone' END, counted.name);
    CONTINUE WHEN NOT counted.is_changed;
    EXECUTE format('CREATE TRIGGER count_updated AFTER UPDATE ON %I %s EXECUTE FUNCTION count_%s()', counted.name,
      CASE WHEN counted.by_row THEN 'FOR EACH ROW' ELSE 'REFERENCING OLD TABLE AS gone NEW TABLE AS came' END,
      counted.name);
  END LOOP;
  EXECUTE 'CREATE VIEW stored_rows AS ' || array_to_string(all_rows, ' UNION ALL ');
END
$migration$;

-- Subtracts the rows that are deleted with their parent. Rows that change their size without a lock on the parent are
-- locked first: a change that is under way is counted, too.
CREATE FUNCTION count_with_parent() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_TABLE_NAME = 'agents' THEN
    PERFORM FROM drafts WHERE agent_id = OLD.id FOR UPDATE;
  ELSIF TG_TABLE_NAME = 'test_sets' THEN
    PERFORM FROM test_cases WHERE test_set_id = OLD.id FOR UPDATE;
  END IF;
  INSERT INTO stored_bytes_changes (account_id, kind, bytes)
  SELECT OLD.account_id, kind, -sum(bytes) FROM stored_rows
  WHERE parent = TG_TABLE_NAME AND parent_id = OLD.id GROUP BY kind;
  RETURN OLD;
END
$$;

CREATE TRIGGER count_children BEFORE DELETE ON "agents" FOR EACH ROW EXECUTE FUNCTION count_with_parent();
CREATE TRIGGER count_children BEFORE DELETE ON "test_sets" FOR EACH ROW EXECUTE FUNCTION count_with_parent();
CREATE TRIGGER count_children BEFORE DELETE ON "test_runs" FOR EACH ROW EXECUTE FUNCTION count_with_parent();
CREATE TRIGGER count_children BEFORE DELETE ON "conversations" FOR EACH ROW EXECUTE FUNCTION count_with_parent();
