import { randomBytes } from 'node:crypto';
import os from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { hashToken, newSecretToken, tokenHint } from '../src/auth/credentials/secret-token.js';
import { SCOPES } from '../src/common/access/scopes.js';
import { COMMON_WORD, fill } from './lists/fill.js';
import { startDurablePostgres } from './support/durable-postgres.js';
import { benchOptions } from './support/options.js';
import { startService } from './support/service.js';
import { percentile, round } from './support/statistics.js';

const values = benchOptions(
  'neighbours',
  `How soon an account's publish is answered while another account does its worst to the database: reports, searches,
exports and publishes of one agent, from many clients at once and as fast as they are answered.`,
  {
    conversations: [50_000, 'conversations of the busy account'],
    clients: [40, 'clients of the busy account'],
    seconds: [30, 'how long both go on'],
    'rate-limit': [1_000, 'requests that an account may make in ten seconds; 0: any number'],
  },
);

const postgres = await startDurablePostgres();
const database = new pg.Client({ connectionString: postgres.url });
await database.connect();
const quotas = { requests: values['rate-limit'] };
const service = await startService({ DATABASE_URL: postgres.url }, undefined, { quotas });
const { baseUrl, apiKey, agentId } = service.access;
const answers = new Map<string, number>();
let isOver = false;

try {
  const busy = `acc_${randomBytes(8).toString('hex')}`;
  const key = await newKey(busy);
  await fill(database, busy, { agents: 100, conversations: values.conversations });
  const { body } = await ask(key, 'POST', `/v1/accounts/${busy}/agents`, { name: 'Busy' });
  const { agentId: busyAgent } = body as { agentId: string };
  const cases = [{ name: 'Case', turns: [{ say: 'Hi', expect: [] }] }];
  await ask(key, 'POST', `/v1/agents/${busyAgent}/test-sets`, { name: 'Set', cases });
  console.log(
    '| busy account | publishes | p50 ms | p95 ms | p99 ms | ready |\n| --- | --- | --- | --- | --- | --- |',
  );
  await measure('quiet');
  const clients = Array.from({ length: values.clients }, (_, index) => flood(key, busyAgent, index));
  await measure('at its worst');
  isOver = true;
  await Promise.all(clients);
  console.log(`\nAnswers to the busy account: ${JSON.stringify(Object.fromEntries(answers))}`);
  console.log(`Load of the machine at the end: ${os.loadavg()[0]?.toFixed(1)} on ${os.cpus().length} cores.`);
} finally {
  await service.stop();
  await database.end();
  await postgres.stop();
}

/** Publishes of the other account, one after the other, a few per second. */
async function measure(name: string): Promise<void> {
  const [times, ready]: [number[], Set<number>] = [[], new Set()];
  const until = performance.now() + values.seconds * 1_000;
  while (performance.now() < until) {
    const began = performance.now();
    const { status } = await ask(apiKey, 'POST', `/v1/agents/${agentId}/deployments/publish`, {});
    if (status !== 201) throw new Error(`a publish was answered ${status}`);
    times.push(performance.now() - began);
    ready.add((await fetch(`${baseUrl}/health/ready`)).status);
    await delay(100);
  }
  const shares = [0.5, 0.95, 0.99].map((share) => round(percentile(times, share)));
  console.log(`| ${name} | ${times.length} | ${shares.join(' | ')} | ${[...ready].join(', ')} |`);
}

/** One client of the busy account, which repeats one request. */
async function flood(key: string, busyAgent: string, client: number): Promise<void> {
  const from = new Date(Date.now() - 90 * 86_400_000).toISOString();
  const requests: readonly (readonly [method: string, path: string])[] = [
    ['GET', `/v1/metrics/daily?from=${from}`],
    ['GET', `/v1/usage?groupBy=agent&from=${from}`],
    ['GET', `/v1/conversations?limit=200&search=${encodeURIComponent(COMMON_WORD)}`],
    ['GET', `/v1/metrics/agents?from=${from}`],
    ['GET', '/v1/conversations/export?format=ndjson&target=live'],
    ['POST', `/v1/agents/${busyAgent}/deployments/publish`],
  ];
  const [method, path] = requests[client % requests.length] ?? ['GET', '/v1/usage'];
  while (!isOver) {
    // A closed connection is a response, too.
    const { status } = await ask(key, method, path, method === 'POST' ? {} : undefined).catch(() => ({
      status: 0,
    }));
    answers.set(`${path.split('?')[0]} ${status}`, (answers.get(`${path.split('?')[0]} ${status}`) ?? 0) + 1);
    // Retrying a 429 immediately would only measure how fast the client can ask.
    if (status === 429) await delay(250);
  }
}

async function newKey(accountId: string): Promise<string> {
  const key = newSecretToken('esk');
  await database.query(
    `INSERT INTO api_keys (id, account_id, name, owner_email, secret_hash, hint, scopes)
     VALUES ($1, $2, 'bench', 'bench@example.test', $3, $4, $5)`,
    [`ak_${randomBytes(8).toString('hex')}`, accountId, hashToken(key), tokenHint(key), [...SCOPES]],
  );
  return key;
}

/** Reads the response to its end, or until the bench is over. */
async function ask(key: string, method: string, path: string, body?: object) {
  const response = await fetch(`${baseUrl}${path}`, {
    method,
    headers: { 'x-api-key': key, ...(body && { 'content-type': 'application/json' }) },
    ...(body && { body: JSON.stringify(body) }),
  });
  const pieces: Uint8Array[] = [];
  for await (const piece of response.body ?? []) {
    if (isOver) break;
    if (path.includes('/export')) continue;
    pieces.push(piece);
  }
  const text = Buffer.concat(pieces).toString();
  return { status: response.status, body: (text.startsWith('{') ? JSON.parse(text) : {}) as object };
}
