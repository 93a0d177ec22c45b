import type { LiveCallEvent } from '../conversations/index.js';

/**
 * Live events that a client may request in its offer, and their kinds. Other clients get no frames beyond the base
 * protocol.
 */
export const CALL_FEATURES = {
  transcript: 'What each side says, while it is being said and when it is final.',
  state: 'Whether the agent listens, thinks or speaks.',
  latency: 'How long each reply of the agent took.',
  transfer: 'The agent wants the call transferred.',
  tool: 'Which tools of the agent run, and how they ended; never what they were asked or answered.',
  dtmf: 'The agent wants keys pressed.',
  move: 'This server stops soon. The client goes on with the call over a new socket, which leads to another one, as if this one were gone.',
} as const;

export type CallFeature = keyof typeof CALL_FEATURES;

/** Unknown words are valid: clients may be newer than the server. */
export function knownFeatures(words: readonly string[]): ReadonlySet<CallFeature> {
  return new Set(words.filter((word): word is CallFeature => Object.hasOwn(CALL_FEATURES, word)));
}

/** Relevant only to the client. */
export interface MoveEvent {
  readonly kind: 'move';
}

/** An event that a client can request. */
export type ClientEvent =
  Extract<LiveCallEvent, { kind: 'transcript' | 'state' | 'latency' | 'action' | 'tool' }> | MoveEvent;

/** The client learns of the start from the answer, and of the end from `close`. */
const isOfConversation = (state: string): boolean => state !== 'negotiating' && state !== 'ended';

/** The event, if one of the features includes it. */
export function askedFor(event: LiveCallEvent, features: ReadonlySet<CallFeature>): ClientEvent | undefined {
  switch (event.kind) {
    case 'state':
      return features.has('state') && isOfConversation(event.state) ? event : undefined;
    case 'transcript':
    case 'latency':
      return features.has(event.kind) ? event : undefined;
    case 'action':
      return features.has(event.action) ? event : undefined;
    case 'tool':
      return features.has('tool') ? withoutContents(event) : undefined;
    // Clients measure levels themselves, and `close` tells them of the end.
    case 'levels':
    case 'ended':
    // Why the agent did what it did is nothing that callers are told.
    case 'overlap':
    case 'knowledge':
    case 'form':
      return undefined;
  }
}

/** Tool arguments and results never go over the signaling socket. */
function withoutContents(event: Extract<LiveCallEvent, { kind: 'tool' }>): ClientEvent {
  const { arguments: _arguments, answer: _answer, ...rest } = event;
  return rest;
}
