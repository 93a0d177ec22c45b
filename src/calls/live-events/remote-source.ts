import { Type, type Static } from '@sinclair/typebox';
import { EventLines, type StreamItem } from './event-lines.js';
import { type EventReader, type EventSource, isMoved, type SourceOutcome } from './event-source.js';

/** Where instances ask each other for events. Not for clients, and in no document. */
export const PEER_EVENTS_PATH = 'internal/calls/events';

/** What one instance asks another. */
export const EventsAsk = Type.Object({
  kind: Type.Literal('events'),
  sessionId: Type.String(),
  /** Of the token of whoever reads, as base64. */
  tokenHash: Type.String(),
  instanceId: Type.String(),
});

export type EventsAsk = Static<typeof EventsAsk>;

/** How often the one that is asked gives a sign of life, and how long none is taken for nothing. */
export const SIGN_OF_LIFE_MS = 2_000;
const DEAD_AFTER_MS = 8_000;

/** `away`: nobody answers there, or not the one that was asked. */
export type RemoteAnswer = EventSource | 'unknown' | 'too-many' | 'away';

/**
 * Asks the instance at an address for the events of a call.
 * @param sealed What is asked, for that instance alone.
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

/** Cuts a connection on which nothing came for too long, or whose reader has left. */
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
