import type { ServerResponse } from 'node:http';

import { toBytes, toWav } from '../audio/pcm.js';
import { textAt } from '../json.js';
import { delay } from '../delay.js';
import type { Exchange } from './openai-server.js';
import { sendError } from './send-error.js';

/** Sample rate of OpenAI's raw PCM. */
const SPEECH_RATE_HZ = 24_000;

const CHUNK_BYTES = 9_600;
const CHUNK_INTERVAL_MS = 5;
const SLOW_MS = 700;
const DRIP_INTERVAL_MS = 400;
const DRIP_BYTES = 960;
const MAX_FLOOD_CHUNKS = 20_000;

/** `POST /v1/audio/speech`, streamed as raw PCM or as WAV. */
export async function answerSpeech({
  body,
  behaviour,
  response,
  keep,
  audioBegins,
  firstAudioMs,
  voice,
}: Exchange): Promise<void> {
  const request: unknown = JSON.parse(body.toString());
  keep(request);
  const input = textAt(request, 'input');
  const format = textAt(request, 'response_format') ?? 'mp3';
  if (input === undefined || (format !== 'pcm' && format !== 'wav')) {
    return sendError(response, 400, 'invalid_value', 'This stand-in speaks pcm and wav.');
  }
  if (behaviour === 'slow') await delay(SLOW_MS);
  if (behaviour === 'nonsense') {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<html><body>Welcome!</body></html>');
    return;
  }
  const beganMs = performance.now();
  const samples = await voice(input, SPEECH_RATE_HZ);
  const waitMs = beganMs + firstAudioMs - performance.now();
  if (firstAudioMs > 0 && waitMs > 0) await delay(waitMs);
  const bytes = format === 'wav' ? toWav(samples, SPEECH_RATE_HZ) : toBytes(samples);
  response.writeHead(200, { 'content-type': format === 'wav' ? 'audio/wav' : 'audio/pcm' });
  response.flushHeaders();
  if (behaviour === 'hang') return;
  if (behaviour === 'flood') return await flood(response);
  audioBegins();
  const [chunkBytes, intervalMs] =
    behaviour === 'drip' ? [DRIP_BYTES, DRIP_INTERVAL_MS] : [CHUNK_BYTES, CHUNK_INTERVAL_MS];
  for (let at = 0; at < bytes.length && !response.destroyed; at += chunkBytes) {
    if (behaviour === 'drop' && at > bytes.length / 2) {
      response.destroy();
      return;
    }
    response.write(bytes.subarray(at, at + chunkBytes));
    await delay(intervalMs);
  }
  response.end();
}

/** A square wave of 500 Hz, as loud as speech. */
const BUZZ = toBytes(Int16Array.from({ length: 48 }, (_, at) => (at < 24 ? 4_000 : -4_000)));

async function flood(response: ServerResponse): Promise<void> {
  for (let count = 0; count < MAX_FLOOD_CHUNKS && !response.destroyed; count++) {
    response.write(Buffer.alloc(CHUNK_BYTES, BUZZ));
    if (response.writableNeedDrain || count % 20 === 0) await delay(1);
  }
}
