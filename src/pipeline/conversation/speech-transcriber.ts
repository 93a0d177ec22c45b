import { CallerListener, type CallerVoiceEvent } from '../../voice/caller/index.js';
import type { AgentConversation, CallerFrame, TranscriberContext } from '../../voice/agent-adapter.js';
import { STT_RATE_HZ, type SpeechToText, type StageChain } from '../stages/index.js';
import type { PipelineOptions } from './pipeline-options.js';
import { UserTurn } from './user-turn.js';

/** Silence that ends a turn. Longer than in a conversation, because no answer depends on it. */
const PAUSE_MS = 800;
/** The audio of a turn is kept until its end. */
const MAX_TURN_MS = 30_000;

export interface SpeechTranscriberOptions extends Pick<PipelineOptions, 'detector' | 'noise' | 'nowMs'> {
  readonly context: TranscriberContext;
  readonly stt: StageChain<SpeechToText>;
  readonly budgetMs: number;
}

/** Recognizes what one speaker says, turn by turn, for the record. */
export class SpeechTranscriber implements AgentConversation {
  private readonly listener: CallerListener;
  private readonly turn: UserTurn;
  private endTimer: NodeJS.Timeout | undefined;
  /** When the open turn has to end. */
  private untilMs: number | undefined;
  private closed = false;

  constructor(private readonly options: SpeechTranscriberOptions) {
    const { context, detector, noise, nowMs, stt: chain, budgetMs } = options;
    this.listener = new CallerListener(detector, STT_RATE_HZ, (event) => this.follow(event), {
      ...noise,
      nowMs,
    });
    this.turn = new UserTurn({
      ...{ context, chain, budgetMs, nowMs, listener: this.listener },
      ...{ anticipateAfterMs: 0, anticipateTimes: 0, anticipatesFading: false },
      heard: () => undefined,
    });
  }

  hear(frame: CallerFrame): void {
    if (this.closed) return;
    this.listener.hear(frame);
    if (this.untilMs !== undefined && this.options.nowMs() > this.untilMs) this.end();
  }

  close(): Promise<void> {
    if (this.closed) return Promise.resolve();
    this.closed = true;
    clearTimeout(this.endTimer);
    this.turn.close();
    this.listener.close();
    return Promise.resolve();
  }

  private follow(event: CallerVoiceEvent): void {
    if (event.kind === 'caller-started') this.begin(event.onsetMs);
    this.turn.follow(event);
    if (event.kind === 'caller-stopped') this.endTimer = setTimeout(() => this.end(), PAUSE_MS);
  }

  private begin(onsetMs: number): void {
    clearTimeout(this.endTimer);
    if (this.untilMs !== undefined) return;
    this.untilMs = this.options.nowMs() + MAX_TURN_MS;
    this.turn.begin(onsetMs);
  }

  private end(): void {
    clearTimeout(this.endTimer);
    this.untilMs = undefined;
    // The chain has reported the fault. Only the words are lost.
    void this.turn.end().catch(() => undefined);
  }
}
