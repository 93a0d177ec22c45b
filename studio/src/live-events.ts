import { readEventStream } from './event-stream.js';

/** What the server tells of a live call. */
export type LiveEvent =
  | { readonly kind: 'state'; readonly state: string }
  | { readonly kind: 'transcript'; readonly turn: TranscriptTurn }
  | { readonly kind: 'ended'; readonly reason: string };

export interface TranscriptTurn {
  readonly speaker: 'caller' | 'agent';
  readonly turnId: string;
  /** The whole text of the turn so far. */
  readonly text: string;
  readonly final: boolean;
  readonly interrupted: boolean;
}

const FIRST_PAUSE_MS = 300;
const LONGEST_PAUSE_MS = 4_000;

/**
 * Follows a call until it ends or the signal is aborted. A broken stream is opened again: the server then tells
 * everything once more, so whoever listens must take a turn that it knows as an update.
 */
export async function followCall(
  sessionId: string,
  callToken: string,
  signal: AbortSignal,
  onEvent: (event: LiveEvent) => void,
): Promise<void> {
  for (let pauseMs = FIRST_PAUSE_MS; !signal.aborted; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 2)) {
    try {
      if (await readOnce(sessionId, callToken, signal, onEvent)) return;
    } catch {
      // A stream that broke is opened again below; the state of the call itself is told by its signaling.
    }
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}

/** @returns whether the call has ended. */
async function readOnce(
  sessionId: string,
  callToken: string,
  signal: AbortSignal,
  onEvent: (event: LiveEvent) => void,
): Promise<boolean> {
  const response = await fetch(`/api/v1/studio/sessions/${encodeURIComponent(sessionId)}/events`, {
    headers: { Authorization: `Bearer ${callToken}`, Accept: 'text/event-stream' },
    cache: 'no-store',
    signal,
  });
  if (!response.ok || !response.body) return false;
  for await (const data of readEventStream(response.body)) {
    const event = parseLiveEvent(data);
    if (!event) continue;
    onEvent(event);
    if (event.kind === 'ended') return true;
  }
  return false;
}

/** The event, or undefined for one that this page has no use for (such as levels, which it measures itself). */
export function parseLiveEvent(data: string): LiveEvent | undefined {
  const value = JSON.parse(data) as Readonly<Record<string, unknown>>;
  const text = (name: string) => (typeof value[name] === 'string' ? value[name] : '');
  switch (value.kind) {
    case 'state':
      return { kind: 'state', state: text('state') };
    case 'ended':
      return { kind: 'ended', reason: text('reason') };
    case 'transcript':
      return {
        kind: 'transcript',
        turn: {
          speaker: value.speaker === 'agent' ? 'agent' : 'caller',
          turnId: text('turnId'),
          text: text('text'),
          final: value.final === true,
          interrupted: value.interrupted === true,
        },
      };
    default:
      return undefined;
  }
}
