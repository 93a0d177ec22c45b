import os from 'node:os';
import pg from 'pg';
import { CALLER, COMMON_WORD, fill, RARE_WORD } from './lists/fill.js';
import { startDurablePostgres } from './support/durable-postgres.js';
import { benchOptions } from './support/options.js';
import { startService } from './support/service.js';
import { percentile, round } from './support/statistics.js';

const values = benchOptions(
  'lists',
  `How soon an account with many rows gets the first page of a list over HTTP, for each filter of the studio: from the
request to the last byte of the answer.`,
  {
    agents: [1_000, 'agents'],
    conversations: [100_000, 'conversations'],
    rounds: [20, 'requests of each list'],
  },
);

const postgres = await startDurablePostgres();
const client = new pg.Client({ connectionString: postgres.url });
await client.connect();
const service = await startService({ DATABASE_URL: postgres.url }, undefined, { quotas: { requests: 0 } });
try {
  const { baseUrl, apiKey, agentId } = service.access;
  const { rows } = await client.query<{ account_id: string }>('SELECT account_id FROM agents WHERE id = $1', [
    agentId,
  ]);
  const accountId = rows[0]?.account_id ?? '';
  const filled = performance.now();
  const agent = await fill(client, accountId, {
    agents: values.agents,
    conversations: values.conversations,
  });
  const seconds = round((performance.now() - filled) / 1000, 0);
  console.log(`${values.conversations} conversations, ${values.agents} agents, filled in ${seconds} s.\n`);
  console.log('| list | rows | p50 ms | p95 ms |\n| --- | --- | --- | --- |');
  for (const [name, address] of lists(accountId, agent)) await report(name, address);
  console.log(
    `\nLoad of the machine at the end: ${os.loadavg()[0]?.toFixed(1)} on ${os.cpus().length} cores.`,
  );

  async function report(name: string, address: string): Promise<void> {
    const times: number[] = [];
    let count = 0;
    for (let round = 0; round < values.rounds; round += 1) {
      const began = performance.now();
      const response = await fetch(`${baseUrl}${address}`, { headers: { 'x-api-key': apiKey } });
      const text = await response.text();
      times.push(performance.now() - began);
      if (!response.ok) throw new Error(`${address}: ${text}`);
      count = rowsOf(JSON.parse(text));
    }
    console.log(
      `| ${name} | ${count} | ${round(percentile(times, 0.5))} | ${round(percentile(times, 0.95))} |`,
    );
  }
} finally {
  await service.stop();
  await client.end();
  await postgres.stop();
}

/** Requests of the studio's pages: one page of rows each. */
function lists(accountId: string, agent: string): [name: string, address: string][] {
  const conversations = (query: string) => `/v1/conversations?limit=50${query && `&${query}`}`;
  const agoDays = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString();
  const middle = `from=${agoDays(20)}&to=${agoDays(10)}`;
  return [
    ['agents, first page', `/v1/accounts/${accountId}/agents?limit=200`],
    ['conversations', conversations('')],
    ['of an agent', conversations(`agentId=${agent}`)],
    ['of an environment', conversations('target=live')],
    ['of an environment that has none', conversations('target=sandbox')],
    ['failed', conversations('outcome=failed')],
    ['not connected, of which there are none', conversations('outcome=not-connected')],
    ['of a number', conversations(`caller=${encodeURIComponent(CALLER)}`)],
    ['of a number that never called', conversations('caller=nobody')],
    ['of a time', conversations(middle)],
    ['with errors', conversations('withErrors=true')],
    ['of ten minutes and more, of which there are none', conversations('minSeconds=600')],
    ['with a common word', conversations(`search=${encodeURIComponent(COMMON_WORD)}`)],
    ['with a rare word', conversations(`search=${RARE_WORD}`)],
    ['with a word that nobody said', conversations('search=xylophone')],
    [
      'dashboard, 30 days against the 30 before',
      `/v1/metrics/outcomes?from=${agoDays(30)}&timeZone=Europe/Berlin`,
    ],
    ['dashboard of an agent', `/v1/metrics/outcomes?from=${agoDays(30)}&agentId=${agent}`],
    ['questions of 30 days', `/v1/metrics/questions?from=${agoDays(30)}`],
    ['with a rare word, of an agent', conversations(`search=${RARE_WORD}&agentId=${agent}`)],
  ];
}

/** Rows of a response: the list itself, or the first list in it. */
function rowsOf(answer: unknown): number {
  if (Array.isArray(answer)) return answer.length;
  return Object.values(answer ?? {}).find((value) => Array.isArray(value))?.length ?? 0;
}
