import { isObject, textAt } from '../json.js';
import {
  type SpeechServiceDialect,
  type SpeechServiceOptions,
  SpeechServiceStandIn,
} from './speech-service.js';

const VERSIONS = ['2024-06-10', '2024-11-13', '2025-04-16'];
const VOICES = ['694f9389-aac1-45b6-b726-9d9369183238', 'a0e99841-438c-4a64-b679-ae501e7d6091'];
/** Phonemes of a word, separated by bars. This stand-in replaces them with other text. */
const SOUNDS = /<<[^<>|]+(?:\|[^<>|]+)*>>/g;
const RATES = [8_000, 16_000, 22_050, 24_000, 44_100, 48_000];

const refused = (status: number, message: string) => ({ kind: 'error', status, body: message }) as const;

/** Per https://docs.cartesia.ai/api-reference/tts/bytes, as far as a voice agent uses it. */
const dialect: SpeechServiceDialect = {
  understand(request, body, wrongKey) {
    if (request.method !== 'POST' || request.url !== '/tts/bytes') return refused(404, 'Not Found');
    if (!VERSIONS.includes(String(request.headers['cartesia-version'])))
      return refused(400, 'Missing or unknown Cartesia-Version header');
    if (wrongKey) return refused(401, 'Invalid API key');
    const text = textAt(body, 'transcript');
    const model = textAt(body, 'model_id');
    if (!isObject(body) || text === undefined || model === undefined || !/^sonic/.test(model))
      return refused(400, 'transcript and model_id are required');
    const { voice, output_format: format } = body;
    if (!isObject(voice) || voice['mode'] !== 'id' || !VOICES.includes(String(voice['id'])))
      return refused(404, 'Voice not found');
    const rate = isObject(format) ? Number(format['sample_rate']) : 0;
    if (!isObject(format) || format['container'] !== 'raw' || format['encoding'] !== 'pcm_s16le')
      return refused(400, 'This stand-in speaks raw pcm_s16le only');
    if (!RATES.includes(rate)) return refused(400, 'Invalid sample_rate');
    const said = text.replace(SOUNDS, 'so and so');
    return { kind: 'speak', text: said, sampleRateHz: rate, contentType: 'audio/pcm' };
  },
};

/** A server with Cartesia's text to speech over HTTP. */
export class CartesiaStandIn extends SpeechServiceStandIn {
  static async start(options: SpeechServiceOptions = {}): Promise<CartesiaStandIn> {
    const keyOf = ({ headers }: { headers: Record<string, unknown> }) => {
      const [, bearer] = /^Bearer (.+)$/.exec(String(headers['authorization'])) ?? [];
      return bearer;
    };
    return new CartesiaStandIn(dialect, keyOf, options).listen();
  }
}
