import type { HandOverHistory } from '../agent-document/index.js';
import type { AgentEvent } from '../voice/agent-adapter.js';
import type { Summary } from './briefings.js';
import type { CallParts } from './call-parts.js';
import type { SaidSoFar } from './said-so-far.js';
import { type Successor, takingOver } from './successors.js';

interface Prepared {
  readonly successor: Successor;
  readonly history: HandOverHistory;
  /** Runs while the caller hears the announcement. */
  readonly summary: Promise<Summary> | undefined;
}

/** Prepares agent handoffs: the next agent, and its summary of the conversation. */
export class HandOver {
  private prepared: Prepared | undefined;
  private count: number;

  constructor(
    private readonly parts: Pick<CallParts, 'admission' | 'limits' | 'successors' | 'earlier'>,
    private readonly said: SaidSoFar,
    private readonly signal: AbortSignal,
    private readonly tell: (event: Extract<AgentEvent, { kind: 'fault' | 'usage' }>) => void,
  ) {
    this.count = parts.earlier?.snapshot.handOvers ?? 0;
  }

  /** Prepares a handoff unless the caller interrupts or the call has reached its limit of handoffs. */
  async prepare(agentId: string, history: HandOverHistory): Promise<boolean> {
    const { admission, limits, successors } = this.parts;
    if (this.count >= limits.maxHandOvers) return false;
    const successor = await successors.find(admission, agentId);
    const summary =
      successor && history === 'summary' && this.said.turns.length > 0
        ? successors.summarise(admission, [...this.said.turns], this.signal)
        : undefined;
    this.prepared = successor && { successor, history, summary };
    return successor !== undefined;
  }

  remember(event: Extract<AgentEvent, { kind: 'transcript' | 'interrupted' }>): void {
    // A caller who interrupts still wants this agent.
    if (event.kind === 'interrupted') this.prepared = undefined;
    else this.said.note(event);
  }

  /** Takes the prepared agent together with the conversation so far; undefined if there is none. */
  take(): (() => Promise<Successor>) | undefined {
    const { prepared } = this;
    this.prepared = undefined;
    return prepared && (() => this.told(prepared));
  }

  private async told({ successor, history, summary }: Prepared): Promise<Successor> {
    this.count++;
    if (history === 'none') return successor;
    return { ...successor, agent: takingOver(successor.agent, this.said.turns, await this.read(summary)) };
  }

  /** Summarises the conversation for a person; undefined without a language model. */
  async summarise(): Promise<string | undefined> {
    const { turns } = this.said;
    if (turns.length === 0) return undefined;
    const summary = await this.parts.successors.summarise(this.parts.admission, [...turns], this.signal);
    // A missing language model is no fault: the person hears the caller's own words.
    if (summary.kind === 'none' && summary.code === 'MODEL_NOT_CONFIGURED') return undefined;
    return this.read(Promise.resolve(summary));
  }

  /** Falls back to the transcript if there is no summary. */
  private async read(asked: Promise<Summary> | undefined): Promise<string | undefined> {
    const summary = await asked;
    if (summary?.kind === 'none') this.tell({ kind: 'fault', source: 'provider', code: summary.code });
    if (summary?.kind !== 'summary') return undefined;
    if (summary.usage) this.tell({ kind: 'usage', usage: summary.usage });
    return summary.text;
  }
}
