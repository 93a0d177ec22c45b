import { existsSync } from 'node:fs';
import { networkInterfaces } from 'node:os';
import { until } from '../support/until.js';
import { createPhoneFixture, NUMBER, type PhoneFixture } from './support/phone-fixture.js';
import { describeWith } from './support/programs.js';
import { sipp } from './support/sipp.js';

/** Recordings of SIPp's scenario `uac_pcap`: speech in PCMA, then the key 1. */
const RECORDINGS = '/usr/share/sip-tester';
const CALLS = 5;

/**
 * SIPp's client scenarios; its server scenario is in outbound-peers.calls-spec.ts. `branchc` registers first, which is
 * not supported here; the `3pcc` ones control two phones.
 */
describeWith(['sipp'], describe)("SIPp's own scenario", () => {
  let fixture: PhoneFixture;

  beforeAll(async () => {
    fixture = await createPhoneFixture({ schemaVersion: 1, greeting: 'Hello.', languageCode: 'en-US' });
    const path = `/v1/telephony/trunks/${fixture.trunkId}`;
    await fixture.request('PATCH', path, { allowedAddresses: [fixture.host, '::1'] });
  });
  afterEach(() => fixture?.nothingLeft(40_000));
  afterAll(() => fixture?.close());

  const run = (scenario: string, host: string, ...more: string[]) => {
    const target = host.includes(':') ? `[${host}]:${fixture.port}` : `${host}:${fixture.port}`;
    const calls = ['-m', String(CALLS), '-r', '2', '-timeout', '60s'];
    return sipp(['-sn', scenario, target, '-i', host, '-s', NUMBER, ...calls, ...more]);
  };

  it.each([
    ['uac', 'u1'],
    ['uac', 't1'],
    ['regexp', 'u1'],
    ['regexp', 't1'],
  ])('%s over %s is answered and ended', async (scenario, transport) => {
    const result = await run(scenario, fixture.host, '-t', transport, '-d', '1000');
    expect(result).toMatchObject({ successful: CALLS, failed: 0 });
  });

  const hasIpv6 = Object.values(networkInterfaces()).some((found) =>
    found?.some(({ address }) => address === '::1'),
  );
  if (!hasIpv6) console.warn('Skipped: this machine has no IPv6, not even on loopback.');
  (hasIpv6 ? it : it.skip)('uac over IPv6 is answered and ended', async () => {
    expect(await run('uac', '::1', '-d', '1000')).toMatchObject({ successful: CALLS, failed: 0 });
  });

  const hasRecordings = existsSync(`${RECORDINGS}/g711a.pcap`);
  if (!hasRecordings)
    console.warn(`Skipped: ${RECORDINGS}/g711a.pcap not found. Install sip-tester of Debian.`);
  (hasRecordings ? it : it.skip)('uac_pcap is heard: its speech, and the key that it presses', async () => {
    const beganAt = new Date();
    const result = await run('uac_pcap', fixture.host);
    expect(result).toMatchObject({ successful: CALLS, failed: 0 });
    const records = await until('all calls are on record', async () => {
      const found = await fixture.app.prisma.conversation.findMany({
        where: { startedAt: { gte: beganAt }, endedAt: { not: null } },
        include: { turns: true },
      });
      return found.length === CALLS && found;
    });
    for (const { media, turns } of records) {
      expect((media as { packetsReceived: number }).packetsReceived).toBeGreaterThan(200);
      expect(turns.map(({ text }) => text)).toContain('(pressed 1)');
    }
  });
});
