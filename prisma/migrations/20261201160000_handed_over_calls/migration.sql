-- Whether the call was transferred; null: no. Reports of an account's calls can't look at the events of each.
ALTER TABLE "conversations" ADD COLUMN "handed_over" BOOLEAN;

UPDATE "conversations" SET "handed_over" = true
WHERE "id" IN (SELECT "conversation_id" FROM "conversation_events" WHERE "kind" = 'transfer' AND "details" -> 'done' = 'true');

CREATE FUNCTION note_handed_over() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE conversations SET handed_over = true WHERE id = NEW.conversation_id AND handed_over IS NOT TRUE;
  RETURN NULL;
END
$$;

CREATE TRIGGER conversation_events_transfers AFTER INSERT OR UPDATE OF details ON "conversation_events"
  FOR EACH ROW WHEN (NEW.kind = 'transfer' AND NEW.details -> 'done' = 'true') EXECUTE FUNCTION note_handed_over();
