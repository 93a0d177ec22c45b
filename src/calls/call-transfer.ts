import type { AgentEvent } from '../voice/agent-adapter.js';
import type { CallerAudioFrame, MediaStats, SpeechQueue } from '../media/index.js';
import type {
  CallControl,
  TransferDestination,
  TransferFailure,
  TransferOptions,
  TransferOutcome,
  WarmTransfer,
} from '../voice/call-control.js';
import { waitForPlayout, playHoldSound, type Announcement, sayOnce } from '../call-speech/index.js';
import type { CallParts } from './call-parts.js';
import type { TransferLeg, HandoffTarget } from '../call-admission/index.js';
import { brief } from './transfer-briefing.js';

/** Drop audio queued for longer: delay hurts a live conversation. */
const MOST_QUEUED_MS = 200;

export interface TransferHost {
  /** The agent that currently serves the caller. */
  voice(): HandoffTarget | undefined;
  /** Heard by the caller and recorded. */
  speech(): SpeechQueue;
  lastWords(): string | undefined;
  /** A summary of the conversation; undefined if none can be made. Never rejects. */
  summarize(): Promise<string | undefined>;
  emit(event: AgentEvent): void;
  connected(line: TransferLeg): void;
  /** Removes the agent from the call. */
  leave(): Promise<void>;
  /** The caller was transferred and this call is over. */
  transferred(): void;
  /** Aborted when the caller hangs up. */
  readonly signal: AbortSignal;
}

/**
 * Transfers the caller, cold through the caller's own line, or warm. In a warm transfer the caller waits while a person
 * is called and briefed. Then both talk through this call until one of them hangs up.
 */
export class CallTransfer {
  private phase: 'agent' | 'waiting' | 'person' = 'agent';
  private line: TransferLeg | undefined;

  constructor(
    private readonly parts: CallParts,
    private readonly host: TransferHost,
  ) {}

  get control(): CallControl {
    const { control, media, clock } = this.parts;
    return {
      can: control.can,
      sendDigits: (digits) => control.sendDigits(digits),
      transfer: async (destination, options) => {
        await waitForPlayout(media.speech, options.signal, () => clock.monotonicMs());
        const { warm } = options;
        const outcome = await (warm
          ? this.ask(destination, warm, options.signal)
          : this.refer(destination, options));
        // Leave time to record the result before the agent goes.
        if (outcome.kind === 'done') setImmediate(() => (warm ? this.connect() : this.host.transferred()));
        return outcome;
      },
    };
  }

  /** True while the caller waits for a person or talks to one. */
  get isBusy(): boolean {
    return this.phase !== 'agent';
  }

  /** True if a person has the caller and no agent does. */
  get hasPerson(): boolean {
    return this.phase === 'person';
  }

  /** True if a caller's frame is dropped or goes to the person instead of the agent. */
  takes({ samples }: CallerAudioFrame): boolean {
    const speech = this.phase === 'person' ? this.line?.media.speech : undefined;
    if (speech && speech.queuedMs <= MOST_QUEUED_MS) speech.write(samples);
    return this.phase !== 'agent';
  }

  /** Media statistics of the person's line; undefined without one. */
  async stats(): Promise<MediaStats | undefined> {
    return this.line?.media.stats().catch(() => undefined);
  }

  /** The caller hung up. */
  close(): void {
    this.line?.hangUp();
  }

  private refer(destination: TransferDestination, options: TransferOptions): Promise<TransferOutcome> {
    if (this.phase !== 'agent') return Promise.resolve(failed('not-possible'));
    return this.parts.control.transfer(destination, options);
  }

  private async ask(
    destination: TransferDestination,
    warm: WarmTransfer,
    wanted: AbortSignal,
  ): Promise<TransferOutcome> {
    const { dialTransferTarget, admission } = this.parts;
    const { inputSampleRateHz, outputSampleRateHz } = admission.adapter.capabilities;
    if (!dialTransferTarget || this.phase !== 'agent') return failed('not-possible');
    this.phase = 'waiting';
    const signal = AbortSignal.any([wanted, this.host.signal]);
    const endHold = this.hold(warm.holdMessage, signal);
    // The summary is written while the phone rings.
    const briefing = warm.briefing ?? this.host.summarize();
    try {
      // The caller's audio is the person's input.
      const rates = { inputSampleRateHz: outputSampleRateHz, outputSampleRateHz: inputSampleRateHz };
      const called = await dialTransferTarget({ destination, signal, ...rates });
      if (called.kind === 'failed') return called;
      const text = (await briefing) ?? this.lastWords();
      const refusal = await this.brief(called.line, text, warm, signal);
      if (!refusal) this.line = called.line;
      else called.line.hangUp();
      return refusal ? failed(refusal) : { kind: 'done' };
    } finally {
      endHold();
      if (!this.line) this.phase = 'agent';
    }
  }

  private brief(
    line: TransferLeg,
    briefing: string,
    { acceptPrompt, pauseMs }: WarmTransfer,
    signal: AbortSignal,
  ): Promise<TransferFailure | undefined> {
    const { inputSampleRateHz: sampleRateHz } = this.parts.admission.adapter.capabilities;
    const text = acceptPrompt === undefined ? briefing : `${briefing} ${acceptPrompt}`;
    const to = { speech: line.media.speech, sampleRateHz };
    return brief(line, {
      say: (until) => this.say({ text, to, signal: until }),
      needsKey: acceptPrompt !== undefined,
      pauseMs,
      heard: (samples) => this.fromPerson(samples),
      signal,
    });
  }

  /**
   * Avoids silence during the wait.
   * @returns A function that ends it.
   */
  private hold(message: string | undefined, signal: AbortSignal): () => void {
    const { outputSampleRateHz: sampleRateHz } = this.parts.admission.adapter.capabilities;
    const speech = this.host.speech();
    const words = new AbortController();
    const until = AbortSignal.any([signal, words.signal]);
    if (message !== undefined) void this.say({ text: message, to: { speech, sampleRateHz }, signal: until });
    const endSound = playHoldSound(speech, sampleRateHz);
    return () => {
      words.abort();
      endSound();
    };
  }

  private say(what: Pick<Announcement, 'text' | 'to' | 'signal'>): Promise<boolean> {
    const { accountId, mode } = this.parts.admission;
    const agent = this.host.voice();
    if (!agent) return Promise.resolve(false);
    return sayOnce({ ...what, accountId, mode, agent, emit: (event) => this.host.emit(event) });
  }

  private lastWords(): string {
    const words = this.host.lastWords();
    return words === undefined ? 'A caller is on the line.' : `The caller said: ${words}`;
  }

  private connect(): void {
    const { line } = this;
    if (!line || this.host.signal.aborted) return line?.hangUp();
    this.phase = 'person';
    this.host.connected(line);
    void this.host.leave();
    void line.over.then(() => this.host.transferred());
  }

  private fromPerson(samples: Int16Array): void {
    if (this.phase !== 'person') return;
    const speech = this.host.speech();
    if (speech.queuedMs <= MOST_QUEUED_MS) speech.write(samples);
  }
}

const failed = (reason: TransferFailure): TransferOutcome => ({ kind: 'failed', reason });
