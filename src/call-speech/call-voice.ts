import type { AgentDocument } from '../agent-document/index.js';
import type { BuiltInVoice } from '../answering/index.js';
import { loadResampler } from '../audio/index.js';
import type { SpeechQueue } from '../media/index.js';
import type { AgentEvent, AgentSpeech } from '../voice/agent-adapter.js';
import type { Admission } from '../call-admission/index.js';
import { RateConverter } from './rate-bridge.js';
import { type FailurePrompts, failurePrompts } from './failure-prompts.js';
import { SharedSpeech } from './shared-speech.js';

/** Loading takes seconds on a busy machine, and a late goodbye is better than a line that goes dead. */
const VOICE_PATIENCE_MS = 5_000;
/** Wait at most this long for queued speech of an agent that failed. */
const MOST_LEFT_MS = 1_500;
/** Playout may take longer than the audio itself. */
const SLACK_MS = 1_000;

export interface CallVoiceHost {
  /** The agent that currently serves the caller. */
  agent(): AgentDocument;
  /** Heard by the caller and recorded. */
  speech(): SpeechQueue;
  /** True while the caller waits for its agent, and only for that. */
  isWaiting(): boolean;
  /** Adds the text to the record. */
  said(text: string): void;
  /** Aborted when the caller hangs up. */
  readonly signal: AbortSignal;
}

export interface CallVoiceParts {
  readonly admission: Pick<Admission, 'adapter'>;
  readonly media: { readonly speech: Pick<SpeechQueue, 'queuedMs'> };
  /** Default filler delay for documents that set none; 0 disables fillers. */
  readonly limits: { readonly waitingWordsAfterMs: number };
  readonly builtInVoice: Pick<BuiltInVoice, 'speak'>;
}

/**
 * Announcements by the call itself, in the built-in voice: a filler for a caller who waits too long, and a goodbye when
 * the agent failed.
 */
export class CallVoice {
  private speech: SharedSpeech | undefined;
  private isThinking = false;
  private readonly tools = new Set<string>();
  private timer: NodeJS.Timeout | undefined;
  /** Changes whenever a wait starts or ends. */
  private wait = 0;
  private count = 0;

  constructor(
    private readonly parts: CallVoiceParts,
    private readonly host: CallVoiceHost,
  ) {}

  /** The speech output of the agent that now answers the call. The caller's wait for its first words begins. */
  outputOf(speech: AgentSpeech): AgentSpeech {
    const { outputSampleRateHz } = this.parts.admission.adapter.capabilities;
    this.speech = new SharedSpeech(speech, outputSampleRateHz, () => this.rest());
    // A replacement agent does not restart the wait.
    if (!this.timer) this.expect();
    return this.speech;
  }

  /** Agent events start and end the caller's wait. Tools have their own `filler`. */
  note(event: AgentEvent): void {
    if (event.kind === 'hang-up') return this.rest();
    if (event.kind === 'state') this.isThinking = event.state === 'thinking';
    else if (event.kind === 'tool-started') this.tools.add(event.callId);
    else if (event.kind === 'tool-call') this.tools.delete(event.callId);
    else return;
    if (this.isThinking && this.tools.size === 0) this.expect();
    else this.rest();
  }

  /** Ends the wait for the agent. */
  rest(): void {
    this.wait++;
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Synthesises the goodbye in advance, since loading the voice takes time. Never rejects. */
  async prepareGoodbye(): Promise<void> {
    const { goodbye } = this.sentences();
    if (goodbye !== '') await this.parts.builtInVoice.speak(goodbye).catch(() => undefined);
  }

  /** Says goodbye. Resolves when it was played, or cannot be; never rejects. */
  async sayGoodbye(): Promise<void> {
    this.rest();
    const { goodbye } = this.sentences();
    const samples = goodbye === '' ? undefined : await this.spoken(goodbye);
    if (!samples || this.host.signal.aborted) return;
    const speech = this.host.speech();
    if (speech.queuedMs > MOST_LEFT_MS) speech.clear();
    speech.write(samples);
    this.host.said(goodbye);
    await this.heard(speech);
  }

  private expect(): void {
    this.rest();
    const { waitingAfterMs, waiting } = this.sentences();
    if (waitingAfterMs === 0 || waiting.length === 0) return;
    this.timer = setTimeout(() => {
      this.timer = undefined;
      void this.sayToWait(waiting);
    }, waitingAfterMs);
  }

  private async sayToWait(sentences: readonly string[]): Promise<void> {
    const { wait, host } = this;
    const text = sentences[this.count % sentences.length] ?? '';
    const samples = await this.spoken(text);
    if (!samples || wait !== this.wait || host.signal.aborted) return;
    if (this.parts.media.speech.queuedMs > 0 || !host.isWaiting()) return;
    this.count++;
    this.speech?.put(samples);
    host.said(text);
  }

  private sentences(): FailurePrompts {
    return failurePrompts(this.host.agent(), this.parts.limits.waitingWordsAfterMs);
  }

  /** Returned at the rate of the call; undefined without a voice. */
  private async spoken(text: string): Promise<Int16Array | undefined> {
    const { outputSampleRateHz } = this.parts.admission.adapter.capabilities;
    const gone = new AbortController();
    try {
      const spoken = await Promise.race([
        this.parts.builtInVoice.speak(text),
        after(VOICE_PATIENCE_MS, gone.signal),
      ]);
      if (!spoken) return undefined;
      await loadResampler();
      const converter = new RateConverter(spoken.sampleRateHz, outputSampleRateHz);
      const samples = converter.convert(spoken.samples);
      converter.close();
      return samples;
    } catch {
      return undefined;
    } finally {
      gone.abort();
    }
  }

  private async heard(speech: SpeechQueue): Promise<void> {
    const gone = new AbortController();
    const over = AbortSignal.any([gone.signal, this.host.signal]);
    const marked = new Promise<void>((resolve) => speech.mark(resolve));
    await Promise.race([marked, after(speech.queuedMs + SLACK_MS, over)]);
    gone.abort();
  }
}

/** Resolves after the delay, or at once if the signal is aborted. */
function after(ms: number, signal: AbortSignal): Promise<undefined> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      resolve(undefined);
    };
    const timer = setTimeout(end, ms);
    if (signal.aborted) end();
    else signal.addEventListener('abort', end, { once: true });
  });
}
