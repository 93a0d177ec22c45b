import { createHash } from 'node:crypto';
import { isObject } from '../json.js';
import { delay } from '../delay.js';
import type { Exchange } from './openai-server.js';
import { sendError } from './send-error.js';

const SLOW_MS = 2_000;
const DRIP_INTERVAL_MS = 300;
const MAX_PIECES = 2_000;

/** Vector size: small enough to be fast, large enough that words seldom collide. */
const DIMENSIONS = 384;

/** Groups of words this stand-in treats as synonyms. */
const SAME: readonly (readonly string[])[] = [
  ['dog', 'dogs', 'pet', 'pets', 'puppy', 'animal', 'animals'],
  ['park', 'parking', 'car', 'vehicle', 'garage'],
  ['cancel', 'refund', 'withdraw', 'money'],
];

/** `POST /v1/embeddings`: a text's meaning is its word counts. */
export async function answerEmbeddings({ body, behaviour, response, keep }: Exchange): Promise<void> {
  const request: unknown = JSON.parse(body.toString());
  keep(request);
  const input = isObject(request) ? request['input'] : undefined;
  const texts = typeof input === 'string' ? [input] : input;
  if (!Array.isArray(texts) || !texts.every((text) => typeof text === 'string' && text !== '')) {
    return sendError(response, 400, 'invalid_request_error', "'input' must be texts that are not empty.");
  }
  if (behaviour === 'hang') return;
  if (behaviour === 'slow') await delay(SLOW_MS);
  response.writeHead(200, { 'content-type': 'application/json' });
  if (behaviour === 'nonsense') {
    response.end('{"data": [{"index": 0, "embedding": "none"}]}');
    return;
  }
  if (behaviour === 'drop') {
    response.write('{"data": [', () => response.destroy());
    return;
  }
  if (behaviour === 'drip' || behaviour === 'flood') {
    response.write('{"data": [');
    for (let piece = 0; piece < MAX_PIECES && !response.destroyed; piece++) {
      response.write(behaviour === 'drip' ? ' ' : ' '.repeat(20_000));
      await delay(behaviour === 'drip' ? DRIP_INTERVAL_MS : 1);
    }
    return;
  }
  const data = texts.map((text: string, index) => ({
    object: 'embedding',
    index,
    embedding: meaningOf(text),
  }));
  const usage = { prompt_tokens: texts.length, total_tokens: texts.length };
  response.end(JSON.stringify({ object: 'list', data, model: 'stand-in', usage }));
}

function meaningOf(text: string): number[] {
  const vector = new Array<number>(DIMENSIONS).fill(0);
  for (const word of text.toLowerCase().match(/\p{L}+|\d+/gu) ?? ['']) {
    const [first = word] = SAME.find((group) => group.includes(word)) ?? [];
    const at = createHash('sha256').update(first).digest().readUInt16BE(0) % DIMENSIONS;
    vector[at] = (vector[at] ?? 0) + 1;
  }
  return vector;
}
