import type { AgentActivity } from './turn-taking-types.js';

type ToldState = 'listening' | 'thinking' | 'speaking';

const STATES: Readonly<Record<AgentActivity, ToldState>> = {
  silent: 'listening',
  paused: 'listening',
  preparing: 'thinking',
  speaking: 'speaking',
};

/**
 * What those who watch a call are told of the agent, for every kind of agent: that it listens whenever it is silent for
 * the caller's sake (also while it is paused), thinks from the end of a turn to the first sound of the answer, and
 * speaks until that was heard or interrupted. Each state is told once, when it begins; none after the end.
 */
export class ToldStates {
  private latest: ToldState | undefined;
  private ended = false;

  constructor(private readonly emit: (state: ToldState) => void) {}

  tell(agent: AgentActivity): void {
    const state = STATES[agent];
    if (this.ended || state === this.latest) return;
    this.latest = state;
    this.emit(state);
  }

  /** The agent hangs up or can't go on: what it does from now on is told to nobody. */
  end(): void {
    this.ended = true;
  }
}
