import type { HandoffHistory } from '../agent-document/index.js';
import type { AgentEvent } from '../voice/agent-adapter.js';
import type { HandoffTarget, Summary } from '../call-admission/index.js';
import { takingOver } from '../call-admission/taking-over.js';
import type { CallParts } from './call-parts.js';
import type { TranscriptBuffer } from './transcript-buffer.js';

interface Prepared {
  readonly target: HandoffTarget;
  readonly history: HandoffHistory;
  /** Runs while the caller hears the announcement. */
  readonly summary: Promise<Summary> | undefined;
}

/** Prepares agent handoffs: the next agent, and its summary of the conversation. */
export class AgentHandoff {
  private prepared: Prepared | undefined;
  private count: number;

  constructor(
    private readonly parts: Pick<CallParts, 'admission' | 'limits' | 'handoffTargets' | 'earlier'>,
    private readonly said: TranscriptBuffer,
    private readonly signal: AbortSignal,
    private readonly tell: (event: Extract<AgentEvent, { kind: 'fault' | 'usage' }>) => void,
  ) {
    this.count = parts.earlier?.snapshot.handOvers ?? 0;
  }

  /** Prepares a handoff unless the caller interrupts or the call has reached its limit of handoffs. */
  async prepare(agentId: string, history: HandoffHistory): Promise<boolean> {
    const { admission, limits, handoffTargets } = this.parts;
    if (this.count >= limits.maxHandOvers) return false;
    const target = await handoffTargets.find(admission, agentId);
    const summary =
      target && history === 'summary' && this.said.turns.length > 0
        ? handoffTargets.summarize(admission, [...this.said.turns], this.signal)
        : undefined;
    this.prepared = target && { target, history, summary };
    return target !== undefined;
  }

  remember(event: Extract<AgentEvent, { kind: 'transcript' }>): void {
    // A caller who interrupts still wants this agent.
    if (event.interruptedAfterMs !== undefined) this.prepared = undefined;
    this.said.note(event);
  }

  /** Takes the prepared agent together with the conversation so far; undefined if there is none. */
  take(): (() => Promise<HandoffTarget>) | undefined {
    const { prepared } = this;
    this.prepared = undefined;
    return prepared && (() => this.told(prepared));
  }

  private async told({ target, history, summary }: Prepared): Promise<HandoffTarget> {
    this.count++;
    if (history === 'none') return target;
    return { ...target, agent: takingOver(target.agent, this.said.turns, await this.read(summary)) };
  }

  /** Summarises the conversation for a person; undefined without a language model. */
  async summarize(): Promise<string | undefined> {
    const { turns } = this.said;
    if (turns.length === 0) return undefined;
    const summary = await this.parts.handoffTargets.summarize(this.parts.admission, [...turns], this.signal);
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
