import { readdirSync, readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import pg from 'pg';
import { splitText } from '../src/knowledge/passages/split-text.js';
import { type FoundPassage, fullTextSearch } from '../src/knowledge/retrieval/full-text-search.js';
import { QUESTIONS } from './knowledge/questions.js';
import { startDurablePostgres } from './support/durable-postgres.js';
import { startService } from './support/service.js';
import { percentile, round } from './support/statistics.js';

/**
 * npm run bench:knowledge: whether what an agent knows is found, and how soon. The guides of docs/ are topics
 * of an agent, and questions are asked of them in words of their own; then again with so many passages around them that
 * there are 10,000: sentences of the same guides, shuffled, so that they have the same words.
 */
const { values } = parseArgs({
  options: { passages: { type: 'string', default: '10000' }, rounds: { type: 'string', default: '20' } },
});

const TOP = 5;
/** Characters of a topic of shuffled sentences. */
const TOPIC_CHARACTERS = 90_000;

const GUIDES = readdirSync('docs').flatMap((file) => /^(.*)\.md$/.exec(file)?.[1] ?? []);
const texts = new Map(GUIDES.map((name) => [name, readFileSync(`docs/${name}.md`, 'utf8').slice(0, 90_000)]));

const postgres = await startDurablePostgres();
const pool = new pg.Pool({ connectionString: postgres.url, max: 4 });
try {
  const service = await startService({
    DATABASE_URL: postgres.url,
    KNOWLEDGE_TOPIC_MAX_CHARACTERS: '100000',
    API_KEY_RATE_LIMIT: '0',
    HTTP_BODY_LIMIT_BYTES: '1000000',
  });
  const { baseUrl, agentId, apiKey } = service.access;
  const add = async (name: string, content: string) => {
    const response = await fetch(`${baseUrl}/v1/agents/${agentId}/branches/main/knowledge-base/topics`, {
      method: 'POST',
      headers: { 'x-api-key': apiKey, 'content-type': 'application/json' },
      body: JSON.stringify({ name, content }),
    });
    if (!response.ok) throw new Error(await response.text());
  };
  console.log(
    '| passages | recall@5 | first | p50 ms | p95 ms | p99 ms |\n| --- | --- | --- | --- | --- | --- |',
  );
  let passages = 0;
  for (const [name, text] of texts) {
    await add(name, text);
    passages += splitText(text).length;
  }
  await report(passages);
  const sentences = [...texts.values()].flatMap((text) => text.split(/(?<=[.:])\s+/));
  for (let topic = 0; passages < Number(values.passages); topic++) {
    const text = shuffled(sentences, topic).join(' ').slice(0, TOPIC_CHARACTERS);
    await add(`Notes ${topic}`, text);
    passages += splitText(text).length;
  }
  await pool.query('ANALYZE knowledge_passages');
  await report(passages);
  await service.stop();

  async function report(count: number): Promise<void> {
    const { rows } = await pool.query<{ hash: string }>(
      'SELECT knowledge_hash AS hash FROM drafts WHERE agent_id = $1',
      [agentId],
    );
    const hash = rows[0]?.hash ?? '';
    const times: number[] = [];
    const ranks: number[] = [];
    for (let turn = 0; turn < Number(values.rounds); turn++) {
      for (const [question, guide] of QUESTIONS) {
        const beganMs = performance.now();
        const found = await search(hash, question);
        times.push(performance.now() - beganMs);
        if (turn === 0) ranks.push(found.findIndex(({ name }) => name === guide));
      }
    }
    const share = (wanted: (rank: number) => boolean) => round(ranks.filter(wanted).length / ranks.length, 2);
    const shown = [0.5, 0.95, 0.99].map((part) => round(percentile(times, part)));
    console.log(
      `| ${[count, share((rank) => rank >= 0), share((rank) => rank === 0), ...shown].join(' | ')} |`,
    );
  }

  async function search(hash: string, question: string): Promise<FoundPassage[]> {
    const { name, text, values: given } = fullTextSearch(agentId, hash, question, TOP);
    return (await pool.query<FoundPassage>({ name, text, values: [...given] })).rows;
  }
} finally {
  await pool.end();
  await postgres.stop();
}

/** The same order in every run. */
function shuffled(items: readonly string[], seed: number): string[] {
  let state = seed + 1;
  const next = () => (state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0) / 2 ** 32;
  return items
    .map((item) => [next(), item] as const)
    .sort(([a], [b]) => a - b)
    .map(([, item]) => item);
}
