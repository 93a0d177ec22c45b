-- How long each conversation took, so that lists can be narrowed down by it. The database keeps it by itself, whichever
-- version of the service ends the conversation.
ALTER TABLE "conversations" ADD COLUMN "duration_ms" INTEGER;

CREATE FUNCTION keep_conversation_duration() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.duration_ms := CASE WHEN NEW.ended_at IS NOT NULL
    THEN LEAST(2147483647, GREATEST(0, EXTRACT(EPOCH FROM NEW.ended_at - NEW.started_at) * 1000)) END;
  RETURN NEW;
END
$$;

CREATE TRIGGER conversations_duration BEFORE INSERT OR UPDATE OF ended_at, started_at ON "conversations"
  FOR EACH ROW EXECUTE FUNCTION keep_conversation_duration();

UPDATE "conversations"
  SET "duration_ms" = LEAST(2147483647, GREATEST(0, EXTRACT(EPOCH FROM ended_at - started_at) * 1000))
  WHERE ended_at IS NOT NULL;
