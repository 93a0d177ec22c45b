import type { ConversationFeed, LiveCallEvent } from '../../conversations/index.js';

export interface EventReader {
  tell(event: LiveCallEvent, number: number): void;
  hasCaughtUp(): void;
}

/** `moved`: another instance owns the call or may soon; `broken`: this source has failed. */
export type SourceOutcome = 'ended' | 'moved' | 'broken';

/** Sends events to the reader until the source ends. Never throws. */
export type EventSource = (reader: EventReader, signal: AbortSignal) => Promise<SourceOutcome>;

export const isMoved = (event: LiveCallEvent): boolean => event.kind === 'ended' && event.reason === 'moved';

/** A call that this instance has or had. Past events are sent before this returns. */
export function localSource(feed: ConversationFeed, sessionId: string): EventSource {
  return (reader, signal) =>
    new Promise((resolve) => {
      const unsubscribe = feed.subscribe(sessionId, (event, number) => {
        if (isMoved(event)) return resolve('moved');
        reader.tell(event, number);
        if (event.kind === 'ended') resolve('ended');
      });
      reader.hasCaughtUp();
      signal.addEventListener('abort', () => {
        unsubscribe();
        resolve('broken');
      });
    });
}
