import { Inject, Injectable } from '@nestjs/common';
import { AccountAnswerers } from '../../answering/index.js';
import { joinedSamples, resampled } from '../../audio/index.js';
import { VOICE_RATE_HZ } from '../../engines/local/index.js';
import { longestSpeechMs, StarterAdapter, type TextToSpeech } from '../../pipeline/index.js';
import { AgentFault } from '../../voice/index.js';
import type { SpokenVoice } from '../script/test-script.js';
import { CALLER_VOICE_RATE_HZ, type CallerSpeech } from './caller-voice.js';

/** Voices of callers: the built-in one, or one configured by the account. */
@Injectable()
export class CallerVoices {
  constructor(
    @Inject(StarterAdapter) private readonly starter: Pick<StarterAdapter, 'load'>,
    @Inject(AccountAnswerers) private readonly answerers: Pick<AccountAnswerers, 'engaged'>,
  ) {}

  /** @throws AgentFault if the account no longer has the voice. */
  async of(accountId: string, voice: SpokenVoice, signal: AbortSignal): Promise<CallerSpeech> {
    const { provider, providerVoiceId, speed } = voice;
    if (provider === undefined) {
      const engines = await this.starter.load();
      return async (text) => resampled(await engines.speak(text, speed), VOICE_RATE_HZ, CALLER_VOICE_RATE_HZ);
    }
    const member = (await (await this.answerers.engaged(accountId)).members.get()).tts.get(provider);
    if (!member) throw new AgentFault('PROVIDER_NOT_CONFIGURED', 'The account has no such voice.', false);
    return (text) => speechOf(member.provider, { text, voiceId: providerVoiceId, speed, signal });
  }
}

/** Mono samples at `CALLER_RATE_HZ`. */
async function speechOf(
  provider: TextToSpeech,
  wanted: Pick<Parameters<TextToSpeech['speak']>[0], 'text' | 'voiceId' | 'speed' | 'signal'>,
): Promise<Int16Array> {
  const longestMs = longestSpeechMs(wanted.text, wanted.speed);
  const pieces: Int16Array[] = [];
  let ms = 0;
  let rateHz = CALLER_VOICE_RATE_HZ;
  for await (const { samples, sampleRateHz } of provider.speak({
    ...wanted,
    languageCode: undefined,
    modelId: undefined,
  })) {
    rateHz = sampleRateHz;
    ms += (samples.length * 1_000) / sampleRateHz;
    pieces.push(samples);
    if (ms > longestMs) break;
  }
  return resampled(joinedSamples(pieces), rateHz, CALLER_VOICE_RATE_HZ);
}
