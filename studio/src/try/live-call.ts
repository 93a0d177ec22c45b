import { type AgentMode, EarshotCall } from '../../../client/src/index.js';
import { api, take } from '../api/client.js';
import { followCall, type LiveEvent } from './live-events.js';

export type Target = 'draft' | 'sandbox' | 'pre-release' | 'live';

/** The target of a call. */
export interface CallChoice {
  readonly agentId: string;
  readonly target: Target;
  readonly variantId?: string;
  /** Absent: the mode that the agent has models for. */
  readonly mode?: AgentMode;
}

/** A call made by the page, with the server's event stream about it. */
export interface LiveCall {
  readonly call: EarshotCall;
  /** Stops the event stream. */
  readonly stopFollowing: () => void;
}

export interface LiveCallOptions {
  /** Sent in place of the microphone. */
  readonly microphone?: MediaStream;
  /** Whether the agent is played. Default true. */
  readonly audible?: boolean;
  readonly onEvent?: (event: LiveEvent) => void;
}

/** How long to wait for the last words after a call, in milliseconds. */
const LAST_WORDS_MS = 2_000;

async function studioToken({ agentId, target, variantId }: CallChoice): Promise<string> {
  const body = { target, ...(variantId !== undefined && { variantId }) };
  const answer = api.POST('/v1/agents/{agentId}/studio-tokens', { params: { path: { agentId } }, body });
  return (await take(answer)).token;
}

/** STUN and TURN servers for a call; empty if the server can't be asked, since most calls work without. */
async function iceServers(token: string): Promise<RTCIceServer[]> {
  try {
    return [...(await take(api.GET('/api/v1/ice-servers', { params: { query: { token } } }))).iceServers];
  } catch {
    return [];
  }
}

/** Prepares a call with a token and ICE servers, and follows its events. `call.start()` makes it. */
export async function prepareCall(choice: CallChoice, options: LiveCallOptions = {}): Promise<LiveCall> {
  const following = new AbortController();
  let token = await studioToken(choice);
  let isFirst = true;
  const call = new EarshotCall({
    signalingUrl: location.origin,
    // The first token is ready. If the SDK asks again, it was stale.
    authToken: async () => {
      if (!isFirst) token = await studioToken(choice);
      isFirst = false;
      return token;
    },
    ...(choice.mode !== undefined && { mode: choice.mode }),
    iceServers: await iceServers(token),
    ...(options.microphone && { microphone: options.microphone }),
    ...(options.audible === false && { audioElement: null }),
  });
  const { onEvent } = options;
  if (onEvent)
    call.on('session', ({ sessionId }) => void followCall(sessionId, token, following.signal, onEvent));
  call.on('ended', () => setTimeout(() => following.abort(), LAST_WORDS_MS));
  return { call, stopFollowing: () => following.abort() };
}
