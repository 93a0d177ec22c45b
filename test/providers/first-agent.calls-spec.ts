import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { type Brain, defaultBrain, OpenAiStandIn } from '../stand-ins/index.js';
import { sharedApp, type TestApp } from '../support/app.js';
import { CarriedCaller } from '../support/carried-caller.js';
import { httpClient } from '../support/http.js';
import { until } from '../support/until.js';
import { WeatherService } from './support/weather-service.js';

const GUIDE = new URL('../../docs/first-agent.md', import.meta.url);
const run = promisify(execFile);

/** Commands of the guide as one script; what the reader is to fill in stands in `console` blocks. */
function commandsOf(guide: string): string {
  const blocks = [...guide.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, commands = '']) => commands);
  expect(blocks.length).toBeGreaterThan(5);
  return ['set -euo pipefail', ...blocks].join('\n');
}

const missing = ['curl', 'jq', 'bash'].filter((name) => spawnSync(name, ['--version']).status !== 0);
if (missing.length > 0)
  console.warn(`docs/first-agent.md is not tried out: this machine has no ${missing.join(', ')}`);

/** Hands over where the caller asks for the night desk. */
const brain: Brain = (input) => {
  const last = input.history.at(-1);
  const wanted =
    last?.role === 'user' && last.text.includes('night desk') && input.tools.includes('transfer');
  return wanted
    ? { kind: 'call', name: 'transfer', arguments: '{"target":"night desk"}' }
    : defaultBrain(input);
};

describe('the guide to a first agent', () => {
  let service: TestApp;
  let model: OpenAiStandIn;
  let rooms: WeatherService;

  beforeAll(async () => {
    model = await OpenAiStandIn.start({ apiKey: 'sk-reader', brain });
    rooms = await WeatherService.start();
    service = sharedApp();
  });
  afterAll(async () => {
    await service?.close();
    await rooms?.close();
    await model?.close();
  });

  (missing.length > 0 ? it.skip : it)(
    'leads from an address of a model to an agent that answers in text and by voice',
    async () => {
      const account = await service.createAccount();
      const reader = {
        BASE_URL: service.baseUrl,
        API_KEY: await service.createKey(account),
        ACCOUNT_ID: account.accountId,
        MODEL_URL: model.url,
        MODEL_KEY: 'sk-reader',
        MODEL: 'stand-in',
        EARS: 'stand-in',
        ROOMS_URL: rooms.tool().http.url,
      };
      const script = commandsOf(readFileSync(GUIDE, 'utf8'));
      const { stdout } = await run('bash', ['-c', script], {
        env: { PATH: process.env['PATH'], ...reader },
        timeout: 60_000,
      });

      expect(stdout).toMatch(/"service": "llm",\s*"ok": true/);
      expect([...stdout.matchAll(/"code": "(\w+)"/g)].map(([, code]) => code)).toEqual([
        'MODEL_NOT_CONFIGURED',
      ]);
      expect(stdout).toContain('Hello Ada, this is the front desk.');
      expect(stdout).toContain('You said: How much is breakfast?');
      expect(stdout).toMatch(/"topics": \[\s*\{\s*"id": "top_\w+",\s*"name": "Breakfast"/);
      expect(stdout).toContain('Hello there, this is the front desk.');
      expect(stdout).toContain('You said: Good morning, do you have breakfast?');
      expect(stdout).toContain('from nine to five');
      expect(stdout).toMatch(
        /"tools": \[\s*\{\s*"name": "look_up_rooms",\s*"arguments": \{\},\s*"output": "sunny"/,
      );
      expect(stdout).toMatch(/"speaker": "agent",\s*"text": "The answer is sunny\."/);
      expect(stdout).toMatch(/"kind": "tool-call",\s*"details": \{/);

      const authToken = /^ect_\S+$/m.exec(stdout)?.[0];
      const inService = service.module<typeof import('./support/in-service.js')>(
        'test/providers/support/in-service.ts',
      );
      const nothing = { accountId: undefined, projectId: undefined, variantId: undefined };
      const offer = { ...nothing, authToken, mode: 'traditional', agentVersionOverride: undefined };
      const { prompt } = await inService.admittedAgent(offer);
      expect(prompt).toContain('We are open "from nine to five".');
      expect(await handOver(authToken ?? '', reader.API_KEY)).toMatchObject({
        turns: expect.arrayContaining([
          expect.objectContaining({ speaker: 'agent', text: 'Night desk.', agentId: 'night-desk' }),
        ]),
        events: expect.arrayContaining([
          expect.objectContaining({ kind: 'transfer', details: { target: 'night desk', done: true } }),
        ]),
      });
    },
    120_000,
  );

  /** Calls the agent of the guide, asks for the other one, and reads the record. */
  async function handOver(token: string, key: string) {
    const caller = new CarriedCaller(token, { mode: 'traditional' });
    await caller.offerTo(service.baseUrl);
    expect(await until('it is greeted', () => caller.said[0])).toBe('Hello there, this is the front desk.');
    await caller.ask('The night desk please.');
    const { sessionId } = caller;
    const where = { conversation: { sessionId }, text: 'Night desk.', endedAt: { not: null } };
    await until('the other agent has spoken', () => service.prisma.turn.findFirst({ where }), 30_000);
    caller.hangUp();
    const { id } = await until('the record is finished', () =>
      service.prisma.conversation.findFirst({ where: { sessionId, endedAt: { not: null } } }),
    );
    const { body } = await httpClient(service.baseUrl)('GET', `/v1/conversations/${id}`, { key });
    return body.conversation as object;
  }
});
