import type { LiveCallEvent } from './live-call-event.js';

/** Turns that a late reader gets; older ones are in the call record. */
const MAX_TURNS = 200;
/** The same for transfers, key presses, what was looked up, and tools. */
const MAX_ACTIONS = 50;

/**
 * Summarises a call for late readers: the latest text of each turn, transfers, key presses, what was looked up, tools,
 * the latest state and levels, and the end. Bounded, however long the call lasts.
 */
export class LiveCallHistory {
  private readonly turns = new Map<string, LiveCallEvent>();
  private readonly actions: LiveCallEvent[] = [];
  private readonly tools = new Map<string, LiveCallEvent>();
  private state?: LiveCallEvent;
  private levels?: LiveCallEvent;
  private end?: LiveCallEvent;

  add(event: LiveCallEvent): void {
    switch (event.kind) {
      case 'state':
        this.state = event;
        return;
      case 'levels':
        this.levels = event;
        return;
      // Late readers find it in the call record.
      case 'latency':
      case 'overlap':
        return;
      case 'action':
      case 'knowledge':
        this.actions.push(event);
        if (this.actions.length > MAX_ACTIONS) this.actions.shift();
        return;
      case 'tool':
        this.tools.set(event.callId, event);
        return dropOldest(this.tools, MAX_ACTIONS);
      case 'ended':
        this.end = event;
        return;
      case 'transcript':
        this.turns.set(event.turnId, event);
        dropOldest(this.turns, MAX_TURNS);
    }
  }

  /** Turns in the order in which they began, then the rest. */
  events(): LiveCallEvent[] {
    return [
      ...this.turns.values(),
      ...this.actions,
      ...this.tools.values(),
      this.state,
      this.levels,
      this.end,
    ].filter((event) => event !== undefined);
  }
}

function dropOldest(events: Map<string, LiveCallEvent>, most: number): void {
  const oldest = events.keys().next().value;
  if (events.size > most && oldest !== undefined) events.delete(oldest);
}
