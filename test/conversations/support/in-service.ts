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

/** Adds what the caller said, if anything, and ends the record; resolves when it is stored. */
export async function end(app: INestApplication, id: string, at: Date, text?: string): Promise<void> {
  const record = open.get(id);
  if (text !== undefined) record?.turn({ turnId: '1', speaker: 'caller', text, startedAt: at });
  await record?.end({ at, reason: 'client-close', crashed: false });
  open.delete(id);
}

/** How long the recording of a conversation is; undefined when there is none. */
export async function recordedBytes(app: INestApplication, id: string): Promise<number | undefined> {
  return (await app.get(RecordingFiles, { strict: false }).find(id))?.sizeBytes;
}
