import { listedLanguage } from './listed-language.js';
import {
  cartesiaLanguages,
  deepgramLanguages,
  elevenLabsLanguages,
  realtimeLanguages,
  transcriptionLanguages,
  whisperLanguages,
} from './provider-languages.js';

const LISTS = {
  'nova-3': deepgramLanguages('nova-3'),
  'nova-2': deepgramLanguages('nova-2-general'),
  'gpt-4o-transcribe': transcriptionLanguages('gpt-4o-transcribe'),
  whisper: transcriptionLanguages('Systran/faster-whisper-small'),
  elevenLabs: elevenLabsLanguages,
  'sonic-3': cartesiaLanguages('sonic-3.5'),
  'sonic-2': cartesiaLanguages('sonic-2'),
};

it.each<[code: string, asTold: Partial<Record<keyof typeof LISTS, string | undefined>>]>([
  [
    'nb',
    {
      'nova-3': 'no',
      'gpt-4o-transcribe': 'no',
      whisper: 'no',
      elevenLabs: 'no',
      'sonic-3': 'no',
      'sonic-2': undefined,
    },
  ],
  ['nb-NO', { 'nova-2': 'no', elevenLabs: 'no' }],
  ['nn', { 'nova-3': 'no', whisper: 'nn', 'gpt-4o-transcribe': 'no' }],
  ['fil', { 'nova-3': 'tl', 'nova-2': undefined, whisper: 'tl', elevenLabs: 'fil', 'sonic-3': 'tl' }],
  ['tl-PH', { 'nova-3': 'tl', elevenLabs: 'fil', 'sonic-3': 'tl' }],
  ['cmn', { 'nova-3': 'zh', 'gpt-4o-transcribe': 'zh', elevenLabs: 'zh', 'sonic-2': 'zh' }],
  ['cmn-Hans-CN', { 'nova-2': 'zh-CN', whisper: 'zh' }],
  ['zh-Hant', { 'nova-3': 'zh-Hant', 'gpt-4o-transcribe': 'zh', elevenLabs: 'zh' }],
  ['zh-MO', { 'nova-3': 'zh-TW', whisper: 'zh' }],
  ['yue', { 'nova-3': 'zh-HK', whisper: 'yue', 'gpt-4o-transcribe': 'zh' }],
  ['de-DE', { 'nova-3': 'de', 'gpt-4o-transcribe': 'de', elevenLabs: 'de', 'sonic-2': 'de' }],
  ['de-CH', { 'nova-3': 'de-CH', 'gpt-4o-transcribe': 'de' }],
  ['pt-BR', { 'nova-3': 'pt-BR', whisper: 'pt', elevenLabs: 'pt' }],
  ['es-MX', { 'nova-3': 'es-419', 'gpt-4o-transcribe': 'es', 'sonic-3': 'es' }],
  ['es-ES', { 'nova-3': 'es', 'nova-2': 'es' }],
  ['en-ZA', { 'nova-3': 'en', elevenLabs: 'en' }],
  ['en-gb', { 'nova-3': 'en-GB' }],
  ['sv-FI', { 'nova-3': 'sv', 'sonic-2': 'sv' }],
  ['iw', { 'nova-3': 'he', whisper: 'he', elevenLabs: undefined }],
  ['arb-EG', { 'nova-3': 'ar', 'nova-2': undefined, elevenLabs: 'ar' }],
  ['sr-Latn-RS', { 'nova-3': 'sr', 'gpt-4o-transcribe': 'sr' }],
  ['jv', { 'gpt-4o-transcribe': undefined, whisper: 'jw' }],
  ['sw', { 'nova-3': undefined, 'gpt-4o-transcribe': 'sw' }],
  ['xh', { 'nova-3': undefined, 'gpt-4o-transcribe': undefined, whisper: undefined, 'sonic-3': undefined }],
  ['multi', { 'nova-3': 'multi', 'gpt-4o-transcribe': undefined }],
  ['', { 'nova-3': undefined }],
])("maps %j to each provider's language list, or omits it", (code, asTold) => {
  const told = Object.keys(asTold).map((name) => [
    name,
    listedLanguage(code, LISTS[name as keyof typeof LISTS]),
  ]);
  expect(Object.fromEntries(told)).toEqual(asTold);
});

it("treats Deepgram's special models as English-only", () => {
  expect(listedLanguage('en-US', deepgramLanguages('nova-2-phonecall'))).toBe('en-US');
  expect(listedLanguage('fr', deepgramLanguages('nova-3-medical'))).toBeUndefined();
  expect(realtimeLanguages).not.toContain('nb');
  expect(new Set(whisperLanguages).size).toBe(100);
});
