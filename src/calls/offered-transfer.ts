import type { NamedDestination } from '../agent-document/index.js';
import type { OfferedDestination } from '../conversations/index.js';
import type { AgentEvent } from '../voice/agent-adapter.js';
import type { CallParts } from './call-parts.js';

/** Asks the caller's app to hand over, and tells it and who watches what the agent wanted done with the call. */
export class OfferedTransfer {
  private offered: NamedDestination | undefined;

  constructor(private readonly parts: Pick<CallParts, 'features' | 'feed' | 'sessionId'>) {}

  /** @returns False where the app has not said that it would. */
  offer(destination: NamedDestination): boolean {
    if (!this.parts.features.has('transfer')) return false;
    this.offered = destination;
    return true;
  }

  tell({ kind, done }: Extract<AgentEvent, { kind: 'transfer' | 'dtmf' }>): void {
    const { feed, sessionId } = this.parts;
    feed.publish(sessionId, { kind: 'action', action: kind, done, ...this.take() });
  }

  private take(): { readonly destination?: OfferedDestination } {
    const { offered } = this;
    this.offered = undefined;
    return offered ? { destination: { name: offered.name, ...offered.to } } : {};
  }
}
