import { elevenLabsLanguages, listedLanguage } from '../../providers/index.js';
import type { Phonemes } from '../stages/index.js';
import type { SpeechProtocol } from './streamed-speech.js';

export const ELEVENLABS_URL = 'https://api.elevenlabs.io';

/** Supported speeds. */
const SLOWEST = 0.7;
const FASTEST = 1.2;

/** Models with a language parameter; others detect the language, or reject the parameter. */
const TAKES_LANGUAGE = /_v2_5$/;

/** Models that do not normalize numbers, to save latency (https://elevenlabs.io/docs/overview/models). */
const WANTS_FORMS = /^eleven_(flash|turbo)_v2/;
/** Models that support SSML `<phoneme>`, in English (https://elevenlabs.io/docs/best-practices/prompting/controls). */
const TAKES_PHONEMES = /^eleven_(flash_v2|turbo_v2|monolingual_v1)$/;

const phonemes: Phonemes = (word, sounds) =>
  `<phoneme alphabet="ipa" ph="${escaped(sounds.join(''))}">${escaped(word)}</phoneme>`;

const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function languageOf(languageCode = ''): { language_code?: string } {
  const language = listedLanguage(languageCode, elevenLabsLanguages);
  return language === undefined ? {} : { language_code: language };
}

/** ElevenLabs: `POST /v1/text-to-speech/{voice_id}/stream` (https://elevenlabs.io/docs/api-reference/text-to-speech/stream). */
export const elevenLabs: SpeechProtocol = {
  sampleRateHz: 24_000,
  path: ({ voice }) => `/v1/text-to-speech/${encodeURIComponent(voice)}/stream?output_format=pcm_24000`,
  headers: (apiKey) => ({ 'xi-api-key': apiKey }),
  body: ({ text, model, languageCode, speed }) => ({
    text,
    model_id: model,
    ...(TAKES_LANGUAGE.test(model) && languageOf(languageCode)),
    ...(speed !== undefined && {
      voice_settings: { speed: Math.min(Math.max(speed, SLOWEST), FASTEST) },
    }),
  }),
  abilities: (model) => ({
    wantsForms: WANTS_FORMS.test(model),
    ...(TAKES_PHONEMES.test(model) && { phonemes }),
  }),
  charactersOf(headers) {
    const cost = Number(headers.get('character-cost') ?? undefined);
    return Number.isSafeInteger(cost) && cost >= 0 ? cost : undefined;
  },
};
