import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { compiledPath } from '../../scripts/lib/build/tool-code.mjs';
import { inProject } from '../../scripts/lib/project.mjs';
import { sharedApp } from '../support/app.js';
import { httpClient } from '../support/http.js';
import { until } from '../support/until.js';

const ROOT = inProject();
const COMPILE_CACHE = inProject('.cache', 'compiled-by-v8');
/** Each command starts its own process. */
const TIMEOUT_MS = 180_000;

describe('command line', () => {
  const service = sharedApp();
  afterAll(() => service.close());

  /** Runs a command on the service's database. @returns Its parsed output. */
  async function run(...command: string[]): Promise<unknown> {
    const { PATH, HOME } = process.env;
    const { databaseUrl: DATABASE_URL, dataDir: DATA_DIR } = service;
    const env = { PATH, HOME, NODE_COMPILE_CACHE: COMPILE_CACHE, DATABASE_URL, DATA_DIR };
    const program = [compiledPath('src/cli/main.ts'), ...command];
    const { stdout } = await promisify(execFile)(process.execPath, program, { cwd: ROOT, env });
    return JSON.parse(stdout);
  }

  it(
    'creates an account and a key that works at once with its scopes',
    async () => {
      const account = await run('accounts', 'create', '--name', 'Library');
      expect(account).toEqual({ accountId: expect.stringMatching(/^acc_/) });
      const { accountId } = account as { accountId: string };
      const who = ['--account', accountId, '--email', 'ada@example.test'];
      const made = await run('keys', 'create', ...who, '--scopes', 'agents:read');
      expect(made).toMatchObject({
        accountId,
        scopes: ['agents:read'],
        apiKey: expect.stringMatching(/^esk_/),
      });
      const { apiKey: key } = made as { apiKey: string };
      const call = httpClient(service.baseUrl);
      const agents = `/v1/accounts/${accountId}/agents`;
      expect(await call('GET', agents, { key })).toMatchObject({ status: 200, body: [] });
      expect((await call('POST', agents, { key, body: { name: 'Desk' } })).status).toBe(403);
    },
    TIMEOUT_MS,
  );

  it(
    'invites the first owner of an account and creates a password reset link',
    async () => {
      const { accountId } = await service.createAccount();
      const invited = await run('people', 'invite', 'Ada@example.test', '--account', accountId);
      expect(invited).toMatchObject({ email: 'ada@example.test', role: 'owner' });
      const { invitationUrl } = invited as { invitationUrl: string };
      const [address, token] = invitationUrl.split('#invitation=');
      expect(address).toBe('http://localhost:3000/studio/');
      const call = httpClient(service.baseUrl);
      const body = { token, name: 'Ada', password: 'seven green bottles' };
      expect((await call('POST', '/v1/invitations/accept', { body })).status).toBe(200);
      const { signInUrl } = (await run('people', 'sign-in-link', 'ada@example.test')) as {
        signInUrl: string;
      };
      const signedIn = await call('POST', '/v1/session', { body: { signInToken: signInUrl.split('=')[1] } });
      expect([signedIn.status, signedIn.body.user.accountId]).toEqual([200, accountId]);
      await expect(run('people', 'sign-in-link', 'nobody@example.test')).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining('No person has the address'),
      });
    },
    TIMEOUT_MS,
  );

  it(
    'suspends and resumes an account on a running service, and lists storage',
    async () => {
      const account = await service.createAccount();
      const { accountId } = account;
      const key = await service.createKey(account);
      await service.createAgent(account);
      const status = async () => (await httpClient(service.baseUrl)('GET', '/v1/account', { key })).status;
      const suspended = await run('accounts', 'suspend', accountId, '--reason', 'Fraud.');
      expect(suspended).toMatchObject({ id: accountId, suspensionReason: 'Fraud.' });
      await until('the service refuses the key', async () => (await status()) === 403);
      expect(await run('accounts', 'resume', accountId)).toMatchObject({ suspendedAt: null });
      await until('the service takes the key', async () => (await status()) === 200);
      const listed = (await run('accounts', 'list')) as { id: string; storedBytes: number }[];
      const { usedBytes } = (await httpClient(service.baseUrl)('GET', '/v1/usage/storage', { key })).body;
      expect(listed.find(({ id }) => id === accountId)?.storedBytes).toBe(usedBytes);
      await expect(run('accounts', 'suspend', 'acc_none', '--reason', 'Fraud.')).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining('There is no account acc_none'),
      });
    },
    TIMEOUT_MS,
  );

  it(
    'shows, sets and resets a quota of an account on a running service',
    async () => {
      const account = await service.createAccount();
      const { accountId } = account;
      const key = await service.createKey(account);
      const create = async () =>
        (
          await httpClient(service.baseUrl)('POST', `/v1/accounts/${accountId}/agents`, {
            key,
            body: { name: 'Desk' },
          })
        ).status;
      expect(await create()).toBe(200);
      const quota = (value: number, isDefault: boolean) =>
        expect.arrayContaining([expect.objectContaining({ name: 'agents', value, isDefault })]);
      expect(await run('quotas', 'list', accountId)).toEqual(quota(1_000, true));
      expect(await run('quotas', 'set', accountId, 'agents', '1')).toEqual(quota(1, false));
      await until('the service refuses an agent', async () => (await create()) === 409);
      expect(await run('quotas', 'reset', accountId, 'agents')).toEqual(quota(1_000, true));
      await until('the service takes an agent', async () => (await create()) === 200);
      await expect(run('quotas', 'set', accountId, 'agents', 'many')).rejects.toMatchObject({
        code: 1,
        stderr: expect.stringContaining('value must be a whole number from 1 to 10000000, for example'),
      });
    },
    TIMEOUT_MS,
  );

  it(
    'rejects unknown accounts and scopes',
    async () => {
      const create = ['keys', 'create', '--email', 'ada@example.test', '--account', 'acc_none', '--scopes'];
      await Promise.all([
        expect(run(...create, 'all')).rejects.toMatchObject({
          code: 1,
          stderr: expect.stringContaining('There is no account acc_none'),
        }),
        expect(run(...create, 'everything')).rejects.toMatchObject({
          code: 1,
          stderr: expect.stringContaining('There is no everything'),
        }),
      ]);
    },
    TIMEOUT_MS,
  );
});
