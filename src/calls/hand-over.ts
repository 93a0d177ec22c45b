import type { HandOverHistory } from '../agent-document/index.js';
import type { AgentEvent } from '../voice/agent-adapter.js';
import type { Summary } from './briefings.js';
import type { CallParts } from './call-parts.js';
import type { SaidSoFar } from './said-so-far.js';
import { type Successor, takingOver } from './successors.js';

interface Prepared {
  readonly successor: Successor;
  readonly history: HandOverHistory;
  /** Under way while the caller hears the announcement. */
  readonly summary: Promise<Summary> | undefined;
}

/** Who takes over a call next, and what that agent is told of what was said before. */
export class HandOver {
  private prepared: Prepared | undefined;
  private count: number;

  constructor(
    private readonly parts: Pick<CallParts, 'admission' | 'limits' | 'successors' | 'earlier'>,
    private readonly said: SaidSoFar,
    private readonly signal: AbortSignal,
    private readonly tell: (event: Extract<AgentEvent, { kind: 'fault' | 'usage' }>) => void,
  ) {
    this.count = parts.earlier?.kept.handOvers ?? 0;
  }

  /** Another agent takes over, unless the caller interrupts or the call has had too many. */
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
    // A caller who interrupts has more to say to this agent.
    if (event.kind === 'interrupted') this.prepared = undefined;
    else this.said.note(event);
  }

  /** Whoever takes over now, told of what was said before; undefined where nobody does. */
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

  /** What was said so far in a few sentences, for a person; undefined where no language model tells it. */
  async summarise(): Promise<string | undefined> {
    const { turns } = this.said;
    if (turns.length === 0) return undefined;
    const summary = await this.parts.successors.summarise(this.parts.admission, [...turns], this.signal);
    // To have no language model is no fault: then the person hears the caller's own words.
    if (summary.kind === 'none' && summary.code === 'MODEL_NOT_CONFIGURED') return undefined;
    return this.read(Promise.resolve(summary));
  }

  /** Where there is no summary, the words themselves are told. */
  private async read(asked: Promise<Summary> | undefined): Promise<string | undefined> {
    const summary = await asked;
    if (summary?.kind === 'none') this.tell({ kind: 'fault', source: 'provider', code: summary.code });
    if (summary?.kind !== 'summary') return undefined;
    if (summary.usage) this.tell({ kind: 'usage', usage: summary.usage });
    return summary.text;
  }
}
