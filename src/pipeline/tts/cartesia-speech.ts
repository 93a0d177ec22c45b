import { cartesiaLanguages, listedLanguage } from '../../providers/index.js';
import type { Phonemes } from '../stages/index.js';
import type { SpeechProtocol } from './streamed-speech.js';

export const CARTESIA_URL = 'https://api.cartesia.ai';

/** API version. */
const VERSION = '2025-04-16';
const SAMPLE_RATE_HZ = 24_000;

/** Supported speeds, and the models that support them. */
const SLOWEST = 0.6;
const FASTEST = 1.5;
const TAKES_SPEED = /^sonic-3/;

/** Phonemes in the format of its models (https://docs.cartesia.ai/build-with-cartesia/capability-guides/phonemes). */
const phonemes: Phonemes = (_word, sounds) => `<<${sounds.join('|')}>>`;

function languageOf(languageCode = '', model: string): { language?: string } {
  const language = listedLanguage(languageCode, cartesiaLanguages(model));
  return language === undefined ? {} : { language };
}

/** Cartesia: `POST /tts/bytes` (https://docs.cartesia.ai/api-reference/tts/bytes). */
export const cartesia: SpeechProtocol = {
  sampleRateHz: SAMPLE_RATE_HZ,
  path: () => '/tts/bytes',
  abilities: () => ({ phonemes }),
  headers: (apiKey) => ({ authorization: `Bearer ${apiKey}`, 'cartesia-version': VERSION }),
  body: ({ text, model, voice, languageCode, speed }) => ({
    transcript: text,
    model_id: model,
    voice: { mode: 'id', id: voice },
    output_format: { container: 'raw', encoding: 'pcm_s16le', sample_rate: SAMPLE_RATE_HZ },
    ...languageOf(languageCode, model),
    ...(speed !== undefined &&
      TAKES_SPEED.test(model) && {
        generation_config: { speed: Math.min(Math.max(speed, SLOWEST), FASTEST) },
      }),
  }),
};
