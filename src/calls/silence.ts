import { isPause, meanEnergy } from '../audio/energy.js';
import type { Clock } from '../common/clock/index.js';
import type { AgentEvent } from '../voice/agent-adapter.js';

/** A caller who pauses for longer has finished speaking. */
const SILENT_MS = 600;

export interface SilenceParts {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly media: { readonly speech: { readonly queuedMs: number } };
}

/** Detects that neither side speaks or prepares speech, so that a migration cuts nothing off. */
export class Silence {
  private isAgentBusy = false;
  private voiceAtMs: number | undefined;

  constructor(private readonly parts: SilenceParts) {}

  note(event: AgentEvent): void {
    if (event.kind === 'state') this.isAgentBusy = event.state !== 'listening';
  }

  /** Caller audio. Costs nothing before the first query of `isNow`. */
  heard(samples: Int16Array): void {
    if (this.voiceAtMs === undefined || isPause(meanEnergy(samples))) return;
    this.voiceAtMs = this.parts.clock.monotonicMs();
  }

  /** False for a moment after the first query, since the analysis starts with it. */
  get isNow(): boolean {
    const { clock, media } = this.parts;
    const nowMs = clock.monotonicMs();
    this.voiceAtMs ??= nowMs;
    return !this.isAgentBusy && media.speech.queuedMs === 0 && nowMs - this.voiceAtMs >= SILENT_MS;
  }
}
