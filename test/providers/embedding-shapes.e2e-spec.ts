import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Embedder } from '../../src/providers/embeddings/embedder.js';
import { messages } from './support/adapters.js';

describe('embeddings as servers were seen to send them', () => {
  let server: Server;
  let embedder: Embedder;
  let answer: object;

  beforeAll(async () => {
    server = createServer((request, response) => {
      request.resume();
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
    embedder = new Embedder('tested', { kind: 'openai', url, model: 'm' }, messages.of('openai'));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
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
  ])('belong to their texts: %s', async (_what, data) => {
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
  ])('are an error where they are %s', async (_what, data) => {
    answer = { data };
    await expect(embedder.embed(['x', 'y', 'z'], { timeoutMs: 5_000 })).rejects.toMatchObject({
      code: 'PROVIDER_PROTOCOL',
    });
  });
});
