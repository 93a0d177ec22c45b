import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { UdpRelay } from '../support/udp-relay.js';
import { createPhoneFixture, type PhoneFixture } from './support/phone-fixture.js';
import { describeWith } from './support/programs.js';

const LOGIN = { username: 'office', password: 'correct-horse-7' };
const CHALLENGES_PER_MINUTE = 120;
const run = promisify(execFile);

/** `sipvicious` from PyPI, a common network scanner. */
describeWith(['sipvicious_svmap', 'sipvicious_svwar', 'sipvicious_svcrack'], describe)('sipvicious', () => {
  let fixture: PhoneFixture;
  let relay: UdpRelay;
  /** Bytes sent by the scanners and returned to them. */
  const bytes = { sent: 0, got: 0 };
  let answers = 0;

  beforeAll(async () => {
    fixture = await createPhoneFixture(
      { schemaVersion: 1, greeting: 'Hello.' },
      { trunk: { allowedAddresses: ['203.0.113.1'] } },
    );
    relay = await UdpRelay.create(fixture.port);
    relay.onClientPacket = ({ length }) => (bytes.sent += length);
    relay.onServerPacket = ({ length }) => {
      bytes.got += length;
      answers += 1;
    };
  });

  afterAll(async () => {
    relay?.close();
    await fixture?.close();
  });

  /** The tool's report on this service. */
  async function scan(tool: string, ...options: string[]): Promise<string> {
    const args = ['-p', String(relay.port), ...options, '127.0.0.1'];
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

  it('finds no SIP server when no trunk names its address', async () => {
    const { ignored, refused } = await fixture.telephony.counts();
    expect(await scan('svmap')).not.toMatch(/earshot/i);
    const after = await fixture.telephony.counts();
    // Its messages are dropped unread.
    expect(after).toMatchObject({ ignored, refused, dialogs: 0, serverTransactions: 0 });
    expect(bytes.sent).toBeGreaterThan(0);
    expect(bytes.got).toBe(0);
  });

  it('finds no product, extension or password on a trunk open to any address, and is throttled', async () => {
    const { status } = await fixture.request('POST', '/v1/telephony/trunks', { name: 'Anywhere', ...LOGIN });
    expect(status).toBe(201);
    const { parsed } = await fixture.telephony.counts();
    expect(await scan('svmap')).not.toMatch(/earshot/i);
    for (const method of ['INVITE', 'OPTIONS', 'REGISTER']) {
      const extensions = await scan('svwar', '-m', method, '-e', '100-160');
      // All get the same answer.
      expect(extensions).not.toMatch(/\|\s*1\d\d\s*\|/);
    }
    const folder = await mkdtemp(path.join(os.tmpdir(), 'earshot-words-'));
    const words = path.join(folder, 'words.txt');
    await writeFile(
      words,
      [...Array.from({ length: 200 }, (_, index) => `word-${index}`), LOGIN.password].join('\n'),
    );
    const cracked = await scan('svcrack', '-m', 'INVITE', '-u', LOGIN.username, '-d', words);
    await rm(folder, { recursive: true, force: true });
    expect(cracked).not.toContain(LOGIN.password);
    expect(await fixture.telephony.counts()).toMatchObject({ dialogs: 0, serverTransactions: 0, parsed });
    console.info(`scanners sent ${bytes.sent} bytes and got ${bytes.got} in ${answers} answers`);
    expect(bytes.got).toBeGreaterThan(0);
    expect(bytes.got).toBeLessThanOrEqual(bytes.sent);
    // Three scans of 30 s may span a third minute.
    expect(answers).toBeLessThanOrEqual(3 * CHALLENGES_PER_MINUTE);
  }, 180_000);
});
