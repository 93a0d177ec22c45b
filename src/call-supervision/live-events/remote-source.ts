import { Type, type Static } from '@sinclair/typebox';
import { EventLines, type StreamItem } from './event-lines.js';
import { type EventReader, type EventSource, isMoved, type SourceOutcome } from './event-source.js';

/** The path for events between instances. Not for clients and not in the API documents. */
export const PEER_EVENTS_PATH = 'internal/calls/events';

/** The request of one instance to another. */
export const EventsAsk = Type.Object({
  kind: Type.Literal('events'),
  sessionId: Type.String(),
  /** Base64 hash of the reader's token. */
  tokenHash: Type.String(),
  instanceId: Type.String(),
});

export type EventsAsk = Static<typeof EventsAsk>;

/** The interval of keepalives, and how long a stream may be silent. */
export const SIGN_OF_LIFE_MS = 2_000;
const DEAD_AFTER_MS = 8_000;

/** `away`: no instance answers at the address, or a different one. */
export type RemoteAnswer = EventSource | 'unknown' | 'too-many' | 'away';

/**
 * Requests the events of a call from the instance at an address.
 * @param sealed The request, sealed for that instance only.
 */
export async function askForEvents(
  address: string,
  sealed: string,
  reader: AbortSignal,
): Promise<RemoteAnswer> {
  const life = new SignsOfLife(reader);
  try {
    const answer = await fetch(`${address}/${PEER_EVENTS_PATH}`, {
      method: 'POST',
      redirect: 'error',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ sealed }),
      signal: life.signal,
    });
    if (answer.ok && answer.body) return remoteSource(answer.body, life);
    await answer.body?.cancel();
    life.stop();
    return answer.status === 429 ? 'too-many' : answer.status === 404 ? 'unknown' : 'away';
  } catch {
    life.stop();
    return 'away';
  }
}

function remoteSource(body: ReadableStream<Uint8Array>, life: SignsOfLife): EventSource {
  return async (reader) => {
    const lines = new EventLines();
    const decoder = new TextDecoder();
    try {
      for await (const piece of body) {
        life.seen();
        for (const item of lines.read(decoder.decode(piece, { stream: true }))) {
          const outcome = pass(item, reader);
          if (outcome) return outcome;
        }
      }
      return 'broken';
    } catch {
      return 'broken';
    } finally {
      life.stop();
    }
  };
}

function pass(item: StreamItem, reader: EventReader): SourceOutcome | undefined {
  if (item.kind === 'caught-up') {
    reader.hasCaughtUp();
    return undefined;
  }
  const { event, number } = item;
  if (isMoved(event)) return 'moved';
  reader.tell(event, number);
  return event.kind === 'ended' ? 'ended' : undefined;
}

/** Closes a connection that was idle for too long, or when its reader leaves. */
class SignsOfLife {
  private readonly silence = new AbortController();
  readonly signal: AbortSignal;
  private timer: NodeJS.Timeout;

  constructor(reader: AbortSignal) {
    this.signal = AbortSignal.any([reader, this.silence.signal]);
    this.timer = this.startTimer();
  }

  seen(): void {
    clearTimeout(this.timer);
    this.timer = this.startTimer();
  }

  stop(): void {
    clearTimeout(this.timer);
    this.silence.abort();
  }

  private startTimer(): NodeJS.Timeout {
    return setTimeout(() => this.silence.abort(), DEAD_AFTER_MS).unref();
  }
}
