import { execFile, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import { AdmissionService } from '../../src/calls/admission.service.js';
import { OpenAiStandIn } from '../stand-ins/index.js';
import { createTestApp, type TestApp } from '../support/app.js';
import { TestCall } from './support/test-call.js';

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

describe('the guide to a first agent', () => {
  let service: TestApp;
  let model: OpenAiStandIn;

  beforeAll(async () => {
    model = await OpenAiStandIn.start({ apiKey: 'sk-reader' });
    service = await createTestApp({ env: { PROVIDER_ALLOW_PRIVATE_NETWORKS: 'true' } });
  }, 60_000);
  afterAll(async () => {
    await service?.close();
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

      const authToken = /^ect_\S+$/m.exec(stdout)?.[0];
      const admissions = service.app.get(AdmissionService, { strict: false });
      const nothing = { accountId: undefined, projectId: undefined, variantId: undefined };
      const offer = { ...nothing, authToken, mode: 'traditional', agentVersionOverride: undefined };
      const admission = await admissions.admit(offer);
      if (admission.kind !== 'admitted') throw new Error(admission.message);
      expect(admission.agent.prompt).toContain('We are open "from nine to five".');
      const call = await TestCall.open(admission.adapter, admission.agent, admission.mode);
      await call.untilAgentSaid(1);
      expect(call.words('agent')).toEqual(['Hello there, this is the front desk.']);
      await call.close();
    },
    120_000,
  );
});
