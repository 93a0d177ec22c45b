/**
 * The languages that providers list for their models, as of November 2026. An unlisted language fails the request, and
 * so the call.
 */
const list = (codes: string): readonly string[] => codes.trim().split(/\s+/);

/** https://platform.openai.com/docs/guides/speech-to-text: transcriptions and Realtime sessions. */
const OPENAI = list(`
  af ar az be bg bs ca cs cy da de el en es et fa fi fr gl he hi hr hu hy id is it ja kk kn ko lt lv mi mk mr ms ne nl no
  pl pt ro ru sk sl sr sv sw ta th tl tr uk ur vi zh`);

/** https://github.com/openai/whisper, `tokenizer.py`: self-hosted servers. */
const WHISPER = list(`
  en zh de es ru ko fr ja pt tr pl ca nl ar sv it id hi fi vi he uk el ms cs ro da hu ta no th ur hr bg lt la mi ml cy sk
  te fa lv bn sr az sl kn et mk br eu is hy ne mn bs kk sq sw gl mr pa si km sn yo so af oc ka be tg sd gu am yi lo uz fo
  ht ps tk nn mt sa lb my bo tl mg as tt haw ln ha ba jw su yue`);

/** https://developers.deepgram.com/docs/models-languages-overview */
const ENGLISH = list('en en-US en-AU en-GB en-IN en-NZ');
const NOVA_2 = list(`
  multi bg ca zh zh-CN zh-Hans zh-TW zh-Hant zh-HK cs da da-DK nl ${ENGLISH.join(' ')} et fi nl-BE fr fr-CA de de-CH el hi
  hu id it ja ko ko-KR lv lt ms no pl pt pt-BR pt-PT ro ru sk es es-419 sv sv-SE th th-TH tr uk vi`);
const NOVA_3 = [
  ...NOVA_2,
  ...list('af ar be bn bs fa gu gu-IN he hr hy ka kk kk-KZ kn mk mr ne pa sl sr ta te tl ur'),
];

/** https://elevenlabs.io/docs/overview/models: Flash and Turbo v2.5. */
const ELEVENLABS = list(
  'en ja zh de hi fr ko pt it es id nl tr fil pl sv bg ro ar cs el fi hr ms sk da ta uk ru hu no vi',
);

/** https://docs.cartesia.ai/build-with-cartesia/tts-models */
const SONIC_2 = list('en fr de es pt zh ja hi it ko nl pl ru sv tr');
const SONIC_3 = [
  ...SONIC_2,
  ...list('tl bg ro ar cs el fi hr ms sk da ta uk hu no vi bn th he ka id te gu kn ml mr pa'),
];

/** Languages of OpenAI's models, and of compatible servers that run Whisper. */
export const transcriptionLanguages = (model: string): readonly string[] =>
  /whisper/i.test(model) && model !== 'whisper-1' ? WHISPER : OPENAI;

export const whisperLanguages = WHISPER;
export const realtimeLanguages = OPENAI;
export const elevenLabsLanguages = ELEVENLABS;

export function deepgramLanguages(model: string): readonly string[] {
  if (/^nova-2(-general)?$/.test(model)) return NOVA_2;
  return /^nova-[23]-/.test(model) && !/-general$/.test(model) ? ENGLISH : NOVA_3;
}

export const cartesiaLanguages = (model: string): readonly string[] =>
  /^sonic-(?:[3-9]|\d\d)/.test(model) ? SONIC_3 : SONIC_2;
