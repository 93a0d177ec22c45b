import { EarshotCall } from '../../client/src/index.js';
import { api } from './api.js';
import type { CallChoice } from './call-setup.js';
import { followCall, type LiveEvent } from './live-events.js';

/** A call that the page made, with the stream of what the server tells of it. */
export interface LiveCall {
  readonly call: EarshotCall;
  /** Stops the stream of events. */
  stopFollowing(): void;
}

export interface LiveCallOptions {
  /** What is sent in place of the microphone. */
  readonly microphone?: MediaStream;
  /** Whether the agent is heard. Default true. */
  readonly audible?: boolean;
  readonly onEvent?: (event: LiveEvent) => void;
}

/** How long to wait for the last words after a call, in milliseconds. */
const LAST_WORDS_MS = 2_000;

/** Prepares a call with a token and relay servers, and follows it. `call.start()` makes it. */
export async function prepareCall(choice: CallChoice, options: LiveCallOptions = {}): Promise<LiveCall> {
  const following = new AbortController();
  let token = await api.studioToken(choice.agentId, choice.target);
  let isFirst = true;
  const call = new EarshotCall({
    signalingUrl: location.origin,
    // The first token is there already. When the SDK asks again, it was stale.
    authToken: async () => {
      if (!isFirst) token = await api.studioToken(choice.agentId, choice.target);
      isFirst = false;
      return token;
    },
    mode: choice.mode,
    iceServers: await api.iceServers(token),
    ...(options.microphone && { microphone: options.microphone }),
    ...(options.audible === false && { audioElement: null }),
  });
  const { onEvent } = options;
  if (onEvent)
    call.on('session', ({ sessionId }) => void followCall(sessionId, token, following.signal, onEvent));
  call.on('ended', () => setTimeout(() => following.abort(), LAST_WORDS_MS));
  return { call, stopFollowing: () => following.abort() };
}
