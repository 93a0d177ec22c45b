import { Injectable } from '@nestjs/common';
import { AppConfig } from '../common/config/index.js';
import { ApiError, validationFailed } from '../common/errors/index.js';
import { AccountRates } from '../cluster/index.js';
import { longestSpeechMs, type TextToSpeech, wavOf } from '../pipeline/index.js';
import { providerFault, providerNotFound } from '../providers/index.js';
import { AgentFault } from '../voice/agent-adapter.js';
import { FAULTS } from '../voice/index.js';
import { AccountAnswerers } from './account-answerers.js';
import { STARTER } from './choose-answerer.js';

export interface VoiceSample {
  readonly text: string;
  /** Absent: the default provider. */
  readonly provider?: string | undefined;
  readonly voiceId?: string | undefined;
  readonly modelId?: string | undefined;
  readonly languageCode?: string | undefined;
  readonly speed?: number | undefined;
}

/** Synthesizes samples so that people can choose a voice by its sound. */
@Injectable()
export class VoiceSamples {
  constructor(
    private readonly answerers: AccountAnswerers,
    private readonly rates: AccountRates,
    private readonly config: AppConfig,
  ) {}

  /**
   * The speech as a WAV file of at most two minutes.
   * @throws ApiError 400 for a text without a sound, 404 `PROVIDER_NOT_FOUND`, 429, 502 `AGENT_FAILURE`.
   */
  async speak(accountId: string, { provider, ...sample }: VoiceSample): Promise<Buffer> {
    const voice = await this.voiceOf(accountId, provider);
    this.rates.count(accountId, 'voiceSamplesPerMinute');
    const signal = AbortSignal.timeout(this.config.providers.providerTestTimeoutMs);
    try {
      return await wavFrom(voice, sample, signal);
    } catch (error) {
      const code = signal.aborted
        ? providerFault.timeout
        : error instanceof AgentFault
          ? error.code
          : undefined;
      if (code === undefined) throw error;
      throw new ApiError(502, 'AGENT_FAILURE', `The voice could not be heard (${code}): ${FAULTS[code]}`);
    }
  }

  private async voiceOf(accountId: string, name: string | undefined): Promise<TextToSpeech> {
    const engaged = await this.answerers.engaged(accountId);
    const [first = STARTER] = engaged.entries.tts.keys();
    const member = (await engaged.members.get()).tts.get(name ?? first);
    if (!member) throw providerNotFound();
    return member.provider;
  }
}

async function wavFrom(
  voice: TextToSpeech,
  { text, languageCode, voiceId, speed, modelId }: Omit<VoiceSample, 'provider'>,
  signal: AbortSignal,
): Promise<Buffer> {
  const pieces: Int16Array[] = [];
  const longestMs = longestSpeechMs(text, speed);
  let ms = 0;
  let rateHz = 0;
  for await (const { samples, sampleRateHz } of voice.speak({
    text,
    languageCode,
    voiceId,
    speed,
    modelId,
    signal,
  })) {
    signal.throwIfAborted();
    rateHz = sampleRateHz;
    ms += (samples.length * 1_000) / sampleRateHz;
    pieces.push(samples);
    // A text of three hundred digits takes longer, and some voices never end.
    if (ms > longestMs) break;
  }
  // For example a smiley only.
  if (ms === 0) throw validationFailed('text must have something that the voice can speak');
  return Buffer.concat(wavOf(pieces, rateHz));
}
