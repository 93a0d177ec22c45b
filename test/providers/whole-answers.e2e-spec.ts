import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Embedder } from '../../src/providers/embeddings/embedder.js';
import { readResult } from '../../src/pipeline/stt/deepgram-messages.js';
import { OpenAiTranscription } from '../../src/pipeline/stt/openai-transcription.js';
import { randomOf } from '../limits/random-documents.js';
import { messages } from './support/adapters.js';
import { type Json, mutated } from './support/mutations.js';

const MUTATIONS = 2_000;

let server: Server;
let url: string;
/** The server's next response. */
let answer: unknown;

beforeAll(async () => {
  server = createServer((request, response) => {
    request.resume();
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
afterAll(() => {
  server.closeAllConnections();
  server.close();
});

describe('recorded embeddings of real servers', () => {
  let embedder: Embedder;

  beforeAll(() => {
    embedder = new Embedder('tested', { kind: 'openai', url, model: 'm' }, messages.of('openai'));
  });

  const [x, y, z] = [
    [2, 0, 0],
    [0, 2, 0],
    [0, 0, 2],
  ];

  it.each<[string, object[]]>([
    [
      'in their order',
      [
        { index: 0, embedding: x },
        { index: 1, embedding: y },
        { index: 2, embedding: z },
      ],
    ],
    [
      'without the index 0 (Gemini)',
      [{ embedding: x }, { index: 1, embedding: y }, { index: 2, embedding: z }],
    ],
    ['without any index', [{ embedding: x }, { embedding: y }, { embedding: z }]],
    ['with an index that is null', [x, y, z].map((embedding) => ({ index: null, embedding }))],
    [
      'in another order',
      [
        { index: 2, embedding: z },
        { index: 0, embedding: x },
        { index: 1, embedding: y },
      ],
    ],
  ])('match their texts: %s', async (_what, data) => {
    answer = { object: 'list', data };
    const vectors = await embedder.embed(['x', 'y', 'z'], { timeoutMs: 5_000 });
    expect(vectors.map((vector) => [...vector])).toEqual([
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ]);
  });

  it.each<[string, object[]]>([
    ['too few', [{ embedding: x }, { embedding: y }]],
    [
      'two for one text',
      [
        { index: 0, embedding: x },
        { index: 0, embedding: y },
        { index: 2, embedding: z },
      ],
    ],
    ['of several lengths', [{ embedding: x }, { embedding: y }, { embedding: [1] }]],
  ])('are an error when they are %s', async (_what, data) => {
    answer = { data };
    await expect(embedder.embed(['x', 'y', 'z'], { timeoutMs: 5_000 })).rejects.toMatchObject({
      code: 'PROVIDER_PROTOCOL',
    });
  });

  it(`match their texts or are an error in ${MUTATIONS} mutations`, async () => {
    const seed = Math.floor(Math.random() * 1e9);
    const random = randomOf(seed);
    const vectors = [x, y, z].map((embedding, index) => ({ object: 'embedding', index, embedding }));
    const right = [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ];
    let understood = 0;
    for (let round = 0; round < MUTATIONS; round += 1) {
      const data = mutated(structuredClone(vectors), random);
      answer = { object: 'list', data, model: 'm', usage: random() < 0.5 ? null : { prompt_tokens: 'x' } };
      const made = await embedder.embed(['x', 'y', 'z'], { timeoutMs: 5_000 }).catch((error: unknown) => {
        expect([seed, round, error]).toMatchObject([seed, round, { code: 'PROVIDER_PROTOCOL' }]);
        return undefined;
      });
      if (!made) continue;
      understood += 1;
      // A changed vector component is undetectable.
      if (JSON.stringify(data).includes('7')) continue;
      expect([seed, round, made.map((vector) => [...vector])]).toEqual([seed, round, right]);
    }
    expect(understood).toBeGreaterThan(MUTATIONS / 4);
  });
});

describe('recorded whole-turn transcripts', () => {
  it(`are parsed or are an error in ${MUTATIONS} mutations`, async () => {
    const seed = Math.floor(Math.random() * 1e9);
    const random = randomOf(seed);
    const service = { url, apiKey: 'any', model: 'm', messages: messages.of('openai') };
    const provider = new OpenAiTranscription(service, 5_000);
    // https://platform.openai.com/docs/api-reference/audio/verbose-json-object
    const whole = {
      task: 'transcribe',
      language: 'english',
      duration: 8.47,
      text: 'A table for four.',
      segments: [{ id: 0, start: 0, end: 3.3, text: ' A table for four.', tokens: [50364, 440] }],
      usage: { type: 'duration', seconds: 9 },
    };
    for (let round = 0; round < MUTATIONS; round += 1) {
      [answer] = mutated([structuredClone(whole)], random);
      const { text } = Object(answer ?? {}) as Json;
      const transcription = provider.begin({
        ...{ modelId: undefined, agent: { schemaVersion: 1 }, caller: {} },
        ...{ signal: new AbortController().signal, onWords: () => undefined },
      });
      transcription.push(new Int16Array(320).fill(7));
      const heard = await transcription.end().then(
        (words) => words.text,
        (error: { code?: unknown }) => error.code,
      );
      const expected = typeof text === 'string' ? text : 'PROVIDER_PROTOCOL';
      expect([seed, round, heard]).toEqual([seed, round, expected]);
    }
  });
});

describe('streaming recognizer results', () => {
  // https://developers.deepgram.com/docs/live-streaming-audio
  const result = {
    type: 'Results',
    channel_index: [0, 1],
    duration: 1.98,
    start: 5.99,
    is_final: true,
    speech_final: true,
    from_finalize: false,
    channel: { alternatives: [{ transcript: 'a table for four', confidence: 0.99, words: [{ word: 'a' }] }] },
    metadata: { request_id: 'r', model_info: { name: 'nova-3' } },
  };

  it(`lose no words in ${MUTATIONS} mutations`, () => {
    const seed = Math.floor(Math.random() * 1e9);
    const random = randomOf(seed);
    let understood = 0;
    for (let round = 0; round < MUTATIONS; round += 1) {
      const sent = mutated([structuredClone(result)], random);
      for (const message of sent) {
        const read = readResult(message);
        const isWhole = JSON.stringify(message ?? null).includes('"transcript":"a table for four"');
        const isResult = (Object(message ?? {}) as Json)['type'] === 'Results';
        const expected = isWhole && isResult ? 'a table for four' : '';
        expect([seed, round, read?.words ?? '']).toEqual([seed, round, expected]);
        if (read) understood += 1;
      }
    }
    expect(understood).toBeGreaterThan(MUTATIONS / 2);
  });
});
