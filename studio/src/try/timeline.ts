import type { Latency, LiveEvent, ToolRun, TranscriptTurn } from './live-events.js';

/** An entry of a conversation's timeline. */
export type Entry =
  | {
      readonly kind: 'turn';
      readonly id: string;
      readonly turn: TranscriptTurn;
      readonly latency?: Latency;
      /** Names of the topics used. */
      readonly topics?: readonly string[];
    }
  | { readonly kind: 'tool'; readonly id: string; readonly tool: ToolRun }
  /** Topics retrieved for the next answer. */
  | { readonly kind: 'knowledge'; readonly id: string; readonly topics: readonly string[] }
  | {
      readonly kind: 'overlap';
      readonly id: string;
      readonly verdict: string;
      /** The deciding factor. */
      readonly reason: string;
      readonly meaning: string;
    };

/** The timeline after an event. Known turns and tools are updated in place. */
export function withEvent(timeline: readonly Entry[], event: LiveEvent): readonly Entry[] {
  switch (event.kind) {
    case 'transcript':
      return put(timeline, `turn ${event.turn.turnId}`, (known) => ({
        ...(known?.kind === 'turn' && known),
        kind: 'turn',
        id: `turn ${event.turn.turnId}`,
        turn: event.turn,
      }));
    case 'tool':
      return put(timeline, `tool ${event.tool.callId}`, () => ({
        kind: 'tool',
        id: `tool ${event.tool.callId}`,
        tool: event.tool,
      }));
    case 'overlap':
      return [...timeline, { ...event, id: `overlap ${timeline.length}` }];
    case 'knowledge':
      return [...timeline, { ...event, id: `knowledge ${timeline.length}` }];
    case 'latency':
      return timeline.map((entry) =>
        entry.id === `turn ${event.turnId}` && entry.kind === 'turn'
          ? { ...entry, latency: event.latency }
          : entry,
      );
    case 'state':
    case 'form':
    case 'ended':
      return timeline;
  }
}

function put(
  timeline: readonly Entry[],
  id: string,
  make: (known: Entry | undefined) => Entry,
): readonly Entry[] {
  const at = timeline.findIndex((entry) => entry.id === id);
  return at === -1 ? [...timeline, make(undefined)] : timeline.with(at, make(timeline[at]));
}
