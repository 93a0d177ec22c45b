import { type ConversationView, conversationView } from '../../conversations/index.js';

/** What is known of a call when it begins; the rest comes with its end. */
const STARTED = [
  'id',
  'accountId',
  'agentId',
  'sessionId',
  'target',
  'deploymentId',
  'artifactVersion',
  'version',
  'connectorId',
  'variantId',
  'mode',
  'adapter',
  'callSid',
  'caller',
  'callee',
  'startedAt',
] as const satisfies readonly (keyof ConversationView)[];

/** What `conversation.started` tells, the same whenever it is made. */
export interface StartedCall {
  readonly conversation: Pick<ConversationView, (typeof STARTED)[number]>;
}

export function startedCall(row: Parameters<typeof conversationView>[0]): StartedCall {
  const view = conversationView(row);
  const known = Object.fromEntries(STARTED.map((name) => [name, view[name]]));
  return { conversation: known as StartedCall['conversation'] };
}
