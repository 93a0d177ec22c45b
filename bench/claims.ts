import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { AgentDocument } from '../src/agent-document/index.js';
import { OpenAiStandIn, type Brain } from '../test/stand-ins/index.js';
import { type Case, honestCase, LIES, lyingCase } from './claims/cases.js';
import { type Domain, SEEN } from './claims/domains.js';
import { HELD_BACK } from './claims/held-back.js';
import { MORE_SEEN } from './claims/more-domains.js';
import { randomOf } from '../test/support/said-booking.js';
import { benchOptions } from './support/options.js';
import { startDurablePostgres } from './support/durable-postgres.js';
import { startService } from './support/service.js';
import { percentile, round } from './support/statistics.js';

const { conversations, seed, atOnce, seen, show } = benchOptions(
  'claims',
  `Whether callers hear claims that are not so, and whether honest sentences are withheld: conversations in text with a
stand-in for a language model that lies in ten ways, also when it is corrected, and as many with one that is honest.`,
  {
    conversations: [300, 'conversations with each model'],
    seed: [1, 'of values and wordings'],
    atOnce: [6, 'conversations at once'],
    seen: [false, 'with the wordings that rules may be written from, instead of those held back'],
    show: [false, 'print what went wrong; only with --seen'],
  },
);

const domains = seen ? [...SEEN, ...MORE_SEEN] : HELD_BACK;
const random = randomOf(seed * 7_919);
const numbers = Array.from({ length: conversations }, (_one, index) => index);
const cases: readonly Case[] = [
  ...numbers.map((number) => lyingCase(number, domains, random)),
  ...numbers.map((number) => honestCase(number + conversations, domains, random)),
];
const byId = new Map(cases.map((one) => [one.id, one]));

/** Requests of each conversation's turn so far. */
const asked = new Map<string, number>();
const caseIn = (text: string) => byId.get(/Case "([a-z]+)"/.exec(text)?.[1] ?? '');

const brain: Brain = ({ instructions, history }) => {
  const one = caseIn(instructions);
  if (!one) throw new Error('No such case.');
  // A correction is not a turn of the caller.
  const said = history.filter(
    (turn) => turn.role === 'user' && one.caller.some((text) => turn.text.includes(text)),
  );
  const turn = Math.min(Math.max(said.length, 1), one.replies.length) - 1;
  const replies = one.replies[turn] ?? [];
  const key = `${one.id} ${turn}`;
  const count = asked.get(key) ?? 0;
  asked.set(key, count + 1);
  return replies[Math.min(count, replies.length - 1)] ?? { kind: 'say', text: 'Goodbye.' };
};

const tool = createServer((request, response) => {
  const one = byId.get(String(request.headers['x-case']));
  const isFirst = request.url === '/does';
  response.writeHead(one?.fails && isFirst ? 409 : 200, { 'content-type': 'application/json' });
  response.end(isFirst ? '{"reference":"XK"}' : (one?.domain.found ?? '{}'));
});
await new Promise<void>((resolve) => tool.listen(0, '127.0.0.1', resolve));
const toolUrl = `http://127.0.0.1:${(tool.address() as AddressInfo).port}`;

function documentOf({ prompt, tools, gives }: Domain, mode: 'off' | 'warn' | 'hold'): AgentDocument {
  const properties = Object.fromEntries(
    Object.values(gives).map((name) => [name, { type: name === gives.n ? 'number' : 'string' }]),
  );
  const headers = { 'x-case': '{{call.case | none}}' };
  return {
    ...{ schemaVersion: 1, languageCode: 'en-GB', prompt: `${prompt}\n\nCase {{call.case | none}}` },
    models: { traditional: { llm: { provider: 'openai' } } },
    claimCheck: { mode },
    tools: [
      {
        ...tools[0],
        parameters: { type: 'object', properties },
        http: { method: 'POST', url: `${toolUrl}/does`, headers },
      },
      { ...tools[1], http: { method: 'GET', url: `${toolUrl}/tells`, headers } },
    ],
  };
}

interface Held {
  readonly one: Case;
  readonly text: string;
  readonly unproven: number;
  readonly durationMs: number;
}

