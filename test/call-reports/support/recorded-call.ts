import type { NewConversation } from '../../../src/conversations/index.js';
import { newConversation } from '../../conversations/support/new-conversation.js';
import type { TestApp } from '../../support/app.js';
import type { Told } from './recording.js';

/** A call that exists only as a record. */
export type RecordedCall = { readonly id: string } & {
  readonly [What in keyof Told]: (...values: Parameters<Told[What]>) => Promise<void>;
};

/** Starts the record of a call in the service's process. */
export async function beginCall(service: TestApp, details: Partial<NewConversation>): Promise<RecordedCall> {
  const recording = service.module<typeof import('./recording.js')>('test/call-reports/support/recording.ts');
  const id = await recording.begin(newConversation(details));
  return {
    id,
    connected: (...values) => recording.tell(id, 'connected', values),
    turn: (...values) => recording.tell(id, 'turn', values),
    event: (...values) => recording.tell(id, 'event', values),
    usage: (...values) => recording.tell(id, 'usage', values),
    end: (...values) => recording.tell(id, 'end', values),
  };
}
