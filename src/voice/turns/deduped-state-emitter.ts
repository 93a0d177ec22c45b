import type { AgentActivity } from './turn-taking-types.js';

type ObservedState = 'listening' | 'thinking' | 'speaking';

const STATES: Readonly<Record<AgentActivity, ObservedState>> = {
  silent: 'listening',
  paused: 'listening',
  preparing: 'thinking',
  speaking: 'speaking',
};

/**
 * Reports the agent's states to observers of a call, for every kind of agent: it listens while it is silent for the
 * caller (also while paused), thinks from the end of a turn to the first audio of the answer, and speaks until that was
 * heard or interrupted. Each state is reported once, when it begins; none after the end.
 */
export class DedupedStateEmitter {
  private latest: ObservedState | undefined;
  private ended = false;

  constructor(private readonly emit: (state: ObservedState) => void) {}

  tell(agent: AgentActivity): void {
    const state = STATES[agent];
    if (this.ended || state === this.latest) return;
    this.latest = state;
    this.emit(state);
  }

  /** The agent hangs up or cannot continue: no more states are reported. */
  end(): void {
    this.ended = true;
  }
}
