import { type ConversationView, conversationView } from '../../conversations/index.js';

/** The fields known at the start of a call; the rest comes with its end. */
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

/** The payload of `conversation.started`; the same whenever it is built. */
export interface StartedCall {
  readonly conversation: Pick<ConversationView, (typeof STARTED)[number]>;
}

export function startedCall(row: Parameters<typeof conversationView>[0]): StartedCall {
  const view = conversationView(row);
  const known = Object.fromEntries(STARTED.map((name) => [name, view[name]]));
  return { conversation: known as StartedCall['conversation'] };
}
