import type { AgentDocument } from '../../agent-document/index.js';
import { loadResampler } from '../../common/audio/index.js';
import type { SpeechQueue } from '../../media/index.js';
import type { AgentEvent, AgentSpeech } from '../../voice/agent-adapter.js';
import type { CallParts } from '../call-parts.js';
import { RateConverter } from '../rate-bridge.js';
import { type OwnSentences, ownSentences } from './failure-words.js';
import { SharedSpeech } from './shared-speech.js';

/** A voice that is not there by then is done without. */
const VOICE_PATIENCE_MS = 1_500;
/** What an agent had to say beyond this is not worth waiting for when it has failed. */
const MOST_LEFT_MS = 1_500;
/** Beyond the length of what is said, until it has been heard. */
const SLACK_MS = 1_000;

export interface CallVoiceHost {
  /** Whom the caller talks to. */
  agent(): AgentDocument;
  /** What the caller hears, and the recording has. */
  speech(): SpeechQueue;
  /** Whether the caller waits for its agent, and nothing else is asked of it. */
  isWaiting(): boolean;
  /** For the record. */
  said(text: string): void;
  /** Aborted when the caller has gone. */
  readonly signal: AbortSignal;
}

/**
 * What a call says by itself, in the built-in voice, where its agent does not: a few words to a caller whom it keeps
 * waiting, and goodbye when it has failed.
 */
export class CallVoice {
  private speech: SharedSpeech | undefined;
  private isThinking = false;
  private readonly tools = new Set<string>();
  private timer: NodeJS.Timeout | undefined;
  /** Changes whenever the caller waits, or does not any more. */
  private wait = 0;
  private count = 0;

  constructor(
    private readonly parts: Pick<CallParts, 'admission' | 'media' | 'limits' | 'builtInVoice'>,
    private readonly host: CallVoiceHost,
  ) {}

  /** The speech output of an agent that answers the call from now on; the caller waits for its first words. */
  outputOf(speech: AgentSpeech): AgentSpeech {
    const { outputSampleRateHz } = this.parts.admission.adapter.capabilities;
    this.speech = new SharedSpeech(speech, outputSampleRateHz, () => this.rest());
    // One that takes the place of another has no more time than that had left.
    if (!this.timer) this.expect();
    return this.speech;
  }

  /** What the agent does tells whether the caller waits for it. Tools have words of their own (`filler`). */
  note(event: AgentEvent): void {
    if (event.kind === 'hang-up') return this.rest();
    if (event.kind === 'state') this.isThinking = event.state === 'thinking';
    else if (event.kind === 'tool-started') this.tools.add(event.callId);
    else if (event.kind === 'tool-call') this.tools.delete(event.callId);
    else return;
    if (this.isThinking && this.tools.size === 0) this.expect();
    else this.rest();
  }

  /** Nobody waits for the agent. */
  rest(): void {
    this.wait++;
    clearTimeout(this.timer);
    this.timer = undefined;
  }

  /** Has the goodbye made ahead: the voice may have to be loaded first. Never rejects. */
  async prepareGoodbye(): Promise<void> {
    const { goodbye } = this.sentences();
    if (goodbye !== '') await this.parts.builtInVoice.speak(goodbye).catch(() => undefined);
  }

  /** Takes leave of the caller. Resolves when that was heard, or can't be; never rejects. */
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

  private sentences(): OwnSentences {
    return ownSentences(this.host.agent(), this.parts.limits.waitingWordsAfterMs);
  }

  /** At the rate of the call; undefined where there is no voice. */
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

/** Resolves when the time is over, or at once when the signal is aborted. */
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
