import type { LiveCallEvent } from './live-call-event.js';

/** Turns that a late reader gets; older ones are in the call record. */
const MAX_TURNS = 200;
/** The same for transfers and key presses. */
const MAX_ACTIONS = 50;

/**
 * Summarises a call for late readers: the latest text of each turn, transfers and key presses, the latest state and
 * levels, and the end. Bounded, however long the call lasts.
 */
export class LiveCallHistory {
  private readonly turns = new Map<string, LiveCallEvent>();
  private readonly actions: LiveCallEvent[] = [];
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
      // Who comes late finds it in the call record.
      case 'latency':
        return;
      case 'action':
        this.actions.push(event);
        if (this.actions.length > MAX_ACTIONS) this.actions.shift();
        return;
      case 'ended':
        this.end = event;
        return;
      case 'transcript':
        this.turns.set(event.turnId, event);
        this.dropOldestTurn();
    }
  }

  /** Turns in the order in which they began, then the rest. */
  events(): LiveCallEvent[] {
    return [...this.turns.values(), ...this.actions, this.state, this.levels, this.end].filter(
      (event) => event !== undefined,
    );
  }

  private dropOldestTurn(): void {
    if (this.turns.size <= MAX_TURNS) return;
    for (const oldest of this.turns.keys()) {
      this.turns.delete(oldest);
      return;
    }
  }
}
