import type { AgentActivity } from './turn-taking-types.js';

/**
 * What those who watch a call are told of the agent: that it listens whenever it is silent for the caller's sake (also
 * while it is paused), thinks from the end of a turn to the first sound of the answer, and speaks until that was heard
 * or interrupted.
 */
export function toldState(agent: AgentActivity): 'listening' | 'thinking' | 'speaking' {
  switch (agent) {
    case 'silent':
    case 'paused':
      return 'listening';
    case 'preparing':
      return 'thinking';
    case 'speaking':
      return 'speaking';
  }
}
