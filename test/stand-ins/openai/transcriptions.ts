import { fromWav } from '../audio/pcm.js';
import { delay } from '../delay.js';
import type { Exchange } from './openai-server.js';
import { sendError } from './send-error.js';

const SLOW_MS = 700;

/** Chunks of an endless answer, since test load is bounded. */
const MAX_PIECES = 2_000;

/** `POST /v1/audio/transcriptions`, for WAV files. */
export async function answerTranscription(exchange: Exchange): Promise<void> {
  const { request, response, body, behaviour, ears, keep } = exchange;
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  const form = await new Response(new Uint8Array(body), { headers }).formData();
  const file = form.get('file');
  if (!(file instanceof File))
    return sendError(response, 400, 'missing_required_parameter', "Missing 'file'.");
  const { samples, sampleRateHz } = fromWav(new Uint8Array(await file.arrayBuffer()));
  const lengthMs = (samples.length * 1000) / sampleRateHz;
  keep({ lengthMs, model: form.get('model'), language: form.get('language'), prompt: form.get('prompt') });
  if (behaviour === 'hang') return;
  if (behaviour === 'slow') await delay(SLOW_MS);
  response.writeHead(200, { 'content-type': 'application/json' });
  if (behaviour === 'drop') {
    response.write('{"te', () => response.destroy());
    return;
  }
  if (behaviour === 'drip' || behaviour === 'flood') return await endless(exchange);
  response.end(
    behaviour === 'nonsense' ? '{"words": 7}' : JSON.stringify({ text: await ears(samples, sampleRateHz) }),
  );
}

/** An endless answer, slow or at the socket's full rate. */
async function endless({ response, behaviour }: Exchange): Promise<void> {
  response.write('{"text": "');
  for (let count = 0; count < MAX_PIECES && !response.destroyed; count++) {
    response.write(behaviour === 'drip' ? ' ' : 'blah '.repeat(2_000));
    await delay(behaviour === 'drip' ? 300 : 1);
  }
}