const model = await OpenAiStandIn.start({ brain, keepsRequests: false });
const postgres = await startDurablePostgres();
const service = await startService(
  { DATABASE_URL: postgres.url, LLM_URL: model.url, ALLOW_PRIVATE_NETWORKS: 'providers,tools' },
  undefined,
  { quotas: { requests: 0, textChats: 5_000 } },
);
try {
  const { access } = service;
  const headers = { 'x-api-key': access.apiKey, 'content-type': 'application/json' };
  const ask = async <T>(method: string, path: string, body?: object): Promise<T> => {
    const answer = await fetch(`${access.baseUrl}${path}`, {
      ...{ method, headers },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as T;
  };

  const agentsOf = async (mode: 'off' | 'warn' | 'hold') => {
    const agents = new Map<Domain, string>();
    for (const domain of domains) {
      const name = { newAgentName: `${domain.name} ${mode}` };
      const { agentId } = await ask<{ agentId: string }>(
        'POST',
        `/v1/agents/${access.agentId}/duplicate`,
        name,
      );
      const { revision } = await ask<{ revision: number }>('GET', `/v1/agents/${agentId}/draft`);
      await ask('PUT', `/v1/agents/${agentId}/draft`, { revision, document: documentOf(domain, mode) });
      agents.set(domain, agentId);
    }
    return agents;
  };

  async function hold(one: Case, agentId: string): Promise<Held> {
    const said: string[] = [];
    let [id, durationMs] = ['', 0];
    for (const message of one.caller) {
      const path = `/v1/agents/${agentId}/debug-chat${id && `/${id}`}`;
      const begin = id === '' ? { clientEnv: 'draft', variables: { case: one.id } } : {};
      const beganMs = performance.now();
      const answer = await ask<{ conversationId: string; response: string }>('POST', path, {
        message,
        ...begin,
      });
      durationMs = performance.now() - beganMs;
      [id] = [answer.conversationId];
      said.push(answer.response);
    }
    const { conversation } = await ask<{
      conversation: { events: { kind: string; details: { verdict?: string; claim?: string } }[] };
    }>('GET', `/v1/conversations/${id}`);
    const claims = conversation.events.filter(
      ({ kind, details }) => kind === 'claim' && details.claim !== 'name',
    );
    const unproven = claims.filter(({ details }) => details.verdict === 'unproven').length;
    return { one, text: said.join(' '), unproven, durationMs };
  }

  async function run(mode: 'off' | 'warn' | 'hold'): Promise<readonly Held[]> {
    const agents = await agentsOf(mode);
    asked.clear();
    const held: Held[] = [];
    const waiting = [...cases];
    await Promise.all(
      Array.from({ length: atOnce }, async () => {
        for (let one = waiting.shift(); one; one = waiting.shift())
          held.push(await hold(one, agents.get(one.domain) ?? ''));
      }),
    );
    return held;
  }

  const percent = (part: number, of: number) => `${round((100 * part) / Math.max(1, of), 1)} %`;
  const heardLie = ({ one, text }: Held) => one.lies.some((lie) => text.includes(lie));
  const isWithheld = ({ one, text }: Held) => one.truths.some((truth) => !text.includes(truth));
  const held = await run('hold');
  const warned = await run('warn');
  const off = await run('off');
  const lying = (all: readonly Held[]) => all.filter(({ one }) => one.kind !== 'honest');
  const honest = (all: readonly Held[]) => all.filter(({ one }) => one.kind === 'honest');

  console.log(
    '| how the model lies | conversations | hold: heard | warn: recorded |\n| --- | --- | --- | --- |',
  );
  for (const kind of [...LIES, 'all']) {
    const of = (all: readonly Held[]) => lying(all).filter(({ one }) => kind === 'all' || one.kind === kind);
    const [withHold, withWarn] = [of(held), of(warned)];
    const heard = withHold.filter(heardLie).length;
    const recorded = withWarn.filter(({ unproven }) => unproven > 0).length;
    console.log(
      `| ${kind} | ${withHold.length} | ${percent(heard, withHold.length)} | ${percent(recorded, withWarn.length)} |`,
    );
  }
  const sentences = honest(held).flatMap(({ one }) => one.truths).length;
  const withheld = honest(held).flatMap(({ one, text }) =>
    one.truths.filter((truth) => !text.includes(truth)),
  );
  const marked = honest(warned).filter(({ unproven }) => unproven > 0);
  console.log(
    `\nHonest sentences: ${sentences}; withheld with hold: ${percent(withheld.length, sentences)}.`,
  );
  console.log(
    `Honest conversations with an unproven claim with warn: ${percent(marked.length, honest(warned).length)}.`,
  );
  for (const [mode, all] of [
    ['off', off],
    ['warn', warned],
    ['hold', held],
  ] as const) {
    const times = honest(all).map(({ durationMs }) => durationMs);
    const [half, most] = [percentile(times, 0.5), percentile(times, 0.95)].map((ms) => round(ms, 0));
    console.log(`An honest answer with ${mode}: ${half} ms (median), ${most} ms (p95).`);
  }
  if (show && seen)
    for (const { one, text } of [...lying(held).filter(heardLie), ...honest(held).filter(isWithheld)])
      console.log(`\n${one.kind} (${one.domain.name}): ${JSON.stringify(one.truths)}\n  ${text}`);
} finally {
  await service.stop();
  await postgres.stop();
  await model.close();
  tool.close();
}
