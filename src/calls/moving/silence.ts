import { isPause, meanEnergy } from '../../common/audio/energy.js';
import type { Clock } from '../../common/clock/index.js';
import type { AgentEvent } from '../../voice/agent-adapter.js';

/** A caller who pauses for longer has said what there was to say for now. */
const SILENT_MS = 600;

export interface SilenceParts {
  readonly clock: Pick<Clock, 'monotonicMs'>;
  readonly media: { readonly speech: { readonly queuedMs: number } };
}

/** Whether neither side of a call says or prepares anything, so that nothing is cut off if it changes hands. */
export class Silence {
  private isAgentBusy = false;
  private voiceAtMs: number | undefined;

  constructor(private readonly parts: SilenceParts) {}

  note(event: AgentEvent): void {
    if (event.kind === 'state') this.isAgentBusy = event.state !== 'listening';
  }

  /** The caller. Costs nothing before somebody asks. */
  heard(samples: Int16Array): void {
    if (this.voiceAtMs === undefined || isPause(meanEnergy(samples))) return;
    this.voiceAtMs = this.parts.clock.monotonicMs();
  }

  /** False for a moment after the first time: until then nobody listened. */
  get isNow(): boolean {
    const { clock, media } = this.parts;
    const nowMs = clock.monotonicMs();
    this.voiceAtMs ??= nowMs;
    return !this.isAgentBusy && media.speech.queuedMs === 0 && nowMs - this.voiceAtMs >= SILENT_MS;
  }
}
