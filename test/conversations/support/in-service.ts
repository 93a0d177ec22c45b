// Runs in the service's process.
import type { INestApplication } from '@nestjs/common';
import { ConversationRecorder, type NewConversation } from '../../../src/conversations/index.js';
import type { ConversationRecord } from '../../../src/conversations/conversation-record.js';
import { RecordingFiles } from '../../../src/conversations/recordings/recording-files.js';

const open = new Map<string, ConversationRecord>();

/** Begins the record of a call. @returns its id */
export function begin(app: INestApplication, details: NewConversation): string {
  const record = app.get(ConversationRecorder, { strict: false }).begin(details);
  open.set(record.id, record);
  return record.id;
}

/** Adds the caller's words, if any, and ends the record; resolves when stored. */
export async function end(app: INestApplication, id: string, at: Date, text?: string): Promise<void> {
  const record = open.get(id);
  if (text !== undefined) record?.turn({ turnId: '1', speaker: 'caller', text, startedAt: at });
  await record?.end({ at, reason: 'client-close', crashed: false });
  open.delete(id);
}

/** A recording's length in bytes; undefined without one. */
export async function recordedBytes(app: INestApplication, id: string): Promise<number | undefined> {
  return (await app.get(RecordingFiles, { strict: false }).find(id))?.sizeBytes;
}
