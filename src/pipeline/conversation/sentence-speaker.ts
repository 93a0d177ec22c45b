import { createResampler, isAudible } from '../../audio/index.js';
import { AgentFault } from '../../voice/agent-adapter.js';
import type { ProviderUsage, ReportedUsage } from '../../voice/provider-usage.js';
import { providerFault } from '../../providers/index.js';
import { withinTimeBudget, type SpeechRequest, type StageChain, type TextToSpeech } from '../stages/index.js';
import type { AgentWords } from '../words/index.js';
import { longestSpeechMs } from './speech-length.js';

/** Samples per resampling step: up to six times as many must fit into the resampler's 5,760. */
const RESAMPLED_PIECE = 800;

export interface SentenceSpeakerOptions {
  readonly chain: StageChain<TextToSpeech>;
  readonly outputRateHz: number;
  /** For the first audio, and later for falling behind real time. */
  readonly budgetMs: number;
  /** Pronunciations and spoken forms for the voice. */
  readonly words: AgentWords;
  readonly used?: (usage: ProviderUsage) => void;
}

const noSound = (detail: string) =>
  new AgentFault(providerFault.empty, 'The sentence has no sound', true, { detail });

/** Voices produce nothing for punctuation and emoji alone. */
export const isSpeakable = (text: string): boolean => /[\p{L}\p{N}]/u.test(text);

/** Speaks single sentences with the text-to-speech stage, at the sample rate of the call. */
export class SentenceSpeaker {
  constructor(private readonly options: SentenceSpeakerOptions) {}

  /**
   * @param write Applies backpressure: resolves when it accepts more audio.
   * @throws AgentFault if no provider completed the sentence. @throws Cancelled
   */
  async speak(
    request: Omit<SpeechRequest, 'modelId' | 'options'>,
    write: (samples: Int16Array) => Promise<void>,
  ): Promise<void> {
    if (!isSpeakable(request.text)) return;
    await this.options.chain.run({
      signal: request.signal,
      budgetMs: this.options.budgetMs,
      attempt: async ({ member, modelId, options, isOther }, patienceMs) => {
        let begun = false;
        let isHeard = false;
        const askedMs = performance.now();
        const onUsage = (usage: ReportedUsage) =>
          this.options.used?.({ stage: 'tts', provider: member.name, ...usage });
        const text = this.options.words.spoken(request.text, member.provider.abilities?.(modelId));
        const voiceId = isOther ? undefined : request.voiceId;
        const sentence = { ...request, text, voiceId, modelId, options, onUsage };
        for await (const samples of this.resampled(member.provider, sentence, patienceMs)) {
          if (request.signal.aborted) return;
          if (samples.length === 0) continue;
          if (!begun) member.firstAfter(performance.now() - askedMs);
          begun = true;
          isHeard ||= isAudible(samples);
          await write(samples);
        }
        if (!isHeard) throw noSound(begun ? 'the sound is silent' : 'no sound came');
      },
    });
  }

  private async *resampled(
    provider: TextToSpeech,
    request: SpeechRequest,
    patienceMs: number,
  ): AsyncGenerator<Int16Array> {
    const { outputRateHz } = this.options;
    const budgetMs = Math.min(this.options.budgetMs, patienceMs);
    const mostMs = longestSpeechMs(request.text, request.speed);
    const pieces = withinTimeBudget(provider.speak(request), budgetMs, ({ samples, sampleRateHz }) => {
      return (samples.length * 1000) / sampleRateHz;
    });
    let resampler: ReturnType<typeof createResampler> | undefined;
    let lengthMs = 0;
    try {
      for await (const { samples, sampleRateHz } of pieces) {
        lengthMs += (samples.length * 1000) / sampleRateHz;
        if (lengthMs > mostMs) {
          throw new AgentFault(providerFault.flood, 'The sentence does not end', false);
        }
        if (sampleRateHz === outputRateHz) {
          yield samples;
          continue;
        }
        resampler ??= createResampler(sampleRateHz, outputRateHz);
        for (let at = 0; at < samples.length; at += RESAMPLED_PIECE) {
          const part = samples.subarray(at, at + RESAMPLED_PIECE);
          const output = new Int16Array(Math.ceil((part.length * outputRateHz) / sampleRateHz) + 16);
          yield output.subarray(0, resampler.run(part, output));
        }
      }
    } finally {
      resampler?.close();
    }
  }
}
