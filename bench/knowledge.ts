import os from 'node:os';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { splitText } from '../src/knowledge/passages/split-text.js';
import { BothWays } from './knowledge/both-ways.js';
import { guides, otherManuals, type Text } from './knowledge/corpus.js';
import { measure } from './knowledge/measure.js';
import { startDurablePostgres } from './support/durable-postgres.js';
import { startService } from './support/service.js';

/**
 * npm run bench:knowledge: whether what an agent knows is found, and how soon. The guides of docs/ are topics
 * of an agent, and questions are asked of them in words of their own; then again with the manuals of other software
 * around them, until there are 10,000 passages. With `--embeddings URL` (bench/knowledge/embedding-server.py is such a
 * server) also by meaning, and both ways.
 */
const { values } = parseArgs({
  options: {
    passages: { type: 'string', default: '10000' },
    rounds: { type: 'string', default: '20' },
    embeddings: { type: 'string' },
  },
});

const TOP = 5;
const embeddings = values.embeddings ? { url: values.embeddings, model: 'all-MiniLM-L6-v2' } : undefined;

const postgres = await startDurablePostgres();
const client = new pg.Client({ connectionString: postgres.url });
await client.connect();
try {
  const service = await startService({
    DATABASE_URL: postgres.url,
    KNOWLEDGE_TOPICS_PER_AGENT: '10000',
    KNOWLEDGE_TOPIC_MAX_CHARACTERS: '100000',
    ...(embeddings && { EMBEDDINGS_URL: embeddings.url, EMBEDDINGS_MODEL: embeddings.model }),
    API_KEY_RATE_LIMIT: '0',
    HTTP_BODY_LIMIT_BYTES: '1000000',
  });
  const { baseUrl, agentId, apiKey } = service.access;
  const ways = new BothWays(client, agentId, embeddings);
  const add = async ({ name, text }: Text): Promise<number> => {
    const passages = splitText(text).length;
    if (passages === 0) return 0;
    const response = await fetch(`${baseUrl}/v1/agents/${agentId}/branches/main/knowledge-base/topics`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ name, content: text }),
    });
    if (!response.ok) throw new Error(await response.text());
    return passages;
  };
  console.log('| passages | by | recall@5 | first | p50 ms | p95 ms | CPU p50 ms | CPU p95 ms |');
  console.log('| --- | --- | --- | --- | --- | --- | --- | --- |');
  let passages = 0;
  for (const guide of guides()) passages += await add(guide);
  await report(passages);
  const wanted = Number(values.passages);
  for (const manual of otherManuals()) if (passages < wanted) passages += await add(manual);
  await report(passages);
  await service.stop();
  console.log(`Load of the machine at the end: ${os.loadavg()[0]?.toFixed(1)} on ${os.cpus().length} cores.`);

  async function report(count: number): Promise<void> {
    const { rows } = await client.query<{ hash: string }>(
      'SELECT knowledge_hash AS hash FROM drafts WHERE agent_id = $1',
      [agentId],
    );
    const hash = rows[0]?.hash ?? '';
    await ways.embedded();
    for (const [by, search] of await ways.of(hash, TOP)) {
      const { found, first, waitMs, cpuMs } = await measure(client, Number(values.rounds), search);
      console.log(`| ${[count, by, found, first, ...waitMs, ...cpuMs].join(' | ')} |`);
    }
    const similarities = await ways.similarities(hash);
    if (!similarities) return;
    const [least, middle, strange, most] = similarities.map((cosine) => cosine.toFixed(2));
    console.log(
      `Nearest passage of questions that have an answer: ${least} at least, ${middle} in the middle; of strange ones ${strange} in the ` +
        `middle, ${most} at the most.`,
    );
  }
} finally {
  await client.end();
  await postgres.stop();
}
