import { isObject, textAt } from '../json.js';
import {
  type SpeechServiceDialect,
  type SpeechServiceOptions,
  SpeechServiceStandIn,
} from './speech-service.js';

const PATH = /^\/v1\/text-to-speech\/([^/]+)\/stream$/;
const VOICES = ['JBFqnCBsd6RMkjVDRZzb', '21m00Tcm4TlvDq8ikWAM'];
const MODELS = ['eleven_flash_v2_5', 'eleven_flash_v2', 'eleven_multilingual_v2'];
/** SSML phonemes. This stand-in speaks the written word. */
const PHONEME = /<phoneme alphabet="ipa" ph="[^"<>]+">([^<>]+)<\/phoneme>/g;
const PCM = /^pcm_(8000|16000|22050|24000|44100|48000)$/;

const refused = (status: number, reason: string, message: string) =>
  ({ kind: 'error', status, body: { detail: { status: reason, message } } }) as const;

/** Per https://elevenlabs.io/docs/api-reference/text-to-speech/stream, as far as a voice agent uses it. */
const dialect: SpeechServiceDialect = {
  understand(request, body, wrongKey) {
    const url = new URL(request.url ?? '/', 'http://stand-in');
    const [, voice] = PATH.exec(url.pathname) ?? [];
    if (request.method !== 'POST' || voice === undefined)
      return { kind: 'error', status: 404, body: { detail: 'Not Found' } };
    if (wrongKey) return refused(401, 'invalid_api_key', 'Invalid API key');
    const text = textAt(body, 'text');
    if (text === undefined)
      return {
        kind: 'error',
        status: 422,
        body: { detail: [{ loc: ['body', 'text'], msg: 'Field required' }] },
      };
    if (!VOICES.includes(decodeURIComponent(voice)))
      return refused(404, 'voice_not_found', 'A voice with that id was not found.');
    if (!MODELS.includes(textAt(body, 'model_id') ?? 'eleven_multilingual_v2'))
      return refused(400, 'model_not_found', 'A model with that id does not exist.');
    const speed = isObject(body) && isObject(body['voice_settings']) ? body['voice_settings']['speed'] : 1;
    if (typeof speed !== 'number' || speed < 0.7 || speed > 1.2)
      return refused(400, 'invalid_voice_settings', 'Speed must be between 0.7 and 1.2.');
    const [, rate] = PCM.exec(url.searchParams.get('output_format') ?? 'mp3_44100_128') ?? [];
    if (rate === undefined)
      return refused(400, 'output_format_not_allowed', 'This stand-in speaks PCM only.');
    const said = text.replace(PHONEME, '$1');
    return { kind: 'speak', text: said, sampleRateHz: Number(rate), contentType: 'audio/pcm' };
  },
};

/** A server with ElevenLabs' streaming text to speech. */
export class ElevenLabsStandIn extends SpeechServiceStandIn {
  static async start(options: SpeechServiceOptions = {}): Promise<ElevenLabsStandIn> {
    const keyOf = (request: { headers: Record<string, unknown> }) => {
      const key = request.headers['xi-api-key'];
      return typeof key === 'string' ? key : undefined;
    };
    return new ElevenLabsStandIn(dialect, keyOf, options).listen();
  }
}
