import type { LiveCallEvent } from '../conversations/index.js';
import type { AgentContext, AgentEvent } from '../voice/agent-adapter.js';
import type { CallParts } from './call-parts.js';

type Offered = Pick<Extract<LiveCallEvent, { kind: 'action' }>, 'destination' | 'digits'>;

/** Asks the caller's app to act, and reports call actions of the agent to it and to observers. */
export class OfferedActions {
  /** The actions that an agent can request. */
  readonly ways: Required<Pick<AgentContext, 'offerTransfer' | 'offerDigits'>> = {
    offerTransfer: ({ name, to }) => this.offer('transfer', { destination: { name, ...to } }),
    offerDigits: (digits) => this.offer('dtmf', { digits }),
  };
  private offered: Offered = {};

  constructor(private readonly parts: Pick<CallParts, 'features' | 'feed' | 'sessionId'>) {}

  tell({ kind, done }: Extract<AgentEvent, { kind: 'transfer' | 'dtmf' }>): void {
    const { feed, sessionId } = this.parts;
    feed.publish(sessionId, { kind: 'action', action: kind, done, ...this.offered });
    this.offered = {};
  }

  private offer(feature: 'transfer' | 'dtmf', offered: Offered): boolean {
    if (!this.parts.features.has(feature)) return false;
    this.offered = offered;
    return true;
  }
}
