import { randomUUID } from 'node:crypto';
import os from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { SentenceEmbedder } from '../src/engines/local/embeddings/sentence-embedder.js';
import { splitText } from '../src/knowledge/passages/split-text.js';
import { LocalEmbedder } from '../src/pipeline/starter/index.js';
import { Embedder } from '../src/providers/index.js';
import { BothWays, connectTwice } from './knowledge/both-ways.js';
import { debianManuals, guides, otherManuals, type Text } from './knowledge/corpus.js';
import { DEVELOPER_QUESTIONS } from './knowledge/developer-questions.js';
import { measure, measureNew } from './knowledge/measure.js';
import { DEBIAN_QUESTIONS, GUIDE_QUESTIONS, type Question } from './knowledge/questions.js';
import { startDurablePostgres } from './support/durable-postgres.js';
import { benchOptions } from './support/options.js';
import { type RunningService, startService } from './support/service.js';

const values = benchOptions(
  'knowledge',
  `How well and how fast an agent's knowledge is searched. The guides of docs/ are topics of an agent, and questions use
other words than they do. They are asked again, with questions of Debian's FAQ if bench/knowledge/prepare.sh has brought
it, among the manuals of other software. The search is by words, by meaning and by both.`,
  {
    passages: [10_000, 'passages in the end'],
    rounds: [20, 'times that each question is asked'],
    embeddings: [undefined, 'address of a server of all-MiniLM-L6-v2, in place of the built-in model'],
    candidates: [400, 'passages compared exactly without pgvector'],
  },
);

const TOP = 5;
const MOST_REPETITIONS = 30;
const MODEL = 'all-MiniLM-L6-v2';
const NOBODY_COUNTS = { ignored: () => undefined, malformed: () => undefined };

const postgres = await startDurablePostgres();
const clients = await connectTwice(postgres.url);
const [client] = clients;
let service: RunningService | undefined;
let ways: BothWays | undefined;
try {
  const env = {
    DATABASE_URL: postgres.url,
    ...(values.embeddings && { EMBEDDINGS_URL: values.embeddings, EMBEDDINGS_MODEL: MODEL }),
    HTTP_BODY_LIMIT_BYTES: '1000000',
  };
  service = await startService(env, undefined, {
    quotas: { requests: 0, topicsPerAgent: 10_000 },
    knowledge: {
      ...{ topicMaxCharacters: 100_000, embeddingPollMs: 100 },
      ...{ embeddingBatch: 128, embeddingTimeoutMs: 120_000 },
    },
  });
  const { baseUrl, agentId, apiKey } = service.access;
  const asked = new BothWays(
    postgres.url,
    clients,
    agentId,
    await embedderOf(values.embeddings),
    values.candidates,
  );
  ways = asked;
  const add = async ({ name, text }: Text): Promise<number> => {
    const passages = splitText(text).length;
    if (passages === 0) return 0;
    const topics = `${baseUrl}/v1/agents/${agentId}/branches/main/knowledge-base/topics`;
    const headers = {
      'x-api-key': apiKey,
      'content-type': 'application/json',
      'idempotency-key': randomUUID(),
    };
    const body = JSON.stringify({ name, content: text });
    const send = () => fetch(topics, { method: 'POST', headers, body });
    // The service closed an idle connection just as it was reused.
    let response = await send().catch(send);
    // On a busy machine the database may not answer in time.
    for (let again = 0; response.status === 503 && again < MOST_REPETITIONS; again++) {
      await delay(1_000);
      response = await send();
    }
    if (!response.ok) throw new Error(await response.text());
    return passages;
  };
  console.log(
    '| passages | questions of | by | recall@5 | first | p50 ms | p95 ms | CPU p50 ms | CPU p95 ms | new p50 ms | new p95 ms |',
  );
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- | --- | --- | --- |');
  let passages = 0;
  for (const guide of guides()) passages += await add(guide);
  await report(passages, [['our guides', GUIDE_QUESTIONS]]);
  const wanted = values.passages;
  const debian = debianManuals();
  for (const manual of [...debian, ...otherManuals()]) if (passages < wanted) passages += await add(manual);
  await report(passages, [
    ['our guides', GUIDE_QUESTIONS],
    ...(debian.length > 0
      ? ([
          ["Debian's FAQ", DEBIAN_QUESTIONS],
          ["the Developer's Reference", DEVELOPER_QUESTIONS],
        ] as const)
      : []),
  ]);
  console.log(`Load of the machine at the end: ${os.loadavg()[0]?.toFixed(1)} on ${os.cpus().length} cores.`);

  async function report(
    count: number,
    sets: readonly (readonly [of: string, questions: readonly Question[]])[],
  ): Promise<void> {
    const { rows } = await client.query<{ hash: string }>(
      'SELECT knowledge_hash AS hash FROM drafts WHERE agent_id = $1',
      [agentId],
    );
    const hash = rows[0]?.hash ?? '';
    await asked.embedded();
    for (const [of, questions] of sets) {
      for (const [by, search] of await asked.of(hash, TOP, questions)) {
        const measured = await measure(clients, values.rounds, questions, search);
        const { found, first, waitMs, cpuMs } = measured;
        const newMs = await measureNew(questions, search, () => asked.reconnect());
        await asked.close();
        console.log(`| ${[count, of, by, found, first, ...waitMs, ...cpuMs, ...newMs].join(' | ')} |`);
      }
    }
    const similarities = await asked.similarities(hash);
    const [least, middle, strange, most] = similarities.map((cosine) => cosine.toFixed(2));
    console.log(
      `Nearest passage of questions that have an answer: ${least} at least, ${middle} in the middle; of strange ones ${strange} in the ` +
        `middle, ${most} at the most.`,
    );
  }
} finally {
  await service?.stop();
  await ways?.close();
  for (const each of clients) await each.end();
  await postgres.stop();
}

async function embedderOf(url: string | undefined) {
  if (url) return new Embedder('bench', { kind: 'openai', url, model: MODEL }, NOBODY_COUNTS);
  const model = await SentenceEmbedder.load();
  return new LocalEmbedder((texts) => Promise.all(texts.map((text) => model.embed(text))));
}
