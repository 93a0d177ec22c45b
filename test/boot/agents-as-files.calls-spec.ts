import { execFile } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { jest } from '@jest/globals';
import { parse } from 'yaml';
import { compiledPath } from '../../scripts/lib/build/tool-code.mjs';
import { inProject } from '../../scripts/lib/project.mjs';
import { agentsCommand } from '../../src/cli/agents/agents-command.js';
import { sharedApp, SMALL_DOCUMENT, type TestAccount } from '../support/app.js';
import { httpClient } from '../support/http.js';

const ROOT = inProject();
interface Workflow {
  readonly jobs: {
    readonly agents: { readonly steps: readonly { readonly run?: string; readonly if?: string }[] };
  };
}
const PROMPT = 'You are the front desk.\n\nBe kind: "always".\n';

describe('agents as code', () => {
  const service = sharedApp();
  let account: TestAccount;
  let key: string;
  let agentId: string;
  let dir: string;

  afterAll(() => service.close());
  beforeEach(async () => {
    dir = mkdtempSync(path.join(os.tmpdir(), 'earshot-agents-'));
    account = await service.createAccount();
    key = await service.createKey(account, {
      scopes: ['agents:read', 'agents:write', 'deployments:read', 'deployments:write'],
    });
    agentId = await service.createAgent(account, { schemaVersion: 1, greeting: 'Hello.', prompt: PROMPT });
  });
  afterEach(() => rmSync(dir, { recursive: true, force: true }));

  const environment = () => ({
    ...{ PATH: process.env.PATH, HOME: process.env.HOME },
    ...{ NODE_COMPILE_CACHE: inProject('.cache', 'compiled-by-v8') },
    ...{ EARSHOT_URL: service.baseUrl, EARSHOT_API_KEY: key },
  });

  /** Runs `agents …` as a separate program. @returns Its output and exit code. */
  async function runAsProgram(command: string) {
    const program = [compiledPath('src/cli/main.ts'), 'agents', command, dir];
    return promisify(execFile)(process.execPath, program, { cwd: ROOT, env: environment() }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
    );
  }

  /** The same in this process, which is faster. */
  async function run(command: string, options: string[] = [], apiKey = key) {
    const lines: string[] = [];
    const log = jest.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(`${line}\n`));
    const earlier = process.exitCode;
    let stderr = '';
    try {
      const place = ['--url', service.baseUrl, '--key', apiKey];
      await agentsCommand().parseAsync([command, dir, ...options, ...place], { from: 'user' });
    } catch (error) {
      stderr = (error as Error).message;
    } finally {
      log.mockRestore();
    }
    const code = stderr === '' ? (process.exitCode ?? 0) : 1;
    process.exitCode = earlier;
    return { code, stdout: lines.join(''), stderr };
  }

  const call = (method: string, url: string, body?: object) =>
    httpClient(service.baseUrl)(method, url, { key, ...(body && { body }) });

  const file = (...names: string[]) => path.join(dir, agentId, ...names);
  const greeting = { turns: [{ expect: [{ kind: 'contains', text: 'hello' }] }] };

  it('match after a pull, report a difference with exit code 2, and update on push', async () => {
    const sets = `/v1/agents/${agentId}/test-sets`;
    const cases = [
      { name: 'Greeting', ...greeting },
      { name: 'Again', ...greeting },
    ];
    const made = await call('POST', sets, { name: 'Front desk!', enabled: false, cases });
    expect(await run('pull')).toMatchObject({ code: 0, stdout: `pulled ${agentId}\n` });
    expect(readFileSync(file('prompt.md'), 'utf8')).toBe(`${PROMPT}\n`);
    expect(readdirSync(file('test-sets'))).toEqual(['front-desk.yaml']);
    expect(readFileSync(file('test-sets', 'front-desk.yaml'), 'utf8')).not.toMatch(/id:|createdAt/);
    expect(await run('diff')).toEqual({ code: 0, stdout: '', stderr: '' });

    const agent = readFileSync(file('agent.yaml'), 'utf8');
    writeFileSync(file('agent.yaml'), agent.replace('Hello.', 'Good morning.'));
    appendFileSync(file('prompt.md'), 'Never shout.\n');
    const set = readFileSync(file('test-sets', 'front-desk.yaml'), 'utf8');
    writeFileSync(file('test-sets', 'front-desk.yaml'), set.replace('text: hello', 'text: morning'));
    const told = await runAsProgram('diff');
    expect(told.code).toBe(2);
    expect(told.stdout).toContain(`~ ${agentId}/document/greeting: "Hello." → "Good morning."`);
    expect(told.stdout.trim().split('\n')).toHaveLength(3);

    expect(await run('push', ['--publish', 'sandbox'])).toMatchObject({ code: 0 });
    expect((await run('diff')).code).toBe(0);
    const draft = await call('GET', `/v1/agents/${agentId}/draft`);
    expect(draft.body.document).toMatchObject({
      greeting: 'Good morning.',
      prompt: `${PROMPT}\nNever shout.`,
    });
    const pushed = await call('GET', `${sets}/${made.body.testSet.id}`);
    const ids = (body: { testSet: { cases: { id: string }[] } }) => body.testSet.cases.map(({ id }) => id);
    expect(ids(pushed.body)).toEqual(ids(made.body));
    const active = await call('GET', `/v1/agents/${agentId}/deployments/active`);
    expect(active.body.activeDeployments.sandbox).not.toBeNull();
  });

  /** Runs the example's workflow for an event in a folder beside the agents, as on a build server. */
  async function runWorkflow(event: 'pull_request' | 'push') {
    const project = path.join(dir, 'earshot');
    mkdirSync(project, { recursive: true });
    const cli = `${process.execPath} ${compiledPath('src/cli/main.ts')}`;
    writeFileSync(path.join(project, 'package.json'), JSON.stringify({ scripts: { cli } }));
    const text = readFileSync(inProject('examples', 'agents-as-code', 'workflow.yml'), 'utf8');
    const { jobs } = parse(text.replaceAll('front-desk', agentId)) as Workflow;
    const steps = jobs.agents.steps.filter(({ run, if: when }) => run && when?.includes(`'${event}'`));
    expect(steps).toHaveLength(1);
    return promisify(execFile)('bash', ['-e', '-c', steps[0]?.run ?? ''], {
      cwd: project,
      env: environment(),
    }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
    );
  }

  it('pass the example pipeline: diff on a request, publish only when tests pass', async () => {
    agentId = await service.createAgent(account, SMALL_DOCUMENT);
    const set = { name: 'Greeting', enabled: false, cases: [{ name: 'Says hello', ...greeting }] };
    await call('POST', `/v1/agents/${agentId}/test-sets`, set);
    const root = dir;
    dir = path.join(root, 'agents');
    await run('pull');
    const write = (words: string) => {
      const agent = readFileSync(file('agent.yaml'), 'utf8');
      writeFileSync(file('agent.yaml'), agent.replace(/greeting: .*/, `greeting: ${words}`));
    };
    const published = () => service.prisma.deployment.count({ where: { agentId } });
    const at = (event: 'pull_request' | 'push') => {
      const agents = dir;
      dir = root;
      return runWorkflow(event).finally(() => (dir = agents));
    };
    try {
      write('Hello again.');
      const shown = await at('pull_request');
      expect([shown.code, shown.stdout]).toEqual([0, expect.stringContaining('→ "Hello again."')]);
      const { code, stdout } = await at('push');
      expect([code, stdout]).toEqual([0, expect.stringContaining('passed  Greeting: Says hello')]);
      expect(await published()).toBe(1);
      expect(readFileSync(path.join(root, 'tests.xml'), 'utf8')).toContain('failures="0"');
      write('Good day.');
      expect((await at('push')).code).toBe(2);
      expect(await published()).toBe(1);
      expect(readFileSync(path.join(root, 'tests.xml'), 'utf8')).toContain('contains');
    } finally {
      dir = root;
    }
  });

  it('create missing agents and test sets, and remove sets only when asked', async () => {
    await call('POST', `/v1/agents/${agentId}/test-sets`, { name: 'One', enabled: false, cases: [] });
    await run('pull');
    const other = await service.createAccount();
    const otherKey = await service.createKey(other);
    rmSync(file('test-sets'), { recursive: true });
    expect((await run('diff')).stdout).toContain(`- ${agentId}/test-sets/One`);
    const sets = async () => (await call('GET', `/v1/agents/${agentId}/test-sets`)).body.testSets;
    await run('push');
    expect(await sets()).toHaveLength(1);
    await run('push', ['--prune']);
    expect(await sets()).toEqual([]);

    await service.prisma.agent.delete({ where: { id: agentId } });
    expect((await run('diff', [], otherKey)).stdout).toBe(`+ ${agentId}\n`);
    expect(await run('push', [], otherKey)).toMatchObject({ code: 0 });
    expect((await run('diff', [], otherKey)).code).toBe(0);
  });

  it('report errors with exit code 1', async () => {
    await run('pull');
    expect(await run('diff', [], 'esk_wrong')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('UNAUTHORIZED'),
    });
    writeFileSync(file('agent.yaml'), 'name: Desk\ndocument: { schemaVersion: 1, greting: Hi }\n');
    rmSync(file('prompt.md'));
    expect(await run('push')).toMatchObject({ code: 1, stderr: expect.stringContaining('greting') });
    writeFileSync(file('agent.yaml'), 'name: [');
    expect(await run('diff')).toMatchObject({ code: 1, stderr: expect.stringContaining('agent.yaml') });
  });

  it('require only the scopes used, and name a missing one', async () => {
    const only = { agentIds: [agentId], environments: ['sandbox'] as const };
    const reads = await service.createKey(account, { ...only, scopes: ['agents:read'] });
    const writes = await service.createKey(account, { ...only, scopes: ['agents:read', 'agents:write'] });
    expect(await run('pull', [], reads)).toMatchObject({ code: 0 });
    writeFileSync(file('agent.yaml'), 'name: Desk\ndocument: { schemaVersion: 1, greeting: Hi }\n');
    rmSync(file('prompt.md'));
    mkdirSync(file('topics'), { recursive: true });
    writeFileSync(file('topics', 'parking.md'), '---\nname: Parking\n---\n\nBehind the house.\n');
    mkdirSync(file('test-sets'), { recursive: true });
    writeFileSync(file('test-sets', 'one.yaml'), 'name: One\nenabled: false\ncases: []\n');
    expect(await run('diff', [], reads)).toMatchObject({ code: 2 });

    const lacks = (scope: string) => ({
      code: 1,
      stderr: expect.stringMatching(`403 FORBIDDEN: .*${scope}`),
    });
    expect(await run('push', [], reads)).toMatchObject(lacks('lacks the scope agents:write'));
    expect(await run('diff', [], reads)).toMatchObject({ code: 2 });
    expect(await run('push', [], writes)).toMatchObject({ code: 0 });
    expect(await run('diff', [], reads)).toMatchObject({ code: 0, stdout: '' });
    expect(await run('push', ['--publish', 'sandbox'], writes)).toMatchObject(
      lacks('lacks the scope deployments:write'),
    );
    const all = ['agents:read', 'agents:write', 'deployments:write'] as const;
    const publishes = await service.createKey(account, { ...only, scopes: all });
    expect(await run('push', ['--publish', 'live'], publishes)).toMatchObject(lacks('live'));
    expect(await run('push', ['--publish', 'sandbox'], publishes)).toMatchObject({ code: 0 });
    expect(await service.prisma.deployment.count({ where: { agentId } })).toBe(1);
  });
});
