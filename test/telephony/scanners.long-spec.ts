import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { createPhoneFixture, type PhoneFixture } from './support/phone-fixture.js';
import { describeWith } from './support/programs.js';

const LOGIN = { username: 'office', password: 'correct-horse-7' };
const run = promisify(execFile);

/** `sipvicious` of PyPI, which scanners of the network use as it is. */
describeWith(['sipvicious_svmap', 'sipvicious_svwar', 'sipvicious_svcrack'], describe)('sipvicious', () => {
  let fixture: PhoneFixture;

  beforeAll(async () => {
    fixture = await createPhoneFixture(
      { schemaVersion: 1, greeting: 'Hello.' },
      { trunk: { allowedAddresses: ['203.0.113.1'] } },
    );
  });

  afterAll(() => fixture?.close());

  /** What the tool says of this service. */
  async function scan(tool: string, ...options: string[]): Promise<string> {
    const args = ['-p', String(fixture.port), ...options, fixture.host];
    const folder = await mkdtemp(path.join(os.tmpdir(), 'earshot-scan-'));
    try {
      const { stdout, stderr } = await run(`sipvicious_${tool}`, args, {
        cwd: folder,
        timeout: 30_000,
        env: { ...process.env, HOME: folder },
      }).catch((error: unknown) => error as { stdout: string; stderr: string });
      return `${stdout}${stderr}`;
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  }

  it('does not learn that there is a SIP server where no trunk names its address', async () => {
    const { ignored, refused } = fixture.telephony.counts();
    expect(await scan('svmap')).not.toMatch(/earshot/i);
    const after = fixture.telephony.counts();
    // Its messages are dropped before they are read.
    expect(after).toMatchObject({ ignored, refused, dialogs: 0, serverTransactions: 0 });
  });

  it('finds neither extensions nor a password where a trunk may log in from anywhere, and is throttled', async () => {
    const { status } = await fixture.request('POST', '/v1/telephony/trunks', { name: 'Anywhere', ...LOGIN });
    expect(status).toBe(201);
    const extensions = await scan('svwar', '-m', 'INVITE', '-e', '100-120');
    expect(extensions).not.toMatch(/\|\s*1[012]\d\s*\|/);
    const folder = await mkdtemp(path.join(os.tmpdir(), 'earshot-words-'));
    const words = path.join(folder, 'words.txt');
    await writeFile(
      words,
      [...Array.from({ length: 200 }, (_, index) => `word-${index}`), LOGIN.password].join('\n'),
    );
    const cracked = await scan('svcrack', '-m', 'INVITE', '-u', LOGIN.username, '-d', words);
    await rm(folder, { recursive: true, force: true });
    expect(cracked).not.toContain(LOGIN.password);
    expect(fixture.telephony.counts()).toMatchObject({ dialogs: 0, serverTransactions: 0 });
  });
});
