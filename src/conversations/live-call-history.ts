import type { LiveCallEvent } from './live-call-event.js';

/** Turns that a late reader gets; older ones are in the call record. */
const MAX_TURNS = 200;
/** The same for transfers, key presses, what was looked up, and tools. */
const MAX_ACTIONS = 50;

/** An event with its number, by which whoever is told it again knows it: they grow from 1, with gaps. */
export interface NumberedEvent {
  readonly event: LiveCallEvent;
  readonly number: number;
}

/**
 * Summarises a call for late readers: the latest text of each turn, transfers, key presses, what was looked up, tools,
 * the latest state, form and levels, and the end. Bounded, however long the call lasts.
 */
export class LiveCallHistory {
  private readonly turns = new Map<string, NumberedEvent>();
  private readonly actions: NumberedEvent[] = [];
  private readonly tools = new Map<string, NumberedEvent>();
  private state?: NumberedEvent;
  private form?: NumberedEvent;
  private levels?: NumberedEvent;
  private end?: NumberedEvent;

  add(numbered: NumberedEvent): void {
    const { event } = numbered;
    switch (event.kind) {
      case 'state':
        this.state = numbered;
        return;
      case 'form':
        this.form = numbered;
        return;
      case 'levels':
        this.levels = numbered;
        return;
      // Late readers find it in the call record.
      case 'latency':
      case 'overlap':
        return;
      case 'action':
      case 'knowledge':
        this.actions.push(numbered);
        if (this.actions.length > MAX_ACTIONS) this.actions.shift();
        return;
      case 'tool':
        this.tools.set(event.callId, numbered);
        return dropOldest(this.tools, MAX_ACTIONS);
      case 'ended':
        this.end = numbered;
        return;
      case 'transcript':
        this.turns.set(event.turnId, numbered);
        dropOldest(this.turns, MAX_TURNS);
    }
  }

  /** By growing numbers: a reader may leave out what is not above the last one that it saw. */
  events(): NumberedEvent[] {
    return [
      ...this.turns.values(),
      ...this.actions,
      ...this.tools.values(),
      this.state,
      this.form,
      this.levels,
      this.end,
    ]
      .filter((event) => event !== undefined)
      .sort((one, other) => one.number - other.number);
  }
}

function dropOldest(events: Map<string, NumberedEvent>, most: number): void {
  const oldest = events.keys().next().value;
  if (events.size > most && oldest !== undefined) events.delete(oldest);
}
