// Runs in the service's process.
import type { INestApplication } from '@nestjs/common';
import {
  type ConversationRecord,
  ConversationRecorder,
  type NewConversation,
} from '../../../src/conversations/index.js';

/** The record's updates. */
export type Told = Pick<ConversationRecord, 'connected' | 'turn' | 'event' | 'usage' | 'end'>;

const records = new Map<string, ConversationRecord>();

/** Starts the record of a call as the service does. @returns Its id. */
export function begin(app: INestApplication, conversation: NewConversation): string {
  const record = app.get(ConversationRecorder, { strict: false }).begin(conversation);
  records.set(record.id, record);
  return record.id;
}

export async function tell<What extends keyof Told>(
  _app: INestApplication,
  id: string,
  what: What,
  values: Parameters<Told[What]>,
): Promise<void> {
  const record = records.get(id);
  if (!record) throw new Error(`Nobody began ${id}.`);
  await Reflect.apply(record[what], record, values);
  if (what === 'end') records.delete(id);
}
